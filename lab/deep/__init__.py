"""Random games that look for faults of a ruleset, the shortest game that shows one, and that game as a worked example."""
