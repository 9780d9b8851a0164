"""cchnn-eval score: every number of its JSON that a file of numbers decides, computed again from schemas/metrics.md."""
import json
import unittest

import numpy as np

import metrics
import small_data
from small_data import rollout, run, test_set
from statistics_of import summary
from test_set import read_submission

SYSTEMS = ("chain_pendulum_2", "rigid_rotor", "gyroscope", "damped_pendulum", "line", "family", "top")
# Sums in another order, of at most some hundred numbers, and quantiles of t to 1e-13.
CLOSED = 1e-12


def number(value):
    return np.inf if value == "infinity" else value


class Compared(unittest.TestCase):
    def same(self, mine, theirs, allowed, what):
        if mine is None or theirs is None:
            self.assertIs(mine, theirs, what)
            return
        for a, b in zip(np.ravel(mine), [number(e) for e in np.ravel(np.asarray(theirs, object))]):
            if not (a == b or abs(a - b) <= allowed * max(abs(a), abs(b))):
                self.fail(f"{what}: {mine} here, {theirs} in the report, allowed {allowed:.1e}")

    def metric(self, values, slack, report, what):
        """All statistics of one metric. `slack` is by how much values may be off; a logarithm is off by the share."""
        mine = summary(values)
        tight = (slack <= 1e-3 * values).all() or not slack.any()
        with np.errstate(invalid="ignore", divide="ignore"):
            share = np.where(slack > 0, slack / values, 0).max() if tight else 0
        if not tight:  # rounding of energies and nothing else: as small in the report
            a, b = mine["mean"], number(report["mean"])
            self.assertTrue(a == b or abs(a - b) <= slack.max(), f"{what}: mean {a} here, {b} in the report")
            return
        for key, value in mine.items():
            # An interval has twice t times the spread of the logarithms, which moves by no more than they do.
            self.same(value, report[key], CLOSED + (10 if key.endswith("ci95") else 1) * share, f"{what}: {key}")

    def check(self, path, truth, submissions, *options, **choices):
        report = json.loads(run("cchnn-eval", "score", path, *submissions, "--json", "-", "--threads", 1, *options))
        for file, found in zip(submissions, report["submissions"]):
            x, v, model = read_submission(file, truth.x.shape)
            self.assertEqual(found["model"], model)
            of = [metrics.metrics(truth, i, x[i], v[i], **choices) for i in range(len(x))]
            what = f"{file.stem} {' '.join(options)}"
            self.assertEqual(set(of[0].values), set(found["metrics"]), what)
            for key, in_report in found["metrics"].items():
                values = np.array([one.values[key] for one in of])
                slack = np.array([one.rounding.get(key, 0.0) for one in of])
                self.metric(values, slack, in_report, f"{what}: {key}")
                if key in of[0].censored:
                    self.assertEqual(sum(one.censored[key] for one in of), in_report["censored"], f"{what}: {key}")
            self.same([one.values["relative_error"] for one in of], found["relative_error_per_trajectory"], CLOSED, what)
            self.counts(truth, of, found, what, choices)
            if file.stem in ("copy", "standing_still"):
                still = file.stem == "standing_still" and choices.get("context", 1) == 1  # else it leaves the last given state at once
                self.assertEqual(found["still_trajectories"], len(of) if still else 0)
            self.curves(np.array([one.err for one in of]), found["error_over_time"], what)
        return report

    def counts(self, truth, of, found, what, choices):
        diverged = [i for i, one in enumerate(of) if one.bad_values]
        self.assertEqual(found["diverged"], {"trajectories": len(diverged), "ids": diverged,
                                             "values": sum(one.bad_values for one in of)}, what)
        if choices.get("state", "xv") == "xp" or choices.get("norm_of", "sum") == "vector":
            self.assertIsNone(found["truth_floor"])
            return
        below = np.array([metrics.below_bound(truth, i, one) for i, one in enumerate(of)])
        bounds = np.array([truth.bound[i, one.first:one.first + len(one.err)] for i, one in enumerate(of)])
        self.assertEqual(found["truth_floor"], {
            "samples": below.sum(), "of_samples": sum(len(one.err) - 1 for one in of),
            "trajectories": below.any(1).sum(), "largest_bound": bounds[below].max(initial=0)}, what)

    def curves(self, err, found, what):
        err = err[:, ::-(-err.shape[1] // 1000)]  # at most 1000 times
        self.same(err.mean(0), found["mean"], CLOSED, what + ": mean over time")
        for key, share in (("median", 0.5), ("p05", 0.05), ("p95", 0.95)):
            exact = np.quantile(err, share, axis=0)
            seen = err.min(0) > 1e-17  # below it is 0
            # A histogram with 100 bins a decade, "right to 1.2 %".
            self.same(exact[seen], np.array([number(e) for e in found[key]])[seen], 0.012, f"{what}: {key} over time")


class Scores(Compared):
    def test_every_metric_of_every_system_for_errors_of_every_size(self):
        for name in SYSTEMS:
            path, truth = test_set(name)
            with self.subTest(name):
                self.check(path, truth, small_data.made_by_hand(name, truth))

    def test_the_choices(self):
        path, truth = test_set("chain_pendulum_2")
        files = [rollout("chain_pendulum_2", "off", "--epsilon", 0.05), *small_data.made_by_hand("chain_pendulum_2", truth)[:4]]
        published = dict(include_t0=True, floor=1e-8, span="Ndt", stacked_too=True)
        for options, choices in (("--preset published", published), ("--norm vector", dict(norm_of="vector")),
                                 ("--state xp", dict(state="xp")), ("--until 20", dict(until=20)),
                                 ("--until 1", dict(until=1)), ("--until 1 --span Ndt", dict(until=1, span="Ndt")),
                                 ("--until 0.61s --floor 1e-3 --include-t0", dict(until=20, floor=1e-3, include_t0=True)),
                                 ("--valid-at 0.003", dict(levels=(0.003,))), ("--nrmse-at 0.05", dict(nrmse_levels=(0.05,))),
                                 ("--context 20", dict(context=20)), ("--context 2 --include-t0", dict(context=2, include_t0=True)),
                                 ("--context 25 --until 10 --state xp", dict(context=25, until=10, state="xp"))):
            with self.subTest(options):
                self.check(path, truth, files, *options.split(), **choices)

    def test_rollouts_of_other_starts_and_tolerances_in_coordinates_and_with_early_ends(self):
        path, truth = test_set("damped_pendulum")
        self.check(path, truth, [rollout("damped_pendulum", "off", "--epsilon", 0.1),
                                 rollout("damped_pendulum", "paper", "--protocol", "paper")])
        path, truth = test_set("chain_pendulum_2")
        ended = rollout("chain_pendulum_2", "ended", "--max-steps", 3)
        self.assertTrue(np.isnan(read_submission(ended, truth.x.shape)[0]).any())
        self.check(path, truth, [ended, rollout("chain_pendulum_2", "rough", "--integrator", "rattle2", "--substeps", 1, ending="npz")])
        self.coordinates_count_as_x_and_v(path, truth)

    def coordinates_count_as_x_and_v(self, path, truth):
        """Link angles a from straight down: x = x_before + l (sin a, -cos a), and its rate."""
        with np.load(rollout("chain_pendulum_2", "in_q", "--coordinates", "q", "--protocol", "paper", "--rtol", 1e-4, ending="npz")) as f:
            q, rate = f["q"], f["qdot"]
        lengths = truth.of(0).lengths
        links = lengths[:, None] * np.stack([np.sin(q), -np.cos(q)], -1)
        turning = (lengths * rate)[..., None] * np.stack([np.cos(q), np.sin(q)], -1)
        same = small_data.submission(small_data.root / "from_q.npz", truth, links.cumsum(2), turning.cumsum(2))
        in_q, in_x = json.loads(run("cchnn-eval", "score", path, small_data.root / "chain_pendulum_2_in_q.npz", same, "--json", "-"))["submissions"]
        # Errors of 1e-8 and more, of states that agree to 1e-15 of their size.
        self.same(in_q["relative_error_per_trajectory"], in_x["relative_error_per_trajectory"], 1e-6, "q")

    def test_four_long_trajectories_and_a_single_one(self):
        for name, count, steps in (("chain_pendulum_2", 4, 300), ("damped_pendulum", 1, 131)):
            path, truth = test_set(name, test=count, steps=steps)
            slow = truth.v * (1 - 1e-3 * (np.arange(steps) > 0)[:, None, None])
            files = [small_data.submission(small_data.root / f"long_{name}.npz", truth, *small_data.noisy(truth, 1e-4, 2)),
                     small_data.submission(small_data.root / f"slow_{name}.npz", truth, truth.x, slow)]
            self.check(path, truth, files)

    def test_long_term_statistics_by_bins_and_by_mixtures(self):
        for name, steps in (("chain_pendulum_1", 1001), ("chain_pendulum_2", 1040)):
            path, truth = test_set(name, test=2, steps=steps)
            slow = truth.x.copy()
            slow[:, 1:] = truth.x[:, :-1]
            files = [small_data.submission(small_data.root / f"late_{name}.npz", truth, slow, truth.v),
                     small_data.submission(small_data.root / f"rough_{name}.npz", truth, *small_data.noisy(truth, 0.1, 2))]
            report = self.check(path, truth, files)
            self.assertGreater(report["submissions"][1]["metrics"]["state_space_divergence"]["mean"], 1e-3)
            self.assertIn("spectrum_hellinger", report["submissions"][0]["metrics"])

    def test_of_a_hundred_trajectories_means_have_an_interval_where_the_tail_is_light(self):
        path, truth = test_set("chain_pendulum_1", test=120, steps=12)
        files = [small_data.submission(small_data.root / f"many_{spread}.npz", truth, *small_data.noisy(truth, 1e-3, 9, spread))
                 for spread in (0.1, 0.5, 1.5)]
        report = self.check(path, truth, files)
        given = [report["submissions"][k]["metrics"]["rmse_x"]["mean_ci95"] for k in range(3)]
        self.assertEqual([g is None for g in given], [False, False, True])

    def test_a_reference_at_rest(self):
        path, truth = test_set("at_rest")
        files = [small_data.submission(small_data.root / f"rest_{size}.npz", truth, *small_data.noisy(truth, size, 3)) for size in (1e-5, 1.0)]
        self.check(path, truth, files)


if __name__ == "__main__":
    unittest.main()
