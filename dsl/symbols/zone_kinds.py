"""The kinds of zone: one record each."""

from __future__ import annotations

from attrs import frozen


@frozen
class ZoneKind:
    """A kind of zone: its word, what it means, and whether its cards can have an order, and whether each has a place."""

    word: str
    doc: str
    ordered: bool
    row: bool = False


ZONE_KINDS = {
    kind.word: kind
    for kind in (
        ZoneKind("cards", "cards without an order: a hand, a row on the table, a discard that nobody searches", False),
        ZoneKind(
            "pile",
            "a stack of cards: shuffled cards have no order, cards put on top or at the bottom keep theirs",
            True,
        ),
        ZoneKind(
            "row",
            "cards side by side, chosen by place: a new card comes last, and the others close up when one leaves",
            False,
            True,
        ),
    )
}
