"""A driven system as an environment, with the interface of Gymnasium, which this does not import."""
from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Callable, Optional

import numpy as np

from .array_types import Floats, as_numpy
from .errors import DataError
from .system import System


@dataclass
class Box:
    """Arrays between two bounds."""

    low: Floats
    high: Floats
    random: np.random.Generator

    @property
    def shape(self) -> tuple[int, ...]:
        return self.low.shape

    def contains(self, array: Any) -> bool:
        array = np.asarray(array)
        return array.shape == self.shape and bool(np.all((array >= self.low) & (array <= self.high)))

    def sample(self) -> Floats:
        return self.random.uniform(self.low, self.high)


class Env:
    """The actions are the K inputs within +-limit, held for dt. Observations are q and qdot, or x and v where the system has no
    generalised coordinates. reward(x, v, u) is that of a step, is_over(x, v) ends an episode, and so does the horizon in steps."""

    metadata: dict[str, Any] = {"render_modes": []}

    def __init__(self, system: Any, reward: Callable[[Any, Any, Any], float], limit: Any, dt: Optional[float] = None, horizon: int = 500,
                 is_over: Callable[[Any, Any], bool] = lambda x, v: False) -> None:
        self.system = system if isinstance(system, System) else System(system)
        if not self.system.inputs:
            raise DataError(f"{self.system!r}: has no input, so that no action moves it")
        self._reward, self._is_over, self._horizon = reward, is_over, horizon
        self._dt = self.system.info["dt"] if dt is None else dt
        self._random = np.random.default_rng()
        high = np.broadcast_to(np.asarray(limit, float), (len(self.system.inputs),)).copy()
        self.action_space = Box(-high, high, self._random)
        self._x = self._v = None
        many = np.full(self.reset(seed=0)[0].shape, np.inf)
        self.observation_space = Box(-many, many, self._random)

    def reset(self, *, seed: Optional[int] = None, options: Optional[dict[str, Any]] = None) -> tuple[Floats, dict[str, Any]]:
        """Starts at a state of the system's own distribution, or at options["x"], options["v"]."""
        if seed is not None:
            self._random = self.action_space.random = np.random.default_rng(seed)
        start = options or self.system.initial_states(first=int(self._random.integers(2 ** 31)))
        self._x, self._v = (as_numpy(name, start[name]).reshape(self.system.shape) for name in ("x", "v"))
        self._steps = 0
        return self._seen(), {}

    def step(self, action: Any) -> tuple[Floats, float, bool, bool, dict[str, Any]]:
        u = np.asarray(action, float)
        if not self.action_space.contains(u):
            raise DataError(f"action: must be {self.action_space.shape} numbers within its limits, got {action}")
        self._x, self._v = self.system.step(self._x, self._v, self._dt, u=u, t=self._steps * self._dt)
        self._steps += 1
        return (self._seen(), float(self._reward(self._x, self._v, u)), bool(self._is_over(self._x, self._v)),
                self._steps >= self._horizon, {"x": self._x, "v": self._v, "t": self._steps * self._dt})

    def close(self) -> None:
        self.system.close()

    def _seen(self) -> Floats:
        both = self.system.coordinates(self._x, self._v) if self.system.info["coordinates"] else (self._x, self._v)
        return np.concatenate([np.ravel(part) for part in both])
