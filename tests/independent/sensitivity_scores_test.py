"""Scores of derivatives (schemas/metrics.md, section 9), computed again in NumPy from the page, and what is refused."""
import json
import subprocess
import unittest

import h5py
import numpy as np

import small_data
from statistics_of import summary

CLOSED = 1e-9  # of 1 - cosine, a difference of numbers near 1 where it is small; the others agree to rounding
NUMBERS = {"chain_pendulum_2": "/bodies/1/mass,/constraints/1/length", "rigid_rotor": None, "family": None}


def asked(name):
    return ("--with", "sensitivities", *(("--sensitive", NUMBERS[name]) if NUMBERS[name] else ()))


class Truth:
    def __init__(self, name):
        self.path = small_data.directory(name, asked=asked(name)) / "test.h5"
        self.set = small_data.TestSet(self.path)
        with h5py.File(self.path) as f:
            self.mass, self.dt, self.system = f["system/mass_matrix"][()], f.attrs["dt"], self.set.system
            self.start = f["sensitivity/start"][()]
            self.bound = f["sensitivity/error_bound"][()]
            self.numbers = f["sensitivity/parameters"][()] if "sensitivity/parameters" in f else None
            pointers = f["sensitivity/pointer"].asstr()[()] if self.numbers is not None else []
            drawn = dict(zip(f["system/parameters/pointer"].asstr()[()], f["parameters"][()].T)) if "parameters" in f else {}
        nominal = [self.at(pointer) for pointer in pointers if pointer not in drawn]
        columns = [drawn[pointer] if pointer in drawn else np.full(len(self.start), nominal.pop(0)) for pointer in pointers]
        self.theta = np.abs(np.array(columns)).T if columns else None  # (N, P)
        self.drawn = drawn

    def at(self, pointer):
        value = self.system
        for key in pointer.split("/")[1:]:
            value = value[int(key)] if isinstance(value, list) else value[key]
        return value

    def momenta(self, i, v):
        """M v of (T, n, d), with the masses of trajectory i."""
        return np.einsum("ab,tbd->tad", self.set.of(i).mass_matrix, v)


def said(truth, size, seed):
    """A submission with errors of a size, x, v, S and P of it."""
    random = np.random.default_rng(seed)
    x, v = small_data.noisy(truth.set, size, seed)
    arrays = [x, v]
    for stored in (truth.start, truth.numbers):
        off = None if stored is None else stored * (1 + size * random.normal(size=stored.shape))
        if off is not None:
            off[:, 0] = stored[:, 0]
        arrays.append(off)
    return arrays


def err(a, b):
    """(40) at each sample of one trajectory; the worst where a is not finite."""
    norm = lambda c: np.sqrt((c**2).sum((-2, -1)))
    with np.errstate(all="ignore"):
        found = norm(a - b) / (norm(a) + norm(b))
    found[np.isnan(found) & (norm(a - b) == 0)] = 0
    return np.where(np.isfinite(norm(a)), found, 1)


def over_time(h, dt, floor=1e-16):
    logs = np.log(h + floor)
    return np.exp(((logs[1:] + logs[:-1]) / 2).sum() / (len(h) - 1))


def misaligned(a, b):
    """(42) without the difference of numbers near 1."""
    if not np.isfinite(a).all():
        return 2.0
    return ((a / np.linalg.norm(a) - b / np.linalg.norm(b)) ** 2).sum() / 2


def scores(truth, arrays, first=1, before=0):
    """Every number of section 9, (N) each, counted from sample `first` on; `before` is the last given sample."""
    x, v, start, numbers = arrays
    found = {key: [] for key in ("sensitivity_error", "sensitivity_error_numbers", "gradient_end", "gradient_kinetic", "wrong_signs")}
    nd = x[0, 0].size
    for i in range(len(truth.start)):
        S, own = truth.start[i], start[i]
        found["sensitivity_error"].append(over_time(err(own, S)[first:], truth.dt))
        if truth.numbers is not None:
            found["sensitivity_error_numbers"].append(over_time(err(numbers[i] * truth.theta[i], truth.numbers[i] * truth.theta[i])[first:], truth.dt))
        flat = lambda a: a.reshape(len(a), -1)
        target = flat(truth.set.x[i])[before]
        end = lambda of, D: D[-1, :nd].T @ (flat(of)[-1] - target)
        found["gradient_end"].append(misaligned(end(x[i], own), end(truth.set.x[i], S)))
        kinetic = lambda of, D: np.einsum("ta,taj->j", flat(truth.momenta(i, of))[first:], D[first:, nd:])
        found["gradient_kinetic"].append(misaligned(kinetic(v[i], own), kinetic(truth.set.v[i], S)))
        counted = np.abs(S[first:]) >= 1e-3 * np.abs(S[first:]).max((1, 2), keepdims=True)
        wrong = ~(np.isfinite(own[first:]) & (np.sign(own[first:]) == np.sign(S[first:])))
        found["wrong_signs"].append(wrong[counted].mean())
    return {key: np.array(values) for key, values in found.items() if values}


class SensitivityScores(unittest.TestCase):
    def write(self, name, truth, arrays, ending="h5", count=None, samples=None):
        path = small_data.root / f"{name}.{ending}"
        keys = ("x", "v", "sensitivity/start", "sensitivity/parameters")
        held = {key: a[:count, :samples] for key, a in zip(keys, arrays) if a is not None}
        if ending == "npz":
            np.savez(path, **held, model=name, answers_truth=truth.set.truth_digest)
            return path
        with h5py.File(path, "w") as f:
            for key, array in held.items():
                f[key] = array
            f.attrs["model"], f.attrs["answers_truth"] = name, truth.set.truth_digest
        return path

    def score(self, truth, file, *flags):
        return json.loads(small_data.run("cchnn-eval", "score", truth.path, file, "--sensitivities", "--json", "-", "--threads", 1, *flags))

    def same(self, expected, found):
        for key, values in expected.items():
            for statistic, value in summary(values).items():
                given = found["metrics"][key][statistic]
                if value is None or given is None:
                    self.assertEqual(value, given, f"{key}: {statistic}")
                else:
                    np.testing.assert_allclose(given, value, rtol=CLOSED, atol=1e-15, err_msg=f"{key}: {statistic}")

    def test_every_number_is_that_of_the_page(self):
        for name in NUMBERS:
            truth = Truth(name)
            for size, ending in ((1e-6, "h5"), (0.1, "npz"), (3, "h5")):
                with self.subTest(system=name, size=size):
                    arrays = said(truth, size, 7)
                    report = self.score(truth, self.write(f"{name}_{size:g}", truth, arrays, ending))
                    self.same(scores(truth, arrays), report["submissions"][0])
                    self.assertTrue(report["choices"]["sensitivities"])
                    self.assertIn("|sensitivities|", report["signature"])
                    metrics = report["submissions"][0]["metrics"]
                    self.assertEqual("sensitivity_error_numbers" in metrics, truth.numbers is not None)

    def test_t_0_and_a_context_count_as_elsewhere(self):
        truth = Truth("chain_pendulum_2")
        arrays = said(truth, 0.01, 8)
        file = self.write("context", truth, arrays)
        self.same(scores(truth, arrays, first=0), self.score(truth, file, "--include-t0")["submissions"][0])
        arrays[0][:, :5], arrays[1][:, :5] = truth.set.x[:, :5], truth.set.v[:, :5]
        self.same(scores(truth, arrays, first=5, before=4), self.score(truth, file, "--context", 5)["submissions"][0])

    def test_what_is_missing_or_not_finite_has_the_worst_value(self):
        truth = Truth("family")
        arrays = said(truth, 0.01, 9)
        arrays[2][0, 5:, 1, 1] = np.nan
        arrays[3][1, 7:, 0, 0] = np.inf
        self.same(scores(truth, arrays), self.score(truth, self.write("nan", truth, arrays))["submissions"][0])
        few = [a.copy() for a in said(truth, 0.01, 9)]
        for a in few:
            a[4:], a[:, 30:] = np.nan, np.nan
        self.same(scores(truth, few), self.score(truth, self.write("few", truth, few, count=4, samples=30))["submissions"][0])

    def test_the_test_set_itself_has_no_error_and_reversed_derivatives_the_worst(self):
        truth = Truth("chain_pendulum_2")
        own = [truth.set.x, truth.set.v, truth.start, truth.numbers]
        metrics = self.score(truth, self.write("own", truth, own))["submissions"][0]["metrics"]
        for key in ("gradient_end", "gradient_kinetic", "wrong_signs"):
            self.assertEqual(metrics[key]["mean"], 0)
        self.assertLess(metrics["sensitivity_error"]["mean"], 1.1e-16)
        turned = -truth.start
        turned[:, 0] = truth.start[:, 0]
        metrics = self.score(truth, self.write("turned", truth, [*own[:2], turned, truth.numbers]))["submissions"][0]["metrics"]
        self.assertEqual(metrics["wrong_signs"]["mean"], 1)
        self.assertEqual(metrics["gradient_end"]["mean"], 2)
        self.assertAlmostEqual(metrics["sensitivity_error"]["mean"], 1, delta=1e-12)

    def test_ranks_go_by_them_if_asked(self):
        """Whose states are worse, even if the other's are exact, and whose derivatives are better is first."""
        for name in ("chain_pendulum_2", "rigid_rotor"):
            truth = Truth(name)
            near, far = said(truth, 1e-4, 10), said(truth, 1e-2, 11)
            derivatives = self.write(f"{name}_derivatives", truth, [*far[:2], *near[2:]])
            for kind, of_states in (("states", near[:2]), ("exact", said(truth, 0, 12)[:2])):
                with self.subTest(name, states=kind):
                    states = self.write(f"{name}_{kind}", truth, [*of_states, *far[2:]])
                    ask = ("cchnn-eval", "score", truth.path, states, derivatives, "--rank-by", "sensitivity_error")
                    report = json.loads(small_data.run(*ask, "--json", "-"))
                    self.assertIn("|by:sensitivity_error", report["signature"])
                    pair = report["comparisons"][0]
                    self.assertEqual((pair["b"], pair["better"]), (f"{name}_derivatives", 0))
                    self.assertTrue(small_data.run(*ask).startswith(f"{name}_derivatives has the smallest sensitivity error"))

    def test_what_cannot_be_scored_is_refused_with_what_to_do(self):
        truth = Truth("chain_pendulum_2")
        x, v, start, numbers = said(truth, 0.01, 12)
        other = start.copy()
        other[2, 0] *= 2
        plain = small_data.directory("chain_pendulum_2") / "test.h5"
        cases = [("no_start", [x, v, None, numbers], truth.path, ":/sensitivity/start: is missing"),
                 ("no_numbers", [x, v, start, None], truth.path, ":/sensitivity/parameters: is missing"),
                 ("columns", [x, v, start[..., :3], numbers], truth.path, ":/sensitivity/start: shape is (6, 40, 8, 3), expected (6, 40, 8, 4)"),
                 ("rows", [x, v, start[:, :, :4], numbers[:, :, :4]], truth.path, "shape is (6, 40, 4, 4), expected (6, 40, 8, 4)"),
                 ("axes", [x, v, start[..., 0], numbers], truth.path, "shape is (6, 40, 8), expected"),
                 ("basis", [x, v, other, numbers], truth.path, "of trajectory 2 at t = 0 is off from /sensitivity/basis"),
                 ("plain", [x, v, start, numbers], plain, "generate the test set with --with sensitivities")]
        for name, arrays, path, what in cases:
            for ending in ("h5", "npz"):
                with self.subTest(name, ending=ending):
                    file = self.write(f"refused_{name}", truth, arrays, ending)
                    done = subprocess.run([small_data.os.path.join(small_data.os.environ["CCHNN_BIN"], "cchnn-eval"), "score", path, file,
                                           "--sensitivities"], capture_output=True, text=True)
                    self.assertIn(what, done.stderr)
                    self.assertIn(done.returncode, (2, 3))


if __name__ == "__main__":
    unittest.main()
