"""Differences are told by name and by what is said; layout and order of things are none."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from rulerun.cli.main import root
from rulerun.dsl.compile import compile_ruleset, read_source
from rulerun.dsl.text.fields import Findings
from rulerun.dsl.text.files import bundled
from rulerun.dsl.text.merge import documents
from rulerun.dsl.text.source import Source
from rulerun.tools.differences import Difference, How, differences
from rulerun.tools.layout import formatted

BASE = """\
ruleset: small
players: 2
parameters:
  goal: {default: 5, range: 1..9}
scores:
  points: {per: player, holds: 0..20}
functions:
  done (player p): points[p] >= goal
phases:
  game:
    - repeat 20 times:
        - for each player me where not (any player p has done(p)):
            - do turn (me)
  turn (player me):
    - me chooses one:
        - one:
            - points[me] += 1
        - none
outcome:
  winners: players p where done(p)
"""


def rulerun(*words: str) -> Result:
    return CliRunner().invoke(root, list(words))


def told(other: str, one: str = BASE) -> list[Difference]:
    before, after = (documents(Source("small.yaml", text), Findings())[""] for text in (one, other))
    return list(differences(before, after))


@pytest.mark.parametrize("path", bundled(), ids=lambda path: path.stem)
def test_a_ruleset_differs_in_nothing_from_itself_laid_out_otherwise(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert told("\n".join("  " + line for line in text.split("\n")), text) == []


def test_order_blanks_and_comments_are_no_difference() -> None:
    sections = BASE.replace("goal: {default: 5, range: 1..9}", "goal: {range: 1..9,   default: 5}    # a dial").split("outcome:")
    assert told("outcome:" + sections[1] + sections[0]) == []


@pytest.mark.parametrize(
    ("change", "found"),
    [
        (("default: 5", "default: 6"), [Difference(("parameters", "goal", "default"), How.CHANGED, ("5",), ("6",))]),
        (("players: 2\n", "players: 2..3\n"), [Difference(("players",), How.CHANGED, ("2",), ("2..3",))]),
        (("        - none\n", ""), [Difference(("phases", "turn", "me chooses one"), How.CHANGED, ("- none",), ())]),
        (
            ("points[me] += 1", "points[me] += 2"),
            [
                Difference(
                    ("phases", "turn", "me chooses one", "one"), How.CHANGED, ("- points[me] += 1",), ("- points[me] += 2",)
                )
            ],
        ),
        (
            ("scores:\n", "scores:\n  lost: {per: player}\n"),
            [Difference(("scores", "lost"), How.NEW, (), ("lost: {per: player}",))],
        ),
        (
            ("  done (player p)", "  over (player p)"),
            [Difference(("functions", "done"), How.RENAMED, ("done (player p)",), ("over (player p)",))],
        ),
        (
            ("done (player p): points[p]", "done (seat p): points[p]"),
            [Difference(("functions", "done"), How.CHANGED, ("done (player p)",), ("done (seat p)",))],
        ),
    ],
    ids=["a key", "a section", "an option", "a sentence", "a new thing", "a new name", "a signature"],
)
def test_a_difference_is_told_where_it_is(change: tuple[str, str], found: list[Difference]) -> None:
    assert told(BASE.replace(*change)) == found


def test_what_is_gone_is_told_from_the_other_side() -> None:
    (there,) = told(BASE.replace("scores:\n", "scores:\n  lost: {per: player}\n"))
    (back,) = told(BASE, BASE.replace("scores:\n", "scores:\n  lost: {per: player}\n"))
    assert (there.how, back.how) == (How.NEW, How.GONE)
    assert there.after == back.before


def test_the_command_tells_what_a_variant_changes_in_the_rules() -> None:
    result = rulerun("diff", "why_first", "--variant", "tactical", "--json")
    found = json.loads(result.output)
    assert result.exit_code == 1
    assert found["same rules"] is False
    assert {tuple(each["path"][:2]) for each in found["differences"]} >= {("phases", "lay cards"), ("decks", "racing")}
    assert "scoring" not in {each["path"][1] for each in found["differences"] if each["path"][0] == "phases"}
    assert rulerun("diff", "pig", "pig").output == "nothing differs\n"
    assert rulerun("diff", "pig").exit_code == 2
    assert rulerun("diff", "pig", "--variant", "none").exit_code == 2


def test_examples_of_a_base_are_no_difference(tmp_path: Path) -> None:
    path = tmp_path / "far.yaml"
    path.write_text("ruleset: pig\nextends: pig\nparameters:\n  target: {default: 50, range: 2..200}\n", encoding="utf-8")
    result = rulerun("diff", "pig", str(path), "--json")
    assert [each["path"] for each in json.loads(result.output)["differences"]] == [["parameters", "target", "default"]]


def test_the_command_says_where_only_words_differ(tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_text(BASE, encoding="utf-8")
    (tmp_path / "b.yaml").write_text(BASE + "about: a try\n", encoding="utf-8")
    result = rulerun("diff", str(tmp_path / "a.yaml"), str(tmp_path / "b.yaml"))
    assert result.exit_code == 1
    assert "about:" in result.output
    assert "the rules are the same" in result.output


def test_a_flat_file_extends_nothing_and_can_be_laid_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    text = "ruleset: faster\nextends: pig\nparameters:\n  target: {default: 50, range: 2..200}\n"
    Path("faster.yaml").write_text(text, encoding="utf-8")
    assert rulerun("flatten", "faster.yaml", "-o", "flat.yaml").exit_code == 0
    text = Path("flat.yaml").read_text(encoding="utf-8")
    assert "extends" not in text
    assert formatted(formatted(text)) == formatted(text)
    for players in (2, 4):
        programs = []
        for name in ("faster.yaml", "flat.yaml"):
            source, problems = read_source(Path(name))
            assert source is not None, problems
            program = compile_ruleset(source, "", players).program
            assert program is not None
            programs.append((program.start, program.body, program.phases, program.outcome, program.codes))
        assert programs[0] == programs[1]
    refused = rulerun("flatten", "faster.yaml", "-o", "flat.yaml")
    assert refused.exit_code == 1
    assert "is there already" in refused.output
