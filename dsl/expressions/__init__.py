"""Expressions: names settled, types checked, calculations with known values done."""
