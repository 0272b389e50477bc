"""Messages and help, in an author's words, for lines that the grammar refuses."""

from __future__ import annotations

import re
import unicodedata

from .near_sentences import Taught, near_sentence, taught
from .syntax import BEGINNINGS

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

SENTENCES = ", ".join(
    (
        *(word for word in BEGINNINGS if word not in ("leave", "end", "nothing")),
        *("leave the loop", "end the phase", "end the game", "nothing happens", "or a change such as `points[s] += 2`"),
    )
)
HEADINGS = "for each …, repeat …, if …, else, together, each player …, … chooses one, … may …"

# (pattern to find in the line, message, help): the first that matches is used; `\\1` in them is what its first group found.
TABLE = (
    (r"==", "`==` is not a word of the language", "to compare, write `=`"),
    (r"&&", "`&&` is not a word of the language", "write `and`"),
    (r"\|\|", "`||` is not a word of the language", "write `or`"),
    (r"(?<![<>!=+\-])!(?!=)", "`!` is not a word of the language", "write `not`"),
    (r"<>", "`<>` is not a word of the language", "for unequal, write `!=`"),
    (r":=", "`:=` is not a word of the language", "to change a value, write `=`"),
    (r"\+\+", "`++` is not a word of the language", "write `+= 1`"),
    (r"--", "`--` is not a word of the language", "write `-= 1`"),
    (r"\*\*|\^", "there are no powers", "multiply with `*`"),
    (r"//|/=", "`/` divides nothing but what `payoff` pays", "write `div` (rounds down), or `half of x rounded up`"),
    (r"%", "`%` is not a word of the language", "the rest of a division is `mod`"),
    (r"(?i)^\s*(true|false)\s*$", "truths are `yes` and `no`", ""),
    (
        r"^\s*(end the|leave the)\b.*\b(if|when)\b",
        "a condition stands before what it leads to",
        "write `if …:` with this sentence under it",
    ),
    (
        r"^\s*(skip|pass|continue|nothing|noop)\s*$",
        "a sentence says that there is nothing to do",
        "write `nothing happens`",
    ),
    (r"\b([^\W\d]\w*)\s+(?:may|can)\s+choose\s+(\S.*)$", "the word is `chooses`", r"write `\1 chooses \2`"),
    (r"\bchooses?\s+(1|one|a)\s+card\b", "one card is chosen by a name", "for example `me chooses card from hand[me]`"),
    (
        r"(^|\S+\s+)(chooses?)\s+card\s+(?!from\b|in\b)(\w+(?:\[[^\]]*\])?)",
        "what is chosen from stands behind `from`",
        r"write `\1\2 card from \3`",
    ),
    (
        r"\bcount\s+(?!(?:of|is|in|not|and|or|mod|div|if|else|has|where|to|as)\b)([^\W\d]\w*(?:\[[^\]]*\])?)",
        "what is counted stands in brackets",
        r"write `count(\1)`",
    ),
    (
        r"\bcount\s+of\s+([^\W\d]\w*(?:\[[^\]]*\])?)\s*$",
        "what is counted stands in brackets",
        r"write `count(\1)`",
    ),
    (r"^\s*(end|leave)\s+(phase|game|loop)\s*$", "what ends has `the` before it", r"write `\1 the \2`"),
    (r"^\s*end\s+(the\s+)?match\b", "the sentence is `end the game`", "write `end the game`"),
    (
        r"^\s*(highest|lowest|most|least)\s+([^\W\d]\w*)(\[\w+\])?\s*$",
        "who has most or least is a matter of `ranking`",
        r"under `outcome:`, in place of `winners:`, for example `ranking (player p): highest \2[p]`",
    ),
    (
        r"(?<!\S)(\S+(?:\[[^\]]*\])?)\s+(?:equals?|is equal to)\s+(\S+)",
        "to compare has signs: `=`, `!=`, `<`, `<=`, `>`, `>=`",
        r"write `\1 = \2`",
    ),
    (
        r"(?<!\S)(\S+(?:\[[^\]]*\])?)\s+(?:is\s+)?(?:greater|more|larger|bigger|higher)\s+than\s+(\S+)",
        "to compare has signs: `=`, `!=`, `<`, `<=`, `>`, `>=`",
        r"write `\1 > \2`",
    ),
    (
        r"(?<!\S)(\S+(?:\[[^\]]*\])?)\s+(?:is\s+)?(?:less|fewer|smaller|lower)\s+than\s+(\S+)",
        "to compare has signs: `=`, `!=`, `<`, `<=`, `>`, `>=`",
        r"write `\1 < \2`",
    ),
    (
        r",\s*else\b",
        "no comma stands before `else`",
        "for example `3 if pot > 2 else 1`",
    ),
    (
        r"\S\s*\?(?:\s|$)",
        "a value that depends on something has `if` and `else`",
        "for example `1 if pot > 2 else 0`",
    ),
    (
        r"\b(and|or)\s+(?:then|also|else|if)\s+(?=\S)",
        r"conditions are joined by `and` and `or` alone",
        r"write `\1` alone",
    ),
    (
        r"^\s*((?:else )?if)\s+([^\W\d]\w*)\s+has\s+(?!where\b)(?:an?\s+|any\s+|no\s+)?([^\W\d]\w*)\s*$",
        "what a player has is a number to compare, or a zone to count",
        r"for example `\1 \3[\2] > 0`, `\1 count(\3[\2]) > 0`",
    ),
    (r"\bnext to\b|\bis adjacent\b", "the spaces that touch one are its neighbours", "for example `x in neighbours of y`"),
    (r"\b(lowest|highest) first\b", "the word stands before what is sorted by", "for example `in order of highest points[p]`"),
    (r"^\s*while\s+(\S.*)$", "no heading begins with `while`", r"write `repeat while \1:`, with the list under it"),
    (r"^\s*for\s+(?!each)\w+\s+in\b", "a loop begins with `for each`", "for example `for each player p:`"),
    (r"^\s*(return)\b", "there is no `return`", "a phase ends with a value by `give VALUE`, without one by `end the phase`"),
    (r"^\s*set\s+\w", "there is no `set`", "to change a value: for example `points[s] = 2`"),
    (r"^\s*roll\s+[^\W\d=]", "dice are rolled by their number", "write `roll 1 die as face`, `roll 2 dice as red, blue`"),
    (
        r"\btimes\s+\w+(\[[^\]]*\])?\s+(?!was\s+remembered\b)(was|were|has been|is)\b",
        "how often it was like this is `times … was remembered`",
        "for example `times diagram[me] was remembered = 3`",
    ),
    (
        r"\bchooses?\s+(up\s+to\s+\S+|at\s+most\s+\S+|any\s+number\s+of|\w+\s+(to|or)\s+\w+)\s+cards?\b",
        "a number that may be less is written with the least and the most",
        "for example `me chooses 0..3 cards from hand[me] and put them in tray`",
    ),
    (
        r"^\s*draw\s+[^\W\d]\w*\s+cards\b",
        "`draw` takes a number written out",
        "a number that is worked out is dealt: `deal n cards from stock to hand[me]`",
    ),
    (r"\bto\s+hand\s+of\s+(?!each\b|everyone\b)\w+\s*$", "whose it is stands in brackets", "for example `hand[Anne]`"),
    (
        r"^\s*(?:(?:do|draw|deal|gather|move|place|put|reveal|say|shuffle|swap)\s).*\sfor each ([^\W\d]\w*\s[^\W\d].*)$",
        "only a change of a value has `for each` behind it",
        r"write the heading `for each \1:`, with this sentence in the list under it",
    ),
)


def known_mistake(text: str, start: str) -> Taught | None:
    """What is said of the first entry of the tables that matches the line, or None; texts in quotes are ignored."""
    bare = re.sub(r'"[^"]*"', lambda quoted: '"' + "·" * (len(quoted[0]) - 2) + '"', text)
    near = near_sentence(text, bare, start == "heading") if start in ("sentence", "heading") else None
    if near is not None:
        return near
    for pattern, message, help_ in TABLE:
        match = re.search(pattern, bare)
        if match is not None:
            return taught(pattern, message, help_, match, text, bare)
    return None


LOOKALIKES = {"−": "-", "–": "-", "—": "-", "×": "*", "≤": "<=", "≥": ">=", "≠": "!="} | dict.fromkeys("“”„«»", '"')
"""Letters for people, and what the language has in their place."""


def odd_letter(text: str, found: str) -> Taught | None:
    """What is said of a letter that the grammar refuses, and that looks like another or like nothing; None for all others."""
    if len(found) != 1 or found.isascii():
        return None
    code = f"U+{ord(found):04X}"
    if unicodedata.combining(found):
        message = "an accent stands behind its letter here, as a sign of its own"
        return Taught(message, "write both as one letter (NFC)", None, unicodedata.normalize("NFC", text))
    if unicodedata.category(found) == "Cf":
        return Taught(f"a letter that cannot be seen stands here ({code})", "leave it out", None, text.replace(found, ""))
    if found.isspace():
        return Taught(f"this blank is none for the language ({code})", "write an ordinary blank", None, text.replace(found, " "))
    if found in LOOKALIKES:
        mended = "".join(LOOKALIKES.get(letter, letter) for letter in text)
        return Taught(f"`{found}` is not a sign of the language", f"write `{LOOKALIKES[found]}`", None, mended)
    return None


def explain(text: str, found: str, expected: set[str], start: str) -> tuple[str, str]:
    """The message and the help for a line that is no known mistake.

    The grammar refuses it at *found* ("": at its end), where it allows *expected*.
    """
    bare = re.sub(r'"[^"]*"', '""', text)
    if not found and bare.count("(") > bare.count(")"):
        return "a bracket `(` is never closed", "inside `{ }` a comma ends the value: put such declarations on lines of their own"
    if found == '"':
        return 'the quote `"` is never closed', "a text ends on the line where it begins"
    before = re.search(rf"\b(any|every|no|not|after)\s+{re.escape(found)}", bare) if found[:1].isalpha() else None
    if before is not None:
        what = {"not": "`not …`", "after": "`after …, …`"}.get(before.group(1), f"`{before.group(1)} … has …`")
        return f"`{before.group(1)}` cannot stand here", f"inside an operator, {what} takes parentheses"
    if found in ("any", "every", "no", "sum", "number", "highest", "lowest", "first", "second") or (
        found and "for" in expected and found == "for"
    ):
        return f"`{found}` cannot stand here", "inside an operator, `sum of …`, `any … has …` and the like take parentheses"
    if found == "for" or (re.search(r"\b(sum|number|highest|lowest)\s+of\b", bare) and found in ("for", "where", "in")):
        return f"`{found}` cannot stand here", "inside an operator, `sum of …` and the like take parentheses: `1 + (sum of …)`"
    if start in ("sentence", "heading") and bare.split() and found == bare.split()[0]:
        kinds = SENTENCES if start == "sentence" else HEADINGS
        return f"no {start} begins with `{found}`", f"known: {kinds}"
    wanted = _wanted(expected)
    what = f"found `{found}`" if found else "the line ends here"
    if wanted:
        return f"expected {wanted}, {what}", ""
    return (f"`{found}` cannot stand here" if found else "this line ends too soon"), ""


def _wanted(expected: set[str]) -> str:
    plain = [name for name in expected if name in WORDS or not name.startswith("_")]
    if "NAME" in plain and "NUMBER" in plain:
        return "a value"
    words = sorted(WORDS.get(name) or f"`{name.lower()}`" for name in plain)
    if not words or len(words) > 6:
        return ""
    return words[0] if len(words) == 1 else ", ".join(words[:-1]) + " or " + words[-1]
