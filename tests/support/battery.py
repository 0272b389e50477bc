"""What every test of whole games needs: the bundled rulesets in all their settings, and ways to play them."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from itertools import count
from pathlib import Path
from typing import Literal

import pytest
from _pytest.mark.structures import ParameterSet
from attrs import evolve, frozen

from rulerun.dsl.compile import Compilation, compile_examples, compile_ruleset, survey
from rulerun.dsl.describe import ParameterSurvey
from rulerun.dsl.text.source import Source
from rulerun.interpreter import NATURE, Event, State, actors, advance, decision, initial, is_over
from rulerun.interpreter.core.policy import Policy, random_index
from rulerun.interpreter.core.rng import Use, stream
from rulerun.interpreter.core.zones import at_bottom, copies, layout, loose, on_top
from rulerun.interpreter.game import Game
from rulerun.interpreter.machine.context import Context
from rulerun.interpreter.machine.expressions import target_address
from rulerun.interpreter.machine.statements import trying
from rulerun.interpreter.match.match import Match
from rulerun.program.ir import WHERE, Example, Later, Op, Place, Program, Together, Zone
from rulerun.program.ops import statements, within

RULESETS = Path(__file__).resolve().parents[2] / "rulesets"
FILES = tuple(path.stem for path in sorted(RULESETS.glob("*.yaml")))
TRAITS = Path(__file__).with_name("traits.json")

Choose = Callable[[int], int]
"""Gives one of the numbers from 0 up to, not including, the argument."""


def some(*quick: object, slow: tuple[object, ...] = ()) -> list[ParameterSet]:
    """Cases to try a test with, those of *slow* only where there is time for all; a case of several parts is a tuple."""
    cases = [(case, [] if at < len(quick) else [pytest.mark.slow]) for at, case in enumerate((*quick, *slow))]
    return [pytest.param(*(case if isinstance(case, tuple) else [case]), marks=marks) for case, marks in cases]


def seeds(quick: int, every: int) -> list[ParameterSet]:
    """Seeds from 0 to *every*, by twenty, for a test that takes several at once: the first *quick*, and the others as `every`."""
    runs = [range(quick), *(range(first, min(first + 20, every)) for first in range(quick, every, 20))]
    marks = [[], *([pytest.mark.every] for _ in runs[1:])]
    return [pytest.param(run, marks=mark, id=f"{run[0]} to {run[-1]}") for run, mark in zip(runs, marks, strict=True)]


# ------------------------------------------------------------------------------------------------- rulesets and settings


@frozen
class Setting:
    """A bundled ruleset with everything settled."""

    file: str
    variant: str
    players: int
    parameters: tuple[tuple[str, str], ...] = ()

    @property
    def name(self) -> str:
        """How a test is called that plays it."""
        dials = [f"{name}={value}" for name, value in self.parameters]
        return "-".join([self.file, *([self.variant] if self.variant else []), str(self.players), *dials])


@cache
def source(file: str) -> Source:
    """The text of a bundled ruleset."""
    return Source(f"{file}.yaml", (RULESETS / f"{file}.yaml").read_text(encoding="utf-8"))


@cache
def compilation(setting: Setting) -> Compilation:
    """What compiling a setting gives."""
    return compile_ruleset(source(setting.file), setting.variant, setting.players, dict(setting.parameters))


def compiled(setting: Setting) -> Program:
    """The Program of a setting."""
    found = compilation(setting)
    assert found.program is not None, found.diagnostics
    return found.program


Trait = Literal["asks", "hides", "menus", "secrets", "together"]
"""In its Program a seat is asked, a zone is not seen by all, a menu has several entries, a seat may know what another does not,
several seats decide together.
"""


@cache
def traits() -> dict[str, dict[str, list[str]]]:
    """By the name of a setting the traits that it `has`, and the dials that its variant `refuses`.

    Tests are gathered by them, for compiling all settings takes longer than gathering all tests.
    """
    found: dict[str, dict[str, list[str]]] = json.loads(TRAITS.read_text(encoding="utf-8"))
    return found


def has(setting: Setting, trait: Trait) -> bool:
    """Whether a setting, or a short one, has a trait."""
    return trait in traits().get(setting.name, {}).get("has", ())


def refuses(setting: Setting, dial: str) -> bool:
    """Whether the variant of a setting no longer has a dial of its ruleset."""
    return dial in traits().get(setting.name, {}).get("refuses", ())


ONE = {"fever_ward": (2,), "guildhall": (2,), "palace": (3,), "rails": (2,), "roads_and_walls": (2,)}
"""Games of which one number of players stands for all, by file: what is particular in them does not depend on it."""


@cache
def settings() -> tuple[Setting, ...]:
    """Every ruleset in every variant, for every number of players, the dials where they stand."""
    found = []
    for file in FILES:
        offer = survey(source(file))
        found += [Setting(file, "", players) for players in ONE.get(file, offer.players)]
        found += [Setting(file, variant.name, players) for variant in offer.variants for players in variant.players]
    return tuple(found)


@cache
def turned() -> tuple[Setting, ...]:
    """The smallest games with one dial turned: to each other choice, or to its lowest and its highest value.

    A dial that makes a game short is not turned the other way.
    """
    found = []
    for setting in smallest():
        for dial in dials(setting.file):
            if not refuses(setting, dial.name):
                lengthens = any(name == dial.name for name, _ in SHORTER.get(setting.file, ()))
                choices = dial.choices or (str(dial.low), *(() if lengthens else (str(dial.high),)))
                found += [evolve(setting, parameters=((dial.name, each),)) for each in choices if each != dial.default]
    return tuple(found)


@cache
def dials(file: str) -> tuple[ParameterSurvey, ...]:
    """The dials of a bundled ruleset."""
    return survey(source(file)).parameters


def smallest() -> tuple[Setting, ...]:
    """Of every ruleset and variant the game for the fewest players who are not alone."""
    found: dict[tuple[str, str], Setting] = {}
    for setting in settings():
        if setting.players > 1:
            found.setdefault((setting.file, setting.variant), setting)
    return tuple(found.values())


SHORTER = {
    "chess": (("quiet_moves", "2"),),
    "draughts": (("quiet_moves", "2"),),
    "go_9x9": (("side", "5"),),
    "guildhall": (("rounds", "4"),),
    "hearts": (("target", "1"),),
    "roads_and_walls": (("side", "5"),),
}
"""What makes a long game short, by file."""


def short() -> tuple[Setting, ...]:
    """The smallest games, made short where a dial can do it: for tests that play one again and again."""
    return tuple(evolve(setting, parameters=SHORTER.get(setting.file, ())) for setting in smallest())


WITNESSES = tuple(
    Setting(file, "", players, SHORTER.get(file, ()))
    for file, players in (
        ("change_horses", 2),
        ("chess", 2),
        ("crazy_eights", 2),
        ("cuckoo", 3),
        ("dyers", 2),
        ("go_9x9", 2),
        ("hanabi", 2),
        ("nine_mens_morris", 2),
        ("palace", 3),
        ("rails", 2),
        ("roads_and_walls", 2),
        ("traxx", 2),
        ("why_first", 2),
    )
)
"""Settings that have all kinds of nodes of Programs between them: what goes wrong in any game should go wrong in one of these."""


def of_each(chosen: Iterable[Setting], *slow: str) -> pytest.MarkDecorator:
    """A test of each of these settings: always of the witnesses but those of files that are *slow*, of the others as `every`."""
    quick = [witness for witness in WITNESSES if witness.file not in slow]
    cases = [pytest.param(one, id=one.name, marks=[] if one in quick else pytest.mark.every) for one in dict.fromkeys(chosen)]
    return pytest.mark.parametrize("setting", cases)


def of_each_file(*slow: str) -> pytest.MarkDecorator:
    """A test of each bundled ruleset, as `of_each` has it."""
    quick = {witness.file for witness in WITNESSES} - {*slow}
    cases = [pytest.param(file, marks=[] if file in quick else pytest.mark.every) for file in FILES]
    return pytest.mark.parametrize("file", cases)


def extremes() -> tuple[Setting, ...]:
    """Of every ruleset and variant the game for the fewest players who are not alone, and the game for most; the witnesses."""
    most = {(setting.file, setting.variant): setting for setting in settings()}
    return tuple(dict.fromkeys((*smallest(), *most.values(), *WITNESSES)))


def brief() -> tuple[Setting, ...]:
    """The same games, made short where a dial can do it."""
    return tuple(dict.fromkeys(evolve(setting, parameters=SHORTER.get(setting.file, ())) for setting in extremes()))


@cache
def running(file: str, variant: str, players: int, run: str, parameters: str = "") -> Example:
    """A bundled ruleset's Program that runs these phases only, from its start."""
    lines = ["  the battery runs this:", f"    players: {players}", f"    run: {run}"]
    if parameters:
        lines.append(f"    parameters: {{{parameters}}}")
    text, heading, rest = source(file).text.partition("\nexamples:\n" if not variant else "\n    examples:\n")
    if variant:
        lines = [f"    {line}" for line in lines]
    examples, diagnostics = compile_examples(Source(f"{file}.yaml", text + heading + "\n".join(lines) + "\n" + rest))
    found = [example for example in examples if example.name == "the battery runs this"]
    assert len(found) == 1, diagnostics
    return found[0]


# --------------------------------------------------------------------------------------------------------------- playing


def drawn(seed: int) -> Choose:
    """Choices by a seed."""
    return stream(seed, 0, Use.BOTS).below


def listed(numbers: list[int]) -> Choose:
    """Choices that Hypothesis made: one number after the other, round and round, cut down to what is offered."""
    turn = count()
    return lambda most: numbers[next(turn) % len(numbers)] % most


@frozen
class Turn:
    """One answer on the way: where the match stood, who answered with which option, where it stands now, what happened."""

    before: State
    actor: int
    index: int
    after: State
    events: tuple[Event, ...]


def turns(program: Program, choose: Choose, listening: bool = False, begun: State | None = None) -> Iterator[Turn]:
    """A whole match: who answers and what is chosen among, each option as likely as another."""
    state = initial(game_of(program), listening) if begun is None else begun
    while not is_over(program, state):
        asked = actors(game_of(program), state)
        actor = asked[choose(len(asked))] if len(asked) > 1 else asked[0]
        index = choose(len(decision(game_of(program), state, actor).options))
        after, events = advance(game_of(program), state, actor, index)
        yield Turn(state, actor, index, after, events)
        state = after


def played(program: Program, choose: Choose, listening: bool = False) -> list[Turn]:
    """A whole match, which must end within reason."""
    found = []
    for turn in turns(program, choose, listening):
        found.append(turn)
        assert len(found) < 20_000, "the match does not end"
    return found


def stepped(program: Program, draw: Choose, policy: Policy = Policy.ENTRIES) -> State:
    """The end of a match in which every decision is drawn by that policy, the lowest seat's first."""
    state = initial(game_of(program))
    while not is_over(program, state):
        actor = actors(game_of(program), state)[0]
        options = decision(game_of(program), state, actor).options
        state, _ = advance(game_of(program), state, actor, random_index(options, policy, draw))
    return state


def go_on(match: Match, seed: int, most: int = 1_000_000) -> int:
    """Answers up to *most* times, what is answered depending on nothing but the seed and the place in the record; how often."""
    given = 0
    while not match.is_over and given < most:
        asked = actors(game_of(match.program), match.state)
        if asked == (NATURE,):
            match.nature()
            continue
        draw = stream(seed, len(match.entries), Use.BOTS).below
        actor = asked[draw(len(asked))]
        match.answer(actor, draw(len(decision(game_of(match.program), match.state, actor).options)))
        given += 1
    return given


# ---------------------------------------------------------------------------------------------------- reading the vector


def place(program: Program, name: str) -> Place:
    """The place of that name."""
    return next(each for each in program.places if each.name.plain == name)


def zone(program: Program, name: str) -> Zone:
    """The zone of that name."""
    return next(each for each in program.zones if each.name.plain == name)


def slot(program: Program, name: str, *index: int) -> int:
    """The slot of one cell of a place."""
    found = place(program, name)
    assert len(index) == len(found.extents)
    return found.base + sum((at - extent.low) * extent.stride for at, extent in zip(index, found.extents, strict=True))


def values(program: Program, slots: tuple[int, ...], name: str) -> tuple[int, ...]:
    """The values of a place with one index, in its order."""
    (extent,) = place(program, name).extents
    return tuple(slots[slot(program, name, extent.low + at)] for at in range(extent.size))


def cards(program: Program, slots: tuple[int, ...], name: str, owner: int | None = None) -> list[int]:
    """How many of each kind lie in a zone, in the owner's instance where it has several."""
    found = zone(program, name)
    base = found.bases[0 if owner is None else owner]
    return copies(list(slots), base, layout(found))


def together_at(program: Program, state: State) -> Together | None:
    """The Together in which play waits."""
    stop = state.slots[WHERE]
    return next((op for op in every_op(program) if isinstance(op, Together) and op.stop == stop), None) if stop else None


def every_op(program: Program) -> tuple[Op, ...]:
    """All statements of a Program, outer ones first; kept, for they are asked for at every step."""
    if id(program) not in _ops:
        _ops[id(program)] = program, tuple(statements(program))
    return _ops[id(program)][1]


_ops: dict[int, tuple[Program, tuple[Op, ...]]] = {}


def in_transit(program: Program, state: State) -> dict[int, list[int]]:
    """By deck how many of each kind lie in no zone: cards put off while all decide together."""
    found = {number: [0] * len(deck.copies) for number, deck in enumerate(program.decks)}
    block = together_at(program, state)
    if block is None:
        return found
    context = Context(program, None, block, trying(program))
    s = [*state.slots, *(0,) * (program.scratch + 1)]
    for op in within(program, block.body):
        if isinstance(op, Later) and op.in_transit is not None:
            at, kind = op.in_transit
            flag, card = target_address(context, op.flag), target_address(context, kind)
            for seat in program.players:
                s[block.seat] = seat
                if s[flag(s)]:
                    found[program.zones[at.zone].deck][s[card(s)]] += 1
    return found


def check_cards(program: Program, state: State) -> None:
    """Every card of every deck lies somewhere, and every zone counts right."""
    s = list(state.slots)
    found = in_transit(program, state)
    for each in program.zones:
        shape = layout(each)
        for base in each.bases:
            kinds = copies(s, base, shape)
            assert s[base] == sum(kinds), f"`{each.name.plain}` miscounts its cards"
            assert min(loose(s, base, shape)) >= 0
            for row, at, capacity in (
                (on_top(s, base, shape), shape.top, shape.top_capacity),
                (at_bottom(s, base, shape), shape.bottom, shape.bottom_capacity),
            ):
                if at:
                    assert not any(s[base + at + 1 + len(row) : base + at + 1 + capacity]), "a card that is gone left its trace"
            deck = found[each.deck]
            for kind, number in enumerate(kinds):
                deck[kind] += number
    for number, declared in enumerate(program.decks):
        assert tuple(found[number]) == declared.copies, f"`{declared.name.plain}` has lost or gained cards"


def game_of(program: Program) -> Game:
    """The game of a Program; kept with it, for tests ask for it at every step."""
    return program.cached(Game)
