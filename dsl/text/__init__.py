"""The text of a ruleset: its lines, its YAML with places, its sections, and what is said about mistakes."""
