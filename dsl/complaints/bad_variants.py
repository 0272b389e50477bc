"""What is wrong with variants and bases."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .complaint import Told, amount, error, guessed

if TYPE_CHECKING:
    from ...program.span import Span
    from .diagnostics import Guess


@error
def unknown_to_change(word: str, section: str, span: Span, guess: Guess) -> Told:
    """What is changed must be there in the base.

    Wrong:
        decks:
          nmbers: {add: {value: 3}}
    Told:
        the base has no `nmbers` under `decks:` to change
    Right:
        decks:
          numbers: {add: {value: 7}, change: {total: 13}}
    """
    return guessed(f"the base has no `{word}` under `{section}:` to change", span, guess)


@error
def not_a_base(found: str, span: Span) -> Told:
    """A ruleset extends one other.

    Wrong:
        extends: [standard, another]
    Told:
        expected the name of a ruleset, found a list
    Right:
        parameters:
          bonus: {default: 2, range: 1..3}
        phases:
          game:
            - pot += bonus
    """
    return Told(f"expected the name of a ruleset, found {found}", span)


@error
def unknown_variant(message: str, span: Span, help_: str = "") -> Told:
    """A ruleset has no variant of this name.

    Told:
        there is no variant `wild`
    """
    return Told(message, span, help_)


@error
def changed_names(thing: str, span: Span) -> Told:
    """What is changed keeps the names that it is given.

    Wrong:
        phases:
          game (player q):
            ends with:
              - pot += 1
    Told:
        this changes `game`, and cannot give it other names
    Right:
        phases:
          game:
            ends with:
              - pot += 1
    """
    return Told(f"this changes `{thing}`, and cannot give it other names", span)


@error
def no_parts(name: str, span: Span) -> Told:
    """What is said in one line has no keys or values that could differ.

    Wrong:
        functions:
          total: {change: {points: 3}}
    Told:
        `total` has no parts that could differ
    Right:
        functions:
          total: sum of 2 * points[p] for p in players
    """
    return Told(f"`{name}` has no parts that could differ", span, "write it anew")


@error
def values_do_not_change(name: str, span: Span) -> Told:
    """A value of a list is there or is not: one is left out and another added.

    Wrong:
        enumerations:
          mood: {change: {calm: {}}}
    Told:
        `mood` is a list: values are added or left out
    Right:
        enumerations:
          mood: {without: calm, add: merry}
    """
    return Told(f"`{name}` is a list: values are added or left out", span)


@error
def no_part_to_change(name: str, part: str, span: Span, help_: str) -> Told:
    """A key that is changed must be there before.

    Wrong:
        boards:
          road: {change: {spces: 0..12}}
    Told:
        `road` has no `spces` to change
    Right:
        boards:
          road: {change: {spaces: 0..12}}
    """
    return Told(f"`{name}` has no `{part}` to change", span, help_ or "what is new stands under `add:`")


@error
def no_part_to_leave_out(name: str, part: str, span: Span, help_: str) -> Told:
    """What is left out of a thing must be there before.

    Wrong:
        enumerations:
          mood: {without: agnry}
    Told:
        `mood` has no `agnry` to leave out
    Right:
        enumerations:
          mood: {without: angry}
    """
    return Told(f"`{name}` has no `{part}` to leave out", span, help_)


@error
def nothing_to_leave_out(name: str, span: Span, help_: str) -> Told:
    """A variant leaves out what the base has: a zone, a phase, a text, an example.

    Wrong:
        without: totl
    Told:
        there is no `totl` to leave out
    Right:
        without: total
    """
    return Told(f"there is no `{name}` to leave out", span, help_)


@error
def not_one_menu(phase: str, menus: int, span: Span) -> Told:
    """An option is added to the one menu that a phase has.

    Wrong:
        phases:
          game:
            add:
              - take
    Told:
        the phase `game` has no menu, so no option can be added
    Right:
        phases:
          game:
            ends with:
              - Anne chooses one:
                  - take
                  - keep
    """
    return Told(f"the phase `{phase}` has {amount(menus, 'menu') if menus else 'no menu'}, so no option can be added", span)


@error
def options_of_one_name(phase: str, count: int, name: str, span: Span) -> Told:
    """What differs in an option is said under its name, so the phase must have one option of that name.

    Wrong:
        ruleset: twins
        players: 2
        phases:
          game:
            - Anne chooses one:
                - keep
                - take
            - Ben chooses one:
                - keep
                - take
        outcome:
          winners: players
        variants:
          bold:
            phases:
              game:
                without: keep
    Told:
        the phase `game` has 2 options `keep`
    Right:
        ruleset: twins
        players: 2
        phases:
          game:
            - Anne chooses one:
                - keep
                - take
        outcome:
          winners: players
        variants:
          bold:
            phases:
              game:
                without: keep
    """
    return Told(f"the phase `{phase}` has {amount(count, 'option')} `{name}`", span, "write the phase anew")


@error
def no_such_option(phase: str, name: str, span: Span, help_: str) -> Told:
    """An option that is changed or left out must be there before.

    Wrong:
        phases:
          game:
            without: keep
    Told:
        the phase `game` has no option `keep`
    Right:
        phases:
          game:
            ends with:
              - pot += 1
    """
    return Told(f"the phase `{phase}` has no option `{name}`", span, help_)


@error
def cards_not_listed(deck: str, span: Span) -> Told:
    """Lines of cards differ only where the cards of a deck are a list.

    Wrong:
        decks:
          flags: {without: {shade: red}}
    Told:
        the cards of `flags` are not listed here, so no line of them can differ
    Right:
        decks:
          numbers: {total: 19, add: {value: 7, copies: 7}}
    """
    message = f"the cards of `{deck}` are not listed here, so no line of them can differ"
    return Told(message, span, "write the deck anew")


@error
def lines_alike(count: int, deck: str, span: Span) -> Told:
    """A line of cards that differs is found by what is printed on them: enough must be said that it is one line.

    Wrong:
        ruleset: tiles
        players: 2
        decks:
          tiles:
            cards:
              - {value: 1, suit: 1}
              - {value: 1, suit: 2}
        zones:
          bag: {of: tiles, kind: pile}
        phases:
          game:
            - shuffle bag
        outcome:
          winners: players
        variants:
          fewer:
            decks:
              tiles: {without: {value: 1}}
    Told:
        2 lines of `tiles` have these values
    Right:
        ruleset: tiles
        players: 2
        decks:
          tiles:
            cards:
              - {value: 1, suit: 1}
              - {value: 1, suit: 2}
        zones:
          bag: {of: tiles, kind: pile}
        phases:
          game:
            - shuffle bag
        outcome:
          winners: players
        variants:
          fewer:
            decks:
              tiles: {without: {value: 1, suit: 2}}
    """
    return Told(f"{amount(count, 'line')} of `{deck}` have these values", span, "say more of what is printed on the card")


@error
def no_such_line(deck: str, span: Span) -> Told:
    """A line of cards that differs must be there before.

    Wrong:
        decks:
          numbers: {without: {value: 7}}
    Told:
        no line of `numbers` has these values
    Right:
        decks:
          numbers: {total: 19, add: {value: 7, copies: 7}}
    """
    return Told(f"no line of `{deck}` has these values", span, "a new line stands under `add:`")
