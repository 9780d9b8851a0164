"""cchnn.load: generated once into a cache, by a key of what makes the data, for any number of processes."""
import contextlib
import io
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import unittest
from unittest import mock

import numpy as np

import cchnn
import small_data
from cchnn.programs import find_program
from programs_test import Terminal, children_of, wait_for

TINY = dict(train=3, valid=2, test=2, steps=9, bound="off", refine="off")
CALLS = "import sys\nsys.path.insert(0, {package!r})\nimport cchnn\n" \
        "print(cchnn.load('chain_pendulum_5', cache={cache!r}, **{options!r}).directory)\n"


class Load(unittest.TestCase):
    def setUp(self):
        self.cache = small_data.root / "cache" / self.id().rsplit(".", 1)[1]

    def load(self, system="chain_pendulum_2", **options):
        return cchnn.load(system, cache=self.cache, **{**TINY, **options})

    def directories(self):
        return sorted(path.name for path in self.cache.iterdir() if not path.name.startswith("."))

    def python(self, options):
        script = CALLS.format(package=str(small_data.source / "apps/python"), cache=str(self.cache), options=options)
        return subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


class Data(Load):
    def test_it_gives_the_sets_that_generate_writes(self):
        data = self.load()
        same = cchnn.generate("chain_pendulum_2", small_data.root / "generated", **TINY)
        for split in ("train", "valid", "test"):
            self.assertEqual(getattr(data, split).truth_digest, cchnn.Dataset(same, split).truth_digest)
        train, valid, test = data
        self.assertEqual((len(train), len(valid), len(test)), (3, 2, 2))

    def test_a_set_that_was_not_asked_for_is_named_with_those_that_are_there(self):
        data = self.load(train=0, valid=0)
        self.assertEqual(len(data.test), 2)
        with self.assertRaisesRegex(FileNotFoundError, "train.h5: does not exist, the directory has test;"):
            data.train

    def test_options_of_a_directory_are_rejected(self):
        for wrong in (dict(force=True), dict(resume=True), dict(output="data"), dict(shard="1/2")):
            with self.assertRaisesRegex(cchnn.DataError, f"^{list(wrong)[0]}: is an option of cchnn.generate"):
                self.load(**wrong)

    def test_a_file_of_data_is_for_dataset(self):
        with self.assertRaisesRegex(cchnn.DataError, r"^data/test.h5: .*cchnn.Dataset\('data/test.h5'\)"):
            self.load("data/test.h5")

    def test_a_fault_is_the_programs_own_text_and_leaves_no_data(self):
        with self.assertRaisesRegex(cchnn.ProgramError, "chain_pendulum_2"):
            self.load("chain_pendulun_2")
        with self.assertRaisesRegex(cchnn.ProgramError, "'rtol'"):
            self.load(rtol=-1)
        self.assertEqual(self.directories(), [])


class Key(Load):
    def test_the_same_question_generates_once_whatever_the_number_of_threads(self):
        first = self.load().directory
        with mock.patch("cchnn.cache.generate_holding", side_effect=AssertionError("generated again")):
            self.assertEqual(self.load().directory, first)
            self.assertEqual(self.load(threads=1, quiet=True).directory, first)

    def test_what_makes_the_data_makes_another_key(self):
        for options in (dict(seed=1), dict(seed=2), dict(with_="momentum"), dict(test=1), dict(rtol=1e-9)):
            self.load(**options)
        self.load("chain_pendulum_1")
        with mock.patch("cchnn.cache.run", side_effect=lambda *words, **options: (
                "cchnn-gen 9.9.9\n" if "--version" in words else cchnn.run(*words, **options))):
            self.load(seed=1)
        self.assertEqual(len(self.directories()), 7)

    def test_a_system_file_counts_by_its_content(self):
        text = (small_data.source / "systems/chain_pendulum_2.json").read_text()
        file = small_data.root / "mine.json"
        keys = set()
        for content in (text, text + "\n", text.replace('"mass": 1', '"mass": 2', 1)):
            file.write_text(content)
            keys.add(self.load(file).directory)
        self.assertEqual(len(keys), 2)

    def test_inputs_count_by_their_content(self):
        keys, file = set(), small_data.root / "inputs.npz"
        for size in (1.0, 2.0, 1.0):
            np.savez(file, motor=np.full((4, 9), size))
            keys.add(cchnn.load("pendulum_torque", cache=self.cache, inputs=file, train=2, valid=1, test=1, steps=9,
                                bound="off").directory)
        self.assertEqual(len(keys), 2)

    def test_initial_states_count_by_their_content(self):
        file, keys = small_data.root / "starts.npz", set()
        for angle in (0.1, 0.1, 0.2):
            np.savez(file, q=np.full((2, 2), angle), qdot=np.zeros((2, 2)))
            keys.add(cchnn.load("chain_pendulum_2", cache=self.cache, states=file, steps=9, bound="off").directory)
        self.assertEqual(len(keys), 2)


class Place(Load):
    def test_the_directory_is_the_one_that_the_environment_names(self):
        home = {"CCHNN_CACHE": "", "XDG_CACHE_HOME": "", "HOME": "/home/someone"}
        for changed, place in (({}, "/home/someone/.cache/cchnn"), ({"XDG_CACHE_HOME": "/x"}, "/x/cchnn"),
                               ({"XDG_CACHE_HOME": "relative"}, "/home/someone/.cache/cchnn"),
                               ({"XDG_CACHE_HOME": "/x", "CCHNN_CACHE": "/y"}, "/y")):
            with mock.patch.dict(os.environ, {**home, **changed}):
                self.assertEqual(cchnn.cache.cache_directory(), pathlib.Path(place))
        with mock.patch.dict(os.environ, {"CCHNN_CACHE": str(self.cache)}):
            self.assertEqual(cchnn.load("chain_pendulum_2", **TINY).directory.parent, self.cache)

    def test_a_terminal_says_where_the_data_lie_and_nothing_else_does(self):
        for stream, expected in ((Terminal(), True), (io.StringIO(), False)):
            shutil.rmtree(self.cache, ignore_errors=True)
            with contextlib.redirect_stderr(stream):
                place = self.load().directory
            self.assertEqual(f"chain_pendulum_2 lies in {place}\n" in stream.getvalue(), expected)
            self.assertTrue(expected or stream.getvalue() == "")


class Faults(Load):
    def said(self, **options):
        cchnn.cache._unchanged.clear()  # as in another process
        with self.assertRaises(cchnn.DataError) as refused:
            self.load(**options)
        return str(refused.exception)

    def test_a_flipped_bit_a_cut_file_and_a_missing_one_are_noticed_and_told_with_what_to_remove(self):
        directory = self.load().directory
        file = directory / "train.h5"
        whole = file.read_bytes()
        flipped = bytearray(whole)
        flipped[len(whole) // 2] ^= 1
        for spoilt in (bytes(flipped), whole[:-1], b""):
            file.write_bytes(spoilt)
            said = self.said()
            self.assertIn(f"{file}: has changed since it was written", said)
            self.assertIn(f"remove the directory {directory}, and load generates the data again", said)
        file.unlink()
        self.assertIn(f"{file}: cannot be read", self.said())
        (directory / "SHA256SUMS").unlink()
        self.assertIn("SHA256SUMS: cannot be read, so this is not a dataset of load; remove the directory", self.said())
        shutil.rmtree(directory)
        self.assertEqual((self.load().directory / "train.h5").read_bytes(), whole)

    def test_files_are_compared_once_a_process(self):
        directory = self.load().directory
        with mock.patch("cchnn.cache._digest", side_effect=AssertionError("compared again")):
            self.assertEqual(self.load().directory, directory)

    def test_a_cache_that_cannot_be_used_is_told_with_another_way(self):
        self.cache.parent.mkdir(parents=True, exist_ok=True)
        self.cache.write_text("mine")
        way = "or name another directory by cache= or CCHNN_CACHE"
        said = self.said()
        self.assertIn(f"{self.cache}: the cache cannot be used (File exists)", said)
        self.assertIn(way, said)
        self.cache.unlink()
        directory = self.load().directory
        shutil.rmtree(directory)
        directory.write_text("mine")
        self.assertIn(way, self.said())
        directory.unlink()
        full = cchnn.ProgramError("cchnn-gen: train.h5: cannot be written: No space left on device", 4)
        with mock.patch("cchnn.cache.generate_holding", side_effect=full):
            self.assertIn("No space left on device", self.said())
            self.assertIn(way, self.said())
        denied = PermissionError(13, "Permission denied", str(self.cache / "x"))
        with mock.patch("cchnn.cache._generate_once", side_effect=denied):
            self.assertIn(f"{self.cache}/x: the cache cannot be used (Permission denied); ", self.said())


class Processes(Load):
    options = dict(train=3000, valid=0, test=10, threads=1, lyapunov=False)

    def test_several_at_once_get_the_data_of_one(self):
        processes = [self.python({**self.options, "train": 300}) for _ in range(4)]
        answers = [process.communicate(timeout=120) for process in processes]
        self.assertEqual([process.returncode for process in processes], [0] * 4, answers)
        self.assertEqual(len({out for out, _ in answers}), 1)
        self.assertEqual({error for _, error in answers}, {""})
        self.assertEqual(len(self.directories()), 1)

    def test_one_that_is_killed_leaves_nothing_half_made_and_the_next_one_is_not_kept_waiting(self):
        first = self.python(self.options)
        wait_for(lambda: children_of(first.pid) and list(self.cache.glob(".*.unfinished/.*/*.journal")))
        first.send_signal(signal.SIGKILL)
        first.communicate()
        self.assertEqual(self.directories(), [])
        second = self.python(self.options)
        out, error = second.communicate(timeout=240)
        self.assertEqual(second.returncode, 0, error)
        train = cchnn.Dataset(out.strip(), "train")
        self.assertEqual(len(train), 3000)
        self.assertEqual([path.name for path in self.cache.glob(".*.unfinished")], [])
        cchnn.run("cchnn-gen", "verify", out.strip())

    def test_a_program_that_outlives_its_python_keeps_the_lock(self):
        lasting = small_data.root / "lasting"
        lasting.mkdir()
        log = lasting / "log"
        (lasting / "cchnn-gen").write_text(
            f"#!/bin/sh\ncase $1 in generate) echo begun >>{log}; sleep 2; echo ended >>{log};; esac\n"
            f"exec {find_program('cchnn-gen')} \"$@\"\n")
        (lasting / "cchnn-gen").chmod(0o755)
        with mock.patch.dict(os.environ, {"CCHNN_BIN": str(lasting)}):
            first = self.python({**self.options, "train": 1})
            wait_for(log.exists)
            first.kill()
            first.communicate()
            cchnn.load("chain_pendulum_5", cache=self.cache, **{**self.options, "train": 1})
        self.assertEqual(log.read_text().split(), ["begun", "ended", "begun", "ended"])
