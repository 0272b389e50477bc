"""`rulerun bench`: what it measures, and in which order it tells."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from rulerun.cli.commands import bench
from rulerun.cli.main import root
from rulerun.interpreter import Policy, initial, random_playout
from rulerun.interpreter.core.rng import Use, stream
from rulerun.simulation import prepare_plain
from rulerun.simulation.emit.module import Form

from ..support import battery
from ..support.battery import Setting, compiled, game_of

SETTINGS = battery.short()


def rulerun(*words: str) -> Result:
    return CliRunner().invoke(root, list(words))


@pytest.fixture(autouse=True)
def not_compiled(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Compiling takes longer than all the rest."""
    monkeypatch.setattr("rulerun.simulation.prepare", prepare_plain)
    monkeypatch.chdir(tmp_path)


def test_the_rulesets_are_told_in_the_order_asked_for_the_emitted_code_first() -> None:
    result = rulerun("bench", "kuhn_poker", "tic_tac_toe", "--seconds", "0.02", "--json")
    found = json.loads(result.stdout)
    assert [(each["ruleset"], each["engine"]) for each in found] == [
        ("kuhn_poker", "plain"),
        ("kuhn_poker", "interpreter"),
        ("tic_tac_toe", "plain"),
        ("tic_tac_toe", "interpreter"),
    ]
    for each in found:
        assert set(each) == {"ruleset", "variant", "players", "engine", "playouts_per_second", "decisions_per_second"}
        assert each["players"] == 2
        assert each["decisions_per_second"] > 3 * each["playouts_per_second"] > 0
    assert result.stderr.count("rulerun[fast]") == 1


@pytest.mark.slow
def test_what_compiling_takes_is_told_for_each_form() -> None:
    pytest.importorskip("llvmlite")
    pytest.importorskip("numpy")
    result = rulerun("bench", "tic_tac_toe", "kuhn_poker", "--compile", "--json")
    found = json.loads(result.stdout)
    forms = [form.value for form in Form]
    with_chance = [form for form in forms if form != Form.ALPHABETA.value]
    expected = [("tic_tac_toe", form) for form in forms] + [("kuhn_poker", form) for form in with_chance]
    assert [(each["ruleset"], each["form"]) for each in found] == expected
    for each in found:
        assert each["lines"] > 50
        assert 0 < each["seconds"] < 60
        assert 10_000_000 < each["memory_optimised"] < 1_000_000_000
    shown = rulerun("bench", "tic_tac_toe", "--compile").stdout.splitlines()
    assert shown[0].split() == ["ruleset", "players", "form", "lines", "-O1", "s", "MB", "-O3", "s", "MB"]
    assert [line.split()[2] for line in shown[1:]] == forms


def test_nothing_is_compiled_without_a_compiler(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rulerun.simulation.compile.loaded.COMPILES", False)
    result = rulerun("bench", "tic_tac_toe", "--compile")
    assert result.exit_code == 1
    assert "pip install 'rulerun[fast]'" in result.stderr


def test_settings_belong_to_a_ruleset_that_is_named() -> None:
    words = ("--players", "3", "--variant", "tactical", "--set", "stages=1", "--seconds", "0.02", "--json")
    (first, _) = json.loads(rulerun("bench", "why_first", *words).stdout)
    assert (first["variant"], first["players"]) == ("tactical", 3)
    assert first["decisions_per_second"] / first["playouts_per_second"] == pytest.approx(15 + 30, rel=0.01)
    refused = rulerun("bench", "--players", "3")
    assert refused.exit_code == 2
    assert "name one" in refused.output


def test_a_fault_of_the_rules_is_told_behind_what_was_measured() -> None:
    rules = (
        "ruleset: bad\ntitle: {en: Bad}\nplayers: 2\nvariables:\n  n: {holds: 0..9}\nphases:\n  game:\n"
        "    - repeat 3 times:\n        - for each player me:\n            - me chooses x from 1..3\n            - n += x\n"
        "outcome:\n  winners: players p where n > 3\n"
    )
    Path("bad.yaml").write_text(rules)
    result = rulerun("bench", "kuhn_poker", "bad.yaml", "--seconds", "0.02", "--json")
    assert result.exit_code == 1
    assert [each["ruleset"] for each in json.loads(result.stdout)] == ["kuhn_poker", "kuhn_poker"]
    assert "bad.yaml:11:15" in result.stderr


@battery.of_each(SETTINGS)
def test_each_decision_takes_one_word_of_the_stream(setting: Setting) -> None:
    # on this stands how the decisions of the interpreter are counted
    program = compiled(setting)
    fast, slow, decisions = stream(1, 0, Use.NATURE), stream(1, 0, Use.NATURE), 0

    def draw(bound: int) -> int:
        nonlocal decisions
        decisions += 1
        return slow.below(bound)

    played = random_playout(game_of(program), initial(game_of(program)).slots, fast.below, Policy.FLAT)
    assert played == battery.stepped(program, draw, Policy.FLAT).slots
    assert fast.position == decisions > 0


def test_a_median_of_turns_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    # a clock that goes one second a game, but ten in the second turn
    spent = iter([1.0, 1.0, 10.0, 1.0, 1.0, 1.0])
    monkeypatch.setattr(bench, "timed", lambda play, games: (next(spent), 4 * games))
    assert bench.speed(lambda games: 4 * games, 5.0) == (1.0, 4.0)
