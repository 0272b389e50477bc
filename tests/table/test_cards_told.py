"""Cards by name, as `look CARD` tells of them."""

from __future__ import annotations

import rulerun
from rulerun.table.cards_told import cards_told


def told(file: str, typed: str, language: str = "en") -> list[str]:
    return list(cards_told(rulerun.load(file).program, typed, language))


def test_a_card_tells_its_print_and_its_text() -> None:
    assert told("guildhall", "Reeve") == [
        "reeve: sort attack, cost 4, coins 2 · "
        "Every other player discards cards of their choice until three are left in the hand."
    ]


def test_a_card_of_a_space_tells_what_is_printed_there() -> None:
    assert told("fever_ward", "riga") == ["Riga: colour blue"]


def test_a_beginning_tells_of_all_cards_that_begin_so() -> None:
    assert told("guildhall", "c") == ["crown: sort treasure, cost 3, coins 2", "cottage: sort land, cost 2, points 1"]


def test_a_card_with_nothing_but_its_name_says_so() -> None:
    assert told("hearts", "dieci di fiori", "it") == ["dieci di fiori: non c'è scritto altro"]


def test_an_unknown_card_is_told_with_the_nearest() -> None:
    assert told("guildhall", "reevf\u001b") == ["no card is called `reevf?`; did you mean `reeve`?"]
