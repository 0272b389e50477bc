"""The weights that come with bundled games: those of their rules as they are now, small, and with the command that made them."""

from __future__ import annotations

import shlex
from pathlib import Path

import pytest

from rulerun import bots
from rulerun.session.levels import LEVELS
from rulerun.simulation.search.weights import BUNDLED, ENDING, Weights

from ..support.battery import Setting, compiled

FILES = sorted(BUNDLED.glob(f"*{ENDING}"))

LARGEST, ALL = 30_000, 500_000
"""The most bytes of one file, and of all."""


def test_the_files_are_small() -> None:
    sizes = {path.name: path.stat().st_size for path in FILES}
    assert sizes
    assert max(sizes.values()) <= LARGEST, sizes
    assert sum(sizes.values()) <= ALL


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_weights_are_those_of_the_rules_as_they_are(path: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    ruleset, _, variant = path.stem.partition("-")
    found = Weights.of(compiled(Setting(ruleset, variant, 2)))
    assert found is not None, (
        f"the rules have changed: `rulerun train {ruleset} --minutes 10 --write {path}` learns them again; where only words have "
        "changed, `python -m rulerun.tests.support.learned` takes the weights over"
    )
    words = shlex.split(found.command)
    assert words[:3] == ["rulerun", "train", ruleset]
    assert (f"--variant {variant}" in found.command) == bool(variant)
    assert "--stages" in words
    assert tuple(found.levels) == tuple(LEVELS)
    for level, bot in found.levels.items():
        assert bots.canonical(bot) == bot.replace("nodes=", ""), level
    assert found.proof.endswith("against mcts") == any(found.numbers)  # the search needs none where it plays to the end
