"""A corpus of many systems (schemas/corpus.md): systems, windows over all of them, graph batches, and streams."""
from __future__ import annotations

import itertools
import json
import math
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Iterator, Optional

import h5py
import numpy as np

from .checks import whole_number
from .errors import DataError, ProgramError
from .programs import Argument, find_program, in_keywords, words_of

SIDES = ("train", "valid", "test")
# Kinds of edges, in the order of their numbers: what holds the nodes of a body together, then types of items.
EDGE_KINDS = ("rigid", "Link", "Joint", "Joint+Axis", "Slider", "Universal", "Planar", "Newtonian", "Spring", "Potential",
              "Torque", "TorsionSpring", "Dashpot", "TorsionDamper", "Weld", "Screw", "Rope", "Gear", "Rack", "Dipole")
_NUMBERS = ("length", "rest_length", "stiffness", "gravitational_constant", "torque", "coefficient")


@dataclass(frozen=True)
class Graph:
    """A system as a graph, in the layout of PyTorch Geometric: N nodes of a state, then one for each Origin, and E edges in both
    directions. `nodes` has mass and 1 for an Origin; `edge_attr` a column for each of EDGE_KINDS, then length, rest length,
    stiffness, gravitational constant, torque and coefficient of the item, 0 where it has none."""

    nodes: np.ndarray  # (N, 2)
    origins: np.ndarray  # (number of Origins, d) positions
    edge_index: np.ndarray  # (2, E)
    edge_attr: np.ndarray  # (E, 26)


@dataclass(frozen=True)
class CorpusSystem:
    """One system: its file, and its trajectories as arrays (R, T, n, d) and (R, T), read-only."""

    number: int
    name: str
    system: dict[str, Any]
    graph_id: str
    dt: float
    x: np.ndarray
    v: np.ndarray
    energy: np.ndarray
    error_bound: np.ndarray

    @property
    def t(self) -> np.ndarray:
        return np.arange(self.x.shape[1]) * self.dt

    def graph(self) -> Graph:
        return graph_of(self.system)


class _Shard:
    """An open shard; states are mapped into memory."""

    def __init__(self, path: Path) -> None:
        self.file = h5py.File(path, "r")
        self.offsets = self.file["offsets"][:]
        self.shapes = self.file["shapes"][:]
        self.dt = self.file["dt"][:]
        self.x, self.v = self._mapped(path, "x"), self._mapped(path, "v")

    def _mapped(self, path: Path, name: str) -> np.ndarray:
        array = self.file[name]
        place = array.id.get_offset()
        if place is None or array.dtype != np.dtype("<f8"):
            raise DataError(f"{path}: /{name} is not contiguous float64, as a corpus has it")
        return np.memmap(path, dtype="<f8", mode="r", offset=place, shape=array.shape)


class Corpus:
    """The systems of a corpus, as DIR holds them: all that --select has left, or one `side` of the split by "graph" or by
    "numbers".

        corpus = cchnn.Corpus("corpus", side="train")
        for batch in corpus.windows(5, batch=256): ...     batch["x"] (256, 5, n, d), batch["mask"] (256, n)"""

    def __init__(self, directory: Argument, side: Optional[str] = None, split: str = "graph",
                 copies: Optional[int] = None) -> None:
        self.directory = Path(directory)
        path = self.directory / "index.h5"
        if not path.exists():
            raise DataError(f"{path}: not found; the command cchnn-gen corpus writes it once all shards are there")
        with h5py.File(path, "r") as file:
            if file.attrs.get("kind") != "corpus index":
                raise DataError(f"{path}: is not the index of a corpus")
            self.index = {name: file[name][:] for name in file if isinstance(file[name], h5py.Dataset) and file[name].shape}
            self.labels = {name: values[:] for name, values in file["labels"].items()}
        for table in (self.index, self.labels):
            for name, values in table.items():
                if values.dtype == object:
                    table[name] = np.array([text.decode() for text in values])
        if side is not None and side not in SIDES:
            raise DataError(f"side: {side!r}, expected one of {', '.join(SIDES)}")
        if split not in ("graph", "numbers"):
            raise DataError(f"split: {split!r}, expected graph or numbers")
        chosen = self.index["selected"] == 1
        if copies is not None:
            chosen &= self.index["copy"] < whole_number("copies", copies, "systems of one graph", 1)
        if side is not None:
            chosen &= self.index[f"side_by_{split}"] == SIDES.index(side)
        self._rows = np.flatnonzero(chosen)
        self._shards: dict[int, _Shard] = {}

    def __len__(self) -> int:
        return len(self._rows)

    def __getitem__(self, i: int) -> CorpusSystem:
        row = self._rows[i]
        shard, k = self._shard(int(self.index["shard"][row])), int(self.index["row"][row])
        cut = slice(shard.offsets[k], shard.offsets[k + 1])
        shape = tuple(shard.shapes[k])
        system = json.loads(shard.file["json"][k])
        return CorpusSystem(int(self.index["system"][row]), system["name"], system, str(self.index["graph"][row]),
                            float(shard.dt[k]), shard.x[cut].reshape(shape), shard.v[cut].reshape(shape),
                            shard.file["energy"][k], shard.file["error_bound"][k])

    def __iter__(self) -> Iterator[CorpusSystem]:
        return (self[i] for i in range(len(self)))

    def _shard(self, number: int) -> _Shard:
        if number not in self._shards:
            self._shards[number] = _Shard(self.directory / f"shards/shard-{number:05d}.h5")
        return self._shards[number]

    def windows(self, length: int, batch: int = 256, stride: int = 1, by_size: bool = False, seed: int = 0,
                dtype: Any = np.float64) -> Iterator[dict[str, np.ndarray]]:
        """Every window of `length` samples once, in batches, shard after shard in random order, and in random order within a
        shard. A batch has x and v (B, length, n, d), dt (B), the `system` of each (B), and `mask` (B, n, d), 1 where a window has
        a node and an axis. With `by_size` all windows of a batch have the same n and d; else the smaller ones are padded with
        zeros."""
        length = whole_number("length", length, "samples", 1)
        batch = whole_number("batch", batch, "windows", 1)
        stride = whole_number("stride", stride, "samples", 1)
        random = np.random.default_rng(seed)
        shards = self.index["shard"][self._rows]
        for number in random.permutation(np.unique(shards)):
            shard = self._shard(int(number))
            rows = self._rows[shards == number]
            table = _window_table(shard, self.index["row"][rows], self.index["system"][rows], length, stride)
            for part in _parts(table, by_size, random):
                for begin in range(0, len(part), batch):
                    yield _gathered(shard, part[begin:begin + batch], length, dtype)

    def graphs(self, systems: Any, trajectory: int = 0, sample: int = 0) -> dict[str, np.ndarray]:
        """The systems at these places as one batch of graphs, in the layout of PyTorch Geometric: x (N, 2 + 2 D) with mass, 1
        for an Origin, position and velocity at a sample, D the largest dimension; edge_index (2, E); edge_attr; batch (N), the
        graph of each node; ptr, where each graph begins."""
        held = [self[int(i)] for i in systems]
        graphs = [one.graph() for one in held]
        axes = max((one.x.shape[3] for one in held), default=0)
        nodes, edges, attributes, ptr = [], [], [], [0]
        for one, graph in zip(held, graphs):
            n, d = one.x.shape[2:]
            features = np.zeros((len(graph.nodes), 2 + 2 * axes))
            features[:, :2] = graph.nodes
            features[:n, 2:2 + d] = one.x[trajectory, sample]
            features[n:, 2:2 + d] = graph.origins
            features[:n, 2 + axes:2 + axes + d] = one.v[trajectory, sample]
            nodes.append(features)
            edges.append(graph.edge_index + ptr[-1])
            attributes.append(graph.edge_attr)
            ptr.append(ptr[-1] + len(features))
        sizes = np.diff(ptr)
        return {"x": np.concatenate(nodes), "edge_index": np.concatenate(edges, axis=1),
                "edge_attr": np.concatenate(attributes), "batch": np.repeat(np.arange(len(held)), sizes),
                "ptr": np.array(ptr)}


def _window_table(shard: _Shard, rows: np.ndarray, systems: np.ndarray, length: int, stride: int) -> np.ndarray:
    """One line for each window: where it begins in x, its n and d, its row in the shard, its system."""
    parts = []
    for row, system in zip(rows, systems):
        trajectories, samples, n, d = shard.shapes[row]
        first = np.arange(0, samples - length + 1, stride)
        places = shard.offsets[row] + (np.arange(trajectories)[:, None] * samples + first).ravel() * n * d
        line = np.empty((len(places), 5), np.int64)
        line[:, 0] = places
        line[:, 1:] = (n, d, row, system)
        parts.append(line)
    return np.concatenate(parts) if parts else np.empty((0, 5), np.int64)


def _parts(table: np.ndarray, by_size: bool, random: np.random.Generator) -> Iterator[np.ndarray]:
    table = table[random.permutation(len(table))]
    if not by_size:
        yield table
        return
    for n, d in np.unique(table[:, 1:3], axis=0):
        yield table[(table[:, 1] == n) & (table[:, 2] == d)]


def _gathered(shard: _Shard, part: np.ndarray, length: int, dtype: Any) -> dict[str, np.ndarray]:
    most, axes = part[:, 1].max(), part[:, 2].max()
    x = np.zeros((len(part), length, most, axes), dtype)
    v, mask = np.zeros_like(x), np.zeros((len(part), most, axes), bool)
    sizes = part[:, 1] * 4 + part[:, 2]  # d is at most 3
    for size in np.unique(sizes):
        which = np.flatnonzero(sizes == size)
        n, d = size // 4, size % 4
        places = part[which, 0][:, None] + np.arange(length * n * d)
        x[which, :, :n, :d] = shard.x[places].reshape(-1, length, n, d)
        v[which, :, :n, :d] = shard.v[places].reshape(-1, length, n, d)
        mask[which, :n, :d] = True
    return {"x": x, "v": v, "mask": mask, "dt": shard.dt[part[:, 3]], "system": part[:, 4]}


def graph_of(system: dict[str, Any]) -> Graph:
    """The graph of a system file, as a corpus or a stream has it."""
    moving = [body for body in system["bodies"] if body["type"] != "Origin"]
    fixed = [body for body in system["bodies"] if body["type"] == "Origin"]
    first, masses, edges = {}, [], []
    for body in moving:
        axes = int(body["type"][3])
        first[body["id"]] = len(masses)
        nodes = range(len(masses), len(masses) + axes + 1)
        masses += [body["mass"]] * (axes + 1)
        edges += [(a, b, "rigid", {"length": 1.0 if a == nodes[0] else 2 ** 0.5}) for a in nodes for b in nodes if a < b]
    for place, body in enumerate(fixed):
        first[body["id"]] = len(masses) + place
    for kind in ("constraints", "potentials", "damping"):
        for item in system.get(kind, []):
            if item["type"] in EDGE_KINDS:
                edges += [(first[a], first[b], item["type"], item) for a, b in itertools.combinations(_bodies_of(item), 2)]
    both = [(a, b, *rest) for one in edges for a, b, *rest in (one, (one[1], one[0], *one[2:]))]
    attributes = np.zeros((len(both), len(EDGE_KINDS) + len(_NUMBERS)))
    for row, (_, _, kind, item) in zip(attributes, both):
        row[EDGE_KINDS.index(kind)] = 1
        row[len(EDGE_KINDS):] = [item.get(name, 0) for name in _NUMBERS]
    nodes_of = np.array([[mass, 0] for mass in masses] + [[0, 1]] * len(fixed), float).reshape(-1, 2)
    origins = np.array([body["position"] for body in fixed], float).reshape(len(fixed), system["dimension"])
    return Graph(nodes_of, origins, np.array([edge[:2] for edge in both], np.int64).reshape(-1, 2).T, attributes)


def _bodies_of(item: dict[str, Any]) -> list[str]:
    """The bodies that an item joins, each once, in the order of the item."""
    parts = [item, *(item[key] for key in ("first", "second", "wheel", "slide") if key in item)]
    ends = [end for part in parts for key in ("between", "bodies", "points") for end in part.get(key, [])]
    if item["type"] == "Dipole":
        ends = [item["body"], item["pivot"]]
    return list(dict.fromkeys(end if isinstance(end, str) else end["body"] for end in ends))


@dataclass(frozen=True)
class Frame:
    """A frame of a stream: its header, and arrays by name."""

    header: dict[str, Any]
    arrays: dict[str, np.ndarray]


def stream(source: Argument, **options: Any) -> Iterator[Frame]:
    """Frames of cchnn-gen stream, as they are made: systems of a recipe, or blocks of trajectories of a system. Options are
    those of the command: seed=3, frames=10, block=256, type="float32". The program ends when the iterator is closed."""
    command = [find_program("cchnn-gen"), "stream", str(source), *words_of(options)]
    with subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None and process.stderr is not None
        try:
            while True:
                frame = read_frame(process.stdout)
                if frame is None:
                    break
                yield frame
        finally:
            process.stdout.close()
            messages = process.stderr.read().decode("utf-8", "replace")
    if process.returncode != 0:
        raise ProgramError(in_keywords(messages.strip()), process.returncode)


def read_frame(file: Any) -> Optional[Frame]:
    """The next frame of a binary file that stream wrote; None at its end. Anything else there is a DataError."""
    where = _place(file)
    size = _up_to(file, 8)
    if not size:
        return None
    length = int.from_bytes(_whole(size, 8, where, "the length of a header"), "little")
    if length > _MOST_HEADER:
        raise DataError(f"{where}: a header of {length} bytes, at most {_MOST_HEADER} are allowed; this is not a frame, or it is damaged")
    text = _whole(_up_to(file, length), length, where, "a header")
    try:
        header = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise DataError(f"{where}: the header is not JSON: {error}") from None
    shapes = _shapes(header, where)
    payload = _whole(_up_to(file, header["bytes"]), header["bytes"], where, "the arrays")
    arrays, place = {}, 0
    for name, (dtype, shape) in shapes.items():
        count = math.prod(shape)
        arrays[name] = np.frombuffer(payload, dtype, count, place).reshape(shape)
        place += count * dtype.itemsize
    return Frame(header, arrays)


_MOST_HEADER = 64 * 2 ** 20


def _shapes(header: Any, where: str) -> dict[str, tuple[np.dtype, list[int]]]:
    """Type and shape of each array that a header lists, which together have as many bytes as it says."""

    def require(fine: bool, key: str, rule: str) -> None:
        if not fine:
            got = json.dumps(header.get(key)) if key in header else "nothing"
            raise DataError(f"{where}: {key} must be {rule}, got {got if len(got) <= 100 else got[:97] + '...'}")

    if not isinstance(header, dict):
        raise DataError(f"{where}: the header must be an object, got {type(header).__name__}")
    require(header.get("format") == "cchnn frame", "format", '"cchnn frame"')
    require(header.get("format_version") == 1 and _is_count(header["format_version"]), "format_version", "1")
    require(_is_count(header.get("frame")), "frame", "a whole number")
    require(_is_count(header.get("bytes")), "bytes", "a whole number")
    arrays = header.get("arrays", [])
    fine = isinstance(arrays, list) and all(
        isinstance(one, dict) and isinstance(one.get("name"), str) and one.get("dtype") in ("<f8", "<f4")
        and isinstance(one.get("shape"), list) and 0 < len(one["shape"]) <= 8
        and all(_is_count(size) and 0 < size < 2 ** 63 for size in one["shape"]) for one in arrays)
    require(fine, "arrays", "a list of objects with a name, a dtype of <f8 or <f4, and a shape of 1 to 8 numbers > 0")
    shapes = {one["name"]: (np.dtype(one["dtype"]), one["shape"]) for one in arrays}
    require(len(shapes) == len(arrays), "arrays", "a list of different names")
    needed = sum(dtype.itemsize * math.prod(shape) for dtype, shape in shapes.values())
    require(header["bytes"] == needed, "bytes", f"{needed}, as many as the arrays have")
    return shapes


def _is_count(value: Any) -> bool:
    return type(value) is int and value >= 0


def _place(file: Any) -> str:
    try:
        return f"stream, frame at byte {file.tell()}"
    except (AttributeError, OSError, ValueError):  # a pipe has no places
        return "stream"


def _whole(data: bytes, size: int, where: str, what: str) -> bytes:
    if len(data) != size:
        raise DataError(f"{where}: ends within {what}, after {len(data)} of {size} bytes")
    return data


def _up_to(file: Any, size: int) -> bytes:
    """As many bytes, or all until the end, in parts: a damaged size costs no more memory than the file has."""
    pieces, left = [], size
    while left > 0:
        piece = file.read(min(left, 16 * 2 ** 20))
        if not piece:
            break
        pieces.append(piece)
        left -= len(piece)
    return pieces[0] if len(pieces) == 1 else b"".join(pieces)
