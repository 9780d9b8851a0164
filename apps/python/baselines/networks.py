"""The networks of the paper (appendix D.2): three hidden layers of tanh, angles given as sine and cosine."""
from __future__ import annotations

import torch
from torch import Tensor, nn

import cchnn

LAYERS = 3


def gradient(scalar: Tensor, of: Tensor) -> Tensor:
    """Of the sum, so that each row of a batch has its own."""
    return torch.autograd.grad(scalar.sum(), of, create_graph=True)[0]


class Network(nn.Module):
    """Linear layers with tanh between them, `inputs` to `outputs` numbers. Weights start orthogonal, as in the authors' code."""

    def __init__(self, inputs: int, outputs: int, hidden: int) -> None:
        super().__init__()
        sizes = [inputs] + LAYERS * [hidden] + [outputs]
        self.layers = nn.ModuleList([nn.Linear(a, b) for a, b in zip(sizes, sizes[1:])])
        for layer in self.layers:
            nn.init.orthogonal_(layer.weight)

    def forward(self, y: Tensor) -> Tensor:
        for layer in self.layers[:-1]:
            y = layer(y).tanh()
        out: Tensor = self.layers[-1](y)
        return out

    def with_rate(self, y: Tensor, rate: Tensor) -> tuple[Tensor, Tensor]:
        """f(y) and its rate where y moves at `rate`: one pass forward for both."""
        for layer in self.layers[:-1]:
            y = layer(y).tanh()
            rate = (1 - y**2) * (rate @ layer.weight.T)
        return self.layers[-1](y), rate @ self.layers[-1].weight.T


class Angles(nn.Module):
    """Coordinates as networks take them: the sine and cosine of whatever is in radians, a length as it is. Of an angle
    between 0 and pi too, which avoids a jump without a sine: only so can 1/sin be learned, whose square is in M^-1 there."""

    def __init__(self, data: cchnn.Dataset) -> None:
        super().__init__()
        angles = [unit == "rad" for unit in data["system/coordinates/unit"]]
        self.register_buffer("_angles", torch.tensor(angles))
        self.size = len(angles) + sum(angles)

    def forward(self, q: Tensor) -> Tensor:
        angle = q[..., self._angles]
        return torch.cat([angle.sin(), angle.cos(), q[..., ~self._angles]], -1)

    def with_rate(self, q: Tensor, qdot: Tensor) -> tuple[Tensor, Tensor]:
        angle, rate = q[..., self._angles], qdot[..., self._angles]
        moving = torch.cat([angle.cos() * rate, -angle.sin() * rate, qdot[..., ~self._angles]], -1)
        return self(q), moving
