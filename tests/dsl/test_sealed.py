"""A file of the cache counts only where this user wrote it, and nothing in it ever acts."""

from __future__ import annotations

import hmac
import os
import pickle
import stat
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path

import pytest

from rulerun.cli.commands.validate import examined
from rulerun.dsl.compile import compile_ruleset, survey
from rulerun.dsl.kept import kept
from rulerun.dsl.sentences import by_grammar, tables
from rulerun.dsl.text import sealed
from rulerun.dsl.text.files import read_source
from rulerun.dsl.text.source import Source
from rulerun.dsl.text.unpickle import unpickle

RULESETS = Path(__file__).parents[2] / "rulesets"
SOURCE = Source("a.yaml", "ruleset: a")


@pytest.fixture(autouse=True)
def cache(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """The folder that `XDG_CACHE_HOME` names."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return tmp_path / "cache"


@pytest.fixture
def entry() -> Path:
    """The file of what was made of a ruleset."""
    assert kept(SOURCE, (), lambda: "made 1") == "made 1"
    (path,) = sealed.folder("rulesets").iterdir()
    return path


def again() -> str:
    """What is found of the same ruleset, or made of it."""
    return kept(SOURCE, (), lambda: "made 2")


class Acting:
    """A value whose pickle makes a folder where it is read."""

    def __init__(self, place: Path) -> None:
        self.place = place

    def __reduce__(self) -> tuple[Callable[[str], None], tuple[str]]:
        return os.mkdir, (str(self.place),)


def by_digest(path: Path, content: bytes) -> bytes:
    """The seal that anybody can make."""
    return sha256(content).digest()


def by_a_key(path: Path, content: bytes) -> bytes:
    """A seal by the key of somebody else."""
    return sealed._sealed(bytes(sealed.SIZE), path, content, b"")


def by_the_key(path: Path, content: bytes) -> bytes:
    """The seal of this user."""
    key = sealed._key(path)
    assert key is not None
    return sealed._sealed(key, path, content, b"")


@pytest.mark.parametrize("seal", [by_digest, by_a_key, by_the_key])
def test_a_planted_pickle_never_acts(entry: Path, tmp_path: Path, seal: Callable[[Path, bytes], bytes]) -> None:
    content = pickle.dumps(Acting(tmp_path / "acted"))
    entry.write_bytes(seal(entry, content) + content)
    assert again() == "made 2"
    assert not (tmp_path / "acted").exists()


@pytest.mark.slow
def test_a_pickle_planted_where_lark_kept_the_grammar_never_acts(
    monkeypatch: pytest.MonkeyPatch, cache: Path, tmp_path: Path
) -> None:
    monkeypatch.setattr(tables, "TABLES", tmp_path / "none.json")  # as with another Lark
    by_grammar.grammar.cache_clear()
    try:
        by_grammar.grammar()
        for path in [path for path in cache.rglob("*") if path.is_file()]:
            first = path.read_bytes().partition(b"\n")[0]
            path.write_bytes(first + b"\n" + pickle.dumps(Acting(tmp_path / "acted")))
        by_grammar.grammar.cache_clear()
        assert by_grammar.grammar().parse("let pot = 0", start="sentence")
    finally:
        by_grammar.grammar.cache_clear()
    assert not (tmp_path / "acted").exists()


@pytest.mark.parametrize(
    "name", [("os", "getcwd"), ("builtins", "getattr"), ("rulerun.dsl.kept", "kept"), ("rulerun.dsl.kept", "sys.exit")]
)
def test_no_other_function_or_class_is_made_of_a_file(name: tuple[str, str]) -> None:
    content = b"\x80\x04" + b"".join(b"\x8c" + bytes([len(part)]) + part.encode() for part in name) + b"\x93."
    with pytest.raises(pickle.UnpicklingError, match="is not made of a file"):
        unpickle(content)


@pytest.mark.parametrize("name", sorted(path.stem for path in RULESETS.glob("*.yaml"))[::9])
def test_what_is_made_of_rulesets_comes_back(name: str) -> None:
    source, _ = read_source(RULESETS / f"{name}.yaml")
    assert source is not None
    program = compile_ruleset(source).program
    assert program is not None
    defaults = tuple((each.name, each.default) for each in survey(source).parameters)
    wrong = examined(Source(source.name, source.text.replace("phases:", "phasse:", 1), source.base, source.tables))
    assert wrong
    for made in (program, defaults, wrong):
        assert unpickle(pickle.dumps(made)) == made


# ------------------------------------------------------------------------------------------------------------- who may


def rights(path: Path) -> int:
    """The rights to a file or a folder."""
    return stat.S_IMODE(path.stat().st_mode)


def test_nobody_else_has_a_right_to_the_cache_whatever_the_umask(cache: Path, tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        assert again() == "made 2"
    finally:
        os.umask(before)
    found = {path.relative_to(tmp_path).as_posix(): rights(path) for path in cache.rglob("*")}
    assert {rights(path) for path in (cache, *cache.rglob("*")) if path.is_dir()} == {0o700}
    assert {rights(path) for path in cache.rglob("*") if path.is_file()} == {0o600}
    assert "cache/rulerun/key" in found
    assert not [name for name in found if "/." in name]


def test_a_folder_that_was_open_to_others_is_closed(entry: Path, cache: Path) -> None:
    for path in (entry.parent, entry.parent.parent):
        path.chmod(0o777)
    entry.unlink()
    assert again() == again() == "made 2"
    assert rights(entry.parent) == rights(entry.parent.parent) == 0o700


def test_the_key_is_drawn_once(entry: Path) -> None:
    key = (entry.parents[1] / "key").read_bytes()
    entry.unlink()
    assert again() == "made 2"
    assert (entry.parents[1] / "key").read_bytes() == key
    assert len(key) == 32


def test_what_another_user_owns_counts_for_nothing(entry: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: os.getuid() + 1)
    assert again() == "made 2"
    assert again() == "made 2"
    with pytest.raises(PermissionError, match="it belongs to another user"):
        sealed.write(entry, b"")
    monkeypatch.undo()


@pytest.mark.parametrize("what", ["entry", "folder", "key"])
@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root gives files away")
def test_one_thing_that_another_user_owns_is_passed_over(entry: Path, what: str) -> None:
    path = {"entry": entry, "folder": entry.parent, "key": entry.parents[1] / "key"}[what]
    os.chown(path, 12345, -1)
    assert again() == "made 2"
    assert again() == "made 2"
    # a file is replaced, for the folder is this user's
    assert kept(SOURCE, (), lambda: "made 3") == ("made 3" if what == "folder" else "made 2")
    assert path.stat().st_uid == (12345 if what == "folder" else 0)


@pytest.mark.parametrize("right", [0o640, 0o604, 0o620, 0o602])
def test_a_key_that_others_could_have_read_or_written_is_drawn_anew(entry: Path, right: int) -> None:
    place = entry.parents[1] / "key"
    key = place.read_bytes()
    place.chmod(right)
    assert again() == "made 2"
    assert kept(SOURCE, (), lambda: "made 3") == "made 2"
    assert place.read_bytes() != key
    assert rights(place) == 0o600


@pytest.mark.parametrize("key", [b"", b"short", bytes(33)])
def test_a_key_of_another_length_is_drawn_anew(entry: Path, key: bytes) -> None:
    (entry.parents[1] / "key").write_bytes(key)
    assert again() == "made 2"
    assert kept(SOURCE, (), lambda: "made 3") == "made 2"


def test_an_entry_under_the_name_of_another_does_not_count(entry: Path) -> None:
    other = Source("a.yaml", "ruleset: b")
    assert kept(other, (), lambda: "of b") == "of b"
    (second,) = (path for path in entry.parent.iterdir() if path != entry)
    second.write_bytes(entry.read_bytes())
    assert kept(other, (), lambda: "of b again") == "of b again"


def test_seals_are_compared_in_constant_time(entry: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []
    compare = hmac.compare_digest

    def comparing(one: bytes, other: bytes) -> bool:
        asked.append(len(one))
        return compare(one, other)

    monkeypatch.setattr(hmac, "compare_digest", comparing)
    assert again() == "made 1"
    assert asked == [32]


# --------------------------------------------------------------------------------------------------------- odd places


@pytest.mark.parametrize("what", ["entry", "key"])
def test_a_link_is_not_followed(entry: Path, tmp_path: Path, what: str) -> None:
    path = {"entry": entry, "key": entry.parents[1] / "key"}[what]
    elsewhere = tmp_path / "elsewhere"
    path.rename(elsewhere)
    path.symlink_to(elsewhere)
    held = elsewhere.read_bytes()
    assert again() == "made 2"
    assert kept(SOURCE, (), lambda: "made 3") == "made 2"
    assert elsewhere.read_bytes() == held
    assert not path.is_symlink()


def test_a_link_for_a_folder_counts_where_this_user_made_both(entry: Path, tmp_path: Path) -> None:
    entry.parent.rename(tmp_path / "elsewhere")
    entry.parent.symlink_to(tmp_path / "elsewhere")
    assert again() == "made 1"


def test_a_link_that_leads_nowhere_and_a_folder_in_the_place_of_a_file_do_no_harm(entry: Path, tmp_path: Path) -> None:
    entry.unlink()
    entry.mkdir()
    assert again() == "made 2"
    (entry.parents[1] / "key").unlink()
    (entry.parents[1] / "key").mkdir()
    assert again() == "made 2"
    entry.rmdir()
    entry.parent.rename(tmp_path / "gone")
    entry.parent.symlink_to(tmp_path / "nowhere")
    assert again() == "made 2"
    assert not (tmp_path / "nowhere").exists()


def test_nobody_waits_at_a_pipe(entry: Path) -> None:
    entry.unlink()
    os.mkfifo(entry, 0o600)
    assert again() == "made 2"


def test_a_cache_that_everybody_may_write_to_has_a_room_of_this_user(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "all").mkdir()
    (tmp_path / "all").chmod(0o777)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "all"))
    assert again() == kept(SOURCE, (), lambda: "made 3") == "made 2"
    assert rights(tmp_path / "all" / "rulerun") == 0o700
    assert rights(tmp_path / "all") == 0o777


def test_a_file_grows_only_where_nobody_else_has_a_right_to_it(tmp_path: Path) -> None:
    path = tmp_path / "room" / "file"
    sealed.append(path, b"one ")
    sealed.append(path, b"two")
    assert sealed.own(path) == b"one two"
    assert (rights(path.parent), rights(path)) == (0o700, 0o600)
    path.chmod(0o606)
    assert sealed.own(path) is None
    with pytest.raises(PermissionError, match="others have a right to it"):
        sealed.append(path, b"three")
    path.chmod(0o600)
    path.rename(tmp_path / "elsewhere")
    path.symlink_to(tmp_path / "elsewhere")
    with pytest.raises(OSError):
        sealed.append(path, b"three")
    assert (tmp_path / "elsewhere").read_bytes() == b"one two"


def nobody() -> Path:
    """What `Path.home` does for a user without a home."""
    raise RuntimeError("no home")


def test_without_a_home_nothing_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("XDG_CACHE_HOME")
    monkeypatch.setattr(Path, "home", nobody)
    assert again() == "made 2"
    assert kept(SOURCE, (), lambda: "made 3") == "made 3"


def test_a_relative_cache_is_nobodys(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", "here")
    monkeypatch.setattr(Path, "home", lambda: tmp_path / "home")
    assert again() == kept(SOURCE, (), lambda: "made 3") == "made 2"
    assert [path.name for path in tmp_path.iterdir()] == ["home"]


def test_where_nothing_can_be_written_it_is_made_each_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", "/proc")
    assert [again(), kept(SOURCE, (), lambda: "made 3")] == ["made 2", "made 3"]


def test_without_owners_as_in_windows_the_seal_is_what_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("geteuid", "O_NOFOLLOW", "O_NONBLOCK"):
        monkeypatch.delattr(os, name)
    assert again() == kept(SOURCE, (), lambda: "made 3") == "made 2"
    (path,) = sealed.folder("rulesets").iterdir()
    path.write_bytes(by_digest(path, pickle.dumps("planted")) + pickle.dumps("planted"))
    assert again() == "made 2"
