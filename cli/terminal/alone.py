"""Bots play alone: a match, what `rulerun test` found in one, or a game of a run of the lab."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from attrs import frozen

from ...bots import Bot, Draw, match_choice
from ...interpreter import NATURE, PlayError, State, actors
from ...interpreter.core.chance import Randomness, Seed
from ...interpreter.core.rng import Use, stream
from ...interpreter.game import Game
from ...interpreter.match.history import standing
from ...interpreter.match.match import Match
from ...interpreter.measures import final_measures, measuring
from ...interpreter.views import check_shown
from ...lab.deep.games import endless, wrong
from ...table.narration import EVERYBODY, title_line
from ...table.phrases import phrase
from ...table.story import Story, flat, plain
from ..draw.ending import draw_ending
from ..draw.printer import Printer
from .thinking import thinking


@frozen
class Alone:
    """How bots play a match: to its end, or *until* so many decisions are made (None: all), with every rule held as `rulerun
    test` does. Where it is the *game* of that number of a run (None: of none), they draw and are held as in that run.
    """

    until: int | None
    game: int | None

    def draw(self, chance: Randomness) -> Draw | None:
        """What gives all choices of bots their random numbers; None where each has its own place in the bots' stream."""
        match chance:
            case Seed(seed, game) if self.game is not None:
                return stream(seed, game, Use.BOTS).below
            case _:
                return None

    def hold(self, game: Game, state: State, made: int) -> None:
        """Raises PlayError for what is wrong with a state behind so many decisions."""
        program = game.program
        if self.until is not None:
            for trouble in (*wrong(game, state), *endless(program, made)):
                raise PlayError(program, trouble.sentence, trouble.message)
        elif self.game is None:
            check_shown(game, state)
        elif not actors(game, state):
            final_measures(game, state)

    def measured(self, match: Match) -> Match | None:
        """The same match with its measures worked out; None where they are not, or the match has begun."""
        wanted = (self.until, self.game) != (None, None) and not match.entries
        return Match(Game(measuring(match.program)), match.header) if wanted else None


def play_alone(
    match: Match, bots: Mapping[int, Bot], who: str, language: str, silent: bool, path: Path | None, way: Alone
) -> None:
    """Let bots play the match; unless *silent*, print who they are, and what everybody may learn as it happens.

    Raises BotFailed, and PlayError, also where a value that the ruleset shows cannot be worked out, although nobody looks.
    """
    story = Story(match.game, EVERYBODY, language)
    told = 0

    def tell() -> int:
        """Print what was not told yet; gives how much is told now."""
        groups = () if silent else story.follow(match.course)
        for line in flat(groups[told:]):
            print(plain(line))
        return len(groups)

    if not silent:
        print(title_line(match, language))
        if who:
            print(who)
        if path is not None:
            print(phrase(language, "recording", path))
    console = Printer(highlight=False, quiet=silent)
    draw = way.draw(match.header.chance)
    try:
        measured = way.measured(match)
        while True:
            made = len(standing(match.entries))
            way.hold(match.game, match.state, made)
            left = None if way.until is None else way.until - made
            asked = actors(match.game, match.state)
            if not asked or left == 0:
                break
            if asked == (NATURE,):
                match.nature(left)
                if measured is not None:
                    measured.nature(left)
                continue
            told = tell()
            with thinking(console, match.program.seat_name(asked[0], language), language):
                index = match_choice(bots[asked[0]], match, asked[0], draw)
            match.answer(asked[0], index)
            if measured is not None:
                measured.answer(asked[0], index)
    finally:
        tell()
    if not silent and match.is_over:
        for part in draw_ending(match, language):
            Printer(highlight=False).print(part)
