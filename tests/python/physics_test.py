"""Energies and constraints of the package against those that the program computed, for every built-in system."""
import json
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
            # What inputs drive has no V, but a spring that they pull on has.
            held = [edge for edge in data.edges if "input" not in edge.numbers or edge.kind == "TorsionSpring"]
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
            others = set(data.constraints.kind) - {"distance", "component", "linear", "crossed", "perpendicular"}
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

    def test_products_of_vectors_are_rows_of_the_program(self):
        """M a = -grad V + B u - DPhi^T lambda with a and lambda of the program, in a plane and in space."""
        for name, text in OWN.items():
            data = own(name, text, with_="acceleration,multipliers")
            self.assertTrue(set(data.constraints.kind) & {"crossed", "perpendicular"}, name)
            x, v = data.x, data.v
            physics = data.physics
            self.assertLess(np.abs(physics.phi(x)).max(), 1e-11)
            self.assertLess(np.abs(physics.phi_rate(x, v)).max(), 1e-11 * np.abs(v).max())
            rows = physics.phi_jacobian(x)
            pull = np.einsum("...c,...cnd->...nd", data["multipliers"], rows)
            off = physics.momenta(data["acceleration"]) + pull + weight(data)
            self.assertLess(np.abs(off).max(), 1e-10 * np.abs(pull).max(), name)
            random = np.random.default_rng(0)
            there, along = x[0, 3] + random.normal(0, 0.2, x.shape[2:]), random.normal(size=x.shape[2:])
            difference = (physics.phi(there + 1e-3 * along) - physics.phi(there - 1e-3 * along)) / 2e-3
            np.testing.assert_allclose(physics.phi_rate(there, along), difference, atol=1e-11)

    def test_a_rotating_frame_has_its_centrifugal_energy(self):
        for name, text in FRAMES.items():
            data = own(name, text)
            scale = np.abs(data.physics.kinetic_energy(data.v)).max() + np.abs(data.energy).max()
            self.assertLess(np.abs(data.physics.energy(data.x, data.v) - data.energy).max(), 1e-13 * scale)
            self.assertGreater(np.abs(data.physics.kinetic_energy(data.v) - data.energy).max(), 1e-2 * scale)

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


def own(name, text, **options):
    file = small_data.root / f"{name}.json"
    file.write_text(json.dumps({"name": name, **text}))
    return cchnn.Dataset(cchnn.generate(file, small_data.root / "own", train=0, valid=0, test=3, steps=20, threads=1, force=True, **options),
                         "test")


def weight(data):
    """-F of gravity, which is linear in x, so that its gradient is a difference."""
    size = data.x.shape[2:]
    force = np.zeros(data.x.shape)
    for k in np.ndindex(*size):
        one = np.zeros(size)
        one[k] = 1
        force[(..., *k)] = data.physics.potential_energy(one) - data.physics.potential_energy(0 * one)
    return force


def turned(angle):
    return {"normal": {"mean": angle, "std": 0.3}}


BOX = {"type": "Obj3D", "mass": 2, "second_moments": [0.1, 0.2, 0.3]}
OWN = {
    "rail": {"dimension": 2,
             "bodies": [{"id": "rail", "type": "Origin", "position": [0.3, -0.2]}, {"id": "arm", "type": "Obj1D", "mass": 2, "second_moments": [0.1]},
                        {"id": "bead", "type": "Obj0D", "mass": 1}],
             "constraints": [{"type": "Joint", "between": ["rail", {"body": "arm", "point": [-0.5]}]},
                             {"type": "Slider", "between": [{"body": "arm", "point": [0.1]}, "bead"], "axis": [[1]]}],
             "potentials": [{"type": "Gravity"}],
             "initial_conditions": {"bodies": {"arm": {"from": "rail", "angle": turned(0.4), "angle_rate": 1},
                                               "bead": {"from": "arm", "slide": 0.7, "slide_rate": 0.5}}}},
    "sleeve": {"dimension": 3, "bodies": [{"id": "wall", "type": "Origin"}, {"id": "sleeve", **BOX}, {"id": "shaft", **BOX}],
               "constraints": [{"type": "Joint", "between": ["wall", {"body": "sleeve", "point": [0.4, 0.1, 0]}]},
                               {"type": "Slider", "between": [{"body": "sleeve", "point": [0, 0.1, 0]}, {"body": "shaft", "point": [0.2, 0, 0]}],
                                "axis": [[0, 0.6, 0.8], [1, 0, 0]]}],
               "potentials": [{"type": "Gravity"}],
               "initial_conditions": {"bodies": {"sleeve": {"from": "wall", "euler_zxz": [0.3, 0.5, 0.2]},
                                                 "shaft": {"from": "sleeve", "slide": 0.3}}, "noise": {"velocity": {"normal": {"mean": 0, "std": 0.5}}}}},
    "cardan": {"dimension": 3, "bodies": [{"id": "wall", "type": "Origin"}, {"id": "shaft", **BOX}],
               "constraints": [{"type": "Universal", "between": ["wall", {"body": "shaft", "point": [0, 0, 0.5]}], "axis": [[1, 0, 0], [0, 1, 0]]}],
               "potentials": [{"type": "Gravity"}],
               "initial_conditions": {"bodies": {"shaft": {"position": [0, 0, -0.5], "euler_zxz": [0, 0.3, 0]}}, "noise": {"velocity": {"normal": {"mean": 0, "std": 0.5}}}}},
    "glider": {"dimension": 3, "bodies": [{"id": "table", "type": "Origin"}, {"id": "box", **BOX}, {"id": "lid", **BOX}],
               "constraints": [{"type": "Joint", "between": ["table", {"body": "box", "point": [0, 0, 0.5]}]},
                               {"type": "Planar", "between": [{"body": "box", "point": [0, 0, 0.2]}, "lid"], "axis": [[0, 0, 1], [0, 0, 1]]}],
               "potentials": [{"type": "Gravity"}],
               "initial_conditions": {"bodies": {"box": {"from": "table", "euler_zxz": [0.1, 0.3, 0.2]},
                                                 "lid": {"position": [0.1, 0.2, -0.3], "euler_zxz": [0.1, 0.3, 0.5]}}, "noise": {"velocity": {"normal": {"mean": 0, "std": 0.5}}}}}}
FRAMES = {
    "table_frame": {"dimension": 2, "bodies": [{"id": "bar", "type": "Obj1D", "mass": 2, "second_moments": [0.3]}],
                    "potentials": [{"type": "RotatingFrame", "rate": [0, 0, 1.5]}],
                    "initial_conditions": {"bodies": {"bar": {"position": [0.5, 0.2], "angle": turned(1), "velocity": [0.1, 0]}}}},
    "space_frame": {"dimension": 3, "bodies": [{"id": "box", **BOX}],
                    "potentials": [{"type": "RotatingFrame", "rate": [0.3, -0.8, 1.5]}],
                    "initial_conditions": {"bodies": {"box": {"position": [0.5, 0.2, -0.3], "velocity": [0.1, 0, 0.2],
                                                              "euler_zxz": [0.4, 1, 0.2], "euler_rates": [0.2, 0.5, 1]}}}}}

FAMILY = """{ "name": "any_pendulum", "dimension": 2,
  "bodies": [ {"id": "hook", "type": "Origin"}, {"id": "bob", "type": "Obj0D", "mass": {"uniform": {"low": 1, "high": 2}}} ],
  "constraints": [ {"type": "Link", "between": ["hook", "bob"], "length": 1} ],
  "potentials": [ {"type": "Gravity"} ],
  "initial_conditions": { "bodies": { "bob": {"from": "hook", "angle": {"normal": {"mean": 0, "std": 0.5}}} } } }
"""
