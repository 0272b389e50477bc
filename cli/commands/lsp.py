"""`rulerun lsp`: serves editors in the language server protocol."""

from __future__ import annotations

import gc
import os
import sys

import click

from ..terminal.console import Refused, base_folders


@click.command("lsp")
@click.option("--stdio", is_flag=True, help="Speak over standard input and output; nothing else is spoken.")
def command(stdio: bool) -> None:
    """Serve an editor that shows rulesets, in the language server protocol over standard input and output.

    The editor starts this command; docs/editors.md tells how. It needs the extra `lsp`.
    """
    try:
        from ...tools.language_server import make_server
    except ModuleNotFoundError as fault:
        if (fault.name or "").split(".")[0] not in ("pygls", "lsprotocol"):
            raise
        raise Refused("this needs pygls: pip install 'rulerun[lsp]'") from None
    server = make_server(base_folders())
    gc.freeze()
    gc.disable()  # the server looks for circles while nobody types
    try:
        server.start_io()
    finally:
        server.close()
        sys.stdout = open(os.devnull, "w")  # noqa: SIM115 - pygls has closed the one before
