"""Random edits of the bundled rulesets: findings in good time, at the words that were edited, with the name that was meant.

More of them are a command, which also tells the shares for all rulesets: `python -m rulerun.tests.support.word_edits 112`.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from rulerun.dsl.text.files import BUNDLED

from ..support.word_edits import RULESETS, SHARE, Verdict, faults, shares, verdicts

QUICK = [BUNDLED / f"{file}.yaml" for file in ("kuhn_poker", "tic_tac_toe", "pig", "liars_dice")]
EDITS = 12
NAMES = 25


@cache
def judged(path: Path) -> tuple[Verdict, ...]:
    """What is said of edits of all kinds, and of misspelt names."""
    return (*verdicts(path, EDITS, 0), *verdicts(path, NAMES, 1, names_only=True))


@pytest.mark.parametrize(
    "path", [pytest.param(path, id=path.stem, marks=() if path in QUICK[:1] else pytest.mark.slow) for path in RULESETS]
)
def test_an_edit_is_told_in_good_time_inside_the_file(path: Path) -> None:
    found = judged(path) if path in QUICK else tuple(verdicts(path, EDITS, 0))
    assert [fault for verdict in found for fault in faults(path, verdict)] == []


@pytest.mark.slow
def test_what_is_wrong_is_told_on_its_line_and_a_misspelt_name_is_known() -> None:
    on_the_line, suggested = shares([verdict for path in QUICK for verdict in judged(path)])
    assert on_the_line >= SHARE
    assert suggested >= SHARE
