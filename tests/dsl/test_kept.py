"""What was made of a ruleset is kept for the next process, and made again when anything about it has changed."""

from __future__ import annotations

import pickle
from pathlib import Path
from time import time

import pytest

from rulerun.cli.commands.validate import look
from rulerun.dsl import compile as compiling
from rulerun.dsl import kept as module
from rulerun.dsl.compile import compile_ruleset
from rulerun.dsl.kept import folder, kept
from rulerun.dsl.text.files import read_source
from rulerun.dsl.text.source import Source

RULESET = Path(__file__).parents[2] / "rulesets" / "pig.yaml"


@pytest.fixture(autouse=True)
def _cache(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


class Making:
    """Makes a text, and counts how often."""

    def __init__(self) -> None:
        self.times = 0

    def __call__(self) -> str:
        """A text that is different each time."""
        self.times += 1
        return f"made {self.times}"


def test_what_was_made_is_found_again() -> None:
    make = Making()
    source = Source("a.yaml", "ruleset: a")
    assert [kept(source, ("x",), make) for _ in range(3)] == ["made 1"] * 3


@pytest.mark.parametrize(
    "other",
    [Source("a.yaml", "ruleset: b"), Source("b.yaml", "ruleset: a"), Source("a.yaml", "ruleset: a", Source("c.yaml", "")), None],
)
def test_another_ruleset_another_base_and_another_wish_are_made(other: Source | None) -> None:
    make = Making()
    source = Source("a.yaml", "ruleset: a")
    kept(source, ("x",), make)
    assert (kept(source, ("y",), make) if other is None else kept(other, ("x",), make)) == "made 2"


def test_other_code_makes_it_again(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    make = Making()
    source = Source("a.yaml", "ruleset: a")
    kept(source, (), make)
    room = tmp_path / "package"
    for name in ("dsl", "program"):
        (room / name).mkdir(parents=True)
    (room / "grammar.lark").write_text("start:\n")
    (room / "dsl" / "other.py").write_text("\n")
    monkeypatch.setattr(module, "__file__", str(room / "dsl" / "kept.py"))
    assert kept(source, (), make) == "made 2"
    (room / "program" / "other.py").write_text("\n")
    assert kept(source, (), make) == "made 3"
    # what these files were before they were written may have made it, so nothing is kept until a process begins after that
    assert kept(source, (), make) == "made 4"
    monkeypatch.setattr(module, "BEGUN", time() + 1)
    assert [kept(source, (), make) for _ in range(2)] == ["made 5"] * 2


@pytest.mark.parametrize("size", [0, 20, 40, -1])
def test_a_file_that_was_cut_or_changed_is_made_again(size: int) -> None:
    make = Making()
    source = Source("a.yaml", "ruleset: a")
    kept(source, (), make)
    (path,) = folder().iterdir()
    content = path.read_bytes()
    path.write_bytes(content[:size] + (b"x" if size < 0 else b""))
    assert kept(source, (), make) == "made 2"
    assert kept(source, (), make) == "made 2"


def test_where_nothing_can_be_written_it_is_made_every_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", "/dev/null")
    make = Making()
    assert [kept(Source("a.yaml", ""), (), make) for _ in range(2)] == ["made 1", "made 2"]


def test_what_is_raised_is_not_kept() -> None:
    def fail() -> str:
        raise ValueError

    make = Making()
    with pytest.raises(ValueError):
        kept(Source("a.yaml", ""), (), fail)
    assert kept(Source("a.yaml", ""), (), make) == "made 1"


def test_old_files_go(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST", 4)
    make = Making()
    for number in range(5):
        kept(Source("a.yaml", str(number)), (), make)
    assert len([*folder().iterdir()]) == 2
    assert kept(Source("a.yaml", "4"), (), make) == "made 5"


def test_a_program_comes_back_as_it_was() -> None:
    source, _ = read_source(RULESET)
    assert source is not None
    made = compile_ruleset(source).program
    assert made is not None
    assert pickle.loads(pickle.dumps(made)) == made == kept(source, (), lambda: made) == kept(source, (), lambda: None)


def test_a_key_that_is_written_with_a_backslash_is_read(tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_text('ruleset: a\n"\\x65xtends": pig\n')
    source, problems = read_source(tmp_path / "a.yaml")
    assert not problems
    assert source is not None
    assert source.base is not None


def test_findings_are_kept_until_the_ruleset_changes(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    path, asked = tmp_path / "pig.yaml", []
    examine = compiling.examine
    monkeypatch.setattr(compiling, "examine", lambda source: asked.append(source.text) or examine(source))
    path.write_text(RULESET.read_text(encoding="utf-8"), encoding="utf-8")
    assert look(str(path)).diagnostics == look(str(path)).diagnostics == ()
    assert len(asked) == 1
    path.write_text(RULESET.read_text(encoding="utf-8").replace("ruleset: pig", "ruleset: pug"), encoding="utf-8")
    first, second = look(str(path)), look(str(path))
    assert [each.code for each in first.diagnostics] == [each.code for each in second.diagnostics] == ["named-otherwise"]
    assert len(asked) == 2
