"""cchnn-eval score --solver: settings whose error a file of numbers decides, computed again from section 14 of
schemas/metrics.md; RATTLE and the classical Runge-Kutta method once more, from their equations; and which setting stands beside which model."""
import json
import unittest

import numpy as np

import metrics
import small_data
from small_data import rollout, run, test_set
from standings import is_at_floor
from statistics_of import geometric_mean
from test_set import read_submission

SYSTEMS = ("chain_pendulum_1", "chain_pendulum_2", "damped_pendulum", "family")


def judged(truth, x, v):
    """What ratios and ranks go by (section 2): nothing below the bound of the reference."""
    of = [metrics.metrics(truth, i, x[i], v[i]) for i in range(len(x))]
    values = []
    for i, one in enumerate(of):
        bound = truth.bound[i, :len(one.err)]
        at_floor = is_at_floor(one.err[1:], bound[1:])
        values.append(metrics.over_time(bound if at_floor else np.maximum(one.err, bound), truth.t, one.counted, 1e-16, "T"))
    return geometric_mean(np.array(values))


def masses_and_gravity(system, shape):
    masses, gravity = np.diag(system.mass_matrix)[:, None], np.zeros(shape)
    for edge in system.edges:
        if edge["kind"] == "Gravity":
            gravity[system.first[edge["a"]]] -= masses[system.first[edge["a"]]] * edge["g"] * np.array([0, 1])
    return masses, gravity


def jacobian_of(system, x):
    r = system.constraints["weights"] @ x + system.constraints["offset"]
    return 2 * r[:, None, :] * system.constraints["weights"][:, :, None]  # (rows, n, d)


def rattle(system, x, v, dt, samples, substeps):
    """Andersen 1983: positions meet Phi after each drift, momenta its rate after each step. Point masses on links."""
    h, weights = dt / substeps, system.constraints["weights"]
    masses, gravity = masses_and_gravity(system, x.shape)

    def jacobian(x):
        return jacobian_of(system, x)

    path_x, path_v = [x], [v]
    for _ in range(samples - 1):
        for _ in range(substeps):
            G, pull = jacobian(x), np.zeros(len(weights))
            for _ in range(20):
                half = v + (h / 2 * gravity - np.tensordot(pull, G, 1)) / masses
                new = x + h * half
                phi = ((weights @ new + system.constraints["offset"])**2).sum(1) - system.squares
                slope = h * np.einsum("and,bnd->ab", jacobian(new), G / masses)
                pull = pull + np.linalg.solve(slope, phi)
                if abs(phi).max() < 1e-15:
                    break
            free, G = half + h / 2 * gravity / masses, jacobian(new)
            A = np.einsum("and,bnd->ab", G, G / masses)
            x, v = new, free - np.tensordot(np.linalg.solve(A, np.einsum("and,nd->a", G, free)), G, 1) / masses
        path_x.append(x)
        path_v.append(v)
    return np.array(path_x), np.array(path_v)


def runge_kutta(system, x, v, dt, samples, substeps):
    """Kutta 1901, of M v' = f - G^T lambda with lambda from the second derivative of Phi; then Newton, in the mass metric, back
    to Phi = 0 and G v = 0. Point masses on links."""
    h, weights = dt / substeps, system.constraints["weights"]
    masses, gravity = masses_and_gravity(system, x.shape)

    def multipliers(G, rate):
        return np.linalg.solve(np.einsum("and,bnd->ab", G, G / masses), rate)

    def rates(x, v):
        G = jacobian_of(system, x)
        turning = 2 * ((weights @ v)**2).sum(1)
        pull = multipliers(G, turning + np.einsum("and,nd->a", G, gravity / masses))
        return v, (gravity - np.tensordot(pull, G, 1)) / masses

    path_x, path_v = [x], [v]
    for _ in range(samples - 1):
        for _ in range(substeps):
            a = rates(x, v)
            b = rates(x + h / 2 * a[0], v + h / 2 * a[1])
            c = rates(x + h / 2 * b[0], v + h / 2 * b[1])
            d = rates(x + h * c[0], v + h * c[1])
            x, v = (z + h / 6 * (a[i] + 2 * b[i] + 2 * c[i] + d[i]) for i, z in enumerate((x, v)))
            for _ in range(4):
                G = jacobian_of(system, x)
                phi = ((weights @ x + system.constraints["offset"])**2).sum(1) - system.squares
                x = x - np.tensordot(multipliers(G, phi), G, 1) / masses
            G = jacobian_of(system, x)
            v = v - np.tensordot(multipliers(G, np.einsum("and,nd->a", G, v)), G, 1) / masses
        path_x.append(x)
        path_v.append(v)
    return np.array(path_x), np.array(path_v)


def best(settings, by, then, other, limit):
    fitting = [s for s in settings if s[other] <= limit]
    return min(fitting, key=lambda s: (s[by], s[then])) if fitting else None


class Solver(unittest.TestCase):
    def report(self, path, submissions):
        return json.loads(run("cchnn-eval", "score", path, *submissions, "--solver", "--json", "-", "--threads", 1))

    def submissions(self, name, truth):
        files = [rollout(name, "exact", "--timed", "--force"), rollout(name, "off", "--epsilon", 1e-3, "--timed", "--force", ending="npz")]
        for size in (1e-1, 1e-4, 1e-7):
            files.append(small_data.submission(small_data.root / f"{name}_noise_{size:g}.npz", truth,
                                               *small_data.noisy(truth, size, 1), model=f"noise {size:g}"))
        return files

    def test_errors_are_those_of_rollouts_by_the_flags_that_a_setting_names_and_of_models(self):
        for name in SYSTEMS:
            path, truth = test_set(name)
            files = self.submissions(name, truth)
            report = self.report(path, files)
            for k, setting in enumerate(report["solver"]["settings"]):
                made = rollout(name, f"setting_{k}", *setting["flags"].split())
                x, v, _ = read_submission(made, truth.x.shape)
                self.near(judged(truth, x, v), setting["error"], 1e-11, f"{name}: {setting['setting']}")
            for file, model in zip(files, report["solver"]["models"]):
                x, v, _ = read_submission(file, truth.x.shape)
                self.near(judged(truth, x, v), model["error"], 1e-11, f"{name}: {file.name}")

    def near(self, mine, theirs, allowed, what):
        self.assertLessEqual(abs(mine - theirs), allowed * theirs, f"{what}: {mine} here, {theirs} in the report")

    def test_rattle_written_anew_has_the_error_of_the_settings(self):
        for name in ("chain_pendulum_1", "chain_pendulum_2"):
            path, truth = test_set(name)
            settings = {s["setting"]: s for s in self.report(path, [rollout(name, "exact", "--force")])["solver"]["settings"]}
            for substeps in (1, 2, 4):
                paths = [rattle(truth.of(i), truth.x[i, 0], truth.v[i, 0], truth.t[1], len(truth.t), substeps)
                         for i in range(len(truth.x))]
                x, v = (np.array(a) for a in zip(*paths))
                # Of errors of 1e-5 and more, of states that agree to some 1e-14.
                found = settings[f"rattle2 substeps {substeps}"]
                self.assertGreater(found["error"], 1e-5)
                self.near(judged(truth, x, v), found["error"], 1e-8, f"{name} substeps {substeps}")
                self.assertEqual(found["steps"], substeps * (len(truth.t) - 1))

    def test_runge_kutta_written_anew_gives_the_same_states(self):
        for name in ("chain_pendulum_1", "chain_pendulum_2"):
            path, truth = test_set(name)
            for substeps in (1, 4):
                made = rollout(name, f"classical_{substeps}", "--integrator", "rk4", "--substeps", substeps, "--force")
                x, v, _ = read_submission(made, truth.x.shape)
                off = 0
                for i in range(len(truth.x)):
                    mine = runge_kutta(truth.of(i), truth.x[i, 0], truth.v[i, 0], truth.t[1], len(truth.t), substeps)
                    off = max(off, abs(mine[0] - x[i]).max(), abs(mine[1] - v[i]).max())
                # Rounding, which the motion of some seconds makes grow; the method itself is off by far more.
                self.assertLess(off, 1e-11, f"{name} substeps {substeps}")
                self.assertGreater(max(abs(x - truth.x).max(), abs(v - truth.v).max()), 1e-8)

    def test_each_model_stands_beside_the_setting_that_the_page_says(self):
        for name in SYSTEMS:
            path, truth = test_set(name)
            solver = self.report(path, self.submissions(name, truth))["solver"]
            settings = solver["settings"]
            self.assertEqual({s["setting"].split()[0] for s in settings},
                             {"dopri5"} if name == "damped_pendulum" else {"dopri5", "rattle2"})
            for model in solver["models"]:
                equal = best(settings, "seconds", "error", "error", model["error"])
                self.assertEqual(model["at_equal_error"], equal and equal["setting"])
                self.assertEqual(model["cheapest_is_enough"], equal is not None and equal["seconds"] == min(s["seconds"] for s in settings))
                self.assertEqual(model["seconds"] is None, model["label"].startswith("noise"))
                as_long = best(settings, "error", "seconds", "seconds", model["seconds"] or -1)
                self.assertEqual(model["at_equal_time"], as_long and as_long["setting"])
                fewest = best(settings, "evaluations", "error", "error", model["error"])
                self.assertEqual(model["fewest_evaluations"], fewest and fewest["setting"])


if __name__ == "__main__":
    unittest.main()
