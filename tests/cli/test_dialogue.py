from __future__ import annotations

import pytest

from rulerun.cli.terminal.console import load, read
from rulerun.dsl.text.files import BUNDLED
from rulerun.interpreter import decision, initial
from rulerun.session.typed import Ask, Choose, Reading, Request, Unclear
from rulerun.session.typed import understand as read_line
from rulerun.table.labels import labels, letters
from rulerun.table.options import option_ends

from ..support.battery import game_of

MENU = [("prolunga capo davanti F3", "extend head F3"), ("prolunga capo davanti F4", "extend head F4"), ("passo", "pass")]


CARDS = [("card red yellow",), ("card blue",), ("pass",)]
ENDS = [("red yellow",), ("blue",), ()]


def understand(line: str, names: list[tuple[str, ...]]) -> Reading:
    return read_line(line, names, [() for _ in names])


@pytest.mark.parametrize(("line", "index"), [("blue", 1), ("red yellow", 0), ("r y", 0), ("card red", 0), ("card yellow", None)])
def test_an_end_stands_for_an_option_where_it_says_a_whole_argument(line: str, index: int | None) -> None:
    assert read_line(line, CARDS, ENDS) == (Unclear(line, (), None) if index is None else Choose(index))


def test_a_part_of_what_a_card_says_is_asked_about() -> None:
    assert read_line("yellow", CARDS, ENDS) == Unclear("yellow", (0,), None)


def test_the_ends_of_an_option_begin_where_its_arguments_do() -> None:
    program = load(read(BUNDLED / "tic_tac_toe.yaml"), None, None, ())
    asked = decision(game_of(program), initial(game_of(program)), 0)
    assert option_ends(game_of(program), asked, "it")[:2] == (("a1",), ("b1",))


@pytest.mark.parametrize(
    ("line", "index"),
    [("1", 0), ("3", 2), ("pass", 2), ("PASSO", 2), ("extend head F4", 1), ("  extend   head f3 ", 0), ("pas", 2)],
)
def test_a_number_a_name_or_a_beginning_chooses(line: str, index: int) -> None:
    assert understand(line, MENU) == Choose(index)


def test_words_may_be_cut_short_each() -> None:
    assert understand("e h F4", MENU) == Choose(1)


def test_a_beginning_of_several_options_is_unclear_and_names_them() -> None:
    assert understand("extend", MENU) == Unclear("extend", (0, 1), None)


def test_a_number_too_high_tells_the_limit() -> None:
    assert understand("7", MENU) == Unclear("7", (), 3)
    assert understand("0", MENU) == Unclear("0", (), 3)


def test_a_whole_name_goes_before_longer_names_that_begin_so() -> None:
    assert understand("card 1", [("card 1",), ("card 12",), ("card 1 (white 6)",)]) == Choose(0)


def test_whole_words_go_before_parts_of_words() -> None:
    assert understand("card 1", [("card 12",), ("card 1 (white 6)",)]) == Choose(1)


@pytest.mark.parametrize(
    ("line", "wish", "rest"),
    [
        ("?", Request.HELP, ""),
        ("help", Request.HELP, ""),
        ("undo", Request.UNDO, ""),
        ("quit", Request.QUIT, ""),
        ("save", Request.SAVE, ""),
        ("", Request.LOOK, ""),
        ("look reeve", Request.LOOK, "reeve"),
        ("why extend head C3", Request.WHY, "extend head c3"),
    ],
)
def test_a_wish_is_understood(line: str, wish: Request, rest: str) -> None:
    assert understand(line, MENU) == Ask(wish, rest)


def test_an_option_goes_before_a_wish_of_the_same_name() -> None:
    assert understand("quit", [("quit",), ("stay",)]) == Choose(0)
    assert understand("/quit", [("quit",), ("stay",)]) == Ask(Request.QUIT, "")


def test_enter_takes_the_only_option() -> None:
    assert understand("", [("pass",)]) == Choose(0)


HAND = [("card 2",), ("card 3",), ("card 4",), ("card 12",), ("pass",)]
BIDS = [("bid 1 5",), ("bid 1 6",), ("bid 2 1",), ("challenge",)]


def test_options_that_say_numbers_have_letters() -> None:
    assert labels(MENU) == ("1", "2", "3")
    assert labels(HAND) == ("a", "b", "c", "d", "e")
    assert labels([("play 2 of hearts",), ("draw",)]) == ("a", "b")
    assert labels([("cell a1",), ("cell b2",)]) == ("1", "2")


def test_letters_go_on_behind_the_last_and_leave_out_those_of_help_and_quit() -> None:
    found = [letters(position) for position in range(700)]
    assert found[:26] == [*"abcdefgijklmnoprstuvwxyz", "aa", "ab"]
    assert len(set(found)) == 700


@pytest.mark.parametrize(("line", "index"), [("2", 0), ("3", 1), ("12", 3), ("a", 0), ("B", 1), ("card 3", 1), ("pass", 4)])
def test_where_options_say_numbers_a_number_is_the_card(line: str, index: int) -> None:
    assert understand(line, HAND) == Choose(index)


def test_a_number_that_no_option_says_chooses_nothing() -> None:
    assert understand("1", HAND) == Unclear("1", (), None)
    assert understand("5", HAND) == Unclear("5", (), None)


def test_a_number_of_several_options_is_unclear() -> None:
    assert understand("1", BIDS) == Unclear("1", (0, 1), None)
    assert understand("1 6", BIDS) == Choose(1)
    assert understand("6", BIDS) == Unclear("6", (), None)
    assert understand("5", [("card 1 (white 5)",), ("card 3",)]) == Unclear("5", (), None)
    assert understand("1", [("card 1 (white 5)",), ("card 12",)]) == Choose(0)
    assert understand("-4", [("card 4",), ("card -4",)]) == Choose(1)


def test_a_letter_gives_way_to_an_option_of_that_name() -> None:
    assert understand("b", [("take 3",), ("a",), ("b",)]) == Choose(2)


def test_nonsense_is_unclear() -> None:
    assert understand("xyzzy", MENU) == Unclear("xyzzy", (), None)
    assert understand("²", MENU) == Unclear("²", (), None)


def test_a_hint_may_be_asked_about_an_option_unless_an_option_is_called_so() -> None:
    assert understand("hint extend head F3", MENU) == Ask(Request.HINT, "extend head f3")
    assert understand("hint", MENU) == Ask(Request.HINT, "")
    assert understand("hint blue", [("hint blue to Ben",), ("pass",)]) == Choose(0)
    assert understand("/hint blue", [("hint blue to Ben",), ("pass",)]) == Ask(Request.HINT, "blue")
