"""Reports: what a page says of many games, and that it stands on its own, whatever a ruleset calls its things."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable
from html.parser import HTMLParser
from math import inf
from pathlib import Path

import attrs
import pytest

from rulerun.lab.statistics.estimates import (
    CardFigures,
    ChoiceFigures,
    Comparison,
    DecisionFigures,
    Difference,
    Distribution,
    EndFigures,
    Estimate,
    Grid,
    GridCell,
    LeadFigures,
    LoopFigures,
    MeasureFigures,
    OptionFigures,
    PhaseFigures,
    RunDescription,
    SeatFigures,
    SentenceFigures,
    Summary,
)
from rulerun.lab.statistics.wilson import share
from rulerun.program.harmless import harmful

from ..support.battery import some

pytest.importorskip("scipy")
pytest.importorskip("altair")
vl_convert = pytest.importorskip("vl_convert")
contrasting = pytest.importorskip("rulerun.lab.report.comparison_text")
contrasts, groups, told = contrasting.contrasts, contrasting.groups, contrasting.told
finding = pytest.importorskip("rulerun.lab.report.conclusions")
findings, standing = finding.findings, finding.standing
page_of = pytest.importorskip("rulerun.lab.report.html").written
beginning = pytest.importorskip("rulerun.lab.report.headline")
of_pair, of_run, of_sweep = beginning.of_pair, beginning.of_run, beginning.of_sweep
sweeping = pytest.importorskip("rulerun.lab.report.sweep_text")
skewed_cells, verdict = sweeping.skewed_cells, sweeping.verdict
wording = pytest.importorskip("rulerun.lab.report.number_format")
run_report = pytest.importorskip("rulerun.lab.report.run_report")
pair_report = pytest.importorskip("rulerun.lab.report.pair_report").report
grid_report = pytest.importorskip("rulerun.lab.report.grid_report").report
parts = pytest.importorskip("rulerun.lab.report.report")
drawing = pytest.importorskip("rulerun.cli.draw.report")
draw = drawing.draw
figure_rows = pytest.importorskip("rulerun.lab.statistics.figure_rows").figure_rows

GAMES = 10_000
HOSTILE = "</script><script>alert(1)</script><img src=x onerror=alert(1)> \" ' & {{ 7 * 7 }} `a`"


def spread_of(*pairs: tuple[int, int]) -> Distribution:
    """The distribution with this histogram."""
    count = sum(games for _, games in pairs)
    mean = sum(value * games for value, games in pairs) / count
    every = [value for value, games in pairs for _ in range(games)]
    low, lower, middle, upper, high = (every[count * part // 100] for part in (5, 25, 50, 75, 95))
    half = 0.0 if len(pairs) == 1 else 0.01
    return Distribution(
        count, Estimate(mean, mean - half, mean + half), 1.0, pairs[0][0], pairs[-1][0], (low, lower, middle, upper, high), pairs
    )


def choice(name: str, wins: int, of: int, usual: float) -> ChoiceFigures:
    """What a first choice is worth."""
    return ChoiceFigures(name, share(wins, of), wins / of - usual, True)


def summary(wins: tuple[int, ...] = (5100, 4900), even: float | None = 0.3, word: str = "") -> Summary:
    """A run of a made-up game; *word* is added to everything that its author names."""
    names = tuple(f"{name}{word}" for name in ("Anne", "Ben", "Cleo")[: len(wins)])
    places = (share(5000, GAMES), share(5000, GAMES))
    score = spread_of((3, 4000), (5, 6000))
    run = RunDescription(
        f"game{word}",
        f"A Game{word}",
        f"tight{word}",
        len(wins),
        (("rounds", "5"), ("ending", f"sudden{word}")),
        (("ending", f"sudden{word}"),),
        names,
        (False,) * len(wins),
        ("random",) * len(wins),
        7,
        GAMES,
        True,
        "1.2.3",
        "d" * 64,
        f"rulerun simulate game.yaml --games {GAMES} --seed 7",
    )
    return Summary(
        run=run,
        seats=tuple(
            SeatFigures(name, False, share(won, GAMES), share(won, GAMES), places, score, None)
            for name, won in zip(names, wins, strict=True)
        ),
        even=even,
        ranked=True,
        paid=False,
        ends=EndFigures(share(9000, GAMES), share(0, GAMES), share(600, GAMES), share(400, GAMES), share(0, GAMES)),
        decisions=spread_of((20, 2500), (30, 5000), (41, 2500)),
        asked=spread_of((20, GAMES)),
        chance=spread_of((0, 2500), (10, 5000), (21, 2500)),
        options=Estimate(3.5, 3.4, 3.6),
        most_options=9,
        kinds=(DecisionFigures(f"me chooses one{word}", "game.yaml:14", False, 20 * GAMES, 20.0),),
        margin=spread_of((0, 1000), (2, 9000)),
        loops=(LoopFigures(f"round{word}", spread_of((5, GAMES)), None),),
        lead=LeadFigures(
            spread_of((0, 3000), (2, 6400)),
            share(4000, 9400),
            spread_of((8, 5400), (18, 4000)),
            spread_of((40, 5400), (60, 4000)),
        ),
        measures=(MeasureFigures(f"spread{word}", GAMES, GAMES, Estimate(6.1, 6.0, 6.2), spread_of((6, 9000), (7, 1000)), True),),
        phases=(PhaseFigures(f"turn{word}", 5 * GAMES, 5.0),),
        sentences=(
            SentenceFigures(f"shuffle stock{word}", "game.yaml:12", GAMES, 1.0),
            SentenceFigures(f"the last one passes{word}", "game.yaml:19", 0, 0.0),
        ),
        alternatives=(OptionFigures(f"stop{word}", f"stop{word}", "game.yaml:15", share(100, 400), False),),
        first_choices=(choice(f"take{word}", 3000, 5000, 0.5), choice(f"leave{word}", 2000, 5000, 0.5)),
        cards=tuple(
            CardFigures(f"hand{word}", f"{card}{word}", share(won, 5000), won / 5000 - 0.5, False)
            for card, won in (("ace", 2510), ("king", 2490))
        ),
    )


def comparison(word: str = "") -> Comparison:
    """Two runs: one figure surely differs, one may, one does not, and one has only one side."""
    first, second = summary(word=word), summary((6000, 4000), 1e-9, word)
    second = attrs.evolve(second, run=attrs.evolve(second.run, digest="e" * 64))
    return Comparison(
        (f"rounds=5{word}", f"rounds=7{word}"),
        first,
        second,
        (
            Difference("wins", f"Anne{word}", True, rate(0.51), rate(0.60), Estimate(0.09, 0.08, 0.10), True),
            Difference("wins", f"Ben{word}", True, rate(0.49), rate(0.40), Estimate(-0.01, -0.019, -0.001), True),
            Difference("length", "decisions", False, rate(30.0), rate(30.0), Estimate(0.0, -0.2, 0.2), False),
            Difference("measures", "spread", False, rate(6.1), None, None, False),
            Difference("measures", "gap", False, rate(6.1), rate(6.1), Estimate(0.0, -inf, inf), False),
        ),
        "rulerun compare game.yaml --set-b rounds=7",
    )


def rate(value: float) -> Estimate:
    """A figure with some interval."""
    return Estimate(value, value - 0.005, value + 0.005)


def grid(word: str = "") -> Grid:
    """A sweep over two dials."""
    cells = tuple(
        GridCell(((f"rounds{word}", rounds), ("ending", ending)), summary((5000 + 50 * step, 5000 - 50 * step), even, word))
        for step, (rounds, even) in enumerate((("3", 0.5), ("4", 0.4), ("5", 1e-9)))
        for ending in ("slow", f"sudden{word}")
    )
    dials = ((f"rounds{word}", ("3", "4", "5")), ("ending", ("slow", f"sudden{word}")))
    return Grid("game", f"A Game{word}", dials, cells, True, "rulerun sweep game.yaml --set rounds=3..5")


def run(word: str = "") -> Summary:
    """One run."""
    return summary(word=word)


RESULTS = {"run": run, "pair": comparison, "grid": grid}


def value(found: Summary | Comparison | Grid):
    """The report on such a result."""
    match found:
        case Summary():
            return run_report.report(found)
        case Comparison():
            return pair_report(found)
        case Grid():
            return grid_report(found, [one.name for cell in found.cells for one in cell.summary.measures])


def report(found: Summary | Comparison | Grid) -> str:
    """The page about such a result, as HTML."""
    return page_of(value(found))


class Reader(HTMLParser):
    """The elements of a page with their attributes, and the text in each kind of element."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.texts: list[tuple[str, str]] = []
        self.open: list[str] = []
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note an element."""
        self.found.append((tag, dict(attrs)))
        if tag not in ("meta", "br", "img", "link"):
            self.open.append(tag)
            self.texts.append((tag, ""))

    def handle_endtag(self, tag: str) -> None:
        """Leave it."""
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        """Note its text."""
        if self.texts:
            self.texts.append((self.open[-1] if self.open else "", data))

    def values(self, tag: str, name: str) -> list[str]:
        """What an attribute says wherever such an element has it."""
        return [str(attributes[name]) for each, attributes in self.found if each == tag and name in attributes]

    def text(self, tag: str) -> list[str]:
        """The texts right inside such elements."""
        return [text for each, text in self.texts if each == tag and text]


def specifications(page: str) -> list[str]:
    """The plots of a page, each as the text of its specification."""
    reader = Reader(page)
    plots = len(reader.values("script", "data-plot"))
    return [text for text in reader.text("script") if text.startswith("{")][:plots]


def said(found: Iterable[object], subject: str) -> str:
    """What was found about a subject."""
    return " ".join(finding.text for finding in found if finding.subject == subject)


@pytest.mark.slow
@pytest.mark.parametrize("kind", some("pair", slow=("run", "grid")))
def test_equal_results_give_equal_pages(kind: str) -> None:
    assert report(RESULTS[kind]()) == report(RESULTS[kind]())


@pytest.mark.slow
def test_a_page_does_not_depend_on_the_process_that_writes_it() -> None:
    code = f"import sys; sys.path.insert(0, {str(Path(__file__).parents[2])!r}); "
    code += "import tests.lab.test_report as t; import hashlib; "
    code += "print(hashlib.sha256(''.join(t.report(make()) for make in t.RESULTS.values()).encode()).hexdigest())"
    told = [
        subprocess.run(
            [sys.executable, "-c", code], env={"PYTHONHASHSEED": seed}, capture_output=True, text=True, check=True, timeout=120
        ).stdout
        for seed in ("1", "2")
    ]
    assert told[0] == told[1] != ""


@pytest.mark.parametrize("kind", RESULTS)
def test_what_a_ruleset_says_is_never_more_than_text(kind: str) -> None:
    calm, hostile = Reader(report(RESULTS[kind](" x"))), Reader(report(RESULTS[kind](HOSTILE)))
    assert Counter(tag for tag, _ in hostile.found) - Counter(tag for tag, _ in calm.found) <= Counter(code=1000)
    assert "img" not in {tag for tag, _ in hostile.found}
    assert [name for _, attributes in hostile.found for name in attributes if name.startswith("on")] == []
    assert hostile.text("h1") == [f"A Game{HOSTILE}"]


@pytest.mark.parametrize("kind", RESULTS)
def test_what_nobody_sees_and_a_page_obeys_does_not_come_onto_it(kind: str) -> None:
    page = report(RESULTS[kind]("\x1b]0;\x07 `\u202e` \u2028 \u200b"))
    ours = re.sub(r"<script>.*?</script>", "", page, count=1, flags=re.DOTALL)  # the program that draws plots is not ours
    assert len(ours) < len(page) / 2
    assert [*harmful(ours)] == []


@pytest.mark.parametrize("kind", RESULTS)
def test_names_come_whole_into_the_plots(kind: str) -> None:
    plots = specifications(report(RESULTS[kind](HOSTILE)))
    name = HOSTILE.replace("`", "")
    assert any(name in str(json.loads(plot)) or json.dumps(name)[1:-1] in json.dumps(json.loads(plot)) for plot in plots)
    assert not any("`" in plot for plot in plots)
    assert not any("<" in plot for plot in plots)


@pytest.mark.parametrize("kind", RESULTS)
def test_a_page_fetches_nothing(kind: str) -> None:
    page = report(RESULTS[kind]())
    reader = Reader(page)
    assert [name for _, attributes in reader.found for name in attributes if name in ("src", "href", "srcset", "action")] == []
    assert not any("url(" in text or "@import" in text for text in reader.text("style"))
    (policy,) = [text for text in reader.values("meta", "content") if "default-src" in text]
    assert policy.startswith("default-src 'none';")


@pytest.mark.parametrize("kind", RESULTS)
def test_headings_tables_and_plots_can_be_found_without_seeing_them(kind: str) -> None:
    reader = Reader(report(RESULTS[kind]()))
    headings = [tag for tag, _ in reader.found if tag in ("h1", "h2", "h3")]
    assert headings[0] == "h1"
    assert set(headings[1:]) == {"h2"}
    tables = sum(tag == "table" for tag, _ in reader.found)
    assert tables == sum(tag == "caption" for tag, _ in reader.found) > 0
    assert set(reader.values("th", "scope")) == {"col", "row"}
    drawn = [attributes for tag, attributes in reader.found if attributes.get("role") == "img"]
    assert [plot["id"] for plot in drawn] == reader.values("script", "data-plot")
    assert all(len(str(plot["aria-label"])) > 40 for plot in drawn)
    ids = [attributes["id"] for _, attributes in reader.found if "id" in attributes]
    assert len(ids) == len(set(ids))


@pytest.mark.parametrize("kind", RESULTS)
def test_a_page_says_once_what_was_played_and_how_to_do_it_again(kind: str) -> None:
    page = report(RESULTS[kind]())
    source, command = (page.split('<p class="source">')[1].partition("</p>")[0].partition("<code>")[at] for at in (0, 2))
    for word in ("10,000 games", "seed 7", "bots: random", "rulerun 1.2.3"):
        assert word in source
    assert command == f"{RESULTS[kind]().command if kind != 'run' else summary().run.command}</code>"
    assert page.count('class="source"') == 1


@pytest.mark.parametrize("kind", RESULTS)
def test_a_page_begins_with_its_headline_and_what_follows_is_folded(kind: str) -> None:
    reader = Reader(report(RESULTS[kind]()))
    tags = [(tag, attributes.get("class")) for tag, attributes in reader.found]
    assert tags.index(("p", "headline")) < [tag for tag, _ in tags].index("details")
    folded = [attributes for tag, attributes in reader.found if tag == "details"]
    parts = sum(str(attributes.get("aria-labelledby")).startswith("part-") for tag, attributes in reader.found)
    assert len(folded) == 1 + parts
    assert ["open" in attributes for attributes in folded] == [False, True, *[False] * (parts - 1)]


def test_a_run_begins_with_its_headline_and_alarms(capsys: pytest.CaptureFixture[str]) -> None:
    calm = of_run(attrs.evolve(summary(), sentences=summary().sentences[:1]))
    assert calm.headline.startswith(
        "No seat is shown to be better (an advantage of about 1.9 points would show); a game takes 20 choices, "
        "about 4 minutes for people; 6.0% end with all level; "
    )
    assert calm.alarms == ()
    skewed = summary((6000, 4000), 1e-9)
    refused = OptionFigures("swap", "swap hands", "game.yaml:17", share(0, 0), False)
    ends = attrs.evolve(skewed.ends, cut=share(200, GAMES))
    wrong = of_run(attrs.evolve(skewed, alternatives=(refused,), ends=ends))
    assert wrong.headline.startswith("The seats are not level; ")
    assert wrong.alarms == (
        "Anne wins 60.0% (59.0% to 61.0%) and Ben wins 40.0% (39.0% to 41.0%) (judged at 1 in 100).",
        "2.0% of the games (1.7% to 2.3%) were cut short by `longest`.",
        "1 sentence of the rules was never carried out in 10,000 games: “the last one passes” (game.yaml:19).",
        "Never on offer: “swap” (game.yaml:17).",
    )
    draw(run_report.report(attrs.evolve(skewed, alternatives=(refused,), ends=ends)))
    printed = capsys.readouterr().out.splitlines()
    assert printed[1].startswith("The seats are not level; ")
    told = [line[:10] for line in printed[2:12] if line.startswith("!")]
    assert told == ["! Anne win", "! 2.0% of ", "! 1 senten", "! Never on"]
    assert sum("Never on offer" in line for line in printed) == 1


def test_how_long_people_need_is_told_with_the_pace() -> None:
    text = said(findings(summary()), "Length")
    # 20 choices of 10 seconds, 10.25 decisions of chance of 2
    assert "People need about 4 minutes, at 10 seconds a choice, which all make at once where they choose together" in text
    at_once = attrs.evolve(summary(), kinds=tuple(attrs.evolve(kind, together=True) for kind in summary().kinds))
    assert "People need about 2 minutes" in said(findings(at_once), "Length")
    assert "all at once" in report(at_once)


def test_margins_are_told_and_so_is_what_ties_of_score_decide() -> None:
    text = said(findings(summary()), "Margin")
    assert text == (
        "Between a winner and the nearest other seat lie 1.80 points on average (1.79 to 1.81), in half of the games "
        "2 or less. In 10.0% (9.4% to 10.6%) they have the same score, and something else decides."
    )
    assert "Winning margin" in report(summary())
    assert said(findings(attrs.evolve(summary(), margin=None)), "Margin") == ""


def test_a_loop_that_ends_by_its_number_of_passes_is_said() -> None:
    def begun(times: int) -> Summary:
        return attrs.evolve(summary(), loops=(LoopFigures("round", spread_of((5, GAMES)), share(times, GAMES)),))

    text = "In 3.0% (2.7% to 3.4%) of its runs `round` ended by its number of passes, not by `until`."
    assert text in said(findings(begun(300)), "Length")
    assert text in of_run(begun(300)).alarms
    assert "In 60.0%" in said(findings(begun(6000)), "Length")
    assert not any("`round`" in alarm for alarm in of_run(begun(6000)).alarms)
    assert "number of passes" not in said(findings(begun(0)), "Length")


def test_all_values_of_a_measure_are_shown_that_is_taken_several_times() -> None:
    often = MeasureFigures("gap", 20 * GAMES, GAMES, Estimate(6.1, 6.0, 6.2), spread_of((6, 9000), (7, 1000)), False)
    page = report(attrs.evolve(summary(), measures=(often,)))
    assert "Times measured by gap" in page
    assert "% of the times" in page


def test_a_comparison_and_a_sweep_begin_with_what_changed_most() -> None:
    assert of_pair(comparison()).headline == ("1 of 4 figures differs beyond chance; most of all: wins of Anne 51.0% → 60.0%.")
    assert of_pair(comparison()).alarms[0].startswith("In B, not in A: Anne wins 60.0%")
    assert of_sweep(grid()).headline == "The seats are not level in 2 of 6 settings."
    longer = tuple(
        attrs.evolve(cell, summary=attrs.evolve(cell.summary, asked=turns, decisions=turns))
        for cell, turns in ((cell, spread_of((20 + 10 * at, GAMES))) for at, cell in enumerate(grid().cells))
    )
    assert of_sweep(attrs.evolve(grid(), cells=longer)).headline == (
        "The seats are not level in 2 of 6 settings; the settings change most of all choices of seats (20 to 70)."
    )


def test_the_axis_of_shares_begins_at_nothing() -> None:
    def scales(node: object) -> Iterable[object]:
        if isinstance(node, dict):
            yield from ([node["scale"].get("zero")] if "scale" in node and "zero" in node["scale"] else [])
            for each in node.values():
                yield from scales(each)
        elif isinstance(node, list):
            for each in node:
                yield from scales(each)

    (seats,) = [plot for plot in specifications(report(summary())) if "games won" in plot][:1]
    assert list(scales(json.loads(seats))) == [True]
    (swept,) = [plot for plot in specifications(report(grid())) if "Anne wins" in plot][:1]
    assert list(scales(json.loads(swept))) == [True]


def test_a_loop_that_goes_round_with_the_turns_is_not_plotted_again() -> None:
    turns, rounds = spread_of((20, 5000), (24, 5000)), spread_of((5, 5000), (6, 5000))
    loop, chance = LoopFigures("round", rounds, None), spread_of((0, GAMES))
    one = attrs.evolve(summary(), asked=turns, decisions=turns, chance=chance, loops=(loop,))
    other = attrs.evolve(one, loops=(LoopFigures("round", spread_of((5, 4000), (6, 6000)), None),))

    def plotted(found: Summary) -> list[str]:
        (length,) = [section for section in run_report.report(found).sections if section.heading == "Length"]
        return [plot.caption for plot in length.plots]

    assert plotted(one) == ["Games by choices of seats; dashed: the median"]
    assert len(plotted(other)) == 2


@pytest.mark.parametrize("kind", some("pair", slow=("run", "grid")))
def test_the_renderer_draws_every_plot(kind: str) -> None:
    plots = specifications(report(RESULTS[kind]()))
    assert len(plots) >= 2
    for plot in plots:
        json.loads(plot, parse_constant=lambda word: pytest.fail(f"{word} in a plot"))
        drawn = vl_convert.vegalite_to_svg(plot.replace('"width": "container"', '"width": 400'))
        assert "var(--" in drawn
        assert "NaN" not in drawn


def test_a_histogram_holds_all_games_in_few_bars() -> None:
    wide = attrs.evolve(summary(), decisions=spread_of(*((value, 10) for value in range(1000))))
    held = [rows for plot in specifications(report(wide)) for rows in json.loads(plot).get("datasets", {}).values()]
    bars = [[bar["part"] for bar in rows] for rows in held if "part" in rows[0]]
    assert all(len(parts) <= 60 and abs(sum(parts) - 100) < 1e-6 for parts in bars)
    assert max(map(len, bars)) > 40


def test_level_seats_are_called_level_and_what_would_show_is_said() -> None:
    text = said(findings(summary()), "Seats")
    assert text.startswith("No seat is shown to be better: they win 49.0% to 51.0%,")
    assert "30 of 100" in text
    assert "An advantage of about 1.9 points would show in 9 of 10 such runs" in text


def test_seats_that_look_uneven_are_left_open() -> None:
    text = said(findings(summary((5150, 4850), 0.04)), "Seats")
    assert text.startswith("The seats may not be level: Anne wins 51.5% (50.5% to 52.5%) and Ben wins 48.5%")
    assert "in 4 of 100 such runs: too often to be sure (judged at 1 in 100), too seldom to call them level." in text


def test_a_sweep_allows_for_how_many_settings_were_looked_at() -> None:
    one = grid()

    def swept(chances: tuple[float, ...]) -> Grid:
        cells = zip(one.cells, chances, strict=True)
        return attrs.evolve(one, cells=tuple(GridCell(cell.settings, summary((5200, 4800), even)) for cell, even in cells))

    lucky = swept((0.008, 0.3, 0.5, 0.6, 0.7, 0.9))
    assert skewed_cells(lucky) == (False,) * 6
    assert said(verdict(lucky), "Seats").startswith(
        "In none of the 6 settings is a seat shown to be better than another (judged at 1 in 100, allowing for all 6)."
    )
    assert skewed_cells(swept((0.0016, 0.0019, 0.5, 0.6, 0.7, 0.9))) == (True, True, False, False, False, False)


def test_payoffs_are_told_where_the_rules_declare_them() -> None:
    half = Estimate(0.25, 0.2, 0.3)
    seats = tuple(
        attrs.evolve(seat, payoff=attrs.evolve(spread_of((-1, 4000), (2, 6000)), mean=mean))
        for seat, mean in zip(summary().seats, (half, Estimate(-0.25, -0.3, -0.2)), strict=True)
    )
    betting = attrs.evolve(summary(), seats=seats, paid=True)
    text = "On average Anne gets +0.25 (0.20 to 0.30) and Ben gets −0.25 (−0.30 to −0.20)."
    assert text in said(findings(betting), "Seats")
    assert text not in said(findings(attrs.evolve(betting, paid=False)), "Seats")
    seats = run_report.report(betting).sections[0].tables[0]
    assert [column.name for column in seats.columns] == [
        "seat", "wins", "95% interval", "score", "95% interval", "payoff", "95% interval", "first", "second",
    ]  # fmt: skip
    assert [row[4] for row in seats.rows] == ["4.190 to 4.210"] * 2


def test_places_are_shown_only_where_there_is_a_ranking() -> None:
    placed = tuple(attrs.evolve(seat, places=(share(5000, GAMES),) * 3) for seat in summary().seats)
    three = attrs.evolve(summary((3000, 3500, 3500)), seats=(*placed, placed[0]))
    unranked = attrs.evolve(three, ranked=False)
    placed, unplaced = (run_report.report(found).sections[0].tables[0].columns for found in (three, unranked))
    assert "first" in [column.name for column in placed]
    assert "first" not in [column.name for column in unplaced]
    assert "to which place" in report(three)
    assert "to which place" not in report(unranked)


def test_uneven_seats_are_called_so_with_their_intervals() -> None:
    text = said(findings(summary((6000, 4000), 1e-9)), "Seats")
    assert text.startswith("The seats are not level: Anne wins 60.0% (59.0% to 61.0%) and Ben wins 40.0%")


def test_a_small_clear_difference_is_called_small() -> None:
    assert said(findings(summary((5100, 4900), 0.001)), "Seats").startswith("The seats are nearly level, but not quite:")


def test_a_dead_rule_is_named_with_its_line() -> None:
    text = said(findings(summary()), "Rules")
    assert "1 sentence of the rules was never carried out in 10,000 games: “the last one passes” (game.yaml:19)." in text


def test_of_many_first_choices_chance_makes_none_the_best() -> None:
    lucky = tuple(choice(f"choice {at}", 530 if at == 0 else 500, 1000, 0.5) for at in range(40))
    assert "None of the 40 first choices" in said(findings(attrs.evolve(summary(), first_choices=lucky)), "First choice")
    better = (choice("the best", 600, 1000, 0.5), *lucky[1:])
    assert "The best is “the best”: it wins 60%" in said(findings(attrs.evolve(summary(), first_choices=better)), "First choice")


def test_cards_that_all_seats_hold_alike_are_not_compared() -> None:
    whole = summary()
    alike = attrs.evolve(whole, cards=tuple(attrs.evolve(card, wins=share(2500, 5000)) for card in whole.cards))
    assert said(findings(whole), "Cards") == "No card in `hand` is worth more than another beyond chance."
    assert said(findings(alike), "Cards") == ""
    assert "is worth, when a seat is first asked" in report(whole)
    assert "is worth, when a seat is first asked" not in report(alike)


def test_ties_and_lead_are_told() -> None:
    found = findings(summary())
    assert said(found, "Ties") == (
        "6.0% of the games (5.6% to 6.5%) end with all level and 4.0% of the games (3.6% to 4.4%) end with no winner."
    )
    assert said(found, "Lead").startswith(
        "Mostly the lead is settled by half-time: only in 42.6% of the games that some seat won and not all did (41.6% to 43.6%) "
        "somebody who did not win was ahead or level at half-time or later, when a round began."
    )


def test_of_the_lead_nothing_is_said_that_few_games_do_not_show() -> None:
    def told(early: int, late: int) -> str:
        games = early + late
        until = spread_of((40, early), (60, late))
        lead = LeadFigures(spread_of((2, games)), share(late, games), until, until)
        return said(findings(attrs.evolve(summary(), lead=lead)), "Lead")

    assert told(4, 6).startswith("In 60% of the games")
    assert told(4000, 6000).startswith("Mostly the lead is open beyond half-time: in 60.0% of the games (59.0% to 61.0%)")
    assert told(6000, 4000).startswith("Mostly the lead is settled by half-time: only in 40.0% of the games")


def test_two_ends_are_told_apart_by_a_comma() -> None:
    ends = EndFigures(share(9000, GAMES), share(600, GAMES), share(400, GAMES), share(0, GAMES), share(0, GAMES))
    assert "end with several winners, though not all, and 4.0%" in said(findings(attrs.evolve(summary(), ends=ends)), "Ties")


def test_a_rare_rule_is_named_with_its_line() -> None:
    seldom = SentenceFigures("the stock is empty", "game.yaml:21", 3, 0.0003)
    text = said(findings(attrs.evolve(summary(), sentences=(*summary().sentences, seldom))), "Rules")
    assert "1 sentence was carried out less than once in 1,000 games: “the stock is empty” (game.yaml:21)." in text


def test_choices_of_seats_and_of_chance_are_told_apart() -> None:
    text = said(findings(summary()), "Length")
    assert text.startswith("Every game takes 20 choices of seats. Chance decides another 10.250 times on average (10.240 to")


def test_the_table_says_of_a_first_choice_what_the_verdict_says() -> None:
    lucky = tuple(choice(f"choice {at}", 535 if at == 0 else 500, 1000, 0.5) for at in range(40))
    assert lucky[0].clear
    assert standing(lucky[0], 40) == "within noise"
    assert (standing(lucky[0], 1), standing(choice("bad", 400, 1000, 0.5), 40)) == ("within noise", "worse")


def test_a_run_that_was_stopped_says_so_first() -> None:
    whole = summary()
    assert findings(attrs.evolve(whole, run=attrs.evolve(whole.run, finished=False)))[0].subject == "Stopped early"


def test_a_game_of_one_without_anything_has_a_page() -> None:
    bare = attrs.evolve(
        summary((10_000,), None),
        options=None,
        kinds=(),
        margin=None,
        loops=(),
        lead=None,
        measures=(),
        phases=(),
        sentences=(),
        alternatives=(),
        first_choices=(),
        cards=(),
    )
    assert "Anne wins 100% of the games" in report(bare)


def test_differences_beyond_chance_are_told_apart_from_noise() -> None:
    found = contrasts(comparison())
    assert "1 of 4 figures differ beyond chance." in said(found, "Compared")
    assert said(found, "Seats") == "The seats are not shown to be uneven in A, not level in B."
    assert said(found, "Wins").startswith("Anne: 51.0% in A, 60.0% in B, +9 points (+8 to +10).")
    assert said(found, "Within noise") == "Nothing differs beyond chance in these: length and measures."
    assert [told(one, comparison()) for one in comparison().differences] == [
        "differs",
        "perhaps",
        "within noise",
        "only in A",
        "within noise",
    ]


def test_what_changed_most_comes_first() -> None:
    wins = (
        Difference("wins", "Anne", True, rate(0.27), rate(0.31), Estimate(0.04, 0.035, 0.045), True),
        Difference("wins", "Ben", True, rate(0.27), rate(0.30), Estimate(0.03, 0.025, 0.035), True),
    )
    score = Difference("score", "Anne", False, rate(5.6), rate(0.4), Estimate(-5.2, -5.3, -5.1), True)
    noise = Difference("length", "decisions", False, rate(1.0), rate(9.0), Estimate(8.0, -2.0, 18.0), False)
    found = attrs.evolve(comparison(), differences=(*wins, noise, score))
    assert [group for group, _ in groups(found)] == ["score", "wins", "length"]
    assert [finding.subject for finding in contrasts(found)][2:4] == ["Score", "Wins"]
    text = said(contrasts(found), "Wins")
    assert "All seats win more often: more wins are shared, or fewer games end without a winner." in text
    apart = (wins[0], attrs.evolve(wins[1], difference=Estimate(-0.03, -0.035, -0.025)))
    assert "All seats" not in said(contrasts(attrs.evolve(found, differences=apart)), "Wins")


def test_what_only_one_run_has_is_not_compared(capsys: pytest.CaptureFixture[str]) -> None:
    one = comparison()
    alone = (
        Difference("wins by first choice", "card 1", True, rate(0.3), None, None, False),
        Difference("wins by first choice", "card 2", True, None, rate(0.3), None, False),
    )
    sides = [None] * 4 + [rate(1.0)] * 16
    some = tuple(Difference("measures", f"gap {at}", False, rate(1.0), side, None, False) for at, side in enumerate(sides))
    some = (*some[:12], *(attrs.evolve(each, difference=Estimate(0.0, -1.0, 1.0)) for each in some[12:]))
    found = attrs.evolve(one, differences=(*one.differences[:3], *some, *alone))
    assert said(contrasts(found), "Nothing in common") == "No figure of these is in both A and B: wins by first choice."
    draw(pair_report(found))
    printed = capsys.readouterr().out
    tables = printed.partition("Length")[2]
    assert "Wins by first choice" not in tables
    assert "gap 12" not in tables
    assert "gap 12" in report(found)
    assert "card 1" not in report(found)


def test_an_option_beside_which_nothing_was_on_offer_is_not_said_to_be_taken_always() -> None:
    forced = OptionFigures("draw", "draw a card", "game.yaml:16", share(300, 300), True)
    one = attrs.evolve(summary(), alternatives=(forced, *summary().alternatives))
    (table,) = [table for section in run_report.report(one).sections for table in section.tables if table.caption == "Options"]
    assert table.cut(table.short).rows == (("draw a card", "300", "nothing else"), ("stop", "400", "25%"))
    assert [row[1] for row in figure_rows(one) if row[0] == "options taken when on offer"] == ["stop"]


def test_a_difference_that_hardly_matters_comes_last() -> None:
    small = Difference("wins", "Cleo", True, rate(0.2), rate(0.203), Estimate(0.003, 0.0029, 0.0031), True)
    found = attrs.evolve(comparison(), differences=(small, *comparison().differences))
    assert told(small, found) == "differs a little"
    assert [one.name for one in next(groups(found))[1]] == ["Anne", "Cleo", "Ben"]
    assert "2 of 5 figures differ beyond chance, 1 of them by less than half a point" in said(contrasts(found), "Compared")
    assert said(contrasts(found), "Wins").startswith("Anne: ")
    assert said(contrasts(found), "By a little").endswith(": Cleo.")


def test_a_game_compared_with_itself_is_called_the_same() -> None:
    one = comparison()
    found = attrs.evolve(one, second=attrs.evolve(one.second, run=one.first.run))
    assert said(contrasts(found), "Compared").startswith("A and B are the same game, rounds=5:")
    assert {told(each, found) for each in found.differences} == {"the same", "only in A"}


def test_a_series_has_the_same_colour_in_every_plot_of_a_sweep() -> None:
    whole = grid()
    thrice = [attrs.evolve(whole.cells[at], summary=summary((4000, 2900 + 20 * at, 3100 - 20 * at))) for at in (1, 5)]
    some = attrs.evolve(whole, cells=(whole.cells[0], thrice[0], *whole.cells[2:5], thrice[1]))
    plots = [json.loads(plot) for plot in specifications(report(some))]
    assert any("Cleo wins" in json.dumps(plot) for plot in plots)
    colours = [layer["encoding"]["color"]["scale"]["domain"] for plot in plots for layer in plot["layer"]]
    assert all(each == ["slow", "sudden"] for each in colours)


def test_a_sweep_tells_where_figures_go_and_which_stay() -> None:
    found = verdict(grid())
    assert said(found, "Seats").startswith(
        "The seats are not level in 2 of 6 settings (judged at 1 in 100, allowing for all 6). They are"
    )
    assert said(found, "Ties").startswith("The settings change nothing beyond chance in games without a single winner")


def test_a_sweep_stopped_before_its_first_run_has_a_page() -> None:
    assert "Only 0 settings were finished" in report(attrs.evolve(grid(), cells=(), finished=False))


@pytest.mark.parametrize(
    ("low", "value", "high", "words"),
    [
        (0.57, 0.585, 0.6, ("58%", "57% to 60%")),
        (0.5847, 0.5849, 0.5851, ("58.49%", "58.47% to 58.51%")),
        (0.0, 0.0, 0.0004, ("0%", "0% to 0.04%")),
        (1.0, 1.0, 1.0, ("100%", "")),
    ],
)
def test_a_figure_has_as_many_digits_as_its_interval_bears(low: float, value: float, high: float, words: tuple[str, str]) -> None:
    assert (wording.percent(Estimate(value, low, high)), wording.percents(Estimate(value, low, high))) == words


def test_a_figure_without_an_interval_is_written_as_it_is() -> None:
    assert [wording.number(Estimate(value)) for value in (5.0, -2.5, 1234.0)] == ["5", "\N{MINUS SIGN}2.5", "1,234"]


@pytest.mark.parametrize(
    ("place", "written"),
    [(3, "3rd"), (7, "7th"), (11, "11th"), (13, "13th"), (21, "21st"), (22, "22nd"), (23, "23rd"), (24, "24th"), (111, "111th")],
)
def test_places_are_written_as_they_are_spoken(place: int, written: str) -> None:
    assert wording.ordinal(place) == written
    if place > len(run_report.PLACES):
        assert run_report._place(place - 1) == written


def test_every_figure_of_a_wide_table_carries_its_heading_for_a_narrow_screen() -> None:
    page = report(summary())
    wide = page.split('<table class="many">')[1:]
    assert wide
    for table in wide:
        rows = table.partition("</table>")[0].partition("<tbody>")[2]
        assert rows.count("<td") == rows.count('data-head="') > 0
    assert ".many td::before { content: attr(data-head)" in page
    assert "max-height: 40rem" not in page


@pytest.mark.parametrize("width", [80, 100, 120])
@pytest.mark.parametrize("kind", RESULTS)
def test_a_terminal_shows_tables_of_the_page_as_wide_as_it_is(
    kind: str, width: int, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", str(width))
    found = value(RESULTS[kind]())
    draw(found)
    lines = [line.rstrip() for line in capsys.readouterr().out.splitlines()]
    assert all(len(line) <= width for line in lines[:-1])
    assert lines[-1] == f"  {found.command}"
    shown = [line for line in lines if line in {table.caption for section in found.sections for table in section.tables}]
    assert shown == [table.caption for section in found.sections for table in section.tables if table.short != parts.NONE]
    assert shown


def test_of_a_long_table_the_ends_are_shown_and_how_many_rows_are_not() -> None:
    rows = tuple((f"card {at}", "1", "2") for at in range(9))
    table = parts.Table("Cards", parts.columns("card", "times", "wins"), rows)
    cut = table.cut(parts.Cut(2, 1, ("times",)))
    assert [column.name for column in cut.columns] == ["card", "wins"]
    assert cut.rows == (("card 0", "2"), ("card 1", "2"), ("… 6 more …", ""), ("card 8", "2"))
    assert table.cut(parts.Cut(4, 4)).rows == rows
    assert table.cut(table.page) == table


def test_headings_are_broken_before_cells_are() -> None:
    wide = drawing.drawn(parts.Table("Seats", parts.columns("seat", "how often it wins"), (("Anne", "24% to 25%"),)), 40)
    narrow = drawing.drawn(parts.Table("Seats", parts.columns("seat", "how often it wins"), (("Anne", "24% to 25%"),)), 20)
    assert [column.header for column in wide.columns] == ["seat", "how often it wins"]
    assert [column.header for column in narrow.columns] == ["\nseat", "how often\nit wins"]
    assert narrow.columns[1].no_wrap
