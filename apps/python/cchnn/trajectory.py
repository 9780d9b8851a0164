"""One trajectory of a dataset."""
from __future__ import annotations

import operator
from typing import TYPE_CHECKING, Any, Iterator, Mapping, Optional

import numpy as np

from .array_types import Floats
from .names import ARRAYS, no_attribute

if TYPE_CHECKING:
    from matplotlib.animation import FuncAnimation
    from matplotlib.axes import Axes

    from .dataset import Dataset


class Trajectory(Mapping[str, Floats]):
    """Trajectory `number` of a dataset: arrays of T samples as attributes, `one.x`, or by their names, `one["x"]`, so that a
    torch DataLoader over a dataset makes batches of dictionaries. The arrays are copies and may be changed."""

    def __init__(self, data: Dataset, number: int) -> None:
        self.data, self.number = data, number
        self._arrays: dict[str, Floats] = {}

    def __getitem__(self, name: str) -> Floats:
        if name not in self.data.along_time:
            raise KeyError(f"{name}: is not an array of a trajectory of {self.data.path}; available: {', '.join(self)}")
        if name not in self._arrays:
            self._arrays[name] = self.data.array_of(name, self.number)
        return self._arrays[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self.data.along_time)

    def __len__(self) -> int:
        return len(self.data.along_time)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Trajectory) and (self.data.path, self.number) == (other.data.path, other.number)

    def __hash__(self) -> int:
        return hash((self.data.path, self.number))

    def __repr__(self) -> str:
        return (f"cchnn.Trajectory {self.number} of {self.data.system_name}, {self.data.split}: {self.data.shape[1]} samples, "
                f"dt = {self.data.dt:g} s; {', '.join(self)}")

    if not TYPE_CHECKING:
        def __getattr__(self, name: str) -> Any:
            raise no_attribute(self, name, {called: f"write one.{name}" for called, name in ARRAYS.items()})

    @property
    def t(self) -> Floats:
        """(T,) s"""
        return self["t"]

    @property
    def x(self) -> Floats:
        """(T, n, d) m"""
        return self["x"]

    @property
    def v(self) -> Floats:
        """(T, n, d) m/s"""
        return self["v"]

    @property
    def q(self) -> Floats:
        """(T, m) generalised coordinates, rad or m"""
        return self._of_dataset("q")

    @property
    def qdot(self) -> Floats:
        """(T, m) their rates"""
        return self._of_dataset("qdot")

    @property
    def u(self) -> Floats:
        """(T, inputs) of a driven system"""
        return self._of_dataset("u")

    @property
    def work(self) -> Floats:
        """(T,) J, done by the inputs since t = 0"""
        return self._of_dataset("work")

    @property
    def energy(self) -> Floats:
        """(T,) J"""
        return self["energy"]

    @property
    def error_bound(self) -> Floats:
        """(T,) estimated bound of the relative error of the stored state"""
        return self._of_dataset("error_bound")

    @property
    def parameters(self) -> dict[str, float]:
        """Of a family: the numbers of this trajectory, by their JSON pointers"""
        return {pointer: float(column[self.number]) for pointer, column in self.data.parameters.items()}

    def plot(self, axes: Optional[Axes] = None) -> Axes:
        """Draws the paths of the centres of all bodies, from t = 0 (rings) to the end (dots). Needs matplotlib."""
        from .plots import plot_paths
        return plot_paths(self, axes)

    def animate(self, speed: float = 1) -> FuncAnimation:
        """The motion, `speed` times as fast as real: in a notebook `HTML(one.animate().to_jshtml())`, or `.save("motion.gif")`.
        Needs matplotlib."""
        from .plots import animate
        return animate(self, speed)

    def _of_dataset(self, name: str) -> Floats:
        """The dataset says why an array is missing."""
        if name not in self.data.along_time:
            getattr(self.data, name)
        return self[name]


class Trajectories(list[Trajectory]):
    """A list of trajectories, whose arrays are stacked: data[:10].x is (10, T, n, d); .t is that of one."""

    def __repr__(self) -> str:
        if not self:
            return "cchnn.Trajectories: none"
        numbers = [str(one.number) for one in self]
        shown = ", ".join(numbers if len(self) <= 6 else [*numbers[:3], "...", numbers[-1]])
        return f"cchnn.Trajectories {shown} of {self[0].data.system_name}, {self[0].data.split}: {len(self)} of {self[0].data.shape[1]} samples"

    if not TYPE_CHECKING:
        def __getattr__(self, name: str) -> Any:
            if name.startswith("_") or not self or name not in self[0]:
                raise no_attribute(self, name, {"data": "it is a list of trajectories", "plot": "write data[0].plot()"})
            return self[0].t if name == "t" else np.stack([one[name] for one in self])


def number_of_trajectory(index: Any, count: int) -> int:
    number = operator.index(index)
    if not -count <= number < count:
        raise IndexError(f"trajectory {number} of {count}")
    return number % count
