"""What is wrong with worked examples."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .complaint import Told, amount, error, error_under, guessed, warning
from .diagnostics import Note

if TYPE_CHECKING:
    from ...program.span import Span
    from .diagnostics import Fix, Guess


@error
def too_many_cards_given(deck: str, most: int, count: int, span: Span) -> Told:
    """An example gives no more cards than the deck has.

    Wrong:
        examples:
          b:
            given: {stock: [1 × 99999999999]}
    Told:
        the deck `numbers` has 12 cards, and here are 99999999999
    Right:
        examples:
          b:
            given: {stock: [1, 1, 2]}
    """
    return Told(f"the deck `{deck}` has {amount(most, 'card')}, and here {'is' if count == 1 else 'are'} {count}", span)


@error
def card_given_too_often(label: str, deck: str, span: Span) -> Told:
    """An example gives each card as often as the deck has it.

    Wrong:
        examples:
          f:
            given: {hand: {Anne: [1, 1, 1]}}
    Told:
        there are not so many cards `1` in the deck `numbers`
    Right:
        examples:
          f:
            given: {hand: {Anne: [1, 1, 2]}}
    """
    return Told(f"there are not so many cards `{label}` in the deck `{deck}`", span)


@error
def nothing_played(span: Span) -> Told:
    """An example in which nothing happens leaves no match to be over or not.

    Wrong:
        examples:
          b:
            expect: {over: no}
    Told:
        nothing happens in this example, so no match goes on or is over
    Right:
        examples:
          b:
            run: game
            expect: {over: no}
    """
    return Told("nothing happens in this example, so no match goes on or is over", span)


@error
def nothing_known(span: Span) -> Told:
    """An example in which nothing happens tells nobody anything.

    Wrong:
        examples:
          nothing happens:
            known: {Anne: {table: [3]}}
    Told:
        nothing happens in this example, so nobody knows anything
    Right:
        examples:
          nothing happens:
            given: {pot: 3}
            expect: {pot: 3}
    """
    return Told("nothing happens in this example, so nobody knows anything", span)


@error
def unknown_in_example(name: str, span: Span, guess: Guess) -> Told:
    """An example gives and expects what is declared.

    Wrong:
        examples:
          a:
            given: {pto: 3}
    Told:
        there is no variable, score, piece or zone `pto`
    Right:
        examples:
          a:
            given: {pot: 3}
    """
    return guessed(f"there is no variable, score, piece or zone `{name}`", span, guess)


@error
def over_yes_or_no(found: str, span: Span) -> Told:
    """A match is over, or it is not.

    Wrong:
        examples:
          a:
            expect: {over: maybe}
    Told:
        expected `yes` or `no`, found `maybe`
    Right:
        examples:
          a:
            run: game
            expect: {over: no}
    """
    return Told(f"expected `yes` or `no`, found {found}", span)


@error
def not_a_fraction(found: str, span: Span) -> Told:
    """A payoff is a whole number or a fraction.

    Wrong:
        examples:
          what is no fraction:
            expect: {payoff: {Anne: 1/0}}
    Told:
        expected a number such as `3` or `1/2`, found `1/0`
    Right:
        examples:
          what is a fraction:
            run: game
            answers:
              - Anne: gain 1
              - Ben: gain 0
            expect: {pot: 0}
    """
    return Told(f"expected a number such as `3` or `1/2`, found `{found}`", span)


@warning
def misspelt_answer(word: str, meant: str, span: Span, fix: Fix | None = None) -> Told:
    """A word of an answer stands nowhere in the rules, which have one like it.

    Wrong:
        examples:
          u:
            run: game
            answers:
              - Anne: gian 2
              - Ben: gain 3
            expect: {pot: 5}
    Told:
        the rules have no word `gian`
    Right:
        examples:
          u:
            run: game
            answers:
              - Anne: gain 2
              - Ben: gain 3
            expect: {pot: 5}
    """
    return Told(f"the rules have no word `{word}`", span, f"did you mean `{meant}`?", (), fix)


@error
def not_one_answer(span: Span) -> Told:
    """Each answer is an item of its own.

    Wrong:
        examples:
          u:
            answers:
              - {Anne: n 2, Ben: n 3}
    Told:
        expected one answer such as `Anne: card 3` to an item
    Right:
        examples:
          u:
            answers:
              - Anne: gain 2
              - Ben: gain 3
    """
    return Told("expected one answer such as `Anne: card 3` to an item", span, "begin each answer with `- `")


@error
def payoff_of_an_automa(name: str, span: Span) -> Told:
    """Only players are paid.

    Wrong:
        automa:
          Ida: {}
        examples:
          a:
            expect: {payoff: {Ida: 1}}
    Told:
        a payoff is a player's, found the automa `Ida`
    Right:
        automa:
          Ida: {}
        examples:
          a:
            run: game
            expect: {payoff: {Anne: 1/2}}
    """
    return Told(f"a payoff is a player's, found the automa `{name}`", span)


@error
def nothing_for_a_card(span: Span) -> Told:
    """An empty zone is written `[]`.

    Wrong:
        examples:
          e:
            given: {hand: {Anne: [nothing]}}
    Told:
        expected a card, found `nothing`
    Right:
        examples:
          e:
            given: {hand: {Anne: []}}
    """
    return Told("expected a card, found `nothing`", span, "an empty zone is `[]`")


@warning
def contradicting_example(what: str, value: str, before: str, span: Span, first: Span) -> Told:
    """Two examples begin alike and go on alike, and expect different results.

    One of them cannot hold.

    Wrong:
        examples:
          a loss:
            given: {coins: {Anne: 2}}
            run: game
            answers: [{Anne: gain 0}, {Ben: gain 1}]
            expect: {points: {Anne: 0, Ben: 1}}
          no loss:
            given: {coins: {Anne: 2}}
            run: game
            answers: [{Anne: gain 0}, {Ben: gain 1}]
            expect: {points: {Anne: 0, Ben: 2}}
    Told:
        an example that begins and goes on like this one expects `points Ben` to be `1`, and this one `2`
    Right:
        examples:
          a loss:
            given: {coins: {Anne: 2}}
            run: game
            answers: [{Anne: gain 0}, {Ben: gain 1}]
            expect: {points: {Anne: 0, Ben: 1}}
          a gain:
            given: {coins: {Anne: 2}}
            run: game
            answers: [{Anne: gain 0}, {Ben: gain 2}]
            expect: {points: {Anne: 0, Ben: 2}}
    """
    message = f"an example that begins and goes on like this one expects `{what}` to be `{before}`, and this one `{value}`"
    return Told(message, span, notes=(Note("expected otherwise first here", first),))


@error_under("wrong-type")
def position_given(name: str, span: Span) -> Told:
    """An example begins with nothing remembered.

    Wrong:
        positions:
          purse: {of: coins, at most: 9}
        phases:
          game:
            - remember purse
        examples:
          it is known at once:
            given: {purse: 3}
    Told:
        an example begins with nothing remembered: `purse` cannot be given
    Right:
        positions:
          purse: {of: coins, at most: 9}
        phases:
          game:
            - remember purse
        examples:
          it is known at once:
            run: game
            check: times purse was remembered = 1
    """
    message = f"an example begins with nothing remembered: `{name}` cannot be given"
    return Told(message, span, "let `run:` do a phase that remembers it")


@error_under("wrong-type")
def position_expected(name: str, span: Span) -> Told:
    """A position has no value: it is asked how often it was remembered.

    Wrong:
        positions:
          purse: {of: coins, at most: 9}
        phases:
          game:
            - remember purse
        examples:
          it is known at once:
            run: game
            expect: {purse: 1}
    Told:
        the position `purse` has no value of its own
    Right:
        positions:
          purse: {of: coins, at most: 9}
        phases:
          game:
            - remember purse
        examples:
          it is known at once:
            run: game
            check: times purse was remembered = 1
    """
    return Told(f"the position `{name}` has no value of its own", span, f"ask under `check:` for `times {name} was remembered`")


@error_under("wrong-shape")
def not_one_refused(span: Span) -> Told:
    """Under `refused:` stands one choice behind each dash.

    Wrong:
        examples:
          nobody takes four:
            run: game
            refused:
              - {Anne: gain 4, Ben: gain 4}
    Told:
        expected one choice such as `Anne: card 3`, and perhaps `because:`
    Right:
        examples:
          nobody takes four:
            run: game
            refused:
              - Anne: gain 4
    """
    return Told("expected one choice such as `Anne: card 3`, and perhaps `because:`", span)


@error_under("unknown-name")
def no_card_is_so(deck: str, words: str, span: Span) -> Told:
    """What is known of a card leaves at least one that it can be.

    Wrong:
        examples:
          it is seen:
            run: game
            answers:
              - Anne: gain 1
              - Ben: gain 1
            known: {Anne: {table: [2 and not 2]}}
    Told:
        no card of `numbers` is `2 and not 2`
    Right:
        examples:
          it is seen:
            given: {table: [2]}
            run: game
            answers:
              - Anne: gain 1
              - Ben: gain 1
            known: {Anne: {table: [2]}}
    """
    return Told(f"no card of `{deck}` is `{words}`", span)


@error_under("unknown-name")
def nothing_printed_so(word: str, deck: str, span: Span, help_: str) -> Told:
    """What is known of a card is printed on some card of its deck.

    Wrong:
        examples:
          it is seen:
            run: game
            answers:
              - Anne: gain 1
              - Ben: gain 1
            known: {Anne: {table: [9]}}
    Told:
        nothing called `9` is printed on `numbers`
    Right:
        examples:
          it is seen:
            given: {table: [6]}
            run: game
            answers:
              - Anne: gain 1
              - Ben: gain 1
            known: {Anne: {table: [6]}}
    """
    return Told(f"nothing called `{word}` is printed on `{deck}`", span, help_)
