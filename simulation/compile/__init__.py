"""Loads emitted source: compiled and cached, or as plain Python."""
