"""A program that the bot `outside` starts in tests: it chooses by the number that it is given."""

from __future__ import annotations

import json
import sys

if __name__ == "__main__":
    for line in sys.stdin:
        asked = json.loads(line)
        print(json.dumps({"choice": asked["random"] % len(asked["options"])}), flush=True)
