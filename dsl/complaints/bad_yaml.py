"""What YAML reads otherwise than a ruleset means it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...program.harmless import code
from .complaint import Told, error
from .diagnostics import Edit, Fix

if TYPE_CHECKING:
    from ...program.span import Span
    from .diagnostics import Note


@error
def anchor(name: str, span: Span) -> Told:
    """YAML's copies of parts are not part of the language.

    Wrong:
        variables: &all
          wood: {holds: 0..9}
    Told:
        `&all` names a part to be copied, which rulesets do not have
    Right:
        variables:
          wood: {holds: 0..9}
    """
    message = f"`&{name}` names a part to be copied, which rulesets do not have"
    return Told(message, span, "write the part out where it is needed")


@error
def duplicate_key(name: str, span: Span, notes: tuple[Note, ...] = ()) -> Told:
    """A key stands twice in one list of keys.

    Wrong:
        variables:
          wood: {holds: 0..9}
          wood: {holds: 0..5}
    Told:
        the key `wood` stands here a second time
    Right:
        variables:
          wood: {holds: 0..9}
    """
    return Told(f"the key `{name}` stands here a second time", span, "", notes)


@error
def folded(span: Span) -> Told:
    """Text that YAML joins has no places.

    Wrong:
        - >
          pot +=
          1
    Told:
        `>` joins lines, so that places in them are lost
    Right:
        - pot += 1
    """
    return Told("`>` joins lines, so that places in them are lost", span, "use `|`, or one line")


@error
def not_a_ruleset(span: Span, help_: str) -> Told:
    """A ruleset consists of sections, each a key with its content.

    Wrong:
        just words
    Told:
        expected keys such as `ruleset:`, found something else
    Right:
        parameters:
          bonus: {default: 2, range: 1..3}
        phases:
          game:
            - pot += bonus
    """
    return Told("expected keys such as `ruleset:`, found something else", span, help_)


@error
def second_document(span: Span) -> Told:
    """A file holds one ruleset.

    Wrong:
        phases:
          game:
            - end the game
        ---
        ruleset: another
    Told:
        a second document begins here
    Right:
        phases:
          game:
            - end the game
    """
    return Told("a second document begins here", span, "a file holds one ruleset; `---` is not needed")


@error
def cut_text(message: str, span: Span, help_: str = "") -> Told:
    """A text ends sooner than was meant.

    YAML ends a text without quotes of its own where ` #` or `: ` comes, and every text at the end of its line.

    Wrong:
        - say "one # two"
    Told:
        the quote `"` is opened and never closed
    Right:
        - say "one, two"
    """
    return Told(message, span, help_)


@error
def alias(message: str, span: Span, help_: str = "") -> Told:
    """YAML's copies of parts are not part of the language.

    Told:
        `*` stands for a copy of another part here, which rulesets do not have
    """
    return Told(message, span, help_)


@error
def tag(message: str, span: Span, help_: str = "") -> Told:
    """A line that begins with `!` means something else to YAML.

    Wrong:
        phases:
          game:
            - !pot
    Told:
        `!pot`: a line that begins with `!` means something else to YAML
    Right:
        phases:
          game:
            - if not strict:
                - pot = 1
    """
    return Told(message, span, help_)


@error
def odd_key(message: str, span: Span, help_: str = "") -> Told:
    """In front of a `:` stands a word or a sentence.

    Wrong:
        ? [a, b]
        : 3
    Told:
        expected a word or a sentence before `:`, found a list
    Right:
        variables:
          a: {holds: 0..3}
    """
    return Told(message, span, help_)


@error
def yaml(message: str, span: Span, help_: str = "") -> Told:
    """The outline of the file cannot be read: indentation, dashes, colons, brackets or quotes do not fit together.

    Sentences and headings of one list begin in the same column, each with `- `; a heading ends with `:`, and what belongs to it
    is indented further. Blanks indent, tabs do not.

    Wrong:
        phases: {game: [end the game}
    Told:
        expected ',' or ']', but got '}'
    Right:
        phases: {game: [end the game]}
    """
    return Told(message, span, help_)


@error
def second_colon(span: Span) -> Told:
    """A heading ends with one `:`.

    Wrong:
        - for each player p: :
            - points[p] += 1
    Told:
        a second `:` at the end of this line
    Right:
        - for each player p:
            - points[p] += 1
    """
    fix = Fix("leave it out", (Edit(span, "", ":"),))
    return Told("a second `:` at the end of this line", span, "leave it out", (), fix)


@error
def control_character(sign: str, span: Span, fix: Fix | None = None) -> Told:
    """A ruleset consists of characters that are read, and has none that a terminal, an editor or a page obeys.

    Control characters change a terminal, others turn the direction of writing round, end a line for some programs alone or take
    no room. Some come along where text is copied from a word processor or a web page. The two joiners of Persian, Hindi and emoji
    (U+200C, U+200D) may stand in texts.

    Wrong:
        title: "Dice\\e[31m"
    Told:
        a character that cannot be seen (U+001B)
    Right:
        title: "Dice"
    """
    return Told(f"a character that cannot be seen ({code(sign)})", span, "delete it" if fix is None else fix.title, (), fix)


@error
def empty(message: str, span: Span, help_: str = "") -> Told:
    """A ruleset says something.

    Told:
        expected a ruleset, found an empty file
    """
    return Told(message, span, help_)
