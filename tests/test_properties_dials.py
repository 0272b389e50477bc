"""A worked example that turns a dial says something that does not hold where the dial stands."""

from __future__ import annotations

import re

import pytest

from rulerun.dsl.compile import compile_examples, survey
from rulerun.dsl.ir import Example
from rulerun.dsl.source import Source
from rulerun.interpreter.examples import run_example

from .battery import FILES, source

DIALS = "parameters: {"


def turned_examples(file: str) -> list[tuple[str, str, str]]:
    """The examples that turn a dial: their names, the line that does it, and the whole text without that line."""
    lines = source(file).text.split("\n")
    found = []
    for at, line in enumerate(lines):
        depth = len(line) - len(line.lstrip())
        if not line.lstrip().startswith(DIALS) or not depth:
            continue
        heading = next(above for above in reversed(lines[:at]) if above.strip() and len(above) - len(above.lstrip()) < depth)
        found.append((heading.strip().removesuffix(":"), line, "\n".join(lines[:at] + lines[at + 1 :])))
    return found


TURNING = [(file, name, text) for file in FILES for name, _, text in turned_examples(file)]


def named(file: str, text: str, name: str) -> Example:
    """The worked example of that name."""
    examples, diagnostics = compile_examples(Source(f"{file}.yaml", text))
    found = [example for example in examples if example.name == name]
    assert len(found) == 1, diagnostics
    return found[0]


@pytest.mark.parametrize(("file", "name", "text"), TURNING, ids=[f"{file}: {name}" for file, name, _ in TURNING])
def test_an_example_with_a_turned_dial_fails_where_the_dial_stands(file: str, name: str, text: str) -> None:
    assert run_example(named(file, source(file).text, name)).ok
    assert not run_example(named(file, text, name)).ok


@pytest.mark.parametrize("file", FILES)
def test_every_dial_that_names_a_ruling_is_turned_by_an_example(file: str) -> None:
    rulings = {dial.name: dial.default for dial in survey(source(file)).parameters if dial.choices is not None}
    shown = {dial for _, line, _ in turned_examples(file) for dial in re.findall(r"[{,] *(\w+):", line)}
    assert sorted(rulings.keys() - shown) == []
