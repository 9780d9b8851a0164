"""Systems whose Origin moves: equations in angles from Lagrange's function with the anchor's motion in it, an integrator of
their own, the work of the anchor as the tension of the rod times its velocity, and Kapitza's averaged pendulum."""
import unittest

import h5py
import numpy as np

import small_data
from driven_test import solved

G = np.longdouble("9.81")


def kapitza(z, t, u):
    """theta from straight down; the pivot at y = a cos(w t). The last entry is the work of the pivot."""
    a, w = np.longdouble("0.1"), np.longdouble(60)
    theta, rate, _ = z
    speed, push = -a * w * np.sin(w * t), -a * w * w * np.cos(w * t)
    turn = -(G + push) * np.sin(theta)
    # The rod's force on the bob is m (x'' + g) in space; on the pivot it is the reverse, and the pivot pushes as much.
    lift = push + turn * np.sin(theta) + rate**2 * np.cos(theta)
    return np.array([rate, turn, (lift + G) * speed])


def chain(z, t, u):
    """Angles from straight down of three equal rods of 1 m and 1 kg; the pivot at x = a sin(w t)."""
    a, w = np.longdouble("0.1"), np.longdouble(5)
    angle, rate = z[:3], z[3:6]
    speed, push = a * w * np.cos(w * t), -a * w * w * np.sin(w * t)
    count = np.array([[3, 2, 1], [2, 2, 1], [1, 1, 1]], np.longdouble)  # masses below the later of two rods
    mass = count * np.cos(angle[:, None] - angle)
    force = -count * np.sin(angle[:, None] - angle) @ rate**2 - np.diag(count) * (G * np.sin(angle) + push * np.cos(angle))
    turn = solve(mass, force)
    # The pivot's force sideways moves the momentum of all bobs: each has the rods above it.
    pull = 3 * push + (np.diag(count) * (turn * np.cos(angle) - rate**2 * np.sin(angle))).sum()
    return np.concatenate([rate, turn, [pull * speed]])


def solve(matrix, right):
    """numpy.linalg has no long double."""
    a = np.column_stack([matrix, right])
    for k in range(len(right)):
        a[k] /= a[k, k]
        for i in range(len(right)):
            if i != k:
                a[i] -= a[i, k] * a[k]
    return a[:, -1]


class MovingOrigin(unittest.TestCase):
    def made(self, name, **options):
        with h5py.File(small_data.directory(name, **options) / "test.h5") as f:
            return {key: f[key][:] for key in ("t", "x", "v", "u", "work", "energy", "error_bound")}

    def balance(self, made):
        off = np.abs(made["energy"] - made["energy"][:, :1] - made["work"]).max(axis=1)
        passed = np.abs(np.diff(made["work"], axis=1)).sum(axis=1) + np.abs(made["energy"]).max(axis=1)
        self.assertLess((off / passed).max(), 1e-12)

    def compare(self, found, made, i, anchor, anchor_rate, rods):
        """Positions, velocities and work of trajectory i, against angles, rates and work."""
        angle, rate, work = found[:, :rods], found[:, rods:2 * rods], found[:, -1]
        x = np.cumsum(np.stack([np.sin(angle), -np.cos(angle)], axis=-1), axis=1) + anchor[:, None]
        v = np.cumsum(rate[..., None] * np.stack([np.cos(angle), np.sin(angle)], axis=-1), axis=1) + anchor_rate[:, None]
        for name, own in (("x", x), ("v", v)):
            self.assertLess(np.abs(made[name][i] - own).max() / np.abs(own).max(), 1e-10)
        moved = np.abs(np.diff(made["work"][i])).sum()
        self.assertGreater(moved, 0.1)
        self.assertLess(np.abs(made["work"][i] - work).max(), 1e-10 * moved)

    def start(self, made, i, anchor, anchor_rate):
        """Angles and rates at t = 0."""
        rods = np.diff(np.vstack([anchor[:1], made["x"][i, 0]]), axis=0)
        turns = np.diff(np.vstack([anchor_rate[:1], made["v"][i, 0]]), axis=0)
        angle = np.arctan2(rods[:, 0], -rods[:, 1])
        rate = turns[:, 0] * np.cos(angle) + turns[:, 1] * np.sin(angle)
        return [*angle, *rate, 0]

    def test_kapitza_pendulum(self):
        made = self.made("kapitza_pendulum", test=3, steps=101)
        t = made["t"].astype(np.longdouble)
        anchor = np.stack([0 * t, np.longdouble("0.1") * np.cos(60 * t)], axis=-1)
        rate = np.stack([0 * t, -6 * np.sin(60 * t)], axis=-1)
        np.testing.assert_allclose(made["u"][0, :, 0], np.cos(60 * made["t"]), rtol=0, atol=1e-14)
        for i in range(3):
            found = solved(kapitza, self.start(made, i, anchor, rate), made["t"], made["u"][i])
            self.compare(found, made, i, anchor, rate, 1)
        self.balance(made)

    def test_kapitza_pendulum_stays_upright_and_swings_as_the_averaged_potential_says(self):
        made = self.made("kapitza_pendulum", test=6)
        up = made["x"][:, :, 0, 1] - 0.1 * made["u"][:, :, 0]
        self.assertGreater(up.min(), np.cos(0.5))
        off = np.arctan2(made["x"][:, :, 0, 0], up)  # from upright
        for i in range(6):
            # Least squares on cos(W t): small swings of frequency sqrt(a^2 w^2/(2 l^2) - g/l), plus the ripple.
            best = min(np.linspace(2, 4, 401), key=lambda w: np.abs(off[i] - off[i, 0] * np.cos(w * made["t"])).sum())
            self.assertLess(abs(best - np.sqrt(18 - 9.81)), 0.2)

    def test_shaken_chain(self):
        made = self.made("shaken_chain_3", test=3, steps=60)
        t = made["t"].astype(np.longdouble)
        anchor = np.stack([np.longdouble("0.1") * np.sin(5 * t), 0 * t], axis=-1)
        rate = np.stack([np.longdouble("0.5") * np.cos(5 * t), 0 * t], axis=-1)
        for i in range(3):
            found = solved(chain, self.start(made, i, anchor, rate), made["t"], made["u"][i])
            self.compare(found, made, i, anchor, rate, 3)
        self.balance(made)


if __name__ == "__main__":
    unittest.main()
