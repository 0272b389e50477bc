"""Emitted text as WebAssembly: every construct and every form comes to the same as in plain Python."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulerun.simulation import prepare_plain
from rulerun.simulation.batch import Batch
from rulerun.simulation.compile.hosted import Hosted, Raw
from rulerun.simulation.compile.loaded import BEST, HEAD, Loaded, TooLarge
from rulerun.simulation.compile.signatures import TranslationError
from rulerun.simulation.compile.wasm import Binary, translate
from rulerun.simulation.emit.module import Emitted, forms_of

from ..support.battery import WITNESSES, Setting, compiled, of_each, short
from ..support.emitted import FAULTS, ODD, check_fault, same_end, standard
from ..support.forms import outcome_of
from .test_translate import ARRAYS, FAR, LOOPS, NAMES, NEAR, NUMBERS, REFUSED, TABLES, WORDS, plain, result, written

pytest.importorskip("wasmtime")

from ..support.wasm import Wasmtime, in_wasm

TINY = Setting("tic_tac_toe", "", 2)


def loaded(text: str) -> Loaded:
    """The module of a text, in a host of its own."""
    emitted = Emitted(text, 0, 0, 0, (), ())
    made = Hosted(emitted, Wasmtime()).wait(BEST)
    return Loaded(emitted, made.functions, made.level, made.arrays)


Functions = dict[str, Callable[[int, int], int]]


@pytest.fixture(scope="module")
def functions() -> Functions:
    """Each function, in a module of its own."""
    return {name: cast("Callable[[int, int], int]", loaded(written(NUMBERS, name)).functions["go"]) for name in NAMES}


@pytest.mark.parametrize("name", [name for name in NAMES if name not in (*LOOPS, *WORDS)])
@given(a=FAR | NEAR, b=FAR | NEAR)
def test_calculations_come_to_the_same(functions: Functions, name: str, a: int, b: int) -> None:
    assert result(functions[name], a, b) == result(plain(name), a, b)


@pytest.mark.parametrize("name", LOOPS)
@given(a=NEAR, b=NEAR)
def test_loops_come_to_the_same(functions: Functions, name: str, a: int, b: int) -> None:
    assert result(functions[name], a, b) == result(plain(name), a, b)


@pytest.mark.parametrize("name", WORDS)
@given(a=st.integers(0, 2**63 - 1), b=st.integers(0, 2**63 - 1))
def test_words_come_to_the_same(functions: Functions, name: str, a: int, b: int) -> None:
    assert result(functions[name], a, b) == result(plain(name), a, b)


def test_arrays_of_every_kind_are_read_and_written() -> None:
    code = loaded(ARRAYS)
    vectors, rows = code.vectors([[10, 0, 0], [20, 0, 0]], 3), code.rows(2, 2)
    rows[0][:], rows[1][:] = [1, 1], [2, 2]
    arrays = code.vector([3, 4, 5]), code.numbers(1), code.words(2), vectors, rows
    arrays[2][1] = 1
    assert code.call("go", *arrays) == -(2**31) - 1
    expected: list[object] = [[3, 4, 5], [0], [0, 1], [[10, 0, 0], [20, 0, 0]], [[1, 1], [2, 2]]]
    names: dict[str, object] = {}
    exec(HEAD + ARRAYS, names)
    cast("Callable[..., int]", names["go"])(*expected)
    assert [*map(list, arrays[:3]), *([*map(list, table)] for table in arrays[3:])] == expected


MORE = """\
def unrolled(a: int, b: int) -> int:
    found = 0
    for i in range(5):
        if i == b:
            continue
        if i > a:
            break
        found += i * 3 + T0[U(i & 3)]
        for k in range(i, 7, 2):
            found = found * 2 + k
    for i in range(3, -2, -1):
        found += i * b
    return found * 10 + i

def choices(a: int, b: int) -> int:
    found = 0
    more = False
    if a > b:
        found += 1
    if b > 3:
        found += a
    if a != 0:
        if b < 2:
            found += 5
    if a < 3:
        if T0[U(1)] == b:
            found = b
    if a == b:
        more = True
    if b < -1:
        found -= 1
    else:
        found = found * 2
    if more:
        last = a
    else:
        last = b
    return found * 100 + last

def word(a: int, b: int) -> int:
    word = U(5)
    if a > b:
        word += 1
    if a < b:
        word += 3
    return S(word)

def within(a: int, b: int) -> int:
    found = 4 if a < -3 or a > 5 else 0
    if b < 0 or b > 0:
        found += 1
    if a < 7 or a > -7:
        found += 2
    return found

def chosen(a: int, b: int) -> int:
    match a:
        case -4:
            return b
        case -3:
            found = 1
        case _:
            found = 2
    return found

def sparse(a: int, b: int) -> int:
    found = 0
    match a:
        case 1:
            found = 1
        case 1000000:
            return b
        case -1000000:
            found = 3
        case 4:
            found = 4
        case 5:
            found = 5
        case _:
            found = 6
    return found + b

def dense(a: int, b: int) -> int:
    found = 0
    match a:
        case -2:
            found = 1
        case -1:
            return b
        case 0:
            found = 3
        case 2:
            found = 4
        case 3:
            found = 5
        case 5:
            found = 6
    return found

def known(a: int, b: int) -> int:
    return several(3, 4) * several(-1, b) + (1 if U(3) * U(5) < U(a & 31) else 0) + T0[U(2)] - T1[U(1)]

def several(a: int, b: int) -> int:
    a = a * 2 if a > b else a
    for i in range(b & 3):
        if a == i:
            return i - b
    return a + b
"""


@pytest.fixture(scope="module")
def more() -> Functions:
    """Each of these functions, in one module."""
    names = re.findall(r"def (\w+)\(", MORE)
    entries = "".join(f"\n@entry\ndef go_{name}(a: int, b: int) -> int:\n    return {name}(a, b)\n" for name in names)
    functions = loaded(TABLES + MORE + entries).functions
    return {name: cast("Callable[[int, int], int]", functions[f"go_{name}"]) for name in names}


@pytest.mark.parametrize("name", re.findall(r"def (\w+)\(", MORE))
@given(a=NEAR | st.sampled_from([-1000000, 1000000, 2**32, 2**32 + 2, -(2**63)]), b=NEAR)
def test_what_is_written_in_fewer_instructions_comes_to_the_same(more: Functions, name: str, a: int, b: int) -> None:
    names: dict[str, object] = {}
    exec(HEAD + TABLES + MORE, names)
    assert result(more[name], a, b) == result(cast("Callable[[int, int], int]", names[name]), a, b)


COPIES = """\
@entry
def go(s: Slots, t: Slots, z: Words, v: Vectors, at: int) -> int:
    for i in range(20):
        s[U(i)] = t[U(i)]
    for i in range(3, 25):
        z[U(i + 2)] = U(0)
    for k in range(30):
        v[1][U(at + k)] = s[U(k + 2)]
    for i in range(17):
        s[U(40 + i)] = i
    for i in range(30):
        s[U(60 + i)] = t[U(29 - i)]
    return i * 1000 + k
"""


def test_arrays_are_copied_and_cleared_as_element_by_element() -> None:
    code, names = loaded(COPIES), dict[str, object]()
    exec(HEAD + COPIES, names)
    s, t, z, v = [*range(100)], [*range(500, 600)], [*range(40)], [[1] * 50, [2] * 50]
    arrays = code.vector(s), code.vector(t), code.words(40), code.vectors(v, 50)
    arrays[2][:] = z
    assert code.call("go", *arrays, 4) == cast("Callable[..., int]", names["go"])(s, t, z, v, 4)
    assert [*map(list, arrays[:3]), [*map(list, arrays[3])]] == [s, t, z, v]


ORDER = """\
def step(m: Numbers) -> int:
    m[0] += 1
    return m[0]

@entry
def go(m: Numbers) -> int:
    m[U(m[0])] = step(m)
    m[U(m[0] + 1)] += step(m) * 10
    return m[0]
"""


def test_a_value_is_worked_out_before_its_place_and_read_before_it_is_changed() -> None:
    code, names = loaded(ORDER), dict[str, object]()
    exec(HEAD + ORDER, names)
    ours, expected = code.numbers(4), [0] * 4
    assert code.call("go", ours) == cast("Callable[..., int]", names["go"])(expected)
    assert list(ours) == expected


def test_an_array_of_another_type_is_refused() -> None:
    code = loaded("@entry\ndef go(s: Slots) -> int:\n    return s[0]\n")
    for wrong in (code.numbers(4), code.blank(1, 4), [0, 0], 3):
        with pytest.raises(TypeError, match="expected Slots"):
            code.call("go", wrong)


@pytest.mark.parametrize(("text", "why"), REFUSED)
def test_what_no_emitter_writes_is_refused(text: str, why: str) -> None:
    with pytest.raises((TranslationError, ValueError, KeyError), match=why):
        translate(text, lambda size: 0)


def test_a_slice_of_rows_is_the_same_rows() -> None:
    code = loaded("@entry\ndef go(v: Vectors) -> int:\n    v[0][0] += 1\n    return len(v)\n")
    whole = code.vectors([[1, 2], [3, 4], [5, 6]], 2)
    assert code.call("go", whole[1:]) == 2
    assert [*map(list, whole)] == [[1, 2], [4, 4], [5, 6]]
    whole[2][1:] = [7]
    assert list(whole[2][:2]) == [5, 7]


@of_each((*short(), *WITNESSES), "chess", "nine_mens_morris", "dyers", "rails", "roads_and_walls", "change_horses")
def test_every_form_comes_to_the_same_as_in_plain_python(setting: Setting) -> None:
    ours, theirs = in_wasm(compiled(setting)), prepare_plain(compiled(setting))
    forms = forms_of(ours.program)
    for form in forms:
        assert outcome_of(ours, form, 3, 4) == outcome_of(theirs, form, 3, 4), form
    assert all(ours.form(form).compiled for form in forms)


@pytest.mark.parametrize("title", FAULTS)
def test_a_fault_is_told_as_the_interpreter_tells_it(title: str) -> None:
    program = standard(FAULTS[title])
    check_fault(program, in_wasm(program))


@pytest.mark.parametrize("title", ODD)
def test_odd_sentences_go_as_the_interpreter_says(title: str) -> None:
    program = standard(ODD[title])
    same_end(program, in_wasm(program), range(3))


def test_states_side_by_side_and_counts_need_no_numpy_and_are_those_of_plain_python() -> None:
    program = compiled(TINY)
    ends = []
    for engine in (in_wasm(program), prepare_plain(program)):
        batch = Batch(engine, 5, 1)
        batch.play_out()
        other = batch.take([1, 3, 1])
        other.reset([False, True, False])
        rows, counters = engine.counted(2, 3, 4)
        numbers = [*map(list, batch.vectors)], [*map(list, other.vectors)], [*map(list, rows)], list(counters)
        ends.append((numbers, other.games, batch.returns()))
    assert ends[0] == ends[1]


class Refusing(Wasmtime):
    """A host for which every module is too large."""

    def linked(self, binary: Binary) -> dict[str, Raw]:
        """Nothing."""
        raise TooLarge


def test_what_a_host_refuses_is_played_in_plain_python(capsys: pytest.CaptureFixture[str]) -> None:
    program = compiled(TINY)
    engine = in_wasm(program, host=Refusing())
    assert engine.playouts(1, 0, 5) == prepare_plain(program).playouts(1, 0, 5)
    assert not engine.compiled
    assert "too large to be compiled" in capsys.readouterr().err
