"""The rules page of a ruleset: what its author says, what follows from its declarations, and its own lines."""
