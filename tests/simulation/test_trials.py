"""Phases that are tried in emitted code: all that they change is put back, and conditions hold as the interpreter says."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from rulerun.interpreter import PlayError
from rulerun.program.ir import Program
from rulerun.simulation import Engine, prepare, prepare_plain
from rulerun.simulation.batch import Batch
from rulerun.simulation.emit.module import Form, emit
from rulerun.simulation.emit.packing import representation

from ..support.battery import drawn
from ..support.emitted import same_end
from ..support.lockstep import SEED, ended, follow
from ..support.packed import Packed
from ..support.trials import TRIED, tried

STONES = "stones that may not be taken at once"

each_game = pytest.mark.parametrize("title", [STONES, *TRIED])


@each_game
def test_what_is_tried_goes_as_the_interpreter_says(title: str) -> None:
    program = tried(title)
    whole = prepare_plain(program)
    for seed in range(3):
        follow(program, whole.form(Form.STEPPING), drawn(seed), most=60)
    same_end(program, whole, range(2))
    same_end(program, Packed(program, compiled=False), range(2))


@pytest.mark.every
@each_game
def test_what_is_tried_goes_as_the_interpreter_says_where_everything_is_checked(
    title: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("RULERUN_CHECKED", "1")
    program = tried(title)
    follow(program, prepare_plain(program).form(Form.STEPPING), drawn(1), most=40)
    same_end(program, Packed(program, compiled=False), range(1))


@pytest.mark.slow
@each_game
def test_what_is_tried_goes_in_compiled_code_as_the_interpreter_says(title: str) -> None:
    pytest.importorskip("llvmlite")
    program = tried(title)
    whole = prepare(program)
    assert whole.compiled
    assert whole.form(Form.TALLY).compiled
    for seed in range(3):
        follow(program, whole.form(Form.STEPPING), drawn(seed), most=60)
    same_end(program, whole, range(10))


@pytest.mark.parametrize("ready", [prepare_plain, prepare])
def test_a_fault_in_a_trial_leaves_the_states_as_they_were(ready: Callable[[Program], Engine]) -> None:
    batch = Batch(ready(tried("faults inside")), 3, 1)
    for _ in range(60):
        before = [[int(number) for number in slots] for slots in batch.vectors]
        try:
            codes, _, counts = batch.options()
        except PlayError:
            assert [[int(number) for number in slots] for slots in batch.vectors] == before
            return
        batch.apply([row[count - 1] for row, count in zip(codes, counts, strict=True)])
    raise AssertionError("nothing goes wrong")


@pytest.mark.slow
@pytest.mark.parametrize("ready", [prepare_plain, prepare])
@pytest.mark.parametrize(
    ("title", "line", "part"),
    [
        ("calls of functions that use themselves", "fib (number n), at most 40 deep", "`fib` is worked out again and again"),
        (
            "functions that go too deep",
            "right (number n), at most 2 deep",
            "`left` would go 3 deep, and it says `at most 2 deep`",
        ),
        ("phases that go too deep", "do dig (n - 1)", "`dig` would go 4 deep, and it says `at most 3 deep`"),
    ],
)
def test_what_calls_itself_too_often_or_goes_too_deep_is_stopped_at_the_same_call(
    ready: Callable[[Program], Engine], title: str, line: str, part: str
) -> None:
    program = tried(title)
    with pytest.raises(PlayError, match=part) as told:
        ended(program, 0)
    with pytest.raises(PlayError) as caught:
        Batch(ready(program), 1, SEED).play_out()
    assert program.sentences[told.value.sentence].text.startswith(line)
    assert (caught.value.sentence, caught.value.message.split(" (")[0]) == (told.value.sentence, told.value.message)


def test_writes_to_a_long_array_are_noted_and_not_copied() -> None:
    program = tried(STONES)
    text = emit(program, Form.PLAYOUT, representation(program)).text
    assert "undo(s, m, " in text
    assert "keep_slots(" not in text


def test_an_array_that_is_written_without_a_bound_is_copied() -> None:
    program = tried("passes are counted for each trial")
    text = emit(program, Form.PLAYOUT, representation(program)).text
    assert "undo(s, m, " in text
    assert "keep_slots(s, m, " in text
