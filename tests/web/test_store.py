"""The store: what is answered is there, what cannot be stored is told, and other files are left alone."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from concurrent.futures import wait
from pathlib import Path

import pytest

from rulerun.web.store import APPLICATION, Link, OutOfStep, Role, Store, StoreError

TOP = Path(__file__).parents[2]


def test_what_is_stored_is_there_again(tmp_path: Path) -> None:
    store = Store(tmp_path / "a.db")
    store.begin("m", "{}", [b"one\n"]).result()
    store.append("m", 1, [b"two\n", b"three\n"]).result()
    assert store.record("m") == b"one\ntwo\nthree\n"
    assert store.record("n") is None
    store.settings("m", "{1}").result()
    store.close()
    again = Store(tmp_path / "a.db")
    assert again.record("m") == b"one\ntwo\nthree\n"
    assert again.matches() == (("m", "{1}"),)
    again.close()


def test_a_number_is_taken_once_and_others_are_stored_all_the_same(tmp_path: Path) -> None:
    store = Store(tmp_path / "a.db")
    store.begin("m", "", [b"one\n"]).result()
    pieces = (1, [b"two\n"]), (1, [b"again\n", b"more\n"]), (2, [b"three\n"])
    futures = [store.append("m", number, lines) for number, lines in pieces]
    wait(futures)
    assert [type(each.exception()) for each in futures] == [type(None), OutOfStep, type(None)]
    assert store.record("m") == b"one\ntwo\nthree\n"
    with pytest.raises(OutOfStep):
        store.begin("m", "", []).result()
    with pytest.raises(OutOfStep):
        store.append("nobody", 0, [b"x"]).result()
    store.close()


def test_many_that_wait_are_committed_together(tmp_path: Path) -> None:
    store = Store(tmp_path / "a.db")
    store.begin("m", "", []).result()
    wait([store.append("m", at, [b"%d\n" % at]) for at in range(700)])
    assert store.record("m") == b"".join(b"%d\n" % at for at in range(700))
    store.close()


def test_a_database_of_another_program_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "other.db"
    with sqlite3.connect(path) as other:
        other.execute("create table thing (x)")
    before = path.read_bytes()
    with pytest.raises(StoreError, match="another program"):
        Store(path)
    assert path.read_bytes() == before
    text = tmp_path / "notes.txt"
    text.write_text("no database at all\n" * 100)
    with pytest.raises(StoreError, match="not a database"):
        Store(text)
    assert text.read_text().startswith("no database")


def test_a_store_of_another_version_is_told(tmp_path: Path) -> None:
    path = tmp_path / "new.db"
    with sqlite3.connect(path) as other:
        other.execute(f"pragma application_id = {APPLICATION}")
        other.execute("pragma user_version = 99")
        other.execute("create table thing (x)")
    with pytest.raises(StoreError, match="version 99"):
        Store(path)


def test_a_place_that_cannot_be_written_is_told_at_once(tmp_path: Path) -> None:
    with pytest.raises(StoreError):
        Store(tmp_path / "no" / "where" / "a.db")
    with pytest.raises(StoreError):
        Store(tmp_path)


def test_a_store_that_somebody_else_locks_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rulerun.web.store.WAIT", 0.05)
    store = Store(tmp_path / "a.db")
    store.begin("m", "", []).result()
    other = sqlite3.connect(tmp_path / "a.db", isolation_level=None)
    other.execute("begin immediate")
    with pytest.raises(StoreError, match="locked"):
        store.append("m", 0, [b"one\n"]).result()
    other.execute("rollback")
    other.close()
    store.append("m", 0, [b"one\n"]).result()
    assert store.record("m") == b"one\n"
    store.close()


@pytest.mark.parametrize("seed", [1, *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(2, 21))])
def test_a_process_that_is_killed_loses_no_choice_that_it_acknowledged(seed: int, tmp_path: Path) -> None:
    command = [sys.executable, "-m", "tests.support.stored_choices", str(tmp_path / "a.db"), str(seed)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=TOP) as process:
        assert process.stdout is not None
        acknowledged = [process.stdout.readline().strip() for _ in range(5 + 7 * seed % 23)]
        process.kill()
        rest = process.stdout.read()
    acknowledged += [line for line in rest.split("\n")[:-1] if line]
    store = Store(tmp_path / "a.db")
    record = store.record("m")
    assert record is not None
    stored = [line for line in record.decode().split("\n") if '"choice"' in line]
    assert stored[: len(acknowledged)] == acknowledged
    assert len(stored) <= len(acknowledged) + 1
    store.close()


def test_a_link_stands_for_a_seat_until_it_is_revoked_and_is_not_stored(tmp_path: Path) -> None:
    store = Store(tmp_path / "a.db")
    store.begin("m", "", []).result()
    seat, watch = store.link("m", Role.SEAT, 1).result(), store.link("m", Role.WATCH).result()
    assert store.linked(seat) == Link("m", Role.SEAT, 1, revoked=False)
    assert store.linked(seat + "x") is None
    store.revoke("m", Role.SEAT, 1).result()
    assert store.linked(seat) == Link("m", Role.SEAT, 1, revoked=True)
    assert store.linked(watch) == Link("m", Role.WATCH, None, revoked=False)
    with pytest.raises(OutOfStep):
        store.link("nobody", Role.SEAT, 0).result()
    store.close()
    content = b"".join(path.read_bytes() for path in tmp_path.iterdir())
    assert seat.encode() not in content
    assert watch.encode() not in content


def test_a_new_link_ends_the_one_before_it(tmp_path: Path) -> None:
    store = Store(tmp_path / "a.db")
    store.begin("m", "", []).result()
    first, second = store.link("m", Role.JOIN).result(), store.link("m", Role.JOIN).result()
    assert [link.revoked for link in map(store.linked, (first, second)) if link is not None] == [True, False]
    store.close()


def test_a_seat_is_taken_once_however_many_join_at_once(tmp_path: Path) -> None:
    store = Store(tmp_path / "a.db")
    store.begin("m", "", []).result()
    sent = store.link("m", Role.SEAT, 2).result()
    store.use(store.link("m", Role.SEAT, 0).result()).result()
    joined = [each.result() for each in [store.join("m", (0, 1, 2)) for _ in range(4)]]
    assert [each[0] if each else None for each in joined] == [1, 2, None, None]
    assert store.taken("m") == {0, 1, 2}
    assert store.linked(sent) == Link("m", Role.SEAT, 2, revoked=True)
    store.close()
