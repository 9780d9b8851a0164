"""apps/python/baselines/discovery.py: Hamel's equations by brackets of vector fields, what the loss decides, and the command; relations.py:
constraints of any system by singular values."""
import json
import sys
import unittest

import numpy as np
import torch

import cchnn
import small_data
from torch_baselines_test import baselines

BASELINES = small_data.source / "apps/python/baselines"
sys.path.insert(0, str(BASELINES))
import discovery  # noqa: E402
import relations  # noqa: E402

torch.set_num_threads(1)
place = cchnn.generate(BASELINES / "rolling_disk_random.json", small_data.root / "disks", train=3, valid=0, test=2, steps=201, threads=1)
disks = discovery.disks_of(cchnn.Dataset(place, "train"), 3)


def brackets(A, q):
    """c[j, i, m] of [u_j, u_i] = c u_m at one place, from derivatives of the fields themselves."""
    def fields(q):
        _, phi, x, y = q
        zero, one = 0 * x, 0 * x + 1
        frame = [torch.stack(row) for row in ((zero, one, -y, x), (zero, zero, one, zero), (zero, zero, zero, one))]
        first = torch.stack((one, zero, zero, zero)) - sum(A(q)[a] * frame[a] for a in range(3))
        return torch.stack([first, *frame])
    u, slopes = fields(q), torch.autograd.functional.jacobian(fields, q)
    pairs = torch.einsum("jk,ilk->jil", u, slopes) - torch.einsum("ik,jlk->jil", u, slopes)
    return torch.linalg.solve(u.T, pairs.reshape(16, 4).T).T.reshape(4, 4, 4)


class Hamel(unittest.TestCase):
    def test_rates_of_momenta_are_those_of_brackets_of_the_fields(self):
        torch.manual_seed(3)
        net = discovery.network()
        A, slopes = discovery.with_slopes(net, disks.inputs())
        p, rates = disks.hamel(A, slopes)
        for trajectory, sample in ((0, 7), (1, 100), (2, 200)):
            q, v = disks.q[trajectory, sample], disks.v[trajectory, sample]
            c = brackets(lambda q: net(torch.cat([q, disks.R[trajectory]])), q)
            xi = torch.stack([v[1], v[2] + q[3] * v[1], v[3] - q[2] * v[1]])
            velocities = torch.cat([v[:1], xi + A[trajectory, sample] * v[0]])
            own = torch.einsum("jim,m,j->i", c, p[trajectory, sample], velocities)
            np.testing.assert_allclose(rates[trajectory, sample].detach(), own.detach(), rtol=1e-10, atol=1e-10)

    def test_momenta_are_slopes_of_the_lagrangian(self):
        q, v = disks.q[1, 50], disks.v[1, 50]
        A = torch.tensor([0.3, -0.2, 0.5]).double()

        def lagrangian(w):  # of theta' and Omega
            xi = w[1:] - A * w[0]
            x_rate, y_rate = xi[1] - q[3] * xi[0], xi[2] + q[2] * xi[0]
            return (disks.I[1, 0] * w[0]**2 + disks.J[1, 0] * xi[0]**2 + disks.m[1, 0] * (x_rate**2 + y_rate**2)) / 2
        xi = torch.stack([v[1], v[2] + q[3] * v[1], v[3] - q[2] * v[1]])
        own = torch.autograd.functional.jacobian(lagrangian, torch.cat([v[:1], xi + A * v[0]]))
        p, _ = disks.hamel(A.expand(*disks.q.shape[:2], 3), torch.zeros(*disks.q.shape[:2], 3, 4).double())
        np.testing.assert_allclose(p[1, 50], own, rtol=1e-12)

    def test_its_loss_is_as_small_without_any_constraint_as_with_the_true_one(self):
        """Rounding and Simpson's rule leave 1e-20 for both, so that the loss cannot tell them apart; that of velocities can."""
        nothing = lambda inputs: 0 * inputs[..., :3]  # noqa: E731
        for A in (discovery.true_connection, nothing):
            self.assertLess(float(disks.hamel_loss(*discovery.with_slopes(A, disks.inputs()))), 1e-18)
        wrong = lambda inputs: inputs[..., 1:4]  # noqa: E731
        self.assertGreater(float(disks.hamel_loss(*discovery.with_slopes(wrong, disks.inputs()))), 1e-6)
        self.assertLess(float(disks.velocity_loss(discovery.true_connection(disks.inputs()))), 1e-20)
        self.assertGreater(float(disks.velocity_loss(nothing(disks.inputs()))), 1e-3)

    def test_singular_vectors_find_the_constraint(self):
        self.assertLess(max(discovery.rms(discovery.by_dictionary(disks), disks)), 1e-11)


class Command(unittest.TestCase):
    def test_one_command_writes_what_each_learner_found(self):
        out = small_data.root / "found.json"
        done = baselines("discover", place, "-o", out, "--trajectories", 1, 3, "--epochs", 20)
        self.assertEqual(done.returncode, 0, done.stderr)
        rows = json.loads(out.read_text())["rows"]
        self.assertEqual([(row["learner"], row["trajectories"]) for row in rows],
                         [(name, count) for count in (1, 3) for name in ("Hamel loss (18)", "velocities", "dictionary")])
        self.assertTrue(all(np.isfinite(row["rms"]).all() for row in rows))
        for wrong in (4, 0):
            done = baselines("discover", place, "-o", out, "--trajectories", wrong, "--epochs", 1)
            self.assertEqual(done.returncode, 1)
            self.assertIn(f"has 3 trajectories, but --trajectories is {wrong}; take 1 to 3, or generate more (--train {wrong})", done.stderr)


class Relations(unittest.TestCase):
    def test_they_are_those_that_states_were_made_with(self):
        """v at right angles to two rows that are affine in x, one of them constant."""
        random = np.random.default_rng(4)
        x, v = random.normal(size=(2, 300, 4))
        rows = np.stack([np.stack([1 + x[:, 2], x[:, 0], 0 * x[:, 0], -x[:, 3]], -1), np.tile([0.0, 1.0, 2.0, 0.0], (300, 1))], 1)
        onto = np.linalg.qr(rows.transpose(0, 2, 1))[0]
        v -= np.einsum("tic,tjc,tj->ti", onto, onto, v)
        c, least = relations.relations(x, v)
        self.assertEqual(c.shape, (6, 5, 4))  # the constant row also times each entry of x
        self.assertGreater(least, 1e-3)
        there = random.normal(size=(20, 4))  # states that have no part in it
        true = np.stack([np.stack([1 + there[:, 2], there[:, 0], 0 * there[:, 0], -there[:, 3]], -1), np.tile([0.0, 1.0, 2.0, 0.0], (20, 1))], 1)
        found = relations.rows_at(c, there)
        projected = np.einsum("trj,tsj,tsi->tri", true, found, found)  # rows found are orthonormal
        np.testing.assert_allclose(projected, true, atol=1e-12)
        self.assertEqual(relations.relations(x, random.normal(size=x.shape))[0].shape[0], 0)

    def test_of_a_ball_on_a_turntable_and_a_sleigh_twenty_trajectories_show_all_and_one_too_many(self):
        for system, true in ((BASELINES / "ball_on_turntable_random.json", 3), ("chaplygin_sleigh", 1)):
            where, out = cchnn.generate(system, small_data.root / "rolling", train=20, valid=0, test=2, threads=1), small_data.root / "rows.json"
            done = baselines("discover", where, "-o", out)
            self.assertEqual(done.returncode, 0, done.stderr)
            one, twenty = json.loads(out.read_text())["rows"]
            self.assertEqual((one["found"], one["missed"]), (true, 0))
            self.assertGreater(one["invented"], 0)
            self.assertEqual((twenty["found"], twenty["missed"], twenty["invented"]), (true, 0, 0))
            self.assertLess(twenty["degrees"], 1e-9)

    def test_drawn_balls_turn_at_two_sevenths_of_the_table(self):
        where = cchnn.generate(BASELINES / "ball_on_turntable_random.json", small_data.root / "balls", train=0, valid=0, test=4, threads=1)
        data = cchnn.Dataset(where, "test")
        x, y = data.x[:, :, 0, 0], data.x[:, :, 0, 1]
        seen = data.v[:, :, 0, 0] + 1j * data.v[:, :, 0, 1]
        in_space = (seen + 2j * (x + 1j * y)) * np.exp(2j * data.t)
        np.testing.assert_allclose(in_space, in_space[:, :1] * np.exp(4j / 7 * data.t), atol=1e-10)


if __name__ == "__main__":
    unittest.main()
