"""Prints: every bundled ruleset has one, and what is on paper lies where it must, read from the PDF."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable
from io import BytesIO
from itertools import pairwise
from math import ceil
from pathlib import Path
from time import perf_counter, process_time

import pytest
import yaml
from click.testing import CliRunner

pytest.importorskip("typst")

from pypdf import PdfReader

import rulerun.printing
from rulerun.cli.main import root
from rulerun.dsl.compile import compile_ruleset, survey
from rulerun.dsl.text.files import find, read_source
from rulerun.dsl.text.source import Source
from rulerun.interpreter.game import Game
from rulerun.printing.counters import needed
from rulerun.printing.csv_tables import deck_tables
from rulerun.printing.layout import BOARD_MARGIN, OVERLAP, Plan, card_pages, grid_on, tiling
from rulerun.printing.paper import BLEED, INCH, MARGIN, PAPERS, PARTS, SIZES, NotPrinted, Paper, offset_of, size_of
from rulerun.printing.prints import Printed, Wanted, card_images, printed
from rulerun.printing.typesetting import fonts_in
from rulerun.program.ir import PlaceKind, Program

from ..support.battery import of_each_file
from ..support.cases import for_all
from ..support.paper import Shape, near, sheets
from ..support.png import read_png

A4, POKER = PAPERS["a4"], SIZES["poker"]


def source(name: str) -> Source:
    found, _ = read_source(find(name))
    assert found is not None
    return found


def program_of(text: Source) -> Program:
    """A ruleset for the most players."""
    made = compile_ruleset(text, "", survey(text).players[-1], {})
    assert made.program is not None, made.diagnostics
    return made.program


def print_of(program: Program, plan: Plan | None = None, parts: tuple[str, ...] = PARTS, **how: object) -> Printed:
    wanted = Wanted(A4, plan or Plan(POKER, BLEED), parts, **how)  # type: ignore[arg-type]
    return printed(Game(program), "en", wanted, fonts_in(None))


# ------------------------------------------------------------------------------------------------------------- papers


@for_all((paper, size, backs) for paper in PAPERS for size in SIZES for backs in ("duplex", "folded", "none"))
def test_cards_of_every_usual_size_have_room_inside_the_margins(case: tuple[str, str, str]) -> None:
    paper, size, backs = case
    plan = Plan(SIZES[size], BLEED, backs)
    grid = grid_on(PAPERS[paper], plan)
    assert grid.columns * grid.rows >= 1
    for starts, length, room in ((grid.lefts, grid.unit[0], grid.paper.wide), (grid.tops, grid.unit[1], grid.paper.high)):
        assert min(starts) - plan.bleed >= MARGIN - 1e-6
        assert max(starts) + length + plan.bleed <= room - MARGIN + 1e-6
        assert all(b - a >= length + 2 * plan.bleed - 1e-6 for a, b in pairwise(starts))


def test_sizes_are_names_and_millimetres() -> None:
    assert size_of("Poker") == pytest.approx((63.5, 88.9))
    assert size_of("63x88") == (63, 88)
    assert offset_of("0.5,-0.3") == (0.5, -0.3)


@pytest.mark.parametrize("text", ["", "63", "63x", "0x88", "63x9999", "nan x 3", "1e9x2", "-5x70", "63x88x2"])
def test_a_wrong_size_is_told(text: str) -> None:
    with pytest.raises(NotPrinted, match=r"size of a card|sides of a card"):
        size_of(text)


@pytest.mark.parametrize("text", ["", "1", "9,0", "1,", "a,b", "inf,0"])
def test_a_wrong_offset_is_told(text: str) -> None:
    with pytest.raises(NotPrinted, match="backs go"):
        offset_of(text)


def test_a_paper_too_small_for_a_card_is_told() -> None:
    with pytest.raises(NotPrinted, match="A4 is too small for a card with its back folded over of 200x600 mm"):
        grid_on(A4, Plan((200, 300), 0, "folded"))


# -------------------------------------------------------------------------------------------------------------- cards


def test_cards_and_cut_marks_lie_where_they_must() -> None:
    plan = Plan(POKER, BLEED, "none")
    made = print_of(program_of(source("traxx")), plan, ("cards",))
    grid = grid_on(A4, plan)
    edges = {x for left in grid.lefts for x in (left, left + POKER[0])}
    rows = {y for top in grid.tops for y in (top, top + POKER[1])}
    pages = sheets(made.typeset.pdf())
    assert len(pages) == 2
    for page in pages:
        assert near((page.wide, page.high), (297, 210))
        upright = {round(line.left, 2) for line in page.lines if line.size[0] < 0.01}
        level = {round(line.top, 2) for line in page.lines if line.size[1] < 0.01}
        assert all(any(abs(x - edge) < 0.1 for x in upright) for edge in edges)
        assert all(any(abs(y - edge) < 0.1 for y in level) for edge in rows)
        assert len(upright) == len(edges)
        assert len(level) == len(rows)
    cards = [found for page in pages for found in page.filled(POKER[0] + 2 * BLEED, POKER[1] + 2 * BLEED)]
    places = [(x - BLEED, y - BLEED) for y in grid.tops for x in grid.lefts]
    assert len(cards) == 15
    assert all(near((card.left, card.top), at) for card, at in zip(cards, (places * 2)[:15], strict=True))


@pytest.mark.parametrize("offset", [(0.0, 0.0), (0.7, -0.4)])
def test_backs_lie_behind_their_fronts(offset: tuple[float, float]) -> None:
    whole = (POKER[0] + 2 * BLEED, POKER[1] + 2 * BLEED)
    pages = sheets(print_of(program_of(source("traxx")), Plan(POKER, BLEED, "duplex", offset), ("cards",)).typeset.pdf())
    assert len(pages) == 4
    for front, back in zip(pages[::2], pages[1::2], strict=True):
        # a page that is turned over has its left on its right
        over = {place(front.wide - each.right + offset[0], each.top + offset[1]) for each in front.filled(*whole)}
        assert over == {place(each.left, each.top) for each in back.filled(*whole)}
        assert over


def place(x: float, y: float) -> tuple[float, float]:
    return round(x, 1) + 0.0, round(y, 1) + 0.0


def test_a_folded_back_stands_above_its_front() -> None:
    plan = Plan(POKER, BLEED, "folded")
    for page in card_pages(A4, plan, range(15)):
        for back, front in zip(page.cards[::2], page.cards[1::2], strict=True):
            assert (back.back, back.turned, front.back, front.turned) == (True, True, False, False)
            assert (back.card, back.x) == (front.card, front.x)
            assert back.y + POKER[1] == pytest.approx(front.y)
            # the print does not go on over the fold
            assert not back.open[3]
            assert not front.open[1]
        folds = {mark.y1 for mark in page.marks if mark.broken}
        assert folds == {front.y for front in page.cards[1::2] if not front.back} or len(page.cards) < 15
    (first, *_) = sheets(print_of(program_of(source("traxx")), plan, ("cards",)).typeset.pdf())
    sides: list[Shape] = first.filled(POKER[0] + 2 * BLEED, POKER[1] + BLEED)
    assert len(sides) >= 2 * len({place(each.left, 0) for each in sides})


def test_every_copy_of_a_card_is_printed() -> None:
    program = program_of(source("why_first"))
    made = print_of(program, Plan(POKER, 0, "none"), ("cards",), copies=2)
    found = [each for page in sheets(made.typeset.pdf()) for each in page.filled(*POKER)]
    assert len(found) == 2 * 32


def test_a_text_without_room_shrinks_and_then_warns_with_the_name_of_its_card() -> None:
    program = program_of(source("guildhall"))
    assert list(print_of(program, Plan(POKER, 0), ("cards",)).warnings()) == []
    warnings = list(print_of(program, Plan((25, 25), 0), ("cards",)).warnings())
    assert "the text of `scholar` has no room on the card, even in the smallest letters; a larger `--size` has more" in warnings
    assert not any("`penny`" in each for each in warnings)


DECK_OF_110 = """\
ruleset: many
players: 2
decks:
  cards: {cards: [{value: 1..110}], starts in: stock}
zones:
  stock: {of: cards, kind: pile}
phases:
  game:
    - shuffle stock
outcome:
  ranking (player p): highest 1
drawing:
  cards: {cards: {corner: value, middle: value}}
"""


def test_110_cards_are_set_within_two_seconds() -> None:
    made = print_of(program_of(Source("many.yaml", DECK_OF_110)), Plan(POKER, BLEED, "none"), ("cards",))
    assert made.pages == {"cards": 14}
    begun = process_time()
    made.typeset.pdf()
    assert process_time() - begun < 2


TWO_DECKS = """\
ruleset: two
players: 2
decks:
  blue: {cards: [{value: 1..3}], starts in: one}
  brown: {cards: [{number: 1..5}], starts in: other}
zones:
  one: {of: blue, kind: pile}
  other: {of: brown, kind: pile}
phases:
  game:
    - shuffle one
outcome:
  ranking (player p): highest 1
"""
SCREEN = 96.0
"""The dots per inch of a screen that shows a page at 100 %."""


@pytest.mark.slow
def test_a_card_that_is_cut_out_at_its_marks_is_whole_and_has_nothing_of_its_neighbours() -> None:
    made = print_of(program_of(Source("two.yaml", TWO_DECKS)), Plan(POKER, BLEED, "duplex"), ("cards",)).typeset
    front, behind = sheets(made.pdf())
    picture = read_png(made.png(SCREEN)[1])
    assert abs(picture.wide - behind.wide * SCREEN / INCH) < 1
    columns = cuts(front.wide - line.left for line in front.lines if line.size[0] < 0.01)  # as they lie from behind
    rows = cuts(line.top for line in front.lines if line.size[1] < 0.01)
    assert (len(columns), len(rows)) == (4, 2)
    assert all(near((right - left,), (POKER[0],)) for left, right in columns)
    assert all(near((low - top,), (POKER[1],)) for top, low in rows)
    lefts, tops = ([(a * SCREEN / INCH, b * SCREEN / INCH) for a, b in each] for each in (columns, rows))
    sides = [picture.crop(ceil(left), ceil(top), int(right), int(low)) for top, low in tops for left, right in lefts]
    owners = ["brown", "blue", "blue", "blue", "brown", "brown", "brown", "brown"]
    for side, owner in zip(sides, owners, strict=True):
        leanings = {red - blue for red, _, blue in side.pixels()}
        assert max(leanings) > 30 if owner == "brown" else min(leanings) < -30
        assert min(leanings) >= -8 if owner == "brown" else max(leanings) <= 8
        last = len(side.rows) - 1
        rim = [side.at(x, y) for y in (0, last) for x in range(side.wide)]
        rim += [side.at(x, y) for x in (0, side.wide - 1) for y in range(last)]
        assert all(abs(red - blue) > 20 for red, _, blue in rim)  # the print goes on as far as the cut


def cuts(places: Iterable[float]) -> list[tuple[float, float]]:
    """The edges of cards by their marks: where each begins and ends."""
    found = sorted({round(each, 2) for each in places})
    return list(zip(found[::2], found[1::2], strict=True))


# ------------------------------------------------------------------------------------------------------------- boards


@for_all((wide, high) for wide in (50, 190, 277, 300, 1500) for high in (50, 277, 900))
def test_the_parts_of_a_board_cover_it_and_overlap(case: tuple[int, int]) -> None:
    wide, high = case
    sheet = tiling(A4, wide, high)
    for start, length, room, whole in (("x", "wide", sheet.paper.wide, wide), ("y", "high", sheet.paper.high, high)):
        parts = sorted({(getattr(tile, start), getattr(tile, length)) for tile in sheet.tiles})
        assert parts[0][0] == 0
        assert parts[-1][0] + parts[-1][1] == pytest.approx(whole)
        assert all(long <= room - 2 * BOARD_MARGIN + 1e-6 for _, long in parts)
        assert all(a + long - b == pytest.approx(OVERLAP) for (a, long), (b, _) in pairwise(parts))


def test_a_board_has_spaces_of_the_size_asked_for() -> None:
    (page,) = sheets(print_of(program_of(source("reversi")), parts=("boards",), space=20.0).typeset.pdf())
    assert len(page.filled(20, 20)) == 64


def board(size: int) -> Program:
    text = f"""\
ruleset: big
players: 2
boards:
  field: {{kind: grid, rows: {size}, columns: {size}}}
variables:
  mine: {{per: space, holds: truth}}
phases:
  game:
    - for each player p:
        - p chooses x from field where not mine[x]
        - mine[x] = yes
outcome:
  ranking (player p): highest 1
"""
    return program_of(Source("big.yaml", text))


@pytest.mark.slow
def test_a_board_of_100_by_100_spaces_is_printed_on_many_sheets() -> None:
    begun = perf_counter()
    made = print_of(board(100), parts=("boards",), space=10.0)
    pages = PdfReader(BytesIO(made.typeset.pdf())).pages
    assert len(pages) == made.pages["boards"] > 20
    assert perf_counter() - begun < 30


def test_a_paper_too_small_for_a_space_is_told() -> None:
    with pytest.raises(NotPrinted, match="A4 is too small for a space of 300 mm"):
        print_of(program_of(source("chess")), parts=("boards",), space=300.0)
    with pytest.raises(NotPrinted, match="choose a smaller `--space`"):
        print_of(board(100), parts=("boards",), space=150.0)


# ------------------------------------------------------------------------------------------------------------- pieces


def pieces(name: str) -> dict[tuple[str, str], int]:
    """How many pieces of a game are printed, by what they are drawn with and their colour."""
    game = Game(program_of(source(name)))
    (kinds,) = needed(game, "en", lambda board: True).values()
    return {(kind.figure or kind.text, kind.fill or ""): count for kind, count in kinds.items()}


@pytest.mark.slow
def test_pieces_are_printed_as_often_as_the_start_has_them() -> None:
    white, black = "#f4f4f4", "#1c1c1c"
    men = {"pawn": 8, "rook": 2, "knight": 2, "bishop": 2, "queen": 1, "king": 1}
    assert pieces("chess") == {(man, colour): count for colour in (white, black) for man, count in men.items()}
    assert pieces("backgammon") == {("", white): 15, ("", black): 15}
    assert set(pieces("why_first").values()) == set(pieces("change_horses").values()) == {1}


def test_of_pieces_that_come_in_the_game_there_are_enough() -> None:
    assert all(count >= 21 for count in pieces("connect_four").values())
    assert set(pieces("reversi").values()) == {64}
    assert set(pieces("tic_tac_toe")) == {("O", "#c8509a"), ("X", "#0090c8")}


def test_numbers_without_a_colour_are_no_pieces() -> None:
    assert needed(Game(program_of(source("kalah"))), "en", lambda board: True) == {}


def test_pieces_lie_in_squares_that_a_space_has_room_for() -> None:
    made = print_of(program_of(source("reversi")), parts=("pieces",), space=20.0)
    pages = sheets(made.typeset.pdf())
    assert made.pages == {"pieces": len(pages)}
    squares = [each for page in pages for each in page.shapes if not each.filled and near(each.size, (14, 14), 0.05)]
    assert len(squares) == 128
    assert all(near((each.left % 14, each.top % 14), (15 % 14, 15 % 14)) for each in squares)


# ------------------------------------------------------------------------------------------------- all that is bundled


@of_each_file("roads_and_walls")
def test_every_bundled_ruleset_prints(file: str) -> None:
    program = program_of(source(file))
    if not program.decks and not program.boards and all(place.kind is not PlaceKind.SCORE for place in program.places):
        with pytest.raises(NotPrinted, match=f"`{file}` has nothing to print: no cards, boards or scores"):
            print_of(program)
        return
    made = print_of(program)
    content = made.typeset.pdf()
    assert len(PdfReader(BytesIO(content)).pages) == sum(made.pages.values())
    assert list(made.warnings()) == []


@of_each_file("change_horses")
def test_a_table_of_a_deck_is_the_table_that_the_rules_read(file: str) -> None:
    text = source(file)
    overview = survey(text)
    program = program_of(text)
    for deck_name, table in deck_tables(text, "", overview.players[-1], {}):
        at = [each.name.plain for each in program.decks].index(deck_name)
        again = reread(text, overview.players[-1], deck_name, table)
        assert again.decks[at] == program.decks[at], deck_name
        assert again.domains[again.decks[at].domain] == program.domains[program.decks[at].domain]


def reread(text: Source, players: int, name: str, table: str) -> Program:
    """The ruleset whose deck is read from that table."""
    decks = yaml.load(text.text, yaml.BaseLoader)["decks"]
    for key in ("cards", "cards from"):
        decks[name].pop(key, None)
    decks[name]["cards from"] = "table.csv"
    whole = re.sub(r"(?m)^decks:.*\n(?:(?:[ #].*)?\n)*", lambda _: "decks: " + flow(decks) + "\n", text.text)
    made = compile_ruleset(Source(text.name, whole, text.base, (("table.csv", table),)), "", players, {})
    assert made.program is not None, made.diagnostics
    return made.program


def flow(value: object) -> str:
    """The value as YAML in one line; words stay words."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key}: {flow(each)}" for key, each in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(flow, value)) + "]"
    return f'"{value}"' if set("{},:|\n") & set(str(value)) and "\n" not in str(value) else block(str(value))


def block(text: str) -> str:
    return text if "\n" not in text else '"' + text.replace("\n", "\\n") + '"'


# ------------------------------------------------------------------------------------------------------------- images


def test_a_card_as_an_image_has_its_bleed() -> None:
    program = program_of(source("why_first"))
    images, _ = card_images(program, "en", Wanted(A4, Plan(POKER, BLEED)), fonts_in(None))
    assert [name for name, _ in images][:2] == ["racing-1--4.png", "racing-2--3.png"]
    assert len(images) == 10
    for _, content in images:
        assert [int.from_bytes(content[at : at + 4], "big") for at in (16, 20)] == [825, 1125]


def test_the_same_game_gives_the_same_bytes() -> None:
    program = program_of(source("why_first"))
    assert print_of(program).typeset.pdf() == print_of(program).typeset.pdf()


# ------------------------------------------------------------------------------------------------------------ command


def run(*words: str) -> tuple[int, str, str]:
    done = CliRunner().invoke(root, words)
    return done.exit_code, done.stdout, done.stderr


def test_the_command_writes_a_pdf(tmp_path: Path) -> None:
    out = tmp_path / "game.pdf"
    status, told, _ = run("print", "why_first", "-o", str(out))
    assert (status, told) == (0, f"{out} is written; pages: cards 8, boards 1, pieces 1, scores 1\n")
    assert out.read_bytes().startswith(b"%PDF-")


def test_what_stands_at_a_place_of_its_own_is_not_written_again() -> None:
    program = program_of(source("dyers"))
    text = PdfReader(BytesIO(print_of(program, Plan(POKER, BLEED, "none"), ("cards",)).typeset.pdf())).pages[0].extract_text()
    assert "1 weld" in text
    assert "cost weld" not in text


def test_papers_differ_in_size() -> None:
    assert near((PAPERS["letter"].wide, PAPERS["letter"].high), (215.9, 279.4))
    assert Paper("A4", 210, 297).turned == Paper("A4", 297, 210)


def test_without_the_extra_commands_say_what_to_install(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setitem(sys.modules, "typst", None)
    monkeypatch.delitem(sys.modules, "rulerun.printing.typesetting")
    monkeypatch.delattr(rulerun.printing, "typesetting")
    for command in ("print", "rulebook", "sheet"):
        assert run(command, "why_first") == (1, "", "error: typst is not installed: pip install 'rulerun[print]'\n")
    assert run("print", "why_first", "--csv", str(tmp_path))[0] == 0
