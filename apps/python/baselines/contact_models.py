"""CHNN with impacts. The gaps of contacts are given, as constraints are; how elastic each contact is, is learned.

An impact is that of a perfectly known contact without friction (schemas/system/contacts.md), with the learned masses: between two
samples the motion is that of a CHNN, and where a step ends with a gap closed the velocity jumps. Learning restitution through the
impulses of such a law is the idea of CM-CD-CHNN (Zhong, Dey, Chakraborty 2021); this model is not their program."""
from __future__ import annotations

from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

import cchnn
from constrained_models import CHNN, _back, _on
from motion import Rates, step
from networks import inverse_of

MOST_IMPACTS = 4  # of one trajectory in one step
START = 0.5  # restitution before training
FAST = 30.0  # AdamW moves a number by its learning rate a step at most, and e = 1 is far from START: logits are so many times numbers
LEAST_SPEED = 1e-9  # m/s, below which an impact is not looked for
SHAPES = ("plane", "balls", "within")


def _number(value: Any, place: str) -> float:
    if isinstance(value, (int, float)):
        return float(value)
    raise cchnn.DataError(f"{place}: is {value!r}; ContactCHNN takes plain numbers alone, so write its value")


class Gaps(nn.Module):
    """Of each contact r = x @ weights + offset, (B, C, d): the way from a plane or from one centre to the other. Gaps are
    n . r - l of planes and sign (|r| - l) of two points."""

    def __init__(self, data: cchnn.Dataset) -> None:
        super().__init__()
        contacts = data.system["contacts"]
        n, d = data.shape[2:]
        self._ids = {body.id: body for body in data.bodies}
        weights, offset, normal = np.zeros((len(contacts), n)), np.zeros((len(contacts), d)), np.zeros((len(contacts), d))
        length, sign = np.zeros(len(contacts)), np.ones(len(contacts))
        for k, item in enumerate(contacts):
            place, shape = f"/contacts/{k}", item["shape"]
            if shape not in SHAPES:
                raise cchnn.DataError(f"{place}: is a {item['type']} of shape {shape}; ContactCHNN takes {', '.join(SHAPES)}")
            if "axle" in item:
                raise cchnn.DataError(f"{place}/axle: is that of a rim; ContactCHNN takes balls and points")
            for side, end in zip((1, -1), [item["on"]] if shape == "plane" else item["between"]):
                row, fixed = self._end(end, n, d, place)
                weights[k] += side * row
                offset[k] += side * fixed
            if shape == "plane":
                normal[k] = [_number(value, place + "/normal") for value in item["normal"]]
                normal[k] /= np.linalg.norm(normal[k])
                offset[k] -= [_number(value, place + "/point") for value in item["point"]]
                length[k] = _number(item.get("radius", 0), place + "/radius")
            elif shape == "balls":
                length[k] = sum(_number(value, place + "/radii") for value in item["radii"])
            else:
                length[k], sign[k] = _number(item["distance"], place + "/distance"), -1
        for name, array in {"weights": weights, "offset": offset, "normal": normal, "length": length, "sign": sign,
                            "flat": np.array([item["shape"] == "plane" for item in contacts])[:, None]}.items():
            self.register_buffer("_" + name, torch.tensor(array), persistent=False)

    def _end(self, end: Any, n: int, d: int, place: str) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """An end of a contact is row @ x + fixed."""
        body, point = (end["body"], end["point"]) if isinstance(end, dict) else (end, [])
        at, row = [_number(value, place) for value in point], np.zeros(n)
        nodes = self._ids[body].nodes
        if self._ids[body].is_anchor:
            return row, self._ids[body].position[:d] + np.array(at or d * [0.0])
        row[nodes[0]] = 1 - sum(at)
        row[list(nodes[1:1 + len(at)])] = at
        return row, np.zeros(d)

    def forward(self, x: Tensor) -> tuple[Tensor, Tensor]:
        """Of x (B, n, d): gaps (B, C), and their gradients (B, C, n d)."""
        kind = x.dtype
        r = torch.einsum("cn,bnd->bcd", self._weights.to(kind), x) + self._offset.to(kind)
        apart = r.square().sum(-1, keepdim=True).clamp(min=1e-12).sqrt()
        along = torch.where(self._flat, self._normal.to(kind), self._sign[:, None].to(kind) * r / apart)
        length = self._sign.to(kind) * self._length.to(kind)
        return (along * r).sum(-1) - length, torch.einsum("cn,bcd->bcnd", self._weights.to(kind), along).flatten(-2)


class ContactCHNN(CHNN):
    """With n = dg/dx, P the projection on the constraints in the metric of the masses and mu = n P M^-1 n^T:
    v+ = v- - (1 + e) (n . v-) P M^-1 n^T / mu."""

    def __init__(self, data: cchnn.Dataset, hidden: int, drop: int = 0) -> None:
        super().__init__(data, hidden, drop)
        if not data.system.get("contacts"):
            raise cchnn.DataError(f"ContactCHNN: {data.system_name} has no contacts; take CHNN")
        self.gaps = Gaps(data)
        self.elastic = nn.Parameter(torch.full((len(data.system["contacts"]),), float(np.log(START / (1 - START))) / FAST))

    def restitution(self) -> Tensor:
        return (FAST * self.elastic).sigmoid()

    def landed(self, rates: Rates, z: Tensor, h: float) -> Tensor:
        """The state z (B, 2, D) at the end of a step h, after the impacts in it, the earliest first: a gap g < 0 that closes at the
        rate g' closed g/g' ago. The motion goes back by that time, which g there corrects, and on from the impact."""
        for _ in range(MOST_IMPACTS):
            gap, speed, _ = self._closing(z)
            since = torch.where((gap < 0) & (speed > 0), -gap / speed.clamp(min=LEAST_SPEED), torch.zeros_like(gap))
            hit = since.amax(-1).nonzero()[:, 0]
            if not len(hit):
                break
            one, end = since[hit].argmax(-1, keepdim=True), z[hit]
            ago = since[hit].gather(-1, one)
            with torch.no_grad():
                gap, speed, _ = self._closing(step(rates, end, -ago[..., None]))
                early = gap.gather(-1, one) / speed.gather(-1, one).clamp(min=LEAST_SPEED)
            ago = (ago - early).clamp(0, h)
            after = step(rates, self._reflected(step(rates, end, -ago[..., None]), one), ago[..., None])
            z = z.index_add(0, hit, after - end)
        return z

    def _closing(self, z: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """Gaps, the speeds at which they close, and gradients."""
        gap, gradient = self.gaps(z[:, 0].unflatten(-1, self.shape))
        return gap, -_on(gradient, z[:, 1] @ self._inverse_mass()), gradient

    def _reflected(self, z: Tensor, one: Tensor) -> Tensor:
        """After the impact of the contact `one` (B, 1)."""
        W, x = self._inverse_mass(), z[:, 0]
        _, speed, gradient = self._closing(z)
        n = gradient[torch.arange(len(x), device=x.device), one[:, 0]]
        rows = self._rows_and_rate()(x, x)[0]
        allowed = n - _back(rows, _on(inverse_of(rows @ W @ rows.transpose(-1, -2)), _on(rows @ W, n)))  # M P M^-1 n^T
        mu = (n * (allowed @ W)).sum(-1, keepdim=True)
        impulse = (1 + self.restitution()[one]) * speed.gather(-1, one) / mu
        return torch.stack([x, z[:, 1] + impulse * allowed], 1)
