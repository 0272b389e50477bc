"""The package as it lies on disk: what it holds, what may import what, and what is in the wheel."""

from __future__ import annotations

import ast
import re
import shutil
import subprocess
import sys
import tomllib
import zipfile
from collections.abc import Iterator
from functools import cache
from itertools import combinations
from pathlib import Path

import pytest

import rulerun

from .support.cases import for_all

TOP = Path(__file__).resolve().parent.parent
OUTSIDE = {"tests", "benchmarks", "examples", "docs", "specs", "playthroughs", "build", "dist"}

# What each room may import of ours besides itself, as prefixes below `rulerun.`; "" is everything. A room stands below those
# that may import it.
MAY_IMPORT = {
    "rulesets": (),
    "program": (),
    "dsl": ("program",),
    "rulebook": ("program", "dsl"),
    "interpreter": ("program", "dsl.text.source"),
    "simulation": ("program", "dsl.text.sealed", "interpreter"),
    "table": ("program", "dsl.text.suggestions", "interpreter"),
    "worlds": ("program", "interpreter", "simulation"),
    "bots": ("program", "interpreter", "simulation", "worlds"),
    "drawing": ("program", "rulebook", "table"),
    "printing": ("program", "dsl", "rulebook", "interpreter", "table", "drawing"),
    "session": ("program", "dsl.describe", "dsl.settings", "dsl.text", "interpreter", "table", "bots"),
    "web": ("program", "dsl", "rulebook", "interpreter", "table", "bots", "session", "drawing"),
    "rl": ("program", "dsl.compile", "dsl.diagnostics", "dsl.text", "interpreter", "simulation", "worlds", "bots"),
    "lab": ("program", "dsl.text.sealed", "interpreter", "simulation", "table", "bots", "drawing"),
    "solver": ("program", "interpreter", "simulation", "rl"),
    "tools": ("__version__", "program", "dsl", "interpreter", "table"),
    "workshop": (
        "program",
        "dsl",
        "rulebook",
        "interpreter",
        "simulation",
        "table",
        "bots",
        "drawing",
        "session",
        "web",
        "tools",
        "lab.statistics",
    ),
    "api": ("__version__", "program", "dsl", "interpreter", "simulation", "table", "bots", "session", "drawing", "rl", "lab"),
    "cli": ("",),
}

# The folders of a room in the order in which text and matches flow: each imports those before it, never those behind.
# "." is the room's own files; a room that is not here has no folders.
ORDER = {
    "dsl": (
        "diagnostics",
        "text",
        "sentences",
        "symbols",
        "expressions",
        "expressions/builtins",
        "declarations",
        "statements",
        "sections",
        "forms",
        ".",
    ),
    "interpreter": ("core", "machine", ".", "match"),
    "simulation": ("runtime", "emit", "compile", ".", "search", "training"),
    "worlds": ("interpreted", "."),
    "bots": ("core", "."),
    "lab": (".", "deep", "statistics", "runs", "report"),
    "cli": ("draw", "terminal", "screen", "commands", "."),
}


ROW = re.compile(r"^\| `(\w+)` \|[^|]*\| ([^|]*) \|$", re.MULTILINE)
"""A row of the table of packages in `docs/architecture.md`: its package, and what that may import."""
LIMITLESS = {"everything": ("",), "nothing": ()}


@cache
def rooms() -> tuple[Path, ...]:
    """Every folder of the package but its root."""
    found = {path.parent for path in TOP.rglob("*.py")}
    inside = [path.relative_to(TOP) for path in found if path != TOP]
    return tuple(sorted(path for path in inside if not any(part in OUTSIDE or part.startswith(".") for part in path.parts)))


def modules() -> Iterator[Path]:
    """Every module in a room, by its path from the root."""
    for room in rooms():
        yield from (path.relative_to(TOP) for path in sorted((TOP / room).glob("*.py")))


def dotted(path: Path) -> tuple[str, ...]:
    """The name of a module below `rulerun`, in its parts."""
    parts = path.with_suffix("").parts
    return parts[:-1] if parts[-1] == "__init__" else parts


def is_module(parts: tuple[str, ...]) -> bool:
    """True when a module or a room of ours has that name."""
    place = TOP.joinpath(*parts)
    return place.with_suffix(".py").is_file() or place.is_dir()


@cache
def imported(path: Path) -> tuple[tuple[int, str | None], ...]:
    """The line of each import of ours in a module, and the module's name below `rulerun`; None where it is absolute."""
    return tuple(imports(path))


def imports(path: Path) -> Iterator[tuple[int, str | None]]:
    """The same, one after the other."""
    package = path.parent.parts
    for node in ast.walk(ast.parse((TOP / path).read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            for alias in node.names:
                if alias.name.split(".")[0] == "rulerun":
                    yield node.lineno, None
        elif isinstance(node, ast.ImportFrom) and node.level == 0:
            if (node.module or "").split(".")[0] == "rulerun":
                yield node.lineno, None
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] + tuple((node.module or "").split(".") if node.module else ())
            for alias in node.names:
                whole = (*base, alias.name)
                yield node.lineno, ".".join(whole if is_module(whole) or not base else base)


def test_the_packages_listed_are_the_folders_on_disk() -> None:
    settings = tomllib.loads((TOP / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["setuptools"]
    assert settings["packages"] == ["rulerun", *(".".join(("rulerun", *room.parts)) for room in rooms())]


def test_every_folder_is_a_package() -> None:
    assert [str(room) for room in rooms() if not (TOP / room / "__init__.py").is_file()] == []


def test_every_room_is_in_the_table_of_rooms() -> None:
    assert {room.parts[0] for room in rooms()} <= set(MAY_IMPORT)


def test_the_architecture_tells_what_each_room_may_import() -> None:
    page = (TOP / "docs" / "architecture.md").read_text(encoding="utf-8").partition("## From text to Program")[0]
    told = {room: LIMITLESS.get(cell, tuple(re.findall("`([^`]+)`", cell))) for room, cell in ROW.findall(page)}
    assert told == MAY_IMPORT


def test_the_architecture_tells_the_order_of_the_folders_of_a_room() -> None:
    page = (TOP / "docs" / "architecture.md").read_text(encoding="utf-8").replace("\n", " ")
    for room, folders in ORDER.items():
        assert f"`{room}`: {', '.join('`.`' if folder == '.' else folder for folder in folders)}" in page


@pytest.mark.slow
@for_all(modules())
def test_imports_are_relative_and_point_down_only(path: Path) -> None:
    room = dotted(path)[0]
    wrong = []
    for line, target in imported(path):
        allowed = target is not None and any(
            prefix == "" or target == prefix or target.startswith(prefix + ".") for prefix in (room, *MAY_IMPORT[room])
        )
        if not allowed:
            wrong.append(f"{path}:{line}: {target or 'an absolute import of rulerun'}")
    assert wrong == []


@for_all(MAY_IMPORT)
def test_the_folders_of_a_room_stand_in_an_order(room: str) -> None:
    below = {path.relative_to(room).as_posix() for path in rooms() if path.parts[0] == room}
    assert below == set(ORDER.get(room, (".",)))


@for_all(modules())
def test_no_import_points_up_inside_a_room(path: Path) -> None:
    room = path.parts[0]
    places = {folder: place for place, folder in enumerate(ORDER.get(room, (".",)))}
    wrong = []
    for line, target in imported(path):
        if target is None or target.split(".")[0] != room:
            continue
        if places[folder_of(target)] > places[path.parent.relative_to(room).as_posix()]:
            wrong.append(f"{path}:{line}: {target}")
    assert wrong == []


def folder_of(target: str) -> str:
    """The folder, below its room, in which a module lies; a package lies in itself."""
    parts = tuple(target.split("."))
    folder = Path(*parts) if TOP.joinpath(*parts, "__init__.py").is_file() else Path(*parts[:-1])
    return folder.relative_to(parts[0]).as_posix()


def test_no_files_import_each_other_in_a_circle() -> None:
    # a package's own file counts too: who imports a name from it runs all that it imports
    arrows = {dotted(path): {tuple(target.split(".")) for _, target in imported(path) if target} for path in modules()}
    circles, left = [], dict(arrows)
    while left:
        free = [name for name, targets in left.items() if not targets & (left.keys() - {name})]
        if not free:
            circles = sorted(".".join(name) for name in left)
            break
        for name in free:
            del left[name]
    assert circles == []


def test_the_engine_names_no_game() -> None:
    games = ["[ _-]?".join(path.stem.split("_")) for path in sorted((TOP / "rulesets").glob("*.yaml"))]
    assert games
    name = re.compile(f"(?<![a-z])({'|'.join(games)})(?![a-z])", re.IGNORECASE)
    # the dictionary says words of card games, and two games are called by one
    words = {"dsl/symbols/usual_words.py": {'"hearts": ("cuori", "corazones"),', '"trump": ("briscola", "triunfo"),'}}
    engine = {"program", "dsl", "interpreter", "simulation", "worlds", "bots", "table", "session", "drawing", "printing"}
    files = [TOP / "grammar.lark", *(TOP / path for path in modules() if path.parts[0] in engine)]
    found = [
        f"{path.relative_to(TOP)}:{number}: {line.strip()}"
        for path in files
        if path.is_file()
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1)
        if name.search(line) and line.strip() not in words.get(path.relative_to(TOP).as_posix(), ())
    ]
    assert found == []


def test_no_module_is_loaded_under_two_names() -> None:
    # two copies of a module are two sets of classes, and `match` on one knows nothing of the other
    assert rulerun.Match.__module__ == "rulerun.api.match"
    names: dict[Path, list[str]] = {TOP / path: [] for path in modules()}
    for name, module in sorted(sys.modules.items()):
        file = getattr(module, "__file__", None)
        if file is not None:
            names.get(Path(file).resolve(), []).append(name)
    assert {str(file): under for file, under in names.items() if len(under) > 1} == {}


def test_importing_the_root_loads_no_room() -> None:
    code = "import sys, rulerun; print([name for name in sys.modules if name.startswith(('rulerun.', 'lark', 'yaml', 'attr'))])"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=TOP.parent)
    assert ran.stdout.strip() == "[]"


def test_every_public_name_is_there() -> None:
    assert sorted(rulerun.__all__) == sorted(set(rulerun.__all__))
    for name in rulerun.__all__:
        assert getattr(rulerun, name) is not None
    assert set(rulerun.__all__) <= set(dir(rulerun))


def test_no_two_public_names_could_be_mistaken_for_one_another() -> None:
    for one, other in combinations(rulerun.__all__, 2):
        short, long = sorted((one.lower(), other.lower()), key=len)
        assert short != long
        assert long not in (short + "s", short + "r", short + "d", short + "ed", short + "er"), f"{one}, {other}"


def test_another_name_of_the_root_is_an_ordinary_mistake() -> None:
    with pytest.raises(AttributeError, match="no_such_name"):
        _ = rulerun.no_such_name


@pytest.mark.slow
def test_the_wheel_holds_grammar_rulesets_and_nothing_else(tmp_path: Path) -> None:
    source = tmp_path / "source"
    shutil.copytree(TOP, source, ignore=shutil.ignore_patterns(".*", "build", "dist", "*.egg-info", "__pycache__"))
    command = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", str(tmp_path), str(source)]
    subprocess.run(command, check=True)
    (wheel,) = tmp_path.glob("rulerun-*.whl")
    with zipfile.ZipFile(wheel) as content:
        inside = {name for name in content.namelist() if ".dist-info/" not in name}
        licence = [name for name in content.namelist() if name.endswith("LICENSE")]
    code = {Path("__init__.py"), Path("__main__.py"), *modules()}
    rulesets = {path.relative_to(TOP) for path in (TOP / "rulesets").rglob("*.yaml")}
    pages = {path.relative_to(TOP) for path in (TOP / "dsl" / "diagnostics" / "pages").glob("*.md")}
    assets = {path.relative_to(TOP) for room in ("web", "workshop") for path in (TOP / room / "assets").iterdir()}
    data = (
        "workshop/libraries.json",
        "py.typed",
        "grammar.lark",
        "dsl/sentences/tables.json",
        "lab/report/page.html",
        "lab/statistics/leads.json",
        "drawing/style.css",
    )
    learned = {path.relative_to(TOP) for path in (TOP / "rulesets" / "learned").glob("*.weights")}
    typeset = {path.relative_to(TOP) for path in (TOP / "printing").glob("*.typ")}
    docs = {path.relative_to(TOP) for path in (TOP / "docs").rglob("*") if path.suffix in (".md", ".svg")}
    others = {*map(Path, data), *learned, *typeset, *docs}
    assert inside == {Path("rulerun", path).as_posix() for path in code | rulesets | pages | assets | others}
    assert len(licence) == 1
