"""The rules page of a small ruleset: choices of effects, names in reasons, the longest match, the texts of a variant."""

from __future__ import annotations

import pytest

from rulerun.dsl.text.source import Source
from rulerun.rulebook.page import Code, Heading, Page, Step, Steps
from rulerun.rulebook.rules_page import rules_page

TEXT = """\
ruleset: guild
title: {en: Guild, it: Gilda}
players: 2
decks:
  guild:
    named by: craft
    cards: [{craft: reeve, copies: 6}, {craft: mason, copies: 6}]
    starts in: shop
zones:
  shop: {of: guild, kind: pile}
  hand: {of: guild, per: player, seen by: owner}
  built: {of: guild, seen by: everyone}
variables:
  coins: {per: player, holds: 0..9, starts as: 2}
phases:
  game:
    - repeat until shop is empty:
        - for each player me:
            - do turn (me)
  turn (player me):
    - me chooses one:
        - build:
            - only if coins[me] > 1 because "{me} has {coins[me]}"
            - draw card from shop to built
            - do play of card.craft (me)
        - give card from hand[me]:
            - let least = coins[me]
            - only if least < 9 because "{card.craft} costs more than {least}, which {me} must pay for {card}"
            - put card in built
effects:
  play (player me):
    reeve:
      - me chooses card from hand[me]
      - put card in built
    mason:
      - me chooses 0..2 cards from hand[me] and put them in built
outcome:
  winners: player p where coins[p] > 3
longest: {decisions: 200, then: draw}
told:
  coins (player p): "the coins of {p}"
  rules game: Build.
  rules turn: Build or give.
  rules outcome: The rich win.
variants:
  short:
    phases:
      turn:
        begins with:
          - say "go"
    told:
      rules turn: Build or give, quickly.
"""


def page(variant: str = "", language: str = "en") -> Page:
    return rules_page(Source("guild.yaml", TEXT), variant, 2, {}, language)


def part(found: Page, title: str) -> tuple[Step, ...]:
    """The steps of the part of that title."""
    at = found.blocks.index(Heading(title, 2))
    return next(block.items for block in found.blocks[at + 1 :] if isinstance(block, Steps))


def test_what_an_effect_asks_for_can_be_chosen() -> None:
    found = {step.lead: [below.lead or below.text for below in step.below] for step in part(page(), "What can be chosen")}
    assert found == {"Turn": ["Build", "Give"], "Reeve": ["Card"], "Mason": ["Cards"]}


def test_reasons_say_who_is_meant_and_no_name_inside_a_phase() -> None:
    turn = part(page(), "What can be chosen")[0]
    told = {option.lead: [reason.text for reason in option.below] for option in turn.below}
    assert told == {
        "Build": ["Refused: “the player has the coins of the player”"],
        "Give": ["Refused: “craft costs more than …, which the player must pay for the card”"],
    }


@pytest.mark.parametrize(("language", "said"), [("en", "The coins of each player: 2 at the start."), ("it", "2 all'inizio.")])
def test_what_a_value_starts_as_is_said_of_one_and_of_many(language: str, said: str) -> None:
    setup = part(page("", language), {"en": "Set-up", "it": "Preparazione"}[language])
    assert any(step.text.endswith(said) for step in setup)


def test_the_line_of_the_longest_match_is_whole() -> None:
    lines = [line for block in page().blocks if isinstance(block, Code) for line in block.lines]
    assert "longest: {decisions: 200, then: draw}" in lines


def test_a_text_that_a_variant_replaces_keeps_its_place() -> None:
    said = [step.text for step in part(page("short"), "The rules in short")]
    assert said == ["Build.", "Build or give, quickly.", "The rich win."]


PITS = """\
ruleset: pits
players: 2
variables:
  men:
    per: [player, 0..5]
    holds: 0..9
    starts as (player p, number n): 3 if n = 0 else 2 if n = 5 else 0
  gifts: {per: [player, 1..2], holds: 0..9, starts as: {Ben: {2: 4}}}
phases:
  game:
    - for each player me:
        - me chooses s from 0..4 where men[me, s] > 0
        - men[me, s] -= 1
        - gifts[me, 1] += 1
outcome:
  winners: players
"""


def test_a_start_with_two_indices_belongs_to_the_set_up() -> None:
    found = rules_page(Source("pits.yaml", PITS), "", 2, {}, "en")
    setup = [step.text for step in part(found, "Set-up")]
    assert "The men of each player at the start – 3: 0; 2: 5." in setup
    assert "The gifts at the start – 4: Ben 2." in setup
