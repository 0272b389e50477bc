"""What can be wrong with a ruleset: one function for each diagnostic, with the page that explains it."""
