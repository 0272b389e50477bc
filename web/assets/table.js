// A table on a page: it puts what it is sent in place, and hands on what is chosen. It knows no rule of any game, and not who plays the match.

/**
 * @typedef {{stamp?: string, drawn?: string, parts?: Record<string, string>, lines?: string[], say?: string[],
 *   moved?: [string, string, string][], turn?: boolean, notice?: string, go?: string}} Update
 */

/** Asks whoever plays the match. @callback Ask @param {string} action @param {URLSearchParams} body @returns {Promise<Update | null>} */

const FRAMES = ".board-frame, .options > ul";
const FIRST = "a.pick:not(.back), form.options button, form.options summary, button";
const still = matchMedia("(prefers-reduced-motion: reduce)");
const SLOW = 150;
const FLIGHT = 350;

/** How far the page has come: what it was told of, and what it shows. */
export const state = { stamp: "", drawn: "" };
/** @type {Record<string, string>} */
const shown = {};
/** What is on its way. @type {Set<string>} */
const under = new Set();
/** @type {HTMLElement} */
let main;
/** @type {Ask} */
let ask;
let rest = "";

/** Lets the table on this page be played. @param {HTMLElement} table @param {Ask} asked */
export function attend(table, asked) {
  main = table;
  ask = asked;
  state.stamp = state.drawn = main.dataset.stamp ?? "";
  document.addEventListener("submit", submitted);
  document.addEventListener("click", clicked);
  document.addEventListener("keydown", pressed);
  part("story").scrollTop = part("story").scrollHeight;
}

/** @param {string} id @returns {HTMLElement} */
export function part(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`the page has no ${id}`);
  return found;
}

/** The element that is drawn for a spot. @param {string} spot @returns {Element | null} */
function spotted(spot) {
  return spot ? document.querySelector(`[data-spot="${CSS.escape(spot)}"]`) : null;
}

// ---------------------------------------------------------------------------------------------- what the server sends

/** Whether an answer shows the table as it stood before what is on the page. @param {string} other @returns {boolean} */
function older(other) {
  const [epoch, moves] = other.split(".");
  const [shownEpoch, shownMoves] = state.drawn.split(".");
  return epoch === shownEpoch && Number(moves) < Number(shownMoves);
}

/** Does what an update says; what others did meanwhile stays. @param {Update} update */
export function apply(update) {
  if (update.go) {
    location.assign(update.go);
    return;
  }
  const at = update.stamp ?? update.drawn;
  const late = at ? older(at) : false;
  if (at && !late) state.drawn = at;
  const starts = (update.moved ?? []).map(([card, start]) => spotted(start)?.getBoundingClientRect());
  for (const [id, html] of Object.entries(update.parts ?? {})) if (!late || id === "story") place(id, html);
  if (update.lines?.length) {
    part("story").insertAdjacentHTML("beforeend", update.lines.join(""));
    part("story").scrollTop = part("story").scrollHeight;
  }
  if (!still.matches) (update.moved ?? []).forEach((way, at) => fly(way, starts[at]));
  if (update.notice !== undefined) tell(update.notice);
  announce(update.say ?? []);
  if (update.stamp) state.stamp = update.stamp;
  if (update.turn !== undefined) {
    const title = main.dataset.title ?? "";
    document.title = update.turn ? `● ${title}` : title;
  }
}

/** Puts a part of the page in place, and leaves open what was open, and the focus where it was. @param {string} id @param {string} html */
function place(id, html) {
  if (shown[id] === html) return;
  shown[id] = html;
  const old = part(id);
  const open = [...old.querySelectorAll("details[open][id]")].map((each) => each.id);
  const focus = old.contains(document.activeElement) ? mark(document.activeElement) : "";
  const scrolled = old.scrollTop;
  const frames = [...old.querySelectorAll(FRAMES)].map((each) => [each.scrollLeft, each.scrollTop]);
  old.outerHTML = html;
  const made = part(id);
  for (const name of open) document.getElementById(name)?.setAttribute("open", "");
  made.scrollTop = id === "story" ? made.scrollHeight : scrolled;
  made.querySelectorAll(FRAMES).forEach((each, at) => each.scrollTo(frames[at]?.[0] ?? 0, frames[at]?.[1] ?? 0));
  if (focus) refocus(made, focus);
}

/** By which an element is found again in a part that was drawn anew. @param {Element | null} element @returns {string} */
function mark(element) {
  if (element instanceof HTMLButtonElement && element.name) {
    return `button[name="${CSS.escape(element.name)}"][value="${CSS.escape(element.value)}"]`;
  }
  const pick = element?.getAttribute("data-pick");
  if (pick) {
    rest = pick;
    return `[data-pick="${CSS.escape(pick)}"]`;
  }
  const folded = element?.closest("details[id]");
  return folded && element?.matches("summary") ? `#${CSS.escape(folded.id)} > summary` : `[data-pick="${CSS.escape(rest)}"]`;
}

/** Puts the focus where it was in a part that was drawn anew, else on the first thing to choose, else on the part itself, so that
 * the next key goes on from there. @param {HTMLElement} made @param {string} where */
function refocus(made, where) {
  const again = made.querySelector(where) ?? made.querySelector(FIRST);
  if (!again) made.tabIndex = -1;
  /** @type {HTMLElement} */ (again ?? made).focus({ preventScroll: true });
}

/** Moves what has moved from where it was. @param {[string, string, string]} way @param {DOMRect | undefined} from */
function fly([id, , end], from) {
  const element = spotted(id) ?? spotted(end);
  if (!from || !element) return;
  const to = element.getBoundingClientRect();
  const [x, y] = [from.x + from.width / 2 - to.x - to.width / 2, from.y + from.height / 2 - to.y - to.height / 2];
  const svg = element instanceof SVGElement ? element.ownerSVGElement : null;
  const matrix = svg?.getScreenCTM();
  const [wide, high] = matrix ? [x / matrix.a, y / matrix.d] : [x, y];
  if (id || !svg) element.animate([{ transform: `translate(${wide}px, ${high}px)` }, { transform: "none" }], { duration: FLIGHT, easing: "ease-out" });
}

/** Says lines to a screen reader, also where they are those that were said last. @param {string[]} lines */
function announce(lines) {
  if (!lines.length) return;
  const said = part("said");
  said.textContent = "";
  requestAnimationFrame(() => { said.textContent = lines.join(". "); });
}

/** Shows a sentence above the table. @param {string} sentence */
export function tell(sentence) {
  const notice = part("notice");
  notice.textContent = "";
  if (sentence) requestAnimationFrame(() => { notice.textContent = sentence; });
}

// ---------------------------------------------------------------------------------------------- what people do

/** The question that is answered, with what was picked of it. @returns {URLSearchParams} */
export function question() {
  const form = document.querySelector("#ask form.options");
  return new URLSearchParams(form instanceof HTMLFormElement ? /** @type {any} */ (new FormData(form)) : {});
}

/** Sends something, and shows what comes of it; while it is on its way, nothing is sent there. @param {string} action @param {URLSearchParams} body */
export async function send(action, body) {
  if (under.has(action)) return;
  under.add(action);
  main.setAttribute("aria-busy", "true");
  const slow = setTimeout(() => main.classList.add("sending"), SLOW);
  const update = await ask(action, body);
  clearTimeout(slow);
  under.delete(action);
  if (!under.size) {
    main.classList.remove("sending");
    main.removeAttribute("aria-busy");
  }
  if (update) apply(update);
}

/** @param {SubmitEvent} event */
function submitted(event) {
  const form = event.target;
  if (!(form instanceof HTMLFormElement) || form.method !== "post") return;
  event.preventDefault();
  const button = event.submitter;
  const body = new URLSearchParams(/** @type {any} */ (new FormData(form)));
  if (button instanceof HTMLButtonElement && button.name) body.set(button.name, button.value);
  const action = form.getAttribute("action") ?? "";
  if (action === "hint") for (const pick of question().getAll("pick")) body.append("pick", pick);
  if (form.dataset.meanwhile) tell(form.dataset.meanwhile);
  void send(action, body);
}

/** @param {MouseEvent} event */
function clicked(event) {
  if (!(event.target instanceof Element) || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const link = event.target.closest("a.pick");
  if (link) {
    event.preventDefault();
    pick(link);
    return;
  }
  const spot = event.target.closest("#table .asking [data-spot]")?.getAttribute("data-spot");
  if (spot && !event.target.closest("a, button, summary")) {
    const body = question();
    body.set("spot", spot);
    void send("why", body);
  }
}

/** Picks what a link stands for, or puts it back; without one, all that was picked. @param {Element | null} link */
function pick(link) {
  const body = question();
  const spot = link?.getAttribute("data-pick");
  if (spot) body.set("spot", spot);
  else body.delete("pick");
  again(body);
}

/** Shows anew what was picked of the question. @param {URLSearchParams} body */
export function again(body) {
  delete shown.table;
  delete shown.ask;
  void send("choose", body);
}

/** Arrow keys go from one thing on offer to the nearest in their direction. @param {KeyboardEvent} event */
function pressed(event) {
  const link = document.activeElement;
  if (event.key === "Escape" && question().has("pick")) {
    event.preventDefault();
    pick(null);
    return;
  }
  /** @type {Record<string, [number, number]>} */
  const ways = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
  const way = ways[event.key];
  if (!way || !link?.closest("#table")?.contains(link) || !link.matches("a.pick")) return;
  const from = link.getBoundingClientRect();
  let best = null;
  let least = Infinity;
  for (const other of document.querySelectorAll("#table a.pick")) {
    const to = other.getBoundingClientRect();
    const [x, y] = [to.x + to.width / 2 - from.x - from.width / 2, to.y + to.height / 2 - from.y - from.height / 2];
    const along = x * way[0] + y * way[1];
    const aside = Math.abs(x * way[1]) + Math.abs(y * way[0]);
    if (other !== link && along > 1 && aside < 2 * along && along + 2 * aside < least) {
      least = along + 2 * aside;
      best = other;
    }
  }
  if (best) {
    event.preventDefault();
    /** @type {HTMLElement} */ (best).focus();
  }
}
