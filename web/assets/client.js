// The program of a table's page on a server: it hears what others do, and sends what is chosen.

import { again, apply, attend, question, state, tell } from "./table.js";

/** @typedef {import("./table.js").Update} Update */

const main = /** @type {HTMLElement | null} */ (document.querySelector("main.at-table"));
const RETRY = 2000;
const PATIENCE = 20_000;
const THINKING = 120_000; // a bot that is asked for a hint may have to get ready first

/** @type {EventSource | null} */
let source = null;
let waiting = 0;

// ---------------------------------------------------------------------------------------------- the connection

function connect() {
  source?.close();
  source = new EventSource(`events?after=${encodeURIComponent(state.stamp)}`);
  source.onopen = () => offline(false);
  source.onmessage = (event) => {
    offline(false);
    hear(JSON.parse(event.data));
  };
  source.onerror = () => {
    offline(true);
    source?.close();
    source = null;
    clearTimeout(waiting);
    waiting = setTimeout(connect, RETRY * (0.5 + Math.random()));
  };
}

/** Shows what others did, and again what was picked already of a question that still stands. @param {Update} update */
function hear(update) {
  const before = question();
  apply(update);
  const parts = update.parts ?? {};
  if (!before.has("pick") || !("table" in parts || "ask" in parts) || before.get("number") !== question().get("number")) return;
  again(before);
}

/** @param {boolean} so */
function offline(so) {
  if (so) tell(main?.dataset.offline ?? "");
  else if (document.getElementById("notice")?.textContent === main?.dataset.offline) tell("");
}

/** A page that wakes up asks at once, and connects anew. */
async function wake() {
  if (document.visibilityState === "hidden") return;
  const update = await ask("GET", `state?after=${encodeURIComponent(state.stamp)}`);
  if (update) hear(update);
  connect();
}

/** Asks the server. @param {string} method @param {string} where @param {URLSearchParams} [body] @returns {Promise<Update | null>} */
async function ask(method, where, body) {
  try {
    const signal = AbortSignal.timeout(where === "hint" ? THINKING : PATIENCE);
    const answer = await fetch(where, { method, body, signal, headers: { Accept: "application/json" } });
    return await answer.json();
  } catch {
    offline(true);
    return null;
  }
}

/** Copies what a button holds. @param {MouseEvent} event */
async function copied(event) {
  const button = event.target instanceof Element ? event.target.closest("button[data-copy]") : null;
  if (!(button instanceof HTMLButtonElement)) return;
  const box = button.parentElement?.querySelector("input.link");
  if (box instanceof HTMLInputElement) box.select();
  try {
    await navigator.clipboard.writeText(button.dataset.copy ?? "");
  } catch {
    document.execCommand("copy"); // without HTTPS there is no clipboard
  }
  button.textContent = button.dataset.copied ?? "";
}

/** Shows the seats that a change of the settings leads to. @param {Event} event */
function changed(event) {
  const box = event.target;
  if (!(box instanceof HTMLSelectElement) || !["variant", "players", "language"].includes(box.name)) return;
  const button = box.form?.querySelector("button[formmethod=get]");
  if (button instanceof HTMLButtonElement) box.form?.requestSubmit(button);
}

document.addEventListener("click", copied);
document.addEventListener("change", changed);
if (main) {
  attend(main, (action, body) => ask("POST", action, body));
  document.addEventListener("visibilitychange", () => void wake());
  addEventListener("online", () => void wake());
  addEventListener("pageshow", (event) => { if (event.persisted) void wake(); });
  connect();
}
