"""The outline is what the language reads: no key is missing in it, and none is there that a ruleset may not have."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import yaml
from click.testing import CliRunner

from rulerun.cli.main import root
from rulerun.dsl.compile import examine
from rulerun.dsl.sections.outcome import KNOWN
from rulerun.dsl.text.document import SECTIONS
from rulerun.dsl.text.fields import Fields
from rulerun.dsl.text.files import bundled
from rulerun.dsl.text.nodes import Node
from rulerun.dsl.text.source import Source
from rulerun.tools.outline import OUTLINE
from rulerun.tools.schema import schema

THINGS = {
    "the deck": "decks",
    "the zone": "zones",
    "the board": "boards",
    "the movement": "movement",
    "the piece": "pieces",
    "the variable": "variables",
    "the score": "scores",
    "the position": "positions",
    "a parameter": "parameters",
    "the parameter": "parameters",
    "an automa": "automa",
    "an example": "examples",
}
"""The sections by how their things are called where they are read."""

VARIANTS = sorted((Path(__file__).parents[1] / "variants").glob("*.yaml"))


def section_of(what: str) -> str | None:
    return next((section for words, section in THINGS.items() if what.startswith(words)), None)


def test_every_section_is_in_the_outline() -> None:
    assert set(OUTLINE) == set(SECTIONS)
    assert set(OUTLINE["outcome"].keys or ()) == {word.partition(" ")[0] for word in KNOWN}


@pytest.mark.slow
def test_every_key_that_is_read_is_in_the_outline(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: set[tuple[str, str]] = set()
    get, pair = Fields.get, Fields.pair

    def noted(self: Fields, key: str) -> Node | None:
        asked.add((self.what, key))
        return get(self, key)

    def noted_pair(self: Fields, key: str) -> object:
        asked.add((self.what, key))
        return pair(self, key)

    monkeypatch.setattr(Fields, "get", noted)
    monkeypatch.setattr(Fields, "pair", noted_pair)
    for path in bundled():
        examine(Source(path.name, path.read_text(encoding="utf-8")))
    # what a variant changes inside a thing has keys of its own, wherever that thing stands
    found = {(section_of(what), key) for what, key in asked if what and not what.startswith("a change of ")}
    assert {section for section, _ in found} == set(THINGS.values())
    missing = {(section, key) for section, key in found if key not in (OUTLINE[section or ""].things or {})}
    assert missing == set()


@pytest.mark.parametrize(
    ("section", "key"), [(name, key) for name, section in OUTLINE.items() for key in section.things or () if name != "boards"]
)
def test_every_key_of_the_outline_is_known_to_the_language(section: str, key: str) -> None:
    text = f"ruleset: try\nplayers: 2\n{section}:\n  thing:\n    {key}: something\n"
    unknown = [each for each in examine(Source("try.yaml", text)) if each.code == "unknown-key" and f"`{key}:`" in each.message]
    assert unknown == []


@pytest.mark.parametrize("path", [*bundled(), *VARIANTS], ids=lambda path: path.stem)
def test_the_bundled_rulesets_are_valid(path: Path) -> None:
    jsonschema = pytest.importorskip("jsonschema")
    ruleset = yaml.load(path.read_text(encoding="utf-8"), Loader=yaml.BaseLoader)
    assert [error.message for error in jsonschema.Draft202012Validator(schema()).iter_errors(ruleset)] == []


@pytest.mark.parametrize(
    "text",
    [
        "ruleset: a",
        "ruleset: a\nextends: b\nplayrs: 2",
        "ruleset: a\nextends: b\nzones: {hand: {of: cards, seen: everyone}}",
        "ruleset: a\nextends: b\nboards: {hand: {kind: trak}}",
        "ruleset: a\nextends: b\nvariants: {v: {extends: c}}",
    ],
)
def test_what_is_misspelt_is_invalid(text: str) -> None:
    jsonschema = pytest.importorskip("jsonschema")
    assert list(jsonschema.Draft202012Validator(schema()).iter_errors(yaml.load(text, Loader=yaml.BaseLoader)))


def test_the_command_prints_the_schema() -> None:
    result = CliRunner().invoke(root, ["schema"])
    assert json.loads(result.output) == schema()
