"""What is wrong with the lists under headings, options and choices."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .complaint import Told, error_under

if TYPE_CHECKING:
    from ...program.span import Span


@error_under("wrong-shape")
def empty_sentence(span: Span) -> Told:
    """A sentence stands behind each dash.

    Wrong:
        - pot += 1
        -
    Told:
        expected a sentence, found nothing
    Right:
        - pot += 1
    """
    return Told("expected a sentence, found nothing", span)


@error_under("wrong-shape")
def not_options(found: str, span: Span) -> Told:
    """Below `chooses one` stand the options, each behind a dash.

    Wrong:
        - Anne chooses one:
    Told:
        expected a list of options, found nothing
    Right:
        - Anne chooses one:
            - take:
                - pot += 1
            - pass
    """
    return Told(f"expected a list of options, found {found}", span)


@error_under("wrong-shape")
def not_an_option(found: str, span: Span) -> Told:
    """An option is its name, with what it takes, and perhaps a list below it.

    Wrong:
        - Anne chooses one:
            - [take, pass]
    Told:
        expected an option, found a list
    Right:
        - Anne chooses one:
            - take:
                - pot += 1
            - pass
    """
    return Told(f"expected an option, found {found}", span)


@error_under("wrong-shape")
def not_a_list_below(what: str, found: str, span: Span) -> Told:
    """Below an option or a choice stands a list of conditions and sentences.

    Wrong:
        - Anne chooses one:
            - take: 5
            - pass
    Told:
        expected a list under the option, found `5`
    Right:
        - Anne chooses one:
            - take:
                - pot += 5
            - pass
    """
    return Told(f"expected a list under the {what}, found {found}", span)


@error_under("missing-key")
def nothing_otherwise(span: Span) -> Told:
    """A function that asks a condition says what it gives where none holds.

    Wrong:
        functions:
          small (number n):
            if n < 3: 1
    Told:
        what the function gives otherwise is missing
    Right:
        functions:
          small (number n):
            if n < 3: 1
            else: 2
    """
    return Told("what the function gives otherwise is missing", span, "end with `else: …`")
