"""States by name, so that x is never taken for v."""
from __future__ import annotations

from typing import Any, NamedTuple


class State(NamedTuple):
    """Positions and velocities of nodes, (..., n, d), m and m/s; NumPy arrays or tensors."""

    x: Any
    v: Any


class GeneralisedState(NamedTuple):
    """Generalised coordinates and their rates, (..., m); NumPy arrays or tensors."""

    q: Any
    qdot: Any
