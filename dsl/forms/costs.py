"""What each difference between a line and a form costs."""

from __future__ import annotations

from functools import cache

from ..diagnostics.diagnostic import nearest as likest
from ..diagnostics.diagnostic import slips
from ..sentences import syntax as s
from ..sentences.lines import Start, reserved
from . import other_words
from .grammar_forms import Word, forms
from .phrases import NEARLY_THE_SAME

SYNONYM, INFLECTED, MISSPELT, MOVED, SAME, NEARLY = 0.5, 0.2, 0.22, 0.35, 0.15, 0.45
"""What a word of the grammar costs that is written otherwise, or stands elsewhere; and words that say the same, or nearly."""

NO_HEAD, NO_WORD, NO_LITTLE, NO_SIGN = 2.2, 0.5, 0.25, 0.8
"""What a word costs that is missing: the first of a form, another one, a preposition, a sign."""

FILLER, LITTLE, UNKNOWN, NAMED, BEGINNING, INSIDE, USED_ELSEWHERE = 0.1, 0.3, 0.8, 1.5, 2.3, 0.05, 0.4
"""What a word costs that is left out: one that says nothing, a preposition, another one, one that is a name or a number, one of
the grammar; one in brackets, and one that says what is missing elsewhere in the form.
"""

OPPOSITE = 2.5
"""What it costs to leave a negation out."""

MEANT = 1.3
"""What a word costs that is left out, and stands for one of the grammar elsewhere."""

UNLIKELY = 1.0
"""What a value costs that seldom stands in such a place."""

UNMARKED, TAKEN = 1.0, 1.5
"""What a new name costs, besides, where the word in front of it is missing, or where it is a word or a name already."""

SOLE, MISSING, UNFIT, UNDECLARED = 0.4, 0.8, 3.0, 2.0
"""What a value costs that is missing (if only one is there to choose from, or more), one of another kind, and a name that nothing
declares.
"""

MOST_SPARED = 2.0
"""By so much a form may cost less, once values were found elsewhere in the line."""

ANOTHER = 0.3
"""What each further example costs."""

DOUBT = 0.4
"""What it costs, besides, that the word is a name."""

ALIKE = 0.65
"""How alike a word must be to one of the grammar that it was to be, from 0 to 1."""

IMPOSSIBLE = 99.0

ANOTHER_KIND = 0.3
"""What it costs that a line is meant to be of another kind."""

LITTLE_WORDS = frozenset(["from", "to", "of", "in", "on", "by", "with", "and", "for", "at", "as", "into", "onto", "off", "or"])

ARTICLES = ("a", "an", "the")

SMALL = frozenset(
    [
        "a",
        "an",
        "the",
        "cards",
        "then",
        "please",
        "now",
        "also",
        "just",
        "must",
        "has",
        "have",
        "to",
        "shall",
        "will",
        "should",
        ",",
        ";",
    ]
)
"""Words without which a line says the same."""

OWNERS = frozenset(["each", "every", "everyone", "everybody", "you"])
"""Words for those whose things are meant, besides seats."""


def most(words: int) -> float:
    """The most that a form may cost that is called near, for a line of so many words."""
    return min(3.6, 1.6 + 0.4 * words)


def missing_word(part: Word, first: bool, fixed: bool = False) -> float:
    """What it costs that a word of the grammar is missing; in a *fixed* phrase no word but a preposition can."""
    word = part.spellings[0]
    if word in ("(", ")"):
        return NO_LITTLE
    if first or word in ("+=", "-="):
        return NO_HEAD
    return NO_LITTLE if word in LITTLE_WORDS else NO_WORD if word[0].isalpha() and not fixed else NO_SIGN


@cache
def synonyms() -> frozenset[str]:
    """The words that stand for one of the grammar."""
    return frozenset(word for words in other_words.WORDS.values() for word in words.split())


@cache
def words_of(start: Start) -> tuple[Word, ...]:
    """The words of the forms of a kind of line."""
    return tuple(dict.fromkeys(part for form in forms(start) for part in form.parts if isinstance(part, Word)))


@cache
def vocabulary() -> frozenset[str]:
    """The words of the grammar."""
    return frozenset(
        spelling
        for start in (Start.SENTENCE, Start.HEADING, Start.EXPRESSION)
        for part in words_of(start)
        for spelling in part.spellings
    )


@cache
def means(word: str) -> bool:
    """Whether a word is one of the grammar, or stands for one."""
    return word in vocabulary() or word in synonyms() or stem(word) in _synonym_stems() or word in _phrases_of_one_word()


@cache
def _phrases_of_one_word() -> frozenset[str]:
    phrases = (phrase.removeprefix("^") for table in (other_words.SAME, NEARLY_THE_SAME) for phrase in table)
    return frozenset(phrase for phrase in phrases if phrase.isalpha())


@cache
def idle() -> frozenset[str]:
    """Words of rulebooks that say nothing to the language."""
    return frozenset(other_words.IDLE.split())


@cache
def no_names() -> frozenset[str]:
    """Words that are seldom new names."""
    return idle() | other_words.FILLERS | frozenset(other_words.NUMERALS)


@cache
def _synonym_stems() -> frozenset[str]:
    return frozenset(stem(word) for word in (*synonyms(), *vocabulary()) if len(word) > 2)


@cache
def verb(word: str) -> bool:
    """Whether a word begins sentences, or stands for one that does."""
    return any(alike(each, word.casefold()) < IMPOSSIBLE for each in (*s.BEGINNINGS, "chooses", "+=", "-=", "repeat"))


@cache
def alike(word: str, other: str) -> float:
    """What it costs to take another word for this one of the grammar."""
    if word == other:
        return 0.0
    small = other.casefold()
    if small == word:
        return INFLECTED
    if word[0].isalpha() and small[:1].isalpha() and stem(small) == stem(word) and len(word) > 2:
        return INFLECTED
    if stem(small) in _stems(word) or small in _stems(word):
        return SYNONYM
    if min(len(word), len(small)) < 3 or not word[0].isalpha() or small in reserved() or means(small):
        return IMPOSSIBLE
    alike_ = slips(small, word) == 1 or (min(len(small), len(word)) > 3 and likest(small, (word,), ALIKE) is not None)
    return MISSPELT if alike_ else IMPOSSIBLE


@cache
def _stems(word: str) -> frozenset[str]:
    """The other words for a word of the grammar, without their endings."""
    words = other_words.WORDS.get(word, "").split()
    return frozenset((*words, *map(stem, words)))


def stem(word: str) -> str:
    """An English word without its ending."""
    for ending in ("ing", "ies", "ied", "ed", "es", "s"):
        if word.endswith(ending) and len(word) - len(ending) > 2:
            word = word[: -len(ending)]
            break
    return word[:-1] if len(word) > 3 and (word[-1] == "e" or (word[-1] == word[-2] and word[-1] not in "sl")) else word
