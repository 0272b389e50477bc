"""Runs, comparisons and sweeps as tables on the screen."""
