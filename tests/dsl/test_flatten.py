"""A ruleset that is shown as one file is the same game, and each thing says where it is from."""

from __future__ import annotations

from pathlib import Path

import pytest
from attrs import evolve

from rulerun.dsl.compile import compile_ruleset, read_source, survey
from rulerun.dsl.text.fields import Findings
from rulerun.dsl.text.files import bundled
from rulerun.dsl.text.flatten import flatten
from rulerun.dsl.text.merge import documents
from rulerun.dsl.text.source import Source
from rulerun.program import ir
from rulerun.program.span import NOWHERE

from ..support.specs import Block, blocks
from .test_mutations import missing_lines, other_parts

EXTENDING = sorted((Path(__file__).parents[1] / "variants").glob("*.yaml"))


def shown(source: Source, variant: str) -> Source:
    """The text that is shown, as a ruleset of its own beside the same tables."""
    return Source(source.name, "\n".join(line.text for line in flatten(source, variant)) + "\n", None, source.tables)


def game(source: Source, variant: str, players: int | None) -> ir.Program:
    """Its Program, without what tells one text from another: places, and the text of the whole `outcome:` with its comments."""
    made = compile_ruleset(source, variant, players)
    assert made.program is not None, made.diagnostics
    ends = made.program.outcome.sentence
    sentences = tuple(
        evolve(each, span=NOWHERE, text="" if at == ends else each.text) for at, each in enumerate(made.program.sentences)
    )
    return evolve(made.program, digest="", variant="", sentences=sentences)


FILES = (*bundled(), *EXTENDING)


def source_of(path: Path) -> Source:
    source, problems = read_source(path)
    assert source is not None, problems
    return source


@pytest.mark.parametrize(
    "path", [pytest.param(each, id=each.stem, marks=pytest.mark.slow if each.stem == "draughts" else ()) for each in FILES]
)
def test_a_ruleset_that_is_shown_is_the_same_game(path: Path) -> None:
    source = source_of(path)
    overview = survey(source)
    for variant in overview.variants:
        players = (variant.players or overview.players)[0]
        flat = shown(source, variant.name)
        assert game(flat, "", players) == game(source, variant.name, players)
        if not variant.name:
            for other in overview.variants:
                number = (other.players or overview.players)[0]
                assert game(flat, other.name, number) == game(source, other.name, number)


VARIED = [block for block in blocks() if any(line.startswith("variants:") for line in block.lines)]


@pytest.mark.parametrize("block", VARIED, ids=lambda block: f"{block.spec}:{block.line}")
def test_what_is_shown_of_a_spec_is_the_same_game(block: Block) -> None:
    for variant in documents(block.source, Findings()):
        if compile_ruleset(block.source, variant).program is not None:
            assert game(shown(block.source, variant), "", None) == game(block.source, variant, None)


BASE = """\
# A base.
ruleset: base
title: Base
players: 2
# Where it all goes.
boards:
  road: {kind: track, spaces: 0..9}   # ten of them
  # drawn
  sheet:
    kind: grid
    legend: {}
    rows: |
      . . .
      . . .
pieces:
  pawn: {one per: player, on: road}
parameters:
  laps: {default: 3, range: 1..9}
  pace: {default: 1, range: 1..9}
phases:
  game:
    - do turn
  turn:
    - Anne chooses one:
        - go:
            - place pawn[Anne] on laps
        - stay
outcome:
  winners: players
invariants:
  dull: laps > 0
variants:
  fast:
    parameters:
      laps: {change: {default: 9}}
    examples:
      far:
        check: laps = 9
"""

TOP = """\
ruleset: top
extends: base
title: Top
without: dull
boards:
  sheet:
    change:
      legend:
        x: {wet: yes}
phases:
  turn:
    add:
      - leap:
          - place pawn[Anne] on 9
    without: stay
functions:
  far: laps > 5
variants:
  slow:
    phases:
      turn:
        change:
          - leap:
              - place pawn[Anne] on 8
      game:
        - do turn
        - do turn
    parameters:
      pace: {default: 2, range: 1..9}
"""

SLOW = """\
# A base.
# from top.yaml:1, replaces base.yaml:2
ruleset: top

# from top.yaml:3, replaces base.yaml:3
title: Top

# from base.yaml:4
players: 2

# Where it all goes.
boards:
  # from base.yaml:7
  road: {kind: track, spaces: 0..9}   # ten of them
  # from base.yaml:9, changed by top.yaml:6
  # drawn
  sheet:
    # from base.yaml:10
    kind: grid
    # from top.yaml:8
    legend:
      x: {wet: yes}
    # from base.yaml:12
    rows: |
      . . .
      . . .

pieces:
  # from base.yaml:16
  pawn: {one per: player, on: road}

parameters:
  # from base.yaml:18
  laps: {default: 3, range: 1..9}
  # from the variant slow, top.yaml:29, replaces base.yaml:19
  pace: {default: 2, range: 1..9}

phases:
  # from the variant slow, top.yaml:25, replaces base.yaml:21
  game:
    - do turn
    - do turn
  # from top.yaml:11, base.yaml:23, changed by the variant slow, top.yaml:21
  turn:
    # from base.yaml:24
    - Anne chooses one:
        - go:
            - place pawn[Anne] on laps
        # from the variant slow, top.yaml:23
        - leap:
            - place pawn[Anne] on 8

outcome:
  # from base.yaml:29
  winners: players

invariants:
  # left out: dull, base.yaml:31

functions:
  # from top.yaml:17, new
  far: laps > 5
"""


def test_each_thing_says_where_it_is_from_and_what_it_replaces() -> None:
    source = Source("somewhere/top.yaml", TOP, Source("somewhere/base.yaml", BASE))
    assert [line.text for line in flatten(source, "slow")] == SLOW.splitlines()
    assert {line.text.lstrip()[:2] for line in flatten(source, "slow") if line.note} == {"# "}
    assert game(shown(source, "fast"), "", 2) == game(source, "fast", 2)


def test_nothing_is_noted_where_nothing_is_merged() -> None:
    assert not any(line.note for line in flatten(Source("base.yaml", BASE)))


def test_what_cannot_be_merged_has_no_lines() -> None:
    assert flatten(Source("base.yaml", BASE), "nonesuch") == ()
    assert flatten(Source("base.yaml", "[")) == ()


MUTANTS = [
    mutant
    for block in VARIED
    if block.spec == "20_variants_say_little"
    for mutation in (other_parts, missing_lines)
    for mutant in mutation(block.source.text)
]


@pytest.mark.parametrize("stride", [997, pytest.param(97, marks=pytest.mark.slow)])
def test_what_is_shown_of_a_ruleset_with_any_mistakes_can_be_merged_if_that_could(stride: int) -> None:
    for label, changed in MUTANTS[stride // 2 :: stride]:
        source, findings = Source("x.yaml", changed()), Findings()
        for variant in documents(source, findings):
            flat, again = shown(source, variant), Findings()
            documents(flat, again)
            assert findings.errors or not again.errors, f"{label}, {variant}: {again.found}"
