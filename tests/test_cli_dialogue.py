from __future__ import annotations

import pytest

from rulerun.cli.dialogue import Ask, Choose, Unclear, Wish, understand

MENU = [("prolunga capo davanti F3", "extend head F3"), ("prolunga capo davanti F4", "extend head F4"), ("passo", "pass")]


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
        ("?", Wish.HELP, ""),
        ("help", Wish.HELP, ""),
        ("undo", Wish.UNDO, ""),
        ("quit", Wish.QUIT, ""),
        ("save", Wish.SAVE, ""),
        ("", Wish.LOOK, ""),
        ("why extend head C3", Wish.WHY, "extend head c3"),
    ],
)
def test_a_wish_is_understood(line: str, wish: Wish, rest: str) -> None:
    assert understand(line, MENU) == Ask(wish, rest)


def test_an_option_goes_before_a_wish_of_the_same_name() -> None:
    assert understand("quit", [("quit",), ("stay",)]) == Choose(0)
    assert understand("/quit", [("quit",), ("stay",)]) == Ask(Wish.QUIT, "")


def test_enter_takes_the_only_option() -> None:
    assert understand("", [("pass",)]) == Choose(0)


def test_nonsense_is_unclear() -> None:
    assert understand("xyzzy", MENU) == Unclear("xyzzy", (), None)
    assert understand("²", MENU) == Unclear("²", (), None)
