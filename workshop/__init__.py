"""The workshop in the browser: Python that runs in the tab, and what publishes it as a site of static files."""
