"""Strategies put together for a ruleset: scripted bots take what is on offer, and the same for the same draw."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from unittest.mock import patch

from attrs import evolve

from rulerun.bots import BotFailed, choice, scripted, situation
from rulerun.dsl.compile import compile_ruleset
from rulerun.interpreter import NATURE, Decision, ObservationHistory, Observer, PlayError, State, decision
from rulerun.interpreter.core.chance import Seed
from rulerun.interpreter.core.rng import Stream, Use, stream
from rulerun.interpreter.game import Game
from rulerun.program.ir import Alternative, Ask, Parameter, Program, Visibility
from rulerun.program.ops import everywhere
from rulerun.worlds.sample import Sampler

from ..support.battery import game_of
from .case import Case
from .failure import Failure

NAME = "fuzzed"
LINES = 4
"""A strategy has at most so many lines."""
FOLLOWED = 16
"""How many answers of a match are given at most."""
TRIED = 200
"""How many answers may be tried for an imagined state."""


def interpreted(game: Game, history: ObservationHistory, asked: Decision, most: int, stream: Stream) -> Iterator[State]:
    """States that the interpreter draws alone, with few tries."""
    return game.cached(Sampler).states(history, asked, most, stream, TRIED)


def scripted_bots(case: Case) -> None:
    """Bots that play by a strategy choose options, and the same for the same draw."""
    if case.skips(4):
        return
    program = with_strategy(case)
    if program is None:
        return
    bot, nature = scripted.Scripted(NAME), stream(case.seed, 6, Use.NATURE)
    with patch.object(scripted, "states", interpreted):
        try:
            observer = Observer.beginning(game_of(program))
            for made in range(FOLLOWED):
                if not observer.asked:
                    return
                actor = observer.asked[0]
                asked = decision(game_of(program), observer.state, actor)
                if actor == NATURE:
                    observer.answer(actor, nature.below(len(asked.options)))
                    continue
                given = situation(bot, observer, asked)
                index, again = (choice(bot, given, Seed(case.seed, 0), made) for _ in range(2))
                if index != again:
                    raise Failure("scripted", f"options {index} and {again} are chosen by the same draw")
                observer.answer(actor, index)
        except PlayError:
            return
        except BotFailed as fault:
            raise Failure("scripted", str(fault)) from None


def with_strategy(case: Case) -> Program | None:
    """The Program with a strategy of lines that are understood; None where none of those tried is."""
    random = Random(case.seed)
    tried = list(_lines(case.program, random))
    random.shuffle(tried)
    kept: list[str] = []
    program = None
    for line in tried[:LINES]:
        found = _compiled(case, [*kept, line])
        if found is not None:
            kept, program = [*kept, line], found
    return program


def _compiled(case: Case, lines: list[str]) -> Program | None:
    added = "".join(f"    - {line}\n" for line in lines)
    text = f"{case.source.text.rstrip()}\nstrategies:\n  {NAME}:\n{added}"
    setting = case.setting
    return compile_ruleset(evolve(case.source, text=text), setting.variant, setting.players, dict(setting.parameters)).program


def _lines(program: Program, random: Random) -> Iterator[str]:
    """Lines for every kind of option: any such option, or one by what is chosen or by a value that everybody sees."""
    values = [place.name.plain for place in program.places if not place.extents and place.sight is Visibility.EVERYONE]
    for op in everywhere(program):
        if isinstance(op, Ask):
            for alternative in op.alternatives:
                told = _told(alternative, random.randrange(2) == 0)
                if told:
                    yield told
                    yield from (f"{told} {ending}" for ending in _endings(alternative.parameters, values, random))


def _told(alternative: Alternative, named: bool) -> str:
    """How a line names the option: with what is chosen, where there is no name or that is wished for."""
    chosen = ", ".join(parameter.name.plain for parameter in alternative.parameters)
    name = alternative.name.plain
    return f"{name} {chosen}".strip() if named or not name else name


def _endings(parameters: tuple[Parameter, ...], values: list[str], random: Random) -> Iterator[str]:
    for parameter in parameters:
        name, middle = parameter.name.plain, parameter.low + parameter.size // 2
        yield f"by {random.choice(('highest', 'lowest'))} {name}"
        yield f"where {name} >= {middle}"
    for value in values[:2]:
        yield f"where {value} > {random.randrange(4)} by lowest 7 div {value}"
