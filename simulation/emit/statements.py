"""Statements as lines of Python. Decisions and Togethers are written by a function of the form."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from typing import assert_never

from attrs import evolve, frozen

from ...interpreter.core import reasons
from ...program import ir
from ...program.ops import changes, evaluated, fails, following, inside, may_write
from ...program.ranges import stored
from . import noting
from .context import TYPES, Emission, JumpTarget, at
from .expressions import address, copies, each, fixed_zone, parts, place, sort_value, spot_of, test, value, walk
from .leads import Lead, named
from .memories import forget, remember
from .selections import write_bits
from .there import There, after

FEW = 4
"""More slots than this are set to 0 by a loop."""


@frozen
class JumpTargets:
    """Where a jump leads that leaves the innermost loop or phase, or ends the match."""

    leave: JumpTarget | None
    phase: JumpTarget | None
    over: JumpTarget


Stopping = Callable[[Emission, ir.Op, JumpTargets], None]
"""Writes a decision or a Together."""


def block(em: Emission, ops: ir.Block, targets: JumpTargets, stop: Stopping, there: tuple[There, ...] = ()) -> None:
    """Writes all statements of a block, before which these cards are surely there. After a statement that gives a name its value,
    closer bounds of the name are known, until it is cleared.
    """
    leads: tuple[Lead, ...] = ()
    with em.inside(), em.leading(), ExitStack() as stack:
        for at, op in enumerate(ops):
            em.there = there if em.module.through else ()
            em.cards = {each.kind: em.cards[each.kind] for each in em.there if each.kind in em.cards}
            standing = tuple(each for each in leads if each.stands(em.program, (op,)))
            # Where a statement only stores what it has worked out, what is known before it holds for all of that.
            em.leads = before = leads if isinstance(op, ir.Assign) else standing
            statement(em, op, targets, stop)
            there = after(there, op)
            leads = (*standing, *em.leads[len(before) :])
            for slot in _given(em, op):
                end = next((later for later in range(at + 1, len(ops)) if slot in _cleared(ops[later])), len(ops))
                stack.enter_context(em.knowing(slot, stored(em.known, ops[at:end], slot)))
            for slot in _cleared(op):
                stack.enter_context(em.knowing(slot, em.module.known.value(ir.Slot(slot))))


def _cleared(op: ir.Op) -> range:
    """The slots that a statement clears, where these do not depend on anything."""
    match op:
        case ir.Clear(ir.Slot(index), count):
            return range(index, index + count)
        case _:
            return range(0)


def _given(em: Emission, op: ir.Op) -> tuple[int, ...]:
    """The names whose value, after this statement, is the one that it has stored. Only this phase writes its names."""
    match op:
        case ir.Assign(ir.Slot(index)) | ir.Draw(result=ir.Slot(index)) | ir.Pick(target=ir.Slot(index)):
            found: tuple[int, ...] = (index,)
        case ir.Ask(alternatives=(only,)) if not only.body:
            found = tuple(parameter.target.index for parameter in only.parameters if isinstance(parameter.target, ir.Slot))
        case _:
            found = ()
    return tuple(index for index in found if em.program.locals <= index < em.program.slots)


def statement(em: Emission, op: ir.Op, targets: JumpTargets, stop: Stopping) -> None:
    """Writes one statement, with its sentence above."""
    match op:
        case ir.Clear(target, count):
            clear(em, target, count)
        case ir.Ask() | ir.Draw() | ir.Pick() | ir.Together():
            em.sentence(op.sentence)
            stop(em, op, targets)
        case ir.Assign():
            em.sentence(op.sentence)
            assign(em, op)
        case ir.AssignAll():
            em.sentence(op.sentence)
            assign_all(em, op)
        case ir.MoveCard():
            em.sentence(op.sentence)
            move_card(em, op)
        case ir.ShowCard():
            em.sentence(op.sentence)
            show_card(em, op)
        case ir.MoveAll():
            em.sentence(op.sentence)
            move_all(em, op)
        case ir.Rotate():
            em.sentence(op.sentence)
            rotate(em, op)
        case ir.Gather():
            em.sentence(op.sentence)
            gather(em, op)
        case ir.Shuffle(zone, sentence):
            em.sentence(sentence)
            shuffle(em, zone)
        case ir.Reveal():
            em.sentence(op.sentence)
            noting.revealed(em, op) if em.noting else only_checked(em, op)
        case ir.Say():
            em.sentence(op.sentence)
            noting.said(em, op) if em.noting and not em.module.only_cards else only_checked(em, op)
        case ir.Tell():
            em.sentence(op.sentence)
            noting.told(em, op) if em.noting else tell(em, op)
        case ir.Branch(asked, then, otherwise, sentence):
            em.sentence(sentence)
            holds = test(em, asked)
            if holds in ("True", "False"):
                block(em, then if holds == "True" else otherwise, targets, stop)
                return
            with em.writer.block(f"if {holds}:"):
                block(em, then, targets, stop)
            if otherwise:
                with em.writer.block("else:"):
                    block(em, otherwise, targets, stop)
        case ir.ForEach():
            em.sentence(op.sentence)
            for_each(em, op, targets, stop)
        case ir.Repeat():
            em.sentence(op.sentence)
            repeat(em, op, targets, stop)
        case ir.Leave():
            _go(em, targets.leave)
        case ir.Do():
            em.sentence(op.sentence)
            do(em, op, targets, stop)
        case ir.TooDeep(name, most, sentence):
            em.sentence(sentence)
            em.fault_if("True", sentence, reasons.too_deep(name, most))
        case ir.EndPhase():
            em.sentence(op.sentence)
            _go(em, targets.phase)
        case ir.EndGame(ending, sentence):
            em.sentence(sentence)
            if ending is None:
                em.go(targets.over)
            else:
                em.writer.line(f"{place(em, ending)} = 1")
        case ir.Later():
            em.sentence(op.sentence)
            later(em, op)
        case ir.Remember():
            em.sentence(op.sentence)
            remember(em, op, address)
        case ir.Forget():
            em.sentence(op.sentence)
            forget(em, op, address)
        case ir.Take():
            em.taken(op)
        case _:
            assert_never(op)
    if changes(op):
        em.written(op)


def _go(em: Emission, way: JumpTarget | None) -> None:
    if way is None:
        raise TypeError("there is nothing to leave")
    em.go(way)


def assign(em: Emission, op: ir.Assign) -> None:
    """Writes an assignment; the value is checked where it may be out of range."""
    text, known = value(em, op.value), em.known.value(op.value)
    fits = (known.low > known.high or (op.low <= known.low and known.high <= op.high)) and (op.optional or not known.absent)
    match op.target:
        case ir.Cell(base):
            boarded, undone = em.board_at(base) is not None, em.notes(base)
        case ir.Slot(base):
            boarded, undone = em.board_at(base) is not None, em.notes(base)
        case _:
            assert_never(op.target)
    match op.target:
        case ir.Slot(index) if text in em.led:
            lead = em.led[text]
            em.learn(evolve(lead, slot=index, through=named(lead.through, ir.Slot(lead.slot), op.target)))
    told = em.noting and op.place is not None
    if em.proven(fits) and not boarded and not undone and not told:
        target = place(em, op.target)
        em.writer.line(f"{target} = {text}")
        return
    text = em.atom(text)
    noted = None if op.place is None else em.program.places[op.place]
    match op.target:
        case ir.Cell() if noted is not None or boarded or undone:
            spot = em.atom(spot_of(em, op.target), "a")
            target = em.slot(int(spot)) if spot.isdigit() else em.cell(spot)
        case ir.Slot(index):
            target, spot = em.slot(index), str(index)
        case ir.Cell():
            target, spot = place(em, op.target), "0"
        case _:
            assert_never(op.target)
    outside = f"{text} < {op.low} or {text} > {op.high}"
    test = f"({outside}) and {text} != {ir.NOTHING}" if op.optional else outside
    if not em.proven(fits):
        em.fault_if(test, op.sentence, reasons.outside(noted, op.low, op.high), text, spot)
    if undone:
        em.note(spot)
    if told:
        noting.changed(em, spot, text)
    if boarded:
        write_bits(em, base, spot, text, known)
    em.writer.line(f"{target} = {text}")


def assign_all(em: Emission, op: ir.AssignAll) -> None:
    """Writes assignments for many elements: all values and their slots are worked out, and then stored."""
    noted = None if op.place is None else em.program.places[op.place]
    start, count = em.room(2 * max(1, em.known.most(op.source))), em.writer.fresh("c")
    em.writer.line(f"{count} = 0")
    with walk(em, op.slot, op.source, op.where):
        held = em.known.value(op.value)
        text = em.atom(value(em, op.value))
        spot = em.atom(spot_of(em, op.target), "a")
        if not em.proven(held.within(op.low, op.high) or (op.optional and held.present().within(op.low, op.high))):
            outside = f"{text} < {op.low} or {text} > {op.high}"
            outside = f"({outside}) and {text} != {ir.NOTHING}" if op.optional else outside
            em.fault_if(outside, op.sentence, reasons.outside(noted, op.low, op.high), text, spot)
        em.writer.line(f"m[U({start} + {count} * 2)] = {spot}")
        em.writer.line(f"m[U({start + 1} + {count} * 2)] = {text}")
        em.writer.line(f"{count} += 1")
    turn, spot, text = em.writer.fresh("i"), em.writer.fresh("a"), em.writer.fresh("x")
    with em.loop(f"for {turn} in range({count}):"):
        em.writer.line(f"{spot} = m[U({start} + {turn} * 2)]")
        em.writer.line(f"{text} = m[U({start + 1} + {turn} * 2)]")
        if em.notes(op.target.base):
            em.note(spot)
        if em.noting and op.place is not None:
            noting.changed(em, spot, text)
        if em.board_at(op.target.base) is not None:
            write_bits(em, op.target.base, spot, text, held)
        em.writer.line(f"{em.cell(spot)} = {text}")


def clear(em: Emission, target: ir.Target, count: int) -> None:
    """Writes that *count* slots from the target on become 0. Scratch slots are left out, since they are never read afterwards."""
    match target:
        case ir.Slot(index):
            for slot in range(index, index + count):
                if slot in em.variables:
                    em.writer.line(f"{em.slot(slot)} = 0")
            _zero(em, [slot for slot in range(index, min(index + count, em.program.slots)) if slot not in em.variables])
        case ir.Cell() if count == 1:
            em.writer.line(f"{place(em, target)} = 0")
        case ir.Cell() if any(em.framed(each) is not None for each in following(target, count) if isinstance(each, ir.Cell)):
            for each in following(target, count):
                em.writer.line(f"{place(em, each)} = 0")
        case ir.Cell():
            start = em.atom(spot_of(em, target), "a")
            with em.loop(f"for i in range({start}, {start} + {count}):"):
                em.writer.line("s[U(i)] = 0")
        case _:
            assert_never(target)


def _zero(em: Emission, slots: list[int]) -> None:
    if len(slots) > FEW and slots[-1] - slots[0] == len(slots) - 1:
        with em.loop(f"for i in range({slots[0]}, {slots[-1] + 1}):"):
            em.writer.line("s[U(i)] = 0")
    else:
        for slot in slots:
            em.writer.line(f"s[{slot}] = 0")


# ------------------------------------------------------------------------------------------------------------ cards


def offsets(zone: ir.Zone) -> str:
    """The offsets of the ordered parts, as arguments of the kernels: 0 where there is no such part."""
    return ", ".join(str(at if capacity else 0) for capacity, at in parts(zone))


def drawn_offsets(zone: ir.Zone, op: ir.Draw) -> str:
    """The same, the end first at which a card is drawn: both parts hold their outermost card last."""
    top, _, bottom = offsets(zone).partition(", ")
    return f"{bottom}, {top}" if op.bottom else f"{top}, {bottom}"


def ordered(zone: ir.Zone) -> bool:
    """Whether the zone has an ordered part."""
    return bool(zone.top_capacity or zone.bottom_capacity)


def only_checked(em: Emission, op: ir.Op) -> None:
    """Writes that what a statement needs is worked out where that may fail; what it does shows in no vector."""
    for node in evaluated(op):
        match node:
            case ir.ZoneAt():
                fixed_zone(em, node)
            case ir.Range() | ir.Row() | ir.Listed() | ir.Cards() | ir.Filtered() | ir.Connected() | ir.Around():
                raise TypeError("no statement that shows in no vector goes through a set")
            case ir.UpTo() | ir.OneOf() | ir.Union() | ir.UnionOf() | ir.Naming():
                raise TypeError("no statement that shows in no vector goes through a set")
            case _:
                if fails(node, em.known):
                    value(em, node)


def tell(em: Emission, op: ir.Tell) -> None:
    """Writes that what a Tell needs is worked out where that may fail; what it does shows in no vector."""
    fixed_zone(em, op.zone)
    if op.to is not None and fails(op.to, em.known):
        value(em, op.to)
    if fails(op.where, em.known):
        kind = em.writer.fresh("x")
        with em.loop(f"for {kind} in range({em.program.zones[op.zone.zone].kinds}):"):
            with em.bound(op.slot, kind, em.known.elements(ir.Cards(op.zone))):
                test(em, op.where)
            em.writer.line("pass")


def lay(em: Emission, zone: ir.Zone, base: str, end: ir.End, kind: str, sentence: int, card: str = "") -> None:
    """Writes that a card, which was taken out before, is put into a zone; *card* is the text of the packed card, if any."""
    top, bottom = parts(zone)
    capacity, start = top if end is ir.End.TOP else bottom if end is ir.End.BOTTOM else (0, 0)
    if capacity:
        em.fault_if(f"not put(s, {base}, {start}, {capacity}, {kind})", sentence, reasons.full(zone))
    else:
        em.writer.line(f"{em.cell(base)} += 1")
        packed = em.packing.get(zone.deck)
        if packed is None:
            em.writer.line(f"{em.cell(f'{base} + 1 + {kind}')} += 1")
        else:
            em.writer.line(f"z[{at(base)}] += {card or packed.one(kind)}")


def move_card(em: Emission, op: ir.MoveCard) -> None:
    """Writes the move of one card of a kind; emitted code raises Fault when there is none."""
    zone, goal = em.program.zones[op.source.zone], em.program.zones[op.target.zone]
    there, card = _there(em, op.source, op.card)
    kind, known = em.atom(value(em, op.card), "k"), em.known.value(op.card)
    source, base = fixed_zone(em, op.source), fixed_zone(em, op.target)
    moving = noting.Moving(em, zone, source, kind)
    if op.place is None:
        moving.taken()
        take(em, zone, source, kind, em.proven(known.within(0, zone.kinds - 1)), op.sentence, there, card)
    else:
        number = moving.taken_at(value(em, op.place))
        spot = f"{source}, {zone.kinds}, {offsets(zone)}, {kind}, {number}"
        em.fault_if(f"not take_at(s, {spot})", op.sentence, reasons.missing(zone), kind)
    lay(em, goal, base, op.end, kind, op.sentence, card)
    moving.put_down(base, op.end, op.shown)


def show_card(em: Emission, op: ir.ShowCard) -> None:
    """Writes that a card is shown; emitted code raises Fault when there is none, and else notes it where that is done."""
    zone = em.program.zones[op.zone.zone]
    there, _ = _there(em, op.zone, op.card)
    kind, known = em.atom(value(em, op.card), "k"), em.known.value(op.card)
    base, missing = fixed_zone(em, op.zone), (op.sentence, reasons.missing(zone), kind)
    if not (em.proven(known.within(0, zone.kinds - 1)) or there):
        em.fault_if(f"{kind} < 0 or {kind} >= {zone.kinds}", *missing)
    if not there:
        em.fault_if(f"{copies(em, zone, base, kind)} == 0", *missing)
    if em.noting:
        noting.shown_card(em, op, base, kind)


def _there(em: Emission, zone: ir.ZoneAt, kind: ir.Expr) -> tuple[bool, str]:
    """Whether a card of that kind is known to be in the zone, and the variable that holds it as a word, if there is one."""
    there = any(each.holds(zone, kind) for each in em.there)
    return em.proven(there), em.cards.get(kind, "") if there else ""


def take(em: Emission, zone: ir.Zone, base: str, kind: str, valid: bool, sentence: int, there: bool, card: str) -> None:
    """Writes that a card of a kind is taken out; emitted code raises Fault when there is none. *valid*: the kind is in range;
    *there*: such a card is in the zone; *card* is the text of the packed card, where there is one.
    """
    missing = sentence, reasons.missing(zone), kind
    if ordered(zone):
        em.fault_if(f"not take(s, {base}, {zone.kinds}, {offsets(zone)}, {kind})", *missing)
        return
    if not (valid or there):
        em.fault_if(f"{kind} < 0 or {kind} >= {zone.kinds}", *missing)
    packed = em.packing.get(zone.deck)
    if packed is not None:
        if not there:
            em.fault_if(f"{copies(em, zone, base, kind)} == 0", *missing)
        em.writer.line(f"{em.cell(base)} -= 1")
        em.writer.line(f"z[{at(base)}] -= {card or packed.one(kind)}")
        return
    spot = em.atom(f"{base} + 1 + {kind}", "a")
    if not there:
        em.fault_if(f"{em.cell(spot)} == 0", *missing)
    em.writer.line(f"{em.cell(base)} -= 1")
    em.writer.line(f"{em.cell(spot)} -= 1")


def move_all(em: Emission, op: ir.MoveAll) -> None:
    """Writes the move of every card that passes."""
    zone, goal_zone = em.program.zones[op.source.zone], em.program.zones[op.target.zone]
    source, goal = fixed_zone(em, op.source), fixed_zone(em, op.target)
    passing = -1
    if op.where is not None:
        passing = em.room(zone.kinds)
        kind = em.writer.fresh("x")
        with em.loop(f"for {kind} in range({zone.kinds}):"):
            em.writer.line(f"m[U({passing} + {kind})] = 0")
            with em.writer.block(f"if {copies(em, zone, source, kind)} != 0:"):
                with em.bound(op.slot, kind, em.known.elements(ir.Cards(op.source))):
                    holds = test(em, op.where)
                with em.writer.block(f"if {holds}:"):
                    em.writer.line(f"m[U({passing} + {kind})] = 1")
    if op.end is not ir.End.LOOSE:
        _carry_as_they_lie(em, op, source, goal, passing)
        return
    same = op.source.zone == op.target.zone
    if same:
        with em.writer.block(f"if {source} == {goal}:"):
            if em.noting:
                noting.loosened(em, goal_zone, goal)
            _loosen(em, goal_zone, goal)
        heading = "else:"
    else:
        heading = ""
    if heading:
        with em.writer.block(heading):
            _carry(em, zone, source, goal, passing)
    else:
        _carry(em, zone, source, goal, passing)


def _carry_as_they_lie(em: Emission, op: ir.MoveAll, source: str, goal: str, passing: int) -> None:
    zone, goal_zone = em.program.zones[op.source.zone], em.program.zones[op.target.zone]
    top, bottom = parts(goal_zone)
    capacity, start = top if op.end is ir.End.TOP else bottom
    given = f"{source}, {goal}, {zone.kinds}, {offsets(zone)}, {start}, {capacity}, {passing}, {int(op.end is ir.End.TOP)}"
    call = noting.carried(em, op, source, goal, passing) if em.noting else f"carry(s, m, {given})"
    em.fault_if(f"not {call}", op.sentence, reasons.full(goal_zone))


def _carry(em: Emission, zone: ir.Zone, source: str, goal: str, passing: int) -> None:
    packed = em.packing.get(zone.deck)
    if em.noting:
        noting.poured(em, zone, source, goal, passing)
        return
    if passing < 0:
        em.writer.line(_all(em, zone, source, goal))
        return
    kind = em.writer.fresh("x")
    with em.loop(f"for {kind} in range({zone.kinds}):"), em.writer.block(f"if m[U({passing} + {kind})] != 0:"):
        if packed is None:
            em.writer.line(f"move_kind(s, {source}, {goal}, {offsets(zone)}, {kind})")
        else:
            em.writer.line(f"move_lane(s, z, {source}, {goal}, {kind} * {packed.bits}, {packed.mask})")


def _all(em: Emission, zone: ir.Zone, source: str, goal: str) -> str:
    """The text of the call that moves all cards of an instance to another."""
    if zone.deck in em.packing:
        return f"move_word(s, z, {source}, {goal})"
    return f"move_all(s, {source}, {goal}, {zone.kinds}, {offsets(zone)})"


def _loosen(em: Emission, zone: ir.Zone, base: str) -> None:
    for capacity, start in parts(zone):
        if capacity:
            em.writer.line(f"loosen(s, {base}, {start})")


def rotate(em: Emission, op: ir.Rotate) -> None:
    """Writes that the cards of each zone go to the next."""
    zone = em.program.zones[op.zones[0].zone]
    bases = [fixed_zone(em, at) for at in op.zones]
    if em.noting:
        noting.rotated(em, op, bases)
    for one, other in zip(reversed(bases[1:]), reversed(bases[:-1]), strict=True):
        if zone.deck in em.packing:
            em.writer.line(f"exchange_words(s, z, {one}, {other})")
        else:
            em.writer.line(f"exchange(s, {one}, {other}, {zone.length})")


def gather(em: Emission, op: ir.Gather) -> None:
    """Writes the move of all cards of a deck into one zone."""
    goal = fixed_zone(em, op.target)
    for number, zone in enumerate(em.program.zones):
        if zone.deck != op.deck:
            continue
        starts = zone.bases
        if len(starts) == 1:
            _bring(em, zone, str(starts[0]), goal, number == op.target.zone)
        else:
            spot, source = em.writer.fresh("i"), em.writer.fresh("z")
            with em.loop(f"for {spot} in range({len(starts)}):"):
                em.writer.line(f"{source} = {em.table(starts)}[U({spot})]")
                _bring(em, zone, source, goal, number == op.target.zone)


def _bring(em: Emission, zone: ir.Zone, source: str, goal: str, maybe_same: bool) -> None:
    if em.noting:
        _bring_noting(em, zone, source, goal, maybe_same)
        return
    move = _all(em, zone, source, goal)
    if maybe_same and source == goal:
        _loosen(em, zone, goal)
    elif maybe_same:
        with em.writer.block(f"if {source} != {goal}:"):
            em.writer.line(move)
        if ordered(zone):
            with em.writer.block("else:"):
                _loosen(em, zone, goal)
    else:
        em.writer.line(move)


def _bring_noting(em: Emission, zone: ir.Zone, source: str, goal: str, maybe_same: bool) -> None:
    with em.writer.block(f"if {source} != {goal}:" if maybe_same else "if True:"):
        noting.poured(em, zone, source, goal, -1)
    if maybe_same and ordered(zone):
        with em.writer.block("else:"):
            noting.loosened(em, zone, goal)
            _loosen(em, zone, goal)


def shuffle(em: Emission, at: ir.ZoneAt) -> None:
    """Writes that all cards of a zone become loose."""
    zone, base = em.program.zones[at.zone], fixed_zone(em, at)
    if ordered(zone):
        _loosen(em, zone, base)
    if em.noting:
        noting.shuffled(em, base)


def later(em: Emission, op: ir.Later) -> None:
    """Writes that what a `Later` needs is stored; a card that it moves leaves its zone at once."""
    for cell, expr in op.captures:
        em.writer.line(f"{place(em, cell)} = {value(em, expr)}")
    if op.in_transit is not None:
        at, cell = op.in_transit
        zone = em.program.zones[at.zone]
        taken = next((expr for captured, expr in op.captures if captured == cell), cell)
        there, card = _there(em, at, taken)
        kind = em.atom(value(em, cell), "k")
        carried = in_hand(em, zone, kind)
        if carried:
            em.writer.line(f"{carried} = {card or em.packing[zone.deck].one(kind)}")
        valid = em.proven(em.known.value(cell).within(0, zone.kinds - 1))
        take(em, zone, fixed_zone(em, at), kind, valid, op.sentence, there, carried)
    em.writer.line(f"{place(em, op.flag)} = 1")


def in_hand(em: Emission, zone: ir.Zone, kind: str) -> str:
    """The variable that holds, as a word, a card which is put off to be moved, where the variable *kind* holds its kind; "" where
    there is none.
    """
    packed = em.packing.get(zone.deck)
    return f"c{kind}" if packed is not None and packed.bits > 1 and kind in em.frame.values() else ""


# ------------------------------------------------------------------------------------------------------------ loops


def for_each(em: Emission, op: ir.ForEach, targets: JumpTargets, stop: Stopping) -> None:
    """Writes a loop over elements that are fixed at its start."""
    name = em.writer.fresh("x")
    with em.writer.aside() as lines:
        leave = em.jump_target("break")
        leave.depth += 1
        inside = evolve(targets, leave=leave)
        if op.keys or _must_be_kept(op):
            _through_kept(em, op, name, inside, stop)
        else:
            with each(em, op.source, name):
                _turn(em, op, name, inside, stop)
    if leave.used:
        em.writer.line(f"{leave.flag} = False")
    em.writer.paste(lines)


def _must_be_kept(op: ir.ForEach) -> bool:
    return not isinstance(op.source, ir.Range | ir.Row)


def _store(em: Emission, target: ir.Target, name: str) -> None:
    em.writer.line(f"{place(em, target)} = {name}")


def _turn(em: Emission, op: ir.ForEach, name: str, targets: JumpTargets, stop: Stopping) -> None:
    match op.target:
        case ir.Slot(index) if index in em.variables or index >= em.program.slots:
            if not may_write(em.program, op.body, index):
                with em.bound(index, name, em.known.elements(op.source)):
                    _pass(em, op, targets, stop)
                return
    _store(em, op.target, name)
    _pass(em, op, targets, stop)


def _pass(em: Emission, op: ir.ForEach, targets: JumpTargets, stop: Stopping) -> None:
    with em.passing(em.known.most(op.source), op.stops, op.sentence):
        if op.where is None or op.keys:
            block(em, op.body, targets, stop)
        else:
            holds = test(em, op.where)
            with em.writer.block(f"if {holds}:"):
                block(em, op.body, targets, stop)


def _through_kept(em: Emission, op: ir.ForEach, name: str, targets: JumpTargets, stop: Stopping) -> None:
    width, count = 1 + len(op.keys), em.writer.fresh("c")
    start = em.room(max(1, em.known.most(op.source)) * width)
    em.writer.line(f"{count} = 0")
    found = em.writer.fresh("x")
    with each(em, op.source, found) as weight:
        if op.keys:
            _store(em, op.target, found)
            holds = "True" if op.where is None else test(em, op.where)
            with em.writer.block(f"if {holds}:"):
                keys = [em.atom(sort_value(em, key), "k") for key in op.keys]
                _keep(em, start, count, width, [*keys, found], weight)
        else:
            _keep(em, start, count, width, [found], weight)
    if op.keys:
        em.writer.line(f"sort_rows(m, {start}, {count}, {width})")
    spot = em.writer.fresh("i")
    with em.loop(f"for {spot} in range({count}):"):
        at = f"{start} + {spot}" if width == 1 else f"{start + width - 1} + {spot} * {width}"
        em.writer.line(f"{name} = m[U({at})]")
        _turn(em, op, name, targets, stop)


def _keep(em: Emission, start: int, count: str, width: int, texts: list[str], weight: str) -> None:
    def row() -> None:
        for offset, text in enumerate(texts):
            at = f"{start + offset} + {count}" if width == 1 else f"{start + offset} + {count} * {width}"
            em.writer.line(f"m[U({at})] = {text}")
        em.writer.line(f"{count} += 1")

    if weight == "1":
        row()
    else:
        with em.loop(f"for _ in range({weight}):"):
            row()


def repeat(em: Emission, op: ir.Repeat, targets: JumpTargets, stop: Stopping) -> None:
    """Writes a loop that ends after a number of passes, or when a test holds after a pass."""
    most = ir.PASSES if op.limit is None else em.known.value(op.limit).high
    counter = em.writer.fresh("c")
    em.entered(op)
    if op.counter is not None:
        em.writer.line(f"{place(em, op.counter)} = 0")
    with em.writer.aside() as lines:
        if op.limit is None:
            heading = "while True:"
            em.writer.line(f"{counter} = 0") if op.counter is not None else None
        else:
            limit = em.writer.fresh("x")
            em.writer.line(f"{limit} = {value(em, op.limit)}")
            heading = f"for {counter} in range({limit}):"
        leave = em.jump_target("break")
        leave.depth += 1
        with em.loop(heading):
            if op.counter is not None:
                if op.limit is None:
                    em.writer.line(f"{counter} += 1")
                    em.writer.line(f"{place(em, op.counter)} = {counter}")
                else:
                    em.writer.line(f"{place(em, op.counter)} = {counter} + 1")
            em.round(op)
            with em.passing(most, op.stops, op.sentence), em.counted(op, most):
                block(em, op.body, evolve(targets, leave=leave), stop)
            if op.until is not None:
                holds = test(em, op.until)
                with em.writer.block(f"if {holds}:"):
                    em.writer.line("break")
                if op.limit is not None:
                    em.spent(op, f"{counter} == {limit} - 1")
    if leave.used:
        em.writer.line(f"{leave.flag} = False")
    em.writer.paste(lines)


def do(em: Emission, op: ir.Do, targets: JumpTargets, stop: Stopping) -> None:
    """Writes a phase in its place, or its call where it is a function."""
    if op.phase not in em.module.division.called:
        em.phase(op.phase)
        run_phase(em, op.phase, targets.over, stop)
        return
    over = em.writer.fresh("x")
    em.module.nests[op.phase] = max(em.nest, em.module.nests.get(op.phase, 1))
    em.writer.line(em.passed.call(op.phase, over))
    with em.writer.block(f"if {over} != 0:"):
        em.go(targets.over)


def run_phase(em: Emission, number: int, over: JumpTarget, stop: Stopping) -> None:
    """Writes what a phase does; where it can be left early, its body is in a loop that runs once."""
    phase = em.program.phases[number]
    if phase.ending is not None:
        em.writer.line(f"{place(em, phase.ending)} = 0")
    if any(isinstance(each, ir.EndPhase) for each in inside(phase.body)):
        with em.writer.aside() as lines:
            end = em.jump_target("break")
            end.depth += 1
            with em.loop("while True:"):
                block(em, phase.body, JumpTargets(None, end, over), stop)
                em.writer.line("break")
        if end.used:
            em.writer.line(f"{end.flag} = False")
        em.writer.paste(lines)
    else:
        block(em, phase.body, JumpTargets(None, None, over), stop)
    if phase.ending is None:
        block(em, phase.after, JumpTargets(None, None, over), stop)
        return
    ends = em.writer.fresh("x")
    em.writer.line(f"{ends} = {place(em, phase.ending)}")
    block(em, phase.after, JumpTargets(None, None, over), stop)
    with em.writer.block(f"if {ends} != 0:"):
        em.go(over)


def phase_function(em: Emission, number: int, stop: Stopping) -> list[str]:
    """The lines of the function of a phase; those of all phases that do it must have been written before."""
    if em.program.phases[number].apart:  # those of a circle would all be copied into the first
        em.writer.line("@apart")
    with em.writer.block(em.passed.heading(number)):
        for name in em.variables.values():
            em.writer.line(f"{name} = 0")
        em.nest = em.module.nests.get(number, 1)
        em.phase(number)
        run_phase(em, number, em.jump_target(em.passed.end(1)), stop)
        em.writer.line(em.passed.end(0))
    return em.writer.lines


def trial_function(em: Emission, number: int, stop: Stopping) -> list[str]:
    """The lines of the function that does what is tried. It gives how many passes were counted, and where writes are noted where
    the next one would be.
    """
    trial, notes = em.program.trials[number], em.module.keeping.trials[number].most > 0
    given = [f"g{at}" for at in range(len(trial.given))]
    parameters = [f"{name}: {TYPES[name]}" for name in em.module.arrays] + [f"{name}: int" for name in given]
    parameters += ["passes: int", "j: int"] if notes else ["passes: int"]
    if trial.result is not None:  # those that call each other would grow with every copy
        em.writer.line("@apart")
    with em.writer.block(f"def trial{number}({', '.join(parameters)}) -> {'tuple[int, int]' if notes else 'int'}:"):
        if em.module.keeping.noted and not notes:
            em.writer.line("j = 0")
        for name in em.variables.values():
            em.writer.line(f"{name} = 0")
        for slot, name in zip(trial.given, given, strict=True):
            em.writer.line(f"{place(em, slot)} = {name}")
        if any(each.result is not None for each in em.program.trials):  # loops are counted with the calls around them
            em.nest = ir.PASSES
        behind = em.jump_target("return passes, j" if notes else "return passes")
        if trial.phase in em.module.division.called:
            over = em.writer.fresh("x")
            em.module.nests[trial.phase] = max(em.nest, em.module.nests.get(trial.phase, 1))
            em.writer.line(em.passed.call(trial.phase, over))
        else:
            em.phase(trial.phase)
            run_phase(em, trial.phase, behind, stop)
        em.go(behind)
    return em.writer.lines
