"""cchnn.benchmark: every kind of model, from its training to a report beside naive forecasts and others' scores."""
import inspect
import io
import json
import pickle
import sys
import time
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
        for kind in (cchnn.GeneralisedState, dict, lambda q, qdot: (q, qdot), lambda q, qdot: [q, qdot]):
            report = benchmark(Still(kind))
            own = report["chain_pendulum_2"]
            self.assertAlmostEqual(own.relative_error, row(report, "persistence").relative_error, 6)


class Resting:
    """Sample 0 kept, in the form that `form` gives it."""

    def __init__(self, form=lambda x, v: (x, v)):
        self.form = form

    def rollout(self, test):
        return self.form(*(np.repeat(part[:, None], len(test.t), 1) for part in test.given))


class Runs(unittest.TestCase):
    """What one training run does is not seen by the next one."""

    def test_numpy_refuses_a_training_set_that_is_normalised_in_place(self):
        class Normalised(Resting):
            def fit(self, train):
                x = train.x
                x -= x.mean((0, 1))
        with self.assertRaisesRegex(ValueError, "read-only"):
            benchmark(Normalised, seeds=3)

    def test_arrays_of_a_dataset_cannot_be_written_and_copies_can(self):
        data = splits().train
        for array in (data.x, data.v, data.q, data.qdot, data.energy, data.t, data.mass_matrix, data.inverse_mass_matrix, data.angles,
                      data.edge_index, data.given.x, data.context(3).v, data.given_coordinates.q, data.constraints.length,
                      data.bodies[0].position, data.edges[0].point_a):
            with self.assertRaisesRegex(ValueError, "read-only"):
                array[...] = 0
        own = data.x.copy()
        own -= own.mean((0, 1))
        self.assertLess(abs(own.mean()), 1e-12)
        data["x"][0] = 1  # read again each time
        self.assertGreater(np.ptp(data["x"][0]), 0.1)

    def test_each_seed_has_a_training_set_of_its_own(self):
        seen = []

        class Careless(Resting):
            def fit(self, train, valid):
                seen.append((len(train.bodies), train.system["name"], hasattr(valid, "mine")))
                train.bodies.clear()
                train.system["name"], valid.mine = "spoilt", 3
        benchmark(Careless, seeds=3)
        self.assertEqual(seen, 3 * [(3, "chain_pendulum_2", False)])


class Answers(unittest.TestCase):
    """What rollout(test) may not know."""

    def refused(self, look, message):
        class Curious(Resting):
            def rollout(self, test):
                return look(test) or Resting.rollout(self, test)
        with self.assertRaisesRegex(cchnn.DataError, message):
            benchmark(Curious)

    def test_samples_to_predict_are_withheld(self):
        for name in ("x", "v", "q", "qdot", "energy", "work", "error_bound", "acceleration", "qddot", "momentum", "generalised_momentum",
                     "multipliers"):
            self.refused(lambda test: getattr(test, name), rf"^test\.{name}: is withheld from rollout\(test\), .*test\.given and ")
        for name in ("x", "/v", "q", "counted_angle", "end_time"):
            self.refused(lambda test: test[name], r"^test\['.*'\]: is withheld")
        self.refused(lambda test: test.context(5), r"^test\.context\(5\): is withheld")
        self.refused(lambda test: test.statistics("x"), r"^test\.statistics\('x'\): is withheld")
        self.refused(lambda test: test.windows(5), r"^test\.windows\(\.\.\.\): is withheld")

    def test_what_a_prediction_is_made_from_is_there(self):
        seen = []

        class Looks(Resting):
            def rollout(self, test):
                seen.append(test)
                return super().rollout(test)
        for data in (splits(), splits("cart_pole"), cchnn.load(small_data.source / "tests/regression/families/any_chain_3.json",
                                                               cache=small_data.root / "cache", **SIZES)):
            benchmark(Looks, data)
            test, whole = seen.pop(), data.test
            np.testing.assert_array_equal(test.given.x, whole.x[:, 0])
            np.testing.assert_array_equal(test.given.v, whole.v[:, 0])
            np.testing.assert_array_equal(test.given_coordinates.q, whole.q[:, 0])
            np.testing.assert_array_equal(test.t, whole.t)
            np.testing.assert_array_equal(test.mass_matrix, whole.mass_matrix)
            self.assertEqual((test.shape, test.dt, len(test), test.system), (whole.shape, whole.dt, len(whole), whole.system))
            self.assertEqual({key: column.tolist() for key, column in test.parameters.items()},
                             {key: column.tolist() for key, column in whole.parameters.items()})
            self.assertEqual(len(test.edges), len(whole.edges))
            self.assertIn("without the samples to predict", repr(test))
            if whole.system.get("inputs"):
                np.testing.assert_array_equal(test.u, whole.u)

    def test_a_few_trajectories_and_samples_of_them(self):
        from cchnn.withheld import Withheld
        data = splits("cart_pole").test
        few = Withheld(data, 2, 5)
        self.assertEqual((few.shape[:2], len(few), few.given.x.shape[0], few.t.shape, few.u.shape[:2]), ((2, 5), 2, 2, (5,), (2, 5)))
        self.assertEqual(Withheld(data, 100).shape, data.shape)


class Tried(unittest.TestCase):
    """A model predicts two trajectories before it is trained."""

    def trained(self, form, **options):
        fits = []

        class Slow(Resting):
            def fit(self, train):
                fits.append(len(train))
        return fits, lambda: benchmark(Slow(form), name="slow", **options)

    def test_a_wrong_form_is_seen_before_training(self):
        for form, message in ((lambda x, v: x, "^rollout: returned a ndarray"), (lambda x, v: (x[:, :50], v), "^x: shape is .2, 50, 2, 2."),
                              (lambda x, v: (x[..., 0], v[..., 0].astype(int)), "^qdot: is int64, expected float32"),
                              (lambda x, v: {"x": x}, "^x: was given, expected x and v"),
                              (lambda x, v: cchnn.GeneralisedState(x, v), "^q: shape is")):
            fits, run = self.trained(form)
            with self.assertRaisesRegex(cchnn.DataError, message + r".*\(tried before training, with two trajectories\)$"):
                run()
            self.assertEqual(fits, [])

    def test_rates_and_steps_are_tried_too(self):
        for way in ("rate", "step"):
            class Trained:
                def fit(self, train):
                    raise AssertionError("trained")
            setattr(Trained, way, lambda self, x, v, dt=0: x[:, 0])
            with self.assertRaisesRegex(cchnn.DataError, f"^{way}: returned .*tried before training"):
                benchmark(Trained)

    def test_what_only_a_trained_model_can_do_is_no_fault(self):
        class Needs(Resting):
            def fit(self, train):
                self.weights = 1.0

            def rollout(self, test):
                x, v = super().rollout(test)
                x[:, 1:] *= self.weights
                return x, v
        report = benchmark(Needs)
        self.assertAlmostEqual(report["chain_pendulum_2"].relative_error, row(report, "persistence").relative_error, 9)

    def test_all_trajectories_may_be_returned_and_starts_may_be_wrong_before_training(self):
        data, fits = splits(), []

        class Global(Resting):
            def fit(self, train):
                fits.append(1)

            def rollout(self, test):
                x, v = Resting().rollout(data.test)
                return (x, v) if fits else (x + 1, v)
        benchmark(Global, data)
        self.assertEqual(fits, [1])

    def test_no_random_number_moves(self):
        class Draws(Resting):
            def __init__(self):
                super().__init__()
                self.noise = 1.0

            def fit(self, train):
                self.noise = np.random.random()

            def rollout(self, test):
                x, v = super().rollout(test)
                x[:, 1:] += 0 * np.random.random() + self.noise
                return x, v
        first = benchmark(Draws, seeds=[5, 6])["chain_pendulum_2"].relative_error_of_each_seed
        self.assertEqual(benchmark(Draws, seeds=[6])["chain_pendulum_2"].relative_error_of_each_seed, first[1:])


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

    def test_scores_of_the_same_data_stand_beside_a_model(self):
        data = cchnn.load("chain_pendulum_2", cache=small_data.root / "cache")
        report = benchmark(Mean, data, name="average")
        self.assertEqual({score.other_data for score in report.scores}, {""})
        self.assertEqual(sum(score.kind in ("baseline", "published") for score in report.scores), 10)
        self.assertEqual(report.left_out, ())
        self.assertNotIn("Other data", str(report))
        page = report.page.read_text()
        for score in report.scores:
            self.assertIn(f"<th scope=\"row\">{score.model}</th><td>{score.kind}</td>", page)
        self.assertIn("<td>6.98e-05<small>[", page)

    def test_scores_of_other_trajectories_stand_under_what_differs(self):
        def beside(**options):
            data = cchnn.load("chain_pendulum_2", cache=small_data.root / "cache", **options)
            report = benchmark(lambda x, v: -x, data, name="mine")
            return report, {kind: {score.other_data for score in report.scores if score.kind == kind} for kind in ("baseline", "published")}
        report, found = beside(train=10, valid=0)
        self.assertEqual(found, dict.fromkeys(found, {"trained on 800 trajectories, not 10"}))
        text = str(report)
        self.assertLess(text.index("\nOther data: trained on 800 trajectories, not 10\n"), text.index("CHNN"))
        self.assertIn(">Other data: trained on 800 trajectories, not 10</p>", report.page.read_text())
        self.assertEqual(beside(seed=5)[1], {"baseline": {"other training trajectories, 100 other test trajectories"}, "published": {""}})
        self.assertEqual(beside(test=5)[1]["baseline"], {"100 other test trajectories"})

    def test_scores_of_another_system_step_or_number_of_samples_are_left_out(self):
        moon = small_data.root / "moon.json"
        text = (small_data.source / "systems/chain_pendulum_2.json").read_text()
        moon.write_text(text.replace("9.81", "1.62").replace("1.1721514930979355", "5"))
        retold = small_data.root / "retold.json"
        retold.write_text(json.dumps({**json.loads(text), "title": "Doppelpendel", "description": ""}))
        for system, options, whys in ((moon, {}, ("which this file changes", "where /bodies/1/mass differs")),
                                      ("chain_pendulum_2", dict(dt=0.3), 2 * ("measured at dt = 0.03 s, not 0.3 s",)),
                                      ("chain_pendulum_2", dict(steps=20), 2 * ("measured on 100 samples, not 20",))):
            report = benchmark(lambda x, v: -x, cchnn.load(system, cache=small_data.root / "cache", **{**SIZES, **options}), name="mine")
            self.assertEqual({score.kind for score in report.scores}, {"model", "naive", "reference"})
            self.assertEqual(len(report.left_out), 2)
            for who, why, said in zip(("Baselines", "Published scores"), whys, report.left_out):
                self.assertRegex(said, f"^{who} of chain_pendulum_2 are left out: they were .*{why}")
                self.assertIn(said, str(report))
                self.assertIn(said, report.page.read_text())
        report = benchmark(Mean, cchnn.load(retold, cache=small_data.root / "cache", **SIZES), name="average")
        self.assertEqual(sum(score.kind in ("baseline", "published") for score in report.scores), 10)

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
        for name, answer in (("relative_error", r"write report\['chain_pendulum_2'\]\.relative_error"), ("to_latex", "report.latex is the file"),
                             ("zzz", "it has directory, ")):
            with self.assertRaisesRegex(AttributeError, f"^Report has no '{name}'; {answer}"):
                getattr(report, name)
        self.assertEqual(pickle.loads(pickle.dumps(report)), report)
        self.assertEqual(set(report.signatures), set(report.systems))
        self.assertEqual(len(list(report.directory.glob("chain_pendulum_1/my_mean_2_-0.h5"))), 1)
        with self.assertRaisesRegex(KeyError, "gyroscope: was not benchmarked; available: chain_pendulum_2, chain_pendulum_1"):
            report["gyroscope"]

    def test_the_tables_stand_behind_motion_and_figures(self):
        for systems, first in (([splits()], "<h2>Motion"), ([splits(), splits("chain_pendulum_1")], "<h2>All systems")):
            page = benchmark(Mean, systems, name="average").page.read_text()
            places = [page.index(part) for part in ('class="verdict"', first, "<h2>Benchmark", ">Ranking<")]
            self.assertEqual(places, sorted(places))
            self.assertEqual(page.count('class="verdict"'), 1 if len(systems) == 1 else 3)
            # Where one system is meant, no row repeats its name.
            self.assertEqual('<th scope="row">chain_pendulum_2</th>' in page, len(systems) > 1)

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

    def on_terminal(self, model, **options):
        stream = io.StringIO()
        stream.isatty = lambda: True
        with mock.patch.object(sys, "stderr", stream):
            benchmark(model, **options)
        return stream.getvalue()

    def test_a_rate_or_step_that_takes_long_says_how_fast_it_is_and_how_long_it_will_take(self):
        with mock.patch.multiple("cchnn.terminal", _FIRST_SECONDS=0, _SECONDS_BETWEEN=0):
            for model in (lambda x, v: 0 * v, lambda x, v, dt: (x, v)):
                shown = self.on_terminal(model, name="still")
                self.assertRegex(shown, "cchnn: still, chain_pendulum_2: rollout: [0-9]+ of [0-9]+ samples, .*/s, 0:00:0[0-9] left"
                                        r".*\r\x1b\[Kcchnn: still, chain_pendulum_2, .* s of rollout")

    def test_a_training_or_rollout_that_takes_long_says_so_in_lines(self):
        class Slow(Mean):
            def fit(self, train):
                time.sleep(0.4)
                super().fit(train)

        with mock.patch("cchnn.terminal._FIRST_REMINDER", 0.1):
            shown = self.on_terminal(Slow)
        # After 0.1, 0.2 and 0.4 s, of which the last may be late.
        self.assertGreaterEqual(shown.count("cchnn: Slow, chain_pendulum_2, seed 0: training: 0:00:00 so far\n"), 2)
        self.assertNotIn("so far", shown.split(" of training")[-1])


class Faults(unittest.TestCase):
    def refused(self, message, model=Mean, systems="chain_pendulum_2", **options):
        with self.assertRaisesRegex(cchnn.DataError, message):
            benchmark(model, systems, **options)

    def test_what_is_no_model_is_named_with_what_would_be_one(self):
        for wrong in (3, "CHNN", lambda x: x, Noisy.fit, dict(rate=1)):
            self.refused("^model: is .*, expected an object or a class with rollout", wrong)
        self.refused(r"; a network becomes one by rate = lambda x, v: net\(\.\.\.\)$", lambda x: x)

    def test_a_class_that_wants_arguments_is_given_as_an_object(self):
        class Sized(Mean):
            def __init__(self, hidden):
                self.hidden = hidden
        self.refused(r"^model: benchmark makes a new Sized for each seed .*; give an object, Sized\(\.\.\.\), which it copies", Sized)
        self.assertEqual(benchmark(Sized(3)).model, "Sized")

    def test_shapes_are_said(self):
        self.refused(r"^rate: returned \(8, 2\), expected dv/dt of \(8, 2, 2\): trajectory, node, axis", lambda x, v: x[:, 0])
        self.refused(r"^step: returned \(8, 2, 2\), expected x and v of \(8, 2, 2\) and \(8, 2, 2\).*; a rate is a function of two "
                     "arguments, rate", lambda x, v, dt: x)

        class Wrong:
            def rollout(self, test):
                return test.given.x
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
