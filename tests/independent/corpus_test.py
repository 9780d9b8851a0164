"""A corpus, read by h5py alone and from schemas/corpus.md: canonical ids, sides and copies again, ragged states, digests."""
import collections
import hashlib
import json
import os
import pathlib
import subprocess
import tempfile
import unittest

import h5py
import numpy as np

from statistics_of import geometric_mean, t_quantile


def program(*arguments, name="cchnn-gen"):
    done = subprocess.run([os.path.join(os.environ["CCHNN_BIN"], name), *map(str, arguments)], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


def names_in(value):
    """Every text of an item but its type."""
    if isinstance(value, str):
        yield value
    if isinstance(value, dict):
        for key, inner in value.items():
            if key != "type":
                yield from names_in(inner)
    if isinstance(value, list):
        for inner in value:
            yield from names_in(inner)


def sha(text):
    return hashlib.sha256(text.encode()).hexdigest()


LISTS = ("constraints", "potentials", "damping")


def items_of(system):
    """Every item, with the ids of the bodies that it names, as often as it does."""
    ids = {body["id"] for body in system["bodies"]}
    for kind in LISTS:
        for item in system.get(kind, []):
            yield kind, item, [name for name in names_in(item) if name in ids]


def parts_of(system):
    """Each independent part as a system of its own: bodies that move, joined where an item names two of them."""
    moving = [body["id"] for body in system["bodies"] if body["type"] != "Origin"]
    part = {name: {name} for name in moving}
    for _, _, names in items_of(system):
        joined = set().union(*(part[name] for name in names if name in part))
        for name in joined:
            part[name] = joined
    for own in {tuple(sorted(one)) for one in part.values()}:
        kept = {"dimension": system["dimension"], **{kind: [] for kind in LISTS}}
        named = set(own)
        for kind, item, names in items_of(system):
            if not names or set(names) & set(own):
                kept[kind].append(item)
                named |= set(names)
        kept["bodies"] = [body for body in system["bodies"] if body["id"] in named]
        yield kept


def falls(part):
    types = {item["type"] for _, item, _ in items_of(part)}
    return "Gravity" in types and not types & {"Rolling", "Track"} and all(body["type"] != "Origin" for body in part["bodies"])


def canonical_id(system):
    named = {name for _, _, names in items_of(system) for name in names}
    colour, around = {}, collections.defaultdict(list)
    for body in system["bodies"]:
        if body["type"] != "Origin" or body["id"] in named:
            colour["body", body["id"]] = "body " + body["type"]
    for place, (kind, item, names) in enumerate(items_of(system)):
        colour[kind, place] = kind + " " + item["type"]
        for name in names:
            around[kind, place].append(("body", name))
            around["body", name].append((kind, place))
    seen = 0
    while len(set(colour.values())) > seen:
        seen = len(set(colour.values()))
        colour = {node: sha("\n".join([colour[node], *sorted(colour[other] for other in around[node])])) for node in colour}
    return sha("\n".join([f"dimension {system['dimension']}", *sorted(colour.values())]))


def kinetic_curve(guess, truth, mass, freedom):
    """K of section "Equivalent start error" of metrics.md, of a system of points, of all trajectories (R, T)."""
    def square(u):
        return (mass[:, None] * u ** 2).sum((-2, -1))
    (x, v), (gx, gv) = truth, guess
    centres = [half.mean((0, 1)) for half in truth]
    sx, sv = (np.sqrt((square(half - centre)).mean() / freedom) for half, centre in zip(truth, centres))
    def size(a, b):
        return np.sqrt((square(a / sx) + square(b / sv)) / freedom)
    off = size(gx - x, gv - v)
    with np.errstate(invalid="ignore"):
        curve = off / (size(gx - centres[0], gv - centres[1]) + size(x - centres[0], v - centres[1]))
    return np.where(curve <= 1, curve, 1)


def error_of(curve, dt, context):
    """Geometric mean over time after the given samples, by the trapezoid rule, and over trajectories."""
    logs = np.log(np.maximum(curve, 1e-6))[:, context:]
    return np.exp((np.trapz(logs, dx=dt, axis=1) / (dt * (logs.shape[1] - 1))).mean())


def naive_answers(truth, dt, context):
    """From samples 0 .. K-1 of x and v (R, T, n, d): section "Naive forecasts" of metrics.md."""
    (x, v), last = truth, context - 1
    t = ((np.arange(x.shape[1]) - last) * dt)[:, None, None]
    kept = [np.broadcast_to(half[:, last:context], half.shape) for half in truth]
    answers = {"persistence": kept, "constant velocity": [kept[0] + t * kept[1], kept[1]]}
    if context > 1:
        answers["parrot"] = [x.copy(), v.copy()]
        for one in range(len(x)):
            f = np.concatenate([half[one, :context].reshape(context, -1) for half in truth], 1)
            s, half = f.std(0), f.shape[1] // 2
            kept = np.concatenate([part > 1e-9 * part.max() for part in (s[:half], s[half:])])
            f, length = f[:, kept] / s[kept], max(1, context // 10)
            ends = range(length - 1, context - length)
            off = [((f[end - length + 1:end + 1] - f[context - length:]) ** 2).sum() for end in ends]
            end = ends[int(np.argmin(off))]
            again = end + 1 + np.arange(x.shape[1] - context) % (last - end)
            for answer, given in zip(answers["parrot"], truth):
                answer[one, context:] = given[one, again]
    return answers


def side(digest):
    share = int(digest[:13], 16) / 16 ** 13
    return 0 if share < 0.8 else 1 if share < 0.9 else 2


def side_of_parts(ids):
    sides = {side(one) for one in ids}
    return sides.pop() if len(sides) == 1 else 3


class Corpus(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.scratch = tempfile.TemporaryDirectory()
        cls.root = pathlib.Path(cls.scratch.name)
        recipes = pathlib.Path(__file__).resolve().parents[2] / "systems/recipes"
        small = {**json.loads((recipes / "default.json").read_text()), "trajectories": 3, "samples": 30}
        cls.recipe = cls.root / "recipe.json"
        cls.recipe.write_text(json.dumps(small))
        program("corpus", "-o", cls.root / "c", "--recipe", cls.recipe, "--systems", 110, "--threads", 2, "--select", 1)

    @classmethod
    def tearDownClass(cls):
        cls.scratch.cleanup()

    def shards(self):
        for path in sorted((self.root / "c/shards").iterdir()):
            with h5py.File(path) as file:
                yield file

    def test_ids_sides_and_copies_are_those_of_the_page(self):
        with h5py.File(self.root / "c/index.h5") as file:
            index = {name: file[name][:] for name in ("system", "graph", "numbers", "side_by_graph", "side_by_numbers",
                                                      "copy", "selected", "shard", "row")}
        copies, place = collections.Counter(), 0
        for number, shard in enumerate(self.shards()):
            for row, text in enumerate(shard["json"][:]):
                graph, digest = canonical_id(json.loads(text)), hashlib.sha256(text).hexdigest()
                self.assertEqual(index["graph"][place].decode(), graph)
                self.assertEqual(index["numbers"][place].decode(), digest)
                self.assertEqual(index["side_by_graph"][place], side(graph))
                self.assertEqual(shard["part_graphs"][row].decode(), graph)  # one part, by default
                self.assertEqual(index["side_by_numbers"][place], side(digest))
                self.assertEqual(index["copy"][place], copies[graph])
                self.assertEqual(index["selected"][place], copies[graph] < 1)
                self.assertEqual((index["shard"][place], index["row"][place], index["system"][place]), (number, row, place))
                copies[graph] += 1
                place += 1
        self.assertEqual(place, 110)
        sides = collections.defaultdict(set)
        for graph, one in zip(index["graph"], index["side_by_graph"]):
            sides[graph].add(one)
        self.assertTrue(all(len(one) == 1 for one in sides.values()))

    def test_parts_free_falls_and_their_sides_are_those_of_the_page(self):
        unions = {**json.loads(self.recipe.read_text()), "parts": [1, 6], "free_fall": True, "anchored": 0.5,
                  "attach": {"Link": 2, "Spring": 1, "none": 1}, "forces": {"Gravity": 0.7, "Spring": 0.2}, "couplings": {}}
        (self.root / "unions.json").write_text(json.dumps(unions))
        program("corpus", "-o", self.root / "u", "--recipe", self.root / "unions.json", "--systems", 80, "--threads", 2)
        seen = collections.defaultdict(set)
        with h5py.File(self.root / "u/index.h5") as index, h5py.File(self.root / "u/shards/shard-00000.h5") as shard:
            for row, text in enumerate(shard["json"][:]):
                parts = list(parts_of(json.loads(text)))
                ids = sorted(map(canonical_id, parts))
                self.assertEqual(index["part_graphs"][row].decode(), ",".join(ids))
                self.assertEqual(index["labels/parts"][row], len(ids))
                self.assertEqual(index["labels/free_fall"][row], any(map(falls, parts)))
                self.assertEqual(index["side_by_graph"][row], side_of_parts(ids))
                for one in ids:
                    seen[int(index["side_by_graph"][row])].add(one)
            self.assertGreater(len(set(index["labels/parts"][:])), 3)
            self.assertEqual(set(index["labels/free_fall"][:]), {0, 1})
        for shard in self.shards():
            for text in shard["json"][:]:  # no unused Origin, no part of its own, nothing that falls
                system = json.loads(text)
                named = {name for _, _, names in items_of(system) for name in names}
                self.assertTrue({body["id"] for body in system["bodies"] if body["type"] == "Origin"} <= named)
                self.assertEqual([falls(part) for part in parts_of(system)], [False])
        self.assertEqual(set(seen), {0, 1, 2, 3})
        for a, b in ((0, 1), (0, 2), (1, 2)):
            self.assertFalse(seen[a] & seen[b])

    def test_scores_are_those_of_the_page(self):
        points = {**json.loads(self.recipe.read_text()), "name": "points", "bodies": {"Obj0D": 1}, "couplings": {},
                  "attach": {"Link": 1, "Spring": 1}, "forces": {"Gravity": 0.5, "Spring": 0.5}}
        (self.root / "points.json").write_text(json.dumps(points))
        program("corpus", "-o", self.root / "p", "--recipe", self.root / "points.json", "--systems", 100, "--threads", 2)
        program("template", self.root / "p", "-o", self.root / "a.h5", "--model", "noisy", name="cchnn-eval")
        random, expected = np.random.default_rng(0), {context: collections.defaultdict(dict) for context in (1, 20)}
        with h5py.File(self.root / "p/index.h5") as index, h5py.File(self.root / "p/shards/shard-00000.h5") as shard, \
                h5py.File(self.root / "a.h5", "r+") as mine:
            test = np.flatnonzero(index["side_by_graph"][:] == 2)
            np.testing.assert_array_equal(mine["system"][:], test)
            self.assertGreaterEqual(len(test), 5)
            freedoms, dimensions, parts = (index["labels"][name][:] for name in ("freedom", "dimension", "parts"))
            kinds, amounts, begin = [kind.decode() for kind in index["kinds"][:]], index["labels/kinds"][:], 0
            for number in test:
                cut, shape = slice(*shard["offsets"][number:number + 2]), shard["shapes"][number]
                truth = [shard[name][cut].reshape(shape) for name in "xv"]
                own = slice(begin, begin + truth[0].size)
                begin = own.stop
                for name, half in zip("xv", truth):
                    given = mine[name][own].reshape(shape)
                    np.testing.assert_array_equal(given[:, 0], half[:, 0])
                    self.assertTrue(np.isnan(given[:, 1:]).all())
                guess = [half + 0.05 * random.normal(size=shape) for half in truth]
                if number == test[0]:
                    guess[0][1, 7] = np.nan
                for name, half in zip("xv", guess):
                    mine[name][own] = half.ravel()
                dt, system = shard["dt"][number], json.loads(shard["json"][number])
                mass = np.array([body["mass"] for body in system["bodies"] if body["type"] != "Origin"])
                for context, errors in expected.items():
                    for name, answer in {"noisy": guess, **naive_answers(truth, dt, context)}.items():
                        curve = kinetic_curve(answer, truth, mass, freedoms[number])
                        errors[name][int(number)] = error_of(curve, dt, context)
        for context in expected:
            self.check_scores(context, expected[context], test, (freedoms, dimensions, parts, kinds, amounts))

    def check_scores(self, context, expected, test, tables):
        freedoms, dimensions, parts, kinds, amounts = tables
        found = json.loads(program("corpus", self.root / "p", self.root / "a.h5", "--context", context, "--json", "-",
                                   name="cchnn-eval"))
        self.assertEqual((found["systems"], found["sides"]), (test.tolist(), len(test) * ["test"]))
        self.assertEqual(found["context"], context)
        self.assertEqual({entry["model"] for entry in found["models"]}, set(expected))
        for entry in found["models"]:
            errors = expected[entry["model"]]
            hurt = int(entry["model"] == "noisy" and context <= 7)  # NaN at sample 7
            self.assertEqual((entry["missing"], entry["not_finite"]), (0, hurt))
            mine = np.array([errors[number] for number in found["systems"]])
            np.testing.assert_allclose(entry["kinetic_error"], mine, rtol=1e-12)  # of sums of some hundred rounded terms
            whole = next(group for group in entry["groups"] if group["by"] == "side")
            half = t_quantile(len(mine) - 1) * np.log(mine).std(ddof=1) / np.sqrt(len(mine))
            self.assertEqual((whole["systems"], whole["failed"]), (len(test), (mine > 0.5).sum()))
            np.testing.assert_allclose(whole["kinetic_error"], geometric_mean(mine), rtol=1e-12)
            np.testing.assert_allclose(whole["kinetic_error_ci95"], geometric_mean(mine) * np.exp([-half, half]), rtol=1e-7)
            for group in entry["groups"]:
                labels = {"freedom": freedoms, "dimension": dimensions, "parts": parts}.get(group["by"])
                if labels is not None:
                    own = mine[labels[test] == int(group["value"])]
                elif group["by"] == "kind":
                    own = mine[amounts[test][:, kinds.index(group["value"])] > 0]
                else:
                    continue
                self.assertEqual(group["systems"], len(own))
                np.testing.assert_allclose(group["kinetic_error"], geometric_mean(own), rtol=1e-12)

    def test_ragged_states_meet_the_constraints_and_energies_of_their_systems(self):
        checked = 0
        for shard in self.shards():
            offsets, shapes = shard["offsets"][:], shard["shapes"][:]
            self.assertEqual(offsets[0], 0)
            self.assertEqual(offsets[-1], len(shard["x"]))
            np.testing.assert_array_equal(np.diff(offsets), shapes.prod(axis=1))
            self.assertIsNotNone(shard["x"].id.get_offset())
            for row, text in enumerate(shard["json"][:]):
                system = json.loads(text)
                x = shard["x"][offsets[row]:offsets[row + 1]].reshape(shapes[row])
                v = shard["v"][offsets[row]:offsets[row + 1]].reshape(shapes[row])
                self.assertTrue(np.isfinite(x).all())
                place, nodes, points = 0, {}, all(body["type"] in ("Origin", "Obj0D") for body in system["bodies"])
                for body in system["bodies"]:
                    if body["type"] != "Origin":
                        nodes[body["id"]] = place
                        place += int(body["type"][3]) + 1
                self.assertEqual(place, x.shape[2])
                for item in system.get("constraints", []):
                    ends = item.get("between", [])
                    if item["type"] == "Link" and all(isinstance(end, str) and end in nodes for end in ends):
                        apart = np.linalg.norm(x[:, :, nodes[ends[0]]] - x[:, :, nodes[ends[1]]], axis=-1)
                        np.testing.assert_allclose(apart, item["length"], rtol=1e-9)
                        checked += 1
                types = {item["type"] for kind in ("potentials", "damping") for item in system.get(kind, [])}
                if points and types == {"Gravity"}:
                    mass = np.array([body["mass"] for body in system["bodies"] if body["type"] != "Origin"])
                    energy = (mass / 2 * (v ** 2).sum(-1)).sum(-1) + (mass * 9.81 * x[..., -1]).sum(-1)
                    np.testing.assert_allclose(shard["energy"][row], energy, rtol=1e-12, atol=1e-12)
                    checked += 1
        self.assertGreater(checked, 10)

    def test_a_drawn_file_is_checked_generated_and_audited_like_any_other(self):
        for number in (0, 50, 105):
            program("corpus", "-o", self.root / "one", "--recipe", self.recipe, "--only", number)
            file = self.root / f"one/default_{number:06d}.json"
            program("check", file)
            program("generate", file, "-o", self.root / "g", "--train", 3, "--valid", 0, "--test", 0)
            audit = json.loads(program("audit", self.root / f"g/default_{number:06d}", "--json", "-"))
            self.assertEqual(audit["verdict"], "passed")
            with h5py.File(self.root / f"g/default_{number:06d}/train.h5") as made, \
                    h5py.File(self.root / f"one/default_{number:06d}.h5") as drawn, \
                    h5py.File(self.root / f"c/shards/shard-{number // 100:05d}.h5") as whole:
                cut = slice(*whole["offsets"][number % 100:number % 100 + 2])
                for name in ("x", "v"):
                    np.testing.assert_array_equal(made[name][:].ravel(), drawn[name][:])
                    np.testing.assert_array_equal(whole[name][cut], drawn[name][:])
                np.testing.assert_array_equal(made["error_bound"][:], drawn["error_bound"][0])

    def test_frames_read_by_their_page(self):
        data = subprocess.run([os.path.join(os.environ["CCHNN_BIN"], "cchnn-gen"), "stream", self.recipe, "--frames", "2"],
                              capture_output=True, check=True).stdout
        for number in range(2):
            size = int.from_bytes(data[:8], "little")
            header, payload = json.loads(data[8:8 + size]), data[8 + size:]
            data = payload[header["bytes"]:]
            x = np.frombuffer(payload, "<f8", int(np.prod(header["arrays"][0]["shape"])))
            with h5py.File(self.root / "c/shards/shard-00000.h5") as shard:
                self.assertEqual(json.loads(shard["json"][number]), header["system"])
                np.testing.assert_array_equal(shard["x"][slice(*shard["offsets"][number:number + 2])], x)
        self.assertEqual(data, b"")


if __name__ == "__main__":
    unittest.main()
