"""The workshop in Chromium: its start, its diagnostics, and how long a bot's first choice takes after an edit.

    python benchmarks/tab.py LIBRARIES [--edits N]

LIBRARIES is a folder in which npm has installed the libraries of the site, which is written anew. All times are processor seconds
of all processes of the browser, so that other work on the machine counts little. A bare start is that of Pyodide as npm has it.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory

from playwright.sync_api import Browser, Page

from rulerun.dsl.text.files import BUNDLED
from rulerun.tests.support.browsing import chromium
from rulerun.tests.support.static_site import served
from rulerun.workshop.publish import publish

GAMES = ("traxx", "change_horses", "guildhall")
"""The largest rulesets, in one sense or another."""
PATIENCE = 300_000
WORD = re.compile(r"[^\W\d_]{3,}")
BARE = """address => new Promise((done, failed) => {
    const text = `import { loadPyodide } from "${address}/node_modules/pyodide/pyodide.mjs";
        await loadPyodide({ indexURL: "${address}/node_modules/pyodide/" });
        postMessage("ready");`;
    const worker = new Worker(URL.createObjectURL(new Blob([text], { type: "text/javascript" })), { type: "module" });
    worker.onmessage = () => { worker.terminate(); done(); };
    worker.onerror = (event) => failed(new Error(event.message));
})"""
DESK = """async () => {
    const { Python } = await import("./assets/python.js");
    const { pyodide, python } = document.getElementById("workshop").dataset;
    window.desk = new Python({ pyodide: new URL(pyodide, location.href).href, python: new URL(python, location.href).href });
    await window.desk.start();
}"""
ASK = "async ([call, ...given]) => await window.desk.ask(120, call, ...given)"


class Clock:
    """The processor seconds of all processes of a browser."""

    def __init__(self, browser: Browser) -> None:
        self._session = browser.new_browser_cdp_session()

    def now(self) -> float:
        """The seconds up to now."""
        return float(sum(each["cpuTime"] for each in self._session.send("SystemInfo.getProcessInfo")["processInfo"]))

    def taken(self, work: Callable[[], object]) -> float:
        """The seconds that this takes."""
        before = self.now()
        work()
        return self.now() - before


def ready(page: Page, address: str) -> None:
    """Opens the page and waits until the table is set."""
    page.goto(address)
    page.wait_for_selector("#workshop[data-playing=yes]", timeout=PATIENCE)


def starts(browser: Browser, clock: Clock, site: str, libraries: str) -> None:
    """Prints what a warm start takes, and a bare one of Pyodide."""
    context = browser.new_context()
    page = context.new_page()
    for name in ("tic_tac_toe", "change_horses"):
        address = f"{site}/workshop.html?start#edit={name}"
        ready(page, address)
        whole, bare = list[float](), list[float]()
        for _ in range(3):
            page.goto(f"{libraries}/empty.html")
            bare.append(clock.taken(lambda: page.evaluate(BARE, libraries)))
            page.goto("about:blank")
            whole.append(clock.taken(lambda address=address: ready(page, address)))  # type: ignore[misc]
        print(f"start with {name}: {min(whole):.2f} s, a bare start of Pyodide: {min(bare):.2f} s", flush=True)
    context.close()


def diagnostics(browser: Browser, clock: Clock, site: str, edits: int) -> None:
    """Prints what it takes until diagnostics are there after a letter of a word was changed, and after one in a comment."""
    context = browser.new_context()
    page = context.new_page()
    page.goto(f"{site}/workshop.html?desk#new")
    page.evaluate(DESK)
    for name in GAMES:
        text = (BUNDLED / f"{name}.yaml").read_text(encoding="utf-8")
        page.evaluate(ASK, ["open_text", f"{name}.yaml", text])
        for number in range(3):  # as if somebody had written for a while
            page.evaluate(ASK, ["change", f"{text}\n# {number}"])
        rng, times = Random(5), dict[str, list[float]]()
        words = [each for each in WORD.finditer(text) if "#" not in text[text.rfind("\n", 0, each.start()) + 1 : each.start()]]
        for number in range(edits):
            word, letter = rng.choice(words), rng.choice("abcxyz")
            at = rng.randrange(word.start(), word.end())
            sound = number % 2
            edited = f"{text}\n# {letter * number}" if sound else text[:at] + letter + text[at + 1 :]
            kind = "a comment" if sound else "a letter"
            asked = ["change", edited]
            times.setdefault(kind, []).append(clock.taken(lambda asked=asked: page.evaluate(ASK, asked)))  # type: ignore[misc]
        for kind, found in times.items():
            worst = sorted(found)[int(len(found) * 0.95)]
            print(f"diagnostics of {name} after {kind}: {1000 * median(found):.0f} ms, 95%: {1000 * worst:.0f} ms", flush=True)
    context.close()


def first_choice(browser: Browser, clock: Clock, site: str) -> None:
    """Prints what it takes from an edit of TRÄXX until the match goes on by the new rules, and a bot's first choice by them."""
    context = browser.new_context()
    page = context.new_page()
    ready(page, f"{site}/workshop.html?choice#edit=traxx")

    def chosen() -> None:
        before = page.locator("#story li").count()
        page.locator("#ask button[name=code]").last.click()
        page.locator("#story li").nth(before + 1).wait_for(state="attached", timeout=PATIENCE)

    def edited(title: str) -> None:
        page.locator("#editor .cm-line", has_text="title:").click()
        page.keyboard.press("End")
        page.keyboard.press("Shift+Home")
        page.keyboard.insert_text(f"title: {title}")
        page.locator("#title", has_text=title).wait_for(timeout=PATIENCE)

    chosen()
    sums = []
    for title in ("Erste", "Zweite", "Dritte"):
        page.wait_for_selector("#ask.turn", timeout=PATIENCE)
        rules = clock.taken(lambda title=title: edited(title))  # type: ignore[misc]
        choice = clock.taken(chosen)
        sums.append(rules + choice)
        print(f"edit of traxx: {rules:.2f} s until the match goes on, {choice:.2f} s for a bot's first choice", flush=True)
    print(f"from an edit to a bot's first choice: {min(sums):.2f} s")
    context.close()


def main() -> None:
    """Measures, and prints a line for each figure."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("libraries", type=Path)
    parser.add_argument("--edits", type=int, default=40, help="how many edits of each ruleset")
    parser.add_argument("--site", type=Path, help="a site that was written before")
    arguments = parser.parse_args()
    with TemporaryDirectory() as place, chromium() as browser:
        folder = arguments.site or Path(place) / "site"
        if arguments.site is None:
            publish(folder, arguments.libraries)
        clock = Clock(browser)
        with served(folder) as site, served(arguments.libraries) as libraries:
            starts(browser, clock, site.address, libraries.address)
            first_choice(browser, clock, site.address)
            diagnostics(browser, clock, site.address, arguments.edits)


if __name__ == "__main__":
    main()
