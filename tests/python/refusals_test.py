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
