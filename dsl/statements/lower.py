"""`Lowerer`, which turns the sentences of phases into statements of the Program."""

from __future__ import annotations

from attrs import define

from ...program import ir
from ..sentences import syntax as s
from . import (
    additions,
    assignment,
    card_moves,
    control,
    decisions,
    odd_sentences,
    piece_moves,
    positions,
    revealing,
    several_cards,
)
from .context import Lowered, Lowering

SENTENCES: dict[type, Lowered] = {
    **additions.SENTENCES,
    **assignment.SENTENCES,
    **card_moves.SENTENCES,
    **revealing.SENTENCES,
    **piece_moves.SENTENCES,
    **decisions.SENTENCES,
    **several_cards.SENTENCES,
    **control.SENTENCES,
    **positions.SENTENCES,
    **odd_sentences.SENTENCES,
}
"""What each kind of sentence becomes. A test holds that no member of `s.Statement` is missing."""


@define
class Lowerer(Lowering):
    """Lowers each kind of sentence with the function of its family."""

    def lowered(self, statement: s.Statement) -> list[ir.Op]:
        """The statements for a sentence. Raises DiagnosticError."""
        return SENTENCES[type(statement)](statement, self)
