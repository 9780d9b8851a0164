"""Scores of ensembles, computed again from schemas/metrics.md (section 8): every pair of members, nothing sorted."""
import json
import os
import subprocess
import unittest

import h5py
import numpy as np

import small_data
from statistics_of import summary, t_quantile

CLOSED = 1e-11


def spreads(truth):
    """1/sigma of the entries that vary, of x and v, (2 n d); nan where one is left out."""
    both = []
    for array in truth:
        sigma = array.reshape(-1, array.shape[2] * array.shape[3]).std(0)
        both.append(np.where(sigma > 1e-9 * sigma.max(), sigma, np.nan))
    return np.concatenate(both)


def entries(x, v, sigma):
    """(..., D) of (..., n, d)"""
    flat = np.concatenate([a.reshape(*a.shape[:-2], -1) for a in (x, v)], -1) / sigma
    return flat[..., np.isfinite(sigma)]


def central(members, wanted):
    """(k, nominal) with the nearest share, of two the wider interval."""
    choices = [(k, (members + 1 - 2 * k) / (members + 1)) for k in range(1, max(1, members // 2) + 1)]
    return min(choices, key=lambda choice: (round(abs(choice[1] - wanted), 9), choice[0]))


def of_trajectory(y, members):
    """y (T, D), members (M, T, D) at the counted samples."""
    count, dimensions = len(members), y.shape[-1]
    finite = np.isfinite(members).all((0, 2))
    off = np.abs(members - y).mean(0)
    apart = np.zeros_like(off)
    norms = np.linalg.norm(members - y, axis=-1).mean(0)
    norms_apart = np.zeros_like(norms)
    for m in members:
        for other in members:
            apart += np.abs(m - other)
            norms_apart += np.linalg.norm(m - other, axis=-1)
    fair = [a - b / (2 * count * max(count - 1, 1)) for a, b in ((off, apart), (norms, norms_apart))]
    off, norms = off - apart / (2 * count**2), norms - norms_apart / (2 * count**2)
    spread = members.var(0, ddof=1).mean() * (count + 1) / count if count > 1 else 0.0
    skill = ((members.mean(0) - y) ** 2).mean()
    ranks = np.zeros(count + 1)
    for k in np.flatnonzero(finite):
        for i in range(dimensions):
            below, equal = (members[:, k, i] < y[k, i]).sum(), (members[:, k, i] == y[k, i]).sum()
            ranks[below:below + equal + 1] += 1 / (equal + 1)
    worst = not finite.all()
    return {"crps": np.inf if worst else off.mean(), "energy_score": np.inf if worst else norms.mean() / np.sqrt(dimensions),
            "fair_crps": np.inf if worst else fair[0].mean(), "fair_energy_score": np.inf if worst else fair[1].mean() / np.sqrt(dimensions),
            "spread": np.inf if worst else spread, "skill": np.inf if worst else skill, "ranks": ranks / (len(y) * dimensions)}


def share_interval(values):
    error = np.std(values, ddof=1) / np.sqrt(len(values))
    if len(values) < 5 or error == 0:
        return None
    off = t_quantile(len(values) - 1) * error
    return [max(0, np.mean(values) - off), min(1, np.mean(values) + off)]


def upper_spread(squares):
    """Root mean square distance of the logarithms above their median from it."""
    logs = np.log(squares[squares > np.median(squares)] / np.median(squares))
    return np.sqrt((logs**2).mean()) if len(logs) else 0.0


def number(value):
    return np.inf if value == "infinity" else value


class Ensembles(unittest.TestCase):
    def score(self, path, *files):
        return json.loads(small_data.run("cchnn-eval", "score", path, *files, "--json", "-", "--threads", 1))["submissions"]

    def read(self, path):
        if path.suffix == ".npz":
            with np.load(path) as f:
                return f["x"], f["v"]
        with h5py.File(path) as f:
            return f["x"][:], f["v"][:]

    def compare(self, truth, x, v, found, first=1):
        """Every number of section 8 for one submission; (N, M, T, n, d), counted from sample `first` on."""
        sigma = spreads((truth.x, truth.v))
        y, members = entries(truth.x, truth.v, sigma), entries(x, v, sigma)
        of = [of_trajectory(y[i, first:], members[i, :, first:]) for i in range(len(y))]
        for key in ("crps", "energy_score", "fair_crps", "fair_energy_score"):
            values = np.array([one[key] for one in of])
            for statistic, value in summary(values).items():
                self.same(value, found["metrics"][key][statistic], f"{key}: {statistic}")
        if "ensemble" not in found:
            return of
        ensemble, count = found["ensemble"], x.shape[1]
        self.assertEqual(ensemble["members"], count)
        spread, skill = (np.array([one[key] for one in of]) for key in ("spread", "skill"))
        if count == 1 or not np.isfinite(spread).all() or skill.sum() == 0:
            self.assertIsNone(ensemble["spread_skill"])
        else:
            ratio = np.sqrt(spread.mean() / skill.mean())
            self.same(ratio, ensemble["spread_skill"], "spread-skill")
            apart = spread / spread.mean() - skill / skill.mean()
            off = t_quantile(len(of) - 1) * apart.std(ddof=1) / (2 * np.sqrt(len(of)))
            heavy = len(of) < 100 or max(upper_spread(spread), upper_spread(skill)) > 0.8
            self.same(None if heavy else [ratio * np.exp(-off), ratio * np.exp(off)], ensemble["spread_skill_ci95"], "spread-skill interval")
        ranks = np.array([one["ranks"] for one in of])
        self.same(ranks.mean(0), [rank["share"] for rank in ensemble["rank_histogram"]], "ranks")
        for r, rank in enumerate(ensemble["rank_histogram"]):
            self.interval(share_interval(ranks[:, r]), rank["share_ci95"], f"rank {r}")
        self.assertAlmostEqual(ensemble["unranked"], 1 - ranks.sum() / len(of), delta=1e-9)
        for coverage, wanted in zip(ensemble["coverage"], (0.5, 0.9)):
            k, nominal = central(count, wanted)
            self.assertEqual(coverage["interval"], wanted)
            self.same(max(0, nominal), coverage["nominal"], "nominal")
            covered = ranks[:, k:count - k + 1].sum(1)
            self.same(covered.mean(), coverage["share"], "coverage")
            self.interval(share_interval(covered), coverage["share_ci95"], "coverage")
        return of

    def interval(self, mine, theirs, what):
        # Equal shares have no interval; here they may differ by rounding, as sums are in another order.
        if theirs is None or mine is None:
            self.assertTrue(mine is None or mine[1] - mine[0] < 1e-12, what)
            return
        np.testing.assert_allclose(theirs, mine, rtol=0, atol=1e-9, err_msg=what)

    def same(self, mine, theirs, what):
        if mine is None or theirs is None:
            self.assertIs(mine, theirs, what)
            return
        np.testing.assert_allclose(np.array([number(e) for e in np.ravel(np.asarray(theirs, object))], float), np.ravel(mine),
                                   rtol=CLOSED, atol=1e-14, err_msg=what)

    def test_honest_ensembles_of_several_systems_and_sizes(self):
        for system in ("chain_pendulum_2", "rigid_rotor", "family", "line"):
            path, truth = small_data.test_set(system)
            files = [small_data.rollout(system, f"members_{m}", "--start-spread", 0.02, "--members", m) for m in (1, 2, 10)]
            files.append(small_data.rollout(system, "members_npz", "--start-spread", 0.1, "--members", 19, ending="npz"))
            for file, found in zip(files, self.score(path, *files)):
                with self.subTest(file.stem):
                    self.assertTrue(found["reference"])
                    self.compare(truth, *self.read(file), found)

    def test_errors_at_horizons_have_the_mean_crps(self):
        for system in ("chain_pendulum_2", "rigid_rotor"):
            path, truth = small_data.test_set(system)
            files = [small_data.rollout(system, "horizons", "--start-spread", 0.02, "--members", 10),
                     small_data.submission(small_data.root / f"point_{system}.npz", truth, *small_data.noisy(truth, 0.1, 5))]
            report = json.loads(small_data.run("cchnn-eval", "score", path, *files, "--json", "-"))
            sigma, horizons = spreads((truth.x, truth.v)), report["horizons"]
            y = entries(truth.x, truth.v, sigma)
            for file, found in zip(files, horizons["submissions"]):
                states = self.read(file)
                members = entries(*(a.reshape(len(y), -1, *truth.x.shape[1:]) for a in states), sigma)
                for at, value in zip(horizons["at"], found["crps"], strict=True):
                    k = abs(truth.t - at * horizons["seconds"]).argmin()
                    mine = np.mean([of_trajectory(y[i, k:k + 1], members[i, :, k:k + 1])["crps"] for i in range(len(y))])
                    self.same(mine, value, f"{file.stem} at {at}")
            alone = json.loads(small_data.run("cchnn-eval", "score", path, files[1], "--json", "-"))
            self.assertNotIn("crps", alone["horizons"]["submissions"][0])

    def test_ties_lost_members_and_forecasts_without_members(self):
        path, truth = small_data.test_set("chain_pendulum_2")
        random = np.random.default_rng(4)
        x, v = (np.repeat(a[:, None], 5, 1) for a in (truth.x, truth.v))
        x = x + np.round(random.normal(size=x.shape)) * 0.125  # many are the reference's own
        lost = x.copy()
        lost[2, 3, 20:, 0, 0] = np.nan
        place = small_data.root / "members_by_hand"
        files = [small_data.submission(place / "ties.npz", truth, x, v), small_data.submission(place / "lost.npz", truth, lost, v),
                 small_data.submission(place / "point.npz", truth, *small_data.noisy(truth, 0.1, 5))]
        ties, lost_found, point = self.score(path, *files)
        self.compare(truth, x, v, ties)
        of = self.compare(truth, lost, v, lost_found)
        self.assertEqual([np.isinf(one["crps"]) for one in of], [False, False, True, False, False, False])
        self.assertEqual(lost_found["diverged"]["ids"], [2])
        self.assertNotIn("ensemble", point)
        self.compare(truth, *(a[:, None] for a in small_data.noisy(truth, 0.1, 5)), point)

    def test_all_other_metrics_are_of_the_mean_but_physics_of_every_member(self):
        path, truth = small_data.test_set("chain_pendulum_2")
        file = small_data.rollout("chain_pendulum_2", "mean_of", "--start-spread", 0.2, "--members", 4, "--model", "members")
        x, v = self.read(file)
        members = [[a[:, m].copy() for a in (x, v)] for m in range(4)]
        for one in members:
            for a, given in zip(one, (truth.x, truth.v)):
                a[:, 0] = given[:, 0]
        place = small_data.root / "mean_by_hand"
        mean = [a.mean(1) for a in (x, v)]
        for a, given in zip(mean, (truth.x, truth.v)):
            a[:, 0] = given[:, 0]  # which does not count
        files = [file, small_data.submission(place / "mean.npz", truth, *mean)]
        files += [small_data.submission(place / f"one{m}.npz", truth, *one) for m, one in enumerate(members)]
        ensemble, of_mean, *of_each = self.score(path, *files)
        for key, metric in ensemble["metrics"].items():
            if "crps" in key or "energy_score" in key or key.startswith(("energy_drift", "energy_fluct")):
                continue  # the last two begin at t = 0, which these files have from the test set
            physics = key.startswith(("energy", "constraint", "distance", "linear", "angular", "wasserstein"))
            if key.startswith(("valid_time", "vpt")):
                continue  # t = 0 is among them
            self.check_physics(key, metric, of_mean, of_each if physics else [])

    def check_physics(self, key, metric, of_mean, of_each):
        """A metric of an ensemble: that of its mean, or the mean over its members and the largest of any of them."""
        values = [number(one["metrics"][key]["mean"]) for one in of_each or [of_mean]]
        np.testing.assert_allclose(number(metric["mean"]), np.mean(values), rtol=1e-9, atol=1e-15, err_msg=key)
        self.assertEqual("worst_member" in metric, bool(of_each), key)
        if of_each:
            self.assertLessEqual(max(number(one["metrics"][key]["p95"]) for one in of_each), number(metric["worst_member"]) * (1 + 1e-9), key)

    def test_an_exact_member_at_a_known_place_decides_nothing(self):
        path, truth = small_data.test_set("chain_pendulum_2")
        random = np.random.default_rng(12)
        off = [4e-3 * random.normal(size=a.shape) for a in (truth.x, truth.v)]
        members = []
        for a, error in zip((truth.x, truth.v), off):
            error[:, 0] = 0
            both = np.stack([a, a + 2 * error], 1)
            both[1::2] = both[1::2, ::-1]  # exact is member i mod 2
            members.append(both)
        place = small_data.root / "known_index"
        game, mean = self.score(path, small_data.submission(place / "game.npz", truth, *members),
                                small_data.submission(place / "mean.npz", truth, *(a + e for a, e in zip((truth.x, truth.v), off))))
        for key in ("energy_error_scaled", "constraint_rmse"):
            self.assertGreater(game["metrics"][key]["geometric_mean"], 0.5 * mean["metrics"][key]["geometric_mean"], key)
            self.assertGreater(game["metrics"][key]["worst_member"], mean["metrics"][key]["mean"], key)

    def test_an_ensemble_stands_still_if_half_of_its_members_do(self):
        path, truth = small_data.test_set("chain_pendulum_2")
        still = [np.repeat(a[:, :1], a.shape[1], 1) for a in (truth.x, truth.v)]
        place = small_data.root / "still_members"
        for moving, expected in ((1, len(truth.x)), (2, len(truth.x)), (3, 0)):
            members = [np.stack([a if m < moving else s for m in range(4)], 1) for a, s in zip((truth.x, truth.v), still)]
            found, = self.score(path, small_data.submission(place / f"{moving}.npz", truth, *members))
            self.assertEqual(found["still_trajectories"], expected, moving)

    def test_from_a_context_every_member_has_its_samples(self):
        path, truth = small_data.test_set("chain_pendulum_2")
        K, random = 7, np.random.default_rng(8)
        x, v = (a[:, None] + 0.1 * random.normal(size=(len(a), 4, *a.shape[1:])) for a in (truth.x, truth.v))
        spoilt = [a.copy() for a in (x, v)]
        for a in spoilt:
            a[:, :, :K] = np.where(np.arange(4)[:, None, None, None] % 2, np.nan, 7)
        for a, given in zip((x, v), (truth.x, truth.v)):
            a[:, :, :K] = given[:, None, :K]
        place = small_data.root / "members_context"
        files = [small_data.submission(place / "members.npz", truth, *spoilt),
                 small_data.submission(place / "mean.npz", truth, *(a.mean(1) for a in (x, v))),
                 *(small_data.submission(place / f"one{m}.npz", truth, *(a[:, m] for a in (x, v))) for m in range(4))]
        ensemble, of_mean, *of_each = self.score(path, *files, "--context", K)
        self.compare(truth, x, v, ensemble, K)
        self.compare(truth, *(a[:, :1] for a in (x, v)), of_each[0], K)
        self.assertEqual(ensemble["diverged"]["trajectories"], 0)
        for key, metric in ensemble["metrics"].items():
            if "crps" in key or "energy_score" in key:
                continue
            physics = key.startswith(("energy", "constraint", "distance", "linear", "angular", "wasserstein"))
            self.check_physics(key, metric, of_mean, of_each if physics else [])
        # The last given sample counts: an error of 0, whose rank all M + 1 share.
        self.compare(truth, x, v, self.score(path, files[0], "--context", K, "--include-t0")[0], K - 1)

    def test_a_rollout_from_a_context_goes_on_from_its_last_sample_and_is_made_again(self):
        path, truth = small_data.test_set("chain_pendulum_2", test=5, steps=30)
        options, K = dict(test=5, steps=30), 9
        exact = small_data.rollout("chain_pendulum_2", "late", "--context", K, "--epsilon", 1e-3, **options)
        x, v = self.read(exact)
        states = small_data.root / "late_states.npz"
        np.savez(states, x=truth.x[:, K - 1], v=truth.v[:, K - 1])
        alone = small_data.root / "late_alone.h5"
        small_data.run("cchnn-gen", "rollout", "chain_pendulum_2", "--states", states, "--epsilon", 1e-3, "--steps", 30 - K + 1,
                       "-o", alone, "--force")
        for mine, theirs, given in zip((x, v), self.read(alone), (truth.x, truth.v)):
            np.testing.assert_array_equal(mine[:, :K - 1], given[:, :K - 1])
            np.testing.assert_array_equal(mine[:, K - 1:], theirs)
        self.assertTrue(self.score(path, exact, "--context", K)[0]["reference"])
        members = small_data.rollout("chain_pendulum_2", "late_members", "--context", K, "--start-spread", 0.01, "--members", 3, **options)
        for mine, given in zip(self.read(members), (truth.x, truth.v)):
            np.testing.assert_array_equal(mine[:, :, :K - 1], np.repeat(given[:, None, :K - 1], 3, 1))
            self.assertTrue((np.abs(mine[:, :, K - 1] - given[:, None, K - 1]).max((0, 2, 3)) > 1e-4).all())
        self.assertEqual(self.score(path, members, "--context", K)[0]["ensemble"]["members"], 3)
        told = json.loads(small_data.run("cchnn-gen", "info", members, "--json", "-"))["files"][0]
        self.assertEqual([told[key] for key in ("context", "members", "start_spread")], [K, 3, 0.01])
        for words, why in ((["--context", 30], "at least one sample is left"), (["--context", 5, "--steps", 9], "remove --dt and --steps"),
                           (["--context", 5, "--bound", "on"], "remove --context")):
            with self.assertRaisesRegex(RuntimeError, why):
                small_data.rollout("chain_pendulum_2", "refused", *words, **options)

    def test_standings_by_crps_are_geometric_means_of_arithmetic_ones(self):
        """And a model without members is ranked by its mean absolute error."""
        pairs, expected = [], {"sharp": 0.0, "wide": 0.0, "point": 0.0}
        for system in ("chain_pendulum_2", "gyroscope"):
            path, truth = small_data.test_set(system)
            random = np.random.default_rng(3)
            sigma = spreads((truth.x, truth.v))
            y = entries(truth.x, truth.v, sigma)
            for name, size, members in (("sharp", 0.02, 5), ("wide", 0.1, 5), ("point", 0.05, 1)):
                x, v = (a[:, None] + size * (random.normal(size=(len(a), members, *a.shape[1:])) + 0.5) for a in (truth.x, truth.v))
                crps = [of_trajectory(y[i, 1:], entries(x[i], v[i], sigma)[:, 1:])["crps"] for i in range(len(y))]
                expected[name] += np.log(np.mean(crps)) / 2
                if members == 1:
                    x, v = x[:, 0], v[:, 0]
                    x[:, 0], v[:, 0] = truth.x[:, 0], truth.v[:, 0]
                pairs.append(f"{path}:{small_data.submission(small_data.root / f'crps_{system}' / f'{name}.npz', truth, x, v, name)}")
        found = json.loads(small_data.run("cchnn-eval", "compare", *pairs, "--rank-by", "crps", "--members", 5, "--json", "-"))
        self.assertEqual(found["rank_by"], "crps")
        self.assertEqual([one["model"] for one in found["standings"]], sorted(expected, key=expected.get))
        for one in found["standings"]:
            self.assertAlmostEqual(one["error"] / np.exp(expected[one["model"]]), 1, delta=1e-10)
        self.assertIn("|by:crps,M5|", found["systems"][0]["signature"])
        with self.assertRaisesRegex(RuntimeError, "has 5 members, and scores of ensembles are compared at 50"):
            small_data.run("cchnn-eval", "compare", *pairs, "--rank-by", "crps")

    def test_an_honest_ensemble_is_calibrated_and_one_about_the_true_start_is_not(self):
        path, truth = small_data.test_set("chain_pendulum_2", test=200, steps=12)
        options = dict(test=200, steps=12)
        honest = small_data.rollout("chain_pendulum_2", "honest", "--start-spread", 0.01, "--members", 9, **options)
        x, v = self.read(honest)
        # Members about the reference itself, which is then in their middle.
        middle = [given[:, None] + a - a.mean(1, keepdims=True) for a, given in zip((x, v), (truth.x, truth.v))]
        file = small_data.submission(small_data.root / "middle" / "middle.npz", truth, *middle)
        right, wrong = (found["ensemble"] for found in self.score(path, honest, file))
        if right["spread_skill_ci95"]:
            low, high = right["spread_skill_ci95"]
            self.assertTrue(low < 1 < high, (low, high))
        self.assertTrue(0.8 < right["spread_skill"] < 1.25, right["spread_skill"])
        for coverage in right["coverage"]:
            low, high = coverage["share_ci95"]
            self.assertTrue(low < coverage["nominal"] < high, coverage)
        # Ten ranks at once: 3.9 standard errors each (p = 1e-4), of which t intervals have 1.97.
        for rank in right["rank_histogram"]:
            low, high = rank["share_ci95"]
            self.assertLess(abs(rank["share"] - 0.1), 3.9 / 1.97 * (high - low) / 2)
        self.assertGreater(wrong["coverage"][0]["share_ci95"][0], wrong["coverage"][0]["nominal"])

    def test_fair_scores_do_not_depend_on_the_number_of_members(self):
        path, truth = small_data.test_set("chain_pendulum_2", test=100, steps=12)
        options = dict(test=100, steps=12)
        few, many = (small_data.rollout("chain_pendulum_2", f"fair_{m}", "--start-spread", 0.02, "--members", m, **options)
                     for m in (4, 60))
        np.testing.assert_array_equal(self.read(few)[0], self.read(many)[0][:, :4])  # the same members, in part
        sigma = spreads((truth.x, truth.v))
        y = entries(truth.x, truth.v, sigma)
        off = [np.mean([of_trajectory(y[i, 1:], e)["fair_crps"] for e in np.split(m[:, 1:], 15)]) - of_trajectory(y[i, 1:], m[:, 1:])["fair_crps"]
               for i, m in enumerate(entries(*self.read(many), sigma))]
        self.assertLess(abs(np.mean(off)), 4 * np.std(off, ddof=1) / np.sqrt(len(off)))
        found = [one["metrics"]["fair_crps"]["mean"] for one in self.score(path, few, many)]
        self.assertLess(abs(found[0] / found[1] - 1), 0.2)

    def test_an_ensemble_that_says_it_is_a_reference_is_made_again(self):
        path, truth = small_data.test_set("family")
        file = small_data.rollout("family", "changed", "--start-spread", 0.02, "--members", 3)
        model = small_data.submission(small_data.root / "family_model" / "model.npz", truth, truth.x, truth.v)
        self.assertTrue(self.score(path, file, model)[0]["reference"])
        with h5py.File(file, "a") as f:
            f["x"][4, 2, 7, 0, 0] += 1e-9
        with self.assertRaisesRegex(RuntimeError, "another motion .x, trajectory 4, member 2, sample 7"):
            self.score(path, file, model)

    def test_memory_does_not_grow_with_the_members(self):
        path, truth = small_data.test_set("chain_pendulum_2", test=20, steps=100)
        peaks = []
        for members in (2, 500):
            file = small_data.root / f"many_{members}.h5"
            random = np.random.default_rng(1)
            with h5py.File(file, "w") as f:
                for name, given in (("x", truth.x), ("v", truth.v)):
                    array = f.create_dataset(name, (20, members, *given.shape[1:]), "f8")
                    for i, one in enumerate(given):
                        array[i] = one + 1e-3 * random.normal(size=(members, *one.shape))
            peaks.append(self.peak_of("score", path, file, "--threads", 1, "-q"))
        self.assertGreater(file.stat().st_size, 60e6)
        self.assertLess(peaks[1] - peaks[0], 30e6)  # the file of 2 members has 0.3 MB

    def peak_of(self, *arguments):
        """The most memory of cchnn-eval, bytes."""
        process = subprocess.Popen([os.path.join(os.environ["CCHNN_BIN"], "cchnn-eval"), *map(str, arguments)],
                                   stdout=subprocess.DEVNULL)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        self.assertEqual(process.returncode, 0)
        return usage.ru_maxrss * 1024


if __name__ == "__main__":
    unittest.main()
