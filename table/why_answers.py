"""Explains why an option cannot be chosen: by the author's reason or the condition, and with its line where `why` was typed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import product
from math import prod
from pathlib import Path

from attrs import frozen

from ..interpreter import Decision, Option, Refusal, State, candidates, find_option, option_text, why_not
from ..interpreter.game import Game
from ..program.ir import LAST_RESORT, Program
from ..program.ops import asks
from .choices import left_of, spots_of
from .labels import labels, lettered
from .matching import clipped, matching, meant, plain
from .narration import heading, instance_name, value_text
from .options import ask_at, option_names
from .phrases import nearest, phrase
from .prompt import phase_around
from .spots import OnSeat, Spot
from .styles import DIM, StyledRun, StyledText

MOST_WRITTEN = 20_000
"""At most this many conceivable options are searched for the one that was typed."""

MOST_ASKED = 400
"""At most this many refused options are explained."""

MOST_TRIED = 60
"""Where more options could be tried, none of those that are not on offer is listed."""

MOST_LISTED = 12
"""An answer has at most this many lines."""

MOST_NAMED = 8
"""At most this many options are named where several have the same reason, and values where another is not among them."""


@frozen
class Way:
    """An option as text: in the player's language, and as the rules write it."""

    spoken: str
    written: str


@frozen
class Because:
    """A reason, its place in the rules where that is wanted (else empty), and the options that it excludes."""

    reason: str
    place: str
    ways: list[Way]


@frozen
class Barred:
    """An option that is not on offer, and the answer why."""

    words: str
    answer: StyledText


@frozen
class Asker:
    """Answers `why` for the seat that is *asked*, at this state of the match, in this language.

    *place* gives file and line for a line number of the Program. *keys* choose the options ("": that one is pointed at); None:
    those of a list that is written line by line.
    """

    game: Game
    place: Callable[[int], tuple[str, int]]
    state: State
    asked: Decision
    language: str
    keys: tuple[str, ...] | None = None

    @property
    def program(self) -> Program:
        """The rules."""
        return self.game.program

    def explain(self, typed: str) -> list[StyledText]:
        """The lines of the answer about the option that was *typed*, with the places in the rules; about everything that is not
        offered, where nothing was.
        """
        if not typed.strip():
            return self.everything()
        names = option_names(self.game, self.asked, self.language)
        signs, wanted = self.signs(names), plain(typed)
        near = self.ways(candidates(self.game, self.state, self.asked.actor))
        far = self.ways(self.writable())
        for ways in (near, far):
            whole = matching(wanted, [(way.spoken, way.written) for way in ways], exact=True)
            if whole and not (wanted.isdecimal() and wanted in signs):
                return [self.answer(ways[whole[0]], placed=True)]
        if wanted in signs:
            return [(StyledRun(self.say("you can", wanted)),)]
        for ways in (near, far):
            begun = meant(wanted, [(way.spoken, way.written) for way in ways])
            if begun:
                return self.answers([ways[index] for index in begun], placed=True)
        if wanted.isdecimal() and self.keys is None and not lettered(names):
            return [(StyledRun(self.say("out of range", len(names))),)]
        elsewhere = self.elsewhere(wanted)
        if elsewhere is not None:
            return [elsewhere]
        likely = list(dict.fromkeys([*(way.spoken for way in near), *(way.written for way in near)]))
        return [(StyledRun(self.say("no such", clipped(typed)) + nearest(self.language, typed, likely)),)]

    def refused(self, typed: str) -> list[StyledText]:
        """The lines about what was typed and is not on offer: why, where it can be an option now or part of one, else where in
        the rules it is one; none where it is neither.
        """
        wanted = plain(typed)
        groups = [self.ways(candidates(self.game, self.state, self.asked.actor)), self.ways(self.writable())]
        for ways in groups:
            found = matching(wanted, [(way.spoken, way.written) for way in ways], exact=True)
            if found:
                return [self.answer(ways[found[0]])]
        elsewhere = self.elsewhere(wanted)
        if elsewhere is not None:
            return [elsewhere]
        for ways in groups:
            begun = matching(wanted, [(way.spoken, way.written) for way in ways], exact=False)
            if begun:
                return self.answers([ways[each] for each in begun])
        return []

    def elsewhere(self, wanted: str) -> StyledText | None:
        """Where in the rules an option of another decision is called so; None where none is."""
        here = ask_at(self.program, self.asked.stop)
        for ask in asks(self.program):
            for alternative in ask.alternatives if ask is not here else ():
                names = {plain(alternative.name.say(self.language)), plain(alternative.name.plain)} - {""}
                if any(wanted == name or wanted.startswith(f"{name} ") for name in names):
                    now, then = (phase_around(self.game, stop, self.language) for stop in (self.asked.stop, ask.stop))
                    where = f" ({then})" if then not in ("", now) else ""
                    return (StyledRun(self.say("elsewhere", heading(alternative.name, self.language), where)),)
        return None

    def pointed(self, picked: tuple[Spot, ...], spot: Spot) -> list[StyledText]:
        """The lines of the answer about a spot that cannot be picked next, where these are *picked*; none where no option could
        ever mean it.
        """
        for options in (candidates(self.game, self.state, self.asked.actor), self.writable()):
            groups = spots_of(self.game, self.state, self.asked, options)
            found = [option for option, each in zip(options, groups, strict=True) if left_of(each, (*picked, spot)) is not None]
            if found:
                return self.answers(self.ways(tuple(found)))
        return []

    def barred(self) -> tuple[Barred, ...]:
        """The options that would stand in a list and are not on offer, where the author says why: no space of a board and no card
        means them. None where more than `MOST_TRIED` options could be tried.
        """
        options = candidates(self.game, self.state, self.asked.actor, MOST_TRIED + 1)
        if len(options) > MOST_TRIED:
            return ()
        offered = {option.code for option in self.asked.options}
        refused = tuple([option for option in options if option.code not in offered])
        places = spots_of(self.game, self.state, self.asked, refused)
        listed = [
            option
            for option, groups in zip(refused, places, strict=True)
            if all(isinstance(spot, OnSeat) for group in groups for spot in group)
        ]
        found: dict[str, Barred] = {}
        for way in self.ways(tuple(listed)):
            refusal = why_not(self.game, self.state, self.asked.actor, way.written)
            if refusal is not None and refusal.reasons:
                answer = self.shared(Because(self.reason(refusal), "", [way]))
                found.setdefault(way.spoken, Barred(way.spoken, answer))
        return tuple(found.values())

    def everything(self) -> list[StyledText]:
        """The lines about all candidates that are not offered."""
        offered = {each[-1] for each in option_names(self.game, self.asked, self.language)}
        ways = self.ways(candidates(self.game, self.state, self.asked.actor))
        refused = [way for way in ways if way.written not in offered]
        return self.answers(refused, placed=True) or [(StyledRun(self.say("all offered")),)]

    def answers(self, ways: list[Way], placed: bool = False) -> list[StyledText]:
        """The lines about several options; those with the same reason share a line, with its place in the rules if *placed*."""
        found: dict[str, Because] = {}
        lines: list[StyledText] = []
        for way in ways[:MOST_ASKED]:
            refusal = why_not(self.game, self.state, self.asked.actor, way.written)
            if refusal is None:
                lines.append(self.answer(way, placed))
                continue
            place = self.place_of(refusal) if placed else ""
            reason = self.reason(refusal)
            found.setdefault(f"{reason}  {place}", Because(reason, place, [])).ways.append(way)
        lines = lines[:MOST_LISTED] + [self.shared(because) for because in found.values()]
        left = len(lines) - MOST_LISTED
        more: list[StyledText] = [(StyledRun(f"… {max(0, left) + max(0, len(ways) - MOST_ASKED)}", DIM),)]
        return lines[:MOST_LISTED] + (more if left > 0 or len(ways) > MOST_ASKED else [])

    def answer(self, way: Way, placed: bool = False) -> StyledText:
        """Why that option cannot be chosen, with the place in the rules if *placed*, or its label when it can."""
        names = option_names(self.game, self.asked, self.language)
        offered = find_option(self.game, self.asked, way.written)
        if offered is not None:
            key = self.signs(names)[offered]
            return (StyledRun(self.say("cannot", way.spoken, self.say("you can", key) if key else self.say("you can point"))),)
        refusal = why_not(self.game, self.state, self.asked.actor, way.written)
        if refusal is None:
            return (StyledRun(self.say("no such", way.spoken)),)
        return self.shared(Because(self.reason(refusal), self.place_of(refusal) if placed else "", [way]))

    def shared(self, because: Because) -> StyledText:
        """A reason with the options that it excludes; words with which all of them begin are written once."""
        ways = because.ways
        if len(ways) == 1:
            text = self.say("cannot", ways[0].spoken, because.reason)
        else:
            same = shared_words([way.spoken for way in ways])
            shown = [way.spoken if number == 0 else rest(way.spoken, same) for number, way in enumerate(ways[:MOST_NAMED])]
            text = f"{because.reason}: {', '.join(shown)}"
            if len(ways) > MOST_NAMED:
                text += f" … ({len(ways)})"
        return (StyledRun(text), StyledRun(f"  ({because.place})", DIM)) if because.place else (StyledRun(text),)

    def place_of(self, refusal: Refusal) -> str:
        """`FILE:LINE` of the sentence that excludes the option."""
        file, line = self.place(self.program.sentences[refusal.sentence].span.line)
        return f"{Path(file).name}:{line}"

    def reason(self, refusal: Refusal) -> str:
        """The author's reason, else where the missing value is not found, else the condition in words."""
        said = refusal.reason(self.language)
        if said:
            return said
        if refusal.words == LAST_RESORT:
            return self.say("last resort")
        missing = refusal.missing
        if missing is None:
            return self.say("rule", refusal.words)
        label = value_text(self.program, missing.domain, missing.value, self.language)
        if missing.zone is None:
            there = [value_text(self.program, missing.domain, value, self.language) for value in missing.among]
            name = "not next" if missing.words.startswith("neighbours of ") else "not among"
            return self.say(name, label, ", ".join(there) if 0 < len(there) <= MOST_NAMED else missing.words)
        zone = self.program.zones[missing.zone.zone]
        own = zone.owner is not None and missing.zone.index[zone.owner] == self.asked.actor
        where = heading(zone.name, self.language) if own else instance_name(self.program, missing.zone, self.language)
        return self.say("not in", label, where)

    def signs(self, names: Sequence[Sequence[str]]) -> Sequence[str]:
        """What chooses each of the options with these names."""
        return labels(names) if self.keys is None else self.keys

    def ways(self, options: tuple[Option, ...]) -> list[Way]:
        """The options as text."""
        return [
            Way(option_text(self.game, self.asked, option, self.language), option_text(self.game, self.asked, option))
            for option in options
        ]

    def writable(self) -> tuple[Option, ...]:
        """Every option that can be written down for this decision, whether or not its arguments can be reached; alternatives that
        would exceed `MOST_WRITTEN` are skipped.
        """
        ask = ask_at(self.program, self.asked.stop)
        found: list[Option] = []
        for number, alternative in enumerate(ask.alternatives if ask is not None else ()):
            if len(found) + prod(parameter.size for parameter in alternative.parameters) > MOST_WRITTEN:
                continue
            ranges = (range(parameter.low, parameter.low + parameter.size) for parameter in alternative.parameters)
            found += (Option(alternative.name.plain, arguments, -1, 1, number) for arguments in product(*ranges))
        return tuple(found)

    def say(self, name: str, *values: object) -> str:
        """A phrase in the language of the answer."""
        return phrase(self.language, name, *values)


def shared_words(names: list[str]) -> int:
    """How many words all the names have in common at their beginning; the last word of a name never counts."""
    split = [name.split() for name in names]
    most = min(len(words) for words in split) - 1
    return next((at for at in range(most) if len({words[at] for words in split}) > 1), most)


def rest(name: str, words: int) -> str:
    """The name without its first *words* words."""
    return " ".join(name.split()[words:])
