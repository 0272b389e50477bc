"""The scene of a table as SVG and HTML, for browsers, notebooks, reports and paper: the one statement of how a table looks."""
