"""Derivatives through impacts by complex steps: times of impacts are roots with complex parts, so that their derivatives follow too.
Balls on straight and parabolic flights by quadratic equations, chains in angles by Newton's method, Stops by closed forms."""
import json
import pathlib
import unittest

import numpy as np

from driven_test import extrapolated
from impacts_test import example
from sensitivities_test import TINY, Stored, angles, err, pendulum_rates, places, projected

IMPACTS = pathlib.Path(__file__).resolve().parents[2] / "systems/impacts"
C = np.clongdouble


def dot(a, b):
    return (a * b).sum(0)


class Balls:
    """Balls under a uniform gravity g along -y with contacts, each column with numbers of its own: n, d, B."""

    def __init__(self, system, numbers, columns):
        self.moving = [body["id"] for body in system["bodies"] if body["type"] != "Origin"]
        self.fixed = {body["id"]: body.get("position", [0, 0]) for body in system["bodies"] if body["type"] == "Origin"}
        value = lambda pointer, nominal: numbers.get(pointer, np.full(columns, nominal, C))
        self.mass = {body["id"]: numbers[pointer] if (pointer := f"/bodies/{i}/mass") in numbers else value("", body["mass"])
                     for i, body in enumerate(system["bodies"]) if body["type"] != "Origin"}
        self.e = [numbers[pointer] if (pointer := f"/contacts/{i}/restitution") in numbers else value("", c["restitution"])
                  for i, c in enumerate(system["contacts"])]
        self.g = value("/potentials/0/g", 9.81) if system.get("potentials") else np.zeros(columns, C)
        self.contacts = system["contacts"]

    def place(self, end, x):
        return x[self.moving.index(end)] if end in self.moving else np.array(self.fixed[end], C)[:, None]

    def gap(self, contact, x, v):
        """Coefficients c + b t + a t^2 of a number with the sign of the gap, and its gradient by node of moving bodies."""
        if contact["shape"] == "plane":
            n = np.array(contact["normal"], C)[:, None]
            n = n / np.sqrt(dot(n, n))
            at, speed = self.place(contact["on"], x), v[self.moving.index(contact["on"])]
            return dot(n, at - np.array(contact["point"], C)[:, None]) - contact.get("radius", 0), dot(n, speed), -n[1] * self.g / 2
        first, second = contact["between"]
        speeds = [v[self.moving.index(end)] if end in self.moving else 0 for end in (first, second)]
        apart, speed = self.place(first, x) - self.place(second, x), speeds[0] - speeds[1]
        sign, reach = (1, sum(contact["radii"])) if contact["shape"] == "balls" else (-1, contact["distance"])
        return sign * (dot(apart, apart) - reach**2), sign * 2 * dot(apart, speed), sign * dot(speed, speed)

    def hit(self, c, x, v):
        contact, e = self.contacts[c], self.e[c]
        v = v.copy()
        if contact["shape"] == "plane":
            n = np.array(contact["normal"], C)[:, None]
            n = n / np.sqrt(dot(n, n))
            i = self.moving.index(contact["on"])
            v[i] = v[i] - (1 + e) * dot(n, v[i]) * n
            return v
        ends = [(end, sign) for end, sign in zip(contact["between"], (1, -1)) if end in self.moving]
        n = self.place(contact["between"][0], x) - self.place(contact["between"][1], x)
        n = n / np.sqrt(dot(n, n))
        rate = sum(sign * dot(n, v[self.moving.index(end)]) for end, sign in ends)
        push = -(1 + e) * rate / sum(1 / self.mass[end] for end, _ in ends)
        for end, sign in ends:
            v[self.moving.index(end)] += sign * push / self.mass[end] * n
        return v

    def flown(self, x, v, t):
        """States (T, 2 n d, B) and times of impacts."""
        fall = np.zeros(x.shape[1:], C)
        fall[-1] = -self.g
        after = lambda h: (x + v * h + fall * h * h / 2, v + fall * h)
        now, states, times = np.zeros(x.shape[-1], C), [], []
        while len(states) < len(t):
            ahead = []
            for c, contact in enumerate(self.contacts):
                constant, b, a = self.gap(contact, x, v)
                root = np.sqrt(b * b - 4 * a * constant)
                closing = {-1: lambda: (-b - root) / (2 * a), 0: lambda: -constant / b, 1: lambda: 2 * constant / (-b + root)}
                sign = np.sign(a[0].real) if abs(a[0]) > 1e-15 * abs(b[0]) ** 2 / max(abs(constant[0]), 1e-9) else 0
                if (sign == 0 and b[0].real >= 0) or (sign > 0 and (b[0].real >= 0 or root[0].imag != 0 and root[0].real == 0)):
                    continue
                if sign > 0 and (b[0] * b[0] - 4 * a[0] * constant[0]).real <= 0:
                    continue
                ahead.append((closing[sign]()[0].real, c, closing[sign]()))
            if not ahead:
                x_now, v_now = after(t[len(states)] - now)
                states.append(np.concatenate([x_now.reshape(-1, x.shape[-1]), v_now.reshape(-1, x.shape[-1])]))
                continue
            _, c, h = min(ahead, key=lambda one: one[0])
            while len(states) < len(t) and t[len(states)] < (now + h)[0].real:
                x_now, v_now = after(t[len(states)] - now)
                states.append(np.concatenate([x_now.reshape(-1, x.shape[-1]), v_now.reshape(-1, x.shape[-1])]))
            x, v = after(h)
            now, v = now + h, self.hit(c, x, v)
            times.append(now[0].real)
        return np.array(states), [time for time in times if time < t[-1]]


def columns_of(stored, i):
    """Directions of the start and numbers of trajectory i."""
    return [*stored.basis[i].T, *stored.pointers]


def compared(test, stored, i, truth, least=0.9):
    """truth (T, 2 n d, columns) of trajectory i against what is stored, as the page defines the bound."""
    k = stored.basis.shape[-1]
    bound = stored.bound[i]
    off = err(stored.start[i], truth[..., :k])
    test.assertTrue((off <= bound).all(), (i, (off / bound).max()))
    if stored.pointers:
        norm = lambda c: np.sqrt((c**2).sum(1))
        z = np.concatenate([stored.x[i].reshape(len(bound), -1), stored.v[i].reshape(len(bound), -1)], 1)
        value = np.abs(stored.nominal[i])
        scale = norm(z)[:, None] / np.where(value > 0, value, 1)
        own = stored.by[i]
        off = norm(own - truth[..., k:]) / (norm(own) + norm(truth[..., k:]) + 2 * scale)
        test.assertTrue((off.max(-1) <= bound).all(), (i, off.max(), (off.max(-1) / bound).max()))
    test.assertGreater((bound < 1e-6).mean(), least)


def numbers_of(stored, system, i):
    """Of each pointer, from the file of trajectory i."""
    drawn = dict(zip(stored.drawn, stored.values[i])) if stored.values is not None else {}
    found = []
    for pointer in stored.pointers:
        value = system
        for part in pointer[1:].split("/"):
            value = value[int(part)] if isinstance(value, list) else value[part]
        found.append(drawn.get(pointer, value))
    return np.array(found, float), drawn


def stored_balls(test, name, system, count, sensitive="", least=0.9):
    """Generates, and compares every trajectory with complex steps. Returns what is stored and the impacts of each."""
    options = {"sensitive": sensitive} if sensitive else {}
    stored = Stored(name, system, count, **options)
    stored.drawn = stored.pointers if stored.values is not None else []
    stored.nominal, impacts = [], []
    for i in range(count):
        values, drawn = numbers_of(stored, system, i)
        stored.nominal.append(values)
        columns = columns_of(stored, i)
        numbers = {pointer: np.full(len(columns), value, C) for pointer, value in zip(stored.pointers, values)}
        z = np.concatenate([stored.x[i, 0].ravel(), stored.v[i, 0].ravel()]).astype(C)[:, None].repeat(len(columns), 1)
        for place, by in enumerate(columns):
            if isinstance(by, str):
                numbers[by][place] += 1j * TINY
            else:
                z[:, place] += 1j * TINY * by
        shape = (*stored.x.shape[2:], len(columns))
        balls = Balls(system, numbers, len(columns))
        states, times = balls.flown(z[:len(z) // 2].reshape(shape), z[len(z) // 2:].reshape(shape), stored.t)
        compared(test, stored, i, (states.imag / TINY).astype(float), least)
        impacts.append(times)
    return stored, impacts


def turned(system, seed):
    """A system without gravity, turned, moved and in other units of length."""
    rng = np.random.default_rng(seed)
    angle, unit, shift = rng.uniform(0, 6), 10.0 ** rng.integers(-3, 4), rng.normal(size=2)
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    place = lambda q: ((turn @ np.array(q, float) + shift) * unit).tolist()
    system = json.loads(json.dumps(system))
    for body in system["bodies"]:
        if body["type"] == "Origin":
            body["position"] = place(body.get("position", [0, 0]))
    for c in system["contacts"]:
        if c["shape"] == "plane":
            c["point"], c["normal"] = place(c["point"]), (turn @ c["normal"]).tolist()
        for key in ("radius", "distance"):
            if key in c:
                c[key] *= unit
        if "radii" in c:
            c["radii"] = [r * unit for r in c["radii"]]
    for state in system["initial_conditions"]["states"]:
        state["position"] = {key: place(q) for key, q in state["position"].items()}
        state["velocity"] = {key: (turn @ q * unit).tolist() for key, q in state["velocity"].items()}
    return system


WALLS = [{"type": "Contact", "shape": "plane", "on": name, "radius": 0.1, "point": point, "normal": normal, "restitution": e}
         for name in ("a", "b") for point, normal, e in (([0, 0], [1, 0], 1), ([0, 0], [0, 1], 0.8), ([1.2, 0], [-0.8, 0.6], 0.9),
                                                         ([0, 1], [0, -1], 0.7))]
BOX = {"dimension": 2, "bodies": [{"id": "a", "type": "Obj0D", "mass": 1.5}, {"id": "b", "type": "Obj0D", "mass": 0.4},
                                  {"id": "post", "type": "Origin", "position": [0.5, 0.5]}],
       "contacts": [*WALLS, {"type": "Contact", "shape": "balls", "between": ["a", "b"], "radii": [0.1, 0.1], "restitution": 0.95},
                    *({"type": "Contact", "shape": "balls", "between": [name, "post"], "radii": [0.1, 0.05], "restitution": 0.9}
                      for name in "ab")],
       "initial_conditions": {"states": [{"position": {"a": [0.2, 0.25], "b": [0.3, 0.8]}, "velocity": {"a": [1.1, 0.7], "b": [0.6, -1.3]}},
                                         {"position": {"a": [0.3, 0.2], "b": [0.25, 0.7]}, "velocity": {"a": [-0.4, 1.2], "b": [1.4, 0.3]}}]},
       "sampling": {"dt": 0.05, "steps": 61}}
CIRCLE = {"dimension": 2, "bodies": [{"id": "o", "type": "Origin"}, {"id": "a", "type": "Obj0D", "mass": 2}],
          "contacts": [{"type": "Contact", "shape": "within", "between": ["a", "o"], "distance": 0.9, "restitution": 1}],
          "initial_conditions": {"states": [{"position": {"a": [-0.4, 0.1]}, "velocity": {"a": [1, 0.7]}}]},
          "sampling": {"dt": 0.05, "steps": 101}}


class Flights(unittest.TestCase):
    def test_a_bouncing_ball_has_the_matrix_of_its_closed_form(self):
        """Released at rest at height h, it hits at u, and flight k lasts 2 e^k u / g. Each impact multiplies the determinant by e^2."""
        ball = {"dimension": 1, "bodies": [{"id": "a", "type": "Obj0D", "mass": 1}],
                "potentials": [{"type": "Force", "on": "a", "force": [-9.81]}],
                "contacts": [{"type": "Contact", "shape": "plane", "on": "a", "point": [0], "normal": [1], "restitution": 0.9}],
                "initial_conditions": {"states": [{"position": {"a": [0.5]}, "velocity": {"a": [0]}}]},
                "sampling": {"dt": 0.01, "steps": 201}}
        stored = Stored("falling", ball, 1, sensitive="/contacts/0/restitution")
        g, e, h = 9.81, 0.9, 0.5
        u, t = np.sqrt(2 * g * h), stored.t
        # Impact k = 1, 2, .. at T_k = (u/g) (1 + 2 (e + .. + e^(k-1))); after it x = u_k s - g s^2/2, s = t - T_k, u_k = e^k u.
        sums = lambda k: sum(e**j for j in range(1, k))
        slopes = lambda k: sum(j * e**(j - 1) for j in range(1, k))
        number = np.array([sum(time > u / g * (1 + 2 * sums(j)) for j in range(1, 40)) for time in t])
        self.assertGreater(number[-1], 3)
        for k, (time, count) in enumerate(zip(t, number)):
            if stored.bound[0, k] == 1:
                continue
            det = np.linalg.det(stored.start[0, k] @ np.linalg.inv(stored.basis[0]))
            self.assertLess(abs(det / e ** (2 * count) - 1), 1e-10)
            if count == 0:
                continue
            T, s = u / g * (1 + 2 * sums(count)), time - u / g * (1 + 2 * sums(count))
            by_u = e**count * s - (e**count * u - g * s) * T / u, e**count + g * T / u
            np.testing.assert_allclose(stored.start[0, k] @ np.linalg.solve(stored.basis[0], [1, 0]), np.array(by_u) * g / u, rtol=1e-10)
            T_e, u_e = 2 * u / g * slopes(count), count * e ** (count - 1) * u
            np.testing.assert_allclose(stored.by[0, k, :, 0], [u_e * s - (e**count * u - g * s) * T_e, u_e + g * T_e], rtol=1e-10, atol=1e-10)
        self.assertGreater((stored.bound < 1e-9).mean(), 0.98)

    def test_two_balls_and_a_wall(self):
        """Masses 1 : 100; the heavy ball is a little to the side."""
        system = {"dimension": 2, "bodies": [{"id": "a", "type": "Obj0D", "mass": 1}, {"id": "b", "type": "Obj0D", "mass": 100}],
                  "contacts": [{"type": "Contact", "shape": "plane", "on": "a", "point": [0, 0], "normal": [1, 0], "restitution": 1},
                               {"type": "Contact", "shape": "balls", "between": ["a", "b"], "radii": [0.05, 0.05], "restitution": 1}],
                  "initial_conditions": {"states": [{"position": {"a": [1, 0], "b": [2, 0.01]}, "velocity": {"a": [0, 0], "b": [-1, 0]}}]},
                  "sampling": {"dt": 0.02, "steps": 81}}
        _, impacts = stored_balls(self, "two_balls", system, 1, "/bodies/0/mass,/bodies/1/mass,/contacts/1/restitution", 0.8)
        self.assertGreater(len(impacts[0]), 1)

    def test_a_ball_on_a_tilted_plane_and_in_a_circle(self):
        plane = {"dimension": 2, "bodies": [{"id": "a", "type": "Obj0D", "mass": 1}], "potentials": [{"type": "Gravity", "g": 9.81}],
                 "contacts": [{"type": "Contact", "shape": "plane", "on": "a", "radius": 0.1, "point": [0.2, -0.3], "normal": [0.28, 0.96],
                               "restitution": 0.85}],
                 "initial_conditions": {"states": [{"position": {"a": [0, 1]}, "velocity": {"a": [0.5, 0.1]}}]},
                 "sampling": {"dt": 0.02, "steps": 101}}
        stored_balls(self, "tilted", plane, 1, "/potentials/0/g,/contacts/0/restitution")
        circle, impacts = stored_balls(self, "circle", CIRCLE, 1, "/contacts/0/restitution")
        self.assertGreater(len(impacts[0]), 2)
        # Chords are equal for ever, so that derivatives grow as t, not as exp(t), and the flow is symplectic.
        S = circle.start[0] @ np.linalg.inv(circle.basis[0])
        J = np.kron([[0, 1], [-1, 0]], np.eye(2))
        sure = circle.bound[0] < 1e-6
        off = np.abs(S.swapaxes(-1, -2) @ J @ S - J).max((-2, -1)) / (np.abs(S) ** 2).sum((-2, -1))
        self.assertLess(off[sure].max(), 1e-12)  # the derivatives' own tolerance is 1e-13
        self.assertLess(np.abs(S[-1]).max(), 100)

    def test_balls_of_two_masses_among_tilted_walls_and_a_post(self):
        """As it is, and turned, moved and in other units."""
        by = "/bodies/0/mass,/bodies/1/mass,/contacts/0/restitution,/contacts/8/restitution,/contacts/9/restitution"
        _, impacts = stored_balls(self, "box", BOX, 2, by)
        self.assertGreater(min(map(len, impacts)), 5)
        for seed in range(3):
            _, again = stored_balls(self, f"box_{seed}", turned(BOX, seed), 2, by)
            self.assertEqual([len(one) for one in again], [len(one) for one in impacts])

    def test_two_disks_of_the_published_task(self):
        system = json.loads((IMPACTS / "bouncing_disks_2.json").read_text())
        system.pop("name")
        stored, impacts = stored_balls(self, "disks_2", system, 20, "/bodies/0/mass,/potentials/0/g,/contacts/2/restitution", 0.7)
        self.assertGreater(np.mean([len(one) for one in impacts]), 3)
        self.assertGreater(np.linalg.norm(stored.start[:, -1], axis=(1, 2)).max(), 100)  # some have grown
        J = np.kron([[0, 1], [-1, 0]], np.eye(4))  # both masses are equal
        S = stored.start @ np.linalg.inv(stored.basis)[:, None]
        sure = stored.bound < 1e-8
        off = np.abs(S.swapaxes(-1, -2) @ J @ S - J).max((-2, -1)) / (np.abs(S) ** 2).sum((-2, -1))
        self.assertLess(off[sure].max(), 1e-11)

    def test_derivatives_by_restitutions_that_are_drawn(self):
        family = json.loads(json.dumps(BOX))
        for contact in family["contacts"]:
            contact["restitution"] = {"uniform": {"low": 0.6, "high": 1}}
        family["bodies"][1]["mass"] = {"uniform": {"low": 0.2, "high": 2}}
        stored, _ = stored_balls(self, "drawn", {**family, "initial_conditions": {"states": BOX["initial_conditions"]["states"]}}, 2)
        self.assertEqual(len(stored.pointers), 12)


def pendulums(z, masses, lengths, g):
    """Rates of chains of one or two."""
    if len(masses) == 2:
        return pendulum_rates(z, masses, lengths, g)
    return np.array([z[1], -g / lengths[0] * np.sin(z[0])])


class Chains(unittest.TestCase):
    """Chains of one or two in angles, impacts of their bobs with planes by Newton's method in complex numbers."""

    def gaps(self, contacts, z, masses, lengths):
        m = len(z) // 2
        a, w = z[:m], z[m:]
        values, rates, gradients = [], [], []
        for c in contacts:
            n, bob = np.array(c["normal"], C)[:, None], int(c["on"][3:])
            at = np.array([sum(lengths[j] * np.sin(a[j]) for j in range(bob)), -sum(lengths[j] * np.cos(a[j]) for j in range(bob))])
            gradient = np.array([lengths[j] * (n[0] * np.cos(a[j]) + n[1] * np.sin(a[j])) if j < bob else 0 * a[0] for j in range(m)])
            values.append(dot(n, at - np.array(c["point"], C)[:, None]) - c["radius"])
            rates.append(dot(gradient, w))
            gradients.append(gradient)
        return values, rates, gradients

    def hit(self, z, n, e, masses, lengths):
        m = len(z) // 2
        a, w = z[:m], z[m:]
        if m == 1:
            return np.concatenate([a, -e * w])
        (p, q), (one, two) = lengths, masses
        c = two * p * q * np.cos(a[0] - a[1])
        M = (one + two) * p * p, c, two * q * q
        det = M[0] * M[2] - c * c
        change = np.array([M[2] * n[0] - c * n[1], M[0] * n[1] - c * n[0]]) / det
        return np.concatenate([a, w - (1 + e) * dot(n, w) * change / dot(n, change)])

    def followed(self, system, z, t, masses, lengths, g, e):
        contacts, states, now, hits = system["contacts"], [z], np.zeros(z.shape[-1], C), 0
        rates = lambda at, _: pendulums(at, masses, lengths, g)
        step = lambda z, h: extrapolated(rates, z, 0 * h, h)
        for k in range(1, len(t)):
            while now[0].real < t[k]:
                h = t[k] - now if t[k] - now[0].real < 0.003 else np.full(len(now), 0.0025, C)
                after = step(z, h)
                values = self.gaps(contacts, after, masses, lengths)[0]
                first = self.gaps(contacts, z, masses, lengths)
                closed = [c for c, value in enumerate(values) if value[0].real < 0]
                if not closed:
                    z, now = after, now + h
                    if t[k] - now[0].real < 1e-15:
                        break
                    continue
                c = min(closed, key=lambda c: (first[0][c] / (first[0][c] - values[c]))[0].real)
                time = h * first[0][c] / (first[0][c] - values[c])
                for _ in range(9):  # quadratic, and one more for the derivative
                    value, rate, _ = self.gaps(contacts, step(z, time), masses, lengths)
                    time = time - value[c] / rate[c]
                z, now, hits = step(z, time), now + time, hits + 1
                z = self.hit(z, self.gaps(contacts, z, masses, lengths)[2][c], e[c], masses, lengths)
            # The sample is at the same real time for all, and their imaginary parts are of times.
            states.append(step(z, t[k] - now) if np.abs(t[k] - now).max() > 0 else z)
        return np.array(states), hits

    def check(self, name, count, pointers, least):
        system = json.loads((IMPACTS / f"{name}.json").read_text())
        system.pop("name")
        bodies = len(system["bodies"]) - 1
        stored = Stored(name, system, count, sensitive=",".join(pointers))
        stored.nominal, all_hits = [], 0
        for i in range(count):
            values, _ = numbers_of(stored, system, i)
            stored.nominal.append(values)
            columns = columns_of(stored, i)
            value = {f"/bodies/{j + 1}/mass": 0.1 for j in range(bodies)} | {"/potentials/0/g": 9.81}
            value |= {f"/constraints/{j}/length": system["constraints"][j]["length"] for j in range(bodies)}
            value |= {f"/contacts/{j}/restitution": 1 for j in range(len(system["contacts"]))}
            value = {key: np.full(len(columns), float(one), C) for key, one in value.items()}
            z = np.concatenate([stored.x[i, 0].ravel(), stored.v[i, 0].ravel()]).astype(C)[:, None].repeat(len(columns), 1)
            for place, by in enumerate(columns):
                if isinstance(by, str):
                    value[by][place] += 1j * TINY
                else:
                    z[:, place] += 1j * TINY * by
            masses, lengths = ([value[one.format(j + shift)] for j in range(bodies)]
                               for one, shift in (("/bodies/{}/mass", 1), ("/constraints/{}/length", 0)))
            restitutions = [value[f"/contacts/{j}/restitution"] for j in range(len(system["contacts"]))]
            if bodies == 2:
                z, to_places = angles(projected(z, masses, lengths)), lambda q: places(q, lengths)
            else:
                x, v, length = z[:2], z[2:], lengths[0]
                # The nearest point of the circle, and the part of the velocity along it.
                x = x * length / np.sqrt(dot(x, x))
                turn = (x[0] * v[1] - x[1] * v[0]) / length**2
                real = x.real
                angle = np.arctan2(real[0], -real[1])
                imag = (-real[1] * x[0].imag + real[0] * x[1].imag) / dot(real, real)
                z = np.array([angle + 1j * imag, turn])
                to_places = lambda q: np.array([length * np.sin(q[0]), -length * np.cos(q[0]), length * np.cos(q[0]) * q[1],
                                                length * np.sin(q[0]) * q[1]])
            states, hits = self.followed(system, z, stored.t.astype(np.longdouble), masses, lengths, value["/potentials/0/g"], restitutions)
            all_hits += hits
            truth = np.array([to_places(q) for q in states])
            compared(self, stored, i, (truth.imag / TINY).astype(float), least)
        return stored, all_hits

    def test_a_chain_of_two_on_a_floor(self):
        stored, hits = self.check("chain_on_floor_2", 6, ["/bodies/1/mass", "/constraints/0/length", "/constraints/1/length",
                                                          "/potentials/0/g", "/contacts/1/restitution"], 0.8)
        self.assertGreater(hits, 4)
        self.symplectic(stored, 0.1)

    def test_a_pendulum_between_walls(self):
        stored, hits = self.check("pendulum_between_walls", 6, ["/bodies/1/mass", "/constraints/0/length", "/contacts/0/restitution"], 0.8)
        self.assertGreater(hits, 2)
        self.symplectic(stored, 0.1)

    def symplectic(self, stored, mass):
        """dx . dp' - dp . dx' of two tangent vectors is kept through impacts with e = 1, also with constraints."""
        n = stored.size
        dx, dp = stored.start[:, :, :n], mass * stored.start[:, :, n:]
        form = np.einsum("ntak,ntal->ntkl", dx, dp)
        terms = np.einsum("ntak,ntal->ntkl", np.abs(dx), np.abs(dp)).max((-2, -1))
        form = form - form.swapaxes(-1, -2)
        off = np.abs(form - form[:, :1]).max((-2, -1)) / terms
        self.assertLess(off[stored.bound < 1e-7].max(), 1e-10)


class Stops(unittest.TestCase):
    def test_a_cart_between_ends_is_that_of_its_closed_form(self):
        """x'' = -(k/m) x between stops: pieces of cosines, whose times of impact come from Newton's method in complex numbers."""
        system = {**example("cart_between_ends")}
        system["initial_conditions"] = {"bodies": {"cart": {"from": "rail", "slide": 0.3, "slide_rate": 2.7}}}
        system["contacts"] = [{**system["contacts"][0], "restitution": {"uniform": {"low": 0.7, "high": 1}}}]
        system.pop("name")
        stored = Stored("cart", system, 3)
        t = stored.t.astype(np.longdouble)
        self.assertEqual(stored.pointers, ["/contacts/0/restitution"])
        self.assertEqual(stored.basis.shape[-1], 2)
        for i in range(3):
            columns = 3  # x, v, e
            e = np.full(columns, stored.values[i, 0], C)
            z = np.array([np.full(columns, stored.x[i, 0, 0, 0], C), np.full(columns, stored.v[i, 0, 0, 0], C)])
            for j in range(2):
                z[:, j] += 1j * TINY * stored.basis[i][[0, 2], j]
            e[2] += 1j * TINY
            w = np.sqrt(C(4))
            at = lambda z, h: np.array([z[0] * np.cos(w * h) + z[1] / w * np.sin(w * h), z[1] * np.cos(w * h) - z[0] * w * np.sin(w * h)])
            now, found, hits = np.zeros(columns, C), [], 0
            for time in t:
                while True:
                    grid = np.linspace(0, time - now[0].real, 400)[1:] if time > now[0].real else []
                    ahead = np.array([at(z[:, :1], h)[0, 0].real for h in grid])
                    out = np.nonzero((ahead > 1) | (ahead < -0.5))[0]
                    if not len(out):
                        break
                    limit, h = (1 if ahead[out[0]] > 1 else -0.5), np.full(columns, grid[out[0]], C)
                    for _ in range(9):
                        place = at(z, h)
                        h = h - (place[0] - limit) / place[1]
                    z, now, hits = at(z, h), now + h, hits + 1
                    z = np.array([z[0], -e * z[1]])
                found.append(at(z, time - now))
            self.assertGreater(hits, 2)
            truth = np.zeros((len(t), 4, columns))
            truth[:, [0, 2]] = np.array(found).imag / TINY
            bound = stored.bound[i]
            off = err(stored.start[i], truth[..., :2])
            self.assertTrue((off <= bound).all(), (off / bound).max())
            own, size = stored.by[i][..., 0], np.sqrt((stored.x[i]**2).sum((1, 2)) + (stored.v[i]**2).sum((1, 2))) / stored.values[i, 0]
            off = np.linalg.norm(own - truth[..., 2], axis=1) / (np.linalg.norm(own, axis=1) + np.linalg.norm(truth[..., 2], axis=1) + 2 * size)
            self.assertTrue((off <= bound).all(), (off / bound).max())
            self.assertGreater((bound < 1e-8).mean(), 0.9)

    def test_a_door_in_space_is_that_of_its_angle(self):
        """theta'' = 0 between stops at 0 and 110 degrees. With q = theta: S is [[s, s t'], [0, s]] of signs and restitutions."""
        system = {**example("door_between_stops")}
        system["initial_conditions"] = {"bodies": {"door": {"from": "frame", "hinge_angle": 0.9, "hinge_rate": 1.7}}}
        system.pop("name")
        stored = Stored("door", system, 1, sensitive="/contacts/0/restitution,/bodies/1/mass")
        self.assertEqual(stored.by_q.shape[-2:], (2, 2))
        high, e = np.deg2rad(np.longdouble(110)), np.full(3, 0.6, C)
        q, w, now, hits = np.full(3, stored.q[0, 0, 0], C), np.full(3, stored.qdot[0, 0, 0], C), np.zeros(3, C), 0
        q[0] += 1j * TINY
        w[1] += 1j * TINY
        e[2] += 1j * TINY
        rates = stored.qdot[0, :, 0]
        for k, time in enumerate(stored.t):
            while True:
                h = ((high if w[0].real > 0 else 0) - q) / w
                if (now + h)[0].real >= time:
                    break
                q, w, now, hits = q + w * h, -e * w, now + h, hits + 1
            truth = np.array([(q + w * (time - now)).imag, w.imag]) / TINY
            if stored.bound[0, k] < 1e-6:
                np.testing.assert_allclose(rates[k], w[0].real, atol=1e-10)
                off = np.linalg.norm(stored.by_q[0, k] - truth[:, :2]) / np.linalg.norm(truth[:, :2])
                self.assertLessEqual(off, 2 * stored.bound[0, k])
                # theta by e, from the velocity of a node at its distance from the hinge
                dx = stored.by[0, k, :stored.size, 0].reshape(-1, 3)
                along = stored.v[0, k] / w[0].real
                self.assertLess(np.abs(dx - along * float(truth[0, 2])).max(), 1e-9)
                self.assertLess(np.abs(stored.by[0, k, :, 1]).max(), 1e-9)  # nothing depends on the mass
        self.assertGreater(hits, 1)
        self.assertGreater((stored.bound < 1e-9).mean(), 0.9)

    def test_an_arm_whose_elbow_stops_is_symplectic(self):
        """In space of x, dx . dp' - dp . dx' is kept where e = 1."""
        system = {**example("arm_with_elbow_stop")}
        system.pop("name")
        stored = Stored("arm", system, 4)
        n, mass = stored.size, stored.whole_mass
        dx, dp = stored.start[:, :, :n], np.einsum("ab,ntbk->ntak", mass, stored.start[:, :, n:])
        form = np.einsum("ntak,ntal->ntkl", dx, dp)
        terms = np.einsum("ntak,ntal->ntkl", np.abs(dx), np.abs(dp)).max((-2, -1))
        form = form - form.swapaxes(-1, -2)
        off = np.abs(form - form[:, :1]).max((-2, -1)) / terms
        self.assertLess(off[stored.bound < 1e-7].max(), 1e-10)


if __name__ == "__main__":
    unittest.main()
