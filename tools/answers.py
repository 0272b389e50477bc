"""What the language server answers, by the service over rulesets (`service.py`)."""

from __future__ import annotations

from pathlib import Path

from lsprotocol import types as lsp
from pygls.uris import from_fs_path

from .completion import Proposal
from .open_rulesets import Server
from .protocol import column_of, diagnostic, position, range_of, units
from .renaming import chain
from .service import Place, Ruleset

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
    "option": "event",
    "text": "string",
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
    "option": lsp.CompletionItemKind.Event,
    "text": lsp.CompletionItemKind.Text,
    "word": lsp.CompletionItemKind.Keyword,
    "file": lsp.CompletionItemKind.File,
}


def completions(server: Server, asked: lsp.CompletionParams) -> lsp.CompletionList:
    """What may stand where the cursor is."""
    ruleset = server.ruleset(asked.text_document.uri)
    found = ruleset.completions(asked.position.line + 1, column_of(ruleset, asked.position))
    return lsp.CompletionList(False, [_item(ruleset, each, order) for order, each in enumerate(found)])


def hover(server: Server, asked: lsp.HoverParams) -> lsp.Hover | None:
    """What stands at a place."""
    ruleset = server.ruleset(asked.text_document.uri)
    found = ruleset.hover(asked.position.line + 1, column_of(ruleset, asked.position))
    if found is None:
        return None
    return lsp.Hover(lsp.MarkupContent(lsp.MarkupKind.Markdown, found[0]), range_of(ruleset, found[1]))


def signature(server: Server, asked: lsp.SignatureHelpParams) -> lsp.SignatureHelp | None:
    """What is given in the brackets around a place."""
    ruleset = server.ruleset(asked.text_document.uri)
    found = ruleset.signature(asked.position.line + 1, column_of(ruleset, asked.position))
    if found is None:
        return None
    doc = lsp.MarkupContent(lsp.MarkupKind.Markdown, found.doc) if found.doc else None
    given = [lsp.ParameterInformation(part) for part in found.parts]
    return lsp.SignatureHelp([lsp.SignatureInformation(found.label, doc, given)], 0, found.active)


def highlights(server: Server, asked: lsp.DocumentHighlightParams) -> list[lsp.DocumentHighlight]:
    """Where the name at a place stands in the file."""
    ruleset = server.ruleset(asked.text_document.uri)
    kinds = {True: lsp.DocumentHighlightKind.Write, False: lsp.DocumentHighlightKind.Read}
    there = ruleset.highlights(asked.position.line + 1, column_of(ruleset, asked.position))
    return [lsp.DocumentHighlight(range_of(ruleset, span), kinds[declares]) for span, declares in there]


def folds(server: Server, asked: lsp.FoldingRangeParams) -> list[lsp.FoldingRange]:
    """The parts of the file that can be folded away."""
    ruleset = server.ruleset(asked.text_document.uri)
    kinds = {True: lsp.FoldingRangeKind.Comment, False: lsp.FoldingRangeKind.Region}
    return [lsp.FoldingRange(each.first - 1, each.last - 1, kind=kinds[each.comment]) for each in ruleset.folds()]


def definition(server: Server, asked: lsp.DefinitionParams) -> list[lsp.Location]:
    """Where the name at a place is declared."""
    ruleset = server.ruleset(asked.text_document.uri)
    places = ruleset.definition(asked.position.line + 1, column_of(ruleset, asked.position))
    return [_location(server, asked.text_document.uri, place) for place in places]


def references(server: Server, asked: lsp.ReferenceParams) -> list[lsp.Location]:
    """Everywhere that the name at a place stands."""
    ruleset = server.ruleset(asked.text_document.uri)
    places = ruleset.references(asked.position.line + 1, column_of(ruleset, asked.position))
    return [_location(server, asked.text_document.uri, place) for place in places]


def name_at(server: Server, asked: lsp.PrepareRenameParams) -> lsp.Range | None:
    """The range of the name at a place."""
    ruleset = server.ruleset(asked.text_document.uri)
    span = ruleset.name_at(asked.position.line + 1, column_of(ruleset, asked.position))
    return None if span is None else range_of(ruleset, span)


def renamed(server: Server, asked: lsp.RenameParams) -> lsp.WorkspaceEdit | None:
    """The edits that change a name. Raises NotRenamed where it cannot be changed."""
    uri = asked.text_document.uri
    ruleset = server.ruleset(uri)
    others = server.others(uri)
    edits = ruleset.rename(asked.position.line + 1, column_of(ruleset, asked.position), asked.new_name, others)
    open_ = {each.path.resolve(): (key, each) for key, each in server.rulesets.items()}
    beside = {each.path.resolve(): each.text.split("\n") for each in others}
    texts = {**{path: text.split("\n") for path, text in chain(ruleset.source).items()}, **beside}
    found: dict[str, list[lsp.TextEdit]] = {}
    for place, new in edits:
        path, line = Path(place.path), place.span.line - 1
        columns = [units(texts[path][line][: column - 1]) for column in (place.span.column, place.span.end_column)]
        there = open_[path][0] if path in open_ else from_fs_path(place.path) or place.path
        start, end = (lsp.Position(line, each) for each in columns)
        found.setdefault(there, []).append(lsp.TextEdit(lsp.Range(start, end), new))
    return lsp.WorkspaceEdit(found)


def outline(server: Server, asked: lsp.DocumentSymbolParams) -> list[lsp.DocumentSymbol]:
    """The things of the file by their sections."""
    ruleset = server.ruleset(asked.text_document.uri)
    found: dict[tuple[str, str], list[lsp.DocumentSymbol]] = {}
    for thing in ruleset.outline():
        last = min(max(thing.last, thing.key.line), ruleset.source.length)
        whole = lsp.Range(
            position(ruleset, thing.key.line, thing.key.column), position(ruleset, last, len(ruleset.source.line(last)) + 1)
        )
        symbol = lsp.DocumentSymbol(thing.name, _symbol_kind(thing.section), whole, range_of(ruleset, thing.key))
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
            [diagnostic(ruleset, uri, fix.found)],
            is_preferred=True,
            edit=lsp.WorkspaceEdit({uri: [lsp.TextEdit(range_of(ruleset, edit.span), edit.text) for edit in fix.edits]}),
        )
        for fix in ruleset.fixes(asked.range.start.line + 1, asked.range.end.line + 1)
    ]


def hints(server: Server, asked: lsp.InlayHintParams) -> list[lsp.InlayHint]:
    """The types of names."""
    ruleset = server.ruleset(asked.text_document.uri)
    found = ruleset.hints(asked.range.start.line + 1, asked.range.end.line + 1)
    return [lsp.InlayHint(position(ruleset, each.line, each.column), each.text, lsp.InlayHintKind.Type) for each in found]


def colours(server: Server, asked: lsp.SemanticTokensParams) -> lsp.SemanticTokens:
    """What the words of the file are."""
    ruleset = server.ruleset(asked.text_document.uri)
    numbers: list[int] = []
    line, start = 0, 0
    for span, kind in ruleset.colours():
        place = range_of(ruleset, span)
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


def _location(server: Server, uri: str, place: Place) -> lsp.Location:
    ruleset = server.rulesets[uri]
    if place.path == ruleset.source.name:
        return lsp.Location(uri, range_of(ruleset, place.span))
    line = chain(ruleset.source)[Path(place.path).resolve()].split("\n")[place.span.line - 1]
    columns = (place.span.column, place.span.end_column)
    start, end = (lsp.Position(place.span.line - 1, units(line[: column - 1])) for column in columns)
    return lsp.Location(from_fs_path(str(Path(place.path).resolve())) or place.path, lsp.Range(start, end))


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
