"""Tensors: loaders give every window once, physics has gradients, and predictions may be tensors."""
import unittest

import numpy as np
import torch
from torch.utils.data import DataLoader

import cchnn
import small_data

torch.set_num_threads(1)


class Loading(unittest.TestCase):
    def setUp(self):
        self.windows = small_data.train(test=2, train=60).windows(5, 5, dtype="float32")
        self.all = np.sort(self.windows[:][0][:, 0, 0, 0])

    def assert_every_window_once(self, loader):
        x = torch.cat([batch[0] for batch in loader])
        self.assertEqual(x.dtype, torch.float32)
        self.assertEqual(x.shape[1:], (5, 3, 2))
        np.testing.assert_array_equal(np.sort(x[:, 0, 0, 0].numpy()), self.all)
        return x

    def test_a_dataset_for_loaders_of_ones_own(self):
        dataset = self.windows.torch()
        self.assertEqual(len(dataset), len(self.windows))
        np.testing.assert_array_equal(dataset[7][1].numpy(), self.windows[7][1])
        self.assert_every_window_once(DataLoader(dataset, batch_size=64, shuffle=True))

    def test_loaders_give_every_window_once_and_each_epoch_in_another_order(self):
        for make in (self.windows.loader, self.windows.stream_loader):
            loader = make(64, seed=3)
            first, second = self.assert_every_window_once(loader), self.assert_every_window_once(loader)
            self.assertFalse(torch.equal(first, second))
            self.assertTrue(torch.equal(first, torch.cat([batch[0] for batch in make(64, seed=3)])))
        self.assertEqual(len(self.windows.loader(64)), len(list(self.windows.loader(64))))

    def test_the_type_may_be_one_of_torch(self):
        data = small_data.train(test=2, train=60)
        for kind in (torch.float32, torch.float64):
            (window,) = data.windows(5, arrays="v", dtype=kind).torch()[3]
            self.assertEqual((window.dtype, window.shape), (kind, (5, 3, 2)))
        for wrong in (torch.float16, torch.int64):
            with self.assertRaisesRegex(cchnn.DataError, f"^dtype: {wrong}, expected float32 or float64"):
                data.windows(5, dtype=wrong)

    def test_what_no_loader_takes_is_refused(self):
        for make in (self.windows.loader, self.windows.stream_loader):
            with self.assertRaisesRegex(cchnn.DataError, "size: 0, expected at least 1"):
                make(0)

    def test_worker_processes_share_the_work(self):
        for make in (self.windows.loader, self.windows.stream_loader):
            loader = make(64, seed=3, num_workers=2)
            self.assertFalse(torch.equal(self.assert_every_window_once(loader), self.assert_every_window_once(loader)))


class Trajectories(unittest.TestCase):
    """A dataset is what torch's own classes take."""

    def setUp(self):
        self.data = small_data.train(test=2, train=10)

    def test_a_loader_batches_dictionaries_of_arrays(self):
        batches = list(DataLoader(self.data, batch_size=4))
        self.assertEqual([len(batch["x"]) for batch in batches], [4, 4, 2])
        for name in self.data.along_time[1:]:
            whole = torch.cat([batch[name] for batch in batches])
            np.testing.assert_array_equal(whole.numpy(), getattr(self.data, name))
        self.assertEqual(batches[0]["t"].shape, (4, 100))

    def test_workers_shuffling_and_subsets(self):
        loader = DataLoader(self.data, batch_size=3, shuffle=True, num_workers=2, drop_last=True)
        self.assertEqual([batch["x"].shape for batch in loader], 3 * [torch.Size([3, 100, 3, 2])])
        first, second = torch.utils.data.random_split(self.data, [7, 3])
        self.assertEqual(sorted(one.number for part in (first, second) for one in part), list(range(10)))

    def test_names_that_torch_has_for_the_arguments_of_loaders(self):
        windows = self.data.windows(5)
        for make in (windows.loader, windows.stream_loader):
            sizes = [len(batch[0]) for batch in make(batch_size=64, drop_last=True)]
            self.assertEqual(sizes, len(windows) // 64 * [64])
            with self.assertRaisesRegex(TypeError, r"needs the number of windows of a batch: loader\(256\)"):
                make()
        self.assertEqual(len(windows.loader(64, drop_last=True)), len(windows) // 64)


class Tensors(unittest.TestCase):
    def test_forces_and_rows_are_gradients(self):
        for system in ("chain_pendulum_3", "magnet_pendulum", "outer_solar_system", "spring_pendulum", "dysts_henon_heiles"):
            data = small_data.test(system, train=0, test=1, steps=20)
            x = torch.tensor(data.x[0, :4], requires_grad=True)
            potential = data.physics.potential_energy(x)
            np.testing.assert_allclose(potential.detach().numpy(), data.physics.potential_energy(data.x[0, :4]), rtol=1e-13)
            force, = torch.autograd.grad(potential.sum(), x)
            u = np.random.default_rng(0).normal(size=x.shape)
            # Differences of fourth order: an error of h^4, and rounding over h.
            h = 1e-3 * np.abs(data.x).max()
            at = [data.physics.potential_energy(data.x[0, :4] + k * h * u) for k in (-2, -1, 1, 2)]
            difference = (at[0] - 8 * at[1] + 8 * at[2] - at[3]) / (12 * h)
            np.testing.assert_allclose((force.numpy() * u).sum((1, 2)), difference, rtol=1e-5, atol=1e-8 * np.abs(at).max() / h)

    def test_centres_of_tensors_are_those_of_arrays_and_pass_gradients(self):
        data = small_data.test()
        x = torch.tensor(data.x[:, 3], requires_grad=True)
        centres = data.centres(x)
        self.assertEqual(centres.detach().numpy().tolist(), data.centres(data.x[:, 3]).tolist())
        centres.sum().backward()
        self.assertTrue(torch.equal(x.grad, torch.ones_like(x)))

    def test_constraints_of_tensors_are_those_of_arrays(self):
        data = small_data.test("hinged_arm_3", train=0, test=1, steps=20)
        x, v = torch.tensor(data.x + 0.1), torch.tensor(data.v)
        np.testing.assert_allclose(data.physics.phi(x).numpy(), data.physics.phi(data.x + 0.1), atol=1e-13)
        np.testing.assert_allclose(data.physics.phi_rate(x, v).numpy(), data.physics.phi_rate(data.x + 0.1, data.v), atol=1e-12)
        jacobian = torch.autograd.functional.jacobian(data.physics.phi, x[0, 0])
        np.testing.assert_allclose(jacobian.numpy(), data.physics.phi_jacobian(x[0, 0]).numpy(), atol=1e-13)
        self.assertEqual(data.physics.energy(x.float(), v.float()).dtype, torch.float32)

    def test_rows_by_formula_pass_gradients(self):
        """Where Phi = 0 the row is the derivative of Phi, with that of its norm."""
        data = small_data.test("bead_on_torus", train=0, test=1, steps=20)
        x = torch.tensor(data.x[0, 7])
        jacobian = torch.autograd.functional.jacobian(data.physics.phi, x)
        np.testing.assert_allclose(jacobian.numpy(), data.physics.phi_jacobian(data.x[0, 7]), atol=1e-12)
        self.assertGreater(torch.autograd.functional.jacobian(data.physics.phi_jacobian, x).abs().max(), 0.5)  # of curvature 1/a
        self.assertEqual(data.physics.phi(x.float()).dtype, torch.float32)

    def test_a_lagrangian_has_gradients(self):
        """dT/dv is the momentum, and M(q) turns it back."""
        file = small_data.root / "polar.json"
        file.write_text(POLAR)
        data = cchnn.Dataset(cchnn.generate(file, small_data.root, train=0, valid=0, test=2, steps=20), "test")
        x, v = (torch.tensor(array, requires_grad=True) for array in (data.x, data.v))
        np.testing.assert_allclose(data.physics.energy(x, v).detach().numpy(), data.energy, rtol=1e-13)
        momenta = data.physics.momenta(v, x)
        by_v, by_x = torch.autograd.grad(data.physics.energy(x, v).sum(), (v, x))
        np.testing.assert_allclose(by_v.numpy(), momenta.detach().numpy(), rtol=1e-13)
        r, a, ad = data.x[..., 0, 0], data.x[..., 1, 0], data.v[..., 1, 0]
        by_r = 0.5 * r * ad**2 + 20 * (r - 1) - 0.5 * 9.81 * np.cos(a)
        np.testing.assert_allclose(by_x.numpy()[..., 0, 0], by_r, rtol=1e-12, atol=1e-13)
        back = data.physics.velocities(momenta, x)
        np.testing.assert_allclose(back.detach().numpy(), data.v, rtol=1e-13)
        back.sum().backward()
        self.assertEqual(data.physics.energy(x.float(), v.float()).dtype, torch.float32)

    def test_predictions_may_be_tensors_with_gradients(self):
        test = small_data.test()
        x, v = torch.tensor(test.x, dtype=torch.float32, requires_grad=True), torch.tensor(test.v)
        submission = cchnn.Submission(test, model="m").assign(x=x, v=v)
        self.assertEqual(len(submission), 6)
        with self.assertRaisesRegex(cchnn.DataError, "x: is float16"):
            cchnn.Submission(test, model="m").assign(x=x.half(), v=v)
        with self.assertRaisesRegex(cchnn.DataError, "^v: is a tensor of bfloat16, which NumPy cannot convert to an array .*; give float32"):
            cchnn.Submission(test, model="m").assign(x=x, v=v.bfloat16())
        with self.assertRaisesRegex(cchnn.DataError, "^/bodies/1/mass: is a tensor of bfloat16"):
            submission.estimate("/bodies/1/mass", torch.ones(6).bfloat16())
        with self.assertRaisesRegex(cchnn.DataError, "^x: is a list, which NumPy cannot convert to an array"):
            cchnn.Submission(test, model="m").assign(x=[x], v=v)


POLAR = """{ "name": "polar", "lagrangian": {
    "coordinates": {"r": {}, "a": {"angle": true}}, "constants": {"m": 0.5, "k": 20, "g": 9.81},
    "kinetic": "m/2*(rd^2 + r^2*ad^2)", "potential": "k/2*(r - 1)^2 - m*g*r*cos(a)" },
  "initial_conditions": {"r": 1.2, "a": {"normal": {"mean": 0, "std": 0.4}}, "ad": 0.5} }
"""
