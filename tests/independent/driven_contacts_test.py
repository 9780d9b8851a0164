"""Contacts of systems with inputs, and of beads on curves, blades and rolling balls (schemas/system/contacts.md). Motions under
forces that are held or linear between samples by roots of their polynomials in long double, derivatives by complex steps through
these; a motor at an elbow, a bead and a sleigh by the event code of resting_test.py in coordinates of their own."""
import json
import unittest

import h5py
import numpy as np

import resting_test
import small_data
from resting_test import Arm, Events, FRAMES, G, R, arm_in, drawn
from sensitivities_test import TINY


def generated(system, count, *options):
    place = small_data.root / "driven_contacts"
    place.mkdir(exist_ok=True)
    path = place / (system["name"] + ".json")
    path.write_text(json.dumps(system))
    small_data.run("cchnn-gen", "generate", path, "-o", place, "--train", 0, "--valid", 0, "--test", count, "--force", *options)
    with h5py.File(place / system["name"] / "test.h5") as f:
        data = {key: f[key][()] for key in ("t", "x", "v", "energy", "error_bound", "outcome")}
        data |= {key: f[key][()] for key in ("dissipated", "work", "u", "sensitivity/basis", "sensitivity/start") if key in f}
        return data | {key: f[f"events/{key}"][()] for key in ("count", "time", "contact", "speed", "impulse", "loss")}


def value(c, t):
    return c[0] + t * (c[1] + t * (c[2] + t * c[3]))


def rate(c, t):
    return c[1] + t * (2 * c[2] + 3 * t * c[3])


def first_root(c, begin, end):
    """Where a cubic falls through 0 after `begin`, by its turning points, bisection and Newton's method."""
    turns = [t.real for t in np.roots([3 * float(c[3].real), 2 * float(c[2].real), float(c[1].real)]) if abs(t.imag) < 1e-12]
    places = [begin] + sorted(R(t) for t in turns if begin < t < end) + [end]
    for low, high in zip(places, places[1:]):
        if not (value(c, high).real < 0 < value(c, low).real or (low == begin and value(c, high).real < 0)):
            continue
        for _ in range(60):
            middle = (low + high) / 2
            low, high = (middle, high) if value(c, middle).real > 0 else (low, middle)
        root = high + 0 * c[0]
        for _ in range(4):
            root = root - value(c, root) / rate(c, root)
        return root
    return None


class Lifted:
    """A mass above a floor with a force along the height h, held or linear between samples."""

    def __init__(self, mass, e, h, v):
        self.mass, self.e, self.z, self.closed = mass, e, (h, v), False
        self.rests, self.opens, self.impacts = 0, 0, 0

    def go(self, force, slope, span):
        """The force at the beginning and its slope."""
        now = R(0)
        while now.real < span:
            h, v = self.z
            a = (force + slope * now) / self.mass - G
            if self.closed and a.real <= 0:
                if a + slope / self.mass * (span - now) <= 0:
                    return
                now, self.closed = now - a * self.mass / slope, False
                self.opens += 1
                continue
            self.opens += self.closed
            self.closed = False
            flight = [h, v, a / 2, slope / self.mass / 6]
            # Off the floor the first root is that of the start. The shortest flight lasts some 1e-7 s.
            root = first_root(flight, R("1e-9") if h.real == 0 else R(0), (span - now).real)
            hit = root is not None
            root = root if hit else span - now
            h, v = value(flight, root), rate(flight, root)
            now = now + root
            if not hit:
                self.z = (h, v)
                return
            self.impacts += 1
            press = G - (force + slope * now) / self.mass
            if self.e == 0 or (press.real > 0 and ((self.e * v)**2 / (2 * press)).real < resting_test.LOWEST):
                self.z, self.closed = (R(0) * h, 0 * v), bool(press.real > 0)
                self.rests += 1
            else:
                self.z = (R(0) * h, -self.e * v)


def lifted(name, hold, e, frame, dt=0.1, steps=60):
    """The force of the input is along the height, and lifts the mass now and then."""
    held = {"steps": {"value": drawn(0, 25), "every": 5}} if hold == "constant" else \
        {"hold": "linear", "samples": "10 + 8*sin(a + 2*t)"}
    up = frame.turn[:, 1]
    return {"name": name, "dimension": 2, "bodies": [{"id": "mass", "type": "Obj0D", "mass": 1.25}],
            "potentials": [{"type": "Gravity", "g": 9.81 * frame.unit, "up": up.tolist()},
                           {"type": "Force", "on": "mass", "force": (up * frame.unit).tolist(), "input": "lift"}],
            "contacts": [{"type": "Contact", "shape": "plane", "on": "mass", "point": frame.place([0, 0]),
                          "normal": up.tolist(), "restitution": e}],
            "inputs": [{"id": "lift", **held}],
            **({} if hold == "constant" else {"draws": {"a": drawn(0, 6)}}),
            "initial_conditions": {"bodies": {"mass": {"position": frame.place([0.5, 0.7]),
                                                       "velocity": (frame.turn @ [0.2, 0] * frame.unit).tolist()}}},
            "sampling": {"dt": dt, "steps": steps}}


class Forces(unittest.TestCase):
    def held(self, hold):
        totals = np.zeros(3, int)
        for e in (0, 0.5, 1):
            for number, frame in enumerate(FRAMES):
                data = generated(lifted(f"lifted_{hold}_{e * 10:.0f}_{number}", hold, e, frame), 6)
                up, t = frame.turn[:, 1].astype(R), data["t"]
                for i in range(6):
                    with self.subTest(hold=hold, e=e, unit=frame.unit, i=i):
                        self.assertEqual(data["outcome"][i], 0)
                        heights = (data["x"][i, :, 0].astype(R) - frame.shift) @ up / frame.unit
                        speeds = data["v"][i, :, 0].astype(R) @ up / frame.unit
                        one, u = Lifted(R("1.25"), R(e), heights[0], speeds[0]), data["u"][i, :, 0].astype(R)
                        size = 2 * np.sqrt((data["x"][i]**2).sum((1, 2)) + (data["v"][i]**2).sum((1, 2)))
                        bound = data["error_bound"][i]
                        for k in range(1, len(t)):
                            span = R(t[k]) - R(t[k - 1])
                            one.go(u[k - 1], (u[k] - u[k - 1]) / span if hold == "linear" else R(0), span)
                            off = np.hypot(one.z[0] - heights[k], one.z[1] - speeds[k]) * frame.unit
                            # The frame turns by doubles: its rounding is in heights of the start.
                            self.assertLessEqual(off, size[k] * max(bound[k], 1e-14), k)
                        self.assertLess(bound[bound < 1].max(), 1e-10)
                        count = int(data["count"][i])
                        if e == 1:
                            self.assertEqual(count, one.impacts)
                        rests = (data["loss"][i] > 0.499999 * data["impulse"][i] * data["speed"][i]).sum()
                        if bound[-1] < 1 and e < 1 and count <= 128:
                            self.assertEqual(rests, one.rests)
                        totals += [one.impacts, one.rests, one.opens]
                        total = data["energy"][i] + data["dissipated"][i] - data["work"][i]
                        self.assertLess(np.ptp(total), 1e-11 * max(np.abs(data["energy"][i]).max(), data["work"][i].max()))
        return totals

    def test_a_mass_that_held_forces_lift_off_the_floor(self):
        totals = self.held("constant")
        self.assertGreater(totals.min(), 15)

    def test_a_mass_that_linear_forces_lift_off_the_floor(self):
        totals = self.held("linear")
        self.assertGreater(totals.min(), 15)

    def test_a_force_by_a_formula(self):
        # With mass 1 and the force g - 6 t the height is 1 + 2 t - t^3, which falls to 0 at the golden ratio.
        system = lifted("by_formula", "constant", 0.5, FRAMES[0], 0.1, 21)
        system["bodies"][0]["mass"] = 1
        system["inputs"] = [{"id": "lift", "formula": "9.81 - 6*t"}]
        system["initial_conditions"]["bodies"]["mass"] = {"position": [0, 1], "velocity": [0, 2]}
        data = generated(system, 1)
        golden = (1 + np.sqrt(5)) / 2
        self.assertLess(abs(data["time"][0, 0] - golden), 1e-14)
        before, after = data["t"] < golden, data["t"] > golden
        t = data["t"][before]
        np.testing.assert_allclose(data["x"][0, before, 0, 1], 1 + 2 * t - t**3, rtol=0, atol=1e-13)
        v = -0.5 * (2 - 3 * golden**2)
        t = data["t"][after] - golden
        np.testing.assert_allclose(data["x"][0, after, 0, 1], v * t - 3 * golden * t**2 - t**3, rtol=0, atol=1e-13)
        np.testing.assert_allclose(data["u"][0, :, 0], 9.81 - 6 * data["t"], rtol=1e-15)

    def test_derivatives_through_impacts_under_forces(self):
        for hold in ("constant", "linear"):
            # With e = 0.9 and five samples a second no contact comes to rest in 3 s.
            data = generated(lifted(f"derived_{hold}", hold, 0.9, FRAMES[0], 0.1, 25), 4, "--with", "sensitivities")
            seen = 0
            for i in range(4):
                u, t = data["u"][i, :, 0].astype(R), data["t"]
                basis, start = data["sensitivity/basis"][i], data["sensitivity/start"][i]
                for j in range(basis.shape[-1]):
                    h, v = data["x"][i, 0, 0, 1], data["v"][i, 0, 0, 1]
                    one = Lifted(R("1.25"), R("0.9"), h + 1j * TINY * basis[1, j].astype(R), v + 1j * TINY * basis[3, j].astype(R))
                    for k in range(1, len(t)):
                        span = R(t[k]) - R(t[k - 1])
                        one.go(u[k - 1], (u[k] - u[k - 1]) / span if hold == "linear" else R(0), span)
                        own = np.array([one.z[0].imag, one.z[1].imag]) / TINY
                        if data["error_bound"][i, k] < 1:
                            np.testing.assert_allclose(start[k, [1, 3], j].astype(float), own.astype(float), rtol=1e-9, atol=1e-9)
                    seen += one.impacts
            self.assertGreater(seen, 10)


class MotorArm(Arm):
    torque = R(0)

    def force(self, a, w):
        return super().force(a, w) + np.array([-self.torque, self.torque], R)


class Wire:
    """A bead on y = x^2/2, with a wall at x = 0.2."""

    def mass(self, a):
        return np.array([[1 + a[0]**2]], R)

    def force(self, a, w):
        return -a * w**2 - G * a

    def gap(self, a):
        return a[0] - R("0.2")

    def normal(self, a):
        return np.array([1], R)

    def bend(self, a, w):
        return R(0)


class Table:
    """A ball above a table at A sin(w t), in long double: parabolas meet it where bisection and Newton's method say."""

    def __init__(self, e, amplitude, w, h, v):
        self.e, self.amplitude, self.w, self.z, self.closed, self.t = R(e), R(amplitude), R(w), (h, v), False, R(0)
        self.impacts, self.rests, self.opens = [], 0, 0

    def table(self, t, order=0):
        factor = self.amplitude * self.w**order
        return factor * [np.sin, np.cos, lambda a: -np.sin(a)][order](self.w * t)

    def go(self, until):
        step = R("0.005") / self.w
        while self.t < until:
            if self.closed:
                # The table falls faster than the ball from w t = asin(g/(A w^2)) on.
                share = G / (self.amplitude * self.w**2)
                if share >= 1:
                    self.t = until
                else:
                    pi = 4 * np.arctan(R(1))
                    phase, first = self.w * self.t, np.arcsin(share)
                    turn = 2 * pi * np.floor(phase / (2 * pi))
                    opens = turn + first if phase - turn <= first else turn + 2 * pi + first
                    if first < phase - turn < pi - first:
                        opens = phase
                    if opens / self.w >= until:
                        self.t = until
                    else:
                        self.t, self.closed, self.opens = opens / self.w, False, self.opens + 1
                self.z = (self.table(self.t), self.table(self.t, 1))
                if not self.closed:
                    self.flight = self.t
                continue
            begin, (h, v) = self.t, self.z
            gap = lambda d: h + v * d - G * d * d / 2 - self.table(begin + d)
            rate = lambda d: v - G * d - self.table(begin + d, 1)
            # From an impact on, the first root is that of the start; the ball has left by a thousandth of a flight at least.
            low = R(0)
            if abs(gap(R(0))) < 1e-15:
                push = G + self.table(begin, 2)
                low = min(abs(rate(R(0)) / push) / 2 if rate(R(0)) > 1e-9 and push > 0 else R("1e-4"), until - begin)
            d = low
            while d < until - begin and gap(d) > 0:
                d = min(d + step, until - begin)
            if gap(d) > 0 or d == low:
                self.z, self.t = (h + v * d - G * d * d / 2, v - G * d), begin + d
                continue
            high, low = d, max(low, d - step)
            for _ in range(50):
                middle = (low + high) / 2
                low, high = (middle, high) if gap(middle) > 0 else (low, middle)
            for _ in range(3):
                high = high - gap(high) / rate(high)
            self.t = begin + high
            fall, push = rate(high), G + self.table(self.t, 2)
            self.impacts.append(self.t)
            rests = self.e == 0 or (push > 0 and (self.e * fall)**2 / (2 * push) < resting_test.LOWEST)
            self.rests += bool(rests)
            self.closed = bool(rests and push > 0)
            self.z = (self.table(self.t), self.table(self.t, 1) - (0 if rests else self.e * fall))


def on_table(name, e, amplitude, w, frame):
    up = frame.turn[:, 1]
    return {"name": name, "dimension": 2,
            "bodies": [{"id": "table", "type": "Origin", "position": frame.place([0, 0]),
                        "moves": [{"along": (up * amplitude * frame.unit).tolist(), "input": "shake"}]},
                       {"id": "ball", "type": "Obj0D", "mass": 0.3}],
            "potentials": [{"type": "Gravity", "g": 9.81 * frame.unit, "up": up.tolist()}],
            "contacts": [{"type": "Contact", "shape": "plane", "on": "ball", "point": frame.place([0, 0]), "normal": up.tolist(),
                          "restitution": e}],
            "inputs": [{"id": "shake", "formula": f"sin({w}*t)"}],
            "initial_conditions": {"bodies": {"ball": {"position": [
                {"uniform": {"low": low, "high": high}} if low < high else low
                for low, high in (sorted(pair) for pair in zip(frame.place([0.2, 0.02]), frame.place([0.2, 0.08])))]}}},
            "sampling": {"dt": 0.02, "steps": 80}}


class MovingFloors(unittest.TestCase):
    def test_a_ball_on_a_shaken_table(self):
        totals = np.zeros(3, int)
        for e, amplitude, w in ((1, 0.01, 20), (0.8, 0.01, 40), (0.5, 0.02, 15), (0, 0.03, 25), (0.3, 0.03, 25)):
            for number, frame in enumerate(FRAMES):
                data = generated(on_table(f"table_{e * 10:.0f}_{w}_{number}", e, amplitude, w, frame), 3)
                up = frame.turn[:, 1].astype(R)
                for i in range(3):
                    with self.subTest(e=e, w=w, unit=frame.unit, i=i):
                        self.assertEqual(data["outcome"][i], 0)
                        heights = (data["x"][i, :, 0].astype(R) - frame.shift) @ up / frame.unit
                        speeds = data["v"][i, :, 0].astype(R) @ up / frame.unit
                        one = Table(R(str(e)), R(str(amplitude)), w, heights[0], speeds[0])
                        size = 2 * np.sqrt((data["x"][i]**2).sum((1, 2)) + (data["v"][i]**2).sum((1, 2)))
                        bound = data["error_bound"][i]
                        for k in range(1, len(data["t"])):
                            one.go(R(data["t"][k]))
                            off = np.hypot(one.z[0] - heights[k], one.z[1] - speeds[k]) * frame.unit
                            self.assertLessEqual(off, size[k] * max(bound[k], 1e-14), (k, bound[k]))
                        if bound[-1] < 1:
                            rests = (data["loss"][i] > 0.499999 * data["impulse"][i] * data["speed"][i]).sum()
                            if e < 1:
                                self.assertEqual(rests, one.rests)
                            else:
                                self.assertEqual(data["count"][i], len(one.impacts))
                            totals += [len(one.impacts), one.rests, one.opens]
                        total = data["energy"][i] + data["dissipated"][i] - data["work"][i]
                        self.assertLess(np.ptp(total), 1e-10 * np.abs(data["energy"][i]).max())
        self.assertGreater(totals.min(), 5)


class MotorsAndCurves(unittest.TestCase):
    def test_a_motor_presses_an_elbow_against_its_stop_and_lifts_it(self):
        totals = np.zeros(2, int)
        for e in (0, 0.2):
            system = arm_in(FRAMES[0], e) | {"name": f"motor_arm_{e * 10:.0f}"}
            system["potentials"].append({"type": "Torque", "bodies": ["upper", "lower"], "torque": 1, "input": "motor"})
            system["inputs"] = [{"id": "motor", "steps": {"value": drawn(-3, 3), "every": 10}}]
            data = generated(system, 3)
            for i in range(3):
                self.assertEqual(data["outcome"][i], 0)
                x, v = (data[key][i, 0].astype(R).reshape(2, 2, 2) for key in "xv")
                axis, turning = x[:, 1] - x[:, 0], v[:, 1] - v[:, 0]
                angles = np.arctan2(axis[:, 1], axis[:, 0])
                angles[1] += 2 * np.arctan2(R(0), R(-1)) * (angles[1] < angles[0])
                model = MotorArm()
                events = Events(model, e, np.concatenate([angles, axis[:, 0] * turning[:, 1] - axis[:, 1] * turning[:, 0]]), "0.005")
                bound = data["error_bound"][i]
                for k in range(1, len(data["t"])):
                    model.torque = R(data["u"][i, k - 1, 0])
                    if events.closed and events.pressed(events.z)[2] <= 0:
                        events.closed = False
                        events.opens.append(data["t"][k - 1])
                    events.go(R(data["t"][k - 1]), R(data["t"][k]) - R(data["t"][k - 1]))
                    own = np.stack([np.cos(events.z[:2]), np.sin(events.z[:2])], -1)
                    stored = data["x"][i, k].reshape(2, 2, 2)
                    off = np.abs(own - (stored[:, 1] - stored[:, 0])).max()
                    size = np.sqrt((data["x"][i, k]**2).sum() + (data["v"][i, k]**2).sum())
                    self.assertLessEqual(off, 2 * size * max(bound[k], 3e-15), (i, k))
                self.assertLess(bound[bound < 1].max(), 1e-9)
                totals += [len(events.rests), len(events.opens)]
                total = data["energy"][i] + data["dissipated"][i] - data["work"][i]
                self.assertLess(np.ptp(total) / np.ptp(data["energy"][i]), 1e-9)
        self.assertGreater(totals.min(), 0)

    def test_a_bead_on_a_wire_hits_a_wall_and_comes_to_rest_there(self):
        for e in (0, 0.5, 1):
            system = {"name": f"bead_{e * 10:.0f}", "dimension": 2, "bodies": [{"id": "bead", "type": "Obj0D", "mass": 2}],
                      "constraints": [{"type": "Track", "points": ["bead"],
                                       "curve": {"parameter": "s", "x": "s", "y": "s^2/2", "range": [-5, 5]}}],
                      "potentials": [{"type": "Gravity"}],
                      "contacts": [{"type": "Contact", "shape": "plane", "on": "bead", "point": [0.2, 0], "normal": [1, 0],
                                    "restitution": e}],
                      "initial_conditions": {"bodies": {"bead": {"parameter": drawn(0.7, 1.2), "parameter_rate": drawn(-1, 1)}}},
                      "sampling": {"dt": 0.05, "steps": 80}}
            data = generated(system, 3)
            for i in range(3):
                self.assertEqual(data["outcome"][i], 0)
                events = Events(Wire(), e, np.array([data["x"][i, 0, 0, 0], data["v"][i, 0, 0, 0]], R), "0.02")
                bound = data["error_bound"][i]
                for k in range(1, len(data["t"])):
                    events.go(R(data["t"][k - 1]), R(data["t"][k]) - R(data["t"][k - 1]))
                    off = np.hypot(events.z[0] - data["x"][i, k, 0, 0], events.z[1] - data["v"][i, k, 0, 0])
                    size = 2 * np.sqrt((data["x"][i, k]**2).sum() + (data["v"][i, k]**2).sum())
                    self.assertLessEqual(off, size * max(bound[k], 1e-14), (e, i, k))
                self.assertLess(bound[bound < 1].max(), 1e-9)
                self.assertGreater(len(events.impacts), 0)
                self.assertEqual(len(events.rests) > 0, e < 1)

    def test_a_sleigh_that_hits_a_wall(self):
        # Along the blade the speed is u, and the turn w; the centre is 0.3 ahead: u' = a w^2, (I + m a^2) w' = -m a u w.
        mass, inertia, a, e, wall = R("1.5"), R("1.5") * (R("0.03") + R("0.015")), R("0.3"), R("0.6"), R("1.2")
        system = {"name": "sleigh_at_wall", "dimension": 2,
                  "bodies": [{"id": "sleigh", "type": "Obj2D", "mass": 1.5, "second_moments": [0.03, 0.015]}],
                  "constraints": [{"type": "VelocityConstraint", "points": [{"body": "sleigh", "point": [-0.3, 0]}, "sleigh"],
                                   "equation": "vx1*(y2 - y1) - vy1*(x2 - x1)"}],
                  "contacts": [{"type": "Contact", "shape": "plane", "on": "sleigh", "point": [1.2, 0], "normal": [-1, 0],
                                "restitution": 0.6}],
                  "initial_conditions": {"bodies": {"sleigh": {"position": [0.3, 0], "velocity": [1, 0], "angle": "pi/2",
                                                               "angle_rate": drawn(0.3, 0.6)}}},
                  "sampling": {"dt": 0.05, "steps": 60}}
        data = generated(system, 3)
        for i in range(3):
            self.assertEqual(data["outcome"][i], 0)
            centre, axis = nodes_of_sleigh(data["x"][i].astype(R))
            speed, turning = nodes_of_sleigh(data["v"][i].astype(R))
            w = axis[:, 0] * turning[:, 1] - axis[:, 1] * turning[:, 0]
            z = np.array([*centre[0], np.arctan2(axis[0, 1], axis[0, 0]), (speed[0] * axis[0]).sum(), w[0]], R)

            def rates(z, _):
                c, s = np.cos(z[2]), np.sin(z[2])
                return np.array([z[3] * c - a * z[4] * s, z[3] * s + a * z[4] * c, z[4], a * z[4]**2,
                                 -mass * a * z[3] * z[4] / (inertia + mass * a**2)], R)

            def step(z, h):
                return resting_test.extrapolated(rates, z, R(0), h, 6)

            hits = 0
            for k in range(1, len(data["t"])):
                left = R(data["t"][k]) - R(data["t"][k - 1])
                after = step(z, left)
                if after[0] > wall:
                    low, high = R(0), left
                    for _ in range(60):
                        middle = (low + high) / 2
                        low, high = (middle, high) if step(z, middle)[0] < wall else (low, middle)
                    z, left, hits = step(z, low), left - low, hits + 1
                    n = np.array([-np.cos(z[2]), a * np.sin(z[2])], R)
                    along = n / np.array([mass, inertia + mass * a**2], R)
                    z[3:] = z[3:] - (1 + e) * (n @ z[3:]) / (n @ along) * along
                    after = step(z, left)
                z = after
                off = max(np.abs(z[:2] - centre[k]).max(), np.abs(z[4] - w[k]), np.abs(z[3] - (speed[k] * axis[k]).sum()))
                size = 2 * np.sqrt((data["x"][i, k]**2).sum() + (data["v"][i, k]**2).sum())
                self.assertLessEqual(off, size * max(data["error_bound"][i, k], 1e-14), (i, k))
            self.assertEqual(hits, int(data["count"][i]))
            self.assertGreater(hits, 0)

    def test_a_rolling_ball_between_walls(self):
        system = {"name": "ball_between_walls", "dimension": 3,
                  "bodies": [{"id": "ball", "type": "Obj3D", "mass": 2, "inertia": [0.008, 0.008, 0.008]}],
                  "constraints": [{"type": "Rolling", "body": "ball", "radius": 0.1}], "potentials": [{"type": "Gravity"}],
                  "contacts": [{"type": "Contact", "shape": "plane", "name": name, "on": "ball", "radius": 0.1,
                                "point": point, "normal": normal, "restitution": e}
                               for name, point, normal, e in (("left", [0, 0, 0], [1, 0, 0], 0.5), ("right", [1, 0, 0], [-1, 0, 0], 1))],
                  "initial_conditions": {"bodies": {"ball": {"position": [0.5, 0, 0.1], "euler_zxz": ["pi/2", 0.3, 0.4],
                                                             "euler_rates": [0.7, drawn(5, 8), 0]}}},
                  "sampling": {"dt": 0.1, "steps": 60}}
        data = generated(system, 3)
        for i in range(3):
            self.assertEqual(data["outcome"][i], 0)
            centre, speed = (data[key][i][:, 0] for key in "xv")
            position, velocity = R(0.5), R(data["v"][i, 0, 0, 0])
            for k in range(1, 60):
                left = R(data["t"][k]) - R(data["t"][k - 1])
                while left > 0:
                    wall, e = (R("0.9"), R(1)) if velocity > 0 else (R("0.1"), R("0.5"))
                    until = (wall - position) / velocity
                    if until > left:
                        position, left = position + velocity * left, R(0)
                    else:
                        position, velocity, left = wall, -e * velocity, left - until
                self.assertLess(abs(position - centre[k, 0]), 1e-12)
                self.assertLess(abs(velocity - speed[k, 0]), 1e-12)
            np.testing.assert_allclose(speed[:, 1], speed[0, 1], rtol=0, atol=1e-12)
            self.assertGreater(data["count"][i], 2)

    def test_a_rolling_ball_comes_to_rest_at_a_wall_across_its_slope(self):
        data = generated({
            "name": "ball_on_slope", "dimension": 3,
            "bodies": [{"id": "ball", "type": "Obj3D", "mass": 2, "inertia": [0.008, 0.008, 0.008]}],
            "constraints": [{"type": "Rolling", "body": "ball", "radius": 0.1, "up": [-0.6, 0, 0.8]}],
            "potentials": [{"type": "Gravity"}],
            "contacts": [{"type": "Contact", "shape": "plane", "on": "ball", "radius": 0.1, "point": [-1, 0, 0],
                          "normal": [0.8, 0, 0.6], "restitution": 0.3}],
            "initial_conditions": {"bodies": {"ball": {"position": [-0.06, 0, 0.08], "euler_zxz": [0, 0, 0]}}},
            "sampling": {"dt": 0.05, "steps": 60}}, 1)
        # The gap is 0.7 m at the start; 2/5 of the mass turns with the way, and flights last 2 e^k v/a.
        fall = 9.81 * 0.6 / 1.4
        first = np.sqrt(2 * 0.7 / fall)
        count = min(int(data["count"][0]), 5)
        self.assertEqual(count, 5)
        flights = 2 * first * 0.3**np.arange(1, count)
        np.testing.assert_allclose(data["time"][0][:count], first + np.concatenate([[0], np.cumsum(flights)]), rtol=0, atol=1e-12)
        rest = data["t"] > first * (1 + 2 * 0.3 / 0.7) + 1e-3
        np.testing.assert_allclose(data["x"][0, rest, 0], np.tile([-0.62, 0, -0.34], (rest.sum(), 1)), rtol=0, atol=1e-13)
        np.testing.assert_allclose(data["v"][0, rest], 0, atol=1e-13)
        self.assertLess(np.ptp(data["energy"][0] + data["dissipated"][0]), 1e-11)  # of 14 J


def nodes_of_sleigh(x):
    """The centre and the first axis, from nodes in that order at distance 1 (schemas/system/bodies.md)."""
    return x[:, 0], x[:, 1] - x[:, 0]
