"""`rulerun validate --fix` and `--sarif`: what is mended stays a ruleset, and what is told keeps to the format."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from rulerun.cli.main import root
from rulerun.dsl.compile import examine
from rulerun.dsl.text.fixes import mended
from rulerun.dsl.text.source import Source

GAME = """\
# A small game.
ruleset: small
players: 2

scores:
  points: {per: player}            # what wins

decks:
  coins: {cards: [{worth: 1..3}], starts in: heap}

zones:
  heap: {of: coins}
  hand: {of: coins, per: player}

phases:
  game:                            # one round
    - for each player me:
        - points[me] += 1          # a gift
        - draw 1 from heap to hand[me]

outcome:
  winners: players p where points[p] > count(hand[p])
"""

MISTAKES = (
    ("- points[me] += 1", "- pionts[me] += 1"),
    ("- points[me] += 1", "- add 1 to points[me]"),
    ("- points[me] += 1", "- points[me] increases by 1"),
    ("- for each player me:", "- for every player me:"),
    ("- draw 1 from heap to hand[me]", "- draw a card from heap to hand[me]"),
    ("points[p] > count(hand[p])", "points[p] > count hand[p]"),
    ("outcome:", "outcomes:"),
    ("scores:", "Scores:"),
    ("starts in: heap", "starts in: haep"),
)
"""Words of the game, and a mistake in their place that can be put right in one way only."""


def validate(*words: str) -> tuple[int, str]:
    """The exit code and what is printed."""
    result = CliRunner().invoke(root, ["validate", *words])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result.exit_code, result.output


def written(folder: Path, text: str, name: str = "small.yaml") -> Path:
    path = folder / name
    path.write_bytes(text.encode())
    return path


@pytest.mark.parametrize(("right", "wrong"), MISTAKES, ids=lambda words: str(words))
def test_a_mistake_with_one_mend_is_put_right_once_and_nothing_else_changes(tmp_path: Path, right: str, wrong: str) -> None:
    path = written(tmp_path, GAME.replace(right, wrong))
    code, output = validate(str(path), "--fix")
    assert code == 0
    assert path.read_text(encoding="utf-8") == GAME
    assert f"{path}: 1 put right" in output
    assert validate(str(path), "--fix") == (0, f"{path}: nothing that can be put right in one way only\n{path}: sound\n")


def test_several_mistakes_are_put_right_in_one_run(tmp_path: Path) -> None:
    text = GAME
    for right, wrong in (MISTAKES[0], MISTAKES[3], MISTAKES[5], MISTAKES[8]):
        text = text.replace(right, wrong)
    path = written(tmp_path, text)
    assert validate(str(path), "--fix")[0] == 0
    assert path.read_text(encoding="utf-8") == GAME


def test_what_can_be_put_right_in_several_ways_stays(tmp_path: Path) -> None:
    text = GAME.replace("  points: {per: player} ", "  points: {per: player}\n  paints: {per: player}\n  #")
    path = written(tmp_path, text.replace("- points[me]", "- pints[me]"))
    before = path.read_bytes()
    code, output = validate(str(path), "--fix")
    assert code == 1
    assert "nothing that can be put right in one way only" in output
    assert path.read_bytes() == before


def test_a_file_keeps_its_line_ends_and_its_byte_order_mark(tmp_path: Path) -> None:
    crlf = "\ufeff" + GAME.replace("\n", "\r\n")
    path = written(tmp_path, crlf.replace("- points[me]", "- pionts[me]"))
    assert validate(str(path), "--fix")[0] == 0
    assert path.read_bytes() == crlf.encode()


def test_a_mistake_in_the_base_leaves_both_files_alone(tmp_path: Path) -> None:
    base = written(tmp_path, GAME.replace("- points[me]", "- pionts[me]"), "base.yaml")
    child = written(tmp_path, "ruleset: child\nextends: base\n", "child.yaml")
    before = base.read_bytes(), child.read_bytes()
    assert validate(str(child), "--fix")[0] == 1
    assert (base.read_bytes(), child.read_bytes()) == before


def test_fixes_that_would_overlap_are_not_both_made() -> None:
    source = Source("small.yaml", GAME.replace("- points[me] += 1", "- pionts[me] += pionts[me]"))
    once, applied = mended(source, examine(source))
    again, _ = mended(Source("small.yaml", once), examine(Source("small.yaml", once)))
    assert applied
    assert "pionts" not in again


# ------------------------------------------------------------------------------------------------------------ SARIF


def sarif(*paths: Path) -> dict[str, Any]:
    """The only run that is printed for these files."""
    told = json.loads(validate(*map(str, paths), "--sarif")[1])
    assert told["version"] == "2.1.0"
    (run,) = told["runs"]
    assert isinstance(run, dict)
    return run


def test_a_result_points_to_its_rule_and_its_place(tmp_path: Path) -> None:
    path = written(tmp_path, GAME.replace("- points[me]", "- pionts[me]"))
    run = sarif(path)
    (result,) = run["results"]
    rule = run["tool"]["driver"]["rules"][result["ruleIndex"]]
    assert rule["id"] == result["ruleId"] == "unknown-name"
    assert rule["shortDescription"]["text"].endswith(".")
    assert result["level"] == "error"
    (location,) = result["locations"]
    region = location["physicalLocation"]["region"]
    line = path.read_text(encoding="utf-8").split("\n")[region["startLine"] - 1]
    assert region["startLine"] == region["endLine"]
    assert line[region["startColumn"] - 1 : region["endColumn"] - 1] == "pionts"
    ((change,),) = [fix["artifactChanges"] for fix in result["fixes"]]
    (replacement,) = change["replacements"]
    assert replacement == {"deletedRegion": region, "insertedContent": {"text": "points"}}
    assert change["artifactLocation"] == location["physicalLocation"]["artifactLocation"]


def test_each_complaint_is_one_rule_however_often_it_is_told(tmp_path: Path) -> None:
    wrong = GAME.replace("- points[me] += 1", "- pionts[me] += 1").replace("points[p]", "ponits[p]")
    run = sarif(written(tmp_path, wrong), written(tmp_path, wrong.replace("outcome:", "outcomes:"), "other.yaml"))
    ids = [rule["id"] for rule in run["tool"]["driver"]["rules"]]
    assert sorted(ids) == ["named-otherwise", "unknown-name", "unknown-section"]
    assert [ids[result["ruleIndex"]] for result in run["results"]] == [result["ruleId"] for result in run["results"]]
    assert {result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"][-10:] for result in run["results"]} == {
        "small.yaml",
        "other.yaml",
    }


def test_columns_count_characters_from_one_and_notes_have_places(tmp_path: Path) -> None:
    run = sarif(written(tmp_path, "ruleset: small\ntitle: Ünï\ntitle: b\nplayers: 2\n"))
    assert run["columnKind"] == "unicodeCodePoints"
    found = next(each for each in run["results"] if each["ruleId"] == "duplicate-key")
    regions = [each["physicalLocation"]["region"] for each in (*found["locations"], *found["relatedLocations"])]
    assert [(each["startLine"], each["startColumn"]) for each in regions] == [(3, 1), (2, 1)]
    for result in run["results"]:
        for location in result["locations"]:
            assert min(location["physicalLocation"]["region"].values()) >= 1


def test_a_sound_ruleset_has_a_run_without_results(tmp_path: Path) -> None:
    run = sarif(written(tmp_path, GAME))
    assert run["results"] == run["tool"]["driver"]["rules"] == []


def test_what_stands_in_the_base_is_told_in_its_file(tmp_path: Path) -> None:
    written(tmp_path, GAME, "base.yaml")
    run = sarif(written(tmp_path, "ruleset: small\nextends: base\nwithout: points\n"))
    assert {each["locations"][0]["physicalLocation"]["artifactLocation"]["uri"].rsplit("/")[-1] for each in run["results"]} == {
        "base.yaml"
    }
