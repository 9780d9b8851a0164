"""x and v of generalised coordinates, where lengths or places differ from trajectory to trajectory."""
from __future__ import annotations

import json
import tempfile
from pathlib import Path

import h5py
import numpy as np

from .array_types import Floats
from .dataset import Dataset
from .errors import DataError
from .programs import run
from .states import State


def states_of(data: Dataset, q: Floats, qdot: Floats, first: int) -> State:
    """Of q and qdot (B, ..., m) of the trajectories from `first` on, each with the numbers of its own system. States that are not
    finite stay so. Runs cchnn-gen rollout once a trajectory."""
    width = data.q.shape[-1]
    for name, array in (("q", q), ("qdot", qdot)):
        if array.ndim < 2 or array.shape != q.shape or array.shape[-1] != width or first + len(array) > len(data):
            raise DataError(f"{name}: shape is {array.shape}, expected up to {(len(data) - first, data.shape[1], width)} from "
                            f"{data.path.name}: trajectory, time, coordinate; of q and qdot the same")
    made = [_states(data, first + k, q[k].reshape(-1, width), qdot[k].reshape(-1, width)) for k in range(len(q))]
    x, v = (np.stack(arrays).reshape(*q.shape[:-1], *data.shape[2:]).astype(q.dtype) for arrays in zip(*made))
    return State(x, v)


def _states(data: Dataset, trajectory: int, q: Floats, qdot: Floats) -> tuple[Floats, Floats]:
    finite = np.isfinite(q).all(1) & np.isfinite(qdot).all(1)
    x, v = (np.full((len(q), *data.shape[2:]), np.nan) for _ in range(2))
    if finite.any():
        with tempfile.TemporaryDirectory(prefix="cchnn-states-") as place:
            file, given, made = (Path(place) / name for name in ("system.json", "states.npz", "made.h5"))
            file.write_text(json.dumps(data.system_of(trajectory)), "utf-8")
            np.savez(given, q=q[finite].astype(np.float64), qdot=qdot[finite].astype(np.float64))
            run("cchnn-gen", "rollout", file, states=given, steps=2, protocol="paper", output=made)
            with h5py.File(made, "r") as f:
                x[finite], v[finite] = f["x"][:, 0], f["v"][:, 0]
    return x, v
