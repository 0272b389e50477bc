"""What random games of a ruleset show (`validate --deep`)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .complaint import Told, error, warning

if TYPE_CHECKING:
    from ...program.span import Span


@error
def fails_in_play(message: str, setting: str, span: Span) -> Told:
    """A sentence cannot be carried out in a game that the rules allow, or a seat is asked and has no option.

    `validate --deep` plays random games with every variant, number of players and end of a parameter. Below it prints the
    shortest game that it found; pasted under `examples:`, it fails in `rulerun test` until the rules are mended.

    Told:
        a number from 0 to 19 was expected, found 20 (with 2 players, `reach` = 5)
    """
    return Told(f"{message} ({setting})", span)


@error
def broken_invariant(message: str, setting: str, span: Span) -> Told:
    """An invariant does not hold in a game that the rules allow.

    Invariants hold whenever somebody is asked and when the match is over. Below stands the shortest game that was found. A card
    that was put elsewhere inside `together` lies nowhere until all are done.

    Told:
        the invariant `three cards at most` does not hold, found 4 <= 3: `p` is Ben (with 2 players)
    """
    return Told(f"{message} ({setting})", span)


@error
def never_over(message: str, setting: str, span: Span) -> Told:
    """A random game goes on and on.

    Told:
        the game is not over after 20,000 decisions, and `longest:` does not end it (with 2 players)
    """
    return Told(f"{message} ({setting})", span)


@warning
def only_longest_ends_it(games: int, setting: str, span: Span) -> Told:
    """No random game comes to its end by the rules: `longest:` cuts all of them short.

    Perhaps the loop around waits for what cannot happen. Random play is no good play: a game may need players who want its end.

    Told:
        all 60 random games were cut short by `longest:` (with 2 players): nothing else ends them
    """
    return Told(f"all {games} random games were cut short by `longest:` ({setting}): nothing else ends them", span)


@warning
def never_done(games: int, option: bool, span: Span) -> Told:
    """A sentence is carried out in no random game and in no example, or nobody ever takes an option.

    Perhaps its condition never holds. What is rare is shown to work by an example in which it happens. Of several such sentences
    in a row the first is named.

    Told:
        this is never done: in 3,240 random games, nor in any example
    """
    what = "nobody ever takes this option" if option else "this is never done"
    help_ = "write an example in which it happens, or leave it out"
    return Told(f"{what}: in {games:,} random games, nor in any example", span, help_)
