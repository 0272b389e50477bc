"""A line laid against every form of the grammar."""

from __future__ import annotations

import re
from collections.abc import Iterable

from attrs import define, evolve, field

from ..diagnostics.diagnostic import slips
from ..sentences import syntax as s
from ..sentences.lines import Start
from . import other_words
from .costs import (
    ANOTHER_KIND,
    ARTICLES,
    DOUBT,
    FILLER,
    IMPOSSIBLE,
    LITTLE,
    LITTLE_WORDS,
    MISSPELT,
    MOST_SPARED,
    MOVED,
    NO_HEAD,
    NO_WORD,
    SMALL,
    UNKNOWN,
    UNLIKELY,
    UNMARKED,
    alike,
    missing_word,
    most,
    words_of,
)
from .filling import Filling
from .grammar_forms import EXPRESSIONS, Form, Slot, Word, forms
from .names import Known, Names, kind_of
from .parts import RELATIONS, TOKEN, Aligned, Item, Nearest, TwoLines, around, printed
from .readings import readings
from .roles import FITTING, NEW, role_of
from .values import CARDS, THINGS, calls_in, names_in, reads_as, torn

MOST_FORMS = 48
"""Of the forms that share words with a line, so many are laid against it."""

LONGEST_RUN = 16
"""A value has no more words and signs."""

OTHER_STARTS = {Start.SENTENCE: (Start.SENTENCE, Start.HEADING), Start.HEADING: (Start.HEADING, Start.SENTENCE)}
"""What a line of the one kind may be meant to be, too."""

ADDED = 0.15
"""So much more may cost what says all that was written, and no more."""

INNER = {
    **dict.fromkeys(EXPRESSIONS, Start.EXPRESSION),
    "call": Start.CALL,
    "key": Start.KEY,
}
"""The kinds of slots whose values have forms of their own."""

NAMING = re.compile(r"\b(?:chooses?|draw|let|random|each \w+)\s+(?:\d+\s+\w+\s+)?([^\W\d]\w*)")
"""What gives a name to what stands behind it."""


Shares = tuple[float, tuple[tuple[int, int, int], ...]]
"""What it costs to share out items among slots: the slots, each with its first item and the end of its items."""


@define
class Line(Filling):
    """A line that is laid against forms."""

    gaps: dict[tuple[tuple[Item, ...], tuple[int, ...], tuple[Slot, ...], tuple[bool, ...], frozenset[str]], Shares] = field(
        factory=dict
    )
    inners: dict[tuple[tuple[Item, ...], Start], Nearest | None] = field(factory=dict)

    def best(self, readings: Iterable[tuple[Item, ...]], start: Start) -> Nearest | None:
        """What the line is most likely meant to be, if its words are one of these readings; None where nothing is near."""
        found: Nearest | None = None
        several = list(readings)
        for items in several:
            found = _nearer(found, self.read_whole(items, start))
        for kind in OTHER_STARTS.get(start, (start,)):
            for items in several:
                near_ = most(len(items))
                cost = sum(each.cost for each in items) + (0 if kind is start else ANOTHER_KIND)
                words = {part: self.costs(part, items) for part in words_of(kind)}
                least = {part: min(min(costs), missing_word(part, False)) for part, costs in words.items()}
                near = sorted((self.bound(form, words, least), number) for number, form in enumerate(forms(kind)))
                for bound, number in near[:MOST_FORMS]:
                    if bound + cost >= min(near_, IMPOSSIBLE if found is None else found.cost):
                        break
                    form = forms(kind)[number]
                    limit = min(near_, IMPOSSIBLE if found is None else found.cost) - cost
                    made = self.aligned(form, items, words, limit + MOST_SPARED)
                    nearest_ = None if made is None else self.printed(form, made, items)
                    if nearest_ is not None and nearest_.cost + cost <= near_:
                        found = _nearer(found, evolve(nearest_, cost=nearest_.cost + cost))
        return found

    def read_in_other_words(self, start: Start) -> Nearest | None:
        """The line with other words of the same meaning, where the grammar reads it so."""
        found: Nearest | None = None
        for items in readings(self.items, self.names):
            found = _nearer(found, self.read_whole(items, start))
        return found

    def read_whole(self, items: tuple[Item, ...], start: Start) -> Nearest | None:
        """The line with other words of the same meaning, where the grammar reads it so; None where it does not."""
        changed = [each for each in items if each.changed]
        text = printed([each.text for each in items])
        node = self.parsed(text, start)
        if not changed or node is None or not all(self.rightly_given(call) for call in calls_in(node)):
            return None
        if self.unknown(text, start) or self.misfits(self.parsed(text, start)):
            return None
        sure = all(each.sure for each in items)
        if text.startswith("do "):
            text = re.sub(r"(?<=\w)\(", " (", text, count=1)
        by = printed([each.text for each in changed]) if len({each.at for each in changed}) == 1 else ""
        whole = not any(each.guessed for each in items)
        return Nearest(text, start, sum(each.cost for each in items), whole, sure, around(changed), by=by)

    def costs(self, part: Word, items: tuple[Item, ...]) -> list[float]:
        """What it costs to take each item for a word of the grammar; `IMPOSSIBLE` where it is another."""
        found = [min(alike(spelling, item.text) for spelling in part.spellings) for item in items]
        return [self.in_doubt(cost, item.text) if cost else cost for cost, item in zip(found, items, strict=True)]

    def in_doubt(self, cost: float, word: str) -> float:
        """What it costs to take a word that is, or may be, a name for one of the grammar."""
        if cost == MISSPELT and (word in self.names.by_name or self.near_name(word)):
            return IMPOSSIBLE
        known = self.names.by_name.get(word)
        return cost if known is None else cost + (UNLIKELY if known.is_ == "phase" else DOUBT)

    def near_name(self, word: str) -> bool:
        """Whether a word may be a misspelt name."""
        return any(abs(len(name) - len(word)) < 2 and slips(word, name) == 1 for name in self.names.by_name)

    def bound(self, form: Form, words: dict[Word, list[float]], least: dict[Word, float]) -> float:
        """The least that the words of a form cost in the line."""
        cost = 0.01 * len(form.parts) + sum(least[part] for part in form.parts if isinstance(part, Word))
        first = form.parts[0]
        if isinstance(first, Word) and min(words[first]) > NO_WORD:
            cost += min(min(words[first]), NO_WORD) - least[first]
        return cost

    def hits(self, form: Form, words: dict[Word, list[float]]) -> tuple[list[int | None], float]:
        """Which item is each word of the form, None where it is missing, and what that costs."""
        found: list[int | None] = [None] * len(form.parts)
        used: set[int] = set()
        cost, last = 0.0, -1
        head = next((at for at, part in enumerate(form.parts) if isinstance(part, Word)), -1)
        fixed = all(isinstance(part, Word) for part in form.parts)
        own = {n for part in form.parts if isinstance(part, Word) for n, price in enumerate(words[part]) if price == 0.0}
        for at, part in enumerate(form.parts):
            if isinstance(part, Slot):
                continue
            best, where = IMPOSSIBLE, -1
            for number, price in enumerate(words[part]):
                if (
                    price < IMPOSSIBLE
                    and number not in used
                    and (price == 0.0 or number not in own)
                    and price + (MOVED if number <= last else 0) < best
                ):
                    best, where = price + (MOVED if number <= last else 0), number
            missing = missing_word(part, at == head, fixed and part.spellings[0] not in ARTICLES)
            if best < missing + (MOVED if where > last else 0):
                cost += best
                found[at] = where
                used.add(where)
                last = max(last, where)
            else:
                cost += missing
        first = form.parts[0]
        if len(found) > 1 and found[0] is None and found[1] is not None and isinstance(first, Word) and _is_little(first):
            cost -= NO_HEAD - NO_WORD
        return found, cost

    def aligned(
        self, form: Form, items: tuple[Item, ...], words: dict[Word, list[float]], limit: float = IMPOSSIBLE
    ) -> Aligned | None:
        """The form laid against the items at the least cost; None where too little of it is there, or it costs too much."""
        found, cost = self.hits(form, words)
        if cost > limit or not any(each is not None for each in found):
            return None
        used = {each for each in found if each is not None}
        made = Aligned([None] * len(form.parts), [], cost, wanted=self.wanted(form, found, len(items)), hits=found)
        begin, slots, last = 0, list[int](), -1
        for at, part in enumerate((*form.parts, None)):
            if isinstance(part, Slot):
                slots.append(at)
                continue
            hit = len(items) if part is None else found[at]
            if hit is None or hit < last:
                continue
            self.gap(form, slots, [n for n in range(begin, hit) if n not in used], items, made)
            if made.cost > limit:
                return None
            begin, slots, last = hit + 1, [], hit
        for at, part in enumerate(form.parts):
            if isinstance(part, Word):
                hit = found[at]
                made.filled[at] = part.spellings[0]
                if hit is None:
                    continue
                spelt = items[hit].text
                if spelt in part.spellings:
                    made.filled[at] = spelt
                    if hit != max([hit, *(each for each in found[:at] if each is not None)]):
                        made.wrong.append(hit)
                else:
                    made.wrong.append(hit)
                    if words[part][hit] == MISSPELT:
                        made.misspelt.append((hit, part.spellings[0]))
        self.moved(form, items, made)
        return made

    def wanted(self, form: Form, found: list[int | None], count: int) -> frozenset[str]:
        """The kinds of values that fill slots of the form between two words with nothing between them in the line."""
        kinds: set[str] = {"condition"} & {role_of(part) for part in form.parts if isinstance(part, Slot)}
        begin, slots, last = 0, list[Slot](), -1
        for at, part in enumerate((*form.parts, None)):
            if isinstance(part, Slot):
                slots.append(part)
                kinds |= {"seat"} if role_of(part) in ("zone", "pile", "piece", "variable") else set()
                continue
            hit = count if part is None else found[at]
            if hit is None or hit < last:
                continue
            if hit == begin:
                for slot in slots:
                    kinds |= {"variable"} if role_of(slot) == "variable" else set(FITTING.get(role_of(slot), ()))
            begin, slots, last = hit + 1, [], hit
        return frozenset(kinds)

    def gap(self, form: Form, slots: list[int], items: list[int], line: tuple[Item, ...], made: Aligned) -> None:
        """Fill the slots with the items between two words of the form, in order, at the least cost."""
        marked = tuple(self.marked(form, at, made) for at in slots)
        parts = tuple(part for at in slots if isinstance(part := form.parts[at], Slot))
        key = line, tuple(items), parts, marked, made.wanted
        if key not in self.gaps:
            self.gaps[key] = self.shared_out(parts, marked, items, line, made.wanted)
        cost, chosen = self.gaps[key]
        if len(slots) == 1 and len(items) > 1 and cost > LITTLE and items[-1] - items[0] == len(items) - 1:
            part = form.parts[slots[0]]
            assert isinstance(part, Slot)
            inner = self.inner(part, line[items[0] : items[-1] + 1])
            if inner is not None and INNER[part.kind] is Start.EXPRESSION:
                unfit = self.unfit(role_of(part), kind_of(self.parsed(inner.text, Start.EXPRESSION), self.names))
                inner = evolve(inner, cost=inner.cost + unfit)
            if inner is not None and inner.cost + FILLER < cost:
                made.cost += inner.cost + FILLER
                made.filled[slots[0]] = inner.text
                made.whole = made.whole and inner.whole
                made.inner = inner
                return
        made.cost += cost
        inside: set[int] = set()
        for slot, first, end in chosen:
            run = line[items[first] : items[end - 1] + 1]
            part = form.parts[slots[slot]]
            whole = printed([each.text for each in run])
            made.filled[slots[slot]] = self.said(whole) if isinstance(part, Slot) and part.kind == "reason" else whole
            inside |= set(items[first:end])
        left = [each for each in items if each not in inside]
        tested = any(role_of(parts[slot]) == "condition" for slot, *_ in chosen)
        made.cost += UNKNOWN * (tested and any(line[each].text in RELATIONS for each in left))
        made.left += left

    def shared_out(
        self, slots: tuple[Slot, ...], marked: tuple[bool, ...], items: list[int], line: tuple[Item, ...], wanted: frozenset[str]
    ) -> Shares:
        """Which items fill which slots at the least cost."""
        best: dict[tuple[int, int], Shares] = {}
        gap = (items[0], items[-1] + 1) if items else (0, 0)

        def least(at: int, slot: int) -> Shares:
            if (at, slot) in best:
                return best[at, slot]
            ways: list[Shares] = [(0.0, ())] if at == len(items) and slot == len(slots) else []
            if slot < len(slots):
                part = slots[slot]
                cost, rest = least(at, slot + 1)
                ways.append((self.missing(part) + cost, rest))
                more = 0.0 if marked[slot] else UNMARKED if role_of(part) == NEW else NO_WORD
                for end in range(min(len(items), at + LONGEST_RUN), at, -1):
                    first, last = items[at], items[end - 1]
                    if last - first != end - 1 - at or torn(line, first, last + 1, gap):
                        continue
                    price = self.price(part, line[first : last + 1])
                    if price < IMPOSSIBLE:
                        cost, rest = least(end, slot + 1)
                        ways.append((price + more + cost, ((slot, at, end), *rest)))
            if at < len(items):
                cost, rest = least(at + 1, slot)
                ways.append((self.left_out(line, items[at], wanted) + cost, rest))
            best[at, slot] = min(ways, key=lambda way: way[0])
            return best[at, slot]

        return least(0, 0)

    def inner(self, slot: Slot, run: tuple[Item, ...]) -> Nearest | None:
        """The nearest form of what stands where a value is expected."""
        if self.within or slot.kind not in INNER:
            return None
        key = run, INNER[slot.kind]
        if key not in self.inners:
            line = Line(self.text, self.names, within=True, read=self.read, prices=self.prices)
            self.inners[key] = line.best((run,), key[1])
        found_ = self.inners[key]
        node = None if found_ is None else self.parsed(found_.text, key[1])
        if node is None or (key[1] is Start.EXPRESSION and not reads_as(slot.kind, node, found_.text if found_ else "")):
            return None
        return found_

    def marked(self, form: Form, at: int, made: Aligned) -> bool:
        """Whether the word in front of a slot stands in the line, or another slot stands there."""
        return at == 0 or isinstance(form.parts[at - 1], Slot) or made.hits[at - 1] is not None

    def printed(self, form: Form, made: Aligned, items: tuple[Item, ...]) -> Nearest | None:
        """The line that a form gives; None where the grammar refuses it or it has names that are nowhere."""
        if made.cost >= IMPOSSIBLE or any(each is None for each in made.filled):
            return None
        text = printed([word for each in made.filled for word in TOKEN.findall(each or "")])
        node = self.parsed(text, form.start)
        if node is None:
            return None
        if any(name not in self.names.by_name for name in names_in(node)):
            return None
        if isinstance(node, s.RollLine) and node.number != len(node.throws):
            return None
        if any(not self.rightly_given(each) for each in calls_in(node)):
            return None
        if " because " in text and not {"because", *other_words.WORDS["because"].split()} & {
            each.text.casefold() for each in items
        }:
            return None
        changed = [items[n] for n in {*made.wrong, *made.left} if n < len(items)] + [each for each in items if each.changed]
        left = [items[n].text.casefold() for n in made.left]
        things = [self.names.by_name.get(items[n].text) for n in made.left]
        if any(word.isdigit() or word[0] == '"' or word == "card" for word in left) or any(
            each and each.is_ in THINGS and each.name not in CARDS for each in things
        ):
            return None
        if self.misfits(node):
            return None
        first = form.parts[0]
        begun = (
            form.start is Start.SENTENCE and isinstance(first, Word) and any(each.text in first.spellings for each in items[:1])
        )
        content = [word for word in left if word not in SMALL and word not in other_words.FILLERS]
        if 2 * len(content) > len(items) or (len(content) > 1 and not self.uses(form, made, items) and not begun):
            return None
        whole = (
            made.whole and not any(each.guessed for each in items) and all(word in SMALL or word in LITTLE_WORDS for word in left)
        )
        sure = whole and all(word in ("the", "a", "an") for word in left) and all(each.sure for each in items) and not made.wrong
        sure = sure and all(each is not None for part, each in zip(form.parts, made.hits, strict=True) if isinstance(part, Word))
        alone = made.misspelt[0][1] if len(made.misspelt) == 1 and len(changed) == 1 and not made.left else ""
        inner = made.inner
        if inner is not None and inner.misspelt and not changed:
            alone = inner.misspelt
        where = around([*changed, *(() if inner is None or inner.at is None else (Item("", inner.at),))])
        one = re.sub(r"\b1 dice\b", "1 die", re.sub(r"\b1 cards\b", "1 card", text))
        text = one if self.parsed(one, form.start) is not None else text
        if form.start in (Start.SIGNATURE, Start.CALL) or text.startswith("do "):
            text = re.sub(r"(?<=\w)\(", " (", text, count=1)
        return Nearest(text, form.start, made.cost, whole, sure and made.inner is None, where, alone)

    def uses(self, form: Form, made: Aligned, items: tuple[Item, ...]) -> bool:
        """Whether a value of the form stands in the line."""
        own = {each.text for each in items}
        slots = (at for at, part in enumerate(form.parts) if isinstance(part, Slot) and at not in made.examples)
        values = (made.filled[at] or "" for at in slots)
        return any(word in own for value in values for word in TOKEN.findall(value))

    def parted(self, words: list[str], at: int) -> TwoLines | None:
        """The two lines of which the second begins at that word, or behind it; None where it does not."""
        before, behind = words[:at], words[at + 1 :]
        if words[at] in ("then", ",", ":", "do") and before[0] in ("if", "for", "repeat", "together"):
            head = self.heading(before)
            body = self.sentence(behind, before) if head else ""
            if body:
                return TwoLines(head, body, True)
        heading = words[at:]
        if words[at] in ("while", "until") or (words[at].isdigit() and behind == ["times"]):
            heading = ["repeat", *heading]
        head = self.heading(heading) if heading[0] in ("if", "for", "repeat") else ""
        if head:
            body = self.sentence(before, heading)
            whole = bool(body)
            body = body or self.sentence(before, heading, exact=False)
            if body:
                return TwoLines(head, body, True, whole)
        if words[at] in ("and", "then", ",", ";") and behind:
            first = self.sentence(before, [], near=False)
            second = self.sentence(behind, before, near=False) if first else ""
            if first and second:
                return TwoLines(first, second, False)
        return None

    def heading(self, words: list[str]) -> str:
        """The words as a heading, but for articles; "" where they are none."""
        bare = printed([word for word in words if word not in ARTICLES])
        return next((text for text in (printed(words), bare) if self.reads(text, Start.HEADING)), "")

    def sentence(self, words: list[str], before: list[str], near: bool = True, exact: bool = True) -> str:
        """The words as a sentence behind others, "" where they are none; `it` is what the others name.

        Where it need not be *exact*, it may have examples.
        """
        named = [name[1] for name in NAMING.finditer(" ".join(before))]
        known = Names(self.names.known, (*(Known(name, "value") for name in named), *self.names.local))
        text = printed([named[-1] if word in ("it", "them") and named else word for word in words])
        line = Line(text, known)
        if line.reads(text, Start.SENTENCE):
            return text
        found = line.best(readings(line.items, known), Start.SENTENCE) if near and len(words) > 1 else None
        if found is None or found.start is not Start.SENTENCE or (exact and not (found.whole and found.cost < 1.5)):
            return ""
        return found.text


def _is_little(word: Word) -> bool:
    """Whether a word of the grammar is a preposition."""
    return word.spellings[0] in LITTLE_WORDS


def _nearer(one: Nearest | None, other: Nearest | None) -> Nearest | None:
    """The one that costs less; of those that cost the same the shorter."""
    if one is None or other is None:
        return other if one is None else one
    return min(one, other, key=lambda each: (round(each.cost + (0.0 if each.whole else ADDED), 6), len(each.text)))
