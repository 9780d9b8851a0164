"""Forces that do no work: Foucault's pendulum on the turning Earth, and a pendulum with a charge, against equations typed here
and an integrator of its own."""
import unittest

import h5py
import numpy as np

import small_data
from driven_test import solved

EARTH, LATITUDE, LENGTH, G = np.longdouble("7.292115e-5"), np.deg2rad(np.longdouble("48.85")), 67, np.longdouble("9.81")


def foucault(z, t, u):
    """x'' = g + 2 v x Omega - mu x on |x| = l, mu from d^2 |x|^2 / dt^2 = 0; the last entry is not used."""
    x, v = z[:3], z[3:6]
    omega = EARTH * np.array([0, np.cos(LATITUDE), np.sin(LATITUDE)])
    free = np.array([0, 0, -G]) + 2 * np.cross(v, omega)
    return np.concatenate([v, free - x * (v @ v + x @ free) / LENGTH**2, [0]])


def pendulum(z, t, u):
    return np.array([z[1], -G * np.sin(z[0]), 0])


class TurningForces(unittest.TestCase):
    def made(self, name, **options):
        with h5py.File(small_data.directory(name, **options) / "test.h5") as f:
            return {key: f[key][:] for key in f if key in ("t", "x", "v", "energy", "multipliers", "q", "qdot")}

    def test_foucault_pendulum(self):
        made = self.made("foucault_pendulum", test=2, steps=61)
        for i in range(2):
            x, v = made["x"][i, :, 0], made["v"][i, :, 0]
            found = solved(foucault, [*x[0], *v[0], 0], made["t"], np.zeros((61, 0)))
            self.assertLess(np.abs(x - found[:, :3]).max(), 1e-10 * LENGTH)
            self.assertLess(np.abs(v - found[:, 3:6]).max(), 1e-10)

    def test_its_plane_turns_clockwise_by_omega_times_the_sine_of_the_latitude(self):
        made = self.made("foucault_pendulum", test=2, steps=2001)
        for i in range(2):
            x, y = made["x"][i, :, 0, 0], made["x"][i, :, 0, 1]

            def plane(part):
                """The direction of the longer axis of the ellipse."""
                return np.arctan2(2 * (x * y)[part].mean(), (x**2 - y**2)[part].mean()) / 2
            turned = (plane(slice(1640, 2001)) - plane(slice(0, 361)) + np.pi / 2) % np.pi - np.pi / 2
            expected = -float(EARTH * np.sin(LATITUDE)) * 1640
            self.assertLess(abs(turned / expected - 1), 0.01)  # 1e-3 by the size of the swings, the rest by the windows
        np.testing.assert_allclose(made["energy"], made["energy"][:, :1].repeat(2001, 1), rtol=1e-12)

    def test_charged_pendulum_swings_without_its_charge_and_pulls_with_it(self):
        made = self.made("charged_pendulum", test=3, steps=101, asked=("--with", "multipliers"))
        for i in range(3):
            a, rate = made["q"][i, :, 0], made["qdot"][i, :, 0]
            found = solved(pendulum, [a[0], rate[0], 0], made["t"], np.zeros((101, 0)))
            self.assertLess(np.abs(a - found[:, 0]).max(), 1e-9)
            # m rate^2 = tension - m g cos(a) + force of the field along the rod, outwards. v turns left of a growing angle,
            # and v x B points outwards for it.
            tension = rate**2 + 9.81 * np.cos(a) + 2 * rate
            np.testing.assert_allclose(2 * made["multipliers"][i, :, 0], tension, rtol=0, atol=1e-9)


if __name__ == "__main__":
    unittest.main()
