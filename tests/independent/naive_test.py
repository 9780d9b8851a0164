"""Naive forecasts of schemas/metrics.md: persistence, constant velocity, mean, parrot, linear."""
import unittest

import h5py
import numpy as np

import small_data

NAMES = ("persistence", "constant-velocity", "mean", "parrot", "linear")


def arrays(path, *names):
    with h5py.File(path) as f:
        return [f[name][:] for name in names]


def flat(x):
    """(N, T, m)"""
    return x.reshape(*x.shape[:2], -1)


def features(p, r, turns):
    """Sine and cosine of angles, other positions, rates."""
    columns = []
    for k, turn in enumerate(turns):
        columns += [np.sin(p[..., k]), np.cos(p[..., k])] if turn else [p[..., k]]
    return np.stack([*columns, *np.moveaxis(r, -1, 0)], -1)


def back(f, before, turns):
    """Positions and rates of features; angles are the nearest to those before."""
    p, k = np.empty_like(before), 0
    for j, turn in enumerate(turns):
        if turn:
            p[..., j] = before[..., j] + np.remainder(np.arctan2(f[..., k], f[..., k + 1]) - before[..., j] + np.pi, 2 * np.pi) - np.pi
        else:
            p[..., j] = f[..., k]
        k += 2 if turn else 1
    return p, f[..., k:]


def forecast(name, p0, r0, train, times, turns):
    """Positions and rates (N, T, m), from those of the given state (N, m) and the training set."""
    p, r = np.repeat(p0[:, None], len(times), 1), np.repeat(r0[:, None], len(times), 1)
    f = features(*train, turns)
    if name == "constant-velocity":
        p = p + times[:, None] * r
    elif name == "mean":
        p[:, 1:], r[:, 1:] = back(np.broadcast_to(f.mean((0, 1)), (*p[:, 1:].shape[:2], f.shape[-1])), p[:, 1:], turns)
    elif name == "parrot":
        spread = f.std((0, 1))
        kinds = np.arange(len(spread)) < len(spread) - len(turns)
        kept = np.array([s > 1e-9 * spread[kinds == kind].max() for s, kind in zip(spread, kinds)])
        starts = f[:, :f.shape[1] - len(times) + 1, kept] / spread[kept]
        for i, given in enumerate(features(p0, r0, turns)[:, kept] / spread[kept]):
            one, start = np.unravel_index(((starts - given) ** 2).sum(-1).argmin(), starts.shape[:2])
            window = slice(start + 1, start + len(times))
            p[i, 1:], r[i, 1:] = train[0][one, window], train[1][one, window]
    elif name == "linear":
        with_one = np.concatenate([f, np.ones((*f.shape[:2], 1))], -1)
        step = np.linalg.lstsq(with_one[:, :-1].reshape(-1, with_one.shape[-1]), f[:, 1:].reshape(-1, f.shape[-1]), rcond=None)[0]
        now = features(p0, r0, turns)
        for k in range(1, len(times)):
            now = np.concatenate([now, np.ones((len(now), 1))], -1) @ step
            p[:, k], r[:, k] = back(now, p[:, k - 1], turns)
    return p, r


def forecast_from_context(name, p, r, times, turns):
    """Positions and rates (T, m) of one trajectory, from those of its context (K, m)."""
    K = len(p)
    f = features(p, r, turns)
    if name in ("persistence", "constant-velocity"):
        after = np.arange(1, len(times) - K + 1)[:, None] * times[1] * (name != "persistence")
        return np.concatenate([p, p[-1] + after * r[-1]]), np.concatenate([r, np.repeat(r[-1:], len(times) - K, 0)])
    if name == "parrot":
        spread = f.std(0)
        kinds = np.arange(len(spread)) < len(spread) - len(turns)
        kept = np.array([s > 1e-9 * spread[kinds == kind].max() for s, kind in zip(spread, kinds)])
        y, D = f[:, kept] / spread[kept], max(1, K // 10)
        ends = np.arange(D - 1, K - D)
        distances = [((y[e - D + 1:e + 1] - y[K - D:])**2).sum() for e in ends]
        e = ends[np.argmin(distances)]
        samples = [*range(K), *(e + 1 + j % (K - 1 - e) for j in range(len(times) - K))]
        return p[samples], r[samples]
    with_one = np.concatenate([f, np.ones((K, 1))], -1)
    step = np.linalg.lstsq(with_one[:-1], f[1:], rcond=None)[0]
    now = f[-1]
    for _ in range(len(times) - K):
        now = f.mean(0) if name == "mean" else np.append(now, 1) @ step
        angles = p[-1] if name == "linear" else p[K - 1]
        next_p, next_r = back(now, angles, turns)
        p, r = np.concatenate([p, next_p[None]]), np.concatenate([r, next_r[None]])
    return p, r


class Naive(unittest.TestCase):
    def compare_context(self, system, context, coordinates=False, names=NAMES, view=None, tolerance=1e-12):
        place = small_data.directory(system, test=5, train=30)
        arrays_of = ("q", "qdot") if coordinates else ("x", "v")
        times, *given = arrays(place / "test.h5", "t", *arrays_of)
        if view is not None:
            with h5py.File(view) as f:
                given = [f[name][:, :context] for name in ("x", "v")]
        given = [a[:, :context] if coordinates else flat(a[:, :context]) for a in given]
        with h5py.File(place / "test.h5") as f:
            turns = f["system/coordinates/angle"][:].astype(bool) if coordinates else np.zeros(given[0].shape[-1], bool)
        for name in names:
            options = ("--baseline", name, "--context", context, *(("--coordinates", "q") if coordinates else ()),
                       *(("--view", view) if view is not None else ()))
            path = small_data.rollout(system, f"{name}_{context}_{'q' if coordinates else 'x'}_{'seen' if view else 'true'}", *options,
                                      test=5, train=30)
            made = arrays(path, *arrays_of)
            for i in range(len(made[0])):
                mine = forecast_from_context(name, given[0][i], given[1][i], times, turns)
                for array, other in zip(made, mine):
                    array = array[i] if coordinates else flat(array[i:i + 1])[0]
                    np.testing.assert_allclose(array, other, rtol=0, atol=tolerance * abs(other).max(),
                                               err_msg=f"{system}, {name}, {context}")

    def test_from_a_context(self):
        for system in ("chain_pendulum_2", "family"):
            for context in (2, 20):
                self.compare_context(system, context, names=NAMES[:4])
        self.compare_context("chain_pendulum_2", 20, coordinates=True, names=NAMES[:4])
        # Fitted maps of 9 unknowns: rounding grows with their condition, and from step to step.
        self.compare_context("line", 20, names=NAMES)
        self.compare_context("chain_pendulum_2", 30, names=("linear",), tolerance=1e-6)

    def test_from_the_context_that_a_view_saw(self):
        place = small_data.directory("chain_pendulum_2", test=5, train=30)
        view = small_data.root / "seen"
        small_data.run("cchnn-gen", "observe", place / "test.h5", "-o", view, "--noise", 0.02)
        self.compare_context("chain_pendulum_2", 20, names=NAMES[:4], view=view / "test.h5")

    def compare(self, system, coordinates=False, names=NAMES, tolerance=1e-12):
        place = small_data.directory(system, test=5, train=30)
        arrays_of = ("q", "qdot") if coordinates else ("x", "v")
        (times,) = arrays(place / "test.h5", "t")
        given, train = ([flat(a) for a in arrays(place / f"{split}.h5", *arrays_of)] if not coordinates
                        else arrays(place / f"{split}.h5", *arrays_of) for split in ("test", "train"))
        with h5py.File(place / "test.h5") as f:
            turns = f["system/coordinates/angle"][:].astype(bool) if coordinates else np.zeros(given[0].shape[-1], bool)
        for name in names:
            path = small_data.rollout(system, f"{name}_{'q' if coordinates else 'x'}", "--baseline", name, *(
                ("--coordinates", "q") if coordinates else ()), test=5, train=30)
            made = arrays(path, *arrays_of)
            mine = forecast(name, given[0][:, 0], given[1][:, 0], train, times, turns)
            for array, other in zip(made, mine):
                array = array if coordinates else flat(array)
                np.testing.assert_allclose(array, other, rtol=0, atol=tolerance * abs(other).max(), err_msg=f"{system}, {name}")

    def test_in_positions_and_velocities(self):
        for system in ("chain_pendulum_2", "family", "line"):
            self.compare(system)
        # Its positions depend on each other, and the speeds are 1e3 times as large: rounding grows with the condition.
        self.compare("top", tolerance=1e-9)

    def test_in_generalised_coordinates(self):
        self.compare("chain_pendulum_2", coordinates=True)
        self.compare("line", coordinates=True)

    def test_a_parrot_takes_any_window_of_longer_training_trajectories(self):
        place = small_data.directory("chain_pendulum_2", test=5, train=30)
        longer = small_data.directory("chain_pendulum_2", test=5, train=30, steps=90) / "train.h5"
        path = small_data.root / "parrot_of_longer.h5"
        small_data.run("cchnn-gen", "rollout", "chain_pendulum_2", "--from", place / "test.h5", "--baseline", "parrot",
                       "--train", longer, "-o", path)
        x, v, times = arrays(place / "test.h5", "x", "v", "t")
        mine = forecast("parrot", flat(x)[:, 0], flat(v)[:, 0], [flat(a) for a in arrays(longer, "x", "v")], times,
                        np.zeros(4, bool))
        for array, other in zip(arrays(path, "x", "v"), mine):
            np.testing.assert_array_equal(flat(array), other)


if __name__ == "__main__":
    unittest.main()
