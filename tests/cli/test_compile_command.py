"""`rulerun compile` makes every form of a ruleset's code, or those that are asked for."""

from __future__ import annotations

import pytest
from click.testing import CliRunner

from rulerun.cli.commands.compile import PURPOSES
from rulerun.cli.main import root
from rulerun.simulation.emit.module import Form


def test_every_form_has_a_purpose() -> None:
    assert set(PURPOSES) == {form.value for form in Form}


@pytest.mark.slow
def test_forms_are_compiled_one_after_another() -> None:
    pytest.importorskip("llvmlite")
    result = CliRunner().invoke(root, ["compile", "tic_tac_toe", "--for", "stepping", "--for", "learning"])
    assert result.exit_code == 0, result.output
    lines = result.output.splitlines()
    assert [line.split()[:2] for line in lines[:2]] == [["1/2", "stepping"], ["2/2", "learning"]]
    assert lines[2].startswith("Tic-tac-toe, 2 players: compiled in")


def test_without_a_compiler_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rulerun.simulation.compile.loaded.COMPILES", False)
    result = CliRunner().invoke(root, ["compile", "tic_tac_toe"])
    assert result.exit_code != 0
    assert "pip install 'rulerun[fast]'" in str(result.output) + str(result.stderr)
