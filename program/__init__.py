"""The Program, a compiled ruleset, and its JSON form: what the language makes and what plays it. Imports no other package."""
