"""One match in words, for a report."""

from __future__ import annotations

from rulerun.bots import seated
from rulerun.cli.terminal.console import load, read
from rulerun.dsl.text.files import BUNDLED
from rulerun.interpreter.match.match import Match
from rulerun.interpreter.match.records import header_of
from rulerun.lab import sample as sampled
from rulerun.lab.sample import sample

from ..support.battery import game_of


def told(game: str, seed: int) -> tuple[str, ...]:
    source = read(BUNDLED / f"{game}.yaml")
    program = load(source, None, None, ())
    match = Match(game_of(program), header_of(program, source, seed, 0))
    return sample(match, {seat: seated("first", program) for seat in program.players})


def test_a_match_is_told_from_its_beginning_to_its_result() -> None:
    lines = told("tic_tac_toe", 1)
    assert [line for line in lines if ": cell " in line] == [f"{'XO'[at % 2]}: cell {cell}" for at, cell in enumerate(CELLS)]
    assert lines[-2:] == ("X: cell a3", "X wins")


CELLS = ("a1", "b1", "c1", "a2", "b2", "c2", "a3")


def test_what_is_hidden_is_not_told_and_the_same_seed_tells_the_same() -> None:
    lines = told("kuhn_poker", 3)
    assert not any(card in line for line in lines[:2] for card in ("jack", "queen", "king"))
    assert lines == told("kuhn_poker", 3)


def test_a_long_match_is_told_up_to_a_line_and_then_how_it_ended(monkeypatch) -> None:
    whole = told("tic_tac_toe", 1)
    monkeypatch.setattr(sampled, "MOST_LINES", 2)
    assert told("tic_tac_toe", 1) == (*whole[:2], f"… and {len(whole) - 1 - 2} lines more", whole[-1])
