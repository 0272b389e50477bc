"""The rules page: a ruleset told in plain sentences."""
