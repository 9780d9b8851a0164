"""cchnn.Suite: every question of a suite by its parts, answers in their places, scores of both."""
import unittest

import numpy as np

import cchnn
import small_data


def suite(name):
    place = small_data.root / name
    if not place.exists():
        cchnn.run("cchnn-gen", "suite", name, output=place, most=6, quiet=True)
    return cchnn.Suite(place)


def answer(part, directory, model="last state", **options):
    x, v = part.test.context(part.task.context)
    left = part.test.shape[1] - part.task.context
    x, v = (np.repeat(array[:, -1:], left, 1) for array in (x, v))
    return part.write(part.submission(model).assign(after_start=True, x=x, v=v), directory, **options)


class Suites(unittest.TestCase):
    def test_tasks_training_sets_and_splits(self):
        pendulums = suite("pendulums")
        self.assertRegex(repr(pendulums), r"^cchnn.Suite\('.*'\): pendulums, 3 tasks, 33 parts, ranked by kinetic$")
        task = pendulums["chain_2"]
        self.assertEqual(task.splits, ["in", "energy", "masses", "lengths", "links", "long"])
        self.assertEqual(task.trainings, ["full", "noise_0.001", "noise_0.01", "noise_0.1", "size_200", "size_50"])
        self.assertEqual([(part.training, part.split) for part in task.parts()],
                         [("full", split) for split in task.splits] + [(training, "in") for training in task.trainings[1:]])
        self.assertIsInstance(task.train("noise_0.01"), cchnn.View)
        self.assertEqual(task.train("size_50").split, "train")
        self.assertGreater(len(task.test("long").t), len(task.test().t))
        self.assertEqual([one.name for one in pendulums], list(pendulums.tasks))

    def test_contexts_clean_and_noisy(self):
        forecast = suite("forecast")
        clean, noisy = (forecast[name].parts()[1] for name in ("chain_2_context_20", "chain_2_context_20_noisy"))
        self.assertEqual(clean.given.x.shape, clean.test.context(20).x.shape)
        self.assertIsInstance(noisy.given, cchnn.View)
        self.assertGreater(np.abs(noisy.given.x[:, :20] - noisy.test.context(20).x).max(), 0)
        self.assertEqual(clean.submission("m").context, 20)

    def test_answers_to_every_question_are_all_scored(self):
        for name in ("pendulums", "forecast"):
            asked, place = suite(name), small_data.root / f"answers_{name}"
            for part in asked.parts():
                answer(part, place)
            standing, = asked.score(place)["standings"]
            self.assertEqual((standing["model"], standing["missing"]), ("last state", []))

    def test_seeds_of_a_model_have_files_of_their_own(self):
        part = suite("pendulums").parts()[0]
        place = small_data.root / "seeds"
        files = {answer(part, place, name=f"seed_{seed}") for seed in range(3)}
        self.assertEqual({file.relative_to(place).parts[:3] for file in files}, {("chain_2", "full", "in")})
        self.assertEqual(len(files), 3)

    def test_angles_are_taken_where_lengths_are_drawn(self):
        part = next(part for part in suite("pendulums").parts() if part.split == "lengths")
        test, q = part.test, part.test.q.copy()
        q[1, 4:] = np.nan
        mine = part.submission("angles").assign(q=q, qdot=test.qdot)
        metrics = cchnn.score(test, mine)["submissions"][0]
        self.assertEqual(metrics["diverged"]["ids"], [1])
        exact = part.submission("angles").append(q=test.q[:2], qdot=test.qdot[:2]).append(q=test.q[2:], qdot=test.qdot[2:])
        self.assertLess(cchnn.score(test, exact)["submissions"][0]["metrics"]["relative_error"]["geometric_mean"], 1e-13)
        with self.assertRaisesRegex(cchnn.DataError, r"^q: shape is \(6, 100, 1\), expected up to \(6, 100, 2\) from test.h5"):
            part.submission("angles").assign(q=test.q[..., :1], qdot=test.qdot[..., :1])

    def test_an_answer_to_another_question_is_not_written(self):
        first, second = suite("pendulums").parts()[:2]
        mine = second.submission("m").assign(x=second.test.x, v=second.test.v)
        with self.assertRaisesRegex(cchnn.DataError, r"^cchnn.Part\(chain_2, .*the submission answers .*energy/test.h5 .*part.submission"):
            first.write(mine, small_data.root / "wrong")
        self.assertFalse((small_data.root / "wrong").exists())
        with self.assertRaisesRegex(cchnn.DataError, "^name: 'a/b', expected the name of a file"):
            second.write(mine, small_data.root / "wrong", name="a/b")

    def test_names_that_are_none_are_answered_with_those_there_are(self):
        task = suite("pendulums")["chain_2"]
        with self.assertRaisesRegex(cchnn.DataError, "has no split 'mass'; available: in, energy, masses"):
            task.test("mass")
        with self.assertRaisesRegex(cchnn.DataError, "has no training 'size_5'; available: full"):
            task.train("size_5")
        with self.assertRaisesRegex(KeyError, "'chain_9': is not a task of pendulums; available: chain_2"):
            suite("pendulums")["chain_9"]
        with self.assertRaisesRegex(cchnn.DataError, "suite.lock.json: not found; the command cchnn-gen suite NAME -o"):
            cchnn.Suite(small_data.root)
        with self.assertRaisesRegex(TypeError, "needs a directory of submissions"):
            suite("pendulums").score()
