"""Bots outside: what they are told, what they may answer, and that nothing is lost where one dies, hangs or talks nonsense."""

from __future__ import annotations

import json
import re
import shlex
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from rulerun import bots
from rulerun.bots import BotFailed, situation
from rulerun.bots.core import processes
from rulerun.bots.outside import chosen, question
from rulerun.cli.main import root
from rulerun.interpreter import NATURE, Observer, decision, view
from rulerun.interpreter.core.chance import Keys, Seed
from rulerun.interpreter.core.rng import Stream, Use, stream_start
from rulerun.interpreter.match.records import Answer, Record, read_record

from ..support.battery import Setting, compiled, drawn, game_of

GOOD = """
import json, sys
for line in sys.stdin:
    asked = json.loads(line)
    print(json.dumps({"choice": len(asked["options"]) - 1}), flush=True)
"""

DIES = "import sys; sys.stdin.readline(); sys.exit('no more')"
HANGS = "import time; time.sleep(60)"
NONSENSE = "import sys\nfor line in sys.stdin: print('perhaps', flush=True)"
SOMETIMES = """
import json, sys
for line in sys.stdin:
    asked = json.loads(line)
    print('{"choice": 0}' if asked["random"] % 5 else 'what?', flush=True)
"""


def named(folder: Path, text: str, more: str = "") -> str:
    """The name of a bot whose program has that text."""
    path = folder / "bot.py"
    path.write_text(text, encoding="utf-8")
    return f"outside:command={shlex.join([sys.executable, str(path)])}{more}"


def rulerun(*words: str) -> Result:
    return CliRunner().invoke(root, list(words))


def asked_at_kuhn() -> Observer:
    observer = Observer.beginning(game_of(compiled(Setting("kuhn_poker", "", 2))))
    observer.answer(NATURE, 0)
    observer.answer(NATURE, 0)
    return observer


def choose(name: str, observer: Observer) -> int:
    bot = bots.make(name)
    return bot.choose(situation(bot, observer, decision(game_of(observer.program), observer.state, observer.asked[0])), drawn(1))


def test_it_is_told_what_its_seat_sees_and_nothing_more() -> None:
    observer = asked_at_kuhn()
    told = question(observer.program, view(game_of(observer.program), observer.state, 0), ["pass", "bet"], 7)
    assert told["seat"] == "Anne"
    assert told["options"] == ["pass", "bet"]
    zones = told["zones"]
    assert isinstance(zones, dict)
    assert zones["hand[Anne]"] == {"size": 1, "cards": ["jack"], "known": []}
    assert zones["hand[Ben]"] == {"size": 1, "cards": None, "known": []}
    assert json.loads(json.dumps(told)) == told


@pytest.mark.parametrize(
    ("answer", "index"),
    [
        ('{"choice": 1}', 1),
        ('{"choice": "bet"}', 1),
        ('{"choice": "bet", "why": "I like it"}', 1),
        ('{"choice": 2}', None),
        ('{"choice": -1}', None),
        ('{"choice": true}', None),
        ('{"choice": 1.0}', None),
        ('{"choice": "raise"}', None),
        ("{}", None),
        ("1", None),
        ("bet", None),
        ("[" * 100_000, None),
        ("", None),
    ],
)
def test_an_answer_is_the_number_or_the_text_of_an_option(answer: str, index: int | None) -> None:
    assert chosen(answer, ["pass", "bet"]) == index


def test_a_program_chooses_and_goes_on_running(tmp_path: Path) -> None:
    name, observer = named(tmp_path, GOOD), asked_at_kuhn()
    assert [choose(name, observer) for _ in range(3)] == [1, 1, 1]


@pytest.mark.parametrize(
    ("text", "more", "told"),
    [
        (DIES, "", "ended with status 1: no more"),
        (NONSENSE, "", r"answered `perhaps`: expected `\{\"choice\": N\}` with N from 0 to 1, or the text of an option"),
    ],
)
def test_where_it_dies_or_talks_nonsense_that_is_told(tmp_path: Path, text: str, more: str, told: str) -> None:
    name = named(tmp_path, text, more)
    for _ in range(2):  # it is started again, and fails again
        with pytest.raises(BotFailed, match=told):
            choose(name, asked_at_kuhn())


def test_where_it_hangs_its_time_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rulerun.bots.core.processes.STARTING", 0.0)
    with pytest.raises(BotFailed, match=r"did not answer within 0\.05 seconds"):
        choose(named(tmp_path, HANGS, ",time=50ms"), asked_at_kuhn())


def test_what_is_written_unasked_is_never_taken_for_an_answer(tmp_path: Path) -> None:
    name, observer = named(tmp_path, GOOD), asked_at_kuhn()
    assert choose(name, observer) == 1
    processes._processes[name.removeprefix("outside:command=")].answers.put("{}")
    with pytest.raises(BotFailed, match="when it was not asked"):
        choose(name, observer)


def test_one_that_ended_before_it_was_asked_again_is_not_waited_for(tmp_path: Path) -> None:
    name, observer = (
        named(tmp_path, GOOD.replace("for line in sys.stdin:", "for line in [sys.stdin.readline()]:")),
        asked_at_kuhn(),
    )
    assert choose(name, observer) == 1
    process = processes._processes[name.removeprefix("outside:command=")]
    process.popen.wait()
    process.answers.put(process.answers.get())  # once this is there, nothing more will be written
    with pytest.raises(BotFailed, match="ended with status 0"):
        choose(name, observer)


def test_a_command_that_is_not_there_is_told_before_anything_is_played() -> None:
    pytest.importorskip("numpy")
    result = rulerun("simulate", "tic_tac_toe", "--bots", "outside:command=no_such_program_here,random")
    assert result.exit_code == 2
    assert "there is no program `no_such_program_here`" in result.output
    assert "`outside` needs `outside:command=…`" in rulerun("play", "tic_tac_toe", "--bot", "outside").output


def test_at_the_table_the_record_stays(tmp_path: Path) -> None:
    record = tmp_path / "match.rulerun"
    text = GOOD.replace("for line in sys.stdin:", "for line in map(lambda _: sys.stdin.readline(), range(2)):")
    seat = named(tmp_path, text)
    result = rulerun("play", "tic_tac_toe", "--bots", "--seat", f"1={seat}", "--record", str(record))
    assert result.exit_code != 0
    assert "ended with status 0" in result.output
    assert len(record.read_text(encoding="utf-8").splitlines()) == 5  # the header, and two choices of each


def test_in_many_games_those_with_a_failure_are_left_out_and_told(tmp_path: Path) -> None:
    pytest.importorskip("numpy")
    seats = f"{named(tmp_path, SOMETIMES)},random"
    result = rulerun("simulate", "tic_tac_toe", "--games", "12", "--workers", "1", "--bots", seats, "--json")
    run = json.loads(result.output)["run"]
    assert 0 < run["failed"] < 12
    assert run["games"] + run["failed"] == 12
    assert "answered `what?`" in run["failure"]
    told = rulerun("simulate", "tic_tac_toe", "--games", "12", "--workers", "1", "--bots", seats).output
    assert f"{run['failed']} games more are left out, because a bot failed there" in " ".join(told.split())


@pytest.mark.slow
def test_where_a_bot_always_fails_the_run_ends_and_says_so(tmp_path: Path) -> None:
    pytest.importorskip("numpy")
    seats = f"{named(tmp_path, 'pass')},random"
    result = rulerun("simulate", "tic_tac_toe", "--until", "1%", "--workers", "1", "--bots", seats)
    assert result.exit_code != 0
    assert "a bot failed in" in " ".join(result.output.split())


def test_a_record_does_not_start_a_program_by_itself() -> None:
    from rulerun.session.seating import CannotSit, settle_seats

    program = compiled(Setting("tic_tac_toe", "", 2))
    name = f"outside:command={sys.executable}"
    with pytest.raises(CannotSit, match="starts a program of this machine; if you want that, add"):
        settle_seats(program, [], False, {0: "human", 1: name}, None)
    assert settle_seats(program, [f"2={name}"], False, {0: "human", 1: name}, None)[1] == name


def test_the_example_in_the_page_plays(tmp_path: Path) -> None:
    page = (Path(__file__).resolve().parents[2] / "docs" / "bots.md").read_text(encoding="utf-8")
    example = re.search(r"```python\n(# mine\.py.*?)```", page, re.DOTALL)
    assert example is not None
    assert len(example[1].strip().splitlines()) <= 10
    result = rulerun("play", "tic_tac_toe", "--bots", "--bot", named(tmp_path, example[1]), "--seed", "0", "--json")
    assert result.exit_code == 0, result.output
    assert json.loads(result.output)["decisions"] == 7


def test_a_run_in_which_a_bot_fails_in_every_game_says_what_it_did(tmp_path: Path) -> None:
    pytest.importorskip("numpy")
    (tmp_path / "nonsense.py").write_text("import sys\nfor line in sys.stdin:\n    print('hello', flush=True)\n")
    bot = f"outside:command={sys.executable} {tmp_path / 'nonsense.py'}"
    words = ["simulate", "tic_tac_toe", "--bots", f"first,{bot}", "--games", "3", "--workers", "1"]
    result = CliRunner().invoke(root, words)
    assert result.exit_code == 1
    assert "a bot failed in 3 of 3 games" in result.stderr
    assert "answered `hello`" in result.stderr


TELLS = """
import json, pathlib, sys
for line in sys.stdin:
    asked = json.loads(line)
    with pathlib.Path(sys.argv[1]).open("a") as file:
        print(json.dumps(asked), file=file)
    print('{"choice": 0}', flush=True)
"""


def told_in_a_match(folder: Path, *words: str) -> tuple[list[dict[str, object]], Record]:
    """What a bot outside is asked in a match of bots, and the record of that match."""
    heard, record = folder / "heard", folder / "m.rulerun"
    for path in (heard, record):
        path.unlink(missing_ok=True)
    (folder / "bot.py").write_text(TELLS, encoding="utf-8")
    bot = f"outside:command={shlex.join([sys.executable, str(folder / 'bot.py'), str(heard)])}"
    result = rulerun("play", "kuhn_poker", "--bots", "--bot", bot, "--record", str(record), "--json", *words)
    assert result.exit_code == 0, result.output
    return [json.loads(line) for line in heard.read_text(encoding="utf-8").splitlines()], read_record(record.read_bytes())


def test_without_a_seed_no_seed_explains_the_numbers_that_it_is_given(tmp_path: Path) -> None:
    asked, record = told_in_a_match(tmp_path)
    made = [at for at, entry in enumerate(record.entries) if isinstance(entry, Answer)]
    numbers = [each["random"] for each in asked]
    assert len(numbers) == len(made) >= 2
    for seed in range(2_000):
        assert [Seed(seed, 0).bots(0, at).below(2**32) for at in made] != numbers


def test_without_a_seed_its_numbers_come_from_the_key_of_the_bots_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    keys = Keys(bytes(32), bytes(range(32)))
    monkeypatch.setattr(Keys, "drawn", classmethod(lambda _: keys))
    asked, record = told_in_a_match(tmp_path)
    assert record.header.chance == keys
    made = [at for at, entry in enumerate(record.entries) if isinstance(entry, Answer)]
    seats = [str(each["seat"]) for each in asked]
    drawn_by_seat = [keys.bots(record.header.seats.index(seat), at).below(2**32) for seat, at in zip(seats, made, strict=True)]
    assert [each["random"] for each in asked] == drawn_by_seat
    # nothing else that it is told depends on a key
    lines = json.dumps(asked)
    assert not any(key.hex() in lines for key in (keys.of_nature, keys.of_bots))


def test_with_a_seed_its_numbers_are_those_of_the_seed(tmp_path: Path) -> None:
    asked, record = told_in_a_match(tmp_path, "--seed", "5")
    made = [at for at, entry in enumerate(record.entries) if isinstance(entry, Answer)]
    assert [each["random"] for each in asked] == [Stream(stream_start(5, 0, Use.BOTS), at).below(2**32) for at in made]
