"""The examples of a ruleset that fail, as warnings."""

from __future__ import annotations

from collections.abc import Iterator

from ...dsl.compile import compile_examples
from ...dsl.diagnostics.diagnostic import Diagnostic
from ...dsl.diagnostics.report import warning
from ...dsl.text.source import Source
from ...interpreter.match.examples import run_example


def failing_examples(source: Source) -> Iterator[Diagnostic]:
    """A warning for each example that fails, at the first thing in it that does not hold."""
    for example in compile_examples(source)[0]:
        for failure in run_example(example).failures[:1]:
            span = example.program.sentences[failure.sentence].span
            message = f"the example `{example.name}` fails: {failure.message}"
            yield warning("failing-example", span, message, help="`rulerun test` shows all of it").diagnostic
