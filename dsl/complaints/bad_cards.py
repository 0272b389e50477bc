"""What is wrong with decks, cards and zones."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .complaint import Told, amount, error, guessed, warning

if TYPE_CHECKING:
    from ...program.span import Span
    from .diagnostics import Guess


@error
def cards_alike(label: str, span: Span) -> Told:
    """Cards that differ are written differently.

    Wrong:
        decks:
          twins:
            cards: [{value: 1, worth: 3}, {value: 1, worth: 4}]
            shown as: "{value}"
            starts in: nest
        zones:
          nest: {of: twins}
    Told:
        two different cards would be written `1`
    Right:
        decks:
          twins:
            cards: [{value: 1, worth: 3}, {value: 1, worth: 4}]
            shown as: "{value} {worth}"
            starts in: nest
        zones:
          nest: {of: twins}
    """
    return Told(f"two different cards would be written `{label}`", span, "tell them apart with `shown as:`")


@error
def missing_start_of_deck(deck: str, span: Span, guess: Guess) -> Told:
    """The cards of a deck lie in some zone at first.

    Wrong:
        decks:
          lost: {cards: [{value: 1}]}
    Told:
        the deck `lost` needs `starts in:`, the zone where its cards lie at first
    Right:
        decks:
          lost: {cards: [{value: 1}], starts in: attic}
        zones:
          attic: {of: lost}
    """
    return guessed(f"the deck `{deck}` needs `starts in:`, the zone where its cards lie at first", span, guess)


@error
def no_order(name: str, span: Span) -> Told:
    """Only a pile has a top.

    Wrong:
        - draw card from stock on top of table
    Told:
        cards in `table` have no order
    Right:
        - draw 1 from stock to table
    """
    return Told(f"cards in `{name}` have no order", span, "declare it `kind: pile`")


@error
def no_top(name: str, end: str, span: Span, help_: str) -> Told:
    """Only cards in a pile or a row have a place that is known.

    Wrong:
        - pot = (top of table).value
    Told:
        cards in `table` have no top that is known
    Right:
        - pot = highest of card.value for card in table
    """
    return Told(f"cards in `{name}` have no {end} that is known", span, help_)


@error
def too_many_copies(most: int, number: int, span: Span) -> Told:
    """A card has a limited number of copies.

    Wrong:
        decks:
          e: {cards: [{value: 1, copies: 6000}]}
    Told:
        expected up to 5000 copies, found 6000
    Right:
        decks:
          e: {cards: [{value: 1, copies: 6}], starts in: attic}
        zones:
          attic: {of: e}
    """
    return Told(f"expected up to {most} copies, found {number}", span)


@error
def row_as_a_start(name: str, span: Span) -> Told:
    """Cards in a row have their places, so no deck starts there.

    Wrong:
        decks:
          numbers:
            cards: [{value: 1..6, copies: 2}]
            starts in: line
        zones:
          stock: {of: numbers, kind: pile}
          line: {of: numbers, kind: row}
    Told:
        the deck cannot start in the row `line`: its cards have no order yet
    Right:
        decks:
          numbers:
            cards: [{value: 1..6, copies: 2}]
            starts in: stock
        zones:
          stock: {of: numbers, kind: pile}
          line: {of: numbers, kind: row}
    """
    return Told(f"the deck cannot start in the row `{name}`: its cards have no order yet", span, "start in a pile, and deal")


@error
def all_see_it(name: str, span: Span) -> Told:
    """What everyone sees need not be told.

    Wrong:
        - tell everyone which card in table has card.value > 2
    Told:
        `table` is `seen by: everyone`: nobody learns anything
    Right:
        - tell everyone which card in hand[Anne] has card.value > 2
    """
    return Told(f"`{name}` is `seen by: everyone`: nobody learns anything", span)


@error
def shown_in_order(card: str, zone: str, span: Span) -> Told:
    """A single card is revealed where cards have no places.

    Wrong:
        zones:
          line: {of: numbers, kind: row, per: player, seen by: owner}
        phases:
          game:
            - draw first_one from stock to line[Anne]
            - Anne chooses card from line[Anne]
            - reveal card
    Told:
        `card` cannot be revealed by itself: the cards of `line` lie in order
    Right:
        zones:
          line: {of: numbers, per: player, seen by: owner}
        phases:
          game:
            - draw first_one from stock to line[Anne]
            - Anne chooses card from line[Anne]
            - reveal card
    """
    help_ = f"reveal all of `{zone}`, or put the card in a zone of `kind: cards` first"
    return Told(f"`{card}` cannot be revealed by itself: the cards of `{zone}` lie in order", span, help_)


@warning
def order_is_seen(source: str, target: str, span: Span) -> Told:
    """Cards that lie in no order are drawn one by one where a pile is put on another: those who see them go know how they lie.

    Wrong:
        zones:
          open: {of: numbers, kind: pile, seen by: everyone}
        phases:
          game:
            - put top of stock in open
            - put top of stock in open
            - move all from open on top of stock
    Told:
        `open` is seen where `stock` is not: those who see its cards go know in which order they lie in `stock`
    Right:
        zones:
          open: {of: numbers, kind: pile, seen by: everyone}
          closed: {of: numbers, kind: pile}
        phases:
          game:
            - put top of stock in open
            - put top of stock in open
            - move all from open to closed
            - move all from closed on top of stock
    """
    message = f"`{source}` is seen where `{target}` is not: those who see its cards go know in which order they lie in `{target}`"
    return Told(message, span, "move them to a pile that nobody sees first, and from there")


@error
def unknown_zone_kind(word: str, span: Span, guess: Guess) -> Told:
    """A zone is of a known kind.

    Wrong:
        zones:
          b: {of: numbers, kind: heap}
    Told:
        there is no kind of zone `heap`
    Right:
        zones:
          b: {of: numbers, kind: pile}
    """
    return guessed(f"there is no kind of zone `{word}`", span, guess)


@error
def unknown_zone_of_deck(name: str, deck: str, span: Span, guess: Guess) -> Told:
    """A deck starts in a zone of its own cards.

    Wrong:
        decks:
          spare: {cards: [{value: 1}], starts in: nowhere}
    Told:
        there is no zone `nowhere` of the deck `spare`
    Right:
        decks:
          spare: {cards: [{value: 1}], starts in: somewhere}
        zones:
          somewhere: {of: spare}
    """
    return guessed(f"there is no zone `{name}` of the deck `{deck}`", span, guess)


@error
def owner_of_a_deck(word: str, span: Span) -> Told:
    """Cards belong to players or seats.

    Wrong:
        decks:
          n: {cards: [{value: 1}], per: colour}
    Told:
        expected `player` or `seat`, found `colour`
    Right:
        decks:
          n: {cards: [{value: 1}], per: player, starts in: box}
        zones:
          box: {of: n, per: player}
    """
    return Told(f"expected `player` or `seat`, found `{word}`", span)


@error
def wrong_deck(source: str, one: str, target: str, other: str, span: Span) -> Told:
    """Cards stay in zones of their own deck.

    Wrong:
        - move all from table to chest
    Told:
        `table` holds cards of `numbers`, and `chest` cards of `flags`
    Right:
        - move all from table to stock
    """
    return Told(f"`{source}` holds cards of `{one}`, and `{target}` cards of `{other}`", span)


@error
def gathered_elsewhere(zone: str, one: str, deck: str, span: Span) -> Told:
    """A deck is gathered in a zone of its own.

    Wrong:
        - gather numbers into chest
    Told:
        `chest` holds cards of `flags`, not of `numbers`
    Right:
        - gather numbers into stock
    """
    return Told(f"`{zone}` holds cards of `{one}`, not of `{deck}`", span)


@error
def no_value_printed(what: str, found: str, span: Span) -> Told:
    """What is printed on a card has a value.

    Wrong:
        decks:
          r: {cards: [{value: ""}]}
    Told:
        expected a value for the cards of `r`, `value`, found nothing
    Right:
        decks:
          r: {cards: [{value: 3}], starts in: attic}
        zones:
          attic: {of: r}
    """
    return Told(f"expected a value for {what}, found {found}", span)


@error
def blank_card(span: Span) -> Told:
    """Something is printed on a card.

    Wrong:
        decks:
          c: {cards: [{copies: 3}]}
    Told:
        nothing is printed on this card
    Right:
        decks:
          c: {cards: [{value: 1, copies: 3}], starts in: attic}
        zones:
          attic: {of: c}
    """
    return Told("nothing is printed on this card", span, "for example `{value: 3}`")


@error
def empty_deck(name: str, span: Span) -> Told:
    """A deck has cards.

    Wrong:
        decks:
          b: {cards: [], starts in: x}
    Told:
        the deck `b` has no cards
    Right:
        decks:
          b: {cards: [{value: 1}], starts in: x}
        zones:
          x: {of: b}
    """
    return Told(f"the deck `{name}` has no cards", span)


@error
def printed_in_two_kinds(what: str, elsewhere: str, here: str, span: Span) -> Told:
    """What is printed is of one kind on all cards.

    Wrong:
        decks:
          i: {cards: [{value: 1}, {value: red}]}
    Told:
        the cards of `i`, `value` is a number elsewhere and a `colour` here
    Right:
        decks:
          i: {cards: [{value: 1}, {value: 2}], starts in: attic}
        zones:
          attic: {of: i}
    """
    return Told(f"{what} is {elsewhere} elsewhere and {here} here", span)


@error
def unknown_source(message: str, span: Span, help_: str = "") -> Told:
    """It is not known in which zone a card lies that is moved.

    A card that was chosen or drawn is known to lie where it came from; of any other, the sentence says it.

    Wrong:
        - deal 2 from stock to hand of each player
        - Ben chooses one from hand[Ben]
        - Ben chooses two from hand[Ben]
        - let mine = one
        - mine = two
        - put mine in table
    Told:
        it is not known here in which zone `mine` lies
    Right:
        - deal 2 from stock to hand of each player
        - Ben chooses one from hand[Ben]
        - put one in table
    """
    return Told(message, span, help_)


@error
def row_order(message: str, span: Span, help_: str = "") -> Told:
    """The cards of a row keep their places.

    Wrong:
        zones:
          fan: {of: numbers, kind: row, per: player, seen by: everyone but the owner}
        phases:
          game:
            - draw 1 from stock to fan[Anne]
            - shuffle fan[Anne]
    Told:
        the cards of the row `fan` keep their places: it cannot be shuffled
    Right:
        zones:
          fan: {of: numbers, kind: row, per: player, seen by: everyone but the owner}
        phases:
          game:
            - draw 1 from stock to fan[Anne]
            - shuffle stock
    """
    return Told(message, span, help_)


@error
def unlike_zones(message: str, span: Span, help_: str = "") -> Told:
    """Zones whose cards are exchanged hold them in the same way.

    Wrong:
        - draw new from stock on top of stock
        - swap hand[Anne] and stock
    Told:
        the cards of `hand` and `stock` do not lie in the same way
    Right:
        - swap hand[Anne] and hand[Ben]
    """
    return Told(message, span, help_)


@error
def not_round(message: str, span: Span, help_: str = "") -> Told:
    """When cards are passed, each gets those of one.

    Wrong:
        - pass hand of each player p to Ben
    Told:
        `Anne` would get nothing
    Right:
        - pass hand of each player p to next(p)
    """
    return Told(message, span, help_)


@warning
def near_name(message: str, span: Span, help_: str = "") -> Told:
    """What is printed on some cards has nearly the name of what is printed on the others.

    Wrong:
        decks:
          swim: {cards: [{strokes: 1, copies: 9}, {stokes: 2, copies: 8}, {strokes: 3}], starts in: pond}
        zones:
          pond: {of: swim}
    Told:
        these cards have `stokes`, and the others have `strokes`
    Right:
        decks:
          swim: {cards: [{strokes: 1, copies: 9}, {strokes: 2, copies: 8}, {strokes: 3}], starts in: pond}
        zones:
          pond: {of: swim}
    """
    return Told(message, span, help_)


@error
def wrong_total(message: str, span: Span, help_: str = "") -> Told:
    """A deck has as many cards as its `total:` says.

    Wrong:
        decks:
          racing: {total: 3, cards: [{value: 1, copies: 2}], starts in: heap}
        zones:
          heap: {of: racing}
    Told:
        the cards listed are 2, not `3`
    Right:
        decks:
          racing: {total: 2, cards: [{value: 1, copies: 2}], starts in: heap}
        zones:
          heap: {of: racing}
    """
    return Told(message, span, help_)


@error
def cells_of_row(columns: int, cells: int, span: Span, help_: str = "") -> Told:
    """Each row of a table has a cell for each column.

    Wrong:
        decks:
          gems:
            cards: |
              value cost
              1
        zones:
          pouch: {of: gems, kind: pile}
    Told:
        the header has 2 columns, and this row has 1
    Right:
        decks:
          gems:
            cards: |
              value cost
              1     -
              2     3
        zones:
          pouch: {of: gems, kind: pile}
    """
    return Told(f"the header has {amount(columns, 'column')}, and this row has {cells}", span, help_)


@error
def blank_row(span: Span) -> Told:
    """A row of a table says what is printed on its cards.

    Wrong:
        decks:
          gems:
            cards: |
              value copies
              1     2
              -     3
        zones:
          pouch: {of: gems, kind: pile}
    Told:
        nothing is printed on the cards of this row
    Right:
        decks:
          gems:
            cards: |
              value copies
              1     2
              3     3
        zones:
          pouch: {of: gems, kind: pile}
    """
    return Told("nothing is printed on the cards of this row", span)


@error
def not_a_column(found: str, span: Span) -> Told:
    """The header of a table names what is printed in its columns.

    Wrong:
        decks:
          gems:
            cards: |
              3value
              1
        zones:
          pouch: {of: gems, kind: pile}
    Told:
        expected what is printed in this column, found `3value`
    Right:
        decks:
          gems:
            cards: |
              value
              1
        zones:
          pouch: {of: gems, kind: pile}
    """
    message = f"expected what is printed in this column, found `{found}`"
    return Told(message, span, "for example `value`, `cost[red]`, `copies`")


@error
def column_of_two_kinds(name: str, span: Span) -> Told:
    """What is printed is one value, or one for each element.

    Wrong:
        decks:
          gems:
            cards: |
              value cost cost[red]
              1     2    3
        zones:
          pouch: {of: gems, kind: pile}
    Told:
        `cost` is one value in one column, and a value by element in another
    Right:
        decks:
          gems:
            cards: |
              value cost[green] cost[red]
              1     2           3
        zones:
          pouch: {of: gems, kind: pile}
    """
    return Told(f"`{name}` is one value in one column, and a value by element in another", span)


@error
def every_of_no_enumeration(word: str, column: str, span: Span, help_: str) -> Told:
    """A cell that makes a card for each value needs an enumeration to take them from, which the column names.

    Wrong:
        decks:
          gems:
            cards: |
              colr
              every
        zones:
          pouch: {of: gems, kind: pile}
    Told:
        `every` makes a card for each value of the enumeration `colr`, and there is none
    Right:
        decks:
          gems:
            cards: |
              colour
              every
        zones:
          pouch: {of: gems, kind: pile}
    """
    return Told(f"`{word}` makes a card for each value of the enumeration `{column}`, and there is none", span, help_)


@error
def empty_table(span: Span) -> Told:
    """A table of cards begins with a header.

    Wrong:
        decks:
          gems:
            cards: |
              # value
              # 3
        zones:
          pouch: {of: gems, kind: pile}
    Told:
        expected a table of cards: a header, and rows below it
    Right:
        decks:
          gems:
            cards: |
              value
              3
        zones:
          pouch: {of: gems, kind: pile}
    """
    return Told("expected a table of cards: a header, and rows below it", span)


@error
def not_a_table(name: str, span: Span) -> Told:
    """A table of cards is a file with values between commas, which lies beside the ruleset.

    Wrong:
        decks:
          gems: {cards from: gems.xlsx}
        zones:
          pouch: {of: gems, kind: pile}
    Told:
        expected the name of a table such as `cards.csv`, found `gems.xlsx`
    Right:
        decks:
          gems: {cards from: gems.csv}
        zones:
          pouch: {of: gems, kind: pile}
        --- gems.csv
        value
        3
    """
    message = f"expected the name of a table such as `cards.csv`, found `{name}`"
    return Told(message, span, "export it from a spreadsheet, and lay it beside the ruleset")


@error
def empty_file_of_cards(name: str, span: Span) -> Told:
    """A table in a file begins with a header.

    Wrong:
        decks:
          gems: {cards from: gems.csv}
        zones:
          pouch: {of: gems, kind: pile}
        --- gems.csv
        ,,
    Told:
        expected a header and rows of cards in `gems.csv`, found none
    Right:
        decks:
          gems: {cards from: gems.csv}
        zones:
          pouch: {of: gems, kind: pile}
        --- gems.csv
        value
        3
    """
    return Told(f"expected a header and rows of cards in `{name}`, found none", span)


@error
def cards_twice(name: str, span: Span) -> Told:
    """The cards of a deck stand in a file, or in the ruleset.

    Wrong:
        decks:
          gems: {cards from: gems.csv, cards: [{value: 1}]}
        zones:
          pouch: {of: gems, kind: pile}
        --- gems.csv
        value
        3
    Told:
        the cards stand in `gems.csv` already
    Right:
        decks:
          gems: {cards from: gems.csv}
        zones:
          pouch: {of: gems, kind: pile}
        --- gems.csv
        value
        3
    """
    return Told(f"the cards stand in `{name}` already", span)


@error
def nobody_starts_with(zone: str, span: Span) -> Told:
    """A deck starts in one zone, or is shared out evenly to the players.

    Wrong:
        decks:
          gems: {cards: [{value: 1..6}], starts in: pouch}
        zones:
          pouch: {of: gems, per: colour, seen by: everyone}
    Told:
        the deck cannot start in `pouch`: it is not clear who gets which cards
    Right:
        decks:
          gems: {cards: [{value: 1..6}], starts in: bag}
        zones:
          bag: {of: gems, kind: pile}
          pouch: {of: gems, per: colour, seen by: everyone}
    """
    message = f"the deck cannot start in `{zone}`: it is not clear who gets which cards"
    return Told(message, span, "start in a zone of its own, and deal")


@error
def label_of_nothing_printed(name: str, span: Span, help_: str) -> Told:
    """What is written on cards is made of what is printed on them.

    Wrong:
        decks:
          gems: {cards: [{value: 1..6}], shown as: "{valeu} gold"}
        zones:
          pouch: {of: gems, kind: pile}
    Told:
        nothing called `valeu` is printed on the cards
    Right:
        decks:
          gems: {cards: [{value: 1..6}], shown as: "{value} gold"}
        zones:
          pouch: {of: gems, kind: pile}
    """
    return Told(f"nothing called `{name}` is printed on the cards", span, help_)


@error
def label_not_known(span: Span) -> Told:
    """What is written on cards does not change during a match.

    Wrong:
        decks:
          gems: {cards: [{value: 1..6}], shown as: "{sum of value for c in [red]} gold"}
        zones:
          pouch: {of: gems, kind: pile}
    Told:
        what is written on cards must be known before play
    Right:
        decks:
          gems: {cards: [{value: 1..6}], shown as: "{value + 10} gold"}
        zones:
          pouch: {of: gems, kind: pile}
    """
    return Told(
        "what is written on cards must be known before play", span, "use what is printed on the card, and functions of it"
    )


@error
def not_printable(word: str, span: Span, help_: str) -> Told:
    """Numbers and values of enumerations are printed on cards, spaces and values.

    Wrong:
        decks:
          gems: {cards: [{value: golden}]}
        zones:
          pouch: {of: gems, kind: pile}
    Told:
        expected a number or a value of an enumeration, found `golden`
    Right:
        decks:
          gems: {cards: [{value: green}]}
        zones:
          pouch: {of: gems, kind: pile}
    """
    return Told(f"expected a number or a value of an enumeration, found `{word}`", span, help_)


@error
def not_by_element_here(what: str, found: str, span: Span) -> Told:
    """What is printed by element on one thing is by element on all.

    Wrong:
        decks:
          gems: {cards: [{cost: {red: 3}}, {cost: 4}]}
        zones:
          pouch: {of: gems, kind: pile}
    Told:
        the cards of `gems`, `cost` has values by element elsewhere, found `4`
    Right:
        decks:
          gems: {cards: [{cost: {red: 3}}, {cost: {green: 4}}]}
        zones:
          pouch: {of: gems, kind: pile}
    """
    return Told(f"{what} has values by element elsewhere, found {found}", span)


@error
def key_of_no_enumeration(word: str, span: Span, help_: str) -> Told:
    """What is printed by element has values of one enumeration, or spaces, as its keys.

    Wrong:
        decks:
          gems: {cards: [{cost: {golden: 3}}]}
        zones:
          pouch: {of: gems, kind: pile}
    Told:
        expected a value of an enumeration, found `golden`
    Right:
        decks:
          gems: {cards: [{cost: {green: 3}}]}
        zones:
          pouch: {of: gems, kind: pile}
    """
    return Told(f"expected a value of an enumeration, found `{word}`", span, help_)


@error
def keys_of_two_kinds(what: str, kind: str, word: str, span: Span) -> Told:
    """What is printed by element is by elements of one kind.

    Wrong:
        decks:
          gems: {cards: [{cost: {green: 3, calm: 4}}]}
        zones:
          pouch: {of: gems, kind: pile}
    Told:
        the cards of `gems`, `cost` is by `colour` elsewhere, found `calm`
    Right:
        decks:
          gems: {cards: [{cost: {green: 3, red: 4}}]}
        zones:
          pouch: {of: gems, kind: pile}
    """
    return Told(f"{what} is by {kind} elsewhere, found `{word}`", span)
