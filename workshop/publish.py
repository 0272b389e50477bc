"""Writes the workshop and the gallery as a site of static files, for any host."""

from __future__ import annotations

import gzip
import io
import json
import shutil
import subprocess
from base64 import b64encode
from collections.abc import Iterator, Mapping
from hashlib import sha256
from importlib.metadata import Distribution, distribution
from pathlib import Path
from tempfile import TemporaryDirectory
from xml.etree.ElementTree import Element
from zipfile import ZipFile, ZipInfo

from ..drawing.markup import Child, as_html, element
from ..drawing.page import stylesheet
from ..drawing.rules import rules_html
from ..dsl.text.files import read_source
from ..program.ir import Words
from ..rulebook.rules_page import rules_page
from ..session.catalogue import CatalogueEntry, bundled_games
from ..session.setup import counts
from ..web.pictures import picture
from .libraries import PUBLIC, RUNTIME, addresses, contents, import_map, libraries

PACKAGE = Path(__file__).parents[1]
IN_TAB = (
    "bots",
    "drawing",
    "dsl",
    "interpreter",
    "program",
    "rulebook",
    "rulesets",
    "session",
    "simulation",
    "table",
    "tools",
    "web",
    "workshop",
    "worlds",
)
"""What of rulerun runs in the tab, and beside it:"""
ALONE = (
    "__init__.py",
    "grammar.lark",
    "lab/__init__.py",
    *(f"lab/statistics/{name}.py" for name in ("__init__", "decision_points", "estimates", "wilson")),
)
LEFT_OUT = (
    *(f"bots/{name}.py" for name in ("core/beside", "core/moves", "core/notation", "core/processes")),
    *(f"bots/{name}.py" for name in ("gtp", "openspiel", "outside", "uci")),
    "drawing/replay.py",
    "dsl/diagnostics/pages.py",
    "dsl/text/sarif.py",
    "session/typed.py",
    *(f"web/{name}.py" for name in ("app", "feed", "guard", "house", "live", "pages", "pictures", "serving", "static", "store")),
    *(f"tools/{name}.py" for name in ("differences", "language_server", "new", "reference", "same_output", "schema")),
    *(f"simulation/compile/{name}.py" for name in ("build", "cache", "child", "cost", "library", "tiers", "translate")),
    "workshop/libraries.json",
    "workshop/libraries.py",
    "workshop/publish.py",
)
"""What of that needs a server, another process, a compiler or a disk."""
ELSEWHERE = ("__pycache__", "/assets/", "rulesets/engines/", "simulation/training/")
"""Folders of the same kind."""
TAKEN_ALONG = {"attrs": ("attr", "attrs"), "lark": ("lark",), "pyyaml": ("yaml",)}
"""The pure Python of others that it needs: each distribution with its packages."""
LOCK = f"{RUNTIME}/pyodide-lock.json"
"""Lists the packages that Pyodide can fetch, of which the tab needs none."""
PYTHON, SERVICE, LICENCES = "python.pack", "sw.js", "licences.txt"
PROGRAMS = ("workshop.js", "editor.js", "python.js", "worker.js")
TITLE = "rulerun workshop"
LONGEST_ERROR = 300
POLICY = "style-src 'self' 'unsafe-inline'; img-src 'self' data:; object-src 'none'; base-uri 'none'; form-action 'none'"
"""What pages may do, beside running the site's own programs."""


class CannotPublish(Exception):
    """The site cannot be written; the message says why, and what to do."""


def publish(out: Path, folder: Path | None) -> int:
    """Writes the site into a folder, with the libraries in *folder* (None: pages load them from their public addresses).

    Gives the number of files. Raises CannotPublish, WrongLibraries and OSError.
    """
    if out.exists() and any(out.iterdir()) and not (out / SERVICE).is_file():
        raise CannotPublish(f"`{out}` holds other things: name an empty folder, or one that a site was written to")
    lib = {} if folder is None else {**contents(folder)}
    if LOCK in lib:
        lib[LOCK] = json.dumps({**json.loads(lib[LOCK]), "packages": {}}).encode()
    sources = python_zip()
    made: dict[str, bytes] = {f"lib/{name}": content for name, content in lib.items()}
    made[PYTHON] = gzip.compress(sources if folder is None else compiled(sources, folder), mtime=0)
    made |= dict(pages(folder is None))
    made[LICENCES] = licences().encode()
    made[SERVICE] = service_worker(made, folder is None).encode()
    if out.exists():
        shutil.rmtree(out)
    for name, content in made.items():
        (out / name).parent.mkdir(parents=True, exist_ok=True)
        (out / name).write_bytes(content)
    return len(made)


# ------------------------------------------------------------------------------------------------ pages


def pages(public: bool) -> Iterator[tuple[str, bytes]]:
    """All pages, and what they are drawn with."""
    games = {each.path.stem: each for each in bundled_games()}
    yield "index.html", gallery(games).encode()
    yield "workshop.html", workshop(public).encode()
    for name, game in games.items():
        yield f"pictures/{name}.svg", picture(game.path)
        yield f"rules/{name}.html", rules(name, game).encode()
    web = PACKAGE / "web" / "assets"
    yield "assets/table.js", (web / "table.js").read_bytes()
    yield "icon.svg", (web / "icon.svg").read_bytes()
    own = PACKAGE / "workshop" / "assets"
    style = stylesheet() + (web / "web.css").read_text(encoding="utf-8") + (own / "workshop.css").read_text(encoding="utf-8")
    yield "assets/site.css", style.encode()
    for name in PROGRAMS:
        yield f"assets/{name}", (own / name).read_bytes()
    yield "assets/gallery.js", (own / "gallery.js").read_bytes()


def document(title: str, above: str, *body: Child, head: tuple[Element, ...] = (), policy: str = "") -> str:
    """A page of the site; *above* leads from it to the site's first page."""
    allowed = (
        policy or "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; object-src 'none'; base-uri 'none'"
    )
    top = element(
        "head",
        element("meta", charset="utf-8"),
        element("meta", http_equiv="Content-Security-Policy", content=allowed),
        element("meta", name="viewport", content="width=device-width, initial-scale=1"),
        element("title", title),
        element("link", rel="stylesheet", href=f"{above}assets/site.css"),
        element("link", rel="icon", href=f"{above}icon.svg", type="image/svg+xml"),
        *head,
    )
    return "<!doctype html>\n" + as_html(element("html", top, element("body", *body), lang="en")) + "\n"


def gallery(games: Mapping[str, CatalogueEntry]) -> str:
    """All games, each with its picture."""
    main = element(
        "main",
        element("h1", "Games"),
        element(
            "p", "Play at a click, against the computer or around one screen. Nothing leaves this tab, and no account is needed."
        ),
        element("p", element("a", "Write a game of your own", href="workshop.html#new", class_="button main")),
        element("ul", *(game_html(name, game) for name, game in games.items()), class_="games"),
        class_="front",
    )
    script = element("script", type="module", src="assets/gallery.js")
    return document("rulerun: games to play and to change", "", main, head=(script,))


def game_html(name: str, game: CatalogueEntry) -> Element:
    """A game: picture, title, how many play and how long, what it is, its rules, and the way to change them."""
    found = game.survey
    facts = f"{counts(found.players)} players" + (f" · {found.minutes} min" if found.minutes else "")
    return element(
        "li",
        element("img", src=f"pictures/{name}.svg", alt="", loading="lazy", width=160, height=120),
        element("h2", element("a", spoken(found.title), href=f"workshop.html#play={name}")),
        element("p", facts, class_="facts"),
        element("p", spoken(found.about)),
        element(
            "p",
            element("a", "Rules", href=f"rules/{name}.html", aria_label=f"Rules of {spoken(found.title)}"),
            " ",
            element("a", "Change", href=f"workshop.html#edit={name}", aria_label=f"Change {spoken(found.title)}"),
            class_="ways",
        ),
    )


def rules(name: str, game: CatalogueEntry) -> str:
    """The rules page of a game, as it stands."""
    source, _ = read_source(game.path)
    assert source is not None  # the catalogue has read it
    page = rules_page(source, "", game.survey.players[0], {}, "en")
    ways = element(
        "nav",
        element("a", "All games", href="../index.html"),
        element("a", "Play", href=f"../workshop.html#play={name}"),
        element("a", "Change", href=f"../workshop.html#edit={name}"),
        class_="ways",
    )
    return document(page.title, "../", ways, element("main", rules_html(page)))


def spoken(words: Words) -> str:
    """The words in English."""
    return words.say("en")


def workshop(public: bool) -> str:
    """The workshop: text and table, side by side where there is room. It is there before Python is."""
    names = import_map(public)
    allowed = f"'self' {PUBLIC}" if public else "'self'"
    digest = b64encode(sha256(names.encode()).digest()).decode()
    policy = f"script-src {allowed} 'wasm-unsafe-eval' 'sha256-{digest}'; connect-src {allowed}; worker-src 'self'; "
    runtime = addresses(public)[f"{RUNTIME}/pyodide.mjs"].removesuffix("pyodide.mjs")
    body = (
        element("header", *top(), class_="bar"),
        element("p", id="status", role="status", aria_live="polite"),
        element("main", text_part(), side_part(), id="workshop", data_pyodide=runtime, data_python=f"./{PYTHON}"),
    )
    script = element("script", type="module", src="assets/workshop.js")
    page = document(TITLE, "", *body, head=(element("importmap"), script), policy=policy)
    return page.replace("<importmap></importmap>", f'<script type="importmap">{names}</script>')


def top() -> Iterator[Element]:
    """What can be done with the ruleset as a whole."""
    yield element("a", "All games", href="index.html")
    yield element("h1", "Workshop", id="title")
    tools = [
        ("open", "Open a file…", "ruleset"),
        ("save", "Save", "ruleset"),
        ("share", "Share", "ruleset"),
        ("edit", "Change these rules", "playing"),
    ]
    yield element(
        "div", *(element("button", words, id=name, type="button", class_=kind) for name, words, kind in tools), class_="tools"
    )
    yield element("input", type="file", id="file", hidden="", accept=".yaml,.yml,.rulerun", aria_label="A ruleset or a record")
    views = [("text", "Rules"), ("side", "Table")]
    switch = (element("button", words, type="button", data_view=name, aria_pressed="false") for name, words in views)
    yield element("nav", *switch, class_="switch", aria_label="What is shown")


def text_part() -> Element:
    """The editor, and what is wrong."""
    tools = element(
        "div",
        element("label", "Go to ", element("select", element("option", "…", value=""), id="outline"), class_="outline"),
        element("button", "Lay out", id="format", type="button"),
        element("button", "Start over", id="over", type="button", hidden=""),
        class_="tools",
    )
    return element(
        "section",
        element("h2", "Rules", class_="unseen"),
        tools,
        element("div", id="editor"),
        element("ul", id="findings", aria_label="What is wrong in the rules"),
        id="text",
    )


def side_part() -> Element:
    """The table, and what is found out about the game."""
    tabs = [("table-tab", "Table"), ("examples", "Examples"), ("lab", "Lab"), ("page", "Rules page"), ("sharing", "Share")]
    listed = (
        element(
            "button", words, type="button", role="tab", id=f"to-{name}", aria_controls=name, aria_selected="false", tabindex=-1
        )
        for name, words in tabs
    )
    panels = {
        "table-tab": table_panel(),
        "examples": examples_panel(),
        "lab": lab_panel(),
        "page": (),
        "sharing": sharing_panel(),
    }
    shown = (
        element("div", *panels[name], id=name, role="tabpanel", aria_labelledby=f"to-{name}", hidden="", tabindex=0)
        for name, _ in tabs
    )
    return element("section", element("div", *listed, role="tablist", aria_label="Beside the rules"), *shown, id="side")


def table_panel() -> tuple[Element, ...]:
    """The match."""
    table = element(
        "div",
        element("p", id="notice", role="alert"),
        element("section", id="table"),
        element("section", id="ask"),
        element(
            "aside",
            element("h2", "At the table"),
            element("ul", id="people"),
            element("h2", "What happened"),
            element("ol", id="story"),
        ),
        element("p", id="said", class_="unseen", role="status", aria_live="polite"),
        class_="at-table",
    )
    fresh = element("details", element("summary", "New match"), element("form", id="setup", class_="set-up"), id="fresh")
    names = element("details", element("summary", "Names of the spaces"), element("div", id="names"), id="named")
    keep = element("button", "Save the match", id="keep", type="button")
    return table, fresh, names, keep


def examples_panel() -> tuple[Element, ...]:
    """The worked examples of the ruleset."""
    return element("button", "Run the examples", id="run", type="button"), element("ul", id="ticks", aria_live="polite")


def lab_panel() -> tuple[Element, ...]:
    """Many games."""
    return (
        element(
            "p",
            "10,000 games by players who choose at random. After an edit, count again: both stand side by side.",
            class_="quiet",
        ),
        element("button", "Play 10,000 games", id="count", type="button", class_="main"),
        element("button", "Stop", id="halt", type="button", hidden=""),
        element("progress", id="counted", max=10000, value=0, hidden="", aria_label="Games played"),
        element("div", id="figures"),
    )


def sharing_panel() -> tuple[Element, ...]:
    """Links."""
    return (
        element("p", "The link holds the whole ruleset: it stands behind the “#”, which no browser sends to a server."),
        element("label", element("input", type="checkbox", id="with-match"), " with the match as it stands", class_="tick"),
        element("p", "Whoever reads the match in a link can work out what is hidden in it.", class_="quiet"),
        element("button", "Make the link", id="link", type="button", class_="main"),
        element("label", element("span", "Link"), element("input", id="address", readonly="", class_="link"), class_="field"),
        element("button", "Copy", id="copy", type="button"),
    )


# ------------------------------------------------------------------------------------------------ what is taken along


def python_zip() -> bytes:
    """The sources that run in the tab, with their licences, as an archive that is not compressed."""
    packed = io.BytesIO()
    with ZipFile(packed, "w") as archive:
        for name, content in sorted(python_files()):
            archive.writestr(ZipInfo(name, (1980, 1, 1, 0, 0, 0)), content)
    return packed.getvalue()


def python_files() -> Iterator[tuple[str, bytes]]:
    """The files, by their place in the archive."""
    for inside in ALONE:
        yield f"rulerun/{inside}", (PACKAGE / inside).read_bytes()
    for room in IN_TAB:
        for path in (PACKAGE / room).rglob("*"):
            inside = path.relative_to(PACKAGE).as_posix()
            beside = inside.endswith(".md") or any(part in inside for part in ELSEWHERE)
            if path.is_file() and not beside and inside not in LEFT_OUT:
                yield f"rulerun/{inside}", path.read_bytes()
    for name, packages in TAKEN_ALONG.items():
        found = distribution(name)
        for file in found.files or ():
            place = file.as_posix()
            parts = place.split("/")
            kept = parts[0] in packages and place.endswith((".py", ".lark")) and not {"tools", "__pyinstaller"} & set(parts)
            if kept or "licenses" in parts:
                yield place, Path(str(found.locate_file(file))).read_bytes()


COMPILE = """
import {{ loadPyodide }} from {runtime};
import {{ readFileSync, writeFileSync }} from "node:fs";
try {{
  const py = await loadPyodide();
  py.unpackArchive(new Uint8Array(readFileSync({sources})), "zip", {{ extractDir: "/packages" }});
  py.runPython({program});
  writeFileSync({made}, py.FS.readFile("/made.zip"));
}} catch (error) {{
  console.error(error.message.trim().split("\\n").pop());
  process.exitCode = 1;
}}
"""
"""What Node.js does; Pyodide makes byte code for itself."""
COMPILING = """
import ast, importlib.util, marshal, zipfile
from pathlib import Path
from types import CodeType

def stripped(code):
    consts = tuple(stripped(each) if isinstance(each, CodeType) else each for each in code.co_consts)
    return code.replace(co_consts=consts, co_linetable=b"")

def bare(tree):
    for node in ast.walk(tree):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            node.returns = None
        if isinstance(node, ast.arg):
            node.annotation = None
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)):
            kept = [each for each in node.body if not (isinstance(each, ast.Expr) and isinstance(each.value, ast.Constant))]
            node.body = kept or [ast.Pass()]
    return ast.fix_missing_locations(tree)

top = Path("/packages")
for path in sorted(top.rglob("*.py")):
    inside = path.relative_to(top).as_posix()
    if inside.startswith(SOURCES_READ):
        continue
    tree = ast.parse(path.read_bytes())
    code = compile(tree if inside.startswith(DOCS_READ) else bare(tree), inside, "exec", dont_inherit=True)
    unchecked = (1).to_bytes(4, "little") + bytes(8)
    Path(f"{path}c").write_bytes(importlib.util.MAGIC_NUMBER + unchecked + marshal.dumps(stripped(code)))
    path.unlink()
with zipfile.ZipFile("/made.zip", "w") as archive:
    for path in sorted(top.rglob("*")):
        if path.is_file():
            archive.writestr(zipfile.ZipInfo(path.relative_to(top).as_posix(), (1980, 1, 1, 0, 0, 0)), path.read_bytes())
"""
"""What Python does there: byte code without numbers of lines, docstrings and types of functions, which nobody sees in a tab."""
DOCS_READ = ("attr/", "rulerun/bots/", "rulerun/dsl/")
"""Where docstrings or types of functions are read."""
SOURCES_READ = ("rulerun/simulation/runtime/",)
"""Where the sources are read as text: they stay as they are."""


def compiled(sources: bytes, folder: Path) -> bytes:
    """The same as byte code of the Python that runs in the tab, made by that Python under Node.js. Raises CannotPublish."""
    node = shutil.which("node")
    if node is None:
        raise CannotPublish("byte code is made by Node.js, which is not here: install it, or leave out `--libraries`")
    modules = folder if folder.name == "node_modules" else folder / "node_modules"
    with TemporaryDirectory() as place:
        given, made, script = (Path(place) / name for name in ("sources.zip", "made.zip", "compile.mjs"))
        given.write_bytes(sources)
        values = {
            "runtime": (modules / RUNTIME / "pyodide.mjs").resolve().as_uri(),
            "sources": str(given),
            "program": f"{DOCS_READ = }; {SOURCES_READ = }; {COMPILING}",
            "made": str(made),
        }
        script.write_text(COMPILE.format(**{name: json.dumps(value) for name, value in values.items()}), encoding="utf-8")
        ran = subprocess.run([node, str(script)], capture_output=True, text=True, check=False)
        if ran.returncode or not made.is_file():
            raise CannotPublish(f"Node.js made no byte code: {ran.stderr.strip()[:LONGEST_ERROR] or 'it does not say why'}")
        return made.read_bytes()


def licences() -> str:
    """Who made what the site is made of, and on what terms."""
    lines = ["This site runs rulerun (Apache-2.0), and with it:", ""]
    lines += [
        f"{name} {each['version']}: {each['licence']}, https://www.npmjs.com/package/{name}" for name, each in libraries().items()
    ]
    for name in TAKEN_ALONG:
        found = distribution(name)
        lines += ["", "=" * 80, f"{name} {found.version}", "", *licence_texts(found)]
    return "\n".join(lines) + "\n"


def licence_texts(found: Distribution) -> list[str]:
    """The texts of the licences of a distribution."""
    places = [file for file in found.files or () if "licenses" in file.parts]
    return [Path(str(found.locate_file(file))).read_text(encoding="utf-8") for file in places]


def service_worker(made: Mapping[str, bytes], public: bool) -> str:
    """What keeps the site for when there is no connection: pages at once, and what is large once it is needed."""
    heavy = [name for name in made if name == PYTHON or name.startswith("lib/")]
    light = ["./", *(name for name in made if name not in heavy)]
    far = list(public_files()) if public else []
    told = {"edition": edition(made), "pages": light, "heavy": [*heavy, *far]}
    text = (PACKAGE / "workshop" / "assets" / SERVICE).read_text(encoding="utf-8")
    return text.replace('/*LIST*/ { edition: "", pages: [], heavy: [] }', json.dumps(told, indent=1))


def public_files() -> Iterator[tuple[str, str]]:
    """The public address of each file of a library, with its digest."""
    found = addresses(True)
    for name, each in libraries().items():
        for file, digest in each["files"].items():
            yield found[f"{name}/{file}"], digest


def edition(made: Mapping[str, bytes]) -> str:
    """What all files hold, in short."""
    return sha256(b"".join(name.encode() + content for name, content in sorted(made.items()))).hexdigest()[:16]
