"""Contacts whose gap is a formula (schemas/system/contacts.md), of bodies and of systems by their Lagrangian: a chain on a floor in
angles, in other angles, in coordinates with constraints, and as bodies, by the event code of resting_test.py; a ball on hills by
parabolas in long double; an ellipse, whose billiard keeps the product of the angular momenta about its foci."""
import unittest

import numpy as np

import resting_test
from driven_contacts_test import generated
from resting_test import Arm, Chain, FRAMES, G, R, between_angles_and_places, chain_in, drawn

CHAIN = [drawn(0.3, 0.6), drawn(0.2, 0.5), drawn(0.2, 0.4)]
ARM = [drawn(-0.5, 0.8), drawn(1.1, 1.6)]


def lagrangian(name, coordinates, kinetic, potential, gap, restitution, starts, **more):
    return {"name": name,
            "lagrangian": {"coordinates": {q: {} for q in coordinates}, "kinetic": kinetic, "potential": potential,
                           "constants": {"g": 9.81}, "contacts": [{"name": "floor", "gap": gap, "restitution": restitution}]} | more,
            "initial_conditions": starts, "sampling": {"dt": 0.02, "steps": 75}}


def chain_in_angles(angles, restitution, coordinates, starts):
    """The angles from straight down as formulas of coordinates, and their rates."""
    (a, b, c), (u, v, w) = angles
    return lagrangian(
        "chain_in_angles", coordinates,
        f"1.5*({u})^2 + ({v})^2 + 0.5*({w})^2 + 2*cos({a}-({b}))*({u})*({v}) + cos({a}-({c}))*({u})*({w})"
        f" + cos({b}-({c}))*({v})*({w})",
        f"-g*(3*cos({a}) + 2*cos({b}) + cos({c}))", f"2.9 - cos({a}) - cos({b}) - cos({c})", restitution, starts)


class FormulaContacts(resting_test.Resting):
    # The tests of resting_test.py run there.
    test_a_chain_that_lies_on_a_floor_and_leaves_it = None
    test_an_arm_whose_elbow_lies_on_its_stop_and_leaves_it = None
    test_drawn_rooms_keep_their_balls_and_their_energy = None

    def test_a_chain_in_angles(self):
        columns = lambda z: tuple(half[:, None] for half in np.split(z, 2))
        for restitution in (0, 0.5, 1):
            with self.subTest(restitution=restitution):
                data = generated(chain_in_angles((("a", "b", "c"), ("ad", "bd", "cd")), restitution, ["a", "b", "c"],
                                                 dict(zip("abc", CHAIN))), 4)
                start = lambda x, v: np.concatenate([x[:, 0], v[:, 0]])
                totals = self.compared(data, Chain(), restitution, start, columns, 4)
                self.assertTrue(restitution > 0 or totals.min() > 0)
        # a = 10 p - 3, b = a + q, c = b + r: coordinates in which everything is full.
        ways = np.array([[10, 0, 0], [10, 1, 0], [10, 1, 1]], R)
        shift = np.array([-3, -3, -3], R)
        places = ("10*p - 3", "10*p - 3 + q", "10*p - 3 + q + r")
        rates = ("10*pd", "10*pd + qd", "10*pd + qd + rd")
        start = lambda x, v: np.concatenate([ways @ x[:, 0] + shift, ways @ v[:, 0]])
        back = np.array([[0.1, 0, 0], [-1, 1, 0], [0, -1, 1]])
        for restitution in (0, 0.5):
            with self.subTest(restitution=restitution, coordinates="p q r"):
                data = generated(chain_in_angles((places, rates), restitution, ["p", "q", "r"],
                                                 {"p": drawn(0.33, 0.36), "q": drawn(-0.2, 0), "r": drawn(-0.1, 0.1)}), 4)
                self.compared(data, Chain(), restitution, start,
                              lambda z: ((back @ (z[:3] - shift))[:, None], (back @ z[3:])[:, None]), 4)

    def test_an_arm_in_angles(self):
        for restitution in (0, 0.2):
            with self.subTest(restitution=restitution):
                data = generated(lagrangian("arm_in_angles", "ab", "(1/6 + 0.25)*ad^2 + bd^2/12 + 0.25*cos(a-b)*ad*bd",
                                            "g*(sin(a) + 0.25*sin(b))", "b - a", restitution, dict(zip("ab", ARM))), 4)
                totals = self.compared(data, Arm(), restitution, lambda x, v: np.concatenate([x[:, 0], v[:, 0]]),
                                       lambda z: (z[:2, None], z[2:, None]), 4)
                self.assertGreater(totals[0], 0)

    def test_a_chain_in_coordinates_with_constraints(self):
        """Constraints of the Lagrangian hold beside a contact that is closed."""
        names = ["x", "y", "u", "v", "p", "q"]

        a = {"uniform": {"low": 0.3, "high": 0.6}}
        for restitution in (0, 0.5):
            with self.subTest(restitution=restitution):
                system = lagrangian("chain_with_constraints", names, "(xd^2 + yd^2 + ud^2 + vd^2 + pd^2 + qd^2)/2",
                                    "g*(y + v + q)", "q + 2.9", restitution,
                                    {"x": "sin(A)", "y": "-cos(A)", "u": "sin(A) + sin(B)", "v": "-cos(A) - cos(B)",
                                     "p": "sin(A) + sin(B) + sin(C)", "q": "-cos(A) - cos(B) - cos(C)"},
                                    constraints=["x^2 + y^2 - 1", "(u-x)^2 + (v-y)^2 - 1", "(p-u)^2 + (q-v)^2 - 1"])
                system["draws"] = {"A": a, "B": drawn(0.2, 0.5), "C": drawn(0.2, 0.4)}
                self.compared(generated(system, 3), Chain(), restitution, *between_angles_and_places(FRAMES[0], (6, 1)), 3)

    def test_a_chain_of_bodies(self):
        for restitution in (0, 0.5):
            for frame in FRAMES:
                system = chain_in(frame, restitution)
                (px, py), (nx, ny) = frame.place([0, -2.9]), frame.turn[:, 1].tolist()
                # Its factor changes speeds and impulses, but no motion.
                system["contacts"] = [{"type": "Contact", "shape": "formula", "points": ["bob3"], "restitution": restitution,
                                       "constants": {"a": px, "b": py, "n": 3 * nx, "m": 3 * ny}, "gap": "n*(x - a) + m*(y - b)"}]

                with self.subTest(restitution=restitution, unit=frame.unit):
                    self.compared(generated(system, 3), Chain(), restitution, *between_angles_and_places(frame), 3)

    def test_a_ball_on_hills(self):
        """h(x) = A sin(k x) + s x."""
        for size in (R(1), R(100), R("1e-3")):
            A, k, s, g = size / 10, R(7) / size, R("0.2"), G * size
            h, slope = lambda x: A * np.sin(k * x) + s * x, lambda x: A * k * np.cos(k * x) + s
            system = {"name": "ball_on_hills", "dimension": 2, "bodies": [{"id": "ball", "type": "Obj0D", "mass": 2}],
                      "potentials": [{"type": "Gravity", "g": float(g)}],
                      "contacts": [{"type": "Contact", "shape": "formula", "points": ["ball"], "restitution": 0.95,
                                    "constants": {"A": float(A), "k": float(k), "s": 0.2}, "gap": "y - A*sin(k*x) - s*x"}],
                      "initial_conditions": {"bodies": {"ball": {
                          "position": [drawn(0, float(size)), float(size)], "velocity": [drawn(-float(size), float(size)), 0]}}},
                      "sampling": {"dt": 0.02, "steps": 75}}
            data = generated(system, 10)
            A, k, s, g = R(float(A)), R(float(k)), R(0.2), R(float(g))
            seen = 0
            for i in range(10):
                x, v = data["x"][i, 0, 0].astype(R), data["v"][i, 0, 0].astype(R)
                fall, losses = np.array([0, -g]), R(0)
                at = lambda t: x + v * t + fall * t * t / 2
                for sample in range(1, len(data["t"])):
                    left = R(data["t"][sample]) - R(data["t"][sample - 1])
                    first = R(0)
                    while left > 0:
                        times = first + (left - first) * np.arange(1, 2001).astype(R) / 2000
                        places = x[:, None] + v[:, None] * times + fall[:, None] * times * times / 2
                        below = np.flatnonzero(places[1] - h(places[0]) <= 0)
                        if not len(below):
                            x, v, left = at(left), v + fall * left, R(0)
                            continue
                        low, high = (times[below[0] - 1] if below[0] else first), times[below[0]]
                        for _ in range(90):
                            middle = (low + high) / 2
                            place = at(middle)
                            low, high = (middle, high) if place[1] > h(place[0]) else (low, middle)
                        x, v, left = at(high), v + fall * high, left - high
                        n = np.array([-slope(x[0]), R(1)])
                        rate = n @ v
                        losses += (1 - R(0.95)**2) * rate**2 / (2 * (n @ n) / 2)
                        v = v - (1 + R(0.95)) * rate / (n @ n) * n
                        seen += 1
                        first = min(left, R("1e-9"))
                    own = np.concatenate([x, v])
                    other = np.concatenate([data["x"][i, sample, 0], data["v"][i, sample, 0]])
                    off = np.sqrt(((own - other)**2).sum()) / (np.sqrt((own**2).sum()) + np.sqrt((other**2).sum()))
                    self.assertLessEqual(off, max(data["error_bound"][i, sample], 3e-15), (size, i, sample))
                # A hill may turn errors of 1e-14 at each impact into a thousand times as many.
                self.assertLess(abs(losses - data["dissipated"][i, -1]), 1e-7 * losses)
            self.assertEqual(seen, data["count"].sum())
            self.assertGreater(seen, 20)
            self.assertLess(np.median(data["error_bound"][:, -1]), 1e-6)

    def test_derivatives_through_impacts_in_polar_coordinates(self):
        """A ball under gravity above a slope, in r and theta, whose inertia depends on r: bounces of parabolas by complex steps."""
        system = lagrangian("ball_in_polars", ["r", "theta"], "0.7*(rd^2 + r^2*thetad^2)", "1.4*g*r*sin(theta)",
                            "r*sin(theta) + 0.3*r*cos(theta) + 1", 0.8,
                            {"r": drawn(1, 1.5), "theta": drawn(0.3, 0.8), "rd": drawn(-0.5, 0.5), "thetad": drawn(-0.5, 0.5)})
        count, tiny = 5, R("1e-200")
        system["sampling"]["steps"] = 130
        data = generated(system, count, "--with", "sensitivities")
        n, slope, g = np.array([R(0.3), R(1)]), R(1), R(9.81)
        fall = np.array([R(0), -g])
        impacts = 0
        for i in range(count):
            basis = data["sensitivity/basis"][i].astype(R).reshape(4, -1)
            for column in range(basis.shape[1]):
                r, a, rd, ad = np.concatenate([data["x"][i, 0, :, 0], data["v"][i, 0, :, 0]]).astype(R) + 1j * tiny * basis[:, column]
                x = r * np.array([np.cos(a), np.sin(a)])
                v = rd * np.array([np.cos(a), np.sin(a)]) + r * ad * np.array([-np.sin(a), np.cos(a)])
                for sample in range(1, len(data["t"])):
                    left = R(data["t"][sample]) - R(data["t"][sample - 1]) + 0 * r
                    while True:
                        # n . x + 1 = 0 of the parabola; a ball that has just hit is at 0 and rises.
                        c, b, q = n @ x + slope, n @ v, n @ fall / 2
                        hit = (-b - np.sqrt(b * b - 4 * q * c)) / (2 * q)
                        if not 1e-9 < hit.real <= left.real:
                            break
                        x, v, left = x + v * hit + fall * hit * hit / 2, v + fall * hit, left - hit
                        v = v - (1 + R(0.8)) * (n @ v) / (n @ n) * n
                        impacts += column == 0
                    x, v = x + v * left + fall * left * left / 2, v + fall * left
                    r = np.sqrt(x @ x)
                    turned = R(0) + (x[0].real * x[1].imag - x[1].real * x[0].imag) / (r * r).real
                    own = np.array([r.imag, turned, ((x @ v) / r).imag, ((x[0] * v[1] - x[1] * v[0]) / (r * r)).imag]) / tiny
                    other = data["sensitivity/start"][i, sample].reshape(4, -1)[:, column]
                    size = np.sqrt((own**2).sum()) + np.sqrt((other**2).sum())
                    # Stored derivatives have rtol 1e-13, which a few bounces multiply by less than 1,000.
                    self.assertLess(np.sqrt(((own - other)**2).sum()) / size, 1e-10, (i, column, sample))
        self.assertGreater(impacts, 2 * count)

    def test_an_elliptic_billiard(self):
        """Of a ball without forces about (0.5, -0.2), half axes 1.3 and 0.8, turned by 0.4: energy and L_1 L_2 stay for ever."""
        tilt = 0.4
        c, s = np.cos(tilt), np.sin(tilt)
        gap = "1 - ((c*(x-a) + s*(y-b))/1.3)^2 - ((c*(y-b) - s*(x-a))/0.8)^2"
        system = {"name": "elliptic_billiard", "dimension": 2, "bodies": [{"id": "ball", "type": "Obj0D", "mass": 0.5}],
                  "contacts": [{"type": "Contact", "shape": "formula", "points": ["ball"], "restitution": 1, "gap": gap,
                                "constants": {"a": 0.5, "b": -0.2, "c": float(c), "s": float(s)}}],
                  "initial_conditions": {"bodies": {"ball": {"position": [drawn(0.3, 0.8), -0.2],
                                                             "velocity": [drawn(1, 2), drawn(1, 2)]}}},
                  "sampling": {"dt": 0.1, "steps": 400}}
        data = generated(system, 5)
        far = np.sqrt(1.3**2 - 0.8**2) * np.array([c, s])
        x, v = data["x"][:, :, 0], data["v"][:, :, 0]
        product = 1
        for focus in ([0.5, -0.2] + far, [0.5, -0.2] - far):
            arm = x - focus
            product = product * (arm[..., 0] * v[..., 1] - arm[..., 1] * v[..., 0])
        self.assertGreater(data["count"].min(), 40)
        # Steps of rtol 1e-13, some 40 impacts, and a product that may be ten times as small as the size of its factors.
        self.assertLess(np.abs(product / product[:, :1] - 1).max(), 1e-10)
        self.assertLess(np.abs(data["energy"] / data["energy"][:, :1] - 1).max(), 1e-12)


if __name__ == "__main__":
    unittest.main()
