"""Lines that note what happens, for the listening form: one record for each event of the interpreter's listening machine.

A record is its kind, its length, who caused it (0, or while all decide together the seat + 1; minus that once all have decided),
and then

    1  Chosen     actor, stop, code, weight, alternative, whether private, the arguments, and for each the first slot of the zone
                  instance that it was chosen from (-1: none)
    2  CardMoved  first slots of source and target, kind, where it lay (0 loose, else 1 for the top or 2 for the bottom, plus
                  twice its position), the end it came to (0, 1, 2), cards and loose cards in the source before, the seats
                  to whom it was shown, as bits
    3  Shuffled   first slot
    4  Rotated    the number of zones, the first slot of each, then for each its slots
    5  Revealed   first slot, whether to one seat (2: in secret), that seat, the slots of the instance
    6  Told       first slot, whether to one seat (2: in secret), that seat, the number of kinds, for each whether it is one;
                  loose cards that are, and for each ordered part how many cards lie there, and for each place whether its card
                  is one
    7  Changed    slot, old and new value
    8  Picked     stop, value
    9  Said       the number of the text (`text_number`), for whom (0 all, 1 one seat, 2 all but one), that seat, the message (its
                  index in `messages`), its values and conditions in all languages
    10 Ended

Slots tell which zone or place it is, and its indices, since no two share one.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import IntEnum
from typing import assert_never

from ...program import ir
from ...program.ops import calculations, cards_of, everywhere, statements
from ...program.wording import doubled
from .context import Emission, Module
from .expressions import fixed_zone, parts, place, spot_of, test, value
from .writer import Writer


class Record(IntEnum):
    """The kinds of records."""

    CHOSEN = 1
    MOVED = 2
    SHUFFLED = 3
    ROTATED = 4
    REVEALED = 5
    TOLD = 6
    CHANGED = 7
    PICKED = 8
    SAID = 9
    ENDED = 10


NEXT, BEHIND, FIRST, FULL, WEIGHT, HELD_NEXT, HELD_BEHIND, HELD_FIRST, LOOKED = 2, 3, 4, 5, 6, 7, 9, 8, 10
"""The places of working memory that `runtime/listening.py` reads."""
FROM = 11
"""The first place of what is noted."""
NOTED = 16_384
"""How many numbers what follows from one answer may take."""
HELD_FROM = FROM + NOTED
"""The first place of what is held back."""
HELD = 8_192
"""How many numbers may be held back while all decide together."""
LONGEST_RECORD = HELD // 2
"""A longer record is not written, and counts as one for which there is no room."""
HEADING = 3
"""The length of the heading of a record."""
ENDS = {ir.End.LOOSE: 0, ir.End.TOP: 1, ir.End.BOTTOM: 2}

MODULUS, BASE = 2_147_483_647, 1_000_003
"""The number of a text is a polynomial of its characters, to this base and modulus."""


def text_number(text: str) -> int:
    """The number of a text."""
    number = 0
    for letter in text:
        number = (number * BASE + ord(letter) + 1) % MODULUS
    return number


def whole_text(texts: tuple[tuple[str, str], ...]) -> str:
    """What is said in all languages, as one text."""
    return "".join(f"{tongue}\0{text}\0" for tongue, text in texts)


def messages(program: ir.Program) -> tuple[ir.Message, ...]:
    """All that the rules can say, in the order of their statements."""
    return tuple(op.message for op in everywhere(program) if isinstance(op, ir.Say))


def pick_stops(program: ir.Program) -> dict[tuple[str, int | None], int]:
    """For what nature picks for a name, and its domain, the first stop where it does: nobody hears at which of several it was."""
    found: dict[tuple[str, int | None], int] = {}
    for op in statements(program):
        if isinstance(op, ir.Pick):
            found.setdefault((op.name, op.domain), op.stop)
    return found


def ordered_parts(zone: ir.Zone) -> tuple[int, int]:
    """Where the ordered parts of a zone begin, as offsets, 0 for none."""
    (top, at_top), (bottom, at_bottom) = parts(zone)
    return at_top if top else 0, at_bottom if bottom else 0


def reserve(module: Module) -> None:
    """Makes what happens be noted, at the beginning of working memory."""
    module.listening = True
    module.memory = HELD_FROM + HELD


def begin(module: Module, writer: Writer) -> None:
    """Writes that nothing has happened yet."""
    told = {NEXT: FROM, BEHIND: HELD_FROM, FIRST: FROM, FULL: 0, LOOKED: FROM}
    for at, number in (told | {HELD_FIRST: HELD_FROM, HELD_BEHIND: HELD_FROM + HELD}).items():
        writer.line(f"m[{at}] = {number}")


def begin_held(module: Module, writer: Writer) -> None:
    """Writes that nothing is held back."""
    writer.line(f"m[{HELD_NEXT}] = {HELD_FROM}")


def finish(module: Module, writer: Writer) -> None:
    """Writes what is noted behind everything: that the match is over, or what is held back for later."""
    with writer.block("if s[0] == 0:"):
        writer.line(f"release_held(m, {len(module.program.seats)})")
        writer.line(f"note(m, {Record.ENDED.value}, {HEADING}, 0)")
    with writer.block("else:"):
        writer.line("hold_back(m)")


def _record(em: Emission, kind: Record, texts: list[str], length: int | None = None) -> str:
    """Writes a record that tells these numbers; gives the name of the place of what it tells."""
    at = em.writer.fresh("e")
    em.writer.line(f"{at} = note(m, {kind.value}, {HEADING + (len(texts) if length is None else length)}, {em.by})")
    for offset, text in enumerate(texts):
        em.writer.line(f"m[{_at(at, offset)}] = {text}")
    return at


def _too_long(em: Emission, length: int) -> bool:
    """Whether a record is too long; then that is noted instead."""
    if HEADING + length <= LONGEST_RECORD:
        return False
    em.writer.line(f"m[{FULL}] = 1")
    return True


def _at(name: str, offset: int | str) -> str:
    return f"U({name})" if offset == 0 else f"U({name} + {offset})"


def changed(em: Emission, spot: str, text: str) -> None:
    """Notes, where it is one, the change of a declared value: what is to be stored in its slot."""
    if not em.module.only_cards:
        em.writer.line(f"note_change(s, m, {em.by}, {spot}, {text})")


def chosen(em: Emission, op: ir.Ask, alternative: int, private: bool) -> None:
    """Notes an answer whose arguments are stored."""
    if em.module.only_cards:
        return
    parameters = op.alternatives[alternative].parameters
    actor = em.atom(value(em, op.actor), "q")
    origins = [origin_of(parameter) for parameter in parameters]
    bases = ["-1" if origin is None else fixed_zone(em, origin) for origin in origins]
    told = [actor, str(op.stop), "code", f"m[{WEIGHT}]", str(alternative), str(int(private or op.secret))]
    _record(em, Record.CHOSEN, [*told, *(place(em, parameter.target) for parameter in parameters), *bases])


def origin_of(parameter: ir.Parameter) -> ir.ZoneAt | None:
    """The zone that the cards of a parameter are in; None where it is no card."""
    cards = cards_of(parameter.source)
    return parameter.cards if cards is None else cards.zone


def picked(em: Emission, op: ir.Pick) -> None:
    """Notes, before it is stored, what nature has picked."""
    if em.module.only_cards:
        return
    if op.place is None:
        _record(em, Record.PICKED, [str(pick_stops(em.program)[op.name, op.domain]), "code"])
        return
    match op.target:
        case ir.Slot(index):
            spot = str(index)
        case ir.Cell():
            spot = em.atom(spot_of(em, op.target), "a")
    changed(em, spot, "code")


class Moving:
    """The move of a card, noted where that is done: where it lay before it is taken, and the rest when it is put down."""

    def __init__(self, em: Emission, zone: ir.Zone, base: str, kind: str) -> None:
        self._em, self._zone, self._base, self._kind = em, zone, base, kind
        self._lifted = self._size = self._among = "0"

    def taken(self) -> None:
        """Notes where the card lies that `take` takes."""
        top, bottom = ordered_parts(self._zone)
        self._keep(f"lies_at(s, {self._base}, {top}, {bottom}, {self._kind})" if top or bottom else "0")

    def taken_at(self, number: str) -> str:
        """The same of a card that is taken from a place of a row; gives the text of the number of the place."""
        top, bottom = ordered_parts(self._zone)
        if self._em.noting:
            number = self._em.atom(number)
            self._keep(f"lies_in_row(s, {self._base}, {top}, {bottom}, {self._kind}, {number})")
        return number

    def drawn(self, op: ir.Draw) -> None:
        """The same of a card that is drawn."""
        top, bottom = ordered_parts(self._zone)
        spots = f"{bottom}, {top}" if op.bottom else f"{top}, {bottom}"
        text = f"lies_drawn(s, {self._base}, {spots}, {self._kind}, {int(op.bottom)})"
        self._keep(text if top or bottom else "0")

    def _keep(self, lifted: str) -> None:
        em = self._em
        if not em.noting:
            return
        self._lifted = em.atom(lifted, "e")
        self._size = em.writer.fresh("e")
        em.writer.line(f"{self._size} = {em.cell(self._base)}")
        self._among = self._size
        if any(ordered_parts(self._zone)):
            self._among = em.atom(f"loose(s, {self._base}, {self._zone.kinds})", "e")

    def put_down(self, goal: str, end: ir.End, shown: ir.Target | None = None) -> None:
        """Notes the move, when the card lies in its target."""
        if not self._em.noting:
            return
        whom = "0" if shown is None else value(self._em, shown)
        told = f"{self._base}, {goal}, {self._kind}, {self._lifted}, {ENDS[end]}, {self._size}, {self._among}, {whom}"
        self._em.writer.line(f"note_move(m, {self._em.by}, {told})")


def shown_card(em: Emission, op: ir.ShowCard, base: str, kind: str) -> None:
    """Notes that a card is shown where it lies."""
    size = em.atom(em.cell(base), "e")
    em.writer.line(f"note_move(m, {em.by}, {base}, {base}, {kind}, 0, 0, {size}, {size}, {value(em, op.shown)})")


def poured(em: Emission, zone: ir.Zone, source: str, goal: str, passing: int) -> None:
    """Moves the cards of the passing kinds (-1: all) so that they lie loose, and notes it."""
    top, bottom = ordered_parts(zone)
    em.writer.line(f"note_pour(s, m, {em.by}, {source}, {goal}, {zone.kinds}, {top}, {bottom}, {passing})")


def carried(em: Emission, op: ir.MoveAll, source: str, goal: str, passing: int) -> str:
    """The text of a call that moves the cards of the passing kinds as they lie, notes it, and tells whether there was room."""
    zone, (top, bottom) = em.program.zones[op.source.zone], parts(em.program.zones[op.target.zone])
    capacity, start = top if op.end is ir.End.TOP else bottom
    from_top, from_bottom = ordered_parts(zone)
    room = f"{start}, {capacity}, {passing}, {ENDS[op.end]}"
    return f"note_carry(s, m, {em.by}, {source}, {goal}, {zone.kinds}, {from_top}, {from_bottom}, {room})"


def loosened(em: Emission, zone: ir.Zone, base: str) -> None:
    """Notes, before it is done, that the cards which lie in order will lie loose, where there are any."""
    top, bottom = ordered_parts(zone)
    if top or bottom:
        em.writer.line(f"note_loosening(s, m, {em.by}, {base}, {top}, {bottom})")


def shuffled(em: Emission, base: str) -> None:
    """Notes a shuffle."""
    em.writer.line(f"note_shuffle(m, {em.by}, {base})")


def rotated(em: Emission, op: ir.Rotate, bases: list[str]) -> None:
    """Notes, before it is done, that the cards of each zone go to the next."""
    length, count = em.program.zones[op.zones[0].zone].length, len(bases)
    with em.writer.block(f"if {bases[0]} != {bases[1]}:"):
        if _too_long(em, 1 + count + count * length):
            return
        at = _record(em, Record.ROTATED, [str(count), *bases], 1 + count + count * length)
        for number, base in enumerate(bases):
            em.writer.line(f"note_faces(s, m, {at} + {1 + count + number * length}, {base}, {length})")


def _whom(em: Emission, op: ir.Reveal | ir.Tell) -> list[str]:
    return ["0", "-1"] if op.to is None else [str(1 + op.secret), em.atom(value(em, op.to), "q")]


def revealed(em: Emission, op: ir.Reveal) -> None:
    """Notes the faces that are shown."""
    zone, base = em.program.zones[op.zone.zone], fixed_zone(em, op.zone)
    whom = _whom(em, op)
    if _too_long(em, 3 + zone.length):
        return
    at = _record(em, Record.REVEALED, [base, *whom], 3 + zone.length)
    em.writer.line(f"note_faces(s, m, {at} + 3, {base}, {zone.length})")


def told_marks(zone: ir.Zone) -> int:
    """The length of what a record tells of the cards that are of the kinds told."""
    return 1 + sum(1 + capacity for capacity in (zone.top_capacity, zone.bottom_capacity) if capacity)


def told(em: Emission, op: ir.Tell) -> None:
    """Notes which cards somebody is told to be of some kinds."""
    zone, base = em.program.zones[op.zone.zone], fixed_zone(em, op.zone)
    whom = _whom(em, op)
    room, kind = em.room(zone.kinds), em.writer.fresh("x")
    with em.loop(f"for {kind} in range({zone.kinds}):"):
        with em.bound(op.slot, kind, em.known.elements(ir.Cards(op.zone))):
            holds = test(em, op.where)
        em.writer.line(f"m[U({room} + {kind})] = 1 if {holds} else 0")
    if _too_long(em, 4 + zone.kinds + told_marks(zone)):
        return
    at = _record(em, Record.TOLD, [base, *whom, str(zone.kinds)], 4 + zone.kinds + told_marks(zone))
    with em.loop(f"for {kind} in range({zone.kinds}):"):
        em.writer.line(f"m[U({at} + 4 + {kind})] = m[U({room} + {kind})]")
    top, bottom = ordered_parts(zone)
    spots = f"{top}, {zone.top_capacity}, {bottom}, {zone.bottom_capacity}"
    em.writer.line(f"note_marks(s, m, {at} + {4 + zone.kinds}, {base}, {zone.kinds}, {spots})")


def said(em: Emission, op: ir.Say) -> None:
    """Notes a message, by the number of its text in all languages."""
    number = em.writer.fresh("h")
    em.writer.line(f"{number} = 0")
    numbers = [em.atom(value(em, each)) for _, pieces in op.message.languages for each in calculations(pieces)]
    left = iter(numbers)
    for tongue, pieces in op.message.languages:
        _spoken(em, number, pieces, left, tongue, f"{tongue}\0", "\0")
    whom = ["0", "-1"] if op.to is None else [str(1 + op.others), em.atom(value(em, op.to), "q")]
    _record(em, Record.SAID, [number, *whom, str(messages(em.program).index(op.message)), *numbers])


def _spoken(
    em: Emission, number: str, pieces: ir.Pieces, left: Iterator[str], tongue: str, fixed: str = "", behind: str = ""
) -> None:
    """Appends these pieces between the texts *fixed* and *behind*; *left* are the texts of their values and conditions."""
    before = ""
    for piece in pieces:
        match piece:
            case str():
                fixed += piece
            case ir.Shown(domain=domain):
                letter = doubled(before + fixed, tongue)
                _append(em, number, fixed.removesuffix(" ") if letter else fixed)
                _written(em, number, next(left), domain, tongue, letter)
                fixed, before = "", "x"  # a value ends a word
            case ir.ChosenWords(then=then, otherwise=otherwise):
                _append(em, number, fixed)
                fixed, before = "", ""
                with em.writer.block(f"if {next(left)} != 0:"):
                    _spoken(em, number, then, left, tongue)
                with em.writer.block("else:"):
                    _spoken(em, number, otherwise, left, tongue)
            case _:
                assert_never(piece)
    _append(em, number, fixed + behind)


def _append(em: Emission, number: str, text: str) -> None:
    if text:
        em.writer.line(f"{number} = text_joined({number}, {text_number(text)}, {_factor(text)})")


def _factor(text: str) -> int:
    return pow(BASE, len(text), MODULUS)


def _written(em: Emission, number: str, shown: str, domain: int | None, tongue: str, letter: str) -> None:
    """Appends a value as it is written in a language; behind a word that gets a `d` before that letter ("": behind none), with
    the blank before it.
    """
    blank = " " if letter else ""
    with em.writer.block(f"if {shown} == {ir.NOTHING}:"):
        _append(em, number, f"{blank}nothing")
    if domain is not None:
        words = em.program.domains[domain]
        spoken = [label.say(tongue) for label in words.labels]
        labels = [f"d {label}" if letter and label[:1].casefold() == letter else f"{blank}{label}" for label in spoken]
        with em.writer.block(f"elif {shown} >= {words.low} and {shown} < {words.low + len(labels)}:"):
            spot = f"[U({shown} - {words.low})]" if words.low else f"[U({shown})]"
            texts = em.table(tuple(text_number(label) for label in labels))
            factors = em.table(tuple(_factor(label) for label in labels))
            em.writer.line(f"{number} = text_joined({number}, {texts}{spot}, {factors}{spot})")
    with em.writer.block("else:"):
        _append(em, number, blank)
        em.writer.line(f"{number} = text_of_number({number}, {shown})")
