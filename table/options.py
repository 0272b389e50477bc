"""The decisions of a program: the names of their options, the spaces that options name, and whether a program has secrets."""

from __future__ import annotations

from collections.abc import Iterator

from ..interpreter import Decision, Option, option_text
from ..interpreter.game import Game
from ..program.ir import Ask, Op, Program, Reveal, Say, ShowCard, Tell, Together, Visibility
from ..program.ops import asks, statements


def option_names(game: Game, asked: Decision, language: str) -> tuple[tuple[str, ...], ...]:
    """The names by which each option may be typed: in that language, and as the rules write it; one name where both are equal."""
    spoken = [option_text(game, asked, option, language) for option in asked.options]
    written = [option_text(game, asked, option) for option in asked.options]
    return tuple((one,) if one == other else (one, other) for one, other in zip(spoken, written, strict=True))


def option_ends(game: Game, asked: Decision, language: str) -> tuple[tuple[str, ...], ...]:
    """For each option what it says from one of its arguments on, in that language and as the rules write it: of `extend head F3`
    these are `F3` and `head F3`.
    """
    program = game.program
    ask = ask_at(program, asked.stop)
    if ask is None:
        return tuple(() for _ in asked.options)
    return tuple(
        tuple(dict.fromkeys(end for tongue in (language, "") for end in _ends(game, ask, asked, option, tongue)))
        for option in asked.options
    )


def _ends(game: Game, ask: Ask, asked: Decision, option: Option, language: str) -> Iterator[str]:
    program = game.program
    text = option_text(game, asked, option, language)
    start = len(text)
    arguments = zip(ask.alternatives[option.alternative].parameters, option.arguments, strict=True)
    for parameter, argument in reversed(list(arguments)):
        label = str(argument) if parameter.domain is None else program.domains[parameter.domain].label(argument, language)
        start = text.rfind(label, 0, start)
        if start > 0 and text[start - 1] == " ":
            yield text[start:]


def offered_spaces(program: Program, asked: Decision | None, domain: int) -> dict[int, list[int]]:
    """For each space (a value of *domain*) the indices of the options whose last argument from that domain is the space."""
    found: dict[int, list[int]] = {}
    if asked is None:
        return found
    ask = ask_at(program, asked.stop)
    if ask is None:
        return found
    for number, option in enumerate(asked.options):
        parameters = ask.alternatives[option.alternative].parameters
        spaces = [
            argument for parameter, argument in zip(parameters, option.arguments, strict=True) if parameter.domain == domain
        ]
        if spaces:
            found.setdefault(spaces[-1], []).append(number)
    return found


def ask_at(program: Program, stop: int) -> Ask | None:
    """The `Ask` of a stop; None when the program has none there."""
    return next((ask for ask in asks(program) if ask.stop == stop), None)


def has_secrets(program: Program) -> bool:
    """True when some seat may see what another may not: faces, values, or choices that others learn of only later."""
    sights = [zone.sight for zone in program.zones] + [place.sight for place in program.places]
    if any(sight in (Visibility.OWNER, Visibility.OTHERS) for sight in sights):
        return True
    return any(keeps_secret(op) for op in statements(program))


def keeps_secret(op: Op) -> bool:
    """True for a statement that lets one seat know what another does not."""
    match op:
        case Together() | Ask(secret=True) | ShowCard():
            return True
        case Reveal(to=to) | Tell(to=to) | Say(to=to):
            return to is not None
        case _:
            return False
