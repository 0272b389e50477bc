"""`rulerun validate --deep`: what random games show, and how it is told."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from rulerun.cli.main import root
from rulerun.cli.terminal import deep as room
from rulerun.cli.terminal.deep import Setting, deep, settings_of
from rulerun.dsl.compile import survey
from rulerun.dsl.text.source import Source

GAME = """
ruleset: climbing
players: 2..3
parameters:
  reach: {default: 3, range: 1..5}
  resting: {default: yes}
variables:
  height: {per: player, holds: 0..40}
phases:
  game:
    - repeat 4 times:
        - for each player p:
            - do turn (p)
  turn (player me):
    - me chooses one:
        - rest:
            - only if resting
        - climb:
            - height[me] += reach
outcome:
  winners: players p where height[p] = (highest of height[q] for q in players)
"""


@pytest.fixture(autouse=True)
def _few(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Few games, without compiled code, in a folder of their own."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(room, "GAMES", 24)
    monkeypatch.setattr(room, "COMPILES", False)


def rulerun(*words: str) -> Result:
    """What a command answers."""
    return CliRunner().invoke(root, list(words))


def codes(text: str) -> list[str]:
    """The codes of what is found in a ruleset."""
    return [each.diagnostic.code for each in deep(Source("climbing.yaml", text), 60, lambda said: None).found]


def test_every_variant_number_of_players_and_end_of_a_parameter_is_played() -> None:
    every = list(settings_of(survey(Source("climbing.yaml", GAME))))
    assert every[:2] == [Setting("", 2, ()), Setting("", 3, ())]
    two = [each.parameters for each in every[2:] if each.players == 2]
    assert two == [
        (("reach", "1"),),
        (("reach", "5"),),
        (("resting", "no"),),
        (("reach", "1"), ("resting", "no")),
        (("reach", "5"), ("resting", "no")),
    ]
    assert len(every) == 2 + 2 * len(two)


def test_a_sound_ruleset_has_nothing_to_report() -> None:
    assert codes(GAME) == []


def test_the_last_line_is_the_verdict() -> None:
    Path("climbing.yaml").write_text(GAME)
    last = rulerun("validate", "--deep", "climbing.yaml").output.splitlines()[-1]
    assert re.fullmatch(r"climbing\.yaml: sound after 12 settings, [\d,]+ random games, [\d,]+ decisions in \d+ s", last)
    Path("climbing.yaml").write_text(GAME.replace("reach\n", "raech\n"))
    last = rulerun("validate", "--deep", "climbing.yaml").output.splitlines()[-1]
    assert last == "climbing.yaml: 1 error, so no games were played"


def test_what_fails_with_one_end_of_a_parameter_is_found_and_shown() -> None:
    Path("climbing.yaml").write_text(GAME.replace("0..40", "0..19"))
    result = rulerun("validate", "--deep", "climbing.yaml")
    assert result.exit_code == 1
    assert "error[fails-in-play]" in result.output
    assert "with 2 players, `reach` = 5" in result.output
    head, _, pasted = result.output.partition("to paste under `examples:`:\n\n")
    example = pasted.split("\n\n")[0].splitlines()
    assert example[:4] == ["  found in play:", "    players: 2", "    parameters: {reach: 5}", "    answers:"]
    assert example.count("      - Anne: climb") == 4 or example.count("      - Ben: climb") == 4
    Path("climbing.yaml").write_text("\n".join([Path("climbing.yaml").read_text(), "examples:", *example, ""]))
    tested = rulerun("test", "climbing.yaml", "--games", "0")
    assert tested.exit_code == 1
    assert "0 of 1 examples hold" in tested.output
    said = head.split("error[fails-in-play]: ")[1].split(" (with")[0]
    assert said in tested.output


def changed(*changes: tuple[str, str]) -> str:
    """The ruleset with these texts in place of others."""
    text = GAME
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    return text


RESTING, CLIMB, GAIN = "only if resting", "climb:", "            - height[me] += reach"


def test_a_dead_end_is_found() -> None:
    low = "climb:\n            - only if height[me] < 3"
    assert codes(changed((RESTING, "only if resting and height[me] < 1"), (CLIMB, low))) == ["fails-in-play"]


EXAMPLE = """
examples:
  from the top:
    given: {height: {Anne: 36}}
    run: turn (Anne)
    answers:
      - Anne: climb
    expect: {height: {Anne: 0}}
"""


def test_what_is_never_done_is_found_unless_an_example_does_it() -> None:
    rare = changed((GAIN, f"{GAIN}\n            - if height[me] = 39:\n                - height[me] = 0"))
    assert codes(rare) == ["never-done"]
    assert codes(rare + EXAMPLE) == []


def test_an_option_that_nobody_takes_is_found_once() -> None:
    never = "only if resting and height[me] = 39\n            - height[me] = 0"
    assert codes(changed((RESTING, never))) == ["never-done"]


def test_games_that_only_longest_ends_are_found() -> None:
    endless = changed(("repeat 4 times", "repeat until height[Anne] = 40"), ("height[me] += reach", "height[me] = reach"))
    assert codes(endless + "longest: {decisions: 30, then: draw}\n") == ["only-longest-ends-it"]


def test_it_is_told_as_json_too() -> None:
    Path("climbing.yaml").write_text(GAME)
    (told,) = json.loads(rulerun("validate", "--deep", "--json", "climbing.yaml").output)["files"]
    assert told["ok"] is True
    assert told["findings"] == []
    assert told["played"]["settings"] == told["played"]["of"] == 12
