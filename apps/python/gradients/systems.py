"""Equations of motion of five built-in systems in minimal coordinates, typed out from textbooks; no code of the library.

Each system has a mass matrix and forces, M(q) q'' = f(q, q'), where its nodes are, x(q) and v(q, q'), and the same model in MJCF.
All are written for any numbers: `m` is numpy (of doubles, long doubles or complex numbers), torch, or a namespace of mpmath."""
from __future__ import annotations

import math
from typing import Any, Sequence

import numpy as np

MJCF = ('<mujoco><compiler angle="radian"/><option gravity="0 {g} 0"><flag contact="disable"'
        ' constraint="disable"/></option><worldbody>{bodies}</worldbody></mujoco>')


def solve(matrix: Sequence[Sequence[Any]], right: Sequence[Any]) -> list[Any]:
    """Gauss' elimination of a positive definite matrix, for numbers that no LAPACK knows."""
    rows = [[*row, last] for row, last in zip(matrix, right)]
    n = len(rows)
    for k in range(n):
        for i in range(k + 1, n):
            factor = rows[i][k] / rows[k][k]
            rows[i] = [a - factor * b for a, b in zip(rows[i], rows[k])]
    found: list[Any] = [None] * n
    for k in reversed(range(n)):
        found[k] = (rows[k][n] - sum(rows[k][j] * found[j] for j in range(k + 1, n))) / rows[k][k]
    return found


class Equations:
    """q and q' are z[:m] and z[m:]; p has the numbers that gradients are by, in the order of `pointers`."""

    name: str
    pointers: tuple[str, ...]  # places in the system file; "u" is an input, held over the motion
    unit: float  # s, of horizons
    unit_is: str
    dt: float  # s, between samples of the built-in system
    size: int  # m
    values: tuple[float, ...]

    def mass(self, q: Any, p: Any, m: Any) -> list[list[Any]]:
        raise NotImplementedError

    def force(self, q: Any, w: Any, p: Any, m: Any) -> list[Any]:
        raise NotImplementedError

    def place(self, z: Any, p: Any, m: Any) -> Any:
        """x and v of the nodes, (2 n d, ...), in the order of the library."""
        raise NotImplementedError

    def rate(self, z: Any, p: Any, m: Any) -> Any:
        q, w = z[:self.size], z[self.size:]
        return m.stack([*w, *solve(self.mass(q, p, m), self.force(q, w, p, m))])

    def momenta(self, z: Any, p: Any, m: Any) -> Any:
        """(q, M q'): canonical coordinates."""
        q, w = z[:self.size], z[self.size:]
        return m.stack([*q, *(sum(a * b for a, b in zip(row, w)) for row in self.mass(q, p, m))])


class Chain(Equations):
    pointers = ("/bodies/1/mass", "/constraints/0/length", "/potentials/0/g")
    unit_is, dt = "Lyapunov time", 0.03

    def __init__(self, name: str, unit: float, masses: Sequence[float], lengths: Sequence[float]) -> None:
        self.name, self.unit, self.size = name, unit, len(masses)
        self.masses, self.lengths = masses, lengths
        self.values = (masses[0], lengths[0], 9.81)

    def _numbers(self, p: Any) -> tuple[list[Any], list[Any], list[Any]]:
        none = 0 * p[0]  # so that all numbers have the type of p, and their sums its digits
        masses, lengths = ([one, *(none + each for each in others[1:])] for one, others in ((p[0], self.masses), (p[1], self.lengths)))
        return masses, lengths, [sum(masses[k:]) for k in range(self.size)]

    def mass(self, q: Any, p: Any, m: Any) -> list[list[Any]]:
        return self._both(q, p, m)[0]

    def rate(self, z: Any, p: Any, m: Any) -> Any:
        w = z[self.size:]
        mass, turned, weights = self._both(z[:self.size], p, m)
        n = range(self.size)
        return m.stack([*w, *solve(mass, [-sum(turned[i][j] * w[j] * w[j] for j in n if j != i) - weights[i] for i in n])])

    def _both(self, q: Any, p: Any, m: Any) -> tuple[list[list[Any]], list[list[Any]], list[Any]]:
        """The mass matrix, the same with sines of the differences of angles, and the moments of the weights."""
        _, l, below = self._numbers(p)
        n = range(self.size)
        sine, cosine = [m.sin(one) for one in q], [m.cos(one) for one in q]
        both = [[below[max(i, j)] * l[i] * l[j] for j in n] for i in n]
        mass = [[both[i][j] * (cosine[i] * cosine[j] + sine[i] * sine[j]) if i != j else both[i][i] + 0 * q[0] for j in n] for i in n]
        turned = [[both[i][j] * (sine[i] * cosine[j] - cosine[i] * sine[j]) for j in n] for i in n]
        return mass, turned, [below[i] * p[2] * l[i] * sine[i] for i in n]

    def place(self, z: Any, p: Any, m: Any) -> Any:
        q, w, l = z[:self.size], z[self.size:], self._numbers(p)[1]
        sine, cosine = [m.sin(one) for one in q], [m.cos(one) for one in q]
        upto = [range(k + 1) for k in range(self.size)]
        x = [one for k in upto for one in (sum(l[i] * sine[i] for i in k), -sum(l[i] * cosine[i] for i in k))]
        v = [one for k in upto for one in (sum(l[i] * cosine[i] * w[i] for i in k), sum(l[i] * sine[i] * w[i] for i in k))]
        return m.stack([*x, *v])

    def draw(self, random: np.random.Generator) -> np.ndarray:
        return random.normal(size=2 * self.size) * np.repeat([1, 1.5], self.size)

    def mujoco(self, p: Sequence[float]) -> tuple[str, float]:
        masses, l, _ = self._numbers(p)
        text = ""
        for k in reversed(range(self.size)):
            above = f"0 {-l[k - 1]!r} 0" if k else "0 0 0"
            text = (f'<body pos="{above}"><joint type="hinge" axis="0 0 1"/><inertial pos="0 {-l[k]!r} 0" mass="{masses[k]!r}"'
                    f' diaginertia="1e-12 1e-12 1e-12"/>{text}</body>')
        return MJCF.replace("{g}", repr(-p[2])).replace("{bodies}", text), 0.0

    # MuJoCo counts the angle of a hinge from the body before.
    def to_mujoco(self, z: np.ndarray) -> np.ndarray:
        return np.concatenate([np.diff(part, axis=0, prepend=0 * part[:1]) for part in (z[:self.size], z[self.size:])])

    def from_mujoco(self, state: np.ndarray, p: Any) -> np.ndarray:
        return self.place(np.concatenate([np.cumsum(state[:self.size], 0), np.cumsum(state[self.size:], 0)]), p, np)


class Kepler(Equations):
    """MuJoCo has no force between bodies, so it does not take part."""

    name, unit, unit_is, dt, size = "kepler", 2 * math.pi, "period", 0.125, 2
    pointers, values = ("/bodies/0/mass",), (1.0,)

    def mass(self, q: Any, p: Any, m: Any) -> list[list[Any]]:
        return [[1 + 0 * q[0], 0 * q[0]], [0 * q[0], 1 + 0 * q[0]]]

    def force(self, q: Any, w: Any, p: Any, m: Any) -> list[Any]:
        square = q[0] * q[0] + q[1] * q[1]
        cube = square * m.sqrt(square)
        return [-p[0] * q[0] / cube, -p[0] * q[1] / cube]

    def place(self, z: Any, p: Any, m: Any) -> Any:
        return m.stack([*z])

    def draw(self, random: np.random.Generator) -> np.ndarray:
        e, turn = random.uniform(0.6, 0.8), random.uniform(0, 2 * math.pi)
        speed = math.sqrt((1 - e) / (1 + e))
        return np.array([-(1 + e) * math.cos(turn), -(1 + e) * math.sin(turn), speed * math.sin(turn), -speed * math.cos(turn)])


class CartPole(Equations):
    """A uniform pole of 1 m; its angle counts from straight down. One force is held."""

    name, unit_is, dt, size = "cart_pole", "period of small swings", 0.02, 2
    pointers, values = ("/bodies/2/mass", "u"), (0.1, 0.5)
    cart, half, g = 0.5, 0.5, 9.8
    unit = 2 * math.pi * math.sqrt((1 / 3 * 0.6 - 0.1 / 4) / (0.5 * 9.8 * 0.6))

    def mass(self, q: Any, p: Any, m: Any) -> list[list[Any]]:
        side = p[0] * self.half * m.cos(q[1])
        return [[self.cart + p[0] + 0 * side, side], [side, p[0] / 3 + 0 * side]]

    def force(self, q: Any, w: Any, p: Any, m: Any) -> list[Any]:
        sine = m.sin(q[1])
        return [p[1] + p[0] * self.half * sine * w[1] ** 2, -p[0] * self.g * self.half * sine]

    def place(self, z: Any, p: Any, m: Any) -> Any:
        s, angle, rate, turn = z
        sine, cosine, none = m.sin(angle), m.cos(angle), 0 * s
        x, v = [s, none], [rate, none]
        for reach in (self.half, self.half + 1):
            x += [s + reach * sine, -reach * cosine]
            v += [rate + reach * cosine * turn, reach * sine * turn]
        return m.stack([*x, *v])

    def draw(self, random: np.random.Generator) -> np.ndarray:
        return np.array([random.uniform(-0.05, 0.05), random.uniform(-2.5, 2.5), random.uniform(-0.05, 0.05), random.uniform(-3, 3)])

    def mujoco(self, p: Sequence[float]) -> tuple[str, float]:
        across = repr(p[0] / 12)
        pole = (f'<body><joint type="hinge" axis="0 0 1"/><inertial pos="0 {-self.half} 0" mass="{p[0]!r}"'
                f' diaginertia="{across} 1e-12 {across}"/></body>')
        text = f'<body><joint type="slide" axis="1 0 0"/><inertial pos="0 0 0" mass="{self.cart}" diaginertia="1 1 1"/>{pole}</body>'
        return MJCF.replace("{g}", repr(-self.g)).replace("{bodies}", text), float(p[1])

    def to_mujoco(self, z: np.ndarray) -> np.ndarray:
        return z

    def from_mujoco(self, state: np.ndarray, p: Any) -> np.ndarray:
        return self.place(state, p, np)


class Gyroscope(Equations):
    """A symmetric top on its tip, in Euler angles phi, theta, psi (ZXZ)."""

    name, unit, unit_is, dt, size = "gyroscope", 2 * math.pi / 10.5, "turn of the spin", 0.02, 3
    pointers, values = ("/bodies/1/second_moments/2", "/potentials/0/g"), (0.0369415, 9.81)
    weight, across, reach = 0.1, 0.241378, 0.2217285

    def _moments(self, p: Any) -> tuple[Any, Any]:
        return (p[0] + self.across + (0 * p[0] + self.reach) ** 2) * self.weight, (0 * p[0] + self.across) * 2 * self.weight

    def mass(self, q: Any, p: Any, m: Any) -> list[list[Any]]:
        a, c = self._moments(p)
        sine, cosine = m.sin(q[1]), m.cos(q[1])
        none = 0 * sine
        return [[a * sine ** 2 + c * cosine ** 2, none, c * cosine], [none, a + none, none], [c * cosine, none, c + none]]

    def force(self, q: Any, w: Any, p: Any, m: Any) -> list[Any]:
        a, c = self._moments(p)
        sine, cosine = m.sin(q[1]), m.cos(q[1])
        return [(c - a) * 2 * sine * cosine * w[0] * w[1] + c * sine * w[1] * w[2],
                a * w[0] ** 2 * sine * cosine - c * sine * w[0] * (w[2] + w[0] * cosine) + self.weight * p[1] * self.reach * sine,
                c * sine * w[0] * w[1]]

    def place(self, z: Any, p: Any, m: Any) -> Any:
        (sf, st, ss), (cf, ct, cs) = ([one(angle) for angle in z[:3]] for one in (m.sin, m.cos))
        axes = [[cf * cs - sf * ct * ss, sf * cs + cf * ct * ss, st * ss], [-cf * ss - sf * ct * cs, -sf * ss + cf * ct * cs, st * cs],
                [sf * st, -cf * st, ct + 0 * sf]]
        spin = [z[4] * cf + z[5] * axes[2][0], z[4] * sf + z[5] * axes[2][1], z[3] + z[5] * ct]
        return _nodes(axes, spin, self.reach, m)

    def draw(self, random: np.random.Generator) -> np.ndarray:
        return np.array([random.uniform(-1.5, 1.5), random.uniform(0.6, 1.5), random.uniform(-1.5, 1.5), random.uniform(-3, 3),
                         random.uniform(-0.3, 0.3), random.uniform(9, 12)])

    def mujoco(self, p: Sequence[float]) -> tuple[str, float]:
        along, side = repr(self.weight * 2 * self.across), repr(self.weight * (self.across + p[0]))
        text = (f'<body><joint type="ball"/><inertial pos="0 0 {self.reach}" mass="{self.weight}" diaginertia="{side} {side} {along}"/></body>')
        return MJCF.replace("0 {g} 0", f"0 0 {-p[1]!r}").replace("{bodies}", text), 0.0

    # A quaternion, and the angular velocity in axes of the body.
    def to_mujoco(self, z: np.ndarray) -> np.ndarray:
        phi, theta, psi, f, t, s = z
        half, less, more = theta / 2, (phi - psi) / 2, (phi + psi) / 2
        q = [np.cos(half) * np.cos(more), np.sin(half) * np.cos(less), np.sin(half) * np.sin(less), np.cos(half) * np.sin(more)]
        spin = [f * np.sin(theta) * np.sin(psi) + t * np.cos(psi), f * np.sin(theta) * np.cos(psi) - t * np.sin(psi), f * np.cos(theta) + s]
        return np.stack([*q, *spin])

    def from_mujoco(self, state: np.ndarray, p: Any) -> np.ndarray:
        a, b, c, d = state[:4] / np.sqrt((state[:4] ** 2).sum(0))
        axes = [[a * a + b * b - c * c - d * d, 2 * (b * c + a * d), 2 * (b * d - a * c)],
                [2 * (b * c - a * d), a * a - b * b + c * c - d * d, 2 * (c * d + a * b)],
                [2 * (b * d + a * c), 2 * (c * d - a * b), a * a - b * b - c * c + d * d]]
        return _nodes(axes, [sum(axes[k][i] * state[4 + k] for k in range(3)) for i in range(3)], self.reach, np)


def _nodes(axes: Sequence[Sequence[Any]], spin: Sequence[Any], reach: float, m: Any) -> Any:
    """The centre of mass, and the points at 1 m from it on each axis: x, then v = spin x x."""
    centre = [reach * one for one in axes[2]]
    points = [centre, *([a + b for a, b in zip(centre, axis)] for axis in axes)]
    v = [[spin[1] * c - spin[2] * b, spin[2] * a - spin[0] * c, spin[0] * b - spin[1] * a] for a, b, c in points]
    return m.stack([one for point in [*points, *v] for one in point])


SYSTEMS = {one.name: one for one in (
    Chain("chain_pendulum_2", 2.6, (1.1721514930979355, 1.0390508031418597), (1.0359065463975174, 1.0822107008573152)),
    Chain("chain_pendulum_3", 0.97, (1.0822107008573152, 1.1721514930979355, 1.0390508031418597),
          (1.1167152904533248, 0.93892383947112379, 1.0359065463975174)),
    Kepler(), CartPole(), Gyroscope())}
