"""Forecasts that know no mechanics: what a model must beat before its error says anything."""
from __future__ import annotations

from typing import Any

import numpy as np

from .array_types import Floats
from .dataset import Dataset
from .states import State

MOST_PAIRS = 100_000  # of consecutive samples that the linear map is fitted to


def _flat(x: Floats, v: Floats) -> Floats:
    """(..., 2 n d)"""
    return np.concatenate([part.reshape(*part.shape[:-2], -1) for part in (x, v)], axis=-1)


def _state(flat: Floats, shape: tuple[int, ...]) -> State:
    x, v = (part.reshape(*flat.shape[:-1], *shape) for part in np.split(flat, 2, axis=-1))
    return State(x, v)


class Persistence:
    """The given state stays."""

    def rollout(self, test: Dataset) -> State:
        x, v = (np.repeat(part[:, None], len(test.t), axis=1) for part in test.given)
        return State(x, v)


class ConstantVelocity:
    """The given velocity stays: x(t) = x(0) + v(0) t."""

    def rollout(self, test: Dataset) -> State:
        x, v = test.given
        elapsed = (test.t - test.t[0])[:, None, None]
        return State(x[:, None] + elapsed * v[:, None], np.repeat(v[:, None], len(test.t), axis=1))


class Mean:
    """After the given state the mean over trajectories and samples of the training set."""

    def fit(self, train: Dataset) -> None:
        self.x, self.v = train.statistics("x")[0], train.statistics("v")[0]

    def rollout(self, test: Dataset) -> State:
        x, v = Persistence().rollout(test)
        x[:, 1:], v[:, 1:] = self.x, self.v
        return State(x, v)


class Linear:
    """The next (x, v) as an affine function of this one, by least squares over the training set."""

    def fit(self, train: Dataset) -> None:
        pairs = train.windows(2)
        numbers = np.random.default_rng(0).permutation(len(pairs))[:MOST_PAIRS]
        flat = _flat(*pairs.batch(numbers))
        self.map = np.linalg.lstsq(self._with_one(flat[:, 0]), flat[:, 1], rcond=None)[0]

    @staticmethod
    def _with_one(flat: Floats) -> Floats:
        return np.concatenate([flat, np.ones((len(flat), 1))], axis=1)

    def rollout(self, test: Dataset) -> State:
        path = [_flat(*test.given)]
        with np.errstate(over="ignore", invalid="ignore"):  # of a map that grows without end
            for _ in test.t[1:]:
                path.append(self._with_one(path[-1]) @ self.map)
        return _state(np.stack(path, 1), test.shape[2:])


NAIVE: dict[str, Any] = {"persistence": Persistence, "constant-velocity": ConstantVelocity, "mean": Mean, "linear": Linear}
