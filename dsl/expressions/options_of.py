"""Whether the first choice of a phase has an option, and how many: read from the sentences that make the choice.

The same conditions that list the options decide, so nothing about what is allowed is said twice.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack

from attrs import frozen

from ...program import ir
from ...program.budgets import MOST_WAYS
from ...program.span import Span
from ..diagnostics.report import error
from ..sentences import syntax as s
from ..sentences import walk
from ..symbols.scope import Local
from ..symbols.types import TRUTH, Typed, number
from .calls import given
from .constant_folding import NO, YES, arithmetic, both, either
from .context import Reading
from .guards import condition, guarded
from .top_card import card_at
from .trials import phase_called

Behind = Callable[[], ir.Expr]
"""What the sentences behind a list have to say of options, where the list itself makes no choice."""


@frozen
class _Asked:
    """What is asked of which phase: whether there is an option, or with *counted* how many there are."""

    read: Reading
    phase: str
    counted: bool
    span: Span

    def several(self, parts: list[ir.Expr]) -> ir.Expr:
        """The answer for kinds of options side by side."""
        if not self.counted:
            return either(parts)
        found: ir.Expr = NO
        for part in parts:
            found = part if found == NO else self.added(found, part)
        return found

    def added(self, left: ir.Expr, right: ir.Expr) -> ir.Expr:
        """The sum of two counts."""
        few = number(0, MOST_WAYS)
        return arithmetic(ir.Calculation.ADD, Typed(left, few), Typed(right, few), self.read.sentence).expr

    def where(self, tests: list[ir.Expr], inside: ir.Expr) -> ir.Expr:
        """The answer where these conditions must hold."""
        test = both(tests)
        if test == YES or not self.counted:
            return both((test, inside))
        return ir.Conditional(test, inside, NO)

    def through(self, slot: int, source: ir.Set, tests: list[ir.Expr], inside: ir.Expr) -> ir.Expr:
        """The answer for all elements of a set that pass; *inside* is that for one."""
        kind = ir.FoldKind.ANY
        if self.counted:
            kind = ir.FoldKind.COUNT if inside == YES else ir.FoldKind.SUM
            source = _once(source, self.read)
        test = both(tests)
        where = None if test == YES else test
        return ir.Fold(kind, slot, source, where, inside, None, 1, False, False, self.read.sentence)


def options_of(read: Reading, node: s.OptionsOf) -> Typed:
    """The truth of `any option of move (me)`, the number `count(options of move (me))`. Raises DiagnosticError."""
    phase = phase_called(read, node.call, node.span)
    if not any(isinstance(each, s.ChooseLine | s.ChooseBlock | s.MenuBlock) for each in walk.each(phase.body)):
        raise error("no-choice", node.span, f"nobody chooses one thing in `{phase.name}`")
    with given(read, phase, node.call.arguments, node.span) as lets:
        asked = _Asked(read, phase.name, node.counted, node.span)
        expr = _list(phase.body, asked, lambda: NO)
    for slot, value in reversed(lets):
        expr = ir.Let(slot, value, expr)
    return Typed(expr, number(0, MOST_WAYS) if node.counted else TRUTH)


def _list(statements: tuple[s.Statement, ...], asked: _Asked, behind: Behind) -> ir.Expr:
    """The answer for a list of sentences."""
    if not statements:
        return behind()
    first, rest = statements[0], statements[1:]
    read = asked.read
    match first:
        case s.ChooseLine(domain=domain):
            return _alternative((domain,), (), asked)
        case s.ChooseBlock(head=head, guards=guards):
            return _alternative((head.domain,), guards, asked)
        case s.MenuBlock(options=options):
            return _menu(options, asked)
        case s.LetLine():
            typed = read.value(first.value)
            read.fresh(first.name, first.span)
            with read.register(first.name, typed.type, typed.origin) as slot:
                return ir.Let(slot, typed.expr, _list(rest, asked, behind))
        case s.IfBlock(branches=branches):
            scope = read.scope

            def further() -> ir.Expr:
                inner, read.scope = read.scope, scope
                try:
                    return _list(rest, asked, behind)
                finally:
                    read.scope = inner

            return _branches(branches, asked, further)
        case s.EndPhaseLine():
            return NO
        case s.NothingLine():
            return _list(rest, asked, behind)
        case s.Unreadable(name=name):
            read.forgive(name)
            return _list(rest, asked, behind)
        case _:
            words = read.game.source.words(first.span)
            message = f"in `{asked.phase}` stands `{words}` before a menu or the choice of one thing: no options are known"
            raise error("no-choice", asked.span, message, help="only `let` and `if` may stand before the choice")


def on_offer(options: tuple[s.Option, ...], span: Span, read: Reading) -> ir.Expr:
    """Whether one of these options of the menu at *span* is on offer, last resorts aside."""
    asked = _Asked(read, "", False, span)
    return asked.several([_alternative(each.head.domains, each.guards, asked) for each in options if not each.head.last_resort])


def _menu(options: tuple[s.Option, ...], asked: _Asked) -> ir.Expr:
    """The answer for a menu: where it has a last resort, there is always an option."""
    found = asked.several([_alternative(each.head.domains, each.guards, asked) for each in options if not each.head.last_resort])
    if not any(option.head.last_resort for option in options):
        return found
    if not asked.counted:
        return YES
    few = number(0, MOST_WAYS)
    return arithmetic(ir.Calculation.MAX, Typed(found, few), Typed(YES, number(1, 1)), asked.read.sentence).expr


def _branches(branches: tuple[tuple[s.IfHead, tuple[s.Statement, ...]], ...], asked: _Asked, further: Behind) -> ir.Expr:
    if not branches:
        return further()
    (head, body), *others = branches
    if head.test is None:
        return _list(body, asked, further)
    test = asked.read.truth(head.test)
    then, otherwise = _list(body, asked, further), _branches(tuple(others), asked, further)
    if isinstance(test, ir.Number):
        return then if test.value else otherwise
    return ir.Conditional(test, then, otherwise)


def _alternative(domains: tuple[s.Domain, ...], guards: tuple[s.Guard, ...], asked: _Asked) -> ir.Expr:
    """The answer for one kind of option: its things one inside the other, each condition as soon as it can be tested."""
    read = asked.read
    levels: list[tuple[int, ir.Set]] = []
    conditions: list[ir.Condition] = []
    with ExitStack() as stack:
        for domain in domains:
            levels.append(_level(domain, stack, read))
            if domain.where is not None:
                conditions.append(condition(domain.where, None, len(levels), read))
        conditions += guarded(guards, tuple(domain.name for domain in domains), (), read)[0]
        expr: ir.Expr = YES
        for at in reversed(range(len(levels))):
            slot, source = levels[at]
            expr = asked.through(slot, source, [each.test for each in conditions if each.after == at + 1], expr)
    return asked.where([each.test for each in conditions if not each.after], expr)


def _level(domain: s.Domain, stack: ExitStack, read: Reading) -> tuple[int, ir.Set]:
    """The scratch slot of a thing that is chosen, which has the name from here on, and what it is chosen from."""
    found = read.elements(domain.among)
    read.fresh(domain.name, domain.name_span)
    if found.zone is None or not isinstance(found.set, ir.Cards) or not read.game.ir_zones[found.zone.zone].row:
        return stack.enter_context(read.register(domain.name, found.element, found.zone)), found.set
    slot = stack.enter_context(read.reserved())
    stack.enter_context(read.named(slot, domain.name, found.element, found.zone))
    face = card_at(read.game.ir_zones[found.zone.zone], found.zone, ir.Slot(slot), read.sentence)
    read.scope.names[domain.name] = Local(domain.name, found.element, face, found.zone, fixed=True)
    return slot, ir.Range(ir.Number(1), ir.Size(found.zone))


def _once(source: ir.Set, read: Reading) -> ir.Set:
    """The same set, where a card counts once, however many copies there are: it is one option."""
    match source:
        case ir.Cards(zone):
            with read.reserved() as slot:
                last = read.game.ir_zones[zone.zone].kinds - 1
                return ir.Filtered(ir.Range(NO, ir.Number(last)), slot, ir.Contains(source, ir.Slot(slot)))
        case ir.Filtered(inner, slot, where):
            return ir.Filtered(_once(inner, read), slot, where)
        case ir.Naming(slot, value, body):
            return ir.Naming(slot, value, _once(body, read))
        case ir.Range() | ir.Row() | ir.Listed() | ir.Connected() | ir.Around():
            return source
        case ir.UpTo() | ir.OneOf() | ir.Union() | ir.UnionOf():
            return source
