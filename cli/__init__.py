"""The command line: one file per command, one table that names them."""
