"""Emitted source brought to life: compiled and cached, or as plain Python."""
