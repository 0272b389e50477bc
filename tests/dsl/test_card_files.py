"""Tables of cards in files: how they are found and read, that records hold them, and what becomes of broken ones."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulerun.dsl.compile import compile_ruleset, examine, read_source
from rulerun.dsl.text.source import Source
from rulerun.interpreter.match.match import Match
from rulerun.interpreter.match.records import RecordError, header_of, read_record, serialise, source_of
from rulerun.program.budgets import MOST_CHARACTERS

from ..support.battery import game_of
from .test_files import soon

RULES = """\
ruleset: table
players: 2
decks:
  deals:
    cards from: deals.csv
    starts in: offers
zones:
  offers: {of: deals, seen by: everyone}
scores:
  points: {per: player}
phases:
  game:
    - for each player me:
        - me chooses card from offers
        - points[me] += card.value
outcome:
  winners: players p where points[p] > 5
"""
CARDS = "value,copies\n1..3,2\n9,1\n"


def laid(folder: Path, content: bytes = CARDS.encode(), rules: str = RULES) -> Path:
    """A ruleset in a folder, with its table beside it."""
    (folder / "deals.csv").write_bytes(content)
    (folder / "table.yaml").write_text(rules, encoding="utf-8")
    return folder / "table.yaml"


def source(path: Path) -> Source:
    """What is read from a file without any diagnostic."""
    found, problems = read_source(path)
    assert found is not None
    assert problems == ()
    return found


def sizes(path: Path) -> list[int]:
    """How many copies there are of each kind of card."""
    made = compile_ruleset(source(path))
    assert made.program is not None, made.diagnostics
    return list(made.program.decks[0].copies)


@pytest.mark.parametrize(
    "content",
    [
        CARDS.encode(),
        b"\xef\xbb\xbf" + CARDS.encode(),
        CARDS.replace("\n", "\r\n").encode(),
        CARDS.replace("\n", "\r").encode(),
        CARDS.replace(",", ";").encode(),
        CARDS.replace(",", "\t").encode(),
        CARDS.replace("1..3", '"1..3"').rstrip("\n").encode(),
        CARDS.replace("\n", ",,\n").encode() + b",,,\n\n",
    ],
    ids=["plain", "byte order mark", "Windows", "old Mac", "semicolons", "tabs", "quotes", "empty cells"],
)
def test_a_table_is_read_as_spreadsheets_write_it(tmp_path: Path, content: bytes) -> None:
    assert sizes(laid(tmp_path, content)) == [2, 2, 2, 1]


def codes(path: Path) -> list[tuple[str, tuple[str, int]]]:
    """The diagnostics about a file, each with the file and line that it points to."""
    found, problems = read_source(path)
    assert found is not None
    diagnostics = [(each.code, found.place(each.span.line)) for each in problems or examine(found)]
    return [(code, (Path(file).name, line)) for code, (file, line) in diagnostics]


def test_a_complaint_points_into_the_table(tmp_path: Path) -> None:
    path = laid(tmp_path, b"value,copies\r\n1,2\r\n\r\n2,3,4\r\n")
    assert codes(path) == [("cells-of-row", ("deals.csv", 4))]


def test_what_is_no_table_is_said_where_it_is_named(tmp_path: Path) -> None:
    assert codes(laid(tmp_path, "value\ncaffè\n".encode("latin-1"))) == [("not-text", ("table.yaml", 5))]
    assert codes(laid(tmp_path, b"value\n" + b"1\n" * (3 * MOST_CHARACTERS))) == [("too-large", ("table.yaml", 5))]
    assert codes(laid(tmp_path, b"value\n" + b"1\n" * MOST_CHARACTERS)) == [("too-large", ("table.yaml", 5))]
    assert codes(laid(tmp_path, b"value\n" + b"1\n" * 6_000)) == [("too-large", ("deals.csv", 5_002))]
    (tmp_path / "deals.csv").unlink()
    assert codes(tmp_path / "table.yaml") == [("no-such-file", ("table.yaml", 5))]


def test_no_file_of_another_folder_is_read(tmp_path: Path) -> None:
    room = tmp_path / "room"
    room.mkdir()
    (tmp_path / "secret.csv").write_text(CARDS)
    path = laid(room)
    (room / "deals.csv").unlink()
    (room / "deals.csv").symlink_to(tmp_path / "secret.csv")
    assert codes(path) == [("no-such-file", ("table.yaml", 5))]
    path = laid(room / ".." / "room", rules=RULES.replace("deals.csv", "../secret.csv"))
    assert source(path).tables == ()


def test_a_table_of_a_base_lies_beside_the_base_and_of_a_variant_too(tmp_path: Path) -> None:
    laid(tmp_path)
    (tmp_path / "more.csv").write_text("value,copies\n5,3\n,\n6,red\n")
    above = "ruleset: above\nextends: table\nvariants:\n  more:\n    decks:\n      deals:\n        cards from: more.csv\n"
    (tmp_path / "above.yaml").write_text(above + "        starts in: offers\n")
    assert codes(tmp_path / "above.yaml") == [("unknown-name", ("more.csv", 4))]
    (tmp_path / "more.csv").write_text("value,copies\n5,3\n")
    assert sizes(tmp_path / "above.yaml") == [2, 2, 2, 1]
    made = compile_ruleset(source(tmp_path / "above.yaml"), "more")
    assert made.program is not None
    assert made.program.decks[0].copies == (3,)
    (tmp_path / "deals.csv").write_text("value,copies\n5,3\n6\n")
    assert codes(tmp_path / "above.yaml") == [("cells-of-row", ("deals.csv", 3))]


def test_a_record_holds_its_tables_and_is_replayed_without_the_files(tmp_path: Path) -> None:
    laid(tmp_path)
    (tmp_path / "above.yaml").write_text("ruleset: above\nextends: table\n")
    for name in ("table.yaml", "above.yaml"):
        played = source(tmp_path / name)
        program = compile_ruleset(played).program
        assert program is not None
        match = Match(game_of(program), header_of(program, played, 1, 0))
        record = serialise(match.header, tuple(match.entries))
        again = source_of(read_record(record).header)
        assert again.lines == played.lines
        assert compile_ruleset(again).program is not None
        with pytest.raises(RecordError, match="changed after the match"):
            read_record(record.replace(b"1..3,2", b"1..3,3"))
        with pytest.raises(RecordError, match="tables"):
            read_record(record.replace(b'"tables": [[', b'"tables": [[[], '))


def test_another_table_makes_another_game(tmp_path: Path) -> None:
    played = source(laid(tmp_path))
    program = compile_ruleset(played).program
    other = source(laid(tmp_path, b"value,copies\n1..3,2\n8,1\n"))
    changed = compile_ruleset(other).program
    assert program is not None
    assert changed is not None
    assert program.digest != changed.digest


@pytest.mark.parametrize(
    "content",
    [
        "v\n1" + "," * 140_000,
        'v\n"' + '""' * 140_000 + '"\n',
        "v\n" + "1\n" * 140_000,
        ",".join(f"c{n}" for n in range(40_000)) + "\n1\n",
    ],
    ids=["a long row", "a long cell", "many rows", "many columns"],
)
def test_a_table_that_asks_for_much_is_read_in_good_time(content: str) -> None:
    soon(Source("table.yaml", RULES, None, (("deals.csv", content),)))


@pytest.mark.parametrize("spaces", ["--".join(f"s{n}" for n in range(9_000)), "- " * 100_000, "x" + "-" * 200_000])
def test_a_drawing_that_asks_for_much_is_read_in_good_time(spaces: str) -> None:
    soon(Source("table.yaml", RULES + f"boards:\n  b:\n    kind: graph\n    spaces: |\n      {spaces}\n"))
