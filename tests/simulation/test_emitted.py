"""Emitted code, run as plain Python: the same match as the interpreter's, at every step, and the same counts."""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
from functools import cache, lru_cache
from pathlib import Path

import pytest
from _pytest.mark.structures import ParameterSet
from hypothesis import given, settings
from hypothesis import strategies as st

from rulerun.dsl.compile import compile_examples, compile_ruleset, survey
from rulerun.interpreter import PlayError, Policy
from rulerun.interpreter.core.rng import GAMMA, Stream, Use, stream_start
from rulerun.program.ir import Clear, Leave, Program, Take
from rulerun.simulation import prepare_plain
from rulerun.simulation.compile.loaded import Loaded
from rulerun.simulation.emit.module import Form, emit, forms_of
from rulerun.simulation.emit.packing import IN_THE_VECTOR, packings, representation
from rulerun.simulation.engine import CHECKED, Engine
from rulerun.simulation.runtime import kernels

from ..support import battery
from ..support.battery import Setting, compiled, drawn, every_op, listed, of_each, short, turned
from ..support.emitted import (
    FAULTS,
    HUGE,
    LARGE_TESTS,
    LARGEST_ROOT,
    ODD,
    TOO_LARGE_TESTS,
    check_fault,
    large,
    same_end,
    standard,
)
from ..support.lockstep import SEED, follow, played_out, tallied
from ..support.packed import Packed
from ..support.specs import Block, blocks

CHOICES = st.lists(st.integers(0, 10_000), min_size=1, max_size=40)


@cache
def engine(setting: Setting) -> Engine:
    """A bundled ruleset's plain engine, kept with its code."""
    return prepare_plain(compiled(setting))


def sound_blocks() -> list[ParameterSet]:
    """The blocks of the specs that are rulesets without errors, but for one that goes on for ever: `FAULTS` has its like."""
    unsound = re.compile("# error|goes on for ever")
    sound = (block for block in blocks() if not any(map(unsound.search, block.lines)))
    return [
        pytest.param(block, id=f"{block.spec}:{block.line}", marks=() if at % 5 == 0 else pytest.mark.every)
        for at, block in enumerate(sound)
    ]


@cache
def programs(block: Block) -> tuple[Program, ...]:
    """What a block makes: without a variant and with each, for the fewest players and for the most."""
    offer = survey(block.source)
    found = []
    for variant, players in (("", offer.players), *((each.name, each.players) for each in offer.variants)):
        for number in dict.fromkeys((*players[:1], *players[-1:])):
            program = compile_ruleset(block.source, variant, number, {}).program
            if program is not None:
                found.append(program)
    return tuple(found)


@cache
def scenes(block: Block) -> tuple[Program, ...]:
    """The same, and its examples, each of which begins elsewhere and does other phases."""
    return (*programs(block), *(example.program for example in compile_examples(block.source)[0]))


@lru_cache(maxsize=1)
def stepping(block: Block) -> tuple[tuple[Program, Loaded], ...]:
    """The same, each with its code; kept for the many matches of one test."""
    return tuple((program, prepare_plain(program).form(Form.STEPPING)) for program in scenes(block))


each_ruleset = of_each(short())
few_rulesets = pytest.mark.parametrize(
    "setting",
    [
        pytest.param(each, marks=[] if each.file in ("tic_tac_toe", "why_first") else pytest.mark.every)
        for each in short()
        if each in battery.WITNESSES or each.file == "tic_tac_toe"
    ],
    ids=lambda setting: setting.name,
)
each_spec = pytest.mark.parametrize("block", sound_blocks())


# ------------------------------------------------------------------------------------------------------- step by step


@each_ruleset
def test_every_bundled_game_goes_as_the_interpreter_says(setting: Setting) -> None:
    follow(compiled(setting), engine(setting).form(Form.STEPPING), drawn(1), most=40)


@pytest.mark.slow
@each_ruleset
@settings(max_examples=5)
@given(numbers=CHOICES, lowest=st.booleans())
def test_every_bundled_game_goes_as_the_interpreter_says_whatever_is_chosen(
    setting: Setting, numbers: list[int], lowest: bool
) -> None:
    follow(compiled(setting), engine(setting).form(Form.STEPPING), listed(numbers), most=400, lowest=lowest)


@pytest.mark.slow
@of_each((*battery.extremes(), *turned()))
def test_every_setting_goes_as_the_interpreter_says(setting: Setting) -> None:
    stepping = prepare_plain(compiled(setting)).form(Form.STEPPING)
    follow(compiled(setting), stepping, drawn(1), most=40 if setting.parameters else 80)


@each_spec
def test_every_ruleset_of_the_specs_goes_as_the_interpreter_says(block: Block) -> None:
    program = programs(block)[0]
    follow(program, prepare_plain(program).form(Form.STEPPING), drawn(1), most=20)


@pytest.mark.slow
@pytest.mark.parametrize("block", sound_blocks()[1::2])
@settings(max_examples=6)
@given(numbers=CHOICES, lowest=st.booleans())
def test_every_ruleset_of_the_specs_goes_as_the_interpreter_says_whatever_is_chosen(
    block: Block, numbers: list[int], lowest: bool
) -> None:
    for program, code in stepping(block):
        follow(program, code, listed(numbers), most=150, lowest=lowest)


# --------------------------------------------------------------------------------------------------------- whole games


@of_each(short(), "chess")
def test_whole_games_end_and_count_as_the_interpreter_says(setting: Setting) -> None:
    same_end(compiled(setting), engine(setting), range(1))


@pytest.mark.slow
@pytest.mark.parametrize("block", sound_blocks()[::2])
def test_whole_games_of_the_specs_end_and_count_as_the_interpreter_says(block: Block) -> None:
    for program in scenes(block):
        same_end(program, prepare_plain(program), range(1))
        same_end(program, Packed(program, compiled=False), range(1))


@pytest.mark.slow
@of_each(battery.brief())
def test_whole_games_of_every_setting_end_and_count_as_the_interpreter_says(setting: Setting) -> None:
    program = compiled(setting)
    same_end(program, prepare_plain(program), range(2))
    same_end(program, Packed(program, compiled=False), range(2))


@pytest.mark.slow
def test_some_bundled_games_are_packed() -> None:
    packed = [setting.name for setting in short() if packings(compiled(setting))]
    assert packed
    for setting in short():
        if setting.name in packed:
            same_end(compiled(setting), Packed(compiled(setting), compiled=False), range(1))


def with_menus() -> list[Setting]:
    """The bundled games in which an entry of a menu can be drawn."""
    return [setting for setting in short() if battery.has(setting, "menus")]


each_with_menus = of_each(with_menus(), "chess")


@each_with_menus
def test_whole_games_drawn_flat_end_and_count_as_the_interpreter_says(setting: Setting) -> None:
    same_end(compiled(setting), prepare_plain(compiled(setting), Policy.FLAT), range(1))


@few_rulesets
def test_how_options_are_drawn_is_another_text_only_where_there_is_a_menu(setting: Setting) -> None:
    for form in forms_of(compiled(setting)):
        texts = {emit(compiled(setting), form, IN_THE_VECTOR, policy).text for policy in Policy}
        assert len(texts) == (2 if setting in with_menus() and form is not Form.ALPHABETA else 1), form


FLAT_DECISIONS = {
    "crazy_eights-2": [83, 30, 44, 46, 77, 38],
    "kuhn_poker-2": [5, 5, 5, 4, 4, 4],
    "liars_dice-2": [7, 5, 5, 4, 4, 7],
    "pig-2": [101, 150, 166, 127, 155, 151],
    "traxx-2": [96, 87, 93, 90, 87, 77],
}
"""How long the first games of the seed were when nothing could be drawn but flat."""


@pytest.mark.parametrize("name", FLAT_DECISIONS)
def test_games_drawn_flat_are_those_of_old(name: str) -> None:
    (program,) = (compiled(setting) for setting in short() if setting.name == name)
    whole, expected = prepare_plain(program, Policy.FLAT), FLAT_DECISIONS[name]
    rows, _ = tallied(whole, 0, len(expected))
    assert [row[whole.columns.decisions] for row in rows] == expected
    assert whole.playouts(SEED, 0, len(expected)) == sum(expected)


def test_a_chunk_is_its_games_one_after_the_other() -> None:
    whole = engine(Setting("why_first", "", 2))
    rows, counters = tallied(whole, 5, 4)
    alone = [tallied(whole, number, 1) for number in range(5, 9)]
    assert rows == [row for (row,), _ in alone]
    assert counters == [sum(each) for each in zip(*(one for _, one in alone), strict=True)]
    decisions = sum(row[whole.columns.decisions] for row in rows)
    assert whole.playouts(SEED, 5, 4) == decisions == sum(whole.playouts(SEED, number, 1) for number in range(5, 9))


def test_a_run_gives_arrays() -> None:
    numpy = pytest.importorskip("numpy")
    whole = engine(Setting("tic_tac_toe", "", 2))
    chunk = whole.run(SEED, 2, 5)
    rows, counters = tallied(whole, 2, 5)
    assert chunk.rows.dtype == chunk.counters.dtype == numpy.int64
    assert (chunk.rows.tolist(), chunk.counters.tolist()) == (rows, counters)
    assert whole.run(SEED, 0, 0).rows.shape == (0, whole.columns.width)


@pytest.mark.parametrize("seed", [-1, 2**64])
def test_a_seed_is_a_word(seed: int) -> None:
    with pytest.raises(ValueError, match="is not within"):
        engine(Setting("tic_tac_toe", "", 2)).playouts(seed, 0, 1)


@pytest.mark.parametrize("title", ODD)
def test_odd_sentences_go_as_the_interpreter_says(title: str) -> None:
    program = standard(ODD[title])
    for policy in Policy:
        for seed in range(2):
            follow(program, prepare_plain(program, policy).form(Form.STEPPING), drawn(seed), most=60)
        same_end(program, prepare_plain(program, policy), range(5))
        same_end(program, Packed(program, False, policy), range(5))


# -------------------------------------------------------------------------------------------------------------- faults


@pytest.mark.parametrize(
    "title", [pytest.param(title, marks=[pytest.mark.slow] if "without an end" in title else []) for title in FAULTS]
)
def test_a_fault_is_told_as_the_interpreter_tells_it(title: str) -> None:
    program = standard(FAULTS[title])
    check_fault(program, prepare_plain(program))


def test_a_fault_that_depends_on_the_draws_is_told_for_each_policy() -> None:
    program = standard(FAULTS["only when one is chosen from a menu"])
    for policy in Policy:
        check_fault(program, prepare_plain(program, policy))


def test_a_fault_of_a_game_that_was_never_begun_is_told_too() -> None:
    program = standard(FAULTS["nothing on top"])
    with pytest.raises(PlayError, match=r"\(game 3 of seed 9\)"):
        prepare_plain(program).playouts(9, 3, 1)


LATE_FAULTS = {
    "the outcome": "outcome:\n  winners: players p where points[p] >= 6 div pot",
    "the payoff": "outcome:\n  winners: players p where points[p] > 0\n  payoff (player p): 6 div pot",
    "a measure at the end": "measures:\n  share: {at the end of the game: 6 div pot}",
    "a measure on the way": "measures:\n  share: {at the end of game: 6 div pot}",
}


@pytest.mark.parametrize("title", LATE_FAULTS)
def test_a_fault_of_what_is_only_counted_is_told(title: str) -> None:
    pytest.importorskip("numpy")
    found = compile_ruleset(Block("late", 0, title, "sections", tuple(LATE_FAULTS[title].splitlines())).source, "", 2, {})
    assert found.program is not None, found.diagnostics
    whole = prepare_plain(found.program)
    assert whole.playouts(SEED, 0, 3) > 0
    with pytest.raises(PlayError, match=rf"\(game 2 of seed {SEED}\)") as told:
        whole.run(SEED, 2, 2)
    assert "div pot" in found.program.sentences[told.value.sentence].text


@of_each(short(), "chess")
def test_with_every_check_kept_all_is_the_same(setting: Setting, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(CHECKED, "1")
    program = compiled(setting)
    whole = prepare_plain(program)
    same_end(program, whole, range(1))
    follow(program, whole.form(Form.STEPPING), drawn(1), most=25)
    assert len(whole.form(Form.STEPPING).emitted.sites) > len(emit(program, Form.STEPPING, IN_THE_VECTOR).sites)


@pytest.mark.parametrize("test", LARGE_TESTS)
def test_large_numbers_are_what_they_are(test: str) -> None:
    program = large(LARGEST_ROOT, test)
    whole = prepare_plain(program)
    same_end(program, whole, range(1))
    assert played_out(whole, 0)


@pytest.mark.parametrize("test", TOO_LARGE_TESTS)
def test_numbers_that_grow_too_large_are_told(test: str) -> None:
    with pytest.raises(PlayError, match="numbers go from"):
        prepare_plain(large(LARGEST_ROOT, test)).playouts(SEED, 0, 1)


# ------------------------------------------------------------------------------------------------------------- kernels


@given(start=st.integers(0, 2**64 - 1), bound=st.integers(1, 2**62) | st.sampled_from(HUGE) | st.integers(1, 100))
def test_numbers_below_a_bound_are_those_of_the_interpreter(start: int, bound: int) -> None:
    ours, theirs = start, Stream(start)
    for _ in range(5):
        ours, number = kernels.below(ours, bound)
        assert number == theirs.below(bound)
        assert ours == (start + theirs.position * GAMMA) % 2**64


def test_some_of_them_are_rejected() -> None:
    streams = [Stream(start) for start in range(50)]
    assert [each.below(2**64 // 5 + 1) for each in streams] == [kernels.below(start, 2**64 // 5 + 1)[1] for start in range(50)]
    assert any(each.position > 1 for each in streams)


@given(seed=st.integers(0, 2**64 - 1), game=st.integers(0, 2**63 - 1), use=st.sampled_from(Use))
def test_a_stream_starts_where_the_interpreter_starts_it(seed: int, game: int, use: Use) -> None:
    assert kernels.stream(seed, game, use) == stream_start(seed, game, use)


# ------------------------------------------------------------------------------------------------------- the text itself


def carried_out(program: Program) -> set[str]:
    """The sentences of the statements, as comments write them."""
    silent = Clear | Leave | Take
    return {" ".join(program.sentences[op.sentence].text.split()) for op in every_op(program) if not isinstance(op, silent)}


@of_each(short(), "chess")
def test_every_sentence_stands_above_its_code(setting: Setting) -> None:
    for form in forms_of(compiled(setting)):
        lines = [line.strip() for line in emit(compiled(setting), form, IN_THE_VECTOR).text.splitlines()]
        comments = {line.removeprefix("# ") for line in lines if line.startswith("# ")}
        assert sorted(carried_out(compiled(setting)) - comments) == [], form


@few_rulesets
def test_emitted_code_is_plain_numbers_and_lists(setting: Setting) -> None:
    for form in forms_of(compiled(setting)):
        tree = ast.parse(emit(compiled(setting), form, representation(compiled(setting))).text)
        assert [ast.unparse(node) for node in ast.walk(tree) if isinstance(node, FOREIGN)] == []


FOREIGN = ast.Attribute | ast.Dict | ast.List | ast.Set | ast.Import | ast.ImportFrom | ast.Lambda | ast.comprehension | ast.Try


@few_rulesets
def test_equal_programs_make_equal_texts(setting: Setting) -> None:
    again = compile_ruleset(battery.source(setting.file), setting.variant, setting.players, dict(setting.parameters)).program
    assert again is not None
    for form in forms_of(again):
        assert emit(again, form, representation(again)) == emit(compiled(setting), form, representation(compiled(setting)))


@pytest.mark.slow
def test_no_text_depends_on_how_a_process_hashes() -> None:
    script = (
        "from hashlib import sha256; from rulerun.simulation.emit.module import forms_of, emit\n"
        "from rulerun.simulation.emit.packing import representation as held\n"
        "from tests.support.battery import WITNESSES, compiled\n"
        "programs = [compiled(each) for each in WITNESSES]\n"
        "print(sha256(''.join(emit(each, form, held(each)).text for each in programs for form in forms_of(each))\n"
        ".encode()).hexdigest())"
    )
    top = Path(__file__).resolve().parents[2]
    said = []
    for seed in ("1", "2"):
        environment = {**os.environ, "PYTHONHASHSEED": seed}
        run = subprocess.run([sys.executable, "-c", script], cwd=top, env=environment, capture_output=True, check=True)
        said.append(run.stdout)
    assert len(said[0]) > 60
    assert said[0] == said[1]
