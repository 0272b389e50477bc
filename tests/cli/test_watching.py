"""`rulerun test --watch` tests whenever a file is saved."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from click.testing import CliRunner

from rulerun.cli.commands.test import WATCHED_GAMES, PlayOptions
from rulerun.cli.main import root
from rulerun.cli.terminal import watching
from rulerun.tools.new import KINDS, new_ruleset


class Stopped(Exception):
    pass


def test_something_is_told_once_for_each_save(tmp_path: Path) -> None:
    path, other = tmp_path / "mine.yaml", tmp_path / "base.yaml"
    path.write_text("a", encoding="utf-8")
    waits: list[float] = []

    def sleep(seconds: float) -> None:
        waits.append(seconds)
        if len(waits) == 2:
            os.utime(path, ns=(1, 1))
        elif len(waits) == 3:
            other.write_text("b", encoding="utf-8")
        elif len(waits) > 5:
            raise Stopped

    told: list[None] = []
    with pytest.raises(Stopped):
        told.extend(watching.saved([path], sleep))
    assert len(told) == 3


def test_a_hundred_games_are_played_of_all_kinds_together() -> None:
    asked = PlayOptions(None, 0, None, None, {}, WATCHED_GAMES)
    assert [asked.of_each(kinds) for kinds in (1, 3, 40)] == [100, 34, 3]
    assert PlayOptions(7, 0, None, None, {}, WATCHED_GAMES).of_each(3) == 7


def test_the_command_tests_again_when_the_file_is_saved(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    path = Path("mine.yaml")
    path.write_text(new_ruleset("mine", "Mine", "2", KINDS["dice"]), encoding="utf-8")
    steps = iter((lambda: path.write_text(path.read_text(encoding="utf-8").replace("points[me] += red", "point[me] += red")),))

    def sleep(_: float) -> None:
        step = next(steps, None)
        if step is None:
            raise KeyboardInterrupt
        step()
        os.utime(path, ns=(2, 2))

    original = watching.saved
    monkeypatch.setattr(watching, "saved", lambda paths: original(paths, sleep))
    told = CliRunner().invoke(root, ["test", "mine.yaml", "--watch", "--games", "2"])
    assert "1 of 1 examples hold" in told.output
    assert "there is no name `point`" in told.output
    assert told.output.count("save the file to see it anew") == 2
