"""Faults that are put into bundled rulesets are found: a few; `python -m tests.support.seeded_faults` tries them all."""

from __future__ import annotations

import pytest

from ..support.seeded_faults import WAYS, Fault, faults, finders

FAULTS = faults()
QUICK = tuple({each.ruleset: each for each in FAULTS if each.ruleset in ("connect_four", "pig", "tic_tac_toe", "kalah")}.values())
"""One fault of each of some small rulesets."""


def test_there_are_many_and_no_two_are_the_same() -> None:
    assert len(FAULTS) >= 25
    assert len({(each.ruleset, each.old, each.new) for each in FAULTS}) == len({each.fault for each in FAULTS}) == len(FAULTS)


def test_each_changes_one_place_of_its_ruleset() -> None:
    for each in FAULTS:
        assert each.source.text


@pytest.mark.parametrize("fault", QUICK, ids=lambda each: each.fault)
def test_a_fault_of_a_small_ruleset_is_found_without_deep_validation(fault: Fault) -> None:
    assert next(finders(fault, tuple(WAYS)[:3]), None) is not None
