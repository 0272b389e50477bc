"""Tells sentences that move cards and pieces, and those that show them."""

from __future__ import annotations

from typing import assert_never

from ..sentences import syntax as s
from .telling import Telling

CardLine = (
    s.DealLine
    | s.DrawLine
    | s.PutLine
    | s.PutTop
    | s.MoveCards
    | s.SwapLine
    | s.PassLine
    | s.GatherLine
    | s.MoveBy
    | s.PlaceOn
    | s.TakeOff
    | s.ShuffleLine
    | s.RevealLine
    | s.TellLine
)


def told(to: Telling, node: CardLine) -> str:
    """The sentence in words; a card that it draws has its name from then on."""
    match node:
        case s.DealLine():
            return _deal(to, node)
        case s.DrawLine(name=name, source=source, target=target, end=end):
            text = to.phrase("draw", to.phrase("a card"), to.value(source), _goal(to, target, end))
            if name:
                to.name(name, "card")
            return text
        case s.PutLine(card=card, target=target, end=end):
            return to.phrase("put", to.value(card), _goal(to, target, end))
        case s.PutTop(source=source, target=target, end=end, bottom=bottom):
            return to.phrase("put", to.phrase("bottom" if bottom else "top", to.value(source)), _goal(to, target, end))
        case s.MoveCards():
            return _move(to, node)
        case s.SwapLine(one=one, other=other):
            return to.phrase("swap", to.value(one), to.value(other))
        case s.PassLine(zone=zone, kind=kind, name=name, to=receiver):
            with to.scope():
                to.name(name, kind)
                return to.phrase("pass", to.value(zone), to.value(receiver))
        case s.GatherLine(deck=deck, target=target):
            return to.phrase("gather", to.cards(deck), to.value(target))
        case s.MoveBy(piece=piece, steps=steps):
            return to.phrase("move by", to.value(piece), to.value(steps))
        case s.PlaceOn(piece=piece, space=space):
            return to.phrase("place", to.value(piece), to.value(space))
        case s.TakeOff(piece=piece):
            return to.phrase("take off", to.value(piece))
        case s.ShuffleLine(zone=zone):
            return to.phrase("shuffle", to.value(zone))
        case s.RevealLine(zone=zone, all=everyone, to=receiver):
            if receiver is not None:
                return to.phrase("reveal to", to.value(zone), to.value(receiver))
            if everyone and isinstance(zone, s.Name):
                return to.agree(to.of_each(zone.name), to.phrase("reveal", to.of_each(zone.name)))
            return to.agree(to.value(zone), to.phrase("reveal", to.value(zone)))
        case s.TellLine(to=hearer, name=name, zone=zone, test=test):
            with to.scope():
                to.name(name, "card")
                hears = to.phrase("everybody") if hearer is None else to.value(hearer)
                return to.phrase("tell", hears, to.value(zone), to.condition(test))
        case _:
            assert_never(node)


def nobody(to: Telling, kind: str | None) -> bool:
    """Whether a kind is the seats without a player, and there are none."""
    return kind == "automa" and not any(seat.automa for seat in to.game.seats)


def _deal(to: Telling, node: s.DealLine) -> str:
    number = to.value(node.number)
    many = to.phrase("one card") if number == "1" else to.phrase("some cards", number)
    target = to.value(node.target)
    if node.each is not None and isinstance(node.target, s.Name):
        target = to.of_each(node.target.name, node.each)
    return to.phrase("deal", many, to.value(node.source), target)


def _move(to: Telling, node: s.MoveCards) -> str:
    goal = _goal(to, node.target, node.end)
    if node.where is None:
        return to.phrase("move all", to.value(node.source), goal)
    with to.scope():
        to.name(node.name, "card")
        return to.phrase("move some", to.value(node.source), goal, to.condition(node.where))


def _goal(to: Telling, target: s.Expression, end: str) -> str:
    name = "to on top" if "top" in end else "to beneath" if "bottom" in end else "to in"
    return to.phrase(name, to.value(target))
