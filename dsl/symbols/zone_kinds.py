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
        ZoneKind("cards", "cards without an order: a hand, a row on the table, a discard nobody digs in", False),
        ZoneKind(
            "pile",
            "cards one upon the other: shuffled ones have no order, those put on top or at the bottom keep theirs",
            True,
        ),
        ZoneKind(
            "row",
            "cards side by side, each at its place: a new card comes last, the others close up when one leaves; a card is "
            "chosen by its place",
            False,
            True,
        ),
    )
}
