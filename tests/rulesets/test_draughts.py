"""Draughts and its variants: as many ways to play them as others count, each whole move once."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner

from rulerun.cli.main import root
from rulerun.simulation.compile.loaded import COMPILES

needs_a_compiler = pytest.mark.skipif(not COMPILES, reason="needs llvmlite")

FIRST = {
    "": (1, 7, 49, 302, 1_469, 7_361, 36_768, 179_740, 845_931),
    "russian": (1, 7, 49, 302, 1_469, 7_482, 37_986, 190_146, 929_905),
    "italian": (1, 7, 49, 302, 1_469, 7_361, 36_473, 177_532),
    "brazilian": (1, 7, 49, 302, 1_469, 7_473, 37_628, 187_302),
    "international": (1, 9, 81, 658, 4_265, 27_117, 167_140),
    "frisian": (1, 9, 81, 658, 3_880),
}
"""So many ways to play from the start, by the number of moves: a capture of several pieces is one move."""
QUICK = {"": 6, "italian": 6, "frisian": 4}
"""The depths that are counted every time, by variant."""


def counted(variant: str, depth: int) -> tuple[int, ...]:
    """The numbers that `rulerun count` prints, by whole moves and in compiled code."""
    words = ["count", "draughts", "--per", "move", "--quick", "--json", "--depth", str(depth)]
    said = CliRunner().invoke(root, [*words, *(["--variant", variant] if variant else [])])
    assert said.exit_code == 0, said.output
    return tuple(json.loads(said.output)["by_depth"])


@needs_a_compiler
@pytest.mark.parametrize("variant", QUICK)
def test_there_are_so_many_ways_to_begin(variant: str) -> None:
    depth = QUICK[variant]
    assert counted(variant, depth) == FIRST[variant][: depth + 1]


@pytest.mark.slow
@needs_a_compiler
@pytest.mark.parametrize("variant", FIRST)
def test_there_are_so_many_ways_to_begin_each_variant(variant: str) -> None:
    assert counted(variant, len(FIRST[variant]) - 1) == FIRST[variant]
