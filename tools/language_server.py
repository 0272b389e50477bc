"""`rulerun lsp`: the service over rulesets (`service.py`) in the language server protocol, by pygls."""

from __future__ import annotations

import asyncio
import gc
from concurrent.futures import Future, ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

from lsprotocol import types as lsp
from pygls.exceptions import JsonRpcException
from pygls.lsp.server import LanguageServer
from pygls.uris import from_fs_path, to_fs_path

from .. import __version__
from ..dsl.diagnostics.diagnostic import Diagnostic, Severity
from ..dsl.text.source import Source
from ..program.span import Span
from .completion import Proposal
from .renaming import chain, extending
from .service import NotRenamed, Place, Ruleset, thoroughly

PAUSE = 0.4
"""The thorough check begins when nobody has typed for so many seconds."""

COLOURS = {
    "keyword": "keyword",
    "builtin": "function",
    "function": "function",
    "phase": "method",
    "name": "parameter",
    "parameter": "property",
    "attribute": "property",
    "value": "enumMember",
    "seat": "enumMember",
    "enumeration": "enum",
    "deck": "type",
    "board": "type",
    "zone": "class",
    "piece": "class",
    "variable": "variable",
    "score": "variable",
    "position": "variable",
}
"""The types of semantic tokens for what the service tells."""
TOKEN_TYPES = list(dict.fromkeys(COLOURS.values()))

ICONS = {
    "sentence": lsp.CompletionItemKind.Snippet,
    "section": lsp.CompletionItemKind.Module,
    "key": lsp.CompletionItemKind.Field,
    "function": lsp.CompletionItemKind.Function,
    "phase": lsp.CompletionItemKind.Method,
    "value": lsp.CompletionItemKind.EnumMember,
    "seat": lsp.CompletionItemKind.EnumMember,
    "word": lsp.CompletionItemKind.Keyword,
    "file": lsp.CompletionItemKind.File,
}


class Server(LanguageServer):
    """The server with the rulesets that are open, by their addresses; *folders* are further ones in which bases may lie."""

    def __init__(self, folders: tuple[Path, ...] = ()) -> None:
        super().__init__("rulerun", __version__)
        self.folders = folders
        self.rulesets: dict[str, Ruleset] = {}
        self.waiting: dict[str, asyncio.Task[None]] = {}
        self.checkers: ProcessPoolExecutor | None = None

    def ruleset(self, uri: str) -> Ruleset:
        """The ruleset with the text that the editor has now."""
        text = self.workspace.get_text_document(uri).source
        if uri not in self.rulesets:
            self.rulesets[uri] = Ruleset(Path(to_fs_path(uri) or uri), text, self.folders)
        elif self.rulesets[uri].text != text.replace("\r\n", "\n"):
            self.rulesets[uri].change(text)
        return self.rulesets[uri]

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
        found = [_diagnostic(ruleset, each) for each in ruleset.diagnostics()]
        self.text_document_publish_diagnostics(lsp.PublishDiagnosticsParams(uri, found, version))

    def changed(self, uri: str) -> None:
        """Tells what is wrong at once, and all of it when nobody has typed for a while."""
        self.publish(uri)
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


# ------------------------------------------------------------------------------------------------------------- places


def _units(text: str) -> int:
    """How long a text is in the units of the protocol (UTF-16)."""
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


def _position(ruleset: Ruleset, line: int, column: int) -> lsp.Position:
    return lsp.Position(line - 1, _units(ruleset.source.line(line)[: column - 1]))


def _range(ruleset: Ruleset, span: Span) -> lsp.Range:
    return lsp.Range(_position(ruleset, span.line, span.column), _position(ruleset, span.end_line, span.end_column))


def _column(ruleset: Ruleset, position: lsp.Position) -> int:
    """The column, in characters from 1, of a position in the protocol's units."""
    text = ruleset.source.line(position.line + 1)
    units = text.encode("utf-16-le", "surrogatepass")[: 2 * position.character]
    return len(units.decode("utf-16-le", "ignore")) + 1


def _location(server: Server, uri: str, place: Place) -> lsp.Location:
    ruleset = server.rulesets[uri]
    if place.path == ruleset.source.name:
        return lsp.Location(uri, _range(ruleset, place.span))
    # Columns of another file are given in characters: they are the protocol's where it has no characters beyond 16 bits.
    start, end = (lsp.Position(place.span.line - 1, column - 1) for column in (place.span.column, place.span.end_column))
    return lsp.Location(from_fs_path(str(Path(place.path).resolve())) or place.path, lsp.Range(start, end))


def _diagnostic(ruleset: Ruleset, found: Diagnostic) -> lsp.Diagnostic:
    notes = [
        lsp.DiagnosticRelatedInformation(
            lsp.Location(from_fs_path(str(ruleset.path.resolve())) or "", _range(ruleset, note.span)), note.message
        )
        for note in found.notes
        if note.span.line <= ruleset.source.length
    ]
    severity = lsp.DiagnosticSeverity.Error if found.severity is Severity.ERROR else lsp.DiagnosticSeverity.Warning
    message = f"{found.message}\nhelp: {found.help}" if found.help else found.message
    return lsp.Diagnostic(_range(ruleset, found.span), message, severity, found.code, source="rulerun", related_information=notes)


def _item(ruleset: Ruleset, proposal: Proposal, order: int) -> lsp.CompletionItem:
    return lsp.CompletionItem(
        label=proposal.label,
        kind=ICONS.get(proposal.kind, lsp.CompletionItemKind.Variable),
        detail=proposal.kind,
        documentation=lsp.MarkupContent(lsp.MarkupKind.Markdown, proposal.doc) if proposal.doc else None,
        insert_text=proposal.text,
        insert_text_format=lsp.InsertTextFormat.Snippet if proposal.slots else lsp.InsertTextFormat.PlainText,
        sort_text=f"{order:04}",
    )


# ------------------------------------------------------------------------------------------------------------ answers


def make_server(folders: tuple[Path, ...] = ()) -> Server:
    """A server that answers what an editor asks; `start_io` lets it speak over standard input and output."""
    server = Server(folders)

    @server.feature(lsp.TEXT_DOCUMENT_DID_OPEN)
    async def opened(server: Server, asked: lsp.DidOpenTextDocumentParams) -> None:
        server.changed(asked.text_document.uri)

    @server.feature(lsp.TEXT_DOCUMENT_DID_CHANGE)
    async def changed(server: Server, asked: lsp.DidChangeTextDocumentParams) -> None:
        server.changed(asked.text_document.uri)

    @server.feature(lsp.TEXT_DOCUMENT_DID_CLOSE)
    def closed(server: Server, asked: lsp.DidCloseTextDocumentParams) -> None:
        server.forget(asked.text_document.uri)
        server.rulesets.pop(asked.text_document.uri, None)
        server.text_document_publish_diagnostics(lsp.PublishDiagnosticsParams(asked.text_document.uri, []))

    @server.feature(lsp.SHUTDOWN)
    def shut(server: Server, asked: None) -> None:
        server.close()

    server.feature(lsp.TEXT_DOCUMENT_COMPLETION, lsp.CompletionOptions(trigger_characters=[" ", ".", "[", "(", "{"]))(completions)
    server.feature(lsp.TEXT_DOCUMENT_HOVER)(hover)
    server.feature(lsp.TEXT_DOCUMENT_DEFINITION)(definition)
    server.feature(lsp.TEXT_DOCUMENT_REFERENCES)(references)
    server.feature(lsp.TEXT_DOCUMENT_PREPARE_RENAME)(name_at)
    server.feature(lsp.TEXT_DOCUMENT_RENAME, lsp.RenameOptions(prepare_provider=True))(renamed)
    server.feature(lsp.TEXT_DOCUMENT_DOCUMENT_SYMBOL)(outline)
    server.feature(lsp.TEXT_DOCUMENT_FORMATTING)(laid_out)
    server.feature(lsp.TEXT_DOCUMENT_CODE_ACTION, lsp.CodeActionOptions([lsp.CodeActionKind.QuickFix]))(fixes)
    server.feature(lsp.TEXT_DOCUMENT_INLAY_HINT)(hints)
    server.feature(lsp.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL, lsp.SemanticTokensLegend(TOKEN_TYPES, []))(colours)
    return server


def completions(server: Server, asked: lsp.CompletionParams) -> lsp.CompletionList:
    """What may stand where the cursor is."""
    ruleset = server.ruleset(asked.text_document.uri)
    found = ruleset.completions(asked.position.line + 1, _column(ruleset, asked.position))
    return lsp.CompletionList(False, [_item(ruleset, each, order) for order, each in enumerate(found)])


def hover(server: Server, asked: lsp.HoverParams) -> lsp.Hover | None:
    """What stands at a place."""
    ruleset = server.ruleset(asked.text_document.uri)
    found = ruleset.hover(asked.position.line + 1, _column(ruleset, asked.position))
    if found is None:
        return None
    return lsp.Hover(lsp.MarkupContent(lsp.MarkupKind.Markdown, found[0]), _range(ruleset, found[1]))


def definition(server: Server, asked: lsp.DefinitionParams) -> list[lsp.Location]:
    """Where the name at a place is declared."""
    ruleset = server.ruleset(asked.text_document.uri)
    places = ruleset.definition(asked.position.line + 1, _column(ruleset, asked.position))
    return [_location(server, asked.text_document.uri, place) for place in places]


def references(server: Server, asked: lsp.ReferenceParams) -> list[lsp.Location]:
    """Everywhere that the name at a place stands."""
    ruleset = server.ruleset(asked.text_document.uri)
    places = ruleset.references(asked.position.line + 1, _column(ruleset, asked.position))
    return [_location(server, asked.text_document.uri, place) for place in places]


def name_at(server: Server, asked: lsp.PrepareRenameParams) -> lsp.Range | None:
    """The range of the name at a place."""
    ruleset = server.ruleset(asked.text_document.uri)
    span = ruleset.name_at(asked.position.line + 1, _column(ruleset, asked.position))
    return None if span is None else _range(ruleset, span)


def renamed(server: Server, asked: lsp.RenameParams) -> lsp.WorkspaceEdit | None:
    """The edits that change a name. Raises JsonRpcException, which the editor shows, where it cannot be changed."""
    uri = asked.text_document.uri
    ruleset = server.ruleset(uri)
    try:
        others = server.others(uri)
        edits = ruleset.rename(asked.position.line + 1, _column(ruleset, asked.position), asked.new_name, others)
    except NotRenamed as fault:
        raise JsonRpcException(str(fault), lsp.LSPErrorCodes.RequestFailed) from None
    open_ = {each.path.resolve(): (key, each) for key, each in server.rulesets.items()}
    beside = {each.path.resolve(): each.text.split("\n") for each in others}
    texts = {**{path: text.split("\n") for path, text in chain(ruleset.source).items()}, **beside}
    found: dict[str, list[lsp.TextEdit]] = {}
    for place, new in edits:
        path, line = Path(place.path), place.span.line - 1
        units = [_units(texts[path][line][: column - 1]) for column in (place.span.column, place.span.end_column)]
        there = open_[path][0] if path in open_ else from_fs_path(place.path) or place.path
        start, end = (lsp.Position(line, each) for each in units)
        found.setdefault(there, []).append(lsp.TextEdit(lsp.Range(start, end), new))
    return lsp.WorkspaceEdit(found)


def outline(server: Server, asked: lsp.DocumentSymbolParams) -> list[lsp.DocumentSymbol]:
    """The things of the file by their sections."""
    ruleset = server.ruleset(asked.text_document.uri)
    found: dict[tuple[str, str], list[lsp.DocumentSymbol]] = {}
    for thing in ruleset.outline():
        last = min(max(thing.last, thing.key.line), ruleset.source.length)
        whole = lsp.Range(
            _position(ruleset, thing.key.line, thing.key.column), _position(ruleset, last, len(ruleset.source.line(last)) + 1)
        )
        symbol = lsp.DocumentSymbol(thing.name, _symbol_kind(thing.section), whole, _range(ruleset, thing.key))
        found.setdefault((thing.variant, thing.section), []).append(symbol)
    return [
        lsp.DocumentSymbol(
            f"{section} ({variant})" if variant else section,
            lsp.SymbolKind.Module,
            lsp.Range(inside[0].range.start, inside[-1].range.end),
            inside[0].selection_range,
            children=inside,
        )
        for (variant, section), inside in found.items()
    ]


def _symbol_kind(section: str) -> lsp.SymbolKind:
    kinds = {
        "phases": lsp.SymbolKind.Method,
        "effects": lsp.SymbolKind.Method,
        "functions": lsp.SymbolKind.Function,
        "parameters": lsp.SymbolKind.Constant,
        "enumerations": lsp.SymbolKind.Enum,
        "examples": lsp.SymbolKind.Event,
    }
    return kinds.get(section, lsp.SymbolKind.Variable)


def laid_out(server: Server, asked: lsp.DocumentFormattingParams) -> list[lsp.TextEdit]:
    """The text laid out; no edit where it cannot be read, or is laid out already."""
    ruleset = server.ruleset(asked.text_document.uri)
    laid = ruleset.formatted()
    if laid is None or laid == ruleset.text:
        return []
    end = lsp.Position(ruleset.text.count("\n") + 1, 0)
    return [lsp.TextEdit(lsp.Range(lsp.Position(0, 0), end), laid)]


def fixes(server: Server, asked: lsp.CodeActionParams) -> list[lsp.CodeAction]:
    """What mends the findings in a range."""
    uri = asked.text_document.uri
    ruleset = server.ruleset(uri)
    return [
        lsp.CodeAction(
            fix.title,
            lsp.CodeActionKind.QuickFix,
            [_diagnostic(ruleset, fix.found)],
            is_preferred=True,
            edit=lsp.WorkspaceEdit({uri: [lsp.TextEdit(_range(ruleset, edit.span), edit.text) for edit in fix.edits]}),
        )
        for fix in ruleset.fixes(asked.range.start.line + 1, asked.range.end.line + 1)
    ]


def hints(server: Server, asked: lsp.InlayHintParams) -> list[lsp.InlayHint]:
    """The types of names."""
    ruleset = server.ruleset(asked.text_document.uri)
    found = ruleset.hints(asked.range.start.line + 1, asked.range.end.line + 1)
    return [lsp.InlayHint(_position(ruleset, each.line, each.column), each.text, lsp.InlayHintKind.Type) for each in found]


def colours(server: Server, asked: lsp.SemanticTokensParams) -> lsp.SemanticTokens:
    """What the words of the file are."""
    ruleset = server.ruleset(asked.text_document.uri)
    numbers: list[int] = []
    line, start = 0, 0
    for span, kind in ruleset.colours():
        place = _range(ruleset, span)
        if place.start.line != line:
            start = 0
        numbers += [
            place.start.line - line,
            place.start.character - start,
            place.end.character - place.start.character,
            TOKEN_TYPES.index(COLOURS[kind]),
            0,
        ]
        line, start = place.start.line, place.start.character
    return lsp.SemanticTokens(numbers)
