"""Bots: what they choose is allowed, the same again, and never better informed than a person in their seat."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from rulerun import bots
from rulerun.bots import Bot, Situation, answer, situation
from rulerun.cli.main import root
from rulerun.interpreter import NATURE, Decision, Option, Trails, actors, advance, decision, view
from rulerun.interpreter.match.match import Match
from rulerun.interpreter.match.records import Entry, header_of
from rulerun.program.ir import Program

from ..support import battery
from ..support.battery import Setting, compiled, drawn, source
from ..support.two_worlds import FEWEST, twin

SETTINGS = battery.short()
MOST = 60
"""So many answers of a match are looked at."""

Chooser = Callable[[Trails, int], int]
"""What a seat would choose where a match stands."""


def rulerun(*words: str) -> Result:
    return CliRunner().invoke(root, list(words))


def record(setting: Setting, bot: Bot, seed: int) -> list[Entry]:
    """The first entries of a match that the bot plays with itself; an option that is not there ends the test."""
    program = compiled(setting)
    match = Match(program, header_of(program, source(setting.file), seed, 0))
    for _ in range(MOST):
        asked = actors(program, match.state)
        if not asked:
            break
        if asked == (NATURE,):
            match.nature()
        else:
            answer(bot, match, asked[0])
    return match.entries


def test_every_file_of_the_folder_is_a_bot() -> None:
    files = [path.stem for path in Path(bots.__file__).parent.glob("*.py") if path.stem != "__init__"]
    assert [name for name in bots.names() if ":" not in name] == sorted(files)
    assert {"first", "random"} <= set(bots.names())


def test_a_bot_with_an_argument_is_named_behind_the_one_without() -> None:
    assert bots.names() == ("first", "random", "random:flat")
    assert bots.make("random:flat") != bots.make("random")


@pytest.mark.parametrize("name", bots.names())
@pytest.mark.parametrize("setting", SETTINGS, ids=[setting.name for setting in SETTINGS])
def test_a_bot_chooses_what_is_offered_and_the_same_again(setting: Setting, name: str) -> None:
    assert record(setting, bots.make(name), 3) == record(setting, bots.make(name), 3)


def asked_of(*weights: int) -> Decision:
    """A decision among options of these weights."""
    return Decision(0, 1, tuple(Option("", (number,), number, weight, 0) for number, weight in enumerate(weights)), False)


@pytest.mark.parametrize("name", bots.names())
def test_a_bot_draws_at_most_once(name: str) -> None:
    program = compiled(battery.smallest()[0])
    drawn_from: list[int] = []

    def draw(bound: int) -> int:
        drawn_from.append(bound)
        return bound - 1

    trails = Trails.beginning(program)
    while trails.asked == (NATURE,):
        trails.answer(NATURE, 0)
    bot = bots.make(name)
    bot.choose(situation(bot, trails, decision(program, trails.state, trails.asked[0])), draw)
    assert len(drawn_from) <= 1


@pytest.mark.parametrize("name", ["random", "random:flat"])
def test_a_random_bot_takes_equal_cards_one_by_one(name: str) -> None:
    program, bot, draw = compiled(battery.smallest()[0]), bots.make(name), drawn(5)

    found = Counter(bot.choose(Situation(program, asked_of(2, 1, 5)), draw) for _ in range(8000))
    assert [round(found[index] / 1000) for index in range(3)] == [2, 1, 5]
    assert bots.make("first").choose(Situation(program, asked_of(1, 9)), draw) == 0


# ------------------------------------------------------------------------------------------------------------- no secrets


def as_seen(bot: Bot) -> Chooser:
    """What the bot would choose, the chance that it draws from always the same."""

    def choose(trails: Trails, seat: int) -> int:
        return bot.choose(situation(bot, trails, decision(trails.program, trails.state, seat)), drawn(17))

    return choose


def peeking(trails: Trails, seat: int) -> int:
    """What somebody chooses who looks at more than a seat sees."""
    slots, asked = trails.state.slots, decision(trails.program, trails.state, seat)
    return sum(number * slot for number, slot in enumerate(slots)) % len(asked.options)


def differing(program: Program, seat: int, chooser: Chooser, seed: int) -> tuple[int, int]:
    """Of the moments in which *seat* was asked in two worlds that differ and look the same to it: how many, and in how many
    of them it would have chosen differently.
    """
    choose = drawn(seed)
    one, other = Trails.beginning(program), Trails.beginning(program)
    alike = different = steps = 0
    while one.asked and steps < 400:
        steps += 1
        if seat in one.asked and one.state.slots != other.state.slots:
            alike += 1
            different += chooser(one, seat) != chooser(other, seat)
        actor = one.asked[choose(len(one.asked))]
        answered = decision(program, one.state, actor)
        index = choose(len(answered.options))
        states, after = (one.state, other.state), advance(program, one.state, actor, index)
        beside = twin(program, program, seat, states, actor, index, after, choose)
        one.note(answered, index, after[1], after[0])
        if beside is not None:
            other.note(answered, index, beside[1], beside[0])
        if beside is None or not _alike(one, other, seat):
            other = Trails(program, one.state, one.first, [*one.answers])
    return alike, different


def _alike(one: Trails, other: Trails, seat: int) -> bool:
    """Whether the last answers and what is seen behind them are the same to the seat."""
    seen = [view(each.program, each.state, seat) for each in (one, other)]
    lived = [each.answers[-1].moment(each.program, seat) for each in (one, other)]
    return seen[0] == seen[1] and lived[0] == lived[1]


def compared(setting: Setting, chooser: Chooser) -> tuple[int, int]:
    """The sums of that over several matches, for every seat."""
    program = compiled(setting)
    found = [differing(program, seat, chooser, 100 * seat + game) for game in range(3) for seat in program.players]
    return sum(alike for alike, _ in found), sum(different for _, different in found)


HIDING = [setting for setting in FEWEST if setting.file in ("kuhn_poker", "why_first", "go_fish")]


@pytest.mark.parametrize("name", bots.names())
@pytest.mark.parametrize("setting", HIDING, ids=[setting.name for setting in HIDING])
def test_what_a_bot_cannot_see_makes_no_difference(setting: Setting, name: str) -> None:
    alike, different = compared(setting, as_seen(bots.make(name)))
    assert alike > 0
    assert different == 0


@pytest.mark.slow
@pytest.mark.parametrize("name", bots.names())
@pytest.mark.parametrize("setting", FEWEST, ids=[setting.name for setting in FEWEST])
def test_nowhere_does_it_make_a_difference(setting: Setting, name: str) -> None:
    assert compared(setting, as_seen(bots.make(name)))[1] == 0


def test_who_peeks_would_be_found() -> None:
    assert any(compared(setting, peeking)[1] for setting in HIDING)


# ------------------------------------------------------------------------------------------------------------ at the table


def test_the_table_lets_one_choose_the_bots(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    two = [rulerun("play", "tic_tac_toe", "--bots", "--bot", "first", "--seed", seed, "--json") for seed in ("1", "2")]
    assert [json.loads(each.output)["decisions"] for each in two] == [7, 7]
    told = rulerun("play", "tic_tac_toe", "--seat", "X=first", "--seed", "5").output
    assert told != rulerun("play", "tic_tac_toe", "--seed", "5").output
    assert told == rulerun("play", "tic_tac_toe", "--seat", "1=first", "--seat", "2=random", "--seed", "5").output


def test_the_table_seats_a_bot_with_an_argument() -> None:
    def played(*words: str) -> str:
        return rulerun("play", "kuhn_poker", "--seed", "5", "--bots", *words).output

    assert played("--bot", "random:flat") == played("--seat", "1=random:flat", "--seat", "2=random:flat")
    assert played("--bot", "random:flat") != played()


@pytest.mark.parametrize("words", [("--bots", "--bot", "frist"), ("--seat", "1=frist")])
def test_a_misspelt_bot_is_answered_with_the_nearest(words: tuple[str, ...]) -> None:
    result = rulerun("play", "tic_tac_toe", *words)
    assert result.exit_code == 2
    assert "did you mean `first`" in result.output
