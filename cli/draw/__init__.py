"""Painting boards, cards and tables with Rich."""
