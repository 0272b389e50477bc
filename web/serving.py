"""Starting a server: which games it offers, where it listens, what it says of that."""

from __future__ import annotations

import io
import logging
import re
import resource
import socket
import webbrowser
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from pathlib import Path
from urllib.parse import urlsplit

import segno
import uvicorn
from attrs import frozen

from ..dsl.settings import WrongSetting
from ..interpreter.match.records import Answer, RecordError, read_record
from ..program.harmless import harmless
from ..session.catalogue import CatalogueEntry, bundled_games, entry
from .app import Site
from .house import House, Thinkers, processes
from .setting_up import Wish, program_of
from .store import Store, StoreError

LOCAL = "127.0.0.1"
SPARE = 160
"""So many files are left for other things than connections that are answered."""
BACKLOG = 100
"""At most so many connections are taken at once, before any of them is answered."""


class CannotServe(Exception):
    """The server cannot be started; the message says why."""


@frozen
class Wanted:
    """How a server is to be started: its games (none: all that come along), its database, where it listens; *address* is where
    others reach it ("": where it listens), *prefix* what keys of matches begin with.
    """

    files: tuple[Path, ...]
    database: Path
    port: int
    lan: bool
    host: str | None
    address: str
    opens_browser: bool
    workers: int | None
    prefix: str


def games(files: tuple[Path, ...]) -> dict[str, CatalogueEntry]:
    """The games that are offered, by the names of their rulesets. Raises CannotServe."""
    if not files:
        return {each.survey.name: each for each in bundled_games()}
    found = {}
    for path in files:
        made = entry(path)
        if made is None or not is_sound(made):
            raise CannotServe(f"{path}: no sound ruleset; `rulerun validate {path}` tells what is wrong")
        if made.survey.name in found:
            raise CannotServe(f"two of the files have the name `{made.survey.name}`")
        found[made.survey.name] = made
    return found


def is_sound(game: CatalogueEntry) -> bool:
    """Whether the game can be played, with its usual settings."""
    try:
        program_of(Wish.of(game, {}, ""))
    except WrongSetting:
        return False
    return True


def serve(wanted: Wanted, say: Callable[[str], None]) -> None:
    """Serves until it is interrupted. Raises CannotServe and StoreError."""
    if wanted.prefix and not re.fullmatch("[0-9a-z]{1,8}", wanted.prefix):
        raise CannotServe("`--prefix` is up to 8 letters of a to z and digits")
    address = urlsplit(wanted.address)
    if wanted.address and (address.scheme not in ("http", "https") or not address.hostname or address.path not in ("", "/")):
        raise CannotServe(f"`--address {wanted.address}`: expected `https://` and a name, as in `https://play.example`")
    offered = games(wanted.files)
    listening = bound(wanted.host or ("0.0.0.0" if wanted.lan else LOCAL), wanted.port)
    port = listening.getsockname()[1]
    own = own_address() if wanted.lan else LOCAL
    here = wanted.address.rstrip("/") or f"http://{own if wanted.lan else wanted.host or LOCAL}:{port}"
    known = {LOCAL, "localhost", "::1", own, wanted.host or own, socket.gethostname().lower()}
    hosts = known | {address.hostname} if address.hostname else known
    store = Store(wanted.database)
    house = House(store, Thinkers(processes(wanted.workers)), wanted.prefix)
    safe = here.startswith("https:") or urlsplit(here).hostname in (LOCAL, "localhost", "::1")
    site = Site(house, offered, wanted.address or (here if wanted.lan else ""), safe, frozenset(filter(None, hosts)))
    say(f"{here}  ·  {len(offered)} games  ·  matches in {wanted.database}  ·  Ctrl-C ends the server, and nothing is lost")
    if wanted.lan:
        say("Plain HTTP: whoever shares the network could read along. Point a phone's camera here:")
        code = io.StringIO()
        segno.make(here).terminal(code, border=2, compact=True)
        say(code.getvalue())
    if wanted.opens_browser:
        with suppress(webbrowser.Error):
            webbrowser.open(here)
    logging.getLogger("asyncio").setLevel(logging.CRITICAL)  # it writes a traceback where no file is left for a connection
    config = uvicorn.Config(
        site.app(),
        log_level="critical",
        access_log=False,
        limit_concurrency=max(10, room() - SPARE),
        timeout_graceful_shutdown=3,
        backlog=BACKLOG,
        server_header=False,
    )
    with closing(listening):
        uvicorn.Server(config).run([listening])


def bound(host: str, port: int) -> socket.socket:
    """A socket that listens there. Raises CannotServe."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    made = socket.socket(family, socket.SOCK_STREAM)
    made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        made.bind((host, port))
        made.listen(BACKLOG)  # before the address is told: whoever comes at once waits for the server
    except OSError as fault:
        made.close()
        raise CannotServe(f"{host}:{port}: {fault.strerror or fault}; another port: `--port N`") from None
    return made


def own_address() -> str:
    """This machine's address in its network."""
    with closing(socket.socket(socket.AF_INET, socket.SOCK_DGRAM)) as probe, suppress(OSError):
        probe.connect(("192.0.2.1", 9))  # nothing is sent
        return str(probe.getsockname()[0])
    return LOCAL


def room() -> int:
    """How many files and connections the process may open: as many as the system allows it."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    with suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
        soft = hard
    return min(soft, 100_000)


def listed(database: Path) -> Iterator[str]:
    """The matches of a database, a line each. Raises StoreError."""
    for key, _ in opened(database).matches():
        yield f"{key}  {told(opened(database).record(key))}"


def told(content: bytes | None) -> str:
    """What is played in a record, and how far it has come."""
    try:
        record = read_record(content or b"")
    except RecordError as fault:
        return harmless(str(fault))
    made = sum(isinstance(each, Answer) for each in record.entries)
    return harmless(f"{record.header.ruleset}  {made} choices{', over' if record.finished else ''}")


def taken_out(database: Path, key: str) -> Path:
    """Writes the record of a match beside, and gives its path. Raises StoreError."""
    content = opened(database).record(key)
    if content is None:
        raise StoreError(f"{database}: there is no match `{key}`; `rulerun serve --matches` lists them")
    path = Path(f"{key}.rulerun")
    try:
        with path.open("xb") as out:
            out.write(content)
    except OSError as fault:
        raise StoreError(f"{path}: {fault.strerror or fault}") from None
    return path


def opened(database: Path) -> Store:
    """A store that is there already. Raises StoreError."""
    if not database.exists():
        raise StoreError(f"{database}: there is no such file")
    return Store(database)
