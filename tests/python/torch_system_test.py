"""cchnn.System with tensors: gradients of the acceleration, types, workers of a DataLoader."""
import unittest

import numpy as np
import torch

import cchnn


class Batches(torch.utils.data.Dataset):
    def __init__(self, system, x, v):
        self.system, self.x, self.v = system, x, v

    def __len__(self):
        return len(self.x)

    def __getitem__(self, i):
        return self.system.acceleration(self.x[i], self.v[i])


class Tensors(unittest.TestCase):
    def test_gradients_of_accelerations_are_those_of_differences_on_and_off_the_constraints(self):
        torch.manual_seed(3)
        for name in ("chain_pendulum_2", "hinged_arm_3", "damped_pendulum", "foucault_pendulum", "cart_pole"):
            with self.subTest(name), cchnn.System(name) as system:
                start = system.initial_states(3)
                x, v = (torch.tensor(start[key]) for key in ("x", "v"))
                x = (x + 0.01 * torch.randn_like(x)).requires_grad_()
                v = (v + 0.01 * torch.randn_like(v)).requires_grad_()
                if not system.inputs:
                    self.assertTrue(torch.autograd.gradcheck(system.acceleration, (x, v)))
                    continue
                u = torch.randn(3, len(system.inputs), dtype=torch.float64, requires_grad=True)
                self.assertTrue(torch.autograd.gradcheck(lambda x, v, u: system.acceleration(x, v, u=u), (x, v, u)))
                one = torch.randn(len(system.inputs), dtype=torch.float64, requires_grad=True)  # for all states
                self.assertTrue(torch.autograd.gradcheck(lambda x, v, u: system.acceleration(x, v, u=u), (x, v, one)))

    def test_results_have_the_type_of_x_and_other_functions_refuse_gradients(self):
        with cchnn.System("chain_pendulum_2") as system:
            start = system.initial_states(3)
            x, v = (torch.tensor(start[key]) for key in ("x", "v"))
            np.testing.assert_array_equal(system.acceleration(x, v).numpy(), system.acceleration(start["x"], start["v"]))
            self.assertEqual(system.energy(x.float(), v.float()).dtype, torch.float32)
            self.assertEqual(system.step(x, v, 0.01)[0].dtype, torch.float64)
            self.assertRaisesRegex(cchnn.DataError, "x: requires gradients, and energy has none", system.energy, x.requires_grad_(), v)

    def test_workers_of_a_loader_have_processes_of_their_own(self):
        system = cchnn.System("chain_pendulum_2")
        start = system.initial_states(16)
        mine = system.acceleration(start["x"], start["v"])
        loader = torch.utils.data.DataLoader(Batches(system, start["x"], start["v"]), batch_size=4, num_workers=2)
        np.testing.assert_array_equal(torch.cat(list(loader)).numpy(), mine)
        np.testing.assert_array_equal(system.acceleration(start["x"], start["v"]), mine)
        system.close()
