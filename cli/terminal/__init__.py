"""What the commands share at a terminal: finding rulesets, options of runs, the table of a match."""
