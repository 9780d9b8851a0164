"""Partial, noisy observations of a dataset: files of cchnn-gen observe (schemas/view.md)."""
from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Optional, Union

import h5py
import numpy as np
from numpy.typing import NDArray

from .array_types import Floats
from .errors import DataError

VIEW_FORMAT_VERSION = 1


class View:
    """Reads train.h5, valid.h5 or test.h5 of a view, or one of a directory with `split`. N trajectories, K observed samples,
    n' nodes, d' axes; missing values are NaN, and `observed` marks them. All arrays are read at once."""

    def __init__(self, path: Union[str, Path], split: Optional[str] = None) -> None:
        self.path = Path(path) / f"{split}.h5" if split is not None else Path(path)
        try:
            file = h5py.File(self.path, "r")
        except OSError as error:
            raise DataError(f"{self.path}: is not a readable HDF5 file ({error})") from None
        with file as f:
            if f.attrs.get("kind") != "view":
                raise DataError(f"{self.path}: is not a view, but {f.attrs.get('kind', 'another HDF5 file')!r}; "
                                "cchnn.View reads the output of cchnn-gen observe, cchnn.Dataset reads datasets")
            header: dict[str, Any] = json.loads(f["view"].asstr()[()])
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
            self.body = [str(body) for body in f["body"].asstr()[()]]  # whose they are
            self.projection: Optional[Floats] = f["projection"][()] if "projection" in f else None  # (d', d)
        self.recipe: dict[str, Any] = header["recipe"]
        self.system_name: str = header["system"]
        self.split: str = header["split"]
        self.truth_digest: str = header["truth_digest"]

    def __repr__(self) -> str:
        return f"cchnn.View({str(self.path)!r}): {self.system_name}, {self.split}, x {self.x.shape}"

    def __len__(self) -> int:
        return int(self.x.shape[0])
