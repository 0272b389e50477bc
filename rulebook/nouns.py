"""How nouns are put into sentences: articles and contractions, in three languages.

The gender of an author's word is read off its ending, which is right for nearly all words of Italian and Spanish that name a part
of a game; where the ending does not tell, the word goes without an article, in quotation marks.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

QUOTES = {"en": ("“", "”"), "it": ("«", "»"), "es": ("«", "»")}

FEMININE = {"it": ("mano", "direzione", "fine"), "es": ("mano", "calle", "base", "clase", "torre")}
"""Words whose ending does not tell that they are feminine."""

MASCULINE = {
    "it": (
        "fiore",
        "cuore",
        "re",
        "colore",
        "seme",
        "valore",
        "fante",
        "cavallo",
        "ordine",
        "certificato",
        "giocatore",
        "totalizzatore",
        "passa",
    ),
    "es": ("mapa", "color", "jugador", "valor", "rey", "orden", "lugar", "as"),
}

CONTRACTED = {
    "it": {
        "di": "del dello dell' della dei degli delle",
        "a": "al allo all' alla ai agli alle",
        "da": "dal dallo dall' dalla dai dagli dalle",
        "in": "nel nello nell' nella nei negli nelle",
        "su": "sul sullo sull' sulla sui sugli sulle",
    },
    "es": {"de": "del", "a": "al"},
    "en": {},
}
ARTICLES = {"it": ("il", "lo", "l'", "la", "i", "gli", "le"), "es": ("el",), "en": ()}


def quoted(text: str, language: str) -> str:
    """The text in the quotation marks of the language."""
    opening, closing = QUOTES[language]
    return f"{opening}{text}{closing}"


def gender(noun: str, language: str) -> str:
    """`m` or `f`, with `p` behind it in the plural; "" where the ending does not tell."""
    first = noun.split()[0].casefold() if noun.split() else ""
    if first in FEMININE[language]:
        return "f"
    if first in MASCULINE[language]:
        return "m"
    endings = ITALIAN if language == "it" else SPANISH
    return next((kind for ending, kind in endings if first.endswith(ending)), "")


ITALIAN = (
    ("zione", "f"),
    ("sione", "f"),
    ("tà", "f"),
    ("tù", "f"),
    ("ore", "m"),
    ("ame", "m"),
    ("ante", "m"),
    ("ente", "m"),
    ("iere", "m"),
    ("one", "m"),
    ("o", "m"),
    ("a", "f"),
    ("i", "mp"),
    ("e", "fp"),
    *((letter, "m") for letter in "bcdfgklmnprtxz"),
)
"""By ending; words that end in a consonant come from other languages, and are masculine."""

SPANISH = (
    ("ción", "f"),
    ("sión", "f"),
    ("dad", "f"),
    ("ema", "m"),
    ("ajes", "mp"),
    ("ores", "mp"),
    ("or", "m"),
    ("aje", "m"),
    ("o", "m"),
    ("a", "f"),
    ("os", "mp"),
    ("as", "fp"),
    ("es", "mp"),
    ("al", "m"),
    ("ón", "m"),
    ("ol", "m"),
)


def the(noun: str, language: str) -> str:
    """The noun with its definite article."""
    match language:
        case "en":
            return f"the {noun}"
        case "it":
            return _italian(noun)
        case _:
            article = {"m": "el", "f": "la", "mp": "los", "fp": "las"}.get(gender(noun, "es"))
            return f"{article} {noun}" if article else quoted(noun, language)


def _italian(noun: str) -> str:
    vowel = noun[:1].casefold() in "aeiouàèéìòù"
    hard = re.match(r"(s[^aeiouàèéìòù]|z|gn|ps|x|y)", noun.casefold()) is not None
    match gender(noun, "it"):
        case "m":
            return f"l'{noun}" if vowel else f"lo {noun}" if hard else f"il {noun}"
        case "f":
            return f"l'{noun}" if vowel else f"la {noun}"
        case "mp":
            return f"gli {noun}" if vowel or hard else f"i {noun}"
        case "fp":
            return f"le {noun}"
        case _:
            return quoted(noun, "it")


def smooth(text: str, language: str) -> str:
    """The text with prepositions and articles drawn together (`di il` gives `del`), and no double blanks or stops."""
    for word, forms in CONTRACTED[language].items():
        for article, form in zip(ARTICLES[language], forms.split(), strict=True):
            end = r"(?=\w)" if article.endswith("'") else r"(?= )"
            text = re.sub(rf"\b{word} {article}{end}", form, text)
            text = re.sub(rf"\b{word.capitalize()} {article}{end}", form.capitalize(), text)
    text = re.sub(r" +", " ", text)
    text = re.sub(r" ([.,;:)])", r"\1", text)
    return re.sub(r"([.!?])([”»]?)\.$", r"\1\2", text).strip()


def capital(text: str) -> str:
    """The text with a capital letter at its beginning, behind quotation marks too."""
    found = re.search(r"\w", text)
    if found is None:
        return text
    return text[: found.start()] + found[0].upper() + text[found.end() :]


def listed(parts: Sequence[str], joined: str) -> str:
    """`a, b and c`, where *joined* is the `and`."""
    if len(parts) <= 1:
        return "".join(parts)
    return f"{', '.join(parts[:-1])} {joined} {parts[-1]}"
