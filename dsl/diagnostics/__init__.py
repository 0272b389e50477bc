"""What can be wrong with a ruleset: one function for each complaint, with the page that explains it."""
