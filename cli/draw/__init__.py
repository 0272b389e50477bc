"""Draws boards, cards and tables with Rich."""
