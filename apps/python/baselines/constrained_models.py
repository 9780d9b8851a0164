"""CHNN and CLNN (paper, sections 5 and 6): Cartesian coordinates, given constraints Phi, learned masses and potential. A state is (B, 2, D), D = n d."""
from __future__ import annotations

from typing import Callable

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

import cchnn
from motion import Rates, input_count
from networks import Network, inverse_of


class Masses(nn.Module):
    """Mass and second moments of every body, and the constant matrices that follow (equation 9):
    M = m [[1 + sum(lambda), -lambda^T], [-lambda, diag(lambda)]], M^-1 = (1 1^T + diag(0, 1/lambda)) / m."""

    def __init__(self, data: cchnn.Dataset) -> None:
        super().__init__()
        self.bodies = [body.nodes for body in data.bodies if not body.is_anchor]
        self.log_mass = nn.Parameter(torch.zeros(len(self.bodies)))
        self.log_moments = nn.Parameter(torch.zeros(sum(len(nodes) - 1 for nodes in self.bodies)))
        self.nodes = data.shape[2]

    def _moments(self) -> list[Tensor]:
        return list(self.log_moments.exp().split([len(nodes) - 1 for nodes in self.bodies]))

    def matrices(self) -> tuple[Tensor, Tensor]:
        """M and its inverse, (n, n) each."""
        mass, inverse = [], []
        for m, moments in zip(self.log_mass.exp(), self._moments()):
            corner = (1 + moments.sum()).reshape(1, 1)
            mass.append(m * torch.cat([torch.cat([corner, -moments[None]], 1),
                                       torch.cat([-moments[:, None], moments.diag()], 1)]))
            ends = torch.cat([moments.new_zeros(1), 1 / moments])
            inverse.append((torch.ones_like(mass[-1]) + ends.diag()) / m)
        return torch.block_diag(*mass), torch.block_diag(*inverse)


def rows_without(data: cchnn.Dataset, drop: int) -> NDArray[np.bool_]:
    """The independent scalar constraints, without the last `drop` distance constraints."""
    kept = data.constraints.independent.copy()
    distances = [row for row, kind in enumerate(data.constraints.kind) if kind == "distance" and kept[row]]
    if not 0 <= drop <= len(distances):
        raise cchnn.DataError(f"--drop {drop}: {data.system_name} has {len(distances)} distance constraints; take 0 to {len(distances)}")
    kept[distances[len(distances) - drop:]] = False
    return kept


class _Constrained(nn.Module):
    arrays = ("x", "v")

    def __init__(self, data: cchnn.Dataset, hidden: int, drop: int = 0) -> None:
        super().__init__()
        self.shape = data.shape[2:]
        size = self.shape[0] * self.shape[1]
        self.register_buffer("_independent", torch.tensor(rows_without(data, drop)))
        # DPhi is affine in x: (C, D) rows at 0, and how they change along each coordinate.
        corners = torch.cat([torch.zeros(1, size), torch.eye(size)]).double().unflatten(-1, self.shape)
        rows = data.physics.phi_jacobian(corners)[:, self._independent].flatten(-2)  # refuses rows that it does not know
        self.register_buffer("_rows_at_0", rows[0], persistent=False)
        self.register_buffer("_rows_along", (rows[1:] - rows[0]).flatten(1), persistent=False)
        self.potential = Network(size, 1, hidden)
        self.masses = Masses(data)

    def _of_nodes(self, matrix: Tensor) -> Tensor:
        """An (n, n) matrix as one that acts on the nodes of (..., D)."""
        return torch.kron(matrix, torch.eye(self.shape[1], dtype=matrix.dtype, device=matrix.device))

    def _mass(self) -> Tensor:
        return self._of_nodes(self.masses.matrices()[0])

    def _inverse_mass(self) -> Tensor:
        return self._of_nodes(self.masses.matrices()[1])

    def _rows_and_rate(self) -> Callable[[Tensor, Tensor], tuple[Tensor, Tensor]]:
        """A function of (x, v) that gives DPhi, (B, C, D), and its rate along v."""
        dtype, shape = self.masses.log_mass.dtype, self._rows_at_0.shape
        at_0, along = self._rows_at_0.flatten().to(dtype), self._rows_along.to(dtype)
        return lambda x, v: (torch.addmm(at_0, x, along).view(len(x), *shape), (v @ along).view(len(v), *shape))


def _on(rows: Tensor, vector: Tensor) -> Tensor:
    return (rows @ vector[..., None])[..., 0]


def _back(rows: Tensor, multipliers: Tensor) -> Tensor:
    return _on(rows.transpose(-1, -2), multipliers)


class CHNN(_Constrained):
    """Of a driven system B(x) u is added to the force, and B is learned.

    z' = J (grad H + DPsi^T lambda) with H = p M^-1 p / 2 + V(x) and Psi = (Phi, DPhi v) that stays as it is
    (equations 5 and 6). Of lambda the half that belongs to dPhi/dt is 0 where DPhi v is."""

    def __init__(self, data: cchnn.Dataset, hidden: int, drop: int = 0) -> None:
        super().__init__(data, hidden, drop)
        size, inputs = self.shape[0] * self.shape[1], input_count(data)
        self.push = Network(size, size * inputs, hidden) if inputs else None

    def encode(self, x: Tensor, v: Tensor) -> Tensor:
        return torch.stack([x.flatten(-2), v.flatten(-2) @ self._mass()], -2)

    def decode(self, z: Tensor) -> tuple[Tensor, Tensor]:
        v = z[..., 1, :] @ self._inverse_mass()
        return z[..., 0, :].unflatten(-1, self.shape), v.unflatten(-1, self.shape)

    def equations(self) -> Rates:
        W, rows_and_rate = self._inverse_mass(), self._rows_and_rate()

        def rates(z: Tensor, *u: Tensor) -> Tensor:
            x, v = z[:, 0], z[:, 1] @ W
            rows, rate = rows_and_rate(x, v)
            rows_W = rows @ W
            inverse = inverse_of(rows_W @ rows.transpose(-1, -2))
            # dPhi/dt = 0:        DPhi x' = 0                          x' = v + M^-1 DPhi^T second
            # d/dt (DPhi v) = 0:  DPhi M^-1 p' + (d/dt DPhi) x' = 0    p' = force - DPhi^T first - (d/dt DPhi)^T second
            second = -_on(inverse, _on(rows, v))
            xdot = v + _back(rows_W, second)
            pushed = -self.potential.gradient(x) - _back(rate, second)
            if self.push is not None:
                pushed = pushed + _on(self.push(x).unflatten(-1, (x.shape[-1], -1)), u[0])
            first = _on(inverse, _on(rows_W, pushed) + _on(rate, xdot))
            return torch.stack([xdot, pushed - _back(rows, first)], 1)
        return rates


class CLNN(_Constrained):
    """x'' = M^-1 f - M^-1 DPhi^T [DPhi M^-1 DPhi^T]^-1 (DPhi M^-1 f + (d/dt DPhi) v) with f = -grad V (equation 7)."""

    def encode(self, x: Tensor, v: Tensor) -> Tensor:
        return torch.stack([x.flatten(-2), v.flatten(-2)], -2)

    def decode(self, z: Tensor) -> tuple[Tensor, Tensor]:
        return z[..., 0, :].unflatten(-1, self.shape), z[..., 1, :].unflatten(-1, self.shape)

    def equations(self) -> Rates:
        W, rows_and_rate = self._inverse_mass(), self._rows_and_rate()

        def rates(z: Tensor) -> Tensor:
            x, v = z[:, 0], z[:, 1]
            force = -self.potential.gradient(x)
            rows, rate = rows_and_rate(x, v)
            rows_W = rows @ W
            multipliers = _on(inverse_of(rows_W @ rows.transpose(-1, -2)), _on(rows_W, force) + _on(rate, v))
            return torch.stack([v, (force - _back(rows, multipliers)) @ W], 1)
        return rates
