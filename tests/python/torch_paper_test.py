"""apps/python/baselines: the LNN and its printed test, models without some constraints, and the effective dimension."""
import json
import sys
import unittest

import numpy as np
import torch

import cchnn
import small_data
from torch_baselines_test import baselines

sys.path.insert(0, str(small_data.source / "apps/python/baselines"))
import constrained_models  # noqa: E402
import dimension  # noqa: E402
import energy  # noqa: E402
import lnn  # noqa: E402
import models  # noqa: E402
import predictions  # noqa: E402
import training  # noqa: E402

torch.set_num_threads(1)

# Half of lnn_double_pendulum: masses, rods, g and starts of the published notebook, and its 10 samples a second.
PENDULUM = {
    "name": "lnn_pendulum", "dimension": 2,
    "bodies": [{"id": "hook", "type": "Origin"}, {"id": "bob", "type": "Obj0D", "mass": 1}],
    "constraints": [{"type": "Link", "between": ["hook", "bob"], "length": 1}],
    "potentials": [{"type": "Gravity", "g": 9.8}],
    "initial_conditions": {"bodies": {"bob": {"from": "hook", "angle": {"uniform": {"low": 0, "high": "2*pi"}},
                                              "angle_rate": {"uniform": {"low": 0, "high": 0.1}}}}},
    "sampling": {"dt": 0.1, "steps": 100}, "conserved": ["energy"]}


class LagrangianNetworks(unittest.TestCase):
    def test_its_accelerations_are_those_of_lagranges_equations_by_autograd(self):
        for system in ("chain_pendulum_3", "gyroscope", "spring_pendulum"):
            data = small_data.test(system)
            torch.manual_seed(1)
            model = lnn.LNN(data, 8).double()
            q, qdot = torch.tensor(data.q[:, 3]), torch.tensor(data.qdot[:, 3])
            found = model.equations()(torch.stack([q, qdot], 1)).detach()
            np.testing.assert_array_equal(found[:, 0], qdot)
            for one, rate, acceleration in zip(q, qdot, found[:, 1]):
                def value(q, qdot):
                    return model.value(q[None], qdot[None])[0]
                slope = torch.autograd.functional.jacobian(value, (one, rate))[0]
                (_, _), (mixed, inertia) = torch.autograd.functional.hessian(value, (one, rate))
                squared = inertia @ inertia + model.eps * torch.eye(len(one)).double()
                right = inertia @ (slope - mixed @ rate)
                # A solution is as good as its residual: the condition of `squared` is that of H twice. Some hundred operations round.
                size = float(squared.abs().max() * acceleration.abs().max() + right.abs().max())
                np.testing.assert_allclose(squared @ acceleration, right, rtol=0, atol=1e-13 * size, err_msg=system)

    def test_with_a_true_lagrangian_it_has_the_true_accelerations(self):
        """The pendulum's own L(q, qdot) / m in place of the network: its accelerations are -g/l sin(q)."""
        data = small_data.test("chain_pendulum_1", train=0, test=3, with_="acceleration")

        class TrueLagrangian(torch.nn.Module):
            def forward(self, x):
                """Of sine, cosine and rate: the first link hangs along -y."""
                return length**2 / 2 * x[..., 2]**2 + 9.81 * length * x[..., 1]

            def slope_and_changes(self, x, along):
                slope = torch.stack([0 * x[:, 0], 9.81 * length + 0 * x[:, 0], length**2 * x[:, 2]], 1)
                return slope, along * torch.tensor([0, 0, length**2]).double()
        (length,) = [link.numbers["length"] for link in data.edges if link.kind == "Link"]
        model = lnn.LNN(data, 8).double()
        model.lagrangian = TrueLagrangian()
        q, qdot = torch.tensor(data.q[:, 4]), torch.tensor(data.qdot[:, 4])
        found = model.equations()(torch.stack([q, qdot], 1))[:, 1].numpy()
        # eps = 1e-6 in H (H H + eps)^-1 is a millionth where H is 1.
        np.testing.assert_allclose(found, -9.81 / length * np.sin(data.q[:, 4]), rtol=2e-6, atol=1e-9)

    def test_weights_start_as_published(self):
        torch.manual_seed(0)
        network = lnn.LagrangianNetwork(3, 400)
        spread = [float(layer.weight.detach().std()) * 20 for layer in network.layers]  # times sqrt(n)
        # Of 1200, 160000, 160000 and 400 numbers: 2, 0.2, 0.2 and 3.5 % each, three times that is allowed.
        for found, expected, allowed in zip(spread, (2.2, 0.58, 1.16, 400), (0.06, 0.006, 0.006, 0.11)):
            self.assertLess(abs(found / expected - 1), allowed)
        self.assertEqual([float(layer.bias.abs().max()) for layer in network.layers], [0, 0, 0, 0])

    def test_its_printed_test_at_a_small_budget_keeps_the_order(self):
        """Cranmer et al.: the energy after 100 samples from 40 starts is 0.4 % of the largest potential energy off. Here of one pendulum
        in place of two, and 150 steps on 100 windows in place of 300 epochs of a million states; the plain network takes 250 steps at
        the rate of the paper, at which LNN is unstable."""
        file, out = small_data.root / "lnn_pendulum.json", small_data.root
        file.write_text(json.dumps(PENDULUM))
        place = small_data.directory(str(file), train=100, test=40)
        found = {}
        for model, epochs, rate in (("LNN", 150, 1e-3), ("NeuralODE", 250, 3e-3)):
            done = baselines("train", model, place, "-o", out / f"{model}.pt", "--hidden", 32, "--batch", 100, "--epochs", epochs,
                             "--learning-rate", rate, "--clip", 1)
            self.assertEqual(done.returncode, 0, done.stderr)
            found[model] = energy.errors(out / f"{model}.pt", cchnn.Dataset(place, "test"), "cpu")
            self.assertEqual(len(found[model]), 40)
        self.assertLess(2 * found["LNN"].mean(), found["NeuralODE"].mean())
        done = baselines("energy", out / "LNN.pt", out / "NeuralODE.pt", place)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn(f"LNN.pt: mean energy error {found['LNN'].mean():.3g} of the largest potential energy", done.stdout)


class Without(unittest.TestCase):
    def test_the_lowest_links_are_left_out_one_by_one(self):
        data = small_data.test("chain_pendulum_3")
        for drop in range(4):
            kept = constrained_models.rows_without(data, drop)
            self.assertEqual(kept.tolist(), (3 - drop) * [True] + drop * [False])
        with self.assertRaisesRegex(cchnn.DataError, "--drop 4: chain_pendulum_3 has 3 distance constraints; take 0 to 3"):
            models.new_model("CHNN", data, 8, 4)
        with self.assertRaisesRegex(cchnn.DataError, "--drop 1: HNN meets constraints by its coordinates and cannot leave one out; "
                                                     "CHNN, CLNN and ContactCHNN can"):
            models.new_model("HNN", data, 8, 1)

    def test_without_a_link_a_model_that_has_learned_all_falls_apart_there_and_holds_above(self):
        """The accelerations of the last bob are then those of a free point in a field; rows above it stay satisfied."""
        data = small_data.test("chain_pendulum_3", train=0, test=3)
        x, v = torch.tensor(data.x[:, 4]), torch.tensor(data.v[:, 4])
        for name in ("CHNN", "CLNN"):
            for drop in (1, 2, 3):
                torch.manual_seed(2)
                model = models.new_model(name, data, 8, drop).double()
                rate = model.decode(model.equations()(model.encode(x, v)).detach())
                xdot, acceleration = (array.detach() for array in rate)
                np.testing.assert_allclose(xdot, v, atol=1e-12)
                free = -model.potential.gradient(x.flatten(-2)).detach().unflatten(-1, (3, 2))  # masses start as 1
                np.testing.assert_allclose(acceleration[:, 4 - drop:], free[:, 4 - drop:], atol=1e-12)
                if drop < 3:
                    # d2/dt2 |x1|^2 / 2 = x1 . a1 + |v1|^2 of the first link, which is kept.
                    np.testing.assert_allclose((x[:, 0] * acceleration[:, 0] + v[:, 0]**2).sum(-1), 0, atol=1e-10)

    def test_training_and_rollout_say_what_is_left_out(self):
        place, trained = small_data.directory("chain_pendulum_3", train=60), small_data.root / "without.pt"
        done = baselines("train", "CLNN", place, "-o", trained, "--hidden", 8, "--epochs", 2, "--drop", 2)
        self.assertEqual(done.returncode, 0, done.stderr)
        submission = predictions.predict(trained, cchnn.Dataset(place, "test"))
        self.assertEqual(submission.model, "CLNN without 2 constraints")
        done = baselines("train", "CLNN", place, "-o", trained, "--hidden", 8, "--epochs", 2, "--drop", 1)
        self.assertEqual(done.returncode, 1)
        self.assertIn("its recipe is", done.stderr)


class Dimension(unittest.TestCase):
    def test_lanczos_finds_the_spectrum_of_a_matrix_that_is_known(self):
        random = np.random.default_rng(5)
        turn = np.linalg.qr(random.normal(size=(60, 60)))[0]
        known = np.concatenate([10.0 ** -np.linspace(0, 6, 50), -np.linspace(0.01, 0.1, 10)])
        matrix = torch.tensor(turn * known @ turn.T)
        found = dimension.lanczos(lambda vector: matrix @ vector, 60, 500)
        self.assertEqual(len(found.values), 60)
        # Backward stable: eigenvalues to rounding of the largest, 1.
        np.testing.assert_allclose(found.values, np.sort(known)[::-1], atol=1e-13)
        # A part of the steps has the largest ones already, and says how exact they are.
        part = dimension.lanczos(lambda vector: matrix @ vector, 60, 30)
        np.testing.assert_allclose(part.values[:3], np.sort(known)[::-1][:3], atol=1e-9)
        self.assertTrue((np.abs(part.values[:3] - np.sort(known)[::-1][:3]) <= part.residuals[:3] + 1e-14).all())

    def test_of_the_identity_one_step_has_found_everything(self):
        found = dimension.lanczos(lambda vector: 3 * vector, 40, 20)
        np.testing.assert_allclose(found.values, [3.0], rtol=1e-14)

    def test_the_effective_dimension_is_the_papers_sum(self):
        # Shares 0.5, 0.3, 0.2 of a sum of 10; the negative one is left out.
        expected = 0.5 / 0.501 + 0.3 / 0.301 + 0.2 / 0.201
        self.assertAlmostEqual(dimension.effective_dimension(np.array([5.0, 3.0, 2.0, -1.0])), expected, delta=1e-14)
        self.assertAlmostEqual(dimension.effective_dimension(np.array([5.0, 5.0]), 0.5), 1.0, delta=1e-14)
        # As in the notebook: 0.08 / 0.16 and 0.24 / 0.32.
        self.assertAlmostEqual(dimension.effective_dimension(np.array([0.24, 0.08, -1.0]), 0.08, divided=False), 1.25, delta=1e-14)

    def test_products_with_the_hessian_of_a_loss_are_differences_of_its_gradient(self):
        """With a known Hessian: that of the loss by autograd, entry by entry, in one batch; products here are in three."""
        data = small_data.train("chain_pendulum_1", train=60)
        for name in ("CHNN", "HNN"):
            one = training.Training(training.Recipe(name, hidden=2, epochs=3, batch=60), data)
            one.epoch()
            one.move(torch.float64, "cpu")
            product, size = dimension.hessian_of(one, 20)
            parameters = list(one.model.parameters())
            ((target, share),) = one.batches(60)
            self.assertEqual(share, 1)
            slopes = torch.autograd.grad(one.loss(target), parameters, create_graph=True, allow_unused=True)
            flat = torch.cat([torch.zeros_like(p).flatten() if s is None else s.flatten() for p, s in zip(parameters, slopes)])
            rows = []
            for entry in flat:
                row = [None] * len(parameters)
                if entry.requires_grad:
                    row = torch.autograd.grad(entry, parameters, retain_graph=True, allow_unused=True)
                rows.append(torch.cat([torch.zeros_like(p).flatten() if r is None else r.flatten() for p, r in zip(parameters, row)]))
            hessian = torch.stack(rows)
            largest = float(hessian.abs().max())
            self.assertLess(float((hessian - hessian.T).abs().max()), 1e-12 * largest)
            vector = torch.randn(size, generator=torch.Generator().manual_seed(0)).double()
            np.testing.assert_allclose(product(vector), (hessian @ vector).detach(), atol=1e-11 * largest)
            found = dimension.lanczos(product, size, size)
            np.testing.assert_allclose(found.values[:5], np.linalg.eigvalsh(hessian.detach())[::-1][:5], rtol=1e-9)

    def test_one_command_writes_spectrum_and_dimension(self):
        place, trained, out = small_data.directory("chain_pendulum_1", train=60), small_data.root / "hnn.pt", small_data.root / "ed.json"
        done = baselines("train", "HNN", place, "-o", trained, "--hidden", 4, "--epochs", 5, "--batch", 30)
        self.assertEqual(done.returncode, 0, done.stderr)
        done = baselines("dimension", trained, place, "-o", out, "--eigenvalues", 20)
        self.assertEqual(done.returncode, 0, done.stderr)
        (row,) = json.loads(out.read_text())["spectra"]
        self.assertEqual((row["model"], row["steps"], row["cutoff"], row["hidden"]), ("HNN", 20, 1e-3, 4))
        self.assertAlmostEqual(sum(row["normalised"]), 1, delta=1e-12)
        self.assertAlmostEqual(row["effective_dimension"], sum(s / (s + 1e-3) for s in row["normalised"]), delta=1e-9)
        raw = [s * row["largest"] / row["normalised"][0] for s in row["normalised"]]
        self.assertAlmostEqual(row["undivided"], sum(s / (s + 0.08) for s in raw), delta=1e-9)
        done = baselines("dimension", trained, small_data.directory("chain_pendulum_1", train=30), "-o", out)
        self.assertEqual(done.returncode, 1)
        self.assertIn("was trained on another set", done.stderr)
