"""The rules page says which pile is refilled from where."""

from __future__ import annotations

from rulerun.dsl.text.source import Source
from rulerun.rulebook.page import sentences
from rulerun.rulebook.rules_page import rules_page

TEXT = """\
ruleset: piles
players: 2
decks:
  cards:
    cards: [{value: 1..6}]
    starts in: box
zones:
  box: {of: cards, kind: pile}
  deck: {of: cards, kind: pile, per: player, refills from: "discard[owner]"}
  discard: {of: cards, per: player, seen by: everyone}
phases:
  game:
    - deal 2 from box to discard of each player
    - deal 1 from deck[Anne] to discard[Ben]
outcome:
  winners: Anne
"""


def test_the_page_says_which_pile_is_refilled_from_where() -> None:
    found = sentences(rules_page(Source("piles.yaml", TEXT), "", 2, {}, "en"))
    assert "When a card is needed and none is left in the deck, all cards in the discard are shuffled into it." in found
    spoken = sentences(rules_page(Source("piles.yaml", TEXT), "", 2, {}, "it"))
    assert any("vi si rimettono, mescolate" in each for each in spoken)
