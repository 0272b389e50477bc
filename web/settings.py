"""What the host of a table settles, beside what the record of its match says."""

from __future__ import annotations

import json
from collections.abc import Mapping

from attrs import asdict, field, frozen


@frozen
class TableSettings:
    """*people* are the seats that belong to people, though a bot may stand in there; *hints* says whether they may ask the
    computer; a bot stands in for a person who is not there for *patience* seconds (0: never).

    *colours* are what people chose, by seat; *tally* is how many matches each seat has won before this one; *later* is the match
    that is played after this one ("": none yet).
    """

    language: str
    people: tuple[int, ...]
    hints: bool = False
    patience: int = 0
    colours: Mapping[int, str] = field(factory=dict)
    tally: Mapping[int, int] = field(factory=dict)
    later: str = ""

    @property
    def as_json(self) -> str:
        """The settings as they are stored."""
        return json.dumps(asdict(self))

    @classmethod
    def of(cls, stored: str) -> TableSettings:
        """The settings that were stored so."""
        found = json.loads(stored)
        by_seat = {name: {int(seat): value for seat, value in found[name].items()} for name in ("colours", "tally")}
        return cls(**{**found, **by_seat, "people": tuple(found["people"])})
