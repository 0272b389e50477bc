"""How long `rulerun lsp` lets an editor wait, by the clock, when somebody types into the largest bundled ruleset.

    python benchmarks/typing_over_stdio.py [--keys 200]

A server is started as editors start it. Each key is put in at a place drawn by a fixed seed (a letter, every fourth time a
new line), its findings are awaited, then what completion offers there; then the key is taken back, which is a key as well. Behind
them stands how long a check of the whole ruleset takes, in every variant and for all numbers of players. All in milliseconds.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import sys
import tempfile
import time
from pathlib import Path

from lsprotocol import types as lsp
from pygls.lsp.client import LanguageClient

from rulerun.dsl.compile import examine
from rulerun.dsl.text.files import bundled, with_text

SERVER = [sys.executable, "-m", "rulerun", "lsp"]
LETTERS = "abcdefghijklmnopqrstuvwxyz []().:{\"-"


class Editor(LanguageClient):
    """A client that has one ruleset open, and waits for what is told of each version."""

    def __init__(self, path: Path) -> None:
        super().__init__("benchmark", "1")
        self.uri, self.version = path.as_uri(), 0
        self.told: asyncio.Queue[int | None] = asyncio.Queue()

        @self.feature(lsp.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
        def told(params: lsp.PublishDiagnosticsParams) -> None:
            self.told.put_nowait(params.version)

    async def open(self, text: str) -> None:
        """Starts the server, and opens the ruleset in it."""
        await self.start_io(*SERVER)
        await self.initialize_async(lsp.InitializeParams(lsp.ClientCapabilities(), None, root_uri=None))
        self.initialized(lsp.InitializedParams())
        document = lsp.TextDocumentItem(self.uri, "rulerun", self.version, text)
        self.text_document_did_open(lsp.DidOpenTextDocumentParams(document))
        await self.told.get()

    async def type(self, text: str) -> float:
        """The time from a change of the text to what is told of it."""
        self.version += 1
        document = lsp.VersionedTextDocumentIdentifier(self.version, self.uri)
        start = time.perf_counter()
        whole = lsp.TextDocumentContentChangeWholeDocument(text)
        self.text_document_did_change(lsp.DidChangeTextDocumentParams(document, [whole]))
        while await self.told.get() != self.version:
            pass
        return time.perf_counter() - start

    async def complete(self, line: int, column: int) -> float:
        """The time from a question for what may stand at a place to its answer."""
        start = time.perf_counter()
        document = lsp.TextDocumentIdentifier(self.uri)
        await self.text_document_completion_async(lsp.CompletionParams(document, lsp.Position(line, column)))
        return time.perf_counter() - start


async def typed(text: str, keys: int) -> tuple[list[float], list[float]]:
    """The times for findings, and for completion."""
    rng, lines = random.Random(1), text.split("\n")
    findings, completed = [], []
    with tempfile.TemporaryDirectory() as folder:
        editor = Editor(Path(folder) / "typed.yaml")
        await editor.open(text)
        for at in range(keys):
            line = rng.choice([number for number, words in enumerate(lines) if words.strip()])
            words = lines[line]
            column = rng.randint(len(words) - len(words.lstrip()), len(words))
            key = "\n" if at % 4 == 3 else rng.choice(LETTERS)
            if key == "\n":
                column = len(words)
            changed = words[:column] + key + words[column:]
            findings.append(await editor.type("\n".join((*lines[:line], changed, *lines[line + 1 :]))))
            completed.append(await editor.complete(line, column))
            findings.append(await editor.type(text))
        await editor.shutdown_async(None)
        editor.exit(None)
        await editor.stop()
    return findings, completed


def main() -> None:
    """Prints the figures."""
    parser = argparse.ArgumentParser(description="Measure the language server as an editor sees it.")
    parser.add_argument("--keys", type=int, default=200, help="how many keys are typed")
    keys = parser.parse_args().keys
    path = max(bundled(), key=lambda each: each.stat().st_size)
    text = path.read_text(encoding="utf-8")
    findings, completed = asyncio.run(typed(text, keys))
    print(f"{path.stem}, {text.count(chr(10))} lines, {keys} keys")
    source, _ = with_text(path, text)
    whole = []
    for _ in range(5):
        start = time.perf_counter()
        examine(source)
        whole.append(time.perf_counter() - start)
    for what, times in (("findings after a key", findings), ("completion", completed), ("the whole check", whole)):
        row = sorted(times)
        half, most = row[len(row) // 2] * 1e3, row[min(len(row) - 1, len(row) * 95 // 100)] * 1e3
        print(f"{what}: half in {half:.0f} ms, 95 % in {most:.0f} ms, all in {row[-1] * 1e3:.0f} ms")


if __name__ == "__main__":
    main()
