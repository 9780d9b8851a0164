"""A training, validation or test set of cchnn-gen (schemas/dataset.md)."""
from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Iterator, NoReturn, Optional, Sequence, Union, overload

import h5py
import numpy as np

from .array_types import Floats, constant_like, read_only
from .describe import Text, describe
from .errors import DataError
from .names import ARRAYS, no_attribute
from .physics import Physics
from .states import GeneralisedState, State
from .system_tables import Body, Constraints, Edge, decoded, read_bodies, read_constraints, read_edges, read_inverse_mass_matrix, read_mass_matrix, texts
from .trajectory import Trajectories, Trajectory, number_of_trajectory
from .windows import MEMORY, FloatType, Windows, names_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

FORMAT_VERSION = 1
SPLITS = ("train", "valid", "test")
ALONG_TIME = ("t", "x", "v", "q", "qdot", "u", "energy", "work", "error_bound", "acceleration", "qddot", "momentum",
              "generalised_momentum", "multipliers")
EVENT_COLUMNS = ("time", "contact", "speed", "impulse", "loss")
# What is written for something else: data[0] has it, or it is an argument.
ADVICE = {**{called: f"write data.{name}" for called, name in ARRAYS.items()},
          "keys": "data[0].keys() are the arrays of a trajectory, data[\"chunks/x\"] is any array of the file",
          "plot": "data[0].plot() draws a trajectory", "animate": "data[0].animate() moves a trajectory",
          "train": "this is one set; cchnn.load(...) returns all three", "test": "this is one set; cchnn.load(...) returns all three",
          "graph": "write data.bodies, data.edges, data.edge_index", "mean": "write data.statistics(\"x\")", "std": "write data.statistics(\"x\")",
          **dict.fromkeys(("normalise", "normalize", "normalised", "normalized"),
                          'mean, std = data.statistics("x"), then (data.x - mean) / std; also of v, q, qdot'),
          "loader": "write data.windows(5).loader(256), or torch's DataLoader(data, 32)"}


@dataclass(frozen=True)
class Sensitivities:
    """Derivatives of (x, v), whose 2 n d entries are n d of x and then n d of v: schemas/dataset.md."""

    basis: Floats  # (N, 2 n d, k): k directions of the start, which span what the constraints allow
    start: Floats  # (N, T, 2 n d, k): d(x, v)(t) along each of them
    error_bound: Floats  # (N, T) of their relative error
    q: Optional[Floats] = None  # (N, T, 2 m, 2 m): d(q, qdot)(t) / d(q, qdot)(0), where the system has coordinates
    parameters: Optional[Floats] = None  # (N, T, 2 n d, P) by each number of `pointers`
    pointers: tuple[str, ...] = ()  # JSON pointers: those that a family draws, or those of `sensitive`


class Dataset:
    """Reads train.h5, valid.h5 or test.h5, or one of a directory with `split`, which may be left out where the directory
    has one set only. Arrays are NumPy's, read at first use, kept in memory and read-only: change a copy, `data.x.copy()`.
    N trajectories, T samples, n nodes, d dimensions, m generalised coordinates.

    A dataset is a sequence of trajectories: `data[0]`, `data[:10]`, `for one in data`, torch.utils.data.DataLoader(data, 32).
    A text gives an array of the file by its path, `data["x"]`."""

    def __init__(self, path: Union[str, Path], split: Optional[str] = None) -> None:
        self.path = _file_of(Path(path), split)
        with _open(self.path) as f:
            attributes = dict(f.attrs)
            if attributes.get("kind") != "dataset":
                raise DataError(f"{self.path}: is not a dataset, but {attributes.get('kind', 'another HDF5 file')!r}; "
                                "cchnn.Dataset reads train.h5, valid.h5 and test.h5 that cchnn-gen wrote")
            version = int(attributes["format_version"])
            if version > FORMAT_VERSION:
                raise DataError(f"{self.path}: format_version {version}, this package reads up to {FORMAT_VERSION}; "
                                "install the package of the program that wrote it")
            self.shape: tuple[int, ...] = tuple(f["x"].shape)
            self.along_time = tuple(name for name in ALONG_TIME if name in f)  # arrays of each trajectory
        self.attrs: dict[str, Any] = attributes
        self.seed = int(attributes["seed"])
        self.system_name: str = attributes["system"]
        self.split: str = attributes["split"]
        self.dt = float(attributes["dt"])
        self.truth_digest: str = attributes["truth_digest"]
        self._why_no_coordinates: str = attributes["generalised_coordinates"]

    def __repr__(self) -> str:
        return f"cchnn.Dataset({str(self.path)!r}): {self.system_name}, {self.split}, x {self.shape}"

    def __len__(self) -> int:
        return self.shape[0]

    def __iter__(self) -> Iterator[Trajectory]:
        return (self[number] for number in range(len(self)))

    def __contains__(self, one: object) -> bool:
        """A trajectory, or an array of trajectories by its name"""
        return one in self.along_time if isinstance(one, str) else any(one == other for other in self)

    if not TYPE_CHECKING:
        def __getattr__(self, name: str) -> Any:
            raise no_attribute(self, name, ADVICE)

    @overload
    def __getitem__(self, index: int) -> Trajectory: ...

    @overload
    def __getitem__(self, index: slice) -> Trajectories: ...

    @overload
    def __getitem__(self, index: Any) -> Any: ...

    def __getitem__(self, index: Any) -> Any:
        """A trajectory by its number; for a slice, several numbers or a mask a list of them, data[:10].x. For a text, any array of the file
        by its path, read again each time: data["chunks/x"]; texts as str."""
        if isinstance(index, str):
            return self._array_at(index)
        if isinstance(index, slice):
            return Trajectories(self[number] for number in range(len(self))[index])
        if isinstance(index, (list, np.ndarray)) and np.ndim(index) == 1:
            numbers = np.asarray(index)
            if numbers.dtype.kind in "biu" and (numbers.dtype != bool or len(numbers) == len(self)):
                return Trajectories(self[number] for number in (np.flatnonzero(numbers) if numbers.dtype == bool else numbers))
        try:
            return Trajectory(self, number_of_trajectory(index, len(self)))
        except TypeError:
            raise TypeError(f"data[{index!r}]: expected the number of a trajectory, data[0], a slice, data[:10], or the name of "
                            "an array, data['x']; parts of arrays are data.x[:10, 0]") from None

    def _array_at(self, name: str) -> Any:
        with _open(self.path) as f:
            if name in f.attrs:
                raise DataError(f"{self.path}:/{name}: is an attribute of the file and no array; write data.attrs[{name!r}]")
            if name not in f or not isinstance(f[name], h5py.Dataset):
                raise DataError(f"{self.path}:/{name}: not found; available: {', '.join(sorted(f))}; see "
                                "schemas/dataset.md")
            array = f[name]
            if h5py.check_string_dtype(array.dtype):
                if name.strip("/") == "system/json":
                    return "".join(np.atleast_1d(decoded(array)))  # that of a large system is in parts
                return decoded(array) if array.shape == () else texts(array)
            return array[()]

    def array_of(self, name: str, number: int) -> Floats:
        """A copy of one of `along_time` of one trajectory. Arrays up to 1 GiB are read as a whole, others trajectory by
        trajectory."""
        if name == "t":
            return self.t.copy()
        if name not in self.__dict__:
            with _open(self.path) as f:
                if f[name].size * f[name].dtype.itemsize > MEMORY:  # h5py 2, that of Debian 11, has no nbytes
                    return np.asarray(f[name][number])
        return np.array(getattr(self, name)[number])

    def __array__(self, *arguments: Any, **options: Any) -> NoReturn:
        raise TypeError(f"{self.path}: has several arrays; name one of them: data.x, data.v, ...")

    def __getstate__(self) -> dict[str, Any]:
        """Without arrays, which another process reads itself."""
        return {name: value for name, value in self.__dict__.items()
                if not isinstance(getattr(type(self), name, None), cached_property)}

    def describe(self) -> Text:
        """Times, arrays, bodies, coordinates, constraints, energies and error bounds in a few lines."""
        return describe(self)

    @cached_property
    def t(self) -> Floats:
        """(T,) s"""
        return self._floats("t")

    @cached_property
    def x(self) -> Floats:
        """(N, T, n, d) m"""
        return self._floats("x")

    @cached_property
    def v(self) -> Floats:
        """(N, T, n, d) m/s"""
        return self._floats("v")

    @cached_property
    def q(self) -> Floats:
        """(N, T, m) generalised coordinates, rad or m; angles have no jumps of 2 pi"""
        return self._coordinates("q")

    @cached_property
    def qdot(self) -> Floats:
        """(N, T, m) their rates"""
        return self._coordinates("qdot")

    @cached_property
    def given(self) -> State:
        """x and v (N, n, d) of sample 0, from which a test set is predicted"""
        return State(self.x[:, 0], self.v[:, 0])

    def context(self, samples: int) -> State:
        """x and v (N, K, n, d) of the first K = `samples` samples, from which a test set is forecast: Submission(test, model,
        context=K), and cchnn.score(..., context=K)"""
        last = len(self.t) - 1
        if not isinstance(samples, (int, np.integer)) or not 1 <= samples <= last:
            raise DataError(f"context: {samples!r}, expected 1 .. {last} of {len(self.t)} samples; at least one is left to predict")
        return State(self.x[:, :samples], self.v[:, :samples])

    @cached_property
    def given_coordinates(self) -> GeneralisedState:
        """q and qdot (N, m) of sample 0"""
        return GeneralisedState(self.q[:, 0], self.qdot[:, 0])

    @cached_property
    def parameters(self) -> dict[str, Floats]:
        """Of a family: the numbers that differ from trajectory to trajectory, each (N,), by their JSON pointers in the
        system's file, such as /bodies/1/mass. Empty where all trajectories are of one system."""
        with _open(self.path) as f:
            if "parameters" not in f:
                return {}
            values, pointers = f["parameters"][()], texts(f["system/parameters/pointer"])
        return {pointer: read_only(np.array(column)) for pointer, column in zip(pointers, values.T)}

    @cached_property
    def energy(self) -> Floats:
        """(N, T) J"""
        return self._floats("energy")

    @cached_property
    def u(self) -> Floats:
        """(N, T, inputs) of a driven system"""
        return self._of_inputs("u")

    @cached_property
    def work(self) -> Floats:
        """(N, T) J, done by the inputs since t = 0"""
        return self._of_inputs("work")

    @cached_property
    def events(self) -> list[NDArray[np.void]]:
        """Of a system with contacts: the impacts of each trajectory, N arrays with the fields time (s), contact (index in the
        system's list), speed (m/s), impulse (kg m/s) and loss (J). They have at most 128 rows; data["events/count"] counts all."""
        with _open(self.path) as f:
            if "events" not in f:
                raise DataError(f"{self.path}:/events: not found; the system has no contacts")
            columns = {name: f[f"events/{name}"][()] for name in EVENT_COLUMNS}
        rows = [~np.isnan(times) for times in columns["time"]]
        events = []
        for number, which in enumerate(rows):
            one = np.zeros(which.sum(), [(name, np.int64 if name == "contact" else np.float64) for name in EVENT_COLUMNS])
            for name, values in columns.items():
                one[name] = values[number][which]
            one.flags.writeable = False
            events.append(one)
        return events

    @cached_property
    def error_bound(self) -> Floats:
        """(N, T) estimated bound of the relative error of the stored state"""
        if "error_bound" not in self.along_time:
            raise DataError(f"{self.path}:/error_bound: not found; the data were generated without it, with bound=False")
        return self._floats("error_bound")

    @cached_property
    def acceleration(self) -> Floats:
        """(N, T, n, d) m/s^2, dv/dt; for data generated with it: cchnn.generate(..., with_="acceleration")"""
        return self._on_request("acceleration", "acceleration")

    @cached_property
    def qddot(self) -> Floats:
        """(N, T, m) accelerations of the generalised coordinates, beside `acceleration`"""
        self._need_coordinates("qddot")
        return self._on_request("qddot", "acceleration")

    @cached_property
    def momentum(self) -> Floats:
        """(N, T, n, d) kg m/s, p = M v; for data generated with it, also families with drawn masses"""
        return self._on_request("momentum", "momentum")

    @cached_property
    def generalised_momentum(self) -> Floats:
        """(N, T, m) dT/dqdot, beside `momentum`"""
        self._need_coordinates("generalised_momentum")
        return self._on_request("generalised_momentum", "momentum")

    @cached_property
    def multipliers(self) -> Floats:
        """(N, T, C) lambda in M dv/dt = f - (dPhi/dx)^T lambda; 0 for constraints that depend on others"""
        return self._on_request("multipliers", "multipliers")

    @cached_property
    def sensitivities(self) -> Sensitivities:
        """Derivatives of each trajectory by its start and by numbers; for data generated with_="sensitivities"."""
        arrays = {name: self._on_request(f"sensitivity/{name}", "sensitivities") for name in ("basis", "start", "error_bound")}
        with _open(self.path) as f:
            pointers = tuple(texts(f["sensitivity/pointer"])) if "sensitivity/pointer" in f else ()
            if "sensitivity/q" in f:
                arrays["q"] = read_only(f["sensitivity/q"][()])
        by = self._on_request("sensitivity/parameters", "sensitivities") if pointers else None
        return Sensitivities(**arrays, parameters=by, pointers=pointers)

    @cached_property
    def mass_matrix(self) -> Floats:
        """(n, n) kg; p = mass_matrix @ v. For a family that draws masses or second moments: (N, 1, n, n), one matrix a
        trajectory, so that mass_matrix @ v still is p."""
        with _open(self.path) as f:
            return read_only(read_mass_matrix(f))

    @cached_property
    def inverse_mass_matrix(self) -> Floats:
        """1/kg, of the shape of `mass_matrix`; v = inverse_mass_matrix @ p"""
        if self.mass_matrix.ndim == 2:
            with _open(self.path) as f:
                return read_only(read_inverse_mass_matrix(f))
        return read_only(np.linalg.inv(self.mass_matrix))

    @cached_property
    def coordinate_names(self) -> list[str]:
        """(m,) body and kind of each coordinate"""
        self._need_coordinates("system/coordinates/name")
        return list(self["system/coordinates/name"])

    @cached_property
    def angles(self) -> NDArray[np.bool_]:
        """(m,) which coordinates are angles: values that differ by 2 pi are the same. Give a network their sine and
        cosine."""
        self._need_coordinates("system/coordinates/angle")
        return read_only(np.array(self["system/coordinates/angle"], bool))

    @cached_property
    def bodies(self) -> list[Body]:
        """For a family, drawn numbers are replaced by their means, here and in `edges` and `constraints`."""
        with _open(self.path) as f:
            return read_bodies(f)

    @cached_property
    def edges(self) -> list[Edge]:
        with _open(self.path) as f:
            return read_edges(f)

    @cached_property
    def edge_index(self) -> NDArray[np.int64]:
        """(2, E') bodies a and b of the edges that join two bodies, for graph networks. Numbers are of bodies, including anchors,
        as in `centres`; they are not nodes of x."""
        pairs = [(edge.body_a, edge.body_b) for edge in self.edges if edge.body_b >= 0]
        return read_only(np.array(pairs, np.int64).reshape(-1, 2).T)

    def centres(self, x: Any) -> Any:
        """Centre of mass of each body, (..., bodies, d), from x (..., n, d), array or tensor; for anchors their position."""
        return self._of_bodies(x, np.stack([body.position for body in self.bodies]))

    def centre_velocities(self, v: Any) -> Any:
        """Velocities of the centres, (..., bodies, d), from v (..., n, d); 0 for anchors."""
        return self._of_bodies(v, np.zeros((len(self.bodies), self.shape[3])))

    def _of_bodies(self, rows: Any, of_anchors: Floats) -> Any:
        """The first node of each body, and in the places of anchors, which have no nodes, what is given."""
        anchors = [body.number for body in self.bodies if body.is_anchor]
        out = rows[..., [0 if body.is_anchor else body.nodes[0] for body in self.bodies], :]
        out[..., anchors, :] = constant_like(of_anchors[anchors], rows)
        return out

    @cached_property
    def constraints(self) -> Constraints:
        with _open(self.path) as f:
            return read_constraints(f)

    @cached_property
    def physics(self) -> Physics:
        """Phi, its rate and Jacobian, energies and momenta, for any x and v, NumPy arrays or tensors."""
        with _open(self.path) as f:
            if "parameters" in f:
                raise DataError(f"{self.path}:/parameters: numbers of {self.system_name} differ from trajectory to "
                                "trajectory, but physics needs one value; use the stored energies in Dataset.energy")
        if any("moves" in body for body in self.system["bodies"]):
            raise DataError(f"{self.path}: anchors of {self.system_name} move, but physics knows no time; use the stored energies "
                            "in Dataset.energy")
        return Physics(self.bodies, self.edges, self.constraints, self.mass_matrix, self.system)

    @cached_property
    def system(self) -> dict[str, Any]:
        """The system's JSON (schemas/system.md)"""
        return dict(json.loads(self["system/json"]))

    def system_of(self, trajectory: int) -> dict[str, Any]:
        """The system's JSON with the numbers of one trajectory of a family."""
        system: dict[str, Any] = json.loads(self["system/json"])
        for pointer, column in self.parameters.items():
            *path, last = (part.replace("~1", "/").replace("~0", "~") for part in pointer.split("/")[1:])
            place: Any = system
            for part in path:
                place = place[int(part) if isinstance(place, list) else part]
            place[int(last) if isinstance(place, list) else last] = float(column[trajectory])
        return system

    @property
    def why_not_from_coordinates(self) -> str:
        """Why x and v do not follow from q and qdot, or "": a family whose lengths or places are drawn for each trajectory."""
        for pointer in self.parameters:
            if (pointer.startswith("/constraints/") and pointer.endswith("/length")) or "/point/" in pointer or "/position/" in pointer:
                return f"{self.system_name} draws {pointer} for each trajectory, which q does not determine"
        return ""

    def statistics(self, name: str) -> tuple[Floats, Floats]:
        """Mean and standard deviation of an array (N, T, ...) over trajectories and samples, each (...)."""
        array = self._floats(name)
        return np.nanmean(array, axis=(0, 1)), np.nanstd(array, axis=(0, 1))

    def windows(self, length: int, stride: int = 1, arrays: Union[str, Sequence[str]] = ("x", "v"), dtype: FloatType = None,
                memory: Optional[bool] = None) -> Windows:
        """Windows of `length` samples that start at multiples of `stride`, for the arrays named; a string names one array,
        and each window is then a tuple of one. dtype: float32 or float64, of NumPy or torch [the file's]. memory: read
        arrays into memory [if up to 1 GiB], or gather windows from the file's pages."""
        for name in {"q", "qdot"}.intersection(names_of(arrays)):
            self._need_coordinates(name)
        return Windows(self.path, arrays, length, stride, dtype, memory)

    def _coordinates(self, name: str) -> Floats:
        self._need_coordinates(name)
        return self._floats(name)

    def _on_request(self, name: str, asked: str) -> Floats:
        with _open(self.path) as f:
            if name not in f:
                raise DataError(f"{self.path}:/{name}: not found; generate the data with it: "
                                f"cchnn.load({self.system_name!r}, with_={asked!r})")
        return self._floats(name)

    def _of_inputs(self, name: str) -> Floats:
        if not self.system.get("inputs"):
            raise DataError(f"{self.path}:/{name}: not found; {self.system_name} has no inputs")
        return self._floats(name)

    def _floats(self, name: str) -> Floats:
        return read_only(np.asarray(self[name]))

    def _need_coordinates(self, name: str) -> None:
        if not self._why_no_coordinates.startswith("in "):
            raise DataError(f"{self.path}:/{name}: {self.system_name} has no generalised coordinates, "
                            f"{self._why_no_coordinates.removeprefix('none: ')}; use x and v")


def _file_of(path: Path, split: Optional[str]) -> Path:
    split = "valid" if split in ("val", "validation") else split
    if path.is_dir():
        return _file_in(path, split)
    if split is not None and path.exists():
        raise DataError(f"{path}: is a file, but split '{split}' was given; give the directory, or no split")
    if not path.exists():
        raise FileNotFoundError(f"{path}: does not exist; make datasets with cchnn.generate(...), or load one by the name of its "
                                "system with cchnn.load(...)")
    return path


def _file_in(directory: Path, split: Optional[str]) -> Path:
    there = [name for name in SPLITS if (directory / f"{name}.h5").exists()]
    if split is None and len(there) == 1:
        return directory / f"{there[0]}.h5"
    if split is None and there:
        raise DataError(f"{directory}: is a directory; name the set: cchnn.Dataset({str(directory)!r}, {there[0]!r})")
    if split in there:
        return directory / f"{split}.h5"
    found = f"the directory has {' and '.join(there)}" if there else "the directory has no set"
    missing = directory if split is None else directory / f"{split}.h5"
    raise FileNotFoundError(f"{missing}: does not exist, {found}; make datasets with cchnn.generate(...) or cchnn-gen generate")


def _open(path: Path) -> h5py.File:
    try:
        return h5py.File(path, "r")
    except OSError as error:
        raise DataError(f"{path}: is not a readable HDF5 file ({error})") from None
