"""A client speaks with `rulerun lsp` over its standard input and output, as an editor does."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import TypeVar

import pytest

pytest.importorskip("pygls")

from lsprotocol import types as lsp
from pygls.exceptions import JsonRpcException
from pygls.lsp.client import LanguageClient

RULERUN = [sys.executable, "-c", "from rulerun.cli.main import main; main()", "lsp", "--stdio"]
TEXT = """\
ruleset: small
players: 2
parameters:
  goal: {default: 5, range: 1..9}    # 🎲 points to win
scores:
  points: {per: player, holds: 0..20}
functions:
  done (player p): points[p] >= goal
phases:
  game:
    - repeat 20 times:
        - for each player me where not (any player p has done(p)):
            - do turn (me)
  turn (player me):
    - me chooses one:
        - one:
            - points[me] += 1
        - none
outcome:
  winners: players p where done(p)
"""
Answer = TypeVar("Answer")


class Editor(LanguageClient):
    """A client that keeps what it is told of a document."""

    def __init__(self, uri: str) -> None:
        super().__init__("test", "1")
        self.uri = uri
        self.told: asyncio.Queue[list[lsp.Diagnostic]] = asyncio.Queue()
        self.version = 0

    @property
    def document(self) -> lsp.TextDocumentIdentifier:
        return lsp.TextDocumentIdentifier(self.uri)

    def type(self, text: str) -> None:
        """Replaces the whole text."""
        self.version += 1
        whole = lsp.TextDocumentContentChangeWholeDocument(text)
        document = lsp.VersionedTextDocumentIdentifier(self.version, self.uri)
        self.text_document_did_change(lsp.DidChangeTextDocumentParams(document, [whole]))

    async def until(self, wanted: Callable[[list[lsp.Diagnostic]], bool]) -> list[lsp.Diagnostic]:
        """What is told first that is as wanted."""
        while True:
            found = await asyncio.wait_for(self.told.get(), 60)
            if wanted(found):
                return found


GAME = """\
ruleset: draft
players: 2
enumerations:
  colour: [red, blue]
decks:
  cards: {cards: "every colour as colour", total: 2}
zones:
  stock: {of: cards, kind: pile}
  hand: {of: cards, per: player, seen by: owner}
scores:
  points: {per: player, holds: 0..20}
parameters:
  goal: {default: 5, range: 1..9}
phases:
  game:
    - deal 1 from stock to hand of each player
    - for each player me:
        - do take a card (me)
  take a card (player me):
    - me chooses one:
        - keep c from hand[me]:
            - points[me] += 1
    - if points[me] > 3:
        - end the game
outcome:
  winners: players p where points[p] > goal
texts:
  too_late: that is too late
examples:
  one:
    answers:
      - Anne: keep red
"""
GAME_PHASE, CARD_PHASE = "phases:\n  game:\n", "  take a card (player me):\n"
PLACES = [
    (GAME_PHASE, "    - do ", {"game", "take a card"}),
    (GAME_PHASE, "    - deal 3 from ", {"stock", "hand"}),
    (GAME_PHASE, "    - deal 3 from stock to ", {"stock", "hand"}),
    (GAME_PHASE, "    - Anne chooses c from hand[Anne] where c.colour = red because ", {"too_late"}),
    (GAME_PHASE, "    - if goal = 3:", set()),
    ("zones:\n", "  open: {of: cards, kind: ", {"cards", "pile", "row"}),
    ("zones:\n", "  open: {of: cards, ", {"kind", "per", "refills from", "seen by"}),
    ("zones:\n", "  open: {of: ", {"cards"}),
    ("        - keep c from hand[me]:\n", "            - let x = c.", {"colour"}),
    (CARD_PHASE, "    - me ", {"chooses", "secretly chooses", "chooses one", "may"}),
    (CARD_PHASE, "    - do take a ", {"take a card"}),
    (CARD_PHASE, "    - put top of stock ", {"in", "on top of", "on the bottom of"}),
    (CARD_PHASE, "    - for each player p ", {"in", "where", "starting with", "in order of"}),
    (CARD_PHASE, "    - points[me] ", {"=", "+=", "-="}),
    ("        - keep c from hand[me]:\n", "            - only ", {"if"}),
    ("        - end the game\n", "      el", {"else", "else if"}),
    ("scores:\n", "  more: {per: player, ho", {"holds"}),
    ("outcome:\n", "  ", {"ranking", "payoff", "score"}),
    ("    answers:\n", "      - ", {"Anne", "Ben", "nature"}),
    ("", "# none he", set()),
]
"""What may stand behind the second text, which is put in behind the first."""


def edit(folder: Path, text: str, answer: Callable[[Editor], Awaitable[Answer]]) -> Answer:
    """What *answer* gets from a server that has that text open."""

    async def run() -> Answer:
        path = folder / "small.yaml"
        path.write_text(text, encoding="utf-8")
        editor = Editor(path.as_uri())

        @editor.feature(lsp.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
        def told(params: lsp.PublishDiagnosticsParams) -> None:
            if params.uri == editor.uri:
                editor.told.put_nowait(list(params.diagnostics))

        await editor.start_io(*RULERUN)
        try:
            await editor.initialize_async(lsp.InitializeParams(lsp.ClientCapabilities(), None, root_uri=folder.as_uri()))
            editor.initialized(lsp.InitializedParams())
            editor.text_document_did_open(
                lsp.DidOpenTextDocumentParams(lsp.TextDocumentItem(editor.uri, "rulerun", editor.version, text))
            )
            found = await answer(editor)
            await editor.shutdown_async(None)
            editor.exit(None)
            await editor.stop()
            return found
        finally:
            if editor._server is not None and editor._server.returncode is None:
                editor._server.kill()

    return asyncio.run(run())


def at(text: str, words: str, inside: int = 0) -> lsp.Position:
    """The position of these words in the text."""
    before = text[: text.index(words) + inside]
    line = before.rpartition("\n")[2]
    return lsp.Position(before.count("\n"), len(line.encode("utf-16-le")) // 2)


def applied(text: str, edits: list[lsp.TextEdit]) -> str:
    """The text after edits that stand on one line each."""
    lines = text.split("\n")
    for each in sorted(edits, key=lambda one: (one.range.start.line, one.range.start.character), reverse=True):
        assert each.range.start.line == each.range.end.line
        units = lines[each.range.start.line].encode("utf-16-le")
        new = units[: 2 * each.range.start.character] + each.new_text.encode("utf-16-le") + units[2 * each.range.end.character :]
        lines[each.range.start.line] = new.decode("utf-16-le")
    return "\n".join(lines)


def test_findings_are_told_while_one_types_and_mended_by_an_action(tmp_path: Path) -> None:
    async def answer(editor: Editor) -> tuple[list[lsp.Diagnostic], list[lsp.CodeAction]]:
        await editor.until(lambda found: not found)
        editor.type(TEXT.replace("points[me] += 1", "point[me] += 1"))
        found = await editor.until(bool)
        context = lsp.CodeActionContext(found)
        actions = await editor.text_document_code_action_async(lsp.CodeActionParams(editor.document, found[0].range, context))
        edits = [one for one in actions or [] if isinstance(one, lsp.CodeAction)]
        assert edits[0].edit is not None
        assert edits[0].edit.changes is not None
        editor.type(applied(TEXT.replace("points[me] += 1", "point[me] += 1"), list(edits[0].edit.changes[editor.uri])))
        await editor.until(lambda found: not found)
        return found, edits

    found, edits = edit(tmp_path, TEXT, answer)
    assert [(each.code, each.range.start) for each in found] == [("unknown-name", at(TEXT, "points[me] += 1"))]
    assert [each.title for each in edits] == ["write `points`"]


@pytest.mark.slow
def test_what_only_a_thorough_check_finds_comes_later(tmp_path: Path) -> None:
    unused = TEXT.replace("scores:\n", "variables:\n  idle: {holds: 0..3}\nscores:\n")

    async def answer(editor: Editor) -> list[lsp.Diagnostic]:
        return await editor.until(bool)

    found = edit(tmp_path, unused, answer)
    assert {each.severity for each in found} == {lsp.DiagnosticSeverity.Warning}
    assert found[0].range.start == at(unused, "idle")


@pytest.mark.slow
def test_names_are_told_found_renamed_and_outlined(tmp_path: Path) -> None:
    async def answer(editor: Editor) -> tuple[object, ...]:
        use = at(TEXT, ">= goal", 4)
        hover = await editor.text_document_hover_async(lsp.HoverParams(editor.document, use))
        there = await editor.text_document_definition_async(lsp.DefinitionParams(editor.document, use))
        everywhere = await editor.text_document_references_async(
            lsp.ReferenceParams(lsp.ReferenceContext(True), editor.document, use)
        )
        name = await editor.text_document_prepare_rename_async(lsp.PrepareRenameParams(editor.document, use))
        renamed = await editor.text_document_rename_async(lsp.RenameParams(editor.document, use, "target"))
        with pytest.raises(JsonRpcException, match="word of the language"):
            await editor.text_document_rename_async(lsp.RenameParams(editor.document, use, "where"))
        outline = await editor.text_document_document_symbol_async(lsp.DocumentSymbolParams(editor.document))
        return hover, there, everywhere, name, renamed, outline

    hover, there, everywhere, name, renamed, outline = edit(tmp_path, TEXT, answer)
    assert isinstance(hover, lsp.Hover)
    assert isinstance(hover.contents, lsp.MarkupContent)
    assert "value: `5`" in hover.contents.value
    assert "🎲 points to win" in hover.contents.value
    assert isinstance(there, Sequence)
    assert isinstance(everywhere, Sequence)
    assert [place.range.start for place in there] == [at(TEXT, "goal:")]
    assert [place.range.start for place in everywhere] == [at(TEXT, "goal:"), at(TEXT, ">= goal", 3)]
    assert isinstance(name, lsp.Range)
    assert name.start == at(TEXT, ">= goal", 3)
    assert isinstance(renamed, lsp.WorkspaceEdit)
    assert renamed.changes is not None
    (edits,) = renamed.changes.values()
    assert applied(TEXT, list(edits)) == TEXT.replace("goal", "target")
    assert isinstance(outline, Sequence)
    names = [(each.name, [one.name for one in each.children or []]) for each in outline if isinstance(each, lsp.DocumentSymbol)]
    assert ("phases", ["game", "turn"]) in names


@pytest.mark.slow
def test_a_name_is_changed_in_the_rulesets_beside_that_extend_this_one(tmp_path: Path) -> None:
    more = 'ruleset: more\nextends: small\ntexts:\n  turn: "{me} 🎲 to {goal}"\n'
    (tmp_path / "more.yaml").write_text(more, encoding="utf-8")

    async def answer(editor: Editor) -> lsp.WorkspaceEdit | None:
        place = at(TEXT, ">= goal", 3)
        return await editor.text_document_rename_async(lsp.RenameParams(editor.document, place, "target"))

    renamed = edit(tmp_path, TEXT, answer)
    assert renamed is not None
    assert renamed.changes is not None
    after = {uri.rpartition("/")[2]: edits for uri, edits in renamed.changes.items()}
    assert applied(TEXT, list(after["small.yaml"])) == TEXT.replace("goal", "target")
    assert applied(more, list(after["more.yaml"])) == more.replace("goal", "target")


@pytest.mark.slow
def test_what_may_stand_at_a_place_is_listed_and_nothing_else(tmp_path: Path) -> None:
    async def answer(editor: Editor) -> list[tuple[str, set[str]]]:
        found = []
        for before, typed, _ in PLACES:
            text = GAME.replace(before, f"{before}{typed}\n", 1)
            editor.type(text)
            place = at(text, before + typed, len(before + typed))
            items = await editor.text_document_completion_async(lsp.CompletionParams(editor.document, place))
            assert isinstance(items, lsp.CompletionList)
            found.append((typed, {each.label for each in items.items}))
        return found

    assert edit(tmp_path, GAME, answer) == [(typed, there) for _, typed, there in PLACES]


@pytest.mark.slow
def test_sentences_are_completed_hinted_coloured_and_laid_out(tmp_path: Path) -> None:
    text = TEXT.replace("players: 2\n", "players:   2\n").replace("        - none\n", "        - none\n    - \n")

    async def answer(editor: Editor) -> tuple[object, ...]:
        place = at(text, "    - \n", 6)
        items = await editor.text_document_completion_async(lsp.CompletionParams(editor.document, place))
        whole = lsp.Range(lsp.Position(0, 0), lsp.Position(text.count("\n"), 0))
        hints = await editor.text_document_inlay_hint_async(lsp.InlayHintParams(editor.document, whole))
        tokens = await editor.text_document_semantic_tokens_full_async(lsp.SemanticTokensParams(editor.document))
        options = lsp.FormattingOptions(2, True)
        laid = await editor.text_document_formatting_async(lsp.DocumentFormattingParams(editor.document, options))
        return items, hints, tokens, laid

    items, hints, tokens, laid = edit(tmp_path, text, answer)
    assert isinstance(items, lsp.CompletionList)
    do = next(item for item in items.items if item.label == "do PHASE")
    assert (do.insert_text, do.insert_text_format) == ("do ${1:PHASE}", lsp.InsertTextFormat.Snippet)
    assert {"points", "Anne"} <= {item.label for item in items.items}
    assert isinstance(hints, Sequence)
    assert at(text, "me where not", 2) in [hint.position for hint in hints]
    assert isinstance(tokens, lsp.SemanticTokens)
    assert len(tokens.data) % 5 == 0
    assert len(tokens.data) > 100
    assert isinstance(laid, Sequence)
    assert "players: 2\n" in laid[0].new_text


def opened(editor: Editor, uri: str, text: str) -> None:
    """Opens a further document."""
    editor.text_document_did_open(lsp.DidOpenTextDocumentParams(lsp.TextDocumentItem(uri, "rulerun", 0, text)))


@pytest.mark.slow
def test_a_base_is_read_as_it_stands_in_the_editor(tmp_path: Path) -> None:
    path = tmp_path / "base.yaml"
    path.write_text(TEXT.replace("ruleset: small", "ruleset: base"), encoding="utf-8")
    text = "ruleset: small\nextends: base\nfunctions:\n  done (player p): points[p] >= aim\n"

    async def answer(editor: Editor) -> tuple[list[lsp.Diagnostic], object, object]:
        found = await editor.until(bool)
        opened(editor, path.as_uri(), "# 🎲\n" + path.read_text(encoding="utf-8").replace("goal", "aim"))
        await editor.until(lambda found: not found)
        place = at(text, "aim")
        there = await editor.text_document_definition_async(lsp.DefinitionParams(editor.document, place))
        renamed = await editor.text_document_rename_async(lsp.RenameParams(editor.document, place, "target"))
        editor.text_document_did_close(lsp.DidCloseTextDocumentParams(lsp.TextDocumentIdentifier(path.as_uri())))
        await editor.until(bool)
        return found, there, renamed

    found, there, renamed = edit(tmp_path, text, answer)
    assert [each.code for each in found] == ["unknown-name"]
    assert isinstance(there, Sequence)
    assert [(place.uri, place.range.start) for place in there] == [(path.as_uri(), lsp.Position(4, 2))]
    assert isinstance(renamed, lsp.WorkspaceEdit)
    assert renamed.changes is not None
    assert sorted(uri.rpartition("/")[2] for uri in renamed.changes) == ["base.yaml", "small.yaml"]


@pytest.mark.slow
def test_a_file_without_a_name_is_served_as_others_are(tmp_path: Path) -> None:
    async def answer(editor: Editor) -> tuple[list[lsp.Diagnostic], object]:
        await editor.until(lambda found: not found)
        editor.uri = "untitled:Untitled-1"
        opened(editor, editor.uri, TEXT.replace("points[me] += 1", "point[me] += 1"))
        found = await editor.until(bool)
        there = await editor.text_document_definition_async(lsp.DefinitionParams(editor.document, at(TEXT, ">= goal", 4)))
        return found, there

    found, there = edit(tmp_path, TEXT, answer)
    assert [each.code for each in found] == ["unknown-name"]
    assert isinstance(there, Sequence)
    assert [place.uri for place in there] == ["untitled:Untitled-1"]


@pytest.mark.slow
def test_what_cannot_be_answered_is_said_in_a_sentence(tmp_path: Path) -> None:
    async def answer(editor: Editor) -> list[JsonRpcException]:
        gone = lsp.TextDocumentIdentifier((tmp_path / "gone.yaml").as_uri())
        with pytest.raises(JsonRpcException) as closed:
            await editor.text_document_hover_async(lsp.HoverParams(gone, lsp.Position(0, 0)))
        with pytest.raises(JsonRpcException) as nothing:
            await editor.text_document_rename_async(lsp.RenameParams(editor.document, at(TEXT, "repeat"), "other"))
        beyond = await editor.text_document_hover_async(lsp.HoverParams(editor.document, lsp.Position(10_000, 10_000)))
        assert beyond is None
        return [closed.value, nothing.value]

    said = [(each.code, each.message) for each in edit(tmp_path, TEXT, answer)]
    assert said == [
        (lsp.ErrorCodes.InvalidParams.value, "`gone.yaml` is not open, and there is no such file"),
        (lsp.LSPErrorCodes.RequestFailed.value, "there is no name of the ruleset here"),
    ]


@pytest.mark.slow
def test_parts_are_folded_names_lit_up_and_brackets_explained(tmp_path: Path) -> None:
    text = TEXT.replace("ruleset: small", "# one\n# two\nruleset: small")

    async def answer(editor: Editor) -> tuple[object, ...]:
        document = editor.document
        folds = await editor.text_document_folding_range_async(lsp.FoldingRangeParams(document))
        place = at(text, ">= goal", 4)
        lit = await editor.text_document_document_highlight_async(lsp.DocumentHighlightParams(document, place))
        places = (at(text, "do turn (me", 9), at(text, "points[me]", 7), at(text, "goal: {"))
        signatures = [await editor.text_document_signature_help_async(lsp.SignatureHelpParams(document, at_)) for at_ in places]
        return folds, lit, signatures

    folds, lit, signatures = edit(tmp_path, text, answer)
    assert isinstance(folds, Sequence)
    lines = text.split("\n")
    starts = {lines[each.start_line].strip(): lines[each.end_line].strip() for each in folds}
    assert starts["# one"] == "# two"
    assert starts["phases:"] == starts["turn (player me):"] == "- none"
    assert starts["- one:"] == "- points[me] += 1"
    assert isinstance(lit, Sequence)
    kinds = [lsp.DocumentHighlightKind.Write, lsp.DocumentHighlightKind.Read]
    assert [(each.range.start, each.kind) for each in lit] == list(
        zip([at(text, "goal:"), at(text, "goal\nphases")], kinds, strict=True)
    )
    assert isinstance(signatures, list)
    told = [each and (each.signatures[0].label, each.active_parameter) for each in signatures]
    assert told == [("turn (player me)", 0), ("points[player]", 0), None]
