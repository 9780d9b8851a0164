"""Partial, noisy observations of a dataset: files of cchnn-gen observe (schemas/view.md)."""
from __future__ import annotations

import json
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any, Optional, Union

import h5py
import numpy as np

from .array_types import Floats
from .dataset import Dataset
from .errors import DataError
from .programs import run
from .states import GeneralisedState
from .system_tables import decoded

if TYPE_CHECKING:
    from numpy.typing import NDArray

VIEW_FORMAT_VERSION = 1


class View:
    """Reads train.h5, valid.h5 or test.h5 of a view, or one of a directory with `split`. N trajectories, K observed samples,
    n' nodes, d' axes; missing values are NaN, and `observed` marks them. All arrays are read at once."""

    def __init__(self, path: Union[str, Path], split: Optional[str] = None) -> None:
        self.path = Path(path) / f"{split}.h5" if split is not None else Path(path)
        if not self.path.exists():
            raise DataError(f"{self.path}: not found; cchnn-gen observe makes views, cchnn.run(\"cchnn-gen\", \"observe\", data, output=...)")
        try:
            file = h5py.File(self.path, "r")
        except OSError as error:
            raise DataError(f"{self.path}: is not a readable HDF5 file ({error})") from None
        with file as f:
            if f.attrs.get("kind") != "view":
                raise DataError(f"{self.path}: is not a view, but {f.attrs.get('kind', 'another HDF5 file')!r}; "
                                "cchnn.View reads the output of cchnn-gen observe, cchnn.Dataset reads datasets")
            header: dict[str, Any] = json.loads(decoded(f["view"]))
            if header["format_version"] > VIEW_FORMAT_VERSION:
                raise DataError(f"{self.path}: format_version {header['format_version']}, this package reads up to "
                                f"{VIEW_FORMAT_VERSION}; install the package of the program that wrote it")
            self.sample: NDArray[np.int64] = f["sample"][()]  # (N, K) numbers of samples of the truth
            self.t: Floats = f["t"][()]  # (N, K) s
            self.x: Floats = f["x"][()]  # (N, K, n', d') m
            self.v: Optional[Floats] = f["v"][()] if "v" in f else None
            self.u: Optional[Floats] = f["u"][()] if "u" in f else None  # (N, T, inputs) at all T samples of the truth
            self.observed: NDArray[np.bool_] = f["observed"][()].astype(bool)  # (N, K, n')
            self.node: NDArray[np.int64] = f["node"][()]  # (n') numbers of nodes of the truth
            self.body = [str(body) for body in decoded(f["body"])]  # whose they are
            self.projection: Optional[Floats] = f["projection"][()] if "projection" in f else None  # (d', d)
        self.recipe: dict[str, Any] = header["recipe"]
        self.system_name: str = header["system"]
        self.split: str = header["split"]
        self.truth_digest: str = header["truth_digest"]

    def __repr__(self) -> str:
        return f"cchnn.View({str(self.path)!r}): {self.system_name}, {self.split}, x {self.x.shape}"

    def __len__(self) -> int:
        return int(self.x.shape[0])

    def coordinates(self, data: Dataset) -> GeneralisedState:
        """q and qdot (N, K, m) of the nearest states that satisfy the constraints, of the system of `data`; angles have no jumps
        of 2 pi. Every node must be seen at every sample, with its velocity. Runs cchnn-gen rollout --project-states, for each
        trajectory of a family with its own numbers."""
        if self.v is None or self.projection is not None or not self.observed.all() or self.x.shape[2:] != data.shape[2:]:
            raise DataError(f"{self.path}: coordinates need positions and velocities of all nodes, in all axes and at every sample; "
                            "make a view without hidden or lost parts")
        if data.parameters and self.truth_digest != data.truth_digest:
            raise DataError(f"{self.path}: its trajectories are those of another set than {data.path}, and {data.system_name} draws "
                            "numbers for each trajectory; give the dataset that the view was made of")
        if data.parameters:
            each = [_projected(data.system_of(i), self.x[i], self.v[i]) for i in range(len(self))]
            q, qdot = (np.stack(arrays) for arrays in zip(*each))
        else:
            flat = (array.reshape(-1, *array.shape[2:]) for array in (self.x, self.v))
            q, qdot = (array.reshape(*self.x.shape[:2], -1) for array in _projected(data.system, *flat))
        # As in schemas/coordinates.md: rates say how far an angle turned from one sample to the next.
        steps = np.diff(q, axis=1)
        expected = np.diff(self.t, axis=1)[..., None] * (qdot[:, 1:] + qdot[:, :-1]) / 2
        turned = expected + (steps - expected + np.pi) % (2 * np.pi) - np.pi
        q[:, 1:] = q[:, :1] + np.cumsum(np.where(data.angles, turned, steps), axis=1)
        return GeneralisedState(q, qdot)


def _projected(system: dict[str, Any], x: Floats, v: Floats) -> tuple[Floats, Floats]:
    """q and qdot (S, m) of the nearest states to x and v (S, n, d) that satisfy the constraints."""
    with tempfile.TemporaryDirectory(prefix="cchnn-view-") as place:
        file, given, made = (Path(place) / name for name in ("system.json", "states.npz", "made.h5"))
        file.write_text(json.dumps(system), "utf-8")
        np.savez(given, x=np.asarray(x, np.float64), v=np.asarray(v, np.float64))
        run("cchnn-gen", "rollout", file, states=given, project_states=True, coordinates="q", steps=2, protocol="paper", output=made)
        with h5py.File(made, "r") as f:
            return f["q"][:, 0], f["qdot"][:, 0]
