"""What stands in another form, or at another place, than is expected."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...program.span import Span
from .complaint import Told, error, guessed
from .diagnostics import Edit, Fix

if TYPE_CHECKING:
    from .diagnostics import Guess


@error
def else_alone(span: Span) -> Told:
    """`else` stands below its `if`, under the same dash.

    Wrong:
        - else:
            - pot += 1
    Told:
        `else` follows an `if`, under the same `-`
    Right:
        - if pot > 3:
            - pot += 2
          else:
            - pot += 1
    """
    return Told("`else` follows an `if`, under the same `-`", span, "put `else:` below `if …:`, without a `-` of its own")


@error
def misplaced_condition(span: Span, help_: str = "") -> Told:
    """`only if` stands first under an option of a menu, or under a choice.

    Wrong:
        - only if pot > 3
    Told:
        `only if` stands first under an option of a menu, or under a choice
    Right:
        - if pot > 3:
            - points[Anne] += 1
    """
    return Told("`only if` stands first under an option of a menu, or under a choice", span, help_)


@error
def two_ifs_under_a_dash(words: str, span: Span) -> Told:
    """Under one dash only `else` follows an `if`.

    Wrong:
        - if pot > 3:
            - pot += 1
          if pot > 4:
            - pot += 1
    Told:
        `if pot > 4` cannot follow an `if` under the same `-`
    Right:
        - if pot > 3:
            - pot += 1
        - if pot > 4:
            - pot += 1
    """
    return Told(f"`{words}` cannot follow an `if` under the same `-`", span, "begin a new item with `- `")


@error
def two_headings_under_a_dash(words: str, span: Span) -> Told:
    """Each heading has a dash of its own.

    Wrong:
        - for each player p:
            - pot += 1
          for each colour c:
            - pot += 1
    Told:
        `for each colour c` stands under the same `-` as the heading before it
    Right:
        - for each player p:
            - pot += 1
        - for each colour c:
            - pot += 1
    """
    return Told(f"`{words}` stands under the same `-` as the heading before it", span, "begin a new item with `- `")


@error
def row_in_a_function(span: Span) -> Told:
    """A function is a calculation: it has names, but no rows of values.

    Wrong:
        functions:
          row (number n):
            - let x[p] = 3 for each player p
    Told:
        a function has no rows of values
    Right:
        functions:
          row (number n):
            - let x = n + 1
            - x
    """
    return Told("a function has no rows of values", span, "name one value: `let x = …`")


@error
def no_loop_to_leave(span: Span) -> Told:
    """`leave the loop` stands inside a loop.

    Wrong:
        - leave the loop
    Told:
        there is no loop around this sentence to leave
    Right:
        - for each player p:
            - p chooses n from 0..3
            - if n = 0:
                - leave the loop
    """
    return Told("there is no loop around this sentence to leave", span, "to end the phase, write `end the phase`")


@error
def list_under_a_sentence(span: Span) -> Told:
    """Only headings have a list under them.

    Wrong:
        - if pot > 3:
            - pot += 1
          pot += 2:
            - pot += 1
    Told:
        this sentence takes no list under it
    Right:
        - if pot > 3:
            - pot += 1
        - pot += 2
    """
    return Told("this sentence takes no list under it", span, "leave the `:` at its end away")


@error
def same_place_for_each(target: str, kind: str, span: Span) -> Told:
    """A change for each of several things says which place of each.

    Wrong:
        - pot = 3 for each player p
    Told:
        `pot` is the same place for each `p`
    Right:
        - coins[p] = 3 for each player p
    """
    return Told(f"`{target}` is the same place for each `{kind}`", span, f"for example `…[{kind}] = …`")


@error
def missing_key(what: str, key: str, span: Span) -> Told:
    """A declaration lacks a key that it needs.

    Wrong:
        decks:
          a:
            total: 3
    Told:
        the deck `a` needs `cards:`
    Right:
        decks:
          a:
            total: 3
            cards: [{value: 1..3}]
            starts in: attic
        zones:
          attic: {of: a}
    """
    return Told(f"{what} needs `{key}:`", span)


@error
def nothing_below(span: Span) -> Told:
    """Nothing stands below a heading.

    The sentences that belong to it stand deeper in than the heading itself.

    Wrong:
        - for each player p:
        - points[p] += 1
    Told:
        nothing stands below this heading
    Right:
        - for each player p:
            - points[p] += 1
    """
    return Told("nothing stands below this heading", span, "indent the sentences that belong to it, by 4 blanks")


@error
def missing_list(span: Span) -> Told:
    """A heading has its list below it.

    Wrong:
        - for each player p
    Told:
        this heading has no list under it
    Right:
        - for each player p:
            - points[p] += 1
    """
    return Told("this heading has no list under it", span, "end it with `:` and put its sentences below, indented")


@error
def missing_colon(heading: str, span: Span) -> Told:
    """A heading ends with `:`.

    Wrong:
        - if pot > 3
            - pot = 1
    Told:
        this heading lacks the `:` at its end
    Right:
        - if pot > 3:
            - pot = 1
    """
    end = Span(span.line, span.end_column, span.line, span.end_column)
    fix = Fix(f"write `{heading}:`", (Edit(end, ":", ""),))
    return Told("this heading lacks the `:` at its end", span, fix.title, (), fix)


@error
def phase_in_itself(name: str, circle: str, span: Span) -> Told:
    """A phase does not do itself.

    Wrong:
        phases:
          game:
            - do game
    Told:
        the phase `game` does itself: game → game
    Right:
        phases:
          game:
            - repeat 3 times:
                - pot += 1
    """
    return Told(f"the phase `{name}` does itself: {circle}", span, "write a loop with `repeat`")


@error
def tried_in_itself(name: str, circle: str, span: Span) -> Told:
    """A phase that is tried does not try itself.

    Wrong:
        phases:
          game:
            - if after alone (Anne), pot = 3:
                - pot = 1
          alone (player p):
            - if not (after alone (p), pot = 1):
                - pot = 2
    Told:
        the phase `alone` is tried while it is tried: alone → alone
    Right:
        phases:
          game:
            - if after alone (Anne), pot = 3:
                - pot = 3
          alone (player p):
            - if pot < 3:
                - pot = 2
    """
    message = f"the phase `{name}` is tried while it is tried: {circle}"
    return Told(message, span, "let the condition behind `after` ask for it instead")


@error
def recursion(what: str, circle: str, span: Span) -> Told:
    """A function does not use itself.

    Wrong:
        functions:
          loop (number n): loop(n - 1)
    Told:
        the function `loop` uses itself: loop → loop
    Right:
        functions:
          loop (number n): n - 1
    """
    return Told(f"{what}: {circle}", span)


@error
def unknown_section(what: str, word: str, span: Span, guess: Guess) -> Told:
    """A ruleset has a section of a name that is not known.

    Wrong:
        enumeration:
          size: [small, big]
    Told:
        a ruleset has no section `enumeration:`
    Right:
        enumerations:
          size: [small, big]
    """
    return guessed(f"{what} has no section `{word}:`", span, guess)


@error
def unknown_key(what: str, word: str, span: Span, guess: Guess) -> Told:
    """A declaration has a key that it cannot have.

    Wrong:
        variables:
          h: {holds: 0..9, begins as: 3}
    Told:
        the variable `h` has no `begins as:`
    Right:
        variables:
          h: {holds: 0..9, starts as: 3}
    """
    return guessed(f"{what} has no `{word}:`", span, guess)


@error
def one_start(name: str, span: Span) -> Told:
    """A single value starts as one value.

    Wrong:
        variables:
          iron: {holds: 0..5, starts as: {Anne: 1}}
    Told:
        `iron` is one value: it has no elements that could start differently
    Right:
        variables:
          iron: {holds: 0..5, starts as: 1}
    """
    return Told(f"`{name}` is one value: it has no elements that could start differently", span, "for example `starts as: 3`")


@error
def nothing_given(span: Span) -> Told:
    """A function ends with what it gives.

    Wrong:
        functions:
          unfinished (number n):
            - let x = 3
    Told:
        a function ends with what it gives
    Right:
        functions:
          unfinished (number n):
            - let x = 3
            - x + n
    """
    return Told("a function ends with what it gives", span, "put a line with the value below")


@error
def language_code(word: str, span: Span) -> Told:
    """A language is written in two or three small letters.

    Wrong:
        texts:
          a: {English: hello}
    Told:
        expected a language such as `en`, found `English`
    Right:
        texts:
          a: {en: hello}
        phases:
          game:
            - say a
    """
    return Told(f"expected a language such as `en`, found `{word}`", span)


@error
def not_a_list(found: str, span: Span) -> Told:
    """Sentences stand in a list, each after a dash.

    Wrong:
        - for each player p: pot += 1
    Told:
        expected a list of sentences, each after `- `, found `pot += 1`
    Right:
        - for each player p:
            - points[p] += 1
    """
    return Told(f"expected a list of sentences, each after `- `, found {found}", span)


@error
def not_a_sentence(found: str, span: Span) -> Told:
    """An item of a list is a sentence or a heading.

    Wrong:
        - - pot += 1
    Told:
        expected a sentence or a heading, found a list
    Right:
        - pot += 1
    """
    return Told(f"expected a sentence or a heading, found {found}", span)


@error
def not_a_text(found: str, span: Span) -> Told:
    """A text is expected.

    Wrong:
        decks:
          twins:
            cards: [{value: 1}]
            shown as: {}
            starts in: nest
        zones:
          nest: {of: twins}
    Told:
        expected a text, found keys
    Right:
        decks:
          twins:
            cards: [{value: 1}]
            shown as: "{value}"
            starts in: nest
        zones:
          nest: {of: twins}
    """
    return Told(f"expected a text, found {found}", span, "for example `{value}`")


@error
def not_texts(found: str, span: Span) -> Told:
    """A text is expected, or one for each language.

    Wrong:
        texts:
          b: [hello]
    Told:
        expected a text, or texts by language such as `{en: …, it: …}`, found a list
    Right:
        texts:
          a: {en: hello}
        phases:
          game:
            - say a
    """
    return Told(f"expected a text, or texts by language such as `{{en: …, it: …}}`, found {found}", span)


@error
def empty_function(span: Span) -> Told:
    """A function is an expression, or names and conditions.

    Wrong:
        functions:
          empty:
    Told:
        expected an expression, found nothing
    Right:
        functions:
          empty: pot + 1
    """
    return Told("expected an expression, found nothing", span)


@error
def not_names_to_remember(found: str, span: Span) -> Told:
    """A position lists names.

    Wrong:
        positions:
          a6x: {of: [{pot: 3}], at most: 3}
    Told:
        expected names of variables, scores and pieces, found keys
    Right:
        positions:
          a6x: {of: [pot], at most: 3}
        phases:
          game:
            - remember a6x
    """
    return Told(f"expected names of variables, scores and pieces, found {found}", span)


@error
def no_players(span: Span) -> Told:
    """A game is for some number of players.

    Wrong:
        players: []
    Told:
        expected numbers of players such as `2..4`, found nothing
    Right:
        players: 2..3
    """
    return Told("expected numbers of players such as `2..4`, found nothing", span)


@error
def not_numbers_of_players(found: str, span: Span) -> Told:
    """Numbers of players are written in figures.

    Wrong:
        players: two
    Told:
        expected numbers of players such as `2..4`, found `two`
    Right:
        players: 2..3
    """
    return Told(f"expected numbers of players such as `2..4`, found {found}", span)


@error
def nothing_by_element(what: str, span: Span) -> Told:
    """What is printed by element has at least one element.

    Wrong:
        enumerations:
          fish:
            pike: {pays: {}}
    Told:
        expected values by element for the values of `fish`, `pays`, such as `{red: 1}`, found none
    Right:
        enumerations:
          fish:
            pike: {pays: {red: 1}}
    """
    return Told(f"expected values by element for {what}, such as `{{red: 1}}`, found none", span)


@error
def not_by_element(what: str, found: str, span: Span) -> Told:
    """What each of several has is given for each by its name.

    Wrong:
        examples:
          d:
            given: {coins: 3}
    Told:
        expected the values of `coins` by element, found `3`
    Right:
        examples:
          d:
            given: {coins: {Anne: 3}}
    """
    return Told(f"expected {what} by element, found {found}", span)


@error
def key_in_a_function(wanted: str, word: str, span: Span) -> Told:
    """In a function stand names, and values by condition.

    Wrong:
        functions:
          key (number n):
            when n < 3: 1
    Told:
        expected an expression, or a list with `let …` and `if …:`, `else if …:`, `else:`, found the key `when n < 3`
    Right:
        functions:
          key (number n):
            if n < 3: 1
            else: 2
    """
    return Told(f"expected {wanted}, found the key `{word}`", span)


@error
def wrong_shape(what: str, found: str, span: Span) -> Told:
    """What stands here has another form than is expected.

    Wrong:
        zones:
          g: {of: [numbers]}
    Told:
        expected the name of a deck, found a list
    Right:
        zones:
          g: {of: numbers}
    """
    return Told(f"expected {what}, found {found}", span)


@error
def nothing_remembered(name: str, span: Span) -> Told:
    """A position names what it remembers.

    Wrong:
        positions:
          a2x: {of: [], at most: 3}
    Told:
        nothing is named that `a2x` would remember
    Right:
        positions:
          a2x: {of: [pot], at most: 3}
        phases:
          game:
            - remember a2x
    """
    return Told(f"nothing is named that `{name}` would remember", span, "for example `of: [man, side]`")


@error
def empty_enumeration(name: str, span: Span) -> Told:
    """An enumeration has values.

    Wrong:
        enumerations:
          shape:
    Told:
        the enumeration `shape` has no values
    Right:
        enumerations:
          shape: [round, square]
    """
    return Told(f"the enumeration `{name}` has no values", span)


@error
def misplaced(message: str, span: Span, help_: str = "") -> Told:
    """A line or a section stands where it has no meaning.

    Wrong:
        - Anne chooses one:
            - buy:
                - coins[Anne] -= 1
                - only if coins[Anne] > 0
    Told:
        conditions stand first under their option
    Right:
        - Anne chooses one:
            - buy:
                - only if coins[Anne] > 0
                - coins[Anne] -= 1
    """
    return Told(message, span, help_)
