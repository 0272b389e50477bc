"""What seats know of cards that they do not see, kept beside the vector: `interpreter/knowledge.py`, for emitted code.

Of each instance of a zone that may be remembered, and each seat that does not see it, the memory of a match (*k*) holds as many
slots as the instance has, laid out alike: of each kind the loose cards known to be there, and in the ordered parts for each
card 0 where nothing is known, its kind + 1, or minus the kinds that it can be, as bits. The first place is not used.

    learn(m, k)     lets all seats hear what followed from the last answer
"""

from __future__ import annotations

from attrs import frozen

from ...interpreter.core.events import sees_at
from ...interpreter.views import cells
from ...program.features import told_of
from ...program.ir import Draw, Gather, MoveAll, MoveCard, Program, Reveal, Rotate, ShowCard, Tell, Visibility, Zone
from ...program.ops import statements
from .context import Emission, Module
from .hearing import sights
from .noting import FIRST, NEXT, Record, ordered_parts

MOST_KINDS = 31
"""A card of which a seat is told something can be of this many kinds at most."""


@frozen
class Remembered:
    """Where the memory of an instance lies, by its first slot and by seat; 0 where the seat sees it or never knows anything.

    *start* is the memory at the beginning of a match.
    """

    program: Program
    places: tuple[int, ...]
    start: tuple[int, ...]

    def place(self, base: int, seat: int) -> int:
        """Where that memory begins."""
        return self.places[base * len(self.program.seats) + seat]


def remembered_zones(program: Program) -> frozenset[int]:
    """The zones in which a seat may come to know a card that it does not see: cards come there that it saw or knew of before, are
    shown to it, or it is told of them.
    """
    shown, moves = set[int](), list[tuple[int, int]]()
    for op in statements(program):
        match op:
            case Reveal(zone=zone) | ShowCard(zone=zone) | Tell(zone=zone):
                shown.add(zone.zone)
            case MoveCard(source=source, target=target) | MoveAll(source=source, target=target):
                moves.append((source.zone, target.zone))
            case Draw(source=source, target=target):
                moves.append((source.zone, target.zone))
            case Rotate(zones=zones):
                moves += [(one.zone, other.zone) for one in zones for other in zones]
            case Gather(deck=deck, target=target):
                moves += [(number, target.zone) for number, zone in enumerate(program.zones) if zone.deck == deck]
    hidden = {number for number, zone in enumerate(program.zones) if zone.sight is not Visibility.EVERYONE}
    seen_before = {number for number, zone in enumerate(program.zones) if zone.sight is not Visibility.NOBODY}
    found = shown & hidden
    while more := {to for at, to in moves if to in hidden - found and at in seen_before | found}:
        found |= more
    return frozenset(found)


def remembered(program: Program) -> Remembered:
    """Where all of it lies. Raises ValueError where seats are told of cards of more than `MOST_KINDS` kinds."""
    seats = range(len(program.seats))
    places, start = [0] * (program.slots * len(seats)), [0]
    for number in sorted(remembered_zones(program)):
        zone = program.zones[number]
        if zone.deck in told_of(program) and zone.kinds > MOST_KINDS:
            raise ValueError(f"seats are told of cards in `{zone.name.plain}`, which can be of more than {MOST_KINDS} kinds")
        for index, base in cells(zone.base, zone.extents):
            for seat in seats:
                if not sees_at(zone, index, seat):
                    places[base * len(seats) + seat] = len(start)
                    start += _unknown(zone, program.start[base : base + zone.length])
    return Remembered(program, tuple(places), tuple(start))


def _unknown(zone: Zone, slots: tuple[int, ...]) -> list[int]:
    """The memory of cards of which only their number is known."""
    found = [0] * zone.length
    for part in ordered_parts(zone):
        if part:
            found[part] = slots[part]
    return found


def learning(module: Module, memory: Remembered) -> list[list[str]]:
    """The lines of `learn` and of what it calls."""
    program, em = module.program, Emission(module, {})
    names = {
        "SIGHTS": em.table(sights(program)),
        "PLACES": em.table(memory.places),
        "SEATS": str(len(program.seats)),
    }
    by_base: dict[str, list[int]] = {name: [0] * program.slots for name in ("KINDS", "TOPS", "BOTTOMS", "LENGTHS", "ALL")}
    for zone in program.zones:
        top, bottom = ordered_parts(zone)
        every = sum(1 << kind for kind, count in enumerate(program.decks[zone.deck].copies) if count and kind <= MOST_KINDS)
        for base in zone.bases:
            for name, number in zip(by_base, (zone.kinds, top, bottom, zone.length, every), strict=True):
                by_base[name][base] = number
    names |= {name: em.table(tuple(numbers)) for name, numbers in by_base.items()}
    most = max((zone.length for zone in program.zones), default=0)
    widest = max((len(op.zones) for op in statements(program) if isinstance(op, Rotate)), default=0)
    names |= {"ROOM": str(em.room(most * widest)), "WIDTH": str(most)}
    return [_filled(text, names) for text in TEXTS]


def _filled(text: str, names: dict[str, str]) -> list[str]:
    for name, given in names.items():
        text = text.replace(f"@{name}@", given)
    return text.splitlines()


TEXTS = (
    """def learn_leaving(k: Slots, seat: int, source: int, kind: int, lifted: int, among: int) -> int:
    face = kind + 1
    at = @PLACES@[U(source * @SEATS@ + seat)]
    if at == 0:
        return face
    if lifted == 0:
        if kind < 0:
            for each in range(@KINDS@[U(source)]):
                if kind < 0 and k[U(at + 1 + each)] != 0 and k[U(at + 1 + each)] == among:
                    kind = each
        if kind >= 0:
            if k[U(at + 1 + kind)] != 0:
                k[U(at + 1 + kind)] -= 1
        else:
            for each in range(@KINDS@[U(source)]):
                if k[U(at + 1 + each)] != 0:
                    k[U(at + 1 + each)] -= 1
        return kind + 1
    part = at + @BOTTOMS@[U(source)]
    if lifted % 2 == 1:
        part = at + @TOPS@[U(source)]
    position = (lifted - 1) // 2
    if face == 0:
        face = k[U(part + 1 + position)]
    k[U(part)] -= 1
    for spot in range(part + 1 + position, part + 1 + k[U(part)]):
        k[U(spot)] = k[U(spot + 1)]
    k[U(part + 1 + k[U(part)])] = 0
    return face""",
    """def learn_coming(k: Slots, seat: int, goal: int, end: int, face: int) -> None:
    at = @PLACES@[U(goal * @SEATS@ + seat)]
    if at == 0:
        return
    part = 0
    if end == 1:
        part = @TOPS@[U(goal)]
    if end == 2:
        part = @BOTTOMS@[U(goal)]
    if part != 0:
        k[U(at + part)] += 1
        k[U(at + part + k[U(at + part)])] = face
    elif face > 0:
        k[U(at + face)] += 1""",
    """def learn_shuffle(k: Slots, at: int, part: int) -> None:
    for spot in range(at + part + 1, at + part + 1 + k[U(at + part)]):
        if k[U(spot)] > 0:
            k[U(at + k[U(spot)])] += 1
        k[U(spot)] = 0
    k[U(at + part)] = 0""",
    """def learn_told(face: int, every: int, told: int, mark: int) -> int:
    before = 0 - face
    if face == 0:
        before = every
    if face > 0:
        before = S(U(1) << U(face - 1))
    left = before & told
    if mark == 0:
        left = before - left
    if left == 0 or left == before:
        return face
    if left & (left - 1) == 0:
        return lowest(U(left)) + 1
    return 0 - left""",
    """def learn_marks(m: Numbers, k: Slots, at: int, part: int, spot: int, every: int, told: int) -> None:
    for position in range(k[U(at + part)]):
        face = at + part + 1 + position
        k[U(face)] = learn_told(k[U(face)], every, told, m[U(spot + position)])""",
    f"""def learn_one(m: Numbers, k: Slots, seat: int, spot: int) -> None:
    at = spot + 3
    match m[U(spot)]:
        case {Record.MOVED.value}:
            source = m[U(at)]
            goal = m[U(at + 1)]
            if @PLACES@[U(source * @SEATS@ + seat)] + @PLACES@[U(goal * @SEATS@ + seat)] != 0:
                kind = m[U(at + 2)]
                if (((@SIGHTS@[U(source)] | @SIGHTS@[U(goal)] | m[U(at + 7)]) >> seat) & 1) == 0:
                    kind = -1
                if kind >= 0 or source != goal or m[U(at + 3)] != 0 or m[U(at + 4)] != 0:
                    face = learn_leaving(k, seat, source, kind, m[U(at + 3)], m[U(at + 6)])
                    learn_coming(k, seat, goal, m[U(at + 4)], face)
        case {Record.SHUFFLED.value}:
            base = m[U(at)]
            place = @PLACES@[U(base * @SEATS@ + seat)]
            if place != 0:
                if @TOPS@[U(base)] != 0:
                    learn_shuffle(k, place, @TOPS@[U(base)])
                if @BOTTOMS@[U(base)] != 0:
                    learn_shuffle(k, place, @BOTTOMS@[U(base)])
        case {Record.ROTATED.value}:
            count = m[U(at)]
            length = @LENGTHS@[U(m[U(at + 1)])]
            for number in range(count):
                base = m[U(at + 1 + number)]
                place = @PLACES@[U(base * @SEATS@ + seat)]
                for j in range(1, length):
                    if place != 0:
                        m[U(@ROOM@ + number * @WIDTH@ + j)] = k[U(place + j)]
                    else:
                        m[U(@ROOM@ + number * @WIDTH@ + j)] = m[U(at + 1 + count + number * length + j)]
            for number in range(count):
                to = number + 1 if number + 1 < count else 0
                place = @PLACES@[U(m[U(at + 1 + to)] * @SEATS@ + seat)]
                if place != 0:
                    for j in range(1, length):
                        k[U(place + j)] = m[U(@ROOM@ + number * @WIDTH@ + j)]
        case {Record.REVEALED.value}:
            base = m[U(at)]
            place = @PLACES@[U(base * @SEATS@ + seat)]
            if place != 0 and (m[U(at + 1)] == 0 or m[U(at + 2)] == seat):
                for j in range(1, @LENGTHS@[U(base)]):
                    k[U(place + j)] = m[U(at + 3 + j)]
        case {Record.TOLD.value}:
            base = m[U(at)]
            place = @PLACES@[U(base * @SEATS@ + seat)]
            if place != 0 and (m[U(at + 1)] == 0 or m[U(at + 2)] == seat):
                kinds = m[U(at + 3)]
                told = 0
                number = 0
                only = 0
                for kind in range(kinds):
                    if m[U(at + 4 + kind)] != 0:
                        told += S(U(1) << U(kind))
                        number += 1
                        only = kind
                behind = at + 4 + kinds
                if number == 1:
                    k[U(place + 1 + only)] = max(k[U(place + 1 + only)], m[U(behind)])
                behind += 1
                if @TOPS@[U(base)] != 0:
                    learn_marks(m, k, place, @TOPS@[U(base)], behind + 1, @ALL@[U(base)], told)
                    last = @BOTTOMS@[U(base)] if @BOTTOMS@[U(base)] != 0 else @LENGTHS@[U(base)]
                    behind += last - @TOPS@[U(base)]
                if @BOTTOMS@[U(base)] != 0:
                    learn_marks(m, k, place, @BOTTOMS@[U(base)], behind + 1, @ALL@[U(base)], told)""",
    f"""def learn(m: Numbers, k: Slots) -> None:
    spot = m[{FIRST}]
    while spot < m[{NEXT}]:
        by = m[U(spot + 2)]
        for seat in range(@SEATS@):
            if by == 0 or by == seat + 1 or (by < 0 and by != 0 - 1 - seat):
                learn_one(m, k, seat, spot)
        spot += m[U(spot + 1)]""",
)
"""The functions, with the names of tables and numbers between two @."""
