"""What recorded matches show together: the figures of a run, and each match by itself."""

from __future__ import annotations

from attrs import frozen

from .estimates import Summary


@frozen
class RecordedMatch:
    """A match by the name of its file: who won, how many choices seats made, how often the lead changed, and the number of the
    last choice up to which a later loser was ahead or level (None: the rules do not tell who is ahead, or nobody alone won).
    *people* are the seats at which people sat; None where the record does not say.
    """

    name: str
    winners: tuple[str, ...]
    choices: int
    changes: int | None
    turned: int | None
    people: tuple[int, ...] | None


@frozen
class RecordsFigures:
    """All that recorded matches show, and the names of the files that were not counted, each with the reason."""

    summary: Summary
    matches: tuple[RecordedMatch, ...]
    refused: tuple[tuple[str, str], ...]
