"""A test set as a model is handed it that shall predict it."""
from __future__ import annotations

from functools import cached_property
from typing import Any, NoReturn, Optional

import h5py
import numpy as np

from .array_types import Floats, read_only
from .dataset import Dataset
from .errors import DataError
from .states import GeneralisedState, State

# Arrays of a file that no prediction is made from: those that run along time, but for times and inputs.
ANSWERS = ("x", "v", "q", "qdot", "energy", "work", "error_bound", "acceleration", "qddot", "momentum", "generalised_momentum",
           "multipliers", "sensitivities")
KNOWN = ("t", "u", "parameters")


class Withheld(Dataset):
    """Of a test set, or of its first `count` trajectories and `samples`, what rollout(test) may know: initial states, times,
    inputs, parameters and the system. The samples that it is to predict raise DataError."""

    def __init__(self, test: Dataset, count: Optional[int] = None, samples: Optional[int] = None) -> None:
        super().__init__(test.path)
        few = (size if limit is None else min(size, limit) for size, limit in zip(test.shape, (count, samples)))
        self.shape = (*few, *test.shape[2:])

    def __repr__(self) -> str:
        return f"{super().__repr__()}, without the samples to predict"

    def __getitem__(self, name: Any) -> Any:
        path = str(name).strip("/")
        if not path.startswith("system/") and path not in KNOWN:
            _refuse(f"[{name!r}]")
        found = super().__getitem__(name)
        if path == "t":
            return found[:self.shape[1]]
        return found[:len(self), :self.shape[1]] if path == "u" else found[:len(self)] if path == "parameters" else found

    @cached_property
    def given(self) -> State:
        return State(self._first("x"), self._first("v"))

    @cached_property
    def given_coordinates(self) -> GeneralisedState:
        for name in ("q", "qdot"):
            self._need_coordinates(name)
        return GeneralisedState(self._first("q"), self._first("qdot"))

    @cached_property
    def parameters(self) -> dict[str, Floats]:
        return {pointer: column[:len(self)] for pointer, column in super().parameters.items()}

    @cached_property
    def mass_matrix(self) -> Floats:
        matrix = super().mass_matrix
        return matrix if matrix.ndim == 2 else matrix[:len(self)]

    def context(self, samples: int) -> State:
        _refuse(f".context({samples!r})")

    def statistics(self, name: str) -> tuple[Floats, Floats]:
        _refuse(f".statistics({name!r})")

    def windows(self, *arguments: Any, **options: Any) -> Any:
        _refuse(".windows(...)")

    def _first(self, name: str) -> Floats:
        with h5py.File(self.path, "r") as f:
            return read_only(np.asarray(f[name][:len(self), 0]))


def _refuse(what: str) -> NoReturn:
    raise DataError(f"test{what}: is withheld from rollout(test), which predicts it; test.given and test.given_coordinates are the "
                    "states of sample 0, test.t, test.dt and test.shape the samples, and train has sets to learn from")


def _withheld(name: str) -> property:
    return property(lambda self: _refuse(f".{name}"))


for _name in ANSWERS:
    setattr(Withheld, _name, _withheld(_name))
