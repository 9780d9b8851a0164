"""Models in generalised coordinates (paper, section 2 and appendix D.2): constraints are met by the choice of q. A state
is (B, 2, m)."""
from __future__ import annotations

import torch
from torch import Tensor, nn

import cchnn
from networks import Angles, Network, gradient


class NeuralODE(nn.Module):
    """Rates of (q, qdot) by one network without prior knowledge."""

    arrays = ("q", "qdot")

    def __init__(self, data: cchnn.Dataset, hidden: int) -> None:
        super().__init__()
        self.embed = Angles(data)
        m = len(data.angles)
        self.net = Network(self.embed.size + m, 2 * m, hidden)

    def encode(self, q: Tensor, qdot: Tensor) -> Tensor:
        return torch.stack([q, qdot], -2)

    def decode(self, z: Tensor) -> tuple[Tensor, Tensor]:
        return z[..., 0, :], z[..., 1, :]

    def rates(self, z: Tensor) -> Tensor:
        out: Tensor = self.net(torch.cat([self.embed(z[:, 0]), z[:, 1]], -1))
        return out.reshape(z.shape)


class _LearnedEnergy(nn.Module):
    """H = p W(q) p / 2 + V(q) with W = M^-1 = L(q) L(q)^T: V and L are learned. The diagonal of L is positive, as that of a
    Cholesky factor is: with any sign W can become singular, and M = W^-1 unbounded, within the first steps of a training."""

    arrays = ("q", "qdot")

    def __init__(self, data: cchnn.Dataset, hidden: int) -> None:
        super().__init__()
        self.embed = Angles(data)
        self.m = len(data.angles)
        self.potential = Network(self.embed.size, 1, hidden)
        self.factor = Network(self.embed.size, self.m * (self.m + 1) // 2, hidden)
        rows, columns = torch.tril_indices(self.m, self.m)
        self.register_buffer("_lower", torch.stack([rows, columns]))
        self.register_buffer("_diagonal", rows == columns)
        self.register_buffer("_unit", torch.eye(self.m))

    def decode(self, z: Tensor) -> tuple[Tensor, Tensor]:
        raise NotImplementedError

    def _matrix(self, entries: Tensor) -> Tensor:
        lower = entries.new_zeros(*entries.shape[:-1], self.m, self.m)
        lower[..., self._lower[0], self._lower[1]] = entries
        return lower

    def _positive(self, entries: Tensor) -> Tensor:
        return torch.where(self._diagonal, nn.functional.softplus(entries), entries)

    def inverse_mass(self, q: Tensor) -> Tensor:
        lower = self._matrix(self._positive(self.factor(self.embed(q))))
        return lower @ lower.transpose(-1, -2) + 1e-4 * self._unit

    def energy(self, q: Tensor, p: Tensor) -> Tensor:
        kinetic = 0.5 * (p * (self.inverse_mass(q) @ p[..., None])[..., 0]).sum(-1)
        return kinetic + self.potential(self.embed(q))[..., 0]

    def momenta(self, q: Tensor, qdot: Tensor) -> Tensor:
        out: Tensor = torch.linalg.solve(self.inverse_mass(q), qdot[..., None])[..., 0]
        return out


class HNN(_LearnedEnergy):
    """Hamilton's equations of H(q, p). Momenta are p = W^-1 qdot, so that training needs nothing but q and qdot."""

    def encode(self, q: Tensor, qdot: Tensor) -> Tensor:
        return torch.stack([q, self.momenta(q, qdot)], -2)

    def decode(self, z: Tensor) -> tuple[Tensor, Tensor]:
        return z[..., 0, :], (self.inverse_mass(z[..., 0, :]) @ z[..., 1, :, None])[..., 0]

    def rates(self, z: Tensor) -> Tensor:
        with torch.enable_grad():
            z = z if z.requires_grad else z.detach().requires_grad_()
            dH = gradient(self.energy(z[:, 0], z[:, 1]), z)
            return torch.stack([dH[:, 1], -dH[:, 0]], 1)


class DeLaN(_LearnedEnergy):
    """Lagrange's equations of qdot M(q) qdot / 2 - V(q), M = W^-1:
    d/dt (M qdot) = dL/dq, and with p = M qdot, qdot = W p: qddot = W dL/dq + (dW/dt) p."""

    def encode(self, q: Tensor, qdot: Tensor) -> Tensor:
        return torch.stack([q, qdot], -2)

    def decode(self, z: Tensor) -> tuple[Tensor, Tensor]:
        return z[..., 0, :], z[..., 1, :]

    def _inverse_mass_and_rate(self, q: Tensor, qdot: Tensor) -> tuple[Tensor, Tensor]:
        entries, rate = self.factor.with_rate(*self.embed.with_rate(q, qdot))
        lower = self._matrix(self._positive(entries))
        lower_rate = self._matrix(torch.where(self._diagonal, entries.sigmoid() * rate, rate))
        half = lower_rate @ lower.transpose(-1, -2)
        return lower @ lower.transpose(-1, -2) + 1e-4 * self._unit, half + half.transpose(-1, -2)

    def rates(self, z: Tensor) -> Tensor:
        with torch.enable_grad():
            z = z if z.requires_grad else z.detach().requires_grad_()
            q, qdot = z[:, 0], z[:, 1]
            W, W_rate = self._inverse_mass_and_rate(q, qdot)
            p = torch.linalg.solve(W, qdot[..., None])
            lagrangian = 0.5 * (qdot * p[..., 0]).sum(-1) - self.potential(self.embed(q))[..., 0]
            force = gradient(lagrangian, z)[:, 0]  # at a fixed qdot
            return torch.stack([qdot, (W @ force[..., None] + W_rate @ p)[..., 0]], 1)
