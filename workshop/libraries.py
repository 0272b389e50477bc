"""The libraries of others that the pages load: by version and digest, from a folder of npm's or from their public addresses.

`python -m rulerun.workshop.libraries NODE_MODULES` takes over the versions that are installed there.
"""

from __future__ import annotations

import json
import sys
from base64 import b64encode
from collections.abc import Mapping
from functools import cache
from hashlib import sha384
from importlib.resources import files
from pathlib import Path
from typing import TypedDict

PUBLIC = "https://cdn.jsdelivr.net"
"""Where every file of every package of npm can be fetched, by `npm/NAME@VERSION/FILE`."""
DATA = "libraries.json"
RUNTIME = "pyodide"


class Library(TypedDict):
    """A package of npm: its version, npm's own digest of it, its licence, and the digests of the files that the pages load."""

    version: str
    integrity: str
    licence: str
    files: dict[str, str]


class WrongLibraries(Exception):
    """A folder does not hold the libraries; the message says which, and what to do."""


@cache
def libraries() -> Mapping[str, Library]:
    """The libraries by name, in the order of the alphabet."""
    found: dict[str, Library] = json.loads((files(__package__) / DATA).read_text(encoding="utf-8"))
    return found


def specifiers() -> list[str]:
    """The libraries as npm is asked for them."""
    return [f"{name}@{each['version']}" for name, each in libraries().items()]


def install_command() -> str:
    """What installs them into a folder."""
    return "npm install --prefix FOLDER " + " ".join(specifiers())


def addresses(public: bool) -> dict[str, str]:
    """The address of each file of a library, by `NAME/FILE`: the public one, else below the site's own pages."""
    return {
        f"{name}/{file}": f"{PUBLIC}/npm/{name}@{each['version']}/{file}" if public else f"./lib/{name}/{file}"
        for name, each in libraries().items()
        for file in each["files"]
    }


def import_map(public: bool) -> str:
    """What the names in `import` stand for on a page, as JSON."""
    found = addresses(public)
    entries = {name: (f"{name}/{next(iter(each['files']))}", each) for name, each in libraries().items() if name != RUNTIME}
    imports = {name: found[file] for name, (file, _) in entries.items()}
    digests = {found[file]: next(iter(each["files"].values())) for file, each in entries.values()}
    return json.dumps({"imports": imports, "integrity": digests}, indent=1)


def contents(folder: Path) -> dict[str, bytes]:
    """The files of the libraries in a folder, by `NAME/FILE`. Raises WrongLibraries where one is missing or another version."""
    modules = folder if folder.name == "node_modules" else folder / "node_modules"
    found = {}
    for name, each in libraries().items():
        for file, wanted in each["files"].items():
            try:
                content = (modules / name / file).read_bytes()
            except OSError:
                raise WrongLibraries(f"`{modules}` has no `{name}/{file}`: {install_command()}") from None
            if digest(content) != wanted:
                raise WrongLibraries(f"`{name}` in `{modules}` is not version {each['version']}: {install_command()}")
            found[f"{name}/{file}"] = content
    return found


def digest(content: bytes) -> str:
    """The digest of a file, as browsers check it."""
    return "sha384-" + b64encode(sha384(content).digest()).decode()


def taken_over(modules: Path) -> dict[str, Library]:
    """The libraries as they are installed in a folder, with the same files."""
    locked = json.loads((modules / ".package-lock.json").read_text(encoding="utf-8"))["packages"]
    found = {}
    for name, each in libraries().items():
        entry = locked[f"node_modules/{name}"]
        digests = {file: digest((modules / name / file).read_bytes()) for file in each["files"]}
        found[name] = Library(version=entry["version"], integrity=entry["integrity"], licence=entry["license"], files=digests)
    return found


if __name__ == "__main__":
    (Path(__file__).parent / DATA).write_text(json.dumps(taken_over(Path(sys.argv[1])), indent=1) + "\n", encoding="utf-8")
