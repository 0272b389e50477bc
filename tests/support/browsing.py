"""A real server in a process of its own, and real browsers for it."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Literal, Protocol

from attrs import define, field, frozen

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Locator, Page

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
"""The browser of this machine; None where it has none."""


@frozen
class Device:
    """What somebody looks at pages with."""

    width: int
    height: int
    touch: bool = False
    scheme: Literal["light", "dark"] = "light"
    runs_programs: bool = True


PHONE, DESK = Device(390, 844, touch=True), Device(1280, 860)
SHORTER = {
    "why_first": {"set-stages": "1", "set-rounds": "2"},
    "change_horses": {"set-track_length": "4"},
    "traxx": {"set-open_cards": "3"},
}
"""What makes matches of the three games short."""


@define
class Server:
    """`rulerun serve` with these games (none: all), its database in that folder."""

    folder: Path
    files: Sequence[Path] = ()
    address: str = ""
    _process: subprocess.Popen[str] | None = None

    def start(self) -> None:
        """Starts it, at the port that it had before if there was one."""
        port = self.address.rpartition(":")[2] or "0"
        start = [sys.executable, "-c", "from rulerun.cli.main import main; main()", "serve", *map(str, self.files)]
        options = ["--no-browser", "--port", port, "--database", str(self.folder / "matches.db"), "--workers", "1"]
        self._process = subprocess.Popen([*start, *options], stdout=subprocess.PIPE, text=True)
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        assert "http://" in line, line
        self.address = line.split()[0].rstrip("/")

    def kill(self) -> None:
        """Ends it at once, as a power cut would."""
        if self._process is not None:
            self._process.kill()
            self._process.communicate()


@contextmanager
def serving(folder: Path, *files: Path) -> Iterator[Server]:
    """A server that runs as long as this lasts."""
    server = Server(folder, files)
    try:
        server.start()
        yield server
    finally:
        server.kill()


@contextmanager
def chromium() -> Iterator[Browser]:
    """A browser without windows. No event loop of another library may run in the same thread meanwhile."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield browser
        browser.close()


class Addressed(Protocol):
    """What has pages."""

    @property
    def address(self) -> str:
        """Where they are."""
        ...


@define
class Visitors:
    """People at a server, each in a browser of their own; *faults* is what their browsers complained of."""

    browser: Browser
    server: Addressed
    faults: list[str] = field(factory=list)
    _open: list[BrowserContext] = field(factory=list)

    def visitor(self, device: Device = DESK) -> Page:
        """A page of somebody new; nothing moves on it, so that no click waits for that."""
        context = self.browser.new_context(
            viewport={"width": device.width, "height": device.height},
            has_touch=device.touch,
            color_scheme=device.scheme,
            java_script_enabled=device.runs_programs,
            reduced_motion="reduce",
        )
        context.set_default_timeout(60_000)
        self._open.append(context)
        return self.watched(context.new_page())

    def watched(self, page: Page) -> Page:
        """The page, whose complaints and requests to other hosts are noted."""
        page.on("console", lambda told: self.faults.append(told.text) if told.type in ("error", "warning") else None)
        page.on("pageerror", lambda error: self.faults.append(str(error)))
        page.on("request", lambda each: None if each.url.startswith(self.server.address) else self.faults.append(each.url))
        return page

    def forgive(self, part: str) -> None:
        """Takes complaints with that in them for what was to come."""
        self.faults[:] = [each for each in self.faults if part not in each]

    def leave(self) -> None:
        """Closes all their browsers."""
        for context in self._open:
            context.close()
        self._open.clear()


def sit(page: Page, server: Addressed, game: str, form: Mapping[str, str]) -> list[str]:
    """Sets a table by the form of a game and takes the host's seat; the links of the host's page to join, to watch, of seats."""
    page.goto(f"{server.address}/new/{game}?players={form['players']}")
    for name, value in form.items():
        box = page.locator(f"form.set-up [name='{name}']")
        if name == "players":
            continue
        if box.evaluate("each => each.tagName") == "SELECT":
            box.select_option(value)
        elif box.get_attribute("type") == "checkbox":
            box.set_checked(value == "yes")
        else:
            box.fill(value)
    page.click("form.set-up button.main")
    page.wait_for_selector("input.link")
    links = [str(each.input_value()) for each in page.locator("input.link").all()]
    page.click("a.button.main")
    return links


def seats(players: int) -> dict[str, str]:
    """The fields of a form by which the host sits first, and the other seats are open."""
    return {"players": str(players)} | {f"seat-{at}": "me" if at == 1 else "open" for at in range(1, players + 1)}


def friends(
    visitors: Visitors, game: str, players: int, *, short: bool = False, host: Device = DESK, others: Device = PHONE
) -> list[Page]:
    """A page for each seat of a new table, in browsers of their own; the match is made *short* where it can be."""
    pages = [visitors.visitor(host)]
    links = sit(pages[0], visitors.server, game, seats(players) | (SHORTER[game] if short else {}))
    for link in links[3:]:
        pages.append(visitors.visitor(others))
        pages[-1].goto(link)
    return pages


# ------------------------------------------------------------------------------------------------ playing


def settled(page: Page) -> None:
    """Returns when everything that the page sent was answered, and is shown."""
    page.wait_for_selector("main:not([aria-busy])")


def shows_turn(page: Page) -> None:
    """Returns when the page asks its seat something."""
    page.wait_for_selector("#ask.turn")


def shows_end(page: Page) -> None:
    """Returns when the page says who has won."""
    page.wait_for_selector("#ask a[href=record]")


def press(page: Page, button: Locator) -> None:
    """Taps where the page has a touch screen, clicks elsewhere; returns when what comes of it is shown."""
    for fold in reversed(button.locator("xpath=ancestor::details[not(@open)]").all()):
        fold.locator("summary").first.click()
    if page.evaluate("navigator.maxTouchPoints > 0"):
        button.evaluate("each => each.scrollIntoView({block: 'center'})")
        button.tap()
    else:
        button.click()
    settled(page)


def act(page: Page, draw: Random) -> None:
    """Answers the question on the page, or a part of it: now by pointing at the table, now by the list."""
    shows_turn(page)
    whole = page.locator("#ask button[name=give]")
    if whole.count() and (page.locator("#ask [aria-pressed=true]").count() or not page.locator("#ask a.button").count()):
        press(page, whole)
        return
    offered = page.locator("#table a.pick:not(.picked a)")
    if not offered.count() or draw.random() < 0.3:
        offered = page.locator("#ask button[name=code], #ask a.button[aria-pressed=false]")
    press(page, offered.nth(draw.randrange(offered.count())))


def asked(page: Page) -> list[int]:
    """The seats that choose, counted from 0, as the page has it."""
    found = page.locator("#people .person").evaluate_all("all => all.map(each => each.classList.contains('asked'))")
    return [seat for seat, so in enumerate(found) if so]


def play(pages: Sequence[Page], draw: Random, most: int = 1000) -> int:
    """Plays with a page for each seat until the match is over or *most* parts of answers were given; returns how many were."""
    page = pages[0]
    for given in range(most):
        seats = asked(page)
        if not seats:
            return given
        page = pages[draw.choice(seats)]
        act(page, draw)
    return most
