"""Equivalent start errors, computed again from section 2 of schemas/metrics.md: spread, noise, error K, interpolation."""
import json
import unittest

import numpy as np

import small_data
from small_data import run, submission, test_set

DRAWS = 12  # of the noise here, beside the 2 of the program


class Kinetic:
    """Spread, projection and K of one test set."""

    def __init__(self, truth):
        self.truth, self.system = truth, truth.of(0)
        n, self.d = truth.x.shape[2:]
        self.M = self.system.mass_matrix
        self.inverse = np.linalg.inv(self.M)
        self.m = n * self.d - np.linalg.matrix_rank(self.gradients(truth.x[0, 0]), tol=1e-9)  # no rows on velocities alone
        self.centre = truth.x.mean((0, 1)), truth.v.mean((0, 1))
        self.s = [np.sqrt(self.square(a - c).mean() / self.m) for a, c in zip((truth.x, truth.v), self.centre)]

    def square(self, u):
        return np.einsum("...ik,ij,...jk->...", u, self.M, u)

    def gradients(self, x):
        """(rows, n d), from dPhi/dt = G v."""
        units = np.eye(x.size).reshape(x.size, *x.shape)
        return self.system.phi(np.broadcast_to(x, units.shape), units)[1].T

    def normal(self, x, rhs):
        """M^-1 G^T (G M^-1 G^T)^-1 rhs(G)."""
        G = self.gradients(x)
        lifted = np.kron(self.inverse, np.eye(self.d)) @ G.T
        return (lifted @ np.linalg.lstsq(G @ lifted, rhs(G), rcond=1e-10)[0]).reshape(x.shape)

    def tangent(self, x, u):
        return u - self.normal(x, lambda G: G @ u.ravel())

    def moved(self, x, v, size, random):
        xi, eta = (np.linalg.cholesky(self.inverse) @ random.normal(size=x.shape) for _ in range(2))
        at = x + size * self.s[0] * self.tangent(x, xi)
        for _ in range(20):
            at = at - self.normal(at, lambda G: self.system.phi(at[None], 0 * at[None])[0][0])
        return at, self.tangent(at, v + size * self.s[1] * eta)

    def errors(self, x, v):
        """K(t) of each trajectory."""
        norm = lambda a, b: np.sqrt(self.square(a) / (self.m * self.s[0]**2) + self.square(b) / (self.m * self.s[1]**2))  # noqa: E731
        (cx, cv), t = self.centre, self.truth
        return norm(x - t.x, v - t.v) / (norm(x - cx, v - cv) + norm(t.x - cx, t.v - cv))

    def log_errors(self, x, v):
        """Mean of log(K + 1e-16) over t = dt .. T, the trapezoid rule, of each trajectory."""
        logs = np.log(self.errors(x, v)[:, 1:] + 1e-16)
        return ((logs[:, 1:] + logs[:, :-1]) / 2).mean(1)


class StartErrors(unittest.TestCase):
    def motion(self, name, starts):
        """The true motion from these (x, v)."""
        np.savez(small_data.root / "starts.npz", x=np.array([x for x, _ in starts]), v=np.array([v for _, v in starts]))
        system = small_data.root / (name + ".json") if name in small_data.OWN else name
        run("cchnn-gen", "rollout", system, "--states", small_data.root / "starts.npz", "-o", small_data.root / "moved.npz", "--steps", 30,
            "--force")
        with np.load(small_data.root / "moved.npz") as made:
            return made["x"], made["v"]

    def check(self, name):
        path, truth = test_set(name, test=24, steps=30)
        own = Kinetic(truth)
        x, v = truth.x.copy(), truth.v.copy()
        random = np.random.default_rng(3)
        v[:, 1:] += 3e-3 * own.s[1] * random.normal(size=v[:, 1:].shape)
        file = submission(small_data.root / f"{name}_start.npz", truth, x, v)
        found = json.loads(run("cchnn-eval", "score", path, file, "--start-error", "--json", "-"))["submissions"][0]["start_error"]
        self.assertEqual(found["outcome"], "found")
        levels, errors, h = np.array(found["levels"]), np.log(found["errors"]), own.log_errors(x, v).mean()
        # Where the line between the two levels around has the error of the prediction: sums in another order.
        k = int(np.flatnonzero(errors > h)[0])
        share = (h - errors[k - 1]) / (errors[k] - errors[k - 1])
        self.assertAlmostEqual(found["value"] / (levels[k - 1] * (levels[k] / levels[k - 1])**share), 1, delta=1e-9)
        for level in (k - 1, k):
            draws = np.array([own.log_errors(*self.motion(name, [own.moved(x[0], v[0], levels[level], random)
                                                                  for x, v in zip(truth.x, truth.v)])) for _ in range(DRAWS)])
            # Of the mean over trajectories of one draw; the program has 2, so this is the error of the difference.
            off = draws.mean(1).std(ddof=1) * np.sqrt(1 / 2 + 1 / DRAWS)
            self.assertLess(abs(draws.mean() - errors[level]), 4.5 * off, f"{name}, E = {levels[level]:g}")  # t of 11: 1 in 1,000
            self.assertLess(off, 0.3, "the draws say too little")

    def test_after_a_context_the_last_given_state_is_the_start(self):
        path, truth = test_set("chain_pendulum_2", test=24, steps=30)
        own, random = Kinetic(truth), np.random.default_rng(5)
        starts = [own.moved(truth.x[i, 9], truth.v[i, 9], 1e-3, random) for i in range(24)]
        x, v = np.full_like(truth.x, 7), np.full_like(truth.v, 7)  # what it says before does not count
        x[:, 9:], v[:, 9:] = (made[:, :21] for made in self.motion("chain_pendulum_2", starts))
        file = submission(small_data.root / "after_a_context.npz", truth, x, v)
        found = json.loads(run("cchnn-eval", "score", path, file, "--start-error", "--context", 10, "--json", "-"))["submissions"][0]
        found = found["start_error"]
        self.assertEqual(found["outcome"], "found")
        self.assertLess(abs(np.log(found["value"] / 1e-3)), np.log(1.7))

    def test_a_chain_of_links(self):
        self.check("chain_pendulum_2")

    def test_a_rigid_body(self):
        self.check("top")


if __name__ == "__main__":
    unittest.main()
