"""Hints: what a bot would do in a person's place, and what it thinks of the options, by what that person knows."""

from __future__ import annotations

import io
import re
import signal
from collections.abc import Callable
from threading import Event as Flag

import pytest
from attrs import Factory, evolve, frozen
from rich.console import Console

from rulerun.bots import Bot, Draw, Estimate, Situation, TreeFull, make, ranked
from rulerun.bots.core.search import Searcher
from rulerun.cli.draw.hint import MOST_SHOWN, draw_hint, draw_verdict
from rulerun.cli.draw.printer import Printer
from rulerun.cli.terminal import thinking as waits
from rulerun.cli.terminal.streams import Harmless
from rulerun.cli.terminal.thinking import thinking
from rulerun.interpreter.game import Game
from rulerun.interpreter.match.match import Match
from rulerun.interpreter.match.records import header_of
from rulerun.session.hints import Hint, Verdict, figures, hint
from rulerun.session.seating import Seating, adviser_text
from rulerun.session.session import Session
from rulerun.table.labels import labels
from rulerun.table.options import option_names

from ..support.advisors import Opinion
from ..support.battery import Setting, compiled, game_of, source

TIC = Setting("tic_tac_toe", "", 2)


def told(setting: Setting, bot: Bot, language: str, seed: int = 1, cards: int = 1) -> str:
    """The hint for the first decision of a match."""
    program = compiled(setting)
    match = Match(game_of(program), header_of(program, source(setting.file), seed, 0))
    session = Session(match, source(setting.file), language, Seating(program.players), {})
    before, seat = list(match.entries), session.asked[0]
    console = Console(file=io.StringIO(), width=100)
    names, who = option_names(game_of(program), session.decision(seat), language), adviser_text("good", language)
    found = hint(session.task(seat, bot), bot, language)
    console.print(draw_hint(found, names, who, language, labels(names), cards))
    assert match.entries == before
    written = console.file
    assert isinstance(written, io.StringIO)
    return written.getvalue()


@frozen
class SlowAtFirst(Searcher):
    """A search by the clock that has tried one option when its time is over, and all of them when it is asked again."""

    asked: list[int] = Factory(list)

    def advise(self, situation: Situation, draw: Draw) -> tuple[Estimate, ...]:
        self.asked.append(draw(2**64))
        last = len(situation.asked.options) - 1
        return tuple(
            Estimate(index, float(index == last), None, 10 * (len(self.asked) - 1) + (index == 0)) for index in range(last + 1)
        )


def test_a_hint_from_a_search_that_had_hardly_begun_is_asked_for_again() -> None:
    bot = SlowAtFirst(time=0.01)
    assert "would choose cell c3" in told(TIC, bot, "en").splitlines()[0]
    assert len(bot.asked) == 2
    assert len(set(bot.asked)) == 1
    counted = SlowAtFirst(simulations=1)
    told(TIC, counted, "en")
    assert len(counted.asked) == 1


def worth(option: str) -> float:
    return {"cell b2": 0.75, "cell a1": 0.5}.get(option, 0.125)


@pytest.mark.parametrize(
    ("language", "first", "last"),
    [
        ("en", "would choose cell b2", "… and 1 more, 12 % at best"),
        ("it", "sceglierebbe casella b2", "… e altre 1, al massimo 12 %"),
        ("es", "elegiría casilla b2", "… y 1 más, 12 % como mucho"),
        ("de", "would choose cell b2", "… and 1 more, 12 % at best"),
    ],
)
def test_a_hint_tells_the_best_options_first(language: str, first: str, last: str) -> None:
    lines = told(TIC, Opinion(worth), language).splitlines()
    assert lines[0].endswith(first)
    assert "100 %" in lines[1]
    cell = first.split()[-2]
    assert lines[2].split() == ["5", "75", "%", cell, "b2"]
    assert lines[3].split() == ["1", "50", "%", cell, "a1"]
    assert len(lines) == 2 + MOST_SHOWN + 1
    assert last in lines[-1]


@pytest.mark.parametrize(("language", "said"), [("en", "not sure"), ("it", "non è sicuro"), ("es", "no está seguro")])
def test_a_bot_that_could_be_wrong_about_everything_is_not_sure(language: str, said: str) -> None:
    shown = told(TIC, Opinion(worth, claimed=1.0), language)
    assert shown.count(said) == MOST_SHOWN
    assert "±" not in shown
    assert "12 %" not in shown
    assert said not in told(TIC, Opinion(worth, claimed=0.45), language)


def test_how_far_an_estimate_may_be_off_stands_beside_it() -> None:
    assert "± 11" in told(TIC, Opinion(lambda _: 0.5, 0.1), "en")


@pytest.mark.parametrize(
    ("language", "last"),
    [
        ("en", "its memory was full after 25 % of its simulations; from then on it looked no further ahead"),
        ("it", "la sua memoria era piena dopo il 25 % delle simulazioni; da lì in poi non ha guardato più avanti"),
        ("es", "su memoria se llenó tras el 25 % de las simulaciones; desde entonces no miró más allá"),
    ],
)
def test_a_hint_says_where_the_tree_of_the_search_was_full(language: str, last: str) -> None:
    assert last not in told(TIC, Opinion(worth), language)
    assert told(TIC, Opinion(worth, noted=TreeFull(100, 400)), language).splitlines()[-1] == last


def test_where_something_is_paid_the_estimates_are_of_that() -> None:
    kuhn = Setting("kuhn_poker", "", 2)
    assert "0 % (the least that can come out for you) to 100 %" in told(kuhn, Opinion(lambda _: 0.5, 0.1), "en")
    assert "il meno che puoi ottenere" in told(kuhn, Opinion(lambda _: 0.5, 0.1), "it")


def test_an_estimate_of_which_nobody_knows_how_far_it_is_off_counts_as_not_sure_beside_others() -> None:
    class Unsure(Opinion):
        def advise(self, given: Situation, draw: Draw) -> tuple[Estimate, ...]:
            first, *rest = super().advise(given, draw)
            return (evolve(first, worth=1.0, error=None), *rest)

    lines = told(TIC, Unsure(lambda _: 0.5, 0.1), "en").splitlines()
    assert lines[1].endswith("(won alone), by the least that each may be worth:")
    assert not any("100 %" in line or "cell a1" in line for line in lines[2:])
    assert "first" not in told(TIC, Opinion(worth), "en")


def test_numbers_in_a_hint_have_a_minus_sign() -> None:
    why_first = Setting("why_first", "", 2)
    shown = "".join(told(why_first, Opinion(lambda option: 1.0 if "-" in option else 0.5), "en", seed) for seed in range(1, 6))
    assert re.search(r"card −\d", shown)
    assert not re.search(r"card -\d", shown)


def test_of_several_cards_a_hint_says_which_one_it_names() -> None:
    opinion = Opinion(lambda option: 1.0 if option.endswith("a1") else 0.1)
    assert " would choose 3 cards, the first of them in the list: cell a1" in told(TIC, opinion, "en", cards=3)
    italian = told(TIC, make("first"), "it", cards=2)
    assert italian.endswith(" sceglierebbe 2 carte, la prima nell'elenco: casella a1\n")


def test_where_all_options_are_worth_the_same_none_is_named() -> None:
    assert told(TIC, Opinion(lambda _: 0.5), "en") == "the computer (good) sees no difference between the options\n"


def test_a_bot_without_estimates_says_what_it_would_take() -> None:
    assert told(TIC, make("first"), "en").endswith("would choose cell a1\n")


def test_a_hint_is_given_what_the_seat_has_lived_through_and_nothing_else() -> None:
    # the second card of the other seat is another one with another seed, the own one the same
    seen: dict[str, set[str]] = {}
    for seed in range(12):
        own: list[str] = []

        def noted(option: str) -> float:
            return 0.5

        program = compiled(Setting("kuhn_poker", "", 2))
        match = Match(game_of(program), header_of(program, source("kuhn_poker"), seed, 0))
        match.nature()
        own.append(match.observer.history(0).digest)
        text = told(Setting("kuhn_poker", "", 2), Opinion(noted), "en", seed)
        seen.setdefault(own[0], set()).add(text)
    assert 1 < len(seen) <= 3
    assert all(len(texts) == 1 for texts in seen.values())


@pytest.mark.parametrize(
    ("estimates", "order"),
    [
        ([(0.2, 0.1, 9), (0.8, 0.1, 9), (0.5, 0.1, 9)], [1, 2, 0]),
        ([(0.6, 0.02, 900), (0.9, 0.5, 4)], [0, 1]),
        ([(0.6, 0.02, 900), (1.0, None, 1)], [0, 1]),
        ([(0.6, None, 1), (1.0, None, 1)], [1, 0]),
        ([(0.0, None, 0), (0.0, 0.0, 5), (0.5, 0.1, 9)], [2, 1, 0]),
        ([(0.5, 0.1, 9), (0.5, 0.1, 9)], [0, 1]),
    ],
)
def test_the_best_estimate_is_one_that_is_sure(estimates: list[tuple[float, float | None, int]], order: list[int]) -> None:
    made = [Estimate(index, *each) for index, each in enumerate(estimates)]
    assert [each.option for each in ranked(made)] == order


# ------------------------------------------------------------------------------------------------------------- waiting


def waited(monkeypatch: pytest.MonkeyPatch, terminal: bool, until: Callable[[Flag], None]) -> str:
    """What a console shows while something is done that ends when *until* returns; its flag is set when the line is there."""
    monkeypatch.setattr(waits, "QUIET", 0.0)
    console = Console(file=io.StringIO(), force_terminal=terminal, width=60, color_system=None, _environ={"TERM": "xterm"})
    there, status = Flag(), console.status
    monkeypatch.setattr(console, "status", lambda *words, **more: noticed(status(*words, **more), there))
    with thinking(console, "Ben", "it"):
        until(there)
    found = console.file
    assert isinstance(found, io.StringIO)
    return found.getvalue()


def noticed(status: object, there: Flag) -> object:
    """The same line, which sets the flag when it is shown."""
    start = status.start  # type: ignore[attr-defined]

    def begun() -> None:
        start()
        there.set()

    status.start = begun  # type: ignore[attr-defined]
    return status


def test_a_line_says_that_somebody_is_thinking(monkeypatch: pytest.MonkeyPatch) -> None:
    def shown(there: Flag) -> None:
        assert there.wait(20)

    assert "Ben sta pensando …" in waited(monkeypatch, True, shown)


def test_nothing_is_said_where_there_is_no_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    assert waited(monkeypatch, False, lambda there: None) == ""


def test_a_key_ends_the_thinking_and_the_line(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(there: Flag) -> None:
        assert there.wait(20)
        signal.raise_signal(signal.SIGINT)

    with pytest.raises(KeyboardInterrupt):
        waited(monkeypatch, True, interrupted)


def test_bots_are_made_ready_while_people_look_at_the_table() -> None:
    ready, asked = Flag(), Flag()

    class Slow(type(make("first"))):  # type: ignore[misc]
        def prepare(self, game: Game) -> None:
            assert asked.wait(20)
            ready.set()
            raise ValueError("this is told where the bot is asked")

    waits.prepare(game_of(compiled(TIC)), [make("first"), Slow()])
    assert not ready.is_set()
    asked.set()
    assert ready.wait(20)


def test_what_is_proven_is_said_in_words_and_what_is_expected_is_told() -> None:
    bot = make("alphabeta:5000,weights=none")
    assert "sees no difference between the options" in told(TIC, bot, "en")
    proven = figures(Estimate(0, 1.0, None, 9, proven=True), sure=True, language="en")
    assert [proven[0], *(figures(Estimate(0, each, None, 9, True), True, "it")[0] for each in (0.0, 0.5))] == [
        "won",
        "persa",
        "patta",
    ]
    expecting = told(Setting("kalah", "", 2), make("alphabeta:300,weights=none"), "en").splitlines()
    assert expecting[-1].startswith("it expects: ")
    assert f"1 {expecting[0].rpartition(' choose ')[2]}" == expecting[-1].removeprefix("it expects: ").partition(" · ")[0]


@pytest.mark.parametrize(
    ("language", "first", "second"),
    [
        ("en", "cell a1: 50 %", "the computer (good) would choose cell b2 (75 %)"),
        ("it", "casella a1: 50 %", "il computer (bravo) sceglierebbe casella b2 (75 %)"),
    ],
)
def test_an_option_that_is_asked_about_is_told_beside_the_one_that_would_be_chosen(
    language: str, first: str, second: str
) -> None:
    program = compiled(TIC)
    match = Match(game_of(program), header_of(program, source("tic_tac_toe"), 1, 0))
    session, bot = Session(match, source("tic_tac_toe"), language, Seating(program.players), {}), Opinion(worth)
    console = Console(file=io.StringIO(), width=100)
    names = option_names(game_of(program), session.decision(0), language)
    found = hint(session.task(0, bot), bot, language, (0,))
    console.print(draw_verdict(found, names, adviser_text("good", language), language))
    written = console.file
    assert isinstance(written, io.StringIO)
    assert written.getvalue().splitlines() == [first, second]


def test_what_an_option_gives_away_stands_behind_it() -> None:
    found = Hint(0, 0, (Verdict(0, "51 %", "", ""), Verdict(1, "12 %", "", "gives away the queen")), "its estimates")
    console = Console(file=io.StringIO(), width=100)
    console.print(draw_hint(found, [("move a",), ("move b",)], "the computer", "en", ("1", "2")))
    written = console.file
    assert isinstance(written, io.StringIO)
    assert written.getvalue().splitlines()[-1].split() == ["2", "12", "%", "move", "b", "gives", "away", "the", "queen"]


def test_a_line_that_changes_is_printed_as_it_is_through_the_stream_that_guards_the_terminal(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    stream = io.StringIO()
    monkeypatch.setattr("sys.stdout", Harmless(stream))
    console = Printer(force_terminal=True, width=60, color_system=None, _environ={"TERM": "xterm"})
    with console.status("Ben is thinking"):
        pass
    assert "\x1b" in stream.getvalue()
    assert "␛" not in stream.getvalue()
