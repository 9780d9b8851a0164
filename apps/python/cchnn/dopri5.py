"""The method of Dormand and Prince, of order 5 with an error estimate of order 4, for many trajectories at once.

Each trajectory has steps of its own, and a step ends at each sample time, so that nothing is interpolated."""
from __future__ import annotations

from typing import Any, Callable, Optional, Sequence

import numpy as np

from .array_types import Floats
from .inputs import Inputs
from .terminal import Reach

# Dormand, Prince: A family of embedded Runge-Kutta formulae, 1980. Row s has the weights of stages 0 .. s for stage s + 1;
# the last row is the step itself, whose rate is stage 0 of the next step.
STAGES = (
    (1 / 5,),
    (3 / 40, 9 / 40),
    (44 / 45, -56 / 15, 32 / 9),
    (19372 / 6561, -25360 / 2187, 64448 / 6561, -212 / 729),
    (9017 / 3168, -355 / 33, 46732 / 5247, 49 / 176, -5103 / 18656),
    (35 / 384, 0, 500 / 1113, 125 / 192, -2187 / 6784, 11 / 84))
TIMES = (1 / 5, 3 / 10, 4 / 5, 8 / 9, 1.0, 1.0)  # of each stage, after the first one
# The step less the one of order 4.
ERROR = (71 / 57600, 0, -71 / 16695, 71 / 1920, -17253 / 339200, 22 / 525, -1 / 40)

SAFETY, LEAST_FACTOR, MOST_FACTOR = 0.9, 0.2, 10.0
MOST_STEPS = 10_000  # between two samples
LEAST_STEP = 1e-12  # of the time between two samples: a trajectory that asks for less has met a singularity

Rate = Callable[..., Floats]  # of y, or of y and u


def integrate(rate: Rate, start: Floats, t: Floats, rtol: float, atol: float, u: Optional[Inputs] = None,
              reach: Optional[Reach] = None) -> Floats:
    """y (B, T, D) at the times t (T,), of dy/dt = rate(y), y (B, D), from `start` (B, D); or of rate(y, u), with inputs
    u (B, K) at the time of y.

    All B trajectories are handed to `rate` in each call, in their order. NaN from the sample on that a trajectory does
    not reach: where the rate is not finite, or after MOST_STEPS. `reach` is called with the samples done, and all."""
    with np.errstate(all="ignore"):  # what overflows is not finite, and ends its trajectory
        return _Integration(rate, start, t, rtol, atol, u).run(reach)


def _combined(weights: Sequence[float], stages: Sequence[Floats]) -> Floats:
    """Number by number, so that a trajectory has the same bits beside any others."""
    total = weights[0] * stages[0]
    for weight, stage in zip(weights[1:], stages[1:]):
        total = total + weight * stage
    return total


class _Integration:
    def __init__(self, rate: Rate, start: Floats, t: Floats, rtol: float, atol: float, u: Optional[Inputs]) -> None:
        self.given, self.u, self.t, self.rtol, self.atol = rate, u, t, rtol, atol
        self.y = np.array(start, np.float64)
        count = len(self.y)
        self.out = np.full((count, len(t), self.y.shape[1]), np.nan)
        self.out[:, 0] = self.y
        self.sample = np.ones(count, np.int64)  # the next one of each trajectory
        self.steps = np.zeros(count, np.int64)  # since the last one
        self.active = np.full(count, len(t) > 1)
        self.interval = np.diff(t, append=np.inf)
        self.left = np.full(count, self.interval[0])  # time to the next sample
        self.f = self.rate(self.y)
        self.active &= np.isfinite(self.f).all(1)
        self.h = self._first_step()

    def run(self, reach: Optional[Reach]) -> Floats:
        samples = len(self.sample) * (len(self.t) - 1)
        while self.active.any():
            if reach:
                reach(samples - int((len(self.t) - self.sample)[self.active].sum()), samples)
            h = np.where(self.active, self._limited(), 0.0)
            y, f, error = self._step(h)
            fine = self.active & (error <= 1) & np.isfinite(f).all(1)
            self._resize(h, error, fine)
            self.y[fine], self.f[fine] = y[fine], f[fine]
            self._arrive(h, fine)
            self.steps += self.active
            self.active &= (self.steps < MOST_STEPS) & (self.h > LEAST_STEP * self.interval[self.sample - 1])
        return self.out

    def rate(self, y: Floats, later: Any = 0.0) -> Any:
        """At y, `later` (B,) than the step begins."""
        if self.u is None:
            return self.given(y)
        return self.given(y, self.u.at(self.sample - 1, self.t[self.sample] - self.left + later))

    def _norm(self, of: Floats, scale: Floats) -> Floats:
        norm: Floats = np.sqrt(((of / scale)**2).mean(1))
        return norm

    def _first_step(self) -> Floats:
        """As in Hairer, Norsett, Wanner: Solving Ordinary Differential Equations I, section II.4."""
        scale = self.atol + self.rtol * np.abs(self.y)
        size, speed = self._norm(self.y, scale), self._norm(self.f, scale)
        guess = np.where((size < 1e-5) | (speed < 1e-5), 1e-6, 0.01 * size / speed)
        bend = self._norm(self.rate(self.y + guess[:, None] * self.f, guess) - self.f, scale) / guess
        fastest = np.maximum(speed, bend)
        second = np.where(fastest <= 1e-15, np.maximum(1e-6, guess * 1e-3), (0.01 / fastest)**0.2)
        h = np.minimum(100 * guess, second)
        return np.where(np.isfinite(h), h, guess)

    def _limited(self) -> Floats:
        """Up to the next sample; two even steps rather than a long and a tiny one."""
        return np.where(self.h >= self.left, self.left, np.where(2 * self.h > self.left, self.left / 2, self.h))

    def _step(self, h: Floats) -> tuple[Floats, Floats, Floats]:
        stages, y = [self.f], self.y
        for weights, time in zip(STAGES, TIMES):
            y = self.y + h[:, None] * _combined(weights, stages)
            stages.append(self.rate(y, time * h))
        estimate = h[:, None] * _combined(ERROR, stages)
        scale = self.atol + self.rtol * np.maximum(np.abs(self.y), np.abs(y))
        return y, stages[-1], self._norm(estimate, scale)

    def _resize(self, h: Floats, error: Floats, fine: Floats) -> None:
        factor = np.clip(SAFETY * np.maximum(error, 1e-10)**-0.2, LEAST_FACTOR, MOST_FACTOR)
        factor = np.where(np.isfinite(error), factor, LEAST_FACTOR)
        # A step that was cut short at a sample says little about a longer one.
        grown = np.where(factor < MOST_FACTOR, h * factor, np.maximum(h * factor, self.h))
        shrunk = h * np.where(error > 1, factor, LEAST_FACTOR)
        self.h = np.where(self.active, np.where(fine, grown, shrunk), self.h)

    def _arrive(self, h: Floats, fine: Floats) -> None:
        self.left = np.where(fine, self.left - h, self.left)
        there = fine & (self.left <= 0)
        self.out[there, self.sample[there]] = self.y[there]
        self.sample[there] += 1
        self.steps[there] = 0
        self.active &= self.sample < len(self.t)
        self.sample[~self.active] = np.minimum(self.sample[~self.active], len(self.t) - 1)
        self.left[there] = self.interval[self.sample[there] - 1]
        if self.u is not None and there.any():  # inputs switch or bend
            self.f[there] = self.rate(self.y)[there]
