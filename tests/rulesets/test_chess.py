"""Chess beside python-chess, both driven with the same moves; and as many ways to play it as others count."""

from __future__ import annotations

import json
from collections.abc import Collection
from functools import cache
from itertools import islice

import chess
import pytest
from click.testing import CliRunner

from rulerun.bots.core.notation import HERE, notation
from rulerun.cli.main import root
from rulerun.dsl.compile import compile_examples
from rulerun.interpreter import actors, advance, decision, initial, option_text, outcome
from rulerun.interpreter.core.policy import Policy
from rulerun.rl.actions import action_table
from rulerun.simulation import prepare
from rulerun.simulation.batch import Batch
from rulerun.simulation.compile.loaded import COMPILES

from ..support.battery import Setting, compiled, drawn, game_of, some, source, turns

needs_a_compiler = pytest.mark.skipif(not COMPILES, reason="needs llvmlite")

CHESS = Setting("chess", "", 2)


# ------------------------------------------------------------------------------------------------------------ in lockstep


@cache
def move(seat: int, text: str) -> chess.Move:
    """The option of a seat as a move of python-chess, by the table beside the ruleset."""
    return chess.Move.from_uci(notation(compiled(CHESS), "uci", HERE).spelt(seat, text))


def ending(board: chess.Board, moves: Collection[chess.Move]) -> str:
    """How the game is over where these moves are legal; "" while it goes on. That nobody has enough to mate does not end it."""
    if not moves:
        return "checkmate" if board.is_check() else "stalemate"
    if board.is_repetition(3):
        return "repetition"
    return "fifty moves" if board.halfmove_clock >= 100 else ""


def kinds(board: chess.Board, move: chess.Move) -> set[str]:
    """What is particular about a move."""
    such = (("en passant", board.is_en_passant(move)), ("castling", board.is_castling(move)), ("promotion", bool(move.promotion)))
    return {kind for kind, holds in such if holds}


def winner(board: chess.Board) -> tuple[int, ...]:
    """Who has won: whoever is not to move where the other is mated."""
    return ((1 if board.turn == chess.WHITE else 0),) if board.is_checkmate() else ()


def lockstep(first: int, games: int) -> set[str]:
    """That many games on both sides, which never differ; what came up in them."""
    program = compiled(CHESS)
    texts = {action.code: action.text for action in action_table(program)}
    batch = Batch(prepare(program, Policy.FLAT), games, 1, first)
    boards, draws = [chess.Board() for _ in range(games)], [drawn(first + game) for game in range(games)]
    seen: set[str] = set()
    playing = list(range(games))
    while playing:
        asked = batch.actors()
        rows, _, counts = batch.options()
        chosen = [-1] * games
        for game in tuple(playing):
            board, legal = boards[game], set(boards[game].legal_moves)
            how = ending(board, legal)
            assert (asked[game] < 0) == bool(how), board.fen()
            if how:
                seen.add(how)
                playing.remove(game)
                assert outcome(game_of(program), batch.to_state(game)).winners == winner(board)
                continue
            seat = 0 if board.turn == chess.WHITE else 1
            assert asked[game] == seat
            offered = [move(seat, texts[int(code)]) for code in rows[game][: counts[game]]]
            assert len(offered) == len(legal)
            assert set(offered) == legal, board.fen()
            index = draws[game](len(offered))
            chosen[game] = int(rows[game][index])
            seen |= kinds(board, offered[index])
            board.push(offered[index])
        batch.apply(chosen)
    return seen


PARTICULAR = {"castling", "promotion", "checkmate", "repetition", "fifty moves"}


@pytest.mark.slow
@needs_a_compiler
def test_python_chess_plays_the_same_chess() -> None:
    assert lockstep(0, 20) >= {"en passant", "castling", "promotion", "checkmate"}


@pytest.mark.slow
@needs_a_compiler
@pytest.mark.parametrize("first", range(20, 500, 80))
def test_python_chess_plays_80_games_alike(first: int) -> None:
    assert lockstep(first, 80) >= PARTICULAR


def test_python_chess_plays_the_same_chess_as_the_interpreter() -> None:
    program = compiled(CHESS)
    board = chess.Board()
    for turn in islice(turns(program, drawn(3)), 60):
        asked = decision(game_of(program), turn.before, turn.actor)
        offered = [move(turn.actor, option_text(game_of(program), asked, option)) for option in asked.options]
        assert len(offered) == board.legal_moves.count()
        assert set(offered) == set(board.legal_moves), board.fen()
        board.push(offered[turn.index])
        assert bool(actors(game_of(program), turn.after)) != bool(ending(board, list(board.legal_moves)))


# ---------------------------------------------------------------------------------------------------------- moves counted

FIRST = (1, 20, 400, 8_902, 197_281, 4_865_609)
MIDDLE = (1, 48, 2_039, 97_862, 4_085_603)
"""https://www.chessprogramming.org/Perft_Results: so many ways to play from the start, and from a position in the middle."""


MIDGAME = "a well known position in the midst of a game"


def rulerun(*words: str) -> tuple[int, ...]:
    """The numbers that `rulerun count` prints for chess, by whole moves and in compiled code."""
    said = CliRunner().invoke(root, ["count", "chess", "--per", "move", "--quick", "--json", *words])
    assert said.exit_code == 0, said.output
    return tuple(json.loads(said.output)["by_depth"])


@needs_a_compiler
@pytest.mark.slow
@pytest.mark.parametrize("depth", [3, 4, 5])
def test_there_are_so_many_ways_to_begin(depth: int) -> None:
    assert rulerun("--depth", str(depth)) == FIRST[: depth + 1]


@needs_a_compiler
@pytest.mark.parametrize("depth", some(2, slow=(3, 4)))
def test_there_are_so_many_ways_to_go_on_from_the_midst(depth: int) -> None:
    assert rulerun("--from", MIDGAME, "--depth", str(depth)) == MIDDLE[: depth + 1]


@pytest.mark.slow
def test_the_interpreter_counts_the_same() -> None:
    examples, _ = compile_examples(source("chess"))
    (midgame,) = (each.program for each in examples if each.name == MIDGAME)
    for program, known in ((compiled(CHESS), FIRST), (midgame, MIDDLE)):
        start = initial(game_of(program))
        following = [
            advance(game_of(program), start, 0, index)[0] for index in range(len(decision(game_of(program), start, 0).options))
        ]
        assert (1, len(following), sum(len(decision(game_of(program), each, 1).options) for each in following)) == known[:3]
