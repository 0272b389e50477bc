"""Why an option cannot be chosen: the author's reason or the condition, with its line in the rules."""

from __future__ import annotations

from itertools import product
from math import prod
from pathlib import Path

from attrs import frozen
from rich.text import Text

from ..dsl.ir import Program
from ..dsl.source import Source
from ..interpreter import Decision, Option, Refusal, State, candidates, find_option, option_text, why_not
from .console import nearest
from .dialogue import Choose, matching, plain, understand
from .offers import ask_at
from .phrases import phrase

MOST_WRITTEN = 20_000
"""So many ways of writing an option are looked through at most."""

MOST_LISTED = 12


@frozen
class Way:
    """A way of writing an option: in the player's language, and as the rules write it."""

    spoken: str
    written: str


@frozen
class Asker:
    """Who wants to know: the seat, what it is asked, where the match stands, and the language to answer in."""

    program: Program
    source: Source
    state: State
    asked: Decision
    language: str

    def explain(self, typed: str) -> list[Text]:
        """The answer, a line each; where nothing is *typed*, for everything that the seat may think of."""
        if not typed.strip():
            return self.everything()
        if typed.strip().isdecimal():
            number = int(typed)
            known = 1 <= number <= len(self.asked.options)
            return [Text(self.say("you can", number) if known else self.say("out of range", len(self.asked.options)))]
        near = self.ways(candidates(self.program, self.state, self.asked.actor))
        far = self.ways(self.writable())
        for ways in (near, far):
            names = [(way.spoken, way.written) for way in ways]
            whole = matching(plain(typed), names, exact=True)
            if whole:
                return [self.answer(ways[whole[0]])]
        for ways in (near, far):
            match understand(typed, [(way.spoken, way.written) for way in ways]):
                case Choose(index):
                    return [self.answer(ways[index])]
                case _:
                    pass
        begun = [way for way in near if plain(way.spoken).startswith(plain(typed)) or plain(way.written).startswith(plain(typed))]
        if begun:
            return [self.answer(way) for way in begun[:MOST_LISTED]]
        likely = list(dict.fromkeys([*(way.spoken for way in near), *(way.written for way in near)]))
        return [Text(self.say("no such", typed.strip()) + nearest(typed, likely))]

    def everything(self) -> list[Text]:
        """What may be thought of and is not offered, with what stands against it."""
        ways = self.ways(candidates(self.program, self.state, self.asked.actor))
        refused = [way for way in ways if find_option(self.program, self.asked, way.written) is None]
        lines = [self.answer(way) for way in refused[:MOST_LISTED]]
        if len(refused) > MOST_LISTED:
            lines.append(Text(f"… {len(refused) - MOST_LISTED}", "dim"))
        return lines or [Text(self.say("all offered"))]

    def answer(self, way: Way) -> Text:
        """Why that option cannot be chosen, or its number when it can."""
        offered = find_option(self.program, self.asked, way.written)
        if offered is not None:
            return Text(self.say("cannot", way.spoken, self.say("you can", offered + 1)))
        refusal = why_not(self.program, self.state, self.asked.actor, way.written)
        if refusal is None:
            return Text(self.say("no such", way.spoken))
        text = Text(self.say("cannot", way.spoken, self.reason(refusal)))
        file, line = self.source.place(self.program.sentences[refusal.sentence].span.line)
        text.append(f"  ({Path(file).name}:{line})", "dim")
        return text

    def reason(self, refusal: Refusal) -> str:
        """The author's reason; else the condition in words."""
        said = refusal.reason(self.language)
        if said:
            return said
        # What no condition says but the engine itself is a whole sentence, with names in backticks.
        return refusal.words if refusal.words.startswith("`") else self.say("rule", refusal.words)

    def ways(self, options: tuple[Option, ...]) -> list[Way]:
        """How the options are written."""
        return [
            Way(option_text(self.program, self.asked, option, self.language), option_text(self.program, self.asked, option))
            for option in options
        ]

    def writable(self) -> tuple[Option, ...]:
        """Every option that can be written down, whether or not its arguments can be reached."""
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
