"""Nothing that a terminal obeys comes out of any command, whatever stands in files, in their names and on the command line."""

from __future__ import annotations

import asyncio
import io
import json
import re
import sys
from contextlib import suppress
from pathlib import Path

import click
import pytest

pytest.importorskip("textual")

from rich.text import Text

from rulerun.cli.main import COMMANDS, root, run
from rulerun.cli.screen.drawing import drawn
from rulerun.cli.terminal.console import load, read
from rulerun.cli.terminal.streams import guard
from rulerun.cli.terminal.terminal_session import TerminalSession
from rulerun.interpreter.match.records import Answer, Seated, header_of, serialise
from rulerun.program.harmless import harmful
from rulerun.session.seating import Seating

from ..support.table_pictures import looks, played, text_of
from ..support.terminals import Terminal

EVIL = "\x1b]0;owned\x07\x1b[8m\u202e\u200b\x9b2J"
"""Sets a title, hides what follows, turns it round, takes no room, wipes the screen."""

SOUND = """\
ruleset: dice
players: 2
parameters: {most: {default: 3, range: 2..3}}
boards: {road: {kind: track, spaces: 1..most}}
scores:
  points: {per: player}
phases:
  game:
    - for each player p:
        - p chooses one:
            - lay x from 1..3:
                - points[p] += x
            - rest
outcome:
  ranking (player p): highest points[p]
"""

TOLD = """\
ruleset: dice
title: "Dice\\e]0;owned\\a\\e[31m"
players: 2
seats: ["A\\e[8mnne", Ben]
scores:
  points: {per: player}
phases:
  game:
    - for each player p:
        - points[p] += 1
        - say boo
outcome:
  ranking (player p): highest points[p]
texts:
  boo: "boo\\e[2J"
  points: "re\\u202Est\\u200b\\r"
told:
  rules game: "rules\\e]0;owned\\a"
"""

DECK = """\
ruleset: dice
players: 2
decks:
  heap: {cards from: cards.csv, starts in: pile}
zones:
  pile: {of: heap}
phases:
  game:
    - end the game
outcome:
  winners: players
"""

QUICK = {
    "simulate": ("--games", "20", "--workers", "1"),
    "compare": ("--games", "20", "--workers", "1"),
    "sweep": ("--games", "20", "--workers", "1", "--players", "2"),
    "tournament": ("--bots", "random,first", "--games", "8", "--workers", "1"),
    "skill": ("--games", "2", "--workers", "1"),
    "study": ("--games", "1", "--workers", "1"),
    "tune": ("--set", "most=2..3", "--for", "short", "--games", "20", "--workers", "1"),
    "train": ("--minutes", "0.001", "--stages", "1"),
    "bench": ("--seconds", "0.1"),
    "play": ("--bots",),
    "solve": ("--positions", "100"),
    "count": ("--depth", "2"),
    "serve": ("--matches",),
}
"""What makes commands end, and those soon that play many games."""

TALKS = ("lsp",)
"""Commands that talk with an editor, in JSON, until it is gone."""

SLOW = ("site", "sheet", "simulate", "bench", "compile", "compare", "sweep", "tournament", "skill", "study", "tune", "train")
"""Commands that take seconds where they have a sound ruleset."""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A working folder with files of all kinds that are full of what a terminal obeys; the names of all begin with a letter that
    says which they are.
    """
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "100")
    files = {"sound": SOUND, "told": TOLD, "raw": SOUND + f"# {EVIL}\n", "deck": DECK, "latin": "# \udcff\n" + SOUND}
    for name, text in files.items():
        (tmp_path / named(name)).write_text(text, encoding="utf-8", errors="surrogateescape")
    (tmp_path / "cards.csv").write_text(f"value\n1\n{EVIL}\n")
    source = read(tmp_path / named("sound"))
    program = load(source, None, None, ())
    seated = Seated((), (("Anne", f"outside:command={EVIL}"),))
    record = serialise(header_of(program, source, 0, 0), (seated, Answer("Anne", f"lay{EVIL}")))
    assert b"\\u202e" in record
    (tmp_path / f"match{EVIL}.rulerun").write_bytes(record)
    return tmp_path


@pytest.fixture
def called(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Caller:
    """Runs commands in that folder."""
    return Caller(monkeypatch)


class Caller:
    """Runs the command line in this process, behind the same streams."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.patch = monkeypatch

    def __call__(self, *words: str) -> str:
        """All that is printed."""
        written = io.BytesIO()
        out = io.TextIOWrapper(written, "utf-8", write_through=True)
        with self.patch.context() as patch:
            patch.setattr(sys, "argv", ["rulerun", *words])
            for name in ("stdout", "stderr"):
                patch.setattr(sys, name, out)
            patch.setattr(sys, "stdin", io.StringIO())
            guard()
            with suppress(SystemExit):
                run()
        told = written.getvalue().decode()
        assert "should not happen" not in told
        return told


def named(file: str) -> str:
    """The name of that ruleset's file."""
    return f"{file}{EVIL}.yaml"


def clean(text: str) -> bool:
    """Whether nothing that a terminal obeys is in it."""
    return [*harmful(text)] == []


def command_of(name: str) -> click.Command:
    found = root.get_command(click.Context(root), name)
    assert found is not None
    return found


def of_texts(name: str) -> list[str]:
    """The options of a command that take a text."""
    return [each.opts[0] for each in command_of(name).params if isinstance(each, click.Option) and not each.is_flag]


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=pytest.mark.slow if name == "site" else ()) for name in COMMANDS if name not in TALKS]
)
def test_no_command_prints_what_a_terminal_obeys(called: Caller, name: str) -> None:
    quick = QUICK.get(name, ())
    for file in ("told", "raw", "deck", "latin", "none"):
        for more in ((), quick, ("--json", *quick)):
            assert clean(called(name, named(file), *more)), (file, more)
    assert clean(called(name, f"match{EVIL}.rulerun", *quick))
    for option in of_texts(name):
        assert clean(called(name, named("told"), option, EVIL)), option
        assert clean(called(name, named("told"), *quick, option, EVIL)), option


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=pytest.mark.slow if name in SLOW else ()) for name in COMMANDS if name not in TALKS]
)
def test_nor_does_one_that_has_a_sound_ruleset_of_such_a_name(called: Caller, name: str) -> None:
    sound, quick = named("sound"), QUICK.get(name, ())
    assert clean(called(name, sound, *quick))
    if "--lang" in of_texts(name):
        assert clean(called(name, sound, *quick, "--lang", EVIL))
    for option, path in (("--report", "page.html"), ("--svg", "board.svg"), ("--out", "games.csv"), ("--record", "new.rulerun")):
        if option in of_texts(name):
            called(name, sound, *quick, option, path)
            assert clean(without_the_renderer(Path(path).read_text(encoding="utf-8"))), option


def without_the_renderer(page: str) -> str:
    """A page without the program that draws its plots, which is not ours."""
    return re.sub(r"<script>.*?</script>", "", page, count=1, flags=re.DOTALL)


def test_the_editor_is_told_in_json_that_escapes_it(folder: Path) -> None:
    from rulerun.tools.service import Ruleset

    told = folder / named("told")
    found = Ruleset(told, told.read_text(encoding="utf-8")).diagnostics()
    assert found
    assert all(clean(each.message) for each in found)


def test_every_text_of_a_ruleset_is_refused_at_its_place(called: Caller) -> None:
    def refused(file: str) -> list[tuple[str, int, int]]:
        found = json.loads(called("validate", named(file), "--json"))["files"][0]["findings"]
        return [(each["file"], each["line"], each["column"]) for each in found if each["code"] == "control-character"]

    told, raw = named("told"), named("raw")
    assert refused("told") == [(told, 2, 13), (told, 4, 11), (told, 15, 12), (told, 16, 14), (told, 18, 21)]
    assert refused("raw") == [(raw, 16, column) for column in (3, 12, 13, 17, 18, 19)]
    assert refused("deck") == [("cards.csv", 3, 1)]


def test_the_words_of_a_bot_from_outside_are_made_harmless(called: Caller) -> None:
    Path("bot.py").write_text(f"import sys\nsys.stderr.write({EVIL!r})\n", encoding="utf-8")
    told = called("play", named("sound"), "--bots", "--bot", f"outside:command={sys.executable} bot.py")
    assert "ended with status 0: ␛]0;owned␇␛[8m" in told
    assert clean(told)


def test_a_terminal_gets_our_colours_and_nobody_elses(folder: Path) -> None:
    table = Terminal(folder, "play", named("sound"), "--record", f"new{EVIL}.rulerun", "--name", "Marta")
    table.until("Marta › ")
    table.type("save")
    table.until("Marta › ")
    table.type("quit")
    assert table.end() == 0
    told = table.raw.decode()
    assert "\x1b[" in told
    assert "]0;owned" not in told.replace("␛]0;owned", "")
    assert clean(COLOUR.sub("", told))


COLOUR = re.compile(r"\x1b\[[0-9;]*[mK]|\x1b\[\?2004[hl]|[\r\x01\x02]")
"""What Rich, readline and the line table write."""


def test_the_screen_shows_nothing_that_a_terminal_obeys(folder: Path) -> None:
    source = read(folder / named("sound"))
    match = played(load(source, None, None, ()), source, 0)
    assert all(clean(piece.text) for line in drawn(Text(EVIL), 80, lambda notes: None) for piece in line)
    terminal = TerminalSession(match, source, Seating((0,)), {}, "", "easy", "en", Path(f"new{EVIL}.rulerun"), "")
    assert all(map(clean, (*terminal.welcome(), terminal.saved(), terminal.say("cannot write", terminal.path, EVIL))))
    assert all(map(clean, asyncio.run(looks(match, source, ((100, 40),), True, text_of))))
