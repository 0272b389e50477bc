"""Lines that nearly are sentences or headings, each with the one that it was meant to be."""

from __future__ import annotations

import re

from attrs import frozen

VALUE = r"[^\W\d]\w*(?:\[[^\]]*\])?"
"""A name, perhaps with an index."""


@frozen
class NearSentence:
    """A *pattern* for such a line, what is wrong with it, and the help, where `\\1` is the first group of the pattern.

    *heading*: whether it is about a line that ends with `:`. The caret stands under the group *at* (0: where parsing failed).
    """

    pattern: str
    message: str
    help: str
    heading: bool = False
    at: int = 0


NEAR = (
    NearSentence(
        rf"^\s*({VALUE}|each player|every player|all players|everyone|everybody)\s+(draws?|takes?|deals?|gets)"
        r"\s+(\d+|an?|one)(\s+cards?)?\s+from\s+(\S+)\s*$",
        "a drawing has no subject: whose hand the cards go to stands behind `to`",
        r"for example `draw 1 from \5 to hand[me]`",
        at=2,
    ),
    NearSentence(
        r"^\s*(each player|every player|all players|everyone|everybody)\s+(draws?|takes?|gets|receives?)\b",
        "a dealing has no subject: who gets cards stands behind `to`",
        "for example `deal 1 from stock to hand of each player`",
        at=1,
    ),
    NearSentence(
        rf"^\s*({VALUE})\s+(draws?|takes?|receives?)\b",
        "a drawing has no subject: whose hand the cards go to stands behind `to`",
        "for example `draw 1 from stock to hand[me]`",
        at=2,
    ),
    NearSentence(
        rf"^\s*({VALUE})\s+(moves?|plays?|puts?|discards?|shuffles?|reveals?|rolls?)\b",
        r"only `chooses` has a subject, found `\2`",
        "for example `put card in front[me]`, `move piece[me] by 2`",
        at=2,
    ),
    NearSentence(
        rf"^\s*({VALUE})\s+(gains?|gets?|scores?|earns?|wins?|loses?|pays?)\s+\S",
        "what a player gains or loses is a change of a number",
        r"for example `points[\1] += 2`",
        at=2,
    ),
    NearSentence(
        r"^\s*if\s+(\S.*?)\s+then\s+(\S.*?)(\s+else\s.*)?$",
        "what follows an `if` stands in a list under it",
        r"write `if \1:`, and on the next line, indented, `- \2`",
    ),
    NearSentence(
        r"^\s*if\s+(\S.*?)\s+(then)\s*$",
        "an `if` needs no `then`",
        r"write `if \1:`",
        heading=True,
        at=2,
    ),
    NearSentence(
        rf"^\s*({VALUE})\s+(must|has to|have to|shall|will|should)\s+choose\s+(\S.*)$",
        "the word is `chooses`",
        r"write `\1 chooses \3`",
        heading=True,
        at=2,
    ),
    NearSentence(
        rf"^\s*({VALUE})\s+(must|has to|have to|shall|will|should)\s+choose\s+(\S.*)$",
        "the word is `chooses`",
        r"write `\1 chooses \3`",
        at=2,
    ),
    NearSentence(rf"^\s*({VALUE})\s+(choose)\s+(\S.*)$", "the word is `chooses`", r"write `\1 chooses \3`", at=2),
    NearSentence(
        rf"^\s*({VALUE})\s+(choose)\s+(\S.*)$", "the word is `chooses`", r"write `\1 chooses \3`", heading=True, at=2
    ),
    NearSentence(
        rf"^\s*({VALUE})\s+(chooses)\s*$", "a list of options is headed by `chooses one`", r"write `\1 chooses one:`", True, 2
    ),
    NearSentence(
        rf"^\s*(draw|deal)\s+(\S+)(?:\s+cards?)?\s+from\s+({VALUE})\s*$",
        "where the cards go stands behind `to`",
        r"for example `\1 \2 from \3 to hand[me]`",
    ),
    NearSentence(
        r"^\s*draw\s+(an?|one)\s+cards?\s+from\s+(\S.*)$",
        "how many cards are drawn is written in figures",
        r"write `draw 1 from \2`",
        at=1,
    ),
    NearSentence(
        r"^\s*(draw|deal)\s+(\S+)(?:\s+cards?)?\s+(to)\s+(?:each player|everyone|everybody|all players|every player)\s*$",
        "where the cards come from stands behind `from`",
        r"for example `deal \2 from stock to hand of each player`",
        at=3,
    ),
    NearSentence(
        r"^\s*(draw|deal)\s+(\S+)(?:\s+cards?)?\s+(to)\s+(\S.*)$",
        "where the cards come from stands behind `from`",
        r"for example `\1 \2 from stock to \4`",
        at=3,
    ),
    NearSentence(
        r"^\s*(shuffle|reveal|remove|gather|place|say|do)\s+(the)\s+(\S.*)$",
        "names have no `the`",
        r"write `\1 \3`",
        at=2,
    ),
    NearSentence(
        rf"^\s*({VALUE})\s*([+-])\s*(\w\S*)\s*$",
        "this works out a number, and nothing is done with it",
        r"to change the value, write `\1 \2= \3`",
        at=2,
    ),
    NearSentence(rf"^\s*(add)\s+(\S+)\s+to\s+({VALUE})\s*$", "to add has a sign, `+=`", r"write `\3 += \2`", at=1),
    NearSentence(
        rf"^\s*(subtract|deduct)\s+(\S+)\s+from\s+({VALUE})\s*$", "to subtract has a sign, `-=`", r"write `\3 -= \2`", at=1
    ),
    NearSentence(
        rf"^\s*(increase|increment|raise)\s+({VALUE})\s+by\s+(\S.*)$", "to add has a sign, `+=`", r"write `\2 += \3`", at=1
    ),
    NearSentence(
        rf"^\s*(decrease|decrement|reduce|lower)\s+({VALUE})\s+by\s+(\S.*)$",
        "to subtract has a sign, `-=`",
        r"write `\2 -= \3`",
        at=1,
    ),
    NearSentence(
        rf"^\s*({VALUE})\s+(increases|grows|rises|goes up)\s+by\s+(\S.*)$", "to add has a sign, `+=`", r"write `\1 += \3`", at=2
    ),
    NearSentence(
        rf"^\s*({VALUE})\s+(decreases|shrinks|falls|goes down)\s+by\s+(\S.*)$",
        "to subtract has a sign, `-=`",
        r"write `\1 -= \3`",
        at=2,
    ),
    NearSentence(
        rf"^\s*({VALUE})\s+(becomes|gets)\s+(\S.*)$", "to change a value has a sign, `=`", r"write `\1 = \3`", at=2
    ),
    NearSentence(
        r"^\s*(play|discard|take|give)\s+\S",
        r"no sentence begins with `\1`: cards move by `put` and `move`",
        "for example `put card in discard`, `move all from front[me] to discard`",
        at=1,
    ),
    NearSentence(
        r"^\s*(goto|go to|jump to|start|execute|perform|begin)\s+(\S.*)$", "a phase is begun with `do`", r"write `do \2`", at=1
    ),
    NearSentence(
        r"^\s*do\s+([^\W\d].*?)\s*(\(\s*\))\s*$", "a phase that is given nothing has no brackets", r"write `do \1`", at=2
    ),
    NearSentence(
        r"^\s*say\s+([^\W\d]\w*(?:\s+[^\W\d]\w*)+)\s*[.!]?\s*$",
        "what is said stands in quotes, or is the name of a text under `texts:`",
        r'write `say "\1"`',
        at=1,
    ),
    NearSentence(
        r"^\s*(elif|elsif|elseif|otherwise if)\s+(\S.*)$", "the words are `else if`", r"write `else if \2:`", heading=True, at=1
    ),
    NearSentence(
        r"^\s*for\s+each\s+([^\W\d])(\w*)\s*$",
        "a loop names what it goes through, one by one",
        r"for example `for each \1\2 \1:`",
        heading=True,
    ),
    NearSentence(r"^\s*for\s+(every|all|any)\s+(\S.*)$", "a loop begins with `for each`", r"write `for each \2:`", True, 1),
    NearSentence(r"^\s*(foreach|every|each)\s+(\S.*)$", "a loop begins with `for each`", r"write `for each \2:`", True, 1),
    NearSentence(
        r"^\s*repeat\s+(forever|always|endlessly)\s*$", "a loop says when it ends", "for example `repeat until …:`", True, 1
    ),
    NearSentence(
        r"^\s*repeat\s+(\w+)\s*$", "how often stands before `times`", r"write `repeat \1 times:`, or `repeat until …:`", True
    ),
    NearSentence(
        r"^\s*until\s+(\S.*)$",
        "no heading begins with `until`",
        r"write `repeat until \1:`",
        heading=True,
    ),
    NearSentence(
        rf"^\s*({VALUE})\s*=\s*(random)\b",
        "chance has a sentence of its own",
        r"write `random x from 1..6`, and on the next line `\1 = x`",
        at=2,
    ),
    NearSentence(
        r"^\s*random\s+(?:from\s+)?(-?\w+\s*\.\.\s*\w+)\s*$",
        "what chance gives has a name",
        r"for example `random x from \1`",
        at=1,
    ),
    NearSentence(
        r"^\s*let\s+([^\W\d]\w*)\s+(?:be\s+)?(\w+)\s*$", "a name and its value have `=` between", r"write `let \1 = \2`"
    ),
    NearSentence(
        r"^\s*next\s+(player|turn|round)\b",
        "whose turn it is comes from a loop",
        "for example `for each player me:`, with what each does in a list under it",
        at=1,
    ),
)
"""The first that matches is used."""


@frozen
class Taught:
    """What is said of a line: the message, the help, where in the line the caret stands (None: where parsing failed).

    *mended* is the line as it was meant to be, "" where the help does not say so in one way only.
    """

    message: str
    help: str
    at: tuple[int, int] | None
    mended: str


def near_sentence(text: str, bare: str, heading: bool) -> Taught | None:
    """What is said of a line that nearly is a sentence, or a *heading*; None where it is none of these.

    *bare* is the text without what stands in quotes, as long as *text*.
    """
    for near in NEAR:
        match = re.search(near.pattern, bare) if near.heading is heading else None
        if match is not None:
            return taught(near.pattern, near.message, near.help, match, text, bare, near.at)
    return None


def taught(pattern: str, message: str, help_: str, match: re.Match[str], text: str, bare: str, at: int = 0) -> Taught:
    """What is said of *text*, in which *match* was found by *pattern*; the caret stands under the group *at* (0: unknown)."""
    meant = ONE_WAY.fullmatch(help_)
    mended = "" if meant is None else _mended(pattern, meant[1].removesuffix(":"), text, bare)
    return Taught(filled(message, match, text), filled(help_, match, text), match.span(at) if at else None, mended)


ONE_WAY = re.compile(r"(?:to [a-z ]+, |for [a-z]+, )?write `([^`]*)`(?:, with the list under it)?")
"""A help that says what to write, without any choice: its group."""


def _mended(pattern: str, template: str, text: str, bare: str) -> str:
    """The text with *template*, filled in, for whatever the pattern finds."""
    parts, end = [], 0
    for match in re.finditer(pattern, bare):
        parts += [text[end : match.start()], filled(template, match, text)]
        end = match.end()
    parts.append(text[end:])
    whole = parts[0]
    for part in parts[1:]:  # words that were parted by signs are parted by blanks
        apart = whole[-1:].isalnum() and part[:1].isalnum()
        whole += f" {part}" if apart else part
    return whole


def filled(template: str, match: re.Match[str], text: str) -> str:
    """The template with what the groups of a match found, as it stands in *text*."""

    def group(number: re.Match[str]) -> str:
        first, last = match.span(int(number[1]))
        return text[first:last] if first >= 0 else ""

    return re.sub(r"\\(\d)", group, template)
