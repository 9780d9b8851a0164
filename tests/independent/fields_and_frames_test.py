"""Magnetic fields by formulas, rotating frames and quadratic drag: closed forms, equations typed here with an integrator of their
own, and the same motions described in other ways."""
import json
import math
import unittest

import h5py
import numpy as np

import small_data
from driven_test import solved

NOTHING = ("t", "x", "v", "energy", "error_bound", "dissipated")


def system(dimension, bodies, **parts):
    return {"dimension": dimension, "bodies": bodies, **parts}


def particle(dimension, potentials, position, velocity, mass=0.5, damping=(), **sampling):
    return system(dimension, [{"id": "p", "type": "Obj0D", "mass": mass}], potentials=potentials, damping=list(damping),
                  initial_conditions={"bodies": {"p": {"position": position, "velocity": velocity}}},
                  sampling={"dt": 0.1, "steps": 41, **sampling})


def charge(**field):
    return {"type": "MagneticField", "on": "p", "charge": 0.6, **field}


BALL = [{"type": "Drag", "on": "p", "coefficient": 0.03}]
SOLID = [{"id": "o", "type": "Origin"}, {"id": "b", "type": "Obj3D", "mass": 1.5, "second_moments": [0.2, 0.3, 0.5]}]
RATE = np.array([0.3, -0.4, 0.7])
BOTTLE = ["-(y - 2)/2*(1 + z^2/3)", "(x + 1)/2*(1 + z^2/3)", "sin(x)*y"]
small_data.OWN |= {
    "uniform": particle(2, [charge(field=[0, 0, 2.5])], [1, 2], [0.9, -1.2]),
    "same_by_formula": particle(2, [charge(formula="2.5")], [1, 2], [0.9, -1.2]),
    "growing": particle(2, [charge(formula="2.5 + exp(-(x - 0.5)^2)*y")], [1, 2], [0.9, -1.2]),
    "slanted": particle(3, [charge(field=[1.5, -1, 2])], [1, 2, 3], [0.9, -1.2, 0.4]),
    "same_by_potential": particle(3, [charge(vector_potential=["(-z - 2*y)/2", "(2*x - 1.5*z)/2", "(1.5*y + x)/2"])],
                                  [1, 2, 3], [0.9, -1.2, 0.4]),
    "bottle": particle(3, [charge(vector_potential=BOTTLE)], [0.5, 2, 0.1], [0.9, -1.2, 0.4]),
    "many_periods": particle(2, [charge(field=[0, 0, 0.8333333333333334])], [1, 2], [0.9, -1.2], dt=round(200 * math.pi, 6),
                             steps=101),
    "many_periods_by_formula": particle(2, [charge(formula="0.8333333333333334 + 0*x")], [1, 2], [0.9, -1.2],
                                        dt=round(200 * math.pi, 6), steps=101),
    "fall": particle(1, [{"type": "Gravity", "g": 9.81}], [0.0], [0.0], damping=BALL),
    "throw": particle(3, [{"type": "Gravity", "g": 9.81}], [0, 0, 0], [7, 2, 5], damping=BALL),
    "free_in_frame": particle(3, [{"type": "RotatingFrame", "rate": list(RATE)}], [1, 2, 3], [0.9, -1.2, 0.4]),
    "free_in_turning_plane": particle(2, [{"type": "RotatingFrame", "rate": [0, 0, -0.7]}], [1, 2], [0.9, -1.2]),
    "hung_in_frame": system(
        3, SOLID, constraints=[{"type": "Joint", "between": ["o", {"body": "b", "point": [0.1, 0.4, -0.3]}]}],
        potentials=[{"type": "RotatingFrame", "rate": [0.0, 0.0, 0.9]}, {"type": "Gravity"}],
        initial_conditions={"bodies": {"b": {"from": "o", "euler_zxz": [0.3, 0.9, -0.4], "euler_rates": [0.5, 0.7, 1.1]}}},
        sampling={"dt": 0.05, "steps": 41}),
    "hung": system(
        3, SOLID, constraints=[{"type": "Joint", "between": ["o", {"body": "b", "point": [0.1, 0.4, -0.3]}]}],
        potentials=[{"type": "Gravity"}],
        # Precession is about z, so the frame's rate adds to that of the first angle.
        initial_conditions={"bodies": {"b": {"from": "o", "euler_zxz": [0.3, 0.9, -0.4], "euler_rates": [1.4, 0.7, 1.1]}}},
        sampling={"dt": 0.05, "steps": 41}),
    "lagrange": system(
        2, [{"id": "sun", "type": "Origin", "position": [-0.001, 0], "mass": 0.999},
            {"id": "jupiter", "type": "Origin", "position": [0.999, 0], "mass": 0.001}, {"id": "p", "type": "Obj0D", "mass": 1e-3}],
        potentials=[{"type": "RotatingFrame", "rate": [0, 0, 1]},
                    {"type": "Newtonian", "gravitational_constant": 1, "bodies": ["sun", "jupiter", "p"]}],
        initial_conditions={"bodies": {"p": {"position": [0.499, "sqrt(3)/2"]}}}, sampling={"dt": 0.1, "steps": 41}),
    "tadpole": system(
        2, [{"id": "sun", "type": "Origin", "position": [-0.001, 0], "mass": 0.999},
            {"id": "jupiter", "type": "Origin", "position": [0.999, 0], "mass": 0.001}, {"id": "p", "type": "Obj0D", "mass": 1e-3}],
        potentials=[{"type": "RotatingFrame", "rate": [0, 0, 1]},
                    {"type": "Newtonian", "gravitational_constant": 1, "bodies": ["sun", "jupiter", "p"]}],
        initial_conditions={"bodies": {"p": {"position": [0.45, 0.85], "velocity": [0.1, 0.2]}}},
        sampling={"dt": 0.1, "steps": 201})}


def made(name, *asked):
    with h5py.File(small_data.directory(name, test=1, asked=asked) / "test.h5") as f:
        return {key: f[key][0] if key != "t" else f[key][:] for key in NOTHING if key in f}


def turn(axis_and_rate, t):
    """The rotation by an angle of rate t, by Rodrigues' formula."""
    rate = np.linalg.norm(axis_and_rate)
    k, angle = axis_and_rate / rate, rate * t
    cross = np.array([[0, -k[2], k[1]], [k[2], 0, -k[0]], [-k[1], k[0], 0]])
    return np.eye(3) + math.sin(angle) * cross + (1 - math.cos(angle)) * cross @ cross


class MagneticFields(unittest.TestCase):
    def compare(self, rates, data, near=1e-10):
        d = data["x"].shape[-1]
        found = solved(rates, [*data["x"][0, 0], *data["v"][0, 0], 0], data["t"], np.zeros((len(data["t"]), 0)))
        self.assertLess(np.abs(data["x"][:, 0] - found[:, :d]).max(), near)
        self.assertLess(np.abs(data["v"][:, 0] - found[:, d:2 * d]).max(), near)
        np.testing.assert_allclose(data["energy"], data["energy"][0], rtol=1e-12)

    def test_a_uniform_field_by_formulas_is_that_of_its_numbers(self):
        for one, other in (("uniform", "same_by_formula"), ("slanted", "same_by_potential")):
            a, b = made(one), made(other)
            np.testing.assert_allclose(a["x"], b["x"], rtol=0, atol=1e-11)
            np.testing.assert_allclose(a["v"], b["v"], rtol=0, atol=1e-11)

    def test_a_field_that_differs_from_place_to_place_in_a_plane(self):
        def rates(z, t, u):
            x, y, vx, vy, _ = z
            b = (np.longdouble("2.5") + np.exp(-(x - np.longdouble("0.5"))**2) * y) * np.longdouble("0.6") / np.longdouble("0.5")
            return np.array([vx, vy, b * vy, -b * vx, 0])
        self.compare(rates, made("growing"))

    def test_a_magnetic_bottle_is_the_curl_of_its_potential(self):
        def rates(z, t, u):
            x, y, s = z[:3]
            # curl of (-(y-2)/2 (1 + z^2/3), (x+1)/2 (1 + z^2/3), y sin x), by hand
            b = np.array([np.sin(x) - (x + 1) * s / 3, -(y - 2) * s / 3 - y * np.cos(x), 1 + s**2 / 3])
            return np.concatenate([z[3:6], np.cross(z[3:6], b) * np.longdouble("0.6") / np.longdouble("0.5"), [0]])
        self.compare(rates, made("bottle"))

    def test_the_radius_of_ten_thousand_turns_stays(self):
        """q B/m = 1, so that 62,832 s are 10^4 periods; 1.5 m/s on a radius of 1.5 m about (1 - 1.2, 2 - 0.9)."""
        for name in ("many_periods", "many_periods_by_formula"):
            data = made(name, "--bound", "on")
            radius = np.linalg.norm(data["x"][:, 0] - np.array([-0.2, 1.1]), axis=1)
            off = np.abs(radius - 1.5).max()
            self.assertLess(off, 1e-9)
            size = np.sqrt((data["x"]**2).sum() + (data["v"]**2).sum()) / len(data["t"])**0.5
            self.assertLess((np.abs(radius - 1.5) / size - data["error_bound"]).max(), 1e-14)
            self.assertLess(np.abs(np.linalg.norm(data["v"][:, 0], axis=1) - 1.5).max(), 1e-9)

    def test_independent_solver_and_verify_confirm_them(self):
        for name in ("growing", "bottle", "tadpole", "hung_in_frame", "throw", "fall"):
            place = small_data.root / f"audited_{name}"
            small_data.run("cchnn-gen", "generate", small_data.written(f"{name}.json", {"name": name, **small_data.OWN[name]}),
                           "-o", place, "--train", 0, "--valid", 0, "--test", 1)
            small_data.run("cchnn-gen", "verify", place / name)
            small_data.run("cchnn-gen", "audit", place / name)


class Frames(unittest.TestCase):
    def test_a_free_particle_goes_straight_as_seen_from_outside(self):
        for name, rate in (("free_in_frame", RATE), ("free_in_turning_plane", np.array([0, 0, -0.7]))):
            data = made(name)
            pad = np.zeros((len(data["t"]), 3 - data["x"].shape[-1]))
            x, v = (np.hstack([data[key][:, 0], pad]) for key in "xv")
            start, speed = x[0], v[0] + np.cross(rate, x[0])
            for k, t in enumerate(data["t"]):
                outside = start + speed * t
                np.testing.assert_allclose(turn(rate, t) @ x[k], outside, rtol=0, atol=1e-10)
                np.testing.assert_allclose(turn(rate, t) @ (v[k] + np.cross(rate, x[k])), speed, rtol=0, atol=1e-10)
            # Jacobi's integral in closed form
            jacobi = 0.25 * ((v**2).sum(1) - (np.cross(rate, x)**2).sum(1))
            np.testing.assert_allclose(data["energy"], jacobi, rtol=0, atol=1e-13 * np.abs(jacobi).max() + 1e-13)
            np.testing.assert_allclose(data["energy"], data["energy"][0], rtol=0, atol=1e-11)

    def test_an_extended_body_moves_as_it_does_when_seen_from_outside(self):
        inside, outside = made("hung_in_frame"), made("hung")
        rate = np.array([0, 0, 0.9])
        for k, t in enumerate(inside["t"]):
            np.testing.assert_allclose(inside["x"][k] @ turn(rate, t).T, outside["x"][k], rtol=0, atol=1e-10)
        np.testing.assert_allclose(inside["energy"], inside["energy"][0], rtol=0, atol=1e-11)

    def test_the_point_of_lagrange_is_at_rest_and_tadpoles_keep_jacobis_integral(self):
        data = made("lagrange")
        self.assertLess(np.abs(data["x"] - data["x"][0]).max(), 1e-13)
        data = made("tadpole")
        x, v = data["x"][:, 0], data["v"][:, 0]
        r = [np.linalg.norm(x - [at, 0], axis=1) for at in (-0.001, 0.999)]
        jacobi = (v**2).sum(1) / 2 - (x**2).sum(1) / 2 - 0.999 / r[0] - 0.001 / r[1]
        np.testing.assert_allclose(jacobi, jacobi[0], rtol=1e-12)
        np.testing.assert_allclose(data["energy"], 1e-3 * jacobi, rtol=1e-13)

        def rates(z, t, u):
            x, v = z[:2], z[2:4]
            pull = sum(m * (x - np.array([at, 0], np.longdouble)) / np.sqrt(((x - np.array([at, 0], np.longdouble))**2).sum())**3
                       for m, at in ((np.longdouble("0.999"), np.longdouble("-0.001")), (np.longdouble("0.001"), np.longdouble("0.999"))))
            return np.concatenate([v, x + 2 * np.array([v[1], -v[0]]) - pull, [0]])
        found = solved(rates, [*x[0], *v[0], 0], data["t"], np.zeros((len(x), 0)))
        self.assertLess(np.abs(x - found[:, :2]).max(), 1e-10)


class Drags(unittest.TestCase):
    def test_a_fall_from_rest_in_closed_form(self):
        data = made("fall")
        t, m, g, c = data["t"], 0.5, 9.81, 0.03
        u = math.sqrt(m * g / c)
        v, x = -u * np.tanh(g * t / u), -u**2 / g * np.log(np.cosh(g * t / u))
        self.assertLess(np.abs(data["v"][:, 0, 0] - v).max(), 1e-11)
        self.assertLess(np.abs(data["x"][:, 0, 0] - x).max(), 1e-11)
        lost = -m * g * x - m * v**2 / 2
        self.assertLess(np.abs(data["dissipated"] - lost).max(), 1e-11)
        off = data["energy"] - data["energy"][0] + data["dissipated"]
        self.assertLess(np.abs(off).max(), 1e-12 * lost.max())

    def test_a_throw(self):
        def rates(z, t, u):
            v = z[3:6]
            speed = np.sqrt((v**2).sum())
            pull = np.longdouble("0.03") / np.longdouble("0.5") * speed
            return np.concatenate([v, -pull * v - np.array([0, 0, np.longdouble("9.81")]), [np.longdouble("0.03") * speed**3]])
        data = made("throw")
        found = solved(rates, [*data["x"][0, 0], *data["v"][0, 0], 0], data["t"], np.zeros((41, 0)))
        self.assertLess(np.abs(data["x"][:, 0] - found[:, :3]).max(), 1e-10)
        self.assertLess(np.abs(data["v"][:, 0] - found[:, 3:6]).max(), 1e-10)
        self.assertLess(np.abs(data["dissipated"] - found[:, 6]).max(), 1e-10)


class Mistakes(unittest.TestCase):
    def failing(self, name, **changes):
        changed = json.loads(json.dumps({"name": "wrong", **small_data.OWN[name], **changes}))
        with self.assertRaises(RuntimeError) as caught:
            small_data.run("cchnn-gen", "check", small_data.written("wrong.json", changed))
        return str(caught.exception)

    def test_fields(self):
        for name, field, said in (
                ("growing", {}, "/potentials/0: must have exactly one of 'field', 'formula' and 'vector_potential'"),
                ("growing", {"formula": "x", "field": [0, 0, 1]}, "/potentials/0: must have exactly one of"),
                ("growing", {"formula": "x + z"}, "/potentials/0/formula: column 5"),
                ("growing", {"vector_potential": ["x", "y", "x"]}, "/potentials/0/vector_potential: is for space; in a plane give"),
                ("bottle", {"formula": "x"}, "/potentials/0/formula: is for a plane; in space give"),
                ("bottle", {"vector_potential": ["x", "y"]}, "/potentials/0/vector_potential: must be three formulas"),
                ("bottle", {"vector_potential": ["1", "2", "3"]}, "is constant, so its curl, the field, is zero"),
                ("bottle", {"vector_potential": ["x", "sqrt(y", "3"]}, "/potentials/0/vector_potential/1: column 7")):
            self.assertIn(said, self.failing(name, potentials=[charge(**field)]))

    def test_frames(self):
        frame = {"type": "RotatingFrame", "rate": [0, 0, 1]}
        for potentials, said in (
                ([frame, frame], "/potentials/1: is a second RotatingFrame beside /potentials/0"),
                ([{**frame, "rate": [1, 0, 0]}], "/potentials/0/rate: must be at right angles to the plane"),
                ([{**frame, "rate": [0, 0, 0]}], "/potentials/0/rate: is zero, so the RotatingFrame does nothing"),
                ([{**frame, "rate": 1}], "/potentials/0/rate: must be three numbers")):
            self.assertIn(said, self.failing("lagrange", potentials=potentials))
        self.assertIn("RotatingFrame cannot be combined with the Origin 'sun', which moves", self.failing(
            "lagrange", inputs=[{"id": "shake", "formula": "sin(t)"}],
            bodies=[{"id": "sun", "type": "Origin", "moves": [{"along": [1, 0], "input": "shake"}]}, {"id": "p", "type": "Obj0D", "mass": 1}],
            potentials=[frame]))

    def test_drag(self):
        self.assertIn("/damping/0/coefficient", self.failing("fall", damping=[{**BALL[0], "coefficient": -1}]))
        self.assertIn("quadratic drag is a Drag, among 'damping'", self.failing("fall", damping=[{**BALL[0], "type": "QuadraticDrag"}]))


if __name__ == "__main__":
    unittest.main()
