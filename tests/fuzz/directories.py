"""Directories of the kinds that a stranger may hand in, small, for mutated_files.py."""
import os
import shutil
import subprocess


class Directories:
    """`kinds`: name, files that are mutated, and commands; {} is the directory, @ a file of `sources`."""

    PRIOR = """{"format": "cchnn prior", "format_version": 1, "name": "hidden_bob", "title": "A bob", "train": 3, "test": 2,
        "system": {"name": "hidden_bob", "dimension": 2, "potentials": [{"type": "Gravity"}], "sampling": {"dt": 0.03, "steps": 10},
            "bodies": [{"id": "hook", "type": "Origin"}, {"id": "bob", "type": "Obj0D", "mass": 1}],
            "constraints": [{"type": "Link", "between": ["hook", "bob"], "length": 1}],
            "initial_conditions": {"bodies": {"bob": {"from": "hook", "angle": {"normal": {"mean": 0, "std": 0.5}}}}}},
        "hidden": {"/bodies/1/mass": {"uniform": {"low": 0.5, "high": 2}}}}"""
    SUITE = """{"format": "cchnn suite", "format_version": 1, "name": "one_task", "title": "One", "train": 4, "valid": 1, "test": 2,
        "tasks": [{"name": "chain", "system": "chain_pendulum_1", "training_sizes": [2], "noise": [0.01],
            "splits": [{"name": "links", "family": "chain", "size": 2}, {"name": "long", "steps": 150}]}]}"""
    BOARD = """{"format": "cchnn board", "format_version": 1, "title": "One", "systems": ["chain_pendulum_2"]}"""
    ENTRY = """{"format": "cchnn board entry", "format_version": 1, "model": "a net", "date": "2026-03-01", "seeds": 1,
        "knows": {"graph": true, "parameters": true, "true_constraints": true, "extra_data": false},
        "answers": {"chain_pendulum_2": [{"file": "a.npz"}]}}"""
    ONE_THREAD = ["--threads", "1"]

    def __init__(self, sources):
        self.sources, self.place = sources, os.path.join(sources.place, "trees")
        os.mkdir(self.place)
        self.kinds = [self.rounds(), self.suite(), self.board(), self.shards(), self.view()]

    def write(self, name, text):
        path = os.path.join(self.place, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w") as file:
            file.write(text)
        return path

    def rounds(self):
        self.sources.make(f"challenge seal {self.write('prior.json', self.PRIOR)} -o trees/round")
        self.sources.make("challenge reveal trees/round")
        files = ["round.json", "secret.json", "starts.npz", "train.npz", "revealed/hidden_bob.json", "revealed/hidden_bob/test.h5"]
        return "round", files, [["gen", "challenge", "verify", "{}"]]

    def suite(self):
        self.sources.make(f"suite {self.write('suite.json', self.SUITE)} -o trees/suite --threads 1")
        os.makedirs(os.path.join(self.place, "answers/chain/full/in"))
        self.sources.make("rollout chain_pendulum_1 --from trees/suite/chain/in/test.h5 --epsilon 1e-3 -o trees/answers/chain/full/in/a.h5")
        scores = ["eval", "suite", "{}", "--submissions", os.path.join(self.place, "answers"), *self.ONE_THREAD]
        return "suite", ["suite.lock.json", "chain/in/test.h5"], [scores, ["gen", "suite", "{}/suite.lock.json", "-o", "again", *self.ONE_THREAD]]

    def board(self):
        self.write("board/board.json", self.BOARD), self.write("board/entries/a/entry.json", self.ENTRY)
        self.sources.make("rollout chain_pendulum_2 --from test.h5 --integrator rattle2 --substeps 1 -o coarse.h5")
        self.sources.make("export coarse.h5 -o trees/board/entries/a/a.npz")
        os.makedirs(os.path.join(self.place, "board/data/chain_pendulum_2"))
        shutil.copy(os.path.join(self.sources.place, "test.h5"), os.path.join(self.place, "board/data/chain_pendulum_2"))
        command = ["eval", "board", "{}", *self.ONE_THREAD]
        subprocess.run([self.sources.evaluate, "board", os.path.join(self.place, "board")], check=True, capture_output=True)
        shutil.rmtree(os.path.join(self.place, "board/site"))
        return "board", ["board.json", "board.lock.json", "entries/a/entry.json", "entries/a/a.npz"], [command]

    def shards(self):
        for shard in (1, 2):
            self.sources.make(f"generate chain_pendulum_1 -o trees/shards --train 4 --valid 0 --test 2 --steps 20 --shard {shard}/2")
        one = "chain_pendulum_1.shards/shard-1-of-2/"
        files = [one + name for name in ("system.json", "train.journal", "test.journal", "job.json", "finished.json")]
        return "shards", files, [["gen", "merge", "{}", "-o", "out"], ["gen", "info", "{}/" + one]]

    def view(self):
        self.sources.make("observe data/chain_pendulum_2 -o trees/view --noise 0.1 --dropout 0.2")
        lock = os.path.join(self.place, "view/manifest.json")
        shutil.copy(os.path.join(self.sources.place, "data/chain_pendulum_2/manifest.json"), lock)
        return "view", ["train.h5", "view.json", "manifest.json"], [
            ["gen", "info", "{}/train.h5"], ["eval", "check", "{}/train.h5", "@a.h5"], ["gen", "generate", "--lock", "{}/manifest.json", "-o", "out"]]
