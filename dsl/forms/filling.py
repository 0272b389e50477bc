"""Fills the slots of a form that are empty: with what stands elsewhere in the line, or with names of the ruleset."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import define

from ..sentences import syntax as s
from ..sentences.lines import Start
from .costs import ANOTHER, IMPOSSIBLE, MISSING, MOVED
from .grammar_forms import Form, Slot, Word
from .names import SET, ZONE, kind_of
from .parts import RELATIONS, Aligned, Item, Run, printed
from .roles import FITTING, LABEL, NEW, NUMERAL, example, indexed, role_of
from .values import Values

OF_CARDS = ("several_such", "move_some", "move_so_many", "tell_all", "tell_one", "tell_secretly")
"""The rules in which a new name stands for a card."""


@define
class Filling(Values):
    """A line whose empty slots are filled."""

    def moved(self, form: Form, items: tuple[Item, ...], made: Aligned) -> None:
        """Fill the slots that are empty: with what is left of the line, and whose it is, else with names of the ruleset."""
        seat = self.owner(items, made)
        for at, part in enumerate(form.parts):
            if isinstance(part, Word) or made.filled[at] is not None:
                continue
            role = role_of(part)
            for run in self.runs(items, made.left):
                if role not in (NEW, LABEL) and self.price(part, items[run.first : run.end]) == 0.0 and self.right(role, run):
                    made.filled[at] = run.text
                    spared = sum(self.left_out(items, n, made.wanted) for n in range(run.first, run.end))
                    made.cost += MOVED - self.missing(part) - spared
                    made.left = [n for n in made.left if not run.first <= n < run.end]
                    made.wrong.append(run.first)
                    break
        self.owned(form, items, made, seat)

    def right(self, role: str, run: Run) -> bool:
        """Whether a value is exactly what the role asks for."""
        is_ = kind_of(self.parsed(run.text, Start.EXPRESSION), self.names)
        return role == NUMERAL or is_ in FITTING.get(role, (is_,)) or (role == "variable" and is_ in ("number", "condition"))

    def runs(self, items: tuple[Item, ...], left: list[int]) -> Iterator[Run]:
        """The values that are left of the line, the longest first."""
        for length in (4, 3, 1):
            for first in left:
                if all(first + n in left for n in range(length)):
                    text = printed([each.text for each in items[first : first + length]])
                    node = self.parsed(text, Start.EXPRESSION)
                    if isinstance(node, s.Numeral | s.Element | s.Invoke) or (
                        isinstance(node, s.Name) and node.name in self.names.by_name
                    ):
                        yield Run(text, first, first + length)

    def owner(self, items: tuple[Item, ...], made: Aligned) -> str:
        """Whose the things of the line are: a seat that is named and not used, else the one that the phase is about."""
        for n in made.left:
            known = self.names.by_name.get(items[n].text)
            if known is not None and known.is_ == "seat":
                return known.name
        return self.names.seat()

    def owned(self, form: Form, items: tuple[Item, ...], made: Aligned, seat: str) -> None:
        """Give each thing of a player its index, from a seat that is left of the line; fill what is empty with examples."""
        words = [each for each in made.filled if each]
        element = ""
        for at, part in enumerate(form.parts):
            if isinstance(part, Slot) and role_of(part) == NEW and part.rule.startswith(("binder", "together", "pass_on")):
                if made.filled[at] is None:
                    made.filled[at] = self.filled_in(form, at, NEW, seat, tuple(words), "")
                    made.whole = False
                element = made.filled[at] or ""
        if element and form.rule == "pass_on":
            made.filled[-1] = f"next({element})"
        spare = next((n for n in made.left if items[n].text == seat), None)
        fills = 0
        card = ""
        for at, part in enumerate(form.parts):
            if isinstance(part, Slot) and role_of(part) == NEW and part.rule in OF_CARDS:
                made.filled[at] = made.filled[at] or "c"
                card = self.compared_with("card").replace("card.", f"{made.filled[at]}.")
        for at, part in enumerate(form.parts):
            if isinstance(part, Word):
                continue
            role, filled = role_of(part), made.filled[at]
            if filled is None and role == "condition":
                self.compared(at, items, made, element)
                filled = made.filled[at]
            if filled is None and role == "condition" and card:
                made.filled[at] = f"{card} > 2"
                made.whole = False
                continue
            if filled is None:
                words = [each for each in made.filled if each]
                made.filled[at] = self.filled_in(form, at, role, seat, tuple(words), element)
                made.whole = False
                made.examples.append(at)
                made.cost += ANOTHER * fills if made.filled[at] else IMPOSSIBLE
                fills += 1
                continue
            known = self.names.by_name.get(filled)
            if known is None or not known.per or known.is_ in ("phase", "function", "deck") or role in (NEW, "position"):
                continue
            if at + 1 < len(form.parts) and made.filled[at + 1] == "of":
                continue
            whole = indexed(known, element if element and spare is None else seat)
            if whole:
                made.filled[at] = whole
                made.cost += 0.1
                if spare is None:
                    made.whole = False
        if spare is not None and spare in made.left and any(f"[{seat}]" in (each or "") for each in made.filled):
            made.left.remove(spare)
            made.cost += MOVED - self.left_out(items, spare, made.wanted)
            made.wrong.append(spare)

    def compared(self, at: int, items: tuple[Item, ...], made: Aligned, element: str) -> None:
        """Fill a condition with a comparison whose second half is left of the line: `= 3`, `!= me`."""
        for n in made.left:
            if items[n].text in RELATIONS and n + 1 in made.left:
                run = next((each for each in self.runs(items, made.left) if each.first == n + 1), None)
                if run is None:
                    continue
                seat = kind_of(self.parsed(run.text, Start.EXPRESSION), self.names) == "seat"
                value = element if seat else self.compared_with(element)
                if value:
                    made.filled[at] = f"{value} {items[n].text} {run.text}"
                    gone = range(n, run.end)
                    made.cost -= MISSING - MOVED + sum(self.left_out(items, each, made.wanted) for each in gone)
                    made.left = [each for each in made.left if each not in gone]
                    made.whole = made.whole and seat
                    made.wrong.append(n)
                    return

    def compared_with(self, element: str) -> str:
        """A number that belongs to an element of a loop: what is printed on a card, or a variable of a player."""
        deck = next(self.names.that_are("deck"), None)
        if element == "card":
            return f"{element}.{deck.per[0]}" if deck is not None and deck.per else ""
        return example("variable", self.names, element, ())

    def filled_in(self, form: Form, at: int, role: str, seat: str, words: tuple[str, ...], element: str) -> str:
        """An example for a slot that is empty."""
        part = form.parts[at]
        assert isinstance(part, Slot)
        if part.rule in ("binder_kind", "binder_of", "together") and part.kind == "name" and role != "board":
            before = form.parts[at - 1]
            return "player" if isinstance(before, Word) else "p"
        if part.rule == "given" and role == "kind":
            name = behind[0] if (behind := [n for n in words if n not in (")", "(")][-1:]) else ""
            return "player" if name in ("p", "q", "me", "seat", "who", "owner") else "number"
        if part.rule == "binder_in" and part.kind == "name":
            return "p"
        if role == SET and "card" in words:
            role = ZONE
        if role == NEW:
            if part.rule == "roll":
                count = next((int(word) for word in words if word.isdigit()), 1)
                return "face" if count == 1 else ", ".join(("red", "blue", "white", "black", "green", "yellow")[:count])
            return {"draw": "card", "pass_on": "p"}.get(part.rule, "x")
        if role == "phase":
            return ""
        if role in ("value", "", "single") and part.rule in ("compare", "let", "assign", "either"):
            return "1"
        if part.rule == "swap" and part.behind == "and" and words[1:]:
            other = next((each.name for each in self.names.that_are("seat") if each.name != seat), "")
            return words[1].replace(f"[{seat}]", f"[{other}]") if f"[{seat}]" in words[1] and other else ""
        whole = example(role, self.names, seat, words, element)
        after = form.parts[at + 1 : at + 3]
        if [each.spellings[0] for each in after if isinstance(each, Word)] in (["of", "each"], ["of", "everyone"]):
            return whole.partition("[")[0]
        return whole
