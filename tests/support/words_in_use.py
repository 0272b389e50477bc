"""Which bundled ruleset shows which line, word and function of the language, and how to make the page of it anew:

    python -m tests.support.words_in_use

run at the top of the repository, with rulerun installed from it.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from unittest.mock import patch

from attrs import frozen
from lark import Lark, Token, Tree

from rulerun.dsl import manual
from rulerun.dsl.compile import compile_ruleset, read_source, survey
from rulerun.dsl.expressions import messages
from rulerun.dsl.expressions.builtins import BUILTINS
from rulerun.dsl.sentences import parse
from rulerun.dsl.sentences.parse import GRAMMAR, Start
from rulerun.dsl.sentences.syntax import Parsed

from .doc_blocks import blocks
from .doc_blocks import written as written_block

TOP = Path(__file__).resolve().parents[2]
PAGE = TOP / "docs" / "words.md"
FIRST = Path(__file__).resolve().parent / "first_words.txt"
RULESETS = tuple(sorted((TOP / "rulesets").glob("*.yaml")))
SHOWING = (*sorted((TOP / "docs" / "idioms").glob("*.md")), *sorted((TOP / "docs").glob("variants.md")))
"""The pages whose rulesets show a word as well as a bundled ruleset does."""
MARK = re.compile(r"(<!-- shown: ([a-z ]+) -->\n).*?(<!-- end of shown -->)", re.DOTALL)
FEW = 4


@frozen
class Words:
    """Lines of the grammar by what a tree calls them, words of the grammar, functions: those there are, or those in use."""

    lines: frozenset[str]
    words: frozenset[str]
    functions: frozenset[str]

    def __contains__(self, one: tuple[str, str]) -> bool:
        """Whether this is among them: a kind, `line`, `word` or `function`, and which."""
        kind, name = one
        return name in {"line": self.lines, "word": self.words, "function": self.functions}[kind]

    def listed(self) -> tuple[tuple[str, str], ...]:
        """All of them with their kinds, in alphabetical order."""
        named = (("line", self.lines), ("word", self.words), ("function", self.functions))
        return tuple((kind, name) for kind, names in named for name in sorted(names))


@cache
def grammar_of(text: str) -> Lark:
    """A grammar whose trees keep the words."""
    starts = [start.value for start in Start]
    return Lark(text, parser="lalr", start=starts, keep_all_tokens=True, maybe_placeholders=False)


def known(text: str) -> tuple[frozenset[str], frozenset[str]]:
    """The lines and the words that a grammar knows, without the lines that are always refused."""
    lark = grammar_of(text)
    lines = frozenset(rule.alias or rule.origin.name for rule in lark.rules if not str(rule.origin.name).startswith("_"))
    whole = {str(rule.origin.name) for rule in lark.rules if str(rule.origin.name).startswith("_")}
    words: set[str] = set()
    for terminal in lark.terminals:
        if terminal.name not in ("NAME", "NUMBER", "STRING", "WS"):
            words.update(spoken(re.sub(r"\\[a-z][+*]?|\(\?[^)]*\)|[?|()]", " ", terminal.pattern.value)))
    inlined = {str(rule.origin.name) for rule in lark.rules if rule.options.expand1 and not rule.alias}
    inlined -= {str(rule.alias) for rule in lark.rules if rule.alias}
    unused = inlined | whole | set(manual.REFUSED)
    return frozenset(str(line) for line in lines if str(line) not in unused), frozenset(words)


def spoken(text: str) -> list[str]:
    """The words in a text; signs are none."""
    return re.findall(r"[a-z]+", text)


def heard(path: Path) -> tuple[tuple[str, Start], ...]:
    """Every line of a ruleset that the grammar reads, its worked examples aside, and what it was read as."""
    lines: dict[tuple[str, Start], None] = {}
    read = parse.parse_text

    def hear(text: str, line: int, column: int, start: Start) -> Parsed:
        lines[text, start] = None
        return read(text, line, column, start)

    with patch.object(parse, "parse_text", hear), patch.object(messages, "parse_text", hear):
        source, problems = read_source(path)
        assert source is not None
        assert not problems
        overview = survey(source)
        for variant in ("", *(each.name for each in overview.variants)):
            for players in overview.players:
                compile_ruleset(source, variant, players)
    return tuple(lines)


@cache
def in_use(path: Path) -> Words:
    """What a ruleset shows of the language."""
    lark = grammar_of(GRAMMAR.read_text(encoding="utf-8"))
    lines: set[str] = set()
    words: set[str] = set()
    functions: set[str] = set()
    for text, start in heard(path):
        for tree in lark.parse(text, start=start.value).iter_subtrees():
            lines.add(str(tree.data))
            words.update(word for token in tree.children if is_word(token) for word in spoken(str(token)))
            functions.update(called(tree))
    return Words(frozenset(lines), frozenset(words), frozenset(functions))


def is_word(part: Token | Tree[Token]) -> bool:
    """Whether a part of a tree is a word of the language, and not a name, a number or a text."""
    return isinstance(part, Token) and part.type not in ("NAME", "PHASE", "NUMBER", "STRING")


def called(tree: Tree[Token]) -> set[str]:
    """The function of the language that a tree calls, if it does."""
    head = str(tree.children[0]) if tree.children and tree.data in ("invoke", "invoke_of") else ""
    return {head} & set(BUILTINS)


@cache
def language() -> Words:
    """All that the language has."""
    lines, words = known(GRAMMAR.read_text(encoding="utf-8"))
    return Words(lines, words, frozenset(BUILTINS))


@cache
def first() -> Words:
    """What the language had before the ten classics: when it could say the three games that it was made for."""
    rows = dict(row.split(": ") for row in FIRST.read_text(encoding="utf-8").splitlines() if not row.startswith("#"))
    return Words(*(frozenset(rows[kind].split()) for kind in ("lines", "words", "functions")))


def added() -> tuple[tuple[str, str], ...]:
    """What has come to the language since."""
    return tuple(one for one in language().listed() if one not in first())


def users(one: tuple[str, str]) -> tuple[str, ...]:
    """The rulesets that use it."""
    return tuple(path.stem for path in RULESETS if one in in_use(path))


@cache
def forms() -> dict[str, tuple[str, ...]]:
    """For each line that is a form of a sentence, all forms of that sentence: `put_top` and `put_bottom` are ends of one."""
    rules = grammar_of(GRAMMAR.read_text(encoding="utf-8")).rules
    sentences = {str(rule.expansion[0].name) for rule in rules if rule.origin.name == "sentence"}
    found: dict[str, list[str]] = {}
    for rule in rules:
        if str(rule.origin.name) in sentences and rule.alias:
            found.setdefault(str(rule.origin.name), []).append(str(rule.alias))
    return {form: tuple(each) for each in found.values() for form in each}


def proven(one: tuple[str, str]) -> bool:
    """Whether two rulesets use it, or one and a page shows it as well. A sentence is proven by any of its forms."""
    kind, name = one
    every = [(kind, form) for form in forms().get(name, (name,))] if kind == "line" else [one]
    found = {user for each in every for user in users(each)}
    return len(found) >= 2 or bool(found and any(pages(each) for each in every))


@cache
def in_use_on(page: Path) -> Words:
    """What the rulesets of a page show of the language."""
    found: list[Words] = []
    with TemporaryDirectory() as folder:
        for block in blocks(page):
            if block.is_ruleset:
                found.append(in_use(written_block(block, Path(folder))))
    return Words(
        frozenset(name for one in found for name in one.lines),
        frozenset(name for one in found for name in one.words),
        frozenset(name for one in found for name in one.functions),
    )


def pages(one: tuple[str, str]) -> tuple[str, ...]:
    """The pages on idioms and variants whose rulesets use it."""
    return tuple(page.stem for page in SHOWING if one in in_use_on(page))


# ------------------------------------------------------------------------------------------------------------- the page


def written() -> dict[str, str]:
    """How each line of the grammar is written, by what a tree calls it."""
    chapters = manual.chapters(GRAMMAR.read_text(encoding="utf-8"))
    rules = (rule for paragraphs in chapters.values() for paragraph in paragraphs for rule in paragraph.rules)
    return {label: form for rule in rules for label, form in zip(rule.labels, rule.forms, strict=True)}


def shown(one: tuple[str, str]) -> str:
    """How a line, a word or a function is shown."""
    kind, name = one
    match kind:
        case "line":
            return f"`{written()[name]}`"
        case "function":
            return f"the function `{name}`"
        case _:
            return f"the word `{name}`"


def row(one: tuple[str, str], every: bool) -> str:
    """One line of a table; where there are many rulesets, only how many, unless *every* one is to be named."""
    names = (*(f"`{name}`" for name in users(one)), *(link(page) for page in pages(one) if every))
    told = ", ".join(names) if every or len(names) <= FEW else f"{len(names)} rulesets"
    return f"| {shown(one).replace('|', chr(92) + '|')} | {told or 'none'} |"


def link(page: str) -> str:
    """A link to a page, from the page of words."""
    path = next(path for path in SHOWING if path.stem == page)
    return f"[{page.replace('_', ' ')}]({path.relative_to(PAGE.parent).as_posix()})"


def table(ones: tuple[tuple[str, str], ...], every: bool = False) -> str:
    """A table of these."""
    return "\n".join(("| in the language | shown by |", "| --- | --- |", *(row(one, every) for one in ones)))


def renewed(page: str) -> str:
    """The page with its tables as they are now."""
    lines = tuple(("line", label) for label in written() if ("line", label) in language())
    tables = {
        "added": table(added(), every=True),
        "functions": table(tuple(("function", name) for name in BUILTINS)),
        "lines": table(lines),
        "words": table(tuple(("word", name) for name in sorted(language().words))),
    }
    return MARK.sub(lambda mark: f"{mark.group(1)}{tables[mark.group(2)]}\n{mark.group(3)}", page)


if __name__ == "__main__":
    PAGE.write_text(renewed(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
