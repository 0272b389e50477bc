"""A program that tests start: it speaks GTP, plays on the first free point of a small board, and passes when it is full.

    python gtp_engine.py [FAULT] [LOG]

With a fault it does one thing wrong; what it is told is written to the file LOG.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path

COLUMNS = "ABCDEFGHJKLMNOPQRST"


def main(fault: str, log: str) -> None:
    """Answers until there is nothing more to read."""
    side, taken = 19, set[str]()
    for line in sys.stdin:
        words = line.split()
        if log:
            with Path(log).open("a", encoding="utf-8") as file:
                file.write(line)
        said = "= "
        match words[0]:
            case "boardsize":
                side = int(words[1])
            case "clear_board":
                taken = set()
            case "komi":
                float(words[1])
            case "play":
                taken.add(words[2].upper())
            case "genmove":
                if fault == "dies":
                    sys.exit("out of thoughts")
                if fault == "hangs":
                    time.sleep(60)
                points = [f"{column}{row + 1}" for row in range(side) for column in COLUMNS[:side]]
                free = next((point for point in points if point not in taken), "PASS")
                answers = {"illegal": "= Z9", "resigns": "= resign", "refuses": "? cannot think", "rubbish": "hello"}
                said = answers.get(fault, f"= {free}")
            case _:
                said = "? unknown command"
        print(f"{said}\n", flush=True)


if __name__ == "__main__":
    main("".join(sys.argv[1:2]), "".join(sys.argv[2:3]))
