"""Score sheets follow from scores and phases, pads from boards on which each player has spaces; a part of a drawing is whole."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulerun.drawing.board import board_svg
from rulerun.drawing.crop import ends, parts_of
from rulerun.dsl.compile import compile_ruleset
from rulerun.dsl.text.files import find, read_source
from rulerun.interpreter import initial, view
from rulerun.interpreter.game import Game
from rulerun.printing.forms import Form, pads, score_forms, scored, written_boards
from rulerun.printing.layout import tiling
from rulerun.printing.paper import PAPERS
from rulerun.table.model import scene_of
from rulerun.table.scene import Scene

from ..support.battery import some

TEMPLATES = Path(__file__).resolve().parents[2] / "printing"


def game(name: str, players: int) -> Game:
    source, _ = read_source(find(name))
    assert source is not None
    made = compile_ruleset(source, "", players, {})
    assert made.program is not None
    return Game(made.program)


def shown(of: Game, language: str = "en") -> Scene:
    return scene_of(of, view(of, initial(of, listening=True), 0), language, own=False)


def forms(name: str, players: int) -> tuple[Form, ...]:
    made = game(name, players)
    return tuple(score_forms(made.program, shown(made)))


def test_a_sheet_has_a_row_for_each_time_that_a_phase_scores() -> None:
    (form,) = forms("why_first", 6)
    assert (form.title, form.columns) == ("Points", ("",) * 6)
    assert [row.label for row in form.rows] == [*(f"Scoring {at}" for at in range(1, 6)), "total"]
    assert [row.total for row in form.rows] == [False] * 5 + [True]
    (form,) = forms("traxx", 4)
    assert [row.label for row in form.rows] == [*(f"Numbers reached {at}" for at in range(1, 16)), "Missed spaces", "total"]


def test_an_automa_is_named_on_a_sheet() -> None:
    (form,) = forms("why_first", 2)
    assert form.columns == ("", "", "Leo")


def test_boxes_that_each_player_fills_stand_on_a_sheet() -> None:
    boxes, *_ = forms("yahtzee", 2)
    assert len(boxes.rows) == 13
    assert forms("chess", 2) == ()


def test_how_often_a_phase_scores_is_known_or_open() -> None:
    program = game("why_first", 3).program
    assert [(program.phases[phase].name, times) for phase, _, times in scored(program) if phase is not None] == [("scoring", 5)]
    assert {times for _, _, times in scored(game("pig", 2).program)} == {None}


@pytest.mark.parametrize("players", [1, 3, 4])
def test_each_player_has_a_pad_with_the_own_start_and_nothing_else(players: int) -> None:
    made = game("traxx", players)
    found = list(pads(made, "en"))
    assert [pad.seat for pad in found] == list(range(players))
    for pad in found:
        standing = [each for space in pad.board.spaces for each in (*space.marks, *space.pointers, *space.pieces)]
        assert [each.seat for each in standing] == [pad.seat]
        assert pad.forms[0].columns == tuple(str(number) for number in range(2, 11))
    starts = {next(space.id for space in pad.board.spaces if space.marks) for pad in found}
    assert len(starts) == players


def test_only_boards_of_each_player_are_pads() -> None:
    assert written_boards(game("traxx", 4).program) == {"sheet"}
    for name in ("chess", "why_first", "roads_and_walls", "rails", "go_9x9"):
        assert written_boards(game(name, 2).program) == frozenset()


@pytest.mark.parametrize("name", some("rails", "hex", slow=("change_horses", "roads_and_walls")))
def test_the_parts_of_a_drawing_hold_all_that_they_show(name: str) -> None:
    scene = shown(game(name, 2))
    svg = board_svg(scene.boards[0], scene, names=True, coloured=True)
    _, _, wide, high = (float(each) for each in (svg.get("viewBox") or "").split())
    parts = parts_of(svg)
    for tile in tiling(PAPERS["a4"], wide * 0.3, high * 0.3).tiles:
        x, y, w, h = (each / 0.3 for each in (tile.x, tile.y, tile.wide, tile.high))
        part = parts.within(x, y, w, h)
        kept = {id(each) for each in part}
        for child in svg:
            box = ends(child)
            if id(child) not in kept and child.tag != "title":
                assert box is not None
                assert box[2] < x or box[0] > x + w or box[3] < y or box[1] > y + h
        assert [float(each) for each in (part.get("viewBox") or "").split()] == pytest.approx([x, y, w, h], abs=0.001)


def test_no_template_takes_text_as_markup() -> None:
    for path in sorted(TEMPLATES.glob("*.typ")):
        text = path.read_text(encoding="utf-8")
        assert "eval(" not in text, path.name
        assert "import " not in text, path.name
        assert "include " not in text, path.name
