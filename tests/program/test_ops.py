"""The entries of nodes are complete, and nobody walks through a Program but by them."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import get_args

import pytest

import rulerun
from rulerun.dsl.sentences import syntax
from rulerun.dsl.statements.lower import SENTENCES
from rulerun.program import ir
from rulerun.program.ops import EXPRESSIONS, SETS, STATEMENTS

from ..test_packaging import MAY_IMPORT

TOP = Path(rulerun.__file__).parent
PACKAGES = tuple(name for name in MAY_IMPORT if name != "rulesets")
ALLOWED = "table/deciding.py: why"
"""Looks for what makes one condition hold, and says nothing of most kinds of node."""
HOLDING_BLOCKS = {"Branch", "ForEach", "Repeat", "Ask", "Together", "Later", "Do"}
HOLDING_PARTS = {"Conditional", "Let", "Fold", "First", "Contains", "Filtered", "All", "Either", "Comparison", "Arithmetic"}


@pytest.mark.parametrize(
    ("union", "table"),
    [(ir.Expr, EXPRESSIONS), (ir.Set, SETS), (ir.Op, STATEMENTS), (syntax.Statement, SENTENCES)],
    ids=["expressions", "sets", "statements", "sentences"],
)
def test_every_kind_of_node_has_its_entry(union: object, table: dict[type, object]) -> None:
    assert set(table) == set(get_args(union))


Function = ast.FunctionDef


def functions(path: Path) -> list[Function]:
    """The functions of a file."""
    return [node for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))) if isinstance(node, Function)]


def name(node: ast.expr) -> str:
    """What a name, or the last part of a dotted one, says."""
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""


def matched(function: Function) -> set[str]:
    """The kinds of node that a function tells apart, by `match` or `isinstance`."""
    patterns = {name(node.cls) for node in ast.walk(function) if isinstance(node, ast.MatchClass)}
    for node in ast.walk(function):
        if isinstance(node, ast.Call) and name(node.func) == "isinstance":
            patterns |= {name(each) for each in ast.walk(node.args[1]) if isinstance(each, ast.expr)}
    return patterns


def used(function: Function) -> set[str]:
    """The names that a function uses."""
    return {name(node) for node in ast.walk(function) if isinstance(node, ast.Name | ast.Attribute)}


def walks(several: list[Function]) -> Iterator[str]:
    """The functions of a file that go down into several kinds of node by themselves.

    Those in which mypy holds that every kind has a case translate a Program; and so does what hands all others on to one of them.
    """
    complete = {each.name for each in several if "assert_never" in used(each)}
    for each in several:
        deep = each.name in used(each) and any(len(matched(each) & kinds) > 1 for kinds in (HOLDING_BLOCKS, HOLDING_PARTS))
        if deep and each.name not in complete and not used(each) & complete:
            yield each.name


@pytest.mark.slow
def test_nobody_walks_through_a_program_but_by_the_entries() -> None:
    found = [
        f"{path.relative_to(TOP)}: {each}"
        for package in PACKAGES
        for path in sorted((TOP / package).rglob("*.py"))
        if path != TOP / "program" / "ops.py"
        for each in walks(functions(path))
    ]
    assert found == [ALLOWED], found


def test_a_walk_is_told_from_what_only_looks(tmp_path: Path) -> None:
    walk = "def found(op):\n  match op:\n    case Branch():\n      found(op.then)\n    case ir.ForEach():\n      found(op.body)"
    look = "def found(op):\n  match op:\n    case Branch():\n      return 1\n    case ForEach():\n      return 2"
    for text, wanted in ((walk, ["found"]), (look, []), (walk + "\n    case _:\n      assert_never(op)", [])):
        (tmp_path / "some.py").write_text(text, encoding="utf-8")
        assert list(walks(functions(tmp_path / "some.py"))) == wanted
