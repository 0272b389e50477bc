"""Phases that nothing does: sentences that do them are taken out of a ruleset, or of a variant of it."""

from __future__ import annotations

import re
from random import Random

from attrs import evolve

from .tree import Entry, Line, Ruleset, every_line
from .world import words

VARIANT = "less"

PHASE = re.compile(r"  (\w+)( \(.*\))?:$")

TAKEN = re.compile(r"= do (\w+)")


def with_phases_undone(ruleset: Ruleset, chance: Random) -> Ruleset:
    """The ruleset; for some seeds without sentences that do phases, for others with a variant that has no such sentences, or less
    of its phases.
    """
    match chance.randrange(100):
        case number if number < 15:
            fewer = evolve(ruleset, entries=tuple(_fewer(entry, chance) for entry in ruleset.entries))
            return _longer(fewer, chance)
        case number if number < 45:
            path = ("variants", VARIANT, "phases")
            some = [entry for entry in _phases(ruleset) if chance.randrange(3) or str(entry.key) == "game"]
            changed = [evolve(_cut(_fewer(entry, chance), chance), path=path) for entry in some]
            return evolve(ruleset, entries=(*ruleset.entries, *changed))
        case _:
            return ruleset


def without_doing(text: str, chance: Random) -> str:
    """The text of a ruleset without the sentences that do some phases. Each of these does no other: what those are given stays as
    it was. Where nothing else would stand in a list, a phase is done as before.
    """
    lines = text.splitlines()
    for name in _leaves(lines):
        does = re.compile(rf"(\s*)- do {name}( \(.*\))?$")
        gone = {at: match[1] for at, line in enumerate(lines) if (match := does.match(line))}
        if chance.randrange(3) and all(_beside_others(lines, at, gone) for at in gone):
            lines = [line for at, line in enumerate(lines) if at not in gone]
    return "\n".join(lines) + "\n"


def _leaves(lines: list[str]) -> list[str]:
    """The names of the phases in which no phase is done, and whose value nobody takes."""
    found: dict[str, bool] = {}
    name, inside = "", False
    for line in lines:
        inside = inside if line.startswith(" ") else line == "phases:"
        if inside and (match := PHASE.match(line)):
            name = match[1]
            found[name] = True
        elif inside and "- do " in line:
            found[name] = False
    taken = set(TAKEN.findall("\n".join(lines)))
    return [name for name, leaf in found.items() if leaf and name not in taken]


def _beside_others(lines: list[str], at: int, gone: dict[int, str]) -> bool:
    """Whether an item stands in the list of this one that is not *gone*, each with its margin."""
    for there in (range(at + 1, len(lines)), range(at - 1, -1, -1)):
        for number in there:
            if lines[number].startswith(f"{gone[at]}- ") and number not in gone:
                return True
            if not lines[number].startswith((f"{gone[at]} ", f"{gone[at]}- ")):
                break
    return False


def _phases(ruleset: Ruleset) -> list[Entry]:
    return [entry for entry in ruleset.entries if entry.path == ("phases",)]


def _fewer(entry: Entry, chance: Random) -> Entry:
    """The entry; without some sentences that do phases, if it is one of the phases and something is left of it."""
    if entry.path != ("phases",) or not isinstance(entry.value, tuple):
        return entry
    return evolve(entry, value=_left(entry.value, chance) or entry.value)


def _longer(ruleset: Ruleset, chance: Random) -> Ruleset:
    """The ruleset; sometimes with many names in phases that nothing does, more than all others need."""
    done = {str(line.phrase).split()[1] for line in ruleset.lines if line.kind == "do"}
    count = chance.choice([0, 0, 20, 40, 60])
    more = tuple(Line("random in a phase that nothing does", words(f"random u{at} from 1..2")) for at in range(count))
    return evolve(
        ruleset,
        entries=tuple(
            evolve(entry, value=(*more, *entry.value))
            if entry.path == ("phases",) and isinstance(entry.value, tuple) and _name(entry) not in {"game", *done}
            else entry
            for entry in ruleset.entries
        ),
    )


def _name(entry: Entry) -> str:
    return str(entry.key).split(" (")[0]


def _left(lines: tuple[Line, ...], chance: Random) -> tuple[Line, ...]:
    found = []
    for line in lines:
        if line.kind == "do" and chance.randrange(4):
            continue
        if line.kind == "option" or not line.body:
            found.append(line)
            continue
        body, also = _left(line.body, chance), tuple(evolve(each, body=_left(each.body or (), chance)) for each in line.also)
        if body:
            found.append(evolve(line, body=body, also=tuple(each for each in also if each.body)))
    return tuple(found)


def _cut(entry: Entry, chance: Random) -> Entry:
    """Sometimes only the first sentences of a phase; a variant is another phase then, by a name that it gives."""
    assert isinstance(entry.value, tuple)
    if chance.randrange(3):
        return entry
    first = Line("let", words(f"let z{sum(1 for _ in every_line(entry.value))} = players"))
    return evolve(entry, value=(*entry.value[: chance.randint(0, len(entry.value))], first))
