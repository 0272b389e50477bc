"""A Program as JSON: it comes back as it was, and what is none is refused in words."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest

from rulerun.program.json import from_json, to_json

from ..support.battery import Setting, compiled

KUHN = compiled(Setting("kuhn_poker", "", 2))


def test_a_program_comes_back_as_it_was() -> None:
    assert from_json(to_json(KUHN)) == KUHN


Plain = list[object]
TAMPERED: list[Callable[[Plain], object]] = [
    lambda plain: plain[:-2],
    lambda plain: [*plain, 3],
    lambda plain: ["Program", 99, *plain[2:]],
    lambda plain: ["Porgram", *plain[1:]],
    lambda plain: plain[1:],
    lambda plain: ["*"],
    lambda plain: 7,
    lambda plain: {"Program": plain},
    lambda plain: json.loads(json.dumps(plain).replace('"EVERYONE"', '"NOT_A_SIGHT"')),
    lambda plain: json.loads(json.dumps(plain).replace('["=", "Visibility"', '["=", "Sigth"')),
    lambda plain: json.loads(json.dumps(plain).replace('["Number"', '["Numeral"')),
]


@pytest.mark.parametrize("tampered", TAMPERED)
def test_what_was_tampered_with_is_refused(tampered: Callable[[Plain], object]) -> None:
    plain: Plain = json.loads(to_json(KUHN))
    changed = tampered(plain)
    assert changed != plain
    with pytest.raises(ValueError):
        from_json(json.dumps(changed))


@pytest.mark.parametrize("text", ["", "{", "[" * 100_000, '"text"', "null"])
def test_what_is_no_program_is_refused(text: str) -> None:
    with pytest.raises(ValueError):
        from_json(text)
