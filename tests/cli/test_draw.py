from __future__ import annotations

import io

import pytest
from attrs import evolve
from rich.console import Console, RenderableType

from rulerun.cli.draw.boards import draw_board
from rulerun.cli.draw.cards import draw_hand, in_lines
from rulerun.program.colours import COLOURS
from rulerun.program.ir import Shape
from rulerun.table.pictures import BoardPicture, CardPicture, PathPicture, SpacePicture, Token, ZonePicture
from rulerun.table.styles import TextStyle, readable_on, seat_style_of, shorts


def shown(drawn: RenderableType, width: int = 80) -> list[str]:
    file = io.StringIO()
    Console(file=file, width=width, color_system=None).print(drawn)
    return [line.rstrip() for line in file.getvalue().splitlines()]


def board(shape: Shape, names: list[str], points: list[tuple[int, int]], on: dict[str, str], note: str = "") -> BoardPicture:
    spaces = tuple(
        SpacePicture(name, *point, None, note, tuple(Token(sign, seat_style_of(0)) for sign in on.get(name, "")))
        for name, point in zip(names, points, strict=True)
    )
    return BoardPicture("board", shape, spaces, ())


def test_what_stands_on_a_track_is_above_its_space() -> None:
    names = [str(number) for number in range(-3, 4)]
    above, line, below = shown(draw_board(board(Shape.TRACK, names, [(0, i) for i in range(7)], {"2": "B"}), 80, False))
    assert below.split() == names
    assert above.index("B") == below.rindex("2")
    assert line[above.index("B")] == "┷"


def test_a_track_wraps_where_the_screen_ends() -> None:
    names = [str(number) for number in range(-12, 17)]
    lines = shown(draw_board(board(Shape.TRACK, names, [(0, i) for i in range(29)], {"0": "AB"}), 80, False))
    assert max(len(line) for line in lines) <= 80
    assert [word for line in lines for word in line.split() if word.lstrip("-").isdigit()] == names


@pytest.mark.parametrize(("high", "back", "there"), [(6, "6 5 4", "1 2 3"), (5, "5 4 3", "1 2"), (2, "2", "1")])
def test_a_track_that_goes_round_has_its_way_back_above(high: int, back: str, there: str) -> None:
    names = [str(number) for number in range(1, high + 1)]
    ring = evolve(board(Shape.TRACK, names, [(0, i) for i in range(high)], {"1": "B"}), closed=True)
    lines = shown(draw_board(ring, 80, False))
    assert [lines[2].split(), lines[5].split()] == [back.split(), there.split()]
    assert lines[3].index("B") == lines[5].index("1")
    assert all(lines[2].index(str(high - at)) == lines[5].index(str(at)) for at in range(1, high // 2))


def test_a_track_that_goes_round_wraps_as_any_other_where_its_halves_have_no_room() -> None:
    names = [str(number) for number in range(1, 31)]
    ring = evolve(board(Shape.TRACK, names, [(0, i) for i in range(30)], {}), closed=True)
    assert [word for line in shown(draw_board(ring, 30, False)) for word in line.split() if word.isdigit()] == names


def test_a_grid_shows_the_names_of_its_empty_squares() -> None:
    names = [f"{column}{row}" for row in (2, 1) for column in "ab"]
    lines = shown(draw_board(board(Shape.GRID, names, [(0, 0), (0, 1), (1, 0), (1, 1)], {"b2": "X"}), 80, False))
    text = "\n".join(lines)
    assert "b2" not in text
    assert lines[1].startswith("2 │")
    assert "X" in lines[1]
    assert "a1" in lines[3]
    assert lines[5].split() == ["a", "b"]


def test_squares_have_coordinates_and_a_chess_board_leaves_room_on_a_small_screen() -> None:
    names = [f"{column}{row}" for row in range(8, 0, -1) for column in "abcdefgh"]
    points = [(row, column) for row in range(8) for column in range(8)]
    lines = shown(draw_board(board(Shape.GRID, names, points, dict.fromkeys(names, "X")), 78, False))
    assert len(lines) == 9
    assert max(len(line) for line in lines) <= 78
    assert [line.split()[0] for line in lines[:8]] == list("87654321")
    assert lines[8].split() == list("abcdefgh")
    assert lines[8].index("c") == [place for place, sign in enumerate(lines[0]) if sign == "X"][2]


def test_a_grid_of_more_columns_than_there_is_room_for_has_a_letter_for_each_square() -> None:
    columns = [*"abcdefghijklmnopqrstuvwxyz", "aa", "ab"]
    names = [f"{column}{row}" for row in (2, 1) for column in columns]
    points = [(row, column) for row in range(2) for column in range(28)]
    lines = shown(draw_board(board(Shape.GRID, names, points, {"c2": "X", "ab1": "O"}), 80, False))
    assert lines[:2] == ["2 · · X" + " ·" * 25, "1" + " ·" * 27 + " O"]
    assert lines[2].split() == columns[:-1]
    narrow = shown(draw_board(board(Shape.GRID, names, points, {"c2": "X", "ab1": "O"}), 30, False))
    assert narrow[:2] == ["2 ··X" + "·" * 25, "1 " + "·" * 27 + "O"]
    assert narrow[2].startswith("  a c e")


def test_a_square_without_room_for_all_its_options_still_says_its_name() -> None:
    spaces = (SpacePicture("a1", 0, 0, None, "", (Token("10/12/14/16", seat_style_of(0)),)),)
    assert "a1" in shown(draw_board(BoardPicture("board", Shape.GRID, spaces, ()), 80, False))[1]


@pytest.mark.parametrize("note", ["m", "mud", "Schlamm", "terra paludosa"])
def test_the_name_of_a_hexagon_never_gives_way_to_a_word(note: str) -> None:
    names = ["A1", "A2", "B1", "B2", "B3"]
    points = [(0, 1), (0, 3), (1, 0), (1, 2), (1, 4)]
    drawn = "\n".join(shown(draw_board(board(Shape.HEXAGON, names, points, {"A1": "7", "B2": "X"}, note), 80, False)))
    assert all(name in drawn for name in names)
    assert "A1 7" in drawn or "A1  7" in drawn


def test_rows_of_hexagons_lie_half_a_space_apart() -> None:
    points = [(0, 1), (0, 3), (1, 0), (1, 2), (1, 4), (2, 1), (2, 3)]
    names = ["A1", "A2", "B1", "B2", "B3", "C1", "C2"]
    lines = shown(draw_board(board(Shape.HEXAGON, names, points, {"B2": "L"}, "8"), 80, False))
    assert lines[0].index("A1") == 4
    assert lines[1].index("B1") == 0
    assert lines[1].index("L") > lines[1].index("B2")
    assert lines[2].count("8") == 2


def test_a_piece_with_a_colour_of_its_own_covers_its_hexagon() -> None:
    red = Token("R", TextStyle("#ffffff", "#d03040"))
    spaces = tuple(SpacePicture(f"a{at}", 0, 2 * at, None, "", (red,) if at else ()) for at in range(3))
    (line,) = shown(draw_board(BoardPicture("board", Shape.HEXAGON, spaces, ()), 80, 1))
    assert "a0" in line
    assert line.count("R") == 2
    assert "a1" not in line


def test_lines_of_several_seats_have_their_colours_where_they_go_together_too() -> None:
    points = [(0, 1), (0, 3), (1, 0), (1, 2), (1, 4)]
    hexagons = board(Shape.HEXAGON, ["A1", "A2", "B1", "B2", "B3"], points, {})
    one, other = (PathPicture(joints, seat_style_of(seat)) for seat, joints in ((0, ((0, 1), (0, 3))), (1, ((0, 1), (2, 3)))))

    def lines(*paths: PathPicture) -> dict[str, list[object]]:
        drawn, found = draw_board(evolve(hexagons, paths=paths), 80, 30), dict[str, list[object]]()
        for segment in Console(width=80, color_system="truecolor").render(drawn):
            if segment.style is not None and set(segment.text) <= set("━═╲╱") and segment.style.color is not None:
                ground = segment.style.bgcolor.name if segment.style.bgcolor is not None else None
                found.setdefault(segment.text[0], []).append((segment.style.color.name, ground))
        return found

    mine, yours = (ink.colour for ink in (one.style, other.style))
    assert {colour for colour, _ in lines(one)["━"]} == {mine}
    both = lines(one, other)
    assert {colour for colour, _ in both["═"]} == {mine, yours}
    assert {colour for colour, _ in both["━"]} == {yours}
    assert (mine, "#101010") in both["╲"]
    grey = tuple(PathPicture(each.joints, TextStyle()) for each in (one, other))
    assert "═" in "".join(shown(draw_board(evolve(hexagons, paths=grey), 80, 30)))


def test_cards_known_to_lie_face_down_take_two_lines_and_a_few_dots() -> None:
    known = tuple(CardPicture(f"card {at}", 1) for at in range(20))
    pile = ZonePicture("won", 20, (), known, holds="in it")
    few, many = in_lines(evolve(pile, size=2, known=known[:2]), 40).plain, in_lines(pile, 40).plain
    assert few == "▒×2, in it: card 0, card 1"
    assert many.count("\n") == 1
    assert many.startswith("▒×20, in it: card 0, card 1")
    assert many.endswith("…")


@pytest.mark.parametrize("width", [40, 80, 120])
def test_lanes_never_grow_wider_than_the_screen(width: int) -> None:
    names = [f"{lane}/{row}" for lane in (1, 2) for row in range(40)]
    points = [(lane, row) for lane in (0, 1) for row in range(40)]
    lines = shown(draw_board(board(Shape.LANES, names, points, {"2/35": "r"}), width, False), width)
    assert max(len(line) for line in lines) <= width
    assert "r" in lines[2]
    assert lines[1].startswith("1")


@pytest.mark.parametrize("width", [30, 40, 80])
def test_lanes_go_on_below_where_tokens_lie_beyond_the_screen(width: int) -> None:
    names = [f"{lane}/{row}" for lane in (1, 2) for row in range(40)]
    points = [(lane, row) for lane in (0, 1) for row in range(40)]
    on = {"1/3": "a", "2/3": "b", "1/39": "c", "2/22": "d"}
    lines = shown(draw_board(board(Shape.LANES, names, points, on), width, False), width)
    assert max(len(line) for line in lines) <= width
    assert all("\n".join(lines).count(token) == 1 for token in "abcd")
    assert len(lines) % 3 == 0


def test_more_tokens_than_a_lane_can_show_are_told_by_a_plus() -> None:
    names = [f"{lane}/{row}" for lane in (1, 2) for row in range(3)]
    points = [(lane, row) for lane in (0, 1) for row in range(3)]
    lines = shown(draw_board(board(Shape.LANES, names, points, {"1/1": "abcdefghijklmnopqrstuvwxyz"}), 20, False), 20)
    assert max(len(line) for line in lines) <= 20
    assert any("abcdef" in line and "+│" in line.replace("‥", "│").replace(" ", "") for line in lines)


def test_a_graph_shows_every_space() -> None:
    names = ["Paris", "Rome", "Oslo"]
    lines = shown(draw_board(board(Shape.GRAPH, names, [(0, 0), (1, 0), (2, 0)], {"Rome": "A"}), 80, False))
    assert any("Rome A" in line for line in lines)
    assert all(any(name in line for line in lines) for name in names)


def test_a_hand_shows_every_copy_and_counts_what_is_unseen() -> None:
    boxes = shown(draw_hand(ZonePicture("hand", 3, (CardPicture("3", 2), CardPicture("-1", 1))), 80, True))
    assert boxes[1] == "│ 3 ││ 3 ││ -1 │"
    line = shown(draw_hand(ZonePicture("hand", 5, (CardPicture("3", 2),)), 80, False))
    assert line == ["3×2  ▒×3"]


def test_what_is_printed_beside_the_names_of_cards_is_told_where_there_is_room() -> None:
    market = ZonePicture("market", 2, (CardPicture("red cap", 1, beside="cost 2"), CardPicture("blue robe", 1)))
    boxes = shown(draw_hand(market, 80, True))
    assert boxes[1:3] == ["│ red cap ││ blue robe │", "│ cost 2  ││           │"]
    assert shown(draw_hand(market, 30, False)) == ["red cap (cost 2)  blue robe"]
    assert shown(draw_hand(market, 20, False)) == ["red cap (cost 2)", "blue robe"]
    assert shown(draw_hand(market, 20, False, brief=True)) == ["red cap  blue robe"]
    assert in_lines(market, 80).plain == "red cap  blue robe"
    assert in_lines(market, 80, noted=True).plain == "red cap (cost 2)  blue robe"


def test_what_is_only_known_to_lie_in_a_pile_is_not_shown_like_an_open_card() -> None:
    pile = ZonePicture("stock", 36, (), (CardPicture("seven of clubs", 1), CardPicture("king", 2)), "ace", "on top", "in it")
    assert in_lines(pile, 80).plain == "▒×36, on top: ace, in it: seven of clubs, king×2"


def test_the_top_of_an_open_pile_is_marked_and_one_without_room_is_cut_with_its_number() -> None:
    cards = (CardPicture("9", 1, True), *(CardPicture(str(number), 1) for number in range(20)))
    pile = ZonePicture("discard", 21, cards, mark="on top")
    assert in_lines(pile, 80).plain.split() == ["9", "(on", "top)", *(str(number) for number in range(20))]
    assert in_lines(pile, 12).plain.splitlines() == ["9 (on top)", "0  1  2  3", "4  5  6  7", "8  9  … ×10"]
    assert "…" not in "".join(shown(draw_hand(pile, 80, False)))


def test_short_names_tell_things_apart() -> None:
    assert shorts(["red", "yellow", "blue", "green", "black", "white"]) == ("r", "y", "bu", "g", "ba", "w")
    assert shorts(["Anne", "Ben", "Chris"]) == ("A", "B", "C")
    assert len(set(shorts(["ab", "abc", "abd", "b"]))) == 4


def test_ink_can_be_read_on_every_ground() -> None:
    assert {word: readable_on(colour) for word, colour in COLOURS.items() if word in ("white", "black", "yellow", "blue")} == {
        "white": "#000000",
        "black": "#ffffff",
        "yellow": "#000000",
        "blue": "#ffffff",
    }


def test_lines_that_an_author_has_drawn_are_drawn_between_spaces() -> None:
    drawn = board(Shape.GRAPH, ["a2", "b2", "a1", "b1"], [(0, 0), (0, 6), (2, 0), (2, 6)], {"b2": "X"})
    lines = shown(draw_board(evolve(drawn, links=((0, 1), (0, 2), (1, 3), (0, 3))), 80, False))
    assert [line.rstrip() for line in lines] == ["a2────b2 X", "│  ╲  │", "a1    b1"]


def test_a_drawing_is_stretched_or_drawn_together_so_that_what_stands_there_has_room_else_listed() -> None:
    drawn = evolve(board(Shape.GRAPH, ["a", "b"], [(0, 0), (0, 2)], {"a": "XY"}), links=((0, 1),))
    assert shown(draw_board(drawn, 80, False)) == ["a X Y───b"]
    assert shown(draw_board(drawn, 10, False)) == ["a X Y──b"]
    assert shown(draw_board(drawn, 7, False)) == ["a X Y → b", "b"]


def test_a_drawing_stays_where_it_is_when_something_comes_to_its_spaces() -> None:
    empty = evolve(board(Shape.GRAPH, ["a", "b"], [(0, 0), (0, 2)], {}), links=((0, 1),))
    laid = evolve(board(Shape.GRAPH, ["a", "b"], [(0, 0), (0, 2)], {"a": "X", "b": "X"}), links=((0, 1),))
    assert [shown(draw_board(each, 80, False)) for each in (empty, laid)] == [["a─────b"], ["a X───b X"]]


def test_a_graph_that_is_not_drawn_tells_where_its_spaces_lead() -> None:
    names = ["inn", "mill", "ford"]
    listed = evolve(board(Shape.GRAPH, names, [(0, 0), (1, 0), (2, 0)], {"mill": "A"}), links=((0, 1), (0, 2), (1, 0)))
    assert [line.split() for line in shown(draw_board(listed, 20, False))] == [
        ["inn", "→", "mill,", "ford"],
        ["mill", "A", "→", "inn"],
        ["ford"],
    ]


@pytest.mark.parametrize("shape", [Shape.TRACK, Shape.LANES, Shape.GRID, Shape.HEXAGON, Shape.GRAPH])
def test_the_sign_that_something_has_changed_stands_beside_it_and_moves_nothing(shape: Shape) -> None:
    names = ["a1", "b1", "c1"]
    apart = 2 if shape in (Shape.HEXAGON, Shape.GRAPH) else 1
    plain = board(shape, names, [(0, 0), (0, apart), (0, 2 * apart)], {"b1": "B"})
    marked = evolve(plain, spaces=tuple(evolve(space, sign="" if space.name == "c1" else "*") for space in plain.spaces))
    before, after = (shown(draw_board(each, 80, 24)) for each in (plain, marked))
    assert sum(line.count("*") for line in after) == 2
    assert [line.replace("*", " ").rstrip() for line in after] == before
