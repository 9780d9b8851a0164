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


def program(*arguments):
    done = subprocess.run([os.path.join(os.environ["CCHNN_BIN"], "cchnn-gen"), *map(str, arguments)], capture_output=True, text=True)
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


def canonical_id(system):
    colour, around = {}, collections.defaultdict(list)
    for body in system["bodies"]:
        colour["body", body["id"]] = "body " + body["type"]
    for kind in ("constraints", "potentials", "damping"):
        for place, item in enumerate(system.get(kind, [])):
            colour[kind, place] = kind + " " + item["type"]
            for name in names_in(item):
                if ("body", name) in colour:
                    around[kind, place].append(("body", name))
                    around["body", name].append((kind, place))
    seen = 0
    while len(set(colour.values())) > seen:
        seen = len(set(colour.values()))
        colour = {node: sha("\n".join([colour[node], *sorted(colour[other] for other in around[node])])) for node in colour}
    return sha("\n".join([f"dimension {system['dimension']}", *sorted(colour.values())]))


def side(digest):
    share = int(digest[:13], 16) / 16 ** 13
    return 0 if share < 0.8 else 1 if share < 0.9 else 2


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
