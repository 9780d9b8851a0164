"""CHNN and CLNN (paper, sections 5 and 6): Cartesian coordinates, given constraints Phi, learned masses and potential. A state is (B, 2, D), D = n d."""
from __future__ import annotations

import torch
from torch import Tensor, nn

import cchnn
from networks import Network, gradient


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


class _Constrained(nn.Module):
    arrays = ("x", "v")

    def __init__(self, data: cchnn.Dataset, hidden: int) -> None:
        super().__init__()
        self.physics, self.shape = data.physics, data.shape[2:]
        data.physics.phi_jacobian(data.x[0, 0])  # refuses rows that it does not know
        self.register_buffer("_independent", torch.tensor(data.constraints.independent))
        self.potential = Network(self.shape[0] * self.shape[1], 1, hidden)
        self.masses = Masses(data)

    def _times(self, matrix: Tensor, rows: Tensor) -> Tensor:
        """An (n, n) matrix on the nodes of (..., D)."""
        return (matrix @ rows.unflatten(-1, self.shape)).flatten(-2)

    def _rows(self, x: Tensor) -> Tensor:
        """dPhi/dx of independent rows, (B, C, D)."""
        return self.physics.phi_jacobian(x.unflatten(-1, self.shape))[..., self._independent, :, :].flatten(-2)

    def _rows_and_rate(self, x: Tensor, v: Tensor) -> tuple[Tensor, Tensor]:
        """DPhi, and its rate along v: DPhi is affine in x, so that a difference is exact."""
        rows = self._rows(x)
        return rows, self._rows(x + v) - rows

    def _force(self, x: Tensor) -> Tensor:
        return -gradient(self.potential(x)[..., 0], x)


def _on(rows: Tensor, vector: Tensor) -> Tensor:
    return (rows @ vector[..., None])[..., 0]


def _back(rows: Tensor, multipliers: Tensor) -> Tensor:
    return _on(rows.transpose(-1, -2), multipliers)


def _solve(matrix: Tensor, vector: Tensor) -> Tensor:
    # As a column: PyTorch 1.13 takes the gradient of a vector of one number for that of something else.
    out: Tensor = torch.linalg.solve(matrix, vector[..., None])[..., 0]
    return out


class CHNN(_Constrained):
    """z' = J (grad H + DPsi^T lambda) with H = p M^-1 p / 2 + V(x) and Psi = (Phi, DPhi v) that stays as it is
    (equations 5 and 6). Of lambda the half that belongs to dPhi/dt is 0 where DPhi v is."""

    def encode(self, x: Tensor, v: Tensor) -> Tensor:
        return torch.stack([x.flatten(-2), self._times(self.masses.matrices()[0], v.flatten(-2))], -2)

    def decode(self, z: Tensor) -> tuple[Tensor, Tensor]:
        v = self._times(self.masses.matrices()[1], z[..., 1, :])
        return z[..., 0, :].unflatten(-1, self.shape), v.unflatten(-1, self.shape)

    def rates(self, z: Tensor) -> Tensor:
        with torch.enable_grad():
            z = z if z.requires_grad else z.detach().requires_grad_()
            x, W = z[:, 0], self.masses.matrices()[1]
            v, force = self._times(W, z[:, 1]), self._force(x)
            rows, rate = self._rows_and_rate(x, v)
            rows_W = self._times(W, rows)
            G = rows_W @ rows.transpose(-1, -2)
            # dPhi/dt = 0:        DPhi x' = 0                          x' = v + M^-1 DPhi^T second
            # d/dt (DPhi v) = 0:  DPhi M^-1 p' + (d/dt DPhi) x' = 0    p' = force - DPhi^T first - (d/dt DPhi)^T second
            second = -_solve(G, _on(rows, v))
            xdot = v + _back(rows_W, second)
            pushed = force - _back(rate, second)
            first = _solve(G, _on(rows_W, pushed) + _on(rate, xdot))
            return torch.stack([xdot, pushed - _back(rows, first)], 1)


class CLNN(_Constrained):
    """x'' = M^-1 f - M^-1 DPhi^T [DPhi M^-1 DPhi^T]^-1 (DPhi M^-1 f + (d/dt DPhi) v) with f = -grad V (equation 7)."""

    def encode(self, x: Tensor, v: Tensor) -> Tensor:
        return torch.stack([x.flatten(-2), v.flatten(-2)], -2)

    def decode(self, z: Tensor) -> tuple[Tensor, Tensor]:
        return z[..., 0, :].unflatten(-1, self.shape), z[..., 1, :].unflatten(-1, self.shape)

    def rates(self, z: Tensor) -> Tensor:
        with torch.enable_grad():
            z = z if z.requires_grad else z.detach().requires_grad_()
            x, v, W = z[:, 0], z[:, 1], self.masses.matrices()[1]
            force = self._force(x)
            rows, rate = self._rows_and_rate(x, v)
            rows_W = self._times(W, rows)
            multipliers = _solve(rows_W @ rows.transpose(-1, -2), _on(rows_W, force) + _on(rate, v))
            return torch.stack([v, self._times(W, force - _back(rows, multipliers))], 1)
