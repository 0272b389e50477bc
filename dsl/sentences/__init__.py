"""The syntax of rules: parsing lines with the grammar, reading lists under headings, and hints for lines that do not parse."""
