"""`rulerun train`: what it learns, keeps, tells and refuses."""

from __future__ import annotations

import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from rulerun.cli.draw.learned import learned
from rulerun.cli.main import root
from rulerun.program.ir import Program
from rulerun.session.levels import LEVELS, bot_at, is_lacking
from rulerun.simulation.emit.evaluation import evaluation
from rulerun.simulation.search import weights as files
from rulerun.simulation.search.weights import Weights

from ..support.battery import Setting, compiled

pytest.importorskip("llvmlite")

from rulerun.simulation.training import train
from rulerun.simulation.training.evidence import Evidence
from rulerun.simulation.training.lessons import Lesson
from rulerun.simulation.training.train import Stage, Training


def rulerun(*words: str) -> Result:
    return CliRunner().invoke(root, list(words))


def evidence(shares: list[float]) -> Evidence:
    """What such pairs of matches tell."""
    found = Evidence()
    for share in shares:
        found.add(share)
    return found


GOOD, EVEN = evidence([1.0] * 8), evidence([0.5] * 8)


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Small stages and tests, matches against `mcts` that are all won, and weights in a cache of their own."""
    for name, number in (("ROWS", 2_000), ("NODES", 100), ("PAIRS", 20)):
        monkeypatch.setattr(train, name, number)
    monkeypatch.setattr(Training, "proof", lambda *_: GOOD)
    monkeypatch.setattr("rulerun.dsl.text.sealed.folder", lambda name: tmp_path / "cache" / name)
    monkeypatch.setattr(files, "BUNDLED", tmp_path / "learned")
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def program() -> Program:
    """A game that is learned in a moment."""
    return compiled(Setting("connect_four", "", 2))


@pytest.mark.slow
def test_what_was_learned_is_kept_told_and_learned_again_by_its_command(program: Program) -> None:
    result = rulerun("train", "connect_four", "--stages", "10", "--seed", "4")
    assert result.exit_code == 0, result.output
    found = Weights.of(program)
    assert found is not None
    lines = result.stdout.splitlines()
    (first, test, proof, *rungs), (kept, words, *board) = lines[:7], lines[7:]
    assert [each.split("`")[1] for each in rungs] == [bot for bot, _ in train.RUNGS]
    assert first == "Connect Four: 8,149 weights, 1 symmetry; practice looks 3 deep"
    assert test.startswith("stage   10:")
    assert "points against none" in test
    assert proof == "stage   10 against `mcts` at equal cost: 16 of 16 points"
    assert kept == f"the weights `{found.digest}` are kept: the bot `alphabeta` plays `connect_four` by them from now on"
    assert words.startswith("one disc more multiplies the odds to win by ")
    assert board[:2] == ["", "a disc of Red, alone on a space, in hundredths of a logit:"]
    assert [len(line.split()) for line in board[2:]] == [7] * 6
    assert found.proof == "16 of 16 points against mcts"
    assert found.command == "rulerun train connect_four --stages 10 --seed 4"
    again = rulerun(*shlex.split(found.command)[1:], "--write", "again.weights")
    assert again.exit_code == 0, again.output
    assert f"the weights `{found.digest}` lie in `again.weights`" in again.stdout
    assert Path("again.weights").read_bytes() == found.content()


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("backgammon", "`backgammon` cannot be learned: chance decides: "),
        ("kuhn_poker", "`kuhn_poker` cannot be learned: not everybody sees "),
        ("hearts", "`hearts` cannot be learned: it is played by 4, not by two"),
    ],
)
def test_other_games_are_refused_with_a_reason(name: str, why: str) -> None:
    result = rulerun("train", name)
    assert result.exit_code == 1
    assert result.output.startswith(f"error: {why}")
    assert result.output.count("\n") == 1


def test_without_what_compiles_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rulerun.simulation.compile.loaded.COMPILES", False)
    result = rulerun("train", "connect_four")
    assert result.exit_code == 1
    told = "error: learning plays millions of positions, which takes compiled code: pip install 'rulerun[fast]'\n"
    assert result.output == told


@pytest.mark.slow
def test_nothing_is_kept_that_does_not_beat_mcts(program: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Training, "proof", lambda *_: EVEN)
    result = rulerun("train", "connect_four", "--stages", "10")
    told = "nothing is kept: the best weights made 8 of 16 points against `mcts`, which is not plainly better"
    assert (result.exit_code, result.stderr.splitlines()[-1]) == (1, f"error: {told}")
    assert Weights.of(program) is None


def test_it_says_where_nothing_is_learned(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(train, "IN_VAIN", 1)
    monkeypatch.setattr(train, "NODES", 1_000)
    monkeypatch.setattr(train, "SOLVED", 1)
    result = rulerun("train", "tic_tac_toe", "--stages", "500")
    told = "nothing was learned: after 10 stages no weights play plainly better than none"
    assert (result.exit_code, result.stderr.splitlines()[-1]) == (1, f"error: {told}")


def test_a_game_that_the_search_plays_to_its_end_needs_no_weights(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(train, "PAIRS", 60)
    program = compiled(Setting("tic_tac_toe", "", 2))
    result = rulerun("train", "tic_tac_toe")
    assert result.exit_code == 0, result.output
    _, solved, *rungs, kept = result.stdout.splitlines()
    assert solved == "no weights are needed: the search looks ahead to the end of the match"
    assert rungs[0].startswith("`alphabeta:nodes=10` against `random`: ")
    assert [each.rpartition(", ")[2] for each in rungs[:2]] == ["better", "better"]
    assert rungs[-1].startswith("`alphabeta:time=2s` against `alphabeta:nodes=")
    assert rungs[-1].endswith(" of 120 points, left out")
    assert kept == "the levels are kept: the bot `alphabeta` plays `tic_tac_toe` by them from now on"
    found = Weights.of(program)
    assert found is not None
    assert found.numbers == ()
    assert found.levels["easy"] == "alphabeta:nodes=10"
    assert found.levels["good"] == found.levels["strong"] != found.levels["easy"]
    assert {level: bot_at(program, level) for level in LEVELS} == found.levels
    assert not any(is_lacking(program, level) for level in LEVELS)


@pytest.mark.slow
def test_ctrl_c_keeps_the_best_that_there_is(program: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    learn = Training.learn

    def interrupted(training: Training) -> Stage:
        if training.stage == 11:
            raise KeyboardInterrupt
        return learn(training)

    monkeypatch.setattr(Training, "learn", interrupted)
    result = rulerun("train", "connect_four", "--stages", "40")
    assert result.exit_code == 0, result.output
    assert "stopped after stage 11; Ctrl-C once more ends it all" in result.stderr
    found = Weights.of(program)
    assert found is not None
    assert found.command == "rulerun train connect_four --stages 10 --seed 0"


@pytest.mark.slow
def test_ctrl_c_in_the_last_matches_keeps_nothing(program: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object) -> Evidence:
        raise KeyboardInterrupt

    monkeypatch.setattr(Training, "proof", interrupted)
    result = rulerun("train", "connect_four", "--stages", "10")
    assert result.exit_code == 130
    assert "stopped while the weights were put to the test; nothing is kept" in result.output
    assert Weights.of(program) is None


def test_too_little_memory_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_: Training) -> Stage:
        raise MemoryError

    monkeypatch.setattr(Training, "learn", full)
    result = rulerun("train", "connect_four")
    assert (result.exit_code, result.stderr) == (
        1,
        "error: there is not enough memory to learn `connect_four`; nothing was learned\n",
    )


@pytest.mark.slow
def test_better_weights_that_are_there_already_stay(program: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    before = Weights(program.digest, (7,) * evaluation(program).weights)
    before.keep()
    monkeypatch.setattr(Training, "against", lambda *_: evidence([0.0] * 8))
    result = rulerun("train", "connect_four", "--stages", "10")
    told = f"error: the weights `{before.digest}`, which are there already, are plainly better; they stay"
    assert (result.exit_code, result.stderr.splitlines()[-1]) == (1, told)
    assert Weights.of(program) == before


def test_a_file_of_weights_has_its_ending() -> None:
    result = rulerun("train", "connect_four", "--write", "some.txt")
    assert result.exit_code == 2
    assert "`--write` is a file that ends in `.weights`, not `some.txt`" in result.output


def test_things_are_compared_with_the_commonest() -> None:
    program = compiled(Setting("chess", "", 2))
    worths = (("king", 1, 50.0), ("pawn", 8, 200.0), ("rook", 2, 1000.0), ("queen", 1, 1800.0))
    found = [Lesson(name, True, first, 0, worth, (worth,) * 63 + (worth + 1,)) for name, first, worth in worths]
    lines = learned(program, found)
    assert lines[:4] == [
        "one pawn more multiplies the odds to win by 1.22 on average",
        "one king counts 0.2 × pawn",
        "one rook counts 5.0 × pawn",
        "one queen counts 9.0 × pawn",
    ]
    assert lines[4:6] == ["", "a king of White, alone on a space, in hundredths of a logit:"]
