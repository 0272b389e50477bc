"""`python -m rulerun`: the same as the command `rulerun`."""

from __future__ import annotations

from rulerun.cli.main import main

if __name__ == "__main__":
    main()
