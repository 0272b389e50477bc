"""Sums over games, and the figures with intervals that follow from them."""
