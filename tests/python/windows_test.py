"""Windows are slices of the arrays, whichever way they are read, and every one comes once an epoch."""
import pickle
import time
import unittest

import h5py
import numpy as np

import cchnn
import small_data


def expected(data, length, stride, name="x"):
    """All windows, by slices."""
    array = getattr(data, name)
    return np.stack([array[i, k:k + length] for i in range(len(array))
                     for k in range(0, array.shape[1] - length + 1, stride)])


def numbered(path, count=90, samples=20, **storage):
    """A file whose every number is another one, so that a window tells where it is from."""
    x = np.arange(count * samples * 2.0).reshape(count, samples, 2, 1)
    with h5py.File(path, "w") as f:
        f.create_dataset("x", data=x, **storage)
        f.create_dataset("v", data=-x, **storage)
    return x


def firsts(batches):
    return np.concatenate([batch[0][:, 0, 0, 0] for batch in batches])


class Gathering(unittest.TestCase):
    def test_windows_from_memory_and_from_the_file_are_slices(self):
        data = small_data.train()
        for length, stride in ((1, 1), (5, 1), (7, 3), (100, 1)):
            for memory in (True, False):
                windows = data.windows(length, stride, memory=memory)
                x, v = windows.batch(np.arange(len(windows)))
                np.testing.assert_array_equal(x, expected(data, length, stride))
                np.testing.assert_array_equal(v, expected(data, length, stride, "v"))

    def test_other_arrays_and_float32(self):
        data = small_data.train()
        for memory in (True, False):
            q, energy = data.windows(4, 2, arrays=("q", "energy"), dtype="float32", memory=memory)[:]
            np.testing.assert_array_equal(q, expected(data, 4, 2, "q").astype(np.float32))
            np.testing.assert_array_equal(energy, expected(data, 4, 2, "energy").astype(np.float32))
            self.assertEqual(q.dtype, np.float32)

    def test_inputs_of_a_driven_system(self):
        path = small_data.directory("acrobot", train=2, test=1, steps=20) / "train.h5"
        q, qdot, u = cchnn.Dataset(path.parent, "train").windows(5, arrays=("q", "qdot", "u"))[:]
        self.assertEqual((q.shape, qdot.shape, u.shape), ((32, 5, 2), (32, 5, 2), (32, 5, 1)))
        with h5py.File(path) as file:
            np.testing.assert_array_equal(u[3], file["u"][0, 3:8])

    def test_every_way_in_which_hdf5_stores_an_array_is_read(self):
        for name, storage in {"one by one": dict(chunks=(1, 20, 2, 1)), "some, with sums": dict(chunks=(7, 20, 2, 1), fletcher32=True),
                              "contiguous": {}, "compressed": dict(chunks=(7, 20, 2, 1), compression="gzip"),
                              "along time": dict(chunks=(7, 6, 2, 1)), "big-endian": dict(dtype=">f8")}.items():
            path = small_data.root / f"{name}.h5"
            x = numbered(path, **storage)
            windows = cchnn.Windows(path, ("x", "v"), 5, dtype="float64", memory=False)
            k = np.random.default_rng(0).integers(len(windows), size=50)
            batch = windows.batch(k)
            np.testing.assert_array_equal(batch[0], np.stack([x[i // 16, i % 16:i % 16 + 5] for i in k]), name)
            np.testing.assert_array_equal(batch[1], -batch[0])

    def test_one_window_is_that_of_a_batch(self):
        data = small_data.train()
        for memory in (True, False):
            for options in (dict(length=5), dict(length=7, stride=3, arrays=("q", "x", "energy"), dtype="float32")):
                windows = data.windows(**options, memory=memory)
                batch = windows[:]
                for k in range(0, len(windows), 61):
                    for number in (k, np.int64(k), k - len(windows)):
                        for one, all_of_them in zip(windows[number], batch):
                            np.testing.assert_array_equal(one, all_of_them[k])
                            self.assertEqual((one.dtype, one.flags.writeable, one.flags.owndata),
                                             (all_of_them.dtype, True, True))

    def test_a_string_names_one_array(self):
        for name in ("qdot", "x"):
            windows = small_data.train().windows(5, arrays=name)
            self.assertEqual(windows.arrays, (name,))
            (batch,) = windows[3:6]
            np.testing.assert_array_equal(batch, small_data.train().windows(5, arrays=(name,))[3:6][0])
        with self.assertRaisesRegex(cchnn.DataError, "use x and v"):
            small_data.test("four_bar_linkage").windows(5, arrays="qdot")

    def test_windows_of_a_slice_have_its_length(self):
        windows = small_data.train().windows(5)
        np.testing.assert_array_equal(windows[17][0], windows.batch([17])[0][0])
        np.testing.assert_array_equal(windows[-1][1], windows.batch([len(windows) - 1])[1][0])
        self.assertEqual(windows[3:9][0].shape, (6, 5, 3, 2))
        self.assertEqual(windows.batch([])[0].shape, (0, 5, 3, 2))

    def test_a_number_beyond_the_end_is_refused(self):
        for memory in (True, False):
            windows = small_data.train().windows(5, memory=memory)
            for wrong in ([0, len(windows)], [-1]):
                with self.assertRaises(IndexError):
                    windows.batch(wrong)
            with self.assertRaises(IndexError):
                windows[len(windows)]

    def test_masks_and_fractions_are_no_numbers_of_windows(self):
        windows = small_data.train().windows(5)
        for wrong, kind in (([True, False], "bool"), ([0.5], "float64")):
            with self.assertRaisesRegex(cchnn.DataError, f"^numbers of windows: are {kind}, expected whole numbers"):
                windows[wrong]

    def test_trajectories_that_ended_early_are_left_out(self):
        path = small_data.root / "early.h5"
        path.write_bytes(small_data.train().path.read_bytes())
        with h5py.File(path, "r+") as f:
            f["outcome"][3] = 1
            f["x"][3, 50:] = np.nan
        windows = cchnn.Dataset(path).windows(5)
        self.assertEqual(len(windows), 99 * 96)
        self.assertTrue(np.isfinite(windows[:][0]).all())
        self.assertEqual(sum(len(batch[0]) for batch in windows.stream(100)), 99 * 96)
        self.assertTrue(all(np.isfinite(batch[0]).all() for batch in windows.stream(100)))

    def test_wrong_choices_are_refused(self):
        data = small_data.train()
        for message, arguments in {"length: 101, expected 1 to 100": dict(length=101), "length: 0": dict(length=0),
                                   "stride: 0, expected at least 1": dict(length=5, stride=0),
                                   "dtype: float16, expected float32 or float64": dict(length=5, dtype="float16"),
                                   "/p: not found": dict(length=5, arrays=("x", "p")),
                                   "dtype: no such, expected": dict(length=5, dtype="no such"),
                                   "length: must be a whole number of samples, got '5'": dict(length="5"),
                                   "length: must be a whole number of samples, got nan": dict(length=np.nan),
                                   "stride: must be a whole number of samples, got None": dict(length=5, stride=None),
                                   "/t: has shape": dict(length=5, arrays=("t",))}.items():
            with self.assertRaisesRegex(cchnn.DataError, message):
                data.windows(**arguments)
        self.assertEqual(data.windows(5.0)[0][0].shape, (5, 3, 2))

    def test_batches_of_no_windows_are_refused_at_once(self):
        windows = small_data.train().windows(5)
        for make in (windows.batches, windows.stream):
            for size, message in ((0, "size: 0, expected at least 1"), (-3, "size: -3, expected at least 1"),
                                  (2.5, "size: must be a whole number of windows, got 2.5")):
                with self.assertRaisesRegex(cchnn.DataError, message):
                    make(size)


class Epochs(unittest.TestCase):
    def setUp(self):
        self.path = small_data.root / "numbered.h5"
        x = numbered(self.path, chunks=(7, 20, 2, 1), fletcher32=True)
        self.windows = cchnn.Windows(self.path, ("x", "v"), 5)
        self.all = x[:, :16, 0, 0].ravel()  # first numbers of the windows, in order

    def test_every_window_comes_once_an_epoch(self):
        for epoch in (self.windows.batches(64), self.windows.stream(64), self.windows.stream(64, buffer=20000),
                      self.windows.stream(64, buffer=1), self.windows.stream(10000), self.windows.stream(300, buffer=1)):
            np.testing.assert_array_equal(np.sort(firsts(epoch)), self.all)

    def test_batches_are_full_but_for_the_last_one(self):
        for epoch in (self.windows.batches(64), self.windows.stream(64, buffer=20000), self.windows.stream(64, buffer=1)):
            sizes = [len(batch[0]) for batch in epoch]
            self.assertEqual(sizes, [64] * 22 + [32])
        self.assertEqual(len(list(self.windows.batches(64, drop_last=True))), 22)

    def test_both_arrays_are_of_the_same_window(self):
        for batch in self.windows.stream(64, buffer=20000):
            np.testing.assert_array_equal(batch[0], -batch[1])

    def test_order_is_random_and_the_seed_decides(self):
        for epoch in (self.windows.batches, self.windows.stream):
            first = firsts(epoch(64, seed=1))
            np.testing.assert_array_equal(first, firsts(epoch(64, seed=1)))
            self.assertFalse(np.array_equal(first, firsts(epoch(64, seed=2))))
            self.assertLess(abs(np.corrcoef(first, np.arange(len(first)))[0, 1]), 0.15)  # 1440 numbers: 6 deviations

    def test_shares_of_workers_are_disjoint_and_make_the_whole(self):
        shares = [firsts(self.windows.stream(64, seed=5, buffer=20000, part=(k, 3))) for k in range(3)]
        np.testing.assert_array_equal(np.sort(np.concatenate(shares)), self.all)

    def test_a_damaged_chunk_is_noticed_by_a_stream(self):
        with h5py.File(self.path) as f:
            place = f["x"].id.get_chunk_info(2).byte_offset
        with open(self.path, "r+b") as file:
            file.seek(place + 40)
            file.write(b"\x12\x34")
        with self.assertRaises(OSError):
            list(self.windows.stream(64))

    def test_windows_travel_to_other_processes(self):
        self.windows[0]
        windows = pickle.loads(pickle.dumps(self.windows))
        np.testing.assert_array_equal(windows[100][0], self.windows[100][0])
        self.assertLess(len(pickle.dumps(self.windows)), 20000)  # without the arrays


class Rates(unittest.TestCase):
    def test_random_windows_of_a_file_are_far_faster_than_hdf5_reads_them(self):
        data = small_data.train(train=2000)
        windows = data.windows(5, memory=False)
        numbers = np.random.default_rng(0).integers(len(windows), size=20000)

        def rate(gather, count):
            gather(numbers[:10])
            begin = time.process_time()
            gather(numbers[:count])
            return count / (time.process_time() - begin)

        def with_h5py(some):
            with h5py.File(data.path) as f:
                x, v = f["x"], f["v"]
                for k in some:
                    x[k // 96, k % 96:k % 96 + 5], v[k // 96, k % 96:k % 96 + 5]
        # 30 and 650 times on an idle machine; a busy one is no reason to fail.
        alone = rate(with_h5py, 2000)
        self.assertGreater(rate(lambda some: [windows[k] for k in some], 20000), 12 * alone)
        self.assertGreater(rate(windows.batch, 20000), 40 * alone)
