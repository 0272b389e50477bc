"""`rulerun explain FILE:LINE` tells what a sentence does, and the types of its parts."""

from __future__ import annotations

import json

from click.testing import CliRunner, Result

from rulerun.cli.main import root
from rulerun.dsl.text.files import BUNDLED


def rulerun(*words: str) -> Result:
    return CliRunner().invoke(root, list(words))


def line_of(words: str) -> int:
    return (BUNDLED / "pig.yaml").read_text(encoding="utf-8").split(words)[0].count("\n") + 1


def test_a_sentence_is_told_with_the_types_of_its_parts() -> None:
    told = rulerun("explain", f"pig:{line_of('pot += face')}").output
    for words in ("in `turn` under `phases:`", "`THING += VALUE ‹, at most", "face (name of number 1..6)", "pot (name of number"):
        assert words in told
    assert json.loads(rulerun("explain", f"pig:{line_of('pot += face')}", "--json").output)["line"] == line_of("pot += face")


def test_a_line_without_words_is_refused() -> None:
    assert rulerun("explain", "pig:1000000").exit_code == 2
    assert rulerun("explain", "pig:0").exit_code == 2
