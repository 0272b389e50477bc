"""Writes the workshop and the gallery as a site of static files, for any host."""

from __future__ import annotations

import gzip
import io
import json
import shutil
import subprocess
from base64 import b64encode
from collections.abc import Callable, Iterator, Mapping, Sequence
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
from ..rulebook.rules_page import rules_page
from ..session.catalogue import CatalogueEntry, bundled_games
from ..session.setup import counts
from ..tools.new import KINDS
from ..web.pictures import picture
from ..web.words import LANGUAGES
from .libraries import PUBLIC, RUNTIME, addresses, contents, import_map, libraries
from .manual import FIRST, MANUAL, ManualPage, manual, pictures
from .words import of_programs, say

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
    *(f"drawing/{name}.py" for name in ("crop", "page", "replay", "rows")),
    *(f"dsl/{name}.py" for name in ("diagnostics/pages", "kept", "text/pasting", "text/render", "text/sarif", "text/unpickle")),
    *(f"interpreter/match/{name}.py" for name in ("branch", "file_lock", "record_file")),
    "program/json.py",
    *(f"session/{name}.py" for name in ("setup", "steps", "typed")),
    *(f"simulation/{name}.py" for name in ("learning", "search/duel", "single")),
    *(f"table/{name}.py" for name in ("cards_told", "last_lines", "sheet")),
    *(f"web/{name}.py" for name in ("app", "feed", "guard", "house", "live", "pages", "pictures", "serving", "static", "store")),
    *(f"tools/{name}.py" for name in ("differences", "reference", "idioms", "same_output", "schema", "vscode")),
    *(f"tools/{name}.py" for name in ("language_server", "open_rulesets", "answers", "protocol")),
    *(f"simulation/compile/{name}.py" for name in ("build", "cache", "child", "cost", "library", "tiers", "translate")),
    "workshop/libraries.json",
    "workshop/libraries.py",
    "workshop/manual.py",
    "workshop/publish.py",
    "workshop/words.py",
)
"""What of that needs a server, another process, a compiler or a disk."""
ELSEWHERE = ("__pycache__", "/assets/", "rulesets/engines/", "simulation/training/")
"""Folders of the same kind."""
TAKEN_ALONG = {"attrs": ("attr", "attrs"), "lark": ("lark",), "pyyaml": ("yaml",)}
"""The pure Python of others that it needs: each distribution with its packages."""
LIBRARY = f"{RUNTIME}/python_stdlib.zip"
"""Python's own library."""
NO_USE = (
    *("_aix_support", "_android_support", "_apple_support", "_ios_support", "_osx_support", "_pyio", "_pyrepl"),
    *("asyncio/proactor_events", "asyncio/windows_events", "asyncio/windows_utils", "bdb", "cmd"),
    *("code", "configparser", "cProfile", "curses", "dbm", "doctest", "ensurepip", "filecmp", "fileinput", "ftplib"),
    *("http/cookiejar", "http/server", "idlelib", "imaplib", "logging/config", "logging/handlers", "mailbox", "modulefinder"),
    *("multiprocessing", "nntplib", "optparse", "pdb", "pickletools", "plistlib", "poplib"),
    *("profile", "pstats", "pyclbr", "pydoc", "pydoc_data", "rlcompleter", "sched", "shelve", "smtplib", "socketserver"),
    *("sqlite3", "tabnanny", "test", "this", "timeit", "tkinter", "trace", "tracemalloc", "turtle", "turtledemo", "unittest"),
    *("venv", "wave", "webbrowser", "wsgiref", "xml/dom", "xml/sax", "xmlrpc", "zipapp"),
)
"""What of that is of no use in a tab: servers, mail, other processes, consoles, debuggers, tests, formats that nothing reads."""
CODECS = (
    *("__init__", "aliases", "ascii", "cp437", "idna", "latin_1", "punycode", "raw_unicode_escape", "unicode_escape"),
    *("utf_16_le", "utf_8", "utf_8_sig"),
)
"""The encodings that are used there."""
LOCK = f"{RUNTIME}/pyodide-lock.json"
"""Lists the packages that Pyodide can fetch, of which the tab needs none."""
PYTHON, SERVICE, LICENCES = "python.pack", "sw.js", "licences.txt"
PROGRAMS = ("workshop.js", "editor.js", "python.js", "worker.js")
WORDS = "words.js"
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
    if folder is not None:
        sources, made[f"lib/{LIBRARY}"] = compiled(sources, folder)
    made[PYTHON] = gzip.compress(sources, mtime=0)
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
    written = list(manual())
    for page in written:
        yield page.place, manual_page(page, written).encode()
    yield from pictures()
    web = PACKAGE / "web" / "assets"
    yield "assets/table.js", (web / "table.js").read_bytes()
    yield "icon.svg", (web / "icon.svg").read_bytes()
    own = PACKAGE / "workshop" / "assets"
    style = stylesheet() + (web / "web.css").read_text(encoding="utf-8") + (own / "workshop.css").read_text(encoding="utf-8")
    yield "assets/site.css", style.encode()
    for name in PROGRAMS:
        yield f"assets/{name}", (own / name).read_bytes()
    yield "assets/gallery.js", (own / "gallery.js").read_bytes()
    told = json.dumps(of_programs(), ensure_ascii=False, indent=1)
    yield f"assets/{WORDS}", (own / WORDS).read_text(encoding="utf-8").replace("/*WORDS*/ {}", told).encode()


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


Said = Callable[[str], str]
"""What is said in a language."""


def told(tag: str, said: Said, **attributes: str | None) -> Element:
    """An element that says this in English, and in the language of the browser once the page's programs run."""
    return element(tag, said("en"), data_words=others(said), **attributes)


def others(said: Said) -> str | None:
    """What is said in other languages than English, where it differs there."""
    found = {language: said(language) for language in LANGUAGES if said(language) != said("en")}
    return json.dumps(found, ensure_ascii=False) if found else None


def named(name: str, *values: object) -> Said:
    """The words of that name."""
    return lambda language: say(language, name, *values)


def labelled(said: Said) -> dict[str, str | None]:
    """The attributes by which an element is called this."""
    return {"aria_label": said("en"), "data_label": others(said)}


def gallery(games: Mapping[str, CatalogueEntry]) -> str:
    """All games, each with its picture."""
    main = element(
        "main",
        told("h1", named("games")),
        told("p", named("at a click")),
        told("p", named("own game")),
        element("p", *beginnings(), class_="ways"),
        element("ul", *(game_html(name, game) for name, game in games.items()), class_="games"),
        class_="front",
    )
    script = element("script", type="module", src="assets/gallery.js")
    return document(say("en", "gallery"), "", main, head=(script,))


def beginnings() -> Iterator[Element]:
    """What a game of one's own can begin with."""
    for kind in KINDS:
        yield told("a", named(f"new {kind}"), href=f"workshop.html#new={kind}", class_="button main")
    yield told("a", named("new"), href="workshop.html#new", class_="button")
    yield told("a", named("manual"), href=FIRST)


def game_html(name: str, game: CatalogueEntry) -> Element:
    """A game: picture, title, how many play and how long, what it is, its rules, and the way to change them."""
    found = game.survey
    numbers = counts(found.players)

    def facts(language: str) -> str:
        minutes = f" · {say(language, 'minutes', found.minutes)}" if found.minutes else ""
        return say(language, "players", numbers) + minutes

    def about(name: str) -> Said:
        return lambda language: say(language, name, found.title.say(language))

    return element(
        "li",
        element("img", src=f"pictures/{name}.svg", alt="", loading="lazy", width=160, height=120),
        element("h2", told("a", found.title.say, href=f"workshop.html#play={name}")),
        told("p", facts, class_="facts"),
        told("p", found.about.say),
        element(
            "p",
            told("a", named("rules"), href=f"rules/{name}.html", **labelled(about("rules of"))),
            " ",
            told("a", named("alter"), href=f"workshop.html#edit={name}", **labelled(about("change it"))),
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
        element("a", say("en", "to front"), href="../index.html"),
        element("a", say("en", "play"), href=f"../workshop.html#play={name}"),
        element("a", say("en", "alter"), href=f"../workshop.html#edit={name}"),
        class_="ways",
    )
    return document(page.title, "../", ways, element("main", rules_html(page)))


def manual_page(page: ManualPage, every: Sequence[ManualPage]) -> str:
    """A page of the manual, with the way to the others that stand beside its first one."""
    ways = element(
        "nav",
        element("a", say("en", "to front"), href=f"{page.above}index.html"),
        *(element("a", each.title, href=f"{page.above}{each.place}") for each in every if each.place.count("/") == 1),
        element("a", "Idioms", href=f"{page.above}{MANUAL}/idioms/README.html"),
        class_="ways",
        aria_label=say("en", "manual"),
    )
    return document(page.title, page.above, ways, page.body)


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
    yield told("a", named("to front"), href="index.html")
    yield told("a", named("manual"), href=FIRST, target=MANUAL)
    yield told("h1", named("workshop"), id="title")
    tools = [
        ("open", "open a file", "ruleset"),
        ("save", "save", "ruleset"),
        ("share", "share", "ruleset"),
        ("edit", "change these", "playing"),
    ]
    yield element("div", *(button(name, words, class_=kind) for name, words, kind in tools), class_="tools")
    yield element("input", type="file", id="file", hidden="", accept=".yaml,.yml,.rulerun", **labelled(named("a file")))
    views = [("text", "rules"), ("side", "table")]
    switch = (told("button", named(words), type="button", data_view=name, aria_pressed="false") for name, words in views)
    yield element("nav", *switch, class_="switch", **labelled(named("shown")))


def button(name: str, words: str, **attributes: str | None) -> Element:
    """A button that the page's programs know by its name."""
    return told("button", named(words), id=name, type="button", **attributes)


def text_part() -> Element:
    """The editor, and what is wrong."""
    outline = element("select", element("option", "…", value=""), id="outline")
    tools = element(
        "div",
        element("label", told("span", named("go to")), outline, class_="outline"),
        button("format", "lay out"),
        button("over", "start over", hidden=""),
        class_="tools",
    )
    return element(
        "section",
        told("h2", named("rules"), class_="unseen"),
        tools,
        element("div", id="editor"),
        element("ul", id="findings", **labelled(named("findings"))),
        id="text",
    )


def side_part() -> Element:
    """The table, and what is found out about the game."""
    tabs = {
        "table-tab": ("table", table_panel()),
        "examples": ("examples", examples_panel()),
        "lab": ("lab", lab_panel()),
        "page": ("rules page", ()),
        "sharing": ("share", sharing_panel()),
    }
    listed = (
        button(f"to-{name}", words, role="tab", aria_controls=name, aria_selected="false", tabindex="-1")
        for name, (words, _) in tabs.items()
    )
    shown = (
        element("div", *panel, id=name, role="tabpanel", aria_labelledby=f"to-{name}", hidden="", tabindex=0)
        for name, (_, panel) in tabs.items()
    )
    return element("section", element("div", *listed, role="tablist", **labelled(named("beside"))), *shown, id="side")


def table_panel() -> tuple[Element, ...]:
    """The match."""
    table = element(
        "div",
        element("p", id="notice", role="alert"),
        element("section", id="table"),
        element("section", id="ask"),
        element(
            "aside",
            told("h2", named("people")),
            element("ul", id="people"),
            told("h2", named("story")),
            element("ol", id="story"),
        ),
        element("p", id="said", class_="unseen", role="status", aria_live="polite"),
        class_="at-table",
    )
    fresh = element("details", told("summary", named("new match")), element("form", id="setup", class_="set-up"), id="fresh")
    names = element("details", told("summary", named("names")), element("div", id="names"), id="named")
    return table, fresh, names, button("keep", "save match")


def examples_panel() -> tuple[Element, ...]:
    """The worked examples of the ruleset."""
    return button("run", "run examples"), element("ul", id="ticks", aria_live="polite")


def lab_panel() -> tuple[Element, ...]:
    """Many games."""
    return (
        told("p", named("lab says"), class_="quiet"),
        button("count", "count", class_="main"),
        button("halt", "stop", hidden=""),
        element("progress", id="counted", max=10000, value=0, hidden="", **labelled(named("counted"))),
        element("div", id="figures"),
    )


def sharing_panel() -> tuple[Element, ...]:
    """Links."""
    with_match = element("input", type="checkbox", id="with-match")
    address = element("input", id="address", readonly="", class_="link")
    return (
        told("p", named("link holds")),
        element("label", with_match, told("span", named("with match")), class_="tick"),
        told("p", named("link tells"), class_="quiet"),
        button("link", "make link", class_="main"),
        element("label", told("span", named("link")), address, class_="field"),
        button("copy", "copy"),
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
  writeFileSync({library}, py.FS.readFile("/library.zip"));
}} catch (error) {{
  console.error(error.message.trim().split("\\n").pop());
  process.exitCode = 1;
}}
"""
"""What Node.js does; Pyodide makes byte code for itself."""
COMPILING = """
import ast, importlib, importlib.util, marshal, sys, zipfile
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

def code_file(code):
    unchecked = (1).to_bytes(4, "little") + bytes(8)
    return importlib.util.MAGIC_NUMBER + unchecked + marshal.dumps(stripped(code))

top = Path("/packages")
for path in sorted(top.rglob("*.py")):
    inside = path.relative_to(top).as_posix()
    if inside.startswith(SOURCES_READ):
        continue
    tree = ast.parse(path.read_bytes())
    code = compile(tree if inside.startswith(DOCS_READ) else bare(tree), inside, "exec", dont_inherit=True)
    Path(f"{path}c").write_bytes(code_file(code))
    path.unlink()
sys.path.insert(0, str(top))
from rulerun.workshop.methods import compile_once
known = {}
compile_once(known)
for each in LOADED:
    importlib.import_module(each)
(top / METHODS).write_bytes(marshal.dumps({key: stripped(code) for key, code in known.items()}))
given = zipfile.ZipFile(next(each for each in sys.path if each.endswith(".zip")))
no_use = tuple(f"{each}/" for each in NO_USE)
with zipfile.ZipFile("/library.zip", "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
    for inside in sorted(given.namelist()):
        name = f"{inside.removesuffix('.py')}/"
        no_codec = name.startswith("encodings/") and name.split("/")[1] not in CODECS
        if inside.endswith(".py") and not name.startswith(no_use) and not no_codec:
            code = compile(given.read(inside), inside, "exec", dont_inherit=True, optimize=2)
            archive.writestr(zipfile.ZipInfo(f"{inside}c", (1980, 1, 1, 0, 0, 0)), code_file(code), zipfile.ZIP_DEFLATED, 9)
with zipfile.ZipFile("/made.zip", "w") as archive:
    for path in sorted(top.rglob("*")):
        if path.is_file():
            archive.writestr(zipfile.ZipInfo(path.relative_to(top).as_posix(), (1980, 1, 1, 0, 0, 0)), path.read_bytes())
"""
"""What Python does there: byte code without numbers of lines, docstrings and types of functions, which nobody sees in a tab; and
that of its own library, which is otherwise compiled anew at each start.
"""
DOCS_READ = ("attr/", "rulerun/bots/", "rulerun/dsl/")
"""Where docstrings or types of functions are read."""
METHODS = "methods"
"""The file of the methods that attrs writes, beside the packages."""
LOADED = ("rulerun.workshop.desk", "rulerun.workshop.measuring", "rulerun.web.thinking")
"""What loads everything that runs in the tab."""
SOURCES_READ = ("rulerun/simulation/runtime/",)
"""Where the sources are read as text: they stay as they are."""


def compiled(sources: bytes, folder: Path) -> tuple[bytes, bytes]:
    """The same as byte code of the Python that runs in the tab, made by that Python under Node.js; and what the tab needs of its
    library. Raises CannotPublish.
    """
    node = shutil.which("node")
    if node is None:
        raise CannotPublish("byte code is made by Node.js, which is not here: install it, or leave out `--libraries`")
    modules = folder if folder.name == "node_modules" else folder / "node_modules"
    with TemporaryDirectory() as place:
        given, made, library, script = (Path(place) / name for name in ("sources.zip", "made.zip", "library.zip", "compile.mjs"))
        given.write_bytes(sources)
        values = {
            "runtime": (modules / RUNTIME / "pyodide.mjs").resolve().as_uri(),
            "sources": str(given),
            "program": f"{DOCS_READ = }; {SOURCES_READ = }; {METHODS = }; {LOADED = }; {NO_USE = }; {CODECS = }; {COMPILING}",
            "made": str(made),
            "library": str(library),
        }
        script.write_text(COMPILE.format(**{name: json.dumps(value) for name, value in values.items()}), encoding="utf-8")
        ran = subprocess.run([node, str(script)], capture_output=True, text=True, check=False)
        if ran.returncode or not library.is_file():
            raise CannotPublish(f"Node.js made no byte code: {ran.stderr.strip()[:LONGEST_ERROR] or 'it does not say why'}")
        return made.read_bytes(), library.read_bytes()


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
