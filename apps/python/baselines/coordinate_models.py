"""Models in generalised coordinates (paper, section 2 and appendix D.2): constraints are met by the choice of q. A state
is (B, 2, m)."""
from __future__ import annotations

import torch
from torch import Tensor, nn

import cchnn
from motion import Rates, input_count
from networks import Angles, Network, solution_of


class NeuralODE(nn.Module):
    """Rates of (q, qdot) by one network without prior knowledge; of a driven system it gets the inputs too."""

    arrays = ("q", "qdot")

    def __init__(self, data: cchnn.Dataset, hidden: int) -> None:
        super().__init__()
        self.embed = Angles(data)
        m = len(data.angles)
        self.net = Network(self.embed.size + m + input_count(data), 2 * m, hidden)

    def encode(self, q: Tensor, qdot: Tensor) -> Tensor:
        return torch.stack([q, qdot], -2)

    def decode(self, z: Tensor) -> tuple[Tensor, Tensor]:
        return z[..., 0, :], z[..., 1, :]

    def equations(self) -> Rates:
        return self._rates

    def _rates(self, z: Tensor, *u: Tensor) -> Tensor:
        out: Tensor = self.net(torch.cat([self.embed(z[:, 0]), z[:, 1], *u], -1))
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
        # A product with a matrix of 0 and 1 puts entries in their places: its gradient takes less time than that of an index.
        places = nn.functional.one_hot(rows * self.m + columns, self.m**2)
        self.register_buffer("_places", places.to(torch.get_default_dtype()), persistent=False)

    def decode(self, z: Tensor) -> tuple[Tensor, Tensor]:
        raise NotImplementedError

    def _matrix(self, entries: Tensor) -> Tensor:
        return (entries @ self._places).unflatten(-1, (self.m, self.m))

    def _positive(self, entries: Tensor) -> Tensor:
        return torch.where(self._diagonal, nn.functional.softplus(entries), entries)

    def _rate_of_positive(self, entries: Tensor, rate: Tensor) -> Tensor:
        return torch.where(self._diagonal, entries.sigmoid() * rate, rate)

    def _squared(self, lower: Tensor) -> Tensor:
        out: Tensor = lower @ lower.transpose(-1, -2) + 1e-4 * self._unit
        return out

    def inverse_mass(self, q: Tensor) -> Tensor:
        return self._squared(self._matrix(self._positive(self.factor(self.embed(q)))))

    def energy(self, q: Tensor, p: Tensor) -> Tensor:
        kinetic = 0.5 * (p * (self.inverse_mass(q) @ p[..., None])[..., 0]).sum(-1)
        return kinetic + self.potential(self.embed(q))[..., 0]

    def _energy_slope(self, y: Tensor, hidden: list[Tensor], entries: Tensor, lower: Tensor, p: Tensor) -> Tensor:
        """dH/dq at a fixed p: of the kinetic energy |L^T p|^2 / 2 the gradient with respect to L is p (L^T p)^T."""
        of_lower = p @ (p.transpose(-1, -2) @ lower)
        of_entries = self._rate_of_positive(entries, of_lower.flatten(-2) @ self._places.T)
        return self.embed.pulled_back(y, self.factor.pulled_back(hidden, of_entries) + self.potential.gradient(y))

    def momenta(self, q: Tensor, qdot: Tensor) -> Tensor:
        return solution_of(self.inverse_mass(q), qdot[..., None])[..., 0]


class HNN(_LearnedEnergy):
    """Hamilton's equations of H(q, p). Momenta are p = W^-1 qdot, so that training needs nothing but q and qdot."""

    def encode(self, q: Tensor, qdot: Tensor) -> Tensor:
        return torch.stack([q, self.momenta(q, qdot)], -2)

    def decode(self, z: Tensor) -> tuple[Tensor, Tensor]:
        return z[..., 0, :], (self.inverse_mass(z[..., 0, :]) @ z[..., 1, :, None])[..., 0]

    def equations(self) -> Rates:
        return self._rates

    def _rates(self, z: Tensor) -> Tensor:
        y, p = self.embed(z[:, 0]), z[:, 1, :, None]
        hidden = self.factor.hidden(y)
        entries = self.factor.output(hidden)
        lower = self._matrix(self._positive(entries))
        qdot = self._squared(lower) @ p
        return torch.stack([qdot[..., 0], -self._energy_slope(y, hidden, entries, lower, p)], 1)


class DeLaN(_LearnedEnergy):
    """Lagrange's equations of qdot M(q) qdot / 2 - V(q), M = W^-1:
    d/dt (M qdot) = dL/dq, and with p = M qdot, qdot = W p: qddot = W dL/dq + (dW/dt) p."""

    def encode(self, q: Tensor, qdot: Tensor) -> Tensor:
        return torch.stack([q, qdot], -2)

    def decode(self, z: Tensor) -> tuple[Tensor, Tensor]:
        return z[..., 0, :], z[..., 1, :]

    def equations(self) -> Rates:
        return self._rates

    def _rates(self, z: Tensor) -> Tensor:
        y, qdot = self.embed(z[:, 0]), z[:, 1]
        hidden = self.factor.hidden(y)
        entries = self.factor.output(hidden)
        lower = self._matrix(self._positive(entries))
        rate = self.factor.output_rate(hidden, self.embed.rate(y, qdot))
        half = self._matrix(self._rate_of_positive(entries, rate)) @ lower.transpose(-1, -2)
        W = self._squared(lower)
        p = solution_of(W, qdot[..., None])
        force = -self._energy_slope(y, hidden, entries, lower, p)[..., None]  # dL/dq at a fixed qdot is -dH/dq at a fixed p
        return torch.stack([qdot, (W @ force + (half + half.transpose(-1, -2)) @ p)[..., 0]], 1)
