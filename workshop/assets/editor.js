// The editor: CodeMirror, which shows what Python finds in a ruleset. Lines and columns of Python count from 1, in characters.

import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap, snippet } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { yaml } from "@codemirror/lang-yaml";
import { indentUnit, syntaxHighlighting } from "@codemirror/language";
import { lintGutter, lintKeymap, setDiagnostics } from "@codemirror/lint";
import { highlightSelectionMatches, searchKeymap } from "@codemirror/search";
import { EditorState, StateEffect, StateField } from "@codemirror/state";
import { classHighlighter } from "@lezer/highlight";
import { Decoration, EditorView, drawSelection, highlightActiveLine, hoverTooltip, keymap, lineNumbers } from "@codemirror/view";
import { words } from "./words.js";

/** @typedef {[number, number, number, number]} Range */
/** @typedef {{title: string, changes: {range: Range, text: string}[]}} Fix */

/** @type {Record<string, string>} */
const TYPES = { section: "namespace", key: "property", word: "keyword", sentence: "text", function: "function", value: "constant", file: "text" };

/** @typedef {import("@codemirror/state").Text} Text */

/** The place of a line and a column. @param {Text} doc @param {number} line @param {number} column @returns {number} */
function at(doc, line, column) {
  if (line > doc.lines) return doc.length;
  const found = doc.line(Math.max(1, line));
  let units = 0;
  for (const sign of found.text) {
    if (--column < 1) break;
    units += sign.length;
  }
  return found.from + units;
}

/** The line and the column of a place. @param {Text} doc @param {number} position @returns {[number, number]} */
function place(doc, position) {
  const line = doc.lineAt(position);
  return [line.number, [...line.text.slice(0, position - line.from)].length + 1];
}

/** A text with **strong** words and `code`, as elements. @param {string} text @returns {HTMLElement} */
export function marked(text) {
  const made = document.createElement("div");
  made.className = "marked";
  for (const paragraph of text.split("\n\n")) {
    const part = made.appendChild(document.createElement("p"));
    for (const piece of paragraph.split(/(\*\*[^*]+\*\*|`[^`]+`)/)) {
      const tag = piece.startsWith("**") ? "b" : piece.startsWith("`") ? "code" : "";
      if (tag) part.appendChild(document.createElement(tag)).textContent = piece.replace(/^(\*\*|`)|(\*\*|`)$/g, "");
      else part.append(piece);
    }
  }
  return made;
}

/** @type {import("@codemirror/state").StateEffectType<[Range, string][]>} */
const colour = StateEffect.define();
const colours = StateField.define({
  create: () => Decoration.none,
  update(shown, change) {
    shown = shown.map(change.changes);
    for (const effect of change.effects) {
      if (effect.is(colour)) {
        const doc = change.state.doc;
        const marks = effect.value.map(([[line, column, last, end], kind]) =>
          ({ from: at(doc, line, column), to: at(doc, last, end), mark: Decoration.mark({ class: `is-${kind}` }) }));
        shown = Decoration.set(marks.filter(({ from, to }) => from < to).map(({ from, to, mark }) => mark.range(from, to)), true);
      }
    }
    return shown;
  },
  provide: (field) => EditorView.decorations.from(field),
});

export class Editor {
  /**
   * @param {HTMLElement} parent
   * @param {{changed: (text: string) => void, complete: (line: number, column: number) => Promise<any[]>,
   *   hover: (line: number, column: number) => Promise<string>, format: () => void}} hooks
   */
  constructor(parent, hooks) {
    /** @param {import("@codemirror/autocomplete").CompletionContext} context */
    const complete = async (context) => {
      const word = context.matchBefore(/\w*/);
      if (!word || !context.explicit && word.from === word.to && !/[\s.([{-]$/.test(context.state.doc.lineAt(context.pos).text)) return null;
      const found = await hooks.complete(...place(context.state.doc, context.pos));
      const options = found.map(({ label, text, kind, doc, slots }, order) => ({
        label, sortText: String(order).padStart(4, "0"), type: TYPES[kind] ?? "variable", detail: kind, info: doc ? () => marked(doc) : undefined, apply: slots ? snippet(text) : text,
      }));
      return options.length ? { from: word.from, options, validFor: /^\w*$/ } : null;
    };
    const hover = hoverTooltip(async (view, position) => {
      const told = await hooks.hover(...place(view.state.doc, position));
      return told ? { pos: position, above: true, create: () => ({ dom: marked(told) }) } : null;
    });
    const keys = [{ key: "Alt-Shift-f", run: () => { hooks.format(); return true; } }, indentWithTab];
    this.view = new EditorView({
      parent,
      state: EditorState.create({
        doc: "",
        extensions: [
          lineNumbers(), history(), drawSelection(), highlightActiveLine(), highlightSelectionMatches(), closeBrackets(), yaml(), colours, hover,
          indentUnit.of("  "), syntaxHighlighting(classHighlighter), lintGutter(),
          autocompletion({ override: [complete] }),
          keymap.of([...keys, ...closeBracketsKeymap, ...completionKeymap, ...lintKeymap, ...searchKeymap, ...historyKeymap, ...defaultKeymap]),
          EditorView.contentAttributes.of({ "aria-label": words("rules"), spellcheck: "false", tabindex: "0" }),
          EditorView.updateListener.of((update) => { if (update.docChanged && !this.quiet) hooks.changed(update.state.doc.toString()); }),
        ],
      }),
    });
    this.quiet = false;
  }

  get text() {
    return this.view.state.doc.toString();
  }

  /** Puts another text in place, and keeps what is the same at both ends, the cursor with it. */
  set text(text) {
    const old = this.text;
    let same = 0;
    while (same < Math.min(old.length, text.length) && old[same] === text[same]) same++;
    let rest = 0;
    while (rest < Math.min(old.length, text.length) - same && old[old.length - 1 - rest] === text[text.length - 1 - rest]) rest++;
    this.view.dispatch({ changes: { from: same, to: old.length - rest, insert: text.slice(same, text.length - rest) } });
  }

  /** A text that was opened, which is no change of anybody's. @param {string} text */
  open(text) {
    this.quiet = true;
    this.view.dispatch({ changes: { from: 0, to: this.view.state.doc.length, insert: text }, selection: { anchor: 0 } });
    this.quiet = false;
  }

  /** Shows what was found. @param {any[]} findings */
  show(findings) {
    const doc = this.view.state.doc;
    const shown = findings.map((found) => {
      const [line, column, last, end] = found.range;
      const from = Math.min(at(doc, line, column), doc.length);
      return {
        from,
        to: Math.max(from, at(doc, last, end)),
        severity: /** @type {"error" | "warning"} */ (found.severity === "error" ? "error" : "warning"),
        message: `${found.message}${found.help ? `\n${found.help}` : ""}`,
        source: found.code,
        actions: found.fix ? [{ name: found.fix[0], apply: () => this.mend(found.fix[1]) }] : [],
      };
    });
    this.view.dispatch(setDiagnostics(this.view.state, shown));
  }

  /** Shows the colours of words. @param {[Range, string][]} found */
  colour(found) {
    this.view.dispatch({ effects: colour.of(found) });
  }

  /** Makes changes that somebody asked for. @param {{range: Range, text: string}[]} changes */
  mend(changes) {
    const doc = this.view.state.doc;
    this.view.dispatch({ changes: changes.map(({ range: [line, column, last, end], text }) => ({ from: at(doc, line, column), to: at(doc, last, end), insert: text })) });
    this.view.focus();
  }

  /** Goes to a place. @param {number} line @param {number} [column] */
  go(line, column = 1) {
    const position = at(this.view.state.doc, line, column);
    this.view.dispatch({ selection: { anchor: position }, effects: EditorView.scrollIntoView(position, { y: "center" }) });
    this.view.focus();
  }
}
