"""What those who sit at the table are called, where they go by other names than their seats'."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from attrs import evolve

from ..program.ir import SEAT_DOMAIN, Program, Words

LONGEST = 24
"""The most characters of a name."""

ANY_LANGUAGE = "*"


def name_fault(seats: Mapping[str, Sequence[str]], names: Mapping[str, str]) -> str | None:
    """What is wrong with these *names*, a name for a seat; None when nothing is. *seats* are all seats, with all that each is
    called where nobody sits there.

    A name has letters, no signs that cannot be seen, no blanks at its ends, and is nobody else's.
    """
    for seat, name in names.items():
        if len(name) > LONGEST:
            return f"the name at `{seat}` has {len(name)} characters, and a name has at most {LONGEST}"
        if not name.isprintable():
            return f"the name at `{seat}` has a sign that cannot be seen"
        if not any(sign.isalpha() for sign in name) or name != " ".join(name.split()):
            return f"the name at `{seat}` is `{name}`; expected a word with a letter, or some with a blank between them"
        taken = [
            each for other, own in seats.items() if other != seat for each in (*own, *([names[other]] if other in names else []))
        ]
        if name.casefold() in [each.casefold() for each in taken]:
            return f"`{name}` at `{seat}` is the name of another seat too"
    return None


def named(program: Program, names: Mapping[str, str]) -> Program:
    """The Program whose seats are called by these *names* in every language, a name for a seat; the same Program where they are.

    A seat's own name still stands where no language is spoken: in records, in examples, for programs.
    """
    domain = program.domains[SEAT_DOMAIN]
    labels = tuple([_called(words, names.get(words.plain)) for words in domain.labels])
    if labels == domain.labels:
        return program
    return evolve(program, domains=tuple(evolve(each, labels=labels) if each is domain else each for each in program.domains))


def _called(words: Words, name: str | None) -> Words:
    return words if name is None else Words(words.plain, ((ANY_LANGUAGE, name),))
