"""The tables that tell how other programs write options: what they may say, and that every mistake is told with its line."""

from __future__ import annotations

from itertools import islice
from pathlib import Path

import pytest

from rulerun.bots import BotFailed
from rulerun.bots.core.notation import BUNDLED, HERE, NoTable, Notation, notation
from rulerun.interpreter import NATURE, decision, option_text
from rulerun.rl.actions import action_table

from ..support.battery import FILES, RULESETS, Setting, compiled, drawn, game_of, turns

SMALL = Setting("go_9x9", "", 2, (("side", "5"),))


def read(folder: Path, text: str, setting: Setting = SMALL) -> Notation:
    """The section `gtp` of a table with that text."""
    path = folder / "table.yaml"
    path.write_text(text, encoding="utf-8")
    return notation(compiled(setting), "gtp", str(path))


def with_line(line: str, template: str) -> str:
    """A table with one option."""
    return f"gtp:\n  options:\n    {line}: {template}\n"


@pytest.mark.parametrize(
    ("template", "written"),
    [
        ('"{x}"', "c2"),
        ('"{x.column}-{x.row}"', "c-2"),
        ('"{side + 1 - x.row}"', "4"),
        ('"{x.row / 4}"', "0.5"),
        ("'{me}: {x}'", "White: c2"),
        ("{Black: b, White: '{x}w'}", "c2w"),
        ("no", "no"),
    ],
)
def test_a_template_is_filled_from_option_parameters_and_seat(tmp_path: Path, template: str, written: str) -> None:
    assert read(tmp_path, with_line("play {x}", template)).spelt(1, "play c2") == written


def test_words_are_exchanged_before_they_are_added(tmp_path: Path) -> None:
    table = "gtp:\n  options: {'play {x}': '{me}{x.column + 1}'}\n  words: {me: {Black: '#'}, x.column: {c: 30}}\n"
    assert read(tmp_path, table).spelt(0, "play c2") == "#31"


def test_of_several_sections_the_first_for_these_settings_counts(tmp_path: Path) -> None:
    nine, five = ("{for: {side: 9}, options: {pass: nine}}", "{for: {side: 5}, options: {pass: five}}")
    table = f"gtp:\n  - {nine}\n  - {five}\n  - options: {{pass: any}}\n"
    assert read(tmp_path, table).spelt(0, "pass") == "five"
    assert read(tmp_path, table, Setting("go_9x9", "", 2)).spelt(0, "pass") == "nine"
    assert read(tmp_path, table, Setting("go_9x9", "", 2, (("side", "3"),))).spelt(0, "pass") == "any"


def test_what_they_write_is_rewritten_and_falls_into_choices(tmp_path: Path) -> None:
    table = "gtp:\n  choices: 2\n  rewrite: {'[*]': '', '(.)/(.)/(.)': '\\1/\\2 \\2/\\3'}\n  options: {pass: pass}\n"
    assert read(tmp_path, table).parts("8*/5/3") == ("8/5", "5/3")


@pytest.mark.parametrize(
    ("table", "told"),
    [
        ("gtp: [", r"table\.yaml cannot be read: "),
        ("[" * 10_000, r"table\.yaml cannot be read: "),
        ("", r"table\.yaml:1: expected keys with values"),
        ("uci: {}", r"table\.yaml has no section `gtp:`"),
        ("gtp:\n  colour: red", r"table\.yaml:2: `colour` is no field of a table; its fields are `for`, "),
        ("gtp:\n  start: clear", r"table\.yaml:2: expected `options:`, with a line for each option"),
        ("gtp:\n  for: {size: 9}", r"table\.yaml:2: `go_9x9` has no parameter `size`"),
        ("gtp:\n  for: {side: 9}\n  options: {pass: p}", r"is for the game without a variant with side=9$"),
        ("gtp:\n  variant: fast\n  options: {pass: p}", r"is for the game `fast`$"),
        ("gtp:\n  choices: 0\n  options: {pass: p}", r":2: expected a whole number from 1 to 100, found `0`"),
        ("gtp:\n  options:\n    pass: p\n    pass: q", r":4: `pass` stands here twice"),
        ("gtp:\n  options:\n    pass: [p]", r":3: expected a text"),
        (with_line("play {x}", "'{z}'"), r":3: there is no `z` here; known are `komi`, `me`, `side`, `superko`, `x`"),
        (with_line("play {x}", "'{x.file}'"), r":3: `x\.file` is no part of a space; expected `x\.row` or `x\.column`"),
        (with_line("play {x}", "'{x +}'"), r":3: `\{x \+\}` is no name, and no sum of names and numbers"),
        (with_line("play {x}", "'{}'"), r":3: `\{\}` is no name"),
        (with_line("play {x} {x}", "p"), r":3: expected names in the braces of `play \{x\} \{x\}`, each once"),
        (with_line("pass", "{Red: p, White: q}"), r":3: `Red` is no seat; the seats are `Black`, `White`"),
        (with_line("pass", "{White: q}"), r":3: expected how `Black` writes `pass` too"),
        (with_line("pass", "p") + "  words: {y: {a: b}}", r":4: no option has `\{y\}`"),
        (with_line("pass", "p") + "  rewrite: {'(': b}", r":4: `\(` is no regular expression with its replacement: "),
        (with_line("pass", "p") + "  rewrite: {a: '\\1'}", r":4: `a` is no regular expression with its replacement: "),
        (with_line("pass", "p") + "  start: 'komi {komi / 0}'", r":4: `\{komi / 0\}` of the table is no number"),
    ],
)
def test_a_mistake_in_a_table_is_told_with_its_line(tmp_path: Path, table: str, told: str) -> None:
    with pytest.raises(NoTable, match=told):
        read(tmp_path, table)


def test_a_line_for_the_seats_is_none_for_nature(tmp_path: Path) -> None:
    written = read(tmp_path, with_line("pass", "{Black: b, White: w}"))
    with pytest.raises(BotFailed, match="does not say how `pass` is written"):
        written.spelt(NATURE, "pass")


@pytest.mark.parametrize(
    ("template", "text", "told"),
    [
        ("p", "pass", "the table of `go_9x9` does not say how `pass` is written"),
        ("'{x - 1}'", "play c2", r"`\{x - 1\}` of the table is no number: it stands for `c2 - 1`"),
        ("'{me.row}'", "play c2", r"`\{me\.row\}` of the table is no part of a space: `me` stands for `Black`"),
    ],
)
def test_an_option_that_cannot_be_written_is_told(tmp_path: Path, template: str, text: str, told: str) -> None:
    with pytest.raises(BotFailed, match=told):
        read(tmp_path, with_line("play {x}", template)).spelt(0, text)


def test_a_table_in_the_working_folder_goes_before_a_bundled_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert notation(compiled(SMALL), "gtp", HERE).spelt(0, "pass") == "pass"
    monkeypatch.chdir(tmp_path)
    (tmp_path / "engines").mkdir()
    (tmp_path / "engines" / "go_9x9.yaml").write_text("gtp: {options: {pass: PASS}}", encoding="utf-8")
    assert notation(compiled(SMALL), "gtp", HERE).spelt(0, "pass") == "PASS"


def test_every_bundled_table_belongs_to_a_ruleset() -> None:
    assert {path.stem for path in BUNDLED.glob("*")} <= {*FILES}
    assert BUNDLED.parent == RULESETS


@pytest.mark.parametrize(("file", "protocol"), [("chess", "uci"), ("go_9x9", "gtp")])
def test_the_table_writes_every_option_and_no_two_of_a_decision_alike(file: str, protocol: str) -> None:
    program = compiled(Setting(file, "", 2))
    written = notation(program, protocol, HERE)
    for seat, action in ((seat, action) for seat in (0, 1) for action in action_table(program)):
        assert written.spelt(seat, action.text)
    game = game_of(program)
    for turn in islice(turns(program, drawn(4)), 60):
        asked = decision(game, turn.before, turn.actor)
        spelt = [written.spelt(turn.actor, option_text(game, asked, each)) for each in asked.options]
        assert len({*spelt}) == len(spelt)
