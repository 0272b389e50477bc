"""Runs: the same whoever plays them and however many at once; what was finished is kept when something comes between."""

from __future__ import annotations

import re
import signal
from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from errno import ENOSPC
from multiprocessing import get_context
from pathlib import Path
from types import SimpleNamespace

import pytest

from rulerun.cli.commands.simulate import KINDS

from ..support.battery import Setting, compiled
from ..support.waiting import PATIENCE

np = pytest.importorskip("numpy")
pl = pytest.importorskip("polars")
crews = pytest.importorskip("rulerun.lab.runs.executors")
kept = pytest.importorskip("rulerun.lab.runs.checkpoints")
pieces = pytest.importorskip("rulerun.lab.runs.chunks")
row_files = pytest.importorskip("rulerun.lab.runs.rows")
runs = pytest.importorskip("rulerun.lab.runs.run")
summing = pytest.importorskip("rulerun.lab.runs.totals")
sweeps = pytest.importorskip("rulerun.lab.runs.sweep")
simulation = pytest.importorskip("rulerun.simulation")

RANDOM = ("random", "random")


@pytest.fixture(autouse=True)
def nothing_compiled_and_a_cache_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setattr("rulerun.simulation.engine.COMPILES", False)


class Threaded:
    """An engine that is called from several threads as compiled ones are."""

    compiled = True

    def __init__(self, engine) -> None:
        self.columns, self.run, self.halt = engine.columns, engine.run, engine.halt


def side(file: str = "tic_tac_toe", parameters: tuple[tuple[str, str], ...] = ()):
    program = compiled(Setting(file, "", 2, parameters))
    return summing.Rules(program, RANDOM, simulation.prepare_plain(program))


def nothing(done: int, expected: int) -> None:
    """Nobody watches."""


def played(sides, crew, wish, keep=None):
    return runs.run(sides, crew, wish, () if keep is None else (keep,), nothing)


def written(outcome) -> object:
    """All that was summed up, to be compared."""
    pairs = {name: (each.games, each.sums, each.products) for name, each in outcome.sums.moments.items()}
    return [kept._entry(tally) for tally in outcome.sums.tallies], pairs


def backwards(sides, seed: int, window: int):
    """A crew that plays what it is given last first, when somebody waits for anything."""
    waiting: list[tuple[Future, int, int]] = []

    class Late(Future):
        """Played when it is asked for, after all that came later."""

        def result(self, timeout: float | None = None):
            while waiting:
                future, first, count = waiting.pop()
                future.set_result(summing.play(sides, seed, False, first, count))
            return super().result(timeout)

    def submit(first: int, count: int) -> Future:
        future = Late()
        waiting.append((future, first, count))
        return future

    return crews.Executors(submit, 23, window)


@pytest.mark.parametrize("wish", [pieces.Games(1000), pieces.Width(0.09)], ids=lambda wish: wish.words)
def test_the_order_of_work_and_how_it_is_cut_make_no_difference(wish) -> None:
    sides = (side(),)
    straight = played(sides, crews.inline_executors(sides, 4), wish)
    assert straight.finished
    for window in (1, 2, 7):
        assert written(played(sides, backwards(sides, 4, window), wish)) == written(straight)


def by_workers(sides, workers: int) -> object:
    with crews.local_executors(sides, 4, False, workers) as crew:
        return written(played(sides, crew, pieces.Games(300)))


def test_one_two_and_three_threads_give_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(crews, "COMPILED", 20)
    one = side()
    sides = (summing.Rules(one.program, RANDOM, Threaded(one.engine)),)
    assert by_workers(sides, 1) == by_workers(sides, 2) == by_workers(sides, 3)


@pytest.mark.slow
def test_one_two_and_three_processes_give_the_same() -> None:
    sides = (side(),)
    assert by_workers(sides, 1) == by_workers(sides, 2) == by_workers(sides, 3)


def test_two_runs_are_held_against_each_other_game_by_game() -> None:
    sides = side("why_first"), side("why_first", (("stages", "2"),))
    outcome = played(sides, crews.inline_executors(sides, 4), pieces.Games(40))
    assert written(outcome) == written(played(sides, backwards(sides, 4, 3), pieces.Games(40)))
    rows = [one.engine.run(4, 0, 40).rows for one in sides]
    length = next(each for name, each in outcome.sums.moments.items() if name.name == "decisions")
    gap = length.difference(part=False)
    assert gap is not None
    column = sides[0].engine.columns.decisions
    assert gap.value == float((rows[1][:, column] - rows[0][:, column]).mean())


def test_a_person_who_wants_no_more_gets_what_was_finished() -> None:
    sides = (side(),)

    def stop(done: int, expected: int) -> None:
        if done >= 150:
            raise KeyboardInterrupt

    outcome = runs.run(sides, crews.inline_executors(sides, 4), pieces.Games(1000), (), stop)
    assert not outcome.finished
    assert 150 <= outcome.sums.games < 1000
    assert written(outcome) == written(played(sides, crews.inline_executors(sides, 4), pieces.Games(outcome.sums.games)))


def test_nobody_waits_for_games_under_way_when_a_person_stops() -> None:
    sides, under_way = (side(),), list[Future]()

    def submit(first: int, count: int) -> Future:
        future: Future = Future()
        if first < 100:
            future.set_result(summing.play(sides, 4, False, first, count))
        else:
            under_way.append(future)
        return future

    def stop(done: int, expected: int) -> None:
        if done >= 100:
            raise KeyboardInterrupt

    outcome = runs.run(sides, crews.Executors(submit, 50, 4), pieces.Games(1000), (), stop)
    assert (outcome.finished, outcome.sums.games) == (False, 100)
    assert under_way
    assert all(future.cancelled() for future in under_way)


def test_lost_workers_are_told_and_what_was_finished_is_there() -> None:
    sides = (side(),)

    def submit(first: int, count: int) -> Future:
        future: Future = Future()
        if first >= 100:
            future.cancel()
        else:
            future.set_result(summing.play(sides, 4, False, first, count))
        return future

    outcome = played(sides, crews.Executors(submit, 50, 4), pieces.Games(1000))
    assert (outcome.finished, outcome.sums.games) == (False, 100)
    assert "the workers were lost" in outcome.why


@pytest.mark.parametrize("ending", KINDS)
def test_every_game_has_a_row_in_the_file(ending: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(row_files, "CELLS", 2000)
    sides, path = (side(),), tmp_path / f"rows{ending}"
    path.write_text("from before")
    columns = sides[0].engine.columns
    rows = row_files.Rows(path, sides[0].program, columns)
    outcome = played(sides, backwards_with_rows(sides), pieces.Games(321), rows.keep)
    assert path.read_text() == "from before"
    rows.close()
    frame = pl.read_parquet(path) if ending == ".parquet" else pl.read_csv(path)
    assert frame["game"].to_list() == list(range(321))
    assert frame["won_X"].sum() == outcome.sums.tallies[0].wins(0)
    assert frame["decisions"].sum() == outcome.sums.tallies[0].counts["decisions"].total
    assert frame["last_open"].null_count() == 321
    assert frame["choices"].sum() == outcome.sums.tallies[0].counts["asked"].total
    assert set(frame["first_choice_X"]) == {f"cell {column}{row}" for column in "abc" for row in "123"}
    assert [each.name for each in tmp_path.iterdir() if each.name.startswith("rows")] == [path.name]


def backwards_with_rows(sides):
    def submit(first: int, count: int) -> Future:
        future: Future = Future()
        future.set_result(summing.play(sides, 4, True, first, count))
        return future

    return crews.Executors(submit, 50, 3)


def test_a_file_that_cannot_be_written_is_said_and_what_fits_is_kept(tmp_path: Path) -> None:
    sides = (side(),)
    program, columns = sides[0].program, sides[0].engine.columns
    with pytest.raises(runs.Spoiled, match="cannot write"):
        row_files.Rows(tmp_path / "nowhere" / "rows.csv", program, columns)
    rows = row_files.Rows(tmp_path / "rows.csv", program, columns)
    rows.keep(0, sides[0].engine.run(4, 0, 500).rows)
    with size_limited(10_000), pytest.raises(runs.Spoiled, match=r"too large; the rows of \d+ games are in `.*rows\.csv\.part`"):
        rows.close()
    lines = rows._growing.read_text().splitlines(keepends=True)
    assert 0 < rows.games < 500
    assert len(lines) == 1 + rows.games
    assert lines[-1].endswith("\n")
    assert "the disk is full" in rows._why(OSError(ENOSPC, "No space left on device"))


@pytest.mark.parametrize("ending", KINDS)
def test_two_runs_never_write_one_file(tmp_path: Path, ending: str) -> None:
    sides = (side(),)
    program, columns, path = sides[0].program, sides[0].engine.columns, tmp_path / f"rows{ending}"
    rows = row_files.Rows(path, program, columns)
    rows.keep(0, sides[0].engine.run(4, 0, 20).rows)
    with pytest.raises(runs.Spoiled, match=r"rows\..* is being written by another rulerun"):
        row_files.Rows(path, program, columns)
    rows.close()
    assert [each.name for each in tmp_path.iterdir()] == [path.name]
    assert rows.games == 20
    other = row_files.Rows(path, program, columns)  # the first has ended
    other.keep(0, sides[0].engine.run(4, 0, 20).rows)
    other.close()


@pytest.mark.parametrize("ending", KINDS)
def test_a_full_disk_is_said_and_no_file_without_rows_is_left(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ending: str
) -> None:
    sides = (side(),)
    rows = row_files.Rows(tmp_path / f"rows{ending}", sides[0].program, sides[0].engine.columns)
    rows.keep(0, sides[0].engine.run(4, 0, 20).rows)

    def full(*_: object) -> None:
        # Polars does not always say why it could not write
        raise pl.exceptions.ComputeError("parquet: transport error") if ending == ".parquet" else OSError(ENOSPC, "")

    monkeypatch.setattr(row_files.Rows, "_append", full)
    monkeypatch.setattr(pl.DataFrame, "write_parquet", full)
    monkeypatch.setattr("shutil.disk_usage", lambda _: SimpleNamespace(free=0))
    with pytest.raises(runs.Spoiled, match=r"^cannot write `.*`: the disk is full$"):
        rows.close()
    assert [*tmp_path.iterdir()] == []


@contextmanager
def size_limited(size: int) -> Iterator[None]:
    """No file can grow beyond that size."""
    resource = pytest.importorskip("resource")
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    handler = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
        signal.signal(signal.SIGXFSZ, handler)


@pytest.mark.slow
def test_what_is_abandoned_ends_the_processes_of_games_and_no_others() -> None:
    elsewhere = get_context("spawn")
    over = elsewhere.Event()
    other, playing = elsewhere.Process(target=over.wait), crews.UninterruptedContext().Process(target=over.wait)
    for each in (other, playing):
        each.start()
    crews.abandon([Future()])
    playing.join(PATIENCE)
    over.set()
    other.join(PATIENCE)
    assert (other.exitcode, playing.exitcode) == (0, -signal.SIGTERM)


def test_columns_are_named_in_one_style_and_all_are_explained() -> None:
    one = side("why_first")
    names = [field.name for field in row_files.fields(one.program, one.engine.columns)]
    assert {"won_Anne", "rounds_stage", "measure_spread_of_a_stage_sum", "measure_spread_of_a_stage_times"} <= set(names)
    assert all(name.isidentifier() for name in names)
    page = (Path(__file__).resolve().parents[2] / "docs" / "simulation.md").read_text(encoding="utf-8")
    explained = re.findall(r"^\| `(.*)` \| ", page.partition("## A line for every game")[2].partition("\n## ")[0], re.MULTILINE)
    patterns = [re.sub(r"[A-Z]{4,}", ".+", name) for cell in explained for name in cell.split("`, `")]
    assert [name for name in names if not any(re.fullmatch(pattern, name) for pattern in patterns)] == []


def test_names_of_columns_differ() -> None:
    found = row_files.apart([row_files.Field("game", 1), row_files.Field("a", 2), row_files.Field("a", 3)])
    assert [field.name for field in found] == ["game_2", "a", "a_2"]


def test_a_tally_is_kept_and_recalled_and_never_when_it_is_damaged() -> None:
    one = side()
    name = kept.key(one.program, pieces.Games(50), 4, RANDOM)
    assert kept.recall(name) is None
    tally = summing.play((one,), 4, False, 0, 50).sums.tallies[0]
    kept.keep(name, tally)
    again = kept.recall(name)
    assert kept._entry(again) == kept._entry(tally)
    path = kept.folder() / name
    path.write_bytes(path.read_bytes().replace(b'"games": 50', b'"games": 51'))
    assert kept.recall(name) is None
    path.write_bytes(b"\xff")
    assert kept.recall(name) is None


def test_what_a_run_is_kept_under_says_all_that_it_depends_on() -> None:
    one, other = side("why_first"), side("why_first", (("stages", "2"),))
    names = {
        kept.key(one.program, pieces.Games(50), 4, RANDOM),
        kept.key(one.program, pieces.Games(51), 4, RANDOM),
        kept.key(one.program, pieces.Width(0.5), 4, RANDOM),
        kept.key(one.program, pieces.Games(50), 5, RANDOM),
        kept.key(one.program, pieces.Games(50), 4, ("first", "random")),
        kept.key(other.program, pieces.Games(50), 4, RANDOM),
    }
    assert len(names) == 6


def entries(found) -> list[object]:
    """All that was summed up in each cell."""
    return [kept._entry(outcome.sums.tallies[0]) for outcome in found.outcomes]


def test_a_sweep_goes_on_where_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    programs = [side("why_first", (("stages", str(stages)),)).program for stages in (1, 2, 3)]
    told: list[int] = []
    wish, bots = pieces.Games(10), [RANDOM] * 3
    first = sweeps.sweep(programs[:2], wish, 1, bots[:2], sweeps.here(1), told.append)
    assert first.finished
    assert told == [0, 1, 2]
    whole = sweeps.sweep(programs, wish, 1, bots, sweeps.here(1), told.append)
    assert told == [0, 1, 2, 2, 3]
    assert entries(whole)[:2] == entries(first)
    monkeypatch.setattr(sweeps, "play_cell", None)
    again = sweeps.sweep(programs, wish, 1, bots, sweeps.here(1), told.append)
    assert entries(again) == entries(whole)


def test_a_sweep_that_is_stopped_or_cannot_keep_anything_has_what_it_finished(monkeypatch: pytest.MonkeyPatch) -> None:
    programs = [side("why_first", (("stages", str(stages)),)).program for stages in (1, 2, 3)]
    monkeypatch.setenv("XDG_CACHE_HOME", "/dev/null")

    def stop(done: int) -> None:
        if done == 2:
            raise KeyboardInterrupt

    found = sweeps.sweep(programs, pieces.Games(10), 1, [RANDOM] * 3, sweeps.here(1), stop)
    assert not found.finished
    assert [outcome is None for outcome in found.outcomes] == [False, False, True]
    assert "cannot be kept" in found.unkept


def test_every_combination_is_a_cell_the_last_dial_turning_fastest() -> None:
    found = sweeps.combinations((("a", ("1", "2")), ("b", ("x", "y"))))
    assert found == (
        (("a", "1"), ("b", "x")),
        (("a", "1"), ("b", "y")),
        (("a", "2"), ("b", "x")),
        (("a", "2"), ("b", "y")),
    )
    assert sweeps.combinations(()) == ((),)
