"""Emitted text as machine code: every construct comes to the same as in plain Python, small functions to the right IR."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulerun.simulation.compile.loaded import HEAD
from rulerun.simulation.compile.signatures import TranslationError
from rulerun.simulation.compile.translate import translate
from rulerun.simulation.runtime.fault import Fault

FAR = st.integers(-(2**60), 2**60)
NEAR = st.integers(-9, 9)

NUMBERS = """\
def quotient(a: int, b: int) -> int:
    return a // b if b != 0 else 0

def rest(a: int, b: int) -> int:
    return a % b if b != 0 else 0

def by_eight(a: int, b: int) -> int:
    return a // 8 + a % 8 * b

def by_seven(a: int, b: int) -> int:
    return a // 7 + a % 7 + a // -3 + b % -5

def signs(a: int, b: int) -> int:
    return -a - (-b) + (a >> 3) + (b << 2)

def bits(a: int, b: int) -> int:
    return S((U(a) ^ U(b)) & (U(a) | U(3))) + S(ones_in(U(a)))

def words(a: int, b: int) -> int:
    return (1 if U(a) < U(b) else 0) + (2 if U(a) >> U(1) > U(b) // U(3) else 0) + S(U(a) % U(10))

def place(a: int, b: int) -> int:
    return lowest(U(a)) if U(a) != U(0) else 64

def numbered(a: int, b: int) -> int:
    return nth_bit(U(a), b % S(ones_in(U(a)))) if U(a) != U(0) else 64

def chains(a: int, b: int) -> int:
    return (1 if -5 < a <= b < 100 else 0) + (2 if not a != b else 0) + (4 if a else 0)

def least(a: int, b: int) -> int:
    return min(a, b) * 3 + max(a, b)

def lazy(a: int, b: int) -> int:
    found = a != 0 and b % (a if a != 0 else 1) == 0 or b > 3 and (a < 0 or not b == 5)
    return 1 if found else 0

def jumps(a: int, b: int) -> int:
    if a > 0 and (b > 0 or a > 5):
        return 1
    elif not (a < -3 or b < -3) and b != 0:
        return 2
    elif a == b:
        pass
    else:
        return 3
    return 4

def loops(a: int, b: int) -> int:
    found = 0
    for i in range(a):
        if i == b:
            continue
        for k in range(i, b, 1):
            if k > 6:
                break
            found += k * i
    for i in range(b, a, -1):
        found -= i
    while found > 100:
        found = found - 37
        if found % 5 == 0:
            break
    return found

def counter(a: int, b: int) -> int:
    found = 0
    for i in range(a):
        found += i
        i = b
        found += i
    return found

def seldom(a: int, b: int) -> int:
    if rare(a == b):
        return 7
    elif rare(a > 5 and b < 3):
        b = -b
    return a + b

def ways(a: int, b: int) -> int:
    match a:
        case 1:
            return b
        case 2:
            found = b + 1
        case -3:
            found = 7
        case _:
            found = 0
    match b:
        case 4:
            found += 1
    return found

def table_read(a: int, b: int) -> int:
    return T0[U(a & 3)] + T1[U(b & 1)]

def pair(a: int, b: int) -> tuple[int, bool]:
    return a + b, a < b

def several(a: int, b: int) -> int:
    one, less = pair(a, b)
    other, more = pair(b, one)
    return other if less else one if more else 0

def wide(a: int, b: int) -> int:
    high, low = product(U(a), U(b))
    return S(high ^ low)

def checked(a: int, b: int) -> int:
    if a < 0 or b > 5:
        raise Fault(7)
    return a

def passed_on(a: int, b: int) -> int:
    found = checked(a, b)
    return found + checked(b, a)
"""

TABLES = "T0 = table((1, -2, 3, 4))\nT1 = table((5, 1099511627776))\n\n"


def written(function: str, name: str) -> str:
    """A module whose entry is that function."""
    return f"{TABLES}{function}\n\n@entry\ndef go(a: int, b: int) -> int:\n    return {name}(a, b)\n"


@pytest.fixture(scope="module")
def machine() -> dict[tuple[str, int], Callable[[int, int], int]]:
    """Each function, compiled at each level."""
    pytest.importorskip("numpy")
    pytest.importorskip("llvmlite")
    from rulerun.simulation.compile.child import object_code
    from rulerun.simulation.compile.library import entries, linked

    found: dict[tuple[str, int], Callable[[int, int], int]] = {}
    for name in NAMES:
        text = written(NUMBERS, name)
        for level in (1, 3):
            functions = linked(object_code(translate(text), level), entries(text))
            found[name, level] = cast("Callable[[int, int], int]", functions["go"])
    return found


LOOPS = ("loops", "counter")
WORDS = ("bits", "words", "place", "wide", "numbered")
"""The functions that are not for all numbers."""

NAMES = [name for name in re.findall(r"def (\w+)\(", NUMBERS) if name != "pair"]


def plain(name: str) -> Callable[[int, int], int]:
    """The function in plain Python."""
    names: dict[str, object] = {}
    exec(HEAD + written(NUMBERS, name), names)
    return cast("Callable[[int, int], int]", names["go"])


def result(function: Callable[[int, int], int], a: int, b: int) -> int | str:
    """What comes back, as a number of 64 bits with a sign, or the fault."""
    try:
        found = function(a, b)
    except Fault as fault:
        return f"fault {fault.site}"
    return (found + 2**63) % 2**64 - 2**63


@pytest.mark.parametrize("name", [name for name in NAMES if name not in (*LOOPS, *WORDS)])
@given(a=FAR | NEAR, b=FAR | NEAR)
def test_calculations_come_to_the_same(
    machine: dict[tuple[str, int], Callable[[int, int], int]], name: str, a: int, b: int
) -> None:
    expected = result(plain(name), a, b)
    assert [result(machine[name, level], a, b) for level in (1, 3)] == [expected] * 2


@pytest.mark.parametrize("name", LOOPS)
@given(a=NEAR, b=NEAR)
def test_loops_come_to_the_same(machine: dict[tuple[str, int], Callable[[int, int], int]], name: str, a: int, b: int) -> None:
    expected = result(plain(name), a, b)
    assert [result(machine[name, level], a, b) for level in (1, 3)] == [expected] * 2


@pytest.mark.parametrize("name", WORDS)
@given(a=st.integers(0, 2**63 - 1), b=st.integers(0, 2**63 - 1))
def test_words_come_to_the_same(machine: dict[tuple[str, int], Callable[[int, int], int]], name: str, a: int, b: int) -> None:
    expected = result(plain(name), a, b)
    assert [result(machine[name, level], a, b) for level in (1, 3)] == [expected] * 2


ARRAYS = '''
def first(s: Slots) -> int:
    return s[0]

@entry
def go(s: Slots, m: Numbers, z: Words, v: Vectors, rows: Rows) -> int:
    """Reads and writes arrays of every kind."""
    s[1] = -2147483648
    s[U(2)] += 7
    m[0] = s[1] * 4
    z[0] = U(0xFFFFFFFFFFFFFFFF)
    z[1] |= U(1) << U(63)
    for i in range(len(v)):
        v[i][U(1)] = first(v[i]) + i
        r = rows[i]
        r[0] += 5
        r[U(1)] = v[i][1]
    return s[1] + S(z[0])
'''


def test_arrays_of_every_kind_are_read_and_written() -> None:
    numpy = pytest.importorskip("numpy")
    pytest.importorskip("llvmlite")
    from rulerun.simulation.compile.child import object_code
    from rulerun.simulation.compile.library import entries, linked

    def arrays() -> list[list[int] | list[list[int]]]:
        return [[3, 4, 5], [0], [0, 1], [[10, 0, 0], [20, 0, 0]], [[1, 1], [2, 2]]]

    names: dict[str, object] = {}
    exec(HEAD + ARRAYS, names)
    expected = arrays()
    assert cast("Callable[..., int]", names["go"])(*expected) == -(2**31) + 2**64 - 1
    types = numpy.int32, numpy.int64, numpy.uint64, numpy.int32, numpy.int64
    for level in (1, 3):
        found = [numpy.array(each, dtype=type_) for each, type_ in zip(arrays(), types, strict=True)]
        assert linked(object_code(translate(ARRAYS), level), entries(ARRAYS))["go"](*found) == -(2**31) - 1
        assert [each.tolist() for each in found] == expected


def test_an_array_of_another_type_is_refused() -> None:
    numpy = pytest.importorskip("numpy")
    pytest.importorskip("llvmlite")
    from rulerun.simulation.compile.child import object_code
    from rulerun.simulation.compile.library import entries, linked

    text = "@entry\ndef go(s: Slots) -> int:\n    return s[0]\n"
    go = linked(object_code(translate(text), 1), entries(text))["go"]
    for wrong in (numpy.zeros(4, numpy.int64), numpy.zeros(8, numpy.int32)[::2]):
        with pytest.raises(TypeError):
            go(wrong)


REFUSED = [
    ("def f(a: int) -> int:\n    return g(a)\n", "Call"),
    ("def f(a: int) -> int:\n    return b\n", "Name"),
    ("def f(a: int) -> int:\n    a = U(3)\n    return a + U(a)\n", "a is int, and gets Word"),
    ("def f(a: int) -> int:\n    x = 1\n    x = a < 3\n    return x\n", "x is int, and gets bool"),
    ("def f(a: int, b: Word) -> int:\n    return a + b\n", "BinOp"),
    ("def f(a: int, b: Word) -> bool:\n    return a < b\n", "Compare"),
    ("def f(a: float) -> int:\n    return 0\n", "float"),
    ("def f(s: Slots) -> None:\n    s[0] = s[0] < 3\n", "bool in an array"),
    ("x = 3\n", "neither a function nor a table"),
    ("def f(a: int) -> int:\n    return a / 2\n", "Div"),
    ("def f(a: int) -> int:\n    with a:\n        return 1\n", "With"),
]


@pytest.mark.parametrize(("text", "why"), REFUSED)
def test_what_no_emitter_writes_is_refused(text: str, why: str) -> None:
    with pytest.raises((TranslationError, ValueError, KeyError), match=why):
        translate(text)


GOLDEN = [
    (
        "a test and a slot",
        "def f(s: Slots, a: int) -> None:\n    if s[3] < a:\n        s[3] = a\n",
        """\
define internal void @f(ptr noalias %s, i64 %a) nounwind {
entry:
  %s.v = alloca ptr
  store ptr %s, ptr %s.v
  %a.v = alloca i64
  store i64 0, ptr %a.v
  store i64 %a, ptr %a.v
  %.3 = load ptr, ptr %s.v
  %.4 = getelementptr inbounds i32, ptr %.3, i64 3
  %.5 = load i32, ptr %.4
  %.6 = sext i32 %.5 to i64
  %.7 = load i64, ptr %a.v
  %.8 = icmp slt i64 %.6, %.7
  br i1 %.8, label %t1, label %e2
t1:
  %.9 = load i64, ptr %a.v
  %.10 = load ptr, ptr %s.v
  %.11 = getelementptr inbounds i32, ptr %.10, i64 3
  %.12 = trunc i64 %.9 to i32
  store i32 %.12, ptr %.11
  br label %e2
e2:
  ret void
}""",
    ),
    (
        "a fault that is passed on",
        "def f(a: int) -> None:\n    if a > 1:\n        raise Fault(9)\n\ndef g(a: int) -> None:\n    f(a)\n",
        """\
define internal i64 @g(i64 %a) nounwind {
entry:
  %a.v = alloca i64
  store i64 0, ptr %a.v
  store i64 %a, ptr %a.v
  %.1 = load i64, ptr %a.v
  %.2 = call i64 @f(i64 %.1)
  %.5 = icmp ne i64 %.2, 0
  br i1 %.5, label %q3, label %k4, !prof !0
q3:
  ret i64 %.2
k4:
  ret i64 0
}""",
    ),
    (
        "what rarely holds",
        "def f(a: int) -> int:\n    if rare(a < 3):\n        a = 3\n    return a\n",
        "  %.4 = icmp slt i64 %.3, 3\n  br i1 %.4, label %t1, label %e2, !prof !0",
    ),
    (
        "a table",
        "T0 = table((1, 2))\n\ndef f(a: int) -> int:\n    return T0[U(a)]\n",
        "@T0 = private unnamed_addr constant [2 x i32] [i32 1, i32 2]",
    ),
]


@pytest.mark.parametrize(("text", "ir"), [each[1:] for each in GOLDEN], ids=[each[0] for each in GOLDEN])
def test_small_functions_come_to_the_ir_they_should(text: str, ir: str) -> None:
    assert ir in translate(text)


def test_a_bit_is_found_by_halves_as_by_depositing(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("numpy")
    pytest.importorskip("llvmlite")
    from rulerun.simulation.compile import child
    from rulerun.simulation.compile.library import entries, linked

    monkeypatch.setattr(child, "BY_DEPOSIT", child.BY_HALVES)
    text = written(NUMBERS, "numbered")
    go = cast("Callable[[int, int], int]", linked(child.object_code(translate(text), 3), entries(text))["go"])
    expected = plain("numbered")
    for word in (1, 2**62, 2**63 - 1, 0x5555_5555_5555_5555, 0x0F00_F000_0000_1001):
        assert [go(word, number) for number in range(64)] == [expected(word, number) for number in range(64)]
