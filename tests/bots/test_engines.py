"""Engines that speak UCI and GTP: what they are told, what they may answer, and that nothing is lost where one fails."""

from __future__ import annotations

import json
import os
import shlex
import sys
from collections.abc import Hashable
from pathlib import Path
from threading import Thread

import pytest
from click.testing import CliRunner

from rulerun import bots
from rulerun.bots import BotFailed, UnknownBot, chosen, seated, situation
from rulerun.bots.core import processes
from rulerun.bots.core.notation import BUNDLED
from rulerun.cli.main import root
from rulerun.dsl.compile import compile_ruleset
from rulerun.dsl.text.source import Source
from rulerun.interpreter import Observer, decision, find_option, option_text
from rulerun.interpreter.match.records import read_record
from rulerun.program.ir import Program

from ..support.battery import Setting, compiled, drawn, game_of

ENGINES = Path(__file__).resolve().parents[1] / "support"
CHESS = Setting("chess", "", 2)
SMALL = Setting("go_9x9", "", 2, (("side", "3"), ("komi", "5")))


def engine(protocol: str, fault: str = "", log: Path | None = None, more: str = "") -> str:
    """The name of a bot that starts the engine of that protocol."""
    words = [sys.executable, str(ENGINES / f"{protocol}_engine.py"), fault, *([str(log)] if log else [])]
    return f"{protocol}:command={shlex.join(words)}{more}"


def after(program: Program, *answers: str) -> Observer:
    """A match behind these choices."""
    game = game_of(program)
    observer = Observer.beginning(game)
    for text in answers:
        asked = decision(game, observer.state, observer.asked[0])
        index = find_option(game, asked, text)
        assert index is not None, text
        observer.answer(asked.actor, index)
    return observer


def choose(name: str, observer: Observer) -> str:
    """What the bot of that name chooses."""
    bot, game = seated(name, observer.program), game_of(observer.program)
    asked = decision(game, observer.state, observer.asked[0])
    return option_text(game, asked, asked.options[chosen(bot, situation(bot, observer, asked), drawn(1))])


def told(log: Path) -> list[str]:
    """What an engine was told."""
    return log.read_text(encoding="utf-8").splitlines()


# ------------------------------------------------------------------------------------------------------------ what is told


def test_a_uci_engine_is_told_the_whole_match(tmp_path: Path) -> None:
    log = tmp_path / "log"
    name = engine("uci", "", log, ",depth=3")
    choose(name, after(compiled(CHESS)))
    moves = ("move e2 e4", "move e7 e5", "move g1 f3", "move b8 c6", "move f1 c4", "move f8 c5")
    choose(name, after(compiled(CHESS), *moves, "castle short"))
    assert told(log) == [
        *("uci", "isready", "ucinewgame", "position startpos", "go depth 3"),
        *("isready", "position startpos moves e2e4 e7e5 g1f3 b8c6 f1c4 f8c5 e1g1", "go depth 3"),
    ]


def test_another_start_is_told_as_the_table_says(tmp_path: Path) -> None:
    start = "fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
    table = (BUNDLED / "chess.yaml").read_text(encoding="utf-8").replace("  options:", f"  start: {start}\n  options:")
    (tmp_path / "chess.yaml").write_text(table, encoding="utf-8")
    name = engine("uci", "", tmp_path / "log", f",depth=1,table={tmp_path}")
    choose(name, after(compiled(CHESS), "move e2 e4"))
    assert told(tmp_path / "log")[-2:] == [f"position {start} moves e2e4", "go depth 1"]


@pytest.mark.parametrize(
    ("more", "line"),
    [("", "go movetime 1000"), (",time=0.25s", "go movetime 250"), (",time=2s,depth=4", "go depth 4 movetime 2000")],
)
def test_how_long_it_may_think_is_told_in_milliseconds(tmp_path: Path, more: str, line: str) -> None:
    choose(engine("uci", "", tmp_path / "log", more), after(compiled(CHESS)))
    assert told(tmp_path / "log")[-1] == line


def test_its_strength_is_set_when_it_starts(tmp_path: Path) -> None:
    choose(engine("uci", "", tmp_path / "log", ",elo=1350"), after(compiled(CHESS)))
    strength = ["setoption name UCI_LimitStrength value true", "setoption name UCI_Elo value 1350"]
    assert told(tmp_path / "log")[1:3] == strength


def test_whole_matches_of_both_seats_are_legal_there_too() -> None:
    # the engine plays at random, and ends where it is told a move that python-chess does not know
    program, name = compiled(CHESS), engine("uci")
    observer, draw = Observer.beginning(game_of(program)), drawn(11)
    bot = seated(name, program)
    while observer.asked and len(observer.answers) < 160:
        asked = decision(game_of(program), observer.state, observer.asked[0])
        index = chosen(bot, situation(bot, observer, asked), draw) if len(observer.answers) % 3 else draw(len(asked.options))
        observer.answer(asked.actor, index)
    assert len(observer.answers) > 100


def test_a_gtp_program_is_told_size_komi_and_the_whole_match(tmp_path: Path) -> None:
    log = tmp_path / "log"
    assert choose(engine("gtp", "", log), after(compiled(SMALL), "play b2", "pass")) == "play a1"
    assert told(log) == ["boardsize 3", "clear_board", "komi 2.5", "play Black b2", "play White pass", "genmove Black"]


def test_there_is_no_column_i(tmp_path: Path) -> None:
    program, log = compiled(Setting("go_9x9", "", 2)), tmp_path / "log"
    choose(engine("gtp", "", log), after(program, "play i9", "play h1"))
    assert [line for line in told(log) if line.startswith("play")] == ["play Black j9", "play White h1"]


TWO_PARTS = """
ruleset: two_parts
players: 2
seats: [White, Black]
boards:
  field: {kind: grid, columns: 8, rows: 8}
variables:
  last: {holds: space of field}
phases:
  game:
    - repeat 4 times:
        - for each player me:
            - me chooses start from field where start.row = 2 if me = White else start.row = 7
            - me chooses target from field where target.column = start.column and target.row in [3, 4, 5, 6]
            - last = target
outcome:
  winners: players p where last is nothing
"""

TABLE = """
uci:
  choices: 2
  options:
    start {x}: "{x}"
    target {x}: "{x}"
"""


def test_a_move_may_be_asked_in_parts(tmp_path: Path) -> None:
    source = Source("two_parts.yaml", TWO_PARTS)
    program = compile_ruleset(source, "", 2, {}).program
    assert program is not None, compile_ruleset(source, "", 2, {}).diagnostics
    (tmp_path / "table.yaml").write_text(TABLE, encoding="utf-8")
    name = engine("uci", "", tmp_path / "log", f",table={tmp_path / 'table.yaml'},depth=1")
    first = choose(name, after(program, "start e2", "target e4", "start d7", "target d5"))
    assert first.startswith("start ")
    choose(name, after(program, "start e2", "target e4", "start d7"))
    questions = [line for line in told(tmp_path / "log") if line.startswith(("position", "go"))]
    assert questions == [
        *("position startpos moves e2e4 d7d5", "go depth 1", "position startpos moves e2e4"),
        "go depth 1 searchmoves d7d3 d7d4 d7d5 d7d6",
    ]


# ------------------------------------------------------------------------------------------------------------------ faults


@pytest.mark.parametrize(
    ("protocol", "fault", "message"),
    [
        ("uci", "illegal", "plays `e1e8`, which is not on offer; on offer are `.*`a2a3`"),
        ("uci", "empty", "plays ``, which is not on offer"),
        ("uci", "resigns", r"plays `\(none\)`, which is not on offer"),
        ("gtp", "illegal", "plays `Z9`, which is not on offer; on offer are `a1`, .*`pass`"),
        ("gtp", "resigns", "plays `resign`, which is not on offer"),
        ("gtp", "refuses", "refused `genmove Black`: cannot think"),
        ("gtp", "rubbish", "answered `hello` to `genmove Black`: expected an answer that begins with `=`"),
        ("gtp", "dies", "ended with status 1: out of thoughts"),
    ],
)
def test_where_it_fails_that_is_told_and_nothing_goes_on_running(protocol: str, fault: str, message: str) -> None:
    setting = CHESS if protocol == "uci" else SMALL
    name = engine(protocol, fault)
    bot = bots.make(name)
    for _ in range(2):  # it is started again, and fails again
        with pytest.raises(BotFailed, match=message):
            choose(name, after(compiled(setting)))
        assert repr(bot) not in map(repr, processes._processes)


@pytest.mark.parametrize(("protocol", "fault"), [("uci", "hangs"), ("uci", "rubbish"), ("uci", "floods"), ("gtp", "hangs")])
def test_where_no_answer_comes_in_time_it_is_ended(protocol: str, fault: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rulerun.bots.core.processes.STARTING", 1.0)
    monkeypatch.setattr("rulerun.bots.uci.LATER", 0.1)
    name = engine(protocol, fault, None, ",time=50ms")
    started: list[processes.Process] = []
    begun = processes._running

    def noted(command: str, key: Hashable) -> processes.Process:
        started.append(begun(command, key))
        return started[-1]

    monkeypatch.setattr(processes, "_running", noted)
    with pytest.raises(BotFailed, match=r"did not answer within 1\.\d+ seconds"):
        choose(name, after(compiled(CHESS if protocol == "uci" else SMALL)))
    (process,) = started
    assert process.popen.returncode is not None  # it has been waited for
    assert process.answers.qsize() <= processes.UNREAD
    with pytest.raises(ProcessLookupError):
        os.kill(process.popen.pid, 0)


def test_two_engines_think_side_by_side() -> None:
    slow, failed = engine("uci", "hangs", None, ",time=60s"), list[str]()

    def wait() -> None:
        try:
            choose(slow, after(compiled(CHESS)))
        except BotFailed as fault:
            failed.append(str(fault))

    thread = Thread(target=wait)
    thread.start()
    try:
        assert choose(engine("uci"), after(compiled(CHESS)))
        assert thread.is_alive()
    finally:
        while thread.is_alive():
            for key, process in [*processes._processes.items()]:
                if repr(key) == repr(bots.make(slow)):
                    process.end()
            thread.join(0.05)
    assert "ended with status -9" in failed[0]


@pytest.mark.parametrize(
    ("more", "message"),
    [(",skill=3", "has no option `Skill Level`"), (",elo=1000", "`UCI_Elo` of .* is a whole number from 1320 to 3190, not 1000")],
)
def test_a_strength_that_it_does_not_have_is_told(more: str, message: str) -> None:
    with pytest.raises(BotFailed, match=message):
        choose(engine("uci", "", None, more), after(compiled(CHESS)))


def test_at_the_table_the_record_stays(tmp_path: Path) -> None:
    record = tmp_path / "match.rulerun"
    words = ["play", "chess", "--bots", "--seat", f"1={engine('uci', 'dies')}", "--seat", "2=first", "--record", str(record)]
    result = CliRunner().invoke(root, words)
    assert result.exit_code != 0
    assert "ended with status 1: out of thoughts" in " ".join(result.output.split())
    assert len(read_record(record.read_bytes()).entries) == 2
    assert "Traceback" not in result.output


def test_in_many_games_those_with_a_failure_are_left_out_and_told() -> None:
    pytest.importorskip("numpy")
    words = ["simulate", "chess", "--games", "2", "--workers", "1", "--bots", f"{engine('uci', 'dies')},random"]
    result = CliRunner().invoke(root, words)
    assert result.exit_code == 1
    assert "a bot failed in 2 of 2 games" in " ".join(result.stderr.split())


@pytest.mark.parametrize(
    ("name", "setting", "message"),
    [
        ("uci:command=no_such_engine", CHESS, "there is no program `no_such_engine`"),
        ("gtp:command=python3", CHESS, "chess.yaml has no section `gtp:`"),
        ("uci:command=python3", Setting("draughts", "", 2), "there is no table `engines/draughts.yaml`, and none is bundled"),
        ("uci:command=python3,table=none.yaml", CHESS, "there is no table `none.yaml`"),
        (
            "uci:command=python3",
            Setting("chess", "", 2, (("quiet_moves", "10"),)),
            "the `uci` of .*chess.yaml is for the game without a variant with quiet_moves=50",
        ),
        ("uci:command=python3", Setting("kuhn_poker", "", 2), "plays games for two without hidden information"),
    ],
)
def test_what_an_engine_cannot_play_is_told_before_the_match(name: str, setting: Setting, message: str) -> None:
    with pytest.raises(UnknownBot, match=message):
        seated(name, compiled(setting))


def test_a_record_does_not_start_an_engine_by_itself() -> None:
    from rulerun.session.seating import CannotSit, settle_seats

    name = f"uci:command={sys.executable}"
    with pytest.raises(CannotSit, match="starts a program of this machine"):
        settle_seats(compiled(CHESS), [], False, {0: "human", 1: name}, None)


def test_a_match_of_two_engines_is_played_from_the_command_line() -> None:
    words = ["play", "go_9x9", "--set", "side=2", "--bots", "--bot", engine("gtp"), "--json"]
    result = CliRunner().invoke(root, words)
    assert result.exit_code == 0, result.output
    assert json.loads(result.output)["decisions"] > 2
