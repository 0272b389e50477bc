"""Generates the parts of the manual that follow from the code: grammar, builtins, kinds of zone, shapes of boards.

`python -m rulerun.dsl.manual` prints them; given the path of a page, it replaces the text between that page's marks.
"""

from __future__ import annotations

import ast
import inspect
import itertools
import re
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from attrs import frozen

from ..program import budgets
from ..program.colours import COLOURS
from ..program.figures import FIGURES
from .declarations.boards import BLOCKED, ENDS, SHAPES
from .declarations.constants import SIGHTS
from .expressions.builtins import BUILTINS
from .sections.drawing import KEYS
from .sections.table import HINTS
from .sentences.parse import GRAMMAR, reserved
from .symbols import board_shapes
from .symbols.zone_kinds import ZONE_KINDS

OPTIONAL = "‹", "›"
TOKEN = re.compile(r'"(?:\\.|[^"])*"|->|[A-Za-z_]\w*|[()\[\]|?+*]')
HEAD = re.compile(r"[?!]?(\w+)(?:\.\d+)?:\s*(.*)")
SECTION = re.compile(r"// -+ (.*)")
MARK = re.compile(r"(<!-- generated: ([a-z ]+) -->\n).*?(<!-- end of generated -->)", re.DOTALL)

# The manual's names for rules and terminals of the grammar; those that are not listed appear under their own names.
PARTS = {
    **dict.fromkeys(("expression", "conditional", "disjunction", "conjunction", "negation", "comparison"), "VALUE"),
    **dict.fromkeys(("range", "product", "factor"), "VALUE"),
    "sum": "NUMBER",
    "operand": "THING",
    "place": "THING",
    "path": "VALUE",
    "condition": "CONDITION",
    "tested": "VALUE",
    "quantified": "CONDITION",
    "binder": "ELEMENTS",
    "binder_in": "NAME in VALUE",
    "chosen": "CHOICE",
    "several": "CARDS",
    "counted": "CHOICE",
    "few": "NUMBER",
    "reason": "REASON",
    "offer": "OPTION",
    "label": "WORDS",
    "key": "KEY",
    "call": "PHASE",
    "asked": "PHASE",
    "NUMBER": "DIGITS",
    "STRING": '"TEXT"',
}
# Rules whose forms are those of other rules; the comment there tells the difference.
TOLD = ("counted", "few", "few_cards")
# Rules for lines that are refused with a message of their own.
REFUSED = ("choose_apart", "done_for_value", "only_if_done", "roll_elsewhere", "secret_of_all", "tested", "unquoted")
# The descriptions of paragraphs that have no comment in the grammar, by the name of their first rule.
REMARKS = {
    "shuffle": "Forget the order of a pile.",
    "say": "Announce a line to everybody; nothing changes.",
    "leave": "`leave the loop` goes on after the loop, `end the phase` after the phase; `end the game` stops at once.",
    "if": "One list or another. `else` and `else if` are further keys of the same item: they have no `-` of their own.",
    "label": "Parts of the lines above: the WORDS of an option, a CHOICE, a REASON (a text, or the name of one).",
    "quantified": "A condition on one, all or none of many elements; or a value in the position after a phase.",
    "disjunction": "Conditions combined.",
    "range": "All numbers from one to another, both included.",
    "sum": "Arithmetic; `div` and `mod` round down.",
}


@frozen
class Rule:
    """A rule of the grammar: its name, its alternatives as the manual shows them, and the name of each in a parse tree."""

    name: str
    forms: tuple[str, ...]
    labels: tuple[str, ...]


@frozen
class Paragraph:
    """Rules that stand together in the grammar, and the comment above them."""

    comment: str
    rules: tuple[Rule, ...]


# ---------------------------------------------------------------------------------------------------------- the grammar


def chapters(text: str) -> dict[str, tuple[Paragraph, ...]]:
    """The paragraphs of a grammar by the title of their chapter; terminals are left out."""
    words = _terminals(text)
    found: dict[str, list[Paragraph]] = {}
    title = ""
    for part in text.split("\n\n"):
        lines = part.strip("\n").split("\n")
        heading = SECTION.match(lines[0])
        if heading is not None:
            title = heading.group(1)
            lines = lines[1:]
        comment = " ".join(line.removeprefix("//").strip() for line in lines if line.startswith("//"))
        rules = tuple(
            rule
            for rule in _rules([line for line in lines if not line.startswith(("//", "%"))], words)
            if rule.forms and rule.name not in (*TOLD, *REFUSED)
        )
        if title and title != "terminals" and rules:
            paragraph = Paragraph(comment or REMARKS.get(rules[0].name, ""), rules)
            known = found.setdefault(title, [])
            if not paragraph.comment and known:
                paragraph = Paragraph(known[-1].comment, (*known.pop().rules, *rules))
            known.append(paragraph)
    return {name: tuple(paragraphs) for name, paragraphs in found.items()}


def _terminals(text: str) -> dict[str, str]:
    """The words that each terminal matches, as the manual shows them, by its name."""
    return {
        name: _pattern(pattern.strip())
        for name, pattern in re.findall(r'^([A-Z_]+)(?:\.\d+)?: (/.*/|".*")$', text, re.MULTILINE)
        if name not in ("NAME", "NUMBER", "STRING", "PHASE")
    }


def _pattern(pattern: str) -> str:
    body = re.sub(r"\\b|\(\?=[^)]*\)|\(\?!.*\)$", "", pattern[1:-1])
    body = re.sub(r"\\s[+*]", " ", body)
    while (inner := re.search(r"\(([^()]*)\)(\?)?", body)) is not None:
        words = inner.group(1)
        blank = " " if words[0] == " " else "", " " if words[-1] == " " else ""
        shown = f"{blank[0]}{OPTIONAL[0]}{words.strip()}{OPTIONAL[1]}{blank[1]}" if inner.group(2) else words
        body = body[: inner.start()] + shown + body[inner.end() :]
    return re.sub(r"(?<=\w)\?", "", body).replace(" ›", "›")


def _rules(lines: list[str], words: dict[str, str]) -> Iterator[Rule]:
    name, alternatives, leads_on = "", [""], False
    for line in [*lines, "end_of_paragraph:"]:
        head = HEAD.match(line)
        if head is not None:
            if name:
                forms = ((_form(each, words, leads_on), each.partition("->")[2].strip() or name) for each in alternatives)
                kept = [(form, label) for form, label in forms if form]
                yield Rule(name, tuple(form for form, _ in kept), tuple(label for _, label in kept))
            name, alternatives, leads_on = head.group(1), [head.group(2)], line.startswith("?")
        else:
            alternatives.append(line.strip().removeprefix("|").strip())


def _form(alternative: str, words: dict[str, str], leads_on: bool) -> str:
    """One alternative of a rule, as the manual shows it.

    Empty when the rule gets no node of its own (*leads_on*: `?` in the grammar) and the alternative only names another rule.
    """
    tokens = TOKEN.findall(alternative)
    if "->" in tokens:
        tokens = tokens[: tokens.index("->")]
        leads_on = False
    if leads_on and len(tokens) == 1 and tokens[0].isidentifier() and tokens[0].islower():
        return ""
    shown = " ".join(" ".join(_shown(token, words) for token in tokens).split())
    shown = re.sub(r" ([\]›),…])", r"\1", shown)
    shown = re.sub(r"([\[‹(]) ", r"\1", shown)
    return re.sub(r"(NAME|PHASE|WORDS) ([\[(])", r"\1\2", shown).replace(" | ", "|").replace(" . ", ".").replace(" .. ", "..")


def _shown(token: str, words: dict[str, str]) -> str:
    if token.startswith('"'):
        return token[1:-1]
    match token:
        case "[":
            return OPTIONAL[0]
        case "]":
            return OPTIONAL[1]
        case "(" | ")" | "?":
            return ""
        case "+" | "*":
            return "…"
        case "|":
            return "|"
        case _:
            return words.get(token) or PARTS.get(token, token.upper())


def _chapter(title: str) -> str:
    paragraphs = chapters(GRAMMAR.read_text(encoding="utf-8"))[title]
    return "\n\n".join(_paragraph(each) for each in paragraphs)


def _paragraph(paragraph: Paragraph) -> str:
    forms = "\n".join(form for rule in paragraph.rules for form in rule.forms)
    return "\n\n".join(part for part in (paragraph.comment, f"```text\n{forms}\n```") if part)


# --------------------------------------------------------------------------------------------- builtins, zones, boards


def _builtins() -> str:
    rows = []
    for name, each in BUILTINS.items():
        meaning, _, examples = each.doc.partition("Examples:")
        shown = [" ".join(line.split()) for line in examples.strip().splitlines()]
        pairs = (line.partition(" -> ") for line in shown)
        used = "; ".join(f"`{code}`: {result}" for code, _, result in pairs)
        rows.append((f"`{name}`", " ".join(meaning.split()), used))
    return _table(("function", "result", "for example"), rows)


def _zones() -> str:
    return _table(("`kind:`", "meaning"), [(f"`{kind.word}`", kind.doc) for kind in ZONE_KINDS.values()])


def _boards() -> str:
    rows = []
    for kind in SHAPES:
        layout: object = getattr(board_shapes, kind)
        rows.append((f"`{kind}`", " ".join((inspect.getdoc(layout) or "").split())))
    return _table(("`kind:`", "its spaces"), rows)


def _hints() -> str:
    rows = [(f"`{key}:`", " ".join((inspect.getdoc(read) or "").split())) for key, read in HINTS.items()]
    return _table(("in `table:`", "meaning"), rows)


def _drawing() -> str:
    rows = [(f"`{key}:`", " ".join((inspect.getdoc(read) or "").split())) for key, read in KEYS.items()]
    return _table(("in `drawing:`", "meaning"), rows)


def _limits() -> str:
    """A row for each budget, from the docstring under its number."""
    body = ast.parse(inspect.getsource(budgets)).body
    rows = []
    for number, doc in itertools.pairwise(body):
        match number, doc:
            case ast.Assign(targets=[ast.Name(name)]), ast.Expr(ast.Constant(str() as words)):
                value: object = getattr(budgets, name)
                rows.append((f"{value:,}", " ".join(words.removeprefix("The most ").split())))
    return _table(("at most", "unit"), rows)


def _table(head: tuple[str, ...], rows: Sequence[tuple[str, ...]]) -> str:
    lines = [head, tuple("---" for _ in head), *rows]
    return "\n".join("| " + " | ".join(cell.replace("|", "\\|") for cell in line) + " |" for line in lines)


def _listed(words: tuple[str, ...]) -> str:
    return ", ".join(f"`{word}`" for word in words)


# ---------------------------------------------------------------------------------------------------------- the pages

PARTS_OF_THE_MANUAL: dict[str, Callable[[], str]] = {
    "sentences": lambda: _chapter("sentences"),
    "headings": lambda: _chapter("headings"),
    "other lines": lambda: _chapter("other lines of a ruleset"),
    "expressions": lambda: _chapter("expressions"),
    "functions": _builtins,
    "kinds of zone": _zones,
    "kinds of board": _boards,
    "beyond the ends": lambda: _listed(ENDS),
    "blocked": lambda: _listed(BLOCKED),
    "sights": lambda: _listed(tuple(SIGHTS)),
    "table hints": _hints,
    "colours": lambda: _listed(tuple(COLOURS)),
    "drawing": _drawing,
    "figures": lambda: _listed(FIGURES),
    "limits": _limits,
    "words of the language": lambda: _listed(tuple(sorted(reserved()))),
}
"""The function that generates each part, by the part's name in the marks of a page."""


def renewed(page: str) -> str:
    """The page with every generated part brought up to date. Raises KeyError for a mark that names no part."""
    return MARK.sub(lambda mark: f"{mark.group(1)}{PARTS_OF_THE_MANUAL[mark.group(2)]()}\n{mark.group(3)}", page)


def main(paths: list[str]) -> None:
    """Print all generated parts, or, given paths, update these pages."""
    for path in map(Path, paths):
        path.write_text(renewed(path.read_text(encoding="utf-8")), encoding="utf-8")
    if not paths:
        for name, part in PARTS_OF_THE_MANUAL.items():
            sys.stdout.write(f"{name}\n{'=' * len(name)}\n\n{part()}\n\n")


if __name__ == "__main__":
    main(sys.argv[1:])
