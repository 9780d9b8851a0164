"""cchnn.View: what cchnn-gen observe wrote, and nothing else."""
import unittest

import numpy as np

import cchnn
import small_data


def view(*options):
    place = small_data.root / ("view" + "".join(options).replace("/", "_"))
    cchnn.run("cchnn-gen", "observe", str(small_data.directory("chain_pendulum_3")), "-o", str(place), "--force", *options)
    return place


class Views(unittest.TestCase):
    def test_a_view_without_a_recipe_is_the_truth(self):
        seen, truth = cchnn.View(view(), "test"), small_data.test()
        np.testing.assert_array_equal(seen.x, truth.x)
        np.testing.assert_array_equal(seen.v, truth.v)
        np.testing.assert_array_equal(seen.t, np.broadcast_to(truth.t, seen.t.shape))
        self.assertEqual(seen.truth_digest, truth.truth_digest)
        self.assertTrue(seen.observed.all())
        self.assertEqual(len(seen), 6)

    def test_several_degradations_at_once(self):
        seen = cchnn.View(view("--noise", "0.01", "--dropout", "0.2", "--times", "0.3", "--hide", "bob1",
                               "--hide-velocities", "--float32"), "train")
        self.assertEqual(seen.x.shape, (100, 30, 2, 2))
        self.assertEqual(seen.x.dtype, np.float32)
        self.assertIsNone(seen.v)
        self.assertEqual((seen.node.tolist(), seen.body), ([1, 2], ["bob2", "bob3"]))
        np.testing.assert_array_equal(np.isnan(seen.x).any(-1), ~seen.observed)
        truth = small_data.train().x[np.arange(100)[:, None], seen.sample][:, :, seen.node]
        off = (seen.x - truth)[seen.observed]
        spread = np.sqrt(np.mean((small_data.train().x - small_data.train().x.mean(1, keepdims=True))[:, :, 1:] ** 2))
        self.assertAlmostEqual(off.std() / spread, 0.01, delta=0.0005)  # of 9,600 numbers: one sigma is 0.7 %

    def test_inputs_of_a_driven_system_are_there_at_all_samples(self):
        place = small_data.root / "view_of_inputs"
        cchnn.run("cchnn-gen", "observe", str(small_data.directory("cart_pole", train=3, test=2)), "-o", str(place), "--times", "0.3")
        seen, truth = cchnn.View(place, "test"), small_data.test("cart_pole", train=3, test=2)
        np.testing.assert_array_equal(seen.u, truth.u)
        self.assertEqual(seen.sample.shape, (2, 30))
        self.assertIsNone(cchnn.View(view(), "test").u)
        np.testing.assert_allclose(truth.energy - truth.energy[:, :1], truth.work, rtol=0, atol=1e-10)
        with self.assertRaisesRegex(cchnn.DataError, "/u: not found; chain_pendulum_3 has no inputs"):
            small_data.test().u

    def test_a_camera_multiplies_by_its_rows(self):
        seen = cchnn.View(view("--camera", "1,2"), "test")
        np.testing.assert_allclose(seen.x, small_data.test().x @ seen.projection.T, rtol=1e-15, atol=1e-15)

    def test_coordinates_of_the_nearest_admissible_states(self):
        exact, angles = cchnn.View(view(), "train"), small_data.train()
        q, qdot = exact.coordinates(angles)
        # The same angles; each trajectory may differ by full turns, since its first sample is in (-pi, pi].
        np.testing.assert_allclose(q, angles.q, atol=1e-12)
        np.testing.assert_allclose(qdot, angles.qdot, atol=1e-9)
        q, qdot = cchnn.View(view("--noise", "0.02"), "train").coordinates(angles)
        # Two numbers are seen of each angle: projected, the error is between a third and twice the noise of one.
        off = np.sqrt(np.mean((np.remainder(q - angles.q + np.pi, 2 * np.pi) - np.pi)**2))
        spread = np.sqrt(np.mean((angles.x - angles.x.mean(1, keepdims=True))**2))
        self.assertTrue(0.3 * 0.02 * spread < off < 2 * 0.02 * spread, off / (0.02 * spread))
        self.assertLess(np.abs(np.diff(q - angles.q, axis=1)).max(), 1)  # no jumps

    def test_coordinates_of_a_family_are_those_of_the_numbers_of_each_trajectory(self):
        family = cchnn.Dataset(cchnn.generate(small_data.source / "tests/regression/families/any_chain_3.json",
                                              small_data.root / "family_view", train=4, valid=0, test=3, steps=9, bound="off"), "test")
        place = small_data.root / "view_of_family"
        cchnn.run("cchnn-gen", "observe", family.path.parent, "-o", place)
        q, qdot = cchnn.View(place, "test").coordinates(family)
        np.testing.assert_allclose(q, family.q, atol=1e-10)
        np.testing.assert_allclose(qdot, family.qdot, atol=1e-8)
        masses = family.system_of(2)["bodies"]
        self.assertEqual([body["mass"] for body in masses[1:]], [family.parameters[f"/bodies/{k}/mass"][2] for k in (1, 2, 3)])
        with self.assertRaisesRegex(cchnn.DataError, "its trajectories are those of another set"):
            cchnn.View(place, "test").coordinates(cchnn.Dataset(family.path.parent, "train"))

    def test_coordinates_need_every_node_and_its_velocity(self):
        for options in [("--hide-velocities",), ("--hide", "bob1"), ("--camera", "1,2"), ("--dropout", "0.1")]:
            with self.assertRaisesRegex(cchnn.DataError, "test.h5: coordinates need positions and velocities of all nodes"):
                cchnn.View(view(*options), "test").coordinates(small_data.test())

    def test_a_dataset_is_no_view_and_a_view_no_dataset(self):
        with self.assertRaisesRegex(cchnn.DataError, "is not a view, but 'dataset'"):
            cchnn.View(small_data.test().path)
        with self.assertRaisesRegex(cchnn.DataError, "is not a dataset, but 'view'"):
            cchnn.Dataset(view() / "test.h5")
