"""The kinds of searches."""

from __future__ import annotations

from enum import Enum


class Kind(Enum):
    """How a search goes.

    FLAT: every option as often as any other, then at random. MCTS: a tree of all answers, in which every seat raises its own
    standing; seats that decide together do so without knowing of each other. ISMCTS: a tree of what the searching seat sees, in
    which each seat chooses by what it sees itself.
    """

    FLAT = "flat"
    MCTS = "mcts"
    ISMCTS = "ismcts"
