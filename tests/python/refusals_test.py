"""Files that users hand in by mistake, as their tools write them: cchnn-eval says what is wrong and what to do."""
import pickle
import unittest
import zipfile

import h5py
import numpy as np

import cchnn
import small_data


class Refusals(unittest.TestCase):
    def setUp(self):
        self.test = small_data.test()

    def refused(self, path, message):
        for command in ("check", "score"):
            with self.assertRaises(cchnn.ProgramError) as caught:
                cchnn.run("cchnn-eval", command, self.test.path, path)
            self.assertIn(message, str(caught.exception))

    def hdf5(self, **arrays):
        path = small_data.root / "wrong.h5"
        with h5py.File(path, "w") as f:
            for name, array in arrays.items():
                f[name] = array
        return path

    def test_momenta_in_the_place_of_velocities(self):
        path = self.hdf5(x=self.test.x, p=self.test.physics.momenta(self.test.v))
        self.refused(path, "wrong.h5:/v: is missing; momenta in /p are not scored, give velocities instead: v = M^-1 p "
                           "with the test set's /system/inverse_mass_matrix")

    def test_momenta_in_an_archive(self):
        path = small_data.root / "wrong.npz"
        np.savez(path, x=self.test.x, p=self.test.v)
        self.refused(path, "wrong.npz:/v: is missing; momenta in /p are not scored")

    def test_float16(self):
        path = self.hdf5(x=self.test.x.astype("f2"), v=self.test.v)
        self.refused(path, "wrong.h5:/x: has type float16, expected float64 or float32; float16 has three digits, let the "
                           "model predict in float32")

    def test_longer_floats(self):
        path = self.hdf5(x=self.test.x, v=self.test.v.astype(np.longdouble))
        self.refused(path, "wrong.h5:/v: has type float128, expected float64 or float32")

    def members(self, count, of=1):
        return [np.repeat(a[:of, None], count, 1) for a in (self.test.x, self.test.v)]

    def test_ensembles_without_members_or_with_too_many(self):
        for count in (0, 1001):
            x, v = self.members(count)
            self.refused(self.hdf5(x=x, v=v), f"wrong.h5:/x: shape is {x.shape}, expected 1 .. 1000 members of the ensemble on "
                                              "its second axis")
            archive = small_data.root / "wrong.npz"
            np.savez(archive, x=x, v=v)
            self.refused(archive, f"wrong.npz:/x: shape is {x.shape}")

    def test_ensembles_whose_arrays_have_other_members(self):
        x, v = self.members(3)
        self.refused(self.hdf5(x=x, v=v[:, :2]), f"wrong.h5:/v: shape is {v[:, :2].shape}, expected {v.shape}, "
                                                 "(trajectory, member, t, node, axis)")
        self.refused(self.hdf5(x=x, v=v[:, 0]), f"wrong.h5:/v: shape is {v[:, 0].shape}, expected (trajectory, member, t, node, axis)")
        self.refused(self.hdf5(x=x[:, 0], v=v), f"wrong.h5:/v: shape is {v.shape}, expected (trajectory, t, node, axis)")
        self.refused(self.hdf5(x=x[None], v=v[None]), "wrong.h5:/x: shape is")

    def test_an_ensemble_with_more_trajectories_than_the_test_set(self):
        x, v = self.members(2, of=len(self.test))
        x, v = (np.concatenate([a, a]) for a in (x, v))
        self.refused(self.hdf5(x=x, v=v), f"wrong.h5:/x: shape is {x.shape}, expected {x[:len(self.test)].shape} from test.h5")

    def test_an_ensemble_that_is_far_larger_than_its_file(self):
        path = small_data.root / "wrong.h5"
        with h5py.File(path, "w") as f:
            for name in ("x", "v"):
                f.create_dataset(name, (6, 1000, *self.test.x.shape[1:]), chunks=(1, 1, *self.test.x.shape[1:]))
        self.refused(path, "which cannot fit in a file of")
        with h5py.File(path, "w") as f:
            for name in ("x", "v"):
                f.create_dataset(name, (60, 1000, *self.test.x.shape[1:]), compression="gzip",
                                 chunks=(60, 50, *self.test.x.shape[1:]), data=np.zeros((60, 1000, *self.test.x.shape[1:])))
        self.refused(path, "far more than its test set has")

    def test_ensembles_that_are_taken(self):
        x, v = self.members(3, of=len(self.test))
        x[1, 2, 5:] = np.nan  # of one member
        path = self.hdf5(x=x.astype("f4"), v=v)
        cchnn.run("cchnn-eval", "check", self.test.path, path)
        entry = cchnn.score(self.test.path, path)["submissions"][0]
        self.assertEqual(entry["diverged"]["ids"], [1])
        self.assertEqual(entry["metrics"]["crps"]["mean"], "infinity")
        self.assertGreater(entry["ensemble"]["unranked"], 0)

    def test_an_ensemble_is_not_cut_into_windows(self):
        x, v = self.members(3)
        path = self.hdf5(x=x, v=v)
        with self.assertRaisesRegex(cchnn.ProgramError, "is an ensemble, which is not cut into windows"):
            cchnn.run("cchnn-gen", "export", path, "-o", small_data.root / "pieces.npz", "--layout", "chunks", "--length", "2")

    def test_one_array_of_numpy(self):
        path = small_data.root / "wrong.npy"
        np.save(path, self.test.x)
        self.refused(path, "wrong.npy: is not an HDF5 file, but one NumPy array (.npy); save both in one archive: "
                           "numpy.savez('mine.npz', x=x, v=v)")

    def test_what_pytorch_saves(self):
        path = small_data.root / "wrong.pt"
        with zipfile.ZipFile(path, "w") as archive:
            archive.writestr("archive/data.pkl", "")
        self.refused(path, "wrong.pt: is not an HDF5 file, but a ZIP archive; of NumPy's its name ends in .npz, of "
                           "PyTorch's (.pt) save the arrays: numpy.savez('mine.npz', x=x.numpy(), v=v.numpy())")
        path.write_bytes(pickle.dumps({"x": self.test.x}))
        self.refused(path, "wrong.pt: is not an HDF5 file, but a Python pickle")

    def test_samples_without_the_given_state(self):
        path = self.hdf5(x=self.test.x[:, 1:], v=self.test.v[:, 1:])
        self.refused(path, "sample 0 is given and has to be copied: there are 99 samples, one fewer than in test.h5; put "
                           "the given state before the predictions")
