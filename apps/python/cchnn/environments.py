"""Environments of a family (schemas/system/families.md): datasets of drawn systems, to train on and to adapt to."""
from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Union

from .dataset import Dataset
from .errors import DataError
from .programs import Argument


@dataclass(frozen=True)
class Environment:
    """One system with drawn numbers: `values` by their JSON pointers, and its datasets."""

    directory: Path
    values: dict[str, Union[float, str]]

    @property
    def name(self) -> str:
        return self.directory.name

    @property
    def train(self) -> Dataset:
        return Dataset(self.directory, "train")

    @property
    def test(self) -> Dataset:
        return Dataset(self.directory, "test")


class Environments:
    """What cchnn-gen environments wrote: `train`, the environments to train on, and `adapt`, those to adapt to.

        environments = cchnn.Environments("env")
        x = np.stack([one.train.x for one in environments.train])     (E, K, T, n, d)"""

    def __init__(self, directory: Argument) -> None:
        self.directory = Path(directory)
        path = self.directory / "environments.json"
        if not path.exists():
            raise DataError(f"{path}: not found; the command cchnn-gen environments writes it once all datasets are there")
        try:
            lock: dict[str, Any] = json.loads(path.read_text("utf-8"))
            if lock["format"] != "cchnn environments":
                raise DataError(f"{path}: is not the lock file of environments")
            self.family: dict[str, Any] = lock["family"]
            pointers = [parameter["pointer"] for parameter in lock["parameters"]]
            all_of = {one["directory"]: Environment(self.directory / one["directory"], dict(zip(pointers, one["values"])))
                      for one in lock["environments"]}
        except (KeyError, TypeError, AttributeError, UnicodeDecodeError, json.JSONDecodeError):
            raise DataError(f"{path}: is not the lock file of environments; make it again with cchnn-gen environments") from None
        self.train = [one for directory, one in all_of.items() if directory.startswith("train/")]
        self.adapt = [one for directory, one in all_of.items() if directory.startswith("adapt/")]

    def __repr__(self) -> str:
        return (f"cchnn.Environments({str(self.directory)!r}): {self.family['name']}, {len(self.train)} to train on, "
                f"{len(self.adapt)} to adapt to")
