"""The playout form: a whole match in one function, with every decision drawn at its place in the code."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager

from attrs import evolve, frozen

from ...interpreter.core import reasons
from ...interpreter.core.reasons import Reason
from ...interpreter.machine.simultaneous import places
from ...program import ir
from ...program.intervals import exactly
from ...program.ops import Node, covered, deferred, evaluated, everything, everywhere, fails, inside, nodes, only_tried, within
from .bitboards import parts_of
from .context import Emission, Module, Passed, at
from .division import MAIN, of_trial
from .expressions import TEXTS, each, fixed_zone, place, row_number, row_tables, spot_of, test, value, walk
from .leads import Lead
from .options import (
    Found,
    by_entry,
    capacity,
    coded,
    conditions,
    deciding,
    different,
    offers_nothing,
    sure,
    unbind,
    weighted,
    write_options,
)
from .selections import Selection, selection
from .statements import JumpTargets, block, drawn_offsets, in_hand, lay, ordered, phase_function, trial_function
from .there import chosen, fixed

FEW_KINDS = 16
"""Up to this many kinds, a card is found without branches, because processors predict badly at which kind the search ends."""


def playout(begin: Callable[[dict[int, str]], Emission], module: Module, heading: str) -> list[list[str]]:
    """The lines of a function that plays a match and returns the number of decisions, and of the phases that it calls.

    Its arguments are the vector *s*, working memory *m*, options *o*, weights *w*, the streams of nature *n* and of bots *b*,
    and those that *heading* adds. *begin* makes the emission of a function with these variables.
    """
    program, found, alone = module.program, list[list[str]](), variables(module.program)
    for function in (MAIN, *sorted(module.division.called - module.division.tried)):
        em = begin({slot: f"v{slot}" for slot in alone if module.division.belongs(slot, function)})
        if function != MAIN:
            found.append(phase_function(em, function, stop))
            continue
        over = em.jump_target("return clock")
        with em.writer.block(heading):
            em.writer.line("clock = 0")
            em.writer.line("passes = 0")
            for name in em.variables.values():
                em.writer.line(f"{name} = 0")
            em.begin()
            block(em, program.body, JumpTargets(None, None, over), stop)
            em.writer.line("return clock")
        found.append(em.writer.lines)
    if len(found) > 1 or any(line.lstrip() == "passes += 1" for line in found[0]):
        return found
    return [[line for line in found[0] if line.lstrip() != "passes = 0"]]


def trials(module: Module) -> list[list[str]]:
    """The lines of the functions that do what is tried, in any form, and of the phases that these call."""
    program, division, alone = module.program, module.division, variables(module.program)
    functions = [*(of_trial(number) for number in range(len(program.trials))), *sorted(division.tried)]
    back = ("passes", "j") if module.keeping.noted else ("passes",)
    found = list[list[str]]()
    for function in functions:
        em = Emission(module, {slot: f"v{slot}" for slot in alone if division.users.get(slot) == frozenset((function,))})
        em.passed = Passed(module.arrays, back)
        if function in division.tried:
            em.trial = next(at for at, each in enumerate(program.trials) if function in only_tried(program, each))
            found.append(phase_function(em, function, stop))
        else:
            em.trial = of_trial(function)
            found.append(trial_function(em, em.trial, stop))
    return found


def variables(program: ir.Program) -> tuple[int, ...]:
    """The slots that become variables of the functions that use them: those of phases that are not part of an array.

    Arrays with one element for each seat of a Together do not count as arrays here; `own_names` decides how they are written.
    """
    arrays: set[int] = set()
    seats = {op.seat for op in everywhere(program) if isinstance(op, ir.Together)}
    for node in everything(program):
        match node:
            case ir.Cell(_, (ir.Axis(ir.Slot(seat)),)) if seat in seats:
                pass
            case ir.Cell(base, axes):
                arrays.update(covered(base, axes))
    for op in everywhere(program):
        match op:
            case ir.Clear(ir.Cell(base, (ir.Axis(ir.Slot(seat)),)), count) if seat in seats and count == 1:
                pass
            case ir.Clear(ir.Cell(base, axes), count):
                arrays.update(at + more for at in covered(base, axes) for more in range(count))
    if program.longest is not None:
        arrays.add(program.longest.clock)
    return tuple(slot for slot in range(program.locals, program.slots) if slot not in arrays)


def stop(em: Emission, op: ir.Op, targets: JumpTargets) -> None:
    """Writes a decision, drawn at random, or a Together."""
    match op:
        case ir.Ask() | ir.Draw() | ir.Pick():
            _drawn(em, op, targets)
        case ir.Together():
            _together(em, op, targets)
        case _:
            raise TypeError("play does not stop here")


def _drawn(em: Emission, op: ir.Ask | ir.Draw | ir.Pick, targets: JumpTargets) -> None:
    """Writes a decision that is drawn at random, and what follows each answer."""
    _limit(em, op, targets)
    bodies = [(one.body, chosen(one.parameters)) for one in op.alternatives] if isinstance(op, ir.Ask) else [((), ())]
    draw_answer(em, op, lambda at: block(em, bodies[at][0], targets, stop, bodies[at][1]))


def _limit(em: Emission, op: ir.Ask | ir.Draw | ir.Pick, targets: JumpTargets) -> None:
    """Writes the count of a decision, or the end of the match where its limit of decisions is reached."""
    longest = em.program.longest
    if longest is not None:
        with em.writer.block(f"if clock >= {longest.decisions}:"):
            if em.opened and isinstance(op, ir.Ask):
                # All were looked at when all were asked: whoever had nothing to choose from then ends the match by a fault.
                with em.writer.block(f"if {em.opened} and not {em.own_turn}:"):
                    em.fault_if(offers_nothing(em, op), op.sentence, reasons.NOTHING_TO_CHOOSE)
            em.writer.line(f"clock = {longest.decisions + 1}")
            em.go(targets.over)
        for name in (em.opened, em.own_turn) if em.opened else ():
            em.writer.line(f"{name} = True")
    em.writer.line("clock += 1")
    em.writer.line("passes = 0")


Follow = Callable[[int], None]
"""Writes what is done once a decision is answered; the argument is the number of the alternative, 0 where there are none."""


def draw_answer(em: Emission, op: ir.Ask | ir.Draw | ir.Pick, follow: Follow) -> None:
    """Writes that a decision is answered at random, and what follows."""
    match op:
        case ir.Ask():
            _ask(em, op, follow)
        case ir.Draw():
            _draw(em, op)
            follow(0)
        case ir.Pick():
            _pick(em, op)
            follow(0)


# ------------------------------------------------------------------------------------------------------------- seats


def _ask(em: Emission, op: ir.Ask, follow: Follow) -> None:
    seat = em.asked(op, deciding(em, op.actor, op.sentence))
    for parameter in (parameter for one in op.alternatives for parameter in one.parameters):
        em.cards.pop(parameter.target, None)
    alternatives = coded(op)
    single = alternatives[0].alternative
    plain = len(alternatives) == len(single.parameters) == 1 and single.weight is None
    if plain and (_drawn_bit(em, op) or _drawn_where_all_pass(em, op) if single.conditions else _drawn_at_once(em, op)):
        em.chosen(op, 0, seat)
        follow(0)
        return
    if _drawn_from_words(em, op, seat, follow):
        return
    count, heavy = em.writer.fresh("c"), weighted(op)
    em.module.options = max(em.module.options, capacity(em, op))
    total = em.writer.fresh("r") if heavy else count
    em.writer.line(f"{count} = 0")
    if heavy:
        em.writer.line(f"{total} = 0")

    def found(code: str, weight: str) -> None:
        em.writer.line(f"o[U({count})] = {code}")
        if heavy:
            em.writer.line(f"w[U({count})] = {weight}")
            em.writer.line(f"{total} += {weight}")
        em.writer.line(f"{count} += 1")

    entries = _entries(em, op, count, total)

    def found_where(code: str, holds: str) -> None:
        # Which options there are is hard to foresee for a processor: each is written, and stays where it is counted.
        em.writer.line(f"o[U({count})] = {code}")
        em.writer.line(f"{count} += 1 if {holds} else 0")

    def ended(before: str) -> None:
        if entries is not None:
            _entry_ended(em, entries, before)

    write_options(em, op, count, found, ended, None if heavy else found_where)
    em.fault_if(f"{count} == 0", op.sentence, reasons.NOTHING_TO_CHOOSE)
    em.offered(op, count)
    number, code = _number_drawn(em, entries, total), em.writer.fresh("x")
    if heavy:
        em.writer.line(f"{number} = heavier(w, {number})")
    em.writer.line(f"{code} = o[U({number})]")
    for which, one in enumerate(alternatives):
        if len(alternatives) == 1:
            _chosen(em, op, which, code, seat, follow)
        else:
            heading = f"if {code} < {one.first + one.size}:"
            if which:
                heading = "else:" if which == len(alternatives) - 1 else f"el{heading}"
            with em.writer.block(heading):
                _chosen(em, op, which, code, seat, follow)


@frozen
class Entries:
    """The entries of a menu that have options: the variable with their number, and where working memory holds for each the total
    up to its end; the variables that hold the number of options and the total of their weights.
    """

    number: str
    ends: int
    count: str
    total: str


def _entries(em: Emission, op: ir.Ask, count: str, total: str) -> Entries | None:
    """The entries of a menu, where one is drawn before an option is; writes that none has an option yet."""
    if not by_entry(em, op):
        return None
    entries = Entries(em.writer.fresh("e"), em.room(len(op.alternatives)), count, total)
    em.writer.line(f"{entries.number} = 0")
    return entries


def _number_drawn(em: Emission, entries: Entries | None, total: str) -> str:
    """Writes the draw of an option; gives the variable with its number."""
    number = em.writer.fresh("x")
    if entries is None:
        em.writer.line(f"b, {number} = below(b, {total})")
    else:
        _draw_by_entry(em, entries, number)
    return number


def _entry_ended(em: Emission, entries: Entries, before: str) -> None:
    """Writes that an entry which has options is counted, and where it ends."""
    with em.writer.block(f"if {entries.count} > {before}:"):
        em.writer.line(f"m[U({entries.ends} + {entries.number})] = {entries.total}")
        em.writer.line(f"{entries.number} += 1")


def _draw_by_entry(em: Emission, entries: Entries, number: str) -> None:
    """Writes the draw of an entry, where several have options, and of an option in it."""
    low, high, entry = (em.writer.fresh("x") for _ in range(3))
    em.writer.line(f"{low} = 0")
    em.writer.line(f"{high} = {entries.total}")
    with em.writer.block(f"if {entries.number} > 1:"):
        em.writer.line(f"b, {entry} = below(b, {entries.number})")
        em.writer.line(f"{high} = m[U({entries.ends} + {entry})]")
        with em.writer.block(f"if {entry} > 0:"):
            em.writer.line(f"{low} = m[U({entries.ends - 1} + {entry})]")
    em.writer.line(f"b, {number} = below(b, {high} - {low})")
    em.writer.line(f"{number} += {low}")


def _chosen(em: Emission, op: ir.Ask, at: int, code: str, seat: str, follow: Follow) -> None:
    one = coded(op)[at]
    if one.alternative.parameters:
        for parameter, argument in unbind(em, one, code):
            em.writer.line(f"{place(em, parameter.target)} = {argument}")
    em.chosen(op, at, seat)
    follow(at)


def _drawn_at_once(em: Emission, op: ir.Ask) -> bool:
    """Writes the draw of an element of a plain set without listing the options; False where this is not possible."""
    parameter = op.alternatives[0].parameters[0]
    return _element(em, parameter.target, parameter.source, "b", op)


def _drawn_bit(em: Emission, op: ir.Ask) -> bool:
    """Writes the draw of a position that bitboards offer, without listing the options; False where this is not possible."""
    (parameter,) = op.alternatives[0].parameters
    tests = tuple(part for condition in op.alternatives[0].conditions for part in parts_of(condition.test))
    if any(condition.after != 1 for condition in op.alternatives[0].conditions):
        return False
    told = selection(em, parameter.source, parameter.target, tests, TEXTS)
    if told is None or told.rest or told.board.words > 1:
        return False
    word, count, number = em.writer.fresh("b"), em.writer.fresh("c"), em.writer.fresh("x")
    em.writer.line(f"{word} = {told.text(em, '0')}")
    em.writer.line(f"{count} = S(ones_in({word}))")
    em.fault_if(f"{count} == 0", op.sentence, reasons.NOTHING_TO_CHOOSE)
    _offer(em, op, count)
    em.writer.line(f"b, {number} = below(b, {count})")
    position = em.atom(f"nth_bit({word}, {number})")
    em.writer.line(f"{place(em, parameter.target)} = {told.element(em, position)}")
    match parameter.target:
        case ir.Slot(index) if told.way is not None and not op.alternatives[0].body:
            em.learn(Lead(index, position, told.board.start, told.way.back, told.way.through))
    return True


def _drawn_where_all_pass(em: Emission, op: ir.Ask) -> bool:
    """Writes the draw of an element: without listing the options where a test lets all elements pass, else as from a list. False
    where no test may do so.
    """
    (parameter,) = op.alternatives[0].parameters
    match op.alternatives[0].conditions, parameter.source:
        case (ir.Condition(after=1, test=ir.Either(several)) as condition,), ir.Range(low, high):
            pass
        case _:
            return False
    if em.known.value(low).absent or em.known.value(high).absent:
        return False
    free = tuple(each for each in several if parameter.target not in nodes((each,)))
    left = tuple(each for each in several if each not in free)
    if not free or any(fails(each, em.known) for each in several):
        return False
    with em.writer.block(f"if {test(em, ir.Either(free))}:"):
        _element(em, parameter.target, parameter.source, "b", op)
    others = (evolve(condition, test=ir.Either(left)),) if left else (evolve(condition, test=ir.Number(0)),)
    fewer = evolve(op, alternatives=(evolve(op.alternatives[0], conditions=others),))
    with em.writer.block("else:"):
        count, number = em.writer.fresh("c"), em.writer.fresh("x")
        em.module.options = max(em.module.options, capacity(em, op))
        em.writer.line(f"{count} = 0")
        _listed(em, fewer, count)
        em.fault_if(f"{count} == 0", op.sentence, reasons.NOTHING_TO_CHOOSE)
        em.offered(op, count)
        em.writer.line(f"b, {number} = below(b, {count})")
        for _, argument in unbind(em, coded(op)[0], em.atom(f"o[U({number})]")):
            em.writer.line(f"{place(em, parameter.target)} = {argument}")
    return True


def _listed(em: Emission, op: ir.Ask, count: str) -> None:
    """Writes that the options, none of which weighs more than another, are listed and counted."""

    def found(code: str, weight: str) -> None:
        em.writer.line(f"o[U({count})] = {code}")
        em.writer.line(f"{count} += 1")

    def found_where(code: str, holds: str) -> None:
        em.writer.line(f"o[U({count})] = {code}")
        em.writer.line(f"{count} += 1 if {holds} else 0")

    write_options(em, op, count, found, lambda before: None, found_where)


@frozen
class Offered:
    """The options of an alternative with the same arguments but the last: those arguments, the variables with the positions for
    the last one and with their number, and which they are.
    """

    arguments: tuple[int, ...]
    word: str
    count: str
    told: Selection | None


MOST_WORDS = 8
"""An alternative is drawn from at most so many words."""


def _drawn_from_words(em: Emission, op: ir.Ask, seat: str, follow: Follow) -> bool:
    """Writes the draw of an option where bitboards offer the last argument of some alternative, and the arguments before it are
    of a few numbers; options are then counted and not listed. False where this is not possible.
    """
    outer = [several for one in op.alternatives if (several := _few(one)) is not None]
    if weighted(op) or len(outer) < len(op.alternatives) or not any(one.parameters for one in op.alternatives):
        return False
    offered, written = list[list[Offered]](), list[list[str]]()
    with em.attempt() as undo:
        for one, several in zip(op.alternatives, outer, strict=True):
            with em.writer.aside() as lines:
                found = [_offered(em, one, arguments) for arguments in several]
            offered.append([words for words in found if words is not None])
            written.append(lines)
            if len(offered[-1]) < len(found):
                undo()
                return False
    count = em.writer.fresh("c")
    em.writer.line(f"{count} = 0")
    entries, starts = _entries(em, op, count, count), list[str]()
    for which, (words, lines) in enumerate(zip(offered, written, strict=True)):
        starts.append(em.writer.fresh("c"))
        em.writer.line(f"{starts[-1]} = {count}")
        em.writer.paste(lines)
        em.writer.line(f"{count} += {' + '.join(word.count for word in words)}")
        if entries is not None:
            _entry_ended(em, entries, starts[-1])
        em.offered_some(op, which, starts[-1], count)
    em.fault_if(f"{count} == 0", op.sentence, reasons.NOTHING_TO_CHOOSE)
    em.offered(op, count)
    number = _number_drawn(em, entries, count)
    for which, (one, words) in enumerate(zip(op.alternatives, offered, strict=True)):
        last = which == len(starts) - 1
        below = "" if last else f"{'el' if which else ''}if {number} < {starts[which + 1]}:"
        with em.writer.block(below or ("else:" if which else "if True:")):
            _argued(em, one, words, em.atom(f"{number} - {starts[which]}") if which else number)
            em.chosen(op, which, seat)
            follow(which)
    return True


def _few(one: ir.Alternative) -> list[tuple[int, ...]] | None:
    """All combinations of the arguments before the last; None where they are no few numbers."""
    found: list[tuple[int, ...]] = [()]
    for parameter in one.parameters[:-1]:
        match parameter.source:
            case ir.Range(ir.Number(low), ir.Number(high)) if (high - low + 1) * len(found) <= MOST_WORDS:
                found = [(*before, number) for before in found for number in range(low, high + 1)]
            case _:
                return None
    return found


def _offered(em: Emission, one: ir.Alternative, arguments: tuple[int, ...]) -> Offered | None:
    """Writes the options with these arguments before the last; None where no bitboard tells them."""
    word, count, told = em.writer.fresh("b"), em.writer.fresh("c"), None
    em.writer.line(f"{word} = U(0)")
    with ExitStack() as stack:
        for bound in range(len(arguments) + 1):
            tests = conditions(one, bound)
            if tests:
                stack.enter_context(em.writer.block(f"if {test(em, ir.All(tests))}:"))
            if bound < len(arguments):
                number = arguments[bound]
                stack.enter_context(em.naming(one.parameters[bound].target, str(number), exactly(number)))
        text = "U(1)"
        if one.parameters:
            parameter, asked = one.parameters[-1], conditions(one, len(one.parameters))
            told = selection(em, parameter.source, parameter.target, parts_of(ir.All(asked)), TEXTS)
            values, last = em.known.elements(parameter.source), parameter.low + parameter.size - 1
            if told is None or told.rest or told.board.words > 1 or not values.within(parameter.low, last):
                return None
            text = told.text(em, "0")
        em.writer.line(f"{word} = {text}")
    em.writer.line(f"{count} = S(ones_in({word}))")
    return Offered(arguments, word, count, told)


def _argued(em: Emission, one: ir.Alternative, found: Sequence[Offered], number: str) -> None:
    """Writes that the arguments of the option with that number, counted from 0 in its alternative, are stored."""
    first, told = found[0], found[0].told
    if told is None:
        return
    word, start, end = first.word, "0", first.count
    taken = [str(argument) for argument in first.arguments]
    if len(found) > 1:
        word, start = em.writer.fresh("b"), em.writer.fresh("c")
        taken = [em.writer.fresh("x") for _ in first.arguments]
        for name, text in zip((word, start, *taken), (first.word, 0, *first.arguments), strict=True):
            em.writer.line(f"{name} = {text}")
    for other in found[1:]:
        end = em.atom(end, "c")
        with em.writer.block(f"if {number} >= {end}:"):
            for name, text in zip((word, start, *taken), (other.word, end, *other.arguments), strict=True):
                em.writer.line(f"{name} = {text}")
        end = f"{end} + {other.count}"
    for parameter, name in zip(one.parameters, taken, strict=False):
        em.writer.line(f"{place(em, parameter.target)} = {name}")
    left = number if start == "0" else f"{number} - {start}"
    em.writer.line(f"{place(em, one.parameters[-1].target)} = {told.element(em, f'nth_bit({word}, {left})')}")


def _element(em: Emission, target: ir.Target, source: ir.Set, stream: str, op: ir.Ask | ir.Pick) -> bool:
    number = em.writer.fresh("x")
    match source:
        case ir.Range(low, high):
            first, last = value(em, low), value(em, high)
            if em.known.value(low).absent or em.known.value(high).absent:
                return False
            first = em.atom(first)
            count = f"{last} - {first} + 1"
            if first.isdigit() and last.isdigit():
                count = str(int(last) - int(first) + 1)
            count = em.atom(count, "c")
            if not em.proven(sure(em, source)):
                em.fault_if(f"{count} <= 0", op.sentence, _nothing(op))
            _offer(em, op, count)
            em.writer.line(f"{stream}, {number} = below({stream}, {count})")
            em.writer.line(f"{place(em, target)} = {number}" + ("" if first == "0" else f" + {first}"))
            return True
        case ir.Cards(where_from):
            zone = em.program.zones[where_from.zone]
            if ordered(zone):
                return False
            base = fixed_zone(em, where_from)
            em.fault_if(f"{em.cell(base)} == 0", op.sentence, _nothing(op))
            _offer_kinds(em, op, base, zone)
            em.writer.line(f"{stream}, {number} = below({stream}, {em.cell(base)})")
            packed = em.packing.get(zone.deck)
            if packed is None or packed.bits == 1:
                em.writer.line(f"{place(em, target)} = {loose(em, zone, base, number)}")
                return True
            em.cards[target] = em.writer.fresh("b")
            em.writer.line(f"{em.cards[target]} = {packed.drawn_card(f'z[{at(base)}]', number)}")
            em.writer.line(f"{place(em, target)} = {packed.kind(em.cards[target])}")
            return True
        case ir.Row():
            row = row_number(em, source)
            table, starts = row_tables(em, source.rows)
            start = em.atom(f"{starts}[U({row})]")
            count = em.atom(f"{starts}[U({row} + 1)] - {start}", "c")
            em.fault_if(f"{count} == 0", op.sentence, _nothing(op))
            _offer(em, op, count)
            em.writer.line(f"{stream}, {number} = below({stream}, {count})")
            em.writer.line(f"{place(em, target)} = {table}[U({start} + {number})]")
            return True
        case _:
            return False


def _nothing(op: ir.Ask | ir.Pick) -> Reason:
    return reasons.NOTHING_TO_CHOOSE if isinstance(op, ir.Ask) else reasons.NOTHING_TO_PICK


def _offer(em: Emission, op: ir.Ask | ir.Pick, count: str) -> None:
    match op:
        case ir.Ask():
            em.offered(op, count)
        case ir.Pick():
            pass


def _offer_kinds(em: Emission, op: ir.Ask | ir.Pick, base: str, zone: ir.Zone) -> None:
    match op:
        case ir.Ask():
            em.offered_kinds(op, base, zone)
        case ir.Pick():
            pass


def loose(em: Emission, zone: ir.Zone, base: str, number: str) -> str:
    """The text of the kind of the loose card with that number."""
    packed, kinds = em.packing.get(zone.deck), zone.kinds
    if packed is not None:
        return packed.drawn(f"z[{at(base)}]", number)
    return f"drawn_few(s, {base}, {kinds}, {number})" if kinds <= FEW_KINDS else f"drawn_loose(s, {base}, {number})"


# ------------------------------------------------------------------------------------------------------------ nature


def _draw(em: Emission, op: ir.Draw) -> None:
    zone, goal_zone = em.program.zones[op.source.zone], em.program.zones[op.target.zone]
    base = fixed_zone(em, op.source)
    em.fault_if(f"{em.cell(base)} == 0", op.sentence, reasons.empty(zone))
    goal = fixed_zone(em, op.target)
    kind, number, packed = em.writer.fresh("k"), em.writer.fresh("x"), em.packing.get(zone.deck)
    if ordered(zone):
        _draw_ordered(em, op, base, kind, number)
    else:
        em.writer.line(f"n, {number} = below(n, {em.cell(base)})")
        if packed is not None and op.result is None:
            card = em.writer.fresh("b")
            em.writer.line(f"{card} = {packed.drawn_card(f'z[{at(base)}]', number)}")
            em.writer.line(f"{em.cell(base)} -= 1")
            em.writer.line(f"z[{at(base)}] -= {card}")
            lay(em, goal_zone, goal, op.end, kind, op.sentence, card)
            return
        em.writer.line(f"{kind} = {loose(em, zone, base, number)}")
        em.writer.line(f"{em.cell(base)} -= 1")
        if packed is None:
            em.writer.line(f"{em.cell(f'{base} + 1 + {kind}')} -= 1")
        else:
            em.writer.line(f"z[{at(base)}] -= {packed.one(kind)}")
    lay(em, goal_zone, goal, op.end, kind, op.sentence)
    if op.result is not None:
        em.writer.line(f"{place(em, op.result)} = {kind}")


def _draw_ordered(em: Emission, op: ir.Draw, base: str, kind: str, number: str) -> None:
    zone = em.program.zones[op.source.zone]
    count = em.writer.fresh("c")
    ends = drawn_offsets(zone, op)
    em.writer.line(f"{count} = loose_to_draw(s, {base}, {zone.kinds}, {ends.partition(',')[0]})")
    em.writer.line(f"n, {number} = below(n, {count} if {count} > 0 else 1)")
    em.writer.line(f"{kind} = drawn_top(s, {base}, {ends}, {count}, {number})")
    em.writer.line(f"draw(s, {base}, {ends}, {kind})")


def _pick(em: Emission, op: ir.Pick) -> None:
    em.cards.pop(op.target, None)
    if fails(op.target, em.known):
        em.writer.line(f"{em.writer.fresh('x')} = {place(em, op.target)}")  # whether it is there is looked at first
    if op.where is None and op.weight is None and _element(em, op.target, op.source, "n", op):
        return
    count, total = em.writer.fresh("c"), em.writer.fresh("r")
    em.module.options = max(em.module.options, largest(em, op))
    em.writer.line(f"{count} = 0")
    em.writer.line(f"{total} = 0")

    def found(element: str, weight: str) -> None:
        em.writer.line(f"o[U({count})] = {element}")
        em.writer.line(f"w[U({count})] = {weight}")
        em.writer.line(f"{total} += {weight}")
        em.writer.line(f"{count} += 1")

    pick_outcomes(em, op, found)
    em.fault_if(f"{count} == 0", op.sentence, reasons.NOTHING_TO_PICK)
    number = em.writer.fresh("x")
    em.writer.line(f"n, {number} = below(n, {total})")
    em.writer.line(f"{place(em, op.target)} = o[U(heavier(w, {number}))]")


def pick_outcomes(em: Emission, op: ir.Pick, found: Found) -> None:
    """Writes a loop over the elements that can be picked, in order."""
    with _picking(em, op) as (name, copies):
        holds = "True" if op.where is None else test(em, op.where)
        with em.writer.block(f"if {holds}:"):
            if op.weight is None:
                found(name, copies)
                return
            heavy = em.atom(value(em, op.weight))
            em.fault_if(f"{heavy} < 0", op.sentence, reasons.WRONG_WEIGHT)
            weight = heavy if copies == "1" else em.atom(f"{heavy} * {copies}")
            with em.writer.block(f"if {weight} != 0:"):
                found(name, weight)


@contextmanager
def _picking(em: Emission, op: ir.Pick) -> Iterator[tuple[str, str]]:
    """A loop over the elements of the set, each stored where the pick would store it; yields the element and its copies."""
    name, values = em.writer.fresh("x"), em.known.elements(op.source)
    match op.target:
        case ir.Cell() if em.framed(op.target) is None and op.place is not None:
            spot, before = em.atom(spot_of(em, op.target), "a"), em.writer.fresh("x")
            em.writer.line(f"{before} = {em.cell(spot)}")
            with each(em, op.source, name) as copies:
                em.writer.line(f"{em.cell(spot)} = {name}")
                yield name, copies
            em.writer.line(f"{em.cell(spot)} = {before}")
        case _:
            with each(em, op.source, name) as copies, em.naming(op.target, name, values):
                yield name, copies


def largest(em: Emission, op: ir.Pick) -> int:
    """The largest possible number of elements, at least 1."""
    return max(1, different(em, op.source))


# ---------------------------------------------------------------------------------------------------------- together


@frozen
class Pass:
    """One pass over seats of a Together, or several: the numbers of the loop, the text of the seat, and its names that are
    variables, by the first slot of their array.
    """

    numbers: str
    seat: str
    names: dict[int, str]


def _together(em: Emission, op: ir.Together, targets: JumpTargets) -> None:
    """Writes the seats one after another, ascending, each to the end of the body; then what they put off."""
    seats, seat = places(op.source, len(em.program.seats)), em.writer.fresh("p")
    everyone = op.where is None and op.source == ir.Range(ir.Number(0), ir.Number(seats - 1))
    passes = _passes(em.program, op, seats, seat)
    start = 0 if everyone else em.room(max(1, seats))
    if not everyone:
        with em.loop(f"for {seat} in range({seats}):"):
            em.writer.line(f"m[U({start} + {seat})] = 0")
        with walk(em, op.seat, op.source, op.where):
            em.writer.line(f"m[U({start} + {em.slot(op.seat)})] = 1")
    cut, begun = (em.writer.fresh("x"), em.writer.fresh("x")) if em.program.longest is not None else ("", "")
    for name in filter(None, (cut, begun)):
        em.writer.line(f"{name} = False")
    for one in passes:
        with em.loop(f"for {seat} in {one.numbers}:"):
            for name in one.names.values():
                em.writer.line(f"{name} = 0")
            with em.writer.block("if True:" if everyone else f"if m[U({start} + {one.seat})] != 0:"):
                em.opened, em.own_turn = begun, em.writer.fresh("x") if begun else ""
                _decided(em, op, one, cut)
                em.opened = em.own_turn = ""
    if cut:
        # The others have begun when one has used up the last decision, so they are brought to their first stop as well.
        with em.writer.block(f"if {cut}:"):
            em.go(targets.over)
    puts_off = deferred(em.program, op)
    for one in passes if puts_off else ():
        with em.loop(f"for {seat} in {one.numbers}:"), em.taking_part(op, one.seat, one.names):
            for each_later in puts_off:
                release(em, each_later, targets)
    if any(_kept(op, node, one.names) for one in passes for node in _nodes_of(em.program, op)):
        with em.loop(f"for i in range({op.frame}, {op.frame + seats * op.frame_size}):"):
            em.writer.line("s[U(i)] = 0")


def _decided(em: Emission, op: ir.Together, one: Pass, cut: str) -> None:
    """Writes all that a seat does, inside the loop over seats."""
    with em.writer.aside() as lines, em.taking_part(op, one.seat, one.names):
        done, limit = em.jump_target("continue"), em.jump_target("continue", f"{cut} = True")
        block(em, op.body, JumpTargets(done, done, limit), stop)
    for way in (done, limit):
        if way.used:
            em.writer.line(f"{way.flag} = False")
    if em.own_turn:
        em.writer.line(f"{em.own_turn} = False")
    em.writer.paste(lines)


APART = 30
"""Seats that decide together are written one after another where they have so many statements at most, all together."""


def _passes(program: ir.Program, op: ir.Together, seats: int, seat: str) -> list[Pass]:
    """The passes over the seats: one for each where they are written apart, and its names are variables then; else one for all,
    in which those are that nobody else uses.
    """
    lone, own = own_names(program, op, ()), own_names(program, op, deferred(program, op))
    if seats * sum(1 for _ in within(program, op.body)) > APART:
        return [Pass(f"range({seats})", seat, own)]
    apart = [{base: own.get(base, f"{name}_{number}") for base, name in lone.items()} for number in range(seats)]
    return [Pass(f"range({number}, {number + 1})", str(number), names) for number, names in enumerate(apart)]


def release(em: Emission, op: ir.Later, targets: JumpTargets) -> None:
    """Writes that a seat runs what it has put off, and clears it."""
    with em.writer.block(f"if {place(em, op.flag)} != 0:"):
        body, em.last = op.body, op.sentence
        if op.in_transit is not None:
            at, cell = op.in_transit
            zone = em.program.zones[at.zone]
            match body:
                case (ir.MoveCard(card, source, target, end, sentence), *rest) if not em.noting and (
                    (card, source) == (cell, at) and not ordered(zone) and fixed(target)
                ):
                    # The body takes the card out again as soon as it is put back, so it goes directly to its target.
                    em.sentence(sentence)
                    kind = em.atom(value(em, cell), "k")
                    goal, base = em.program.zones[target.zone], fixed_zone(em, target)
                    lay(em, goal, base, end, kind, sentence, in_hand(em, zone, kind))
                    body = tuple(rest)
                case _:
                    kind = em.atom(value(em, cell), "k")
                    lay(em, zone, fixed_zone(em, at), ir.End.LOOSE, kind, op.sentence, in_hand(em, zone, kind))
        block(em, body, JumpTargets(None, None, targets.over), stop)
        for cell in (op.flag, *(cell for cell, _ in op.captures)):
            em.writer.line(f"{place(em, cell)} = 0")


def own_names(program: ir.Program, op: ir.Together, later: Sequence[ir.Later]) -> dict[int, str]:
    """The names that only the seat itself uses while it decides, and nothing that is done *later*: variables, by the first slot
    of their array.
    """
    frame = range(op.frame, op.frame + op.frame_size)
    shared: set[int] = set()
    for node in nodes(tuple(node for each_later in later for node in _all_of(each_later))):
        match node:
            case ir.Cell(base):
                shared.add(base)
    for node in _nodes_of(program, op):
        match node:
            case ir.Cell(base, (ir.Axis(ir.Slot(seat)),)) if seat == op.seat:
                pass
            case ir.Cell(base, axes) if base in frame:
                shared.update(covered(base, axes))
    return {base: f"f{base}" for base in frame if base not in shared}


def _all_of(later: ir.Later) -> tuple[Node, ...]:
    """The nodes of a `Later` that are used when it runs; captured expressions are not, because they are evaluated at once."""
    kept: tuple[Node, ...] = (later.flag, *(cell for cell, _ in later.captures), *(later.in_transit or ()))
    return kept + tuple(node for one in inside(later.body) for node in evaluated(one))


def _nodes_of(program: ir.Program, op: ir.Together) -> Iterator[Node]:
    for one in within(program, op.body):
        yield from nodes(evaluated(one))


def _kept(op: ir.Together, node: Node, own: dict[int, str]) -> bool:
    """Whether the node is a name of the body that stays in the vector."""
    match node:
        case ir.Cell(base):
            return op.frame <= base < op.frame + len(own) + op.frame_size and base not in own
        case _:
            return False
