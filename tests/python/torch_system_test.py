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

    def test_gradients_of_steps_and_rollouts_are_those_of_differences(self):
        # A difference steps off the constraints, so states are projected, as derivatives take it.
        torch.manual_seed(4)
        for name in ("chain_pendulum_2", "cart_pole"):
            with self.subTest(name), cchnn.System(name) as system:
                start = system.initial_states(1)
                x, v = (torch.tensor(start[key], requires_grad=True) for key in ("x", "v"))
                u = torch.randn(1, 4, len(system.inputs), dtype=torch.float64, requires_grad=True) if system.inputs else None

                def rolled(x, v, u=None):
                    out = system.rollout(x, v, samples=4, bounds=False, u=u, project=True)
                    return out.x, out.v

                given = (x, v) if u is None else (x, v, u)
                self.assertTrue(torch.autograd.gradcheck(rolled, given))
                first = (x, v) if u is None else (x, v, u[:, 0].detach().requires_grad_())
                self.assertTrue(torch.autograd.gradcheck(lambda x, v, u=None: system.step(x, v, 0.02, u=u, project=True), first))

    def test_gradients_along_the_constraints_need_no_projection(self):
        with cchnn.System("chain_pendulum_2") as system:
            lengths = np.linalg.norm(np.diff(np.concatenate(
                [np.zeros((1, 2)), system.initial_states()["x"][0]]), axis=0), axis=1)
            q = torch.tensor([[0.3, -0.8], [1.2, 0.4]], dtype=torch.float64, requires_grad=True)
            rate = torch.tensor([[0.5, 1.0], [-1.0, 0.2]], dtype=torch.float64, requires_grad=True)

            def of_angles(q, rate):
                turn = torch.stack([torch.sin(q), -torch.cos(q)], -1) * torch.from_numpy(lengths)[:, None]
                across = torch.stack([torch.cos(q), torch.sin(q)], -1) * torch.from_numpy(lengths)[:, None]
                x, v = turn.cumsum(1), (across * rate[..., None]).cumsum(1)
                out = system.rollout(x, v, samples=3, bounds=False)
                return out.x, out.v

            self.assertTrue(torch.autograd.gradcheck(of_angles, (q, rate)))

    def test_gradients_by_parameters_and_second_derivatives_are_refused(self):
        with cchnn.System("chain_pendulum_2") as system:
            g = next(one["pointer"] for one in system.info["numbers"] if one["pointer"].endswith("/g"))
            start = system.initial_states(2)
            x, v = (torch.tensor(start[key], requires_grad=True) for key in ("x", "v"))

            def rolled(value):
                return system.rollout(x.detach(), v.detach(), samples=3, bounds=False, parameters={g: value}).x

            for value in (torch.tensor(9.0, dtype=torch.float64), torch.tensor([9.0, 8.0], dtype=torch.float64)):
                self.assertTrue(torch.autograd.gradcheck(rolled, (value.requires_grad_(),)))
            motion = system.rollout(x, v, samples=3)
            self.assertIsNotNone(motion.error_bound)
            np.testing.assert_array_equal(motion.x.detach().numpy(), system.rollout(start["x"], start["v"], samples=3).x)
            first, = torch.autograd.grad((motion.x ** 2).sum(), x, create_graph=True)
            self.assertRaisesRegex(RuntimeError, "once_differentiable", first.sum().backward)

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
