"""What is wrong with who chooses, and what from."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .complaint import Told, error, error_under

if TYPE_CHECKING:
    from ...program.span import Span
    from .diagnostics import Note


@error
def automa_asked(who: str, span: Span) -> Told:
    """An automa plays by rule and is never asked.

    Wrong:
        automa:
          Robot:
        phases:
          game:
            - Robot chooses x from 1..3
            - for each automa a:
                - points[Anne] += 1
    Told:
        `Robot` plays by rule and is never asked
    Right:
        automa:
          Robot:
        phases:
          game:
            - for each automa a:
                - points[Anne] += 1
    """
    return Told(f"`{who}` plays by rule and is never asked", span)


@error
def automa_decides(span: Span) -> Told:
    """An automa plays by rule, so it takes no part where all decide.

    Wrong:
        automa:
          Robot:
        phases:
          game:
            - together, each seat me:
                - choose n from 1..3
    Told:
        an automa plays by rule and never decides
    Right:
        automa:
          Robot:
        phases:
          game:
            - together, each player me:
                - choose n from 1..3
    """
    return Told("an automa plays by rule and never decides", span, "write `each player`")


@error
def fixed_name(name: str, span: Span) -> Told:
    """What was chosen, drawn, given or counted does not change.

    Wrong:
        - for each player p:
            - p = Anne
    Told:
        `p` cannot be changed: it stands for what was chosen, drawn, given or counted
    Right:
        - for each player p:
            - leader = p
    """
    message = f"`{name}` cannot be changed: it stands for what was chosen, drawn, given or counted"
    return Told(message, span, "give the new value another name with `let`")


@error
def no_actor(span: Span) -> Told:
    """A choice says who chooses.

    Wrong:
        - choose x from 1..3
    Told:
        it is not said who chooses
    Right:
        - Anne chooses x from 1..3
    """
    return Told("it is not said who chooses", span, "for example `me chooses …`; only inside `together` it goes without saying")


@error
def unbounded_choice(span: Span) -> Told:
    """What is chosen from has bounds that are known before play.

    Wrong:
        - Anne chooses z from 1..total
    Told:
        this may be any number: a choice needs known bounds
    Right:
        - Anne chooses z from 1..coins[Anne] + 1
    """
    message = "this may be any number: a choice needs known bounds"
    return Told(message, span, "declare the range of what stands here, for example `holds: 0..50`")


@error
def unknown_option(name: str, span: Span, help_: str) -> Told:
    """A line of a strategy names an option that some decision offers.

    Wrong:
        strategies:
          wrong:
            - numbre
    Told:
        no decision offers an option `numbre`
    Right:
        strategies:
          wrong:
            - gain
    """
    return Told(f"no decision offers an option `{name}`", span, help_)


@error
def empty_strategy(wanted: str, span: Span) -> Told:
    """A strategy has at least one line.

    Wrong:
        strategies:
          empty: []
    Told:
        expected lines such as `buy card where card.cost < 3 by highest card.points`, found nothing: it would never find an option
    Right:
        strategies:
          bold:
            - gain
    """
    return Told(f"expected {wanted}, found nothing: it would never find an option", span)


@error
def no_trial(message: str, span: Span, help_: str = "", notes: tuple[Note, ...] = ()) -> Told:
    """What would be after a phase can be known only where nobody chooses there, and chance decides nothing.

    Wrong:
        phases:
          game:
            - if after turn (Anne), pot = 1:
                - pot = 1
          turn (player p):
            - p chooses n from 0..3
            - pot = n
    Told:
        `turn` cannot be tried: somebody chooses there
    Right:
        phases:
          game:
            - if after turn (Anne), pot = 1:
                - pot = 1
          turn (player p):
            - pot += 1
    """
    return Told(message, span, help_, notes)


@error
def says_nothing(message: str, span: Span, help_: str = "") -> Told:
    """A condition is the same for all cards that it is asked of.

    Wrong:
        - tell everyone which card in hand[Anne] has pot > 2
    Told:
        this says nothing of `card`: it holds for all cards, or for none
    Right:
        - tell everyone which card in hand[Anne] has card.value > 2
    """
    return Told(message, span, help_)


@error
def no_choice(message: str, span: Span, help_: str = "") -> Told:
    """The options of a phase are known where it begins with a choice of one thing.

    Wrong:
        phases:
          game:
            - pot = count(options of rest (Anne))
            - do rest (Anne)
          rest (player p):
            - pot = 1
    Told:
        nobody chooses one thing in `rest`
    Right:
        phases:
          game:
            - pot = count(options of rest (Anne))
            - do rest (Anne)
          rest (player p):
            - p chooses n from 0..3
            - pot = n
    """
    return Told(message, span, help_)


@error_under("never-holds")
def finds_no_option(span: Span) -> Told:
    """A line of a strategy finds an option in some match.

    Wrong:
        strategies:
          greedy:
            - gain where 1 > 2
    Told:
        this never holds, so that the line never finds an option
    Right:
        strategies:
          greedy:
            - gain where gain > 2
    """
    return Told("this never holds, so that the line never finds an option", span)
