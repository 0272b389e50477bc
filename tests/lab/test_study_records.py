"""Recorded matches studied together: what they show, and which records are left out, by name and with the reason."""

from __future__ import annotations

import json
import shlex
from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner, Result

from rulerun.cli.main import root
from rulerun.dsl.compile import compile_ruleset
from rulerun.dsl.text.source import Source
from rulerun.interpreter import outcome
from rulerun.interpreter.core.chance import Keys, Randomness, Seed
from rulerun.interpreter.game import Game
from rulerun.interpreter.match.match import Match
from rulerun.interpreter.match.records import header_by, serialise

pytest.importorskip("numpy")
pytest.importorskip("scipy")

BIDS = """
ruleset: bids
players: 2..3
parameters:
  turns: {default: 3, range: 1..5}
variables:
  bid: {per: player, holds: 0..3, starts as: 0}
scores:
  points: {per: player, holds: 0..60}
phases:
  game:
    - repeat turns times:
        - together, each player me:
            - me chooses sum from 1..3
            - bid[me] = sum
        - for each player me:
            - me chooses one:
                - dare:
                    - roll 1 die as face
                    - points[me] += face
                - keep:
                    - points[me] += bid[me]
                - rest:
                    - points[me] += 0
outcome:
  ranking (player p): highest points[p]
"""


@pytest.fixture(autouse=True)
def a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("bids.yaml").write_text(BIDS)


def played(
    seed: int, text: str = BIDS, players: int = 2, chance: Randomness | None = None, most: int = 999, turns: int = 3
) -> Match:
    """A match of people who choose at random, never `rest`, and together in any order; the first choice of all is taken back."""
    source = Source("bids.yaml", text)
    program = compile_ruleset(source, "", players, {"turns": str(turns)}).program
    assert program is not None
    match, draw = Match(Game(program), header_by(program, source, chance or Seed(seed, 0))), Random(seed)
    match.seat_people(program.players, {}, {})
    first = match.open[0]
    match.answer(first.actor, 0)
    assert match.undo(first.actor) is None
    while not match.is_over and most:
        match.nature()
        if not match.is_over:
            asked = draw.choice(match.open)
            match.answer(asked.actor, draw.randrange(min(len(asked.options), 2)))
            most -= 1
    return match


def keep(match: Match, name: str) -> Match:
    Path(name).write_bytes(serialise(match.header, tuple(match.entries)))
    return match


def study(*words: str) -> Result:
    return CliRunner().invoke(root, ["study", "bids.yaml", *words])


def found(*words: str) -> dict:
    result = study("--records", *words, "--json")
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout)


def test_the_figures_are_those_of_the_matches() -> None:
    keyed = Keys.drawn()
    matches = [keep(played(seed, chance=keyed if seed == 9 else None), f"m{seed}.rulerun") for seed in range(10)]
    figures = found(".")
    assert figures["refused"] == []
    winners = [outcome(match.game, match.state).winners for match in matches]
    summary = figures["summary"]
    for seat, one in enumerate(summary["seats"]):
        assert one["wins"]["count"] == sum(seat in each for each in winners)
    assert summary["asked"]["mean"]["value"] == 12
    taken = {one["name"]: one["chosen"]["count"] for one in summary["alternatives"]}
    daring = [sum(getattr(entry, "choice", "") == "dare" for entry in match.entries) for match in matches]
    assert taken["dare"] == sum(daring)
    assert taken["rest"] == 0
    by_name = {one["name"]: one for one in figures["matches"]}
    assert [len(by_name[f"m{seed}.rulerun"]["winners"]) for seed in range(10)] == [len(each) for each in winners]


def test_the_report_says_what_is_never_taken_and_where_matches_turned() -> None:
    for seed in range(8):
        keep(played(seed), f"m{seed}.rulerun")
    told = " ".join(study("--records", "m?.rulerun").stdout.split())
    assert "8 recorded matches of people" in told
    assert "Options: Never taken when on offer: `rest` (bids.yaml:23, 48 offers: 0% to 7%)." in told
    assert "Turning points: The lead turned for good after" in told
    assert "“turned at”: the last choice up to which a later loser was ahead or level" in told


def test_the_command_that_is_printed_studies_the_same_records() -> None:
    for seed in range(3):
        keep(played(seed), f"m {seed}.rulerun")
    first = study("--records", "m 0.rulerun", "m 1.rulerun")
    command = first.stdout.strip().splitlines()[-1]
    assert CliRunner().invoke(root, shlex.split(command)[1:]).stdout == first.stdout


def test_records_that_do_not_count_are_named_with_the_reason() -> None:
    keep(played(1), "good.rulerun")
    keep(played(1), "twin.rulerun")
    keep(played(2, most=4), "broken.rulerun")
    whole = serialise((torn := played(3)).header, tuple(torn.entries))
    Path("torn.rulerun").write_bytes(whole[: -len(whole) // 10])
    keep(played(4, players=3), "three.rulerun")
    keep(played(5, turns=4), "long.rulerun")
    keep(played(6, text=BIDS.replace("+= 0", "+= 1")), "version.rulerun")
    keep(played(7, text=BIDS.replace("ruleset: bids", "ruleset: other")), "other.rulerun")
    Path("junk.rulerun").write_text("junk\n")
    entries = serialise(played(8).header, tuple(played(9).entries))
    Path("edited.rulerun").write_bytes(entries)
    names = ["good", "twin", "broken", "torn", "three", "long", "version", "other", "junk", "edited"]
    figures = found("--players", "2", *(f"{name}.rulerun" for name in names))
    assert [one["name"] for one in figures["matches"]] == ["good.rulerun"]
    why = {name.removesuffix(".rulerun"): text for name, text in figures["refused"]}
    assert why["twin"] == "the same match as `good.rulerun`"
    assert why["broken"] == "breaks off after choice 4"
    assert why["torn"].startswith("breaks off after choice ")
    assert why["three"] == "3 played, not 2"
    assert why["long"] == "played with turns 4"
    assert why["version"] == "of another version of `bids`, with another text"
    assert why["other"] == "of another ruleset, `other`"
    assert "not a record" in why["junk"]
    assert "chance gave something else here than seed 8 gives" in why["edited"]


def test_without_options_the_settings_are_those_of_most_records() -> None:
    keep(played(1, players=2), "a.rulerun")
    keep(played(2, players=3), "b.rulerun")
    keep(played(3, players=3), "c.rulerun")
    figures = found("a.rulerun", "b.rulerun", "c.rulerun")
    assert figures["summary"]["run"]["players"] == 3
    assert figures["refused"] == [["a.rulerun", "2 played, not 3"]]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--records",), "`--records` needs records"),
        (("m.rulerun",), "one word too many; records are studied by `rulerun study bids.yaml --records m.rulerun`"),
        (("--records", "m.rulerun"), "no record `m.rulerun`"),
        (("--records", "x*.rulerun"), "no record fits `x*.rulerun`"),
        (("--records", "."), "there is no record in the folder `.`"),
        (("--records", "bids.yaml"), "none of these records can be counted:\n  `bids.yaml`: line 1: not a record"),
        (("--records", "bids.yaml", "--budget", "5m"), "`--budget` is for games that are played"),
        (("--records", "bids.yaml", "--levels", "random,greedy"), "`--levels` is for games that are played"),
    ],
)
def test_what_cannot_be_studied_is_refused_in_words(words: tuple[str, ...], said: str) -> None:
    result = study(*words)
    assert result.exit_code in (1, 2)
    assert said in result.output
    assert result.output.startswith("error: ")
