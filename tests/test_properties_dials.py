"""A worked example that turns a dial says something that does not hold where the dial stands."""

from __future__ import annotations

import re

import pytest

from rulerun.dsl.compile import compile_examples, survey
from rulerun.dsl.ir import Example
from rulerun.dsl.source import Source
from rulerun.interpreter.examples import run_example

from .battery import FILES, source

TURNED = re.compile(r"^( +)(?P<name>[^\s:][^:\n]*):\n(?:\1 +.*\n)*?\1 +(?P<dial>parameters: \{[^{}\n]*\}\n)", re.MULTILINE)


def turned_examples(file: str) -> list[tuple[str, str]]:
    """The examples that turn a dial: their names, and the whole text without that line."""
    text = source(file).text
    return [
        (found["name"], text[: text.rindex("\n", 0, found.start("dial")) + 1] + text[found.end("dial") :])
        for found in TURNED.finditer(text)
    ]


TURNING = [(file, name, text) for file in FILES for name, text in turned_examples(file)]


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
    shown = {dial.strip() for found in TURNED.finditer(source(file).text) for dial in re.findall(r"[{,] *(\w+):", found["dial"])}
    assert sorted(rulings.keys() - shown) == []
