"""A sealed round, verified by hashlib, NumPy and the numbers of schemas/random_numbers.md instead of `challenge verify`."""
import hashlib
import itertools
import json
import shutil
import unittest

import h5py
import numpy as np

from random_numbers import Stream, stream_of
from small_data import root, run, written

HIDDEN_STREAM = 0x80
SYSTEM = {
    "name": "hidden_line", "dimension": 1,
    "bodies": [{"id": "wall", "type": "Origin"}, {"id": "a", "type": "Obj0D", "mass": 1}, {"id": "b", "type": "Obj0D", "mass": 1}],
    "potentials": [{"type": "Spring", "between": ["wall", "a"], "stiffness": 3},
                   {"type": "Potential", "points": ["a", "b"], "constants": {"k": 20}, "energy": "k*(x1-x2)^2"}],
    "initial_conditions": {"bodies": {
        "a": {"position": [{"normal": {"mean": 0, "std": 0.5}}], "velocity": [{"uniform": {"low": -1, "high": 1}}]},
        "b": {"position": [{"uniform": {"low": 1, "high": 2}}],
              "velocity": [{"normal": {"mean": 0.1, "std": 0.5, "limit": 0.4, "scale": 2, "random_sign": True}}]}}},
    "sampling": {"dt": 0.05, "steps": 12}}
PRIOR = {
    "format": "cchnn prior", "format_version": 1, "name": "hidden_line", "title": "A line", "train": 3, "test": 3, "system": SYSTEM,
    "hidden": {  # in an order that is none of names or kinds; half of the masses are no masses
        "/potentials/1/energy": {"choice": ["k*(x1-x2)^2", "k*(x1-x2)^4", "k*((x1-x2)^2+(x1-x2)^4)"]},
        "/bodies/2/mass": {"normal": {"mean": 0, "std": 0.7}},
        "/bodies/1/mass": {"uniform": {"low": 0.5, "high": 2}},
        "/potentials/0/stiffness": {"choice": [2, 3.5, 40]},
        "/potentials/1/constants/k": {"uniform": {"low": 10, "high": 40}}}}


def drawn(how, stream):
    (kind, numbers), = how.items()
    if kind == "choice":
        return numbers[stream.below(len(numbers))]
    return one_of(how, stream)


def one_of(how, stream):
    (kind, n), = how.items()
    if kind == "uniform":
        return n["low"] + (n["high"] - n["low"]) * stream.uniform()
    value = n["mean"] + n["std"] * stream.normal()
    if "limit" in n:
        value = min(n["limit"], max(-n["limit"], value))
    return n.get("scale", 1) * (-value if n.get("random_sign") and stream.uniform() < 0.5 else value)


def hidden_values(prior, seed):
    """Draw after draw until one gives a valid system: here, until the mass of b is one."""
    for draw in range(1000):
        stream = Stream(seed, HIDDEN_STREAM, draw, 0)
        values = {pointer: drawn(how, stream) for pointer, how in prior["hidden"].items()}
        if values["/bodies/2/mass"] > 0:
            return values
    raise AssertionError("no valid system")


def starts(system, seed, split, count):
    """x, v of each trajectory: bodies in the order of the file, of each its positions and then its velocities."""
    states = np.empty((2, count, 2, 1))
    for i in range(count):
        stream = stream_of(seed, split, i)
        for node, body in enumerate(("a", "b")):
            placed = system["initial_conditions"]["bodies"][body]
            states[:, i, node, 0] = [one_of(placed[key][0], stream) for key in ("position", "velocity")]
    return states


def put(system, pointer, value):
    *path, last = pointer.split("/")[1:]
    at = system
    for key in path:
        at = at[int(key)] if isinstance(at, list) else at[key]
    at[int(last) if isinstance(at, list) else last] = value


def sha256(path):
    return hashlib.sha256(path.read_bytes()).hexdigest()


class Rounds(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.place, prior = root / "round", written("prior.json", PRIOR)
        run("cchnn-gen", "challenge", "seal", prior, "-o", cls.place)
        cls.published = {path.name: sha256(path) for path in cls.place.iterdir()}
        run("cchnn-gen", "challenge", "reveal", cls.place)
        cls.round, cls.secret = (json.loads((cls.place / name).read_text()) for name in ("round.json", "secret.json"))

    def test_the_commitment_is_the_digest_of_a_secret_with_a_salt(self):
        self.assertEqual(sha256(self.place / "secret.json"), self.round["commitment"])
        self.assertEqual(len(bytes.fromhex(self.secret["salt"])), 32)
        self.assertEqual(self.round["prior"], PRIOR)

    def test_the_secret_binds_the_prior_and_a_formula_that_is_added_later_is_found(self):
        text = json.dumps(self.round["prior"], separators=(",", ":"), ensure_ascii=False)
        self.assertEqual(hashlib.sha256(text.encode()).hexdigest(), self.secret["prior_sha256"])
        forged = root / "forged"
        shutil.copytree(self.place, forged)
        changed = json.loads((forged / "round.json").read_text())
        energy = changed["prior"]["hidden"]["/potentials/1/energy"]
        for energy["choice"] in itertools.permutations([*energy["choice"], "k*(x1-x2)^6"]):
            if hidden_values(changed["prior"], int(self.secret["seed"])) == self.secret["values"]:
                break  # the seed draws the same energy, now of four
        (forged / "round.json").write_text(json.dumps(changed))
        verdict = root / "verdict.json"
        with self.assertRaisesRegex(RuntimeError, "exit code 1\n"):
            run("cchnn-gen", "challenge", "verify", forged, "--json", verdict)
        failed = [check["what"] for check in json.loads(verdict.read_text())["checks"] if not check["passed"]]
        self.assertEqual(failed, ["the prior is what was sealed"])

    def test_revealing_changes_nothing_that_was_published(self):
        self.assertEqual(set(self.published), {"round.json", "train.npz", "starts.npz"})
        for name, digest in self.published.items():
            self.assertEqual(sha256(self.place / name), digest)
        self.assertEqual(self.round["files"], {name: self.published[name] for name in ("train.npz", "starts.npz")})

    def test_the_hidden_values_follow_from_the_prior_and_the_seed(self):
        values = hidden_values(self.round["prior"], int(self.secret["seed"]))
        self.assertEqual(list(values.items()), list(self.secret["values"].items()))
        system = json.loads(json.dumps(SYSTEM))
        for pointer, value in values.items():
            put(system, pointer, value)
        self.assertEqual(json.loads((self.place / "revealed" / "hidden_line.json").read_text()), system)

    def test_the_starts_follow_from_the_salt(self):
        seed = int(hashlib.sha256(("initial states " + self.secret["salt"]).encode()).hexdigest()[:16], 16)
        data = self.place / "revealed" / "hidden_line"
        self.assertEqual(json.loads((data / "manifest.json").read_text())["seed"], seed)
        for split, number in (("train", 0), ("test", 2)):
            x, v = starts(self.round["prior"]["system"], seed, number, 3)
            with h5py.File(data / f"{split}.h5") as f:
                np.testing.assert_array_equal(f["x"][:, 0], x)
                np.testing.assert_array_equal(f["v"][:, 0], v)
                self.assertEqual(f.attrs["truth_digest"], self.secret["truth_digests"][split])

    def test_what_is_published_is_the_motion_and_nothing_else(self):
        for name, split, of in (("train", "train", slice(None)), ("starts", "test", 0)):
            with np.load(self.place / f"{name}.npz") as arrays, \
                    h5py.File(self.place / "revealed" / "hidden_line" / f"{split}.h5") as f:
                self.assertEqual(sorted(arrays), ["t", "v", "x"])
                np.testing.assert_array_equal(arrays["t"], f["t"][:])
                for key in ("x", "v"):
                    np.testing.assert_array_equal(arrays[key], f[key][:, of])


if __name__ == "__main__":
    unittest.main()
