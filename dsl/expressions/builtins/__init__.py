"""The functions of the language, by name. To add one, write one function in one of the modules here."""

from ..builtin import Builtin
from . import amounts, boards, cards, seats

__all__ = ["BUILTINS"]

BUILTINS: dict[str, Builtin] = {
    each.name: each for family in (amounts, boards, cards, seats) for each in vars(family).values() if isinstance(each, Builtin)
}
