"""The language's specs, run: every block of `specs/*.md` is one case.

    ```yaml           sections laid over the standard game, as a ruleset that extends it would state them
    ```yaml phase     sentences of the phase `game` of the standard game
    ```yaml ruleset   a whole ruleset
    ```yaml game      the standard game itself

A diagnostic is expected by a comment on the line that it points to: `# error: CODE`, and if useful what the caret stands
under and a part of the message or help: ``# error: unknown-name at `hnad` "did you mean"``. `# warning: …` likewise;
`# fails: "…"` where an example of the block must fail. Nothing else may be found, and all other examples must hold. Blocks are
parts of rulesets: that they declare what they do not use is found all the same, and counts only in blocks that expect it.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from attrs import frozen

from rulerun import dsl
from rulerun.dsl.compile import compile_examples, examine
from rulerun.dsl.diagnostics.diagnostic import Diagnostic, DiagnosticError
from rulerun.dsl.diagnostics.pages import pages
from rulerun.dsl.sentences.parse import Start, parse_text
from rulerun.dsl.text.source import Source
from rulerun.interpreter.match.examples import run_example
from rulerun.program.span import Span

from ..support.specs import SPECS, Block, Expected, blocks

IDLE = (
    "never-used",
    "never-set",
    "never-filled",
    "only-in-examples",
    "always-out-of-range",
    "may-leave-its-range",
    "never-on-offer",
    "nothing-to-choose",
    "too-few-cards",
    "expects-nothing",
    "variant-changes-nothing",
)
"""The codes of what a part of a game does not show: what is declared and not used, and how a match of it would go."""


@cache
def findings(block: Block) -> tuple[Diagnostic, ...]:
    """All that is wrong with it."""
    return examine(block.source)


def words_at(source: Source, span: Span) -> str:
    """What the caret stands under: on its first line only, when it goes on."""
    line = source.line(span.line)
    return line[span.column - 1 : span.end_column - 1] if span.line == span.end_line else line[span.column - 1 :]


def fits(found: Diagnostic, wanted: Expected, source: Source) -> bool:
    """Whether a finding is the expected one."""
    return (
        (found.span.line, found.severity.value, found.code) == (wanted.line, wanted.severity, wanted.code)
        and (not wanted.at or words_at(source, found.span).rstrip() == wanted.at)
        and wanted.part in f"{found.message} {found.help}"
    )


def shown(found: Diagnostic, source: Source) -> str:
    """A finding on one line."""
    where = f"{source.place(found.span.line)[0]}:{found.span.line}"
    return f"{where}: {found.severity.value}: {found.code} at `{words_at(source, found.span)}`: {found.message} ({found.help})"


def print_diagnostics(surprising: list[str], missing: list[Expected]) -> None:
    """Fails when something was found that no comment asks for, or asked for and not found."""
    lines = [f"surprising: {each}" for each in surprising] + [f"missing: {each}" for each in missing]
    if lines:
        pytest.fail("\n".join(lines), pytrace=False)


@pytest.mark.parametrize("block", blocks(), ids=lambda block: f"{block.spec}:{block.line}: {block.heading}")
def test_a_block_is_sound_or_wrong_as_its_comments_say(block: Block) -> None:
    source, wanted = block.source, [each for each in block.expected if each.severity != "fails"]
    surprising = []
    speaks_of_it = any(each.code in IDLE for each in wanted)
    for found in findings(block):
        if found.code in IDLE and not speaks_of_it:
            continue
        match = next((each for each in wanted if fits(found, each, source)), None)
        if match is None:
            surprising.append(shown(found, source))
        else:
            wanted.remove(match)
    print_diagnostics(surprising, wanted)


@pytest.mark.parametrize(
    "block",
    [
        each
        for each in blocks()
        if any("examples:" in line for line in each.lines) and not any("# error" in line for line in each.lines)
    ],
    ids=lambda block: f"{block.spec}:{block.line}: {block.heading}",
)
def test_the_examples_of_a_block_hold_or_fail_as_its_comments_say(block: Block) -> None:
    wanted = [each for each in block.expected if each.severity == "fails"]
    examples, _ = compile_examples(block.source)
    assert examples
    surprising = []
    for example in examples:
        for failure in run_example(example).failures:
            line = example.program.sentences[failure.sentence].span.line
            match = next((each for each in wanted if each.line == line and each.part in failure.message), None)
            if match is None:
                surprising.append(f"{line}: {example.name}: {failure.message}")
            else:
                wanted.remove(match)
    print_diagnostics(surprising, wanted)


def test_no_spec_is_empty() -> None:
    told = {block.spec for block in blocks()}
    assert [path.stem for path in sorted(SPECS.glob("*.md")) if path.stem not in told] == []
    assert all(block.kind in ("sections", "phase", "ruleset", "game") for block in blocks())


# ------------------------------------------------------------------------------------------- nothing goes unspoken

DSL = Path(dsl.__file__).parent
REPORTING = ("error", "warning", "misspelt")
BY_OTHER_MEANS = ("not-text", "too-deep", "unknown-variant", "broken-base", "fails-in-play", "broken-invariant")
"""Codes that a block of text cannot well trigger: they are tested in `test_dsl_files`, like all that is about files."""


@frozen
class Site:
    """A place in our code that complains: its code, and its message as a pattern (None where it is made elsewhere)."""

    place: str
    code: str
    message: str | None


def pattern(node: ast.expr) -> str | None:
    """What the message may look like."""
    match node:
        case ast.Constant(value=str() as words):
            return re.escape(words)
        case ast.JoinedStr(values=values):
            return "".join(pattern(value) or ".*" for value in values)
        case _:
            return None


def sites() -> Iterator[Site]:
    """All places that report, but for those that are about files."""
    for path in sorted(path for path in DSL.rglob("*.py") if path.name != "files.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            match node:
                case ast.Call(func=ast.Name("Diagnostic"), args=[ast.Constant(str() as code), message, *_]):
                    yield Site(f"{path.name}:{node.lineno}", code, pattern(message))
                case ast.Call(func=ast.Name(id), args=[ast.Constant(str() as code), _, message, *_]) if id in REPORTING:
                    yield Site(f"{path.name}:{node.lineno}", code, pattern(message))
                case _:
                    pass


@cache
def everything_found() -> tuple[Diagnostic, ...]:
    """The findings of all blocks."""
    return tuple(found for block in blocks() for found in findings(block))


@pytest.mark.slow
def test_every_message_is_shown_by_a_spec_or_a_page() -> None:
    messages: dict[str, list[str]] = {code: [page.told, *(each.told for each in page.others)] for code, page in pages().items()}
    for found in everything_found():
        messages.setdefault(found.code, []).append(found.message)
    unshown = [
        f"{site.place}: {site.code}: {site.message}"
        for site in sites()
        if site.code not in BY_OTHER_MEANS
        and not any(site.message is None or re.fullmatch(site.message, each, re.DOTALL) for each in messages.get(site.code, ()))
    ]
    if unshown:
        pytest.fail("\n".join(unshown), pytrace=False)


@pytest.mark.slow
def test_a_line_that_was_meant_in_one_way_only_is_mended_so() -> None:
    mended = {each.fix.title for each in everything_found() if each.code == "syntax" and each.fix is not None}
    assert {"write `pot = count(stock)`", "write `pot += 2`", "write `if pot = 3`", "write `end the phase`"} <= mended
    for found in everything_found():
        for edit in found.fix.edits if found.code == "syntax" and found.fix is not None else ():
            assert edit.text in found.fix.title
            assert any(reads(edit.text, start) for start in Start), edit.text


def reads(line: str, start: Start) -> bool:
    """Whether the grammar takes the line."""
    try:
        parse_text(line, 1, 1, start)
    except DiagnosticError:
        return False
    return True
