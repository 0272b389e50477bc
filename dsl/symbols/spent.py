"""What one ruleset has asked for so far, held against the budgets. Each thing is counted before it is made."""

from __future__ import annotations

from attrs import define

from ...program.budgets import MOST_CALLS, MOST_CARDS_IN_ALL, MOST_ENTRIES, MOST_SLOTS, MOST_VALUES
from ...program.span import Span
from ..diagnostics.diagnostic import Diagnostic, DiagnosticError
from ..diagnostics.report import error


@define
class Spent:
    """The counts for one variant, number of players and choice of parameters. The methods raise DiagnosticError beyond a budget.

    *broken* is the first diagnostic about functions or values: all that is read afterwards gets the same, at once.
    """

    slots: int = 1
    entries: int = 0
    cards: int = 0
    calls: int = 0
    values: int = 0
    broken: Diagnostic | None = None

    def take_slots(self, count: int, what: str, span: Span) -> None:
        """Count slots of the state; *what* names in messages what needs them."""
        self.fits(self.slots + count, count, what, span)
        self.slots += count

    def fits(self, slots: int, count: int, what: str, span: Span) -> None:
        """Raise DiagnosticError when a state with *slots* slots, *count* of them for *what*, is too large."""
        if slots > MOST_SLOTS:
            message = f"a state has at most {MOST_SLOTS:,} values: {what} takes {count:,}, and with it there would be {slots:,}"
            raise error("too-large", span, message)

    def take_entries(self, count: int, what: str, span: Span) -> None:
        """Count entries of tables; *what* names in messages what they are entries of."""
        if self.entries + count > MOST_ENTRIES:
            most = f"boards, lines, and what is printed on cards and spaces have at most {MOST_ENTRIES:,} entries together"
            raise error("too-large", span, f"{most}: {what} would add {count:,} to {self.entries:,}")
        self.entries += count

    def take_cards(self, count: int, span: Span) -> None:
        """Count the cards of a deck."""
        cards = self.cards + count
        if cards > MOST_CARDS_IN_ALL:
            message = f"all decks have at most {MOST_CARDS_IN_ALL:,} cards together: with this one they would have {cards:,}"
            raise error("too-large", span, message)
        self.cards = cards

    def take_call(self, span: Span) -> None:
        """Count a call of a function, whose body is copied."""
        self.calls += 1
        if self.calls > MOST_CALLS:
            message = "functions that use functions many times over make this ruleset too large"
            self.break_off(error("too-large", span, message))

    def take_value(self, span: Span) -> None:
        """Count a value of an expression."""
        self.values += 1
        if self.values > MOST_VALUES:
            message = f"rules hold at most {MOST_VALUES:,} names, numbers and calculations: those of functions and phases count"
            help_ = "keep what is used often in a variable, or in a name with `let`"
            self.break_off(error("too-large", span, f"{message} each time that they are used", help=help_))

    @property
    def of_functions(self) -> tuple[int, int, int]:
        """The calls, values and entries so far."""
        return self.calls, self.values, self.entries

    def take_again(self, calls: int, values: int, entries: int) -> bool:
        """Count what was read before as if it were read again; False, with nothing counted, where that is beyond a budget."""
        if self.calls + calls > MOST_CALLS or self.values + values > MOST_VALUES or self.entries + entries > MOST_ENTRIES:
            return False
        self.calls += calls
        self.values += values
        self.entries += entries
        return True

    def break_off(self, diagnostic: DiagnosticError) -> None:
        """Raise the first diagnostic of this kind."""
        self.broken = self.broken or diagnostic.diagnostic
        raise DiagnosticError(self.broken)

    @property
    def work(self) -> int:
        """How much it has cost, roughly in microseconds."""
        return 20 * self.values + 3 * self.entries + 60 * self.cards + self.slots
