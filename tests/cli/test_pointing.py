"""Everything on the tables of the bundled rulesets that an option is about can be pointed at, and pointing chooses it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from attrs import evolve

from rulerun.cli.screen.drawing import Lines
from rulerun.cli.screen.parts import Meanings, board_lines, hand_lines, panel_lines
from rulerun.cli.terminal.console import load, read
from rulerun.dsl.text.files import BUNDLED
from rulerun.interpreter import NATURE, Decision, actors, decision, view
from rulerun.interpreter.core.rng import Stream
from rulerun.interpreter.match.match import Match
from rulerun.interpreter.match.records import header_of
from rulerun.program.ir import Program
from rulerun.table.picking import picking
from rulerun.table.spots import OnCard, OnMember, OnSeat, OnSpace, Spot
from rulerun.table.writing import picture_of

from ..support.battery import game_of, of_each_file

MOMENTS = (0, 5, 16)
"""After so many random decisions a match is looked at."""


def asked_at_moments(path: Path) -> Iterator[tuple[Match, Decision]]:
    """A match that is played at random, with who is asked, at those moments."""
    source = read(path)
    program = load(source, None, None, ())
    match, draw = Match(game_of(program), header_of(program, source, 5, 0)), Stream(5, 0).below
    made = 0
    while (asked := actors(game_of(program), match.state)) and made <= MOMENTS[-1]:
        if asked == (NATURE,):
            match.nature()
            continue
        there = decision(game_of(program), match.state, asked[0])
        if made in MOMENTS:
            yield match, there
        match.answer(asked[0], draw(len(there.options)))
        made += 1


def drawn_for(match: Match, asked: Decision, wide: int, high: int) -> set[Spot]:
    """What can be pointed at on a screen of that size."""
    seen = view(game_of(match.program), match.state, asked.actor)
    meanings = Meanings(match.program)
    scene = picture_of(game_of(match.program), evolve(seen, decision=None), "", True, True)
    parts: list[Lines] = [board_lines(meanings, each, wide, high, wide) for each in scene.boards]
    parts += [hand_lines(meanings, scene, wide, high > 30), panel_lines(meanings, scene, wide)]
    targets = [piece.target for lines in parts for line in lines for piece in line]
    return {target for target in targets if isinstance(target, OnSpace | OnCard | OnSeat)}


@of_each_file()
def test_what_an_option_is_about_stands_on_the_screen(file: str) -> None:
    for match, asked in asked_at_moments(BUNDLED / f"{file}.yaml"):
        start = picking(game_of(match.program), match.state, asked, "")
        spots = {spot for choice in start.choices for group in choice.spots for spot in group}
        listed = {entry.spot for entry in start.entries() if isinstance(entry.spot, OnMember)}
        for wide, high in ((77, 18), (197, 50)):
            assert spots - drawn_for(match, asked, wide, high) == listed


@of_each_file()
def test_pointing_at_all_that_an_option_is_about_leaves_it_and_those_about_the_same(file: str) -> None:
    for match, asked in asked_at_moments(BUNDLED / f"{file}.yaml"):
        start = picking(game_of(match.program), match.state, asked, "")
        for choice in start.choices if start.several is None else ():
            found = start
            for group in choice.spots:
                further = found.pick(group[0])
                assert further is not None
                found = further
            same = [each for each in start.choices if each.spots == choice.spots]
            if choice.spots:
                assert choice in found.open
                chosen = found.settled if choice.members is None else found.given
                assert chosen == choice.option or len(found.open) >= len(same) > 0
                assert len(same) > 1 or chosen == choice.option


@of_each_file()
def test_whoever_chooses_a_space_or_a_card_can_point_at_it(file: str) -> None:
    for match, asked in asked_at_moments(BUNDLED / f"{file}.yaml"):
        names = named_on_the_table(match.program)
        for choice in picking(game_of(match.program), match.state, asked, "").choices:
            words = {*choice.words.split()}
            assert choice.spots or not words & names, choice.words


def named_on_the_table(program: Program) -> set[str]:
    """The words that name a space of a board, but for numbers and single letters, which mean other things too."""
    domains = [program.domains[board.domain] for board in program.boards]
    return {word.plain for domain in domains for word in domain.labels if len(word.plain) > 1 and not word.plain.isdigit()}


def test_the_pits_that_may_be_sown_are_pointed_at_and_so_are_empty_ones() -> None:
    match, asked = next(iter(asked_at_moments(BUNDLED / "kalah.yaml")))
    start = picking(game_of(match.program), match.state, asked, "")
    assert start.spots() == tuple(OnSpace(0, space) for space in range(6))
    third = start.pick(OnSpace(0, 2))
    assert third is not None
    assert third.settled == 2
