"""Two worlds that one seat cannot tell apart: what is heard and seen in both must stay the same."""

from __future__ import annotations

from rulerun.interpreter import (
    CardMoved,
    Changed,
    Chosen,
    Event,
    Happening,
    Held,
    Instance,
    Released,
    State,
    actors,
    advance,
    decision,
    find_option,
    option_text,
    sees,
)
from rulerun.interpreter.core.events import seen
from rulerun.program.ir import NOTHING, Program

from . import battery
from .battery import Choose, game_of, together_at

Outcome = tuple[State, tuple[Event, ...]]
"""What an answer has led to."""


Worlds = tuple[State, State]
"""Two matches that look the same to somebody."""


def happening(event: Event) -> Happening:
    """What happens, whoever may hear of it."""
    return event.happening if isinstance(event, Held | Released) else event


def unseen(program: Program, instance: Instance | None, seat: int) -> bool:
    """Whether the seat cannot look there."""
    return instance is not None and not sees(program, instance, seat)


def masked(program: Program, chosen: Chosen, seat: int) -> tuple[int, ...]:
    """The arguments of a choice, without the cards that the seat cannot look at."""
    pairs = zip(chosen.option.arguments, chosen.origins, strict=True)
    return tuple(NOTHING if unseen(program, origin, seat) else argument for argument, origin in pairs)


def indistinct(program: Program, seat: int, one: Outcome, other: Outcome) -> bool:
    """Whether *seat* cannot tell what was answered in one world from what was answered in the other, by the rules of sight.

    The events are looked at as they were noted, not as they are heard.
    """
    first, second = happening(one[1][0]), happening(other[1][0])
    match first, second:
        case CardMoved(), CardMoved():
            return unseen(program, first.source, seat) and unseen(program, first.target, seat)
        case Changed(place, index), Changed() if (place, index) == (second.place, second.index):
            return not seen(program.places[place].sight, program.places[place].owner, index, seat)
        case Chosen(), Chosen():
            if seat == first.actor:
                return False
            if first.private:
                before = together_at(program, one[0]) is not None
                return (
                    before
                    and actors(game_of(program), one[0]) == actors(game_of(program), other[0])
                    and held(one[0])
                    and held(other[0])
                )
            same = first.option.alternative == second.option.alternative
            return same and masked(program, first, seat) == masked(program, second, seat)
        case _:
            return False


def held(state: State) -> bool:
    """Whether something is held back from the others."""
    return state.knowledge is not None and any(state.knowledge.held)


def twin(
    program: Program, rules: Program, seat: int, worlds: Worlds, actor: int, index: int, after: Outcome, choose: Choose
) -> Outcome | None:
    """What happens in the second world: the same answer, or sometimes one that *seat* cannot tell from it; None for neither."""
    one, other = worlds
    first, second = decision(game_of(program), one, actor), decision(game_of(program), other, actor)
    if actor == seat:
        # what is on offer tells a seat its own cards and no others
        assert first == second
    same = find_option(game_of(program), second, option_text(game_of(program), first, first.options[index]))
    if actor != seat and len(second.options) > 1 and (same is None or choose(4) == 0):
        stray = advance(game_of(program), other, actor, choose(len(second.options)))
        if indistinct(rules, seat, after, stray):
            return stray
    return None if same is None else after if one is other else advance(game_of(program), other, actor, same)


HIDING = [setting for setting in battery.settings() if setting.players > 1 and battery.has(setting, "hides")]


FEWEST = [setting for setting in battery.smallest() if setting in HIDING]
