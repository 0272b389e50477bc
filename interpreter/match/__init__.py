"""Whole matches: playing one, its record, replaying it, worked examples."""
