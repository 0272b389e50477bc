"""An engine that tests start: it speaks UCI, believes nothing that python-chess does not, and plays at random.

    python uci_engine.py [FAULT] [LOG]

With a fault it does one thing wrong; what it is told is written to the file LOG.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path
from random import Random

import chess

OPTIONS = "option name UCI_LimitStrength type check default false\noption name UCI_Elo type spin default 1320 min 1320 max 3190"


def board_of(words: list[str]) -> chess.Board:
    """The board of a line `position`. Raises ValueError for a move that is not legal."""
    begun = 2 if words[1] == "startpos" else 8
    board = chess.Board() if begun == 2 else chess.Board(" ".join(words[2:begun]))
    for move in words[begun + 1 :]:
        board.push_uci(move)
    return board


def move_of(board: chess.Board, only: list[str]) -> str:
    """A legal move at random, the same for the same board; one of *only* where there are such."""
    legal = sorted(move.uci() for move in board.legal_moves if not only or move.uci() in only)
    return Random(board.fen()).choice(legal)


def main(fault: str, log: str) -> None:
    """Answers until there is nothing more to read."""
    board, thought = chess.Board(), 0
    for line in sys.stdin:
        words = line.split()
        if log:
            with Path(log).open("a", encoding="utf-8") as file:
                file.write(line)
        match words[0]:
            case "uci":
                print(f"id name tiny\n{OPTIONS}\nuciok", flush=True)
            case "isready":
                print("readyok", flush=True)
            case "position":
                board = board_of(words)
            case "go":
                thought += 1
                if fault == "dies" and thought > 1:
                    sys.exit("out of thoughts")
                if fault == "hangs":
                    time.sleep(60)
                while fault == "floods":
                    print("what?", flush=True)
                answer = {"rubbish": "what?", "illegal": "bestmove e1e8", "empty": "bestmove", "resigns": "bestmove (none)"}
                only = words[words.index("searchmoves") + 1 :] if "searchmoves" in words else []
                print("info depth 1", flush=True)
                print(answer.get(fault) or f"bestmove {move_of(board, only)} ponder a1a1", flush=True)


if __name__ == "__main__":
    main("".join(sys.argv[1:2]), "".join(sys.argv[2:3]))
