"""The networks of the paper (appendix D.2): three hidden layers of tanh, angles given as sine and cosine.

Gradients of networks are written out. Nested in the backward pass of a training, those of autograd take twice the time."""
from __future__ import annotations

import torch
from torch import Tensor, nn

import cchnn

LAYERS = 3


def inverse_of(matrices: Tensor) -> Tensor:
    """Not finite for a singular matrix: an error would need a look at the result, for which a GPU would have to wait."""
    out: Tensor = torch.linalg.inv_ex(matrices).inverse
    return out


def solution_of(matrices: Tensor, right: Tensor) -> Tensor:
    """Of matrices x = right; as inverse_of() for singular ones."""
    out: Tensor = torch.linalg.solve_ex(matrices, right).result
    return out


class Network(nn.Module):
    """Linear layers with tanh between them, `inputs` to `outputs` numbers. Weights start orthogonal, as in the authors' code."""

    def __init__(self, inputs: int, outputs: int, hidden: int) -> None:
        super().__init__()
        sizes = [inputs] + LAYERS * [hidden] + [outputs]
        self.layers = nn.ModuleList([nn.Linear(a, b) for a, b in zip(sizes, sizes[1:])])
        for layer in self.layers:
            nn.init.orthogonal_(layer.weight)

    def hidden(self, y: Tensor) -> list[Tensor]:
        """The outputs of every hidden layer."""
        layers = []
        for layer in self.layers[:-1]:
            y = layer(y).tanh()
            layers.append(y)
        return layers

    def output(self, hidden: list[Tensor]) -> Tensor:
        out: Tensor = self.layers[-1](hidden[-1])
        return out

    def forward(self, y: Tensor) -> Tensor:
        return self.output(self.hidden(y))

    def output_rate(self, hidden: list[Tensor], rate: Tensor) -> Tensor:
        """The rate of the output where the input moves at `rate`."""
        for layer, h in zip(self.layers, hidden):
            rate = (1 - h * h) * (rate @ layer.weight.T)
        return rate @ self.layers[-1].weight.T

    def pulled_back(self, hidden: list[Tensor], weights: Tensor) -> Tensor:
        """The gradient, with respect to the input, of the sum of outputs times `weights`."""
        slope = weights @ self.layers[-1].weight
        for layer, h in zip(reversed(self.layers[:-1]), reversed(hidden)):
            slope = torch.ops.aten.tanh_backward(slope, h) @ layer.weight  # times 1 - h^2
        return slope

    def gradient(self, y: Tensor) -> Tensor:
        """Of a network of one output."""
        return self.pulled_back(self.hidden(y), y.new_ones(len(y), 1))


class Angles(nn.Module):
    """Coordinates as networks take them: the sine and cosine of whatever is in radians, a length as it is. Of an angle
    between 0 and pi too, which avoids a jump without a sine: only so can 1/sin be learned, whose square is in M^-1 there."""

    def __init__(self, data: cchnn.Dataset) -> None:
        super().__init__()
        angles = torch.tensor([unit == "rad" for unit in data["system/coordinates/unit"]])
        self.register_buffer("_angles", angles)
        order = torch.cat([angles.nonzero()[:, 0], (~angles).nonzero()[:, 0]])
        self.register_buffer("_order", order, persistent=False)  # angles first
        self.register_buffer("_back", order.argsort(), persistent=False)
        self.count = int(angles.sum())
        self.size = len(angles) + self.count

    def _split(self, q: Tensor) -> tuple[Tensor, Tensor]:
        ordered = q.index_select(-1, self._order)
        return ordered[..., :self.count], ordered[..., self.count:]

    def forward(self, q: Tensor) -> Tensor:
        angle, length = self._split(q)
        return torch.cat([angle.sin(), angle.cos(), length], -1)

    def rate(self, y: Tensor, qdot: Tensor) -> Tensor:
        """Of y, the embedding of q, where q moves at qdot."""
        turning, moving = self._split(qdot)
        return torch.cat([y[..., self.count:2 * self.count] * turning, -y[..., :self.count] * turning, moving], -1)

    def pulled_back(self, y: Tensor, slope: Tensor) -> Tensor:
        """The gradient with respect to q of what has the gradient `slope` with respect to y."""
        k = self.count
        turned = y[..., k:2 * k] * slope[..., :k] - y[..., :k] * slope[..., k:2 * k]
        return torch.cat([turned, slope[..., 2 * k:]], -1).index_select(-1, self._back)
