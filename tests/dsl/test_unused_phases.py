"""A ruleset may leave all phases of the one that it extends undone, and plays."""

from __future__ import annotations

from pathlib import Path

from rulerun.dsl.compile import compile_ruleset, examine, survey
from rulerun.dsl.diagnostics.diagnostic import Severity
from rulerun.dsl.text.files import read_source
from rulerun.dsl.text.source import Source

from ..support.battery import of_each_file

LEFT = """\
ruleset: left
extends: {base}
phases:
  game:
    - for each player one_by_one:
        - one_by_one chooses a_number_of_it from 1..3
"""


@of_each_file()
def test_phases_that_nothing_does_are_no_mistake(file: str, tmp_path: Path) -> None:
    path = tmp_path / "left.yaml"
    path.write_text(LEFT.format(base=file), encoding="utf-8")
    source, found = read_source(path)
    assert isinstance(source, Source), found
    assert not [each for each in examine(source) if each.severity is Severity.ERROR]
    assert compile_ruleset(source, "", survey(source).players[0], {}).program is not None
