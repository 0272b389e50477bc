"""What a line that cannot be read was meant to be: the nearest of the grammar's own forms, with names of the ruleset."""
