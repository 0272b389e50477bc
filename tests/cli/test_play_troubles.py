"""What goes wrong around a match: disks, pipes, terminals, languages. Each has its answer, and nothing is lost."""

from __future__ import annotations

import errno
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from rulerun.bots import make
from rulerun.cli.main import root
from rulerun.cli.terminal.console import load, read
from rulerun.cli.terminal.line_table import Left, Table
from rulerun.cli.terminal.records import compile_header
from rulerun.cli.terminal.terminal_session import TerminalSession
from rulerun.dsl.text.files import BUNDLED
from rulerun.interpreter.match.match import Match
from rulerun.interpreter.match.record_file import RecordFile, resume
from rulerun.interpreter.match.records import header_of, serialise
from rulerun.interpreter.match.replay import replay
from rulerun.session.seating import Seating

from ..support.battery import game_of


def played(*words: str) -> Result:
    return CliRunner().invoke(root, ["play", *words])


@pytest.fixture(autouse=True)
def in_an_own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_a_language_that_the_ruleset_lacks_falls_back_and_that_is_said() -> None:
    shown = played("tic_tac_toe", "--lang", "fr")
    assert shown.exit_code == 0
    assert "does not speak `fr`" in shown.stderr
    assert "it is shown in `en`" in shown.stderr
    assert " wins" in shown.stdout


def test_where_no_record_can_be_written_it_is_said_how_to_write_it_elsewhere() -> None:
    refused = played("tic_tac_toe", "--record", "missing/m.rulerun")
    assert refused.exit_code == 1
    assert "missing/m.rulerun: No such file or directory" in refused.output
    assert "`--record PATH`" in refused.output


def test_what_a_full_disk_did_not_take_is_written_later(monkeypatch: pytest.MonkeyPatch) -> None:
    source = read(BUNDLED / "tic_tac_toe.yaml")
    program = load(source, None, None, ())
    match = Match(game_of(program), header_of(program, source, 1, 0))
    writer = RecordFile.create(Path("m.rulerun"), match.header)
    match.record_with(writer, 0)
    match.answer(0, 0)
    whole = Path("m.rulerun").read_bytes()
    room = 10
    real = writer._file

    class Full:
        """The file, on a disk that takes ten bytes more."""

        def write(self, line: bytes) -> int:
            nonlocal room
            some = line[:room]
            room -= len(some)
            if not some:
                raise OSError(errno.ENOSPC, "No space left on device")
            return real.write(some)

        def __getattr__(self, name: str) -> object:
            return getattr(real, name)

    monkeypatch.setattr(writer, "_file", Full())
    with pytest.raises(OSError, match="No space"):
        match.answer(1, 0)
    assert len(match.observer.answers) == 2  # the choice stands
    assert Path("m.rulerun").read_bytes() == whole  # no half line is left
    room = 1 << 20
    match.write()
    match.answer(0, 0)
    writer.close()
    assert Path("m.rulerun").read_bytes() == serialise(match.header, tuple(match.entries))


def test_a_match_goes_on_in_the_middle_of_deciding_together() -> None:
    played("why_first", "--seed", "3", "--record", "m.rulerun")
    content = Path("m.rulerun").read_bytes()
    lines = content.splitlines(keepends=True)
    answers = replay(content, compile_header).match.observer.answers
    first = next(number for number, each in enumerate(answers) if len(each.after) == 1 < len(each.before))
    Path("part.rulerun").write_bytes(b"".join(lines[: first + 2]))
    match = resume(Path("part.rulerun"), compile_header)
    assert match.open[0].actor != answers[first].asked.actor  # who has answered is not asked again
    match.stop_recording()
    assert played("part.rulerun").exit_code == 0
    assert Path("part.rulerun").read_bytes() == content


@pytest.mark.parametrize("answer", ["", "unrecorded", "quit"])
def test_a_record_that_cannot_be_written_is_asked_about(answer: str, monkeypatch: pytest.MonkeyPatch) -> None:
    source = read(BUNDLED / "tic_tac_toe.yaml")
    match = Match(game_of(load(source, None, None, ())), header_of(load(source, None, None, ()), source, 1, 0))
    path, full = Path("m.rulerun"), [OSError(errno.ENOSPC, "No space left on device")]
    writer = RecordFile.create(path, match.header)
    match.record_with(writer, 0)
    table = Table(TerminalSession(match, source, Seating((0,)), {1: make("first")}, "", "good", "en", path, "saved"))
    put = writer.append
    monkeypatch.setattr(writer, "append", lambda line: (full and _raise(full.pop())) or put(line))
    monkeypatch.setattr(table, "line", lambda prompt: answer)
    with pytest.raises(OSError, match="No space") as fault:
        match.answer(0, 4)
    if answer == "quit":
        with pytest.raises(Left):
            table.write_again(fault.value)
    else:
        table.write_again(fault.value)
    assert not match.unwritten or answer == "quit"
    assert (b"cell b2" in b"".join(path.read_bytes().splitlines()[1:])) == (answer == "")
    assert table.terminal.path == (None if answer == "unrecorded" else path)
    assert any("cell b2" in line.text for line in table.terminal.log(0))  # what happened is told all the same


def _raise(fault: OSError) -> None:
    raise fault


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["tic_tac_toe", "--bots", "random,mcts:playouts=9"], "`--seat 1=random --seat 2=mcts:playouts=9`"),
        (["--bots", "good,random", "tic_tac_toe"], "`--seat 1=good --seat 2=random`"),
        (["tic_tac_toe", "--bots=random,radnom"], "`--seat 1=random --seat 2=radnom`"),
        (["tic_tac_toe", "--bots", "random"], "`--bot random`"),
        (["tic_tac_toe", "--bots=random"], "`--bot random`"),
    ],
)
def test_who_names_bots_behind_the_option_for_bots_everywhere_is_told_how_they_are_named(words: list[str], told: str) -> None:
    refused = played(*words)
    assert refused.exit_code == 2
    assert "takes no names here" in refused.output
    assert told in refused.output


def test_a_game_may_stand_behind_the_option_for_bots_everywhere() -> None:
    assert played("--bots", "tic_tac_toe").exit_code == 0
    assert "unexpected extra argument" in played("--bots", "tic_tac_toe", "hex").output


def test_people_are_told_at_the_table_that_the_ruleset_lacks_their_language() -> None:
    words = ["play", "tic_tac_toe", "--plain", "--lang", "fr", "--seat", "1=human", "--seat", "2=random"]
    shown = CliRunner().invoke(root, words, input="a1\n")
    told = " ".join(shown.stdout.split())
    assert "does not speak `fr`; there is `en`, `it` and `es`; it is shown in `en`" in told


@pytest.mark.parametrize(
    ("variables", "wins"),
    [
        ({"LC_ALL": "it_IT.UTF-8"}, "vince "),
        ({"LC_ALL": "", "LC_MESSAGES": "", "LANG": "es_ES"}, "gana "),
        ({"LC_ALL": "C.UTF-8", "LANG": "it_IT.UTF-8"}, " wins"),
        ({"LC_ALL": "fr_FR.UTF-8"}, " wins"),
    ],
)
def test_the_language_of_the_system_is_spoken_where_the_ruleset_has_it(variables: dict[str, str], wins: str) -> None:
    shown = CliRunner(env=variables).invoke(root, ["play", "pig", "--bots"])
    assert wins in shown.stdout
    assert shown.stderr == ""
