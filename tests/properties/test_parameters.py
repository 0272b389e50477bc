"""For every dial that names a ruling, the worked examples tell one choice from the other."""

from __future__ import annotations

import re

import pytest

from rulerun.dsl.compile import compile_examples, survey
from rulerun.dsl.text.source import Source
from rulerun.interpreter.match.examples import run_example
from rulerun.program.ir import Example

from ..support.battery import FILES, source

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


TURNING = [(file, dial) for file in FILES for dial in sorted({line.strip() for _, line, _ in turned_examples(file)})]


def named(file: str, text: str, name: str) -> Example:
    """The worked example of that name."""
    examples, diagnostics = compile_examples(Source(f"{file}.yaml", text))
    found = [example for example in examples if example.name == name]
    assert len(found) == 1, diagnostics
    return found[0]


@pytest.mark.every
@pytest.mark.parametrize(("file", "dial"), TURNING, ids=[f"{file}: {dial}" for file, dial in TURNING])
def test_a_turned_dial_makes_an_example_hold_that_fails_where_it_stands(file: str, dial: str) -> None:
    examples = [(name, text) for name, line, text in turned_examples(file) if line.strip() == dial]
    assert all(run_example(named(file, source(file).text, name)).ok for name, _ in examples)
    assert not all(run_example(named(file, text, name)).ok for name, text in examples)


@pytest.mark.parametrize("file", FILES)
def test_every_dial_that_names_a_ruling_is_turned_by_an_example(file: str) -> None:
    rulings = {dial.name: dial.default for dial in survey(source(file)).parameters if dial.choices is not None}
    shown = {dial for _, line, _ in turned_examples(file) for dial in re.findall(r"[{,] *(\w+):", line)}
    assert sorted(rulings.keys() - shown) == []
