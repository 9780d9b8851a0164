"""Motions of a model, by the classical Runge-Kutta method. Inputs u (B, samples, inputs) of a driven system are held from each
sample to the next, unless `linear` (inputs) says otherwise: a formula of t is taken as linear between samples too."""
from __future__ import annotations

from typing import Callable, Optional, Sequence

import torch
from torch import Tensor, nn

import cchnn

Rates = Callable[..., Tensor]  # of states (B, 2, D); of a driven system also of u (B, inputs)
Inputs = Optional[tuple[Tensor, Tensor]]  # u (B, samples, inputs), and which are linear (inputs)


def input_count(data: cchnn.Dataset) -> int:
    return len(data.system.get("inputs", []))


def linear_inputs(data: cchnn.Dataset, like: Tensor) -> Tensor:
    return torch.tensor([one.get("hold") == "linear" or "formula" in one for one in data.system["inputs"]], device=like.device)


def step(rates: Rates, z: Tensor, h: float | Tensor, u: Sequence[Tensor] = ()) -> Tensor:
    """`u`: nothing, or the inputs at begin, middle and end of the step."""
    begin, middle, end = (u[:1], u[1:2], u[2:])
    a = rates(z, *begin)
    b = rates(z + h / 2 * a, *middle)
    c = rates(z + h / 2 * b, *middle)
    d = rates(z + h * c, *end)
    return z + h / 6 * (a + 2 * b + 2 * c + d)


def _of_step(inputs: Inputs, sample: int, substep: int, substeps: int) -> Sequence[Tensor]:
    if inputs is None:
        return ()
    u, linear = inputs
    rise = torch.where(linear, u[:, sample + 1] - u[:, sample], torch.zeros_like(u[:, sample]))
    return [u[:, sample] + (substep + part) / substeps * rise for part in (0.0, 0.5, 1.0)]


def _landed(model: nn.Module) -> Callable[[Rates, Tensor, float], Tensor]:
    """What a step ends with: of a model with contacts the state after the impacts in it."""
    landed: Callable[[Rates, Tensor, float], Tensor] = getattr(model, "landed", lambda rates, z, h: z)
    return landed


def motion(model: nn.Module, first: Tensor, samples: int, dt: float, inputs: Inputs = None) -> Tensor:
    """States (B, samples, 2, D) at multiples of dt, one step each, with the graph of the whole."""
    path, rates, landed = [first], model.equations(), _landed(model)
    for k in range(samples - 1):
        path.append(landed(rates, step(rates, path[-1], dt, _of_step(inputs, k, 0, 1)), dt))
    return torch.stack(path, 1)


@torch.no_grad()
def rollout(model: nn.Module, first: Tensor, samples: int, dt: float, substeps: int, inputs: Inputs = None) -> Tensor:
    """The same without a graph, `substeps` steps a sample."""
    path, rates, landed = [first], model.equations(), _landed(model)
    for k in range(samples - 1):
        z = path[-1]
        for j in range(substeps):
            z = landed(rates, step(rates, z, dt / substeps, _of_step(inputs, k, j, substeps)), dt / substeps)
        path.append(z)
    return torch.stack(path, 1)
