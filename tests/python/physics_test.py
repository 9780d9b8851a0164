"""Energies and constraints of the package against those that the program computed, for every built-in system."""
import unittest

import h5py
import numpy as np

import cchnn
import small_data


# Their Origins move by formulas of t.
MOVING = ("kapitza_pendulum", "shaken_chain_3")


def systems():
    """Those with the same numbers in every trajectory, and Origins at rest."""
    return [name for name in small_data.systems() if not is_family(name) and name not in MOVING]


def is_family(system):
    with h5py.File(small_data.directory(system, train=0, test=1, steps=20) / "test.h5") as file:
        return "parameters" in file


def some(system):
    return small_data.test(system, train=0, test=1, steps=20)


class Physics(unittest.TestCase):
    def test_energies_are_those_of_the_file(self):
        for system in systems():
            data = some(system)
            held = [edge for edge in data.edges if "input" not in edge.numbers]  # what inputs drive has no V
            others = {edge.kind for edge in held} & {"Potential", "TorsionSpring", "Torque"}
            if others:
                with self.assertRaisesRegex(cchnn.DataError, f"a '({'|'.join(others)})' is not implemented"):
                    data.physics.energy(data.x, data.v)
                continue
            # Sums of a few products in another order, against the size of the summands.
            scale = np.abs(data.physics.kinetic_energy(data.v)).max() + np.abs(data.energy).max()
            difference = np.abs(data.physics.energy(data.x, data.v) - data.energy).max()
            self.assertLess(difference, 1e-13 * scale, system)

    def test_stored_states_are_on_the_constraints(self):
        compared = 0
        for system in systems():
            data = some(system)
            others = set(data.constraints.kind) - {"distance", "component", "linear"}
            if others:
                with self.assertRaisesRegex(cchnn.DataError, f"constraints of kind '({'|'.join(others)})' are not implemented"):
                    data.physics.phi(data.x)
                continue
            phi, rate = data.physics.phi(data.x), data.physics.phi_rate(data.x, data.v)
            self.assertEqual(phi.shape, data.x.shape[:2] + (len(data.constraints.kind),))
            if phi.size:
                self.assertLess(np.abs(phi).max(), 1e-10, system)  # as `cchnn-gen verify` allows
                self.assertLess(np.abs(rate).max(), 1e-10 * (1 + np.abs(data.v).max()), system)
                compared += 1
        self.assertGreater(compared, 12)

    def test_the_jacobian_is_the_derivative_of_phi(self):
        random = np.random.default_rng(0)
        for system in ("chain_pendulum_3", "hinged_arm_3", "gyroscope"):
            physics = some(system).physics
            x = some(system).x[0, 0] + random.normal(0, 0.2, some(system).x.shape[2:])  # off the constraints
            u = random.normal(size=x.shape)
            difference = (physics.phi(x + 1e-3 * u) - physics.phi(x - 1e-3 * u)) / 2e-3  # exact for squares
            np.testing.assert_allclose(physics.phi_rate(x, u), difference, atol=1e-11)
            self.assertGreater(np.abs(difference).min(), 1e-4)

    def test_moving_origins_are_refused(self):
        for system in MOVING:
            with self.assertRaisesRegex(cchnn.DataError, f"anchors of {system} move, but physics knows no time"):
                some(system).physics

    def test_states_of_another_shape_are_refused(self):
        test = small_data.test()
        x, v = test.x, test.v
        for call, name in ((lambda p: p.energy(x[..., :1], v), "x"), (lambda p: p.phi(x[:, :, :2]), "x"),
                           (lambda p: p.kinetic_energy(v[..., :1]), "v"), (lambda p: p.momenta(v[:, :, :1]), "v"),
                           (lambda p: p.velocities(v[..., :1]), "p"), (lambda p: p.phi_rate(x, v[..., :1]), "v")):
            with self.assertRaisesRegex(cchnn.DataError, rf"^{name}: shape is .*, expected \(\.\.\., 3, 2\)"):
                call(test.physics)

    def test_momenta_and_velocities_are_inverse(self):
        data = some("gyroscope")
        np.testing.assert_allclose(data.physics.velocities(data.physics.momenta(data.v)), data.v, atol=1e-12)
        self.assertGreater(np.abs(data.physics.momenta(data.v) - data.v).max(), 1e-3)

    def test_float32_stays_float32(self):
        data = some("magnet_pendulum")
        x, v = data.x.astype(np.float32), data.v.astype(np.float32)
        for array in (data.physics.energy(x, v), data.physics.phi(x), data.physics.phi_rate(x, v)):
            self.assertEqual(array.dtype, np.float32)

    def test_a_family_is_refused_since_its_numbers_differ(self):
        file = small_data.root / "any_pendulum.json"
        file.write_text(FAMILY)
        place = cchnn.generate(file, small_data.root, train=0, valid=0, test=2)
        data = cchnn.Dataset(place, "test")
        with self.assertRaisesRegex(cchnn.DataError, "differ from trajectory to trajectory"):
            data.physics


FAMILY = """{ "name": "any_pendulum", "dimension": 2,
  "bodies": [ {"id": "hook", "type": "Origin"}, {"id": "bob", "type": "Obj0D", "mass": {"uniform": {"low": 1, "high": 2}}} ],
  "constraints": [ {"type": "Link", "between": ["hook", "bob"], "length": 1} ],
  "potentials": [ {"type": "Gravity"} ],
  "initial_conditions": { "bodies": { "bob": {"from": "hook", "angle": {"normal": {"mean": 0, "std": 0.5}}} } } }
"""
