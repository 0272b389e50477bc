"""What is wrong with how a match ends."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .complaint import Told, error, error_under, guessed

if TYPE_CHECKING:
    from ...program.span import Span
    from .diagnostics import Guess


@error
def missing_decisions(span: Span) -> Told:
    """`longest:` says how many decisions a match may take.

    Wrong:
        longest: {then: draw}
    Told:
        `longest` needs `decisions:`
    Right:
        longest: {decisions: 100, then: draw}
    """
    return Told("`longest` needs `decisions:`", span, "for example `longest: {decisions: 500, then: draw}`")


@error
def missing_outcome(span: Span) -> Told:
    """A ruleset says who wins.

    Wrong:
        ruleset: endless_fun
        players: 2
        phases:
          game:
            - end the game
    Told:
        a ruleset needs `outcome:` with `winners:`
    Right:
        ruleset: endless_fun
        players: 2
        phases:
          game:
            - end the game
        outcome:
          winners: players
    """
    return Told("a ruleset needs `outcome:` with `winners:`", span, "for example `winners: players p where points[p] >= 10`")


@error
def missing_winners(span: Span) -> Told:
    """An outcome says who wins, or how players are ranked.

    Wrong:
        without: winners
        outcome:
          payoff (player p): 3
    Told:
        an outcome needs `winners:` or `ranking:`
    Right:
        outcome:
          winners: players
          payoff (player p): 3
    """
    return Told("an outcome needs `winners:` or `ranking:`", span, "for example `winners: players p where points[p] >= 10`")


@error
def unknown_key_of_longest(word: str, span: Span) -> Told:
    """`longest:` has two keys.

    Wrong:
        longest: {decisions: 20, rounds: 3}
    Told:
        `longest` has no `rounds:`
    Right:
        longest: {decisions: 20, then: draw}
    """
    return Told(f"`longest` has no `{word}:`", span, "known: `decisions`, `then`")


@error
def unknown_key_of_outcome(word: str, span: Span, guess: Guess) -> Told:
    """An outcome has a few keys.

    Wrong:
        outcome:
          loosers: players
    Told:
        an outcome has no `loosers:`
    Right:
        outcome:
          payoff (player p): 1 / 2
    """
    return guessed(f"an outcome has no `{word}:`", span, guess)


@error
def unknown_end_of_longest(span: Span) -> Told:
    """A match that takes too long is a draw, or is ranked.

    Wrong:
        longest: {decisions: 20, then: Anne}
    Told:
        expected `draw` or `ranking`
    Right:
        longest: {decisions: 20, then: draw}
    """
    return Told("expected `draw` or `ranking`", span)


@error
def score_of_a_player(name: str, span: Span) -> Told:
    """The score, the payoff and the ranking are a player's.

    Wrong:
        outcome:
          score (colour c): 3
    Told:
        expected `score (player p)`
    Right:
        outcome:
          payoff (player p): coins[p]
    """
    return Told(f"expected `{name} (player p)`", span)


@error
def winners_not_seats(found: str, span: Span) -> Told:
    """Winners are seats.

    Wrong:
        outcome:
          winners: 1..3
    Told:
        winners are seats, found a number
    Right:
        outcome:
          winners: players
    """
    return Told(f"winners are seats, found {found}", span)


@error_under("unknown-name")
def no_ranking(span: Span) -> Told:
    """The ranking decides at the limit where there is one.

    Wrong:
        longest: {decisions: 20, then: ranking}
    Told:
        there is no `ranking:` under `outcome:`
    Right:
        longest: {decisions: 20, then: draw}
    """
    return Told("there is no `ranking:` under `outcome:`", span)
