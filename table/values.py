"""Single values as a seat is shown them."""

from __future__ import annotations

from ..program.ir import NOTHING, SEAT_DOMAIN, Program
from .narration import value_text
from .palette import palette
from .scene import Value


def is_seats(program: Program, domain: int) -> bool:
    """True when the values of the domain are seats."""
    names = [seat.name for seat in program.seats]
    labels = [words.plain for words in program.domains[domain].labels]
    return bool(labels) and all(label in names for label in labels)


def seat_of(program: Program, domain: int, value: int) -> int:
    """The seat that a value of a domain of seats stands for."""
    label = program.domains[domain].label(value)
    return next(index for index, seat in enumerate(program.seats) if seat.name == label)


def shown_value(program: Program, domain: int | None, truth: bool, number: int | None, language: str) -> Value:
    """A value of that domain; a question mark where it is hidden (None)."""
    name = None if domain is None else program.domains[domain].name
    if number is None:
        return Value(name, None, "?", truth, hidden=True)
    if truth:
        return Value(name, number, "✓" if number else "·", truth)
    if number == NOTHING:
        return Value(name, None, "–")
    if domain is not None and is_seats(program, domain):
        seat = seat_of(program, domain, number)
        known = palette(program, language)
        style = known.seats[seat]
        figure = known.figures.get((SEAT_DOMAIN, seat))
        return Value(name, number, program.seat_name(seat, language), False, False, seat, style.ground or style.colour, figure)
    text = value_text(program, domain, number, language)
    if domain is None:
        return Value(name, number, text)
    known = palette(program, language)
    return Value(name, number, text, colour=known.colours.get((domain, number)), figure=known.figures.get((domain, number)))
