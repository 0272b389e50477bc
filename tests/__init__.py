"""The tests speak English, whatever the system speaks on which they run."""

import os

os.environ["LC_ALL"] = "C.UTF-8"
