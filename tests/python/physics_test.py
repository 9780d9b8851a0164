"""Energies and constraints of the package against those that the program computed, for every built-in system."""
import json
import re
import unittest

import h5py
import numpy as np

import cchnn
import small_data
from cchnn.formulas import Formula


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
            others = {edge.kind for edge in held} & {"TorsionSpring", "Torque"}
            if others:
                with self.assertRaisesRegex(cchnn.DataError, f"a '({'|'.join(others)})' is not implemented"):
                    data.physics.energy(data.x, data.v)
                continue
            # Sums of a few products in another order, against the size of the summands.
            scale = np.abs(data.physics.kinetic_energy(data.v, data.x)).max() + np.abs(data.energy).max()
            difference = np.abs(data.physics.energy(data.x, data.v) - data.energy).max()
            self.assertLess(difference, 1e-13 * scale, system)

    def test_a_large_system_has_the_matrices_of_a_small_one(self):
        """More than 256 nodes: files have the entries of matrices in place of the matrices."""
        small, large = (own(f"row_{n}", row_of_rods(n)) for n in (3, 129))
        for name in ("mass_matrix", "inverse_mass_matrix"):
            np.testing.assert_array_equal(getattr(large, name)[:6, :6], getattr(small, name))
            self.assertEqual(np.count_nonzero(getattr(large, name)), 129 * np.count_nonzero(getattr(small, name)) // 3)
        first = [large.edges[k].rows for k in range(len(large.edges)) if large.edges[k].kind == "Joint"][0]
        of_small = [edge.rows for edge in small.edges if edge.kind == "Joint"][0]
        np.testing.assert_array_equal(large.constraints.weights[list(first), :6], small.constraints.weights[list(of_small)])
        self.assertEqual([len(one.system["bodies"]) for one in (small, large)], [6, 258])  # its JSON is in parts
        self.compare_energies(large)
        self.compare_rows(large)

    def test_examples_of_pages_have_the_energies_and_rows_of_the_program(self):
        """Lagrangians, Potentials, Constraints and VelocityConstraints, whose formulas the program reads by a grammar of its own."""
        compared = {}
        for page in ("lagrangians", "potentials", "constraints"):
            for text in re.findall(r"```json\n(.*?)```", (small_data.source / f"schemas/system/{page}.md").read_text(), re.S):
                if not re.search('"(lagrangian|Potential|Constraint|VelocityConstraint)"', text):
                    continue
                data = own(json.loads(text)["name"], json.loads(text))
                if data.parameters:
                    continue  # a family
                self.compare_energies(data)
                if data.constraints.kind:
                    self.compare_rows(data)
                for kind in {edge.kind for edge in data.edges}:
                    compared[kind] = compared.get(kind, 0) + 1
        self.assertGreaterEqual(compared["Lagrangian"], 4)
        for kind in ("Potential", "Constraint", "VelocityConstraint"):
            self.assertGreaterEqual(compared[kind], 1, kind)

    def compare_energies(self, data):
        """To rounding of a few dozen operations, against the size of the summands."""
        kinetic, energy = data.physics.kinetic_energy(data.v, data.x), data.physics.energy(data.x, data.v)
        scale = np.abs(kinetic).max() + np.abs(data.energy).max()
        self.assertLess(np.abs(energy - data.energy).max(), 1e-14 * scale, data.system_name)
        self.assertGreater(np.abs(kinetic).max(), 1e-4 * scale, data.system_name)

    def compare_rows(self, data):
        """Off the constraints too, with those of the program; of rows that move at their times."""
        moves = any(given["id"] == "t" for given in data.system.get("inputs", []))
        with cchnn.System(data.system) as program:
            x = data.x[:, 3] + np.random.default_rng(0).normal(0, 0.1, data.x[:, 3].shape)
            t = {"t": np.full(len(x), data.t[3])} if moves else {}
            np.testing.assert_allclose(data.physics.phi(x, **t), program.phi(x, **t), rtol=0, atol=1e-14)
            np.testing.assert_allclose(data.physics.phi_jacobian(x, **t), program.phi_jacobian(x, **t), rtol=0, atol=1e-14)
        speed, times = np.abs(data.v).max(), {"t": data.t} if moves else {}
        self.assertLess(np.abs(data.physics.phi(data.x, **times)).max(), 1e-10)  # as `cchnn-gen verify` allows
        self.assertLess(np.abs(data.physics.phi_rate(data.x, data.v, **times)).max(), 1e-10 * (1 + speed))

    def test_formulas_of_points_are_those_of_the_page(self):
        """V and the rows typed out by hand. The point ahead on the blade is no node; that of the Origin counts in no |dphi|."""
        data = own("by_formula", BY_FORMULA)
        star, base, tip = data.x[..., 0, :], data.x[..., 1, :], data.x[..., 1, :] + 2 * (data.x[..., 2, :] - data.x[..., 1, :])
        distance = np.linalg.norm(star - base, axis=-1)
        potential = 0.5 * (distance - 1.5)**2 - 0.3 * distance * np.linalg.norm(star - [0, 1], axis=-1) - np.tanh(star[..., 0])
        np.testing.assert_allclose(data.physics.potential_energy(data.x), potential, rtol=1e-14)
        rows, blade = data.physics.phi_jacobian(data.x), data.constraints.kind.index("formula_rate")
        ahead = tip - base
        across = np.stack([ahead[..., 1], -ahead[..., 0]], -1) / np.linalg.norm(ahead, axis=-1)[..., None]
        np.testing.assert_allclose(rows[..., blade, 1, :], across, atol=1e-14)
        np.testing.assert_allclose(rows[..., blade, [0, 2], :], 0, atol=1e-15)
        curve, slope = data.constraints.kind.index("formula"), np.stack([-2 * star[..., 0], 1 + 0 * star[..., 0]], -1)
        np.testing.assert_allclose(rows[..., curve, 0, :], slope / np.linalg.norm(slope, axis=-1)[..., None], atol=1e-14)
        self.compare_energies(data)
        self.compare_rows(data)

    def test_a_lagrangian_has_momenta_and_positions(self):
        """A pendulum in a magnetic field on a turning table, whose T has terms of degree 2, 1 and 0, by hand."""
        data = own("turning", TURNING)
        (r, a), (rd, ad) = (np.moveaxis(state[..., 0], -1, 0) for state in (data.x, data.v))
        physics = data.physics
        momenta = np.stack([2 * rd, 2 * r**2 * (ad + 0.7)], -1)[..., None]
        np.testing.assert_allclose(physics.momenta(data.v, data.x), momenta, rtol=1e-13)
        np.testing.assert_allclose(physics.velocities(momenta, data.x), data.v, rtol=1e-12, atol=1e-13)
        np.testing.assert_allclose(physics.kinetic_energy(data.v, data.x), rd**2 + r**2 * ad**2, rtol=1e-12)  # less two others
        self.compare_energies(data)
        places = physics.positions(data.x)
        np.testing.assert_allclose(places["bob"], np.stack([r * np.sin(a), -r * np.cos(a), 0.3 + 0 * r], -1), atol=1e-15)
        self.assertEqual(places["hook"].shape, places["bob"].shape)
        for call, what in ((physics.momenta, r"momenta\(v, x\)"), (physics.kinetic_energy, r"kinetic_energy\(v, x\)"),
                           (physics.velocities, r"velocities\(p, x\)")):
            with self.assertRaisesRegex(cchnn.DataError, f"^x: the inertia of a 'Lagrangian' depends on it; call {what}"):
                call(data.v)
        with self.assertRaisesRegex(cchnn.DataError, "no 'Lagrangian', whose 'positions'"):
            some("gyroscope").physics.positions(some("gyroscope").x)

    def test_formulas_have_exact_gradients(self):
        """Each operation and function, against differences of the fourth order: 1e-3^4 of the size of fifth derivatives."""
        text = ("-x^2 + 2*lambda*y/x - (x - y)^-2 + sin(x)*cos(y)^3 + exp(-x)/(1 + tanh(y)) + log(x + 3)*sqrt(x^2 + y^2 + 1)"
                " - r/(2 - 3*-y) + 1.5e-1*pi - 2^(-1) + x^0 + .5")
        formula = Formula(text, {"x": None, "y": None, "lambda": 0.7, "r": "sqrt((x - 2*y)^2)"}, "here")
        x, y = np.array([0.5, 1.3, 2]), np.array([1.5, 0.3, 0.9])
        by_hand = (-x**2 + 1.4 * y / x - 1 / (x - y)**2 + np.sin(x) * np.cos(y)**3 + np.exp(-x) / (1 + np.tanh(y))
                   + np.log(x + 3) * np.sqrt(x**2 + y**2 + 1) - abs(x - 2 * y) / (2 + 3 * y) + 0.15 * np.pi + 1)
        value, slopes = formula.gradient({"x": x, "y": y}, ("x", "y"))
        np.testing.assert_allclose(value, by_hand, rtol=1e-14)
        for k, name in enumerate("xy"):
            at = [formula({"x": x + (1 - k) * h * 1e-3, "y": y + k * h * 1e-3}) for h in (-2, -1, 1, 2)]
            np.testing.assert_allclose(slopes[name], (at[0] - 8 * at[1] + 8 * at[2] - at[3]) / 12e-3, rtol=1e-8)
        self.assertEqual(Formula("+".join(2500 * ["x"]), {"x": None}, "here")({"x": 2.0}), 5000)  # no deep tree
        for text in ("1/0", "x*10^1000", "0^-1"):
            with self.assertRaisesRegex(cchnn.DataError, "^here: the formula .* has a number that is not finite"):
                Formula(text, {"x": None}, "here")({"x": x})

    def test_stored_states_are_on_the_constraints(self):
        compared = 0
        for system in systems():
            data = some(system)
            rows = [(kind, data.edges[edge].kind) for kind, edge in zip(data.constraints.kind, data.constraints.edge)]
            others = {kind for kind, of in rows if kind not in ("distance", "component", "linear", "crossed", "perpendicular")
                      and of not in ("Constraint", "VelocityConstraint")}
            if others:
                with self.assertRaisesRegex(cchnn.DataError, f"constraints of kind '({'|'.join(others)})' of a .* are not implemented"):
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


def row_of_rods(count):
    """Equal rods that hang side by side from Origins."""
    each = {"repeat": {"i": [1, count]}}
    return {"dimension": 2,
            "bodies": [{**each, "id": "hook{i}", "type": "Origin", "position": ["{i}/100", 0]},
                       {**each, "id": "rod{i}", "type": "Obj1D", "mass": 1.3, "second_moments": [0.1]}],
            "constraints": [{**each, "type": "Joint", "between": ["hook{i}", {"body": "rod{i}", "point": [-0.5]}]}],
            "potentials": [{"type": "Gravity"}], "sampling": {"dt": 0.05},
            "initial_conditions": {"bodies": {"rod{i}": {**each, "from": "hook{i}", "angle": "0.3*sin({i})"}}}}


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

BY_FORMULA = {
    "dimension": 2,
    "bodies": [{"id": "star", "type": "Obj0D", "mass": 1}, {"id": "sled", "type": "Obj2D", "mass": 2, "second_moments": [0.1, 0.2]},
               {"id": "top", "type": "Origin", "position": [0, 1]}],
    "constraints": [{"type": "VelocityConstraint", "points": ["sled", {"body": "sled", "point": [2, 0]}],
                     "equation": "vx1*(y2 - y1) - vy1*(x2 - x1)"},
                    {"type": "Constraint", "points": ["star", "top"], "constants": {"in": 1}, "equation": "y1 - y2 + 1 - in*x1^2"}],
    "potentials": [{"type": "Potential", "points": ["star", "sled", "top"], "constants": {"lambda": 0.3, "l": 1.5},
                    "energy": "(r12 - l)^2/2 - lambda*r12*r13 - tanh(x1)"}],
    "initial_conditions": {"bodies": {"star": {"position": [0.5, 0.25], "velocity": [1, 1]},
                                      "sled": {"position": [-1, -0.4], "velocity": [0.4, 0.3], "angle": 0.7,
                                               "angle_rate": {"normal": {"mean": 1, "std": 0.2}}}}}}
TURNING = {
    "lagrangian": {"coordinates": {"r": {}, "a": {"angle": True}}, "constants": {"m": 2, "w": 0.7, "k": 30, "g": 9.81},
                   "kinetic": "m/2*(rd^2 + r^2*(ad + w)^2)", "potential": "k/2*(r - 1)^2 - m*g*r*cos(a)",
                   "positions": {"hook": [0, 0, 0.3], "bob": ["r*sin(a)", "-r*cos(a)", "0.3"]}},
    "initial_conditions": {"r": 1.2, "a": {"normal": {"mean": 0, "std": 0.4}}, "ad": 0.5},
    "sampling": {"dt": 0.05, "steps": 20}}

FAMILY = """{ "name": "any_pendulum", "dimension": 2,
  "bodies": [ {"id": "hook", "type": "Origin"}, {"id": "bob", "type": "Obj0D", "mass": {"uniform": {"low": 1, "high": 2}}} ],
  "constraints": [ {"type": "Link", "between": ["hook", "bob"], "length": 1} ],
  "potentials": [ {"type": "Gravity"} ],
  "initial_conditions": { "bodies": { "bob": {"from": "hook", "angle": {"normal": {"mean": 0, "std": 0.5}}} } } }
"""
