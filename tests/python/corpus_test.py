"""A corpus in Python: systems, windows in batches, graphs in the layout of PyTorch Geometric, streams."""
import itertools
import json
import pathlib
import tempfile
import time
import unittest

import numpy as np

import cchnn
from small_data import source


class Corpora(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.scratch = tempfile.TemporaryDirectory()
        cls.place = pathlib.Path(cls.scratch.name) / "c"
        small = {**json.loads((source / "systems/recipes/default.json").read_text()), "trajectories": 3, "samples": 40}
        cls.recipe = cls.place.with_name("recipe.json")
        cls.recipe.write_text(json.dumps(small))
        cchnn.run("cchnn-gen", "corpus", "-o", cls.place, recipe=cls.recipe, systems=104, threads=2)
        cls.corpus = cchnn.Corpus(cls.place)

    @classmethod
    def tearDownClass(cls):
        cls.scratch.cleanup()

    def test_sides_are_disjoint_and_all_systems_are_there(self):
        sides = [cchnn.Corpus(self.place, side=side) for side in ("train", "valid", "test")]
        self.assertEqual(sum(map(len, sides)), len(self.corpus), 104)
        for side in sides:
            self.assertEqual([one.number for one in side], side.numbers.tolist())
        graphs = [{one.graph_id for one in side} for side in sides]
        self.assertFalse(graphs[0] & graphs[1] or graphs[0] & graphs[2] or graphs[1] & graphs[2])
        self.assertEqual(self.corpus[102].number, 102)
        self.assertEqual(self.corpus[102].name, "default_000102")
        once = cchnn.Corpus(self.place, copies=1)
        self.assertEqual(len(once), len({one.graph_id for one in self.corpus}))

    def test_every_window_comes_once_and_is_a_slice(self):
        for by_size in (False, True):
            seen = 0
            for batch in self.corpus.windows(7, batch=64, stride=11, by_size=by_size):
                seen += len(batch["x"])
                one = self.corpus[int(batch["system"][0])]
                n, d = one.x.shape[2:]
                self.assertEqual(batch["mask"][0].sum(), n * d)
                self.assertEqual(batch["dt"][0], one.dt)
                cut = batch["x"][0][:, :n, :d]
                slices = np.lib.stride_tricks.sliding_window_view(one.x, 7, axis=1)[:, ::11].reshape(-1, n, d, 7)
                self.assertTrue((slices.transpose(0, 3, 1, 2) == cut).all(axis=(1, 2, 3)).any())
                if by_size:
                    self.assertTrue(batch["mask"].all())
                else:
                    self.assertEqual(np.abs(batch["x"][~np.broadcast_to(batch["mask"][:, None], batch["x"].shape)]).max(initial=0), 0)
            self.assertEqual(seen, 104 * 3 * 4)  # of 40 samples, windows begin at 0, 11, 22, 33

    def test_the_graph_of_a_pendulum_is_written_out(self):
        graph = cchnn.graph_of({"dimension": 2, "bodies": [
            {"id": "o", "type": "Origin", "position": [1, 2]}, {"id": "b", "type": "Obj0D", "mass": 3},
            {"id": "r", "type": "Obj1D", "mass": 5, "second_moments": [7]}],
            "constraints": [{"type": "Link", "between": ["o", "b"], "length": 2},
                            {"type": "Joint", "between": ["b", {"body": "r", "point": [0.5]}]}],
            "potentials": [{"type": "Gravity"}],
            "damping": [{"type": "Damping", "body": "b", "coefficient": 0.3}]})
        nodes = [{name: value for name, value in zip(cchnn.NODE_COLUMNS, row) if value} for row in graph.nodes]
        rod = {"Obj1D": 1, "mass": 5, "second_moments_1": 7}
        self.assertEqual(nodes, [{"Obj0D": 1, "centre": 1, "mass": 3}, {**rod, "centre": 1}, {**rod, "axis_1": 1}, {"Origin": 1}])
        np.testing.assert_array_equal(graph.origins, [[1, 2]])
        np.testing.assert_array_equal(graph.edge_index, [[1, 2, 3, 0, 0, 1, 0], [2, 1, 0, 3, 1, 0, 0]])
        kinds = [cchnn.EDGE_KINDS[k] for k in graph.edge_kind]
        self.assertEqual(kinds, ["Rigid", "Rigid", "Link", "Link", "Joint", "Joint", "Damping"])
        edges = [{name: value for name, value in zip(cchnn.EDGE_COLUMNS, row) if value} for row in graph.edge_attr]
        self.assertEqual(edges[3:], [{"Link": 1, "place_a": 1, "length": 2}, {"Joint": 1, "place_b": 1, "point_b_1": 0.5},
                                     {"Joint": 1, "place_a": 1, "point_a_1": 0.5}, {"Damping": 1, "coefficient": 0.3}])
        np.testing.assert_array_equal(graph.edge_item, [-1, -1, 0, 0, 1, 1, 3])
        np.testing.assert_array_equal(graph.u, [0, 1, 0, 0, -9.81, 0, 0, 0, 0])
        self.assertEqual(cchnn.GRAPH_VERSION, 2)

    def test_graphs_take_the_numbers_of_systems(self):
        for side in (None, "train", "test"):
            corpus = cchnn.Corpus(self.place, side=side)
            batch = next(iter(corpus.windows(2, batch=6)))
            graphs = corpus.graphs(batch["system"], trajectory=1, sample=3)
            np.testing.assert_array_equal(graphs["system"], batch["system"])
            for i, number in enumerate(batch["system"]):
                one, begin = corpus[number], graphs["ptr"][i]
                self.assertEqual(one.number, number)
                n, d = one.x.shape[2:]
                np.testing.assert_array_equal(graphs["pos"][begin:begin + n, :d], one.x[1, 3])
                np.testing.assert_array_equal(graphs["vel"][begin:begin + n, :d], one.v[1, 3])
                np.testing.assert_array_equal(graphs["pos"][begin + n:graphs["ptr"][i + 1], :d], one.graph().origins)
                self.assertEqual((graphs["ptr"][i + 1] - begin, graphs["mask"][begin:graphs["ptr"][i + 1]].sum()), (len(one.graph().nodes), n * d))
                self.assertEqual(graphs["dt"][i], one.dt)
            ends = graphs["batch"][graphs["edge_index"]]
            np.testing.assert_array_equal(ends[0], ends[1])
        other = next(one.number for one in cchnn.Corpus(self.place, side="train"))
        for numbers, said in (([other], f"system: {other} is on the side train of the split by graph, and is not among the systems that side='test'"),
                              ([104], "system: the corpus has none with the number 104; it has 104, the largest is 103"),
                              ([-1], "system: -1, expected at least 0"), ([], "systems: none were named")):
            with self.assertRaisesRegex(cchnn.DataError, said):
                corpus.graphs(numbers)
            for number in numbers:
                with self.assertRaisesRegex(cchnn.DataError, said):
                    corpus[number]
        for wrong, said in (({"trajectory": 3}, "trajectory: 3, but system .* has 3"), ({"sample": 40}, "sample: 40, but system .* has 40")):
            with self.assertRaisesRegex(cchnn.DataError, said):
                corpus.graphs(corpus.numbers[:1], **wrong)

    def test_every_graph_window_comes_once_with_its_targets(self):
        seen = set()
        for batch in self.corpus.graph_windows(2, batch=64, stride=11, targets=3):
            for i in (0, len(batch["dt"]) - 1):
                one = self.corpus[batch["system"][i]]
                states = one.x[batch["trajectory"][i]], one.v[batch["trajectory"][i]]
                first, (n, d), begin = batch["sample"][i], one.x.shape[2:], batch["ptr"][i]
                own = slice(begin, batch["ptr"][i + 1])
                for name, of in (("pos", states[0]), ("vel", states[1])):
                    both = np.concatenate([batch[name], batch["next_" + name]], axis=1)[begin:begin + n]
                    np.testing.assert_array_equal(both[:, :, :d], of[first:first + 5].transpose(1, 0, 2))
                    self.assertFalse(both[:, :, d:].any())
                graph = one.graph()
                for name, array in (("x", graph.nodes), ("mask", None)):
                    if array is not None:
                        np.testing.assert_array_equal(batch[name][own], array)
                edges = batch["batch"][batch["edge_index"][0]] == i
                np.testing.assert_array_equal(batch["edge_attr"][edges], graph.edge_attr)
                np.testing.assert_array_equal(batch["edge_index"][:, edges] - begin, graph.edge_index)
                np.testing.assert_array_equal(batch["edge_kind"][edges], graph.edge_kind)
                np.testing.assert_array_equal(batch["u"][i], graph.u)
            seen |= set(zip(batch["system"].tolist(), batch["trajectory"].tolist(), batch["sample"].tolist()))
        self.assertEqual(seen, set(itertools.product(range(104), range(3), (0, 11, 22, 33))))

    def test_parts_are_the_bodies_whose_accelerations_depend_on_each_other(self):
        """By the Jacobian of the program's accelerations. What does not depend is 0 to rounding, and the weakest coupling that a
        recipe draws, such as of charges some lengths apart, is above 1e-6 of the strongest. A body that its constraints hold still
        couples nothing, whatever its items name: such systems are left out."""
        unions = {**json.loads(self.recipe.read_text()), "name": "unions", "parts": [1, 6], "free_fall": True}
        self.place.with_name("unions.json").write_text(json.dumps(unions))
        other = self.place.with_name("u")
        cchnn.run("cchnn-gen", "corpus", "-o", other, recipe=self.place.with_name("unions.json"), systems=40, threads=2)
        seen = set()
        for corpus in (self.corpus, cchnn.Corpus(other)):
            for one, label in itertools.islice(zip(corpus, corpus.labels["parts"]), 40):
                sizes = [int(body["type"][3]) + 1 for body in one.system["bodies"] if body["type"] != "Origin"]
                of_node, part = np.repeat(np.arange(len(sizes)), sizes), np.arange(len(sizes))
                moves = np.ptp(one.x[0], axis=0).max(axis=1)
                if min(moves[of_node == body].max() for body in part) < 1e-9:
                    continue
                with cchnn.System(one.system) as system:
                    if system.info["track_parameters"] or system.info["counted_angles"]:
                        continue  # states hold more than x and v
                    by_x, by_v, _ = system.acceleration_jacobian(one.x[0, 3], one.v[0, 3])
                for jacobian in (by_x, by_v):
                    size = np.abs(jacobian).reshape(len(of_node), -1, len(of_node), one.x.shape[-1]).max(axis=(1, 3))
                    for i, j in zip(*np.nonzero(size > 1e-6 * size.max())):
                        part[part == part[of_node[i]]] = part[of_node[j]]
                self.assertEqual(len(set(part)), label, one.name)
                seen.add(int(label))
        self.assertGreater(len(seen), 2)

    def test_every_body_feels_another_speed_of_the_last_one(self):
        """By motions, which a Jacobian of states off the constraints does not replace: a body that hangs from a pinned end has
        derivatives by the pinned body, but never feels it. Rounding is 1e-12; the weakest coupling that was seen is 1e-3 m. A point
        that constraints hold still is left out."""
        checked = 0
        for one in itertools.islice(self.corpus, 60):
            sizes = [int(body["type"][3]) + 1 for body in one.system["bodies"] if body["type"] != "Origin"]
            with cchnn.System(one.system) as system:
                if len(sizes) < 2 or system.info["track_parameters"] or system.info["counted_angles"]:
                    continue
                v = one.v[0, 0].copy()
                v[-sizes[-1]:] /= 2
                off = system.rollout(*system.project(one.x[0, :1], v[None]), times=one.t)
            apart, moves = np.abs(np.asarray(off.x)[0] - one.x[0]).max(axis=(0, 2)), np.ptp(one.x[0], axis=0).max(axis=1)
            self.assertTrue((apart[moves > 1e-9] > 1e-9).all(), (one.name, apart))
            checked += 1
        self.assertGreater(checked, 15)

    def test_graphs_of_recipes_have_all_formulas(self):
        left = {pointer.split("/")[-1] for one in self.corpus for pointer in one.graph().not_expressible}
        self.assertLessEqual(left, {"phase"})

    def test_links_have_their_length_between_the_points_of_the_batch(self):
        """Points of edges and nodes fit together, by the formula of the page. Stored states keep Links to rounding, amplified."""
        batch = next(self.corpus.graph_windows(1, batch=400))
        column = {name: place for place, name in enumerate(cchnn.EDGE_COLUMNS)}
        link = batch["edge_kind"] == cchnn.EDGE_KINDS.index("Link")
        pos, ends = batch["pos"][:, 0], []
        for end, side in zip(batch["edge_index"][:, link], "ab"):
            at = pos[end].copy()
            for axis in (1, 2, 3):
                c = batch["edge_attr"][link][:, column[f"point_{side}_{axis}"]]
                has = c != 0
                at[has] += c[has, None] * (pos[end[has] + axis] - pos[end[has]])
            ends.append(at)
        length = np.linalg.norm(ends[0] - ends[1], axis=1)
        self.assertGreater(len(length), 10)
        np.testing.assert_allclose(length, batch["edge_attr"][link][:, column["length"]], rtol=1e-9)

    def test_windows_are_chosen_by_side_and_kind(self):
        sides = {int(s) for batch in self.corpus.graph_windows(1, stride=20, side="test") for s in batch["system"]}
        self.assertEqual(sides, set(cchnn.Corpus(self.place, side="test").numbers.tolist()))
        with_kinds = cchnn.Corpus(self.place, kinds=["Gravity", "Link"])
        self.assertTrue(0 < len(with_kinds) < 104)
        for one in self.corpus:
            kinds = {item["type"] for part in ("constraints", "potentials", "damping") for item in one.system.get(part, [])}
            self.assertEqual(one.number in with_kinds.numbers, kinds >= {"Gravity", "Link"})
        with self.assertRaisesRegex(cchnn.DataError, "kinds: 'Sping' is not in this corpus, which has .*Spring"):
            next(self.corpus.graph_windows(1, kinds="Sping"))
        self.assertEqual((len(cchnn.Corpus(self.place, parts=1)), len(cchnn.Corpus(self.place, parts=2))), (104, 0))

    def test_true_states_as_a_submission_have_the_least_error(self):
        test, path = cchnn.Corpus(self.place, side="test"), self.place.with_name("true.h5")
        answers = {one.number: (one.x, one.v) for one in test}
        test.write_submission(path, answers, "truth", "copied")
        scores = json.loads(cchnn.run("cchnn-eval", "corpus", self.place, path, json="-"))
        self.assertEqual(scores["systems"], test.numbers.tolist())
        self.assertEqual((scores["models"][0]["model"], scores["models"][0]["notes"]), ("truth", "copied"))
        np.testing.assert_allclose(scores["models"][0]["kinetic_error"], 1e-6, rtol=1e-12)  # the floor of a sample
        number = next(iter(answers))
        x, v = answers[number]
        for wrong in ((x[:, :-1], v), (x, v[0])):
            with self.assertRaisesRegex(cchnn.DataError, f"answers.{number}.: [xv] has the shape"):
                test.write_submission(path, {number: wrong})
        with self.assertRaisesRegex(cchnn.DataError, "none with the number 1000"):
            test.write_submission(path, {1000: (x, v)})

    def test_a_stream_has_the_numbers_of_the_corpus_and_ends_with_its_reader(self):
        frames = cchnn.stream(self.recipe, type="float64")
        for number in range(3):
            frame = next(frames)
            np.testing.assert_array_equal(frame.arrays["x"], self.corpus[number].x)
            self.assertEqual(frame.header["system"], self.corpus[number].system)
            np.testing.assert_array_equal(frame.graph().edge_attr, self.corpus[number].graph().edge_attr)
            self.assertEqual(frame.side, cchnn.corpus.SIDES[self.corpus.index["side_by_graph"][number]])
        frames.close()
        train = [frame.header["frame"] for frame in cchnn.stream(self.recipe, side="train", frames=6)]
        self.assertEqual(train, np.flatnonzero(self.corpus.index["side_by_graph"][:6] == 0).tolist())
        block = list(cchnn.stream("chain_pendulum_2", frames=2, block=3, type="float32"))
        self.assertEqual(block[1].arrays["v"].shape, (3, 100, 2, 2))
        self.assertEqual(block[1].arrays["v"].dtype, np.float32)
        with self.assertRaisesRegex(cchnn.ProgramError, "unknown system 'nosuch'"):
            list(cchnn.stream("nosuch"))

    def test_a_damaged_frame_is_a_data_error_with_its_place(self):
        import io
        import struct

        array = {"name": "x", "dtype": "<f8", "shape": [2]}
        good = {"format": "cchnn frame", "format_version": 1, "frame": 0, "bytes": 16, "arrays": [array]}

        def frame(header=good, payload=b"1" * 16):
            text = header if isinstance(header, bytes) else json.dumps(header).encode()
            return struct.pack("<Q", len(text)) + text + payload

        def of_array(**changes):
            return frame({**good, "arrays": [{**array, **changes}]})

        self.assertIsNone(cchnn.read_frame(io.BytesIO(b"")))
        self.assertEqual(cchnn.read_frame(io.BytesIO(frame())).arrays["x"].shape, (2,))
        damaged = {
            "7 bytes": (b"1234567", "ends within the length of a header, after 7 of 8 bytes"),
            "length 2^63": (struct.pack("<Q", 2 ** 63) + b"x", "a header of 9223372036854775808 bytes, at most"),
            "length 2^40": (struct.pack("<Q", 2 ** 40) + b"x", "a header of 1099511627776 bytes, at most"),
            "cut header": (frame()[:20], "ends within a header, after 12 of"),
            "cut payload": (frame()[:-1], "ends within the arrays, after 15 of 16 bytes"),
            "not json": (frame(b"xxxx"), "the header is not JSON"),
            "bad utf8": (frame(b'{"a":"\xff"}'), "the header is not JSON"),
            "deep": (frame(b"[" * 100_000), "the header is not JSON"),
            "list": (frame(b"[]"), "the header must be an object, got list"),
            "nothing in it": (frame({}), 'format must be "cchnn frame", got nothing'),
            "other format": (frame({**good, "format": "x"}), 'format must be "cchnn frame", got "x"'),
            "version 9": (frame({**good, "format_version": 9}), "format_version must be 1, got 9"),
            "bytes -1": (frame({**good, "bytes": -1}), "bytes must be a whole number, got -1"),
            "bytes 2^63": (frame({**good, "bytes": 2 ** 63}), "bytes must be 16, as many as the arrays have, got 9223372036854775808"),
            "bytes 16.0": (frame({**good, "bytes": 16.0}), "bytes must be a whole number, got 16.0"),
            "surplus": (frame({**good, "bytes": 24}, b"1" * 24), "bytes must be 16, as many as the arrays have, got 24"),
            "objects": (of_array(dtype="O"), "arrays must be a list of objects with a name, a dtype"),
            "no dtype": (of_array(dtype="zz"), "arrays must be"),
            "negative shape": (of_array(shape=[-1]), "arrays must be"),
            "two negative": (of_array(shape=[-1, -2]), "arrays must be"),
            "shape of true": (of_array(shape=[True, 2]), "arrays must be"),
            "shape of nothing": (of_array(shape=[0, 2 ** 62, 2 ** 62]), "arrays must be"),
            "shape of 33": (of_array(shape=[1] * 33), "arrays must be"),
            "shape of text": (of_array(shape="ab"), "arrays must be"),
            "large shape": (of_array(shape=[2 ** 62, 2 ** 62]), "bytes must be 170141183460469231731687303715884105728"),
            "names": (frame({**good, "bytes": 32, "arrays": [array, array]}, b"1" * 32), "arrays must be a list of different names"),
            "another file": (b"\x89HDF\r\n\x1a\n" + b"\0" * 100, "a header of"),
        }
        for name, (data, said) in damaged.items():
            with self.subTest(name):
                file = io.BytesIO(frame() + data)
                cchnn.read_frame(file)
                with self.assertRaises(cchnn.DataError) as refused:
                    cchnn.read_frame(file)
                self.assertIn(f"stream, frame at byte {len(frame())}: {said}", str(refused.exception))

    def test_arguments_that_make_no_sense_are_named(self):
        for wrong, said in ((dict(side="tests"), "side: 'tests', expected one of train, valid, test"),
                            (dict(split="name"), "split: 'name', expected graph or numbers")):
            with self.assertRaisesRegex(cchnn.DataError, said):
                cchnn.Corpus(self.place, **wrong)
        with self.assertRaisesRegex(cchnn.DataError, "index.h5: not found"):
            cchnn.Corpus(self.place / "shards")

    def test_windows_are_fast(self):
        """A hundredth of what it measures, so that a busy machine does not fail it."""
        for by_size in (True, False):
            begin, count = time.process_time(), 0
            for batch in self.corpus.windows(5, by_size=by_size, dtype=np.float32):
                count += len(batch["x"])
            rate = count / (time.process_time() - begin)
            print(f"by_size={by_size}: {rate:,.0f} windows a second")
            self.assertGreater(rate, 3000)

    def test_graph_windows_are_fast(self):
        """A tenth of what is asked for. The first turn makes the graphs."""
        for turn in ("first", "second"):
            begin, count = time.process_time(), 0
            for batch in self.corpus.graph_windows(2, dtype=np.float32):
                count += len(batch["dt"])
            rate = count / (time.process_time() - begin)
            print(f"{turn} turn: {rate:,.0f} graphs a second")
            self.assertGreater(rate, 1000)


class EnvironmentSets(unittest.TestCase):
    FAMILY = {"name": "bobs", "dimension": 2,
              "bodies": [{"id": "hook", "type": "Origin"},
                         {"id": "bob", "type": "Obj0D", "mass": {"uniform": {"low": 0.5, "high": 2}}}],
              "constraints": [{"type": "Link", "between": ["hook", "bob"], "length": {"uniform": {"low": 1, "high": 2}}}],
              "potentials": [{"type": "Gravity"}],
              "initial_conditions": {"bodies": {"bob": {"from": "hook", "angle": {"normal": {"mean": 0, "std": 1}}}}},
              "sampling": {"steps": 11}}

    def test_each_is_a_dataset_of_the_system_with_its_numbers(self):
        with tempfile.TemporaryDirectory() as scratch:
            place = pathlib.Path(scratch)
            (place / "bobs.json").write_text(json.dumps(self.FAMILY))
            with self.assertRaisesRegex(cchnn.DataError, "not found"):
                cchnn.Environments(place / "env")
            (place / "env").mkdir()
            for text in ("", "{", "[]", '{"format": "cchnn corpus"}', '{"format": "cchnn environments"}'):
                (place / "env/environments.json").write_text(text)
                with self.assertRaisesRegex(cchnn.DataError, "environments.json: is not the lock file of environments"):
                    cchnn.Environments(place / "env")
            (place / "env/environments.json").unlink()
            cchnn.run("cchnn-gen", "environments", place / "bobs.json", "-o", place / "env", environments=3, adapt=2, test=5)
            found = cchnn.Environments(place / "env")
            self.assertEqual((len(found.train), len(found.adapt)), (3, 2))
            for one in found.train + found.adapt:
                self.assertEqual(one.train.x.shape, (4 if one in found.train else 1, 11, 1, 2))
                self.assertEqual(one.test.x.shape, (5, 11, 1, 2))
                system = json.loads(one.test["system/json"])
                self.assertEqual(system["bodies"][1]["mass"], one.values["/bodies/1/mass"])
                length = np.linalg.norm(one.test.x[:, :, 0], axis=-1)
                np.testing.assert_allclose(length, one.values["/constraints/0/length"], rtol=1e-12)
                self.assertIn(one.name, repr(one.train))
            self.assertEqual(len({one.values["/bodies/1/mass"] for one in found.train + found.adapt}), 5)
            self.assertIn("3 to train on", repr(found))


if __name__ == "__main__":
    unittest.main()
