"""apps/python/baselines: the equations of the models, on states where the answer is known, and a small training."""
import os
import re
import subprocess
import sys
import unittest

import numpy as np
import torch

import cchnn
import small_data

BASELINES = small_data.source / "apps/python/baselines"
sys.path.insert(0, str(BASELINES))
import models  # noqa: E402

torch.set_num_threads(1)
torch.manual_seed(0)


class TruePotential(torch.nn.Module):
    def __init__(self, data):
        super().__init__()
        self.physics, self.shape = data.physics, data.shape[2:]

    def forward(self, x):
        return self.physics.potential_energy(x.unflatten(-1, self.shape))[..., None]


class Equations(unittest.TestCase):
    def test_a_chnn_that_has_learned_all_has_the_true_accelerations(self):
        for system in ("chain_pendulum_3", "coupled_pendulum_3", "magnet_pendulum"):
            data = small_data.test(system, train=0, test=2, dt=1e-3, steps=9)
            model = models.CHNN(data, 8).double()
            model.potential = TruePotential(data)
            masses = np.diag(data.mass_matrix)
            np.testing.assert_array_equal(np.diag(masses), data.mass_matrix)
            model.log_mass.data = torch.tensor(np.log(masses))
            x, v = torch.tensor(data.x[:, 4]), torch.tensor(data.v[:, 4])
            rates = model.rates(model.encode(x, v))
            # Differences of eighth order, dt 1e-3: their error is that of rounding, 1e-16 |v|/dt.
            weights = np.array([1 / 280, -4 / 105, 1 / 5, -4 / 5, 0, 4 / 5, -1 / 5, 4 / 105, -1 / 280]) / 1e-3
            expected = np.einsum("k,ik...->i...", weights, data.v)
            found = model.decode(rates.detach())[1].detach().numpy()
            np.testing.assert_allclose(found, expected, atol=1e-10 * np.abs(expected).max() + 1e-11, err_msg=system)

    def test_a_hnn_keeps_its_own_energy(self):
        data = small_data.test("chain_pendulum_3")
        model = models.HNN(data, 8).double()
        q, qdot = torch.tensor(data.q[:, 3]), torch.tensor(data.qdot[:, 3])
        z = model.encode(q, qdot).detach().requires_grad_()
        kinetic = 0.5 * (z[:, 1] * (model.inverse_mass(z[:, 0]) @ z[:, 1, :, None])[..., 0]).sum(-1)
        energy = kinetic + model.potential(model.embed(z[:, 0]))[:, 0]
        rate = (models.gradient(energy, z) * model.rates(z)).sum((1, 2))
        self.assertLess(float(rate.abs().max()), 1e-11)
        self.assertGreater(float(model.rates(z).abs().max()), 0.1)

    def test_states_come_back(self):
        data = small_data.test("chain_pendulum_3")
        for name, kind in models.MODELS.items():
            model = kind(data, 8).double()
            arrays = [torch.tensor(getattr(data, array)) for array in model.arrays]
            for array, back in zip(arrays, model.decode(model.encode(*arrays))):
                np.testing.assert_allclose(back.detach().numpy(), array.numpy(), atol=1e-10, err_msg=name)

    def test_a_system_of_extended_bodies_is_refused(self):
        with self.assertRaisesRegex(cchnn.DataError, "gyroscope has extended bodies"):
            models.CHNN(small_data.test("gyroscope"), 8)


class Training(unittest.TestCase):
    def test_every_model_learns_something_and_is_scored(self):
        place = small_data.directory("chain_pendulum_1", train=60)
        environment = {**os.environ, "PYTHONPATH": str(BASELINES.parent), "OMP_NUM_THREADS": "1"}
        for name in models.MODELS:
            out = small_data.root / f"{name}.h5"
            command = [sys.executable, str(BASELINES / "train.py"), name, str(place), "-o", str(out), "--hidden", "16",
                       "--batch", "20", "--epochs", "20"]
            done = subprocess.run(command, env=environment, capture_output=True, text=True)
            self.assertEqual(done.returncode, 0, done.stderr)
            losses = [float(loss) for loss in re.findall("loss (.*?),", done.stdout)]
            self.assertLess(losses[-1], 0.9 * losses[0], name)  # 0.67, 0.23 and 0.79 of it
            entry = cchnn.score(place / "test.h5", out, bootstrap=0)["submissions"][0]
            self.assertEqual((entry["model"], entry["diverged"]["trajectories"]), (name, 0))
            self.assertIn("hidden 16, 20 epochs, seed 0", entry["notes"])
