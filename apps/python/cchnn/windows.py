"""Windows of trajectories, for training: by number, in random batches, or streamed from files larger than memory."""
from __future__ import annotations

import contextlib
from pathlib import Path
from typing import TYPE_CHECKING, Any, Iterator, Optional, Sequence, Union

import h5py
import numpy as np

from .array_types import Floats
from .checks import whole_number
from .errors import DataError
from .trajectory_bytes import Indices, TrajectoryBytes, in_file, in_memory

if TYPE_CHECKING:
    from torch.utils.data import DataLoader
    from torch.utils.data import Dataset as TorchDataset

MEMORY = 1 << 30  # bytes that windows(memory=None) takes without being asked
BUFFER = 1 << 28  # of stream()

Batch = tuple[Floats, ...]
FloatType = Any  # float32 or float64: a name, a type of NumPy, or one of torch


def names_of(arrays: Union[str, Sequence[str]]) -> tuple[str, ...]:
    """A string is the name of one array."""
    return (arrays,) if isinstance(arrays, str) else tuple(arrays)


def _batch_size(size: Any) -> int:
    return whole_number("size", size, "windows", 1)


def _size_or_batch_size(size: Optional[int], options: dict[str, Any]) -> int:
    """As torch's DataLoader calls it too."""
    if size is None and "batch_size" not in options:
        raise TypeError("loader() needs the number of windows of a batch: loader(256)")
    return _batch_size(options.pop("batch_size") if size is None else size)


def _float_type(given: Any) -> np.dtype[Any]:
    # torch.float32 is called so by str(), and its name is the same in NumPy.
    name = str(given).removeprefix("torch.") if type(given).__module__ == "torch" else given
    with contextlib.suppress(TypeError):  # of names that NumPy does not know
        kind: np.dtype[Any] = np.dtype(name)
        if kind in (np.dtype(np.float32), np.dtype(np.float64)):
            return kind
    raise DataError(f"dtype: {given}, expected float32 or float64")


class Windows(Sequence[Batch]):
    """All windows of `length` samples that start at multiples of `stride`, of trajectories that are complete.
    Window k belongs to trajectory k // per_trajectory. Made by Dataset.windows()."""

    def __init__(self, path: Union[str, Path], arrays: Union[str, Sequence[str]], length: int, stride: int = 1,
                 dtype: FloatType = None, memory: Optional[bool] = None) -> None:
        self.path, self.arrays = str(path), names_of(arrays)
        self.length, self.stride = whole_number("length", length, "samples", 1), whole_number("stride", stride, "samples", 1)
        with h5py.File(path, "r") as f:
            self._shapes = [self._shape_of(f, name) for name in self.arrays]
            types = [f[name].dtype for name in self.arrays]
            self.trajectories: Indices = np.arange(self._shapes[0][0])
            if "outcome" in f:
                self.trajectories = np.flatnonzero(f["outcome"][:] == 0)
            self._per_read = max(f[name].chunks[0] if f[name].chunks else 1 for name in self.arrays)
        self._dtypes = types if dtype is None else [_float_type(dtype)] * len(types)
        for kind in self._dtypes:
            _float_type(kind)
        self.samples = self._shapes[0][1]
        if self.length > self.samples:
            raise DataError(f"length: {length}, expected 1 to {self.samples}, the samples of a trajectory of {path}")
        self.per_trajectory = (self.samples - self.length) // self.stride + 1
        size = sum(int(np.prod(s, dtype=np.int64)) * d.itemsize for s, d in zip(self._shapes, self._dtypes))
        self.memory = size <= MEMORY if memory is None else memory
        self._sources: Optional[list[Optional[TrajectoryBytes]]] = None

    def __repr__(self) -> str:
        kinds = ", ".join(f"{name} {kind}" for name, kind in zip(self.arrays, self._dtypes))
        return f"cchnn.Windows: {len(self)} of {self.length} samples, of {len(self.trajectories)} trajectories; {kinds}"

    def _shape_of(self, f: h5py.File, name: str) -> tuple[int, ...]:
        if name not in f:
            raise DataError(f"{self.path}:/{name}: not found; windows have x, v, q, qdot, energy, ...")
        if f[name].ndim < 2 or f[name].shape[:2] != f["x"].shape[:2]:
            raise DataError(f"{self.path}:/{name}: has shape {f[name].shape}, expected trajectories and samples as "
                            "first axes")
        return tuple(f[name].shape)

    def __len__(self) -> int:
        return len(self.trajectories) * self.per_trajectory

    def __getitem__(self, index: Any) -> Any:
        """One window, an array (L, ...) for each of `arrays`; for a slice or several numbers a batch."""
        if isinstance(index, slice):
            return self.batch(np.arange(len(self))[index])
        if np.ndim(index) > 0:
            return self.batch(index)
        if not -len(self) <= index < len(self):
            raise IndexError(f"window {index} of {len(self)}")
        if isinstance(index, (int, np.integer)):
            return self._window(int(index) % len(self))
        return tuple(array[0] for array in self.batch([index % len(self)]))

    def batch(self, numbers: Any) -> Batch:
        """The windows of these numbers, one array (B, L, ...) for each of `arrays`."""
        given = np.asarray(numbers)
        if given.size and given.dtype.kind not in "iu":
            raise DataError(f"numbers of windows: are {given.dtype}, expected whole numbers; convert a mask with "
                            "numpy.flatnonzero")
        k = given.astype(np.int64)
        # Addresses follow from the numbers: one beyond the end would be of other data.
        if len(k) and not (0 <= k.min() and k.max() < len(self)):
            raise IndexError(f"windows {k.min()} .. {k.max()} of {len(self)}")
        row, place = np.divmod(k, self.per_trajectory)
        return self._gather(self.trajectories[row], place * self.stride)

    def batches(self, size: int, seed: int = 0, drop_last: bool = False) -> Iterator[Batch]:
        """Every window once, in random order: one epoch. The seed sets the order."""
        size = _batch_size(size)
        order = np.random.default_rng(seed).permutation(len(self))
        return (self.batch(order[first:first + size]) for first in range(0, len(order) - (size - 1 if drop_last else 0), size))

    def stream(self, size: int, seed: int = 0, buffer: int = BUFFER, part: tuple[int, int] = (0, 1)) -> Iterator[Batch]:
        """Every window once, for files larger than memory and disks that seek slowly: HDF5 chunks are read whole and in
        random order, with their checksums, up to `buffer` bytes at a time; their windows are shuffled together. part = (k, n) is
        the k-th of n disjoint shares, for workers."""
        return self._streamed(_batch_size(size), seed, buffer, part)

    def _streamed(self, size: int, seed: int, buffer: int, part: tuple[int, int]) -> Iterator[Batch]:
        random = np.random.default_rng(seed)
        groups = random.permutation(-(-self._shapes[0][0] // self._per_read))[part[0]::part[1]]
        of_group = sum(self._per_read * int(np.prod(s[1:], dtype=np.int64)) * d.itemsize
                       for s, d in zip(self._shapes, self._dtypes))
        at_once = max(1, buffer // of_group)
        left: Optional[Batch] = None
        for first in range(0, len(groups), at_once):
            sources, count = self._read_groups(groups[first:first + at_once])
            order, begin = random.permutation(count * self.per_trajectory), 0
            if left is not None:  # what the buffer before was too short for
                begin = min(size - len(left[0]), len(order))
                more = self._of(sources, order[:begin])
                left = tuple(np.concatenate(pair) for pair in zip(left, more))
                if len(left[0]) < size:
                    continue
                yield left
                left = None
            whole = begin + (len(order) - begin) // size * size
            for k in range(begin, whole, size):
                yield self._of(sources, order[k:k + size])
            if whole < len(order):
                left = self._of(sources, order[whole:])
        if left is not None:
            yield left

    def torch(self) -> TorchDataset[Any]:
        """A map-style torch Dataset of tuples of tensors; several numbers give a batch."""
        from .torch_data import TorchWindows
        return TorchWindows(self)

    def loader(self, size: Optional[int] = None, seed: int = 0, shuffle: bool = True, drop_last: bool = False,
               **options: Any) -> DataLoader[Any]:
        """A torch DataLoader that gathers whole batches of `size` windows (or `batch_size`), in a new order each epoch.
        `options` are those of DataLoader."""
        from .torch_data import loader
        return loader(self, _size_or_batch_size(size, options), seed, shuffle, drop_last, **options)

    def stream_loader(self, size: Optional[int] = None, seed: int = 0, buffer: int = BUFFER, drop_last: bool = False,
                      **options: Any) -> DataLoader[Any]:
        """A torch DataLoader over stream(); workers (num_workers=k) read disjoint shares."""
        from .torch_data import stream_loader
        return stream_loader(self, _size_or_batch_size(size, options), seed, buffer, drop_last, **options)

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_sources": None}  # a worker opens the file itself

    def _window(self, k: int) -> Batch:
        row, place = divmod(k, self.per_trajectory)
        trajectory, start = int(self.trajectories[row]), place * self.stride
        found = []
        for source, dtype in zip(self._opened(), self._dtypes):
            if source is None:
                return tuple(array[0] for array in self.batch([k]))
            found.append(source.piece(trajectory, start, self.length).astype(dtype, copy=False))
        return tuple(found)

    def _opened(self) -> list[Optional[TrajectoryBytes]]:
        if self._sources is None:
            self._sources = [self._open(name, dtype) for name, dtype in zip(self.arrays, self._dtypes)]
        return self._sources

    def _gather(self, trajectory: Indices, start: Indices) -> Batch:
        found = []
        for name, dtype, source in zip(self.arrays, self._dtypes, self._opened()):
            pieces = source.gather(trajectory, start, self.length) if source else self._read(name, trajectory, start)
            found.append(pieces.astype(dtype, copy=False))
        return tuple(found)

    def _open(self, name: str, dtype: np.dtype[Any]) -> Optional[TrajectoryBytes]:
        if not self.memory:
            return in_file(self.path, name)
        with h5py.File(self.path, "r") as f:
            values = np.empty(f[name].shape, dtype)  # f[name].astype(dtype)[:] is h5py 3's; Debian 11 has h5py 2
            if values.size:
                f[name].read_direct(values)
            return in_memory(values)

    def _read(self, name: str, trajectory: Indices, start: Indices) -> Floats:
        """Reads window by window through HDF5: slower, for files whose bytes are not plain numbers."""
        with h5py.File(self.path, "r") as f:
            pieces = [f[name][i, k:k + self.length] for i, k in zip(trajectory, start)]
            return np.stack(pieces) if pieces else np.empty((0, self.length, *f[name].shape[2:]))

    def _read_groups(self, groups: Indices) -> tuple[list[TrajectoryBytes], int]:
        fine = np.zeros(self._shapes[0][0], bool)
        fine[self.trajectories] = True
        spans = [slice(g * self._per_read, min((g + 1) * self._per_read, self._shapes[0][0])) for g in groups]
        kept = [fine[span] for span in spans]
        sources = []
        with h5py.File(self.path, "r") as f:
            for name, dtype in zip(self.arrays, self._dtypes):
                blocks = [f[name][span][keep].astype(dtype, copy=False) for span, keep in zip(spans, kept)]
                sources.append(in_memory(np.concatenate(blocks)))
        return sources, sum(int(keep.sum()) for keep in kept)

    def _of(self, sources: list[TrajectoryBytes], numbers: Indices) -> Batch:
        row, place = np.divmod(numbers, self.per_trajectory)
        return tuple(source.gather(row, place * self.stride, self.length) for source in sources)
