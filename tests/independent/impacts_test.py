"""A chain of three masses above a floor that the last one hits (schemas/system/contacts.md): Lagrange's equations in angles by the
extrapolation of driven_test.py in long double, impacts found here by bisection and Newton's method, the law of impacts in angles.
Bouncing balls whose flights have a closed form, five disks in a box by quadratic equations, and balls that pass posts."""
import json
import pathlib
import shutil
import unittest

import h5py
import numpy as np

import small_data
from driven_test import extrapolated

PAGE = pathlib.Path(__file__).resolve().parents[2] / "schemas/system/contacts.md"
R = np.longdouble
G, FLOOR = R("9.81"), R("-2.9")


def example(name):
    blocks = PAGE.read_text().split("```json")[1:]
    return next(one for one in (json.loads(block.split("```")[0]) for block in blocks) if one["name"] == name)


def made(system, count=5):
    place = small_data.root / "impacts"
    place.mkdir(exist_ok=True)
    path = place / (system["name"] + ".json")
    path.write_text(json.dumps(system))
    small_data.run("cchnn-gen", "generate", path, "-o", place, "--train", 0, "--valid", 0, "--test", count, "--force")
    with h5py.File(place / system["name"] / "test.h5") as f:
        data = {key: f[key][()] for key in ("t", "x", "v", "energy", "dissipated", "error_bound", "outcome")}
        data |= {key: f[f"events/{key}"][()] for key in ("count", "time", "contact", "speed", "impulse", "loss")}
        if "parameters" in f:
            data["parameters"] = f["parameters"][()]
    return data


def mass_matrix(angles):
    """Of three equal masses 1 on rods of length 1; angles from straight down."""
    a = np.asarray(angles, R)
    weight = np.array([[3, 2, 1], [2, 2, 1], [1, 1, 1]], R)
    return weight * np.cos(a[:, None] - a[None, :])


def solve(matrix, right):
    """Gauss without pivots, in long double: the matrix is positive definite."""
    a, b = np.array(matrix, R), np.array(right, R)
    for k in range(3):
        for i in range(k + 1, 3):
            factor = a[i, k] / a[k, k]
            a[i] -= factor * a[k]
            b[i] -= factor * b[k]
    for k in reversed(range(3)):
        b[k] = (b[k] - a[k, k + 1:] @ b[k + 1:]) / a[k, k]
    return b


def rates(z, _):
    a, w = z[:3], z[3:]
    weight = np.array([[3, 2, 1], [2, 2, 1], [1, 1, 1]], R)
    right = -(weight * np.sin(a[:, None] - a[None, :])) @ (w * w) - G * np.array([3, 2, 1], R) * np.sin(a)
    return np.concatenate([w, solve(mass_matrix(a), right)])


def gap(z):
    return -np.cos(z[:3]).sum() - FLOOR, (np.sin(z[:3]) * z[3:]).sum()


def step(z, h):
    return extrapolated(rates, z, R(0), h)


def collide(z):
    n, rate = np.sin(z[:3]), gap(z)[1]
    change = solve(mass_matrix(z[:3]), n)
    return np.concatenate([z[:3], z[3:] - 2 * rate * change / (n @ change)]), -2 * rate / (n @ change)


def followed(z, t):
    """States at every t, and times and impulses of impacts. Steps of 1 ms are 200 times shorter than a swing."""
    states, impacts = [z], []
    for k in range(1, len(t)):
        now = R(t[k - 1])
        while now < t[k]:
            h = min(R("0.001"), R(t[k]) - now)
            after = step(z, h)
            if gap(after)[0] >= 0:
                z, now = after, now + h
                continue
            time = h * gap(z)[0] / (gap(z)[0] - gap(after)[0])
            for _ in range(20):
                value, rate = gap(step(z, time))
                time -= value / rate
                if abs(value) < 1e-18:
                    break
            z, impulse = collide(step(z, time))
            now += time
            impacts.append((now, impulse))
        states.append(z)
    return np.array(states), impacts


class Chain(unittest.TestCase):
    def test_states_times_and_impulses_are_those_of_an_event_code_in_angles(self):
        data = made(example("chain_on_floor"))
        hits = 0
        for i in range(len(data["x"])):
            x, v = data["x"][i, 0].astype(R), data["v"][i, 0].astype(R)
            rods = np.diff(x, axis=0, prepend=R(0))
            turns = np.diff(v, axis=0, prepend=R(0))
            start = np.concatenate([np.arctan2(rods[:, 0], -rods[:, 1]), rods[:, 0] * turns[:, 1] - rods[:, 1] * turns[:, 0]])
            states, impacts = followed(start, data["t"])
            a, w = states[:, :3], states[:, 3:]
            own = np.stack([np.cumsum(np.sin(a), 1), -np.cumsum(np.cos(a), 1)], -1)
            own_v = np.stack([np.cumsum(np.cos(a) * w, 1), np.cumsum(np.sin(a) * w, 1)], -1)
            off = np.sqrt(((own - data["x"][i])**2).sum((1, 2)) + ((own_v - data["v"][i])**2).sum((1, 2)))
            size = np.sqrt((own**2).sum((1, 2)) + (own_v**2).sum((1, 2)))
            self.assertTrue((off <= 2 * size * np.maximum(data["error_bound"][i], 1e-15)).all())
            self.assertLess(np.median(data["error_bound"][i]), 1e-6)
            if data["error_bound"][i, -1] > 1e-6:
                continue
            hits += len(impacts)
            self.assertEqual(data["count"][i], len(impacts))
            for k, (time, impulse) in enumerate(impacts):
                self.assertLess(abs(data["time"][i, k] - time), 1e-6)
                self.assertLess(abs(data["impulse"][i, k] - impulse), 1e-5)
        self.assertGreater(hits, 3)


class Ball(unittest.TestCase):
    def test_heights_and_losses_follow_the_closed_form(self):
        data = made(example("falling_ball"))
        g, e, floor = 9.81, 0.9, 0.05
        for i in range(len(data["x"])):
            speed = np.sqrt(2 * g * (0.5 - floor))
            time = speed / g
            for k in range(int(data["count"][i])):
                self.assertLess(abs(data["time"][i, k] - time), 1e-13)
                self.assertLess(abs(data["speed"][i, k] - speed), 1e-12)
                self.assertLess(abs(data["loss"][i, k] - 0.05 * (1 - e * e) * speed**2), 1e-13)
                speed *= e
                time += 2 * speed / g
            self.assertGreater(data["count"][i], 1)
            self.assertLess(np.ptp(data["energy"][i] + data["dissipated"][i]), 1e-13)

    def test_each_trajectory_has_the_restitution_that_is_drawn_for_it(self):
        system = example("falling_ball")
        system["contacts"][0]["restitution"] = {"uniform": {"low": 0.5, "high": 1}}
        system["sampling"] = {"dt": 0.01, "steps": 101}
        data = made(system, 8)
        drawn = data["parameters"][:, 0]
        self.assertGreater(np.ptp(drawn), 0.2)
        g, top = 9.81, 0.5 - 0.05
        for i, e in enumerate(drawn):
            u, t, start = np.sqrt(2 * g * top), data["t"], data["v"][i, 0, 0, 0]
            begin, up = 0.0, 0.0  # of a flight: it starts at the top, then from the floor at up
            ends = u / g
            for k, time in enumerate(t):
                while time > ends and (up == 0 or up > 1e-9):
                    up, begin = (e * u if up == 0 else e * up), ends
                    ends = begin + 2 * up / g
                s = time - begin
                y, rate = (top - g * s * s / 2, -g * s) if up == 0 else (up * s - g * s * s / 2, up - g * s)
                if time > ends:  # its bounces have come to rest
                    y, rate = 0.0, 0.0
                own = np.array([time * start, 0.05 + y, start, rate])
                stored = np.concatenate([data["x"][i, k, 0], data["v"][i, k, 0]])
                size = np.linalg.norm(own) + np.linalg.norm(stored)
                self.assertLessEqual(np.linalg.norm(own - stored), size * data["error_bound"][i, k])
            np.testing.assert_allclose(data["loss"][i, 0], 0.05 * (1 - e * e) * u * u, rtol=1e-12)
            self.assertLess(np.median(data["error_bound"][i]), 1e-12)


def disks_in_a_box(count, radius):
    """Disks of one mass in the unit box, e = 1: the task BP5-e of Zhong, Dey, Chakraborty 2021 (arXiv 2102.06794)."""
    names = [f"disk{i}" for i in range(count)]
    walls = [([0, 0], [1, 0]), ([0, 0], [0, 1]), ([1, 1], [-1, 0]), ([1, 1], [0, -1])]
    contacts = [{"type": "Contact", "shape": "plane", "on": name, "radius": radius, "point": point, "normal": normal,
                 "restitution": 1} for name in names for point, normal in walls]
    contacts += [{"type": "Contact", "shape": "balls", "between": [a, b], "radii": [radius, radius], "restitution": 1}
                 for i, a in enumerate(names) for b in names[i + 1:]]
    drawn = {"normal": {"mean": 0, "std": 1}}
    poses = {name: {"position": [0.15 + 0.23 * (i % 4), 0.2 + 0.3 * (i // 4)], "velocity": [drawn, drawn]}
             for i, name in enumerate(names)}
    return {"name": "disks_in_a_box", "dimension": 2, "bodies": [{"id": n, "type": "Obj0D", "mass": 0.05} for n in names],
            "contacts": contacts, "initial_conditions": {"bodies": poses}, "sampling": {"dt": 0.01, "steps": 101}}


def event_driven(x, v, t, radius):
    """States at every t, and the number of impacts: straight flights between roots of linear and quadratic equations."""
    x, v, now, states, impacts = x.astype(R), v.astype(R), R(0), [], 0
    pairs = [(i, j) for i in range(len(x)) for j in range(i)]
    while True:
        ahead = [(((radius if v[i, k] < 0 else R(1) - radius) - x[i, k]) / v[i, k], i, k, True)
                 for i in range(len(x)) for k in range(2)]
        for i, j in pairs:
            d, w = x[i] - x[j], v[i] - v[j]
            inward, square, c = d @ w, w @ w, d @ d - (2 * radius)**2
            if inward < 0 and inward**2 > square * c:
                ahead.append((c / (-inward + np.sqrt(inward**2 - square * c)), i, j, False))
        time, i, j, wall = min(ahead)
        while len(states) < len(t) and R(t[len(states)]) < now + time:
            states.append((x + v * (R(t[len(states)]) - now), v.copy()))
        if len(states) == len(t):
            return np.array([s[0] for s in states]), np.array([s[1] for s in states]), impacts
        x, now, impacts = x + v * time, now + time, impacts + 1
        if wall:
            v[i, j] *= -1
            continue
        n = (x[i] - x[j]) / np.sqrt(((x[i] - x[j])**2).sum())
        exchanged = ((v[i] - v[j]) @ n) * n
        v[i], v[j] = v[i] - exchanged, v[j] + exchanged


class Disks(unittest.TestCase):
    def test_five_disks_in_a_box_stay_within_their_bounds(self):
        data = made(disks_in_a_box(5, 0.1), 20)
        for i in range(len(data["x"])):
            x, v, impacts = event_driven(data["x"][i, 0], data["v"][i, 0], data["t"], R(0.1))
            self.assertEqual(data["count"][i], impacts)
            off = np.sqrt(((x - data["x"][i])**2).sum((1, 2)) + ((v - data["v"][i])**2).sum((1, 2)))
            size = 2 * np.sqrt((x**2).sum((1, 2)) + (v**2).sum((1, 2)))
            self.assertTrue((off <= size * data["error_bound"][i]).all())
        self.assertGreater(data["count"].mean(), 15)
        self.assertLess(np.median(data["error_bound"][:, -1]), 1e-9)

    def test_a_ball_meets_a_post_or_passes_it(self):
        """Turned, moved and in other units; the post has a radius of 1e-6 to 0.1 of the way, and a sample lasts a fifth of it."""
        rng = np.random.default_rng(3)
        for beside in (0, 0.5, 1 - 1e-3, 1 + 1e-3, 1 - 1e-6, 1 + 1e-6):
            unit, angle, radius = 10.0**rng.integers(-3, 4), rng.uniform(0, 6), 10**rng.uniform(-6, -1)
            turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
            place = lambda q: (turn @ np.array(q) * unit + [3 * unit, -2 * unit]).tolist()
            data = made({
                "name": "post", "dimension": 2,
                "bodies": [{"id": "post", "type": "Origin", "position": place([0.3, 0])}, {"id": "ball", "type": "Obj0D", "mass": 2}],
                "contacts": [{"type": "Contact", "shape": "balls", "between": ["ball", "post"], "radii": [0, radius * unit],
                              "restitution": 1}],
                "initial_conditions": {"bodies": {"ball": {"position": place([-1, beside * radius]),
                                                           "velocity": (turn @ [unit, 0]).tolist()}}},
                "sampling": {"dt": 0.4, "steps": 6}}, 1)
            with self.subTest(beside=beside, radius=radius):
                self.assertEqual(data["count"][0], beside < 1)
                if beside < 1:
                    self.assertLess(abs(data["time"][0, 0] - (1.3 - radius * np.sqrt(1 - beside**2))), 1e-9)


def gaps(system, x):
    """Of every contact at positions x (.., n, d), from the file alone."""
    moving = [body["id"] for body in system["bodies"] if body["type"] != "Origin"]
    fixed = {body["id"]: np.array(body.get("position", [0, 0])) for body in system["bodies"] if body["type"] == "Origin"}
    at = lambda end: x[..., moving.index(end), :] if end in moving else fixed[end]
    between = lambda c: np.linalg.norm(at(c["between"][0]) - at(c["between"][1]), axis=-1)
    # A rim is that of the only body, whose axes are the nodes after its centre.
    axle = lambda c: sum(share * (x[..., k + 1, :] - x[..., 0, :]) for k, share in enumerate(c["axle"]))
    lean = lambda c: np.sqrt(1 - (axle(c) @ np.array(c["normal"]))**2) if "axle" in c else 1
    of = {"plane": lambda c: (at(c["on"]) - c["point"]) @ np.array(c["normal"]) - c.get("radius", 0) * lean(c),
          "balls": lambda c: between(c) - sum(c["radii"]), "within": lambda c: c["distance"] - between(c)}
    return np.stack([of[c["shape"]](c) for c in system["contacts"]], -1)


class PublishedTasks(unittest.TestCase):
    def test_no_sample_penetrates_and_energy_with_losses_is_constant(self):
        for path in sorted((PAGE.parents[2] / "systems/impacts").glob("*.json")):
            system = json.loads(path.read_text())
            system["sampling"]["steps"] = min(system["sampling"]["steps"], 300)
            data = made(system, 3 if path.stem != "gyroscope_at_wall" else 12)
            with self.subTest(system=path.stem):
                self.assertEqual(system["name"], path.stem)
                self.assertTrue((data["outcome"] == 0).all())
                self.assertGreater(gaps(system, data["x"]).min(), -1e-12)
                total = data["energy"] + data["dissipated"]
                self.assertLess(abs(total - total[:, :1]).max(), 1e-11)

    def test_the_ball_at_the_far_end_of_a_cradle_rises_as_high_as_the_first_fell(self):
        """Equal masses exchange velocities; in the gaps of 1 mm a little is left behind, about gap/length of the height."""
        data = made(json.loads((PAGE.parents[2] / "systems/impacts/cradle_5.json").read_text()), 3)
        for x, v in zip(data["x"], data["v"]):
            far = (x[:, -1, 1] + 1).max() / (x[0, 0, 1] + 1)
            self.assertLess(abs(far - 1), 0.01)
            middle = np.linalg.norm(v[:, 2], axis=-1)
            self.assertLess(np.median(middle), 0.1 * np.linalg.norm(v[:, 0], axis=-1).max())


def sampled(system, x, v, samples, substeps):
    """Free motion of disks of equal mass under gravity from step to step; overlaps change velocities there, by Newton's law of
    impacts with impulses that only push (linear complementarity, here by trying all sets of contacts that act)."""
    ids, h = [body["id"] for body in system["bodies"]], system["sampling"]["dt"] / substeps
    g, mass = np.array([0, -sum(p["g"] for p in system.get("potentials", []))]), system["bodies"][0]["mass"]
    states = [(x, v)]
    for k in range(1, (samples - 1) * substeps + 1):
        x, v = x + h * v + h * h / 2 * g, v + h * g
        rows = []
        for contact, gap in zip(system["contacts"], gaps(system, x)):
            if gap >= 0:
                continue
            row = np.zeros_like(x)
            if contact["shape"] == "plane":
                row[ids.index(contact["on"])] = contact["normal"]
            else:
                i, j = (ids.index(end) for end in contact["between"])
                row[i] = (x[i] - x[j]) / np.linalg.norm(x[i] - x[j])
                row[j] = -row[i]
            rows.append((row, contact["restitution"]))
        if any((row * v).sum() < 0 for row, _ in rows):
            n = np.array([row.ravel() for row, _ in rows])
            a, b = n @ n.T / mass, np.array([(1 + e) * (row * v).sum() for row, e in rows])
            for acting in range(2**len(b)):
                on = [i for i in range(len(b)) if acting >> i & 1]
                f = np.zeros(len(b))
                if on:
                    f[on] = np.linalg.solve(a[np.ix_(on, on)], -b[on])
                if f.min() >= 0 and (a @ f + b).min() > -1e-12:
                    break
            v = v + (f @ n).reshape(v.shape) / mass
        if k % substeps == 0:
            states.append((x, v))
    return np.array([state[0] for state in states]), np.array([state[1] for state in states])


class SampledImpacts(unittest.TestCase):
    def test_the_protocol_is_the_scheme_of_the_page(self):
        """Rounding, 1e-14 or so of a step of the program, grows 400 times in the median and up to 1e6 times in the motion of five
        disks. An impact that is found a step earlier or later would change a state by 1e-2."""
        for name, tolerance in (("bouncing_disks_5", 1e-6), ("bouncing_disks_2", 1e-8), ("bouncing_disk", 1e-10)):
            system = json.loads((PAGE.parents[2] / f"systems/impacts/{name}.json").read_text())
            data, place = made(system, 3), small_data.root / "impacts"
            for substeps in (1, 10):
                small_data.run("cchnn-gen", "rollout", place / f"{name}.json", "--from", place / name / "test.h5", "--protocol",
                               "sampled-impacts", "--substeps", substeps, "-o", place / "sampled.h5", "--force")
                with h5py.File(place / "sampled.h5") as f, self.subTest(system=name, substeps=substeps):
                    for i in range(3):
                        x, v = sampled(system, data["x"][i, 0], data["v"][i, 0], len(data["t"]), substeps)
                        self.assertLess(max(abs(x - f["x"][i]).max(), abs(v - f["v"][i]).max()), tolerance)
                        self.assertLess(gaps(system, x).min(), -1e-4)


def smooth_gaps(system, x, v):
    """The gaps of section 11 of schemas/metrics.md and their rates, (T, contacts) each, of disks alone."""
    ids, values, rates = [body["id"] for body in system["bodies"]], [], []
    for contact in system["contacts"]:
        if contact["shape"] == "plane":
            i, n = ids.index(contact["on"]), np.array(contact["normal"])
            values.append((x[:, i] - contact["point"]) @ n - contact["radius"])
            rates.append(v[:, i] @ n)
        else:
            i, j = (ids.index(end) for end in contact["between"])
            r, w, reach = x[:, i] - x[:, j], v[:, i] - v[:, j], sum(contact["radii"])
            values.append(((r**2).sum(-1) - reach**2) / (2 * reach))
            rates.append((r * w).sum(-1) / reach)
    return np.array(values).T, np.array(rates).T


def found(system, x, v, h):
    """(47) and (48): contacts, times and R."""
    g, rate = smooth_gaps(system, x, v)
    jump = rate[1:] - rate[:-1]
    with np.errstate(all="ignore"):
        s = (g[:-1] - g[1:] + h * rate[1:]) / jump
        meet = g[:-1] + s * rate[:-1]
        hit = (rate[:-1] < 0) & (rate[1:] > 0) & (meet >= -jump * h) & (meet <= jump * h / 4)
    return [(c, k * h + s[k, c], jump[k, c]) for c in range(hit.shape[1]) for k in np.flatnonzero(hit[:, c])]


def take_nearest(impacts, contact, time, within):
    """Takes the nearest impact of this contact out of the list; None if none is within this time."""
    near = [(abs(t - time), c, t, r) for c, t, r in impacts if c == contact and abs(t - time) <= within]
    if not near:
        return None
    impacts.remove(min(near)[1:])
    return min(near)


def impact_scores(system, data, i, x, v, h):
    """The five numbers of section 11 of trajectory i."""
    norm = lambda a, b: np.sqrt((a**2).sum((1, 2)) + (b**2).sum((1, 2)))
    own_x, own_v, last = data["x"][i], data["v"][i], len(x) - 1
    err = norm(x - own_x, v - own_v) / (norm(x, v) + norm(own_x, own_v))
    events = [(int(c), t) for c, t in zip(data["contact"][i], data["time"][i]) if 0 < t <= last * h]
    until = data["time"][i][-1] if np.isfinite(data["time"][i]).all() else np.inf
    in_samples = [one for one in found(system, own_x, own_v, h) if one[1] <= until]
    seen = [take_nearest(in_samples, *event, h) for event in events]
    known = [(*event, own[3]) for event, own in zip(events, seen) if own]
    before = int(np.ceil(events[0][1] / h)) - 1 if events else last
    logs = np.log(err[1:max(1, before) + 1] + 1e-16)
    if before > 1:
        mean = ((logs[1:] + logs[:-1]) / 2).sum() / (len(logs) - 1)
    else:
        mean = logs[0]
    have = [one for one in found(system, x, v, h) if one[1] <= until]
    count, matched = len(known) + len(have), [take_nearest(have, *event[:2], 2 * h) for event in known]
    wrong = (matched.count(None) + len(have)) / count if count else 0
    late = np.mean([match[0] if match else 2 * h for match in matched]) if known else 0
    off = np.mean([min(abs(match[3] / event[2] - 1), 1) if match else 1 for match, event in zip(matched, known)]) if known else 0
    return {"error_to_impact": np.exp(mean), "error_after_impact": err[min(before + 1, last)], "wrong_impacts": wrong,
            "impact_time_error": late, "impulse_error": off}


KEYS = ("error_to_impact", "error_after_impact", "wrong_impacts", "impact_time_error", "impulse_error")


class ImpactScores(unittest.TestCase):
    def test_every_number_is_that_of_the_page(self):
        for name, rollout in (("bouncing_disks_5", ("--protocol", "sampled-impacts")), ("bouncing_disks_2", ("--epsilon", 1e-2)),
                              ("bouncing_disk", ("--protocol", "sampled-impacts", "--substeps", 10))):
            system = json.loads((PAGE.parents[2] / f"systems/impacts/{name}.json").read_text())
            data, place = made(system, 12), small_data.root / "impacts"
            truth, file, h = place / name / "test.h5", place / "scored.h5", system["sampling"]["dt"]
            small_data.run("cchnn-gen", "rollout", place / f"{name}.json", "--from", truth, *rollout, "-o", file, "--force")
            metrics = json.loads(small_data.run("cchnn-eval", "score", truth, file, "--json", "-"))["submissions"][0]["metrics"]
            with h5py.File(file) as f:
                scores = [impact_scores(system, data, i, f["x"][i], f["v"][i], h) for i in range(12)]
            with self.subTest(system=name):
                for key in scores[0]:
                    values = np.array([one[key] for one in scores])
                    # Rounding of gaps of 1 m and of the times of some intervals.
                    np.testing.assert_allclose(metrics[key]["mean"], values.mean(), rtol=1e-9, atol=1e-14, err_msg=key)
                self.assertGreater(metrics["impact_time_error"]["mean"], 0)

    def test_the_test_set_itself_has_no_wrong_impact_and_a_motion_through_the_wall_misses_all(self):
        name = "bouncing_disks_5"
        system = json.loads((PAGE.parents[2] / f"systems/impacts/{name}.json").read_text())
        data, place = made(system, 5), small_data.root / "impacts"
        truth, t = place / name / "test.h5", data["t"][:, None, None]
        with h5py.File(truth) as f:
            answers = f.attrs["truth_digest"]
        straight = (data["x"][:, :1] + data["v"][:, :1] * t, np.repeat(data["v"][:, :1], len(data["t"]), 1))
        for label, (x, v), wrong in (("own", (data["x"], data["v"]), 0), ("straight", straight, 1)):
            file = place / f"{label}.npz"
            np.savez(file, x=x, v=v, model=label, answers_truth=answers)
            metrics = json.loads(small_data.run("cchnn-eval", "score", truth, file, "--json", "-"))["submissions"][0]["metrics"]
            self.assertLessEqual(abs(metrics["wrong_impacts"]["mean"] - wrong), 0.02, label)
            if label == "own":
                self.assertLess(metrics["impact_time_error"]["mean"], 0.1 * system["sampling"]["dt"])

    def test_events_that_were_changed_are_a_damaged_test_set(self):
        system = json.loads((PAGE.parents[2] / "systems/impacts/bouncing_disks_2.json").read_text())
        data, place = made(system, 4), small_data.root / "impacts"
        truth, answer, odd = place / system["name"] / "test.h5", place / "odd_answer.h5", place / "odd.h5"
        small_data.run("cchnn-gen", "rollout", place / f"{system['name']}.json", "--from", truth, "--protocol", "sampled-impacts",
                       "-o", answer, "--force")

        def score(change):
            shutil.copy(truth, odd)
            odd.chmod(0o644)
            with h5py.File(odd, "r+") as f:
                change(f["events"])
            report = json.loads(small_data.run("cchnn-eval", "score", odd, answer, "--json", "-"))
            return {key: report["submissions"][0]["metrics"][key]["mean"] for key in KEYS}

        def shuffle(events):
            order = np.random.default_rng(4).permutation(events["time"].shape[1])
            for key in ("time", "contact"):
                events[key][...] = events[key][()][:, order]

        def copy(events):
            for key in ("time", "contact"):
                values = events[key][()]
                count = int(events["count"][0])
                values[0, count:2 * count] = values[0, :count]
                events[key][...] = values

        def lose(events):
            del events["time"]

        def deny(events):
            events["time"][...] = np.nan

        self.assertGreater(score(lambda events: None)["wrong_impacts"], 0)
        for change in (shuffle, copy, deny, lose):
            with self.assertRaisesRegex(RuntimeError, "differs from its digest"):
                score(change)

    def test_what_does_not_move_or_is_not_finite_has_the_worst_values(self):
        system = json.loads((PAGE.parents[2] / "systems/impacts/bouncing_disks_5.json").read_text())
        data, place = made(system, 4), small_data.root / "impacts"
        truth, h = place / system["name"] / "test.h5", system["sampling"]["dt"]
        with h5py.File(truth) as f:
            answers = f.attrs["truth_digest"]
        still, lost = np.repeat(data["x"][:, :1], len(data["t"]), 1), data["x"].copy()
        lost[:, -1] = np.nan
        for label, x, v in (("still", still, np.zeros_like(still)), ("lost", lost, data["v"])):
            v[:, 0] = data["v"][:, 0]  # submissions start where the test set does
            np.savez(place / f"{label}.npz", x=x, v=v, model=label, answers_truth=answers)
            report = json.loads(small_data.run("cchnn-eval", "score", truth, place / f"{label}.npz", "--json", "-"))
            metrics = report["submissions"][0]["metrics"]
            self.assertEqual([metrics[key]["mean"] for key in ("wrong_impacts", "impulse_error")], [1, 1], label)
            self.assertAlmostEqual(metrics["impact_time_error"]["mean"], 2 * h, delta=1e-15)


if __name__ == "__main__":
    unittest.main()
