"""Values of another kind than is expected."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .complaint import Told, amount, error, guessed

if TYPE_CHECKING:
    from ...program.span import Span
    from .diagnostics import Guess


@error
def missing_set(kind: str, name: str, span: Span, help_: str) -> Told:
    """What is counted or looked for lies somewhere.

    Wrong:
        - pot = number of card c
    Told:
        `card c` needs a set to run over
    Right:
        - pot = number of card c in table
    """
    return Told(f"`{kind} {name}` needs a set to run over", span, help_)


@error
def one_index(name: str, count: int, span: Span) -> Told:
    """This value has one index.

    Wrong:
        - let x[p] = 1 for each player p
        - pot = x[Anne, Ben]
    Told:
        `x` takes 1 index, found 2
    Right:
        - let x[p] = 1 for each player p
        - pot = x[Anne]
    """
    return Told(f"`{name}` takes 1 index, found {count}", span)


@error
def wrong_count(name: str, wanted: int | str, count: int, span: Span, help_: str = "") -> Told:
    """A function gets as many values as it takes.

    Wrong:
        phases:
          game:
            - pot = min(3)
    Told:
        `min` takes 2 values, found 1
    Right:
        phases:
          game:
            - pot = min(3, 4)
    """
    return Told(f"`{name}` takes {amount(wanted, 'value')}, found {count}", span, help_)


@error
def wrong_indices(name: str, wanted: str, count: int | str, span: Span, help_: str) -> Told:
    """A value gets as many indices as it has.

    Wrong:
        - pot[Anne] = 1
    Told:
        `pot` takes no index, found 1
    Right:
        - pot = 1
    """
    return Told(f"`{name}` takes {wanted}, found {count}", span, help_)


@error
def names_of_dice(count: int, names: int, span: Span) -> Told:
    """Each die has a name of its own.

    Wrong:
        - roll 2 dice as red_die
    Told:
        each die needs a name of its own, found 1 for 2
    Right:
        - roll 2 dice as red_die, blue_die
    """
    return Told(f"each die needs a name of its own, found {count} for {names}", span)


@error
def not_directions(what: str, found: str, span: Span) -> Told:
    """Ways are directions of a board.

    Wrong:
        enumerations:
          figure:
            crab: {ways: [left of grid, [right of grid]]}
    Told:
        expected directions for the values of `figure`, `ways`, found a list
    Right:
        enumerations:
          figure:
            crab: {ways: [left of grid, right of grid]}
    """
    return Told(f"expected directions for {what}, found {found}", span)


@error
def starts_with_no_seat(found: str, span: Span) -> Told:
    """Only a loop round the table starts with somebody.

    Wrong:
        - for each colour c starting with red:
            - pot += 1
    Told:
        `starting with` goes round the table, found a `colour`
    Right:
        - for each player p starting with Ben:
            - points[p] += 1
    """
    return Told(f"`starting with` goes round the table, found {found}", span)


@error
def runs_over_others(kind: str, name: str, element: str, span: Span) -> Told:
    """A name stands for elements of the kind that it is said to be.

    Wrong:
        - pot = number of colour c in players
    Told:
        `colour c` runs over seat elements here
    Right:
        - pot = number of player p in players
    """
    return Told(f"`{kind} {name}` runs over {element} elements here", span)


@error
def not_changeable(name: str, span: Span) -> Told:
    """A parameter, a board and a seat stay as they are during a match.

    Wrong:
        - strict = yes
    Told:
        `strict` cannot be changed during a match
    Right:
        - ready[Anne] = yes
    """
    return Told(f"`{name}` cannot be changed during a match", span)


@error
def unlike_sides(relation: str, found: str, span: Span) -> Told:
    """Only things of one kind are equal or not.

    Wrong:
        - if leader = 3:
            - pot += 1
    Told:
        `=` compares like with like: found a seat and a number
    Right:
        - if leader = Ben:
            - pot += 1
    """
    return Told(f"`{relation}` compares like with like: found {found}", span)


@error
def not_ordered(relation: str, found: str, span: Span) -> Told:
    """Only numbers are greater or smaller.

    Wrong:
        - if leader < Ben:
            - pot += 1
    Told:
        `<` compares numbers, found a seat
    Right:
        - if leader != Ben:
            - pot += 1
    """
    return Told(f"`{relation}` compares numbers, found {found}", span, "for equality, write `=`")


@error
def drawn_of_another_kind(name: str, found: str, span: Span) -> Told:
    """What chance gives is what the variable holds.

    Wrong:
        - random leader from colour
    Told:
        `leader` holds a seat, found a `colour`
    Right:
        - random leader from players
    """
    return Told(f"`{name}` holds {found}", span)


@error
def parameter_not_a_number(name: str, found: str, span: Span) -> Told:
    """This parameter is a number.

    Wrong:
        parameters:
          e: {default: many, range: 1..9}
    Told:
        `e` is a number, found `many`
    Right:
        parameters:
          e: {default: 3, range: 1..9}
    """
    return Told(f"`{name}` is a number, found `{found}`", span)


@error
def not_a_function(name: str, span: Span) -> Told:
    """A value has an index in `[ ]`, and a function takes values in `( )`.

    Wrong:
        phases:
          game:
            - pot = coins(Anne)
    Told:
        `coins` is no function: it takes no `( )`
    Right:
        phases:
          game:
            - pot = coins[Anne]
    """
    return Told(f"`{name}` is no function: it takes no `( )`", span, f"an element of it is `{name}[…]`")


@error
def not_a_row(name: str, span: Span) -> Told:
    """What has no index takes none.

    Wrong:
        - pot = total[Anne]
    Told:
        `total` is not a row of values: it takes no `[ ]`
    Right:
        - pot = points[Anne]
    """
    return Told(f"`{name}` is not a row of values: it takes no `[ ]`", span)


@error
def not_a_value(name: str, span: Span) -> Told:
    """Only a value can be changed so.

    Wrong:
        - hand[Anne] = 3
    Told:
        `hand` is not a value that can be changed
    Right:
        - coins[Anne] = 3
    """
    return Told(f"`{name}` is not a value that can be changed", span)


@error
def mixed_list(one: str, other: str, span: Span) -> Told:
    """A list holds things of one kind.

    Wrong:
        functions:
          some: "[1, yes]"
    Told:
        a list holds things of one kind: found a number and a truth (`yes` or `no`)
    Right:
        functions:
          some: "[1, 2]"
    """
    return Told(f"a list holds things of one kind: found {one} and {other}", span)


@error
def row_of_no_elements(span: Span) -> Told:
    """A row has a value for each element of what is known before play.

    Wrong:
        - let b[c] = 1 for each card c in table
    Told:
        a row has one value for each element of an enumeration, of the seats, or of a range
    Right:
        - let b[c] = 1 for each colour c
    """
    return Told("a row has one value for each element of an enumeration, of the seats, or of a range", span)


@error
def mixed_set(found: str, span: Span) -> Told:
    """A set holds things of one kind.

    Wrong:
        - pot = count([a1] + [red])
    Told:
        a set holds things of one kind: found a space of `grid` and a `colour`
    Right:
        - pot = count([a1] + [b2])
    """
    return Told(f"a set holds things of one kind: found {found}", span)


@error
def cannot_hold(element: str, found: str, span: Span) -> Told:
    """What is looked for in a set is of its kind.

    Wrong:
        - if 3 in players:
            - pot += 1
    Told:
        a set of a seat cannot hold a number
    Right:
        - if leader in players:
            - pot += 1
    """
    return Told(f"a set of {element} cannot hold {found}", span)


@error
def text_for_a_value(text: str, span: Span) -> Told:
    """A text is no value: quotes name a card or a space where one is expected.

    Wrong:
        - pot = "three"
    Told:
        a text cannot stand here, found "three"
    Right:
        - pot = 3
    """
    return Told(f'a text cannot stand here, found "{text}"', span, "quotes name a card or a space where one is expected")


@error
def range_not_known(span: Span) -> Told:
    """The ends of a range are known before play.

    Wrong:
        variables:
          e: {holds: 0..pot}
    Told:
        both ends of this range must be known before play
    Right:
        variables:
          e: {holds: 0..hand_size}
    """
    return Told("both ends of this range must be known before play", span)


@error
def unlike_values(one: str, other: str, span: Span) -> Told:
    """Both values of `… if … else …` are of one kind.

    Wrong:
        - pot = 1 if ready[Anne] else yes
    Told:
        both values must be of one kind: found a number and a truth (`yes` or `no`)
    Right:
        - pot = 1 if ready[Anne] else 2
    """
    return Told(f"both values must be of one kind: found {one} and {other}", span)


@error
def not_a_card(found: str, span: Span) -> Told:
    """A card is put somewhere.

    Wrong:
        - put Anne in table
    Told:
        expected a card, found a seat
    Right:
        - deal 1 from stock to hand of each player
        - Anne chooses card from hand[Anne]
        - put card in table
    """
    return Told(f"expected a card, found {found}", span)


@error
def not_a_direction(board: str, found: str, span: Span, help_: str) -> Told:
    """A step goes in a direction of its board.

    Wrong:
        - let n = step(b2, nothing)
    Told:
        expected a direction of `grid`, found `nothing`
    Right:
        - let n = step(b2, up)
    """
    return Told(f"expected a direction of `{board}`, found {found}", span, help_)


@error
def not_a_piece(words: str, span: Span, guess: Guess) -> Told:
    """Only a piece moves on a board.

    Wrong:
        - move pot by 2
    Told:
        expected a piece, found `pot`
    Right:
        - move pawn[Anne] by 2
    """
    return guessed(f"expected a piece, found `{words}`", span, guess)


@error
def nothing_for_a_seat(span: Span) -> Told:
    """A seat is expected.

    Wrong:
        examples:
          a:
            run: game
            expect: {winners: [nothing]}
    Told:
        expected a seat, found `nothing`
    Right:
        examples:
          a:
            given: {pot: 3}
            expect: {pot: 3}
    """
    return Told("expected a seat, found `nothing`", span)


@error
def not_a_set(found: str, span: Span, help_: str) -> Told:
    """A set is expected.

    Wrong:
        - if Anne in pot:
            - pot += 1
    Told:
        expected a set, found a number
    Right:
        - if Anne in players:
            - pot += 1
    """
    return Told(f"expected a set, found {found}", span, help_)


@error
def not_spaces(found: str, span: Span, help_: str) -> Told:
    """A space or a set of spaces is expected.

    Wrong:
        - pot = number of y in (connected to pot through z where yes)
    Told:
        expected a space or a set of spaces, found a number
    Right:
        - pot = number of y in (connected to a1 through z where yes)
    """
    return Told(f"expected a space or a set of spaces, found {found}", span, help_)


@error
def not_known_value(found: str, span: Span) -> Told:
    """What an example gives is a value, not a calculation.

    Wrong:
        examples:
          i:
            given: {pot: total}
    Told:
        expected a value that is known, found `total`
    Right:
        examples:
          i:
            given: {pot: 3}
    """
    return Told(f"expected a value that is known, found `{found}`", span)


@error
def not_a_zone_of_each(words: str, span: Span, guess: Guess) -> Told:
    """Cards are dealt to zones that each seat has.

    Wrong:
        - deal 1 from stock to table of each player
    Told:
        expected a zone that each seat has, found `table`
    Right:
        - deal 1 from stock to hand of each player
    """
    return guessed(f"expected a zone that each seat has, found `{words}`", span, guess)


@error
def not_a_zone(words: str, span: Span, guess: Guess) -> Told:
    """A zone is expected.

    Wrong:
        - shuffle hadn
    Told:
        expected a zone, found `hadn`
    Right:
        - shuffle stock
    """
    return guessed(f"expected a zone, found `{words}`", span, guess)


@error
def directions_not_known(what: str, span: Span) -> Told:
    """Ways are known before play.

    Wrong:
        enumerations:
          metal:
            lead: {ways: diagonal + (all of d for d in diagonal)}
    Told:
        expected directions for the values of `metal`, `ways` that are known before play
    Right:
        enumerations:
          metal:
            lead: {ways: diagonal}
    """
    return Told(f"expected directions for {what} that are known before play", span)


@error
def mixed_directions(what: str, found: str, span: Span) -> Told:
    """Ways are directions of one board.

    Wrong:
        enumerations:
          wood:
            ash: {ways: [left of grid, red]}
    Told:
        expected directions for the values of `wood`, `ways`, found a `colour`
    Right:
        enumerations:
          wood:
            ash: {ways: [left of grid]}
    """
    return Told(f"expected directions for {what}, found {found}", span)


@error
def set_for_a_value(span: Span) -> Told:
    """One value is expected, not a set.

    Wrong:
        - pot = 1..3
    Told:
        expected one value, found a set of them
    Right:
        - pot = number of n in 1..3
    """
    return Told("expected one value, found a set of them", span, "count it with `number of x in …`, or choose from it")


@error
def all_for_a_value(name: str, span: Span) -> Told:
    """One value is expected, not all of a kind.

    Wrong:
        - pot = grid
    Told:
        expected one value, found all of `grid`
    Right:
        - pot = number of x in grid
    """
    return Told(f"expected one value, found all of `{name}`", span, f"for example `any x in {name} has …`")


@error
def calls_for_a_value(words: str, span: Span, help_: str) -> Told:
    """One value is expected, not the set that a function gives.

    Wrong:
        - pot = neighbours of a1
    Told:
        expected one value, found the set `neighbours of a1`
    Right:
        - pot = number of x in (neighbours of a1)
    """
    return Told(f"expected one value, found the set `{words}`", span, help_)


@error
def zone_for_a_value(words: str, span: Span, help_: str) -> Told:
    """One value is expected, not a zone.

    Wrong:
        - pot = hand[Anne]
    Told:
        expected one value, found the zone `hand`
    Right:
        - pot = count(hand[Anne])
    """
    return Told(f"expected one value, found the zone `{words}`", span, help_)


@error
def nothing_for_a_value(what: str, span: Span) -> Told:
    """A value is expected where nothing is given.

    Wrong:
        examples:
          a:
            given: {pot: nothing}
    Told:
        expected a number, found `nothing`
    Right:
        examples:
          a:
            given: {pot: 3}
            expect: {pot: 3}
    """
    return Told(f"expected {what}, found `nothing`", span)


@error
def wrong_type(wanted: str, found: str, span: Span, help_: str = "") -> Told:
    """A value of another kind is expected.

    Wrong:
        - pot = yes
    Told:
        expected a number, found a truth (`yes` or `no`)
    Right:
        - pot = 1
    """
    return Told(f"expected {wanted}, found {found}", span, help_)


@error
def not_known_before_play(what: str, found: str, span: Span) -> Told:
    """What is declared is known before play.

    Wrong:
        boards:
          o: {kind: grid, rows: 2, columns: sum of 1 for p in players}
    Told:
        expected the number of columns, known before play, found `sum of 1 for p in players`
    Right:
        boards:
          o: {kind: grid, rows: 2, columns: 2}
    """
    return Told(f"expected {what}, known before play, found {found}", span)


@error
def not_added_to(how: str, found: str, span: Span) -> Told:
    """Only a number is added to or subtracted from.

    Wrong:
        - leader += 1
    Told:
        only a number can be changed with `+=`, found a seat
    Right:
        - leader = Ben
    """
    return Told(f"only a number can be changed with `{how}=`, found {found}", span)


@error
def start_not_known(name: str, span: Span) -> Told:
    """What a value starts as is known before play.

    Wrong:
        variables:
          g: {holds: 0..9, starts as: pot}
    Told:
        the start of `g` must be known before play
    Right:
        variables:
          g: {holds: 0..9, starts as: 3}
    """
    return Told(f"the start of `{name}` must be known before play", span)


@error
def condition_not_known(span: Span) -> Told:
    """Who takes part is known before play.

    Wrong:
        automa:
          Robot: {joins when: any p in players has yes}
    Told:
        this condition must be known before play
    Right:
        automa:
          Robot: {joins when: players = 2}
    """
    return Told("this condition must be known before play", span, "for example `players = 2`")


@error
def missing_index(message: str, span: Span, help_: str = "") -> Told:
    """A name that has several values says which one is meant.

    Wrong:
        - let row[p] = 1 for each player p
        - pot = row
    Told:
        `row` is a row of values: say which one
    Right:
        - let row[p] = 1 for each player p
        - pot = row[Anne]
    """
    return Told(message, span, help_)
