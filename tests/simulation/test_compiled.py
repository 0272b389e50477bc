"""Emitted code, compiled by Numba: the same numbers as in plain Python, from as many threads as one likes, kept on disk."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from attrs import evolve

from rulerun.interpreter import PlayError, Policy
from rulerun.interpreter.core.rng import GAMMA, Stream, Use, stream_start
from rulerun.program.ir import Program
from rulerun.simulation import Engine, engine, prepare, prepare_plain
from rulerun.simulation.batch import NOBODY, Batch
from rulerun.simulation.compile import cache
from rulerun.simulation.emit.module import Form

from ..support.battery import Setting, compiled, drawn, short
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

numpy = pytest.importorskip("numpy")
pytest.importorskip("numba")

TINY = Setting("tic_tac_toe", "", 2)


@pytest.fixture(scope="module", autouse=True)
def kept(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Where compiled code is kept while these tests run: nothing is there at first."""
    with pytest.MonkeyPatch.context() as patch:
        home = tmp_path_factory.mktemp("cache")
        patch.setenv("XDG_CACHE_HOME", str(home))
        yield home / "rulerun" / "simulation"


def ready(program: Program, policy: Policy = Policy.ENTRIES) -> Engine:
    """An engine that has nothing to wait for before it counts by compiled code."""
    whole = prepare(program, policy)
    assert whole.compiled
    assert whole.form(Form.TALLY).compiled
    return whole


def same(program: Program, games: int, policy: Policy = Policy.ENTRIES) -> None:
    """Compiled code counts the same as plain Python."""
    ours, theirs = ready(program, policy), prepare_plain(program, policy)
    assert not theirs.form(Form.TALLY).compiled
    compiled_chunk, plain_chunk = ours.run(SEED, 3, games), theirs.run(SEED, 3, games)
    assert numpy.array_equal(compiled_chunk.rows, plain_chunk.rows)
    assert numpy.array_equal(compiled_chunk.counters, plain_chunk.counters)
    assert ours.playouts(SEED, 3, games) == theirs.playouts(SEED, 3, games)


# ----------------------------------------------------------------------------------------------------------- the same


def test_compiled_code_counts_as_plain_python() -> None:
    same(compiled(TINY), 300)


@pytest.mark.slow
@pytest.mark.parametrize("setting", short(), ids=lambda setting: setting.name)
def test_compiled_code_counts_as_plain_python_in_every_game(setting: Setting) -> None:
    same(compiled(setting), 200)


@pytest.mark.slow
@pytest.mark.parametrize("policy", Policy)
def test_compiled_code_draws_from_menus_as_plain_python(policy: Policy) -> None:
    program = standard(ODD["menus of entries with few and many options"])
    same(program, 200, policy)
    same_end(program, prepare(program, policy), range(20))


@pytest.mark.slow
def test_games_that_are_played_before_compiling_is_worth_it_count_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = compiled(Setting("kuhn_poker", "", 2))
    expected = prepare_plain(program).run(SEED, 5, 100)
    for patience in (0.0, 1e-9, 3.0):
        monkeypatch.setattr(engine, "PATIENCE", patience)
        monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / str(patience)))
        whole = prepare(program)
        chunk = whole.run(SEED, 5, 100)
        assert numpy.array_equal(chunk.rows, expected.rows)
        assert numpy.array_equal(chunk.counters, expected.counters)
        assert (Form.TALLY in whole._forms) == (patience < 1)


@pytest.mark.slow
@pytest.mark.parametrize("setting", short(), ids=lambda setting: setting.name)
def test_compiled_steps_go_as_the_interpreter_says(setting: Setting) -> None:
    program = compiled(setting)
    whole = prepare(program)
    for seed in range(3):
        follow(program, whole.form(Form.STEPPING), drawn(seed), most=150)
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
    assert [batches[0].state(at) for at in range(3)] == [batches[1].state(at) for at in range(3)]


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


@pytest.mark.slow
def test_chance_is_that_of_the_interpreter() -> None:
    functions = prepare(compiled(TINY)).form(Form.PLAYOUT).functions
    rejected = 0
    for start in range(0, 2**64, 2**64 // 97):
        for bound in (1, 2, 3, 52, 2**31, *HUGE):
            theirs = Stream(start)
            now, number = functions["below"](numpy.uint64(start), bound)
            assert int(number) == theirs.below(bound)
            assert int(now) == (start + theirs.position * GAMMA) % 2**64
            rejected += theirs.position > 1
        for use in Use:
            words = map(numpy.uint64, (start, start // 3, int(use)))
            assert int(functions["stream"](*words)) == stream_start(start, start // 3, use)
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
    found.append([batch.state(at).slots for at in range(4)])
    again = Batch(whole, 4, SEED).copy()
    again.play_out()
    found.append([again.state(at).slots for at in range(4)])
    chunk = whole.run(SEED, 0, 20)
    return [*found, whole.playouts(SEED, 0, 20), chunk.rows.tolist(), chunk.counters.tolist()]


def entries(home: Path) -> list[Path]:
    """What lies in the folder."""
    return sorted((home / "rulerun" / "simulation").iterdir())


def files(home: Path) -> dict[Path, int]:
    """All files that are kept, and when each was written."""
    return {path: path.stat().st_mtime_ns for entry in entries(home) for path in sorted(entry.rglob("*")) if path.is_file()}


def compiles_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """From here on nothing can be built."""

    def forbidden(*_: object) -> None:
        raise AssertionError("it is compiled again")

    monkeypatch.setattr(cache, "_built", forbidden)


@pytest.mark.slow
def test_what_was_compiled_is_found_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    program = compiled(TINY)
    first = used(program)
    kept = files(tmp_path)
    assert [entry.name.partition("_")[0] for entry in entries(tmp_path)] == sorted(form.value for form in Form)
    compiles_nothing(monkeypatch)
    assert used(program) == first
    assert files(tmp_path) == kept
    whole = prepare(program)
    whole.playouts(SEED, 0, 1)
    stats = whole.form(Form.PLAYOUT).functions["playouts"].stats
    assert (sum(stats.cache_hits.values()), sum(stats.cache_misses.values())) == (1, 0)


def spoil(entry: Path, how: str) -> None:
    """One thing that can be wrong with an entry."""
    (module,) = entry.glob("*.py")
    match how:
        case "a file cut short":
            largest = max(entry.rglob("*.nbc"), key=lambda path: path.stat().st_size)
            largest.write_bytes(largest.read_bytes()[:100])
        case "an index cut short":
            next(entry.rglob("*.nbi")).write_bytes(b"")
        case "a file gone":
            next(entry.rglob("*.nbc")).unlink()
        case "another module":
            module.write_text("def playouts(*arguments):\n    return 0\n", encoding="utf-8")
        case "another seal":
            (entry / cache.SEAL).write_text("0" * 64, encoding="utf-8")
        case "no seal":
            (entry / cache.SEAL).unlink()
        case "a seal that is no text":
            (entry / cache.SEAL).write_bytes(b"\xff\xfe\xfd")
        case "nothing but the folder":
            for path in sorted(entry.rglob("*"), reverse=True):
                path.rmdir() if path.is_dir() else path.unlink()
        case "a file in its place":
            spoil(entry, "nothing but the folder")
            entry.rmdir()
            entry.write_text("not a folder", encoding="utf-8")
        case _:
            raise AssertionError(how)


SPOILT = (
    "a file cut short",
    "an index cut short",
    "a file gone",
    "another module",
    "another seal",
    "no seal",
    "a seal that is no text",
    "nothing but the folder",
    "a file in its place",
)


@pytest.mark.slow
def test_a_spoilt_entry_is_built_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    program = compiled(TINY)
    expected = prepare(program).playouts(SEED, 0, 20)
    (entry,) = entries(tmp_path)
    for how in SPOILT:
        spoil(entry, how)
        assert prepare(program).playouts(SEED, 0, 20) == expected, how
        assert entries(tmp_path) == [entry], how
        assert cache._sealed(entry), how
    assert capsys.readouterr().err == ""


@pytest.mark.slow
def test_a_folder_that_cannot_be_written_is_told_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").write_text("not a folder", encoding="utf-8")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    program = compiled(TINY)
    for _ in range(2):
        whole = ready(program)
        assert whole.playouts(SEED, 0, 20) == int(whole.run(SEED, 0, 20).rows[:, whole.columns.decisions].sum())
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith(f"rulerun: compiled code cannot be kept in {tmp_path / 'file' / 'rulerun' / 'simulation'} (")
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


@pytest.mark.slow
def test_two_processes_may_build_at_once(tmp_path: Path) -> None:
    script = (
        "from rulerun.simulation import prepare; from tests.support.battery import Setting, compiled\n"
        "print(prepare(compiled(Setting('tic_tac_toe', '', 2))).playouts(7, 0, 20))"
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
    (entry,) = entries(tmp_path)
    assert cache._sealed(entry)


def test_who_comes_second_leaves_what_is_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def built(name: str, text: str) -> Path:
        place = tmp_path / name
        place.mkdir()
        (place / "module.py").write_text(text, encoding="utf-8")
        (place / cache.SEAL).write_text(cache._digest(place), encoding="utf-8")
        return place

    entry, sealed = tmp_path / "entry", cache._sealed
    first, second = built("first", "1"), built("second", "2")
    cache._settle(first, entry)
    cache._settle(second, entry)
    assert ((entry / "module.py").read_text(encoding="utf-8"), second.is_dir()) == ("1", True)
    (entry / cache.SEAL).unlink()

    def overtaken(found: Path) -> bool:
        """Another process puts its own there between two looks."""
        monkeypatch.setattr(cache, "_sealed", sealed)
        (entry / "module.py").write_text("3", encoding="utf-8")
        (entry / cache.SEAL).write_text(cache._digest(entry), encoding="utf-8")
        return False

    monkeypatch.setattr(cache, "_sealed", overtaken)
    cache._settle(second, entry)
    assert sealed(entry)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["entry"]


@pytest.mark.slow
def test_parameters_and_players_have_entries_of_their_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    settings = [Setting("pig", "", 2), Setting("pig", "", 3), evolve(Setting("pig", "", 2), parameters=(("target", "20"),))]
    found = [prepare(compiled(setting)).playouts(SEED, 0, 20) for setting in settings]
    assert len(entries(tmp_path)) == len(set(found)) == 3
