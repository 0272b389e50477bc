"""A ruleset as an environment for learning, by the name of the library whose interface it has."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping

from ..dsl.text.suggestions import listed, nearest
from .ruleset import Ruleset, Value, load


def _pettingzoo(ruleset: Ruleset) -> object:
    from ..rl.pettingzoo import env

    return env(ruleset.source, ruleset.variant, ruleset.players, ruleset.parameters)


def _pettingzoo_parallel(ruleset: Ruleset) -> object:
    from ..rl.pettingzoo import parallel_env

    return parallel_env(ruleset.source, ruleset.variant, ruleset.players, ruleset.parameters)


def _openspiel(ruleset: Ruleset) -> object:
    from ..rl import table
    from ..rl.openspiel import loaded

    return loaded(table(ruleset.source, ruleset.variant, ruleset.players, ruleset.parameters))


KINDS: dict[str, Callable[[Ruleset], object]] = {
    "pettingzoo": _pettingzoo,
    "pettingzoo-parallel": _pettingzoo_parallel,
    "openspiel": _openspiel,
}
"""The kinds of environment by name, and what makes one."""


def environment(
    ruleset: Ruleset | str | os.PathLike[str],
    kind: str = "pettingzoo",
    *,
    players: int | None = None,
    variant: str = "",
    parameters: Mapping[str, Value] | None = None,
) -> object:
    """The ruleset as an environment: one that is loaded, or one to load with the settings given here.

    *kind* is `pettingzoo` (an AECEnv: one agent acts at a time), `pettingzoo-parallel` (a ParallelEnv: all agents act at each
    step) or `openspiel` (a `pyspiel.Game`). Observations, masks and rewards are described in docs/environments.md.

    Raises ValueError for another kind, RulesetError as `load` does, TypeError for settings given with a ruleset that is
    loaded, and ImportError, with what to install, where the library is missing.
    """
    if kind not in KINDS:
        raise ValueError(f"there is no environment of the kind `{kind}`{nearest(kind, KINDS) or f'; there is {listed(KINDS)}'}")
    if isinstance(ruleset, Ruleset):
        if players is not None or variant or parameters:
            raise TypeError("a loaded ruleset is settled: give players, variant and parameters to `load`")
        return KINDS[kind](ruleset)
    return KINDS[kind](load(ruleset, players=players, variant=variant, parameters=parameters))
