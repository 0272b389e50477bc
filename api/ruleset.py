"""A ruleset, loaded and settled for one table: by file or name, variant, number of players, parameters and language."""

from __future__ import annotations

import os
from collections.abc import Mapping
from functools import cached_property
from pathlib import Path

from attrs import frozen

from ..dsl.compile import compile_ruleset, read_source, survey
from ..dsl.describe import Survey
from ..dsl.diagnostics.diagnostic import Diagnostic, Severity
from ..dsl.settings import WrongSetting, check_parameters, settle_language, settle_players, settle_variant
from ..dsl.text.files import RulesetNotFound, find
from ..dsl.text.render import render
from ..dsl.text.source import Source
from ..interpreter.core.chance import Keys, Seed
from ..interpreter.game import Game
from ..interpreter.match import match as matches
from ..interpreter.match.records import RECORD_SUFFIX, header_by
from ..program.ir import Program
from ..simulation import Engine, prepare
from .match import Match

Value = str | int | bool
"""What a parameter is set to: a number, yes or no (also True or False), or one of its words."""


class RulesetError(Exception):
    """A ruleset cannot be loaded. Its text is what the command line says: with `diagnostics`, each with its place.

    `diagnostics` are the findings, errors and warnings, in the order of the file; empty where what is wrong is no line of
    the ruleset: a missing file, an unknown variant, parameter or language.
    """

    def __init__(self, message: str, diagnostics: tuple[Diagnostic, ...] = ()) -> None:
        """An error with that text, made of these diagnostics."""
        super().__init__(message)
        self.diagnostics = diagnostics


@frozen(repr=False)
class Ruleset:
    """A sound ruleset, settled for one table. Made by `load`.

    `file` is its path or name as it was given, `source` its text with the text that it extends, `language` the one in which
    matches speak, `warnings` what `validate` would warn of in this variant with this number of players, `survey` what the
    ruleset offers: its variants, numbers of players and parameters.
    """

    file: str
    source: Source
    program: Program
    language: str
    warnings: tuple[Diagnostic, ...]
    survey: Survey

    def _repr_html_(self) -> str:
        """The table at the start of a match, for notebooks."""
        return self.match()._repr_html_()

    @cached_property
    def _game(self) -> Game:
        return Game(self.program)

    @property
    def name(self) -> str:
        """The ruleset's own name."""
        return self.program.ruleset

    @property
    def title(self) -> str:
        """The title, in the ruleset's language."""
        return self.program.title.say(self.language)

    @property
    def variant(self) -> str:
        """The variant that is played; "" for the ruleset as it stands."""
        return self.program.variant

    @property
    def variants(self) -> tuple[str, ...]:
        """The names of all its variants."""
        return tuple(each.name for each in self.survey.variants if each.name)

    @property
    def players(self) -> int:
        """How many play, automas not counted."""
        return len(self.program.players)

    @property
    def seats(self) -> tuple[str, ...]:
        """The names of all seats, automas included, in order."""
        return tuple(seat.name for seat in self.program.seats)

    @property
    def parameters(self) -> dict[str, str]:
        """The value of every parameter, as the rules write it."""
        return dict(self.program.parameters)

    @property
    def languages(self) -> tuple[str, ...]:
        """The languages that the ruleset speaks; empty where it has no translations."""
        return self.program.languages

    def match(self, seed: int | None = 0) -> Match:
        """A new match. *seed*, 0 to 2**64 - 1, decides all chance; with None nobody can foretell it.

        Raises ValueError for another seed, and PlayError.
        """
        if seed is not None and not 0 <= seed < 2**64:
            raise ValueError(f"a seed is a whole number from 0 to {2**64 - 1}, not {seed}")
        top = header_by(self.program, self.source, Keys.drawn() if seed is None else Seed(seed, 0))
        return Match(matches.Match(self._game, top), self.source, self.language)

    def engine(self) -> Engine:
        """The fast engine: code emitted from the Program, compiled where the extra `fast` is installed."""
        return prepare(self.program)

    def __repr__(self) -> str:
        """Name, variant, number of players and parameters."""
        settings = [f"{name}={value}" for name, value in self.program.parameters]
        variant = f", variant {self.variant}" if self.variant else ""
        return f"<Ruleset {self.name}{variant}, {self.players} players{''.join(f', {each}' for each in settings)}>"


def load(
    path_or_name: str | os.PathLike[str],
    *,
    players: int | None = None,
    variant: str = "",
    parameters: Mapping[str, Value] | None = None,
    lang: str | None = None,
) -> Ruleset:
    """The ruleset of that file, with or without `.yaml`, or the bundled one of that name.

    Unless told otherwise it is played by two, or the nearest number that it allows, with its own values of parameters, in
    English if it speaks it. Raises RulesetError, with the words of the command line, for a ruleset that is missing, cannot be
    read, is not sound, or does not have the variant, number of players, parameters or language; TypeError for arguments of
    another type.
    """
    _check_types(path_or_name, players, variant, parameters, lang)
    try:
        path = find(os.fspath(path_or_name))
    except RulesetNotFound as error:
        raise RulesetError(str(error)) from None
    if path.suffix == RECORD_SUFFIX:
        raise RulesetError(f"`{path}` is a record of a match, not a ruleset; `rulerun.replay` plays it again")
    values = {name: written(value) for name, value in (parameters or {}).items()}
    return loaded(os.fspath(path_or_name), path, players, variant, values, lang or "")


def loaded(file: str, path: Path, players: int | None, variant: str, parameters: Mapping[str, str], language: str) -> Ruleset:
    """The ruleset at that path, settled; *file* is how it was asked for. Raises RulesetError."""
    source, problems = read_source(path)
    if source is None or problems:
        raise broken(problems, source or Source(str(path), ""))
    overview = survey(source)
    if any(each.severity is Severity.ERROR for each in overview.problems):
        raise broken(overview.problems, source)
    try:
        named = settle_variant(overview, variant)
        check_parameters(overview, parameters)
        count = settle_players(overview, named, players)
    except WrongSetting as error:
        raise RulesetError(str(error)) from None
    compilation = compile_ruleset(source, named, count, parameters)
    program = compilation.program
    if program is None:
        raise broken(compilation.diagnostics, source)
    try:
        spoken = settle_language(program.ruleset, program.languages, language)
    except WrongSetting as error:
        raise RulesetError(str(error)) from None
    return Ruleset(file, source, program, spoken, compilation.diagnostics, overview)


def broken(diagnostics: tuple[Diagnostic, ...], source: Source) -> RulesetError:
    """The error that says what the command line says of these findings."""
    return RulesetError("\n\n".join(render(each, source).rstrip("\n") for each in diagnostics), diagnostics)


def written(value: Value) -> str:
    """The value of a parameter as the rules write it."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)


def _check_types(path_or_name: object, players: object, variant: object, parameters: object, lang: object) -> None:
    """Raises TypeError for an argument that means nothing, before anything is looked for."""
    if not isinstance(path_or_name, str | os.PathLike):
        raise TypeError(f"a ruleset is loaded by its path or its name, not {type(path_or_name).__name__}")
    if players is not None and (not isinstance(players, int) or isinstance(players, bool)):
        raise TypeError(f"`players` is a number or None, not {type(players).__name__}")
    if not isinstance(variant, str):
        raise TypeError(f"`variant` is the name of a variant, not {type(variant).__name__}")
    if lang is not None and not isinstance(lang, str):
        raise TypeError(f"`lang` is a language such as `en`, not {type(lang).__name__}")
    if parameters is None:
        return
    if not isinstance(parameters, Mapping):
        raise TypeError(f"`parameters` are values by name, not {type(parameters).__name__}")
    for name, value in parameters.items():
        if not isinstance(name, str) or not isinstance(value, str | int):
            raise TypeError(f"`parameters` are numbers, truths or words by name, found {name!r}: {value!r}")
