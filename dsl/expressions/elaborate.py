"""Elaboration: from the syntax of expressions to the Program's expressions, with names resolved and types checked."""

from __future__ import annotations

from collections.abc import Mapping
from typing import assert_never

from attrs import define, evolve, field

from ...program import ir
from ..diagnostics import shared
from ..diagnostics.diagnostic import DiagnosticError
from ..diagnostics.report import error
from ..sentences import syntax as s
from ..symbols.types import NOTHING, TRUTH, SetOf, Type, Typed, number
from . import aggregates, calls, directions, names, operators, options_of, positions, sets, trials
from .builtin import Builtin, Site
from .constant_folding import arithmetic, both, contrary, either
from .context import Reading
from .never import never_together


@define
class Elaborator(Reading):
    """Turns the syntax of expressions into the Program's expressions; its methods raise DiagnosticError for mistakes."""

    builtins: Mapping[str, Builtin] = field(kw_only=True)

    def value(self, node: s.Expression, expected: Type | None = None) -> Typed:
        """The value of an expression; *expected* decides between things that share a name."""
        self.game.spent.take_value(self.called_at or node.span)
        match node:
            case s.Name():
                return names.name(self, node, expected)
            case s.Numeral(value):
                if value > ir.LARGEST:
                    raise shared.number_too_large(ir.LARGEST, value, node.span)
                return Typed(ir.Number(value), number(value, value))
            case s.Element():
                return names.element(self, node)
            case s.Invoke():
                return calls.invoke(self, node)
            case s.Compare():
                return operators.compare(self, node)
            case s.Attribute():
                return names.attribute(self, node)
            case s.Truth(value):
                return Typed(ir.Number(int(value)), TRUTH)
            case s.Nothing():
                return Typed(ir.Number(ir.NOTHING), NOTHING)
            case s.Quoted():
                return names.quoted(self, node, expected)
            case s.Negative(value):
                return operators.negative(self, value)
            case s.Calculate():
                return operators.calculate(self, node)
            case s.Half(value, up):
                inner = self.number(value)
                one = Typed(ir.Number(1 if up else 0), number(int(up), int(up)))
                return arithmetic(
                    ir.Calculation.DIV,
                    arithmetic(ir.Calculation.ADD, inner, one, self.sentence),
                    Typed(ir.Number(2), number(2, 2)),
                    self.sentence,
                )
            case s.CountOf():
                return operators.count_of(self, node)
            case s.Belongs():
                return operators.belongs(self, node)
            case s.Logic(conjunction, parts):
                truths = [self.joined(part, parts) for part in parts]
                never_together(self, node)
                return Typed((both if conjunction else either)(truths), TRUTH)
            case s.Contrary(value):
                return Typed(contrary(self.truth(value)), TRUTH)
            case s.Naming():
                return calls.naming(self, node)
            case s.Choice():
                return operators.choice(self, node, expected)
            case s.After():
                return trials.after(self, node)
            case s.OptionsOf():
                return options_of.options_of(self, node)
            case s.TimesRemembered():
                return positions.times_remembered(self, node)
            case s.Quantified():
                return aggregates.quantified(self, node)
            case s.Sum():
                return aggregates.total(self, node)
            case s.Count():
                return aggregates.counted(self, node)
            case s.Extreme():
                return aggregates.extreme(self, node)
            case s.FirstOf():
                return aggregates.first_of(self, node)
            case s.Items() | s.FromTo() | s.Where() | s.Connected() | s.AllOf() | s.UpTo() | s.SubsetsOf() | s.Several():
                raise error(
                    "set-for-a-value",
                    node.span,
                    "expected one value, found a set of them",
                    help="count it with `number of x in …`, or choose from it",
                )
            case _:
                assert_never(node)

    def elements(self, node: s.Expression) -> SetOf:
        """The set that an expression stands for."""
        self.game.spent.take_value(self.called_at or node.span)
        return sets.elements(self, node)

    def joined(self, part: s.Expression, parts: tuple[s.Expression, ...]) -> ir.Expr:
        """A condition beside others; a value there that is none was to be compared as the one before it."""
        try:
            return self.truth(part)
        except DiagnosticError as wrong:
            before = parts[parts.index(part) - 1] if parts[0] is not part else None
            if wrong.diagnostic.code != "wrong-type" or not isinstance(before, s.Compare) or len(before.parts) != 2:
                raise
            compared = before.parts[0]
            words = (self.game.source.words(each.span) for each in (compared, part))
            help_ = f"each condition is whole: `{f' {before.relations[0]} '.join(words)}`"
            raise DiagnosticError(evolve(wrong.diagnostic, help=help_)) from None

    def builtin(self, node: s.Invoke) -> Typed | SetOf:
        """What a function of the language gives, a value or a set."""
        found = self.builtins.get(node.name)
        if found is None:
            of_board = directions.of_board(self.game, node)
            if of_board is not None:
                return of_board
            if node.name in self.game.symbols:
                raise error(
                    "not-a-function",
                    node.span,
                    f"`{node.name}` is no function: it takes no `( )`",
                    help=f"an element of it is `{node.name}[…]`",
                )
            raise self.unknown(node.name, node.name_span, "function", new="what is calculated is declared under `functions:`")
        if not found.least <= len(node.arguments) <= found.most:
            wanted = found.least if found.least == found.most else f"{found.least} to {found.most}"
            help_ = f"for example `{found.example}`"
            if node.name in ("max", "min") and len(node.arguments) == 1:
                end = "highest" if node.name == "max" else "lowest"
                help_ += f"; of many values it is `{end} of … for p in players`, and who has it comes first in `ranking`"
            raise shared.wrong_count(node.name, wanted, len(node.arguments), node.span, help_)
        return found.make(Site(self, node))

    @property
    def functions(self) -> tuple[str, ...]:
        """The names of the functions of the language."""
        return tuple(self.builtins)

    @property
    def set_builtins(self) -> frozenset[str]:
        """The names of those that give a set."""
        return frozenset(name for name, each in self.builtins.items() if each.gives_set)
