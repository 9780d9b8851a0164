"""Contacts that stay closed (schemas/system/contacts.md): a chain whose last mass comes to rest on a floor and leaves it, and an arm
whose elbow lies on its stop and leaves it. Lagrange's equations in angles by the extrapolation of driven_test.py in long double,
with one multiplier while the contact is closed; times of impacts and of opening by bisection and Newton's method. Turned, shifted,
and in other units. Rooms of drawn balls have no second solution, but gaps, energies and bounds."""
import json
import unittest

import h5py
import numpy as np

import small_data
from driven_test import extrapolated

R = np.longdouble
G = R("9.81")
# Rises of bounces that the motion here does not follow either: far more than its own rounding.
LOWEST = 1e-13


class Chain:
    """Three masses 1 on rods of length 1 above a floor at height -2.9, angles from straight down."""
    weight = np.array([[3, 2, 1], [2, 2, 1], [1, 1, 1]], R)
    floor = R("-2.9")

    def mass(self, a):
        return self.weight * np.cos(a[:, None] - a[None, :])

    def force(self, a, w):
        return -(self.weight * np.sin(a[:, None] - a[None, :])) @ (w * w) - G * np.array([3, 2, 1], R) * np.sin(a)

    def gap(self, a):
        return -np.cos(a).sum() - self.floor

    def normal(self, a):
        return np.sin(a)

    def bend(self, a, w):
        return (np.cos(a) * w * w).sum()


class Arm:
    """Two uniform rods of masses 1 and 0.5 and of length 1; angles from the horizontal, the second one above the first."""
    first, second = R(1), R("0.5")

    def mass(self, a):
        between = self.second / 2 * np.cos(a[0] - a[1])
        return np.array([[self.first / 3 + self.second, between], [between, self.second / 3]], R)

    def force(self, a, w):
        turn = self.second / 2 * np.sin(a[0] - a[1])
        weight = np.array([self.first / 2 + self.second, self.second / 2], R)
        return np.array([-turn * w[1]**2, turn * w[0]**2], R) - G * weight * np.cos(a)

    def gap(self, a):
        return a[1] - a[0]

    def normal(self, a):
        return np.array([-1, 1], R)

    def bend(self, a, w):
        return R(0)


def solve(matrix, right):
    """Gauss without pivots, in long double: the matrix is positive definite."""
    a, b = np.array(matrix, R), np.array(right, R)
    for k in range(len(b)):
        for i in range(k + 1, len(b)):
            factor = a[i, k] / a[k, k]
            a[i] -= factor * a[k]
            b[i] -= factor * b[k]
    for k in reversed(range(len(b))):
        b[k] = (b[k] - a[k, k + 1:] @ b[k + 1:]) / a[k, k]
    return b


class Events:
    """A motion from event to event."""

    def __init__(self, model, restitution, z, longest):
        self.model, self.e, self.z, self.longest = model, R(restitution), z, R(longest)
        self.closed, self.impacts, self.rests, self.opens = False, [], [], []

    def halves(self, z):
        return z[:len(z) // 2], z[len(z) // 2:]

    def rate(self, z):
        a, w = self.halves(z)
        return self.model.normal(a) @ w

    def pressed(self, z):
        """The free accelerations, those of the multiplier 1, and the multiplier that keeps the gap."""
        a, w = self.halves(z)
        free, n = solve(self.model.mass(a), self.model.force(a, w)), self.model.normal(a)
        along = solve(self.model.mass(a), n)
        return free, along, -(n @ free + self.model.bend(a, w)) / (n @ along)

    def rates(self, z, _):
        free, along, multiplier = self.pressed(z)
        return np.concatenate([self.halves(z)[1], free + (multiplier * along if self.closed else 0)])

    def step(self, h):
        return extrapolated(self.rates, self.z, R(0), h, 6)

    def root(self, value, low, high):
        """Where value(step(t)) falls through 0."""
        for _ in range(5):
            middle = (low + high) / 2
            low, high = (middle, high) if value(self.step(middle)) > 0 else (low, middle)
        for _ in range(12):
            before, after = value(self.step(low)), value(self.step(high))
            if abs(after - before) == 0:
                break
            next_low, high = high, high - after * (high - low) / (after - before)
            low = next_low
            if abs(value(self.step(high))) < 1e-19 or high == low:
                break
        return high

    def collide(self, now):
        a, w = self.halves(self.z)
        n, rate, along = self.model.normal(a), self.rate(self.z), self.pressed(self.z)[1]
        push = self.pressed(self.z)[2] * (n @ along)
        rests = self.e == 0 or (push > 0 and rate**2 / (2 * push) < LOWEST)
        self.z = np.concatenate([a, w - (1 + (0 if rests else self.e)) * rate / (n @ along) * along])
        self.impacts.append(now)
        self.closed = bool(rests and self.pressed(self.z)[2] > 0)
        if rests:
            self.rests.append(now)

    def go(self, now, span):
        end = now + span
        while now < end:
            h = min(self.longest, end - now)
            gap = lambda z: self.model.gap(self.halves(z)[0])
            push = lambda z: self.pressed(z)[2]
            if self.closed:
                after = self.step(h)
                if push(after) > 0:
                    self.z, now = after, now + h
                    continue
                time = self.root(push, R(0), h)
                self.z, now, self.closed = self.step(time), now + time, False
                self.opens.append(now)
                # The gap grows as t^3, from the rounding of the state.
                h = min(R("1e-4"), end - now)
                self.z, now = self.step(h), now + h
                continue
            low, (a, w) = R(0), self.halves(self.z)
            multiplier = self.pressed(self.z)
            fall = multiplier[2] * (self.model.normal(a) @ multiplier[1])
            if gap(self.z) < 1e-13 and self.rate(self.z) > 0 and fall > 0:
                low = self.rate(self.z) / fall  # half of the flight
                if low >= h:
                    low = R(0)
                else:
                    h = min(h, R("2.5") * low)
            after = self.step(h)
            if gap(after) > 0:
                self.z, now = after, now + h
                continue
            time = self.root(gap, low, h)
            self.z, now = self.step(time), now + time
            self.collide(now)


class Similar:
    """Places turned, shifted, and in another unit; g and rates stay as they are where times scale with the root of lengths."""

    def __init__(self, unit=1, angle=0, shift=(0, 0)):
        self.unit, self.angle, self.shift = unit, angle, np.array(shift, float)
        c, s = np.cos(angle), np.sin(angle)
        self.turn = np.array([[c, -s], [s, c]])

    def place(self, q):
        return (self.turn @ q * self.unit + self.shift).tolist()


# Nodes of a rod are 1 m apart whatever its length: far away their difference would give its angle only to 1e-13.
FRAMES = [Similar(), Similar(10, 0.7, (30, -20)), Similar(1e-3, -2.5, (0.002, 0.001))]



def between_angles_and_places(frame, shape=(3, 2)):
    """Of the chain: angles and their rates from places and velocities in a frame, in arrays of this shape, and back."""
    turn = frame.turn.astype(R)

    def start(x, v):
        x, v = (x.reshape(3, 2) - frame.shift) @ turn / frame.unit, v.reshape(3, 2) @ turn / frame.unit
        rods, turns = np.diff(x, axis=0, prepend=R(0)), np.diff(v, axis=0, prepend=R(0))
        return np.concatenate([np.arctan2(rods[:, 0], -rods[:, 1]), rods[:, 0] * turns[:, 1] - rods[:, 1] * turns[:, 0]])

    def nodes(z):
        a, w = z[:3], z[3:]
        x = np.cumsum(np.stack([np.sin(a), -np.cos(a)], -1), 0)
        v = np.cumsum(np.stack([np.cos(a) * w, np.sin(a) * w], -1), 0)
        return (x @ turn.T * frame.unit + frame.shift).reshape(shape), (v @ turn.T * frame.unit).reshape(shape)

    return start, nodes


def generated(system, count):
    place = small_data.root / "resting"
    place.mkdir(exist_ok=True)
    path = place / (system["name"] + ".json")
    path.write_text(json.dumps(system))
    small_data.run("cchnn-gen", "generate", path, "-o", place, "--train", 0, "--valid", 0, "--test", count, "--force")
    with h5py.File(place / system["name"] / "test.h5") as f:
        data = {key: f[key][()] for key in ("t", "x", "v", "energy", "dissipated", "error_bound", "outcome")}
        return data | {key: f[f"events/{key}"][()] for key in ("count", "time", "contact", "speed", "impulse", "loss")}


def drawn(low, high):
    return {"uniform": {"low": low, "high": high}}


def chain_in(frame, restitution):
    """With its g times the unit, so that times stay."""
    bobs = ["bob1", "bob2", "bob3"]
    return {"name": "resting_chain", "dimension": 2,
            "bodies": [{"id": "hook", "type": "Origin", "position": frame.place([0, 0])}] +
                      [{"id": bob, "type": "Obj0D", "mass": 1} for bob in bobs],
            "constraints": [{"type": "Link", "between": [a, b], "length": frame.unit} for a, b in zip(["hook"] + bobs, bobs)],
            "potentials": [{"type": "Gravity", "g": 9.81 * frame.unit, "up": frame.turn[:, 1].tolist()}],
            "contacts": [{"type": "Contact", "shape": "plane", "on": "bob3", "point": frame.place([0, -2.9]),
                          "normal": frame.turn[:, 1].tolist(), "restitution": restitution}],
            "initial_conditions": {"bodies": {
                bob: {"from": other, "angle": {"uniform": {"low": low + frame.angle, "high": high + frame.angle}}}
                for bob, other, low, high in zip(bobs, ["hook"] + bobs, (0.3, 0.2, 0.2), (0.6, 0.5, 0.4))}},
            "sampling": {"dt": 0.02, "steps": 75}}


def arm_in(frame, restitution):
    rod = {"type": "Obj1D", "second_moments": [frame.unit**2 / 12]}
    end = lambda body, side: {"body": body, "point": [side * frame.unit / 2]}
    angle = lambda low, high: drawn(*(from_x + np.pi / 2 + frame.angle for from_x in (low, high)))  # from straight down
    return {"name": "resting_arm", "dimension": 2,
            "bodies": [{"id": "shoulder", "type": "Origin", "position": frame.place([0, 0])},
                       rod | {"id": "upper", "mass": 1}, rod | {"id": "lower", "mass": 0.5}],
            "constraints": [{"type": "Joint", "between": ["shoulder", end("upper", -1)]},
                            {"type": "Joint", "between": [end("upper", 1), end("lower", -1)]}],
            "potentials": [{"type": "Gravity", "g": 9.81 * frame.unit, "up": frame.turn[:, 1].tolist()}],
            "contacts": [{"type": "Stop", "shape": "angle", "bodies": ["upper", "lower"], "low": 0, "restitution": restitution}],
            "initial_conditions": {"bodies": {"upper": {"from": "shoulder", "angle": angle(-0.5, 0.8)},
                                              "lower": {"from": "upper", "angle": angle(1, 2)}}},
            "sampling": {"dt": 0.02, "steps": 110}}


class Resting(unittest.TestCase):
    def compared(self, data, model, restitution, start, nodes, count):
        """States within their bounds, and as many events as there are; returns how often contacts came to rest and opened."""
        totals = np.zeros(2, int)
        for i in range(count):
            self.assertEqual(data["outcome"][i], 0)
            events = Events(model, restitution, start(data["x"][i, 0].astype(R), data["v"][i, 0].astype(R)), "0.01")
            for k in range(len(data["t"])):
                if k:
                    events.go(R(data["t"][k - 1]), R(data["t"][k]) - R(data["t"][k - 1]))
                x, v = nodes(events.z)
                off = np.sqrt(((x - data["x"][i, k])**2).sum() + ((v - data["v"][i, k])**2).sum())
                size = np.sqrt((x**2).sum() + (v**2).sum()) + np.sqrt((data["x"][i, k]**2).sum() + (data["v"][i, k]**2).sum())
                self.assertLessEqual(off, size * max(data["error_bound"][i, k], 3e-15), (i, k))
            bound = data["error_bound"][i]
            self.assertLess(bound[bound < 1].max(), 1e-9)
            times = data["time"][i][:int(data["count"][i])]
            rests = data["loss"][i][:len(times)] > 0.499999 * (data["impulse"][i] * data["speed"][i])[:len(times)]
            if bound[-1] < 1:
                # Bounces to the last one or two, and where each series ends.
                self.assertLessEqual(abs(len(times) - len(events.impacts)), 6 * max(1, len(events.rests)))
                self.assertEqual(rests.sum(), len(events.rests))
                # Flights that are left out rise by less than 1e-12 of the coordinates, 4 lengths at most: such a series of
                # flights lasts some 1e-5 s under the pushes here.
                for own, other in zip(events.rests, times[rests]):
                    self.assertLess(abs(own - other), 2e-5)
                self.assertLess(abs(times[0] - events.impacts[0]) if len(times) else 0, 1e-8)
                totals += [len(events.rests), len(events.opens)]
            total = data["energy"][i] + data["dissipated"][i]
            self.assertLess(np.ptp(total) / max(abs(total[0]), np.ptp(data["energy"][i])), 1e-9)
        return totals

    def test_a_chain_that_lies_on_a_floor_and_leaves_it(self):
        for restitution in (0, 0.5):
            totals = np.zeros(2, int)
            for frame in FRAMES:
                data = generated(chain_in(frame, restitution), 3)

                with self.subTest(restitution=restitution, unit=frame.unit):
                    totals = totals + self.compared(data, Chain(), restitution, *between_angles_and_places(frame), 3)
            self.assertGreater(totals.min(), 0)

    def test_an_arm_whose_elbow_lies_on_its_stop_and_leaves_it(self):
        for restitution in (0, 0.2):
            totals = np.zeros(2, int)
            for frame in FRAMES:
                data = generated(arm_in(frame, restitution), 3)

                def start(x, v):
                    x, v = x.reshape(2, 2, 2), v.reshape(2, 2, 2)
                    axis, turning = (x[:, 1] - x[:, 0]) @ frame.turn.astype(R), (v[:, 1] - v[:, 0]) @ frame.turn.astype(R)
                    angles = np.arctan2(axis[:, 1], axis[:, 0])
                    angles[1] += R(2) * np.arctan2(R(0), R(-1)) * (angles[1] < angles[0])
                    return np.concatenate([angles, axis[:, 0] * turning[:, 1] - axis[:, 1] * turning[:, 0]])

                def nodes(z):
                    a, w = z[:2], z[2:]
                    axis = np.stack([np.cos(a), np.sin(a)], -1)
                    turning = np.stack([-np.sin(a) * w, np.cos(a) * w], -1)
                    middle = np.stack([axis[0] / 2, axis[0] + axis[1] / 2]) * frame.unit
                    moving = np.stack([turning[0] / 2, turning[0] + turning[1] / 2]) * frame.unit
                    turned = frame.turn.T.astype(R)
                    centre, speed = middle @ turned + frame.shift, moving @ turned
                    return (np.stack([centre, centre + axis @ turned], 1).reshape(4, 2),
                            np.stack([speed, speed + turning @ turned], 1).reshape(4, 2))

                with self.subTest(restitution=restitution, unit=frame.unit):
                    totals = totals + self.compared(data, Arm(), restitution, start, nodes, 3)
            self.assertGreater(totals.min(), 0)


def room(draw):
    """Balls in a turned corner that hit, come to rest and leave, two of them tied by a rod; and its gaps at positions (balls, 2)."""
    unit, tilt, count = 10.0**draw.integers(-2, 3), draw.uniform(-1, 1), int(draw.integers(2, 5))
    frame = Similar(unit, tilt, draw.uniform(-3, 3, 2) * unit)
    ids, radii = [f"ball{i}" for i in range(count)], draw.uniform(0.05, 0.15, count) * unit
    places = [[-0.7 + 1.4 * (i + 0.5) / count, draw.uniform(-0.5, 0.5)] for i in range(count)]
    bounce = lambda: float(draw.choice([0, 0, 0.2, 0.5, 0.7, 1]))
    contacts, gaps = [], []
    for i in range(count):
        for wall in ([0, -1], [-1, 0], [1, 0]):
            normal, point = frame.turn @ -np.array(wall, float), frame.place(wall)
            contacts.append({"type": "Contact", "shape": "plane", "on": ids[i], "radius": radii[i], "point": point,
                             "normal": normal.tolist(), "restitution": bounce()})
            gaps.append(lambda x, i=i, point=point, normal=normal: (x[i] - point) @ normal - radii[i])
        for j in range(i):
            contacts.append({"type": "Contact", "shape": "balls", "between": [ids[j], ids[i]], "radii": [radii[j], radii[i]],
                             "restitution": bounce()})
            gaps.append(lambda x, i=i, j=j: np.linalg.norm(x[i] - x[j]) - radii[i] - radii[j])
    rod = {"type": "Link", "between": ids[:2], "length": unit * np.hypot(*np.subtract(places[0], places[1]))}
    tie = {"type": "Spring", "between": [ids[0], ids[-1]], "stiffness": draw.uniform(5, 50), "rest_length": 0.3 * unit}
    drawn_speed = {"normal": {"mean": 0, "std": 2 * unit}}
    return gaps, {"name": "room", "dimension": 2,
                  "bodies": [{"id": ball, "type": "Obj0D", "mass": draw.uniform(0.2, 3)} for ball in ids],
                  "constraints": [rod] if draw.random() < 0.5 else [],
                  "potentials": [{"type": "Gravity", "g": 9.81 * unit, "up": frame.turn[:, 1].tolist()}] +
                                ([tie] if draw.random() < 0.5 else []),
                  "contacts": contacts,
                  "initial_conditions": {"bodies": {ball: {"position": frame.place(place), "velocity": [drawn_speed] * 2}
                                                    for ball, place in zip(ids, places)}},
                  "sampling": {"dt": 0.05, "steps": 80}}


class Rooms(unittest.TestCase):
    def test_drawn_rooms_keep_their_balls_and_their_energy(self):
        draw, rests, bounds = np.random.default_rng(7), 0, []
        for _ in range(8):
            gaps, system = room(draw)
            data = generated(system, 3)
            for i in range(3):
                x, count = data["x"][i], int(data["count"][i])
                length = max(np.abs(x).max(), np.ptp(x))
                # Positions have rounding alone; the rest is that of some hundred steps.
                self.assertGreater(min(gap(place) for gap in gaps for place in x), -1e-12 * length)
                total = data["energy"][i] + data["dissipated"][i]
                self.assertLess(np.ptp(total), 1e-10 * np.abs(data["energy"][i]).max())
                self.assertGreater(data["speed"][i][:count].min(initial=1), 0)
                bound = data["error_bound"][i]
                bounds.append(bound[bound < 1].max())
                rests += (data["loss"][i] > 0.499999 * data["impulse"][i] * data["speed"][i]).sum()
        # Impacts of balls with each other are chaotic: seventy of them make 2e-6 of rounding.
        self.assertLess(np.median(bounds), 1e-9)
        self.assertLess(max(bounds), 1e-4)
        self.assertGreater(rests, 100)
