"""Writes what the extension for VS Code takes from the language: the grammar of its colours, and its snippets.

`python -m rulerun.tools.vscode editors/vscode` renews both files.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterable
from itertools import product
from pathlib import Path

from ..dsl.expressions.builtins import BUILTINS
from ..dsl.forms.grammar_forms import TERMINALS, spelt
from ..dsl.sentences.by_grammar import grammar
from .names import KINDS as NAMED
from .names import SPOKEN
from .new import KINDS, new_ruleset
from .outline import OUTLINE, Key

FOR_PEOPLE = ("title", "about", *sorted(SPOKEN))
"""Sections of texts: no word in them is one of the language, but in braces."""

CONSTANTS = ("yes", "no", "nothing")
OPERATORS = ("and", "or", "not", "not in", "in", "is", "is not", "div", "mod")

Pattern = dict[str, "str | list[Pattern] | dict[str, Pattern]"]


def words() -> tuple[str, ...]:
    """The words of the grammar, those that belong together as one, the longest first."""
    found = {
        " ".join(said)
        for terminal in grammar().terminals
        if terminal.name not in TERMINALS and terminal.name != "WS"
        for way in spelt(terminal.name)
        for said in product(*(part.spellings for part in way))
    }
    return tuple(sorted((each for each in found if re.fullmatch(r"[a-z ]+", each)), key=lambda each: (-len(each), each)))


def colours() -> dict[str, object]:
    """The grammar of colours (TextMate) for rulesets: keys, and the words of sentences as the language's own grammar has them."""
    kept = [each for each in words() if each not in (*CONSTANTS, *OPERATORS)]
    braces: Pattern = {"begin": r"\{", "end": r"\}", "name": "meta.embedded.rulerun", "patterns": [{"include": "#words"}]}
    return {
        "scopeName": "source.rulerun",
        "patterns": [{"include": f"#{each}"} for each in ("comments", "spoken", "sections", "keys", "words")],
        "repository": {
            "comments": {"match": r"(?:^|\s)(#.*)$", "captures": {"1": {"name": "comment.line.number-sign.rulerun"}}},
            "spoken": {
                "begin": rf"^({_any(FOR_PEOPLE)})(:)",
                "beginCaptures": {"1": {"name": "keyword.control.section.rulerun"}},
                "end": r"^(?=[^\s#])",
                "contentName": "string.unquoted.rulerun",
                "patterns": [{"include": "#comments"}, {"include": "#keys"}, braces],
            },
            "sections": {
                "match": rf"^({_any(OUTLINE)})(?=:(?:\s|$))",
                "captures": {"1": {"name": "keyword.control.section.rulerun"}},
            },
            "keys": {
                "match": r"(?:^\s*|[{,]\s*)([^-\s#{}\[\](),:\"][^#{}\[\](),:\"]*)(?=(?:\s*\([^()]*\))?:(?:\s|$))",
                "captures": {"1": {"name": "entity.name.tag.rulerun"}},
            },
            "words": {
                "patterns": [
                    {"include": "#comments"},
                    {"begin": '"', "end": '"', "name": "string.quoted.double.rulerun", "patterns": [braces]},
                    {"match": rf"\b(?:{_any(BUILTINS)})(?=\()", "name": "support.function.rulerun"},
                    {"match": rf"\b(?:{_any(CONSTANTS)})\b", "name": "constant.language.rulerun"},
                    {"match": rf"\b(?:{_any(OPERATORS)})\b", "name": "keyword.operator.word.rulerun"},
                    {"match": rf"\b(?:{_any(kept)})\b", "name": "keyword.control.rulerun"},
                    {"match": r"\b\d+\b", "name": "constant.numeric.rulerun"},
                    {"match": r"[-+]?=|!=|[<>]=?|\.\.|[-+*/]", "name": "keyword.operator.rulerun"},
                ]
            },
        },
    }


def _any(several: Iterable[str]) -> str:
    """Any of these words, the longest first."""
    return "|".join(each.replace(" ", r"\s+") for each in sorted(several, key=lambda each: (-len(each), each)))


def snippets() -> dict[str, object]:
    """Texts to begin with: a whole small game of each kind, and a thing of each section that has keys which it needs."""
    found: dict[str, object] = {}
    for kind in KINDS.values():
        text = new_ruleset("my_game", "My game", "2", kind)
        found[f"a game: {kind.word}"] = _snippet(f"game {kind.word}", text.rstrip("\n").replace("$", r"\$"), kind.about)
    for name, section in OUTLINE.items():
        needed = {word: key for word, key in (section.things or {}).items() if key.needed}
        if name in NAMED and needed:
            lines = [f"  {word}: {_slot(at, key)}" for at, (word, key) in enumerate(needed.items(), start=2)]
            found[NAMED[name]] = _snippet(NAMED[name], "\n".join(("${1:name}:", *lines)), section.doc)
    return found


def _snippet(prefix: str, body: str, doc: str) -> dict[str, object]:
    return {"prefix": prefix, "body": body.split("\n"), "description": doc}


def _slot(number: int, key: Key) -> str:
    """A place to fill in: with one of the words that may stand there, or with any."""
    return f"${{{number}|{','.join(key.words)}|}}" if key.words else f"${{{number}}}"


def files() -> dict[str, str]:
    """The files by name."""
    made = {"grammar.json": colours(), "snippets.json": snippets()}
    return {name: json.dumps(content, indent=2, ensure_ascii=False) + "\n" for name, content in made.items()}


if __name__ == "__main__":
    for name, text in files().items():
        Path(sys.argv[1], name).write_text(text, encoding="utf-8")
