"""Weights in files: read as they were written, found for their rules alone, and refused with a reason."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from attrs import evolve

from rulerun.dsl.text import sealed
from rulerun.program.ir import Program
from rulerun.simulation.emit.evaluation import VERSION, evaluation
from rulerun.simulation.search import weights as module
from rulerun.simulation.search.weights import HEAVIEST, Weights, WrongWeights, bundled_name

from ..support.battery import Setting, compiled


@pytest.fixture
def program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Program:
    """A small game, with a cache of its own, and no bundled weights."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setattr(module, "BUNDLED", tmp_path / "learned")
    (tmp_path / "learned").mkdir()
    return compiled(Setting("tic_tac_toe", "", 2))


def some(program: Program, first: int = 1) -> Weights:
    """Weights of that game."""
    count = evaluation(program).weights
    numbers = (first, -HEAVIEST, HEAVIEST, *range(count - 3))
    return Weights(program.digest, numbers, "rulerun train tic_tac_toe --stages 3", "won 6 of 6")


def test_there_are_none_until_some_are_kept(program: Program) -> None:
    assert Weights.of(program) is None
    kept = some(program)
    kept.keep()
    assert Weights.of(program) == kept
    assert Weights.of(evolve(program, digest="f" * 64)) is None


def test_kept_weights_come_before_bundled_ones_and_each_is_found_by_its_digest(program: Program) -> None:
    bundled, kept = some(program, 5), some(program, 6)
    (module.BUNDLED / bundled_name(program)).write_bytes(bundled.content())
    assert Weights.of(program) == bundled
    kept.keep()
    assert Weights.of(program) == kept
    assert Weights.of(program, bundled.digest) == bundled
    assert Weights.of(program, kept.digest) == kept
    assert Weights.of(program, "0" * 12) is None
    assert len({bundled.digest, kept.digest, evolve(kept, rules="0").digest}) == 3


def test_bundled_weights_of_other_rules_do_not_count(program: Program) -> None:
    (module.BUNDLED / bundled_name(program)).write_bytes(evolve(some(program), rules="0" * 64).content())
    assert Weights.of(program) is None


def told(program: Program, content: bytes) -> str:
    """Why a file with that content is refused."""
    sealed.write(sealed.folder("weights") / program.digest, content)
    with pytest.raises(WrongWeights) as refused:
        Weights.of(program)
    return str(refused.value)


def test_weights_that_cannot_be_used_are_refused_with_a_reason(program: Program) -> None:
    again = "`rulerun train tic_tac_toe` learns new ones"
    content = some(program).content()
    head, _, packed = content.partition(b"\n")
    older = json.dumps({**json.loads(head), "rulerun weights": VERSION + 1}).encode() + b"\n" + packed
    expected = f"the weights of `tic_tac_toe` are of version {VERSION + 1}, and this rulerun reads version {VERSION}: {again}"
    assert told(program, older) == expected
    short = evolve(some(program), numbers=(1, 2)).content()
    count = evaluation(program).weights
    assert told(program, short) == f"there are 2 weights of `tic_tac_toe`, and its positions need {count}: {again}"
    damaged = f"the file with the weights of `tic_tac_toe` is damaged: {again}"
    for wrong in (b"", b"[1]\n", b"{}\n", b"\xff\n", content[:-9], head + b"\nnothing"):
        assert told(program, wrong) == damaged


def test_a_variant_has_a_file_of_its_own(program: Program) -> None:
    assert bundled_name(program) == "tic_tac_toe.weights"
    assert bundled_name(evolve(program, variant="wild")) == "tic_tac_toe-wild.weights"
