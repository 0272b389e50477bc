"""Emits the options of a decision: loops over all options in order, with their codes and weights."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack

from attrs import frozen

from ...interpreter.core import reasons
from ...interpreter.core.policy import Policy
from ...program import ir
from ...program.ops import cards_of
from .bitboards import parts_of
from .context import Emission
from .expressions import TEXTS, each, test, value
from .selections import each_bit, selection
from .unions import told_before


@frozen
class Coded:
    """An alternative, and the first of its codes."""

    alternative: ir.Alternative
    first: int

    @property
    def size(self) -> int:
        """The number of codes."""
        size = 1
        for parameter in self.alternative.parameters:
            size *= parameter.size
        return size

    def digits(self) -> tuple[tuple[ir.Parameter, int], ...]:
        """The parameters, each with the factor by which its argument counts in the code."""
        worth = self.size
        found = []
        for parameter in self.alternative.parameters:
            worth //= max(1, parameter.size)
            found.append((parameter, worth))
        return tuple(found)


def coded(op: ir.Ask) -> tuple[Coded, ...]:
    """The alternatives of a decision with their stable codes."""
    return tuple(Coded(alternative, alternative.code) for alternative in op.alternatives)


def weighted(op: ir.Ask) -> bool:
    """Whether an option can weigh more than 1."""
    return any(
        one.weight is not None or any(cards_of(parameter.source) for parameter in one.parameters) for one in op.alternatives
    )


def capacity(em: Emission, op: ir.Ask) -> int:
    """The largest possible number of options, at least 1."""
    total = 0
    for one in coded(op):
        product = 1
        for parameter in one.alternative.parameters:
            product *= max(1, different(em, parameter.source))
        total += product
    return max(1, total)


def different(em: Emission, source: ir.Set) -> int:
    """The largest possible number of elements, where the copies of a card count once and equal elements of a list each."""
    match source:
        case ir.Cards(zone):
            return em.program.zones[zone.zone].kinds
        case ir.Filtered(inner, _, _):
            return different(em, inner)
        case _:
            return em.known.most(source)


Found = Callable[[str, str], None]
"""Writes what is done with an option; the arguments are the texts of its code and its weight."""

FoundWhere = Callable[[str, str], None]
"""The same for an option of weight 1 that is one where a test holds; the arguments are the texts of its code and of the test."""

Ended = Callable[[str], None]
"""Writes what is done behind the options of an entry; the argument is the text of the number of options before them."""


def by_entry(em: Emission, op: ir.Ask) -> bool:
    """Whether an entry is drawn before an option is."""
    return em.policy is Policy.ENTRIES and op.menu and len(op.alternatives) > 1


def conditions(alternative: ir.Alternative, bound: int) -> tuple[ir.Expr, ...]:
    """The conditions that can be tested once *bound* parameters are bound."""
    return tuple(condition.test for condition in alternative.conditions if condition.after == bound)


def deciding(em: Emission, actor: ir.Expr, sentence: int) -> str:
    """The text of the seat that decides; emitted code raises Fault where no player is there."""
    text, last = value(em, actor), len(em.program.players) - 1
    if em.proven(em.known.value(actor).within(0, last)):
        return text
    text = em.atom(text, "q")
    em.fault_if(f"{text} < 0 or {text} > {last}", sentence, reasons.NOBODY_CHOOSES)
    return text


def offers_nothing(em: Emission, op: ir.Ask) -> str:
    """Writes lines that look for an option; gives the text of whether there is none."""
    count = em.writer.fresh("c")
    em.writer.line(f"{count} = 0")
    for one in coded(op):
        with ExitStack() as stack:
            _level(em, one, 0, str(one.first), "1", stack, lambda code, weight: em.writer.line(f"{count} += 1"), None)
    return f"{count} == 0"


def write_options(
    em: Emission, op: ir.Ask, count: str, found: Found, ended: Ended, found_where: FoundWhere | None = None
) -> None:
    """Writes loops over all options in order. *found* must write lines that add 1 to the variable *count*; *found_where* may do
    the same with a simple test, which is then made without a branch.

    *ended* is called behind the options of each alternative of a menu, where there are several.
    """
    several = len(op.alternatives) > 1
    for at, one in enumerate(coded(op)):
        before = em.writer.fresh("c") if several else count
        if several:
            em.writer.line(f"{before} = {count}")
        with ExitStack() as stack:
            _level(em, one, 0, str(one.first), "1", stack, found, found_where)
        if several and op.menu:
            ended(before)
        em.offered_some(op, at, before, count)


def _level(
    em: Emission,
    one: Coded,
    bound: int,
    code: str,
    weight: str,
    stack: ExitStack,
    found: Found,
    found_where: FoundWhere | None,
    left: tuple[ir.Expr, ...] | None = None,
) -> None:
    """Writes the loops from the *bound*-th parameter on; *left* are the tests still to be made there, None for all of them."""
    tests = conditions(one.alternative, bound) if left is None else left
    if tests:
        holds = test(em, ir.All(tests))
        simple = one.alternative.weight is None and weight == "1" and " and " not in holds and " or " not in holds
        if found_where is not None and simple and bound == len(one.digits()):
            found_where(code, holds)
            return
        stack.enter_context(em.writer.block(f"if {holds}:"))
    digits = one.digits()
    if bound == len(digits):
        if one.alternative.weight is not None:
            weight = em.atom(value(em, one.alternative.weight), "w")
            stack.enter_context(em.writer.block(f"if {weight} != 0:"))
        found(code, weight)
        return
    parameter, worth = digits[bound]
    name, values = em.writer.fresh("x"), em.known.elements(parameter.source)
    asked = tuple(part for each_test in conditions(one.alternative, bound + 1) for part in parts_of(each_test))
    stack.enter_context(told_before(em, parameter.source, parameter.target, asked))
    told = selection(em, parameter.source, parameter.target, asked, TEXTS)
    if told is None:
        copies = stack.enter_context(each(em, parameter.source, name))
    else:
        copies = "1"
        stack.enter_context(each_bit(em, told, name))
    if not em.proven(values.within(parameter.low, parameter.low + parameter.size - 1)):
        outside = f"{name} < {parameter.low} or {name} > {parameter.low + parameter.size - 1}"
        em.fault_if(outside, one.alternative.sentence, reasons.UNLISTED)  # it would have no code
    stack.enter_context(em.naming(parameter.target, name, values))
    term = name if worth == 1 else f"{name} * {worth}"
    base = f"{code} + {term}" if parameter.low == 0 else f"{code} + {term} - {parameter.low * worth}"
    heavy = copies if weight == "1" else weight if copies == "1" else f"{weight} * {copies}"
    _level(em, one, bound + 1, base, heavy, stack, found, found_where, None if told is None else told.rest)


def unbind(em: Emission, one: Coded, code: str) -> list[tuple[ir.Parameter, str]]:
    """The parameters, each with the text of its argument in the option with that code."""
    left = em.atom(code if one.first == 0 else f"{code} - {one.first}", "x")
    arguments = []
    for place, (parameter, worth) in enumerate(one.digits()):
        last = place + 1 == len(one.digits())
        if worth == 1:
            text = left if last else em.atom(left)
            left = "0"
        else:
            text = em.atom(f"{left} // {worth}", "x")
            if not last:
                left = em.atom(f"{left} - {text} * {worth}", "x")
        arguments.append((parameter, text if parameter.low == 0 else f"{text} + {parameter.low}".replace("+ -", "- ")))
    return arguments


def sure(em: Emission, source: ir.Set) -> bool:
    """Whether the set is a range that certainly has an element."""
    match source:
        case ir.Range(low, high):
            first, last = em.known.value(low), em.known.value(high)
            return not first.absent and not last.absent and first.high <= last.low
        case _:
            return False
