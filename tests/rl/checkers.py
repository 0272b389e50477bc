"""The checkers of Gymnasium, PettingZoo and OpenSpiel on every bundled ruleset, for each number of players, in each variant.

    python -m tests.rl.checkers [GAME…] [--only gymnasium|pettingzoo|openspiel]

That takes hours, so it is no part of the suite, whose tests try the same on a few. A line is printed for each setting;
what fails is told, and the rest is tried all the same. Warnings of the checkers are mistakes, but for those that are meant.
"""

from __future__ import annotations

import argparse
import io
import sys
import warnings
from collections.abc import Callable
from contextlib import redirect_stdout, suppress
from time import perf_counter

import gymnasium
import pyspiel
from gymnasium.utils.env_checker import check_env

from rulerun.rl.gymnasium import register

from ..support.battery import RULESETS, Setting, compiled, settings
from . import test_openspiel, test_pettingzoo


def gymnasiums(setting: Setting) -> None:
    """Gymnasium's checker, on its first player, and on the last; where nobody decides anything, that no environment is made."""
    name = register(RULESETS / f"{setting.file}.yaml", f"checked_{setting.file}")
    if compiled(setting).codes == 0:
        with suppress(ValueError):
            gymnasium.make(name, variant=setting.variant, players=setting.players)
            raise AssertionError("there is nothing to learn, and an environment all the same")
        return
    for player in {0, setting.players - 1}:
        how = {"variant": setting.variant, "players": setting.players, "player": player, "illegal": -10000.0}
        check_env(gymnasium.make(name, **how).unwrapped, skip_render_check=False)


def pettingzoos(setting: Setting) -> None:
    """PettingZoo's tests of its two kinds of environments."""
    for words in test_pettingzoo.USUAL:
        warnings.filterwarnings("ignore", message=words)
    test_pettingzoo.test_every_setting_passes_the_tests_of_pettingzoo(setting)


def openspiels(setting: Setting) -> None:
    """OpenSpiel's random simulation, and its tests of a part of the tree."""
    game = test_openspiel.loaded(setting)
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)
    test_openspiel.passes(test_openspiel.partial_tree(), setting.file, game)


CHECKERS: dict[str, Callable[[Setting], None]] = {"gymnasium": gymnasiums, "pettingzoo": pettingzoos, "openspiel": openspiels}


def passes(name: str, setting: Setting) -> bool:
    """Prints a line; whether the checker of that name is content."""
    begun = perf_counter()
    try:
        with warnings.catch_warnings(), redirect_stdout(io.StringIO()):
            warnings.simplefilter("error", UserWarning)
            CHECKERS[name](setting)
    except Exception as wrong:  # whatever a checker complains of
        print(f"{setting.name:36} {name:10} FAILS  {type(wrong).__name__}: {wrong}", flush=True)
        return False
    print(f"{setting.name:36} {name:10} passes {perf_counter() - begun:8.1f} s", flush=True)
    return True


def main() -> None:
    """Runs the checkers. Ends with 1 where one is not content."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--only", choices=CHECKERS)
    parser.add_argument("games", nargs="*", metavar="GAME")
    asked = parser.parse_args()
    chosen = [each for each in settings() if not asked.games or each.file in asked.games]
    found = [passes(name, each) for name in CHECKERS if asked.only in (None, name) for each in chosen]
    print(f"{sum(found)} of {len(found)} pass")
    if not all(found):
        sys.exit(1)


if __name__ == "__main__":
    main()
