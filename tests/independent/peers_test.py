"""The starts and energies of the charged particles and springs of equivariant and graph networks, from what their sources say."""
import unittest

import h5py
import numpy as np

import small_data

CHARGED = {"egnn_charged": ([], 1), "gmn_sticks": ([(1, 2), (3, 4)], 1.1), "gmn_hinge": ([(2, 3), (2, 4)], 1.1),
           "gmn_mixed": ([(3, 4), (5, 6), (7, 8), (7, 9)], 2**(1 / 3) + 0.1)}
ROUNDING = 1e-12


class Trajectories:
    """Positions, velocities and energies, and one number for each pair: q1 q2, or a stiffness."""

    def __init__(self, name, count=200):
        with h5py.File(small_data.directory(name, test=count, steps=2, asked=("--dt", "1e-6", "--bound", "off")) / "test.h5") as f:
            self.x, self.v, self.energy = f["x"][:, 0], f["v"][:, 0], f["energy"][:, 0]
            numbers, pointers = f["parameters"][:], list(f["system/parameters/pointer"].asstr()[:])
        bodies = self.x.shape[1]
        self.pairs = [(i, j) for j in range(bodies) for i in range(j)]
        constants = [[numbers[:, k] for k, p in enumerate(pointers) if p.startswith(f"/potentials/{n}/constants/")]
                     for n in range(len(self.pairs))]
        self.of_pair = np.array([np.prod(own, 0) for own in constants]).T
        self.constants = constants
        self.r = np.stack([np.linalg.norm(self.x[:, i] - self.x[:, j], axis=-1) for i, j in self.pairs], 1)

    def kinetic(self):
        return (self.v**2).sum((1, 2)) / 2


class Peers(unittest.TestCase):
    def test_charges_are_those_of_particles_and_their_energy_is_the_sum_of_their_products_over_distances(self):
        for name in CHARGED:
            t = Trajectories(name)
            charges = np.array([t.constants[0][0], *(t.constants[t.pairs.index((0, j))][1] for j in range(1, t.x.shape[1]))]).T
            self.assertEqual(set(charges.ravel()), {-1, 1})
            self.assertLess(abs(charges.mean()), 5 / charges.size**0.5)
            for k, (i, j) in enumerate(t.pairs):
                np.testing.assert_array_equal(t.of_pair[:, k], charges[:, i] * charges[:, j])
            np.testing.assert_allclose(t.energy, t.kinetic() + (t.of_pair / t.r).sum(1), rtol=ROUNDING, atol=ROUNDING * 10)

    def test_positions_and_speeds(self):
        for name, (rods, spread) in CHARGED.items():
            t = Trajectories(name)
            entries = t.x.ravel()
            self.assertLess(abs(entries.std() / spread - 1), 4 / (2 * entries.size)**0.5)
            self.assertLess(abs(entries.mean() / spread), 4 / entries.size**0.5)
            joined = {i for rod in rods for i in rod} - ({rods[-1][0]} if name in ("gmn_hinge", "gmn_mixed") else set())
            free = [i for i in range(t.x.shape[1]) if i not in joined]
            np.testing.assert_allclose(np.linalg.norm(t.v[:, free], axis=-1), 0.5, rtol=ROUNDING)
            self.assertLess(abs(t.v[:, free].mean()), 4 * 0.5 / (3 * t.v[:, free].size)**0.5)
            for i, j in rods:
                along = ((t.v[:, i] - t.v[:, j]) * (t.x[:, i] - t.x[:, j])).sum(-1)
                np.testing.assert_allclose(along, 0, atol=ROUNDING * 10)

    def test_the_outer_particles_of_a_hinge_follow_the_inner_one_and_those_of_a_stick_share_their_mean(self):
        for name in ("gmn_sticks", "gmn_hinge"):
            t = Trajectories(name)
            for i, j in CHARGED[name][0]:
                along = (t.x[:, j] - t.x[:, i]) / np.linalg.norm(t.x[:, j] - t.x[:, i], axis=-1, keepdims=True)
                # what joining does not change: the velocity across the rod, at most 0.5, and of a hinge's outer end
                across = t.v[:, j] - (t.v[:, j] * along).sum(-1, keepdims=True) * along
                self.assertLess(np.linalg.norm(across, axis=-1).max(), 0.5 + ROUNDING)
                if name == "gmn_sticks":  # half the sum of two projections of 0.5: variance 0.25 / 3 / 2
                    self.assertLess(abs((t.v[:, j] * along).sum(-1).var() / (0.25 / 6) - 1), 0.5)
                else:  # one projection
                    self.assertLess(abs((t.v[:, j] * along).sum(-1).var() / (0.25 / 3) - 1), 0.5)

    def test_springs(self):
        t = Trajectories("nri_springs")
        self.assertEqual(set(t.of_pair.ravel()), {0, 0.1})
        self.assertLess(abs(t.of_pair.mean() - 0.05), 4 * 0.05 / t.of_pair.size**0.5)
        self.assertLess(abs(t.x.std() - 0.5), 4 * 0.5 / (2 * t.x.size)**0.5)
        np.testing.assert_allclose(np.linalg.norm(t.v, axis=-1), 0.5, rtol=ROUNDING)
        np.testing.assert_allclose(t.energy, t.kinetic() + (t.of_pair * t.r**2).sum(1) / 2, rtol=ROUNDING)


if __name__ == "__main__":
    unittest.main()
