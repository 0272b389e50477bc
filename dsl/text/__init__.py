"""The text of a ruleset: its lines, its YAML with positions, its sections, and diagnostics about mistakes."""
