"""What an editor asks about a ruleset while it is written: without any editor's types, so that any of them can be served.

Lines and columns count from 1, in characters; the end of a range is the column behind it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path

from attrs import Factory, define, evolve, field, frozen

from ..dsl.compile import IN_ALL_VARIANTS, examine
from ..dsl.declarations.declare import player_numbers
from ..dsl.diagnostics.diagnostic import Diagnostic, DiagnosticError, Edit, Severity
from ..dsl.expressions.builtins import BUILTINS
from ..dsl.forms.names import Names, declared, together
from ..dsl.link import AMPLE, Workshop
from ..dsl.sentences.lines import reserved
from ..dsl.symbols.symbols import ParameterSymbol, PlaceSymbol, Symbols
from ..dsl.symbols.types import Kind
from ..dsl.text.document import Document
from ..dsl.text.fields import Findings
from ..dsl.text.files import NONE_OPEN, not_caused, with_text
from ..dsl.text.fixes import with_fitting_fix
from ..dsl.text.merge import documents, extended
from ..dsl.text.source import Source
from ..program.span import Span
from .completion import Completion, Proposal, key_doc
from .folding import Fold, folds
from .layout import NotLaidOut, formatted
from .names import Index, Thing, Use, index
from .outline import EDITS, OUTLINE
from .renaming import Where, bundled_base, chain, rewritten, same_name, spans, where, worse
from .sentences import builtin_doc, form_of
from .signatures import Signature, signature
from .spots import spot

WORDS = ("phase", "effects", "seat", "option")
"""What may have a name of several words."""

WORD = re.compile(r"\w+")

MOST_UNNAMED = 8
"""The names of so many texts are looked for, the last first, when they are asked for and the last cannot be read."""


@frozen
class Place:
    """A range in a file."""

    path: str
    span: Span


@frozen
class Mend:
    """What puts a finding right: what is done, as a command, and the edits."""

    title: str
    edits: tuple[Edit, ...]
    found: Diagnostic


@frozen
class Hint:
    """Words that are shown behind a place, without being in the text."""

    line: int
    column: int
    text: str


class NotRenamed(ValueError):
    """A name cannot be changed like that; the message says why."""


@define
class Checked:
    """What one quick check found: the first variant with the fewest players; *game* is None where nothing could be read.

    *documents* are the sections of the ruleset and of its variants.
    """

    diagnostics: tuple[Diagnostic, ...]
    game: Symbols | None
    documents: tuple[Document, ...] = ()


@define
class Ruleset:
    """A ruleset that is being written. Each change makes a new text; what does not depend on it stays.

    *unsaved* are the texts of other files that are edited: bases are read as they stand there.
    """

    path: Path
    text: str
    folders: tuple[Path, ...] = ()
    unsaved: Mapping[Path, str] = NONE_OPEN
    source: Source = field(init=False)
    problems: tuple[Diagnostic, ...] = field(init=False)
    checked: Checked = field(init=False)
    thorough: tuple[str, tuple[Diagnostic, ...]] = ("", ())
    _room: int = AMPLE
    _known: Names | None = None
    _names: Index = Factory(Index)
    _unnamed: list[tuple[Source, dict[tuple[str, Span], str]]] = Factory(list)

    def __attrs_post_init__(self) -> None:
        self.checked = Checked((), None)
        self._read()

    def change(self, text: str) -> None:
        """Takes another text in place of the one before."""
        self.text = text
        self._read()

    def _read(self) -> None:
        self.source, self.problems = with_text(self.path, self.text, self.folders, self.unsaved)
        self.text = self.source.text
        fresh, self._room = _quickly(self.source, self._room)
        if fresh.documents:
            self._known = None
        self.checked = Checked(fresh.diagnostics, fresh.game or self.checked.game, fresh.documents or self.checked.documents)
        game = self.checked.game
        self._unnamed = [*self._unnamed[1 - MOST_UNNAMED :], (self.source, {} if game is None else game.named)]

    @property
    def names(self) -> Index:
        """The names of the text; while its outline cannot be read, those of the text before. Found when they are asked for."""
        while self._unnamed:
            found = index(*self._unnamed.pop())
            if found.uses:
                self._names = found
                self._unnamed = []
        return self._names

    # ------------------------------------------------------------------------------------------------------- findings

    def diagnostics(self) -> tuple[Diagnostic, ...]:
        """What is wrong, as far as it shows at once; with what the last thorough check found on lines that are as they were."""
        before, found = self.thorough
        carried = list(_carried(before, self.text, found))
        advised: dict[int, list[Diagnostic]] = {}
        for each in carried:
            if each.severity is Severity.ERROR:
                advised.setdefault(each.span.line, []).append(each)
        at_once = [
            better
            for each in (*self.problems, *self.checked.diagnostics)
            if each.code not in IN_ALL_VARIANTS
            for better in ((each,) if each.unread is None else advised.get(each.span.line, (each,)))
        ]
        there = {(each.code, each.span) for each in at_once}
        errors = [each for each in at_once if each.severity is Severity.ERROR]
        later = [
            each for each in carried if (each.code, each.span) not in there and (each.severity is Severity.WARNING or not errors)
        ]
        every = sorted((*at_once, *later), key=lambda each: (each.span.line, each.span.column))
        return tuple(dict.fromkeys(each for each in every if each.span.line <= self.source.length))

    def check(self) -> tuple[Diagnostic, ...]:
        """Everything that is wrong, in every variant, for every number of players; takes up to a second."""
        self.learn(self.text, thoroughly(self.source, self.problems))
        return self.diagnostics()

    def learn(self, text: str, found: tuple[Diagnostic, ...]) -> None:
        """Takes over what a thorough check of that text found, perhaps in another process."""
        self.thorough = text, found

    def fixes(self, line: int, last: int) -> tuple[Mend, ...]:
        """What puts the findings on these lines right, where there is one way to do it."""
        there = [each for each in self.diagnostics() if line <= each.span.line <= last]
        fitting = [with_fitting_fix(each, self.source) for each in there]
        return tuple(Mend(each.fix.title, each.fix.edits, each) for each in fitting if each.fix is not None)

    # ---------------------------------------------------------------------------------------------------------- names

    def definition(self, line: int, column: int) -> tuple[Place, ...]:
        """Where the name at a place is declared; in a variant and in its base, both."""
        use = self.names.at(line, column)
        return () if use is None else tuple(self._place(each.span) for each in self.names.of(use) if each.declares)

    def references(self, line: int, column: int) -> tuple[Place, ...]:
        """Everywhere that the name at a place stands, in the file and in its bases."""
        use = self.names.at(line, column)
        return () if use is None else tuple(self._place(each.span) for each in self.names.of(use))

    def highlights(self, line: int, column: int) -> tuple[tuple[Span, bool], ...]:
        """Where the name at a place stands in the file itself, and whether it is declared there."""
        use = self.names.at(line, column)
        there = () if use is None else self.names.of(use)
        return tuple((each.span, each.declares) for each in there if each.span.line <= self.source.length)

    def signature(self, line: int, column: int) -> Signature | None:
        """What is given to the function, the phase or the thing in whose brackets a place lies; None outside of brackets."""
        return signature(self.source.line(line)[: column - 1], self.source, self.names)

    def folds(self) -> tuple[Fold, ...]:
        """The parts of the file that can be folded away."""
        return tuple(folds(self.source))

    def bases(self) -> frozenset[Path]:
        """The files that the ruleset extends, whether they could be read or not, links followed."""
        if self.source.base is not None:
            return frozenset(chain(self.source.base))
        name = extended(self.source)
        folders = (self.path.parent, *self.folders)
        return frozenset(() if name is None else ((folder / f"{name.text}.yaml").resolve() for folder in folders))

    def _place(self, span: Span) -> Place:
        path, line = self.source.place(span.line)
        return Place(path, Span(line, span.column, line, span.end_column))

    def name_at(self, line: int, column: int) -> Span | None:
        """The range of the name at a place that can be changed; None where there is none."""
        use = self.names.at(line, column)
        return None if use is None else use.span

    def rename(self, line: int, column: int, new: str, others: tuple[Ruleset, ...] = ()) -> tuple[tuple[Place, str], ...]:
        """The edits that change a name wherever it stands: here, in the bases, and in *others* that have it from the same file.

        Raises NotRenamed where a ruleset would not mean the same, or a file cannot be changed.
        """
        use = self.names.at(line, column)
        if use is None:
            raise NotRenamed("there is no name of the ruleset here")
        same = self.names.of(use)
        if not any(each.declares for each in same):
            raise NotRenamed(f"`{use.name}` is declared nowhere")
        if not re.fullmatch(r"[^\W\d]\w*(?: \w+)*" if use.kind in WORDS else r"[^\W\d]\w*", new):
            raise NotRenamed(f"expected a name of {'words' if use.kind in WORDS else 'one word'}, found `{new}`")
        if new in reserved():
            raise NotRenamed(f"`{new}` is a word of the language")
        declared = frozenset(where(self.source, each) for each in same if each.declares)
        places = {where(self.source, each) for each in same}
        with_it: list[Ruleset] = [self]
        for other in others:
            found = same_name(other.source, other.names, declared)
            if found:
                places |= {where(other.source, each) for each in found}
                with_it.append(other)
        self._renamed(use.name, new, frozenset(places), with_it, others)
        return tuple((Place(path, span), new) for path, span in spans(frozenset(places)))

    def _renamed(
        self, name: str, new: str, places: frozenset[Where], with_it: list[Ruleset], others: tuple[Ruleset, ...]
    ) -> None:
        """Raises NotRenamed where a name cannot be changed at these places."""
        base = bundled_base(self.source, places)
        if base is not None:
            raise NotRenamed(f"`{name}` is of `{base.stem}`, which comes with rulerun and stays as it is")
        changed = {each.path for each in places}
        written = {each.path.resolve(): each.text for each in (self, *others)}
        for ruleset in with_it:
            for path, text in chain(ruleset.source).items():
                if path in changed and written.get(path, text) != text:
                    raise NotRenamed(f"`{path.name}` has changes that are not saved: save it first")
            if worse(ruleset.source, rewritten(ruleset.source, places, new)):
                there = "the ruleset" if ruleset is self else f"`{ruleset.path.name}`"
                raise NotRenamed(f"`{name}` cannot be called `{new}`: {there} would not be sound any more")

    # ---------------------------------------------------------------------------------------------------------- hover

    def hover(self, line: int, column: int) -> tuple[str, Span] | None:
        """What stands at a place, in Markdown, and its range; None where there is nothing to say."""
        use = self.names.at(line, column)
        if use is not None:
            return self.told(use), use.span
        text = self.source.line(line)
        word = next((each for each in WORD.finditer(text) if each.start() < column <= each.end() + 1), None)
        if word is None or "#" in text[: word.start()].replace('"#', ""):
            return None
        span = Span(line, word.start() + 1, line, word.end() + 1)
        key = self._key(line, text, word.start())
        if key is not None:
            return key, span
        if text[word.end() : word.end() + 1] == "(" and word[0] in BUILTINS:
            return f"**{word[0]}** (function of the language)\n\n{builtin_doc(word[0])}", span
        form = form_of(text)
        if form is not None and word[0] in re.findall(r"[a-z]+", form.text):
            return f"`{form.text}`\n\n{form.doc}", span
        return None

    def _key(self, line: int, text: str, start: int) -> str | None:
        """What the key at a place says."""
        keys = re.finditer(r"[\w ]*\w(?=(?: \([^)]*\))?:)", text)
        found = next((each for each in keys if each.start() <= start < each.end()), None)
        if found is None:
            return None
        name = found[0].strip()
        if not text[:1].isspace() and found.start() == 0:
            section = OUTLINE.get(name)
            return None if section is None else f"**{name}:** {section.doc}"
        place = spot(self.source, line, start + 1)
        section = None if place is None else OUTLINE.get(place.section)
        key = None if section is None else (section.things or section.keys or {}).get(name, EDITS.get(name))
        return None if key is None else f"**{name}:** {key_doc(key)}"

    def told(self, use: Use) -> str:
        """What a name stands for, in Markdown: its kind, its type or value, and the line that declares it."""
        game = self.checked.game
        head = f"**{use.name}** ({self._sort(use)})"
        declared = [each for each in self.names.of(use) if each.declares]
        if not declared:
            return head
        there = next((each for each in reversed(declared) if each.span.line <= use.span.line), declared[0])
        line = re.sub(r"\s+#\s.*$", "", self.source.line(there.span.line).strip().removeprefix("- "))
        comments = self._comments(there.span.line)
        value = ""
        if use.kind == "parameter" and game is not None:
            symbol = game.symbols.get(use.name)
            if isinstance(symbol, ParameterSymbol):
                value = f"value: `{_value_words(game, symbol)}`"
        path, number = self.source.place(there.span.line)
        origin = "" if there.span.line <= self.source.length else f"from {Path(path).name}:{number}"
        return "\n\n".join(part for part in (head, f"`{line}`", value, comments, origin) if part)

    def _sort(self, use: Use) -> str:
        game = self.checked.game
        symbol = None if game is None else game.symbols.get(use.name)
        if use.kind == "name" and game is not None:
            types = [type_ for (name, span), type_ in game.named.items() if name == use.name and self._inside(use, span.line)]
            return f"name of {types[0]}" if types else "name"
        if game is not None and isinstance(symbol, PlaceSymbol) and use.kind in ("variable", "score"):
            return f"{use.kind}: {game.describe_bounds(symbol.type)}"
        return use.kind

    def _inside(self, use: Use, line: int) -> bool:
        thing = self.names.thing(line)
        return thing is not None and use.inside == f"{thing.section} {thing.name} {thing.key.line}"

    def _comments(self, line: int) -> str:
        above = line - 1
        found: list[str] = []
        while self.source.line(above).strip().startswith("#"):
            found.insert(0, self.source.line(above).strip().lstrip("# "))
            above -= 1
        behind = re.search(r"\s#\s+(.*)$", self.source.line(line))
        return " ".join((*found, *([behind[1]] if behind else [])))

    # ----------------------------------------------------------------------------------------------------- completion

    def completions(self, line: int, column: int) -> tuple[Proposal, ...]:
        """What may stand at a place and begins like the word there: keys, words, names, sentences with slots."""
        if self._known is None:
            self._known = together([declared(document) for document in self.checked.documents])
        return Completion(self.source, self.names, self._known, self.told).at(line, column)

    # -------------------------------------------------------------------------------------------- outline and colours

    def outline(self) -> tuple[Thing, ...]:
        """The things of the file, in its order."""
        own = (each for each in self.names.things if each.key.line <= self.source.length)
        return tuple(sorted(own, key=lambda each: each.key.line))

    def formatted(self) -> str | None:
        """The text laid out; None where it cannot be read."""
        try:
            return formatted(self.text)
        except NotLaidOut:
            return None

    def hints(self, line: int, last: int) -> tuple[Hint, ...]:
        """The types of the names that sentences on these lines give."""
        game = self.checked.game
        if game is None:
            return ()
        found = []
        for use in self.names.uses:
            if use.kind == "name" and use.declares and line <= use.span.line <= last:
                types = [type_ for (name, span), type_ in game.named.items() if name == use.name and span.line == use.span.line]
                if types:
                    found.append(Hint(use.span.line, use.span.end_column, f": {types[0]}"))
        return tuple(sorted(dict.fromkeys(found), key=lambda hint: (hint.line, hint.column)))

    def colours(self) -> tuple[tuple[Span, str], ...]:
        """The names and words of the file with what they are, in its order; none overlaps another."""
        found = [(use.span, use.kind) for use in self.names.uses if use.span.line <= self.source.length]
        kept = reserved()
        for thing in self.names.things:
            if thing.section not in ("phases", "effects", "functions") or thing.key.line > self.source.length:
                continue
            for number in range(thing.key.line, thing.last + 1):
                text = re.sub(r'"[^"]*"|(?:^|\s)#.*$', lambda match: " " * len(match[0]), self.source.line(number))
                form = form_of(text)
                words = set(re.findall(r"[a-z]+", form.text)) if form is not None and text.lstrip().startswith("- ") else set()
                for match in WORD.finditer(text):
                    span = Span(number, match.start() + 1, number, match.end() + 1)
                    if match[0] in kept or match[0] in words:
                        found.append((span, "keyword"))
                    elif match[0] in BUILTINS and text[match.end() : match.end() + 1] == "(":
                        found.append((span, "builtin"))
        return tuple(_apart(sorted(found, key=lambda each: (each[0].line, each[0].column, -each[0].end_column))))

    def explained(self, line: int) -> str:
        """What the sentence on a line does, and what its parts are, in Markdown; "" where nothing stands there."""
        text = self.source.line(line).strip()
        if not text or text.startswith("#"):
            return ""
        thing = self.names.thing(line)
        parts = [f"`{text}`"]
        if thing is not None and thing.section in OUTLINE:
            parts.append(f"in `{thing.name}` under `{thing.section}:`, {OUTLINE[thing.section].doc}")
        lines = thing is not None and thing.section in ("phases", "effects")
        form = form_of(text) if lines else None
        if form is not None:
            parts.append(f"the sentence `{form.text}`: {form.doc}")
        elif lines and text.startswith("- "):
            parts.append("an option of a menu, or a line that is no sentence")
        seen: dict[str, Use] = {}
        for use in sorted((one for one in self.names.uses if one.span.line == line), key=lambda one: one.span.column):
            seen.setdefault(use.name, use)
        parts += [self.told(use).replace("\n\n", "; ") for use in seen.values()]
        for word in dict.fromkeys(re.findall(r"(\w+)\(", text)):
            if word in BUILTINS and word not in seen:
                parts.append(f"**{word}** (function of the language); {builtin_doc(word)}".replace("\n\n", "; "))
        said = [each for each in self.diagnostics() if each.span.line == line]
        parts += [f"{each.severity.value}: {each.message}" + (f" ({each.help})" if each.help else "") for each in said]
        return "\n\n".join(parts)


def thoroughly(source: Source, problems: tuple[Diagnostic, ...] = ()) -> tuple[Diagnostic, ...]:
    """Everything that is wrong with a ruleset; *problems* were found when it was read."""
    return not_caused(examine(source), problems)


def _quickly(source: Source, room: int) -> tuple[Checked, int]:
    """What a look at the sentences of the first variant with the fewest players finds, begun with *room* for names inside
    phases, and the room that they needed.
    """
    findings = Findings()
    found = documents(source, findings)
    base = found.get("")
    if base is None:
        return Checked(tuple(findings.found), None), room
    workshop = Workshop(source, only_checked=True, room=room, at_once=True)
    workshop.program(base, _fewest(base), (), findings, between=True)
    setting = next(iter(workshop.settings.values()), None)
    return Checked(tuple(findings.found), None if setting is None else setting.game, tuple(found.values())), workshop.room


def _fewest(document: Document) -> int:
    try:
        return player_numbers(document)[0]
    except DiagnosticError:
        return 2


def _carried(before: str, after: str, found: tuple[Diagnostic, ...]) -> Iterator[Diagnostic]:
    """What was found in a text, where it stands in another: what stood on lines that are no more is left out."""
    if before == after:
        yield from found
        return
    old, new = before.split("\n"), after.split("\n")
    same = next((at for at, (a, b) in enumerate(zip(old, new, strict=False)) if a != b), min(len(old), len(new)))
    rest = min(len(old), len(new)) - same
    back = next((at for at in range(rest) if old[-1 - at] != new[-1 - at]), rest)
    for each in found:
        first, last = each.span.line, each.span.end_line
        if last <= same:
            yield each
        elif first > len(old) - back:
            by = len(new) - len(old)
            edits = () if each.fix is None else each.fix.edits
            moved = all(edit.span.line > len(old) - back for edit in edits)
            there = tuple(evolve(edit, span=_down(edit.span, by)) for edit in edits)
            fix = None if each.fix is None or not moved else evolve(each.fix, edits=there)
            yield evolve(each, span=_down(each.span, by), notes=(), fix=fix)


def _down(span: Span, by: int) -> Span:
    """The span so many lines further down."""
    return Span(span.line + by, span.column, span.end_line + by, span.end_column)


def _apart(found: list[tuple[Span, str]]) -> Iterator[tuple[Span, str]]:
    line, column = 0, 0
    for span, kind in found:
        if (span.line, span.column) >= (line, column):
            yield span, kind
            line, column = span.line, span.end_column


def _value_words(game: Symbols, symbol: ParameterSymbol) -> str:
    """The value of a parameter as the ruleset would write it."""
    if symbol.type.kind is Kind.TRUTH:
        return "yes" if symbol.value else "no"
    if symbol.type.domain is not None:
        return game.domains[symbol.type.domain].ir.labels[symbol.value].plain
    return str(symbol.value)
