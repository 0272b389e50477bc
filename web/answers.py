"""What somebody answers by the form of a table's page: an option, several cards, or a part of an answer by pointing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from attrs import frozen

from ..session.question import NotOffered, Question, Stale
from ..session.session import Session
from ..table.spots import spot_at
from .parts import picking_of, plain
from .words import say

Form = Mapping[str, Sequence[str]]
"""The fields of a form, each with its values."""


@frozen
class ByCode:
    """The option of that code, of the question of that number."""

    number: int
    code: int


@frozen
class ByCards:
    """Cards of these kinds in one go, of the question of that number."""

    number: int
    kinds: tuple[int, ...]


@frozen
class Picked:
    """A part of an answer: the ids of the spots picked so far."""

    spots: tuple[str, ...]


def answer_of(session: Session, question: Question | None, form: Form) -> ByCode | ByCards | Picked:
    """What a form answers: by its *code*, or by the *spot* that was pointed at behind those that were *pick*ed already. What was
    picked is given as a whole by *give*. Raises Stale and NotOffered.
    """
    number = whole(one_of(form, "number"))
    if "code" in form:
        return ByCode(number, whole(one_of(form, "code")))
    if question is None or question.number != number:
        raise Stale
    spots = (*form.get("pick", ()), *form.get("spot", ())[-1:])
    picking = picking_of(session, question, spots)
    options = question.asked.options
    if "give" in form and picking.complete:
        return ByCards(number, tuple(picking.kinds))
    if "give" in form and picking.given is not None:
        return ByCode(number, options[picking.given].code)
    if picking.settled is not None and "spot" in form:
        return ByCode(number, options[picking.settled].code)
    if "give" in form:
        raise NotOffered
    return Picked(spots)


def why_not(session: Session, question: Question, form: Form) -> str:
    """Why the *spot* that was pointed at, behind those that were *pick*ed, is not on offer."""
    try:
        picking = picking_of(session, question, form.get("pick", ()))
        lines = session.asker(question.asked).pointed(picking.picked, spot_at(session.program, one_of(form, "spot")))
    except (NotOffered, ValueError):
        lines = []
    return " · ".join(plain(line) for line in lines) or say(session.language, "not offered")


def one_of(form: Form, name: str) -> str:
    """The last value of a field; empty where there is none."""
    return form.get(name, [""])[-1]


def whole(written: str) -> int:
    """The whole number that was sent. Raises NotOffered."""
    if not (written.isascii() and written.isdigit() and len(written) < 20):
        raise NotOffered
    return int(written)
