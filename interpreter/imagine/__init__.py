"""Imagined states: full states that a seat cannot tell from the true one, drawn from nothing but its trail."""

from .draw import BUDGET, Exact, Imagined, Inference, imagine
from .drawer import Drawer, Drawn
from .listener import Listener, Replayer, Standing, Step

__all__ = ["BUDGET", "Drawer", "Drawn", "Exact", "Imagined", "Inference", "Listener", "Replayer", "Standing", "Step", "imagine"]
