"""Figures as sentences, pages and plots."""
