"""The designer's lab: many games played, what they show, and how sure that is."""
