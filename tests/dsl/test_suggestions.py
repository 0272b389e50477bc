"""How messages offer the nearest name and list several."""

from __future__ import annotations

from rulerun.dsl.text.suggestions import listed, nearest, numbers


def test_the_nearest_known_name_is_offered() -> None:
    assert nearest("Tacticel", ["tactical", "plain"]) == "; did you mean `tactical`?"
    assert nearest("why-first", ["why_first", "traxx"]) == "; did you mean `why_first`?"
    assert nearest("zzz", ["a", "b", "c"]) == "; there is `a`, `b` and `c`"
    assert nearest("zzz", []) == ""


def test_numbers_are_written_as_people_write_them() -> None:
    assert numbers((2, 3, 4)) == "2 to 4"
    assert numbers((2, 4)) == "2 or 4"
    assert listed(["a", "b"]) == "`a` and `b`"
