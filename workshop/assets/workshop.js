// The workshop's page: the editor, the table beside it, the lab, links and files. All that knows rules is Python in workers.

import { Editor } from "./editor.js";
import { Fault, Python, Stopped, lacking } from "./python.js";
import { apply, attend } from "./table.js";
import { LANGUAGE, translate, words } from "./words.js";

/** @typedef {import("./python.js").Where} Where */

const QUICK = 20;
const LONG = 60;
const PAUSE = 120;
const CALM = 900;
const GAMES = 10_000;
const CHUNK = 0.25;
const KEY = "rulerun ";
const BLANK = `ruleset: my_game
title: My game
players: 2

`;

/** @param {string} id @returns {any} */
const $ = (id) => document.getElementById(id);
const main = $("workshop");
/** @type {Where} */
const where = { pyodide: new URL(main.dataset.pyodide, location.href).href, python: new URL(main.dataset.python, location.href).href };

/** What is open: its file, its text where it was opened, the address of it. */
const open = { file: "ruleset.yaml", text: "", key: "" };
let sound = false;
let playing = false;
/** The text that Python has looked at, and the one that it looks at now. */
let sent = "";
let checking = { text: "", done: Promise.resolve() };
/** The match that is to go on once the rules were looked at. */
let left = "";
/** The text that the table is played by. */
let played = "";
/** @type {any} */
let form = {};
/** Which bot's answer is waited for. */
let thought = 0;
let clock = 0;
let later = 0;
/** What was found last, and the fault in play that is added to it while its text stands. @type {any} */
let last = { findings: [], sound: false };
let failing = { text: "", finding: /** @type {any} */ (null) };

const desk = new Python(where, async () => {
  sent = "";
  await desk.send(QUICK, "open_text", open.file, editor.text);
  playing = false;
  delete main.dataset.playing;
});
const bots = new Python(where);
/** Counts games, and looks at all variants after an edit, while `desk` answers. */
const aside = new Python(where);
const editor = new Editor($("editor"), { changed, complete, hover, format });

// ---------------------------------------------------------------------------------------------- what is said

/** @param {string} sentence @param {boolean} [wrong] */
function say(sentence, wrong = false) {
  const status = $("status");
  status.textContent = sentence;
  status.classList.toggle("fault", wrong);
}

/** Says what went wrong, also at its line of the rules. @param {unknown} fault */
function wrong(fault) {
  if (fault instanceof Fault && fault.line && sent === editor.text) {
    const range = [fault.line, 1, fault.line + 1, 1];
    failing = { text: sent, finding: { code: "fails-in-play", severity: "error", message: fault.message, help: "", range, fix: null } };
    show(last);
  }
  say(fault instanceof Fault ? fault.message : words("went wrong", fault instanceof Error ? fault.message : fault), true);
}

/** Does something, and says what goes wrong. @param {() => Promise<unknown>} work */
async function tried(work) {
  try {
    return await work();
  } catch (fault) {
    wrong(fault);
    return undefined;
  }
}

/** @param {string} tag @param {Record<string, string>} [attributes] @param {...(Node | string)} children @returns {HTMLElement} */
function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

/** @param {string} text @param {() => unknown} work @returns {HTMLElement} */
function button(text, work) {
  const made = element("button", { type: "button" }, text);
  made.addEventListener("click", () => void tried(async () => work()));
  return made;
}

// ---------------------------------------------------------------------------------------------- the text

/** @param {string} text */
function changed(text) {
  keepDraft();
  busy(true);
  clearTimeout(clock);
  clearTimeout(later);
  clock = window.setTimeout(() => void tried(async () => {
    try {
      await check(text);
    } finally {
      if (text === editor.text) busy(false);
    }
    later = window.setTimeout(() => void tried(thoroughAside), CALM);
  }), PAUSE);
}

/** Whether the findings are still those of another text. @param {boolean} now */
function busy(now) {
  $("findings").setAttribute("aria-busy", String(now));
}

/** Lets Python look at a text, once. @param {string} text @returns {Promise<void>} */
async function check(text) {
  if (text === sent) return;
  if (checking.text !== text) checking = { text, done: looked(text) };
  try {
    await checking.done;
  } finally {
    if (checking.text === text) checking = { text: "", done: Promise.resolve() };
  }
}

/** @param {string} text */
async function looked(text) {
  const found = await desk.ask(QUICK, "change", text);
  sent = text;
  if (text !== editor.text) return;
  show(found);
  say("");
  await colour();
  if (!found.sound) return;
  if (!playing) await play();
  else if (text !== played) await revise();
}

/** Looks at all variants and all numbers of players. */
async function thorough() {
  const text = editor.text;
  await check(text);
  const found = await desk.ask(LONG, "check");
  if (text === editor.text) show(found);
}

/** What looks at all variants now, while the editor goes on. @type {Promise<unknown>} */
let examining = Promise.resolve();

/** The same in another worker, one text after the other; of texts that wait, only the last. */
async function thoroughAside() {
  const text = editor.text;
  await examining;
  if (text !== editor.text) return;
  const asked = aside.ask(LONG, "examine", open.file, text);
  examining = asked.catch(() => {});
  const examined = await asked;
  const found = await desk.ask(QUICK, "learn", text, examined);
  if (text === editor.text && text === sent) show(found);
}

/** @param {any} found */
function show(found) {
  sound = found.sound;
  last = found;
  const findings = failing.finding && failing.text === editor.text ? [...found.findings, failing.finding] : found.findings;
  editor.show(findings);
  $("findings").replaceChildren(...findings.map((/** @type {any} */ each) => {
    const [line, column] = each.range;
    const made = element("li", { class: each.severity });
    made.append(button(words("line", line), () => { view("text"); editor.go(line, column); }));
    made.append(element("span", {}, `${each.message}${each.help ? ` (${each.help})` : ""}`));
    if (each.fix) made.append(button(words("fix", each.fix[0]), () => editor.mend(each.fix[1])));
    const page = `manual/diagnostics.html#${each.code}`;
    made.append(element("a", { href: page, target: "manual", "aria-label": words("explain code", each.code) }, words("explain")));
    return made;
  }));
  const errors = findings.filter((/** @type {any} */ each) => each.severity === "error").length;
  main.dataset.errors = String(errors);
  if (!errors) return;
  $("notice").textContent = playing
    ? words("goes on")
    : words("not set");
}

/** Shows the outline and the colours of the text. */
async function colour() {
  const text = editor.text;
  const found = await desk.ask(QUICK, "named");
  if (text !== editor.text || text !== sent) return;
  editor.colour(found.colours);
  $("outline").replaceChildren(
    element("option", { value: "" }, "…"),
    ...found.outline.map((/** @type {any} */ each) => element("option", { value: String(each.line) }, `${each.section}: ${each.name}`)),
  );
}

/** @param {number} line @param {number} column */
async function complete(line, column) {
  try {
    await check(editor.text);
    return await desk.ask(QUICK, "complete", line, column);
  } catch {
    return [];
  }
}

/** @param {number} line @param {number} column */
async function hover(line, column) {
  try {
    await check(editor.text);
    return await desk.ask(QUICK, "hover", line, column);
  } catch {
    return "";
  }
}

function format() {
  void tried(async () => {
    await check(editor.text);
    editor.text = await desk.ask(QUICK, "format");
  });
}

// ---------------------------------------------------------------------------------------------- the table

const table = $("table-tab").querySelector(".at-table");
attend(table, async (action, body) => {
  const asked = Object.fromEntries([...new Set(body.keys())].map((name) => [name, body.getAll(name)]));
  try {
    if (action === "rematch") return await begun(form);
    if (action === "hint") return await hint(body.getAll("pick"));
    return await shown(await desk.ask(QUICK, "act", action, asked));
  } catch (fault) {
    wrong(fault);
    return { notice: fault instanceof Fault ? fault.message : String(fault) };
  }
});

/** What the table shows of an answer; bots are let think. @param {any} update */
async function shown(update) {
  $("title").textContent = update.title;
  table.dataset.title = `${update.title} · rulerun workshop`;
  const number = ++thought;
  if (update.think) void think(update, number);
  window.setTimeout(keepDraft);
  return update;
}

/** @param {any} update @param {number} number */
async function think({ think: { seat, number: question, who }, record }, number) {
  try {
    const code = await bots.ask(LONG, "think", record, seat, who);
    if (number !== thought) return;
    apply(await shown(await desk.ask(QUICK, "give", seat, question, code)));
  } catch (fault) {
    if (number === thought && !(fault instanceof Stopped && fault.message === "stopped")) wrong(fault);
  }
}

/** @param {string[]} picks */
async function hint(picks) {
  const [record, seat, number, language] = await desk.ask(QUICK, "hint_for");
  const [text, marks] = await bots.ask(LONG, "advise", record, seat, language, picks);
  return shown(await desk.ask(QUICK, "hinted", number, text, marks, picks));
}

/** A new match. @param {any} wished */
async function begun(wished) {
  thought++;
  const update = await desk.ask(QUICK, "begin", wished, language());
  form = wished;
  return settled(update);
}

/** What follows where a match has begun, or goes on by other rules. @param {any} update */
async function settled(update) {
  playing = true;
  main.dataset.playing = "yes";
  played = sent;
  await shown(update);
  await setUp();
  void named();
  return update;
}

/** Begins a match where none is played. */
async function play() {
  if (playing || !sound) return;
  const match = left;
  left = "";
  apply(match ? await settled(await desk.ask(QUICK, "resume", match, language())) : await begun(form));
}

/** The match goes on by the rules as they stand now. */
async function revise() {
  thought++;
  apply(await settled(await desk.ask(QUICK, "revise")));
}

function language() {
  return navigator.language.slice(0, 2).toLowerCase();
}

/** Shows what can be settled before a match. */
async function setUp() {
  const found = await desk.ask(QUICK, "setup");
  /** @param {string} name @param {string} label @param {[string, string][]} choices @param {string} value */
  const select = (name, label, choices, value) => {
    const box = element("select", { name }, ...choices.map(([each, text]) => {
      const option = element("option", { value: each }, text);
      if (each === value) option.setAttribute("selected", "");
      return option;
    }));
    return element("label", { class: "field" }, element("span", {}, label), box);
  };
  const parts = [];
  if (found.variants.length) parts.push(select("variant", words("variant"), [["", words("plain")], ...found.variants], found.variant));
  if (found.players.length > 1) parts.push(select("players", words("how many"), found.players.map((/** @type {number} */ each) => [String(each), String(each)]), String(found.number)));
  for (const { name, label, value, choices } of found.dials) {
    if (choices) parts.push(select(name, label, choices.map((/** @type {string} */ each) => [each, each.replaceAll("_", " ")]), value));
    else parts.push(element("label", { class: "field" }, element("span", {}, label), element("input", { name, type: "number", value, required: "" })));
  }
  if (found.languages.length > 1) parts.push(select("language", words("language"), found.languages.map((/** @type {string} */ each) => [each, each]), found.language));
  const sitters = found.sitters.map((/** @type {string} */ each) => [each, each === "me" ? words("a person") : words("computer", each)]);
  found.seats.forEach((/** @type {[string, string]} */ [seat, who], /** @type {number} */ number) => parts.push(select(`seat-${number + 1}`, seat, sitters, who)));
  $("setup").replaceChildren(element("fieldset", {}, ...parts), element("button", { class: "main" }, words("begin")));
}

$("setup").addEventListener("submit", (/** @type {SubmitEvent} */ event) => {
  event.preventDefault();
  const wished = Object.fromEntries(new FormData($("setup")));
  void tried(async () => {
    apply(await begun(wished));
    $("fresh").open = false;
  });
});
$("setup").addEventListener("change", (/** @type {Event} */ event) => {
  if (!["variant", "players"].includes(/** @type {any} */ (event.target).name)) return;
  const wished = Object.fromEntries(new FormData($("setup")));
  void tried(async () => apply(await begun(wished)));
});

async function named() {
  const found = await desk.ask(QUICK, "names");
  $("named").hidden = !found.length;
  $("names").replaceChildren(...found.map((/** @type {[string, string]} */ [name, text]) => element("pre", { tabindex: "0", "aria-label": name }, text)));
}

// ---------------------------------------------------------------------------------------------- examples, lab, rules page

async function examples() {
  await check(editor.text);
  $("ticks").replaceChildren(element("li", {}, "…"));
  const found = await desk.ask(LONG, "examples").catch((fault) => {
    $("ticks").replaceChildren();
    throw fault;
  });
  $("ticks").replaceChildren(...found.map((/** @type {any} */ { name, line, failures }) => {
    const made = element("li", { class: failures.length ? "failed" : "held" }, `${failures.length ? "✗" : "✓"} ${name} `);
    made.append(button(words("line", line), () => { view("text"); editor.go(line); }));
    for (const each of failures) made.append(element("p", {}, each));
    return made;
  }), ...(found.length ? [] : [element("li", {}, words("no examples"))]));
}

const ONE_DIGIT = { minimumFractionDigits: 1, maximumFractionDigits: 1 };

/** The figures that stand side by side: before an edit, and now. @type {{text: string, figures: any}[]} */
let runs = [];
let counted = false;

async function count() {
  const text = editor.text;
  await check(text);
  if (!sound) throw new Fault(words("count what"));
  const run = { text, figures: /** @type {any} */ (null) };
  const last = runs.at(-1);
  runs = last && last.text !== text ? [last, run] : [...runs.slice(0, -1), run];
  counted = true;
  $("halt").hidden = $("counted").hidden = false;
  $("counted").value = 0;
  try {
    await aside.ask(QUICK, "lab", open.file, text, form);
    let some = 20;
    while (counted && (run.figures?.games ?? 0) < GAMES) {
      const begun = performance.now();
      run.figures = await aside.ask(LONG, "count", Math.min(some, GAMES - (run.figures?.games ?? 0)));
      const seconds = (performance.now() - begun) / 1000;
      some = Math.max(1, Math.min(2500, Math.round(some * Math.min(4, CHUNK / Math.max(seconds, 0.001)))));
      $("counted").value = run.figures.games;
      figures();
    }
  } finally {
    runs = runs.filter((each) => each.figures);
    $("halt").hidden = $("counted").hidden = true;
  }
}

/** @param {[number, number, number]} part */
const percent = (part) => words("part", ...part.map((each) => (100 * each).toLocaleString(LANGUAGE, ONE_DIGIT)));

function figures() {
  const there = runs.filter((each) => each.figures);
  const heads = there.map((each, number) => words(there.length > 1 && !number ? "before" : "now", each.figures.games.toLocaleString(LANGUAGE)));
  const seats = [...new Set(there.flatMap((each) => each.figures.seats.map((/** @type {any} */ seat) => seat.name)))];
  /** @type {[string, (figures: any) => string][]} */
  const rows = [
    ...seats.map((name) => /** @type {[string, (figures: any) => string]} */ ([words("won", name), (each) => {
      const seat = each.seats.find((/** @type {any} */ one) => one.name === name);
      return seat ? percent(seat.wins) : "";
    }])),
    [words("several win"), (each) => percent(each.ties)],
    [words("nobody won"), (each) => percent(each.nobody)],
    [words("cut short"), (each) => percent(each.cut)],
    [words("median"), (each) => `${each.length[2]}`],
    [words("most games"), (each) => words("from to", each.length[1], each.length[3])],
    [words("all games"), (each) => words("from to", each.length[0], each.length[4])],
    [words("unused"), (each) => `${each.dead.length}`],
  ];
  const table = element("table", { class: "rows" },
    element("thead", {}, element("tr", {}, element("td"), ...heads.map((head) => element("th", { scope: "col" }, head)))),
    element("tbody", {}, ...rows.map(([name, cell]) =>
      element("tr", {}, element("th", { scope: "row" }, name), ...there.map((each) => element("td", {}, cell(each.figures)))))));
  const dead = (there.at(-1)?.figures.dead ?? []).map((/** @type {[number, string]} */ [line, text]) => {
    const made = element("li", {}, element("code", {}, text), " ");
    made.append(button(words("line", line), () => { view("text"); editor.go(line); }));
    return made;
  });
  $("figures").replaceChildren(table, element("p", { class: "quiet" }, words("interval")),
    ...(dead.length ? [element("h3", {}, words("unused lines")), element("ul", {}, ...dead)] : []));
}

async function page() {
  await play();
  $("page").innerHTML = await desk.ask(QUICK, "rules");
}

// ---------------------------------------------------------------------------------------------- links, files, drafts

async function link() {
  await check(editor.text);
  const hash = await desk.ask(QUICK, "share", editor.text, $("with-match").checked && playing);
  const address = new URL(location.href);
  address.search = "";
  address.hash = `r=${hash}`;
  $("address").value = address.href;
  $("address").select();
}

/** @param {string} name @param {string} content */
function saved(name, content) {
  const made = element("a", { href: URL.createObjectURL(new Blob([content], { type: "text/plain" })), download: name });
  made.click();
  window.setTimeout(() => URL.revokeObjectURL(made.getAttribute("href") ?? ""), 1000);
}

async function keepMatch() {
  saved(`${open.file.replace(/\.ya?ml$/, "")}.rulerun`, await desk.ask(QUICK, "record"));
}

let refused = false;

/** Keeps the text in this browser, so that a page that is closed loses nothing. */
function keepDraft() {
  try {
    if (editor.text === open.text) localStorage.removeItem(KEY + open.key);
    else localStorage.setItem(KEY + open.key, JSON.stringify({ file: open.file, text: editor.text }));
    $("over").hidden = editor.text === open.text;
  } catch (fault) {
    if (refused) return;
    refused = true;
    say(fault instanceof DOMException && fault.name === "QuotaExceededError"
      ? words("no room")
      : words("not kept"), true);
  }
}

/** @returns {{file: string, text: string} | null} */
function draft() {
  try {
    return JSON.parse(localStorage.getItem(KEY + open.key) ?? "null");
  } catch {
    return null;
  }
}

/** @param {string} hash @returns {string} */
function decoded(hash) {
  try {
    return decodeURIComponent(hash);
  } catch {
    throw new Fault(words("cut address"));
  }
}

/** Opens what the address names. */
async function arrived() {
  const [, what, name] = /^#(\w*)=?(.*)$/.exec(decoded(location.hash)) ?? [];
  main.dataset.mode = what === "play" ? "playing" : "editing";
  view(what === "play" ? "side" : "text");
  open.key = location.hash;
  tab("table-tab");
  say(words("starting"));
  await desk.start();
  let found;
  if (what === "play" || what === "edit") found = await desk.ask(QUICK, "open_game", name);
  else if (what === "r") found = await desk.ask(QUICK, "open_link", name);
  else if (name) found = await desk.ask(QUICK, "open_new", name);
  else found = await desk.ask(QUICK, "open_text", "my_game.yaml", BLANK);
  await opened(found);
}

/** Shows a ruleset that was opened, with what was changed of it here before. @param {any} found */
async function opened(found) {
  const kept = draft();
  Object.assign(open, { file: found.file, text: found.text });
  playing = false;
  delete main.dataset.playing;
  form = {};
  runs = [];
  $("figures").replaceChildren();
  $("ticks").replaceChildren();
  sent = "";
  left = found.match;
  editor.open(found.text);
  await tried(() => check(found.text));
  await tried(play);
  if (kept && kept.text !== found.text) {
    editor.text = kept.text;
    $("over").hidden = false;
  }
  await tried(thorough);
  if (!kept) busy(false);
  main.dataset.ready = "yes";
  offline();
}

/** @param {File} file */
async function read(file) {
  const text = await file.text();
  const found = await desk.ask(QUICK, "open_text", file.name, text);
  open.key = `file ${file.name}`;
  await opened(found);
}

// ---------------------------------------------------------------------------------------------- what is shown

/** On a narrow screen: the rules or the table. @param {string} name */
function view(name) {
  main.dataset.shows = name;
  for (const each of document.querySelectorAll("[data-view]")) {
    each.setAttribute("aria-pressed", String(/** @type {HTMLElement} */ (each).dataset.view === name));
  }
}

/** @param {string} name */
function tab(name) {
  for (const each of document.querySelectorAll("[role=tab]")) {
    const chosen = each.getAttribute("aria-controls") === name;
    each.setAttribute("aria-selected", String(chosen));
    /** @type {HTMLElement} */ (each).tabIndex = chosen ? 0 : -1;
    $(each.getAttribute("aria-controls") ?? "").hidden = !chosen;
  }
  if (name === "page") void tried(page);
  if (name === "examples" && !$("ticks").children.length) void tried(examples);
}

document.addEventListener("click", (event) => {
  const target = event.target instanceof Element ? event.target : null;
  const to = target?.closest("[data-view]");
  if (to) view(/** @type {HTMLElement} */ (to).dataset.view ?? "");
  const chosen = target?.closest("[role=tab]");
  if (chosen) tab(chosen.getAttribute("aria-controls") ?? "");
  const record = target?.closest("a[href=record]");
  if (record) {
    event.preventDefault();
    void tried(keepMatch);
  }
});
document.querySelector("[role=tablist]")?.addEventListener("keydown", (event) => {
  const tabs = /** @type {HTMLElement[]} */ ([...document.querySelectorAll("[role=tab]")]);
  const at = tabs.findIndex((each) => each === document.activeElement);
  const step = { ArrowRight: 1, ArrowLeft: -1 }[/** @type {KeyboardEvent} */ (event).key];
  if (at < 0 || !step) return;
  event.preventDefault();
  const next = tabs[(at + step + tabs.length) % tabs.length];
  next.focus();
  tab(next.getAttribute("aria-controls") ?? "");
});

/** @type {[string, () => unknown][]} */
const BUTTONS = [
  ["open", () => $("file").click()],
  ["save", () => saved(open.file, editor.text)],
  ["share", () => { view("side"); tab("sharing"); }],
  ["edit", () => { main.dataset.mode = "editing"; view("text"); }],
  ["format", format],
  ["run", examples],
  ["count", count],
  ["halt", () => { counted = false; }],
  ["keep", keepMatch],
  ["link", link],
  ["copy", async () => {
    await navigator.clipboard.writeText($("address").value);
    $("copy").textContent = words("copied");
  }],
  ["over", () => { editor.text = open.text; }],
];
for (const [id, work] of BUTTONS) $(id).addEventListener("click", () => void tried(async () => work()));
$("outline").addEventListener("change", () => {
  if ($("outline").value) editor.go(Number($("outline").value));
  $("outline").value = "";
});
$("file").addEventListener("change", () => {
  const [file] = $("file").files;
  if (file) void tried(() => read(file));
  $("file").value = "";
});
addEventListener("hashchange", () => void tried(arrived));

/** Keeps the site for when there is no connection. */
function offline() {
  if (!("serviceWorker" in navigator)) return;
  navigator.serviceWorker.onmessage = ({ data }) => { main.dataset.offline = data.kept ? "yes" : "no"; };
  void navigator.serviceWorker.ready.then((found) => found.active?.postMessage("keep"));
}

translate();
const lack = lacking();
if (lack) say(lack, true);
else {
  if ("serviceWorker" in navigator) navigator.serviceWorker.register("sw.js").catch(() => {});
  void tried(arrived);
}
