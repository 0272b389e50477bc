"""`rulerun lsp`: the service over rulesets (`service.py`) in the language server protocol, by pygls."""

from __future__ import annotations

import logging
from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import TypeVar

from lsprotocol import types as lsp
from pygls.exceptions import JsonRpcException

from . import answers
from .open_rulesets import Server
from .service import NotRenamed

Asked = TypeVar("Asked")
Answer = TypeVar("Answer")

LEGEND = lsp.SemanticTokensLegend(answers.TOKEN_TYPES, [])
TRIGGERS = lsp.CompletionOptions(trigger_characters=[" ", ".", "[", "(", "{"])
"""A list comes up behind these signs; none behind a colon, where a line ends."""


def make_server(folders: tuple[Path, ...] = ()) -> Server:
    """A server that answers what an editor asks; `start_io` lets it speak over standard input and output."""
    logging.getLogger("pygls.protocol.json_rpc").addFilter(_worth_telling)
    server = Server(folders)

    @server.feature(lsp.TEXT_DOCUMENT_DID_OPEN)
    async def opened(server: Server, asked: lsp.DidOpenTextDocumentParams) -> None:
        server.changed(asked.text_document.uri)

    @server.feature(lsp.TEXT_DOCUMENT_DID_CHANGE)
    async def changed(server: Server, asked: lsp.DidChangeTextDocumentParams) -> None:
        server.changed(asked.text_document.uri)

    @server.feature(lsp.TEXT_DOCUMENT_DID_CLOSE)
    async def closed(server: Server, asked: lsp.DidCloseTextDocumentParams) -> None:
        server.closed(asked.text_document.uri)

    @server.feature(lsp.SHUTDOWN)
    def shut(server: Server, asked: None) -> None:
        server.close()

    server.feature(lsp.TEXT_DOCUMENT_COMPLETION, TRIGGERS)(answered(answers.completions))
    server.feature(lsp.TEXT_DOCUMENT_HOVER)(answered(answers.hover))
    server.feature(lsp.TEXT_DOCUMENT_SIGNATURE_HELP, lsp.SignatureHelpOptions(["(", "[", ","]))(answered(answers.signature))
    server.feature(lsp.TEXT_DOCUMENT_DEFINITION)(answered(answers.definition))
    server.feature(lsp.TEXT_DOCUMENT_REFERENCES)(answered(answers.references))
    server.feature(lsp.TEXT_DOCUMENT_DOCUMENT_HIGHLIGHT)(answered(answers.highlights))
    server.feature(lsp.TEXT_DOCUMENT_PREPARE_RENAME)(answered(answers.name_at))
    server.feature(lsp.TEXT_DOCUMENT_RENAME, lsp.RenameOptions(prepare_provider=True))(answered(answers.renamed))
    server.feature(lsp.TEXT_DOCUMENT_DOCUMENT_SYMBOL)(answered(answers.outline))
    server.feature(lsp.TEXT_DOCUMENT_FOLDING_RANGE)(answered(answers.folds))
    server.feature(lsp.TEXT_DOCUMENT_FORMATTING)(answered(answers.laid_out))
    server.feature(lsp.TEXT_DOCUMENT_CODE_ACTION, lsp.CodeActionOptions([lsp.CodeActionKind.QuickFix]))(answered(answers.fixes))
    server.feature(lsp.TEXT_DOCUMENT_INLAY_HINT)(answered(answers.hints))
    server.feature(lsp.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL, LEGEND)(answered(answers.colours))
    return server


def answered(answer: Callable[[Server, Asked], Answer]) -> Callable[[Server, Asked], Answer]:
    """The same; what cannot be answered becomes an error of the protocol, whose sentence the editor shows."""

    @wraps(answer)
    def answer_or_say_why(server: Server, asked: Asked) -> Answer:
        try:
            return answer(server, asked)
        except NotRenamed as fault:
            raise JsonRpcException(str(fault), lsp.LSPErrorCodes.RequestFailed) from None
        except FileNotFoundError as fault:
            name = Path(str(fault.filename)).name
            raise JsonRpcException(f"`{name}` is not open, and there is no such file", lsp.ErrorCodes.InvalidParams) from None
        except (OSError, UnicodeDecodeError) as fault:
            why = fault.strerror if isinstance(fault, OSError) else "it is not in UTF-8"
            raise JsonRpcException(f"the file cannot be read: {why}", lsp.ErrorCodes.InvalidParams) from None

    return answer_or_say_why


def _worth_telling(record: logging.LogRecord) -> bool:
    """Whether the log has to tell of it: what the editor was told with a sentence need not stand there with a traceback."""
    return not (record.exc_info and isinstance(record.exc_info[1], JsonRpcException))
