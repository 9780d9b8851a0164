"""Other random numbers of schemas/random_numbers.md: training windows, properties of a family, named draws, perturbed starts."""
import hashlib
import json
import unittest

import h5py
import numpy as np

import small_data
from random_numbers import stream_of

TRAIN, TEST = 0, 2
VARIED, SHARED, WINDOWS, PERTURBATION = 64, 128, 256, 512
small_data.OWN["charges"] = {
    "dimension": 2,
    "bodies": [{"id": name, "type": "Obj0D", "mass": 1} for name in "abc"],
    "draws": {"q": {"choice": [-1, 1]}},
    "potentials": [{"type": "Potential", "points": ["a", "b", "c"],
                    "constants": {"qa": "q", "qb": {"choice": [-1, 1, 2]}, "qc": {"normal": {"mean": 0, "std": 1}}},
                    "energy": "qa*qb/sqrt(r12^2 + 0.1) + qa*qc/sqrt(r13^2 + 0.1) + 2*qb*qc/sqrt(r23^2 + 0.1)"},
                   {"type": "Force", "on": "c", "force": [{"choice": [-0.5, 0.5]}, {"normal": {"mean": 0, "std": 1}}]}],
    "initial_conditions": {"bodies": {
        "a": {"position": [{"choice": [1, 2]}, 0], "velocity": [0, {"normal": {"mean": 0, "std": 1}}]},
        "b": {"position": [-1, {"normal": {"mean": 0, "std": 1}}]}, "c": {"position": [0, 2]}}},
    "sampling": {"dt": 0.05, "steps": 40}}
small_data.OWN["annulus"] = {
    "dimension": 1,
    "bodies": [{"id": "wall", "type": "Origin"}, {"id": "bob", "type": "Obj0D", "mass": "m"}],
    "potentials": [{"type": "Spring", "between": ["wall", "bob"], "stiffness": 2}],
    "draws": {"m": {"uniform": {"low": 0.5, "high": 1.5}}, "r": {"uniform": {"low": 0.1, "high": 1}}},
    "initial_conditions": {"bodies": {"bob": {"position": ["r"], "velocity": ["r/m"]}}}}


def named(name, split, i):
    key = int(hashlib.sha256(name.encode()).hexdigest()[:16], 16)
    return stream_of(0 ^ key, SHARED + split, i)


class Draws(unittest.TestCase):
    def test_training_windows(self):
        with h5py.File(small_data.directory("gyroscope", test=3, train=20, steps=30) / "train.h5") as f:
            start, length, samples = f["chunks/start"][:], int(f.attrs["chunk_length"]), f["x"].shape[1]
        mine = [length * stream_of(0, WINDOWS + TRAIN, i).below(samples // length) for i in range(len(start))]
        np.testing.assert_array_equal(start, mine)
        self.assertGreater(len(set(mine)), 1)

    def test_properties_of_a_family_in_the_order_of_its_parameters(self):
        bounds = {"/bodies/1/mass": (0.5, 1.5), "/bodies/2/mass": (0.5, 1.5), "/potentials/0/g": (5, 10), "/potentials/1/stiffness": (20, 40)}
        with h5py.File(small_data.directory("family") / "test.h5") as f:
            pointers, values = f["system/parameters/pointer"].asstr()[:], f["parameters"][:]
        for i, row in enumerate(values):
            stream = stream_of(0, VARIED + TEST, i)
            for pointer, value in zip(pointers, row):
                if pointer in bounds:
                    low, high = bounds[pointer]
                    self.assertEqual(value, low + (high - low) * stream.uniform(), pointer)
                else:
                    self.assertEqual((pointer, value), ("/constraints/0/length", 1 + 0.1 * stream.normal()))

    def test_choices_constants_of_a_formula_and_forces(self):
        with h5py.File(small_data.directory("charges") / "test.h5") as f:
            pointers, values, x = f["system/parameters/pointer"].asstr()[:], f["parameters"][:], f["x"][:, 0, 0, 0]
            numbers = f["system/edges/numbers"]
            column = dict(zip(numbers["name"].asstr()[:], numbers["varied"][:]))
        self.assertEqual(list(pointers), ["/potentials/0/constants/qa", "/potentials/0/constants/qb", "/potentials/0/constants/qc",
                                          "/potentials/1/force/0", "/potentials/1/force/1"])
        self.assertEqual([column[name] for name in ("qa", "qb", "qc", "force_x", "force_y")], [0, 1, 2, 3, 4])
        for i, row in enumerate(values):
            stream, states = stream_of(0, VARIED + TEST, i), stream_of(0, TEST, i)
            self.assertEqual(row[0], [-1, 1][named("q", TEST, i).below(2)])
            self.assertEqual(row[1], [-1, 1, 2][stream.below(3)])
            self.assertEqual(row[2], stream.normal())
            self.assertEqual(row[3], [-0.5, 0.5][stream.below(2)])
            self.assertEqual(row[4], stream.normal())
            self.assertEqual(x[i], [1, 2][states.below(2)])
        self.assertEqual({len(set(column)) for column in values[:, [0, 1, 3]].T}, {2, 3})

    def test_a_trajectory_of_a_family_is_that_of_a_system_with_its_numbers_bit_for_bit(self):
        directory = small_data.directory("charges")
        with h5py.File(directory / "test.h5") as f:
            family, values = {key: f[key][:] for key in ("x", "v", "energy", "error_bound")}, f["parameters"][:]
        system = json.loads(json.dumps(small_data.OWN["charges"]))
        for i in (0, len(values) - 1):
            system["potentials"][0]["constants"] = dict(zip(("qa", "qb", "qc"), values[i, :3]))
            system["potentials"][1]["force"] = list(values[i, 3:])
            small_data.OWN[f"charges_{i}"] = system
            with h5py.File(small_data.directory(f"charges_{i}") / "test.h5") as f:
                for key, of_family in family.items():
                    np.testing.assert_array_equal(f[key][i], of_family[i], key)
        audited = small_data.run("cchnn-gen", "audit", directory)
        self.assertNotIn("failed", audited)

    def test_named_draws(self):
        with h5py.File(small_data.directory("annulus") / "test.h5") as f:
            x, v, masses = f["x"][:, 0, 0, 0], f["v"][:, 0, 0, 0], f["parameters"][:, 0]
        for i in range(len(x)):
            m, r = 0.5 + (1.5 - 0.5) * named("m", TEST, i).uniform(), 0.1 + (1 - 0.1) * named("r", TEST, i).uniform()
            self.assertEqual((masses[i], x[i], v[i]), (m, r, r / m))

    def test_perturbed_starts_of_a_system_without_constraints(self):
        _, truth = small_data.test_set("line")
        with h5py.File(small_data.rollout("line", "moved", "--epsilon", 0.25, "--seed", 9)) as f:
            x, v = f["x"][:, 0], f["v"][:, 0]
        for i in range(len(x)):
            stream = stream_of(9, PERTURBATION, i)
            np.testing.assert_array_equal(x[i].ravel(), truth.x[i, 0].ravel() + 0.25 * stream.normals(2))
            np.testing.assert_array_equal(v[i].ravel(), truth.v[i, 0].ravel() + 0.25 * stream.normals(2))


if __name__ == "__main__":
    unittest.main()
