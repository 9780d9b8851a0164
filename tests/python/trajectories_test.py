"""A dataset as a sequence of trajectories, and what people write who see it for the first time."""
import copy
import io
import pickle
import unittest
from contextlib import redirect_stdout

import h5py
import numpy as np

import cchnn
import small_data

TINY = dict(train=5, valid=2, test=3, steps=9, refine="off")


def load(system="chain_pendulum_2", **options):
    return cchnn.load(system, cache=small_data.root / "cache", **{**TINY, **options})


class Sequence(unittest.TestCase):
    def setUp(self):
        self.data = load().train

    def test_a_trajectory_has_the_arrays_of_its_number(self):
        one = self.data[3]
        self.assertEqual(list(one), ["t", "x", "v", "q", "qdot", "energy", "error_bound"])
        np.testing.assert_array_equal(one.t, self.data.t)
        for name in list(one)[1:]:
            np.testing.assert_array_equal(one[name], getattr(self.data, name)[3])
            np.testing.assert_array_equal(getattr(one, name), one[name])
        self.assertEqual(repr(one), "cchnn.Trajectory 3 of chain_pendulum_2, train: 9 samples, dt = 0.03 s; "
                                    "t, x, v, q, qdot, energy, error_bound")

    def test_numbers_slices_lists_and_masks(self):
        self.assertEqual([one.number for one in self.data], [0, 1, 2, 3, 4])
        self.assertEqual(self.data[-1].number, 4)
        self.assertEqual([one.number for one in self.data[1:4:2]], [1, 3])
        self.assertEqual([one.number for one in self.data[[4, 0]]], [4, 0])
        self.assertEqual([one.number for one in self.data[np.arange(5) > 2]], [3, 4])
        self.assertEqual(self.data[np.int64(2)], self.data[2])
        self.assertIn(self.data[2], self.data)
        for number in (5, -6):
            with self.assertRaisesRegex(IndexError, f"^trajectory {number} of 5$"):
                self.data[number]

    def test_a_slice_has_the_arrays_of_its_trajectories_stacked(self):
        some = self.data[1:4]
        for name in ("x", "v", "q", "energy"):
            np.testing.assert_array_equal(getattr(some, name), getattr(self.data, name)[1:4])
        np.testing.assert_array_equal(some.t, self.data.t)
        np.testing.assert_array_equal(pickle.loads(pickle.dumps(some)).x, some.x)
        self.assertEqual(repr(some), "cchnn.Trajectories 1, 2, 3 of chain_pendulum_2, train: 3 of 9 samples")
        self.assertEqual(repr(self.data[[0, 1, 2, 3, 4, 0, 1]]),
                         "cchnn.Trajectories 0, 1, 2, ..., 1 of chain_pendulum_2, train: 7 of 9 samples")
        self.assertEqual(repr(self.data[:0]), "cchnn.Trajectories: none")
        with self.assertRaisesRegex(AttributeError, r"^Trajectories has no 'plot'; write data\[0\]\.plot\(\)$"):
            some.plot
        for wrong in (some, self.data[:0]):
            with self.assertRaisesRegex(AttributeError, "^Trajectories has no 'work'; it has append, "):
                wrong.work

    def test_names_of_arrays_are_in_a_dataset_and_others_are_answered(self):
        self.assertIn("x", self.data)
        self.assertNotIn("positions", self.data)
        for name, answer in (("positions", r"write data\.x"), ("energie", r"did you mean energy\?"), ("plot", r"data\[0\]\.plot\(\) draws"),
                             ("keys", r"data\[0\]\.keys\(\) are"), ("holdout", "it has acceleration, "),
                             ("normalise", r"mean, std = data\.statistics\(\"x\"\), then")):
            self.assertFalse(hasattr(self.data, name))
            with self.assertRaisesRegex(AttributeError, f"^Dataset has no '{name}'; {answer}"):
                getattr(self.data, name)
        with self.assertRaisesRegex(AttributeError, r"^Trajectory has no 'velocities'; write one\.v$"):
            self.data[0].velocities
        for one in (self.data, self.data[0]):
            np.testing.assert_array_equal(copy.deepcopy(one).x, one.x)

    def test_windows_say_what_they_are(self):
        self.assertEqual(repr(self.data.windows(5, dtype="float32")),
                         "cchnn.Windows: 25 of 5 samples, of 5 trajectories; x float32, v float32")

    def test_its_arrays_may_be_changed_and_those_of_the_dataset_stay(self):
        one = self.data[0]
        one.x[:] = 0
        self.assertGreater(np.abs(self.data.x[0]).max(), 0)

    def test_one_of_a_large_file_is_read_alone(self):
        data = cchnn.Dataset(self.data.path)
        large, cchnn.dataset.MEMORY = cchnn.dataset.MEMORY, 0
        try:
            x = data[1].x
        finally:
            cchnn.dataset.MEMORY = large
        self.assertNotIn("x", vars(data))
        np.testing.assert_array_equal(x, data.x[1])

    def test_driven_systems_and_families_have_their_inputs_and_numbers(self):
        driven = load("cart_pole").train
        np.testing.assert_array_equal(driven[1].u, driven.u[1])
        np.testing.assert_array_equal(driven[1].work, driven.work[1])
        family = load(small_data.source / "tests/regression/families/any_chain_3.json").train
        self.assertEqual(family[2].parameters, {pointer: column[2] for pointer, column in family.parameters.items()})

    def test_what_a_trajectory_lacks_is_answered_as_by_its_dataset(self):
        for name, why in (("u", "chain_pendulum_2 has no inputs"), ("error_bound", "generated without it, with bound=False")):
            with self.assertRaisesRegex(cchnn.DataError, f"/{name}: not found; .*{why}"):
                getattr(load(bound=False).train[0], name)
        with self.assertRaisesRegex(KeyError, "foo: is not an array of a trajectory of .*; available: t, x, v"):
            self.data[0]["foo"]

    def test_other_indices_say_what_to_write(self):
        for index in (1.5, (0, 1), None, [0.5], np.array([True, False])):
            with self.assertRaisesRegex(TypeError, r"^data\[.*\]: expected the number of a trajectory, data\[0\], .*data\['x'\]"):
                self.data[index]
        with self.assertRaisesRegex(TypeError, "has several arrays; name one of them: data.x, data.v"):
            np.asarray(self.data)

    def test_another_process_reads_arrays_itself(self):
        self.assertGreater(self.data.x.nbytes, 0)
        whole = pickle.dumps(self.data)
        self.assertLess(len(whole), 3000)
        again = pickle.loads(whole)
        np.testing.assert_array_equal(again[2].x, self.data[2].x)
        np.testing.assert_array_equal(pickle.loads(pickle.dumps(self.data[2])).v, self.data[2].v)

    def test_a_test_set_that_is_to_be_predicted_gives_none(self):
        class Peeks:
            def rollout(self, test):
                return test[0].x
        with self.assertRaisesRegex(cchnn.DataError, r"^test\[0\]: is withheld from rollout\(test\)"):
            cchnn.benchmark(Peeks, load(), output=small_data.root / "peeks")
        with self.assertRaisesRegex(TypeError, r"^benchmark\(\): systems is one set, expected the name of a system"):
            cchnn.benchmark(Peeks, load().train)


class Facts(unittest.TestCase):
    def test_attributes_and_the_seed(self):
        data = load(seed=7).test
        self.assertEqual(data.seed, 7)
        with h5py.File(data.path) as f:
            self.assertEqual(data.attrs, dict(f.attrs))
        with self.assertRaisesRegex(cchnn.DataError, r"/seed: is an attribute of the file .*; write data.attrs\['seed'\]"):
            data["seed"]

    def test_a_description_names_sizes_bodies_and_coordinates(self):
        data = load("cart_pole")
        text = data.train.describe()
        for part in ("cart_pole, Cart with a pole: train set of 5 trajectories", "9 samples, dt = 0.02 s, 0 to 0.16 s",
                     "cart (Obj0D), pole (Obj1D)", "cart slide (m), pole angle (angle, rad)", "push", "4 scalar, 4 independent",
                     "seed 0", f"truth digest {data.train.truth_digest[:12]}"):
            self.assertIn(part, text)
        with redirect_stdout(io.StringIO()) as shown:
            print(text)
        self.assertEqual(shown.getvalue(), repr(text) + "\n")
        self.assertEqual(data.describe().count("\n  times"), 3)
        family = load(small_data.source / "tests/regression/families/any_chain_3.json").train
        self.assertIn("drawn for each trajectory: /", family.describe())

    def test_every_built_in_system_can_be_described(self):
        for name in ("rolling_disk", "nnb_spring", "kapitza_pendulum", "gear_train", "satellite"):
            options = dict(train=0, valid=0, test=1, steps=5, bound="off")
            self.assertIn(name, small_data.test(name, **options).describe())


class Splits(unittest.TestCase):
    def test_sets_by_name(self):
        data = load()
        self.assertIs(data["train"], data.train)
        for name in ("valid", "val", "validation"):
            self.assertIs(data[name], data.valid)
        self.assertIs(data.val, data.valid)
        self.assertEqual(cchnn.Dataset(data.directory, "val").split, "valid")
        self.assertRegex(repr(data), r"^cchnn.Splits\('.*'\): chain_pendulum_2, train 5, valid 2, test 3$")
        with self.assertRaisesRegex(KeyError, r"'holdout': expected 'train', 'valid', 'test'; what else there is belongs to a set, data\.train\.seed"):
            data["holdout"]
        self.assertEqual({name: one.split for name, one in dict(data).items()}, {name: name for name in ("train", "valid", "test")})
        with self.assertRaisesRegex(AttributeError, r"^Splits has no 'dev'; write data\.valid$"):
            data.dev
        for name in ("seed", "attrs", "x"):
            with self.assertRaisesRegex(AttributeError, rf"^Splits has no '{name}'; write data\.train\.{name}$"):
                getattr(data, name)
        self.assertEqual(len(data), len(list(data)))
        with self.assertRaisesRegex(TypeError, r"^data\[0\]: data has three sets; data\.train\[0\] is a trajectory, .* DataLoader\(data\.train, 32\)$"):
            data[0]  # what torch's DataLoader(data) asks for
        with self.assertRaisesRegex(TypeError, r"^load\(\) has no option 'split'; all sets are made: write \.train, \.valid or \.test"):
            load(split="train")

    def test_a_system_may_be_the_content_of_a_file(self):
        system = load().test.system
        data = load(system)
        self.assertEqual(data.test.truth_digest, load().test.truth_digest)
        self.assertEqual(load(system).directory, data.directory)


class Scores(unittest.TestCase):
    def setUp(self):
        self.splits = load()
        self.test = self.splits.test

    def error_of(self, report):
        return report["submissions"][0]["metrics"]["relative_error"]["geometric_mean"]

    def test_a_submission_is_scored_without_a_file_of_ones_own(self):
        mine = cchnn.Submission(self.test, model="m").assign(x=self.test.x, v=self.test.v)
        self.assertEqual(repr(mine), "cchnn.Submission(chain_pendulum_2, test, model='m'): x 3 of 3, v 3 of 3")
        written = cchnn.score(self.test, mine.write(small_data.root / "mine.h5"))
        for test in (self.test, self.splits, self.test.path):
            self.assertEqual(self.error_of(cchnn.score(test, mine)), self.error_of(written))

    def test_what_is_no_submission_is_answered_in_words_of_python(self):
        with self.assertRaisesRegex(TypeError, r"a submission is a ndarray, expected a cchnn.Submission .*\.assign\(x=x, v=v\)"):
            cchnn.score(self.test, self.test.x)
        with self.assertRaisesRegex(TypeError, "needs a submission after the test set"):
            cchnn.score(self.test)
        with self.assertRaisesRegex(TypeError, "the test set is a ndarray, expected a cchnn.Dataset"):
            cchnn.score(self.test.x, "mine.h5")

        with self.assertRaisesRegex(TypeError, r"a submission is a Dataset, .*; the test set comes first, score\(test, mine\)"):
            cchnn.score("mine.h5", self.test)
        with self.assertRaisesRegex(TypeError, "a submission is a tuple"):
            cchnn.score(self.test, (self.test.x, self.test.v))
        with self.assertRaisesRegex(TypeError, r"^assign\(\): which arrays are these\? Write assign\(x=x, v=v\), or "):
            cchnn.Submission(self.test, model="m").assign(self.test.x, self.test.v)

    def test_a_list_of_submissions_is_scored_as_several(self):
        each = [cchnn.Submission(self.splits, model=name).assign(x=self.test.x, v=self.test.v) for name in ("a", "b")]
        self.assertEqual([one["label"] for one in cchnn.score(self.test, each)["submissions"]], ["a", "b"])

    def test_messages_name_a_submission_that_has_no_file(self):
        with self.assertRaises(cchnn.ProgramError) as caught:
            cchnn.score(self.splits.train, cchnn.Submission(self.test, model="m").assign(x=self.test.x, v=self.test.v))
        self.assertIn("cchnn-eval: submission 'm': was made for the test set with truth digest ", str(caught.exception))
        self.assertNotIn("submission_0", str(caught.exception))
        self.assertEqual(caught.exception.exit_code, 3)
        with self.assertRaisesRegex(cchnn.DataError, "^submission 'm': 0 of 3 trajectories were given"):
            cchnn.score(self.test, cchnn.Submission(self.test, model="m"))

    def test_names_that_a_submission_lacks_are_answered(self):
        mine = cchnn.Submission(self.test, model="m")
        for name, answer in (("save", r'write mine\.write\("mine\.h5"\)'), ("score", r"write cchnn\.score\(test, mine\)"), ("x", "write mine.assign")):
            with self.assertRaisesRegex(AttributeError, f"^Submission has no '{name}'; {answer}"):
                getattr(mine, name)
        with self.assertRaisesRegex(cchnn.DataError, r"is a directory; name its test set: cchnn\.Submission\('.*/test\.h5', \.\.\.\)$"):
            cchnn.Submission(self.splits.directory, model="m")

    def test_scores_on_a_training_set_are_remarked_on(self):
        train = self.splits.train
        with self.assertWarnsRegex(UserWarning, "train.h5: is a training set, so that scores say how well a model knows what it was shown"):
            cchnn.score(train, cchnn.Submission(train, model="m").assign(x=train.x, v=train.v))

    def test_exchanged_arrays_are_noticed(self):
        for arrays in (dict(x=self.test.v, v=self.test.x), dict(x=self.test.v, v=self.test.v)):
            with self.assertRaisesRegex(cchnn.DataError, "^x: sample 0 is the given v of these trajectories; are x and v swapped"):
                cchnn.Submission(self.test, model="m").assign(**arrays)
        with self.assertRaisesRegex(cchnn.DataError, "^v: sample 0 is the given x"):
            cchnn.Submission(self.test, model="m").assign(x=self.test.x, v=self.test.x)
