from __future__ import annotations

import re
from pathlib import Path

import pytest

from rulerun.cli.terminal.console import Misused, Refused, find, listed, nearest, numbers, settings
from rulerun.table.phrases import PHRASES, phrase


@pytest.mark.parametrize("name", PHRASES)
def test_a_phrase_has_the_same_places_in_every_language(name: str) -> None:
    spoken = PHRASES[name]
    assert set(spoken) == {"en", "it", "es"}
    places = {language: sorted(set(re.findall(r"\{\d\}", text))) for language, text in spoken.items()}
    assert places["it"] == places["en"] == places["es"]


def test_an_unknown_language_is_answered_in_english() -> None:
    assert phrase("fi", "wins", "Anne") == phrase("en", "wins", "Anne") == "Anne wins"


def test_the_nearest_known_name_is_offered() -> None:
    assert nearest("Tacticel", ["tactical", "plain"]) == "; did you mean `tactical`?"
    assert nearest("why-first", ["why_first", "traxx"]) == "; did you mean `why_first`?"
    assert nearest("zzz", ["a", "b", "c"]) == "; there is `a`, `b` and `c`"
    assert nearest("zzz", []) == ""


def test_numbers_are_written_as_people_write_them() -> None:
    assert numbers((2, 3, 4)) == "2 to 4"
    assert numbers((2, 4)) == "2 or 4"
    assert listed(["a", "b"]) == "`a` and `b`"


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
