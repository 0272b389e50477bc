"""What a seat sees, knows and takes back, and what a record says of it."""

from __future__ import annotations

from collections import Counter
from random import Random

from attrs import evolve

from rulerun.interpreter import (
    NATURE,
    Event,
    Held,
    Released,
    State,
    View,
    actors,
    advance,
    broken_invariants,
    decision,
    heard,
    view,
)
from rulerun.interpreter.core.events import sees_at
from rulerun.interpreter.core.policy import Policy, random_index
from rulerun.interpreter.core.rng import Use, stream
from rulerun.interpreter.core.zones import at_bottom, copies, layout, on_top
from rulerun.interpreter.match.match import Match
from rulerun.interpreter.match.records import header, serialise
from rulerun.interpreter.match.replay import replay
from rulerun.interpreter.views import cells
from rulerun.program.ir import Program

from ..support.battery import check_cards, game_of, together_at
from .case import LONGEST, Case, Outcome, attempt
from .failure import Failure


def look_around(case: Case, state: State) -> None:
    """What each seat sees is so, and does not change with what is hidden."""
    program = case.program
    attempt(broken_invariants, game_of(program), state)
    try:
        check_cards(program, state)
    except AssertionError as error:
        raise Failure("cards", str(error).partition("\n")[0]) from None
    if together_at(program, state) is not None:
        return
    for seat in program.players:
        looked, _ = attempt(view, game_of(program), state, seat)
        if looked is None:
            continue
        _check_truth(program, state, looked)
        _check_hidden(case, state, looked)


def _check_truth(program: Program, state: State, looked: View) -> None:
    for each in looked.zones:
        zone = program.zones[each.zone]
        base = _base(program, each.zone, each.index)
        s, shape = list(state.slots), layout(zone)
        kinds = copies(s, base, shape)
        for kind, count in Counter(each.known if each.cards is None else each.cards).items():
            if not (count <= kinds[kind] if each.cards is None else count == kinds[kind]):
                raise Failure("knowledge", "a seat knows of a card that does not lie there")
        for told in each.counted:
            if sum(s[base + 1 + kind] for kind in told.kinds) != told.number:
                raise Failure("knowledge", "a seat was told of other cards than lie there")
        among = iter(each.among)
        for kind in (*on_top(s, base, shape), *at_bottom(s, base, shape)):
            some = next(among, ())
            if some and kind not in some:
                raise Failure("knowledge", f"a seat was told that a card is one of {some}, and it is {kind}")
        for row, real in ((each.top, on_top(s, base, shape)), (each.bottom, at_bottom(s, base, shape))):
            if len(row) != len(real) or any(guess not in (None, kind) for guess, kind in zip(row, real, strict=True)):
                raise Failure("knowledge", "a seat knows of an order in which the cards do not lie")


def _base(program: Program, number: int, index: tuple[int, ...]) -> int:
    zone = program.zones[number]
    return zone.base + sum((at - extent.low) * extent.stride for at, extent in zip(index, zone.extents, strict=True))


def _check_hidden(case: Case, state: State, looked: View) -> None:
    """Two cards that the seat does not know change places, and what it does not see changes: its view stays as it is."""
    program, seat = case.program, looked.seat
    if looked.asked and seat in looked.asked:
        return
    slots = list(state.slots)
    free: dict[int, list[tuple[int, int]]] = {}
    for each in looked.zones:
        zone = program.zones[each.zone]
        if each.cards is not None:
            continue
        base, known = _base(program, each.zone, each.index), Counter(each.known)
        for kind in range(zone.kinds):
            if slots[base + 1 + kind] > known[kind]:
                free.setdefault(zone.deck, []).append((base, kind))
    for cards in free.values():
        (one, first), (other, second) = cards[0], cards[-1]
        if one != other and first != second:
            slots[one + 1 + first] -= 1
            slots[other + 1 + first] += 1
            slots[other + 1 + second] -= 1
            slots[one + 1 + second] += 1
    for place in program.places:
        for index, slot in cells(place.base, place.extents):
            if not sees_at(place, index, seat) and not place.truth and place.low < place.high:
                slots[slot] = place.low if slots[slot] != place.low else place.high
    if tuple(slots) == state.slots:
        return
    changed = evolve(state, slots=tuple(slots))
    asked, _ = attempt(actors, game_of(program), changed)
    if asked != looked.asked:
        return  # the rules themselves tell
    again, fault = attempt(view, game_of(program), changed, seat)
    if fault is None and again is not None and again != looked:
        raise Failure("secrecy", "what a seat sees depends on what is hidden from it")


Step = tuple[int, State, tuple[Event, ...], int]
"""An answer: who gave it, the state before, what happened, and the code of the option (0: chance)."""


def records(case: Case) -> None:
    """A match that was written down can be replayed to the same end, and nothing that was learnt is taken back."""
    program, random = case.program, Random(case.seed + 2)
    dials, setting = tuple(program.parameters), case.setting
    head = evolve(header(program, case.source.text, case.source.name, case.seed, 0), variant=setting.variant, parameters=dials)
    match, _ = attempt(Match, game_of(program), head)
    if match is None:
        return
    steps: list[Step] = []
    for _ in range(LONGEST):
        if match.is_over:
            break
        before, asked = match.state, actors(game_of(program), match.state)
        if asked == (NATURE,):
            events, fault = _nature(case, match)
            actor, code = NATURE, 0
        else:
            actor = random.choice(asked)
            found, fault = attempt(decision, game_of(program), match.state, actor)
            if found is None:
                break
            which = random.randrange(len(found.options))
            code = found.options[which].code
            events, fault = attempt(match.answer, actor, which)
        if fault is not None or events is None:
            break
        steps.append((actor, before, events, code))
        if random.randrange(6) == 0 and not match.is_over:
            steps = _undone(case, match, steps, random.choice(program.players))
    _replayed(case, match)


def _nature(case: Case, match: Match) -> Outcome[tuple[Event, ...]]:
    asked = decision(game_of(match.program), match.state, NATURE)
    draw = random_index(asked.options, Policy.ENTRIES, stream(case.seed, len(match.entries), Use.BOTS).below)
    return attempt(match.nature_told, draw)


def _undone(case: Case, match: Match, steps: list[Step], seat: int) -> list[Step]:
    """The steps that are left when the seat has asked to take its last answer back: where all still decide together, what others
    have answered since stays.
    """
    program = case.program
    now = match.state
    last = next((at for at in reversed(range(len(steps))) if steps[at][0] == seat), None)
    refused = match.undo(seat)
    if refused is not None:
        return steps
    if last is None:
        raise Failure("undo", "an answer was taken back that was never given")
    since = steps[last:]
    if any(actor == NATURE for actor, _, _, _ in since):
        raise Failure("undo", "chance was taken back")
    left, state = steps[:last], since[0][1]
    if all(isinstance(event, Held) for _, _, events, _ in since for event in events):
        for actor, _, _, code in since:
            if actor != seat:
                options = decision(game_of(program), state, actor).options
                index = next(at for at, option in enumerate(options) if option.code == code)
                after, events = advance(game_of(program), state, actor, index)
                left.append((actor, state, events, code))
                state = after
    if match.state.slots != state.slots:
        raise Failure("undo", "it leads to another state")
    for _, _, events, _ in since:
        for event in events:
            if isinstance(event, Released) and heard(program, event, seat) is not None:
                raise Failure("undo", "what others chose was heard, and taken back")
    if together_at(program, now) is None and together_at(program, since[0][1]) is None:
        before, _ = attempt(_faces, program, since[0][1], seat)
        after_now, _ = attempt(_faces, program, now, seat)
        if before is not None and after_now is not None and after_now - before:
            raise Failure("undo", "new cards were seen, and taken back")
    return left


def _faces(program: Program, state: State, seat: int) -> Counter[tuple[int, int]]:
    """How many cards of each kind the seat sees or knows to be anywhere."""
    found: Counter[tuple[int, int]] = Counter()
    for each in view(game_of(program), state, seat).zones:
        deck = program.zones[each.zone].deck
        found.update((deck, kind) for kind in (each.known if each.cards is None else each.cards))
    return found


def _replayed(case: Case, match: Match) -> None:
    again = replay(serialise(match.header, tuple(match.entries)), lambda _: case.program)
    if again.parting is not None:
        raise Failure("records", f"a record cannot be replayed: {again.parting.message}")
    if again.match.state != match.state:
        raise Failure("records", "a record leads to another state")
