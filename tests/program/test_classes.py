"""The project's classes against those that attrs makes alone."""

from __future__ import annotations

from typing import Any

import attrs
import pytest
from attrs import field

from rulerun.program import classes


def made(by: Any, **how: bool) -> Any:
    """A class with a field that is not compared and one that is not printed."""

    @by(**how)
    class Card:
        rank: int
        suit: str = "hearts"
        seen: bool = field(default=False, eq=False)
        note: str = field(default="", repr=False)

    return Card


SETTINGS: list[dict[str, bool]] = [{}, {"eq": False}, {"slots": False}, {"repr": False}, {"order": True}]


@pytest.mark.parametrize("how", SETTINGS, ids=str)
@pytest.mark.parametrize("name", ["frozen", "define"])
def test_values_are_compared_hashed_and_printed_as_by_attrs(name: str, how: dict[str, bool]) -> None:
    ours, theirs = made(getattr(classes, name), **how), made(getattr(attrs, name), **how)
    values: list[tuple[object, ...]] = [(3,), (3, "hearts"), (3, "clubs"), (4,), (3, "hearts", True), (3, "hearts", True, "x")]
    for first in values:
        for second in values:
            assert (ours(*first) == ours(*second)) is (theirs(*first) == theirs(*second))
            assert (ours(*first) != ours(*second)) is (theirs(*first) != theirs(*second))
        assert ours(*first) != theirs(*first)
        if how.get("repr", True):
            assert repr(ours(*first)) == repr(theirs(*first)).removeprefix("made.<locals>.")
    assert (ours.__hash__ is None) is (theirs.__hash__ is None)
    if theirs.__hash__ is not None:
        assert len({ours(*each) for each in values}) == len({theirs(*each) for each in values})


def test_what_a_class_says_itself_of_comparing_and_printing_holds() -> None:
    @classes.frozen
    class Parity:
        number: int

        def __eq__(self, other: object) -> bool:
            return isinstance(other, Parity) and (self.number - other.number) % 2 == 0

        def __hash__(self) -> int:
            return self.number % 2

        def __repr__(self) -> str:
            return "odd" if self.number % 2 else "even"

    assert Parity(1) == Parity(3) != Parity(2)
    assert {Parity(1), Parity(3)} == {Parity(5)}
    assert repr([Parity(2), Parity(3)]) == "[even, odd]"


def test_a_class_without_fields_is_equal_to_itself_alone() -> None:
    @classes.frozen
    class Nothing:
        pass

    @classes.frozen
    class Naught:
        pass

    values: list[object] = [Nothing(), Nothing(), Naught()]
    assert (values[0] == values[1], values[0] == values[2]) == (True, False)
    assert len({*values}) == 2
    assert repr(Nothing()).endswith("Nothing()")
