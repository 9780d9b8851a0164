"""Windows for PyTorch. Imported on demand: the rest of the package works without torch."""
from __future__ import annotations

from typing import Any, Iterator

import numpy as np
import torch
from torch.utils.data import DataLoader, Dataset, IterableDataset, Sampler, get_worker_info

from .windows import Batch, Windows

Tensors = tuple[torch.Tensor, ...]


def _tensors(batch: Batch) -> Tensors:
    return tuple(torch.from_numpy(array) for array in batch)


def _generator(seed: int) -> torch.Generator:
    generator = torch.Generator()
    generator.manual_seed(seed)
    return generator


class TorchWindows(Dataset[Tensors]):
    """Window k as tensors (L, ...); for several numbers tensors (B, L, ...)."""

    def __init__(self, windows: Windows) -> None:
        self.windows = windows

    def __len__(self) -> int:
        return len(self.windows)

    def __getitem__(self, index: Any) -> Tensors:
        return _tensors(self.windows[index])


class BatchNumbers(Sampler[Any]):
    """Window numbers of each batch, as an array, in a new order every epoch."""

    def __init__(self, count: int, size: int, seed: int, shuffle: bool, drop_last: bool) -> None:
        self._count, self._size, self._shuffle = count // size * size if drop_last else count, size, shuffle
        self._all = count
        self._random = np.random.default_rng(seed)

    def __len__(self) -> int:
        return -(-self._count // self._size)

    def __iter__(self) -> Iterator[Any]:
        order = self._random.permutation(self._all) if self._shuffle else np.arange(self._all)
        return (order[first:first + self._size] for first in range(0, self._count, self._size))


class TorchStream(IterableDataset[Tensors]):
    """Batches of Windows.stream(); each worker reads its share, in a new order every epoch."""

    def __init__(self, windows: Windows, size: int, seed: int, buffer: int, drop_last: bool) -> None:
        self._windows, self._size, self._seed, self._buffer, self._drop_last = windows, size, seed, buffer, drop_last
        self._epoch = 0

    def __iter__(self) -> Iterator[Tensors]:
        worker = get_worker_info()  # type: ignore[no-untyped-call]
        part, epoch = (0, 1), self._epoch
        if worker is not None:  # a copy of this object, made anew each epoch; the loader draws a seed for all of them
            part, epoch = (worker.id, worker.num_workers), worker.seed - worker.id
        self._epoch += 1
        for batch in self._windows.stream(self._size, self._seed + epoch, self._buffer, part):
            if len(batch[0]) == self._size or not self._drop_last:
                yield _tensors(batch)


def loader(windows: Windows, size: int, seed: int, shuffle: bool, drop_last: bool, **options: Any) -> DataLoader[Any]:
    numbers = BatchNumbers(len(windows), size, seed, shuffle, drop_last)
    return DataLoader(TorchWindows(windows), sampler=numbers, batch_size=None, **options)


def stream_loader(windows: Windows, size: int, seed: int, buffer: int, drop_last: bool, **options: Any) -> DataLoader[Any]:
    options.setdefault("generator", _generator(seed))
    return DataLoader(TorchStream(windows, size, seed, buffer, drop_last), batch_size=None, **options)
