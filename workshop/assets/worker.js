// Python in a worker of its own: it does what the page asks, one thing after the other.

/** @type {((asked: string) => string) | null} */
let answer = null;

/** Starts Python. @param {{pyodide: string, python: string}} where */
async function start({ pyodide, python }) {
  const begun = performance.now();
  const archive = fetch(python).then((found) => {
    if (!found.ok) throw new Error(`${python} cannot be fetched`);
    return new Response(found.body?.pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
  });
  const { loadPyodide } = await import(`${pyodide}pyodide.mjs`);
  const py = await loadPyodide({ indexURL: pyodide });
  const bare = performance.now() - begun;
  py.unpackArchive(new Uint8Array(await archive), "zip", { extractDir: "/packages" });
  answer = py.runPython(`
import gc, sys
gc.disable()
sys.path.insert(0, "/packages")
from functools import partial
from pathlib import Path
from rulerun.workshop.methods import take
take(Path("/packages/methods"))
from rulerun.workshop.desk import Desk, answered
gc.freeze()
gc.set_threshold(50_000)
gc.enable()
partial(answered, Desk())`);
  postMessage({ ready: true, bare, whole: performance.now() - begun });
}

onmessage = async ({ data }) => {
  try {
    if (data.start) await start(data.start);
    else if (answer) postMessage({ id: data.id, answer: answer(data.asked) });
  } catch (fault) {
    postMessage({ id: data.id, broken: String(fault instanceof Error ? fault.message : fault).split("\n").filter(Boolean).pop() });
  }
};
