"""apps/python/baselines: the equations of the models, on states where the answer is known, and a small training."""
import importlib.util
import json
import os
import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import h5py
import numpy as np
import torch

import cchnn
import small_data

BASELINES = small_data.source / "apps/python/baselines"
sys.path.insert(0, str(BASELINES))
import board  # noqa: E402
import figures  # noqa: E402
import models  # noqa: E402
import motion  # noqa: E402
import networks  # noqa: E402
import table  # noqa: E402
import training  # noqa: E402

torch.set_num_threads(1)
torch.manual_seed(0)
CONSTRAINED = (models.CHNN, models.CLNN)
WITHOUT_CONTACTS = [name for name in models.MODELS if name != "ContactCHNN"]  # torch_contacts_test.py has that one


class TruePotential(torch.nn.Module):
    def __init__(self, data):
        super().__init__()
        self.physics, self.shape = data.physics, data.shape[2:]

    def forward(self, x):
        return self.physics.potential_energy(x.unflatten(-1, self.shape))[..., None]

    def gradient(self, x):
        return gradient(self, x)


def gradient(function, x):
    """By autograd, of the sum over a batch."""
    x = x.detach().requires_grad_()
    return torch.autograd.grad(function(x).sum(), x)[0]


def taught(kind, data):
    """A model that has learned the masses and the potential of the system."""
    model = kind(data, 8).double()
    model.potential = TruePotential(data)
    bodies = [body for body in data.bodies if not body.is_anchor]
    model.masses.log_mass.data = torch.tensor([np.log(body.mass) for body in bodies])
    moments = [np.log(body.second_moments[:len(body.nodes) - 1]) for body in bodies]
    model.masses.log_moments.data = torch.tensor(np.concatenate(moments))
    return model


def say_nothing(text):
    pass


class Equations(unittest.TestCase):
    def test_constrained_models_that_have_learned_all_have_the_true_accelerations(self):
        for system in ("chain_pendulum_1", "chain_pendulum_3", "coupled_pendulum_3", "magnet_pendulum", "gyroscope", "rigid_rotor"):
            data = small_data.test(system, train=0, test=2, with_="acceleration")
            x, v = torch.tensor(data.x[:, 4]), torch.tensor(data.v[:, 4])
            for kind in CONSTRAINED:
                model = taught(kind, data)
                np.testing.assert_allclose(model.masses.matrices()[0].detach().numpy(), data.mass_matrix, rtol=1e-12, atol=1e-15)
                found = model.decode(model.equations()(model.encode(x, v)).detach())[1].detach().numpy()
                scale = np.abs(data.acceleration).max()
                np.testing.assert_allclose(found, data.acceleration[:, 4], atol=1e-10 * scale, err_msg=f"{kind.__name__}, {system}")

    def test_a_chnn_that_has_learned_all_of_a_driven_system_has_the_true_accelerations(self):
        class PendulumTorque(torch.nn.Module):
            def forward(self, x):
                """A torque about the pivot is a pair of forces on centre and tip of the rod."""
                across = (x[:, 2:] - x[:, :2]) @ torch.tensor([[0.0, 1.0], [-1.0, 0.0]], dtype=x.dtype)
                return torch.cat([-across, across], 1)

        class CartForce(torch.nn.Module):
            def forward(self, x):
                """Along x of the cart, the first node."""
                return torch.eye(x.shape[1], dtype=x.dtype)[:1].expand(len(x), -1)
        for system, push in (("pendulum_torque", PendulumTorque()), ("cart_pole", CartForce())):
            data = small_data.test(system, train=0, test=3, with_="acceleration")
            x, v, u = (torch.tensor(array[:, 4]) for array in (data.x, data.v, data.u))
            model = taught(models.CHNN, data)
            model.push = push
            found = model.decode(model.equations()(model.encode(x, v), u).detach())[1].detach().numpy()
            scale = np.abs(data.acceleration).max()
            np.testing.assert_allclose(found, data.acceleration[:, 4], atol=1e-10 * scale, err_msg=system)
            self.assertGreater(float(u.abs().min()), 1e-3)

    def test_inputs_are_held_from_sample_to_sample_or_linear_between_them(self):
        class Pushed(torch.nn.Module):
            def equations(self):
                return lambda z, u: u[:, :, None].expand_as(z)
        u = torch.tensor([[[1.0, 1.0], [4.0, 4.0], [2.0, 2.0]]])
        for substeps in (1, 3):
            path = motion.rollout(Pushed(), torch.zeros(1, 2, 1), 3, 0.5, substeps, (u, torch.tensor([False, True])))
            torch.testing.assert_close(path[0, :, :, 0], torch.tensor([[0.0, 0.0], [0.5, 1.25], [2.5, 2.75]]))
        torch.testing.assert_close(motion.motion(Pushed(), torch.zeros(1, 2, 1), 3, 0.5, (u, torch.tensor([False, True]))),
                                   motion.rollout(Pushed(), torch.zeros(1, 2, 1), 3, 0.5, 1, (u, torch.tensor([False, True]))))

    def test_models_without_inputs_refuse_a_driven_system(self):
        data = small_data.train("acrobot", train=8, test=2)
        with self.assertRaisesRegex(cchnn.DataError, "HNN: takes no inputs, but acrobot is driven by [a-z]+; CHNN and NeuralODE do"):
            training.Training(training.Recipe("HNN", hidden=4), data)
        for model in models.TAKE_INPUTS:
            one = training.Training(training.Recipe(model, hidden=4, epochs=2, batch=4), data)
            np.testing.assert_array_equal(one._windows[-1].numpy(), np.stack(
                [u[k:k + 5] for u, k in zip(data.u, data["chunks/start"])]).astype(np.float32))
            self.assertTrue(np.isfinite([one.epoch(), one.epoch()]).all())

    def test_written_out_gradients_of_networks_are_those_of_autograd(self):
        torch.manual_seed(3)
        net, y, rate, weights = networks.Network(5, 4, 8).double(), *(torch.randn(7, size).double() for size in (5, 5, 4))
        hidden = net.hidden(y)
        np.testing.assert_allclose(net.pulled_back(hidden, weights).detach(), gradient(lambda y: net(y) * weights, y), atol=1e-14)
        moved = torch.autograd.functional.jvp(net, y, rate)[1]
        np.testing.assert_allclose(net.output_rate(hidden, rate).detach(), moved.detach(), atol=1e-14)
        one = networks.Network(5, 1, 8).double()
        np.testing.assert_allclose(one.gradient(y).detach(), gradient(one, y), atol=1e-14)

    def test_rates_and_gradients_of_embedded_angles_are_those_of_autograd(self):
        for system in ("chain_pendulum_3", "rigid_rotor", "spring_pendulum"):
            data = small_data.test(system)
            embed, q, qdot = networks.Angles(data), torch.tensor(data.q[:, 3]), torch.tensor(data.qdot[:, 3])
            y = embed(q)
            moved = torch.autograd.functional.jvp(embed, q, qdot)[1]
            np.testing.assert_allclose(embed.rate(y, qdot), moved, rtol=1e-14, atol=1e-14, err_msg=system)
            weights = torch.randn(y.shape).double()
            np.testing.assert_allclose(embed.pulled_back(y, weights), gradient(lambda q: embed(q) * weights, q), atol=1e-14)

    def test_gradients_of_a_loss_are_those_of_its_differences(self):
        """With one constraint too, where PyTorch 1.13 confuses a vector with a matrix."""
        for kind in CONSTRAINED:
            for system in ("chain_pendulum_1", "chain_pendulum_2"):
                data = small_data.test(system, train=0, test=2)
                model = kind(data, 8).double()

                def loss(log_mass):
                    model.masses.log_mass.data[0] = log_mass
                    first = model.encode(torch.tensor(data.x[:, 0]), torch.tensor(data.v[:, 0]))
                    return (model.decode(motion.motion(model, first, 3, data.dt))[0]**2).sum()
                loss(0.1).backward()
                h = 1e-4
                difference = (loss(0.1 + h) - loss(0.1 - h)).item() / (2 * h)  # off by h^2
                self.assertAlmostEqual(model.masses.log_mass.grad[0].item(), difference, delta=1e-6 * (1 + abs(difference)))

    def test_chnn_brings_velocities_that_leave_the_constraints_back_onto_them(self):
        data = small_data.test("chain_pendulum_3")
        model = taught(models.CHNN, data)
        x, v = torch.tensor(data.x[:, 4]), torch.tensor(data.v[:, 4] + 0.1)
        xdot = model.equations()(model.encode(x, v))[:, 0].unflatten(-1, data.shape[2:]).detach()
        self.assertGreater(data.physics.phi_rate(x, v).abs().max().item(), 0.1)
        self.assertLess(data.physics.phi_rate(x, xdot).abs().max().item(), 1e-12)

    def test_a_hnn_keeps_its_own_energy(self):
        data = small_data.test("chain_pendulum_3")
        model = models.HNN(data, 8).double()
        z = model.encode(torch.tensor(data.q[:, 3]), torch.tensor(data.qdot[:, 3])).detach().requires_grad_()
        rate = (gradient(lambda z: model.energy(z[:, 0], z[:, 1]), z) * model.equations()(z)).sum((1, 2))
        self.assertLess(float(rate.abs().max()), 1e-11)
        self.assertGreater(float(model.equations()(z).abs().max()), 0.1)

    def test_a_delan_has_the_motion_of_the_hnn_with_the_same_energy(self):
        for system in ("chain_pendulum_3", "gyroscope", "spring_pendulum"):
            data = small_data.test(system)
            hamilton, lagrange = models.HNN(data, 8).double(), models.DeLaN(data, 8).double()
            lagrange.load_state_dict(hamilton.state_dict())
            q, qdot = torch.tensor(data.q[:, 3]), torch.tensor(data.qdot[:, 3])
            z = hamilton.encode(q, qdot).detach()
            moved = torch.autograd.functional.jvp(lambda z: torch.stack(hamilton.decode(z), 1), z, hamilton.equations()(z).detach())[1]
            found = lagrange.equations()(torch.stack([q, qdot], 1)).detach()
            np.testing.assert_allclose(found.numpy(), moved.numpy(), atol=1e-11 * moved.abs().max().item(), err_msg=system)

    def test_states_come_back(self):
        data = small_data.test("chain_pendulum_3")
        for name in WITHOUT_CONTACTS:
            model = models.MODELS[name](data, 8).double()
            arrays = [torch.tensor(getattr(data, array)) for array in model.arrays]
            for array, back in zip(arrays, model.decode(model.encode(*arrays))):
                np.testing.assert_allclose(back.detach().numpy(), array.numpy(), atol=1e-10, err_msg=name)

    def test_networks_are_given_sine_and_cosine_of_polar_angles_too(self):
        data = small_data.test("coupled_pendulum_3")
        self.assertEqual(list(data.angles), 3 * [True, False])  # a polar angle does not turn
        q = torch.tensor(data.q[:, 3])
        given = networks.Angles(data)(q)
        self.assertEqual(given.shape[-1], networks.Angles(data).size)
        np.testing.assert_array_equal(given.numpy(), torch.cat([q.sin(), q.cos()], -1).numpy())
        free = small_data.test("rigid_rotor")
        self.assertEqual(networks.Angles(free).size, 3 + 2 * 3)  # a centre of mass, in metres, and Euler angles

    def test_rows_without_a_formula_are_refused(self):
        with self.assertRaisesRegex(cchnn.DataError, "constraints of kind 'upright' of a Rolling are not implemented"):
            models.CHNN(small_data.test("rolling_disk"), 8)


class Steps(unittest.TestCase):
    def setUp(self):
        self.data = small_data.train("chain_pendulum_1", train=60)

    def test_a_gradient_that_is_not_finite_is_left_out_and_a_long_one_shortened(self):
        spoiled = training.Training(training.Recipe("HNN", hidden=8, epochs=5, batch=30, clip=1.0), self.data)
        spoiled._windows[1][:, 0] = np.nan  # the rates that each motion begins with
        before = [parameter.clone() for parameter in spoiled.model.parameters()]
        spoiled.epoch()
        for a, b in zip(before, spoiled.model.parameters()):
            self.assertTrue(torch.equal(a, b))
        short = training.Training(training.Recipe("HNN", hidden=8, epochs=5, batch=60, clip=1e-3), self.data)
        short.epoch()
        length = np.sqrt(sum(float((parameter.grad**2).sum()) for parameter in short.model.parameters() if parameter.grad is not None))
        self.assertAlmostEqual(length, 1e-3, delta=1e-5)  # of single precision, summed in another order

    def test_a_training_whose_parameters_are_not_finite_ends_with_a_message(self):
        spoiled = training.Training(training.Recipe("HNN", hidden=8, epochs=5, batch=30), self.data)
        spoiled._windows[1][:, 0] = np.nan
        with self.assertRaisesRegex(cchnn.DataError, "HNN on chain_pendulum_1: parameters are not finite after epoch 1; take clip=1"):
            spoiled.epoch()

    def test_gradients_in_one_launch_on_a_gpu_are_those_of_the_same_step(self):
        if not torch.cuda.is_available():
            self.skipTest("there is no device")
        for name in WITHOUT_CONTACTS:
            own = training.Training(training.Recipe(name, hidden=8, epochs=5, batch=30), self.data, "cuda")
            target = [window[:30] for window in own._windows]
            loss = float(own._set_gradients(target).detach())
            gradients = [parameter.grad for parameter in own.model.parameters()]
            own._captured = None
            self.assertAlmostEqual(float(own._set_gradients(target).detach()), loss, delta=1e-6)
            for gradient, parameter in zip(gradients, own.model.parameters()):
                if gradient is not None:
                    torch.testing.assert_close(gradient, parameter.grad)

    def test_the_first_trajectories_are_those_of_a_smaller_set(self):
        few = training.Training(training.Recipe("NeuralODE", hidden=8, epochs=5, batch=10, trajectories=20), self.data)
        small = training.Training(training.Recipe("NeuralODE", hidden=8, epochs=5, batch=10),
                                  small_data.train("chain_pendulum_1", train=20))
        self.assertEqual(few.epoch(), small.epoch())
        with self.assertRaisesRegex(cchnn.DataError, "has 60 trajectories, but 61 are needed; generate more"):
            training.Training(training.Recipe("NeuralODE", hidden=8, trajectories=61), self.data)


class Resuming(unittest.TestCase):
    def setUp(self):
        self.data = small_data.train("chain_pendulum_1", train=60)

    def path(self, name):
        path = small_data.root / name
        path.unlink(missing_ok=True)
        return path

    def test_a_training_that_was_ended_goes_on_to_the_same_numbers(self):
        for name in WITHOUT_CONTACTS:
            recipe = training.Recipe(name, hidden=8, epochs=5, batch=25)
            once = training.train(recipe, self.data, self.path("once.pt"), say=say_nothing)
            twice = self.path("twice.pt")
            training.train(recipe, self.data, twice, say=say_nothing, stop_at=2)
            again = training.train(recipe, self.data, twice, say=say_nothing)
            self.assertEqual(again.losses, once.losses, name)
            for a, b in zip(once.model.parameters(), again.model.parameters()):
                self.assertTrue(torch.equal(a, b), name)

    def test_a_file_from_before_a_choice_was_there_goes_on_with_its_default(self):
        path, recipe = self.path("old.pt"), training.Recipe("NeuralODE", hidden=8, epochs=3)
        training.train(recipe, self.data, path, say=say_nothing, stop_at=1)
        state = torch.load(path)
        facts = json.loads(state["facts"])
        del facts["recipe"]["clip"], facts["recipe"]["trajectories"]
        torch.save({**state, "facts": json.dumps(facts)}, path)
        self.assertEqual(len(training.train(recipe, self.data, path, say=say_nothing).losses), 3)
        with self.assertRaisesRegex(cchnn.DataError, "its recipe is"):
            training.train(training.Recipe("NeuralODE", hidden=8, epochs=3, clip=1.0), self.data, path, say=say_nothing)

    def test_another_recipe_other_data_and_other_files_are_refused(self):
        path = self.path("mine.pt")
        training.train(training.Recipe("NeuralODE", hidden=8, epochs=1), self.data, path, say=say_nothing)
        with self.assertRaisesRegex(cchnn.DataError, "mine.pt: its recipe is .*'hidden': 8.* give another file"):
            training.train(training.Recipe("NeuralODE", hidden=9, epochs=1), self.data, path, say=say_nothing)
        other = small_data.train("chain_pendulum_1", train=60, seed=1)
        with self.assertRaisesRegex(cchnn.DataError, "mine.pt: its truth is"):
            training.train(training.Recipe("NeuralODE", hidden=8, epochs=1), other, path, say=say_nothing)
        torch.save({"recipe": print}, path)  # a pickle that would run something
        with self.assertRaisesRegex(cchnn.DataError, "was not written by `baselines train`"):
            training.read_state(path)


class Places(unittest.TestCase):
    def test_no_link_is_written_through(self):
        place = Path(tempfile.mkdtemp(dir=small_data.root))
        victim, source, one = place / "victim.txt", place / "source", place / "one"
        victim.write_text("mine")
        source.write_text("others")
        data = small_data.train("chain_pendulum_1", train=60)
        writers = [training.Training(training.Recipe("NeuralODE", hidden=8), data).save, lambda path: board.write(path, {}),
                   lambda path: board.copy(source, path)]
        if importlib.util.find_spec("matplotlib"):
            writers.append(lambda path: figures.draw(lambda figure: figure.add_subplot().plot([0, 1]), (200, 100), path, say_nothing))
        for write in writers:
            for waiting in (one, place / f".one.{os.getpid()}"):
                waiting.unlink(missing_ok=True)
                waiting.symlink_to(victim)
            write(one)
            self.assertEqual((victim.read_text(), one.is_symlink()), ("mine", False))
            self.assertGreater(one.stat().st_size, 0)


def baselines(*arguments):
    environment = {**os.environ, "PYTHONPATH": str(BASELINES.parent), "OMP_NUM_THREADS": "1"}
    return subprocess.run([sys.executable, str(BASELINES), *map(str, arguments)], env=environment, capture_output=True, text=True)


class Commands(unittest.TestCase):
    def test_a_table_names_systems_with_a_recipe_of_their_own_and_models_that_alone_have_one(self):
        def row(system, model, epochs, **more):
            return {"system": system, "model": model, "training": [{"hidden": 8, "epochs": epochs, **more}]}

        rows = [row("a", "CHNN", 20), row("a", "HNN", 20), row("a", "DeLaN", 20), row("b", "CHNN", 50), row("b", "HNN", 50),
                row("c", "CHNN", 50), row("c", "HNN", 20, clip=1.0)]
        self.assertEqual(table.recipes(rows), "hidden 8, 20 epochs; b, CHNN on c: hidden 8, 50 epochs; "
                                              "HNN on c: hidden 8, 20 epochs, clip 1")

    def test_every_model_learns_something_and_one_command_makes_the_table(self):
        place, out = small_data.directory("chain_pendulum_1", train=60), small_data.root / "table"
        command = ["table", place, "-o", out, "--seeds", "1", "--hidden", "16", "--batch", "20", "--epochs", "20"]
        done = baselines(*command)
        self.assertEqual(done.returncode, 0, done.stderr)
        for part in done.stdout.split("chain_pendulum_1, ")[1:6]:
            losses = [float(loss) for loss in re.findall("loss (.*?),", part)]
            self.assertLess(losses[-1], 0.9 * losses[0], part)
        rows = json.loads((out / "scores.json").read_text())["scores"]
        self.assertEqual({row["model"] for row in rows}, set(models.OF_THE_PAPER))
        self.assertEqual([row["geometric_mean"] for row in rows], sorted(row["geometric_mean"] for row in rows))
        self.assertEqual(next(row for row in rows if row["model"] == "CHNN")["published"]["geometric_mean"], 6.082e-05)
        self.assertIn("times ahead of", (out / "table.md").read_text())
        self.assertTrue((out / "table.md").read_text().startswith("Trained with hidden 16, 20 epochs; "))
        for picture in ("figure7.svg", "figure8.svg", "figure9.svg"):
            self.assertTrue((out / picture).exists() or "matplotlib is not installed" in done.stdout)
        self.assertTrue(all(row["energy_error_at_end"] > 0 for row in rows), rows)
        # Nothing is trained again.
        again = baselines(*command)
        self.assertEqual(again.returncode, 0, again.stderr)
        self.assertEqual(again.stdout.count("is trained"), 5)
        self.assertEqual(json.loads((out / "scores.json").read_text())["scores"], rows)
        # Another recipe for one model, and then everything scored as it is.
        (out / "models/chain_pendulum_1/HNN-0.pt").unlink()
        other = baselines(*command, "--models", "HNN", "--clip", "0.5")
        self.assertEqual(other.returncode, 0, other.stderr)
        done = baselines("table", place, "-o", out, "--score-only")
        self.assertEqual((done.returncode, done.stdout.count("is trained")), (0, 0), done.stderr)
        said = (out / "table.md").read_text()
        self.assertIn("Trained with hidden 16, 20 epochs; HNN on chain_pendulum_1: hidden 16, 20 epochs, clip 0.5; ", said)
        self.assertEqual(said.count("\n| chain_pendulum_1 | "), 7)  # a line for each model, and two of the summary

    def test_one_command_answers_a_suite_with_models_ensembles_and_naive_forecasts(self):
        suite, out = small_data.root / "suite", small_data.root / "answers"
        split = {"name": "energy", "change": {"/initial_conditions/noise/velocity_factor": 4.5}}
        tasks = [{"name": "noisy_training", "system": "chain_pendulum_1", "noise": [0.1], "splits": [split]},
                 {"name": "noisy_context", "system": "chain_pendulum_1", "context": 6, "context_noise": 0.02},
                 {"name": "lengths", "system": "chain_pendulum_1", "context": 6, "splits": [
                     {"name": "drawn", "change": {"/constraints/0/length": {"uniform": {"low": 0.7, "high": 1.5}}}}]}]
        file = small_data.root / "suite.json"
        file.write_text(json.dumps({"format": "cchnn suite", "format_version": 1, "name": "small", "title": "Small", "train": 20, "valid": 0,
                                    "test": 6, "rank_by": "crps", "members": 2, "tasks": tasks}))
        cchnn.run("cchnn-gen", "suite", file, output=suite)
        command = ["suite", suite, "-o", out, "--models", "CHNN", "HNN", "--ensembles", "CHNN", "--members", 2, "--hidden", 8,
                   "--epochs", 2]
        done = baselines(*command)
        self.assertEqual(done.returncode, 0, done.stderr)
        scores = json.loads((out / "scores.json").read_text())
        self.assertEqual(scores["rank_by"], "crps")
        missing = {one["model"]: one["missing"] for one in scores["standings"]}
        self.assertEqual((missing["CHNN"], missing["CHNN, 2 seeds"]), ([], []))
        # Angles are no answer to drawn lengths.
        self.assertEqual(missing["HNN"], ["lengths/drawn"])
        self.assertLessEqual({"persistence", "parrot", "linear"}, set(missing))
        # Models of one training set are trained once; a view of it is another one.
        self.assertEqual(sorted(path.name for path in (out / "models").glob("*-noise_0.1/*")), ["CHNN-0.pt", "CHNN-1.pt", "HNN-0.pt"])
        self.assertEqual(len(list((out / "models").iterdir())), 2)
        test = cchnn.Dataset(suite / "noisy_context/in", "test")
        view = cchnn.View(suite / "noisy_context/context_in", "test")
        path = next(path for path in (out / "models").iterdir() if "noise" not in path.name)
        model = models.CHNN(test, 8)
        model.load_state_dict(training.read_state(path / "CHNN-0.pt")["model"])
        model.double()
        first = model.encode(torch.tensor(view.x[:, 5]), torch.tensor(view.v[:, 5]))
        moved = model.decode(motion.rollout(model, first, 2, test.dt, 4))[0][:, 1]
        with h5py.File(out / "submissions/noisy_context/full/in/CHNN_ensemble.h5") as f:
            self.assertEqual(f["x"].shape[1], 2)
            np.testing.assert_allclose(f["x"][:, 0, 6], moved, rtol=1e-12)
        # A model in angles begins at the nearest admissible state: of one rod, the direction that was seen.
        seen = view.x[:, 5, 0]
        with h5py.File(out / "submissions/noisy_context/full/in/HNN.h5") as f:
            q = f["q"][:]
        model = models.HNN(test, 8)
        model.load_state_dict(training.read_state(path / "HNN-0.pt")["model"])
        model.double()
        angle, rate = view.coordinates(test)
        np.testing.assert_allclose(angle[:, 5, 0] % (2 * np.pi), np.arctan2(seen[:, 0], -seen[:, 1]) % (2 * np.pi), atol=0.06)
        first = model.encode(torch.tensor(angle[:, 5]), torch.tensor(rate[:, 5]))
        np.testing.assert_allclose(q[:, 6], model.decode(motion.rollout(model, first, 2, test.dt, 4))[0][:, 1].detach(), rtol=1e-9)
        again = baselines(*command)
        self.assertEqual((again.returncode, again.stdout.count("epoch 2 of 2")), (0, 0), again.stderr)

    def test_one_command_makes_a_board_of_what_the_table_predicted(self):
        place, table, board = small_data.directory("chain_pendulum_1", train=60), small_data.root / "few", small_data.root / "board"
        # Networks that have learned nothing err alike, and a board takes their seeds for one.
        done = baselines("table", place, "-o", table, "--seeds", 2, "--hidden", 16, "--batch", 20, "--epochs", 20)
        self.assertEqual(done.returncode, 0, done.stderr)
        done = baselines("board", table, place, "-o", board, "--date", "2026-03-31")
        self.assertEqual(done.returncode, 0, done.stderr)
        scores = json.loads((board / "site/board.json").read_text())
        self.assertEqual([len(division["standings"]) for division in scores["divisions"]], [5])  # ranked together
        for entry in scores["entries"]:
            self.assertIn("start_error", entry["errors"][0])
        entry = json.loads((board / "entries/chnn/entry.json").read_text())
        self.assertEqual((entry["seeds"], entry["date"], entry["notes"].split(";")[:2]),
                         (2, "2026-03-31", ["given constraints Phi", " hidden 16, 20 epochs"]))
        self.assertIn("by the choice of coordinates", (board / "entries/hnn/entry.json").read_text())
        # Without the submissions: by digest and address, and --missing says what is to be fetched.
        far = small_data.root / "far"
        done = baselines("board", table, place, "-o", far, "--address", "https://example.org/made/")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertFalse(list(far.glob("entries/*/*/*.h5")))
        for file in (far / "fetched").iterdir():
            file.unlink()
        missing = cchnn.run("cchnn-eval", "board", far, missing=True).splitlines()
        self.assertEqual(len(missing), 10)
        self.assertIn(" https://example.org/made/chain_pendulum_1/CHNN-0.h5 ", missing[0])

    def test_an_entry_of_a_board_says_with_which_recipe_it_was_trained_on_each_system(self):
        table = small_data.root / "recipes"
        for system, choices in (("chain_pendulum_1", []), ("chain_pendulum_2", ["--clip", 0.5])):
            trained = table / "models" / system / "HNN-0.pt"
            trained.parent.mkdir(parents=True)
            done = baselines("train", "HNN", small_data.directory(system, train=60), "-o", trained, "--hidden", 8, "--epochs", 1, *choices)
            self.assertEqual(done.returncode, 0, done.stderr)
        plan = board.Plan(table, [], small_data.root, "", "", None)
        self.assertEqual(board.notes(plan, "HNN", ["chain_pendulum_1"]),
                         "constraints met by the choice of coordinates; hidden 8, 1 epochs; apps/python/baselines")
        self.assertIn("chain_pendulum_1: hidden 8, 1 epochs; chain_pendulum_2: hidden 8, 1 epochs, clip 0.5;",
                      board.notes(plan, "HNN", ["chain_pendulum_1", "chain_pendulum_2"]))

    def test_one_command_compares_numbers_of_trajectories_at_equal_steps(self):
        place, out = small_data.directory("chain_pendulum_1", train=60), small_data.root / "efficiency"
        command = ["efficiency", place, "-o", out, "--sizes", 60, 10, "--models", "CHNN", "NeuralODE", "--seeds", 2,
                   "--steps", 40, "--hidden", 16, "--batch", 30]
        done = baselines(*command)
        self.assertEqual(done.returncode, 0, done.stderr)
        rows = json.loads((out / "efficiency.json").read_text())["scores"]
        self.assertEqual([(row["model"], row["trajectories"], row["epochs"]) for row in rows],
                         [("CHNN", 10, 40), ("CHNN", 60, 20), ("NeuralODE", 10, 40), ("NeuralODE", 60, 20)])
        for row in rows:
            self.assertAlmostEqual(np.log(row["geometric_mean"]), np.mean(np.log(row["of_each_seed"])), delta=1e-3)  # four digits
        self.assertRegex((out / "efficiency.md").read_text(), "- CHNN with 60 is ahead of NeuralODE with up to 60")
        self.assertTrue((out / "efficiency.svg").exists() or "matplotlib is not installed" in done.stdout)
        done = baselines("efficiency", place, "-o", out / "more", "--sizes", 10, 61, "--hidden", 8, "--steps", 1)
        self.assertEqual(done.returncode, 1)
        self.assertIn("has 60 trajectories, but 61 are needed; generate more (--train 61)", done.stderr)
        self.assertFalse((out / "more").exists())  # nothing was trained before
        again = baselines(*command)
        self.assertEqual((again.returncode, again.stdout.count("is trained")), (0, 8), again.stderr)

    def test_train_and_rollout_write_a_submission(self):
        place = small_data.directory("chain_pendulum_1", train=60)
        trained, predicted = small_data.root / "clnn.pt", small_data.root / "clnn.h5"
        done = baselines("train", "CLNN", place, "-o", trained, "--hidden", 8, "--epochs", 2, "--seed", 3)
        self.assertEqual(done.returncode, 0, done.stderr)
        done = baselines("rollout", trained, place, "-o", predicted)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(done.stdout, f"{predicted}: CLNN, 6 trajectories of 100 samples of chain_pendulum_1; score it by\n"
                                      f"  cchnn-eval score {place}/test.h5 {predicted}\n")
        entry = cchnn.score(place / "test.h5", predicted, bootstrap=0)["submissions"][0]
        self.assertEqual((entry["model"], entry["diverged"]["trajectories"]), ("CLNN", 0))
        self.assertIn("hidden 8, 2 of 2 epochs, seed 3", entry["notes"])
        self.assertGreater(entry["stated_time"]["seconds"], 0)
        # From a context they begin at its last sample: the same motion as of a test set that begins there.
        done = baselines("rollout", trained, place, "-o", predicted, "--context", 5)
        self.assertIn(" --context 5", done.stdout)
        test = cchnn.Dataset(place, "test")
        with h5py.File(predicted) as f:
            self.assertEqual(f.attrs["context"], 5)
            name = "x" if "x" in f else "q"
            np.testing.assert_array_equal(f[name][:, :5], getattr(test, name)[:, :5])
            self.assertEqual(f[name].shape, getattr(test, name).shape)
        self.assertEqual(cchnn.score(test, predicted, context=5, bootstrap=0)["submissions"][0]["diverged"]["trajectories"], 0)
        done = baselines("rollout", trained, small_data.directory("chain_pendulum_3"), "-o", predicted)
        self.assertEqual(done.returncode, 1)
        self.assertIn("was trained on chain_pendulum_1", done.stderr)

    def test_cuda_without_a_device_is_said(self):
        if torch.cuda.is_available():
            self.skipTest("there is a device")
        done = baselines("train", "HNN", small_data.directory("chain_pendulum_1", train=60), "-o", "a.pt", "--device", "cuda")
        self.assertEqual((done.returncode, Path("a.pt").exists()), (1, False))
        self.assertIn("--device cuda: this PyTorch sees no CUDA device; take cpu", done.stderr)
