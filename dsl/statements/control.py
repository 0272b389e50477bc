"""Lowers the sentences that control the order of play: loops, branches, phases, `together`."""

from __future__ import annotations

from attrs import evolve

from ...program import ir
from ...program.budgets import LONGEST_STORED_LOOP
from ...program.ops import changes, entry, inside
from ..diagnostics import shared
from ..diagnostics.diagnostic import DiagnosticError
from ..diagnostics.report import error, warning
from ..expressions.aggregates import sort_keys
from ..expressions.binders import binder_set, zone_by_zone
from ..expressions.constant_folding import contrary
from ..expressions.trials import phase_called
from ..sentences import syntax as s
from ..sentences import walk
from ..symbols.effects import calls, effects_of
from ..symbols.scope import Frame, Local, Scope
from ..symbols.types import ANY_NUMBER, Kind, SetOf, join, number
from ..text.fields import Findings
from . import phases
from .assignment import change, lasting_origin, lasting_type, not_reserved, store
from .context import Lowered, Lowering
from .phase_calls import do, given_back, read_phases
from .routines import Result, Routine, unit, waiting


def for_each(node: s.ForEachBlock, to: Lowering) -> list[ir.Op]:
    """`for each horse h where … in order of …`"""
    head, read, sentence = node.head, to.elaborator, to.elaborator.sentence
    try:
        several = zone_by_zone(read, head.binder)
        if len(several) > 1 and head.keys:
            message = "cards of several zones have no order among each other: they are gone through zone by zone"
            raise error("zones-in-order", head.keys[0].span, message, help="go through each zone in a loop of its own")
        leaves = next(walk.leaving(node.body), None) if len(several) > 1 else None
        if leaves is not None:
            message = "cards of several zones are gone through zone by zone, so that this would leave the loop over one zone only"
            raise error("zones-in-order", leaves.span, message, help="go through each zone in a loop of its own")
        if len(several) > 1:
            return [op for each in several for op in for_each(evolve(node, head=evolve(head, binder=each)), to)]
        found = binder_set(read, head.binder)
        read.fresh(head.binder.name, head.binder.span)
    except DiagnosticError:
        to.unsettled(head.binder.name, node.body)
        raise
    with to.scoped() as top:
        ops, origin = lasting_origin(found.zone, to)
        target = to.slot(head.binder.name)
        to.name(head.binder.name, Local(head.binder.name, found.element, target, origin, fixed=True), head.binder.span)
        where = None if head.where is None else to.condition(head.where)
        if where is not None:
            read.scope.such.append(where)
        keys = (*_round_the_table(head.start, target, found, to), *sort_keys(read, head.keys))
        stored, capacity = None, 0
        if phases.asks(node.body, to.game) and (keys or found.constant is None or not isinstance(found.set, ir.Range)):
            if found.size > LONGEST_STORED_LOOP:
                message = f"a loop that asks runs over at most {LONGEST_STORED_LOOP:,} elements"
                raise error("too-large", head.binder.span, message)
            capacity = found.size
            stored = to.frame.cell(to.row(capacity + 2, "this loop", head.binder.span), sentence, head.binder.name)
        to.loops.append(len(to.frame.live))
        try:
            body = _where_still(head.still, to, node.body, ())
        finally:
            to.loops.pop()
        loop = ir.ForEach(target, found.set, where, keys, body, stored, capacity, False, sentence)
        return [*ops, loop, *to.cleared(top)]


def _where_still(still: s.Expression | None, to: Lowering, body: tuple[s.Statement, ...], otherwise: ir.Block) -> ir.Block:
    """What a pass of a loop does while a condition holds; *otherwise* where it does not hold any more."""
    if still is None:
        return to.block(body)
    sentence = to.elaborator.sentence
    test = to.condition(still)
    return (ir.Branch(test, to.block(body), otherwise, sentence),)


def _round_the_table(start: s.Expression | None, seat: ir.Target, found: SetOf, to: Lowering) -> tuple[ir.Key, ...]:
    """The sort key of `starting with`: that seat comes first, then the others in the order in which they sit."""
    if start is None:
        return ()
    seats = to.game.seat_domain
    if found.element.domain != seats.index:
        raise error(
            "starts-with-no-seat", start.span, f"`starting with` goes round the table, found {to.game.describe(found.element)}"
        )
    first = to.elaborator.seat_value(start)
    sentence, count = to.elaborator.sentence, ir.Number(seats.size)
    present = ir.Present(first.expr, to.game.source.words(start.span), sentence) if first.type.maybe else first.expr
    behind = ir.Arithmetic(ir.Calculation.SUBTRACT, seat, present, False, sentence)
    return (ir.Key(ir.Arithmetic(ir.Calculation.MOD, behind, count, False, sentence), False),)


def repeat(node: s.RepeatBlock, to: Lowering) -> list[ir.Op]:
    """`repeat 5 times as round until …`"""
    head, read, sentence = node.head, to.elaborator, to.elaborator.sentence
    ops: list[ir.Op] = []
    limit: ir.Expr | None = None
    most = ir.LARGEST
    if head.times is not None:
        try:
            times = read.number(head.times)
        except DiagnosticError:
            to.unsettled(head.name or "", node.body)
            raise
        if times.constant is not None and times.constant < 0:
            raise error("negative-times", head.times.span, f"expected a number of times, found {times.constant}")
        if isinstance(head.times, s.Numeral) and head.times.value == 1:
            help_ = "leave the heading out, or correct the number"
            to.findings.tell(warning("repeats-once", head.times.span, "a list that is done once needs no loop", help=help_))
        limit, most = times.expr, max(1, times.type.high)
    with to.scoped() as top:
        if limit is not None and not isinstance(limit, ir.Number):
            kept = to.slot("times")
            ops.append(store(kept, ANY_NUMBER, limit, None, to))
            limit = kept
        counter: ir.Target | None = None
        if head.name is not None or limit is not None:
            counter = to.slot(head.name or "pass")
            if head.name is not None:
                to.name(head.name, Local(head.name, number(1, most), counter, fixed=True), head.span)
        to.loops.append(len(to.frame.live))
        try:
            body = _where_still(head.still, to, node.body, (ir.Leave(sentence),))
        finally:
            to.loops.pop()
        until = None if head.until is None else to.condition(head.until)
        called = None if head.name is None else read.game.words(head.name)
        ops += [ir.Repeat(counter, limit, until, body, False, sentence, called), *to.cleared(top)]
    if limit is None and until is None and head.still is None and not _leaves(node.body):
        message = "this loop has no end: nothing in it leaves the loop, the phase or the game"
        to.findings.tell(warning("endless", node.span, message, help="add `until …`, or `leave the loop` inside"))
    return ops


def _leaves(body: tuple[s.Statement, ...]) -> bool:
    return any(isinstance(each, s.LeaveLine | s.GiveLine | s.EndPhaseLine | s.EndGameLine | s.DoLine) for each in walk.each(body))


def branch(node: s.IfBlock, to: Lowering) -> list[ir.Op]:
    """`if …`, `else if …`, `else`; a branch whose condition is known to be false is checked for mistakes, but left out."""
    otherwise: ir.Block = ()
    found: list[tuple[ir.Expr, ir.Block]] = []
    before, put = list[ir.Expr](), set[str]()
    for head, body in node.branches:
        test: ir.Expr = ir.Number(1) if head.test is None else to.condition(head.test)
        with to.one_way(put):
            found.append((test, to.block(body, Scope(to.elaborator.scope, such=[*before, test]))))
        before.append(contrary(test))
    to.elaborator.scope.put |= put
    for test, block in reversed(found):
        if isinstance(test, ir.Number):
            otherwise = block if test.value else otherwise
        else:
            otherwise = (ir.Branch(test, block, otherwise, to.elaborator.sentence),)
    return list(otherwise)


def leave(node: s.LeaveLine, to: Lowering) -> list[ir.Op]:
    """`leave the loop`"""
    if not to.loops:
        raise error(
            "no-loop-to-leave",
            node.span,
            "there is no loop around this sentence to leave",
            help="to end the phase, write `end the phase`",
        )
    return [*to.cleared(to.loops[-1]), ir.Leave(to.elaborator.sentence)]


def end_phase(node: s.EndPhaseLine, to: Lowering) -> list[ir.Op]:
    """`end the phase`"""
    around = to.phases[-1]
    if to.together is not None and not around.within_together:
        raise error("not-together", node.span, "one seat cannot end the phase for all inside `together`")
    return [*to.cleared(around.top), ir.EndPhase(to.elaborator.sentence)]


def give(node: s.GiveLine, to: Lowering) -> list[ir.Op]:
    """`give VALUE`: the phase ends, and whoever does it may take the value."""
    around = to.phases[-1]
    if to.together is not None and not around.within_together:
        raise error("not-together", node.span, "one seat cannot end the phase for all inside `together`")
    assert around.result is not None, "the phase gives a value"
    typed = to.elaborator.value(node.value)
    known = to.game.results.get(around.name)
    type_ = typed.type if known is None else join(known, typed.type)
    if typed.type.kind is Kind.UNKNOWN:
        return []
    if type_ is None:
        assert known is not None
        found, other = to.game.describe(typed.type), to.game.describe(known)
        raise error("wrong-type", node.value.span, f"the phase `{around.name}` gives {other} elsewhere, and here {found}")
    if type_ != known:
        to.game.results[around.name], to.widened = type_, True
    return [
        store(around.result, type_, typed.expr, None, to),
        *to.cleared(around.top),
        ir.EndPhase(to.elaborator.sentence),
    ]


def end_game(node: s.EndGameLine, to: Lowering) -> list[ir.Op]:
    """`end the game`, at once or after this phase"""
    to.alone("end the game", node.span)
    return [ir.EndGame(to.phases[-1].ending if node.after else None, to.elaborator.sentence)]


def together(node: s.TogetherBlock, to: Lowering) -> list[ir.Op]:
    """`together, each player me`: the body is lowered until it shows which phases wait, and how many slots a seat needs."""
    head, read = node.head, to.elaborator
    if to.together is not None:
        raise error("not-together", node.span, "a `together` block cannot stand inside another")
    found = to.game.kinds.get(head.kind)
    if found is None or not found.seats or found.element.low != 0:
        raise error("together-of-no-player", node.span, f"expected `each player`, found `each {head.kind}`")
    if found.size > to.game.players:
        raise error("automa-decides", node.span, "an automa plays by rule and never decides", help="write `each player`")
    read.fresh(head.name, node.span)
    seats = found.size
    positions = to.frame.reserve(seats)
    outer, findings, before = to.frame, to.findings, (to.stops, len(to.done), len(to.routines))
    around = to.unit
    base, kept, most, waits = outer.base + outer.top, 0, 0, frozenset[str]()
    result: ir.Together | None = None
    last = False
    while True:
        to.stops = before[0]
        del to.done[before[1] :], to.routines[before[2] :]
        if not last:
            to.findings = Findings()
        to.unit = unit(tuple(calls(node.body, to.game)), to.game, waits)
        to.frame = Frame(base, kept, -1, seats, most)
        to.together, loops, to.loops = node.span, to.loops, []
        reads, read.reads = read.reads, []
        tries = len(to.game.tries)
        try:
            result = _seat_body(node, positions + outer.base, base, most, to)
            if last:
                changed = _others_untouched(result, to.routines[before[2] :], to)
                to.meanwhile.append((changed, range(tries, len(to.game.tries))))
                break
            more = waiting(to.routines[before[2] :], to.game)
            if more <= waits:
                kept, most, last = to.unit.kept, to.frame.top + to.unit.kept, True
            waits |= more
        finally:
            to.findings, to.frame, to.together, to.loops, to.unit = findings, outer, None, loops, around
            read.reads, read.seat = reads, None
    assert result is not None
    if result.frame_size:
        to.apart(result.frame_size * seats, "what all choose together", node.span)
    return [result]


def _seat_body(node: s.TogetherBlock, positions: int, base: int, size: int, to: Lowering) -> ir.Together:
    head, read, sentence = node.head, to.elaborator, to.elaborator.sentence
    found = to.game.kinds[head.kind]
    with read.register(head.name, found.element) as slot:
        to.frame.seat = slot
        read.seat = slot
        where = None if head.where is None else to.condition(head.where)
        if where is not None:
            read.scope.such.append(where)
        stop = to.stop()
        body = to.block(node.body)
        read_phases(to)
    return ir.Together(stop, slot, found.set, where, body, positions, base, size, sentence)


def _others_untouched(block: ir.Together, routines: list[Routine], to: Lowering) -> frozenset[str]:
    """Report where a seat reads something of another seat that the block changes; gives the names of all that it changes."""
    bodies = [block.body, *(routine.phase.body for routine in routines if routine.phase is not None)]
    own_places, own_zones = _written(bodies)
    names = {to.game.ir_places[at].name.plain for at in own_places} | {to.game.ir_zones[at].name.plain for at in own_zones}
    for each in to.elaborator.reads:
        if each.name in names and not each.own:
            to.findings.tell(shared.looked_at_while_changed(each.name, each.span))
    return frozenset(names)


def _written(bodies: list[ir.Block]) -> tuple[set[int], set[int]]:
    """The places and the zones that the statements change at once, not only when all seats are done."""
    ops = [op for body in bodies for op in inside(body, put_off=False)]
    places = {place for op in ops for place in changes(op)}
    return places, {zone.zone for op in ops for zone in entry(op).zones(op)}


def _do(node: s.DoLine, to: Lowering) -> list[ir.Op]:
    """`do P`, `let x = do P`, `x = do P`"""
    if not node.name and node.target is None:
        return do(node.call, to)
    if effects_of(node.call, to.game) is not None:
        raise error("gives-no-value", node.call.span, "an effect gives no value", help="keep what it comes to in a variable")
    phase = phase_called(to.elaborator, node.call, node.call.span)
    if not walk.gives(phase.body):
        message = f"the phase `{phase.name}` gives no value"
        raise error("gives-no-value", node.call.span, message, help="a phase gives a value with `give …`, which ends it")
    type_ = given_back(phase, to)
    if node.name:
        not_reserved(node.name, node.span)
        taker = Result(to.slot(node.name), type_)
        ops = do(node.call, to, taker)
        to.name(node.name, Local(node.name, lasting_type(node.name, type_, to), taker.target), node.span)
        return ops
    assert node.target is not None
    with to.scoped() as top:
        name = "what is given"  # no name in a ruleset has blanks
        taker = Result(to.slot(name), type_)
        ops = do(node.call, to, taker)
        to.elaborator.scope.names[name] = Local(name, type_, taker.target, fixed=True)
        given = s.Name(name, span=node.call.span)
        return [*ops, *change(s.Change(node.target, "=", given, None, span=node.span), to), *to.cleared(top)]


SENTENCES: dict[type, Lowered] = {
    s.DoLine: _do,
    s.LeaveLine: leave,
    s.GiveLine: give,
    s.EndPhaseLine: end_phase,
    s.EndGameLine: end_game,
    s.ForEachBlock: for_each,
    s.RepeatBlock: repeat,
    s.IfBlock: branch,
    s.TogetherBlock: together,
}
