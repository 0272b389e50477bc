"""Expressions: names resolved, types checked, constants folded."""
