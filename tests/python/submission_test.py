"""Submissions are what cchnn-eval scores, and what it would refuse is refused when it is handed in."""
import os
import pathlib
import re
import tempfile
import unittest
from unittest import mock

import h5py
import numpy as np

import cchnn
import small_data
from cchnn import submission_file

FLOOR = 1e-16  # of cchnn-eval: the error of a perfect prediction
NO_BOUNDS = "the test set has no error bounds: its accuracy is unknown"


def error_of(report, number=0):
    return report["submissions"][number]["metrics"]["relative_error"]["geometric_mean"]


class Scored(unittest.TestCase):
    def setUp(self):
        self.test = small_data.test()
        self.path = small_data.root / "mine.h5"

    def scored(self, submission, **options):
        self.path.unlink(missing_ok=True)
        return cchnn.score(self.test.path, submission.write(self.path, **options), bootstrap=100)

    def test_arrays_of_very_many_small_chunks_with_a_filter_are_read(self):
        test = small_data.test("chain_pendulum_2", test=50, steps=200, train=1)
        for name, chosen in (("checksums", {"fletcher32": True}), ("deflated", {"compression": "gzip"})):
            path = small_data.root / f"many_{name}.h5"
            with h5py.File(path, "w") as f:
                for array in ("x", "v"):
                    f.create_dataset(array, data=getattr(test, array), chunks=(1, 2, 1, 1), **chosen)  # 20,000
                f.attrs["answers_truth"], f.attrs["model"] = test.truth_digest, name
            self.assertLessEqual(error_of(cchnn.score(test.path, path, bootstrap=0)), 1.001 * FLOOR)

    def test_the_truth_itself_is_perfect_and_answers_the_test_set(self):
        submission = cchnn.Submission(self.test, model="truth", notes="handed in").assign(x=self.test.x, v=self.test.v)
        report = self.scored(submission)
        entry = report["submissions"][0]
        self.assertLessEqual(error_of(report), 1.001 * FLOOR)
        self.assertEqual((entry["model"], entry["notes"]), ("truth", "handed in"))
        self.assertEqual(entry["remarks"], [NO_BOUNDS])
        with h5py.File(self.path) as f:
            self.assertEqual(f.attrs["answers_truth"], self.test.truth_digest)

    def test_it_is_refused_for_another_test_set(self):
        cchnn.Submission(self.test, model="m").assign(x=self.test.x, v=self.test.v).write(self.path)
        other = small_data.test(train=0, seed=1).path
        with self.assertRaisesRegex(cchnn.ProgramError, "was made for the test set with truth digest") as caught:
            cchnn.score(other, self.path)
        self.assertEqual(caught.exception.exit_code, 3)

    def test_from_a_context_what_it_says_of_given_samples_does_not_count(self):
        x, v, K = 1.01 * self.test.x, 1.01 * self.test.v, 7
        after = cchnn.Submission(self.test, model="m", context=K).assign(after_start=True, x=x[:, K:], v=v[:, K:])
        whole = cchnn.Submission(self.test, model="m", context=K).assign(x=x, v=v)
        first, second = (submission.write(small_data.root / name) for submission, name in ((after, "a.h5"), (whole, "b.npz")))
        spoilt = small_data.root / "c.h5"
        spoilt.write_bytes(first.read_bytes())
        with h5py.File(spoilt, "r+") as f:
            f["x"][:, :K] = np.nan
            f["v"][:, :K] = 7
        reports = [cchnn.score(self.test, path, context=K, bootstrap=100) for path in (first, second, spoilt)]
        for report in reports:
            self.assertEqual(report["submissions"][0]["metrics"], reports[0]["submissions"][0]["metrics"])
            self.assertEqual(report["submissions"][0]["diverged"]["trajectories"], 0)
            self.assertEqual(report["choices"]["context"], K)
            self.assertIn(f"|context:{K}|", report["signature"])
        # Err of 1.01 z against z, at every sample.
        self.assertAlmostEqual(error_of(reports[0]), 0.01 / 2.01, places=12)
        for asked in (1, K - 1):
            with self.assertRaisesRegex(cchnn.ProgramError, f"was made from a context of {K} samples; score it with 'context' {K}"):
                cchnn.score(self.test, first, context=asked)
        self.assertIn(f"was made from a context of {K} samples, and is scored with {K + 1}",
                      cchnn.score(self.test, first, context=K + 1)["submissions"][0]["remarks"])
        for wrong, said in ((0, "must be 1 given sample or more, got 0"), (-3, "must be 1 given sample or more, got -3"),
                            (len(self.test.t), "at least one sample is left to predict")):
            with self.assertRaisesRegex(cchnn.ProgramError, said) as caught:
                cchnn.score(self.test, first, context=wrong)
            self.assertEqual(caught.exception.exit_code, 2)
        with self.assertRaisesRegex(cchnn.ProgramError, "remove 'context'"):
            cchnn.score(self.test, first, context=K, published=True)
        with self.assertRaisesRegex(cchnn.DataError, "7 samples short of .*: the context is missing"):
            cchnn.Submission(self.test, model="m", context=K).assign(x=x[:, K:], v=v[:, K:])

    def test_a_template_with_a_context_has_its_samples(self):
        path = small_data.root / "to_fill.h5"
        cchnn.run("cchnn-eval", "template", self.test.path, output=path, context=5, force=True)
        with h5py.File(path) as f:
            self.assertEqual(f.attrs["context"], 5)
            np.testing.assert_array_equal(f["x"][:, :5], self.test.x[:, :5])
            self.assertTrue(np.isnan(f["x"][:, 5:]).all() and np.isnan(f["v"][:, 5:]).all())
        cchnn.run("cchnn-eval", "template", self.test.path, output=path, context=4)  # nothing is lost: no --force
        cchnn.run("cchnn-eval", "check", self.test.path, path, context=4)
        view = small_data.root / "seen"
        cchnn.run("cchnn-gen", "observe", self.test.path, output=view, noise=0.1)
        cchnn.run("cchnn-eval", "template", self.test.path, output=path, context=5, view=view / "test.h5")
        with h5py.File(path) as f, h5py.File(view / "test.h5") as seen:
            np.testing.assert_array_equal(f["x"][:, :5], seen["x"][:, :5])

    def ensemble(self, members=5, spread=1e-3):
        random = np.random.default_rng(3)
        return [np.repeat(a[:, None], members, 1) + spread * random.normal(size=(len(a), members, *a.shape[1:]))
                for a in (self.test.x, self.test.v)]

    def test_an_ensemble_has_members_that_start_apart(self):
        x, v = self.ensemble()
        submission = cchnn.Submission(self.test, model="sure").assign(x=x, v=v)
        entry = self.scored(submission)["submissions"][0]
        self.assertEqual(entry["ensemble"]["members"], 5)
        self.assertLess(entry["metrics"]["crps"]["mean"], 1e-2)
        with h5py.File(self.path) as f:
            np.testing.assert_array_equal(f["x"][:], x)
        piecewise = cchnn.Submission(self.test, model="sure")
        for i in range(len(self.test)):
            piecewise.append(x=x[i:i + 1], v=v[i:i + 1])
        again = self.scored(piecewise)["submissions"][0]
        self.assertEqual(again["metrics"], entry["metrics"])

    def test_an_ensemble_without_its_given_state_gets_it(self):
        x, v = self.ensemble()
        self.scored(cchnn.Submission(self.test, model="m").assign(x=x[:, :, 1:], v=v[:, :, 1:], after_start=True))
        with h5py.File(self.path) as f:
            np.testing.assert_array_equal(f["x"][:, 3, 0], self.test.x[:, 0])
            np.testing.assert_array_equal(f["x"][:, :, 1:], x[:, :, 1:])

    def test_an_ensemble_from_a_context_has_its_samples(self):
        (x, v), K = self.ensemble(), 4
        after = cchnn.Submission(self.test, model="m", context=K).assign(x=x[:, :, K:], v=v[:, :, K:], after_start=True)
        whole = cchnn.Submission(self.test, model="m", context=K).assign(x=x, v=v)
        first, second = (submission.write(small_data.root / name) for submission, name in ((after, "a.h5"), (whole, "b.npz")))
        reports = [cchnn.score(self.test, path, context=K, bootstrap=100)["submissions"][0] for path in (first, second)]
        self.assertEqual(reports[0]["metrics"], reports[1]["metrics"])
        with h5py.File(first) as f:
            self.assertEqual(f.attrs["context"], K)
            np.testing.assert_array_equal(f["x"][:, 3, :K], self.test.x[:, :K])
            np.testing.assert_array_equal(f["x"][:, :, K:], x[:, :, K:])
        with self.assertRaisesRegex(cchnn.ProgramError, f"score it with 'context' {K}"):
            cchnn.score(self.test, first)
        cchnn.run("cchnn-eval", "template", self.test.path, output=first, members=3, context=K, force=True)
        with h5py.File(first) as f:
            np.testing.assert_array_equal(f["v"][:, 2, :K], self.test.v[:, :K])
            self.assertTrue(np.isnan(f["x"][:, :, K:]).all())

    def test_an_ensemble_of_a_wrong_shape_is_refused(self):
        x, v = self.ensemble()
        submission = cchnn.Submission(self.test, model="m")
        for wrong in (x[:, :0], x[:, :, 1:], np.swapaxes(x, 1, 2), np.broadcast_to(x[:, :1], (len(x), 1001, *x.shape[2:]))):
            with self.assertRaisesRegex(cchnn.DataError, "trajectory, member, time, node, axis, with 1 to 1000 members"):
                submission.assign(x=wrong, v=v)
        with self.assertRaisesRegex(cchnn.DataError, "other numbers of members"):
            submission.assign(x=x[:, :2], v=v)
        with self.assertRaisesRegex(cchnn.DataError, "other numbers of members"):
            submission.assign(x=x, v=self.test.v)
        submission.append(x=x[:1], v=v[:1])
        with self.assertRaisesRegex(cchnn.DataError, "use as many members for all trajectories"):
            submission.append(x=x[1:2, :2], v=v[1:2, :2])

    def test_a_template_of_an_ensemble_has_its_shape(self):
        path = small_data.root / "template.h5"
        cchnn.run("cchnn-eval", "template", self.test.path, "--members", "3", "-o", path)
        with h5py.File(path) as f:
            self.assertEqual(f["x"].shape, (len(self.test), 3, *self.test.x.shape[1:]))
            np.testing.assert_array_equal(f["v"][:, 2, 0], self.test.v[:, 0])
            self.assertTrue(np.isnan(f["x"][:, :, 1:]).all())
        with self.assertRaisesRegex(cchnn.ProgramError, "'members': must be 1 .. 1000, got 1001"):
            cchnn.run("cchnn-eval", "template", self.test.path, "--members", "1001", "-o", path, "--force")
        with self.assertRaisesRegex(cchnn.ProgramError, "must be 1 .. 1000, got 0"):
            cchnn.run("cchnn-eval", "template", self.test.path, "--members", "0", "-o", path, "--force")

    def test_how_long_it_took_stands_beside_a_solver(self):
        submission = cchnn.Submission(self.test, model="slow").assign(
            x=self.test.x[:, 1:] * 1.001, v=self.test.v[:, 1:], after_start=True)
        self.assertNotIn("stated_time", self.scored(submission)["submissions"][0])
        report = self.score_with_solver(submission.took(2.5 * len(self.test)))
        self.assertEqual(report["submissions"][0]["stated_time"]["seconds"], 2.5)
        self.assertEqual(report["submissions"][0]["stated_time"]["hardware"], report["solver"]["machine"])
        model, = report["solver"]["models"]
        setting = {one["setting"]: one for one in report["solver"]["settings"]}
        self.assertLessEqual(setting[model["at_equal_error"]]["error"], model["error"])
        self.assertLess(setting[model["at_equal_time"]]["seconds"], 2.5)
        other = self.score_with_solver(submission.took(1, hardware="an abacus"))["submissions"][0]
        self.assertEqual(other["stated_time"], {"seconds": 1 / len(self.test), "hardware": "an abacus"})
        for seconds in (0, -1, np.nan, np.inf):
            with self.assertRaisesRegex(cchnn.DataError, "must be a finite number > 0"):
                submission.took(seconds)

    def score_with_solver(self, submission):
        return cchnn.score(self.test.path, submission.write(self.path), solver=True)

    def test_coordinates_of_drawn_lengths_become_the_states_of_each_trajectory(self):
        family = cchnn.Dataset(cchnn.generate(small_data.source / "tests/regression/families/any_chain_3.json",
                                              small_data.root / "family_q", train=0, valid=0, test=3, steps=9, bound="off"))
        mine = cchnn.Submission(family, model="angles").assign(q=family.q, qdot=family.qdot).write(small_data.root / "angles.h5")
        with h5py.File(mine) as f:
            self.assertNotIn("q", f)
            np.testing.assert_allclose(f["x"], family.x, atol=1e-13)
            np.testing.assert_allclose(f["v"], family.v, atol=1e-12)

    def test_generalised_coordinates(self):
        report = self.scored(cchnn.Submission(self.test, model="m").assign(q=self.test.q, qdot=self.test.qdot))
        self.assertLess(error_of(report), 1e-14)  # x and v come back up to rounding
        self.assertEqual(report["submissions"][0]["remarks"], ["in q and qdot, scored as x and v", NO_BOUNDS])

    def test_samples_after_the_start_get_the_given_state_before_them(self):
        submission = cchnn.Submission(self.test, model="m")
        submission.assign(x=self.test.x[:, 1:], v=self.test.v[:, 1:], after_start=True)
        self.assertLessEqual(error_of(self.scored(submission)), 1.001 * FLOOR)

    def test_estimated_parameters_are_scored_beside_their_bound(self):
        submission = cchnn.Submission(self.test, model="m").assign(x=self.test.x, v=self.test.v)
        submission.estimate("/bodies/1/mass", 1.5).estimate("/potentials/0/g", np.full(len(self.test), 9.81))
        report = cchnn.score(self.test.path, submission.write(self.path), bootstrap=100, noise=0.01)
        mass, g = report["submissions"][0]["parameters"]
        self.assertEqual((mass["pointer"], mass["per_trajectory"], g["per_trajectory"]), ("/bodies/1/mass", False, True))
        self.assertAlmostEqual(mass["mean"], abs(np.log(1.5 / mass["truth"])))
        self.assertGreater(g["bound"]["start_estimated"]["deviation"], g["bound"]["start_known"]["deviation"])
        for values in (np.ones((2, 2)), np.ones(3), []):
            with self.assertRaisesRegex(cchnn.DataError, r"^/bodies/1/mass: shape is \(.*\), expected one number, or one for "
                                        r"each of the 6 trajectories of test.h5 \(6 were given\)$"):
                submission.estimate("/bodies/1/mass", values)

    def test_estimates_of_a_part_are_as_many_as_its_trajectories(self):
        submission = cchnn.Submission(self.test, model="m").append(x=self.test.x[:4], v=self.test.v[:4])
        submission.estimate("/bodies/1/mass", np.ones(4))
        entry = self.scored(submission, partial=True)["submissions"][0]
        self.assertTrue(entry["parameters"][0]["per_trajectory"])
        submission.append(x=self.test.x[4], v=self.test.v[4])
        with self.assertRaisesRegex(cchnn.DataError, r"/bodies/1/mass: shape is \(4,\), .*of the 6 trajectories of test.h5 \(5 were given\)"):
            submission.write(self.path, partial=True)

    def test_an_estimated_start_is_kept_as_it_is(self):
        x = self.test.x + 0.01
        cchnn.Submission(self.test, model="m", given_start=False).assign(x=x, v=self.test.v).write(self.path)
        with h5py.File(self.path) as f:
            np.testing.assert_array_equal(f["x"][()], x)

    def test_an_archive_has_the_scores_of_the_file(self):
        test = small_data.test()
        for arrays in ({"x": test.x * 1.001, "v": test.v}, {"q": test.q.astype("f4") * np.float32(1.001), "qdot": test.qdot.astype("f4")}):
            submission = cchnn.Submission(test, model="m", notes="\u03bb = 3").assign(
                after_start=True, **{name: array[:, 1:] for name, array in arrays.items()}).took(2.5, hardware="an abacus")
            submission.estimate("/bodies/1/mass", 1.5).estimate("/potentials/0/g", np.full(len(test), 9.8))
            archive = submission.write(small_data.root / "mine.npz")
            with np.load(archive) as f:
                self.assertEqual((str(f["answers_truth"]), f[[*arrays][0]].dtype), (test.truth_digest, [*arrays.values()][0].dtype))
            entries = [cchnn.score(test.path, file, bootstrap=100)["submissions"][0] for file in (archive, submission.write(self.path))]
            self.assertEqual([entry.pop("path") for entry in entries], [str(archive), str(self.path)])
            self.assertEqual(*entries)
            self.assertEqual((entries[0]["model"], entries[0]["notes"], len(entries[0]["parameters"])), ("m", "\u03bb = 3", 2))
        submission.write(archive)  # in place of the earlier one

    def test_the_given_state_is_stored_exactly(self):
        x, v = self.test.x.copy(), self.test.v.copy()
        x[:, 0] += 3e-5  # as float32 leaves it after some arithmetic
        cchnn.Submission(self.test, model="m").assign(x=x, v=v).write(self.path)
        with h5py.File(self.path) as f:
            np.testing.assert_array_equal(f["x"][:, 0], self.test.x[:, 0])
        self.assertEqual(x[0, 0, 0, 0], self.test.x[0, 0, 0, 0] + 3e-5)  # what is handed in stays as it is

    def test_float32_stays_float32(self):
        submission = cchnn.Submission(self.test, model="m")
        submission.assign(x=self.test.x.astype("f4"), v=self.test.v.astype("f4"))
        self.assertLess(error_of(self.scored(submission)), 1e-7)  # half a unit of the last of 24 bits
        with h5py.File(self.path) as f:
            self.assertEqual(f["x"].dtype, np.float32)

    def test_trajectories_may_come_one_by_one(self):
        submission = cchnn.Submission(self.test, model="m")
        for i in range(4):
            submission.append(x=self.test.x[i], v=self.test.v[i])
        with self.assertRaisesRegex(cchnn.DataError, "4 of 6 trajectories were given"):
            submission.write(self.path)
        remarks = self.scored(submission, partial=True)["submissions"][0]["remarks"]
        self.assertEqual(remarks, ["holds 4 of 6 trajectories; missing ones count as the worst value", NO_BOUNDS])
        submission.append(x=self.test.x[4:], v=self.test.v[4:])
        self.assertLessEqual(error_of(self.scored(submission)), 1.001 * FLOOR)

    def test_notes_stand_in_the_tables_too(self):
        cchnn.Submission(self.test, model="m", notes="lr 1e-3, " + 500 * "x").assign(x=self.test.x, v=self.test.v).write(self.path)
        page = small_data.root / "page.html"
        text = cchnn.run("cchnn-eval", "score", self.test.path, self.path, markdown=small_data.root / "table.md", html=page, force=True, all=True)
        for report in (" ".join(text.split()), (small_data.root / "table.md").read_text(), page.read_text()):
            self.assertIn("m: notes: lr 1e-3, xxx", report)
        self.assertIn("xxx...", (small_data.root / "table.md").read_text())

    def test_a_template_has_no_digest_that_would_be_wrong_once_it_is_filled(self):
        cchnn.run("cchnn-eval", "template", self.test.path, output=self.path, model="m", force=True)
        with h5py.File(self.path, "r+") as f:
            self.assertNotIn("content_digest", f.attrs)
            f["x"][:], f["v"][:] = self.test.x, self.test.v
        self.assertNotIn("content digest", cchnn.run("cchnn-gen", "info", self.path))
        self.assertLessEqual(error_of(cchnn.score(self.test.path, self.path, bootstrap=0)), 1.001 * FLOOR)

    def test_a_prediction_that_diverged_is_scored_as_the_worst(self):
        x = self.test.x.copy()
        x[2, 50:] = np.nan
        entry = self.scored(cchnn.Submission(self.test, model="m").assign(x=x, v=self.test.v))["submissions"][0]
        self.assertEqual(entry["diverged"]["ids"], [2])


class Refused(unittest.TestCase):
    def setUp(self):
        self.test = small_data.test()
        self.x, self.v = self.test.x, self.test.v

    def refused(self, message, **arrays):
        with self.assertRaisesRegex(cchnn.DataError, message):
            cchnn.Submission(self.test, model="m").assign(**arrays)

    def test_momenta_are_not_taken_for_velocities(self):
        self.refused(r"p: momenta are not scored; give velocities instead, v = test.physics.velocities\(p\)", x=self.x, p=self.v)

    def test_half_a_state(self):
        self.refused("x: was given, expected x and v, or q and qdot", x=self.x)
        self.refused("qdot, x: were given", x=self.x, qdot=self.test.qdot)

    def test_other_types(self):
        self.refused("x: is float16, expected float32 or float64; float16 has three digits", x=self.x.astype("f2"), v=self.v)
        self.refused("v: is int64, expected float32 or float64$", x=self.x, v=np.zeros(self.v.shape, int))

    def test_estimates_that_are_no_numbers_or_lie_in_each_other(self):
        submission = cchnn.Submission(self.test, model="m").estimate("/bodies/1/mass", 1)
        for pointer in ("/bodies", "/bodies/1", "/bodies/1/mass/0"):
            with self.assertRaisesRegex(cchnn.DataError, f"^{pointer}: overlaps with /bodies/1/mass, which is estimated too"):
                submission.estimate(pointer, 1)
        for pointer in ("", "/", "bodies/1/mass", "/bodies//mass", "/bodies/1/mass/", "/bodies/./mass", "/../x"):
            with self.assertRaisesRegex(cchnn.DataError, "is not a pointer to a number of the system, such as /bodies/1/mass"):
                submission.estimate(pointer, 1)
        for pointer, what in ((None, "must be a text, got None"), ("/a\0", "character 2 is a NUL"), ("/\ud800", "is not valid UTF-8"),
                              (200 * "/a", "has 400 bytes, at most 200")):
            with self.assertRaisesRegex(cchnn.DataError, f"^pointer: {what}"):
                submission.estimate(pointer, 1)
        for value, what in (("heavy", "is <U5"), (None, "is object"), (1j, "is complex128"), (True, "is bool"), ([[1], [1, 2]], "is a list, which")):
            with self.assertRaisesRegex(cchnn.DataError, f"^/bodies/2/mass: {what}"):
                submission.estimate("/bodies/2/mass", value)
        for k in range(999):
            submission.estimate(f"/bodies/{k}/length", 1)
        with self.assertRaisesRegex(cchnn.DataError, "/bodies/2/mass: would be estimate 1001, at most 1000 are allowed"):
            submission.estimate("/bodies/2/mass", 1)
        submission.estimate("/bodies/1/mass", 2)  # another value for one of them

    def test_texts_that_no_file_holds(self):
        for name in ("model", "notes"):
            for text, what in (("a\0b", "character 1 is a NUL, which would end the text in the file"), ("a\ud800", "is not valid UTF-8: character 1"),
                               (3, "must be a text, got 3")):
                with self.assertRaisesRegex(cchnn.DataError, f"^{name}: {what}"):
                    cchnn.Submission(self.test, **{"model": "m", name: text})
        with self.assertRaisesRegex(cchnn.DataError, "^rollout_hardware: character 0 is a NUL"):
            cchnn.Submission(self.test, "m").took(1, hardware="\0")
        for seconds in ("fast", None):
            with self.assertRaisesRegex(cchnn.DataError, f"rollout_seconds: must be a finite number > 0, got {seconds!r}"):
                cchnn.Submission(self.test, "m").took(seconds)

    def test_a_sample_too_few_is_told_as_such(self):
        self.refused(r"x: shape is \(6, 99, 3, 2\), one sample short of 100: the given state at t = 0 is missing; give "
                     "after_start=True", x=self.x[:, 1:], v=self.v[:, 1:])

    def test_other_shapes(self):
        self.refused(r"x: shape is \(6, 100, 6\), expected up to \(6, 100, 3, 2\) from test.h5: trajectory, time, node, axis",
                     x=self.x.reshape(6, 100, 6), v=self.v)
        self.refused("v: shape is", x=self.x, v=self.v[:, :, :2])
        self.refused(r"q: shape is \(6, 100, 2\), expected up to \(6, 100, 3\)", q=self.test.q[..., :2], qdot=self.test.qdot)
        self.refused("x: shape is", x=np.concatenate([self.x, self.x]), v=self.v)
        self.refused("x: holds 3 trajectories, test.h5 has 6", x=self.x[:3], v=self.v[:3])
        self.refused(r"x, v: hold \[6, 3\] trajectories", x=self.x, v=self.v[:3])

    def test_samples_that_are_shifted_and_trajectories_in_another_order(self):
        self.refused("x: sample 0 of 6 of 6 trajectories is not the given state .*samples shifted",
                     x=np.roll(self.x, -1, axis=1), v=self.v)
        self.refused("x: sample 0 of 6 of 6", x=self.x[::-1], v=self.v[::-1])

    def test_two_kinds_of_coordinates_in_one_submission(self):
        submission = cchnn.Submission(self.test, model="m").append(x=self.x[:2], v=self.v[:2])
        with self.assertRaisesRegex(cchnn.DataError, "q, qdot: earlier trajectories are in x, v"):
            submission.append(q=self.test.q[2:], qdot=self.test.qdot[2:])

    def test_what_the_programs_would_refuse_is_refused_here(self):
        test = small_data.test()
        for name, text in (("model", "m" * 1001), ("notes", "n" * 100_001)):
            with self.assertRaisesRegex(cchnn.DataError, rf"^{name}: has {len(text)} bytes, at most "):
                cchnn.Submission(test, **{"model": "a", name: text})
        with self.assertRaisesRegex(cchnn.DataError, "is not a directory; make it first"):
            cchnn.Submission(test, "a").assign(x=test.x, v=test.v).write(small_data.root / "none/b.h5")
        with self.assertRaisesRegex(cchnn.DataError, "^length: must be a whole number of samples, got 2.5"):
            test.windows(2.5)

    def test_names_of_other_formats_are_those_that_the_programs_refuse(self):
        source = (small_data.source / "lib/dataset/writer/submission_writer.cpp").read_text()
        listed = re.search(r"formats_of_others\{(.*?)\}", source, re.S).group(1)
        self.assertEqual(re.findall(r'"(.*?)"', listed), list(submission_file.FORMATS_OF_OTHERS))
        submission = cchnn.Submission(self.test, model="m").assign(x=self.x, v=self.v)
        for name in ("a.npy", "a.JSON", "a.csv", "a.NPZ"):
            message = r"must end in \.h5 \(HDF5\) or \.npz \(NumPy\)"
            with self.assertRaisesRegex(cchnn.DataError, f"{name}: {message}"):
                submission.write(small_data.root / name)
            with self.assertRaisesRegex(cchnn.ProgramError, message):
                cchnn.run("cchnn-eval", "template", self.test.path, output=small_data.root / name)
            self.assertFalse((small_data.root / name).exists())

    def test_nothing_but_a_submission_is_replaced(self):
        submission = cchnn.Submission(self.test, model="m").assign(x=self.x, v=self.v)
        notes = small_data.root / "notes"
        notes.write_text("mine")
        for path, what in ((self.test.path, "a dataset"), (notes, "another file")):
            before = path.read_bytes()
            with self.assertRaisesRegex(cchnn.DataError, f"is {what}; only submissions are replaced"):
                submission.write(path)
            self.assertEqual(path.read_bytes(), before)
        again = submission.write(small_data.root / "again.h5")
        self.assertEqual(submission.write(again), again)
        exported = small_data.root / "exported.npz"
        cchnn.run("cchnn-gen", "export", self.test.path, output=exported, force=True)
        for path in (exported, notes.rename(small_data.root / "notes.npz")):
            before = path.read_bytes()
            with self.assertRaisesRegex(cchnn.DataError, "is another file; only submissions are replaced"):
                submission.write(path)
            self.assertEqual(path.read_bytes(), before)
        link, pipe = small_data.root / "link.h5", small_data.root / "pipe.h5"
        link.symlink_to("nowhere")
        os.mkfifo(pipe)
        for path in (link, pipe, small_data.root):
            with self.assertRaisesRegex(cchnn.DataError, "is another file; only submissions are replaced"):
                submission.write(path)


class Places(unittest.TestCase):
    """Where files of the package are written before they have their name."""

    def setUp(self):
        self.directory = pathlib.Path(tempfile.mkdtemp(dir=small_data.root))
        self.victim, self.path = self.directory / "v2.txt", self.directory / "q.h5"
        self.victim.write_text("mine")
        self.submission = cchnn.Submission(small_data.test(), "m").assign(x=small_data.test().x, v=small_data.test().v)

    def names(self):
        return sorted(file.name for file in self.directory.iterdir())

    def test_no_link_that_lies_in_wait_is_followed(self):
        waiting = self.directory / f".q.h5.{os.getpid()}"
        waiting.symlink_to(self.victim)
        self.submission.write(self.path)
        self.assertEqual((self.victim.read_text(), waiting.is_symlink(), self.path.is_symlink()), ("mine", True, False))
        # Not even where its name is known.
        with mock.patch("secrets.token_hex", return_value="known"):
            (self.directory / ".cchnn-known.part").symlink_to(self.victim)
            with self.assertRaisesRegex(FileExistsError, "cannot be created: .*q.h5"):
                self.submission.write(self.path)
        self.assertEqual((self.victim.read_text(), h5py.is_hdf5(self.path)), ("mine", True))

    def test_permissions_are_those_of_any_new_file(self):
        before = os.umask(0o027)
        try:
            self.submission.write(self.path)
        finally:
            os.umask(before)
        self.assertEqual(self.path.stat().st_mode & 0o777, 0o640)

    def test_what_fails_leaves_the_earlier_file_and_nothing_else(self):
        before = self.submission.write(self.path).read_bytes()
        self.submission.notes = object()  # which no HDF5 attribute holds
        with self.assertRaises(TypeError):
            self.submission.write(self.path)
        self.assertEqual((self.path.read_bytes(), self.names()), (before, ["q.h5", "v2.txt"]))
