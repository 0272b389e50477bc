"""Emitted code, compiled: the same numbers as in plain Python, from as many threads as one likes, kept on disk."""

from __future__ import annotations

import errno
import itertools
import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path

import pytest
from attrs import evolve

from rulerun.dsl.text import sealed
from rulerun.interpreter import PlayError, Policy
from rulerun.interpreter.core.rng import GAMMA, Stream, Use, stream_start
from rulerun.program.ir import Program
from rulerun.simulation import Engine, engine, prepare, prepare_plain
from rulerun.simulation.batch import NOBODY, Batch
from rulerun.simulation.compile import cache, child, tiers
from rulerun.simulation.compile.build import Build
from rulerun.simulation.compile.library import entries, linked
from rulerun.simulation.compile.loaded import BEST, QUICK, Function
from rulerun.simulation.compile.translate import translate
from rulerun.simulation.emit.module import KERNELS, MARK, Form
from rulerun.simulation.engine import Halted

from ..fuzz.case import Tally
from ..fuzz.checks import checked
from ..fuzz.generate import generate
from ..support.battery import Setting, compiled, drawn, of_each, short
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
from ..support.lockstep import SEED, follow, played_out
from ..support.waiting import until

numpy = pytest.importorskip("numpy")
pytest.importorskip("llvmlite")

TINY = Setting("tic_tac_toe", "", 2)


@pytest.fixture(scope="module", autouse=True)
def kept(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Where compiled code is kept while these tests run: nothing is there at first."""
    with pytest.MonkeyPatch.context() as patch:
        home = tmp_path_factory.mktemp("cache")
        patch.setenv("XDG_CACHE_HOME", str(home))
        yield home / "rulerun" / "simulation"


DECISIONS = 10_000
"""About so many decisions are played of a game, or 200 games of it."""


def ready(program: Program, policy: Policy = Policy.ENTRIES) -> Engine:
    """An engine that has nothing to wait for before it counts by compiled code."""
    whole = prepare(program, policy)
    assert whole.compiled
    assert whole.form(Form.TALLY).compiled
    return whole


def same(program: Program, games: int, policy: Policy = Policy.ENTRIES) -> None:
    """Compiled code counts the same as plain Python, at each level."""
    theirs = prepare_plain(program, policy)
    assert not theirs.form(Form.TALLY).compiled
    plain_chunk, decisions = theirs.run(SEED, 3, games), theirs.playouts(SEED, 3, games)
    ours = prepare(program, policy)
    with nothing_kept():
        for level, load in ((QUICK, ours.form), (BEST, ours.optimised)):
            for form in (Form.PLAYOUT, Form.TALLY):
                assert load(form).level == level
            chunk = ours.run(SEED, 3, games)
            assert numpy.array_equal(chunk.rows, plain_chunk.rows)
            assert numpy.array_equal(chunk.counters, plain_chunk.counters)
            assert ours.playouts(SEED, 3, games) == decisions


@contextmanager
def nothing_kept() -> Iterator[None]:
    """During the body nothing has been compiled before."""
    with pytest.MonkeyPatch.context() as patch, tempfile.TemporaryDirectory() as home:
        patch.setenv("XDG_CACHE_HOME", home)
        yield


# ----------------------------------------------------------------------------------------------------------- the same


def test_compiled_code_counts_as_plain_python() -> None:
    same(compiled(TINY), 300)


@pytest.mark.slow
@of_each(short())
def test_compiled_code_counts_as_plain_python_in_every_game(setting: Setting) -> None:
    length = prepare_plain(compiled(setting)).playouts(SEED, 3, 1)
    same(compiled(setting), min(200, max(20, DECISIONS // length)))


@pytest.mark.slow
@pytest.mark.parametrize("policy", Policy)
def test_compiled_code_draws_from_menus_as_plain_python(policy: Policy) -> None:
    program = standard(ODD["menus of entries with few and many options"])
    same(program, 200, policy)
    same_end(program, prepare(program, policy), range(20))


@pytest.mark.slow
def test_games_go_on_in_faster_code_and_count_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr(engine, "PATIENCE", 0.0)
    monkeypatch.setattr(engine, "WORTH", 0.0)
    program = compiled(Setting("kuhn_poker", "", 2))
    theirs, whole = prepare_plain(program), prepare(program)
    levels, first = [0], 0
    while levels[-1] != BEST:
        chunk, expected = whole.run(SEED, first, 20), theirs.run(SEED, first, 20)
        assert numpy.array_equal(chunk.rows, expected.rows)
        assert numpy.array_equal(chunk.counters, expected.counters)
        levels.append(whole.now(Form.TALLY).level)
        first += 20
    assert levels == sorted(levels)


def test_games_end_when_nobody_wants_them_any_more() -> None:
    for whole in (prepare(compiled(TINY)), prepare_plain(compiled(TINY))):
        with ThreadPoolExecutor(1) as pool:
            running = pool.submit(lambda whole=whole: [whole.run(SEED, first, 100) for first in itertools.count(0, 100)])
            whole.halt.set()
            with pytest.raises(Halted):
                running.result(timeout=60)
        whole.halt.clear()
        assert len(whole.run(SEED, 0, 3).rows) == 3


def test_a_few_games_are_not_worth_compiling(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr(engine, "PATIENCE", 1000.0)
    whole = prepare(compiled(Setting("kuhn_poker", "", 2)))
    whole.run(SEED, 5, 100)
    assert whole.now(Form.TALLY).level == 0
    assert list(tmp_path.rglob("*.O*")) == []


@pytest.mark.slow
@of_each(short())
def test_compiled_steps_go_as_the_interpreter_says(setting: Setting) -> None:
    program = compiled(setting)
    whole = prepare(program)
    with nothing_kept():
        for level, load in ((QUICK, whole.form), (BEST, whole.optimised)):
            stepping = load(Form.STEPPING)
            assert stepping.level == level
            for seed in range(3):
                follow(program, stepping, drawn(seed), most=150)
            same_end(program, whole, range(3))


@pytest.mark.slow
@pytest.mark.parametrize("seed", [0, 2**63 - 1, 2**63, 2**64 - 1])
def test_any_word_is_a_seed(seed: int) -> None:
    program = compiled(TINY)
    ours, theirs = ready(program), prepare_plain(program)
    assert ours.run(seed, 0, 50).rows.tolist() == theirs.run(seed, 0, 50).rows.tolist()
    assert ours.playouts(seed, 10, 50) == theirs.playouts(seed, 10, 50)
    batches = Batch(ours, 3, seed, 5), Batch(theirs, 3, seed, 5)
    for batch in batches:
        batch.play_out()
    assert [batches[0].to_state(at) for at in range(3)] == [batches[1].to_state(at) for at in range(3)]


@pytest.mark.slow
@pytest.mark.parametrize("title", FAULTS)
def test_a_fault_is_told_as_the_interpreter_tells_it(title: str) -> None:
    program = standard(FAULTS[title])
    check_fault(program, prepare(program))


@pytest.mark.slow
@pytest.mark.parametrize("title", ODD)
def test_odd_sentences_go_as_the_interpreter_says(title: str) -> None:
    program = standard(ODD[title])
    same_end(program, prepare(program), range(5))


@pytest.mark.slow
def test_large_numbers_are_what_they_are() -> None:
    for test in LARGE_TESTS:
        program = large(LARGEST_ROOT, test)
        assert played_out(prepare(program), 0) == played_out(prepare_plain(program), 0), test
    for test in TOO_LARGE_TESTS:
        with pytest.raises(PlayError, match="numbers go from"):
            prepare(large(LARGEST_ROOT, test)).playouts(SEED, 0, 1)


CHANCE = """

@entry
def drawn(now: int, bound: int, found: Words, number: Numbers) -> None:
    after, k = below(U(now), bound)
    found[0] = after
    number[0] = k


@entry
def begun(seed: int, game: int, use: int, found: Words) -> None:
    found[0] = stream(U(seed), U(game), U(use))
"""


def machine_code(text: str, level: int) -> dict[str, Function]:
    """The entries of a module."""
    return linked(child.object_code(translate(text), level), entries(text))


@pytest.mark.parametrize("level", [QUICK, BEST])
def test_chance_is_that_of_the_interpreter(level: int) -> None:
    kernels = KERNELS[0].read_text(encoding="utf-8").partition(MARK)[2]
    functions = machine_code(kernels + CHANCE.replace("    found[0], number[0] = U(0), 0\n", ""), level)
    found, number = numpy.zeros(1, numpy.uint64), numpy.zeros(1, numpy.int64)
    rejected = 0
    for start in range(0, 2**64, 2**64 // 97):
        signed = start - 2**64 if start >= 2**63 else start
        for bound in (1, 2, 3, 52, 2**31, *HUGE):
            theirs = Stream(start)
            functions["drawn"](signed, bound, found, number)
            assert int(number[0]) == theirs.below(bound)
            assert int(found[0]) == (start + theirs.position * GAMMA) % 2**64
            rejected += theirs.position > 1
        for use in Use:
            functions["begun"](signed, start // 3, int(use), found)
            assert int(found[0]) == stream_start(start, start // 3, use)
    assert rejected


@pytest.mark.slow
def test_two_threads_come_to_the_same_as_one() -> None:
    whole = ready(compiled(Setting("why_first", "", 2)))
    parts = [(SEED, first, 500) for first in range(0, 4000, 500)]
    with ThreadPoolExecutor(2) as pool:
        together = list(pool.map(lambda part: whole.run(*part), parts))
    for part, chunk in zip(parts, together, strict=True):
        alone = whole.run(*part)
        assert numpy.array_equal(chunk.rows, alone.rows)
        assert numpy.array_equal(chunk.counters, alone.counters)


@pytest.mark.slow
@pytest.mark.parametrize("first", range(0, 20, 10))
def test_generated_rulesets_are_played_as_in_plain_python(first: int) -> None:
    tally = Tally(machine=True)
    for number in range(first, first + 10):
        failures = checked(str(generate(number)), number, tally, "machine")
        assert failures == [], number
    assert tally.valid > 5


# --------------------------------------------------------------------------------------------------------------- kept


def used(program: Program) -> list[object]:
    """What comes of everything that an engine can be asked, newly prepared."""
    whole = ready(program)
    batch = Batch(whole, 4, SEED)
    found: list[object] = [[int(actor) for actor in batch.actors()]]
    while set(map(int, batch.actors())) != {NOBODY}:
        codes, _, counts = batch.options()
        batch.apply([int(codes[at][0]) if counts[at] else 0 for at in range(4)])
        batch.nature()
    found.append([batch.to_state(at).slots for at in range(4)])
    again = Batch(whole, 4, SEED).copy()
    again.play_out()
    found.append([again.to_state(at).slots for at in range(4)])
    chunk = whole.run(SEED, 0, 20)
    return [*found, whole.playouts(SEED, 0, 20), chunk.rows.tolist(), chunk.counters.tolist()]


def files(home: Path) -> dict[Path, int]:
    """What lies in the folder, and when each file was written."""
    return {path: path.stat().st_mtime_ns for path in sorted((home / "rulerun" / "simulation").iterdir())}


def compiles_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """From here on nothing can be compiled."""

    def forbidden(*_: object) -> None:
        raise AssertionError("it is compiled again")

    monkeypatch.setattr(child, "object_code", forbidden)
    monkeypatch.setattr(tiers, "Build", forbidden)


def test_what_was_compiled_is_found_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    program = compiled(TINY)
    first = used(program)
    kept = files(tmp_path)
    asked_for = (Form.PLAYOUT, Form.STEPPING, Form.TALLY)
    assert [path.name.partition("_")[0] for path in kept] == sorted(form.value for form in asked_for)
    compiles_nothing(monkeypatch)
    assert used(program) == first
    assert files(tmp_path) == kept


def spoil(path: Path, how: str) -> None:
    """One thing that can be wrong with a file of the cache."""
    whole = path.read_bytes()
    match how:
        case "cut short":
            path.write_bytes(whole[:-100])
        case "cut in its seal":
            path.write_bytes(whole[:30])
        case "sealed as anybody can":
            content = whole[sealed.SIZE :]
            path.write_bytes(b"rulerun object\n" + sha256(content).hexdigest().encode() + b"\n" + content)
        case "sealed by the key of another user":
            content = whole[sealed.SIZE :]
            path.write_bytes(sealed._sealed(bytes(sealed.SIZE), path, content, b"") + content)
        case "empty":
            path.write_bytes(b"")
        case "one byte is another":
            path.write_bytes(whole[:-200] + bytes([whole[-200] ^ 1]) + whole[-199:])
        case "of another kind":
            path.write_text("not an object", encoding="utf-8")
        case "without a seal":
            path.write_bytes(whole.partition(b"\x7fELF")[2])
        case "gone":
            path.unlink()
        case "a folder":
            path.unlink()
            path.mkdir()
            (path / "file").write_text("something else", encoding="utf-8")
        case _:
            raise AssertionError(how)


SPOILT = (
    "cut short",
    "cut in its seal",
    "sealed as anybody can",
    "sealed by the key of another user",
    "empty",
    "one byte is another",
    "of another kind",
    "without a seal",
    "gone",
    "a folder",
)


@pytest.mark.parametrize("how", SPOILT)
def test_a_spoilt_file_is_made_again(
    how: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    program = compiled(TINY)
    expected = prepare(program).playouts(SEED, 0, 20)
    (path,) = files(tmp_path)
    spoil(path, how)
    assert prepare(program).playouts(SEED, 0, 20) == expected
    assert list(files(tmp_path)) == [path]
    assert sealed.read(path)
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize("what", ["text", "translation", "target"])
def test_what_was_made_otherwise_is_not_taken(what: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    setting = TINY
    expected = prepare(compiled(setting)).playouts(SEED, 0, 20)
    before = list(files(tmp_path))
    match what:
        case "text":
            setting = Setting("connect_four", "", 2)
        case "translation":
            monkeypatch.setattr(cache, "_translation", lambda: "another")
        case _:
            monkeypatch.setattr(child, "target", lambda: "another processor")
    assert (prepare(compiled(setting)).playouts(SEED, 0, 20) == expected) == (what != "text")
    assert len(files(tmp_path).keys() - set(before)) == 1


@pytest.mark.slow
def test_a_folder_that_cannot_be_written_is_told_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").write_text("not a folder", encoding="utf-8")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    program = compiled(TINY)
    for _ in range(2):
        whole = ready(program)
        assert whole.optimised(Form.TALLY).level == BEST
        assert whole.playouts(SEED, 0, 20) == int(whole.run(SEED, 0, 20).rows[:, whole.columns.decisions].sum())
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith(f"rulerun: compiled code cannot be kept in {tmp_path / 'file' / 'rulerun' / 'simulation'} (")
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


def test_where_no_room_is_left_the_code_is_used_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    whole = prepare(compiled(TINY))

    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(sealed, "put", full)
    assert whole.optimised(Form.PLAYOUT).level == BEST
    (line,) = capsys.readouterr().err.splitlines()
    assert "No space left" in line


@pytest.mark.slow
def test_two_processes_may_compile_at_once(tmp_path: Path) -> None:
    script = (
        "from rulerun.simulation import prepare; from rulerun.simulation.emit.module import Form\n"
        "from tests.support.battery import Setting, compiled\n"
        "whole = prepare(compiled(Setting('tic_tac_toe', '', 2))); whole.optimised(Form.PLAYOUT)\n"
        "print(whole.playouts(7, 0, 20))"
    )
    environment = {**os.environ, "XDG_CACHE_HOME": str(tmp_path)}
    top = Path(__file__).resolve().parents[2]
    running = [
        subprocess.Popen([sys.executable, "-c", script], cwd=top, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        for _ in range(2)
    ]
    said = [process.communicate(timeout=120) for process in running]
    expected = prepare_plain(compiled(TINY)).playouts(7, 0, 20)
    assert [(out.decode().strip(), errors) for out, errors in said] == [(str(expected), b"")] * 2
    (path,) = files(tmp_path)
    assert sealed.read(path)


# --------------------------------------------------------------------------------------------------- the child process


ENDLESS = "@entry\ndef f() -> None:\n" + "    f()\n" * 100_000
"""A text that takes a good while."""


def test_a_compilation_ends_when_it_is_stopped() -> None:
    kept: list[bytes] = []
    build = Build(ENDLESS, BEST, kept.append)
    assert build.is_running
    build.stop()
    assert build.built() is None
    assert not build.is_running
    assert kept == []


def test_an_object_is_kept_before_anybody_hears_of_it() -> None:
    kept: list[bytes] = []
    build = Build("@entry\ndef f() -> None:\n    return\n", QUICK, kept.append)
    build.wait()
    built = build.built()
    assert built is not None
    assert kept == [built.code]
    assert built.seconds > 0
    assert built.memory > 0


@pytest.mark.slow
def test_a_compilation_ends_when_nobody_refers_to_it() -> None:
    build = Build(ENDLESS, BEST, lambda _: None)
    number = build._process.pid
    assert is_alive(number)
    del build
    until(lambda: not is_alive(number))


def test_a_compilation_ends_with_the_process_that_asked(tmp_path: Path) -> None:
    script = (
        "import sys, time; from pathlib import Path; from rulerun.simulation.compile.build import Build\n"
        "build = Build(Path(sys.argv[1]).read_text(), 3, lambda _: None)\n"
        "print(build._process.pid, flush=True); time.sleep(600)"
    )
    (tmp_path / "text").write_text(ENDLESS, encoding="utf-8")
    words = [sys.executable, "-c", script, str(tmp_path / "text")]
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        number = int(process.stdout.readline())
        process.send_signal(signal.SIGKILL)
    until(lambda: not is_alive(number))


def is_alive(number: int) -> bool:
    """Whether a process of that number runs."""
    try:
        return Path(f"/proc/{number}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def test_where_no_process_can_be_started_games_are_played_in_plain_python(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def refused(*_: object) -> Build:
        raise OSError("no more processes")

    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr(tiers, "Build", refused)
    monkeypatch.setattr(tiers, "TINY", 0)
    program = compiled(TINY)
    whole = prepare(program)
    assert whole.playouts(SEED, 0, 20) == prepare_plain(program).playouts(SEED, 0, 20)
    assert "games are played in plain Python" in capsys.readouterr().err


@pytest.mark.parametrize("limit", ["MEMORY", "SECONDS"])
def test_what_is_too_large_is_played_in_plain_python_and_said_once(
    limit: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    text = Path(child.__file__).read_text(encoding="utf-8")
    was, small = {"MEMORY": ("= 3 << 30", "= 48 << 20"), "SECONDS": ("= 120", "= 0")}[limit]
    assert f"{limit} {was}" in text
    shutil.copytree(Path(child.__file__).parent, tmp_path / "compile")
    changed = tmp_path / "compile" / "child.py"
    changed.write_text(text.replace(f"{limit} {was}", f"{limit} {small}"), encoding="utf-8")
    monkeypatch.setattr(child, "__file__", str(changed))
    monkeypatch.setattr(tiers, "TINY", 0)
    program = compiled(TINY)
    whole = prepare(program)
    assert whole.playouts(SEED, 0, 20) == prepare_plain(program).playouts(SEED, 0, 20)
    assert numpy.array_equal(whole.run(SEED, 0, 20).rows, prepare_plain(program).run(SEED, 0, 20).rows)
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith("rulerun: `tic_tac_toe` is too large to be compiled (phase `game` alone is ")
    assert not whole.compiled


@pytest.mark.slow
def test_parameters_and_players_have_entries_of_their_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    settings = [Setting("pig", "", 2), Setting("pig", "", 3), evolve(Setting("pig", "", 2), parameters=(("target", "20"),))]
    found = [prepare(compiled(setting)).playouts(SEED, 0, 20) for setting in settings]
    assert len(files(tmp_path)) == len(set(found)) == 3
