"""Motions of a model, by the classical Runge-Kutta method."""
from __future__ import annotations

import torch
from torch import Tensor, nn


def step(model: nn.Module, z: Tensor, h: float) -> Tensor:
    a = model.rates(z)
    b = model.rates(z + h / 2 * a)
    c = model.rates(z + h / 2 * b)
    d = model.rates(z + h * c)
    return z + h / 6 * (a + 2 * b + 2 * c + d)


def motion(model: nn.Module, first: Tensor, samples: int, dt: float) -> Tensor:
    """States (B, samples, 2, D) at multiples of dt, one step each, with the graph of the whole."""
    path = [first]
    for _ in range(samples - 1):
        path.append(step(model, path[-1], dt))
    return torch.stack(path, 1)


def rollout(model: nn.Module, first: Tensor, samples: int, dt: float, substeps: int) -> Tensor:
    """The same without a graph, `substeps` steps a sample."""
    path = [first.detach()]
    for _ in range(samples - 1):
        z = path[-1]
        for _ in range(substeps):
            z = step(model, z, dt / substeps).detach()
        path.append(z)
    return torch.stack(path, 1)
