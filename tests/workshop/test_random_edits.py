"""Random edits in the editor of the workshop: after each the page lives, its worker answers, and it says how things stand.

`python -m tests.workshop.test_random_edits FOLDER EDITS SEED GAME` makes so many, with the libraries that npm has put in FOLDER.
"""

from __future__ import annotations

import sys
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import pytest

from ..support.browsing import CHROMIUM, Visitors, chromium
from ..support.static_site import LIBRARIES, served
from ..tools.test_edits import edited

pytest.importorskip("playwright", reason="needs the extra `browser`")

from playwright.sync_api import Page, expect

from rulerun.workshop.publish import publish

pytestmark = pytest.mark.slow

PATIENCE = 180_000
"""So many milliseconds the page may take to answer, where other work is done beside."""
ODD = "äß∞🂡\u200b\u202e\u0007\x7f\ufeff\r\t{}[]|>&*!%@`'\"\\"
WRITE = """async text => {
    const { EditorView } = await import("@codemirror/view");
    const view = EditorView.findFromDOM(document.querySelector(".cm-editor"));
    const old = view.state.doc.toString();
    let same = 0;
    while (same < Math.min(old.length, text.length) && old[same] === text[same]) same++;
    let rest = 0;
    while (rest < Math.min(old.length, text.length) - same && old.at(-1 - rest) === text.at(-1 - rest)) rest++;
    const changes = {from: same, to: old.length - rest, insert: text.slice(same, text.length - rest)};
    view.dispatch({changes, selection: {anchor: same}, userEvent: "input.type"});
}"""
READ = """async () => {
    const { EditorView } = await import("@codemirror/view");
    return EditorView.findFromDOM(document.querySelector(".cm-editor")).state.doc.toString();
}"""


def edit(page: Page, rng: Random, sound: str) -> str:
    """Makes an edit: by hand, by a key, or that of another text; tells which."""
    text = str(page.evaluate(READ))
    match rng.randrange(12):
        case 0:
            page.keyboard.press("Control+z")
            return "undone"
        case 1:
            page.keyboard.press("Control+y")
            return "done again"
        case 2:
            page.keyboard.press(rng.choice(["Tab", "Shift+Tab", "Enter", "Backspace", "Alt+Shift+f", "Control+Space", "Escape"]))
            return "a key"
        case 3:
            page.keyboard.insert_text(rng.choice(ODD) * rng.randint(1, 3))
            return "odd characters"
        case 4:
            page.keyboard.type("".join(rng.choice("abc :-[]") for _ in range(6)))
            return "typed"
        case 5:
            page.evaluate(WRITE, sound)
            return "as it was"
        case _:
            page.evaluate(WRITE, edited(text or sound, rng))
            return "edited"


def lives(page: Page) -> str:
    """What is wrong with the page once it has looked at its text; "" for nothing."""
    expect(page.locator("#findings")).to_have_attribute("aria-busy", "false", timeout=PATIENCE)
    status = page.locator("#status").inner_text()
    if any(part in status for part in ("went wrong", "should not happen", "broke off", "cannot be started")):
        return status
    errors, findings = page.locator("#workshop").get_attribute("data-errors"), page.locator("#findings li").count()
    said = page.locator("#notice").inner_text() + page.locator("#ask").inner_text() + page.locator("#table").inner_text()
    if errors is None or (errors == "0") != (page.locator("#findings li.error").count() == 0):
        return f"{errors} errors are counted, and {findings} findings shown"
    return "" if said.strip() else "neither the table nor the notice says anything"


def broken_by(visitors: Visitors, game: str, edits: int, seed: int) -> str:
    """Makes random edits of a game; which of them broke the page, and how ("": none)."""
    page, rng = visitors.visitor(), Random(seed)
    page.goto(f"{visitors.server.address}/workshop.html#edit={game}")
    expect(page.locator("#workshop")).to_have_attribute("data-ready", "yes", timeout=PATIENCE)
    page.locator("#editor .cm-content").click()
    sound = str(page.evaluate(READ))
    for number in range(edits):
        done = [edit(page, rng, sound) for _ in range(rng.choice((1, 1, 1, 3)))]
        wrong = lives(page) or "".join(visitors.faults)
        if wrong:
            return f"edit {number} ({', '.join(done)}): {wrong}\n{page.evaluate(READ)}"
        if number % 50 == 49:
            print(f"{number + 1} edits of {game}", flush=True)
    return ""


def tried(folder: Path, game: str, edits: int, seed: int) -> str:
    """The same on a site that is written for it."""
    with TemporaryDirectory() as place, chromium() as browser:
        publish(Path(place) / "site", folder)
        with served(Path(place) / "site") as site:
            visitors = Visitors(browser, site)
            try:
                return broken_by(visitors, game, edits, seed)
            finally:
                visitors.leave()


@pytest.mark.skipif(CHROMIUM is None, reason="needs a Chromium")
@pytest.mark.skipif(not LIBRARIES, reason="needs WORKSHOP_LIBRARIES, a folder in which npm has installed Pyodide and CodeMirror")
@pytest.mark.parametrize(("game", "edits"), [("pig", 30)])
def test_no_edit_breaks_the_page(game: str, edits: int) -> None:
    assert not tried(Path(LIBRARIES), game, edits, 1)


if __name__ == "__main__":
    found = tried(Path(sys.argv[1]), sys.argv[4], int(sys.argv[2]), int(sys.argv[3]))
    print(found or "no edit broke the page")
    sys.exit(bool(found))
