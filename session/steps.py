"""A match once more, step by step, as those see it who may see only what all may see."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import frozen

from ..interpreter import NATURE, heard_by_all, turned_up
from ..interpreter.match.match import Match
from ..table.model import scene_of
from ..table.narration import EVERYBODY
from ..table.scene import Scene
from ..table.story import Story, StoryLine


@frozen
class MatchStep:
    """How things stand behind a choice of a seat and what chance did then, and what all hear of it."""

    scene: Scene
    lines: tuple[StoryLine, ...]


def steps(match: Match, language: str) -> Iterator[MatchStep]:
    """The steps of a match, beginning with its set-up, without what was taken back. Raises PlayError."""
    again = Match(match.game, match.header)
    story = Story(match.game, EVERYBODY, language)
    for answered in match.observer.answers:
        if answered.asked.actor != NATURE and again.observer.asked != (NATURE,):
            yield _step(again, story, language)
        if answered.asked.actor == NATURE:
            again.nature_told(answered.index)
        else:
            again.answer(answered.asked.actor, answered.index)
    yield _step(again, story, language)


def _step(match: Match, story: Story, language: str) -> MatchStep:
    seen = heard_by_all(match.game, match.state)
    seen = turned_up(match.game, match.state, seen) if match.is_over else seen
    return MatchStep(scene_of(match.game, seen, language, own=False, course=match.course), story.follow(match.course)[-1])
