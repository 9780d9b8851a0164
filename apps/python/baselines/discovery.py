"""Finding the constraint of a rolling disk: Wang and Bloch (Learning Nonholonomic Dynamics with Constraint Discovery), section 5.

Their learner knows the Lagrangian (19) and looks for A(r, g), with r = theta and g = (phi, x, y): rows d(g)^a + A^a d(theta), on the
frame u_2 = d/dphi - y d/dx + x d/dy, u_3 = d/dx, u_4 = d/dy. A network gives A. Its loss (18) compares momenta one step on, by the Hamel
equations as their appendix C has them, without u[l], with the momenta of the data. The true A is (0, -R cos phi, -R sin phi), by (2).

`velocity_loss` trains the same network on the constraint itself, xi^a + A^a theta' = (phi', y phi', -x phi') of equations (62) to (64).
`by_dictionary` trains nothing: the singular vectors of a matrix of velocities, for which it knows that A is linear in cos and sin."""
from __future__ import annotations

import json
from pathlib import Path
from typing import Callable

import torch
from torch import Tensor, nn

import cchnn
from cchnn.new_file import write_text

HIDDEN, EPOCHS, RATE = 20, 2000, 3e-3  # the first two as printed
BATCH = 100  # windows of three samples, drawn for each step


class Sine(nn.Module):
    forward = staticmethod(torch.sin)


def network() -> nn.Sequential:
    """Three hidden layers of 20, two with sines and the last with an ELU, and A^1 to A^3. R is an input, as disks differ."""
    return nn.Sequential(nn.Linear(5, HIDDEN), Sine(), nn.Linear(HIDDEN, HIDDEN), Sine(), nn.Linear(HIDDEN, HIDDEN), nn.ELU(),
                         nn.Linear(HIDDEN, 3)).double()


class Disks:
    """Trajectories (N, T): coordinates q and rates v (N, T, 4), and the numbers I, J, m, R of each, (N, 1)."""

    def __init__(self, q: Tensor, v: Tensor, numbers: dict[str, Tensor], dt: float) -> None:
        self.q, self.v, self.numbers, self.dt = q, v, numbers, dt
        self.I, self.J, self.m, self.R = (numbers[name] for name in "IJmR")

    def windows(self) -> Disks:
        """Some, drawn at random, as trajectories of three samples."""
        which = torch.randint(len(self.q), (BATCH,))
        at = torch.randint(self.q.shape[1] - 2, (BATCH, 1)) + torch.arange(3)
        return Disks(self.q[which[:, None], at], self.v[which[:, None], at], {name: n[which] for name, n in self.numbers.items()}, self.dt)

    def inputs(self) -> Tensor:
        return torch.cat([self.q, self.R[..., None].expand(*self.q.shape[:2], 1)], -1)

    def momenta(self) -> Tensor:
        """p_2, p_3, p_4 of equations (25) to (27)."""
        p3, p4 = self.m * self.v[..., 2], self.m * self.v[..., 3]
        return torch.stack([self.J * self.v[..., 1] - self.q[..., 3] * p3 + self.q[..., 2] * p4, p3, p4], -1)

    def hamel(self, A: Tensor, slopes: Tensor) -> tuple[Tensor, Tensor]:
        """Momenta p_1 to p_4 and their rates c_ji^m p_m v^j; slopes (..., a, k) are those of A^a along the coordinates q_k."""
        x, y, turn, p = self.q[..., 2], self.q[..., 3], self.v[..., 0], self.momenta()
        (A1, A2, A3), (_, p3, p4) = A.unbind(-1), p.unbind(-1)
        xi1, xi2, xi3 = self.v[..., 1], self.v[..., 2] + y * self.v[..., 1], self.v[..., 3] - x * self.v[..., 1]
        pushed = (slopes * p[..., None]).sum(-2)  # sum over a of dA^a/dq p_(1+a)
        S2, S3, S4 = pushed[..., 1] - y * pushed[..., 2] + x * pushed[..., 3], pushed[..., 2], pushed[..., 3]
        first = -((xi1 + A1 * turn) * (S2 - A2 * p4 + A3 * p3) + (xi2 + A2 * turn) * (S3 + A1 * p4) + (xi3 + A3 * turn) * (S4 - A1 * p3))
        rates = [first, turn * S2 + p4 * xi2 - p3 * xi3, turn * S3 - p4 * xi1, turn * S4 + p3 * xi1]
        return torch.cat([(self.I * turn - (A * p).sum(-1))[..., None], p], -1), torch.stack(rates, -1)  # p_1 by (17)

    def hamel_loss(self, A: Tensor, slopes: Tensor) -> Tensor:
        """Equation (18), with Simpson's rule over two samples in place of an integrator."""
        p, rates = self.hamel(A, slopes)
        return ((p[:, 2:] - p[:, :-2] - self.dt / 3 * (rates[:, :-2] + 4 * rates[:, 1:-1] + rates[:, 2:]))**2).sum(-1).mean()

    def velocity_loss(self, A: Tensor) -> Tensor:
        free = torch.cat([torch.zeros_like(self.v[..., :1]), self.v[..., 2:]], -1)
        return ((free + A * self.v[..., :1])**2).sum(-1).mean()


def is_of_disks(data: cchnn.Dataset) -> bool:
    return [body.id for body in data.bodies] == ["theta", "phi", "x", "y"]


def disks_of(data: cchnn.Dataset, count: int) -> Disks:
    numbers = {pointer.rsplit("/", 1)[-1]: torch.tensor(values[:count, None]) for pointer, values in data.parameters.items()}
    return Disks(torch.tensor(data.x[:count, ..., 0]), torch.tensor(data.v[:count, ..., 0]), numbers, data.dt)


def true_connection(inputs: Tensor) -> Tensor:
    phi, R = inputs[..., 1], inputs[..., 4]
    return torch.stack([0 * phi, -R * phi.cos(), -R * phi.sin()], -1)


def with_slopes(net: Callable[[Tensor], Tensor], inputs: Tensor) -> tuple[Tensor, Tensor]:
    """A and dA^a/dq_k, for training."""
    inputs = inputs.detach().requires_grad_(True)
    A = net(inputs)
    return A, torch.stack([torch.autograd.grad(A[..., a].sum(), inputs, create_graph=True)[0][..., :4] for a in range(3)], -2)


def trained(disks: Disks, loss: Callable[[nn.Module, Disks], Tensor], epochs: int, seed: int) -> tuple[nn.Module, float]:
    torch.manual_seed(seed)
    net = network()
    optimiser = torch.optim.Adam(net.parameters(), RATE)
    schedule = torch.optim.lr_scheduler.CosineAnnealingLR(optimiser, epochs)
    for _ in range(epochs):
        optimiser.zero_grad()
        value = loss(net, disks.windows())
        value.backward()
        optimiser.step()
        schedule.step()
    return net, float(value.detach())


LOSSES: dict[str, Callable[[nn.Module, Disks], Tensor]] = {
    "Hamel loss (18)": lambda net, disks: disks.hamel_loss(*with_slopes(net, disks.inputs())),
    "velocities": lambda net, disks: disks.velocity_loss(net(disks.inputs()))}


def by_dictionary(disks: Disks) -> Tensor:
    """For each disk the two relations with the smallest singular values among x', y', theta' cos phi, theta' sin phi, solved for x', y'."""
    found = []
    for q, v in zip(disks.q, disks.v):
        heading = torch.stack([q[:, 1].cos(), q[:, 1].sin()], -1)
        relations = torch.linalg.svd(torch.cat([v[:, 2:], v[:, :1] * heading], -1), full_matrices=False).Vh[2:]
        shape = heading @ torch.linalg.solve(relations[:, :2], relations[:, 2:]).T  # (x', y') + shape theta' = 0
        found.append(torch.cat([0 * shape[:, :1], shape], -1))
    return torch.stack(found)


def rms(A: Tensor, disks: Disks) -> list[float]:
    return [float(f"{value:.3g}") for value in (A - true_connection(disks.inputs())).detach().pow(2).mean((0, 1)).sqrt()]


def discover(data: cchnn.Dataset, test: cchnn.Dataset, counts: list[int], epochs: int, seed: int, output: Path,
             say: Callable[[str], None]) -> None:
    """Errors of A over whole trajectories, those of the training and those of the test set, whose disks are others."""
    others, rows = disks_of(test, len(test)), []
    for count in counts:
        disks = disks_of(data, count)
        for name, loss in LOSSES.items():
            net, last = trained(disks, loss, epochs, seed)
            rows.append({"learner": name, "trajectories": count, "epochs": epochs, "seed": seed, "loss": float(f"{last:.3g}"),
                         "rms": rms(net(disks.inputs()), disks), "rms_of_others": rms(net(others.inputs()), others)})
        rows.append({"learner": "dictionary", "trajectories": count, "rms": rms(by_dictionary(disks), disks)})
    known = {name: float(disks.hamel_loss(*with_slopes(net, disks.inputs())))
             for name, net in (("true A", true_connection), ("A = 0", lambda inputs: 0 * inputs[..., :3]))}
    write_text(output, json.dumps({"system": data.system_name, "hamel_loss_of": known, "rows": rows}, indent=1) + "\n")
    say(f"Hamel loss (18) of the true A: {known['true A']:.1e}, of A = 0: {known['A = 0']:.1e}")
    for row in rows:
        say(f"{row['learner']}, {row['trajectories']} trajectories: rms of A^1, A^2, A^3 {row['rms']}"
            + (f", on other disks {row['rms_of_others']}" if "rms_of_others" in row else ""))
