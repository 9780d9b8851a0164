"""Thin rims that hit planes (schemas/system/contacts.md): coins and wheels in free fall between impacts, a parabola and the closed
form of a symmetric top in long double, impacts by bisection and the law of impulses at the lowest point."""
import unittest

import numpy as np

from driven_contacts_test import generated
from resting_test import R, drawn

G = R("9.81")


def turned(axis, angle):
    """The rotation by an angle about an axis (Rodrigues)."""
    length = np.sqrt((axis * axis).sum())
    if length == 0:
        return np.eye(3).astype(R)
    k = axis / length
    cross = np.array([[0, -k[2], k[1]], [k[2], 0, -k[0]], [-k[1], k[0], 0]], R)
    return np.eye(3).astype(R) + np.sin(angle) * cross + (1 - np.cos(angle)) * cross @ cross


class Top:
    """A body with I_1 = I_2, its axle along its third axis: Q' = w x Q, L constant."""

    def __init__(self, mass, across, axial, x, v, q, w):
        self.mass, self.across, self.axial = mass, across, axial
        self.x, self.v, self.q, self.w = x, v, q, w

    def inertia(self, q):
        return self.across * np.eye(3).astype(R) + (self.axial - self.across) * np.outer(q[:, 2], q[:, 2])

    def after(self, t):
        momentum = self.inertia(self.q) @ self.w
        spin = (self.w @ self.q[:, 2]) * (1 - self.axial / self.across)
        q = turned(momentum, np.sqrt(momentum @ momentum) / self.across * t) @ self.q @ turned(np.array([0, 0, 1], R), spin * t)
        w = momentum / self.across + (1 / self.axial - 1 / self.across) * (momentum @ q[:, 2]) * q[:, 2]
        fall = np.array([0, 0, -G], R)
        return self.x + self.v * t + fall * t * t / 2, self.v + fall * t, q, w


class Rim:
    def __init__(self, centre, radius, point, normal, e):
        self.centre, self.radius, self.point, self.normal, self.e = centre, radius, point, normal, e

    def lowest(self, q):
        """From the centre of mass."""
        axle = q[:, 2]
        down = -self.normal + (self.normal @ axle) * axle
        return self.centre * axle + self.radius * down / np.sqrt(down @ down)

    def gap(self, state):
        x, _, q, _ = state
        return self.normal @ (x + self.lowest(q) - self.point)

    def hit(self, top):
        arm = np.cross(self.lowest(top.q), self.normal)
        inverse = np.linalg.inv(top.inertia(top.q).astype(float)).astype(R)
        inverse = inverse @ (2 * np.eye(3).astype(R) - top.inertia(top.q) @ inverse)
        rate = self.normal @ top.v + arm @ top.w
        push = -(1 + self.e) * rate / (1 / top.mass + arm @ inverse @ arm)
        top.v, top.w = top.v + push / top.mass * self.normal, top.w + inverse @ arm * push
        return rate


def go(top, rims, span, impacts, now):
    pieces, done = 60, R(0)
    while True:
        left = span - done
        first = None
        for rim in rims:
            for k in range(1, pieces + 1):
                low, high = left * (k - 1) / pieces, left * k / pieces
                if first is not None and low >= first[0]:
                    break
                # At the start of a flight the gap is 0 and grows.
                if rim.gap(top.after(high)) >= 0 or (low == 0 and rim.gap(top.after(high / 64)) < 0):
                    continue
                low = max(low, high / 64 if low == 0 else low)
                for _ in range(70):
                    middle = (low + high) / 2
                    low, high = (middle, high) if rim.gap(top.after(middle)) > 0 else (low, middle)
                first = (low, rim)
                break
        if first is None:
            top.x, top.v, top.q, top.w = top.after(left)
            return
        top.x, top.v, top.q, top.w = top.after(first[0])
        done += first[0]
        first[1].hit(top)
        impacts.append(now + done)


class Rims(unittest.TestCase):
    def compared(self, system, mass, across, axial, rims, count):
        data = generated(system, count)
        seen = 0
        for i in range(count):
            with self.subTest(system=system["name"], i=i):
                x, v = data["x"][i].astype(R), data["v"][i].astype(R)
                axes, turning = x[:, 1:] - x[:, :1], v[:, 1:] - v[:, :1]
                columns = [axes[0, k] for k in range(axes.shape[1])]
                columns = columns + [np.cross(columns[0], columns[1])] if len(columns) == 2 else columns
                q = np.stack(columns, -1)
                rates = [turning[0, k] for k in range(turning.shape[1])]
                w = sum(np.cross(columns[k], rates[k]) for k in range(len(rates)))
                if len(rates) == 2:  # of two axes: the part along the third one is there twice, the others once
                    w = w - (w @ columns[2]) / 2 * columns[2]
                else:
                    w = w / 2
                top, impacts = Top(mass, across, axial, x[0, 0], v[0, 0], q, w), []
                bound = data["error_bound"][i]
                samples = len(data["t"]) if data["outcome"][i] == 0 else int(np.isfinite(data["energy"][i]).sum())
                for k in range(1, samples):
                    span = R(data["t"][k]) - R(data["t"][k - 1])
                    go(top, rims, span, impacts, R(data["t"][k - 1]))
                    if bound[k] == 1:
                        continue
                    off = np.concatenate([top.x - x[k, 0], top.v - v[k, 0], (top.q[:, 0] - axes[k, 0]), (top.q[:, 1] - axes[k, 1])])
                    size = 2 * np.sqrt((x[k]**2).sum() + (v[k]**2).sum())
                    self.assertLessEqual(np.abs(off).max(), size * max(bound[k], 1e-13), k)
                self.assertLess(np.nanmax(bound[bound < 1]), 1e-8)
                times = data["time"][i][:int(data["count"][i])]
                together = min(len(times), len(impacts), 3)
                self.assertGreater(together, 0)
                np.testing.assert_allclose(times[:together], np.array(impacts[:together], float), rtol=0, atol=1e-9)
                total = (data["energy"][i] + data["dissipated"][i])[:samples] if "dissipated" in data else data["energy"][i][:samples]
                self.assertLess(np.ptp(total), 1e-11 * np.abs(data["energy"][i][:samples]).max())
                seen += len(times)
        return seen

    def test_a_coin_that_bounces_in_a_corner(self):
        m, r = 0.1, 0.3
        normal = np.array([0.6, 0, 0.8])
        system = {"name": "coin_in_corner", "dimension": 3,
                  "bodies": [{"id": "coin", "type": "Obj2D", "mass": m, "second_moments": [r * r / 4, r * r / 4]}],
                  "potentials": [{"type": "Gravity"}],
                  "contacts": [{"type": "Contact", "shape": "plane", "name": name, "on": "coin", "radius": r, "axle": [0, 0, 1],
                                "point": point, "normal": n, "restitution": e}
                               for name, point, n, e in (("slope", [0, 0, 0], normal.tolist(), 0.8), ("wall", [1, 0, 0], [-1, 0, 0], 1))],
                  "initial_conditions": {"bodies": {"coin": {"position": [0.2, 0, drawn(0.8, 1)], "velocity": [0.3, 0, 0],
                                                             "euler_zxz": [drawn(0, 3), drawn(0.5, 1), 0.1],
                                                             "euler_rates": [drawn(-3, 3), 1, drawn(-5, 5)]}}},
                  "sampling": {"dt": 0.02, "steps": 60}}
        mass, radius = R(m), R(r)
        rims = [Rim(R(0), radius, np.zeros(3, R), normal.astype(R) / np.sqrt((normal.astype(R)**2).sum()), R(0.8)),
                Rim(R(0), radius, np.array([1, 0, 0], R), np.array([-1, 0, 0], R), R(1))]
        moment = mass * R(r * r / 4)
        self.assertGreater(self.compared(system, mass, moment, 2 * moment, rims, 6), 20)

    def test_a_wheel_whose_rim_is_off_its_centre(self):
        system = {"name": "wheel_with_flange", "dimension": 3,
                  "bodies": [{"id": "wheel", "type": "Obj3D", "mass": 1.5, "inertia": [0.02, 0.02, 0.03]}],
                  "potentials": [{"type": "Gravity"}],
                  "contacts": [{"type": "Contact", "shape": "plane", "name": name, "on": {"body": "wheel", "point": [0, 0, c]},
                                "radius": 0.2, "axle": [0, 0, 1], "point": [0, 0, 0], "normal": [0, 0, 1], "restitution": 0.9}
                               for name, c in (("left", -0.1), ("right", 0.1))],
                  "initial_conditions": {"bodies": {"wheel": {"position": [0, 0, 0.5], "euler_zxz": [0.3, drawn(0.4, 1.2), 0],
                                                              "euler_rates": [drawn(-3, 3), 1, drawn(-9, 9)]}}},
                  "sampling": {"dt": 0.02, "steps": 50}}
        rims = [Rim(R(c), R(0.2), np.zeros(3, R), np.array([0, 0, 1], R), R(0.9)) for c in (-0.1, 0.1)]
        self.assertGreater(self.compared(system, R(1.5), R(0.02), R(0.03), rims, 6), 10)

    def test_a_rim_in_a_file_says_what_is_wrong(self):
        import json
        import os
        import subprocess

        import small_data
        path = small_data.root / "bad_rim.json"
        for body, axle, radius, says in (
                ({"type": "Obj0D", "mass": 1}, [0, 0, 1], 1, "/contacts/0/axle: 'coin' is an Obj0D"),
                ({"type": "Obj2D", "mass": 1, "second_moments": [1, 1]}, [1, 0, 0], 1, "across its own plane, [0, 0, 1]"),
                ({"type": "Obj2D", "mass": 1, "second_moments": [1, 1]}, [0, 0, 2], 1, "/contacts/0/axle: must be a unit vector"),
                ({"type": "Obj2D", "mass": 1, "second_moments": [1, 1]}, [0, 0, 1], 0, "/contacts/0/radius: must be")):
            path.write_text(json.dumps({
                "name": "bad_rim", "dimension": 3, "bodies": [body | {"id": "coin"}],
                "contacts": [{"type": "Contact", "shape": "plane", "on": "coin", "radius": radius, "axle": axle, "point": [0, 0, 0],
                              "normal": [0, 0, 1], "restitution": 1}],
                "initial_conditions": {"bodies": {"coin": {"position": [0, 0, 5]}}}}))
            done = subprocess.run([os.path.join(os.environ["CCHNN_BIN"], "cchnn-gen"), "check", str(path)], capture_output=True, text=True)
            self.assertIn(says, done.stdout + done.stderr)
            self.assertNotEqual(done.returncode, 0)
