"""The integrator of models that are rates: against closed forms, cchnn's own trajectories, and SciPy where it is there."""
import unittest

import h5py
import numpy as np

import cchnn
import chain_rate
import small_data
from cchnn.dopri5 import ERROR, STAGES, TIMES, integrate
from cchnn.inputs import Inputs, formula_of_t
from cchnn.models import Rate


class Tableau(unittest.TestCase):
    def test_it_has_order_5_and_its_estimate_order_4(self):
        """Sums over rooted trees with one branch at each node: b A^k 1 = 1 / (k + 1)!, and b c^k = 1 / (k + 1)."""
        a = np.zeros((7, 7))
        for row, weights in enumerate(STAGES):
            a[row + 1, :len(weights)] = weights
        np.testing.assert_allclose(a[1:].sum(1), TIMES, rtol=0, atol=1e-15)
        b, lower, ones = a[6], a[6] - np.array(ERROR), np.ones(7)
        for weights, order in ((b, 5), (lower, 4)):
            tall, wide = ones, ones
            for k in range(1, order + 1):
                self.assertAlmostEqual(weights @ tall, 1 / np.prod(np.arange(1.0, k + 1)), delta=1e-15)
                self.assertAlmostEqual(weights @ wide, 1 / k, delta=1e-15)
                tall, wide = a @ tall, wide * (a @ ones)
        self.assertNotAlmostEqual(lower @ wide, 1 / 5, delta=1e-5)  # so that both differ, which is the estimate


class ClosedForms(unittest.TestCase):
    def test_an_oscillator_of_each_trajectorys_own_frequency(self):
        w = np.array([0.5, 3.0, 20.0])[:, None]
        t = np.array([0.0, 0.1, 0.7, 0.75, 5.0])
        expected = np.stack([np.cos(w * t), -w * np.sin(w * t)], -1)
        errors = []
        for tolerance in (1e-6, 1e-9):
            y = integrate(lambda y: np.stack([y[:, 1], -w[:, 0]**2 * y[:, 0]], 1), expected[:, 0], t, tolerance, tolerance)
            errors.append(np.abs(y - expected).max())
        # Errors of 100 rad add up those of some 50 to 500 steps.
        self.assertLess(errors[0], 1e-3)
        self.assertLess(errors[1], 1e-6)
        self.assertLess(errors[1], errors[0] / 100)

    def test_steps_follow_a_rate_that_changes_a_thousandfold(self):
        """Kepler's ellipse of eccentricity 0.9 after one period of 2 pi."""
        calls = []

        def rate(y):
            calls.append(len(y))
            return np.concatenate([y[:, 2:], -y[:, :2] / (y[:, :2]**2).sum(1, keepdims=True)**1.5], 1)
        start = np.array([[0.1, 0, 0, 19.0**0.5]])
        y = integrate(rate, start, np.array([0, 2 * np.pi]), 1e-9, 1e-9)
        # 2e-5 in a velocity: the acceleration at the start is 100, so that a period off by 2e-7 shows as this.
        np.testing.assert_allclose(y[:, 1], start, atol=1e-4)
        self.assertLess(len(calls), 2500)  # 1,900; with even steps as short as at the start there would be 30,000

    def test_trajectories_do_not_change_one_another(self):
        def rate(y):
            return np.stack([y[:, 1], -np.sin(y[:, 0])], 1)
        start, t = np.random.default_rng(0).normal(size=(5, 2)), np.linspace(0, 3, 7)
        together = integrate(rate, start, t, 1e-7, 1e-9)
        for k in range(5):
            np.testing.assert_array_equal(integrate(rate, start[k:k + 1], t, 1e-7, 1e-9)[0], together[k])

    def test_a_trajectory_that_ends_leaves_the_others(self):
        """dy/dt = y^2 from 1 is 1 / (1 - t), and infinite at 1; from -1 it goes on; what begins with NaN has no samples."""
        t = np.array([0, 0.5, 0.9, 1.5, 2.0])
        y = integrate(lambda y: y**2, np.array([[1.0], [-1.0], [np.nan]]), t, 1e-8, 1e-8)
        np.testing.assert_allclose(y[0, :3, 0], 1 / (1 - t[:3]), rtol=1e-6)
        self.assertTrue(np.isnan(y[0, 3:]).all())
        np.testing.assert_allclose(y[1, :, 0], -1 / (1 + t), rtol=1e-6)
        self.assertTrue(np.isnan(y[2, 1:]).all())

    def test_a_rate_without_end_gives_up(self):
        """It turns so fast that 10,000 steps do not reach the sample."""
        y = integrate(lambda y: 1e7 * np.stack([y[:, 1], -y[:, 0]], 1), np.ones((1, 2)), np.array([0, 1.0]), 1e-7, 1e-9)
        self.assertTrue(np.isnan(y[0, 1]).all())

    def test_inputs_switch_at_the_samples(self):
        """dy/dt = u - y, u held: exponentials from sample to sample."""
        t, u = np.array([0, 0.3, 1.0, 1.1, 3.0]), np.random.default_rng(0).normal(size=(3, 5, 1))
        y = integrate(lambda y, u: u - y, np.ones((3, 1)), t, 1e-9, 1e-11, Inputs(u, t))
        for k in range(4):
            np.testing.assert_allclose(y[:, k + 1], u[:, k] + (y[:, k] - u[:, k]) * np.exp(t[k] - t[k + 1]), rtol=0, atol=1e-8)

    def test_inputs_are_linear_between_samples_or_formulas_of_t(self):
        """dy/dt = (a, b) with a linear, b a formula: its rise is the trapezium under a, and the integral of b."""
        t, u = np.array([0, 0.3, 1.0, 1.1, 3.0]), np.random.default_rng(0).normal(size=(3, 5, 3))
        formulas = [None, formula_of_t("2*t^2 - -cos(pi*t)/(1 + 1) + exp(-t)^2"), None]
        y = integrate(lambda y, u: u + 0 * y, np.zeros((3, 3)), t, 1e-9, 1e-11, Inputs(u, t, [True, False, False], formulas))
        rise = np.diff(t)[:, None] * np.stack([(u[:, :-1, 0] + u[:, 1:, 0]).T / 2, u[:, :-1, 2].T], 2)[..., 0]
        np.testing.assert_allclose(y[:, 1:, 0], rise.cumsum(0).T, rtol=0, atol=1e-12)
        integral = 2 * t**3 / 3 + np.sin(np.pi * t) / (2 * np.pi) - (np.exp(-2 * t) - 1) / 2
        np.testing.assert_allclose(y[:, :, 1], np.tile(integral, (3, 1)), rtol=0, atol=1e-8)
        np.testing.assert_allclose(y[:, 1:, 2], (np.diff(t) * u[:, :-1, 2]).cumsum(1), rtol=0, atol=1e-12)

    def test_formulas_of_others_run_no_code(self):
        for text in ("__import__('os')", "t.real", "[t for t in t]", "f(t)", "sin(t, t)", "sin(t=t)", "t if t else t", "'t'", "1j*t",
                     "True*t", "t <", "(" * 900 + "t" + ")" * 900, "t" * 5001, "", "t^t", "t^0.5", "t^2.5", "t^2e1", "t^2^3", "t^1001", "2t", "1_0*t",
                     "t**2", "t²"):
            with self.assertRaisesRegex(cchnn.DataError, "of an input"):
                formula_of_t(text)

    def test_at_rest(self):
        y = integrate(np.zeros_like, np.ones((2, 3)), np.linspace(0, 1e3, 5), 1e-7, 1e-9)
        np.testing.assert_array_equal(y, np.ones((2, 5, 3)))


class OwnTruth(unittest.TestCase):
    def test_the_equations_of_a_triple_pendulum_give_the_trajectories_of_the_program(self):
        data = small_data.test()
        of_python = Rate(chain_rate.rate_of(data), 1e-7).rollout(data).x
        program = small_data.root / "program.h5"
        cchnn.run("cchnn-gen", "rollout", "chain_pendulum_3", output=program, protocol="paper", projection="off", force=True,
                  **{"from": data.path})
        with h5py.File(program) as f:  # the same method, tolerances and equations, with steps of its own
            of_program = f["x"][:]
        errors = [np.abs(found - data.x).max((1, 2, 3)) for found in (of_python, of_program)]
        # Both are as far from the reference as chaos and the tolerance make them: their sizes agree, not their digits.
        self.assertLess(np.median(errors[0]), 1e-5)
        self.assertLess(np.median(errors[0]), 10 * np.median(errors[1]))


class SciPy(unittest.TestCase):
    def test_its_rk45_gives_the_same(self):
        try:
            from scipy.integrate import solve_ivp
        except ImportError:
            self.skipTest("scipy is not there")
        def rate(y):
            return np.stack([y[:, 1], -np.sin(y[:, 0])], 1)
        t = np.linspace(0, 5, 11)
        own = integrate(rate, np.array([[2.0, 0.5]]), t, 1e-9, 1e-9)[0]
        other = solve_ivp(lambda _, y: rate(y[None])[0], (0, 5), [2.0, 0.5], "RK45", t, rtol=1e-9, atol=1e-9).y.T
        np.testing.assert_allclose(own, other, atol=2e-7)  # hundreds of steps of 1e-9, and its interpolant of order 4
