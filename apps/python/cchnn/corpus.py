"""A corpus of many systems (schemas/corpus.md): systems, windows over all of them, graph batches, and streams."""
from __future__ import annotations

import json
import math
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Iterator, Mapping, Optional, Sequence

import h5py
import numpy as np

from .checks import whole_number
from .errors import DataError, ProgramError
from .graphs import AXES, Graph, graph_of
from .new_file import new_file
from .programs import Argument, find_program, in_keywords, words_of

SIDES = ("train", "valid", "test")
_MOST_GRAPHS = 2 ** 30  # bytes of graphs that a Corpus keeps


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

    def __init__(self, directory: Argument, side: Optional[str] = None, split: str = "graph", copies: Optional[int] = None,
                 parts: Optional[int] = None, kinds: Sequence[str] = ()) -> None:
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
        if split not in ("graph", "numbers"):
            raise DataError(f"split: {split!r}, expected graph or numbers")
        self._split = split
        self._filters = {"side": side, "copies": copies, "parts": parts, "kinds": kinds}
        self._rows = np.flatnonzero((self.index["selected"] == 1) & self._having(**self._filters))
        self._chosen_rows = set(self._rows.tolist())
        self._row_of = {int(number): row for row, number in enumerate(self.index["system"])}
        self._shards: dict[int, _Shard] = {}
        self._graphs: dict[tuple[int, Any], _Held] = {}
        self._graph_bytes = 0

    def _having(self, side: Optional[str], copies: Optional[int], parts: Optional[int], kinds: Sequence[str]) -> np.ndarray:
        """Of all rows of the index: whether a system is on the side, has so many parts, and has each of the kinds."""
        chosen = np.ones(len(self.index["system"]), bool)
        if copies is not None:
            chosen &= self.index["copy"] < whole_number("copies", copies, "systems of one graph", 1)
        if side is not None:
            if side not in SIDES:
                raise DataError(f"side: {side!r}, expected one of {', '.join(SIDES)}")
            chosen &= self.index[f"side_by_{self._split}"] == SIDES.index(side)
        if parts is not None:
            if "parts" not in self.labels:
                raise DataError("parts: this corpus has no label 'parts'; an earlier version made it")
            chosen &= self.labels["parts"] == whole_number("parts", parts, "independent parts", 1)
        names = list(self.index["kinds"])
        for kind in [kinds] if isinstance(kinds, str) else kinds:
            if kind not in names:
                raise DataError(f"kinds: {kind!r} is not in this corpus, which has {', '.join(names)}")
            chosen &= self.labels["kinds"][:, names.index(kind)] > 0
        return chosen

    def __len__(self) -> int:
        return len(self._rows)

    def __getitem__(self, number: int) -> CorpusSystem:
        """The system with this number, as `windows` and `graph_windows` give it; of another side it is an error."""
        return self._at(self._row(number))

    @property
    def numbers(self) -> np.ndarray:
        """The numbers of the chosen systems, in order."""
        return self.index["system"][self._rows]

    def _row(self, number: Any) -> int:
        number = whole_number("system", number, "systems", 0)
        row = self._row_of.get(number)
        if row is None:
            raise DataError(f"system: the corpus has none with the number {number}; it has {len(self._row_of)}, the largest is "
                            f"{max(self._row_of, default=-1)}")
        if row not in self._chosen_rows:
            side = (*SIDES, "mixed")[int(self.index[f"side_by_{self._split}"][row])]
            chosen = ", ".join(f"{name}={value!r}" for name, value in self._filters.items() if value) or "--select"
            raise DataError(f"system: {number} is on the side {side} of the split by {self._split}, and is not among the systems "
                            f"that {chosen} leaves; `numbers` lists those, and `for one in corpus` goes through them")
        return row

    def _at(self, row: int) -> CorpusSystem:
        shard, k = self._shard(int(self.index["shard"][row])), int(self.index["row"][row])
        cut = slice(shard.offsets[k], shard.offsets[k + 1])
        shape = tuple(shard.shapes[k])
        system = json.loads(shard.file["json"][k])
        return CorpusSystem(int(self.index["system"][row]), system["name"], system, str(self.index["graph"][row]),
                            float(shard.dt[k]), shard.x[cut].reshape(shape), shard.v[cut].reshape(shape),
                            shard.file["energy"][k], shard.file["error_bound"][k])

    def __iter__(self) -> Iterator[CorpusSystem]:
        return (self._at(row) for row in self._rows)

    def _shard(self, number: int) -> _Shard:
        if number not in self._shards:
            self._shards[number] = _Shard(self.directory / f"shards/shard-{number:05d}.h5")
        return self._shards[number]

    def windows(self, length: int, batch: int = 256, stride: int = 1, by_size: bool = False, seed: int = 0,
                dtype: Any = np.float64) -> Iterator[dict[str, np.ndarray]]:
        """Every window of `length` samples once, in batches, shard after shard in random order, and in random order within a
        shard. A batch has x and v (B, length, n, d), dt (B), the `system`, `trajectory` and first `sample` of each (B), and `mask`
        (B, n, d), 1 where a window has a node and an axis. With `by_size` all windows of a batch have the same n and d; else the smaller ones are padded with
        zeros."""
        length = whole_number("length", length, "samples", 1)
        batch = whole_number("batch", batch, "windows", 1)
        stride = whole_number("stride", stride, "samples", 1)
        random = np.random.default_rng(seed)
        for shard, table in self._tables(self._rows, length, stride, random):
            for part in _parts(table, by_size, random):
                for begin in range(0, len(part), batch):
                    yield _gathered(shard, part[begin:begin + batch], length, dtype)

    def _tables(self, rows: np.ndarray, length: int, stride: int, random: np.random.Generator) -> Iterator[tuple[_Shard, np.ndarray]]:
        """Shards in random order, each with a line for each of its windows (_window_table)."""
        shards = self.index["shard"][rows]
        for number in random.permutation(np.unique(shards)):
            shard = self._shard(int(number))
            own = rows[shards == number]
            yield shard, _window_table(shard, self.index["row"][own], self.index["system"][own], length, stride)

    def graphs(self, numbers: Any, trajectory: int = 0, sample: int = 0, dtype: Any = np.float64) -> dict[str, np.ndarray]:
        """The systems with these numbers at a sample as one batch of graphs, in the layout of PyTorch Geometric. For N nodes and E
        edges of B graphs: x (N, 13), edge_index (2, E), edge_attr (E, 140), edge_kind (E), u (B, 9), with the columns of Graph;
        pos and vel (N, 3), 0 beyond the dimension; mask (N, 3), whether a node moves along an axis; batch (N), the graph of each
        node; ptr (B + 1), where each begins; dt, system, trajectory, sample (B)."""
        rows = [self._row(number) for number in np.atleast_1d(np.asarray(numbers)).tolist()]
        places = []
        for row in rows:
            shard, k = self._shard(int(self.index["shard"][row])), int(self.index["row"][row])
            trajectories, samples, n, d = map(int, shard.shapes[k])
            for name, value, size in (("trajectory", trajectory, trajectories), ("sample", sample, samples)):
                if not 0 <= whole_number(name, value, name + "s", 0) < size:
                    raise DataError(f"{name}: {value}, but system {self.index['system'][row]} has {size}")
            begin = shard.offsets[k] + (trajectory * samples + sample) * n * d
            places.append((shard, np.array([[begin, n, d, k, self.index["system"][row], trajectory, sample]])))
        batch = _joined([self._held(row, dtype) for row in rows])
        states = [_states(shard, line, 1, *_nodes_of([self._held(row, dtype)]), dtype) for row, (shard, line) in zip(rows, places)]
        for name, at in (("pos", 0), ("vel", 1)):
            batch[name] = np.concatenate([one[at][:, 0] for one in states] or [np.empty((0, 3), dtype)])
        batch["mask"] = np.concatenate([one[2] for one in states] or [np.empty((0, 3), bool)])
        batch["dt"] = np.array([shard.dt[line[0, 3]] for shard, line in places])
        return {**batch, **_places_of(np.concatenate([line for _, line in places] or [np.empty((0, 7), np.int64)]))}

    def graph_windows(self, length: int, batch: int = 256, stride: int = 1, targets: int = 1, seed: int = 0, dtype: Any = np.float64,
                      side: Optional[str] = None, parts: Optional[int] = None, kinds: Sequence[str] = ()) -> Iterator[dict[str, np.ndarray]]:
        """Every window of `length` samples that has `targets` more behind it once, in batches of graphs as `graphs` gives them,
        shard after shard in random order. pos and vel are (N, length, 3), next_pos and next_vel (N, targets, 3); `sample` is the
        first of a window. `side`, `parts` (how many independent ones) and `kinds` (those that a system has) leave out others."""
        length = whole_number("length", length, "samples", 1)
        targets = whole_number("targets", targets, "samples", 0)
        batch = whole_number("batch", batch, "windows", 1)
        stride = whole_number("stride", stride, "samples", 1)
        random = np.random.default_rng(seed)
        rows = self._rows[self._having(side, None, parts, kinds)[self._rows]]
        for shard, table in self._tables(rows, length + targets, stride, random):
            table = table[random.permutation(len(table))]
            for begin in range(0, len(table), batch):
                part = table[begin:begin + batch]
                held = [self._held(self._row_of[number], dtype) for number in part[:, 4].tolist()]
                pos, vel, mask = _states(shard, part, length + targets, *_nodes_of(held), dtype)
                yield {**_joined(held), "pos": pos[:, :length], "vel": vel[:, :length], "next_pos": pos[:, length:],
                       "next_vel": vel[:, length:], "mask": mask, "dt": shard.dt[part[:, 3]], **_places_of(part)}

    def write_submission(self, path: Argument, answers: Mapping[int, tuple[Any, Any]], model: str = "", notes: str = "", *,
                         context: int = 1) -> None:
        """Writes predictions for cchnn-eval corpus: of each system, by its number, x and v (R, T, n, d) from its initial states, or
        from as many samples as `context` says."""
        digest = json.loads((self.directory / "corpus.json").read_text())["digest"]
        states = []
        for number, answer in answers.items():
            row = self._row(number)
            shape = tuple(self._shard(int(self.index["shard"][row])).shapes[int(self.index["row"][row])])
            for name, array in zip(("x", "v"), answer):
                if np.shape(array) != shape:
                    raise DataError(f"answers[{number}]: {name} has the shape {np.shape(array)}, expected {shape}")
            states.append([np.asarray(array, np.float64).ravel() for array in answer])
        with new_file(Path(path)) as unfinished, h5py.File(unfinished, "w") as file:
            file.attrs.update(kind="corpus submission", format_version=1, answers_corpus=digest, model=model, notes=notes, context=context)
            file["system"] = np.array(list(answers), np.int64)
            for k, name in enumerate(("x", "v")):
                file[name] = np.concatenate([one[k] for one in states] or [np.empty(0)])

    def _held(self, row: int, dtype: Any) -> _Held:
        """The graph of a system, made once; the oldest ones go when all together pass a limit."""
        key = (row, np.dtype(dtype).char)
        if key not in self._graphs:
            shard = self._shard(int(self.index["shard"][row]))
            graph = graph_of(json.loads(shard.file["json"][int(self.index["row"][row])]))
            held = _Held(graph.nodes.astype(dtype), graph.edge_attr.astype(dtype), graph.edge_index, graph.edge_kind,
                         graph.u.astype(dtype), np.pad(graph.origins, ((0, 0), (0, len(AXES) - graph.origins.shape[1]))).astype(dtype))
            self._graphs[key] = held
            self._graph_bytes += held.bytes
            while self._graph_bytes > _MOST_GRAPHS and len(self._graphs) > 1:
                self._graph_bytes -= self._graphs.pop(next(iter(self._graphs))).bytes
        return self._graphs[key]


@dataclass(frozen=True)
class _Held:
    """The arrays of a graph that a batch has, in the type of the batch."""

    nodes: np.ndarray
    edge_attr: np.ndarray
    edge_index: np.ndarray
    edge_kind: np.ndarray
    u: np.ndarray
    origins: np.ndarray  # (number of Origins, 3)

    @property
    def bytes(self) -> int:
        return self.nodes.nbytes + self.edge_attr.nbytes + self.edge_index.nbytes + self.edge_kind.nbytes


def _joined(held: list[_Held]) -> dict[str, np.ndarray]:
    """The parts of a batch that do not depend on states."""
    sizes = np.array([len(one.nodes) for one in held], np.int64)
    ptr = np.concatenate([[0], np.cumsum(sizes)])
    if not held:
        raise DataError("systems: none were named; a batch has at least one graph")
    shift = np.repeat(ptr[:-1], [len(one.edge_kind) for one in held])
    return {"x": np.concatenate([one.nodes for one in held]),
            "edge_index": np.concatenate([one.edge_index for one in held], axis=1) + shift,
            "edge_attr": np.concatenate([one.edge_attr for one in held]),
            "edge_kind": np.concatenate([one.edge_kind for one in held]),
            "u": np.stack([one.u for one in held]), "batch": np.repeat(np.arange(len(held)), sizes), "ptr": ptr}


def _nodes_of(held: list[_Held]) -> tuple[np.ndarray, np.ndarray]:
    """How many nodes each graph has, and the positions of all Origins."""
    return np.array([len(one.nodes) for one in held]), np.concatenate([one.origins for one in held])


def _states(shard: _Shard, part: np.ndarray, samples: int, sizes: np.ndarray, origins: np.ndarray,
            dtype: Any) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Positions and velocities (N, samples, 3) of all nodes of windows, and where there are any to be read, (N, 3)."""
    begin, n, d = (np.repeat(column, sizes) for column in part.T[:3])
    local = np.arange(len(n)) - np.repeat(np.cumsum(sizes) - sizes, sizes)
    moves = local < n
    mask = moves[:, None] & (np.arange(len(AXES)) < d[:, None])
    places = ((begin + local * d)[:, None] + np.arange(samples) * (n * d)[:, None])[:, :, None] + np.arange(len(AXES))
    read = np.broadcast_to(mask[:, None], places.shape)
    arrays = []
    for stored in (shard.x, shard.v):
        values = np.zeros(places.shape, dtype)
        values[read] = stored[places[read]]
        arrays.append(values)
    arrays[0][~moves] = origins[:, None]
    return arrays[0], arrays[1], mask


def _places_of(part: np.ndarray) -> dict[str, np.ndarray]:
    """Where windows come from."""
    return {"system": part[:, 4], "trajectory": part[:, 5], "sample": part[:, 6]}


def _window_table(shard: _Shard, rows: np.ndarray, systems: np.ndarray, length: int, stride: int) -> np.ndarray:
    """One line for each window: where it begins in x, its n and d, its row in the shard, its system, trajectory and sample."""
    parts = []
    for row, system in zip(rows, systems):
        trajectories, samples, n, d = shard.shapes[row]
        first = np.arange(0, samples - length + 1, stride)
        places = shard.offsets[row] + (np.arange(trajectories)[:, None] * samples + first).ravel() * n * d
        line = np.empty((len(places), 7), np.int64)
        line[:, 0] = places
        line[:, 1:5] = (n, d, row, system)
        line[:, 5] = np.repeat(np.arange(trajectories), len(first))
        line[:, 6] = np.tile(first, trajectories)
        parts.append(line)
    return np.concatenate(parts) if parts else np.empty((0, 7), np.int64)


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
    return {"x": x, "v": v, "mask": mask, "dt": shard.dt[part[:, 3]], **_places_of(part)}


@dataclass(frozen=True)
class Frame:
    """A frame of a stream: its header, and arrays by name."""

    header: dict[str, Any]
    arrays: dict[str, np.ndarray]

    def graph(self) -> Graph:
        """The graph of its system, as that of a CorpusSystem."""
        return graph_of(self.header["system"])

    @property
    def side(self) -> str:
        """The side of its graph, as a corpus has it: that of all its parts, or "mixed". The first 13 hex digits of an id are a part
        of 16^13."""
        if "part_graphs" not in self.header:
            raise DataError("side: frames of one system have none; stream a recipe")
        shares = [int(one[:13], 16) / 16 ** 13 for one in self.header["part_graphs"]]
        sides = {SIDES[0 if share < 0.8 else 1 if share < 0.9 else 2] for share in shares}
        return sides.pop() if len(sides) == 1 else "mixed"


def stream(source: Argument, side: Optional[str] = None, **options: Any) -> Iterator[Frame]:
    """Frames of cchnn-gen stream, as they are made: systems of a recipe, or blocks of trajectories of a system. Options are
    those of the command: seed=3, frames=10, block=256, type="float32". With a `side`, frames of other sides are left out; the
    program makes them, and `frames` counts them. The program ends when the iterator is closed."""
    if side is not None and side not in SIDES:
        raise DataError(f"side: {side!r}, expected one of {', '.join(SIDES)}")
    command = [find_program("cchnn-gen"), "stream", str(source), *words_of(options)]
    with subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None and process.stderr is not None
        try:
            while True:
                frame = read_frame(process.stdout)
                if frame is None:
                    break
                if side is None or frame.side == side:
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
