"""Searches: what the options of a decision are worth, by playing on from it many times. The loops are emitted code."""
