"""cchnn-gen observe: every number of a view made again, bit for bit, from schemas/view.md and schemas/random_numbers.md."""
import json
import unittest

import h5py
import numpy as np

import random_numbers
from small_data import directory, root, run
from view import observe

RECIPES = (  # system, options
    ("chain_pendulum_2", "--noise 0.01 --times 0.5 --dropout 0.2 --hide bob1 --seed 18446744073709551615"),
    ("chain_pendulum_2", "--noise-absolute 0.02 --camera 3,1 --float32 --times 0.01"),
    ("gyroscope", "--noise 0.1 --camera 1,1,-0.5 --float32 --dropout 0.3 --seed 5"),
    ("gyroscope", "--noise 0.01 --camera 0,0,-2 --hide-velocities"),
    ("family", "--times 0.33"),
    ("cart_pole", "--times 0.5 --noise 0.01 --hide pole"),
)


class Generator(unittest.TestCase):
    def test_philox_gives_the_known_answers_of_its_authors(self):
        ones = random_numbers.MASK
        self.assertEqual(random_numbers.philox((0,) * 4, (0,) * 2), [0x6627E8D5, 0xE169C58D, 0xBC57AC4C, 0x9B00DBD8])
        self.assertEqual(random_numbers.philox((ones,) * 4, (ones,) * 2), [0x408F276D, 0x41C83B0E, 0xA20BC7C6, 0x6D5451FD])

    def test_quantiles_of_the_normal_distribution(self):
        for p, x in ((0.5, 0), (0.975, 1.959963984540054), (1e-3, -3.090232306167813), (1e-300, -37.0471)):
            self.assertAlmostEqual(random_numbers.normal_quantile(p), x, places=13 if p > 1e-9 else 4)


class Views(unittest.TestCase):
    def check_file(self, view, truth, split):
        with h5py.File(view) as seen, h5py.File(truth) as file:
            said = json.loads(seen["view"].asstr()[()])
            recipe, body = said["recipe"], file["system/nodes/body"].asstr()[:]
            hidden = [n for n in range(len(body)) if body[n] in recipe["hide"]]
            mine = observe(file["x"][:], file["v"][:], recipe, split, hidden)
            self.assertEqual((said["spread_x"], said["spread_v"]), (mine["spread_x"], mine["spread_v"]))
            self.assertEqual("v" in seen, recipe["velocities"])
            for name in ("sample", "x", "observed") + (("v",) if recipe["velocities"] else ()):
                theirs = seen[name][:]
                self.assertEqual(theirs.dtype, {"sample": np.int64, "observed": np.uint8}.get(name, mine["x"].dtype), name)
                # Every bit, so no tolerance; a NaN is a NaN.
                np.testing.assert_array_equal(theirs, mine[name].astype(theirs.dtype), name)
            np.testing.assert_array_equal(seen["t"][:], file["t"][:][mine["sample"]])
            self.assertEqual("u" in seen, "u" in file)
            if "u" in file:
                np.testing.assert_array_equal(seen["u"][:], file["u"][:])
            np.testing.assert_array_equal(seen["body"].asstr()[:], [b for n, b in enumerate(body) if n not in hidden])

    def test_every_number_of_a_view(self):
        for number, (system, options) in enumerate(RECIPES):
            data, view = directory(system, test=3, train=3, steps=30), root / f"view_{number}"
            run("cchnn-gen", "observe", data, "-o", view, *options.split())
            for split in ("train", "test"):
                with self.subTest(f"{system} {options} {split}"):
                    self.check_file(view / f"{split}.h5", data / f"{split}.h5", split)

    def test_views_of_one_seed_are_nested(self):
        data = directory("gyroscope", test=3, train=3, steps=30)
        files = {}
        for number, options in enumerate(("--noise 0.01 --dropout 0.1 --times 0.3", "--noise 0.02 --dropout 0.3 --times 0.7")):
            run("cchnn-gen", "observe", data, "-o", root / f"nested_{number}", *options.split())
            with h5py.File(root / f"nested_{number}" / "test.h5") as f:
                files[number] = f["sample"][:], f["x"][:], f["observed"][:]
        with h5py.File(data / "test.h5") as f:
            truth = f["x"][:]
        for i in range(3):
            common = np.isin(files[1][0][i], files[0][0][i])
            self.assertEqual(common.sum(), len(files[0][0][i]))
            self.assertFalse((files[1][2][i][common] & ~files[0][2][i] & 1).any())  # lost at 10 %: lost at 30 %
            both = (files[1][2][i][common] & files[0][2][i]).astype(bool)
            exact = truth[i, files[0][0][i]]
            once, twice = files[0][1][i] - exact, files[1][1][i][common] - exact
            # x + s n is rounded to x's last digit: both differences to 2^-53 of entries of at most 2 m.
            np.testing.assert_allclose(twice[both], 2 * once[both], rtol=0, atol=1e-15)


if __name__ == "__main__":
    unittest.main()
