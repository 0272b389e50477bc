"""How another program writes the options of a game: the table `engines/RULESET.yaml` beside the ruleset.

The table has a section for each protocol (`uci`, `gtp`, `openspiel`), or a list of sections, of which the first that is for
these settings is taken:

```yaml
uci:
  for: {rows: 8}                    # the parameters with which the section holds; others may have any value
  variant: small                    # without this the section is for the game without a variant
  start: startpos                   # how the start is told: words of UCI, a list of commands of GTP
  game: their_name(rows={rows})     # the game to load, in OpenSpiel
  choices: 2                        # at most so many choices of a seat in a row are one move there
  chance: 2                         # the same for choices of nature
  skip: pass                        # a move there that is not asked here
  rewrite: {"[*]": ""}              # regular expressions, replaced in what they write
  options:
    move {x} {y}: "{x}{y}"          # our option, and how they write it
    castle short: {White: e1g1, Black: e8g8}
  words:
    x.column: {i: j}                # what they call something otherwise
```

In braces stand names of the pattern, parameters, and `me` for the seat that chooses; `x.row` and `x.column` are the parts of a
space, and numbers are added, subtracted and divided from left to right: `{side + 1 - x.row}`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import yaml
from attrs import field, frozen

from ...program.ir import Program
from .bot import BotFailed

BUNDLED = Path(__file__).resolve().parents[2] / "rulesets" / "engines"
"""The tables of the rulesets that come with the package."""

HERE = "engines"
"""The folder of tables in the working folder, where nothing else is said."""

BRACES = re.compile(r"\{([^{}]*)\}")
SUM = re.compile(r"\s*([\w.]+)\s*(?:([-+/])|$)")
"""Matches a name or number of a sum, and the sign behind it."""

SPACE = re.compile(r"([a-z]+)([0-9]+)")
FIELDS = ("for", "variant", "start", "game", "choices", "chance", "skip", "rewrite", "options", "words")
MOST = 100
"""At most so many choices are one move of theirs."""


class NoTable(LookupError):
    """No table tells how that program writes the options of this game; the message says why, as a clause, with its place."""


@frozen
class Line:
    """An option of ours, and how they write it, by the name of the seat."""

    pattern: re.Pattern[str]
    templates: Mapping[str, str]


@frozen(eq=False)
class Notation:
    """How a program writes the options of a Program: the section of a table, read for its parameters."""

    program: Program
    start: tuple[str, ...]
    game: str
    choices: int
    chance: int
    skip: str
    rewrite: tuple[tuple[re.Pattern[str], str], ...]
    lines: tuple[Line, ...]
    words: Mapping[str, Mapping[str, str]]

    def spelt(self, actor: int, text: str) -> str:
        """How they write that option of an actor. Raises BotFailed where the table has no line for it."""
        name = _actor(self.program, actor)
        for line in self.lines:
            if name in line.templates and (found := line.pattern.fullmatch(text)):
                return self._filled(line.templates[name], {**found.groupdict(), "me": name})
        raise BotFailed(f"the table of `{self.program.ruleset}` does not say how `{text}` is written")

    def colour(self, actor: int) -> str:
        """What they call a seat."""
        return self._filled("{me}", {"me": _actor(self.program, actor)})

    def parts(self, theirs: str) -> tuple[str, ...]:
        """The choices of which a text of theirs consists, each as `spelt` writes it."""
        for pattern, instead in self.rewrite:
            theirs = pattern.sub(instead, theirs)
        return tuple(theirs.split()) if max(self.choices, self.chance) > 1 else (theirs.strip(),)

    def _filled(self, template: str, named: Mapping[str, str]) -> str:
        return filled(template, {**dict(self.program.parameters), **named}, self.words)


def filled(template: str, named: Mapping[str, str], words: Mapping[str, Mapping[str, str]]) -> str:
    """A template with what stands in braces replaced. Raises BotFailed for a sum of what are no numbers."""
    return BRACES.sub(lambda found: _summed(found[1], named, words), template)


def _summed(text: str, named: Mapping[str, str], words: Mapping[str, Mapping[str, str]]) -> str:
    total, sign, found = "", "", [*SUM.finditer(text)]
    for each in found:
        value = _value(each[1], named, words)
        try:
            total = value if not sign else _number(_reckoned(sign, float(total), float(value)))
        except (ValueError, ZeroDivisionError):
            raise BotFailed(f"`{{{text}}}` of the table is no number: it stands for `{total} {sign} {value}`") from None
        sign = each[2] or ""
    return total


def _reckoned(sign: str, left: float, right: float) -> float:
    return left / right if sign == "/" else left + right if sign == "+" else left - right


def _number(value: float) -> str:
    return f"{value:.12g}"


def _value(name: str, named: Mapping[str, str], words: Mapping[str, Mapping[str, str]]) -> str:
    """What a name stands for, in their words; a number stands for itself."""
    whole, _, part = name.partition(".")
    value = named.get(whole, whole)
    if part:
        space = SPACE.fullmatch(value)
        if space is None:
            raise BotFailed(f"`{{{name}}}` of the table is no part of a space: `{whole}` stands for `{value}`")
        value = space[1 if part == "column" else 2]
    return words.get(name, {}).get(value, value)


def _actor(program: Program, actor: int) -> str:
    return program.seats[actor].name if actor >= 0 else "nature"


# ------------------------------------------------------------------------------------------------------------- the table


def notation(program: Program, protocol: str, table: str) -> Notation:
    """The section of a table that tells how programs of that protocol write the options. Raises NoTable.

    *table* is the file, or the folder of the file with the ruleset's name; for `HERE` a bundled table does as well.
    """
    name = f"{program.ruleset}.yaml"
    tried = (Path(table), Path(table, name), *([BUNDLED / name] if table == HERE else []))
    path = next((each for each in tried if each.is_file()), None)
    if path is None:
        where = f"there is no table `{table}/{name}`, and none is bundled" if table == HERE else f"there is no table `{table}`"
        raise NoTable(f"{where}; write one, or name it with `table=FILE`")
    refused = []
    for section in _sections(path, protocol):
        why = section.for_others(program)
        if not why:
            return section.read(program)
        refused.append(why)
    raise NoTable(f"the `{protocol}` of {path} is for the game {' or '.join(refused)}")


def _sections(path: Path, protocol: str) -> Sequence[_Section]:
    """The sections of a protocol. Raises NoTable."""
    try:
        root = yaml.compose(path.read_text(encoding="utf-8"), Loader=yaml.SafeLoader)
    except (OSError, UnicodeDecodeError, RecursionError, yaml.YAMLError) as wrong:
        raise NoTable(f"{path} cannot be read: {' '.join(str(wrong).split())}") from None
    top = _Place(str(path), root)
    found = top.pairs().get(protocol)
    if found is None:
        raise NoTable(f"{path} has no section `{protocol}:`")
    return [_Section(each) for each in (found.items() if isinstance(found.node, yaml.SequenceNode) else [found])]


@frozen
class _Place:
    """A node of the file."""

    file: str
    node: yaml.Node | None

    def wrong(self, message: str) -> NoTable:
        """What is said of a mistake there."""
        line = self.node.start_mark.line + 1 if self.node is not None else 1
        return NoTable(f"{self.file}:{line}: {message}")

    def text(self) -> str:
        """The scalar. Raises NoTable."""
        if not isinstance(self.node, yaml.ScalarNode):
            raise self.wrong("expected a text")
        return str(self.node.value)

    def pairs(self) -> dict[str, _Place]:
        """The values by their keys. Raises NoTable."""
        if not isinstance(self.node, yaml.MappingNode):
            raise self.wrong("expected keys with values, `key: value`")
        found: dict[str, _Place] = {}
        for key, value in self.node.value:
            name = _Place(self.file, key).text()
            if name in found:
                raise _Place(self.file, key).wrong(f"`{name}` stands here twice")
            found[name] = _Place(self.file, value)
        return found

    def items(self) -> list[_Place]:
        """The elements of a list, or the one that stands without a list."""
        nodes = self.node.value if isinstance(self.node, yaml.SequenceNode) else [self.node]
        return [_Place(self.file, each) for each in nodes]

    def number(self) -> int:
        """The whole number from 1 to `MOST`. Raises NoTable."""
        text = self.text()
        if not re.fullmatch(r"[0-9]{1,3}", text) or not 1 <= int(text) <= MOST:
            raise self.wrong(f"expected a whole number from 1 to {MOST}, found `{text}`")
        return int(text)


@frozen
class _Section:
    """A section of a table, as it stands in the file."""

    place: _Place
    fields: dict[str, _Place] = field(init=False)

    @fields.default
    def _read_fields(self) -> dict[str, _Place]:
        found = self.place.pairs()
        for name, value in found.items():
            if name not in FIELDS:
                known = ", ".join(f"`{each}`" for each in FIELDS)
                raise value.wrong(f"`{name}` is no field of a table; its fields are {known}")
        return found

    def _pairs(self, name: str) -> dict[str, _Place]:
        return self.fields[name].pairs() if name in self.fields else {}

    def _text(self, name: str) -> str:
        return self.fields[name].text() if name in self.fields else ""

    def _number(self, name: str) -> int:
        return self.fields[name].number() if name in self.fields else 1

    def for_others(self, program: Program) -> str:
        """For what the section is, where it is not for these settings; else empty. Raises NoTable."""
        wanted, given = self._pairs("for"), dict(program.parameters)
        for name, value in wanted.items():
            if name not in given:
                raise value.wrong(f"`{program.ruleset}` has no parameter `{name}`")
        variant = self._text("variant")
        if variant == program.variant and all(value.text() == given[name] for name, value in wanted.items()):
            return ""
        told = [f"{name}={value.text()}" for name, value in wanted.items()]
        with_parameters = f" with {', '.join(told)}" if told else ""
        return (f"`{variant}`" if variant else "without a variant") + with_parameters

    def read(self, program: Program) -> Notation:
        """What the section tells. Raises NoTable."""
        parameters = dict(program.parameters)
        options = self._pairs("options")
        if not options:
            raise self.place.wrong("expected `options:`, with a line for each option")
        lines = tuple([self._line(program, pattern, value) for pattern, value in options.items()])
        named = {name for line in lines for name in line.pattern.groupindex} | {"me", *parameters}
        words = {}
        for name, value in self._pairs("words").items():
            if name.partition(".")[0] not in named:
                raise value.wrong(f"no option has `{{{name}}}`")
            words[name] = {ours: theirs.text() for ours, theirs in value.pairs().items()}

        def settled(place: _Place) -> str:
            try:
                return filled(_template(place, {*parameters}), parameters, words)
            except BotFailed as wrong:
                raise place.wrong(str(wrong)) from None

        return Notation(
            program,
            tuple([settled(each) for each in (self.fields["start"].items() if "start" in self.fields else [])]),
            settled(self.fields["game"]) if "game" in self.fields else "",
            self._number("choices"),
            self._number("chance"),
            self._text("skip"),
            tuple([_rewriting(pattern, value) for pattern, value in self._pairs("rewrite").items()]),
            lines,
            words,
        )

    def _line(self, program: Program, pattern: str, value: _Place) -> Line:
        parts = BRACES.split(pattern)
        names = parts[1::2]
        if not all(name.isidentifier() for name in names) or len({*names}) < len(names):
            raise value.wrong(f"expected names in the braces of `{pattern}`, each once")
        known = {*names, "me", *(name for name, _ in program.parameters)}
        whole = "".join([rf"(?P<{part}>\S+)" if at % 2 else re.escape(part) for at, part in enumerate(parts)])
        actors = ["nature", *(seat.name for seat in program.seats)]
        if not isinstance(value.node, yaml.MappingNode):
            return Line(re.compile(whole), dict.fromkeys(actors, _template(value, known)))
        of_seats = value.pairs()
        for name, each in of_seats.items():
            if name not in actors:
                raise each.wrong(f"`{name}` is no seat; the seats are {', '.join(f'`{actor}`' for actor in actors[1:])}")
        missing = next((seat.name for seat in program.seats if seat.name not in of_seats), None)
        if missing is not None:
            raise value.wrong(f"expected how `{missing}` writes `{pattern}` too")
        return Line(re.compile(whole), {name: _template(each, known) for name, each in of_seats.items()})


def _template(place: _Place, known: set[str]) -> str:
    """A template whose names are all known. Raises NoTable."""
    text = place.text()
    for inside in BRACES.findall(text):
        found = [*SUM.finditer(inside)]
        if "".join(each[0] for each in found) != inside or not found or found[-1][2]:
            raise place.wrong(f"`{{{inside}}}` is no name, and no sum of names and numbers")
        for name in _names(found):
            whole, _, part = name.partition(".")
            if whole not in known:
                raise place.wrong(f"there is no `{whole}` here; known are {', '.join(f'`{each}`' for each in sorted(known))}")
            if part not in ("", "row", "column"):
                raise place.wrong(f"`{name}` is no part of a space; expected `{whole}.row` or `{whole}.column`")
    return text


def _names(found: Sequence[re.Match[str]]) -> Iterator[str]:
    yield from [each[1] for each in found if not each[1].isdigit()]


def _rewriting(pattern: str, value: _Place) -> tuple[re.Pattern[str], str]:
    try:
        found = re.compile(pattern)
        found.sub(value.text(), "")
    except re.error as wrong:
        raise value.wrong(f"`{pattern}` is no regular expression with its replacement: {wrong}") from None
    return found, value.text()
