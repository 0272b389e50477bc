"""One question to a seat: its number, its options, what is not on offer and why."""

from __future__ import annotations

from attrs import frozen

from ..interpreter import Decision
from ..table.picking import Picking
from ..table.prompt import Prompt
from ..table.why_answers import Barred


class Stale(Exception):
    """The question of that number is not open any more, or never was."""


class NotOffered(Exception):
    """The question has no such option; the message says why."""


@frozen
class Question:
    """What a seat is asked.

    Its *number* is new whenever the seat is asked anew, and is never used again in the match, not even after an undo or when
    the match goes on in another process. While all decide together, what others answer changes nothing of it. An option is
    chosen by its code (`asked.options`), which is the same for a Program always.
    """

    seat: int
    number: int
    asked: Decision
    prompt: Prompt
    picking: Picking
    barred: tuple[Barred, ...]
