"""What goes wrong in every match, found without playing any."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .complaint import Told, warning

if TYPE_CHECKING:
    from ...program.span import Span


@warning
def too_few_cards(zone: str, cards: int, when: str, span: Span) -> Told:
    """More cards are dealt, drawn or moved than there are.

    Every match that comes to this sentence stops there. Where it depends on the number of players, the message says for which.

    Wrong:
        phases:
          game:
            - deal 5 from stock to hand of each player
    Told:
        no card is left in `stock` for this (with 3 players)
    Right:
        phases:
          game:
            - deal 4 from stock to hand of each player
    """
    help_ = "there is 1 card in all" if cards == 1 else f"there are {cards} cards in all"
    return Told(f"no card is left in `{zone}` for this{when}", span, help_)


@warning
def nothing_to_choose(when: str, span: Span) -> Told:
    """Somebody is asked, and has no option.

    Every match that comes to this sentence stops there.

    Wrong:
        - Anne chooses card from hand[Anne]
    Told:
        there is never anything to choose here
    Right:
        - deal 1 from stock to hand of each player
        - Anne chooses card from hand[Anne]
    """
    help_ = "fill what is chosen from, or ask only where something is there"
    return Told(f"there is never anything to choose here{when}", span, help_)


@warning
def always_out_of_range(name: str, low: int, high: int, value: int, when: str, span: Span) -> Told:
    """What is stored never fits.

    Every match that comes to this sentence stops there.

    Wrong:
        - coins[Anne] += 7
    Told:
        this makes it 10, and `coins` holds 0..9
    Right:
        - coins[Anne] += 6
    """
    return Told(f"this makes it {value}, and `{name}` holds {low}..{high}{when}", span, "let it hold more, or store less")


@warning
def may_leave_its_range(name: str, low: int, high: int, value: int, when: str, span: Span) -> Told:
    """What is stored does not fit in some matches.

    Each choice allows it alone; together they lead beyond the range.

    Wrong:
        - Anne chooses gain from 1..9
        - coins[Anne] += gain
    Told:
        this can make it 12, and `coins` holds 0..9
    Right:
        - Anne chooses gain from 1..9
        - coins[Anne] = min(9, coins[Anne] + gain)
    """
    return Told(f"this can make it {value}, and `{name}` holds {low}..{high}{when}", span, "let it hold more, or store less")


@warning
def never_on_offer(span: Span) -> Told:
    """Nobody can ever take an option.

    Its conditions hold in no match, or there is nothing to choose for it. A ruleset with parameters is left in peace, for an
    option may be there for other values of them.

    Wrong:
        ruleset: sprint
        players: 2
        variables:
          steps: {per: player, holds: 0..9}
          turns: {holds: 0..3}
        phases:
          game:
            - repeat 3 times:
                - turns += 1
                - for each player p:
                    - p chooses one:
                        - walk:
                            - steps[p] += 1
                        - run:
                            - only if turns * 2 > 6 + steps[p]
                            - steps[p] += 2
        outcome:
          winners: players p where every player q has steps[p] >= steps[q]
    Told:
        nobody can ever take this option
    Right:
        ruleset: sprint
        players: 2
        variables:
          steps: {per: player, holds: 0..9}
          turns: {holds: 0..3}
        phases:
          game:
            - repeat 3 times:
                - turns += 1
                - for each player p:
                    - p chooses one:
                        - walk:
                            - steps[p] += 1
                        - run:
                            - only if turns * 2 > 3 + steps[p]
                            - steps[p] += 2
        outcome:
          winners: players p where every player q has steps[p] >= steps[q]
    """
    return Told("nobody can ever take this option", span, "its conditions never hold, or there is nothing to choose for it")
