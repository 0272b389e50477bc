"""What is wrong with sets that are made of others, and with lists of lists."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .complaint import Told, error_under

if TYPE_CHECKING:
    from ...program.span import Span


@error_under("wrong-type")
def several_of_a_zone(span: Span) -> Told:
    """Several cards of a zone are chosen by a sentence of their own, for there may be copies among them.

    Wrong:
        - Anne chooses 2 different card from hand[Anne] as cards
    Told:
        no sets are made of the cards of a zone, of which there may be several copies
    Right:
        - deal 2 from stock to hand of each player
        - Anne chooses 2 cards from hand[Anne] and put them in table
    """
    message = "no sets are made of the cards of a zone, of which there may be several copies"
    return Told(message, span, "write `choose 3 cards from … and put them in …`")


@error_under("wrong-type")
def several_of_another_kind(found: str, span: Span) -> Told:
    """Several are chosen among numbers, or among things with names.

    Wrong:
        - Anne chooses some from subsets of [yes, no]
    Told:
        sets are made of numbers or of elements, found a truth (`yes` or `no`)
    Right:
        - Anne chooses some from subsets of colour
    """
    return Told(f"sets are made of numbers or of elements, found {found}", span)


@error_under("wrong-type")
def set_of_a_zone(span: Span) -> Told:
    """Cards are asked for where they lie: no other set is made of those of a zone.

    Wrong:
        - pot = count(hand[Anne] + table)
    Told:
        the cards of a zone may lie there several times: no other set can be made of them
    Right:
        - pot = count(hand[Anne]) + count(table)
    """
    message = "the cards of a zone may lie there several times: no other set can be made of them"
    return Told(message, span, "ask for them where they lie, zone by zone")


@error_under("wrong-type")
def lists_and_single_things(span: Span) -> Told:
    """A list of lists holds nothing but lists.

    Wrong:
        - pot = count([[a1], b2])
    Told:
        a list holds things of one kind: here are lists and single things
    Right:
        - pot = count([[a1], [b2]])
    """
    return Told("a list holds things of one kind: here are lists and single things", span)


@error_under("wrong-type")
def lists_without_names(found: str, span: Span) -> Told:
    """Lists in a list hold spaces, values of an enumeration or other things with names.

    Wrong:
        - pot = count([[1, 2], [3]])
    Told:
        expected lists of spaces, values or other things with names, found a number
    Right:
        - pot = count([[a1, a2], [a3]])
    """
    return Told(f"expected lists of spaces, values or other things with names, found {found}", span)


@error_under("not-known-before-play")
def lists_not_known(span: Span) -> Told:
    """Lists in a list are known before play.

    Wrong:
        - king = b2
        - pot = count([[a1], [king]])
    Told:
        lists in a list must be known before play
    Right:
        - pot = count([[a1], [b2]])
    """
    return Told("lists in a list must be known before play", span)
