"""The rulesets that an editor has open: what it is told of them, and when they are checked."""

from __future__ import annotations

import asyncio
import gc
from concurrent.futures import Future, ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

from lsprotocol import types as lsp
from pygls.lsp.server import LanguageServer
from pygls.uris import to_fs_path

from .. import __version__
from ..dsl.diagnostics.diagnostic import Diagnostic
from ..dsl.text.source import Source
from .protocol import diagnostic
from .renaming import chain, extending
from .service import Ruleset, thoroughly

PAUSE = 0.4
"""The thorough check begins when nobody has typed for so many seconds."""


class Server(LanguageServer):
    """The server with the rulesets that are open, by their addresses; *folders* are further ones in which bases may lie.

    Their *texts* by files are those of the bases of others, saved or not. Those whose base has changed since are *behind*: they
    are read again when something is asked of them, or nobody has typed for a while.
    """

    def __init__(self, folders: tuple[Path, ...] = ()) -> None:
        super().__init__("rulerun", __version__)
        self.folders = folders
        self.rulesets: dict[str, Ruleset] = {}
        self.texts: dict[Path, str] = {}
        self.behind: set[str] = set()
        self.waiting: dict[str, asyncio.Task[None]] = {}
        self.checkers: ProcessPoolExecutor | None = None

    def ruleset(self, uri: str) -> Ruleset:
        """The ruleset with the text that the editor has now."""
        text = self.workspace.get_text_document(uri).source
        known = self.rulesets.get(uri)
        if known is None:
            path = Path(to_fs_path(uri) or uri)
            self.texts[path.resolve()] = text
            known = self.rulesets[uri] = Ruleset(path, text, self.folders, self.texts)
        elif known.text != text.replace("\r\n", "\n") or uri in self.behind:
            self.texts[known.path.resolve()] = text
            self.behind.discard(uri)
            known.change(text)
        return known

    def extending(self, uri: str) -> list[str]:
        """The addresses of the open rulesets that extend the one of this address."""
        path = Path(to_fs_path(uri) or uri).resolve()
        return [key for key, each in self.rulesets.items() if key != uri and path in each.bases()]

    def others(self, uri: str) -> tuple[Ruleset, ...]:
        """The rulesets that may share names with one: those that are open, and those beside it or its bases that extend them."""
        here = self.ruleset(uri)
        known = {each.path.resolve(): self.ruleset(key) for key, each in list(self.rulesets.items()) if key != uri}
        beside = extending(chain(here.source), self.folders)
        closed = [Ruleset(path, text, self.folders) for path, text in beside.items() if path not in known]
        return (*known.values(), *closed)

    def publish(self, uri: str) -> None:
        """Tells the editor what is wrong as far as it is known."""
        ruleset = self.ruleset(uri)
        version = self.workspace.get_text_document(uri).version
        found = [diagnostic(ruleset, uri, each) for each in ruleset.diagnostics()]
        self.text_document_publish_diagnostics(lsp.PublishDiagnosticsParams(uri, found, version))

    def changed(self, uri: str) -> None:
        """Tells what is wrong at once, and all of it when nobody has typed for a while."""
        self.publish(uri)
        self._wait(uri)
        for other in self.extending(uri):
            self._read_again(other)

    def closed(self, uri: str) -> None:
        """Forgets a ruleset; those that extend it read its file again."""
        self.forget(uri)
        others = self.extending(uri)
        self.behind.discard(uri)
        gone = self.rulesets.pop(uri, None)
        if gone is not None:
            self.texts.pop(gone.path.resolve(), None)
        self.text_document_publish_diagnostics(lsp.PublishDiagnosticsParams(uri, []))
        for other in others:
            self._read_again(other)

    def _read_again(self, uri: str) -> None:
        self.behind.add(uri)
        self._wait(uri)

    def _wait(self, uri: str) -> None:
        self.forget(uri)
        self.waiting[uri] = asyncio.get_running_loop().create_task(self._thoroughly(uri))

    def forget(self, uri: str) -> None:
        """Gives up the thorough check of a ruleset that has not begun."""
        task = self.waiting.pop(uri, None)
        if task is not None:
            task.cancel()

    async def _thoroughly(self, uri: str) -> None:
        await asyncio.sleep(PAUSE)
        ruleset = self.ruleset(uri)
        text, source, problems = ruleset.text, ruleset.source, ruleset.problems
        found = await asyncio.wrap_future(self._in_a_process(source, problems))
        if uri in self.rulesets:
            ruleset.learn(text, found)
            self.publish(uri)
        gc.collect()

    def _in_a_process(self, source: Source, problems: tuple[Diagnostic, ...]) -> Future[tuple[Diagnostic, ...]]:
        """The thorough check in a process of its own, so that answers to keys do not wait for it."""
        if self.checkers is None:
            self.checkers = ProcessPoolExecutor(1, get_context("spawn"))
        return self.checkers.submit(thoroughly, source, problems)

    def close(self) -> None:
        """Ends the process that checks."""
        if self.checkers is not None:
            self.checkers.shutdown(wait=False, cancel_futures=True)
