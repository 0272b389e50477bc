"""The ruleset's own lines, to look up what is in doubt, with the names in them explained."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ..dsl.sentences import syntax as s
from ..dsl.sentences.walk import each
from ..dsl.symbols.effects import calls
from ..dsl.symbols.symbols import FunctionSymbol, Symbols
from ..dsl.text.flatten import flatten
from ..dsl.text.source import Source
from .context import Context
from .page import Code

WORD = re.compile(r"[^\W\d]\w*")

INDENT = 2
"""How far what stands under a section is indented in a flattened ruleset."""

ASKING = (s.ChooseLine, s.ChooseCards, s.MenuBlock, s.ChooseBlock)


Lines = dict[str, dict[str, tuple[str, ...]]]
"""The lines of each entry of each section, by their names; under "" what stands in the line of the section itself."""


def lines_of(source: Source, variant: str) -> Lines:
    """The lines of a ruleset with its base and the variant merged in, moved to the left edge."""
    found: dict[str, dict[str, list[str]]] = {}
    section, name, comments = "", "", list[str]()
    for line in (each_line.text for each_line in flatten(source, variant) if not each_line.note):
        bare = line[INDENT:]
        if line[:1].strip():
            section, _, own = line.partition(":")
            found[section], comments = {"": [own.strip()]} if own.strip() else {}, []
        elif bare.startswith("#"):
            comments.append(bare)
        else:
            if bare[:1].strip():
                name = bare.partition(":")[0].partition("(")[0].strip()
                found[section][name], comments = comments, []
            found[section].setdefault(name, []).append(bare)
    return {section: {name: tuple(_without_end(lines)) for name, lines in entries.items()} for section, entries in found.items()}


def _without_end(lines: list[str]) -> list[str]:
    """The lines without empty ones at the end."""
    while lines and not lines[-1].strip():
        del lines[-1]
    return lines


def code(to: Context, lines: tuple[str, ...]) -> Code:
    """The lines, with what the ruleset says of the names in them."""
    words = dict.fromkeys(WORD.findall("\n".join(lines)))
    return Code(lines, tuple((name, said) for name in words if (said := explained(to, name)) is not None))


def explained(to: Context, name: str) -> str | None:
    """What the ruleset says of a name in this language; None where it says no more than the name itself."""
    found = to.wordings.get((name, False))
    if found is not None:
        return to.wording(name, found.names)
    words = dict(to.game.words(name).translations) if name in to.game.texts else {}
    said = words.get(to.spoken, words.get("*", ""))
    # a text with values in it is a message, which says nothing of its name
    return said if said and "{" not in said and said != name.replace("_", " ") else None


def head(to: Context, name: str) -> str:
    """A name with what it is given: `reached(p, n)`."""
    found = to.wordings.get((name, False))
    return f"{name}({', '.join(found.names)})" if found is not None and found.names else name


def set_up(game: Symbols, lines: tuple[str, ...]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The lines of the phase `game` in two: those before anybody chooses and before rounds begin, and the rest."""
    number = _first_decision(game, game.phases["game"].body)
    items = [at for at, line in enumerate(lines) if re.match(r" {0,4}- ", line)]
    least = min((len(lines[at]) - len(lines[at].lstrip()) for at in items), default=0)
    starts = [at for at in items if len(lines[at]) - len(lines[at].lstrip()) == least]
    if not 0 < number < len(starts) or len(starts) != len(game.phases["game"].body):
        return (), lines
    return lines[starts[0] : starts[number]], (lines[0], *lines[starts[number] :])


def set_up_phases(game: Symbols) -> frozenset[str]:
    """The phases that are done before anybody chooses and before rounds begin."""
    body = game.phases["game"].body
    found = set[str]()
    pending = [body[: _first_decision(game, body)]]
    while pending:
        names = {call.name for call in calls(pending.pop(), game) if call.name in game.phases} - found
        found |= names
        pending += [game.phases[name].body for name in sorted(names)]
    return frozenset(found)


def _first_decision(game: Symbols, body: tuple[s.Statement, ...]) -> int:
    for at, statement in enumerate(body):
        if asks(game, (statement,)) or isinstance(statement, s.RepeatBlock):
            return at
    return 0


def asks(game: Symbols, body: tuple[s.Statement, ...], seen: frozenset[str] = frozenset()) -> bool:
    """Whether somebody chooses in a list, or in a phase that it does."""
    for statement in each(body):
        if isinstance(statement, ASKING):
            return True
    names = [call.name for call in calls(body, game) if call.name in game.phases and call.name not in seen]
    return any(asks(game, game.phases[name].body, seen | {name}) for name in names)


def used(game: Symbols, entries: dict[str, tuple[str, ...]]) -> Iterator[str]:
    """The entries that the game has for this number of players, in the order of the file."""
    for name in entries:
        if name in game.phases or isinstance(game.symbols.get(name), FunctionSymbol):
            yield name
