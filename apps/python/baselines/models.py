"""HNN, CHNN and a neural ODE as the paper has them (Finzi, Wang, Wilson 2020, sections 3 to 5 and appendix D.2), for
systems of point masses in potentials: what a model is told, and what it has to learn.

A model maps states (B, 2, D) to their rates, and between those and stored states: D is n d of x, or m of q."""
from __future__ import annotations

from typing import Any

import torch
from torch import Tensor, nn

import cchnn


def network(inputs: int, outputs: int, hidden: int) -> nn.Sequential:
    """Three hidden layers of tanh, last layer without (D.2)."""
    sizes = [inputs, hidden, hidden, hidden]
    layers: list[nn.Module] = []
    for a, b in zip(sizes, sizes[1:]):
        layers += [nn.Linear(a, b), nn.Tanh()]
    return nn.Sequential(*layers, nn.Linear(hidden, outputs))


def gradient(scalar: Tensor, of: Tensor) -> Tensor:
    return torch.autograd.grad(scalar.sum(), of, create_graph=True)[0]


class Angles(nn.Module):
    """Coordinates as networks take them: the sine and cosine of an angle, a length as it is."""

    def __init__(self, angles: Any) -> None:
        super().__init__()
        self.register_buffer("_angles", torch.tensor(angles))
        self.size = int(len(angles) + sum(angles))

    def forward(self, q: Tensor) -> Tensor:
        angle = q[..., self._angles]
        return torch.cat([angle.sin(), angle.cos(), q[..., ~self._angles]], -1)


class NeuralODE(nn.Module):
    """Rates of (q, qdot) by one network; it is told nothing."""

    arrays = ("q", "qdot")

    def __init__(self, data: cchnn.Dataset, hidden: int) -> None:
        super().__init__()
        self.embed = Angles(data.angles)
        m = len(data.angles)
        self.net = network(self.embed.size + m, 2 * m, hidden)

    def encode(self, q: Tensor, qdot: Tensor) -> Tensor:
        return torch.stack([q, qdot], -2)

    def decode(self, z: Tensor) -> tuple[Tensor, Tensor]:
        return z[..., 0, :], z[..., 1, :]

    def rates(self, z: Tensor) -> Tensor:
        out: Tensor = self.net(torch.cat([self.embed(z[:, 0]), z[:, 1]], -1))
        return out.reshape(z.shape)


class HNN(nn.Module):
    """Hamilton's equations of H = p L(q) L(q)^T p / 2 + V(q) in generalised coordinates. L and V are learned; momenta
    are p = (L L^T)^-1 qdot, so that training needs nothing but q and qdot."""

    arrays = ("q", "qdot")

    def __init__(self, data: cchnn.Dataset, hidden: int) -> None:
        super().__init__()
        self.embed = Angles(data.angles)
        self.m = len(data.angles)
        self.potential = network(self.embed.size, 1, hidden)
        self.factor = network(self.embed.size, self.m * (self.m + 1) // 2, hidden)
        self.register_buffer("_lower", torch.tril_indices(self.m, self.m))

    def inverse_mass(self, q: Tensor) -> Tensor:
        lower = q.new_zeros(*q.shape[:-1], self.m, self.m)
        lower[..., self._lower[0], self._lower[1]] = self.factor(self.embed(q))
        lower = lower + torch.eye(self.m)
        return lower @ lower.transpose(-1, -2) + 1e-4 * torch.eye(self.m)

    def encode(self, q: Tensor, qdot: Tensor) -> Tensor:
        return torch.stack([q, torch.linalg.solve(self.inverse_mass(q), qdot[..., None])[..., 0]], -2)

    def decode(self, z: Tensor) -> tuple[Tensor, Tensor]:
        return z[..., 0, :], (self.inverse_mass(z[..., 0, :]) @ z[..., 1, :, None])[..., 0]

    def rates(self, z: Tensor) -> Tensor:
        with torch.enable_grad():
            z = z if z.requires_grad else z.detach().requires_grad_()
            q, p = z[:, 0], z[:, 1]
            kinetic = 0.5 * (p * (self.inverse_mass(q) @ p[..., None])[..., 0]).sum(-1)
            dH = gradient(kinetic + self.potential(self.embed(q))[:, 0], z)
            return torch.stack([dH[:, 1], -dH[:, 0]], 1)


class CHNN(nn.Module):
    """Constrained Hamilton's equations in Cartesian coordinates: z' = P J grad H, H = p^T M^-1 p / 2 + V(x). The
    constraints Phi are told, the masses of the points and V are learned (paper, equations 5 to 7)."""

    arrays = ("x", "v")

    def __init__(self, data: cchnn.Dataset, hidden: int) -> None:
        super().__init__()
        if any(body.type not in ("Origin", "Obj0D") for body in data.bodies):
            raise cchnn.DataError(f"{data.path}: {data.system_name} has extended bodies; this CHNN learns point masses")
        self.physics, self.shape = data.physics, data.shape[2:]
        self.independent = torch.tensor(data.constraints.independent)
        self.potential = network(self.shape[0] * self.shape[1], 1, hidden)
        self.log_mass = nn.Parameter(torch.zeros(self.shape[0]))

    def _masses(self) -> Tensor:
        return self.log_mass.exp().repeat_interleave(self.shape[1])

    def encode(self, x: Tensor, v: Tensor) -> Tensor:
        return torch.stack([x.flatten(-2), self._masses() * v.flatten(-2)], -2)

    def decode(self, z: Tensor) -> tuple[Tensor, Tensor]:
        x, v = z[..., 0, :], z[..., 1, :] / self._masses()
        return x.unflatten(-1, self.shape), v.unflatten(-1, self.shape)

    def _rows(self, x: Tensor) -> Tensor:
        """dPhi/dx of independent rows, (B, C, D)."""
        return self.physics.phi_jacobian(x.unflatten(-1, self.shape))[..., self.independent, :, :].flatten(-2)

    def rates(self, z: Tensor) -> Tensor:
        with torch.enable_grad():
            z = z if z.requires_grad else z.detach().requires_grad_()
            x, p = z[:, 0], z[:, 1]
            v, force = p / self._masses(), -gradient(self.potential(x)[:, 0], x)
            # Psi = (Phi, DPhi v) stays 0: DPhi v' + (d/dt DPhi) v = 0 gives the multipliers. DPhi is affine in x, so its
            # rate along v is a difference.
            rows, moving = self._rows(x), self._rows(x + v) - self._rows(x)
            G = rows / self._masses() @ rows.transpose(-1, -2)
            right = (rows @ (force / self._masses())[..., None]) + moving @ v[..., None]
            multipliers = torch.linalg.solve(G, right)
            return torch.stack([v, force - (rows.transpose(-1, -2) @ multipliers)[..., 0]], 1)


MODELS: dict[str, type[nn.Module]] = {"CHNN": CHNN, "HNN": HNN, "NeuralODE": NeuralODE}
