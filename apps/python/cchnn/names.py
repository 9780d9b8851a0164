"""What a name that a class does not have was probably meant to be."""
from __future__ import annotations

import difflib
from typing import Mapping

# What arrays of datasets and trajectories are called elsewhere.
ARRAYS = {"position": "x", "positions": "x", "pos": "x", "velocity": "v", "velocities": "v", "vel": "v", "time": "t", "times": "t",
          "actions": "u", "inputs": "u", "controls": "u", "dq": "qdot", "q_dot": "qdot", "energies": "energy", "p": "momentum"}


def no_attribute(owner: object, name: str, advice: Mapping[str, str]) -> AttributeError:
    """Says what to write instead, from `advice` or the nearest names, else what there is."""
    names = [one for one in dir(owner) if not one.startswith("_")]
    near = difflib.get_close_matches(name, names, 3, 0.7)
    said = advice.get(name) or (f"did you mean {' or '.join(near)}?" if near else f"it has {', '.join(names)}")
    return AttributeError(f"{type(owner).__name__} has no {name!r}; {said}")
