"""Functions of the listening form that go along a history, so that a seat hears and sees just what it did.

    replay(s, m, o, w, t, h, line, told, f, seat, strict, most)
                                 from a vector on along the history *t*, up to where nothing agrees with it any more, or its end
    attempts(start, s, far, …)   the same from *start*, again and again until one comes to the end

A history is a row of integers, `simulation/histories.py` says which. An answer of the seat itself is the one on the history; an
answer of another that the seat heard at once is that one, and any other is drawn by weight among those that agree with what was
heard next (from all that are on offer, one after another, until one agrees). While several decide together, whoever is still
asked has answered nothing yet. Where *strict* is 1, nature keeps to its odds: what it does unheard is drawn once, and what is
heard of it is kept as often as it is likely; where that fails, the attempt does. Elsewhere what is unheard is weighed by what
the seat sees later, for which *f* has the cards that it hears moving.

*told* holds, before and after: where on the history it stands, how many answers lead there, the stream, how many answers were
tried, how many attempts were made, and how far the one came that came furthest. *line* gets `LINE` numbers for each answer: the
actor, the index of the option and its code, what those options weigh of which it was drawn, what all weigh, and where on the
history it was.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import ExitStack
from enum import IntEnum

from ...interpreter.state import NATURE
from ...program.intervals import Bounds
from ...program.ir import Alternative, Ask, Cell, Draw, Expr, Later, MoveCard, Pick, Program, Slot, Together
from ...program.ops import nodes, statements, within
from ...program.visibility import Things, hidden
from .context import Emission, Module
from .expressions import fixed_zone, spot_of, value
from .hearing import sights
from .noting import FULL, HELD, HELD_FIRST, HELD_NEXT, WEIGHT, Record, origin_of
from .options import Coded, coded, unbind
from .probing import PROBING
from .writer import Writer

LINE = 6
"""How many numbers *line* gets for an answer."""
TOLD = 6
"""The length of *told*."""
LONGEST = 8_192
"""So many answers may lead to a world at most."""
AGAIN = 24
"""So often a block in which all decide together is tried anew, where it does not come to what was heard."""
BACK_AT_MOST = 64
"""So many answers that could have been others are kept, to go back to one of them where nothing agrees with what was heard."""
KEPT_AT_MOST = 200_000
"""So many numbers that takes at most, but for two answers."""
JUMPS = 100
"""So often it is gone back before a world is begun anew."""
HEARD_FROM = 7
"""Where in a moment that begins which was heard."""


class Ending(IntEnum):
    """How a replay ended."""

    ARRIVED = 0
    """The whole history lies behind it, and the seat is asked what it must be."""
    DISAGREED = 1
    """Nothing agrees with what was heard next."""
    ASKED_ELSE = 2
    """The whole history lies behind it, but something else is asked."""
    TRIED_ENOUGH = 3
    """As many answers were tried as may be."""
    OVERFLOWED = 4
    """More happened than there is room for."""
    FORKED = 5
    """Where only what is decided was to be done: several options may agree."""


FORCED = 2
"""Instead of whether it is *strict*: go along only as far as the history alone decides."""
PLANNED = 3
"""Instead of whether it is *strict*: whoever moves a card unseen moves the one that *f* names, and it is not gone back."""


_WORDS = (
    "SLOTS|LOTS|KEPT|KEPT_HELD|BASE_HELD|BACK|BACK_HELD|FORKS|FORK|FORK_AT|FORK_STEPS|LYING"
    "|MISSING|LEAST|KINDS|RETURNED|CARD|SENT|TOGETHER|SIGHTS|GUARDED|HEARD_FROM|TRIALS|EDITED|FREED|COPIES"
)
_NAMED = re.compile(rf"\b({_WORDS})\b")
"""What stands in the texts below for numbers and tables of a module."""


def replaying(module: Module) -> list[list[str]]:
    """The lines of these functions; the options must have been written before."""
    em, program = Emission(module, {}), module.program
    forks = max(2, min(BACK_AT_MOST, KEPT_AT_MOST // program.slots))
    kinds = max((zone.kinds for zone in program.zones), default=0)
    rooms = {
        "SLOTS": program.slots,
        "LOTS": em.room(module.options + 2),
        "KEPT": em.room(program.slots),
        "KEPT_HELD": em.room(HELD + 1),
        "BASE_HELD": em.room(HELD + 1),
        "BACK": em.room(program.slots),
        "BACK_HELD": em.room(HELD + 1),
        "FORKS": forks,
        "FORK_AT": em.room(forks),
        "FORK_STEPS": em.room(forks),
        "FORK": em.room(forks * program.slots),
        "LYING": em.room(program.slots),
        "MISSING": em.room(program.slots),
        "LEAST": em.room(program.slots),
        "KINDS": kinds,
        "RETURNED": em.room(kinds),
        "CARD": em.room(1),
        "SENT": em.room(1),
        "HEARD_FROM": HEARD_FROM,
        "TRIALS": em.room(1),
        "EDITED": em.room(program.slots),
        "FREED": em.room(program.slots),
        "TOGETHER": int(any(isinstance(op, Together) for op in statements(program))),
    }
    guarded, copies = em.table(_guarded(program)), em.table(_copies(program))
    tables = {"SIGHTS": em.table(sights(program)), "GUARDED": guarded, "COPIES": copies}
    named: dict[str, int | str] = {**rooms, **tables}
    found = [_picked_at(module), _ends_of_draw(module), _card_of(module), _sent_to(module)]
    drawing = (ANSWERING, ALIKE, AGREES, NARROWED, TRIED_OUT, FLOWED, *FITTING, REPLAY, ATTEMPTS)
    for text in (*drawing, *((*PROBING, SETTLED) if program.zones else ())):
        found.append(text.splitlines())
    return [[_NAMED.sub(lambda name: str(named[name[0]]), line) for line in lines] for lines in found]


def _guarded(program: Program) -> tuple[int, ...]:
    """For each stop 1 where nature's options there, or their weights, may depend on what somebody does not see."""
    found, things = [0] * (program.stops + 1), Things(program.places, program.zones)
    for op in statements(program):
        if isinstance(op, Pick):
            own = None if op.place is None else program.places[op.place].name.plain
            read: list[Expr] = [each for each in (op.where, op.weight) if each is not None]
            found[op.stop] = int(any(each.name != own for node in read for each in hidden(node, things)))
    return tuple(found)


def _copies(program: Program) -> tuple[int, ...]:
    """How many copies there are of a card, at the slot of its kind in each instance of a zone."""
    found = [0] * program.slots
    for zone in program.zones:
        for base in zone.bases:
            found[base + 1 : base + 1 + zone.kinds] = program.decks[zone.deck].copies
    return tuple(found)


def _picked_at(module: Module) -> list[str]:
    """A function that gives the slot in which nature stores what it picks: -1 where that is a name, -2 where a card is drawn."""
    em = Emission(module, {})
    with em.writer.block("def picked_at(s: Slots, m: Numbers) -> int:"):
        for op in statements(module.program):
            match op:
                case Draw():
                    with em.writer.block(f"if s[0] == {op.stop}:"):
                        em.writer.line("return -2")
                case Pick(place=int(), target=Cell() as target):
                    with em.writer.block(f"if s[0] == {op.stop}:"):
                        em.writer.line(f"return {spot_of(em, target)}")
                case Pick(place=int(), target=Slot(index)):
                    with em.writer.block(f"if s[0] == {op.stop}:"):
                        em.writer.line(f"return {index}")
        em.writer.line("return -1")
    return em.writer.lines


def _ends_of_draw(module: Module) -> list[str]:
    """A function that gives the first slots of the zone that nature draws from now, and of the one that the card goes to."""
    em = Emission(module, {})
    with em.writer.block("def ends_of_draw(s: Slots, m: Numbers) -> tuple[int, int]:"):
        for op in statements(module.program):
            if isinstance(op, Draw):
                with em.writer.block(f"if s[0] == {op.stop}:"):
                    em.writer.line(f"return {fixed_zone(em, op.source)}, {fixed_zone(em, op.target)}")
        em.writer.line("return -1, -1")
    return em.writer.lines


def _card_of(module: Module) -> list[str]:
    """A function that gives the first slot of the zone that the card is in which an option of a seat begins with, -1 where it is
    none; its kind is left in working memory.
    """
    program, writer = module.program, Writer()
    together = {ask.stop: op for op in _blocks(program) for ask in within(program, op.body) if isinstance(ask, Ask)}
    with writer.block("def card_of(s: Slots, m: Numbers, p: int, code: int) -> int:"):
        writer.line("stop = s[0]")
        for op in _blocks(program):
            with writer.block(f"if stop == {op.stop}:"):
                writer.line(f"stop = s[U({op.positions} + p)]")
        for ask in statements(program):
            if not isinstance(ask, Ask):
                continue
            em = Emission(module, {}, writer.numbers)
            if ask.stop in together:
                em.taking(together[ask.stop], "p")
            with em.writer.block(f"if stop == {ask.stop}:"):
                for one in coded(ask):
                    origin = origin_of(one.alternative.parameters[0]) if one.alternative.parameters else None
                    if origin is not None:
                        with em.writer.block(f"if code >= {one.first} and code < {one.first + one.size}:"):
                            em.writer.line(f"m[CARD] = {unbind(em, one, 'code')[0][1]}")
                            em.writer.line(f"return {fixed_zone(em, origin)}")
            writer.paste(em.writer.lines)
        writer.line("return -1")
    return writer.lines


def _sent_to(module: Module) -> list[str]:
    """A function that gives the first slot of the zone to which a card goes by an option of a seat that decides while others do,
    -1 where that does not show; the zone that the card comes from is left in working memory.
    """
    program, writer = module.program, Writer()
    with writer.block("def sent_to(s: Slots, m: Numbers, p: int, code: int) -> int:"):
        for block in _blocks(program):
            moves = tuple(_moves(program, block))
            for ask in within(program, block.body):
                for one in coded(ask) if isinstance(ask, Ask) else ():
                    found = _decided(one.alternative, moves)
                    if isinstance(ask, Ask) and found is not None:
                        waits = f"s[0] == {block.stop} and s[U({block.positions} + p)] == {ask.stop}"
                        with writer.block(f"if {waits} and code >= {one.first} and code < {one.first + one.size}:"):
                            em = Emission(module, {}, writer.numbers)
                            em.taking(block, "p")
                            _sent(em, one, *found)
                            writer.paste(em.writer.lines)
        writer.line("return -1")
    return writer.lines


def _sent(em: Emission, one: Coded, captures: Captures, move: MoveCard) -> None:
    """Writes from which zone to which a move goes by an option."""
    with ExitStack() as stack:
        for parameter, text in unbind(em, one, "code"):
            bounds = Bounds(parameter.low, parameter.low + parameter.size - 1)
            stack.enter_context(em.naming(parameter.target, em.atom(text), bounds))
        for cell, captured in captures:
            stack.enter_context(em.naming(cell, em.atom(value(em, captured)), em.known.value(captured)))
        em.writer.line(f"m[SENT] = {fixed_zone(em, move.source)}")
        em.writer.line(f"return {fixed_zone(em, move.target)}")


Captures = tuple[tuple[Cell, Expr], ...]
"""What a statement that takes effect later keeps, and what of."""


def _moves(program: Program, block: Together) -> Iterator[tuple[Captures, MoveCard]]:
    """The moves of single cards that the seats cause, with what is kept for those that take effect when all have decided."""
    later = [op for op in within(program, block.body) if isinstance(op, Later)]
    put_off = [(op.captures, each) for op in later for each in within(program, op.body) if isinstance(each, MoveCard)]
    yield from put_off
    for op in within(program, block.body):
        if isinstance(op, MoveCard) and not any(op is each for _, each in put_off):
            yield (), op


def _decided(alternative: Alternative, moves: tuple[tuple[Captures, MoveCard], ...]) -> tuple[Captures, MoveCard] | None:
    """The first of these moves whose target depends on what is chosen, with those captures that its zones depend on."""
    chosen = [parameter.target for parameter in alternative.parameters]
    for captures, move in moves:
        ends = tuple(nodes(tuple(axis.at for zone in (move.source, move.target) for axis in zone.axes)))
        goal = tuple(nodes(tuple(axis.at for axis in move.target.axes)))
        read = tuple((cell, captured) for cell, captured in captures if cell in ends)
        if any(each in chosen for each in goal) or any(
            part in chosen for cell, captured in read if cell in goal for part in nodes((captured,))
        ):
            return read, move
    return None


def _blocks(program: Program) -> tuple[Together, ...]:
    return tuple(op for op in statements(program) if isinstance(op, Together))


ANSWERING = """def answering(before: int, own: int, after: int, seat: int) -> int:
    if own >= 0:
        return seat if (before >> (seat + 1)) & 1 == 1 else -2
    others = before
    if (before >> (seat + 1)) & 1 == 1:
        others -= 1 << (seat + 1)
    gone = others - (others & after)
    if gone == 0:
        gone = others
    if gone == 0:
        return -2
    return lowest(U(gone)) - 1"""
"""Who answers next, where these are asked before and after; -2 where nobody can. Several who could be the next have left no
trace of their order, so the lowest does.
"""

ALIKE = """def alike(o: Numbers, w: Numbers, t: Numbers, count: int, at: int) -> bool:
    for k in range(count):
        if t[U(at + 2 * k)] != o[U(k)] or t[U(at + 2 * k + 1)] != w[U(k)]:
            return False
    return True"""
"""Whether the options, with their weights, are those on the history."""

AGREES = f"""def agrees(t: Numbers, h: Numbers, at: int, length: int, after: int) -> bool:
    if t[U(at + 3)] != after or t[U(at + 4)] != length:
        return False
    for place in range(length):
        if t[U(at + {HEARD_FROM} + place)] != h[U(place)]:
            return False
    return True"""
"""Whether the seat heard what it did at a moment, and those are asked behind it."""

NARROWED = f"""def narrowed(s: Slots, m: Numbers, o: Numbers, w: Numbers, t: Numbers, at: int, p: int, count: int, \
seat: int) -> int:
    own = t[U(at + 1)]
    first = at + {HEARD_FROM}
    m[U(LOTS + count)] = 0
    m[U(LOTS + count + 1)] = 1
    for k in range(count):
        m[U(LOTS + k)] = 0
    kind = 0
    if t[U(at + 4)] > 0:
        kind = t[U(first)]
    named = 0
    wanted = 0
    other = 0
    if own >= 0:
        if own >= count:
            return 0
        m[U(LOTS + own)] = w[U(own)]
        return w[U(own)]
    if p == {NATURE}:
        spot = picked_at(s, m)
        if spot == -2:
            if kind != {Record.MOVED.value}:
                return 0
            if t[U(first + 4)] >= 0:
                named = 1
                wanted = t[U(first + 4)]
                other = wanted
        elif spot == -1:
            if kind != {Record.PICKED.value}:
                return 0
            named = 1
            wanted = t[U(first + 3)]
            other = wanted
        elif (SIGHTS[U(spot)] >> seat) & 1 == 1:
            named = 1
            wanted = s[U(spot)]
            other = wanted
            if kind == {Record.CHANGED.value} and t[U(first + 2)] == spot and t[U(first + 3)] == wanted:
                other = t[U(first + 4)]
    elif kind == {Record.CHOSEN.value} and t[U(first + 2)] == p and t[U(first + 4)] >= 0:
        for k in range(count):
            if o[U(k)] == t[U(first + 4)]:
                named = 1
        wanted = t[U(first + 4)]
        other = wanted
    left = 0
    m[U(LOTS + count + 1)] = named
    m[U(LOTS + count)] = 1 if p == {NATURE} and other != wanted else 0
    for k in range(count):
        if named == 0 or o[U(k)] == wanted or o[U(k)] == other:
            m[U(LOTS + k)] = w[U(k)]
            left += w[U(k)]
    return left""".replace("\\\n", "")
"""Leaves in working memory the weights of those options that may agree with what is heard next, as far as that shows without
trying, and gives their sum; others get 0. Behind them stands 1 where it must be tried which of two nature did, of which one
leaves no trace.
"""

TRIED_OUT = f"""def tried_out(s: Slots, m: Numbers, o: Numbers, w: Numbers, t: Numbers, h: Numbers, at: int, p: int, count: int, \
seat: int) -> int:
    left = 0
    keep_slots(s, m, 0, SLOTS, KEPT)
    keep_held(m, KEPT_HELD)
    for k in range(count):
        if m[U(LOTS + k)] > 0:
            m[{WEIGHT}] = w[U(k)]
            apply(s, m, p, o[U(k)])
            length = hear(m, h, seat, 0)
            if m[{FULL}] == 0 and agrees(t, h, at, length, asking(s, m)):
                left += m[U(LOTS + k)]
            else:
                m[U(LOTS + k)] = 0
            restore_slots(s, m, 0, SLOTS, KEPT)
            restore_held(m, KEPT_HELD)
    return left""".replace("\\\n", "")
"""Sets the weights to 0 of those options that do not agree with what is heard next, and gives the sum of the others."""

FLOWED = """def flowed(s: Slots, m: Numbers, f: Numbers, first: int, origin: int, goal: int) -> tuple[int, int]:
    for number in range(f[0]):
        base = f[U(2 + 4 * number)]
        for kind in range(1, f[U(3 + 4 * number)] + 1):
            m[U(LYING + base + kind)] = s[U(base + kind)]
            m[U(MISSING + base + kind)] = 0
            m[U(LEAST + base + kind)] = s[U(base + kind)]
        for which in range(2):
            part = f[U(4 + 4 * number + which)]
            if part:
                for position in range(1, s[U(base + part)] + 1):
                    m[U(LYING + base + s[U(base + part + position)])] += 1
                    m[U(LEAST + base + s[U(base + part + position)])] += 1
    for kind in range(KINDS):
        m[U(RETURNED + kind)] = 0
    unseen = 0
    arrivals = 0
    missing = 0
    urgent = 0
    among = 1
    spot = 2 + 4 * f[0] + 4 * first
    while spot < f[1]:
        source = f[U(spot)]
        target = f[U(spot + 1)]
        kind = f[U(spot + 2)]
        if source == -2:
            break
        if source >= 0 and kind >= 0:
            if m[U(LYING + source + 1 + kind)] > 0:
                m[U(LYING + source + 1 + kind)] -= 1
                least = min(m[U(LEAST + source + 1 + kind)], m[U(LYING + source + 1 + kind)])
                m[U(LEAST + source + 1 + kind)] = least
            elif origin >= 0 and m[U(RETURNED + kind)] > 0:
                m[U(RETURNED + kind)] -= 1
            elif unseen > 0:
                unseen -= 1
            else:
                m[U(MISSING + source + 1 + kind)] += 1
                if source == goal:
                    missing += 1
                    if missing * among > urgent * arrivals:
                        urgent = missing
                        among = arrivals
                    if missing >= arrivals:
                        break
        if target >= 0:
            if f[U(spot + 3)] >= 0:
                m[U(LYING + target + 1 + f[U(spot + 3)])] += 1
                if target == origin:
                    m[U(RETURNED + f[U(spot + 3)])] += 1
            elif target == goal:
                arrivals += 1
            elif target == origin:
                unseen += 1
        spot += 4
    return urgent, among"""
"""Follows the cards that the seat will see, from the moves on whose number is *first*: leaves in working memory, for the zones
that it does not see, how many cards of each kind lie there now that are not claimed by this, and which kinds are missing. Gives
how many of so many cards that come to the zone *goal* unseen must be such.
"""

LEFT_BEHIND = """def left_behind(t: Numbers, f: Numbers, at: int, base: int) -> int:
    while t[U(at)] != 0:
        after = at + t[U(at)]
        behind = f[1]
        if t[U(after)] != 0:
            behind = 2 + 4 * f[0] + 4 * t[U(after + 6)]
        for spot in range(2 + 4 * f[0] + 4 * t[U(at + 6)], behind, 4):
            if f[U(spot)] == base:
                return behind
        at = after
    return f[1]"""
"""Where in the moves the moment ends, from that one on, in which a card next leaves a zone."""

GOES = """def goes(s: Slots, m: Numbers, t: Numbers, f: Numbers, at: int, p: int, code: int) -> int:
    goal = sent_to(s, m, p, code)
    if goal < 0 or is_hidden(f, m[SENT]) == 0:
        return -1
    source = m[SENT]
    if is_hidden(f, goal) == 0:
        goal = -1
    for spot in range(2 + 4 * f[0] + 4 * t[U(at + 6)], left_behind(t, f, at, source), 4):
        if f[U(spot)] == source and f[U(spot + 1)] == goal:
            return 1
    return 0"""
"""Whether a card is heard going where an option sends one, when next a card leaves the same zone; -1 where that does not show."""

FORESEEN = f"""def foreseen(s: Slots, m: Numbers, o: Numbers, w: Numbers, t: Numbers, f: Numbers, n: Word, at: int, \
p: int, count: int) -> tuple[Word, int]:
    source = -1
    goal = -1
    if p == {NATURE}:
        source, goal = ends_of_draw(s, m)
        if source < 0:
            goal = -2
    needed = 0
    if goal > -2:
        urgent, among = flowed(s, m, f, t[U(at + 6)], source, goal)
        if urgent > 0:
            n, number = below(n, max(1, among))
            if number < urgent:
                needed = 1
    spot = 2 + 4 * f[0] + 4 * t[U(at + 6)]
    known = -1
    if goal >= 0 and spot < f[1] and f[U(spot)] == source and f[U(spot + 1)] == goal:
        known = f[U(spot + 3)]
    left = 0
    for k in range(count):
        if known >= 0:
            m[U(LOTS + k)] = w[U(k)] if o[U(k)] == known else 0
        elif goal >= 0:
            lots = m[U(MISSING + goal + 1 + o[U(k)])]
            if needed == 0:
                lots = m[U(LEAST + source + 1 + o[U(k)])]
                for number in range(f[0]):
                    base = f[U(2 + 4 * number)]
                    if o[U(k)] < f[U(3 + 4 * number)] and f[U(2 + 4 * number)] != source:
                        lots -= m[U(MISSING + base + 1 + o[U(k)])]
            m[U(LOTS + k)] = max(0, min(lots, w[U(k)]))
        elif goal == -1:
            base = card_of(s, m, p, o[U(k)])
            if base >= 0 and is_hidden(f, base) == 1:
                kind = m[CARD]
                following = leaving(f, t[U(at + 6)], base)
                if following == kind or (following == -1 and m[U(LEAST + base + 1 + kind)] > 0):
                    m[U(LOTS + k)] = w[U(k)] * 1000
            elif goes(s, m, t, f, at, p, o[U(k)]) == 1:
                m[U(LOTS + k)] = w[U(k)] * 1000
        left += m[U(LOTS + k)]
    if left == 0 and goal >= 0:
        for k in range(count):
            m[U(LOTS + k)] = max(0, min(w[U(k)], m[U(LEAST + source + 1 + o[U(k)])]))
            left += m[U(LOTS + k)]
    if left == 0:
        for k in range(count):
            m[U(LOTS + k)] = w[U(k)]
            left += w[U(k)]
    return n, left""".replace("\\\n", "")
"""Weighs the options of nature, or of another seat, by what the seat will see later; gives the stream and the sum."""

PLANNING = f"""def planned(s: Slots, m: Numbers, o: Numbers, w: Numbers, t: Numbers, f: Numbers, at: int, p: int, \
count: int, again: int) -> int:
    first = 2 + 4 * f[0] + 4 * t[U(at + 6)]
    source = -1
    if p == {NATURE}:
        source, goal = ends_of_draw(s, m)
        known = -1
        if goal >= 0 and first < f[1] and f[U(first)] == source and f[U(first + 1)] == goal:
            known = f[U(first + 3)]
        for k in range(count):
            if known >= 0 and o[U(k)] != known:
                m[U(LOTS + k)] = 0
    else:
        chosen = -1
        sure = 0
        at_once = t[U(at + 4)] > 0 and t[U(at + HEARD_FROM)] == {Record.CHOSEN.value} and t[U(at + HEARD_FROM + 2)] == p
        for k in range(count):
            base = card_of(s, m, p, o[U(k)])
            if chosen < 0 and base >= 0 and is_hidden(f, base) == 1:
                if at_once and leaving(f, t[U(at + 6)], base) == m[CARD]:
                    chosen = k
                if not at_once and leaves(f, first, left_behind(t, f, at, base), base, m[CARD]) == 1:
                    chosen = k if goes(s, m, t, f, at, p, o[U(k)]) != 0 else -1
            elif base < 0 and again < {AGAIN // 2} and goes(s, m, t, f, at, p, o[U(k)]) == 1:
                sure = 1
        for k in range(count):
            if chosen >= 0 and k != chosen:
                m[U(LOTS + k)] = 0
            if sure == 1 and goes(s, m, t, f, at, p, o[U(k)]) == 0:
                m[U(LOTS + k)] = 0
    left = 0
    for k in range(count):
        left += m[U(LOTS + k)]
    return left""".replace("\\\n", "")
"""Leaves the weight of that option alone which moves a card that *f* names, where one does, and gives the sum. Of several it is
the first: cards that are chosen together are chosen in the order of the options. Where it is chosen to which zone a card goes,
those are left that send one where it is heard going, unless that was tried *again* and again.
"""

PROMISED = f"""def promised(m: Numbers, t: Numbers, h: Numbers, at: int, p: int, seat: int, before: int) -> bool:
    asked = before
    length = 0
    spot = m[{HELD_FIRST}]
    while spot < m[{HELD_NEXT}]:
        if m[U(spot + 2)] == p + 1:
            length = heard(m, h, seat, spot, length)
        spot += m[U(spot + 1)]
    if length == 0:
        return True
    while t[U(at)] != 0:
        count = t[U(at + 4)]
        for first in range(at + {HEARD_FROM}, at + {HEARD_FROM} + count - length + 1):
            place = 0
            while place < length and t[U(first + place)] == h[U(place)]:
                place += 1
            if place == length:
                return True
        after = t[U(at + 3)]
        gone = asked - (asked & after)
        if t[U(at + 1)] < 0 and count > 0:
            return False
        if (asked | after) & 1 == 0 and (gone & (gone - 1) != 0 or after & asked != after or t[U(at + 1)] < 0 and gone == 0):
            return False
        asked = after
        at += t[U(at)]
    return True"""
"""Whether what a seat has caused while all decide together is what the other will hear of it; true as well where the history ends
before. All of it is heard at once, and nothing of another's before: once somebody else is asked, or several who were are not any
more, all have decided.
"""

FITTING = (LEFT_BEHIND, GOES, FORESEEN, PLANNING, PROMISED)
"""What weighs the options of others, each behind those that it calls."""

REPLAY = f"""@entry
def replay(s: Slots, m: Numbers, o: Numbers, w: Numbers, t: Numbers, h: Numbers, line: Numbers, told: Numbers, f: Numbers, \
seat: int, strict: int, most: int) -> int:
    at = told[0]
    steps = told[1]
    n = U(told[2])
    tries = told[3]
    status = 0
    again = 0
    forks = 0
    jumps = 0
    back_at = at
    back_steps = steps
    if TOGETHER == 1:
        keep_slots(s, m, 0, SLOTS, BACK)
        keep_held(m, BACK_HELD)
    while status == 0 and t[U(at)] != 0:
        if TOGETHER == 1 and m[{HELD_NEXT}] == m[{HELD_FIRST}] and steps > back_steps:
            again = 0
            back_at = at
            back_steps = steps
            keep_slots(s, m, 0, SLOTS, BACK)
            m[BACK_HELD] = 0
        before = asking(s, m)
        own = t[U(at + 1)]
        p = answering(before, own, t[U(at + 3)], seat)
        if tries >= most or steps >= {LONGEST}:
            status = {Ending.TRIED_ENOUGH.value}
            break
        count = 0
        if p != -2:
            count = options(s, m, o, w, p)
        if own >= 0 and (t[U(at + 2)] != count or not alike(o, w, t, count, at + {HEARD_FROM} + t[U(at + 4)])):
            count = 0
        every = 0
        for k in range(count):
            every += w[U(k)]
        fitting = narrowed(s, m, o, w, t, at, p, count, seat)
        if m[U(LOTS + count)] == 1:
            fitting = tried_out(s, m, o, w, t, h, at, p, count, seat)
        if strict == 0 and own < 0 and m[U(LOTS + count + 1)] == 0:
            n, fitting = foreseen(s, m, o, w, t, f, n, at, p, count)
        if strict == {PLANNED} and own < 0 and m[U(LOTS + count + 1)] == 0:
            fitting = planned(s, m, o, w, t, f, at, p, count, again)
        left = fitting
        if strict == 1 and p == {NATURE} and left > 0 and left < every:
            bound = t[U(at + 5)]
            if bound == 0:
                bound = every if GUARDED[U(s[0])] == 1 else left
            if left < bound:
                n, number = below(n, bound)
                if number >= left:
                    left = 0
        ways = 0
        for k in range(count):
            if m[U(LOTS + k)] > 0:
                ways += 1
        if strict == {FORCED} and ways > 1:
            status = {Ending.FORKED.value}
            break
        if strict == 0 and ways > 1 and m[{HELD_NEXT}] == m[{HELD_FIRST}]:
            spot = forks % FORKS
            m[U(FORK_AT + spot)] = at
            m[U(FORK_STEPS + spot)] = steps
            keep_slots(s, m, 0, SLOTS, FORK + spot * SLOTS)
            forks += 1
        keep_slots(s, m, 0, SLOTS, KEPT)
        keep_held(m, KEPT_HELD)
        found = 0
        while left > 0 and found == 0:
            n, number = below(n, left)
            k = -1
            while number >= 0:
                k += 1
                number -= m[U(LOTS + k)]
            tries += 1
            m[{WEIGHT}] = w[U(k)]
            code = o[U(k)]
            apply(s, m, p, code)
            if m[{FULL}] != 0:
                status = {Ending.OVERFLOWED.value}
                break
            length = hear(m, h, seat, 0)
            after = asking(s, m)
            if agrees(t, h, at, length, after):
                found = 1
            elif own < 0 and length == 0 and after == before:
                found = 2
            if TOGETHER == 1 and found > 0 and own < 0 and length == 0 and not promised(m, t, h, at, p, seat, before):
                found = 0
            if found == 0:
                restore_slots(s, m, 0, SLOTS, KEPT)
                restore_held(m, KEPT_HELD)
                left -= m[U(LOTS + k)]
                m[U(LOTS + k)] = 0
                if strict == 1 and p == {NATURE}:
                    left = 0
        if status != 0:
            break
        if found == 0 and TOGETHER == 1 and steps > back_steps and again < {AGAIN} and strict != {FORCED}:
            again += 1
            at = back_at
            steps = back_steps
            restore_slots(s, m, 0, SLOTS, BACK)
            restore_held(m, BACK_HELD)
            while forks > 0 and m[U(FORK_STEPS + (forks - 1) % FORKS)] >= back_steps:
                forks -= 1
            continue
        if found == 0 and forks > 0 and jumps < {JUMPS}:
            jumps += 1
            kept = min(forks, FORKS)
            n, number = below(n, 7)
            n, number = below(n, min(kept, 1 << number))
            forks -= 1 + number
            spot = forks % FORKS
            at = m[U(FORK_AT + spot)]
            steps = m[U(FORK_STEPS + spot)]
            restore_slots(s, m, 0, SLOTS, FORK + spot * SLOTS)
            m[{HELD_NEXT}] = m[{HELD_FIRST}]
            if steps < back_steps:
                back_steps = 0 - 1
            continue
        if found == 0:
            status = {Ending.DISAGREED.value}
            break
        line[U({LINE} * steps)] = p
        line[U({LINE} * steps + 1)] = k
        line[U({LINE} * steps + 2)] = code
        line[U({LINE} * steps + 3)] = fitting
        line[U({LINE} * steps + 4)] = every
        line[U({LINE} * steps + 5)] = at
        steps += 1
        if found == 1:
            at += t[U(at)]
    if status == 0:
        now = asking(s, m)
        if now != t[U(at + 1)]:
            status = {Ending.ASKED_ELSE.value}
        elif t[U(at + 2)] >= 0:
            count = options(s, m, o, w, seat)
            if count != t[U(at + 2)] or not alike(o, w, t, count, at + 3):
                status = {Ending.ASKED_ELSE.value}
    told[0] = at
    told[1] = steps
    told[2] = S(n)
    told[3] = tries
    return status""".replace("\\\n", "")

ATTEMPTS = f"""@entry
def attempts(start: Slots, s: Slots, far: Slots, m: Numbers, o: Numbers, w: Numbers, t: Numbers, h: Numbers, line: Numbers, \
told: Numbers, f: Numbers, seat: int, strict: int, most: int) -> int:
    first = told[0]
    steps = told[1]
    status = {Ending.DISAGREED.value}
    keep_held(m, BASE_HELD)
    while told[3] < most and (status == {Ending.DISAGREED.value} or status == {Ending.ASKED_ELSE.value}):
        for spot in range(SLOTS):
            s[U(spot)] = start[U(spot)]
        restore_held(m, BASE_HELD)
        told[0] = first
        told[1] = steps
        told[4] += 1
        tried = told[3]
        status = replay(s, m, o, w, t, h, line, told, f, seat, strict, most)
        if told[3] == tried:
            told[3] += 1
        if told[0] >= told[5]:
            told[5] = told[0]
            for spot in range(SLOTS):
                far[U(spot)] = s[U(spot)]
    if status == {Ending.DISAGREED.value} or status == {Ending.ASKED_ELSE.value}:
        status = {Ending.TRIED_ENOUGH.value}
    return status""".replace("\\\n", "")

SETTLED = """@entry
def settled_kinds(v: Numbers, e: Numbers, i: Numbers, x: Numbers, c: Numbers, f: Numbers, k: Numbers, moves: int, zones: int, \
kinds: int, times: int) -> int:
    return exchange_kinds(v, e, i, x, c, f, k, moves, zones, kinds, times)""".replace("\\\n", "")
"""`exchange_kinds` of `runtime/settling.py`, to be called from outside."""
