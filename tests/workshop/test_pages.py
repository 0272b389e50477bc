"""The workshop in a real browser: a game written from nothing, mended, played, counted, shared, and opened offline."""

from __future__ import annotations

import gzip
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from ..support.browsing import CHROMIUM, DESK, PHONE, Device, Visitors, chromium
from ..support.static_site import LIBRARIES, Site, served
from .test_links import written

pytest.importorskip("playwright", reason="needs the extra `browser`")
if CHROMIUM is None:
    pytest.skip("needs a Chromium", allow_module_level=True)
if not LIBRARIES:
    pytest.skip("needs WORKSHOP_LIBRARIES, a folder in which npm has installed Pyodide and CodeMirror", allow_module_level=True)

from playwright.sync_api import Browser, Page, Route, expect

from rulerun.workshop.libraries import PUBLIC, RUNTIME, addresses, contents
from rulerun.workshop.links import LARGEST
from rulerun.workshop.publish import PROGRAMS, PYTHON, publish

pytestmark = pytest.mark.slow

PATIENCE = 120_000
"""So many milliseconds Python may take to start, where other tests run beside."""
MOST_BYTES = 8_000_000
GAME = """ruleset: last_stone
title: Last Stone
players: 2

variables:
  stones: {starts as: 5, holds: 0..5}
  taker: {holds: player}

phases:
  game:
    - repeat 5 times:
        - for each player me:
            - me chooses n from 1..2 where n <= stonse
            - stones -= n
            - taker = me
            - if stones = 0:
                - end the game

outcome:
  winners: players p where taker = p
"""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    out = tmp_path_factory.mktemp("workshop") / "site"
    publish(out, Path(LIBRARIES))
    with served(out) as site:
        yield site


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as browser:
        yield browser


@pytest.fixture
def visitors(browser: Browser, site: Site) -> Iterator[Visitors]:
    """People at the site; at the end no page has complained, or asked for anything from elsewhere."""
    visitors = Visitors(browser, site)
    yield visitors
    visitors.leave()
    assert not visitors.faults


def opened(page: Page, address: str) -> Page:
    """The page of that address, once Python is there."""
    page.goto(address)
    expect(page.locator("#workshop")).to_have_attribute("data-ready", "yes", timeout=PATIENCE)
    return page


def write(page: Page, text: str) -> None:
    """Puts a text in place of what is in the editor."""
    page.locator("#editor .cm-content").click()
    page.keyboard.press("Control+a")
    page.keyboard.insert_text(text)


def play(page: Page) -> None:
    """Answers what a person is asked until the match is over."""
    draw = Random(1)
    over = page.locator("#ask a[href=record]")
    buttons = page.locator("#ask button[name=code]")
    for _ in range(30):
        expect(page.locator("#ask.turn").or_(over)).to_be_visible(timeout=PATIENCE)
        if over.count():
            return
        before = page.locator("#story li").count()
        buttons.nth(draw.randrange(buttons.count())).click()
        expect(page.locator("#story li").nth(before)).to_be_attached(timeout=PATIENCE)
    raise AssertionError("the match does not end")


@pytest.mark.parametrize("device", [DESK, PHONE], ids=["desk", "phone"])
def test_a_game_is_written_mended_played_counted_and_shared(visitors: Visitors, device: Device) -> None:
    page = opened(visitors.visitor(device), f"{visitors.server.address}/workshop.html#new")
    small = device is PHONE
    write(page, GAME)
    wrong = page.locator("#findings li", has_text="there is no name `stonse`")
    expect(wrong).to_be_visible(timeout=PATIENCE)
    wrong.locator("button", has_text="write `stones`").click()
    expect(page.locator("#findings li")).to_have_count(0, timeout=PATIENCE)
    if small:
        page.click("[data-view=side]")
    play(page)
    expect(page.locator("#ask h2")).to_contain_text("The match is over")
    page.click("#to-lab")
    page.click("#count")
    expect(page.locator("#figures th[scope=col]")).to_have_text("Now: 10,000 games", timeout=PATIENCE)
    expect(page.locator("#figures tr", has_text="Anne wins").locator("td")).to_have_text("56.2% (55.2 to 57.2)")
    page.click("#to-sharing")
    page.click("#link")
    expect(page.locator("#address")).not_to_have_value("", timeout=PATIENCE)
    friend = opened(visitors.visitor(device), page.locator("#address").input_value())
    expect(friend.locator("#title")).to_have_text("Last Stone")
    expect(friend.locator("#workshop")).to_have_attribute("data-offline", "yes", timeout=PATIENCE)
    friend.context.set_offline(True)
    friend.reload()
    expect(friend.locator("#workshop")).to_have_attribute("data-ready", "yes", timeout=PATIENCE)
    expect(friend.locator("#title")).to_have_text("Last Stone")


def test_after_an_edit_the_match_goes_on_and_both_rules_stand_side_by_side(visitors: Visitors) -> None:
    page = opened(visitors.visitor(), f"{visitors.server.address}/workshop.html#new")
    write(page, GAME.replace("stonse", "stones"))
    page.locator("#ask button[name=code]").first.click(timeout=PATIENCE)
    expect(page.locator("#story li").nth(1)).to_be_attached(timeout=PATIENCE)
    page.click("#to-lab")
    page.click("#count")
    expect(page.locator("#figures th[scope=col]")).to_have_text("Now: 10,000 games", timeout=PATIENCE)
    write(page, GAME.replace("stonse", "stones").replace("Last Stone", "First Stone").replace("1..2 ", "1..3 "))
    expect(page.locator("#title")).to_have_text("First Stone", timeout=PATIENCE)
    expect(page.locator("#story")).to_contain_text("Anne: n 1")
    page.click("#count")
    heads = ["Before: 10,000 games", "Now: 10,000 games"]
    expect(page.locator("#figures th[scope=col]")).to_have_text(heads, timeout=PATIENCE)


def test_a_finding_is_seen_below_a_long_text_and_examples_wait_for_sound_rules(visitors: Visitors) -> None:
    page = opened(visitors.visitor(), f"{visitors.server.address}/workshop.html#new")
    write(page, GAME + "\n# a line\n" * 100)
    finding = page.locator("#findings li", has_text="there is no name `stonse`")
    expect(finding).to_be_in_viewport(ratio=1, timeout=PATIENCE)
    page.click("#to-examples")
    expect(page.locator("#status.fault")).to_contain_text("are not sound yet", timeout=PATIENCE)
    expect(page.locator("#ticks li")).to_have_count(0)


def test_a_finding_leads_to_the_page_that_explains_it_and_an_advised_sentence_is_written_at_a_click(visitors: Visitors) -> None:
    page = opened(visitors.visitor(), f"{visitors.server.address}/workshop.html#new")
    write(page, GAME.replace("stonse", "stones").replace("for each player", "for every player"))
    wrong = page.locator("#findings li", has_text="`for every` cannot stand here")
    expect(wrong).to_be_visible(timeout=PATIENCE)
    with page.context.expect_page() as told:
        wrong.get_by_role("link").click()
    manual = visitors.watched(told.value)
    expect(manual.locator("h2#syntax")).to_be_in_viewport()
    expect(manual.locator("h1")).to_have_text("What the diagnostics mean")
    wrong.get_by_role("button", name="write `for each player me`").click()
    expect(page.locator("#findings li")).to_have_count(0, timeout=PATIENCE)
    expect(page.locator("#ask.turn")).to_be_visible(timeout=PATIENCE)


def test_a_fault_in_play_is_marked_at_its_line_until_that_is_mended(visitors: Visitors) -> None:
    page = opened(visitors.visitor(), f"{visitors.server.address}/workshop.html#new")
    faulty = GAME.replace("stonse", "stones").replace("for each player me:", "for each player me starting with taker:")
    write(page, faulty)
    fault = page.locator("#findings li", has_text="the rules fail here: `taker` is nothing here")
    expect(fault).to_contain_text("line 12", timeout=PATIENCE)
    expect(page.locator("#status.fault")).to_contain_text("`taker` is nothing here")
    write(page, faulty.replace("starting with taker", ""))
    expect(page.locator("#findings li")).to_have_count(0, timeout=PATIENCE)
    expect(page.locator("#ask.turn")).to_be_visible(timeout=PATIENCE)
    expect(page).to_have_title(re.compile("Last Stone · rulerun workshop"))


def test_an_editor_answers_while_all_variants_are_looked_at(visitors: Visitors) -> None:
    page = opened(visitors.visitor(), f"{visitors.server.address}/workshop.html#edit=pig")
    page.evaluate(
        """async () => {
          const { Python } = await import("./assets/python.js");
          const send = Python.prototype.send;
          Python.prototype.send = function (seconds, call, ...given) {
            const asked = send.call(this, seconds, call, ...given);
            asked.finally(() => { document.body.dataset.told = `${document.body.dataset.told ?? ""} ${call}`; });
            return asked;
          };
        }"""
    )
    page.locator("#editor .cm-content").click()
    page.keyboard.insert_text("# mine\n")
    expect(page.locator("body")).to_have_attribute("data-told", re.compile(r" examine\b.* learn\b"), timeout=PATIENCE)
    expect(page.locator("body")).not_to_have_attribute("data-told", re.compile(r" check\b"))


def test_the_words_that_may_stand_at_the_cursor_are_proposed(visitors: Visitors) -> None:
    page = opened(visitors.visitor(), f"{visitors.server.address}/workshop.html#new")
    write(page, GAME.partition("where n")[0])
    page.keyboard.type(" ")
    page.keyboard.press("Control+Space")
    proposed = page.locator(".cm-tooltip-autocomplete .cm-completionLabel")
    expect(proposed.filter(has_text="where")).to_have_count(1, timeout=PATIENCE)
    assert "shuffle THING" not in proposed.all_inner_texts()


def test_a_game_of_the_gallery_is_played_by_keys_alone(visitors: Visitors) -> None:
    page = visitors.visitor()
    page.goto(f"{visitors.server.address}/index.html")
    page.locator(".games a", has_text="Tic-tac-toe").first.focus()
    page.keyboard.press("Enter")
    expect(page.locator("#workshop")).to_have_attribute("data-ready", "yes", timeout=PATIENCE)
    page.locator("#table a.pick").first.focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    expect(page.locator("#story li").nth(1)).to_be_attached(timeout=PATIENCE)
    page.locator("[role=tab][aria-selected=true]").focus()
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    expect(page.locator("#page h1")).to_have_text("Tic-tac-toe", timeout=PATIENCE)


@pytest.mark.parametrize("game", ["crazy_eights", "connect_four"])
def test_bots_that_search_think_in_a_tab(visitors: Visitors, game: str) -> None:
    page = opened(visitors.visitor(), f"{visitors.server.address}/workshop.html#play={game}")
    before = page.locator("#people .person").nth(1)
    expect(before).to_contain_text("computer, good")
    page.locator("#ask button[name=code]").first.click()
    expect(page.locator("#ask.turn").or_(page.locator("#ask a[href=record]"))).to_be_visible(timeout=PATIENCE)
    name = before.locator("b").inner_text()
    expect(page.locator("#story li", has_text=f"{name}:").first).to_be_attached(timeout=PATIENCE)
    expect(page.locator("#status")).to_have_text("")


def test_a_hint_is_thought_about_in_sight_and_then_drawn_on_the_table(visitors: Visitors) -> None:
    page = opened(visitors.visitor(), f"{visitors.server.address}/workshop.html#play=connect_four")
    page.evaluate(
        """new MutationObserver(() => {
          document.body.dataset.told = (document.body.dataset.told ?? "") + document.querySelector("#notice").textContent + "|";
        }).observe(document.querySelector("#notice"), { childList: true, subtree: true })"""
    )
    page.locator("form[action=hint] button").click()
    expect(page.locator("#notice")).to_contain_text("would choose: column ", timeout=PATIENCE)
    expect(page.locator("body")).to_have_attribute("data-told", re.compile(r"^\|*The computer is thinking …\|"))
    expect(page.locator("#table .space.hinted").first).to_be_visible()
    page.locator("#ask button[name=code]").first.click()
    expect(page.locator("#table .space.hinted")).to_have_count(0)


@pytest.mark.parametrize(
    ("link", "sentence"),
    [
        ("#r=abc", "cut short or changed"),
        ("#r=" + "a" * 60_001, "this link is too long"),
        ("#play=no_such_game", "there is no game `no_such_game`"),
        ("#edit=%E0%A4%A", "cut short or changed"),
        ("#r=" + written(b'{"v": 2, "file": "x.yaml", "text": ""}'), "made by a newer workshop"),
        ("#r=" + written(b'{"v": 1}'), "holds no ruleset"),
        ("#r=" + written(b" " * (LARGEST + 1)), "unfolds to more than a ruleset may be"),
        ("#new=chess", "no game begins with `chess`"),
    ],
    ids=["cut", "long", "unknown", "broken", "newer", "empty", "unfolding", "no kind"],
)
def test_a_link_that_is_none_says_so(visitors: Visitors, link: str, sentence: str) -> None:
    page = visitors.visitor()
    page.goto(f"{visitors.server.address}/workshop.html{link}")
    expect(page.locator("#status.fault")).to_contain_text(sentence, timeout=PATIENCE)


SOUND = GAME.replace("stonse", "stones")
HUNGRY = SOUND.replace(
    "    - repeat 5 times:",
    """    - repeat 1000 times:
        - repeat 500 times:
            - stones = min(5, number of n in 1..5000 where n > 2)
    - repeat 5 times:""",
)


ENDLESS = SOUND.replace("    - repeat 5 times:", "    - repeat until stones < 0:\n        - taker = Anne\n    - repeat 5 times:")


def test_rules_that_never_ask_are_told_so(visitors: Visitors) -> None:
    page = opened(visitors.visitor(), f"{visitors.server.address}/workshop.html#new")
    write(page, ENDLESS)
    expect(page.locator("#status.fault")).to_contain_text("it was stopped after 1,000,000 passes", timeout=PATIENCE)


def test_rules_that_would_eat_the_tab_are_stopped_and_the_next_edit_plays(visitors: Visitors) -> None:
    page = opened(visitors.visitor(), f"{visitors.server.address}/workshop.html#new")
    write(page, HUNGRY)
    expect(page.locator("#status.fault")).to_contain_text("did not answer in 20 seconds and were stopped", timeout=PATIENCE)
    write(page, SOUND)
    expect(page.locator("#ask.turn")).to_be_visible(timeout=PATIENCE)
    expect(page.locator("#status")).to_have_text("")


@pytest.mark.parametrize(
    ("locale", "said"), [("it-IT", "Scrivi un gioco tuo"), ("es-AR", "Escribe un juego tuyo"), ("de", "Write a")]
)
def test_the_pages_speak_the_language_of_the_browser(browser: Browser, site: Site, locale: str, said: str) -> None:
    page = browser.new_context(locale=locale).new_page()
    page.goto(f"{site.address}/index.html")
    expect(page.locator("main > p").nth(1)).to_contain_text(said)
    expect(page.locator("html")).to_have_attribute("lang", locale[:2] if locale != "de" else "en")
    page.goto(f"{site.address}/workshop.html#r=abc")
    tab = {"it-IT": "Tavolo", "es-AR": "Mesa", "de": "Table"}[locale]
    expect(page.locator("#to-table-tab")).to_have_text(tab)
    page.context.close()


WITHOUT_WEBASSEMBLY = "delete globalThis.WebAssembly"
WITHOUT_MODULES = "globalThis.Worker = class { terminate() {} }"
WITHOUT_STORAGE = "Object.defineProperty(globalThis, 'localStorage', {get() { throw new DOMException('', 'SecurityError'); }})"
FULL_STORAGE = "Storage.prototype.setItem = () => { throw new DOMException('', 'QuotaExceededError'); }"


@pytest.mark.parametrize(
    ("before", "sentence"),
    [(WITHOUT_WEBASSEMBLY, "no WebAssembly"), (WITHOUT_MODULES, "no modules in workers")],
    ids=["WebAssembly", "modules"],
)
def test_a_browser_that_lacks_what_is_needed_is_told_so(visitors: Visitors, before: str, sentence: str) -> None:
    page = visitors.visitor()
    page.add_init_script(before)
    page.goto(f"{visitors.server.address}/workshop.html#new")
    expect(page.locator("#status.fault")).to_contain_text(sentence)


@pytest.mark.parametrize(
    ("before", "sentence"),
    [(WITHOUT_STORAGE, "does not let the page keep your text"), (FULL_STORAGE, "no room left to keep your text")],
    ids=["forbidden", "full"],
)
def test_a_text_that_cannot_be_kept_is_told(visitors: Visitors, before: str, sentence: str) -> None:
    page = visitors.visitor()
    page.add_init_script(before)
    opened(page, f"{visitors.server.address}/workshop.html#new")
    write(page, "# mine\n")
    expect(page.locator("#status.fault")).to_contain_text(sentence)


def test_a_text_that_was_not_saved_is_there_again(visitors: Visitors) -> None:
    page = opened(visitors.visitor(), f"{visitors.server.address}/workshop.html#new")
    write(page, GAME)
    page.reload()
    expect(page.locator("#editor .cm-content")).to_contain_text("last_stone", timeout=PATIENCE)
    page.click("#over")
    expect(page.locator("#editor .cm-content")).to_contain_text("My game")


def test_a_worker_that_does_not_answer_is_ended_and_the_next_question_starts_another(visitors: Visitors) -> None:
    page = opened(visitors.visitor(), f"{visitors.server.address}/workshop.html#new")
    told = page.evaluate(
        """async () => {
          const { Python } = await import("./assets/python.js");
          const { pyodide, python } = document.getElementById("workshop").dataset;
          const desk = new Python({ pyodide: new URL(pyodide, location.href).href, python: new URL(python, location.href).href });
          const first = await desk.ask(0.001, "open_game", "chess").catch((fault) => fault.message);
          return [first, (await desk.ask(60, "open_game", "pig")).file];
        }"""
    )
    assert "did not answer in 0.001 seconds and were stopped" in told[0]
    assert told[1] == "pig.yaml"


def test_the_first_paint_comes_before_python_and_little_is_fetched(visitors: Visitors, site: Site) -> None:
    page = visitors.visitor()
    held: list[Route] = []
    page.route(f"**/{PYTHON}", lambda route: held.append(route))
    page.goto(f"{site.address}/workshop.html#edit=traxx")
    expect(page.locator("#editor .cm-editor")).to_be_visible()
    expect(page.locator("[role=tab]").first).to_be_visible()
    expect(page.locator("#status")).to_have_text("Starting Python…")


def test_what_is_fetched_is_small_enough(tmp_path: Path) -> None:
    out = tmp_path / "site"
    publish(out, Path(LIBRARIES))
    folders = [*(out / "lib").rglob("*"), *(out / "assets").iterdir(), *(out / "manual").rglob("*")]
    fetched = [*folders, out / PYTHON, out / "workshop.html"]
    assert 4_000_000 < sum(len(gzip.compress(each.read_bytes())) for each in fetched if each.is_file()) < MOST_BYTES


@pytest.mark.parametrize("device", [DESK, PHONE, Device(DESK.width, DESK.height, scheme="dark")], ids=["desk", "phone", "dark"])
def test_every_page_can_be_read_by_everybody(visitors: Visitors, device: Device) -> None:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="needs the extra `browser`").Axe()
    page = visitors.visitor(device)

    def is_sound(name: str) -> None:
        found = axe.run(page).response["violations"]
        assert not found, (name, [(each["id"], [node["html"][:200] for node in each["nodes"]]) for each in found])
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), name

    for where in (
        "index.html",
        "rules/traxx.html",
        "manual/language.html",
        "manual/diagnostics.html",
        "manual/idioms/tricks.html",
    ):
        page.goto(f"{visitors.server.address}/{where}")
        is_sound(where)
    opened(page, f"{visitors.server.address}/workshop.html#edit=traxx")
    is_sound("editor")
    write(page, GAME)
    expect(page.locator("#findings li").first).to_be_visible(timeout=PATIENCE)
    is_sound("findings")
    opened(page, f"{visitors.server.address}/workshop.html?again#edit=tic_tac_toe")
    if device is PHONE:
        page.click("[data-view=side]")
    for name in ("table-tab", "examples", "lab", "page", "sharing"):
        page.click(f"#to-{name}")
        if name == "lab":
            page.click("#count")
            expect(page.locator("#halt")).to_be_hidden(timeout=PATIENCE)
            expect(page.locator("#figures td").first).to_be_visible()
        is_sound(name)


def test_pages_load_the_libraries_from_their_public_addresses(browser: Browser, tmp_path: Path) -> None:
    publish(tmp_path / "site", None)
    files = contents(Path(LIBRARIES))
    by_address = {where: files[name] for name, where in addresses(public=True).items()}
    kinds = {
        "js": "text/javascript",
        "mjs": "text/javascript",
        "wasm": "application/wasm",
        "json": "application/json",
        "zip": "application/zip",
    }

    def answer(route: Route) -> None:
        where = route.request.url
        headers = {"Access-Control-Allow-Origin": "*"}
        route.fulfill(body=by_address[where], content_type=kinds[where.rpartition(".")[2]], headers=headers)

    with served(tmp_path / "site") as site:
        context = browser.new_context(service_workers="block")
        context.route(f"{PUBLIC}/**", answer)
        page = context.new_page()
        opened(page, f"{site.address}/workshop.html#play=tic_tac_toe")
        expect(page.locator("#ask.turn")).to_be_visible()
        context.close()
    assert any(RUNTIME in each for each in by_address)


def test_the_programs_of_the_pages_have_sound_types(tmp_path: Path) -> None:
    checker = shutil.which("tsc")
    if checker is None:
        pytest.skip("needs TypeScript's `tsc`")
    top = Path(__file__).parents[2]
    for path in (*(top / "workshop" / "assets").glob("*.js"), top / "web" / "assets" / "table.js"):
        shutil.copy(path, tmp_path)
    modules = Path(LIBRARIES)
    (tmp_path / "node_modules").symlink_to(modules if modules.name == "node_modules" else modules / "node_modules")
    kinds = ["--target", "es2022", "--module", "esnext", "--moduleResolution", "bundler", "--lib", "es2022,dom,dom.iterable"]
    options = ["--noEmit", "--allowJs", "--checkJs", "--strict", "--skipLibCheck", *kinds]
    programs = [each for each in PROGRAMS if each != "table.js"]
    done = subprocess.run([checker, *options, *programs], capture_output=True, text=True, check=False, cwd=tmp_path)
    assert not done.returncode, done.stdout
