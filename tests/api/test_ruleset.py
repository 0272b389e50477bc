"""Loading a ruleset through the front door: what it gives, and that it refuses with the words of the command line."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

import rulerun
from rulerun.cli.main import root

from ..support.battery import of_each_file

SMALL = """\
ruleset: small
players: 2..3
title: {it: Piccolo, es: Pequeño}
parameters:
  goal: {default: 3, range: 1..9}
  shared: {default: no}
scores:
  points: {per: player}
variants:
  long: {parameters: {goal: {default: 9, range: 1..9}}}
phases:
  game:
    - for each player me:
        - me chooses x from 1..goal
        - points[me] += x
outcome:
  winners: highest points
"""
SOUND = SMALL.replace("winners: highest points", "winners: players")


@pytest.fixture
def small(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "small.yaml").write_text(SOUND)
    return tmp_path


@of_each_file("chess")
def test_every_bundled_ruleset_is_loaded_by_its_name_and_played(file: str) -> None:
    game = rulerun.load(file)
    assert game.name == game.program.ruleset == file
    match = game.match(seed=1)
    match.play()
    assert match.over
    assert match.asked == ()


def test_what_is_not_asked_for_is_settled(small: Path) -> None:
    game = rulerun.load("small")
    assert (game.players, game.variant, game.variants, game.language) == (2, "", ("long",), "it")
    assert game.title == "Piccolo"
    assert game.parameters == {"goal": "3", "shared": "no"}
    assert game.warnings == ()


def test_what_is_asked_for_is_settled(small: Path) -> None:
    game = rulerun.load(small / "small.yaml", players=3, variant="long", parameters={"goal": 7, "shared": True}, lang="es")
    assert (game.players, game.variant, game.language, game.title) == (3, "long", "es", "Pequeño")
    assert game.parameters == {"goal": "7", "shared": "yes"}
    assert len(game.match().options()) == 7


# The command line and the front door must say the same, but for the frame that each puts around it.
REFUSALS: list[tuple[str, dict[str, object], list[str]]] = [
    ("smal", {}, []),
    ("", {}, []),
    (".", {}, []),
    ("small", {"players": 5}, ["--players", "5"]),
    ("small", {"variant": "lang"}, ["--variant", "lang"]),
    ("small", {"parameters": {"gaol": 3}}, ["--set", "gaol=3"]),
    ("small", {"parameters": {"goal": 99}}, ["--set", "goal=99"]),
    ("small", {"parameters": {"goal": "many"}}, ["--set", "goal=many"]),
    ("small", {"parameters": {"shared": "maybe"}}, ["--set", "shared=maybe"]),
    ("broken", {}, []),
    ("binary", {}, []),
    ("yaml", {}, []),
    ("base", {}, []),
]


def test_a_language_that_the_ruleset_lacks_is_refused(small: Path) -> None:
    with pytest.raises(rulerun.RulesetError, match="does not speak `fi`"):
        rulerun.load("small", lang="fi")


@pytest.mark.parametrize(("name", "settings", "words"), REFUSALS)
def test_a_refusal_says_what_the_command_line_says(small: Path, name: str, settings: dict[str, object], words: list[str]) -> None:
    (small / "broken.yaml").write_text(SMALL.replace("points[me] += x", "pionts[me] += y"))
    (small / "binary.yaml").write_bytes(b"ruleset: \xff\xfe")
    (small / "yaml.yaml").write_text("ruleset: [\n")
    (small / "base.yaml").write_text("ruleset: base\nextends: nowhere\n")
    with pytest.raises(rulerun.RulesetError) as refused:
        rulerun.load(name, **settings)  # type: ignore[arg-type]
    told = CliRunner().invoke(root, ["play", name, "--bots", *words])
    assert told.exit_code in (1, 2)
    assert told.output.strip().removeprefix("error: ") in (str(refused.value), str(refused.value).removeprefix("error: "))
    assert bool(refused.value.diagnostics) == (name in ("broken", "binary", "yaml", "base"))


def test_a_record_is_no_ruleset(small: Path) -> None:
    (small / "one.rulerun").write_bytes(rulerun.load("small").match().record)
    with pytest.raises(rulerun.RulesetError, match="is a record of a match"):
        rulerun.load("one.rulerun")


@pytest.mark.parametrize(
    ("what", "settings"),
    [
        (3, {}),
        (None, {}),
        ("small", {"players": "2"}),
        ("small", {"players": True}),
        ("small", {"variant": None}),
        ("small", {"parameters": ["goal"]}),
        ("small", {"parameters": {3: 3}}),
        ("small", {"parameters": {"goal": 2.5}}),
        ("small", {"lang": 7}),
    ],
)
def test_what_is_no_argument_at_all_is_a_type_error(small: Path, what: object, settings: dict[str, object]) -> None:
    with pytest.raises(TypeError):
        rulerun.load(what, **settings)  # type: ignore[arg-type]


@pytest.mark.parametrize("seed", [-1, 2**64])
def test_a_seed_that_is_none_is_refused(seed: int) -> None:
    with pytest.raises(ValueError, match="a seed is a whole number"):
        rulerun.load("pig").match(seed)
