"""The page of a report in a real browser: its plots are drawn, also on paper, and nothing of it is cut or hard to read."""

from __future__ import annotations

from pathlib import Path

import pytest

from ..support.browsing import CHROMIUM, DESK, PHONE, Device, chromium

pytest.importorskip("playwright", reason="needs the extra `browser`")
html = pytest.importorskip("rulerun.lab.report.html")
results = pytest.importorskip(f"{__package__}.test_report")

pytestmark = [pytest.mark.slow, pytest.mark.skipif(CHROMIUM is None, reason="no Chromium here")]

DRAWN = "document.querySelectorAll('.plot svg').length === document.querySelectorAll('.plot').length"
OPEN = "[...document.querySelectorAll('details')].filter((fold) => fold.open).length"
FOLDS = "document.querySelectorAll('details').length"


def test_all_plots_are_drawn_on_paper_and_folds_close_again(tmp_path: Path) -> None:
    from rulerun import simulate
    from rulerun.lab.report.run_report import report

    page_file = tmp_path / "page.html"
    page_file.write_text(html.written(report(simulate("tic_tac_toe", games=50).summary)), encoding="utf-8")
    with chromium() as browser:
        page = browser.new_page()
        page.goto(page_file.as_uri())
        page.wait_for_function(DRAWN)
        open_before = page.evaluate(OPEN)
        assert open_before < page.evaluate(FOLDS)
        page.evaluate("dispatchEvent(new Event('beforeprint'))")
        assert page.evaluate(OPEN) == page.evaluate(FOLDS)
        assert page.evaluate(DRAWN)
        heights = page.evaluate("[...document.querySelectorAll('.plot svg')].map((plot) => plot.getBoundingClientRect().height)")
        assert len(heights) > 2
        assert min(heights) > 30
        page.evaluate("dispatchEvent(new Event('afterprint'))")
        assert page.evaluate(OPEN) == open_before


LONG = " of_the_great_western_ocean_beyond_the_horizon <b>& back</b>"
HARBOURS = """
ruleset: harbours
players: 2
seats: [Annecharlotte_of_the_Northern_Harbour, Bartholomew_the_Younger_of_the_Southern_Harbour]
enumerations:
  good: [cinnamon_from_the_spice_islands_beyond_the_horizon, pepper]
decks:
  goods: {cards: every good as good, per: player, starts in: hand}
zones:
  hand: {of: goods, per: player, seen by: owner}
  sold: {of: goods, seen by: everyone}
boards:
  harbours_of_the_great_western_ocean: {kind: grid, columns: 8, rows: 2}
variables:
  post: {per: space of harbours_of_the_great_western_ocean, holds: player}
scores:
  points_at_the_end_of_the_season: {per: player, holds: 0..30}
phases:
  game:
    - repeat 3 times:
        - for each player me:
            - me chooses one:
                - build_a_trading_post at place from harbours_of_the_great_western_ocean:
                    - post[place] = me
                - sell c from hand[me]:
                    - put c from hand[me] in sold
                    - roll 1 die as face
                    - points_at_the_end_of_the_season[me] += face
outcome:
  ranking (player p): highest points_at_the_end_of_the_season[p]
"""

CUT = """[...document.querySelectorAll('.scroll, .plot')].filter((each) => each.scrollWidth > each.clientWidth + 1)
    .map((each) => each.getAttribute('aria-label'))"""
BEYOND = """[...document.querySelectorAll('.plot svg text')].filter((each) => {
    const box = each.getBoundingClientRect(), plot = each.closest('svg').getBoundingClientRect();
    return box.right > plot.right + 2 || box.left < plot.left - 2 || each.textContent.includes('…');
}).map((each) => each.textContent)"""
TOLD = "[...document.querySelectorAll('figcaption strong')].map((each) => [each.closest('details').open, each.textContent])"


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    folder = tmp_path_factory.mktemp("pages")
    made = {name: results.report(make(LONG)) for name, make in results.RESULTS.items()} | {"sense": of_sense()}
    found = {name: folder / f"{name}.html" for name in made}
    for name, path in found.items():
        path.write_text(made[name], encoding="utf-8")
    return found


def of_sense() -> str:
    """The page of games between levels, with pictures of a board and of cards."""
    from rulerun.dsl.compile import compile_ruleset
    from rulerun.dsl.text.source import Source
    from rulerun.lab.report.sense_report import report
    from rulerun.lab.runs.describe import described_levels
    from rulerun.lab.runs.ladder import Climbed
    from rulerun.lab.runs.watching import Ladder, Watcher
    from rulerun.lab.statistics.sense import retold, sense

    program = compile_ruleset(Source("harbours.yaml", HARBOURS)).program
    assert program is not None
    ladder = Ladder(program, ("first", "random"), "flat:simulations=5", 1, 12)
    watcher = Watcher(ladder)
    games = tuple(watcher.game(at) for at in range(ladder.total))
    run = described_levels("harbours", ladder, Climbed(games, (), (), True), (), "1.2.3", "rulerun skill harbours")
    found = retold(program, games, ladder.pairings, sense(program, games, ladder.pairings, False, run, str))
    assert found.course
    assert found.spots
    assert found.sample is not None
    assert found.sample.turns
    return html.written(report(found))


@pytest.mark.parametrize("device", [DESK, PHONE], ids=["desk", "phone"])
def test_pages_with_long_names_are_whole_and_can_be_read_by_everybody(pages: dict[str, Path], device: Device) -> None:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="needs the extra `browser`").Axe()
    with chromium() as browser:
        page = browser.new_page(viewport={"width": device.width, "height": device.height}, reduced_motion="reduce")
        for name, path in pages.items():
            page.goto(path.as_uri())
            page.wait_for_function(DRAWN)
            assert [is_open for is_open, _ in page.evaluate(TOLD)] == [True], name
            page.evaluate("dispatchEvent(new Event('beforeprint'))")
            for scheme, rules in (("light", {}), ("dark", {"runOnly": ["color-contrast"]})):
                page.emulate_media(color_scheme=scheme)
                found = axe.run(page, {"exclude": [[".plot svg"]]}, options=rules).response["violations"]
                assert not found, (name, scheme, [(each["id"], [node["html"][:200] for node in each["nodes"]]) for each in found])
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), name
            assert page.evaluate(CUT) == [], name
            assert page.evaluate(BEYOND) == [], name
            page.emulate_media(color_scheme="light")


def test_pages_with_long_names_are_whole_on_paper(pages: dict[str, Path]) -> None:
    with chromium() as browser:
        page = browser.new_page(viewport={"width": 718, "height": 1000})
        page.emulate_media(media="print")
        for name, path in pages.items():
            page.goto(path.as_uri())
            page.wait_for_function(DRAWN)
            page.evaluate("dispatchEvent(new Event('beforeprint'))")
            assert page.evaluate(CUT) == [], name
