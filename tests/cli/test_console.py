"""What the commands share: finding a ruleset by its name, and settings as they are typed."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulerun.cli.terminal.console import Misused, Refused, find, settings


def test_settings_need_a_name_and_a_value() -> None:
    assert settings(["a=1", "b = two"]) == {"a": "1", "b": "two"}
    for pairs in (["a"], ["=3"], ["a=1", "a=2"]):
        with pytest.raises(Misused):
            settings(pairs)


def test_a_file_of_the_working_folder_goes_before_a_bundled_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert find("traxx").parent.name == "rulesets"
    assert find("traxx.yaml").parent.name == "rulesets"
    (tmp_path / "traxx.yaml").write_text("x")
    assert find("traxx") == Path("traxx.yaml")


def test_what_is_no_ruleset_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "folder").mkdir()
    with pytest.raises(Refused, match="is a folder"):
        find("folder")
    with pytest.raises(Refused, match="did you mean `traxx`"):
        find("trax")
    for name in ("", "a" * 5000, "a\0b", "nowhere/at/all.yaml"):
        with pytest.raises(Refused):
            find(name)
