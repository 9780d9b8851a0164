"""cchnn.Dataset: arrays, graph and tables are the file's, and what cannot be read is refused with a way out."""
import unittest

import h5py
import numpy as np

import cchnn
import small_data


class Arrays(unittest.TestCase):
    def test_arrays_are_those_of_the_file(self):
        data = small_data.train()
        with h5py.File(data.path) as f:
            for name in ("t", "x", "v", "q", "qdot", "energy"):
                np.testing.assert_array_equal(getattr(data, name), f[name][:])
            np.testing.assert_array_equal(data.mass_matrix, f["system/mass_matrix"][:])
            np.testing.assert_array_equal(data["chunks/x"], f["chunks/x"][:])
            self.assertEqual(data.truth_digest, f.attrs["truth_digest"])
            self.assertEqual(data.dt, f.attrs["dt"])
        self.assertEqual((len(data), data.system_name, data.split), (100, "chain_pendulum_3", "train"))
        self.assertEqual(data.system["name"], "chain_pendulum_3")

    def test_the_given_state_has_names(self):
        data = small_data.test()
        np.testing.assert_array_equal(data.given.x, data.x[:, 0])
        np.testing.assert_array_equal(data.given.v, data.v[:, 0])
        q, qdot = data.given_coordinates
        np.testing.assert_array_equal(q, data.q[:, 0])
        np.testing.assert_array_equal(qdot, data.qdot[:, 0])
        with self.assertRaisesRegex(cchnn.DataError, "has no generalised coordinates"):
            small_data.test("four_bar_linkage").given_coordinates

    def test_parameters_of_a_family_are_those_of_each_trajectory_by_their_pointers(self):
        family = cchnn.Dataset(cchnn.generate(small_data.source / "tests/regression/families/any_chain_3.json",
                                              small_data.root / "family", train=0, valid=0, test=5, steps=9, bound="off"))
        masses = [family.parameters[f"/bodies/{k}/mass"] for k in (1, 2, 3)]
        matrices = family.mass_matrix[:, 0]
        np.testing.assert_array_equal(np.stack(masses, -1), np.diagonal(matrices, axis1=1, axis2=2))
        lengths = [family.parameters[f"/constraints/{k}/length"] for k in range(3)]
        ends = np.concatenate([np.zeros((5, 1, 2)), family.x[:, 4]], axis=1)
        found = np.linalg.norm(np.diff(ends, axis=1), axis=-1)
        np.testing.assert_allclose(np.stack(lengths, -1), found, rtol=1e-12)  # projected onto the constraints
        self.assertEqual(len(family.parameters), 6)
        self.assertEqual(small_data.test().parameters, {})

    def test_error_bounds_are_there_where_they_were_asked_for(self):
        self.assertEqual(small_data.test(bound="on").error_bound.shape, (6, 100))
        with self.assertRaisesRegex(cchnn.DataError, "test.h5:/error_bound: not found"):
            small_data.test().error_bound

    def test_angles_are_told_from_lengths(self):
        self.assertEqual(small_data.test().angles.tolist(), [True, True, True])
        spring = small_data.test("spring_pendulum")
        self.assertEqual(spring.angles.tolist(), [False, False])
        self.assertEqual(len(spring.coordinate_names), 2)

    def test_statistics_are_over_trajectories_and_samples(self):
        data = small_data.train()
        mean, std = data.statistics("v")
        np.testing.assert_allclose(mean, data.v.reshape(-1, 3, 2).mean(0), atol=1e-13)  # sums of 10^4 in other orders
        np.testing.assert_allclose(std, data.v.reshape(-1, 3, 2).std(0), rtol=1e-12)


class Graph(unittest.TestCase):
    def test_bodies_and_edges_of_a_chain(self):
        data = small_data.test()
        self.assertEqual([body.id for body in data.bodies], ["pivot", "bob1", "bob2", "bob3"])
        self.assertEqual([body.is_anchor for body in data.bodies], [True, False, False, False])
        self.assertEqual([list(body.nodes) for body in data.bodies], [[], [0], [1], [2]])
        links = [edge for edge in data.edges if edge.kind == "Link"]
        self.assertEqual([(edge.body_a, edge.body_b, list(edge.rows)) for edge in links],
                         [(0, 1, [0]), (1, 2, [1]), (2, 3, [2])])
        self.assertEqual([edge.numbers["length"] for edge in links],
                         [item["length"] for item in data.system["constraints"]])
        self.assertEqual(data.edge_index.tolist(), [[0, 1, 2], [1, 2, 3]])
        self.assertEqual(len([edge for edge in data.edges if edge.kind == "Gravity"]), 3)

    def test_centres_are_what_edges_number_anchors_among_them(self):
        data = small_data.test()
        a, b = data.edge_index
        lengths = [edge.numbers["length"] for edge in data.edges if edge.kind == "Link"]
        centres = data.centres(data.x)
        np.testing.assert_allclose(np.linalg.norm(centres[:, :, a] - centres[:, :, b], axis=-1) - lengths, 0, atol=1e-9)  # projected
        self.assertTrue(np.all(data.centre_velocities(data.v)[:, :, 0] == 0))
        np.testing.assert_array_equal(data.centre_velocities(data.v)[:, :, 1:], data.v)
        top = small_data.test("gyroscope")  # a body of four nodes
        np.testing.assert_array_equal(top.centres(top.x)[:, :, 1], top.x[:, :, 0])
        loops = small_data.test("coupled_pendulum_3")
        places = np.stack([body.position for body in loops.bodies if body.is_anchor])
        self.assertGreater(np.abs(places).max(), 0)
        anchors = [body.number for body in loops.bodies if body.is_anchor]
        np.testing.assert_array_equal(loops.centres(loops.x)[3, 5, anchors], places)

    def test_every_builtin_system_has_a_graph_whose_rows_are_those_of_the_constraints(self):
        for system in small_data.systems():
            data = small_data.test(system, train=0, test=1, steps=20)
            rows = sorted(row for edge in data.edges for row in edge.rows)
            positions = [k for k, kind in enumerate(data.constraints.kind) if kind not in ("rolling", "formula_rate")]
            self.assertEqual(rows, positions, data.system_name)
            nodes = sorted(node for body in data.bodies for node in body.nodes)
            self.assertEqual(nodes, list(range(data.shape[2])), data.system_name)


class Refusals(unittest.TestCase):
    def refused(self, message, *arguments):
        with self.assertRaisesRegex((cchnn.DataError, FileNotFoundError), message):
            cchnn.Dataset(*arguments)

    def test_what_is_no_dataset_is_refused(self):
        place = small_data.directory("chain_pendulum_3")
        self.refused("is a directory; name the set", place)
        self.refused("valid.h5: does not exist", place, "valid")
        self.refused("is a file, but split 'train' was given", place / "test.h5", "train")
        self.refused("manifest.json: is not a readable HDF5 file", place / "manifest.json")
        mine = small_data.root / "mine.h5"
        cchnn.run("cchnn-eval", "template", place / "test.h5", output=mine, force=True)
        self.refused("mine.h5: is not a dataset, but 'submission'", mine)

    def test_the_only_set_of_a_directory_is_taken_and_others_are_named(self):
        place = small_data.directory("chain_pendulum_1", train=0)
        self.assertEqual(cchnn.Dataset(place).path, place / "test.h5")
        self.refused("train.h5: does not exist, the directory has test; ", place, "train")
        self.refused("does not exist, the directory has no set; ", small_data.root)

    def test_a_context_is_the_first_samples_and_leaves_one_to_predict(self):
        test = small_data.test()
        x, v = test.context(3)
        np.testing.assert_array_equal(x, test.x[:, :3])
        np.testing.assert_array_equal(v, test.v[:, :3])
        samples = len(test.t)
        for wrong in (0, -1, samples, 2.5):
            with self.assertRaisesRegex(cchnn.DataError, f"context: {wrong}, expected 1 .. {samples - 1} of {samples} samples"):
                test.context(wrong)

    def test_a_later_format_is_refused(self):
        later = small_data.root / "later.h5"
        later.write_bytes(small_data.test().path.read_bytes())
        with h5py.File(later, "r+") as f:
            f.attrs["format_version"] = 2
        self.refused("format_version 2, this package reads up to 1", later)

    def test_a_system_without_generalised_coordinates_says_why(self):
        with self.assertRaisesRegex(cchnn.DataError, "/q: four_bar_linkage has no generalised coordinates, .*loop"):
            small_data.test("four_bar_linkage").q
        with self.assertRaisesRegex(cchnn.DataError, "use x and v"):
            small_data.test("four_bar_linkage").windows(5, arrays=("q", "qdot"))

    def test_an_array_that_is_not_there_is_named(self):
        with self.assertRaisesRegex(cchnn.DataError, "test.h5:/y: not found"):
            small_data.test()["y"]
