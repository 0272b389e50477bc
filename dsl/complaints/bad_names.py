"""Names that are unknown, taken or not clear."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import evolve

from .complaint import Told, amount, error, guessed
from .diagnostics import Note, nearest

if TYPE_CHECKING:
    from ...program.span import Span
    from .diagnostics import Guess


@error
def name_of_steps(name: str, span: Span) -> Told:
    """Steps of a board have a name of one word.

    Wrong:
        boards:
          g: {kind: grid, columns: 2, rows: 2, steps: {big step: [1, 2]}}
    Told:
        expected a name of one word for steps, found `big step`
    Right:
        boards:
          g: {kind: grid, columns: 2, rows: 2, steps: {leap: [1, 2]}}
    """
    return Told(f"expected a name of one word for steps, found `{name}`", span)


@error
def bad_name(what: str, name: str, span: Span, help_: str) -> Told:
    """A name is one word of letters, digits and `_`.

    Wrong:
        variables:
          gold coins: {holds: 0..5}
    Told:
        expected a name of one word for a variable, found `gold coins`
    Right:
        variables:
          gold_coins: {holds: 0..5}
    """
    return Told(f"expected a name of one word for {what}, found `{name}`", span, help_)


@error
def value_not_a_word(name: str, more: str, span: Span, help_: str) -> Told:
    """A value of an enumeration is one word.

    Wrong:
        enumerations:
          size: [small, very large]
    Told:
        expected a value that is a word, found `very large`
    Right:
        enumerations:
          size: [small, very_large]
    """
    return Told(f"expected a value that is a word, found `{name}`{more}", span, help_)


@error
def value_twice(name: str, span: Span) -> Told:
    """An enumeration has each value once.

    Wrong:
        enumerations:
          size: [small, small, big]
    Told:
        the value `small` stands here twice
    Right:
        enumerations:
          size: [small, middle, big]
    """
    return Told(f"the value `{name}` stands here twice", span)


@error
def seats_of_one_name(span: Span) -> Told:
    """Every seat has a name of its own.

    Wrong:
        seats: [Anne, Ben, Anne]
    Told:
        two seats have the same name
    Right:
        seats: [Anne, Ben, Chris]
    """
    return Told("two seats have the same name", span)


@error
def missing_players(span: Span) -> Told:
    """A ruleset says how many play it.

    Wrong:
        ruleset: no_players
        phases:
          game:
            - end the game
        outcome:
          winners: players
    Told:
        a ruleset needs `players:`
    Right:
        ruleset: with_players
        players: 2
        phases:
          game:
            - end the game
        outcome:
          winners: players
    """
    return Told("a ruleset needs `players:`", span, "for example `players: 2..4`")


@error
def missing_phase(span: Span, help_: str) -> Told:
    """What is played is the phase `game`.

    Wrong:
        ruleset: nothing_to_play
        players: 2
        phases:
          play:
            - end the game
        outcome:
          winners: players
    Told:
        a ruleset needs a phase `game`, which is played
    Right:
        ruleset: nothing_to_play
        players: 2
        phases:
          game:
            - end the game
        outcome:
          winners: players
    """
    return Told("a ruleset needs a phase `game`, which is played", span, help_)


@error
def no_owner(what: str, span: Span) -> Told:
    """What is one for all has no owner who could see it.

    Wrong:
        variables:
          i: {holds: 0..9, seen by: owner}
    Told:
        the variable `i` belongs to nobody: there is no owner who sees it
    Right:
        variables:
          i: {holds: 0..9, per: player, seen by: owner}
    """
    return Told(f"{what} belongs to nobody: there is no owner who sees it", span, "give it `per: player`")


@error
def steps_are_a_direction(name: str, span: Span) -> Told:
    """Steps have a name that no direction of the board has.

    Wrong:
        boards:
          e: {kind: grid, columns: 2, rows: 2, steps: {straight: [1, 2]}}
    Told:
        `straight` is a direction of this board already
    Right:
        boards:
          e: {kind: grid, columns: 2, rows: 2, steps: {leap: [1, 2]}}
    """
    return Told(f"`{name}` is a direction of this board already", span, "take another name")


@error
def word_of_the_language(word: str, what: str, span: Span) -> Told:
    """A word of the language cannot be a name.

    Wrong:
        variables:
          where: {holds: 0..5}
    Told:
        `where` is a word of the language: a variable needs another name
    Right:
        variables:
          place_of_it: {holds: 0..5}
    """
    return Told(f"`{word}` is a word of the language: {what} needs another name", span)


@error
def changed_word_of_the_language(word: str, span: Span) -> Told:
    """A word that begins sentences cannot be changed like a value.

    Wrong:
        - place = 4
    Told:
        `place` is a word of the language, so nothing of that name can be changed
    Right:
        - pot = 4
    """
    return Told(f"`{word}` is a word of the language, so nothing of that name can be changed", span, "take another name")


@error
def declared_name(name: str, span: Span) -> Told:
    """A new name is not one that the ruleset declares.

    Wrong:
        - let pot = 3
    Told:
        `pot` is declared in this ruleset
    Right:
        - let sum_of_it = 3
    """
    return Told(f"`{name}` is declared in this ruleset", span, "take another name")


@error
def declared_name_given(name: str, function: str, span: Span, notes: tuple[Note, ...] = ()) -> Told:
    """What a function is given has a name that is not declared.

    Wrong:
        functions:
          more (number pot): pot + 1
    Told:
        `pot` is declared in this ruleset: what `more` is given needs another name
    Right:
        functions:
          more (number n): n + 1
    """
    message = f"`{name}` is declared in this ruleset: what `{function}` is given needs another name"
    return Told(message, span, "take another name", notes)


@error
def name_in_use(name: str, span: Span) -> Told:
    """A new name is not in use where it is given.

    Wrong:
        - roll 2 dice as v, v
    Told:
        the name `v` is already in use here
    Right:
        - roll 2 dice as v, w
    """
    return Told(f"the name `{name}` is already in use here", span, "take another name")


@error
def taken_name(name: str, span: Span, notes: tuple[Note, ...] = ()) -> Told:
    """Everything that is declared has a name of its own.

    Wrong:
        scores:
          pot: {per: player}
    Told:
        the name `pot` is declared twice
    Right:
        scores:
          prizes: {per: player}
    """
    return Told(f"the name `{name}` is declared twice", span, "take another name", notes)


@error
def unknown_kind(kind: str, span: Span, guess: Guess) -> Told:
    """What a value is kept for, or a loop goes through, is a kind of thing.

    Wrong:
        variables:
          a: {per: nobody, holds: 0..9}
    Told:
        `nobody` is no kind of thing
    Right:
        variables:
          a: {per: player, holds: 0..9}
    """
    return guessed(f"`{kind}` is no kind of thing", span, guess)


def each_seat(kind: str, span: Span) -> Told:
    """What is said where `each` stands in front of another word than a kind of seats."""
    close = nearest(kind, ("player", "seat", "automa"))
    help_ = f"did you mean `each {close}`?" if close else ""
    return Told(f"expected `each player`, `each seat` or `each automa`, found `each {kind}`", span, help_)


@error
def each_of_no_seat(kind: str, span: Span) -> Told:
    """Cards are dealt to each player, seat or automa.

    Wrong:
        - deal 1 from stock to hand of each colour
    Told:
        expected `each player`, `each seat` or `each automa`, found `each colour`
    Right:
        - deal 1 from stock to hand of each player
    """
    return each_seat(kind, span)


@error
def together_of_no_player(kind: str, span: Span) -> Told:
    """Players decide together.

    Wrong:
        - together, each colour c:
            - pot += 1
    Told:
        expected `each player`, found `each colour`
    Right:
        - together, each player p:
            - points[p] += 1
    """
    return Told(f"expected `each player`, found `each {kind}`", span)


@error
def kind_of_nothing(kind: str, name: str, span: Span) -> Told:
    """Spaces are of a board, and cards of a deck.

    Wrong:
        variables:
          b: {per: player of grid, holds: 0..9}
    Told:
        expected `space of …` or `card of …`, found `player of grid`
    Right:
        variables:
          b: {per: space of grid, holds: 0..9}
    """
    return Told(f"expected `space of …` or `card of …`, found `{kind} of {name}`", span)


@error
def unknown_element(what: str, word: str, span: Span, guess: Guess) -> Told:
    """An element is given that there is not.

    Wrong:
        examples:
          c:
            given: {coins: {Dora: 3}}
    Told:
        expected a seat, found `Dora`
    Right:
        examples:
          c:
            given: {coins: {Anne: 3}}
    """
    return guessed(f"expected {what}, found `{word}`", span, guess)


@error
def unknown_seat(word: str, span: Span, guess: Guess) -> Told:
    """Somebody answers who is not at the table.

    Wrong:
        examples:
          t:
            answers:
              - Dora: n 2
    Told:
        no seat that chooses is called `Dora`
    Right:
        examples:
          t:
            answers:
              - Anne: gain 2
              - Ben: gain 1
    """
    return guessed(f"no seat that chooses is called `{word}`", span, guess)


@error
def unlike_indices(index: str, name: str, span: Span) -> Told:
    """A row is filled for each thing under that thing's name.

    Wrong:
        - let a[p] = 1 for each player q
    Told:
        the index `p` and the name `q` behind `for each` must be the same
    Right:
        - let a[p] = 1 for each player p
    """
    return Told(f"the index `{index}` and the name `{name}` behind `for each` must be the same", span)


@error
def unknown_in_brackets(name: str, span: Span, guess: Guess) -> Told:
    """What is told names only what its brackets name.

    Wrong:
        told:
          coins (player p): {en: "{q} owns"}
    Told:
        there is no `q` in the brackets of the name
    Right:
        told:
          coins (player p): {en: "{p} owns"}
    """
    return guessed(f"there is no `{name}` in the brackets of the name", span, guess)


@error
def unknown_board(name: str, span: Span, guess: Guess) -> Told:
    """A board is named that there is not.

    Wrong:
        pieces:
          bishop: {on: gird}
    Told:
        there is no board `gird`
    Right:
        pieces:
          bishop: {on: grid}
    """
    return guessed(f"there is no board `{name}`", span, guess)


@error
def unknown_deck(name: str, span: Span, guess: Guess) -> Told:
    """A deck is named that there is not.

    Wrong:
        - gather nmbers into stock
    Told:
        there is no deck `nmbers`
    Right:
        - gather numbers into stock
    """
    return guessed(f"there is no deck `{name}`", span, guess)


@error
def unknown_enumeration(word: str, span: Span, guess: Guess) -> Told:
    """An enumeration is named that there is not.

    Wrong:
        decks:
          more:
            cards: every color as shade
    Told:
        there is no enumeration `color`
    Right:
        decks:
          more: {cards: every colour as shade, starts in: attic}
        zones:
          attic: {of: more}
    """
    return guessed(f"there is no enumeration `{word}`", span, guess)


@error
def nothing_to_tell_of(name: str, span: Span, guess: Guess) -> Told:
    """What is told is a function, a phase, a zone or a value.

    Wrong:
        told:
          poor (player p): {en: "{p} is poor"}
    Told:
        there is no function, phase, zone or value `poor`
    Right:
        told:
          rich (player p): {en: "{p} is poor"}
    """
    return guessed(f"there is no function, phase, zone or value `{name}`", span, guess)


@error
def unknown_position(name: str, span: Span, help_: str) -> Told:
    """A position is named that there is not.

    Wrong:
        phases:
          game:
            - remember plan
    Told:
        there is no position `plan`
    Right:
        positions:
          plan: {of: pot, at most: 9}
        phases:
          game:
            - remember plan
    """
    return Told(f"there is no position `{name}`", span, help_)


@error
def unknown_space(word: str, span: Span, guess: Guess) -> Told:
    """A space is named that there is not.

    Wrong:
        boards:
          j: {kind: graph, spaces: {x: [y]}}
    Told:
        there is no space `y`
    Right:
        boards:
          j: {kind: graph, spaces: {x: [y], y: [x]}}
    """
    return guessed(f"there is no space `{word}`", span, guess)


@error
def unknown_variable(name: str, span: Span, guess: Guess) -> Told:
    """A variable is named that there is not.

    Wrong:
        - random dei[Anne] from 1..6
    Told:
        there is no variable `dei`
    Right:
        - random coins[Anne] from 1..6
    """
    return guessed(f"there is no variable `{name}`", span, guess)


@error
def unknown_zone(name: str, span: Span, guess: Guess) -> Told:
    """A zone is named that there is not.

    Wrong:
        table:
          middle: tabel
    Told:
        there is no zone `tabel`
    Right:
        table:
          middle: table
    """
    return guessed(f"there is no zone `{name}`", span, guess)


@error
def unknown_name(what: str, name: str, span: Span, guess: Guess, declared: Span | None) -> Told:
    """A name is used that nothing declares.

    Wrong:
        - point[Anne] += 1
    Told:
        there is no name `point`
    Right:
        - points[Anne] += 1
    """
    return _declared(guessed(f"there is no {what} `{name}`", span, guess), declared)


@error
def not_printed(what: str, name: str, span: Span, guess: Guess) -> Told:
    """What is asked of a card, a space or a value is not printed there.

    Wrong:
        - pot = a1.number
    Told:
        a space of `grid` has no `number`
    Right:
        - pot = a1.column
    """
    return guessed(f"{what} has no `{name}`", span, guess)


@error
def unknown_parameter(name: str, span: Span, help_: str) -> Told:
    """A parameter is set that there is not.

    Wrong:
        examples:
          r:
            parameters: {sride: 3}
    Told:
        there is no parameter `sride`
    Right:
        examples:
          r:
            parameters: {strict: yes}
    """
    return Told(f"there is no parameter `{name}`", span, help_)


@error
def unknown_text(name: str, span: Span, guess: Guess) -> Told:
    """A text is named that is not under `texts:`.

    Wrong:
        phases:
          game:
            - say helo
    Told:
        there is no text `helo` under `texts`
    Right:
        phases:
          game:
            - say "hello"
    """
    return guessed(f"there is no text `{name}` under `texts`", span, guess)


@error
def unknown_word(known: str, word: str, span: Span, guess: Guess) -> Told:
    """One of a few words is expected.

    Wrong:
        variables:
          j: {per: player, holds: 0..9, seen by: all}
    Told:
        expected one of `nobody`, `owner`, `everyone but the owner`, `everyone`, found `all`
    Right:
        variables:
          j: {per: player, holds: 0..9, seen by: everyone}
    """
    return guessed(f"expected one of {known}, found `{word}`", span, guess)


@error
def names_of_seats(count: int, players: int, span: Span) -> Told:
    """There is a seat's name for each player.

    Wrong:
        seats: [Anne, Ben]
    Told:
        there are 2 seats' names for 3 players
    Right:
        seats: [Anne, Ben, Chris]
    """
    names = "there is 1 seat's name" if count == 1 else f"there are {count} seats' names"
    return Told(f"{names} for {amount(players, 'player')}", span, "name as many seats as players can take part")


@error
def unknown_phase(name: str, span: Span, guess: Guess, declared: Span | None) -> Told:
    """A phase is done that there is not.

    Wrong:
        - do clean up
    Told:
        there is no phase `clean up`
    Right:
        phases:
          game:
            - do clean up
          clean up:
            - pot = 0
    """
    return _declared(guessed(f"there is no phase `{name}`", span, guess), declared)


def _declared(told: Told, place: Span | None) -> Told:
    """What is said of a misspelt name, with the place where the name that was meant is declared."""
    return told if place is None else evolve(told, notes=(Note("it is declared here", place),))


@error
def ambiguous_name(message: str, span: Span, help_: str = "") -> Told:
    """A name stands for several things, and it is not clear which is meant.

    Wrong:
        enumerations:
          tint: [pink, green]
          suit: [pink, black]
        phases:
          game:
            - let x = pink
    Told:
        `pink` is a `tint` and a `suit`: it is not clear here which is meant
    Right:
        enumerations:
          tint: [pink, green]
          suit: [scarlet, black]
        phases:
          game:
            - let x = scarlet
    """
    return Told(message, span, help_)


@error
def duplicate_name(message: str, span: Span, help_: str = "") -> Told:
    """Two things that are told apart by their names have the same.

    Wrong:
        - Anne chooses one:
            - pass
            - pass
    Told:
        two options of this menu are called `pass`
    Right:
        - Anne chooses one:
            - pass
            - stay
    """
    return Told(message, span, help_)
