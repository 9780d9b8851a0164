"""cchnn.benchmark: every kind of model, from its training to a report beside naive forecasts and others' scores."""
import inspect
import io
import json
import sys
import unittest
from unittest import mock

import numpy as np

import cchnn
import chain_rate
import small_data

NAIVE = {"persistence", "constant-velocity", "mean", "parrot", "linear"}
SIZES = dict(train=60, valid=2, test=8, bound="off", refine="off")


def splits(system="chain_pendulum_2", **options):
    return cchnn.load(system, cache=small_data.root / "cache", **{**SIZES, **options})


def benchmark(model, systems="chain_pendulum_2", **options):
    options.setdefault("output", small_data.root / "benchmark")
    if isinstance(systems, str):
        systems = splits(systems)
    return cchnn.benchmark(model, systems, **options)


def row(report, name, system=None):
    return next(score for score in report.scores if score.model == name and system in (None, score.system))


class Mean:
    """The mean of the training set, and what its fit was handed."""

    def fit(self, train):
        self.means = [train.statistics(name)[0] for name in ("x", "v")]

    def rollout(self, test):
        found = [np.repeat(part[:, None], len(test.t), 1) for part in test.given]
        for array, mean in zip(found, self.means):
            array[:, 1:] = mean
        return tuple(found)


class Noisy:
    """Persistence with noise that the seeds decide."""

    made = 0

    def __init__(self):
        Noisy.made += 1

    def fit(self, train, valid, seed):
        self.size, self.seed, self.count = np.random.random(), seed, len(valid)

    def rollout(self, test):
        x, v = (np.repeat(part[:, None], len(test.t), 1) for part in test.given)
        x[:, 1:] += self.size
        return cchnn.State(x, v)


class Rates(unittest.TestCase):
    def test_the_true_equations_score_as_those_of_the_program_do(self):
        data = splits("chain_pendulum_3")
        report = benchmark(chain_rate.rate_of(data.test), data)
        own, reference = report["chain_pendulum_3"], row(report, "true equations")
        # The same method and tolerances, with other steps: errors are of one size.
        self.assertLess(own.relative_error, 5 * reference.relative_error)
        self.assertGreater(own.relative_error, reference.relative_error / 5)
        self.assertEqual((own.model, own.kind, reference.kind), ("rate", "model", "reference"))
        said = "rate(x, v), with NumPy arrays, integrated by dopri5, rtol 1e-07, atol 1e-09, no projection"
        self.assertEqual((report.rollout, own.notes), (said, said))
        self.assertIn(said, str(report))
        entry = json.loads(report.json.read_text())["systems"][0]["submissions"][0]
        self.assertEqual(entry["notes"], said)
        self.assertFalse(own.no_better_than_persistence or "no better" in str(report))
        self.assertIsNone(own.fit_seconds)
        self.assertGreater(own.rollout_seconds, 0)

    def test_the_signature_names_integrator_and_tolerance(self):
        parameters = inspect.signature(cchnn.benchmark).parameters
        self.assertEqual((parameters["integrator"].default, parameters["tolerance"].default), ("dopri5", 1e-7))

    def test_a_looser_tolerance_is_a_larger_error(self):
        data = splits("chain_pendulum_3")
        report = benchmark(chain_rate.rate_of(data.test), data, tolerance=1e-4)
        self.assertGreater(report["chain_pendulum_3"].relative_error, 100 * row(report, "true equations").relative_error)
        self.assertIn("rtol 0.0001, atol 1e-06", report.rollout)
        self.assertIn("|rollout:rate(x, v), with NumPy arrays, integrated by dopri5, rtol 0.0001", report.signatures["chain_pendulum_3"])

    def test_rates_that_are_not_finite_are_failures(self):
        report = benchmark(lambda x, v: np.where(x > 0.5, np.nan, 0 * x), name="broken")
        self.assertEqual(report.model, "broken")
        self.assertGreater(report["chain_pendulum_2"].relative_error, 0.3)


class Driven(unittest.TestCase):
    def test_a_rate_may_take_the_inputs(self):
        """A uniform rod about its end: theta from straight down, theta'' = -15 sin theta + 3 u."""
        def rod(x, v, u):
            e, e_rate = x[:, 1] - x[:, 0], v[:, 1] - v[:, 0]
            rate = e[:, 0] * e_rate[:, 1] - e[:, 1] * e_rate[:, 0]
            turn = -15 * e[:, 0] + 3 * u[:, 0]
            bend = turn[:, None] * np.stack([-e[:, 1], e[:, 0]], 1) - rate[:, None]**2 * e
            return np.stack([bend / 2, 1.5 * bend], 1)  # of the centre, and of the tip of the axis, 1 m further
        report = benchmark(rod, splits("pendulum_torque"))
        own, reference = report["pendulum_torque"], row(report, "true equations")
        self.assertLess(own.relative_error, 10 * reference.relative_error)
        self.assertIn("rate(x, v, u), with NumPy arrays, integrated by dopri5", report.rollout)

    def test_inputs_that_are_missing_are_refused(self):
        def rate(x, v, u):
            return 0 * v
        with self.assertRaisesRegex(cchnn.DataError, "chain_pendulum_2 has no inputs u; give a rate"):
            benchmark(rate)

    def test_an_input_may_be_a_formula_of_t(self):
        """x'' = x - x^3 - 0.1 x' + u, u = 0.39 cos(1.4 t)."""
        report = benchmark(lambda x, v, u: x - x**3 - 0.1 * v + u[:, None, :], splits("forced_duffing"), name="duffing")
        reference = row(report, "true equations").relative_error
        self.assertLess(report["forced_duffing"].relative_error, 10 * reference)
        steps = benchmark(lambda x, v, u: x - x**3 - 0.1 * v, splits("forced_duffing"), name="free")
        self.assertGreater(steps["forced_duffing"].relative_error, 1e4 * reference)


class Steps(unittest.TestCase):
    def test_a_step_of_constant_velocity_is_that_naive_forecast(self):
        def move(x, v, dt):
            return x + dt * v, v
        report = benchmark(move)
        self.assertAlmostEqual(report["chain_pendulum_2"].relative_error, row(report, "constant-velocity").relative_error, 9)
        self.assertIn("step(x, v, dt)", report.rollout)


class Objects(unittest.TestCase):
    def test_a_class_that_is_trained_and_rolls_out(self):
        report = benchmark(Mean, seeds=2, name="average")
        own, naive = report["chain_pendulum_2"], row(report, "mean")
        self.assertAlmostEqual(own.relative_error, naive.relative_error, 12)
        self.assertEqual((own.seeds, report.seeds, naive.seeds), (2, (0, 1), 1))
        self.assertGreater(own.fit_seconds, 0)

    def test_seeds_decide_and_each_run_is_a_new_model(self):
        Noisy.made = 0
        report = benchmark(Noisy, seeds=[3, 7, 11])
        errors = report["chain_pendulum_2"].relative_error_of_each_seed
        self.assertEqual((len(set(errors)), Noisy.made), (3, 3))
        self.assertEqual(benchmark(Noisy, seeds=[7])["chain_pendulum_2"].relative_error_of_each_seed, errors[1:2])

    def test_an_object_is_copied_and_stays_as_it_was(self):
        model = Noisy()
        report = benchmark(model, seeds=2)
        self.assertEqual(vars(model), {})
        self.assertEqual(len(set(report["chain_pendulum_2"].relative_error_of_each_seed)), 2)

    def test_a_trained_object_may_have_a_rate(self):
        class Fall:
            def fit(self, train):
                self.g = 9.81 + 0 * len(train)

            def rate(self, x, v):
                return np.broadcast_to([0.0, -self.g], v.shape)
        report = benchmark(Fall)
        self.assertEqual((report.model, report.seeds), ("Fall", (0,)))
        self.assertIn("dopri5", report.rollout)
        self.assertIsNotNone(report["chain_pendulum_2"].fit_seconds)

    def test_predictions_may_be_in_generalised_coordinates(self):
        class Still:
            def __init__(self, kind):
                self.kind = kind

            def rollout(self, test):
                return self.kind(**{name: np.repeat(part[:, None], len(test.t), 1)
                                    for name, part in test.given_coordinates._asdict().items()})
        for kind in (cchnn.GeneralisedState, dict):
            report = benchmark(Still(kind))
            own = report["chain_pendulum_2"]
            self.assertAlmostEqual(own.relative_error, row(report, "persistence").relative_error, 6)


class Beside(unittest.TestCase):
    def test_every_row_is_there_in_its_kind(self):
        report = benchmark(Mean, name="average")
        kinds = {}
        for score in report.scores:
            kinds.setdefault(score.kind, set()).add(score.model)
        five = {"CHNN", "CLNN", "HNN", "DeLaN", "NeuralODE"}
        self.assertEqual(kinds, {"model": {"average"}, "naive": NAIVE, "reference": {"true equations"}, "baseline": five,
                                 "published": five})
        kept = json.loads((small_data.source / "apps/python/baselines/results/scores.json").read_text())["scores"]
        shown = {score.model: score for score in report.scores if score.kind == "baseline"}
        for given in kept:
            if given["system"] == "chain_pendulum_2":
                score = shown[given["model"]]
                self.assertEqual(score.relative_error, given["geometric_mean"])
                self.assertIn(f"width {given['training'][0]['hidden']}, {given['training'][0]['epochs']} epochs", score.notes)

    def test_rows_of_other_recipes_are_left_out_with_another_preset(self):
        report = benchmark(Mean, name="average", preset="paper")
        self.assertEqual({score.kind for score in report.scores}, {"model", "naive", "reference"})
        self.assertIn("|floor:1e-16|", report.signatures["chain_pendulum_2"])

    def test_a_linear_map_knows_a_linear_system(self):
        report = benchmark(Mean, "hnn_spring", name="average")
        self.assertLess(row(report, "linear").relative_error, 1e-7)
        self.assertGreater(row(report, "persistence").relative_error, 0.1)

    def test_persistence_is_the_error_that_the_program_gives_it(self):
        report = benchmark(Mean, name="average")
        truth = json.loads(report.json.read_text())["systems"][0]["truth"]
        self.assertAlmostEqual(row(report, "persistence").relative_error, truth["persistence_error"], 9)
        own = report["chain_pendulum_2"]
        self.assertGreater(own.relative_error, truth["persistence_error"])
        self.assertTrue(own.no_better_than_persistence)
        self.assertIn("average: no better than persistence on chain_pendulum_2.", str(report))

    def test_without_a_training_set_there_are_the_forecasts_that_need_none(self):
        data = splits(train=0, valid=0)
        report = benchmark(lambda x, v: 0 * x, data, name="free")
        naive = {score.model for score in report.scores if score.kind == "naive"}
        self.assertEqual(row(report, "persistence").notes, "naive forecast")
        self.assertEqual(naive, {"persistence", "constant-velocity"})

    def test_a_family_has_them_all(self):
        family = cchnn.load(small_data.source / "tests/regression/families/any_chain_3.json", cache=small_data.root / "cache",
                            **SIZES)
        report = benchmark(Mean, family, name="average")
        self.assertLess(row(report, "true equations").relative_error, 1e-5)


class Reports(unittest.TestCase):
    def test_files_and_fields(self):
        report = benchmark(Mean, [splits(), splits("chain_pendulum_1")], name="my mean (2)")
        self.assertEqual(report.systems, ("chain_pendulum_2", "chain_pendulum_1"))
        self.assertEqual(report["chain_pendulum_1"].system, "chain_pendulum_1")
        self.assertIn("<html", report.page.read_text())
        self.assertIn(r"\begin{tabular}", report.latex.read_text())
        for text in (report.page.read_text(), report.latex.read_text(), str(report)):
            self.assertIn("my mean (2)", text)
        self.assertEqual(set(report.signatures), set(report.systems))
        self.assertEqual(len(list(report.directory.glob("chain_pendulum_1/my_mean_2_-0.h5"))), 1)
        with self.assertRaisesRegex(KeyError, "gyroscope: was not benchmarked; chain_pendulum_2, chain_pendulum_1 were"):
            report["gyroscope"]

    def test_systems_may_be_names_and_files(self):
        file = small_data.root / "own.json"
        file.write_text((small_data.source / "systems/chain_pendulum_1.json").read_text().replace("chain_pendulum_1", "own"))
        report = cchnn.benchmark(Mean, ["chain_pendulum_2", file], name="average", cache=small_data.root / "cache",
                                 output=small_data.root / "named", **SIZES)
        self.assertEqual(report.systems, ("chain_pendulum_2", "own"))
        self.assertEqual({score.kind for score in report.scores if score.system == "own"}, {"model", "naive", "reference"})

    def test_a_table_for_pandas_or_a_word_what_is_missing(self):
        report = benchmark(Mean, name="average")
        with mock.patch.dict(sys.modules, {"pandas": None}):
            with self.assertRaisesRegex(ImportError, "needs pandas, which is not installed .*Report.scores has the same rows"):
                report.to_pandas()
        try:
            import pandas  # noqa: F401
        except ImportError:
            self.skipTest("pandas is not there")
        table = report.to_pandas()
        self.assertEqual(list(table.model), [score.model for score in report.scores])
        self.assertEqual(table.relative_error[0], report["chain_pendulum_2"].relative_error)

    def test_progress_is_for_terminals_alone(self):
        for is_terminal in (True, False):
            stream = io.StringIO()
            stream.isatty = lambda: is_terminal
            with mock.patch.object(sys, "stderr", stream):
                benchmark(Mean, name="average")
            self.assertEqual("cchnn: average, chain_pendulum_2, seed 0, " in stream.getvalue(), is_terminal)
            self.assertTrue(is_terminal or stream.getvalue() == "")


class Faults(unittest.TestCase):
    def refused(self, message, model=Mean, systems="chain_pendulum_2", **options):
        with self.assertRaisesRegex(cchnn.DataError, message):
            benchmark(model, systems, **options)

    def test_what_is_no_model_is_named_with_what_would_be_one(self):
        for wrong in (3, "CHNN", lambda x: x, Noisy.fit, dict(rate=1)):
            self.refused("^model: is .*, expected an object or a class with rollout", wrong)

    def test_shapes_are_said(self):
        self.refused(r"^rate: returned \(8, 2\), expected dv/dt of \(8, 2, 2\): trajectory, node, axis", lambda x, v: x[:, 0])
        self.refused(r"^step: returned \(8, 2, 2\), expected x and v of \(8, 2, 2\) and \(8, 2, 2\)", lambda x, v, dt: x)

        class Wrong:
            def rollout(self, test):
                return test.x
        self.refused("^rollout: returned a ndarray, expected x and v", Wrong)

    def test_choices_are_checked_before_the_work(self):
        with mock.patch("cchnn.benchmark.load", side_effect=AssertionError("worked already")):
            for message, options in {"^seeds: 2, but rate has no fit": dict(model=lambda x, v: x, name="rate", seeds=2),
                                     "^seeds: 0, expected at least 1": dict(seeds=0),
                                     r"^seeds: \[1, 1\], expected": dict(seeds=[1, 1]),
                                     "^name: 'mean' is the name of another row": dict(name="mean"),
                                     "^name: 'a=b', expected": dict(name="a=b"),
                                     "^integrator: 'rk4', expected 'dopri5'": dict(integrator="rk4"),
                                     "^tolerance: 0, expected": dict(tolerance=0)}.items():
                with self.assertRaisesRegex(cchnn.DataError, message):
                    cchnn.benchmark(**{"model": Mean, "output": small_data.root / "refused", **options})
        self.assertFalse((small_data.root / "refused").exists())

    def test_a_system_that_is_there_twice(self):
        self.refused("^systems: chain_pendulum_2 is there twice", systems=[splits(), splits(seed=3)])

    def test_an_error_of_the_model_is_its_own(self):
        def rate(x, v):
            raise ZeroDivisionError("mine")
        if "torch" in sys.modules:
            self.skipTest("torch is imported, and other kinds of arrays are tried")
        with self.assertRaisesRegex(ZeroDivisionError, "mine"):
            benchmark(rate)
