"""Numbers that are not what they may be."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .complaint import Told, amount, error, error_under, guessed

if TYPE_CHECKING:
    from ...program.span import Span
    from .diagnostics import Guess


@error
def division_by_zero(span: Span) -> Told:
    """Nothing can be divided by 0.

    Wrong:
        - pot = 5 div 0
    Told:
        nothing can be divided by 0
    Right:
        - pot = 5 div 2
    """
    return Told("nothing can be divided by 0", span)


@error
def missing_range(name: str, span: Span) -> Told:
    """A parameter that is a number says from where to where it goes.

    Wrong:
        parameters:
          b: {default: 3}
    Told:
        the parameter `b` needs `range:`
    Right:
        parameters:
          b: {default: 3, range: 1..5}
    """
    return Told(f"the parameter `{name}` needs `range:`", span, "for example `range: 1..20`")


@error
def missing_room(name: str, span: Span) -> Told:
    """How many positions can be remembered is known before play.

    Wrong:
        positions:
          b1x: {of: pot}
    Told:
        the position `b1x` needs `at most:`, how many can be remembered before they are forgotten
    Right:
        positions:
          b1x: {of: pot, at most: 9}
        phases:
          game:
            - remember b1x
    """
    message = f"the position `{name}` needs `at most:`, how many can be remembered before they are forgotten"
    return Told(message, span, "for example `at most: 100`; without it there is room for each decision that `longest:` allows")


@error
def no_such_element(name: str, element: str, span: Span) -> Told:
    """An index is one of the elements that the value has.

    Wrong:
        variables:
          steps: {per: [player, 2..4], holds: 0..9}
          seen: {per: [colour, space of grid], holds: truth}
          noted: {per: card of numbers, holds: truth}
        phases:
          game:
            - steps[Anne, 2] = 1
            - seen[red, a1] = yes
            - noted["3"] = yes
            - steps[Anne, 5] = 1
    Told:
        `steps` has no element `5`
    Right:
        variables:
          steps: {per: [player, 2..4], holds: 0..9}
          seen: {per: [colour, space of grid], holds: truth}
          noted: {per: card of numbers, holds: truth}
        phases:
          game:
            - steps[Anne, 2] = 1
            - seen[red, a1] = yes
            - noted["3"] = yes
            - steps[Anne, 4] = 1
    """
    return Told(f"`{name}` has no element `{element}`", span)


@error
def no_such_space(board: str, number: int, span: Span) -> Told:
    """A space that is given by its number is on the board.

    Wrong:
        - place pawn[Anne] on 11
    Told:
        `road` has no space 11
    Right:
        - place pawn[Anne] on 10
    """
    return Told(f"`{board}` has no space {number}", span)


@error
def drawn_beyond_range(name: str, range_: str, span: Span) -> Told:
    """What chance gives fits where it is kept.

    Wrong:
        - random coins[Anne] from 1..12
    Told:
        `coins` holds 0..9, and this may be something else
    Right:
        - random coins[Anne] from 1..9
    """
    return Told(f"`{name}` holds {range_}, and this may be something else", span)


@error
def start_out_of_range(name: str, low: int, high: int, value: int, span: Span) -> Told:
    """What a value starts as is one that it can hold.

    Wrong:
        variables:
          f: {holds: 0..9, starts as: 10}
    Told:
        `f` holds 0..9, found 10
    Right:
        variables:
          f: {holds: 0..9, starts as: 9}
    """
    return Told(f"`{name}` holds {low}..{high}, found {value}", span)


@error
def parameter_yes_or_no(name: str, found: str, span: Span) -> Told:
    """This parameter is `yes` or `no`.

    Wrong:
        examples:
          f:
            parameters: {strict: maybe}
    Told:
        `strict` is `yes` or `no`, found `maybe`
    Right:
        examples:
          f:
            parameters: {strict: yes}
    """
    return Told(f"`{name}` is `yes` or `no`, found `{found}`", span)


@error
def parameter_out_of_range(name: str, low: int, high: int, value: int, span: Span) -> Told:
    """A parameter lies within its range.

    Wrong:
        parameters:
          a: {default: 12, range: 1..9}
    Told:
        `a` is from 1 to 9, found 12
    Right:
        parameters:
          a: {default: 8, range: 1..9}
    """
    return Told(f"`{name}` is from {low} to {high}, found {value}", span)


@error
def parameter_not_listed(name: str, known: str, found: str, span: Span, guess: Guess) -> Told:
    """A parameter is one of those that are listed.

    Wrong:
        parameters:
          d: {default: east, one of: [north, south]}
    Told:
        `d` is one of `north`, `south`, found `east`
    Right:
        parameters:
          d: {default: north, one of: [north, south]}
    """
    return guessed(f"`{name}` is one of {known}, found `{found}`", span, guess)


@error
def divided_by_too_much(low: int, high: int, span: Span) -> Told:
    """A payoff is divided by a number from 1 to 16 or so.

    Wrong:
        outcome:
          payoff (player p): 1 / points[p]
    Told:
        a payoff is divided by a number from 1 to 16 or so, and this may be -2147483647 to 2147483647
    Right:
        outcome:
          payoff (player p): coins[p] / 4
    """
    return Told(f"a payoff is divided by a number from 1 to 16 or so, and this may be {low} to {high}", span)


@error
def no_position_remembered(number: int, span: Span) -> Told:
    """At least one position is remembered.

    Wrong:
        positions:
          a8x: {of: pot, at most: 0}
    Told:
        at least 1 position is remembered, found 0
    Right:
        positions:
          a8x: {of: pot, at most: 1}
        phases:
          game:
            - remember a8x
    """
    return Told(f"at least 1 position is remembered, found {number}", span)


@error
def negative_cards(number: int, span: Span) -> Told:
    """A number of cards is 0 or more.

    Wrong:
        - deal -1 from stock to table
    Told:
        expected a number of cards, found -1
    Right:
        - deal 1 from stock to table
    """
    return Told(f"expected a number of cards, found {number}", span)


@error
def no_decisions(number: int, span: Span) -> Told:
    """A match takes at least one decision.

    Wrong:
        longest: {decisions: 0}
    Told:
        expected a number of decisions from 1, found 0
    Right:
        longest: {decisions: 50}
    """
    return Told(f"expected a number of decisions from 1, found {number}", span)


@error
def negative_times(number: int, span: Span) -> Told:
    """What is repeated is repeated 0 times or more.

    Wrong:
        - repeat -1 times:
            - pot += 1
    Told:
        expected a number of times, found -1
    Right:
        - repeat 2 times:
            - pot += 1
    """
    return Told(f"expected a number of times, found {number}", span)


@error
def number_of_players(most: int, found: str, span: Span) -> Told:
    """A game is for one player or more.

    Wrong:
        players: 0..3
    Told:
        expected numbers of players from 1 to 30, the smaller first, found `0..3`
    Right:
        players: 2..3
    """
    return Told(f"expected numbers of players from 1 to {most}, the smaller first, found `{found}`", span)


@error
def ends_of_range(low: int, high: int, span: Span) -> Told:
    """A range begins with the smaller number.

    Wrong:
        variables:
          c: {per: 5..2, holds: 0..9}
    Told:
        expected the smaller number first, found `5..2`
    Right:
        variables:
          c: {per: 2..5, holds: 0..9}
    """
    return Told(f"expected the smaller number first, found `{low}..{high}`", span)


@error_under("ends-of-range")
def backwards(low: str, high: str, span: Span) -> Told:
    """A set of numbers begins with the smaller one: none lie between 3 and 1.

    An end that depends on a parameter, on the number of players or on play may make a range empty: a loop over it does nothing.

    Wrong:
        - for each number n in 3..1:
            - pot += n
    Told:
        expected the smaller number first, found `3..1`
    Right:
        - for each number n in 1..3 in order of highest n:
            - pot += n
    """
    help_ = f"write `{high}..{low}`; a loop goes down by `for each number n in {high}..{low} in order of highest n`"
    return Told(f"expected the smaller number first, found `{low}..{high}`", span, help_)


@error
def given_out_of_range(low: int, high: int, value: int, span: Span) -> Told:
    """A value that is given is one that can be.

    Wrong:
        examples:
          b:
            given: {pot: 99}
    Told:
        expected 0..50, found 99
    Right:
        examples:
          b:
            given: {pot: 9}
    """
    return Told(f"expected {low}..{high}, found {value}", span)


@error
def start_of_no_element(name: str, span: Span) -> Told:
    """What starts differently is an element of the value.

    Wrong:
        variables:
          gold: {per: 1..3, holds: 0..5, starts as: {4: 1}}
    Told:
        there is no element `4` here
    Right:
        variables:
          gold: {per: 1..3, holds: 0..5, starts as: {3: 1}}
    """
    return Told(f"there is no element `{name}` here", span)


@error
def players_not_allowed(words: str, found: int, span: Span) -> Told:
    """The game is not for that number of players.

    Wrong:
        examples:
          p:
            players: 5
    Told:
        this game is for 2 to 3 players, found 5
    Right:
        examples:
          p:
            players: 3
    """
    return Told(f"this game is for {amount(words, 'player')}, found {found}", span)


@error
def value_out_of_range(low: int, high: int, value: int, span: Span) -> Told:
    """A value is changed to one that it can hold.

    Wrong:
        - coins[Anne] = 12
    Told:
        this holds 0..9, found 12
    Right:
        - coins[Anne] = 9
    """
    return Told(f"this holds {low}..{high}, found {value}", span)


@error
def out_of_range(message: str, span: Span, help_: str = "") -> Told:
    """What is asked for does not exist for all, or not so often.

    Wrong:
        - for each player me:
            - me chooses 4 different d from 1..3 as all_of_them
    Told:
        4 different things are chosen from at most 3
    Right:
        - for each player me:
            - me chooses 2 different d from 1..3 as some_of_them
    """
    return Told(message, span, help_)
