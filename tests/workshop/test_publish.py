"""The site as files: what is in it, what its pages may do, and what is said where it cannot be written."""

from __future__ import annotations

import ast
import codecs
import gzip
import io
import json
import re
import subprocess
import sys
from base64 import b64encode
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from zipfile import ZipFile

import pytest
from click.testing import CliRunner

from rulerun.cli.main import root
from rulerun.dsl.text.files import bundled
from rulerun.workshop.libraries import WrongLibraries, addresses, contents, import_map, libraries
from rulerun.workshop.publish import CODECS, NO_USE, PYTHON, CannotPublish, publish, python_files

LINK = re.compile(r'(?:href|src)="([^"#]+)')


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("published") / "site"
    assert publish(out, None) == sum(each.is_file() for each in out.rglob("*"))
    return out


def test_every_link_of_every_page_leads_somewhere(site: Path) -> None:
    for page in site.rglob("*.html"):
        links = LINK.findall(page.read_text(encoding="utf-8"))
        assert links
        assert [each for each in links if not (page.parent / each).is_file()] == []


def test_every_bundled_game_is_in_the_gallery_with_picture_and_rules(site: Path) -> None:
    page = (site / "index.html").read_text(encoding="utf-8")
    for path in bundled():
        for part in (f"pictures/{path.stem}.svg", f"rules/{path.stem}.html", f"#play={path.stem}", f"#edit={path.stem}"):
            assert part in page


def test_no_page_runs_a_script_that_a_strict_policy_forbids(site: Path) -> None:
    for page in site.rglob("*.html"):
        text = page.read_text(encoding="utf-8")
        policy = re.findall(r'http-equiv="Content-Security-Policy" content="([^"]+)"', text)[0].replace("&#x27;", "'")
        scripts = policy.partition("script-src")[2].partition(";")[0] or policy
        assert "unsafe-inline" not in scripts.partition("style-src")[0]
        assert "'unsafe-eval'" not in scripts
        assert not re.findall(r"\son\w+=", text)
        for inside in re.findall(r"<script[^>]*>([^<]+)</script>", text):
            assert f"'sha256-{b64encode(sha256(inside.encode()).digest()).decode()}'" in scripts


def test_the_python_of_the_tab_is_taken_along_with_its_licences(site: Path) -> None:
    with ZipFile(io.BytesIO(gzip.decompress((site / PYTHON).read_bytes()))) as archive:
        names = archive.namelist()
    for part in (
        "rulerun/workshop/desk.py",
        "rulerun/rulesets/traxx.yaml",
        "rulerun/drawing/style.css",
        "lark/lark.py",
        "attr/__init__.py",
        "yaml/__init__.py",
    ):
        assert part in names
    assert sum(each.endswith("licenses/LICENSE") for each in names) == 3
    assert not [each for each in names if each.startswith(("rulerun/cli", "rulerun/tests", "rulerun/rl", "click", "rich"))]
    told = (site / "licences.txt").read_text(encoding="utf-8")
    assert all(name in told for name in (*libraries(), "lark", "attrs", "pyyaml"))


def names_of(tree: ast.AST) -> Iterator[str]:
    """The modules that are imported somewhere in it, as far as they can be told: `xml.dom` as `xml/dom`."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (each.name.replace(".", "/") for each in node.names)
        elif isinstance(node, ast.ImportFrom) and not node.level and node.module:
            yield from (f"{node.module}.{each.name}".replace(".", "/") for each in node.names)


def test_what_is_left_of_pythons_library_is_all_that_the_tab_imports() -> None:
    for name, content in python_files():
        if name.startswith("rulerun/") and name.endswith(".py"):
            for imported in names_of(ast.parse(content)):
                assert not f"{imported}/".startswith(tuple(f"{each}/" for each in NO_USE)), name
            for encoding in re.findall(rb"""(?:coding=|code\()["']([\w-]+)["']""", content):
                if encoding != b"unicode":  # to ElementTree this is text
                    assert codecs.lookup(encoding.decode()).name.replace("-", "_") in CODECS, (name, encoding)


ALONE = """
import json, sys
sys.path[:] = [each for each in sys.path if "site-packages" not in each]
sys.path.insert(0, sys.argv[1])
from rulerun.workshop.desk import Desk, answered
desk = Desk()
def ask(*asked):
    found = json.loads(answered(desk, json.dumps(asked)))
    assert "value" in found, found
    return found["value"]
text = ask("open_game", "tic_tac_toe")["text"]
ask("change", text)
shown = ask("begin", {"seat-1": "good"}, "en")
think = shown["think"]
ask("give", think["seat"], think["number"], ask("think", shown["record"], think["seat"], think["who"]))
for call in ("check", "named", "examples", "rules", "names", "setup", "format"):
    ask(call)
ask("share", text, True)
ask("complete", 3, 1)
ask("lab", "x.yaml", text, {})
print(ask("count", 20)["games"])
"""


@pytest.mark.slow
def test_what_is_taken_along_runs_alone(site: Path, tmp_path: Path) -> None:
    with ZipFile(io.BytesIO(gzip.decompress((site / PYTHON).read_bytes()))) as archive:
        archive.extractall(tmp_path)
    run = [sys.executable, "-I", "-S", "-c", ALONE, str(tmp_path)]
    ran = subprocess.run(run, capture_output=True, text=True, check=False, cwd=tmp_path)
    assert ran.stdout == "20\n", ran.stderr[-2000:]


METHODS = """
from rulerun.workshop.methods import compile_once
known = {}
compile_once(known)
import rulerun.workshop.desk
made = len(known)
import attr
@attr.frozen
class Fresh:
    number: int
print(made > 300, len(known) > made, Fresh(3), Fresh(3) == Fresh(3))
"""


def test_the_methods_of_all_classes_are_known_by_their_text() -> None:
    ran = subprocess.run([sys.executable, "-c", METHODS], capture_output=True, text=True, check=False)
    assert ran.stdout == "True True Fresh(number=3) True\n", ran.stderr[-2000:]


def test_nothing_of_others_lies_in_the_repository() -> None:
    own = {"editor.js", "gallery.js", "python.js", "sw.js", "worker.js", "words.js", "workshop.css", "workshop.js"}
    assert {each.name for each in (Path(__file__).parents[2] / "workshop" / "assets").iterdir()} == own


def test_pages_load_libraries_by_version_and_digest(site: Path) -> None:
    page = (site / "workshop.html").read_text(encoding="utf-8")
    assert import_map(public=True) in page
    found = json.loads(import_map(public=True))
    assert set(found["imports"].values()) == set(found["integrity"])
    for name, where in found["imports"].items():
        assert where.startswith(f"https://cdn.jsdelivr.net/npm/{name}@{libraries()[name]['version']}/")
    assert all(re.fullmatch(r"sha512-[\w+/]{86}==", each["integrity"]) for each in libraries().values())


@pytest.mark.slow
def test_a_site_is_written_again_over_itself_but_over_nothing_else(site: Path, tmp_path: Path) -> None:
    (site / "left.txt").write_text("over")
    publish(site, None)
    assert not (site / "left.txt").exists()
    (tmp_path / "mine.txt").write_text("mine")
    with pytest.raises(CannotPublish, match="holds other things"):
        publish(tmp_path, None)
    assert (tmp_path / "mine.txt").read_text() == "mine"


def test_libraries_that_are_missing_or_others_are_named_with_what_installs_them(tmp_path: Path) -> None:
    with pytest.raises(WrongLibraries, match="has no `@codemirror/autocomplete/dist/index"):
        contents(tmp_path)
    for place in addresses(public=False):
        (tmp_path / "node_modules" / place).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "node_modules" / place).write_text("another")
    with pytest.raises(WrongLibraries, match="is not version"):
        contents(tmp_path)


@pytest.mark.parametrize("case", ["a file", "no libraries"])
def test_the_command_says_in_a_sentence_what_cannot_be_done(case: str, tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("x")
    out, mine = str(tmp_path / "out"), str(tmp_path)
    found = CliRunner().invoke(root, ["site", mine] if case == "a file" else ["site", out, "--libraries", mine])
    assert found.exit_code
    assert "holds other things" in found.output or "npm install" in found.output
    assert "Traceback" not in found.output
