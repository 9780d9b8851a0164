"""Motions of a model, by the classical Runge-Kutta method."""
from __future__ import annotations

from typing import Callable

import torch
from torch import Tensor, nn

Rates = Callable[[Tensor], Tensor]  # of states (B, 2, D)


def step(rates: Rates, z: Tensor, h: float) -> Tensor:
    a = rates(z)
    b = rates(z + h / 2 * a)
    c = rates(z + h / 2 * b)
    d = rates(z + h * c)
    return z + h / 6 * (a + 2 * b + 2 * c + d)


def motion(model: nn.Module, first: Tensor, samples: int, dt: float) -> Tensor:
    """States (B, samples, 2, D) at multiples of dt, one step each, with the graph of the whole."""
    path, rates = [first], model.equations()
    for _ in range(samples - 1):
        path.append(step(rates, path[-1], dt))
    return torch.stack(path, 1)


@torch.no_grad()
def rollout(model: nn.Module, first: Tensor, samples: int, dt: float, substeps: int) -> Tensor:
    """The same without a graph, `substeps` steps a sample."""
    path, rates = [first], model.equations()
    for _ in range(samples - 1):
        z = path[-1]
        for _ in range(substeps):
            z = step(rates, z, dt / substeps)
        path.append(z)
    return torch.stack(path, 1)
