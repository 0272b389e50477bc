"""Lines of rules as syntax: the grammar applied, sentences under their headings, hints for what does not parse."""
