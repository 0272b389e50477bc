"""Bots: what they choose is allowed, the same again, and never better informed than a person in their seat."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from rulerun import bots
from rulerun.bots import Bot, answer
from rulerun.cli.main import root
from rulerun.interpreter import NATURE, Decision, Option, State, actors, advance, decision, initial, is_over, view
from rulerun.interpreter.match.match import Match
from rulerun.interpreter.match.records import Entry, header_of
from rulerun.program.ir import Program

from ..support import battery
from ..support.battery import Setting, compiled, drawn, source
from ..support.two_worlds import FEWEST, twin

SETTINGS = battery.short()
MOST = 60
"""So many answers of a match are looked at."""

Chooser = Callable[[Program, State, int], int]
"""What a seat would choose in a state."""


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


def test_an_unknown_bot_is_answered_with_the_nearest() -> None:
    with pytest.raises(bots.UnknownBot, match="did you mean `random`"):
        bots.make("ramdom")
    with pytest.raises(bots.UnknownBot, match="there is `first`, `random` and `random:flat`"):
        bots.make("../cli/main")


def test_an_unknown_argument_is_answered_with_those_of_the_bot() -> None:
    with pytest.raises(bots.UnknownBot, match="no bot `random:heavy`; there is `random` and `random:flat`"):
        bots.make("random:heavy")
    with pytest.raises(bots.UnknownBot, match=r"no bot `first:flat`; there is `first`$"):
        bots.make("first:flat")
    with pytest.raises(bots.UnknownBot, match="no bot `random:`"):
        bots.make("random:")


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

    state = initial(program, listening=True)
    while actors(program, state) == (NATURE,):
        state, _ = advance(program, state, NATURE, 0)
    seat = actors(program, state)[0]
    bots.make(name).choose(program, decision(program, state, seat), partial(view, program, state, seat), draw)
    assert len(drawn_from) <= 1


@pytest.mark.parametrize("name", ["random", "random:flat"])
def test_a_random_bot_takes_equal_cards_one_by_one(name: str) -> None:
    program, bot, draw = compiled(battery.smallest()[0]), bots.make(name), drawn(5)

    def look() -> bots.View:
        raise AssertionError("it has nothing to look at")

    found = Counter(bot.choose(program, asked_of(2, 1, 5), look, draw) for _ in range(8000))
    assert [round(found[index] / 1000) for index in range(3)] == [2, 1, 5]
    assert bots.make("first").choose(program, asked_of(1, 9), look, draw) == 0


# ------------------------------------------------------------------------------------------------------------- no secrets


def as_seen(bot: Bot) -> Chooser:
    """What the bot would choose, the chance that it draws from always the same."""

    def choose(program: Program, state: State, seat: int) -> int:
        return bot.choose(program, decision(program, state, seat), partial(view, program, state, seat), drawn(17))

    return choose


def peeking(program: Program, state: State, seat: int) -> int:
    """What somebody chooses who looks at more than a seat sees."""
    return sum(number * slot for number, slot in enumerate(state.slots)) % len(decision(program, state, seat).options)


def differing(program: Program, seat: int, chooser: Chooser, seed: int) -> tuple[int, int]:
    """Of the moments in which *seat* was asked in two worlds that differ and look the same to it: how many, and in how many
    of them it would have chosen differently.
    """
    choose = drawn(seed)
    one = other = initial(program, listening=True)
    alike = different = steps = 0
    while not is_over(program, one) and steps < 400:
        steps += 1
        asked = actors(program, one)
        if seat in asked and one.slots != other.slots:
            alike += 1
            different += chooser(program, one, seat) != chooser(program, other, seat)
        actor = asked[choose(len(asked))]
        index = choose(len(decision(program, one, actor).options))
        after = advance(program, one, actor, index)
        beside = twin(program, program, seat, (one, other), actor, index, after, choose)
        one = other = after[0]
        if beside is not None and view(program, beside[0], seat) == view(program, one, seat):
            other = beside[0]
    return alike, different


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
