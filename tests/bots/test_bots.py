"""Bots: what they choose is allowed, the same again, and never better informed than a person in their seat."""

from __future__ import annotations

import json
import shlex
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest
from _pytest.mark.structures import ParameterSet
from click.testing import CliRunner, Result

from rulerun import bots
from rulerun.bots import Bot, Needs, Situation, Whole, answer, situation
from rulerun.bots.core.options import options_of
from rulerun.cli.main import root
from rulerun.interpreter import NATURE, Decision, Observer, Option, actors, advance, decision, view
from rulerun.interpreter.match.match import Match
from rulerun.interpreter.match.records import Entry, header_of
from rulerun.program.ir import Program

from ..support import battery
from ..support.battery import Setting, compiled, drawn, game_of, source
from ..support.two_worlds import FEWEST, twin

SETTINGS = battery.short()
MOST = 60
"""So many answers of a match are looked at."""

MOST_THOUGHT = 3
"""So many choices of a match are looked at, of a bot that thinks about what its seat has lived through."""

PROGRAMS = Path(battery.__file__).parent
STARTED = {"gtp": "gtp_engine.py", "outside": "outside_bot.py", "uci": "uci_engine.py"}
"""The programs that bots start here."""

STATED: dict[str, str] = {
    "cfr": "cfr:iterations=20",
    "scripted": "scripted:saving",
    **{name: f"{name}:command={shlex.join([sys.executable, str(PROGRAMS / file)])}" for name, file in STARTED.items()},
}
"""How a bot is named here that cannot play without options, or not with the smallest numbers."""


def small(name: str) -> str:
    """The name of the same bot with the smallest numbers that its options allow, so that it answers at once."""
    bot = bots.make(name)
    numbers = [f"{each.name}={each.kind.low}" for each in options_of(bot) if isinstance(each.kind, Whole)]
    return f"{name}{',' if ':' in name else ':'}{','.join(numbers)}" if numbers else name


def named(name: str) -> str:
    """How a bot is named here."""
    return STATED[name] if name in STATED else small(name)


NAMES = tuple(named(name) for name in bots.names())
"""The bots that are tried here."""

THINKING = tuple(name for name in NAMES if bots.make(name).needs is Needs.HISTORY)
"""Those of them that are given a history."""

OTHERS = tuple(name for name in NAMES if name not in THINKING)

Chooser = Callable[[Observer, int], int]
"""What a seat would choose where a match stands."""


def rulerun(*words: str) -> Result:
    return CliRunner().invoke(root, list(words))


def record(setting: Setting, bot: Bot, seed: int, most: int = MOST) -> list[Entry]:
    """The first entries of a match that the bot plays with itself; an option that is not there ends the test."""
    program = compiled(setting)
    match = Match(game_of(program), header_of(program, source(setting.file), seed, 0))
    for _ in range(most):
        asked = actors(game_of(program), match.state)
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


def playing(setting: Setting, name: str) -> Bot:
    """The bot; the test is left out where the bot cannot play that game."""
    try:
        return bots.seated(name, compiled(setting))
    except bots.UnknownBot as why:
        pytest.skip(str(why))


@pytest.mark.parametrize("name", OTHERS)
@battery.of_each(SETTINGS, "chess")
def test_a_bot_chooses_what_is_offered_and_the_same_again(setting: Setting, name: str) -> None:
    bot = playing(setting, name)
    assert record(setting, bot, 3) == record(setting, bot, 3)


def tried(*files: str) -> list[ParameterSet]:
    """All settings, those of the files named quickly and the others where there is time."""
    slow = [pytest.mark.slow]
    return [pytest.param(one, id=one.name, marks=[] if one.file in files and not one.variant else slow) for one in SETTINGS]


@pytest.mark.parametrize("name", THINKING)
@pytest.mark.parametrize("setting", tried("tic_tac_toe", "kuhn_poker"))
def test_a_thinking_bot_chooses_what_is_offered_and_the_same_again(setting: Setting, name: str) -> None:
    bot = playing(setting, name)
    assert record(setting, bot, 3, MOST_THOUGHT) == record(setting, bot, 3, MOST_THOUGHT)


def asked_of(*weights: int) -> Decision:
    """A decision among options of these weights."""
    return Decision(0, 1, tuple(Option("", (number,), number, weight, 0) for number, weight in enumerate(weights)), False)


@pytest.mark.parametrize("name", NAMES)
def test_a_bot_draws_at_most_once(name: str) -> None:
    setting = Setting("kuhn_poker", "", 2)
    program, bot = compiled(setting), playing(setting, name)
    drawn_from: list[int] = []

    def draw(bound: int) -> int:
        drawn_from.append(bound)
        return bound - 1

    observer = Observer.beginning(game_of(program))
    while observer.asked == (NATURE,):
        observer.answer(NATURE, 0)
    bot.choose(situation(bot, observer, decision(game_of(program), observer.state, observer.asked[0])), draw)
    assert len(drawn_from) <= 1


@pytest.mark.parametrize("name", ["random", "random:flat"])
def test_a_random_bot_takes_equal_cards_one_by_one(name: str) -> None:
    program, bot, draw = compiled(battery.smallest()[0]), bots.make(name), drawn(5)

    found = Counter(bot.choose(Situation(game_of(program), asked_of(2, 1, 5)), draw) for _ in range(8000))
    assert [round(found[index] / 1000) for index in range(3)] == [2, 1, 5]
    assert bots.make("first").choose(Situation(game_of(program), asked_of(1, 9)), draw) == 0


# ------------------------------------------------------------------------------------------------------------- no secrets


def as_seen(bot: Bot) -> Chooser:
    """What the bot would choose, the chance that it draws from always the same."""

    def choose(observer: Observer, seat: int) -> int:
        return bot.choose(situation(bot, observer, decision(game_of(observer.program), observer.state, seat)), drawn(17))

    return choose


def peeking(observer: Observer, seat: int) -> int:
    """What somebody chooses who looks at more than a seat sees."""
    slots, asked = observer.state.slots, decision(game_of(observer.program), observer.state, seat)
    return sum(number * slot for number, slot in enumerate(slots)) % len(asked.options)


def differing(program: Program, seat: int, chooser: Chooser, seed: int, most: int) -> tuple[int, int]:
    """Of the moments in which *seat* was asked in two worlds that differ and look the same to it: how many, up to *most*, and in
    how many of them it would have chosen differently.
    """
    choose = drawn(seed)
    one, other = Observer.beginning(game_of(program)), Observer.beginning(game_of(program))
    alike = different = steps = 0
    while one.asked and steps < 400 and alike < most:
        steps += 1
        if seat in one.asked and one.state.slots != other.state.slots:
            alike += 1
            different += chooser(one, seat) != chooser(other, seat)
        actor = one.asked[choose(len(one.asked))]
        answered = decision(game_of(program), one.state, actor)
        index = choose(len(answered.options))
        states, after = (one.state, other.state), advance(game_of(program), one.state, actor, index)
        beside = twin(program, program, seat, states, actor, index, after, choose)
        one.note(answered, index, after[1], after[0])
        if beside is not None:
            other.note(answered, index, beside[1], beside[0])
        if beside is None or not _alike(one, other, seat):
            other = Observer(game_of(program), one.state, one.first, [*one.answers])
    return alike, different


def _alike(one: Observer, other: Observer, seat: int) -> bool:
    """Whether the last answers and what is seen behind them are the same to the seat."""
    seen = [view(game_of(each.program), each.state, seat) for each in (one, other)]
    lived = [each.answers[-1].observation(each.program, seat) for each in (one, other)]
    return seen[0] == seen[1] and lived[0] == lived[1]


def compared(setting: Setting, chooser: Chooser, games: int = 3, most: int = 400) -> tuple[int, int]:
    """The sums of that over several matches, for every seat."""
    program = compiled(setting)
    found = [differing(program, seat, chooser, 100 * seat + game, most) for game in range(games) for seat in program.players]
    return sum(alike for alike, _ in found), sum(different for _, different in found)


HIDING = [setting for setting in FEWEST if setting.file in ("kuhn_poker", "why_first", "go_fish")]


def looked(setting: Setting, name: str, games: int = 2) -> tuple[int, int]:
    """The same for a bot: everything where it answers at once, two choices of a match where it thinks."""
    chooser = as_seen(playing(setting, name))
    return compared(setting, chooser, games, 2) if name in THINKING else compared(setting, chooser, games)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(
    "setting",
    [pytest.param(each, id=each.name, marks=[] if each.file == "kuhn_poker" else pytest.mark.slow) for each in HIDING],
)
def test_what_a_bot_cannot_see_makes_no_difference(setting: Setting, name: str) -> None:
    alike, different = looked(setting, name)
    assert alike > 0
    assert different == 0


@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name in NAMES if name.startswith(("greedy", "ismcts"))])
@battery.of_each(FEWEST)
def test_nowhere_does_it_make_a_difference(setting: Setting, name: str) -> None:
    assert looked(setting, name, 1)[1] == 0


@pytest.mark.slow
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
