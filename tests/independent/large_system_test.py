"""Files of systems with more than 256 nodes: matrices by their entries, and tables that are deflated."""
import json
import shutil
import unittest

import h5py
import numpy as np

from small_data import root, run, written
from test_set import TestSet

RODS = 129  # 258 nodes


def curtain(rods):
    """Rods of different masses that hang from Origins in a row, with Springs between their lower ends."""
    link = {"repeat": {"i": [2, rods]}}
    return {
        "name": f"curtain_{rods}", "dimension": 2,
        "bodies": [{"repeat": {"i": [1, rods]}, "id": "hook{i}", "type": "Origin", "position": ["{i}/10", 0]},
                   {"repeat": {"i": [1, rods]}, "id": "rod{i}", "type": "Obj1D", "mass": "1+{i}/100", "second_moments": [0.1]}],
        "constraints": [{"repeat": {"i": [1, rods]}, "type": "Joint", "between": ["hook{i}", {"body": "rod{i}", "point": [-0.5]}]}],
        "potentials": [{"type": "Gravity"},
                       {**link, "type": "Spring", "stiffness": 3, "rest_length": 0.1,
                        "between": [{"body": "rod{i-1}", "point": [0.5]}, {"body": "rod{i}", "point": [0.5]}]}],
        "initial_conditions": {"bodies": {"rod{i}": {"repeat": {"i": [1, rods]}, "from": "hook{i}", "angle": "0.3*sin({i})"}}},
        "sampling": {"dt": 0.05, "steps": 4}, "conserved": ["energy"]}


def made(rods):
    system = written(f"curtain_{rods}.json", curtain(rods))
    run("cchnn-gen", "generate", system, "-o", root / "large", "--train", 0, "--valid", 0, "--test", 2, "--with", "momentum")
    return root / "large" / f"curtain_{rods}"


class LargeSystem(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.directory = made(RODS)
        cls.file = cls.directory / "test.h5"
        cls.truth = TestSet(cls.file)

    def test_up_to_256_nodes_matrices_are_dense(self):
        with h5py.File(made(128) / "test.h5") as f:
            self.assertEqual(f["system/mass_matrix"].shape, (256, 256))
            self.assertEqual(f["system/constraints/weights"].shape, (3 * 128, 256))
            self.assertNotIn("masses", f["system"])
            self.assertNotIn("weights", f["system"])

    def test_entries_are_those_of_the_bodies(self):
        expected, nodes = self.truth.of(0).mass_matrix, 2 * RODS
        with h5py.File(self.file) as f:
            for dense in ("system/mass_matrix", "system/inverse_mass_matrix", "system/node_column", "system/constraints/weights"):
                self.assertNotIn(dense, f)
            entries = {name: item[:] for name, item in f["system/masses"].items()}
            momentum = f["momentum"][:]
        self.assertEqual(len(entries["mass"]), 4 * RODS)
        of_mass, inverse = np.zeros((2, nodes, nodes))
        of_mass[entries["row"], entries["column"]] = entries["mass"]
        inverse[entries["row"], entries["column"]] = entries["inverse"]
        np.testing.assert_allclose(of_mass, expected, rtol=1e-15, atol=0)  # a sum and a product, rounded
        np.testing.assert_allclose(of_mass @ inverse, np.eye(nodes), atol=1e-13)  # 30 times eps: entries of 2x2 blocks up to 10
        np.testing.assert_allclose(momentum, np.einsum("mn,atnd->atmd", expected, self.truth.v), rtol=1e-12, atol=1e-14)

    def test_the_json_is_in_parts_and_scales_are_deflated(self):
        with h5py.File(self.file) as f:
            parts = f["system/json"].asstr()[:]
            np.testing.assert_array_equal(f["system/part"][:], np.arange(len(parts)))
            for path in ("system/json", "node", "system/edges/body_a"):
                self.assertEqual(f[path].compression, "gzip", path)
            self.assertLess(f["system/json"].id.get_storage_size(), len("".join(parts)) / 5)
        said = json.loads("".join(parts))
        self.assertEqual([body["id"] for body in said["bodies"]],
                         [f"hook{i}" for i in range(1, RODS + 1)] + [f"rod{i}" for i in range(1, RODS + 1)])

    def test_exports_have_the_json_as_one_text(self):
        out = root / "large" / "arrays"
        run("cchnn-gen", "export", self.directory, "-o", out, "--format", "npy")
        found = next(out.rglob("json.npy"))
        self.assertEqual(json.loads(str(np.load(found)[()])), self.truth.system)

    def test_a_file_with_its_json_in_one_piece_is_read(self):
        file = root / "large" / "one_piece.h5"
        shutil.copy(self.file, file)
        file.chmod(0o644)
        with h5py.File(file, "r+") as f:
            text = "".join(f["system/json"].asstr()[:])
            del f["system/json"], f["system/part"]
            f["system/json"] = text
        answer = root / "large" / "answer_one_piece.h5"
        run("cchnn-gen", "rollout", self.directory.parent.parent / f"curtain_{RODS}.json", "--from", file, "-o", answer, "--force")
        with h5py.File(file, "r+") as f:
            del f["system/json"]
            f["system/json"] = [text, text]
        with self.assertRaisesRegex(RuntimeError, "/system/part: is missing"):
            run("cchnn-gen", "info", file)

    def test_energies_and_constraints_follow_from_the_tables(self):
        for k, (x, v) in enumerate(zip(self.truth.x, self.truth.v)):
            system = self.truth.of(k)
            scale = np.abs(system.kinetic(v)).max() + np.abs(system.potentials(x)).sum(0).max()
            self.assertLess(np.abs(system.energy(x, v) - self.truth.energy[k]).max(), 1e-13 * scale)
            phi, rate, _ = system.phi(x, v)
            self.assertEqual(phi.shape[1], 3 * RODS)  # a rigid rod, two axes of a Joint
            self.assertLess(np.abs(phi).max(), 1e-10)  # as `cchnn-gen verify` allows
            self.assertLess(np.abs(rate).max(), 1e-9)

    def test_a_table_that_is_lost_is_named_and_no_dense_matrix(self):
        for lost, column in (("masses", "row"), ("weights", "node")):
            with self.subTest(lost=lost):
                file = root / "large" / f"without_{lost}.h5"
                shutil.copy(self.file, file)
                file.chmod(0o644)
                with h5py.File(file, "r+") as f:
                    del f["system"][lost]
                with self.assertRaisesRegex(RuntimeError, f"/system/{lost}/{column}: is missing") as refused:
                    run("cchnn-gen", "info", file)
                self.assertNotIn("mass_matrix", str(refused.exception))

    def test_tables_take_less_than_a_tenth_of_dense_ones(self):
        dense = 2 * (2 * RODS)**2 * 8 + 3 * RODS * 2 * RODS * 8
        states = 2 * self.truth.x.nbytes
        self.assertLess(self.file.stat().st_size, 6 * states + dense // 10)

    def test_other_commands_take_it(self):
        run("cchnn-gen", "verify", self.directory)
        answer = root / "large" / "answer.h5"
        run("cchnn-gen", "rollout", self.directory.parent.parent / f"curtain_{RODS}.json", "--from", self.file, "-o", answer, "--force")
        report = json.loads(run("cchnn-eval", "score", self.file, answer, "--json", "-"))
        self.assertLess(report["submissions"][0]["metrics"]["constraint_rmse"]["mean"], 1e-14)
        run("cchnn-gen", "export", self.directory, "-o", root / "large" / "arrays", "--layout", "arrays", "--format", "npz")
        exported = np.load(root / "large" / "arrays" / "test.npz")
        self.assertEqual(len(exported["system/masses/row"]), 4 * RODS)


if __name__ == "__main__":
    unittest.main()
