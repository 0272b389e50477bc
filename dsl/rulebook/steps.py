"""Tells sentences and headings, as lists of steps."""

from __future__ import annotations

import re
from typing import assert_never

from ..sentences import syntax as s
from . import cards, choices
from .changes import change, change_all, let_line, let_row, memory
from .nouns import capital, quoted
from .page import Step
from .phases import Story, given
from .sets import keys, over
from .telling import Telling

DEEPEST = 7
"""A phase that would stand deeper than this is told in a part of its own."""


def steps(story: Story, body: tuple[s.Statement, ...], depth: int = 0) -> tuple[Step, ...]:
    """The sentences of a list; what never happens with these players and parameters is left out."""
    found: list[Step] = []
    with story.to.scope():
        for statement in body:
            found += _statement(story, statement, depth)
    return tuple(found)


def _statement(story: Story, node: s.Statement, depth: int) -> list[Step]:
    match node:
        case s.ForEachBlock():
            return [] if cards.nobody(story.to, node.head.binder.kind) else [_for_each(story, node, depth)]
        case s.RepeatBlock():
            once = node.head.times is not None and story.to.known(node.head.times) == "1"
            return list(steps(story, node.body, depth)) if once else [_repeat(story, node, depth)]
        case s.IfBlock():
            return _if(story, node, depth)
        case s.TogetherBlock():
            return [_together(story, node, depth)]
        case s.MenuBlock():
            return _menu(story, node, depth)
        case s.ChooseBlock():
            step = choices.choose(story.to, node.head)
            conditions = choices.guards(story.to, node.guards)
            return [Step(step.text, (*step.below, *conditions)), *steps_inside(story, node.body, depth)]
        case s.DoLine(call=call):
            return [_do(story, call, depth)]
        case s.Unreadable():
            return []
        case _:
            return _line(story, node)


def steps_inside(story: Story, body: tuple[s.Statement, ...], depth: int) -> tuple[Step, ...]:
    """The sentences of a list whose names go on behind it."""
    found: list[Step] = []
    for statement in body:
        found += _statement(story, statement, depth)
    return tuple(found)


def _line(story: Story, node: s.Line) -> list[Step]:
    to = story.to
    match node:
        case s.DealLine(each=each) if cards.nobody(to, each):
            return []
        case s.LetLine():
            text = let_line(to, node)
        case s.LetRow():
            text = let_row(to, node)
        case s.Change():
            text = change(to, node)
        case s.ChangeAll():
            text = change_all(to, node)
        case s.RememberLine() | s.ForgetLine():
            text = memory(to, node)
        case s.ChooseLine():
            return [choices.choose(to, node)]
        case s.ChooseCards() | s.RandomLine() | s.RandomInto() | s.RollLine():
            text = choices.told(to, node)
        case (
            s.DealLine() | s.DrawLine() | s.PutLine() | s.PutTop() | s.MoveCards() | s.SwapLine() | s.PassLine() | s.GatherLine()
            | s.MoveBy() | s.PlaceOn() | s.TakeOff() | s.ShuffleLine() | s.RevealLine() | s.TellLine()
        ):  # fmt: skip
            text = cards.told(to, node)
        case s.SayLine(reason=reason):
            text = to.phrase("say", choices.reason_text(to, reason))
        case s.DoLine(call=call):
            return [_do(story, call, DEEPEST)]
        case s.LeaveLine():
            text = to.phrase("leave")
        case s.EndPhaseLine():
            text = to.phrase("end phase", story.phase_noun(story.around))
        case s.EndGameLine(after=after):
            text = to.phrase("end after", story.phase_noun(story.around)) if after else to.phrase("end game")
        case s.OnlyIf():
            return list(choices.guards(to, (node,)))
        case _:
            assert_never(node)
    return [Step(capital(text))]


# ----------------------------------------------------------------------------------------------------------- headings


def headed(to: Telling, head: str, below: tuple[Step, ...]) -> Step:
    """A heading with what stands under it; a single sentence stands behind it."""
    if len(below) == 1 and not below[0].lead and len(head) + len(below[0].text) < 110:
        joint = f"{head.removesuffix(':')} –" if below[0].below else head
        return Step(f"{joint} {_small(to, below[0].text)}", below[0].below)
    return Step(head, below)


def _small(to: Telling, text: str) -> str:
    """A sentence as it goes on behind a colon: without its capital, unless it begins with the name of a seat."""
    first = re.split(r"\W", text, maxsplit=1)[0]
    return text if first in {seat.name for seat in to.game.seats} else text[:1].lower() + text[1:]


def _for_each(story: Story, node: s.ForEachBlock, depth: int) -> Step:
    to, head = story.to, node.head
    with to.scope():
        each = over(to, head.binder, head.where)
        seats = to.names[head.binder.name].kind in ("player", "seat")
        if head.binder.name == "me":
            to.own = "me"
        text = to.phrase("in turn" if seats and story.asks(node.body) else "for each", each)
        if head.start is not None:
            text = to.phrase("starting", text, to.value(head.start))
        if head.keys:
            text = to.phrase("ordered", text, keys(to, head.keys))
        if head.still is not None:
            text = to.phrase("as long as", text, to.condition(head.still))
        return headed(to, to.phrase("head", text), steps(story, node.body, depth + 1))


def _repeat(story: Story, node: s.RepeatBlock, depth: int) -> Step:
    to, head = story.to, node.head
    with to.scope():
        most = head.until is not None or head.still is not None
        if head.times is None:
            text, number = to.phrase("repeat"), None
        else:
            number = to.known(head.times)
            name = "repeat many" if number is None else "repeat most" if most else "repeat times"
            text = to.phrase(name, to.value(head.times))
        if head.name is not None:
            to.name(head.name, "number")
            spoken = to.noun(head.name).strip("«»“”")
            text = to.phrase("counted on", text, spoken) if number is None else to.phrase("counted", text, spoken, number)
        if head.still is not None:
            text = to.phrase("as long as", text, to.condition(head.still))
        if head.until is not None:
            text = to.phrase("until", text, to.condition(head.until))
        return headed(to, to.phrase("head", text), steps(story, node.body, depth + 1))


def _if(story: Story, node: s.IfBlock, depth: int) -> list[Step]:
    to = story.to
    found: list[Step] = []
    for head, body in node.branches:
        holds = True if head.test is None else to.truth(head.test)
        if holds is False:
            continue
        below = steps(story, body, depth + 1)
        if holds is True or head.test is None:
            found += below if not found else (headed(to, to.phrase("otherwise"), below),)
            break
        found.append(headed(to, to.phrase("else if" if found else "if", to.condition(head.test)), below))
    return found


def _together(story: Story, node: s.TogetherBlock, depth: int) -> Step:
    to = story.to
    with to.scope():
        each = over(to, s.Binder(node.head.kind, node.head.name, None, node.span), node.head.where)
        to.own = node.head.name
        return Step(to.phrase("together", each), steps(story, node.body, depth + 1))


def _menu(story: Story, node: s.MenuBlock, depth: int) -> list[Step]:
    to = story.to
    below = [_option(story, option, depth + 1) for option in node.options if choices.on_offer(to, option.guards)]
    who = node.head.actor
    head = to.phrase("choose one") if who is None else to.phrase("does one", to.value(who))
    found = [Step(capital(head), tuple(below))]
    if node.instead is not None:
        found.append(headed(to, to.phrase("nothing possible"), steps(story, node.instead, depth + 1)))
    return found


def _option(story: Story, option: s.Option, depth: int) -> Step:
    to = story.to
    with to.scope():
        head = choices.option(to, option.head)
        conditions = choices.guards(to, option.guards)
        effects = steps_inside(story, option.body, depth)
        return Step(head.text, (*head.below, *conditions, *effects), head.lead)


# ------------------------------------------------------------------------------------------------------------- phases


def _do(story: Story, call: s.Call, depth: int) -> Step:
    to = story.to
    phase = story.phases[call.name]
    own = to.wording(call.name, [to.value(one) for one in call.arguments])
    noun = own or story.phase_noun(call.name)
    if story.inlined(call.name) and depth < DEEPEST:
        with story.inside(phase, call.arguments):
            below = steps(story, phase.body, depth + 1)
        return headed(to, capital(to.phrase("part", noun)), below)
    story.mention(call.name)
    if own is not None:
        return Step(capital(to.phrase("do", own)))
    arguments, spoken = given(story, phase, call.arguments), noun if noun[:1] in "«“" else quoted(noun, to.language)
    text = to.phrase("given", spoken, arguments) if arguments else spoken
    return Step(capital(to.phrase("do", text)))
