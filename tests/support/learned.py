"""Takes the weights that come with bundled games over to their rules as they are now: `python -m rulerun.tests.support.learned`.

Only somebody who has changed nothing but words in a ruleset, or the version of Programs, may do this: weights that were learned
by other rules are worth nothing, and `rulerun train` learns them again.
"""

from __future__ import annotations

import json

from rulerun.simulation.search.weights import BUNDLED, ENDING

from .battery import Setting, compiled


def main() -> None:
    """Writes all files whose rules have another digest than before, and says which."""
    for path in sorted(BUNDLED.glob(f"*{ENDING}")):
        ruleset, _, variant = path.stem.partition("-")
        content, now = path.read_bytes(), compiled(Setting(ruleset, variant, 2)).digest
        before = json.loads(content.partition(b"\n")[0])["rules"]
        if before != now:
            path.write_bytes(content.replace(before.encode(), now.encode(), 1))
            print(f"taken over: {path.name}")


if __name__ == "__main__":
    main()
