"""The rules page of a ruleset with effects: what each value does, in the author's words or in the ruleset's own lines."""

from __future__ import annotations

from rulerun.dsl.text.source import Source
from rulerun.rulebook.page import Code, Heading, Page, Steps
from rulerun.rulebook.rules_page import rules_page

TEXT = """\
ruleset: guild
players: 2
enumerations:
  craft: [mason, hag, reeve]
scores:
  points: {per: player}
phases:
  game:
    - Anne chooses k from craft
    - do play of k (Anne)
effects:
  play (player me):
    mason:
      - points[me] += 1
    # the worst
    hag:
      - points[me] -= 1
outcome:
  winners: Anne
"""
TOLD = "told:\n  rules game: Choose a craft.\n  rules play of hag: {en: You lose a point., it: Perdi un punto.}\n"
SECOND = "  harm (player q):\n    reeve:\n      - points[q] -= 1\n    hag:\n      - points[q] -= 2\noutcome:"


def page(text: str, language: str = "en") -> Page:
    return rules_page(Source("guild.yaml", text), "", 2, {}, language)


def part(found: Page, title: str) -> tuple[list[str], list[str]]:
    """The steps and the lines of the part of that title."""
    at = found.blocks.index(Heading(title, 2))
    behind = list(found.blocks[at + 1 :])
    end = next((number for number, block in enumerate(behind) if isinstance(block, Heading)), len(behind))
    steps = [step.plain for block in behind[:end] if isinstance(block, Steps) for step in block.items]
    return steps, [line for block in behind[:end] if isinstance(block, Code) for line in block.lines]


def test_effects_are_told_in_the_lines_of_the_ruleset() -> None:
    assert part(page(TEXT), "What each does") == ([], TEXT.split("effects:\n")[1].replace("\n  ", "\n")[2:].split("\n")[:6])


def test_the_words_of_the_author_replace_the_lines() -> None:
    steps, lines = part(page(TEXT + TOLD), "What each does")
    assert steps == ["Hag – You lose a point."]
    assert "mason:" in "".join(lines)
    assert not any("points[me] -= 1" in line or "worst" in line for line in lines)
    assert part(page(TEXT + TOLD), "The rules in short")[0] == ["Choose a craft."]
    assert part(page(TEXT + TOLD, "it"), "Che cosa fa ognuno")[0] == ["Hag – Perdi un punto."]


def test_where_a_value_has_several_effects_the_family_is_named() -> None:
    text = TEXT.replace("outcome:", SECOND, 1) + TOLD
    assert part(page(text), "What each does")[0] == ["Hag (play) – You lose a point."]
    alone = text.replace("    hag:\n      - points[q] -= 2\n", "")
    assert part(page(alone), "What each does")[0] == ["Hag – You lose a point."]
