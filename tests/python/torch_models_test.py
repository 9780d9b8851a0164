"""Models of torch in cchnn.benchmark: functions and modules of any precision, with gradients inside."""
import unittest

import numpy as np
import torch

import cchnn
import small_data
from benchmark_test import benchmark, row
from cchnn.calls import Calls

torch.set_num_threads(1)


class Forms(unittest.TestCase):
    def test_a_module_gets_tensors_of_its_own_type(self):
        class Net(torch.nn.Module):
            def __init__(self, kind):
                super().__init__()
                self.layer = torch.nn.Linear(4, 4).to(kind)

            def forward(self, x, v):
                return self.layer(x.flatten(1)).reshape(v.shape)
        for kind in (torch.float32, torch.float64):
            report = benchmark(Net(kind))
            self.assertEqual(report.model, "Net")
            self.assertIn(f"with tensors of {str(kind)[6:]}, integrated by dopri5", report.rollout)

    def test_a_function_gets_what_it_takes(self):
        nets = {kind: torch.nn.Linear(2, 2).to(kind) for kind in (torch.float32, torch.float64)}
        x = np.random.default_rng(0).normal(size=(3, 5, 2))
        for kind, net in nets.items():
            calls = Calls(lambda x, net=net: net(x), "rate")
            (found,) = calls(x)
            self.assertEqual(calls.form, f"tensors of {str(kind)[6:]}")
            np.testing.assert_allclose(found, net(torch.tensor(x, dtype=kind)).detach().numpy(), rtol=1e-6)
        calls = Calls(np.sin, "rate")
        np.testing.assert_array_equal(calls(x)[0], np.sin(x))
        self.assertEqual(calls.form, "NumPy arrays")

    def test_what_a_function_does_to_its_arrays_stays_with_it(self):
        x = np.ones((2, 3))

        def spoil(array):
            array *= 0
            return array
        Calls(spoil, "rate")(x)
        self.assertEqual(x.sum(), 6)

    def test_a_function_that_fails_with_all_of_them_says_how(self):
        with self.assertRaisesRegex(cchnn.DataError, "^rate: fails with every kind of array: with NumPy arrays ZeroDivisionError: "
                                    "mine; with tensors of float64 .*; with tensors of float32 "):
            benchmark(self.broken)

    def broken(self, x, v):
        raise ZeroDivisionError("mine")


class Gradients(unittest.TestCase):
    def test_a_rate_may_be_a_gradient(self):
        """The mass on a spring from its energy: dv/dt = -dV/dx / m."""
        data = cchnn.load("hnn_spring", cache=small_data.root / "cache", train=10, valid=2, test=8)
        physics, masses = data.test.physics, torch.tensor(np.diag(data.test.mass_matrix))

        def rate(x, v):
            x = x.requires_grad_(True)
            (force,) = torch.autograd.grad(-physics.potential_energy(x).sum(), x)
            return force / masses[:, None]
        report = benchmark(rate, data)
        self.assertEqual(report.rollout.split(",")[2], " with tensors of float64")
        self.assertLess(report["hnn_spring"].relative_error, 2 * row(report, "true equations").relative_error)


class Training(unittest.TestCase):
    def test_seeds_of_torch_are_set_before_each_model_is_made(self):
        class Net(torch.nn.Module):
            def __init__(self):
                super().__init__()
                self.layer = torch.nn.Linear(4, 4)

            def fit(self, train):
                self.count = len(train)

            def step(self, x, v, dt):
                return x + dt * v, v + dt * self.layer(x.flatten(1)).reshape(v.shape)
        report = benchmark(Net, seeds=2)
        again = benchmark(Net, seeds=2)
        errors = report["chain_pendulum_2"].relative_error_of_each_seed
        self.assertEqual(len(set(errors)), 2)
        self.assertEqual(again["chain_pendulum_2"].relative_error_of_each_seed, errors)
        self.assertIn("step(x, v, dt), with tensors of float32", report.rollout)
