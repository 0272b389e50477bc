"""A game on paper: cards, boards and score sheets to print, the rulebook, and a page for publishers, set by Typst."""
