"""cchnn.System: the numbers of generate, bit for bit, and of the equations of the package in NumPy; errors; processes that end."""
import json
import multiprocessing
import os
import pathlib
import pickle
import signal
import tempfile
import threading
import time
import unittest

import numpy as np

import cchnn

# Chains, bodies, a closed loop, forces of velocities, curves, driven by inputs and by Origins, a drawn number, in 1 to 3 dimensions.
KINDS = ("chain_pendulum_3", "hinged_arm_3", "four_bar_linkage", "gyroscope", "damped_pendulum", "roller_coaster", "rolling_disk", "cart_pole",
         "kapitza_pendulum", "foucault_pendulum", "gear_train", "harmonic_oscillator")
FAMILY = {"name": "family", "title": "A family", "dimension": 2,
          "bodies": [{"id": "o", "type": "Origin"}, {"id": "a", "type": "Obj0D", "mass": {"uniform": {"low": 1, "high": 2}}},
                     {"id": "b", "type": "Obj0D", "mass": 1}],
          "constraints": [{"type": "Link", "between": ["o", "a"], "length": {"uniform": {"low": 1, "high": 2}}},
                          {"type": "Link", "between": ["a", "b"], "length": 1}],
          "potentials": [{"type": "Gravity", "g": 9.8}],
          "initial_conditions": {"bodies": {"a": {"from": "o", "angle": {"uniform": {"low": -1, "high": 1}}},
                                            "b": {"from": "a", "angle": {"uniform": {"low": -1, "high": 1}}}}},
          "sampling": {"dt": 0.05, "steps": 20}}


class Systems(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.scratch = tempfile.TemporaryDirectory()
        cls.place = pathlib.Path(cls.scratch.name)
        known = set(cchnn.systems())
        cls.names = [name for name in KINDS if name in known]
        assert len(cls.names) >= 9, cls.names
        cls.data = {}
        for name in cls.names:
            cls.data[name] = cls.made(name)
        (cls.place / "family.json").write_text(json.dumps(FAMILY))
        cls.family = cls.made(str(cls.place / "family.json"))

    @classmethod
    def made(cls, system):
        count = 1 if system in ("harmonic_oscillator", "kapitza_pendulum", "foucault_pendulum") else 3  # states of the file
        directory = cchnn.generate(system, cls.place, train=count, valid=0, test=0, steps=20, with_="acceleration,multipliers", threads=1)
        return cchnn.Dataset(directory, "train")

    @classmethod
    def tearDownClass(cls):
        cls.scratch.cleanup()

    def beside(self, data):
        given = {"t": np.broadcast_to(data.t, data.x.shape[:2])}
        for name in ("u", "track_parameter", "counted_angle"):
            try:
                given[name] = data[name]
            except (KeyError, cchnn.DataError):  # the system has none
                continue
        return given

    def test_every_state_of_a_dataset_has_its_acceleration_energy_and_multipliers_bit_for_bit(self):
        for name, data in self.data.items():
            with self.subTest(name), cchnn.System(name) as system:
                given = self.beside(data)
                np.testing.assert_array_equal(system.acceleration(data.x, data.v, **given), data.acceleration)
                energy = system.energy(data.x, data.v, **given)
                if name == "kapitza_pendulum":  # its motion is computed as seen from the Origin, and converted
                    np.testing.assert_allclose(energy, data.energy, rtol=1e-15)
                else:
                    np.testing.assert_array_equal(energy, data.energy)
                if data.multipliers is not None:
                    np.testing.assert_array_equal(system.multipliers(data.x, data.v, **given), data.multipliers)

    def test_a_rollout_is_the_trajectory_of_the_dataset_bit_for_bit(self):
        for name, data in self.data.items():
            with self.subTest(name), cchnn.System(name) as system:
                start = {key: one[:, 0] for key, one in self.beside(data).items() if key not in ("t", "u")}
                out = system.rollout(data.x[:, 0], data.v[:, 0], times=data.t, u=self.beside(data).get("u"), **start)
                for key in ("x", "v", "energy", "error_bound"):
                    np.testing.assert_array_equal(getattr(out, key), getattr(data, key), err_msg=key)
                states = system.initial_states(len(data))
                np.testing.assert_array_equal(states["x"], data.x[:, 0])

    def test_members_of_a_family_have_their_own_numbers(self):
        data = self.family
        parameters = np.stack(list(data.parameters.values()), -1)
        with cchnn.System(FAMILY) as system:
            out = system.rollout(data.x[:, 0], data.v[:, 0], times=data.t, parameters=parameters)
            np.testing.assert_array_equal(out.x, data.x)
            each = np.broadcast_to(parameters[:, None], data.x.shape[:2] + parameters.shape[1:])
            np.testing.assert_array_equal(system.acceleration(data.x, data.v, parameters=each), data.acceleration)
            np.testing.assert_array_equal(system.initial_states(3)["parameters"], parameters)
            alone = system.acceleration(data.x[1], data.v[1], parameters=dict(zip(data.parameters, parameters[1])))
            np.testing.assert_array_equal(alone, data.acceleration[1])

    def test_energy_and_constraints_are_those_of_the_equations_in_numpy(self):
        checked = 0
        for name, data in self.data.items():
            try:
                energy, phi = data.physics.energy(data.x, data.v), data.physics.phi(data.x)
                jacobian = data.physics.phi_jacobian(data.x)
            except cchnn.DataError:  # kinds that the package has no formulas of
                continue
            with self.subTest(name), cchnn.System(name) as system:
                checked += 1
                given = self.beside(data)
                # Some hundred roundings of numbers of this size.
                scale = np.abs(energy).max() + data.physics.kinetic_energy(data.v).max()
                np.testing.assert_allclose(system.energy(data.x, data.v, **given), energy, atol=1e-13 * scale, rtol=0)
                if phi.shape[-1]:
                    np.testing.assert_allclose(system.phi(data.x), phi, atol=1e-13)
                    np.testing.assert_allclose(system.phi_jacobian(data.x), jacobian, atol=1e-13)
                np.testing.assert_allclose(system.mass_matrix(), data.mass_matrix, rtol=1e-15)
        self.assertGreaterEqual(checked, 5)

    def test_accelerations_of_a_chain_solve_the_dense_equations_anywhere(self):
        # M a + G^T lambda = f, G a = -dG/dt v, solved as one dense system; shifted along the chain's free direction there is none,
        # so that states are drawn, projected and scaled in time.
        data = self.data["chain_pendulum_3"]
        with cchnn.System("chain_pendulum_3") as system:
            random = np.random.default_rng(5)
            x, v = system.project(data.x[0, :8] + random.normal(0, 0.1, (8, 3, 2)), 7 * data.v[0, :8])
            mass, force = system.mass_matrix(), np.tile([0, -9.81], (3, 1)) * np.diag(data.mass_matrix)[:, None]
            for one, speed, found in zip(x, v, system.acceleration(x, v)):
                g = data.physics.phi_jacobian(one).reshape(-1, 6)
                bias = (data.physics.phi_jacobian(one + speed) - data.physics.phi_jacobian(one)).reshape(-1, 6) @ speed.ravel()
                big = np.block([[np.kron(mass, np.eye(2)), g.T], [g, np.zeros((len(g), len(g)))]])
                solved = np.linalg.solve(big, np.concatenate([force.ravel(), -bias]))[:6]
                np.testing.assert_allclose(found.ravel(), solved, rtol=1e-11, atol=1e-11)  # the condition of `big` is some 100

    def test_jacobians_are_those_of_differences(self):
        for name, data in self.data.items():
            with self.subTest(name), cchnn.System(name) as system:
                given = {key: one[0, 3] for key, one in self.beside(data).items() if key not in ("track_parameter", "counted_angle")}
                x, v = data.x[0, 3], data.v[0, 3]
                by_x, by_v, by_u = system.acceleration_jacobian(x, v, **given)
                random = np.random.default_rng(2)
                dx, dv = random.normal(size=(2, *x.shape))
                if data.x.shape[3] < 3 or name not in ("roller_coaster", "rolling_disk"):
                    dx, dv = (system.project(x + 1e-3 * one, v)[0] - x for one in (dx, dv))
                dx, dv = dx / np.abs(dx).max(), dv / np.abs(dv).max()
                h = 1e-4
                a = [system.acceleration(x + k * h * dx, v + k * h * dv, **given) for k in (-2, -1, 1, 2)]
                differences = (a[0] - 8 * a[1] + 8 * a[2] - a[3]) / (12 * h)  # errors of h^4 and of rounding / h, some 1e-9
                along = np.einsum("ndmc,mc->nd", by_x, dx) + np.einsum("ndmc,mc->nd", by_v, dv)
                if "track_parameters" in system.info and system.info["track_parameters"]:
                    continue  # off a curve the nearest point moves otherwise
                np.testing.assert_allclose(along, differences, atol=1e-6 * max(1, np.abs(along).max()))
                if by_u is not None and by_u.size:
                    up = {**given, "u": given["u"] + 1}
                    np.testing.assert_allclose(by_u.sum(-1), system.acceleration(x, v, **up) - system.acceleration(x, v, **given),
                                               atol=1e-11 * max(1, np.abs(by_u).max()))  # linear in u

    def test_phi_jacobian_is_that_of_differences(self):
        for name, data in self.data.items():
            with self.subTest(name), cchnn.System(name) as system:
                x, v = data.x[0, 0], data.v[0, 0]
                jacobian, h = system.phi_jacobian(x), 1e-6
                if jacobian.shape[0] == 0 or name == "rolling_disk":  # rows on velocities have no Phi
                    continue
                moved = (system.phi(x + h * v) - system.phi(x - h * v)) / (2 * h)
                np.testing.assert_allclose(np.einsum("cnd,nd->c", jacobian, v), moved, atol=1e-8 * max(1, np.abs(v).max() ** 2))

    def test_coordinates_go_there_and_back_and_shapes_of_one_state_and_many_agree(self):
        data = self.data["chain_pendulum_3"]
        with cchnn.System("chain_pendulum_3") as system:
            q, qdot = system.coordinates(data.x, data.v)
            np.testing.assert_allclose(qdot, data.qdot, rtol=0, atol=1e-12)
            x, v = system.from_coordinates(q, qdot)
            np.testing.assert_allclose(x, data.x, atol=1e-14)
            np.testing.assert_allclose(v, data.v, atol=1e-13)
            one = system.acceleration(data.x[1, 2], data.v[1, 2])
            self.assertEqual(one.shape, (3, 2))
            np.testing.assert_array_equal(one, system.acceleration(data.x, data.v)[1, 2])
            self.assertEqual(system.energy(data.x[0, 0], data.v[0, 0]).shape, ())
            half = system.acceleration(data.x.astype(np.float32), data.v.astype(np.float32))
            self.assertEqual(half.dtype, np.float64)
            np.testing.assert_allclose(half, data.acceleration, rtol=1e-3, atol=1e-3)
            step = system.step(data.x[0, 4], data.v[0, 4])
            np.testing.assert_allclose(step[0], data.x[0, 5], atol=1e-11)

    def test_numbers_of_the_file_may_vary(self):
        with cchnn.System("chain_pendulum_1") as system:
            x, v = np.array([[1.0, 0]]), np.zeros((1, 2))
            names = [one["pointer"] for one in system.info["numbers"]]
            g = next(name for name in names if name.endswith("/g"))
            a = system.acceleration(np.stack([x] * 3), np.stack([v] * 3), parameters={g: [1.0, 2.0, 4.0]})
            np.testing.assert_allclose(a[:, 0, 1], [-1, -2, -4], rtol=1e-14)
            self.assertRaisesRegex(cchnn.DataError, "vary: '/bodies/9/mass' is not a number of", system.acceleration, x, v, parameters={"/bodies/9/mass": 1.0})
            self.assertRaisesRegex(cchnn.DataError, "out of range", system.acceleration, x, v, parameters={g: -1.0})

    def test_errors_say_where_and_the_process_goes_on(self):
        with cchnn.System("chain_pendulum_3") as system:
            x = np.zeros((4, 3, 2))
            v, bad = np.zeros_like(x), np.zeros_like(x)
            bad[3, 0, 1] = np.nan
            cases = [(lambda: system.acceleration(bad, v), r"x: must be finite, and entry \(3, 0, 1\) is nan"),
                     (lambda: system.acceleration(x, v[:2]), r"v: has the shape \(2, 3, 2\), must be \(4, 3, 2\)"),
                     (lambda: system.acceleration(x.astype(complex), v), "x: is of type complex128"),
                     (lambda: system.acceleration(x, v, u=1.0), "u"),
                     (lambda: system.rollout(x, v), "state 0.*projec"),
                     (lambda: system.rollout(x, v, dt=-1.0), "dt: must be a number > 0"),
                     (lambda: system.rollout(x, v, samples=10 ** 9), "samples: must be 2 .. "),
                     (lambda: system.initial_states(split="all"), "split: must be train")]
            for call, message in cases:
                self.assertRaisesRegex(cchnn.DataError, message, call)
            self.assertRaisesRegex(TypeError, "unknown argument 'force'", system.energy, x, v, force=1)
            self.assertEqual(system.acceleration(x + [[0, -1], [0, -2], [0, -3]], v).shape, x.shape)
        with cchnn.System("cart_pole") as system:
            self.assertRaisesRegex(cchnn.DataError, "u: is missing: cart_pole is driven by push", system.acceleration, np.zeros((3, 2)), np.zeros((3, 2)))
        with cchnn.System("four_bar_linkage") as system:
            self.assertRaisesRegex(cchnn.DataError, "closes a loop", system.coordinates, *self.data["four_bar_linkage"].given)
        self.assertRaisesRegex(cchnn.ProgramError, "no_such_system", lambda: cchnn.System("no_such_system").info)

    def test_a_process_belongs_to_one_process_of_python_and_ends_with_it(self):
        data = self.data["chain_pendulum_3"]
        system = cchnn.System("chain_pendulum_3")
        mine = system.acceleration(data.x, data.v)
        for way in ("fork", "spawn"):
            with multiprocessing.get_context(way).Pool(2) as pool:
                parts = pool.starmap(system.acceleration, [(data.x, data.v)] * 4)
            for part in parts:
                np.testing.assert_array_equal(part, mine)
        np.testing.assert_array_equal(system.acceleration(data.x, data.v), mine)  # still the parent's
        again = pickle.loads(pickle.dumps(system))
        np.testing.assert_array_equal(again.acceleration(data.x, data.v), mine)
        answers = []
        threads = [threading.Thread(target=lambda: answers.append(system.acceleration(data.x, data.v))) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        for part in answers:
            np.testing.assert_array_equal(part, mine)
        process = system._process
        system.close()
        self.assertIsNotNone(process.returncode)
        np.testing.assert_array_equal(system.acceleration(data.x, data.v), mine)  # which started another one
        process = system._process
        del system
        self.assertIsNotNone(process.returncode)

    def test_a_process_that_dies_is_an_exception_with_its_last_words_and_the_next_call_starts_another(self):
        system = cchnn.System("chain_pendulum_3")
        system.mass_matrix()
        for end, words in ((signal.SIGTERM, "stopped by SIGTERM"), (signal.SIGKILL, "was ended by signal 9")):
            os.kill(system._process.pid, end)
            time.sleep(0.5)
            self.assertRaisesRegex(cchnn.ProgramError, words, system.mass_matrix)
            self.assertEqual(system.mass_matrix().shape, (3, 3))
        system.close()

    def test_an_interrupt_ends_a_long_call(self):
        data = self.data["chain_pendulum_3"]
        with cchnn.System("chain_pendulum_3") as system:
            system.mass_matrix()
            timer = threading.Timer(0.5, os.kill, (os.getpid(), signal.SIGINT))
            timer.start()
            begin = time.monotonic()
            with self.assertRaises(KeyboardInterrupt):
                system.rollout(data.x[0, 0], data.v[0, 0], dt=1000.0, samples=1000)
            self.assertLess(time.monotonic() - begin, 5)
            self.assertEqual(system.mass_matrix().shape, (3, 3))

    def test_an_environment_has_the_interface_of_gymnasium(self):
        env = cchnn.Env("cart_pole", reward=lambda x, v, u: -float(u @ u), limit=2.0, horizon=5)
        first, info = env.reset(seed=3)
        self.assertEqual(info, {})
        self.assertEqual(first.shape, env.observation_space.shape)
        seen = [env.step(env.action_space.sample()) for _ in range(5)]
        self.assertEqual([one[3] for one in seen], [False] * 4 + [True])
        self.assertTrue(all(one[1] <= 0 and one[2] is False for one in seen))
        again, _ = env.reset(seed=3)
        np.testing.assert_array_equal(first, again)
        repeated = [env.step(env.action_space.sample())[0] for _ in range(5)]
        np.testing.assert_array_equal(repeated, [one[0] for one in seen])
        self.assertRaisesRegex(cchnn.DataError, "action: must be", env.step, [3.0])
        self.assertRaisesRegex(cchnn.DataError, "has no input", cchnn.Env, "chain_pendulum_1", lambda x, v, u: 0.0, 1.0)
        env.close()
