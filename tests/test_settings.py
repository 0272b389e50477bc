"""What tests are told of the bundled rulesets beforehand is so: their traits, and that a few of them stand for all."""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum

import attrs
import pytest

from rulerun.program.ir import Program

from .support import battery, traits
from .support.battery import FILES, WITNESSES, Setting, compiled, settings, short, turned

RENEW = "renew `traits.json` with `python -m tests.support.traits`"


def test_each_setting_has_its_line_of_traits() -> None:
    assert list(battery.traits()) == [each.name for each in traits.listed()], RENEW


@pytest.mark.slow
def test_the_traits_of_the_witnesses_are_those_of_their_rulesets() -> None:
    check_traits(WITNESSES)


@pytest.mark.every
@pytest.mark.parametrize("file", FILES)
def test_the_traits_of_a_setting_are_those_of_its_ruleset(file: str) -> None:
    check_traits(each for each in traits.listed() if each.file == file)


def check_traits(chosen: Iterable[Setting]) -> None:
    for name, found in traits.traits(chosen).items():
        assert battery.traits().get(name) == found, f"`{name}`: {RENEW}"


@pytest.mark.slow
def test_the_witnesses_have_all_that_short_games_have() -> None:
    check_witnesses(short())


@pytest.mark.every
@pytest.mark.parametrize("file", FILES)
def test_the_witnesses_have_all_that_a_ruleset_has_in_any_setting(file: str) -> None:
    check_witnesses(each for each in (*settings(), *turned()) if each.file == file)


def check_witnesses(chosen: Iterable[Setting]) -> None:
    told = set().union(*(kinds(compiled(each)) for each in WITNESSES))
    missing = {each.name: sorted(kinds(compiled(each)) - told) for each in chosen}
    name, untold = max(missing.items(), key=lambda found: len(found[1]))
    assert not untold, f"add `{name}` to `WITNESSES` in tests/support/battery.py, for none of them has {', '.join(untold)}"


def test_a_kind_of_node_that_is_new_is_missed() -> None:
    kuhn = Setting("kuhn_poker", "", 2)
    assert {"Ask", "Visibility.OWNER", "Sentence"} <= kinds(compiled(kuhn))
    assert not {"Longest", "Shape.HEXAGON"} & kinds(compiled(kuhn))


def kinds(program: Program) -> set[str]:
    """The kinds of nodes that a Program is made of: classes, and members of enumerations."""
    found: set[str] = set()
    seen: set[int] = set()
    left: list[object] = [program]
    while left:
        part = left.pop()
        kind = type(part)
        if isinstance(part, tuple):
            left.extend(part)
        elif isinstance(part, Enum):
            found.add(f"{kind.__name__}.{part.name}")
        elif attrs.has(kind) and id(part) not in seen:
            seen.add(id(part))
            found.add(kind.__name__)
            left.extend(getattr(part, field.name) for field in attrs.fields(kind))
    return found
