// Asks Python in a worker. A worker that does not answer in time is ended, and the next question starts another.

import { words } from "./words.js";

/** @typedef {{pyodide: string, python: string}} Where */

/** What Python says of something that it cannot do. */
export class Fault extends Error {
  /** @param {string} message @param {number} [line] the line of the rules at which it happened, 0: none */
  constructor(message, line = 0) {
    super(message);
    this.line = line;
  }
}

/** The worker was ended, as it did not answer in time. */
export class Stopped extends Fault {}

const START = 180_000;

/** Why this browser cannot run the workshop; empty where it can. @returns {string} */
export function lacking() {
  if (typeof WebAssembly !== "object") return words("no webassembly");
  if (typeof Worker !== "function") return words("no workers");
  return "";
}

export class Python {
  /** @type {Worker | null} */
  #worker = null;
  /** @type {Map<number, {done: (value: any) => void, failed: (fault: Error) => void, clock: number}>} */
  #waiting = new Map();
  #number = 0;
  /** @type {Promise<void> | null} */
  #ready = null;
  /** How long the start took, in milliseconds: of Pyodide alone, and in all. @type {{bare: number, whole: number} | null} */
  times = null;

  /** @param {Where} where @param {() => Promise<unknown>} [again] what is done first in every new worker */
  constructor(where, again) {
    this.where = where;
    this.again = again;
  }

  /** Starts the worker, if there is none. @returns {Promise<void>} */
  start() {
    this.#ready ??= this.#started();
    return this.#ready;
  }

  /** @returns {Promise<void>} */
  #started() {
    return new Promise((done, failed) => {
      let modules = false;
      const options = { get type() { modules = true; return /** @type {"module"} */ ("module"); } };
      const worker = new Worker(new URL("./worker.js", import.meta.url), options);
      const refuse = (/** @type {string} */ sentence) => {
        this.end(new Fault(sentence));
        failed(new Fault(sentence));
      };
      this.#worker = worker;
      if (!modules) {
        refuse(words("no modules"));
        return;
      }
      const clock = window.setTimeout(() => refuse(words("slow start")), START);
      worker.onerror = (event) => {
        clearTimeout(clock);
        refuse(words("no start", event.message || words("a file is missing")));
      };
      worker.onmessage = ({ data }) => {
        if (data.ready) {
          clearTimeout(clock);
          this.times = data;
          done();
        } else if (data.id === undefined) {
          clearTimeout(clock);
          refuse(words("no start", data.broken));
        } else this.#answered(data);
      };
      worker.postMessage({ start: this.where });
    });
  }

  /** @param {{id: number, answer?: string, broken?: string}} data */
  #answered({ id, answer, broken }) {
    const waiting = this.#waiting.get(id);
    if (!waiting) return;
    this.#waiting.delete(id);
    clearTimeout(waiting.clock);
    const found = answer === undefined ? { fault: words("broke off", broken) } : JSON.parse(answer);
    if ("fault" in found) waiting.failed(new Fault(found.fault, found.line));
    else waiting.done(found.value);
    if (answer === undefined) this.end(new Fault(found.fault));
  }

  /** Asks; fails with a `Fault`. @param {number} seconds @param {string} call @param {...unknown} given @returns {Promise<any>} */
  async ask(seconds, call, ...given) {
    const fresh = !this.#worker;
    await this.start();
    if (fresh && this.again) await this.again();
    return this.send(seconds, call, ...given);
  }

  /** The same in the worker that there is. @param {number} seconds @param {string} call @param {...unknown} given @returns {Promise<any>} */
  send(seconds, call, ...given) {
    const id = ++this.#number;
    return new Promise((done, failed) => {
      const stop = () => this.end(new Stopped(words("stopped", seconds)));
      this.#waiting.set(id, { done, failed, clock: window.setTimeout(stop, seconds * 1000) });
      this.#worker?.postMessage({ id, asked: JSON.stringify([call, ...given]) });
    });
  }

  /** Ends the worker; what waits for it fails. @param {Error} fault */
  end(fault = new Stopped("stopped")) {
    this.#worker?.terminate();
    this.#worker = null;
    this.#ready = null;
    const waiting = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const each of waiting) {
      clearTimeout(each.clock);
      each.failed(fault);
    }
  }
}
