"""The pages in real browsers: what everybody can see and do on them, by any means, whatever happens to the connection."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from attrs import evolve

import rulerun

from ..support.battery import FILES, smallest
from ..support.browsing import (
    CHROMIUM,
    DESK,
    PHONE,
    Device,
    Server,
    Visitors,
    act,
    asked,
    chromium,
    friends,
    play,
    press,
    seats,
    serving,
    settled,
    shows_end,
    shows_turn,
    sit,
)

for library in ("playwright", "starlette", "uvicorn", "sse_starlette", "segno"):
    pytest.importorskip(library, reason="needs the extras `web` and `browser`")
if CHROMIUM is None:
    pytest.skip("needs a Chromium", allow_module_level=True)

from playwright.sync_api import Browser, Page, Request, Route, expect  # noqa: E402

pytestmark = pytest.mark.slow

PROGRAMS = tuple(Path(rulerun.__file__).parent / "web" / "assets" / name for name in ("client.js", "table.js"))
MOST_LINES, MOST_BYTES = 700, 60_000
LEAST = 24
"""A thing to tap is at least so many pixels wide and high."""
NO_PROGRAMS = Device(DESK.width, DESK.height, runs_programs=False)
OFFLINE = "No connection"
THOUGHT = 120_000
"""So many milliseconds at most a bot takes for a hint, with all that it needs to get ready."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("site")) as server:
        yield server


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as browser:
        yield browser


@pytest.fixture
def visitors(browser: Browser, server: Server) -> Iterator[Visitors]:
    """People at the server; at the end no page has complained, or asked for anything from elsewhere."""
    visitors = Visitors(browser, server)
    yield visitors
    visitors.leave()
    assert not visitors.faults


# ------------------------------------------------------------------------------------------------ matches


@pytest.mark.parametrize(("game", "players"), [("why_first", 5), ("traxx", 2), ("change_horses", 3)])
def test_friends_play_a_whole_match_by_clicking_and_tapping(visitors: Visitors, game: str, players: int) -> None:
    pages = friends(visitors, game, players, short=True)
    play(pages, Random(1))
    for page in pages:
        shows_end(page)
    assert len({page.locator("#ask h2").inner_text() for page in pages}) == 1


@pytest.mark.parametrize("file", FILES)
def test_the_first_moves_of_a_game_are_made_on_its_page(visitors: Visitors, file: str) -> None:
    setting = next(each for each in smallest() if each.file == file)
    pages = friends(visitors, file, setting.players)
    given = play(pages, Random(3), most=3)
    assert given == 3 or pages[0].locator("#ask a[href=record]").count()


# ------------------------------------------------------------------------------------------------ the connection


def test_a_page_that_was_offline_says_so_and_then_shows_what_others_did(visitors: Visitors) -> None:
    one, two = friends(visitors, "tic_tac_toe", 2)
    two.context.set_offline(True)
    press(one, one.locator("#table a.pick").first)
    two.evaluate("dispatchEvent(new Event('online'))")  # it asks, and learns that there is no connection
    expect(two.locator("#notice")).to_contain_text(OFFLINE)
    two.context.set_offline(False)
    shows_turn(two)
    expect(two.locator("#notice")).to_have_text("")
    press(two, two.locator("#ask button[name=code]").first)
    shows_turn(one)
    visitors.forgive("ERR_INTERNET_DISCONNECTED")


def test_two_tabs_of_one_seat_show_the_same(visitors: Visitors) -> None:
    one, _ = friends(visitors, "chess", 2)
    tab = visitors.watched(one.context.new_page())
    tab.goto(one.url)
    press(one, one.locator("#table [data-pick$='/e2']"))
    press(tab, tab.locator("#table [data-pick$='/d2']"))
    press(tab, tab.locator("#table [data-pick$='/d4']"))
    for page in (tab, one):
        expect(page.locator("#ask")).to_contain_text("Waiting for Black")
        expect(page.locator("#story li").last).to_contain_text("d4")


def test_an_answer_that_arrives_late_does_not_put_the_table_back(visitors: Visitors) -> None:
    one, _ = friends(visitors, "chess", 2)
    held: list[Route] = []
    one.route("**/choose", lambda route: held.append(route))
    with one.expect_request("**/choose"):
        one.locator("#table [data-pick$='/e2']").click()
    answer = held[0].fetch()
    tab = visitors.watched(one.context.new_page())
    tab.goto(one.url)
    press(tab, tab.locator("#table [data-pick$='/d2']"))
    press(tab, tab.locator("#table [data-pick$='/d4']"))
    expect(one.locator("#ask")).to_contain_text("Waiting for Black")
    held[0].fulfill(response=answer)
    settled(one)
    expect(one.locator("#ask")).to_contain_text("Waiting for Black")


def test_what_was_picked_stays_picked_while_others_choose(visitors: Visitors) -> None:
    one, two = friends(visitors, "change_horses", 2)
    for at in range(2):
        press(one, one.locator("#ask a.button").nth(at))
    for at in range(4):
        press(two, two.locator("#ask a.button").nth(at))
    press(two, two.locator("#ask button[name=give]"))
    expect(one.locator("#people .person.asked")).to_have_count(1)
    settled(one)
    expect(one.locator("#ask [aria-pressed=true]")).to_have_count(2)
    expect(one.locator("#table .card.picked")).to_have_count(2)


def test_a_hint_is_thought_about_in_sight_and_then_drawn_on_the_table(visitors: Visitors) -> None:
    one = visitors.visitor()
    sit(one, visitors.server, "chess", seats(2) | {"hints": "yes"})
    shows_turn(one)
    held: list[Route] = []
    one.route("**/hint", lambda route: held.append(route))
    with one.expect_request("**/hint"):
        one.locator("form[action=hint] button").click()
    expect(one.locator("#notice")).to_have_text("The computer is thinking …")
    held[0].continue_()
    expect(one.locator("#notice")).to_contain_text("The computer would choose: move ", timeout=THOUGHT)
    expect(one.locator("#table .space.hinted")).to_have_count(2)
    expect(one.locator("#table a[aria-label$=', Hint']").first).to_be_visible()
    expect(one.locator("#table g.hint polygon").last).to_be_visible()
    expect(one.locator("#notice")).not_to_contain_text("100 %")
    press(one, one.locator("#table [data-pick$='/e2']"))
    expect(one.locator("#table g.hint").last).to_be_visible()  # it stays while the piece is picked
    one.unroute("**/hint")
    press(one, one.locator("form[action=hint] button"))
    expect(one.locator("#notice")).to_contain_text("How the computer judges these: move e2 ", timeout=THOUGHT)
    press(one, one.locator("#table [data-pick$='/e4']"))
    expect(one.locator("#table .hinted, #table g.hint")).to_have_count(0)


def test_a_page_shows_that_a_bot_thinks(visitors: Visitors) -> None:
    one = visitors.visitor()
    sit(one, visitors.server, "tic_tac_toe", {"players": "2", "seat-1": "me", "seat-2": "good", "language": "it"})
    shows_turn(one)
    one.evaluate(
        """new MutationObserver(() => {
          const sign = document.querySelector("#ask .thinking");
          if (sign) document.body.dataset.thought = sign.textContent;
        }).observe(document.body, { childList: true, subtree: true })"""
    )
    press(one, one.locator("#ask button[name=code]").first)
    shows_turn(one)
    expect(one.locator("body")).to_have_attribute("data-thought", "O sta pensando …")


def test_a_server_that_ends_while_all_decide_together_loses_no_choice(browser: Browser, tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        visitors = Visitors(browser, server)
        one, two = friends(visitors, "why_first", 2, short=True)
        for _ in range(2):
            act(one, Random(1))
        expect(one.locator("#ask")).to_contain_text("Waiting for Ben")
        act(two, Random(1))
        server.kill()
        for page in (one, two):
            expect(page.locator("#notice")).to_contain_text(OFFLINE)
        server.start()
        for page in (one, two):
            expect(page.locator("#notice")).to_have_text("", timeout=20_000)
        assert asked(one) == [1]
        play([one, two], Random(1))
        for page in (one, two):
            shows_end(page)
        visitors.leave()


# ------------------------------------------------------------------------------------------------ keys alone, forms alone


def goes_to(page: Page, selector: str, key: str = "Tab") -> None:
    """Presses a key until something of that kind has the focus."""
    for _ in range(60):
        if page.evaluate("what => document.activeElement.matches(what)", selector):
            return
        page.keyboard.press(key)
    raise AssertionError(f"no key leads to {selector}")


def walks_to(page: Page, spot: str) -> None:
    """Goes by arrows from space to space."""
    goes_to(page, "#table a.pick")
    for _ in range(9):
        here = str(page.evaluate("document.activeElement.dataset.pick"))[-2:]
        if here == spot:
            return
        aside, along = ord(spot[0]) - ord(here[0]), ord(spot[1]) - ord(here[1])
        page.keyboard.press(("ArrowRight" if aside > 0 else "ArrowLeft") if aside else "ArrowUp" if along > 0 else "ArrowDown")
    raise AssertionError(f"no arrows lead to {spot}")


def test_a_match_is_set_and_played_by_keys_alone(visitors: Visitors) -> None:
    one = visitors.visitor()
    one.goto(f"{visitors.server.address}/new/tic_tac_toe")
    goes_to(one, "button.main")
    one.keyboard.press("Enter")
    link = one.locator("input.link").nth(3).input_value()
    goes_to(one, "a.button.main")
    one.keyboard.press("Enter")
    two = visitors.visitor()
    two.goto(link)
    for page, spot in ((one, "b2"), (two, "a2"), (one, "b3"), (two, "c3"), (one, "b1")):
        shows_turn(page)
        walks_to(page, spot)
        page.keyboard.press("Enter")
        settled(page)
        assert page.evaluate("document.activeElement.closest('#table') !== null")
    shows_end(two)
    assert "X wins" in two.locator("#ask h2").inner_text()


def test_cards_are_picked_and_put_back_by_keys_and_the_focus_stays(visitors: Visitors) -> None:
    one, _ = friends(visitors, "change_horses", 2)
    goes_to(one, "#ask a.button")
    for _ in range(2):
        one.keyboard.press("Enter")
        settled(one)
        assert one.evaluate("document.activeElement.matches('#ask a.button[aria-pressed]')")
    expect(one.locator("#ask [aria-pressed=true]")).to_have_count(0)
    one.keyboard.press("Enter")
    settled(one)
    one.keyboard.press("Escape")
    settled(one)
    expect(one.locator("#ask [aria-pressed=true]")).to_have_count(0)
    assert one.evaluate("document.activeElement.matches('#ask a.button[aria-pressed]')")


def test_moves_are_made_without_a_program_in_the_page(visitors: Visitors) -> None:
    one, two = friends(visitors, "chess", 2, host=NO_PROGRAMS, others=NO_PROGRAMS)
    one.click("#table [data-pick$='/e2']")
    one.click("#table [data-pick$='/e4']")
    one.click("#ask button[name=code]")
    expect(one.locator("#ask")).to_contain_text("Waiting for Black")
    two.goto(two.url)
    two.click("#ask details summary >> nth=0")
    two.click("#ask details[open] button >> nth=0")
    one.click("#ask noscript a, #ask a:has-text('Look again')")
    expect(one.locator("#ask")).to_contain_text("Your turn")


def test_several_cards_are_picked_without_a_program_in_the_page(visitors: Visitors) -> None:
    one, two = friends(visitors, "change_horses", 2, host=NO_PROGRAMS, others=NO_PROGRAMS)
    for page in (one, two):
        for at in range(4):
            page.click(f"#table .own a.pick >> nth={at}" if at % 2 else f"#ask a.button >> nth={at}")
        page.click("#ask button[name=give]")
    one.goto(one.url)
    assert one.locator("#table .zone", has_text="open cards Anne").locator(".card").count() == 4


# ------------------------------------------------------------------------------------------------ what every page keeps


def all_pages(visitors: Visitors, device: Device) -> Iterator[tuple[str, Page]]:
    """One page after another of those that there are, each with its name."""
    home = visitors.server.address
    page, friend = visitors.visitor(device), visitors.visitor(device)
    for where in ("/", "/new/traxx", "/rules/traxx", "/nowhere"):
        page.goto(home + where)
        yield where, page
    visitors.forgive("404")
    for game in ("why_first", "change_horses", "traxx"):
        links = sit(page, visitors.server, game, seats(2))
        yield game, page
    friend.goto(links[0])
    yield "join", friend
    friend.goto(links[1])
    yield "watch", friend
    page.goto(page.url + "rules")
    yield "rules", page
    page.goto(page.url.partition("/seat/")[0] + "/host")
    yield "host", page


SMALL = """
least => [...document.querySelectorAll("a, button, summary, select, input:not([type=hidden])")].filter(each => {
  const box = each.getBoundingClientRect();
  return box.width && !each.closest(".board, .games, p") && (box.width < least || box.height < least);
}).map(each => each.outerHTML.slice(0, 120))
"""
"""What is too small to be tapped, but for links within a sentence, games, of which the whole card is a link, and boards."""
ENLARGED = Device(DESK.width // 2, DESK.height // 2)
"""A desk where the page is shown twice as large."""


@pytest.mark.parametrize(
    ("device", "rules"),
    [(PHONE, None), (evolve(PHONE, scheme="dark"), ["color-contrast"]), (ENLARGED, ["scrollable-region-focusable"])],
    ids=["phone", "dark", "enlarged"],
)
def test_every_page_can_be_read_and_tapped_by_all(visitors: Visitors, device: Device, rules: list[str] | None) -> None:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="needs the extra `browser`").Axe()
    for name, page in all_pages(visitors, device):
        found = axe.run(page, options={"runOnly": rules} if rules else None).response["violations"]
        assert not found, (name, [(each["id"], [node["html"] for node in each["nodes"]]) for each in found])
        assert not page.evaluate(SMALL, LEAST), name
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), name


@pytest.mark.parametrize("where", ["/", "/new/why_first", "traxx"])
def test_a_first_page_is_small(visitors: Visitors, where: str) -> None:
    page, fetched = visitors.visitor(PHONE), list[Request]()
    if where == "traxx":
        at_table = friends(visitors, where, 2)[0]
        for each in at_table.context.cookies():
            page.context.add_cookies(
                [{"name": each["name"], "value": each["value"], "domain": each["domain"], "path": each["path"]}]
            )
        where = at_table.url.removeprefix(visitors.server.address)
    page.on("request", lambda request: fetched.append(request))
    page.goto(visitors.server.address + where)
    sizes = [each.sizes() for each in fetched if "/events" not in each.url]
    assert 1000 < sum(each["responseBodySize"] + each["responseHeadersSize"] for each in sizes) < MOST_BYTES


def test_the_table_stays_in_sight_on_a_phone(visitors: Visitors) -> None:
    for game in ("hex", "chess", "traxx", "change_horses"):
        page = visitors.visitor(PHONE)
        sit(page, visitors.server, game, seats(2))
        box = page.locator("#ask").bounding_box()
        assert box is not None
        assert box["y"] >= 0.45 * PHONE.height, game


# ------------------------------------------------------------------------------------------------ the program of the page


def test_the_program_of_the_page_is_short() -> None:
    assert sum(len(each.read_text(encoding="utf-8").splitlines()) for each in PROGRAMS) <= MOST_LINES


def test_the_program_of_the_page_has_sound_types() -> None:
    checker = shutil.which("tsc")
    if checker is None:
        pytest.skip("needs TypeScript's `tsc`")
    options = ["--noEmit", "--allowJs", "--checkJs", "--strict", "--target", "es2022", "--lib", "es2022,dom,dom.iterable"]
    done = subprocess.run([checker, *options, *map(str, PROGRAMS)], capture_output=True, text=True, check=False)
    assert not done.returncode, done.stdout
