"""The outline of rulesets as JSON Schema, with which any editor of YAML completes keys and tells what they mean."""

from __future__ import annotations

from ..dsl.text.document import CHANGES, IN_A_VARIANT, NAMED
from .outline import EDITS, OUTLINE, Key

Schema = dict[str, object]

DRAFT = "https://json-schema.org/draft/2020-12/schema"
WITH_SIGNATURE = ("ranking", "payoff", "score", "starts as", "starts on")
"""The keys behind which a name may stand in parentheses: `ranking (player p):`, `starts as (space s):`."""


def schema() -> Schema:
    """The schema of a ruleset file. It knows sections, keys and words, not sentences: these, `rulerun validate` reads."""
    sections = {name: _section(name) for name in OUTLINE}
    variant = {name: {"$ref": f"#/$defs/{name}"} for name in IN_A_VARIANT}
    sections["variants"] = {
        "description": OUTLINE["variants"].doc,
        "type": "object",
        "additionalProperties": {"type": "object", "properties": variant, "additionalProperties": False},
    }
    return {
        "$schema": DRAFT,
        "title": "a ruleset of rulerun",
        "type": "object",
        "properties": {name: {"$ref": f"#/$defs/{name}"} for name in OUTLINE},
        "additionalProperties": False,
        "required": ["ruleset"],
        "anyOf": [{"required": ["extends"]}, {"required": ["players", "phases", "outcome"]}],
        "$defs": sections,
    }


def _section(name: str) -> Schema:
    section = OUTLINE[name]
    made: Schema = {"description": section.doc}
    if section.keys is not None:
        return made | _keys(section.keys) | {"type": "object"}
    if section.things is not None:
        return made | {"type": "object", "additionalProperties": _thing(section.things)}
    if name in NAMED:
        made["type"] = "object"
    return made


def _thing(keys: dict[str, Key]) -> Schema:
    """A thing with these keys, or what a variant says of it."""
    edits = {name: {"description": EDITS[name].doc} for name in CHANGES}
    thing = _keys(keys)
    properties = thing["properties"]
    assert isinstance(properties, dict)
    return {**thing, "type": ["object", "null"], "properties": {**properties, **edits}}


def _keys(keys: dict[str, Key]) -> Schema:
    plain = {name: key for name, key in keys.items() if name not in WITH_SIGNATURE}
    signed = {f"^{name}\\b": _key(key) for name, key in keys.items() if name in WITH_SIGNATURE}
    made: Schema = {"properties": {name: _key(key) for name, key in plain.items()}, "additionalProperties": False}
    return made | ({"patternProperties": signed} if signed else {})


def _key(key: Key) -> Schema:
    made: Schema = {"description": key.doc}
    return made | ({"enum": list(key.words)} if key.words else {})
