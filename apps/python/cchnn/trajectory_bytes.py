"""Random windows of trajectories, gathered by address: from an array in memory, or from the pages of an HDF5 file.

Through HDF5 a random window costs reading and checksumming a whole HDF5 chunk, some 6,000 a second. Uncompressed arrays have
the same layout in the file as in memory, so their addresses are enough."""
from __future__ import annotations

import mmap
from pathlib import Path
from typing import TYPE_CHECKING, Any, Optional, Union

import h5py
import numpy as np

from .array_types import Floats

if TYPE_CHECKING:
    from numpy.typing import NDArray
    Indices = NDArray[np.int64]
else:
    Indices = Any


class TrajectoryBytes:
    """An array (N, T, ...) whose trajectories are in blocks of `per_block`, block k at byte `starts[k]` of `buffer`."""

    def __init__(self, buffer: Any, starts: Indices, per_block: int, shape: tuple[int, ...],
                 dtype: np.dtype[Any]) -> None:
        self._buffer, self._starts, self._per_block, self._dtype = buffer, starts, per_block, dtype
        self._sample_shape = shape[2:]
        self._sample_bytes = int(np.prod(shape[2:], dtype=np.int64)) * dtype.itemsize
        self._trajectory_bytes = shape[1] * self._sample_bytes
        self._size = memoryview(buffer).nbytes

    def gather(self, trajectory: Indices, start: Indices, length: int) -> Floats:
        """Samples start .. start + length - 1 of each trajectory, (B, length, ...)."""
        size = length * self._sample_bytes
        block, inside = np.divmod(trajectory, self._per_block)
        address = self._starts[block] + inside * self._trajectory_bytes + start * self._sample_bytes
        # A piece at every byte of the buffer, of which those at the addresses are copied, one memcpy each.
        pieces: NDArray[Any] = np.ndarray((self._size - size + 1,), f"V{size}", self._buffer, strides=(1,))
        found: Floats = pieces[address].view(self._dtype)
        return found.reshape(len(address), length, *self._sample_shape)

    def piece(self, trajectory: int, start: int, length: int) -> Floats:
        """The same of one trajectory, (length, ...), without the arrays of numbers that `gather` makes."""
        block, inside = divmod(trajectory, self._per_block)
        address = int(self._starts[block]) + inside * self._trajectory_bytes + start * self._sample_bytes
        on_pages: Floats = np.ndarray((length, *self._sample_shape), self._dtype, self._buffer, address)
        return on_pages.copy()


def in_memory(array: Floats) -> TrajectoryBytes:
    whole = np.ascontiguousarray(array)
    flat = whole.reshape(-1).view(np.uint8)
    return TrajectoryBytes(flat, np.zeros(1, np.int64), max(len(whole), 1), whole.shape, whole.dtype)


def in_file(path: Union[str, Path], name: str) -> Optional[TrajectoryBytes]:
    """The array `name` of an HDF5 file; None if its bytes are not plain numbers: compressed, split along time, or unwritten."""
    with h5py.File(path, "r") as f:
        array = f[name]
        found = _addresses(array)
        if found is None or not array.dtype.isnative or f.userblock_size:
            return None
        shape, dtype = array.shape, array.dtype
    with open(path, "rb") as file:
        pages = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
    return TrajectoryBytes(pages, found[0], found[1], shape, dtype)


def _addresses(array: h5py.Dataset) -> Optional[tuple[Indices, int]]:
    if array.chunks is None:
        offset = array.id.get_offset()
        return None if offset is None else (np.array([offset]), max(array.shape[0], 1))
    filters = array.id.get_create_plist()
    # Fletcher-32 puts a sum behind the numbers and leaves them as they are.
    plain = all(filters.get_filter(k)[0] == h5py.h5z.FILTER_FLETCHER32 for k in range(filters.get_nfilters()))
    if not plain or array.chunks[1:] != array.shape[1:]:
        return None
    per_chunk = array.chunks[0]
    corners = ((first,) + (0,) * (array.ndim - 1) for first in range(0, array.shape[0], per_chunk))
    starts = [array.id.get_chunk_info_by_coord(corner).byte_offset for corner in corners]
    return None if None in starts else (np.array(starts, np.int64), per_chunk)
