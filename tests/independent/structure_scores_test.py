"""Scores of constraints and invariants that are found (schemas/metrics.md, section 10), computed again in NumPy from the page:
spaces by singular values, true rows by differences of rates and energies typed out. And what is refused, and what must not win."""
import json
import os
import pathlib
import re
import subprocess
import sys
import unittest

import h5py
import numpy as np

import small_data
from statistics_of import summary
from test_set import Mechanics

CLOSED = 1e-6  # of gradients by differences, here of order 2
SLEIGH = {"dimension": 2, "bodies": [{"id": "sleigh", "type": "Obj2D", "mass": 1, "second_moments": [0.02, 0.01]}],
          "constraints": [{"type": "VelocityConstraint", "points": [{"body": "sleigh", "point": [-0.3, 0]}, "sleigh"],
                           "equation": "vx1*(y2 - y1) - vy1*(x2 - x1)"}],
          "initial_conditions": {"bodies": {"sleigh": {
              "position": [0.3, 0], "velocity": [1, {"normal": {"mean": 0, "std": 0.5}}], "angle": {"uniform": {"low": -3, "high": 3}},
              "angle_rate": {"normal": {"mean": 1, "std": 0.5}}}}},
          "conserved": ["energy"]}
CLUSTER = {"dimension": 3, "bodies": [{"id": name, "type": "Obj0D", "mass": mass} for name, mass in (("a", 1), ("b", 2), ("c", 0.5))],
           "potentials": [{"type": "Spring", "between": list(pair), "stiffness": 3, "rest_length": 1} for pair in ("ab", "bc", "ca")],
           "initial_conditions": {"bodies": {name: {"position": [{"normal": {"mean": at, "std": 0.5}}, at * at, {"normal": {"mean": 0, "std": 1}}],
                                                    "velocity": [{"normal": {"mean": 0, "std": 1}}] * 3} for name, at in zip("abc", (0, 1, 2))}},
           "conserved": ["energy", *(f"{kind}_momentum_{k}" for kind in ("linear", "angular") for k in "xyz")]}
SWING = {"dimension": 2, "bodies": [{"id": "pivot", "type": "Origin"}, {"id": "bob", "type": "Obj0D", "mass": 1}],
         "constraints": [{"type": "Link", "between": ["pivot", "bob"], "length": 1}], "potentials": [{"type": "Gravity"}],
         "initial_conditions": {"bodies": {"bob": {"from": "pivot", "angle": {"normal": {"mean": 0, "std": 0.02}},
                                                   "angle_rate": {"normal": {"mean": 0, "std": 0.05}}}}}}
DRAWN = {"dimension": 2, "draws": {"m": {"uniform": {"low": 1, "high": 3}}, "l": {"uniform": {"low": 0.5, "high": 1.5}}},
         "bodies": [{"id": "hook", "type": "Origin"}, {"id": "moved", "type": "Origin", "position": [{"uniform": {"low": 2, "high": 3}}, 0]},
                    {"id": "a", "type": "Obj0D", "mass": "m"}, {"id": "b", "type": "Obj0D", "mass": 1}],
         "constraints": [{"type": "Link", "between": ["hook", "a"], "length": "l"}],
         "potentials": [{"type": "Gravity"}, {"type": "Spring", "between": ["moved", "b"], "stiffness": 20, "rest_length": 0.5}],
         "initial_conditions": {"bodies": {"a": {"from": "hook", "angle": {"normal": {"mean": 0, "std": 1}}}, "b": {"position": [2.5, -1]}}}}
small_data.OWN.update(sleigh=SLEIGH, cluster=CLUSTER, swing=SWING, drawn=DRAWN)


def basis(rows, least, outside=None):
    """Orthonormal rows of the span, outside of another one: the row with the largest new part first."""
    lengths = np.linalg.norm(rows, axis=1) if len(rows) else np.zeros(0)
    rows = rows[lengths > 0] / lengths[lengths > 0, None]
    before = np.zeros((0, rows.shape[1])) if outside is None else outside
    taken = len(before)
    while len(rows):
        new = rows - rows @ np.linalg.pinv(before) @ before if len(before) else rows
        sizes = np.linalg.norm(new, axis=1)
        first = sizes.argmax()
        if sizes[first] <= least:
            break
        before = np.concatenate([before, new[first:first + 1] / sizes[first]])
        rows = np.delete(rows, first, 0)
    return before[taken:]


def angles(found, true):
    """Principal angles of two orthonormal bases in degrees, and what is left of principal vectors of the first one."""
    left, _, _ = np.linalg.svd(found @ true.T)
    vectors = left.T @ found
    outside = vectors - vectors @ true.T @ true
    return np.degrees(np.arctan2(np.linalg.norm(outside, axis=1), np.linalg.norm(vectors - outside, axis=1))), outside


def compare(free, true, found):
    """(angle, found, missed, invented) of (44) to (47)."""
    R = basis(free, 1e-6)
    S, F = basis(true, 1e-6, R), basis(found, 1e-4)
    if len(R) and len(F):
        apart, outside = angles(F, R)
        sines = np.linalg.norm(outside, axis=1)
        near, far = (outside[which] / sines[which, None] for which in ((sines > 1e-4) & (apart <= 5), apart > 5))
        all_true = len(near) > 0 and len(S) >= len(near) and angles(near, S)[0].max() <= 5
        F = np.concatenate([far, near]) if all_true else far
    f, s = len(F), len(S)
    near = np.sort(angles(F, S)[0])[:min(f, s)] if f and s else np.zeros(0)
    hits = (near <= 5).sum()
    return ((near.sum() + 90 * abs(f - s)) / max(f, s) if f or s else 0, hits, s - hits, f - hits)


def share(angle, found, missed, invented, left):
    """The angle of one space with `left` directions that are no true one, and angle_0 of (52); None where it has no part."""
    true = found + missed
    if left <= 1 or true + invented == 0:
        return None
    return angle, 90 * (left - 1) / (true + left - 1)


class Truth:
    def __init__(self, name, path=None):
        self.name, self.path = name, path or small_data.directory(name, test=3, steps=20) / "test.h5"
        self.set = small_data.TestSet(self.path)
        self.N, self.T, self.n, self.d = self.set.x.shape
        self.size, self.span = self.n * self.d, self.set.t[-1]
        bodies = self.set.bodies  # with what a family draws in the middle
        M = Mechanics(bodies, bodies["mass"], bodies["second_moments"], [], self.set.constraints, self.n).mass_matrix
        x, v = self.set.x.reshape(-1, self.size), self.set.v.reshape(-1, self.size)
        big = np.kron(M, np.eye(self.d))
        spread = lambda z, free: np.sqrt(np.einsum("ti,ij,tj->t", z - z.mean(0), big, z - z.mean(0)).mean() / free)
        with h5py.File(self.path) as f:
            rows = f["system/constraints/independent"][()] if "independent" in f["system/constraints"] else np.ones(len(self.kinds()))
            velocities = self.kinds() == "velocity"
            self.free_v = self.size - int(rows.sum())
            self.free_x = self.free_v + int(rows[velocities].sum())
        self.s = spread(x, self.free_x), spread(v, self.free_v)

    def kinds(self):
        """Of each row: rigid, position or velocity."""
        if self.name == "sleigh":
            return np.array(["rigid"] * 3 + ["velocity"])
        rigid = np.zeros(len(self.set.constraints["length"]), bool)
        for edge in self.set.of(0).edges:
            if edge["kind"] == "Rigid":
                rigid[edge["first_row"]:edge["first_row"] + edge["row_count"]] = True
        return np.where(rigid, "rigid", "position")

    def rates(self, i, x, v):
        """G v of (T, rows)."""
        if self.name == "sleigh":
            off = lambda a, b: 2 * ((x[:, a] - x[:, b]) * (v[:, a] - v[:, b])).sum(1)
            along = x[:, 1] - x[:, 0]
            u, w = 0.3 * along, v[:, 0] - 0.3 * (v[:, 1] - v[:, 0])
            return np.stack([off(1, 0), off(2, 0), off(2, 1), w[:, 0] * u[:, 1] - w[:, 1] * u[:, 0]], 1)
        return self.set.of(i).phi(x, v)[1]

    def at(self, i):
        """Rows of G, of d(G v)/dx, and gradients of the conserved quantities at all samples of a trajectory."""
        x, v, system = self.set.x[i], self.set.v[i], self.set.of(i)
        unit = np.eye(self.size).reshape(-1, self.n, self.d)
        G = np.stack([self.rates(i, x, np.broadcast_to(e, x.shape)) for e in unit], -1)
        h = 1e-5
        slope = lambda function: np.stack([(function(x + h * e) - function(x - h * e)) / (2 * h) for e in unit], -1)
        D = slope(lambda at: self.rates(i, at, v))
        M, gradients = system.mass_matrix, []
        for quantity in self.set.system.get("conserved", ["energy"]):
            axis = "xyz".index(quantity[-1]) if quantity != "energy" else 0
            if quantity == "energy":
                a, b = slope(lambda at: system.energy(at, v)), system.momenta(v).reshape(self.T, -1)
            elif quantity.startswith("linear"):
                a, b = np.zeros((self.T, self.size)), np.broadcast_to(np.kron(M @ np.ones(self.n), np.eye(self.d)[axis]), (self.T, self.size))
            else:
                three = lambda z: np.concatenate([z, np.zeros((*z.shape[:-1], 3 - self.d))], -1)
                moment = lambda at, of: np.cross(three(at - system.centre), three(system.momenta(of))).sum(-2)[..., axis]
                a, b = slope(lambda at: moment(at, v)), np.stack([moment(x, np.broadcast_to(e, x.shape)) for e in unit], -1)
            gradients.append(np.concatenate([a, b], -1))
        return G, D, np.stack(gradients, 1)

    def scores(self, constraints, holonomic, invariants, first=1):
        """Every number of the section, (N) each, of functions (trajectory, sample) -> rows."""
        kinds, (s_x, s_v), values = self.kinds(), self.s, []
        for i in range(self.N):
            G, D, g = self.at(i)
            w, turned = np.linalg.eigh(np.kron(self.set.of(i).mass_matrix, np.eye(self.d)))
            root = turned @ np.diag(w**-0.5) @ turned.T
            both = lambda rows: np.concatenate([s_x * rows[:, :self.size] @ root, s_v * rows[:, self.size:] @ root], 1)
            of_samples = []
            for k in range(first, self.T):
                c, h, q = (np.asarray(one(i, k), float).reshape(-1, width) for one, width in
                           ((constraints, self.size), (holonomic, self.size), (invariants, 2 * self.size)))
                R = G[k][kinds == "rigid"] @ root
                normal = both(np.concatenate([np.concatenate([G[k], 0 * G[k]], 1)[kinds != "velocity"], np.concatenate([D[k], G[k]], 1)]))
                of_samples.append([compare(R, G[k][kinds != "rigid"] @ root, np.concatenate([c, h]) @ root),
                                   compare(R, G[k][kinds == "position"] @ root, h @ root), compare(normal, both(g[k]), both(q))])
            values.append(np.array(of_samples))
        found = {"structure_error": []}
        for v in values:  # (samples, spaces, numbers) of a trajectory
            each = [[share(*of[0], self.free_v), share(*of[2], self.free_x + self.free_v - of[2][1] - of[2][2])] for of in v]
            sums = [np.sum([part for part in space if part], 0) for space in zip(*each)]
            parts = [min(1, angle / across) for angle, across in (of for of in sums if np.ndim(of))]
            found["structure_error"].append(np.mean(parts) if parts else 1 if self.free_v == 1 else 0)
        found["structure_error"] = np.array(found["structure_error"])
        for which, name in enumerate(("constraint", "holonomic", "invariant")):
            each = [v[:, which] for v in values]
            plural = name if name == "holonomic" else name + "s"
            if name != "holonomic":
                found[name + "_angle"] = np.array([np.median(v[:, 0]) for v in each])
                found[name + "_angle_95"] = np.array([np.percentile(v[:, 0], 95) for v in each])
            for at, what in enumerate(("found", "missed", "invented")):
                found[f"{plural}_{what}"] = np.array([v[:, at + 1].mean() for v in each])
        return found


def all_states(truth, function, width):
    """The array of a file of what is said at each state."""
    return np.array([[np.asarray(function(i, k), float).reshape(-1, width) for k in range(truth.T)] for i in range(truth.N)])


NOTHING = lambda i, k: np.zeros((0, 1))


def features(x, v):
    """(1, x) times v of all entries, (samples, unknowns)."""
    one = np.concatenate([np.ones((len(x), 1)), x], 1)
    return np.einsum("ti,tj->tij", one, v).reshape(len(x), -1)


def relations(x, v):
    """The naive way: coefficients c of sum c_ij (1, x)_i v_j = 0 that hold at all states, by singular values."""
    _, sizes, turned = np.linalg.svd(features(x, v), full_matrices=True)
    return turned[(sizes > 1e-9 * sizes[0]).sum():].reshape(-1, x.shape[1] + 1, x.shape[1])


def rows_by_relations(c, x):
    """Rows of these relations at one state, as many as are independent."""
    _, sizes, turned = np.linalg.svd(np.einsum("i,cij->cj", np.concatenate([[1], x]), c)) if len(c) else (0, np.zeros(0), np.zeros((0, len(x))))
    return turned[:(sizes > 1e-6).sum()]


class StructureScores(unittest.TestCase):
    def write(self, name, truth, arrays=(), formulas=None, ending="h5"):
        path = small_data.root / f"{name}.{ending}"
        held = {"x": truth.set.x, "v": truth.set.v, **{f"found/{key}": value for key, value in dict(arrays).items()}}
        if formulas is not None:
            held["found/formulas"] = formulas if isinstance(formulas, str) else json.dumps(formulas)
        if ending == "npz":
            np.savez(path, **held, model=name, answers_truth=truth.set.truth_digest)
            return path
        with h5py.File(path, "w") as f:
            for key, value in held.items():
                f[key] = value
            f.attrs["model"], f.attrs["answers_truth"] = name, truth.set.truth_digest
        return path

    def score(self, truth, file, *flags):
        return json.loads(small_data.run("cchnn-eval", "score", truth.path, file, "--found", "--json", "-", "--threads", 1, *flags))

    def metrics(self, truth, file, *flags):
        return self.score(truth, file, *flags)["submissions"][0]["metrics"]

    def same(self, expected, found):
        for key, values in expected.items():
            whole = summary(values)
            for statistic in ("mean", "median", "p05", "p95"):
                np.testing.assert_allclose(found[key][statistic], whole[statistic], rtol=CLOSED, atol=1e-5, err_msg=f"{key}: {statistic}")

    def counts(self, metrics, of):
        return [round(metrics[f"{of}_{what}"]["mean"], 9) for what in ("found", "missed", "invented")]

    def test_every_number_is_that_of_the_page(self):
        """True rows and gradients, mixed, off by errors of all sizes, with rows too many and too few."""
        random = np.random.default_rng(3)
        for name in ("chain_pendulum_2", "family", "top", "sleigh", "cluster", "rigid_rotor", "line"):
            truth = Truth(name)
            kinds, saved = truth.kinds(), [truth.at(i) for i in range(truth.N)]
            for size, more in ((1e-3, 0), (0.05, 1), (0.3, 2)):
                with self.subTest(name, size=size):
                    noise = lambda rows: rows + size * np.abs(rows).max() * random.normal(size=rows.shape)
                    turn = lambda n: np.linalg.qr(random.normal(size=(n, n)))[0] * random.uniform(0.5, 2, n)
                    mixed = lambda rows: turn(len(rows) + more) @ np.concatenate([noise(rows) if len(rows) else rows, random.normal(size=(more, rows.shape[1]))])
                    said = {"constraints": all_states(truth, lambda i, k: mixed(saved[i][0][k][kinds != "position"]), truth.size),
                            "holonomic": all_states(truth, lambda i, k: mixed(saved[i][0][k][kinds == "position"]), truth.size),
                            "invariants": all_states(truth, lambda i, k: mixed(saved[i][2][k]), 2 * truth.size)}
                    said = {key: value for key, value in said.items() if value.shape[2]}
                    get = lambda key: (lambda i, k: said[key][i, k]) if key in said else NOTHING
                    report = self.score(truth, self.write(f"{name}_{more}", truth, said, ending="npz" if more == 1 else "h5"))
                    self.same(truth.scores(*(get(key) for key in ("constraints", "holonomic", "invariants"))), report["submissions"][0]["metrics"])
                    self.assertTrue(report["choices"]["found"])
                    self.assertIn("|found|", report["signature"])

    def answer(self, place, truth, model, said=None, formulas="{}"):
        """A part of a directory of submissions."""
        place.mkdir(parents=True, exist_ok=True)
        os.replace(self.write(model, truth, said or {}, None if said else formulas), place / f"{model}.h5")

    def test_a_suite_ranks_by_the_number_of_the_page(self):
        """Means over trajectories, then over tasks. Nothing, everything, and all that the motion does not rule out are 1."""
        systems = {"two": "chain_pendulum_2", "sleigh": {"name": "sleigh", **SLEIGH}, "free": {"name": "cluster", **CLUSTER}}
        suite = small_data.written("small_suite.json", {
            "format": "cchnn suite", "format_version": 1, "name": "small", "title": "small", "rank_by": "structure_error", "train": 2, "valid": 0,
            "test": 3, "tasks": [{"name": task, "system": system, "steps": 15} for task, system in systems.items()]})
        place, subs, random = small_data.root / "suite", small_data.root / "subs", np.random.default_rng(8)
        small_data.run("cchnn-gen", "suite", suite, "-o", place, "--threads", 1)
        expected, structure = {}, {}
        for task, system in systems.items():
            truth = Truth(system if isinstance(system, str) else system["name"], place / task / "in" / "test.h5")
            kinds, saved = truth.kinds(), [truth.at(i) for i in range(truth.N)]
            across = lambda i, k: np.linalg.svd(truth.set.v[i, k].reshape(1, -1))[2][1:]
            rows, gradients = (lambda i, k: saved[i][0][k][kinds != "rigid"]), (lambda i, k: saved[i][2][k])
            units = lambda size: lambda i, k: np.eye(size)
            off = lambda get, size: lambda i, k: (lambda a: a + size * np.abs(a).max(initial=0) * random.normal(size=a.shape))(get(i, k))
            for model, constraints, invariants in (
                    ("exact", rows, gradients), ("rough", off(rows, 0.03), off(gradients, 0.03)), ("rows", rows, NOTHING), ("nothing", NOTHING, NOTHING),
                    ("everything", units(truth.size), units(2 * truth.size)), ("across", across, units(2 * truth.size))):
                said = {key: value for key, value in (("constraints", all_states(truth, constraints, truth.size)),
                                                      ("invariants", all_states(truth, invariants, 2 * truth.size))) if value.shape[2]}
                get = lambda key: (lambda i, k: said[key][i, k]) if key in said else NOTHING
                self.answer(subs / task / "full" / "in", truth, model, said)
                of = truth.scores(get("constraints"), NOTHING, get("invariants"))
                expected.setdefault(model, []).append(of["structure_error"].mean())
                structure[model, task] = {key: values.mean() for key, values in of.items()}
        score = lambda *flags: small_data.run("cchnn-eval", "suite", place, "--submissions", subs, "--threads", 1, *flags)
        report = json.loads(score("--json", "-"))
        self.assertEqual(report["rank_by"], "structure_error")
        standings = {one["model"]: one for one in report["standings"]}
        for model, errors in expected.items():
            with self.subTest(model):
                np.testing.assert_allclose(standings[model]["error_in"], max(np.mean(np.maximum(errors, 1e-6)), 1e-6), rtol=1e-6)
                self.assertIsNone(standings[model]["persistence"])
        for model in ("nothing", "everything", "across"):
            self.assertEqual(standings[model]["error_in"], 1)
        self.assertEqual([one["model"] for one in report["standings"]][:3], ["exact", "rough", "rows"])
        np.testing.assert_allclose(standings["exact"]["error_in"], 1e-6, rtol=1e-12)  # the floor, through a logarithm
        for task in report["tasks"]:
            for error in task["errors"]:
                with self.subTest(task=task["name"], model=error["model"]):
                    of = structure[error["model"], task["name"]]
                    self.assertEqual(set(error["structure"]), set(of))
                    for key, value in error["structure"].items():
                        np.testing.assert_allclose(value, of[key], rtol=CLOSED, atol=1e-5, err_msg=key)
                    np.testing.assert_allclose(error["error"], of["structure_error"], rtol=CLOSED, atol=1e-7)
        text = score()
        self.assertIn("exact has the smallest structure error, over 3 tasks", " ".join(text.split()))
        self.assertIn("constraints invented", " ".join(text.split()))

    def test_exact_answers_near_what_is_free_score_whole(self):
        """Hinges within 5 degrees of rigidity; the energy of a pendulum that swings by 0.02 rad, within 5 of what its rod allows."""
        for name in ("hinged_arm_3", "chain_pendulum_2", "swing"):
            with self.subTest(name):
                truth = Truth(name)
                kinds, saved = truth.kinds(), [truth.at(i) for i in range(truth.N)]
                said = {"constraints": all_states(truth, lambda i, k: saved[i][0][k][kinds != "rigid"], truth.size),
                        "invariants": all_states(truth, lambda i, k: saved[i][2][k], 2 * truth.size)}
                metrics = self.metrics(truth, self.write("near_" + name, truth, said))
                self.same(truth.scores(lambda i, k: said["constraints"][i, k], NOTHING, lambda i, k: said["invariants"][i, k]), metrics)
                for of, count in (("constraints", truth.size - truth.free_v - (kinds == "rigid").sum()), ("invariants", said["invariants"].shape[2])):
                    self.assertEqual(self.counts(metrics, of), [count, 0, 0])

    def test_guesses_near_what_is_free_do_not_win(self):
        """Rows of rigidity with a bit of chance: each might be true, and a false one would cost nothing."""
        truth, random = Truth("hinged_arm_3"), np.random.default_rng(6)
        kinds, saved = truth.kinds(), [truth.at(i)[0] for i in range(truth.N)]
        for rows in (1, 4, 18):
            with self.subTest(rows=rows):
                guess = lambda i, k: saved[i][k][kinds == "rigid"][:rows] * 1.0 + 0.01 * random.normal(size=(rows, truth.size))
                metrics = self.metrics(truth, self.write("guess", truth, {"constraints": all_states(truth, guess, truth.size)}))
                self.assertLess(metrics["constraints_found"]["mean"], 0.2)  # of 15
                self.assertGreater(metrics["constraint_angle"]["p05"], 88)

    def test_relations_by_singular_values_are_exact(self):
        """20 lines find the relations of positions and velocities, and none where nothing is held."""
        for name, wanted in (("rolling_disk", 4), ("chain_pendulum_3", 3), ("sleigh", 1), ("cluster", 0), ("line", 0)):
            with self.subTest(name):
                train = small_data.directory(name, test=6, train=40) / "train.h5"
                with h5py.File(train) as f:
                    x, v = (f[key][()].reshape(-1, f["x"][0, 0].size) for key in ("x", "v"))
                c = relations(x, v)
                truth = Plain(name)
                rows = [[rows_by_relations(c, state.ravel()) for state in motion] for motion in truth.set.x]
                most = max(len(one) for motion in rows for one in motion)
                padded = np.zeros((truth.N, truth.T, most, x.shape[1]))
                for i, motion in enumerate(rows):
                    for k, one in enumerate(motion):
                        padded[i, k, :len(one)] = one
                metrics = self.metrics(truth, self.write(f"svd_{name}", truth, {"constraints": padded} if most else {}, None if most else "{}"))
                self.assertEqual(self.counts(metrics, "constraints"), [wanted, 0, 0])
                self.assertLess(metrics["constraint_angle"]["p95"], 1e-6)  # degrees; states have 1e-10 of error

    def test_what_a_system_file_says_is_found(self):
        disk = [{"type": "Rolling", "body": "disk", "radius": 0.5, "up": [0, 0, 1]}]
        links = Plain("chain_pendulum_2").set.system["constraints"]
        a, b = (link["length"] for link in links)
        circle = [{"type": "Constraint", "points": ["bob1"], "constants": {"l": a}, "equation": "7*(x^2 + y^2 - l^2)"},
                  {"type": "Constraint", "points": ["bob1", "bob2"], "constants": {"l": b}, "equation": "exp(r - l) - 1"}]
        rates = [{"type": "VelocityConstraint", "points": ["bob1"], "equation": "x*vx + y*vy"}]
        for name, constraints, counts, holonomic in (
                ("rolling_disk", disk, [4, 0, 0], [2, 0, 0]), ("chain_pendulum_2", links, [2, 0, 0], [2, 0, 0]),
                ("chain_pendulum_2", circle, [2, 0, 0], [2, 0, 0]), ("chain_pendulum_2", rates, [1, 1, 0], [0, 2, 0]),
                ("chain_pendulum_2", [], [0, 2, 0], [0, 2, 0]), ("line", [], [0, 0, 0], [0, 0, 0])):
            with self.subTest(name, constraints=constraints):
                truth = Plain(name)
                metrics = self.metrics(truth, self.write("file", truth, formulas={"constraints": constraints}))
                self.assertEqual(self.counts(metrics, "constraints"), counts)
                self.assertEqual(self.counts(metrics, "holonomic"), holonomic)
                if counts[1] == 0:
                    self.assertLess(metrics["constraint_angle"]["p95"], 1e-9)  # degrees: all rows are exact

    def test_any_function_of_an_invariant_is_found(self):
        """The energy of chain_pendulum_2; a function of the constraints is nothing."""
        kinetic, place = "(m*(vx1^2 + vy1^2) + n*(vx2^2 + vy2^2))/2", "9.81*(m*y1 + n*y2)"
        truth = Plain("chain_pendulum_2")
        masses = {name: body["mass"] for name, body in zip("mn", truth.set.system["bodies"][1:])}
        say = lambda *equations: {"invariants": [{"points": ["bob1", "bob2"], "constants": masses, "equation": one} for one in equations]}
        energy = f"{kinetic} + {place}"
        for equations, counts in (((energy,), [1, 0, 0]), ((f"exp(({energy})/50)", f"3*({energy})^3"), [1, 0, 0]),
                                  (("x1^2 + y1^2", "r12"), [0, 1, 0]), ((energy, "r^2*x1*0 + r"), [1, 0, 0]),
                                  ((energy, "x1*vy1 - y1*vx1"), [1, 0, 1])):
            with self.subTest(equations):
                metrics = self.metrics(truth, self.write("invariant", truth, formulas=say(*equations)))
                self.assertEqual(self.counts(metrics, "invariants"), counts)
                if counts == [1, 0, 0]:
                    self.assertLess(metrics["invariant_angle"]["p95"], 1e-6)  # degrees: energy's gradient is by differences

        metrics = self.metrics(truth, self.write("kinetic", truth, formulas=say(kinetic)))
        self.assertLess(metrics["invariants_found"]["mean"], 0.1)  # at few states the potential energy does not change either
        self.assertGreater(metrics["invariant_angle"]["p05"], 20)

    def test_what_must_not_win(self):
        truth = Truth("chain_pendulum_2")
        G = np.stack([truth.at(i)[0] for i in range(truth.N)])
        random = np.random.default_rng(4)
        size, shape = truth.size, (truth.N, truth.T)
        exact = self.metrics(truth, self.write("exact", truth, {"constraints": G}))
        self.assertEqual(self.counts(exact, "constraints"), [2, 0, 0])
        hostile = {"zeros": (0 * G, [0, 2, 0], 90), "repeated": (np.concatenate([G[:, :, :1]] * 5, 2), [1, 1, 0], 45),
                   "everything": (np.broadcast_to(np.eye(size), (*shape, size, size)), [2, 0, 2], 45),
                   "tiny": (1e-300 * G, [2, 0, 0], 0), "huge": (1e300 * G, [2, 0, 0], 0),
                   "tiny_and_huge": (G * np.array([1e-300, 1e300])[:, None], [2, 0, 0], 0)}
        for name, (rows, counts, angle) in hostile.items():
            with self.subTest(name):
                metrics = self.metrics(truth, self.write(name, truth, {"constraints": rows}))
                self.assertEqual(self.counts(metrics, "constraints"), counts)
                self.assertAlmostEqual(metrics["constraint_angle"]["mean"], angle, delta=1e-6)
        drawn = self.metrics(truth, self.write("drawn", truth, {"constraints": random.normal(size=(*shape, 2, size))}))
        self.assertLess(drawn["constraints_found"]["mean"], 0.5)  # planes of 4 dimensions are often near each other in one
        self.assertGreater(drawn["constraint_angle"]["p05"], 20)
        for bad in (np.nan, np.inf):
            with self.subTest(bad=bad):
                rows = G.copy()
                rows[0, 5, 0, 0] = bad
                metrics = self.metrics(truth, self.write("bad", truth, {"constraints": rows}))
                self.assertAlmostEqual(metrics["constraints_missed"]["mean"], 2 / (truth.T - 1) / truth.N, delta=1e-12)
                self.assertAlmostEqual(metrics["constraints_invented"]["mean"], 2 / (truth.T - 1) / truth.N, delta=1e-12)

    def test_units_places_and_turns_change_nothing(self):
        """The same pendulum in cm, g and ms, shifted and turned, with the same errors in its own coordinates."""
        random = np.random.default_rng(5)
        turn = np.array([[np.cos(0.7), -np.sin(0.7)], [np.sin(0.7), np.cos(0.7)]])
        base = {"dimension": 2, "bodies": [{"id": "hook", "type": "Origin"}, {"id": "a", "type": "Obj0D", "mass": 1.3}, {"id": "b", "type": "Obj0D", "mass": 0.4}],
                "constraints": [{"type": "Link", "between": ["hook", "a"], "length": 1}, {"type": "Link", "between": ["a", "b"], "length": 0.5}],
                "potentials": [{"type": "Gravity", "g": 9.81}], "conserved": ["energy"], "sampling": {"dt": 0.05}}
        state = ([0.6, -0.8], [0.6, -1.3]), ([0.8, 0.6], [1.8, 0.6])
        error, wide = random.normal(size=(2, 4)), random.normal(size=8)
        values = []
        for name, (length, mass, time), Q, shift in (("si", (1, 1, 1), np.eye(2), 0), ("cm", (100, 1000, 1000), np.eye(2), 0), ("turned", (1, 1, 1), turn, 7.0)):
            move = lambda p, scale, by=0: [float(c) for c in Q @ p * scale + by]
            system = json.loads(json.dumps(base))
            system["bodies"][0]["position"] = move([0, 0], length, shift)
            for body in system["bodies"][1:]:
                body["mass"] *= mass
            for link in system["constraints"]:
                link["length"] *= length
            system["potentials"][0].update(g=9.81 * length / time**2, up=move([0, 1], 1))
            system["initial_conditions"] = {"states": [{"position": {b: move(p, length, shift) for b, p in zip("ab", state[0])},
                                                        "velocity": {b: move(p, length / time) for b, p in zip("ab", state[1])}}]}
            system["sampling"]["dt"] *= time
            small_data.OWN["unit_" + name] = system
            truth = Plain("unit_" + name, test=1)
            whole = np.kron(np.eye(2), Q.T)
            rows = np.zeros((1, truth.T, 2, 4))
            for k in range(truth.T):
                at = (truth.set.x[0, k] - shift) @ Q / length
                exact = np.array([[*at[0], 0, 0], [*(at[0] - at[1]), *(at[1] - at[0])]])
                rows[0, k] = (exact + 0.1 * error) @ whole
            gradient = np.concatenate([wide[:4] @ whole / length, wide[4:] @ whole * time / length])
            gradients = np.broadcast_to(gradient, (1, truth.T, 1, 8))
            metrics = self.metrics(truth, self.write("unit_" + name, truth, {"constraints": rows, "invariants": gradients}))
            values.append([metrics[key]["mean"] for key in ("constraint_angle", "constraint_angle_95", "invariant_angle", "invariants_invented")])
        np.testing.assert_allclose(values[1], values[0], rtol=1e-7)
        np.testing.assert_allclose(values[2], values[0], rtol=1e-7)

    def test_the_example_of_the_page_runs_as_it_says(self):
        page = pathlib.Path(__file__).parents[2] / "apps" / "discovery.md"
        place = small_data.root / "page"
        place.mkdir()
        blocks = re.findall(r"```(sh|python)\n(.*?)```", page.read_text(), re.S)
        for language, text in blocks:
            subprocess.run(["bash", "-ec", text] if language == "sh" else [sys.executable, "-c", text], cwd=place, check=True,
                           capture_output=True, env={**os.environ, "PATH": os.environ["CCHNN_BIN"] + ":" + os.environ["PATH"]})
        metrics = json.loads((place / "report.json").read_text())["submissions"][0]["metrics"]
        self.assertEqual(self.counts(metrics, "constraints"), [4, 0, 0])
        self.assertEqual(self.counts(metrics, "invariants"), [1, 0, 0])
        self.assertLess(metrics["constraint_angle"]["p95"], 1e-6)

    def test_numbers_that_differ_between_trajectories_are_no_formula(self):
        """Names of drawn numbers, drawn numbers of its own, and Origins at drawn places: each with its place and the way out."""
        truth = Plain("drawn")
        link = lambda length, end="hook": {"constraints": [{"type": "Link", "between": [end, "a"], "length": length}]}
        energy = lambda mass: {"invariants": [{"points": ["a"], "constants": {"m": mass}, "equation": "m*(vx^2 + vy^2)/2 + m*9.81*y"}]}
        for formulas, what in ((link("l"), "#/constraints/0/length"), (link({"uniform": {"low": 1, "high": 2}}), "#/constraints/0/length"),
                               (energy("m"), "#/invariants/0/constants/m"), (link(1, "moved"), "#/constraints/0/between/0")):
            with self.subTest(what):
                refused = self.refused(truth, {}, formulas)
                self.assertIn(what, refused)
                self.assertIn("formulas have the same numbers in all of them", refused)
                self.assertIn("by the rows of /found/" + what.split("/")[1], refused)
        metrics = self.metrics(truth, self.write("fixed", truth, formulas=link(1)))  # whose row does not depend on the length
        self.assertEqual(self.counts(metrics, "constraints"), [1, 0, 0])

    def test_formulas_of_driven_systems(self):
        """Inputs of torques play no part; those of Origins that move do."""
        for name, constraints in (("pendulum_torque", 0), ("acrobot", 0), ("shaken_chain_3", 3)):
            with self.subTest(name):
                truth = Plain(name)
                items = truth.set.system["constraints"]
                metrics = self.metrics(truth, self.write("driven", truth, formulas={"constraints": items}))
                self.assertEqual(self.counts(metrics, "constraints")[1:], [0, 0])

    def test_what_all_directions_would_score_stands_in_the_table(self):
        """One true row of 2 leaves one direction: all of them find it, at 45 degrees."""
        for name, constraints, invariants, remark in (("swing", "45 1 0 1", "45 1 0 1", True), ("chain_pendulum_2", "45 2 0 2", "67.5 1 0 3", False),
                                                      ("rolling_disk", "30 4 0 2", None, False), ("cluster", "90 0 0 9", None, False)):
            with self.subTest(name):
                truth = Plain(name)
                shape = truth.set.x.shape[:2]
                file = self.write("whole", truth, {"constraints": np.broadcast_to(np.eye(truth.size), (*shape, truth.size, truth.size)),
                                                   "invariants": np.broadcast_to(np.eye(2 * truth.size), (*shape, 2 * truth.size, 2 * truth.size))})
                text = small_data.run("cchnn-eval", "score", truth.path, file, "--found", "--threads", 1)
                lines = {line[:24].strip(): re.sub(r" \[.*?\]", "", line).split()[-2:] for line in text.splitlines()}
                self.assertIn("all directions", text)
                for of, wanted in (("constraint", constraints), ("invariant", invariants)):
                    for row, number in zip((f"{of} angle, deg", f"{of}s found", f"{of}s missed", f"{of}s invented"), (wanted or "").split()):
                        for cell in lines[row]:  # of the submission, and what is said of all directions without it
                            self.assertAlmostEqual(float(cell), float(number), delta=0.01)
                remarks = small_data.run("cchnn-eval", "score", truth.path, file, "--found", "--all", "--threads", 1)
                self.assertEqual("only formulas show" in " ".join(remarks.split()), remark)

    def test_check_says_what_score_says(self):
        truth = Plain("chain_pendulum_2")
        rows = np.zeros((truth.N, truth.T, 2, truth.size))
        good = self.write("good", truth, {"constraints": rows})
        check = lambda file: subprocess.run([os.path.join(os.environ["CCHNN_BIN"], "cchnn-eval"), "check", truth.path, file], capture_output=True, text=True)
        self.assertIn("can be scored", check(good).stdout)
        remark = "has constraints or invariants in /found, which --found scores"
        self.assertIn(remark, small_data.run("cchnn-eval", "score", truth.path, good, "--all"))
        self.assertNotIn(remark, small_data.run("cchnn-eval", "score", truth.path, good, "--all", "--found"))
        for arrays, formulas in (({"constraints": rows[:2]}, None), ({"constraint": rows}, None), ({}, {"invariants": [{"points": ["bib1"], "equation": "x"}]})):
            refused = self.refused(truth, arrays, formulas)
            done = check(self.write("refused", truth, arrays, formulas))
            self.assertNotIn("can be scored", done.stdout)
            self.assertEqual(done.stderr.splitlines(), refused.splitlines())

    def refused(self, truth, arrays, formulas, ending="h5"):
        """What score says of them, which is exit code 3."""
        done = subprocess.run([os.path.join(os.environ["CCHNN_BIN"], "cchnn-eval"), "score", truth.path, self.write("refused", truth, arrays, formulas, ending),
                               "--found"], capture_output=True, text=True)
        self.assertEqual(done.returncode, 3)
        return done.stderr

    def test_what_cannot_be_scored_is_refused_with_what_to_do(self):
        truth = Plain("chain_pendulum_2")
        rows = np.zeros((truth.N, truth.T, 2, truth.size))
        item = lambda **keys: {"constraints": [keys]}
        cases = [({}, None, "has none of /found/constraints"), ({"constraints": rows[:2]}, None, "shape is (2, 40, 2, 4), expected (N, T, r, n d) = (6, 40, r, 4)"),
                 ({"holonomic": rows[..., 0]}, None, "shape is (6, 40, 2), expected (N, T, h, n d) = (6, 40, h, 4), with h rows at each state"),
                 ({"invariants": rows}, None, "shape is (6, 40, 2, 4), expected (N, T, k, 2 n d) = (6, 40, k, 8)"),
                 ({"holonomics": rows, "constraints": rows}, None, "/found/holonomics: unknown array, did you mean '/found/holonomic'?"),
                 ({}, "{", "/found/formulas"), ({}, "[]", "must be an object"), ({}, {"constraint": []}, "did you mean 'constraints'"),
                 ({}, item(type="Linc", between=["pivot", "bob1"], length=1), "#/constraints/0/type"),
                 ({}, item(type="Link", between=["pivot", "bob7"], length=1), "#/constraints/0/between/1"),
                 ({}, item(type="Constraint", points=["bob1"], equation="x + w"), "#/constraints/0/equation"),
                 ({}, {"invariants": [{"points": ["bob1"], "equation": "x*vz"}]}, "#/invariants/0/equation"),
                 ({}, {"invariants": [{"points": ["bib1"], "equation": "x"}]}, "#/invariants/0/points/0"),
                 ({}, {"invariants": [{"points": ["bob1"]}]}, "needs an equation"), ({}, {"invariants": [{"point": ["bob1"], "equation": "x"}]}, "did you mean 'points'")]
        for arrays, formulas, what in cases:
            for ending in ("h5", "npz"):
                with self.subTest(what, ending=ending):
                    self.assertIn(what, self.refused(truth, arrays, formulas, ending))
        self.assertRegex(self.refused(truth, {"formulas": np.arange(3.0)}, None), "/found/formulas: has type float64, expected text")


class Plain:
    """A test set whose true rows are not typed out."""
    def __init__(self, name, test=None):
        self.path = small_data.directory(name, **({} if test is None else {"test": test})) / "test.h5"
        self.set = small_data.TestSet(self.path)
        self.N, self.T = self.set.x.shape[:2]
        self.size = self.set.x[0, 0].size


if __name__ == "__main__":
    unittest.main()
