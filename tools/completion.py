"""What may stand at a place of a ruleset: keys of the outline, words and forms of the grammar, names that fit there."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from attrs import frozen

from ..dsl.expressions.builtins import BUILTINS
from ..dsl.forms.expected import expected
from ..dsl.forms.names import Known, Names, with_locals
from ..dsl.sentences import syntax as s
from ..dsl.sentences.by_grammar import taken
from ..dsl.sentences.lines import Start
from ..dsl.text.files import bundled
from ..dsl.text.source import Source
from .names import SPOKEN, Index, Use
from .outline import EDITS, OUTLINE, Key
from .sentences import Form, forms
from .spots import Spot, said, spot

LISTS = ("phases", "effects")
"""The sections of lists of sentences."""

NAMED = {
    "on": ("board",),
    "starts in": ("zone",),
    "refills from": ("zone",),
    "total": ("parameter",),
    "spaces": ("parameter",),
    "columns": ("parameter",),
    "rows": ("parameter",),
    "capacity": ("parameter",),
}
"""The names that stand behind keys which the grammar does not read, by their kinds."""

CHANGED = ("variable", "score", "piece", "zone")
"""What examples give a value."""

NATURE, FINAL = "nature", ("winners", "payoff", "over")
"""Who answers for chance, and what examples expect besides values."""


@frozen
class Proposal:
    """Something to complete: *text* is put in, with numbered slots where *slots*; *kind* is what it is, *doc* what it means."""

    label: str
    text: str
    kind: str
    doc: str = ""
    slots: bool = False


@frozen
class Completion:
    """What is known of a ruleset where something is to be completed: its names, and what is *told* of each."""

    source: Source
    index: Index
    known: Names
    told: Callable[[Use], str]

    def at(self, line: int, column: int) -> tuple[Proposal, ...]:
        """What may stand at a place and begins like the word there."""
        begun = re.search(r"\w*$", self.source.line(line)[: column - 1])
        word = "" if begun is None else begun[0]
        place = spot(self.source, line, column - len(word))
        if place is None:
            return ()
        found = {each.label: each for each in reversed(list(self._proposed(place, line, column - len(word))))}
        return tuple(each for each in reversed(found.values()) if each.text.lower().startswith(word.lower()))

    def _proposed(self, place: Spot, line: int, column: int) -> Iterator[Proposal]:
        names = with_locals(self.known, self.source, line, column)
        if not place.around and not place.key:
            yield from (Proposal(each, f"{each}:", "section", one.doc) for each, one in OUTLINE.items() if not place.depth)
            return
        name = place.section or place.key
        section = OUTLINE.get(name)
        if section is None:
            return
        quoted = self.source.line(line)[: column - 1].count('"') % 2 == 1
        if name in SPOKEN or (quoted and name != "decks"):
            value = said(self.source, line, column)
            if value is not None:
                yield from self._line(value, (Start.EXPRESSION,), names)
        elif name == "examples":
            yield from self._example(place, names)
        elif name == "extends":
            yield from (Proposal(path.stem, path.stem, "file") for path in bundled())
        elif name in LISTS:
            yield from self._listed(place, names)
        elif place.key or place.item:
            yield from self._valued(place, names)
        elif (section.things or section.keys) and (section.keys is not None or place.braces or len(place.around) > 1):
            keys = {**(section.things or section.keys or {}), **(EDITS if section.things and place.changes else {})}
            yield from _keys(keys, place)

    # ------------------------------------------------------------------------------------------------- the outline

    def _valued(self, place: Spot, names: Names) -> Iterator[Proposal]:
        """What may stand behind a key, or in the list under it."""
        section = OUTLINE[place.section or place.key]
        name = place.key or place.around[-1]
        bare = name.partition(" (")[0].strip()
        key = (section.things or section.keys or {}).get(bare)
        role = (key or section).role
        if key is None:
            starts = section.reads
        else:
            yield from (Proposal(word, word, "word") for word in key.words if not place.text.strip(" ["))
            starts = key.reads
            yield from self._kinds(NAMED.get(bare, ()))
            if bare == "of":
                yield from self._kinds(
                    ("deck",) if place.section == "zones" else ("board",) if place.section == "boards" else CHANGED[:3]
                )
            if bare == "holds":
                yield Proposal("truth", "truth", "word")
        text = place.text.removeprefix('"') if starts is Start.MAKING else re.split(r"^\[|,", place.text)[-1]
        if starts is Start.EXTENT:
            of_boards = [f"space of {use.name}" for use in self.index.declared(("board",)).values()]
            yield from (Proposal(each, each, "word") for each in of_boards if not text.strip())
        if starts is not None:
            yield from self._line(text, (starts,), names, role=role)

    def _kinds(self, kinds: tuple[str, ...]) -> Iterator[Proposal]:
        if kinds:
            yield from (self._use(use) for use in self.index.declared(kinds).values())

    def _example(self, place: Spot, names: Names) -> Iterator[Proposal]:
        """What may stand in an example: its keys, the things that it gives and expects, who answers, and phases to run."""
        within = next((each for each in reversed(place.around) if each in (OUTLINE["examples"].things or {})), "")
        if within in ("given", "expect") and not place.key:
            yield from self._kinds(CHANGED)
            yield from (Proposal(word, f"{word}: ", "word") for word in (FINAL if within == "expect" else ()))
        elif within in ("answers", "refused", "known") and not place.key:
            yield from (Proposal(each.name, f"{each.name}: ", "seat") for each in names.that_are("seat"))
            if within == "answers":
                yield Proposal(NATURE, f"{NATURE}: ", "seat")
        elif within in ("answers", "refused"):
            if place.key == "because":
                yield from self._kinds(("text",))
            elif not place.text.strip():
                yield from self._kinds(("option",))
        elif not place.key and not place.item and len(place.around) > 1:
            yield from _keys(OUTLINE["examples"].things or {}, place)
        elif place.key or place.item:
            yield from self._valued(place, names)

    # ------------------------------------------------------------------------------------------------- lines

    def _listed(self, place: Spot, names: Names) -> Iterator[Proposal]:
        """What may stand in a list of sentences, in the head of a phase, and beside a list."""
        if place.item or place.key:
            yield from self._sentence(place, names)
        elif len(place.around) == 1 and "(" in place.text:
            yield from self._line(place.text, (Start.SIGNATURE,), names)
        elif len(place.around) > 2 or place.section == "effects":
            above = taken(place.around[-1], Start.HEADING)
            if isinstance(above, s.IfHead | s.MenuHead | s.MayHead):
                yield Proposal("else", "else:", "word")
            if isinstance(above, s.IfHead):
                yield Proposal("else if", "else if ${1:CONDITION}:", "word", "", True)

    def _sentence(self, place: Spot, names: Names) -> Iterator[Proposal]:
        headings = [taken(each, Start.HEADING) for each in place.around[2:]]
        menu = bool(headings) and isinstance(headings[-1], s.MenuHead)
        starts = (Start.OPTION,) if menu else (Start.SENTENCE, Start.HEADING)
        text = f"{place.key}: {place.text}" if place.key else place.text
        if text.strip():
            yield from self._line(text, starts, names)
            return
        yield from (
            Proposal(form.plain, form.snippet, "sentence", form.doc, True)
            for form in forms()
            if self._stands(form, place, headings)
        )
        yield from self._line("", starts, names, words=False)

    def _stands(self, form: Form, place: Spot, headings: list[s.Parsed | None]) -> bool:
        """Whether a sentence or heading can stand under these headings."""
        above = headings[-1] if headings else None
        option = len(headings) > 1 and isinstance(headings[-2], s.MenuHead)
        conditional = option or isinstance(above, s.MenuHead | s.MayHead | s.ChooseLine)
        first = form.text.split(" ")[0]
        if isinstance(above, s.MenuHead):
            return first in ("only", "let") or form.label in ("option", "option_with", "last_resort")
        match first:
            case "only":
                return conditional
            case "choose":
                return any(isinstance(each, s.TogetherHead) for each in headings)
            case "leave":
                return any(isinstance(each, s.ForEachHead | s.RepeatHead) for each in headings)
            case _:
                return first != "else" and not form.label.startswith(("option", "last_resort"))

    def _line(self, text: str, starts: tuple[Start, ...], names: Names, words: bool = True, role: str = "") -> Iterator[Proposal]:
        """What may follow the beginning of a line that the grammar reads."""
        found = expected(text, starts, names, role)
        if found.printed is not None:
            yield from self._kinds(("attribute",))
        begun = f"{found.begun} " if found.begun else ""
        for known in sorted(found.names, key=lambda each: each.is_ == "function"):
            yield self._name(known, begun)
        yield from (Proposal(word, word, "word") for word in (found.words if words else ()))

    # ------------------------------------------------------------------------------------------------- names

    def _name(self, known: Known, begun: str) -> Proposal:
        """A name; where words of it stand there already, what follows them is put in."""
        builtin = BUILTINS.get(known.name)
        if builtin is not None and known.is_ == "function":
            return Proposal(
                known.name, f"{known.name}(${{1}})", "function", " ".join(builtin.doc.partition("Examples:")[0].split()), True
            )
        use = self.index.declared().get(known.name) or next(
            (each for each in self.index.uses if each.name == known.name and each.declares and each.inside), None
        )
        if use is None:
            return Proposal(known.name, known.name.removeprefix(begun), "word")
        made = self._use(use)
        return Proposal(made.label, made.text.removeprefix(begun), made.kind, made.doc, made.slots)

    def _use(self, use: Use) -> Proposal:
        """A name; a phase or a function with slots for what it is given."""
        if use.kind == "effects":
            return Proposal(use.name, f"{use.name} of ", use.kind, self.told(use))
        line = self.source.line(use.span.line)[use.span.column - 1 :]
        given = re.match(rf"{re.escape(use.name)} \(([^)]*)\)", line) if use.kind in ("phase", "function") else None
        if given is None:
            return Proposal(use.name, use.name, use.kind, self.told(use))
        slots = ", ".join(f"${{{at}:{part.split()[-1]}}}" for at, part in enumerate(given[1].split(","), start=1) if part.split())
        blank = " " if use.kind == "phase" else ""
        return Proposal(use.name, f"{use.name}{blank}({slots})", use.kind, self.told(use), True)


def key_doc(key: Key) -> str:
    """What a key says, with the words that it may hold."""
    words = ", ".join(f"`{word}`" for word in key.words)
    return f"{key.doc}: {words}" if words else key.doc


def _keys(keys: dict[str, Key], place: Spot) -> Iterator[Proposal]:
    """The keys that begin with what stands there and are not beside it, each with what is put in."""
    for name, key in keys.items():
        if name.startswith(place.text) and name not in place.beside:
            yield Proposal(name, f"{name.removeprefix(place.text)}: ", "key", key_doc(key))
