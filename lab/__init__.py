"""The designer's lab: plays many games and reports what they show, each figure with its interval."""
