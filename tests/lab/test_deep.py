"""Random games that look for faults: the shortest game that shows one, and that game as an example."""

from __future__ import annotations

from time import monotonic

from rulerun.dsl.compile import compile_examples, compile_ruleset
from rulerun.dsl.text.pasting import pasted
from rulerun.dsl.text.source import Source
from rulerun.interpreter import random_playout
from rulerun.interpreter.core.rng import Use, stream
from rulerun.interpreter.match.examples import run_example
from rulerun.lab.deep.example import example_lines, written
from rulerun.lab.deep.games import DeepGame, Kind, Player
from rulerun.lab.deep.shrink import shrunk
from rulerun.program.ir import Program

from ..support.battery import game_of

LADDER = """
ruleset: ladder
players: 2
variables:
  height: {holds: 0..30}
  idle: {holds: 0..99}
phases:
  game:
    - repeat 12 times:
        - for each player p:
            - do turn (p)
  turn (player me):
    - random n from 1..3
    - me chooses one:
        - rest:
            - idle += 1
        - climb:
            - height += n
outcome:
  winners: players p where height >= 0
invariants:
  not too high: height <= 11
examples:
  one rests:
    players: 2
    answers:
      - nature: n 1
      - Anne: rest
    expect: {height: 0}
variants:
  tall:
    invariants:
      not too high: height <= 14
"""


def ladder(variant: str = "") -> Program:
    """The Program of the game above."""
    made = compile_ruleset(Source("ladder.yaml", LADDER), variant, 2)
    assert made.program is not None, made.diagnostics
    return made.program


def failing(player: Player) -> DeepGame:
    """The first random game that breaks the invariant."""
    return next(game for number in range(100) if (game := player.random(0, number)).troubles)


def test_a_game_is_the_random_playout_of_its_number() -> None:
    program = ladder("tall")
    for number in range(5):
        game = Player(program).random(3, number)
        if not game.troubles:
            assert game.state is not None
            assert game.state.slots == random_playout(game_of(program), program.start, stream(3, number, Use.NATURE).below)


def test_the_shortest_game_that_breaks_an_invariant_is_found() -> None:
    player = Player(ladder())
    game = failing(player)
    short = shrunk(player, game, 0, monotonic() + 60)
    assert [trouble.kind for trouble in short.troubles] == [Kind.INVARIANT]
    # 12 is four climbs by 3, and before each of them nature picks
    assert 8 <= len(short.choices) <= 10 < len(game.choices)


def test_pasted_as_an_example_it_fails_in_the_same_words() -> None:
    for variant in ("", "tall"):
        player = Player(ladder(variant))
        short = shrunk(player, failing(player), 0, monotonic() + 60)
        lines = example_lines(player.game, {}, short, "found: in play")
        assert lines[:3] == ['"found: in play":', "  players: 2", "  answers:"]
        source = pasted(Source("ladder.yaml", LADDER), variant, lines)
        assert source is not None
        examples, diagnostics = compile_examples(source)
        assert diagnostics == ()
        (example,) = [one for one in examples if one.name == "found: in play" and one.program.variant == variant]
        assert [each.message for each in run_example(example).failures] == [short.troubles[0].message]


def test_a_file_that_lacks_the_variant_takes_no_example_of_it() -> None:
    assert pasted(Source("ladder.yaml", LADDER), "short", ["found:"]) is None


def test_what_is_carried_out_is_noted_once_it_happens() -> None:
    program = ladder("tall")
    player = Player(program)
    climbs = next(number for number, each in enumerate(program.sentences) if each.text == "height += n")
    rests = next(number for number, each in enumerate(program.sentences) if each.text == "idle += 1")
    assert not player.carried
    player.play(lambda asked: 0)
    assert rests in player.carried
    assert climbs not in player.carried
    player.play(lambda asked: len(asked.options) - 1)
    assert climbs in player.carried


def test_words_that_yaml_would_take_for_something_else_are_quoted() -> None:
    assert [written(each) for each in ("card 3", "a: b", "- x", "#1", " x", "[1]")] == [
        "card 3",
        '"a: b"',
        '"- x"',
        '"#1"',
        '" x"',
        '"[1]"',
    ]
