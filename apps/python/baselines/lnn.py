"""Lagrangian Neural Network (Cranmer, Greydanus, Hoyer, Battaglia, Spergel, Ho 2020, arXiv 2003.04630): L(q, qdot) by one network,
and the motion from Lagrange's equations of it,

  (d2L/dqdot2) qddot = dL/dq - (d2L/dqdot dq) qdot.

Unlike DeLaN it does not know that the kinetic energy is quadratic in the rates. A state is (B, 2, m)."""
from __future__ import annotations

import torch
from torch import Tensor, nn

import cchnn
from motion import Rates
from networks import LAYERS, Angles


def softplus(x: Tensor) -> Tensor:
    """log(1 + exp x); beyond 20 PyTorch takes x by default, whose slope is 2e-9 off that of the function."""
    out: Tensor = nn.functional.softplus(x, threshold=40)
    return out


class LagrangianNetwork(nn.Module):
    """One number by layers of softplus, whose second derivatives do not vanish, from weights that start as published: normal
    numbers of 2.2, 0.58 k and n in layer 1, k and the last, divided by sqrt(n) for n neurons, and no offsets."""

    def __init__(self, inputs: int, hidden: int) -> None:
        super().__init__()
        sizes = [inputs] + LAYERS * [hidden] + [1]
        self.layers = nn.ModuleList([nn.Linear(a, b) for a, b in zip(sizes, sizes[1:])])
        for k, layer in enumerate(self.layers):
            n = max(layer.weight.shape)
            scale = 2.2 if k == 0 else n if k == LAYERS else 0.58 * k
            nn.init.normal_(layer.weight, std=scale / n**0.5)
            nn.init.zeros_(layer.bias)

    def forward(self, x: Tensor) -> Tensor:
        for layer in self.layers[:-1]:
            x = softplus(layer(x))
        out: Tensor = self.layers[-1](x)[..., 0]
        return out

    def slope_and_changes(self, x: Tensor, along: Tensor) -> tuple[Tensor, Tensor]:
        """The gradient at x, (B, I), and how it changes along each of K directions (B, K, I): written out, as those of autograd
        nested in the backward pass of a training take several times as long."""
        passed = []
        for layer in self.layers[:-1]:
            weighted, along = layer(x), along @ layer.weight.T
            opening = weighted.sigmoid()
            x = softplus(weighted)
            passed.append((layer, opening, along))
            along = opening[:, None] * along
        slope = self.layers[-1].weight.expand(len(x), -1)
        changes = torch.zeros_like(along)
        for layer, opening, moved in reversed(passed):
            changes = opening[:, None] * changes + (opening * (1 - opening) * slope)[:, None] * moved
            changes = changes @ layer.weight
            slope = (opening * slope) @ layer.weight
        return slope, changes


class LNN(nn.Module):
    """The published code inverts d2L/dqdot2 by a pseudo-inverse. Here it is H (H H + eps)^-1, which equals that as eps goes to 0,
    and whose gradient is finite where an eigenvalue of H passes 0, as one may early in a training."""

    arrays = ("q", "qdot")
    eps = 1e-6

    def __init__(self, data: cchnn.Dataset, hidden: int) -> None:
        super().__init__()
        self.embed = Angles(data)
        self.m = len(data.angles)
        self.lagrangian = LagrangianNetwork(self.embed.size + self.m, hidden)
        self.register_buffer("_unit", torch.eye(self.m), persistent=False)

    def encode(self, q: Tensor, qdot: Tensor) -> Tensor:
        return torch.stack([q, qdot], -2)

    def decode(self, z: Tensor) -> tuple[Tensor, Tensor]:
        return z[..., 0, :], z[..., 1, :]

    def equations(self) -> Rates:
        return self._rates

    def value(self, q: Tensor, qdot: Tensor) -> Tensor:
        out: Tensor = self.lagrangian(torch.cat([self.embed(q), qdot], -1))
        return out

    def _rates(self, z: Tensor) -> Tensor:
        y, qdot = self.embed(z[:, 0]), z[:, 1]
        # Along each rate with q fixed, then along the motion of q with the rates fixed.
        along = y.new_zeros(len(y), self.m + 1, self.embed.size + self.m)
        along[:, :self.m, self.embed.size:] = self._unit
        along[:, self.m, :self.embed.size] = self.embed.rate(y, qdot)
        slope, changes = self.lagrangian.slope_and_changes(torch.cat([y, qdot], -1), along)
        of_rates = changes[..., self.embed.size:]
        inertia, drift = of_rates[:, :self.m], of_rates[:, self.m]
        force = self.embed.pulled_back(y, slope[:, :self.embed.size]) - drift
        squared = inertia @ inertia + self.eps * self._unit
        acceleration = torch.linalg.solve_ex(squared, inertia @ force[..., None]).result[..., 0]
        return torch.stack([qdot, acceleration], 1)
