"""Every sentence of every bundled ruleset is carried out by its examples and by games at random.

A Program is made to mark what it does: behind its slots each sentence gets one more, and each statement is preceded by one
that stores 1 there. The marks are part of the vector, so any way of playing keeps them.
"""

from __future__ import annotations

from itertools import islice

import pytest
from attrs import evolve

from rulerun.dsl.compile import compile_examples
from rulerun.interpreter import NATURE, candidates, decision, initial, option_text, random_playout, why_not
from rulerun.interpreter.match.examples import Run, actor_index, every_run, run_example, start
from rulerun.interpreter.state import State
from rulerun.program.ir import Ask, Clear, Condition, Program
from rulerun.program.ops import inside

from ..support import battery
from ..support.battery import FILES, Setting, compiled, drawn, every_op, game_of, of_each_file, source, turned, turns
from ..support.marks import marked, marks

Place = tuple[int, int, str]
"""Where a sentence stands, and what it says."""

RUNS_OF_AN_EXAMPLE = 40
TURNS = 120
"""So many turns of a game are looked at for what is refused in it."""


def run_in(program: Program, slots: tuple[int, ...]) -> set[Place]:
    """The sentences that are marked."""
    first = marks(program)
    return {where(program, sentence) for sentence in range(len(program.sentences)) if slots[first + sentence]}


def where(program: Program, sentence: int) -> Place:
    """What tells a sentence from others in every Program of a ruleset."""
    found = program.sentences[sentence]
    return found.span.line, found.span.column, found.text


def statements(program: Program) -> set[Place]:
    """The sentences that do something."""
    found = {where(program, op.sentence) for op in every_op(program) if not isinstance(op, Clear)}
    for op in every_op(program):
        if isinstance(op, Ask):
            found |= {where(program, alternative.sentence) for alternative in op.alternatives}
    return found


def conditions(program: Program) -> list[Condition]:
    """All that options must satisfy."""
    asks = [op for op in every_op(program) if isinstance(op, Ask)]
    return [condition for op in asks for alternative in op.alternatives for condition in alternative.conditions]


def programs(file: str) -> list[Program]:
    """A ruleset in all its settings, and with one dial turned."""
    return [compiled(setting) for setting in (*battery.settings(), *turned()) if setting.file == file]


def run_by_games(file: str) -> set[Place]:
    """What games at random carry out."""
    found: set[Place] = set()
    for setting in (*battery.settings(), *turned()):
        if setting.file == file and ("stages", "20") not in setting.parameters:
            program = compiled(setting)
            noting = marked(program)
            for seed in range(4):
                found |= run_in(program, random_playout(game_of(noting), at_start(noting), drawn(seed)))
    return found


def at_start(program: Program) -> tuple[int, ...]:
    """The vector at the first stop."""
    return initial(game_of(program)).slots


def run_by_examples(file: str) -> set[Place]:
    """What the worked examples carry out."""
    found: set[Place] = set()
    for example in compile_examples(source(file))[0]:
        program = example.program
        noting = evolve(example, program=marked(program))
        state = initial(game_of(noting.program)) if program.body else State(noting.program.start, None)
        for number, run in enumerate(every_run(game_of(noting.program), noting, Run(state, 0, (), ()))):
            found |= run_in(program, run.state.slots)
            if number > RUNS_OF_AN_EXAMPLE:
                break
    return found


@pytest.mark.slow
@pytest.mark.parametrize("file", FILES)
def test_every_sentence_is_carried_out(file: str) -> None:
    wanted = set().union(*(statements(program) for program in programs(file)))
    found = run_by_examples(file) | run_by_games(file)
    assert sorted(wanted - found) == []


@pytest.mark.slow
@pytest.mark.parametrize("file", FILES)
def test_every_line_of_rules_does_something_in_some_setting(file: str) -> None:
    all_programs = programs(file)
    said = [where(program, sentence) for program in all_programs for sentence in range(len(program.sentences))]
    # what a dial or the number of players decides is decided before anything is played: only the blocks under it are left
    lines = {line for line, _, text in said if not text.startswith("if ") and text != "nothing happens"}
    live = {line for program in all_programs for line, _, _ in statements(program)}
    for program in all_programs:
        of_all = [program.outcome.sentence, *(each.sentence for each in (*program.invariants, *program.measures, *program.shown))]
        of_all += [each.sentence for each in conditions(program)]
        tried = [op for trial in program.trials for op in inside(program.phases[trial.phase].body)]
        of_all += [op.sentence for op in tried if not isinstance(op, Clear)]
        of_all += [each.sentence for strategy in program.strategies for line in strategy.lines for each in line]
        live |= {row for sentence in of_all for row in rows(program, sentence)}
    assert sorted(lines - live) == []


def rows(program: Program, sentence: int) -> range:
    """The lines over which a sentence goes."""
    span = program.sentences[sentence].span
    return range(span.line, span.end_line + 1)


@of_each_file("chess")
def test_marking_changes_nothing(file: str) -> None:
    setting = next(each for each in battery.settings() if each.file == file)
    program = compiled(setting)
    end = random_playout(game_of(program), initial(game_of(program)).slots, drawn(1))
    noted = random_playout(game_of(marked(program)), initial(game_of(marked(program))).slots, drawn(1))
    assert noted[: program.locals] == end[: program.locals]


def refused_in(setting: Setting, seed: int) -> set[Place]:
    """The conditions that refuse something that a seat could have tried."""
    program, found = compiled(setting), set()
    choose = drawn(seed)
    for turn in islice(turns(program, drawn(seed)), TURNS):
        if turn.actor == NATURE:
            continue
        asked = decision(game_of(program), turn.before, turn.actor)
        offered = {option.code for option in asked.options}
        tried = [option for option in candidates(game_of(program), turn.before, turn.actor) if option.code not in offered]
        for _ in range(min(6, len(tried))):
            option = tried[choose(len(tried))]
            refusal = why_not(game_of(program), turn.before, turn.actor, option_text(game_of(program), asked, option))
            assert refusal is not None
            found.add(where(program, refusal.sentence))
    return found


def refused_by_examples(file: str) -> set[Place]:
    """The conditions that refuse what the ruleset's own examples say is refused."""
    found: set[Place] = set()
    for example in compile_examples(source(file))[0]:
        if not example.refused:
            continue
        program = example.program
        run = next(iter(every_run(game_of(program), example, Run(start(game_of(program), example), 0, (), ()))))
        for refused in example.refused:
            seat = actor_index(program, refused.actor)
            refusal = None if seat == NATURE else why_not(game_of(program), run.state, seat, refused.choice)
            if refusal is not None:
                found.add(where(program, refusal.sentence))
    return found


@pytest.mark.slow
@pytest.mark.parametrize("file", FILES)
def test_every_condition_refuses_something(file: str) -> None:
    wanted = {where(program, each.sentence) for program in programs(file) for each in conditions(program)}
    found = refused_by_examples(file)  # what they show needs no games
    for setting in (*battery.settings(), *battery.turned()):
        for seed in range(3):
            if setting.file == file and wanted - found:
                found |= refused_in(setting, seed)
    assert sorted(wanted - found) == []


@of_each_file("chess")
def test_every_worked_example_holds(file: str) -> None:
    examples, diagnostics = compile_examples(source(file))
    assert examples
    assert not diagnostics
    failed = [(verdict.name, verdict.failures) for verdict in map(run_example, examples) if not verdict.ok]
    assert failed == []
