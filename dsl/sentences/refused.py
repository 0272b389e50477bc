"""What the grammar itself tells of a line that it refuses: where reading ends, and what could stand there."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping

from attrs import frozen

MOST_LISTED = 6
"""Of more words, beside those of several words each, a message lists none."""

WORDS = {
    "NAME": "a name",
    "NUMBER": "a number",
    "STRING": "a text in quotes",
    "$END": "the end of the line",
    "EXTREME": "`highest` or `lowest`",
    "EXTREME_OF": "`highest of`",
    "RELATION": "a comparison",
    "EQUAL": "`=`",
    "LPAR": "`(`",
    "RPAR": "`)`",
    "LSQB": "`[`",
    "RSQB": "`]`",
    "COMMA": "`,`",
    "PLUS": "`+`",
    "MINUS": "`-`",
    "STAR": "`*`",
    "DOT": "`.`",
    "_TO": "`..`",
}
"""How messages write the terminals of the grammar."""


@frozen
class OddLetter:
    """What is said of a letter that looks like another, the help, and the line without it."""

    message: str
    help: str
    mended: str


LOOKALIKES = {"−": "-", "–": "-", "—": "-", "×": "*", "≤": "<=", "≥": ">=", "≠": "!=", "：": ":", "，": ",", "．": ".", "；": ";"}
LOOKALIKES |= {chr(0xFEE0 + ord(sign)): sign for sign in "()[]{}=+-<>!*0123456789"} | dict.fromkeys("“”„«»", '"')
LOOKALIKES |= {"ﬁ": "fi", "ﬂ": "fl", "ﬀ": "ff", "ﬃ": "ffi", "ﬄ": "ffl"}
"""Letters for people, and what the language has in their place."""


def odd_letter(text: str, found: str) -> OddLetter | None:
    """What is said of a letter that the grammar refuses, and that looks like another or like nothing; None for all others."""
    if len(found) != 1 or found.isascii():
        return None
    code = f"U+{ord(found):04X}"
    if unicodedata.combining(found):
        message = "an accent stands behind its letter here, as a sign of its own"
        return OddLetter(message, "write both as one letter (NFC)", unicodedata.normalize("NFC", text))
    if unicodedata.category(found) == "Cf":
        return OddLetter(f"a letter that cannot be seen stands here ({code})", "leave it out", text.replace(found, ""))
    if found.isspace():
        return OddLetter(f"this blank is none for the language ({code})", "write an ordinary blank", text.replace(found, " "))
    if found in LOOKALIKES:
        mended = "".join(LOOKALIKES.get(letter, letter) for letter in text)
        return OddLetter(f"`{found}` is not a sign of the language", f"write `{LOOKALIKES[found]}`", mended)
    return None


def odd_letters(text: str) -> tuple[int, str] | None:
    """The first letter outside of quotes that looks like another one, and where it stands; None without one."""
    bare = re.sub(r'"[^"]*"', lambda quoted: "·" * len(quoted[0]), text)
    return next(((at, letter) for at, letter in enumerate(bare) if LOOKALIKES.get(letter, letter) != letter), None)


def explain(text: str, found: str, expected: Mapping[str, str], start: str) -> tuple[str, str]:
    """The message and the help for a line that the grammar refuses at *found* ("": at its end), where it allows *expected*: the
    names of terminals, each with the way to write it.
    """
    bare = re.sub(r'"[^"]*"', '""', text)
    if not found and bare.count("(") > bare.count(")"):
        return "a bracket `(` is never closed", "inside `{ }` a comma ends the value: put such declarations on lines of their own"
    if found == '"':
        return 'the quote `"` is never closed', "a text ends on the line where it begins"
    words = bare.split()
    if start in ("sentence", "heading") and words and found == words[0]:
        return f"no {start} begins with `{found}`", ""
    wanted = _wanted(expected)
    what = f"found `{found}`" if found else "the line ends here"
    if wanted:
        return f"expected {wanted}, {what}", ""
    return (f"`{found}` cannot stand here" if found else "this line ends too soon"), ""


def _wanted(expected: Mapping[str, str]) -> str:
    plain = [name for name in expected if name in WORDS or not name.startswith("_")]
    if "NAME" in plain and "NUMBER" in plain:
        return "a value"
    if not plain or len(plain) > MOST_LISTED:
        return ""
    words = sorted(WORDS.get(name) or f"`{written.replace(',', ', ')}`" for name, written in expected.items())
    return words[0] if len(words) == 1 else ", ".join(words[:-1]) + " or " + words[-1]
