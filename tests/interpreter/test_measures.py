"""When measures are taken, and that they change nothing.

A Program is made to note what it takes: behind its slots each measure gets a row, the number of its values and the values,
and each `Take` is replaced by statements that store there.
"""

from __future__ import annotations

import json

import pytest
from attrs import evolve, fields

from rulerun.dsl.compile import compile_ruleset
from rulerun.dsl.text.source import Source
from rulerun.interpreter import initial, random_playout
from rulerun.interpreter.machine.machine import value_of
from rulerun.program.ir import (
    NOTHING,
    VERSION,
    Arithmetic,
    Assign,
    Axis,
    Branch,
    Calculation,
    Cell,
    Comparison,
    Number,
    Op,
    Program,
    Relation,
    Slot,
    Take,
)
from rulerun.program.json import from_json, to_json
from rulerun.program.ops import changed

from ..support import battery
from ..support.battery import compiled, drawn, every_op, game_of, of_each_file

ROOM = 60
"""Values of one measure that can be noted in a match."""


def noting(program: Program) -> Program:
    """The Program that notes the values of its measures behind all its slots."""
    first = program.slots + program.scratch
    slots = first + len(program.measures) * (1 + ROOM)
    start = (*program.start, *(0,) * (slots - program.slots))
    return evolve(changed(program, lambda op: statement(op, first)), slots=slots, locals=slots, start=start)


def statement(op: Op, first: int) -> Op:
    """The statement; a value that is taken is stored."""
    match op:
        case Take(measure, value, sentence):
            at = first + measure * (1 + ROOM)
            number = Slot(at)
            cell = Cell(at + 1, (Axis(number, 0, ROOM, 1),), "values", sentence)
            more = Arithmetic(Calculation.ADD, number, Number(1), False, sentence)
            body = (
                Assign(cell, value, -1000, 1000, False, None, sentence),
                Assign(number, more, 0, ROOM, False, None, sentence),
            )
            return Branch(Comparison(Relation.DIFFERENT, value, Number(NOTHING)), body, (), sentence)
        case _:
            return op


def program_of(text: str, variant: str = "") -> Program:
    """The Program of a ruleset without mistakes."""
    found = compile_ruleset(Source("measured.yaml", text), variant)
    assert found.program is not None, found.diagnostics
    return found.program


def values(program: Program, seed: int = 1) -> dict[str, list[int]]:
    """What a match at random gives for each measure."""
    mine = noting(program)
    end = random_playout(game_of(mine), (*initial(game_of(program)).slots, *mine.start[program.slots :]), drawn(seed))
    found = {}
    for number, each in enumerate(program.measures):
        at = program.slots + program.scratch + number * (1 + ROOM)
        taken = list(end[at + 1 : at + 1 + end[at]])
        if each.final is not None:
            assert taken == []
            last = value_of(game_of(program).silent, end[: program.slots], each.final)
            taken = [] if last == NOTHING else [last]
        found[each.name] = taken
    return found


def game(*sentences: str) -> str:
    """A ruleset whose phase `turn`, done three times with its number, holds these sentences behind one that counts."""
    rules = "".join(f"    {sentence}\n" for sentence in sentences)
    return f"""
ruleset: measured
players: 2
variables:
  pot: {{holds: 0..100}}
  late: {{holds: truth}}
phases:
  game:
    - Anne chooses begun from 0..0
    - repeat 3 times as number:
        - do turn (number)
    - late = yes
  turn (number n):
    - pot += n
{rules}
outcome:
  winners: players
measures:
  pots:
    at the end of turn: pot
  games:
    at the end of game: late
  last:
    at the end of the game: pot
  late:
    at the end of the game: late
"""


def test_a_measure_is_taken_whenever_its_phase_is_complete() -> None:
    assert values(program_of(game())) == {"pots": [1, 3, 6], "games": [1], "last": [6], "late": [1]}


def test_it_is_taken_as_well_where_the_phase_was_left_early() -> None:
    left = game("- if n = 2:", "    - end the phase", "- pot += 10")
    assert values(program_of(left)) == {"pots": [11, 13, 26], "games": [1], "last": [26], "late": [1]}


def test_it_is_not_taken_where_the_match_ends_inside() -> None:
    ended = game("- if n = 2:", "    - end the game")
    assert values(program_of(ended)) == {"pots": [1], "games": [], "last": [3], "late": [0]}


def test_it_is_taken_where_the_match_ends_when_the_phase_is_complete() -> None:
    ended = game("- if n = 2:", "    - end the game after this phase", "- pot += 10")
    assert values(program_of(ended)) == {"pots": [11, 23], "games": [], "last": [23], "late": [0]}


def test_such_a_phase_may_be_left_early_too() -> None:
    ended = game("- if n = 2:", "    - end the game after this phase", "    - end the phase", "- pot += 10")
    assert values(program_of(ended)) == {"pots": [11, 13], "games": [], "last": [13], "late": [0]}


def test_a_phase_that_asks_is_measured_when_all_is_answered() -> None:
    asked = game(
        "- Anne chooses gain from 5..5",
        "- pot += gain",
        "- Ben chooses one:",
        "    - stop:",
        "        - pot += 3",
        "        - if n = 3:",
        "            - end the phase",
        "- pot += 20",
    )
    assert values(program_of(asked)) == {"pots": [29, 59, 70], "games": [1], "last": [70], "late": [1]}


def test_a_phase_that_asks_may_end_the_match_when_it_is_complete() -> None:
    asked = game(
        "- Ben chooses one:",
        "    - stop:",
        "        - end the game after this phase",
        "        - if n = 1:",
        "            - end the phase",
        "- pot += 20",
    )
    assert values(program_of(asked)) == {"pots": [1], "games": [], "last": [1], "late": [0]}


def test_a_match_that_takes_too_long_is_measured_where_it_stands() -> None:
    cut = game("- Anne chooses gain from 5..5", "- pot += gain") + "longest: {decisions: 3, then: draw}\n"
    assert values(program_of(cut)) == {"pots": [6, 13], "games": [], "last": [16], "late": [0]}


def test_a_value_that_is_nothing_is_not_counted() -> None:
    text = game().replace("turn: pot", "turn: first number k in 2..3 where k <= pot and pot <= k")
    text = text.replace("the game: pot", "the game: lowest of k for k in 1..3 where k > pot")
    assert values(program_of(text)) == {"pots": [3], "games": [1], "last": [], "late": [1]}


def test_a_phase_done_in_several_places_is_measured_in_each() -> None:
    more = "    - do turn (4)\n    - do other\n  other:\n    - do turn (5)\n"
    twice = game().replace("    - late = yes\n", f"    - late = yes\n{more}")
    assert values(program_of(twice))["pots"] == [1, 3, 6, 10, 15]


@pytest.mark.parametrize("rules", [(), ("- if n = 2:", "    - end the game after this phase", "- pot += 10")])
def test_measures_change_nothing(rules: tuple[str, ...]) -> None:
    text = game(*rules)
    measured, plain = program_of(text), program_of(text.partition("measures:")[0])
    assert plain.measures == ()
    assert not [op for op in every_op(plain) if isinstance(op, Take)]
    assert (measured.slots, measured.start) == (plain.slots, plain.start)
    assert (measured.stops, measured.codes) == (plain.stops, plain.codes)
    for seed in range(3):
        ends = [random_playout(game_of(each), initial(game_of(each)).slots, drawn(seed)) for each in (measured, plain)]
        assert ends[0] == ends[1]


def test_a_variant_measures_what_it_names() -> None:
    other = "  other:\n    measures:\n      pots:\n        at the end of game: pot * 10\n    without: [games, last]\n"
    program = program_of(f"{game()}variants:\n{other}", "other")
    assert values(program) == {"pots": [60], "late": [1]}


def test_measures_are_part_of_the_portable_program() -> None:
    program = program_of(game())
    again = from_json(to_json(program))
    assert again == program
    assert [(each.name, each.final is None) for each in again.measures] == [
        ("pots", True),
        ("games", True),
        ("last", False),
        ("late", False),
    ]


def test_a_program_from_before_there_were_measures_is_refused_in_words() -> None:
    plain = json.loads(to_json(evolve(program_of(game()), version=1)))
    measures = [field.name for field in fields(Program)].index("measures")
    with pytest.raises(ValueError, match=f"expected version {VERSION} "):
        from_json(json.dumps(plain[: 1 + measures]))


@of_each_file()
def test_a_bundled_ruleset_measures_what_it_says(file: str) -> None:
    for setting in (each for each in battery.settings() if each.file == file):
        program = compiled(setting)
        at_ends = {op.measure for op in every_op(program) if isinstance(op, Take)}
        assert [each.name for number, each in enumerate(program.measures) if each.final is None and number not in at_ends] == []


def test_what_scores_in_each_stage_of_why_first_adds_up_to_all_points() -> None:
    for setting in (each for each in battery.settings() if each.file == "why_first"):
        program = compiled(setting)
        for seed in range(3):
            found = values(program, seed)
            assert len(found["spread of a stage"]) == len(found["scorers of a stage"]) == int(dict(program.parameters)["stages"])
            scorers = [number for number in found["scorers of a stage"] if number]
            gained = sum(number * space for number, space in zip(scorers, found["scoring space"], strict=True))
            end = random_playout(game_of(program), initial(game_of(program)).slots, drawn(seed))
            assert gained == sum(battery.values(program, end, "points"))


def test_who_takes_all_in_a_deal_of_hearts_takes_26() -> None:
    program = compiled(next(each for each in battery.settings() if each.file == "hearts"))
    found = values(program)
    assert len(found["most in a deal"]) > 1
    assert found["somebody takes them all"] == [int(most == 26) for most in found["most in a deal"]]
    end = random_playout(game_of(program), initial(game_of(program)).slots, drawn(1))
    points = battery.values(program, end, "points")
    assert found["last behind first"] == [max(points) - min(points)]
