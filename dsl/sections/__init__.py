"""Sections besides the phases: outcome, worked examples."""
