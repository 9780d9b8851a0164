#!/usr/bin/env python3
"""The first table of README.md: what users wait for, in processor time of one thread.

    command_times.py BIN [OTHER] [--repeats 5]

BIN is the directory of cchnn-gen and cchnn-eval; OTHER one of another build, which is measured in turn. Each number is the least of
the repeats, since another program on the same core only adds to it. Needs h5py and numpy.
"""
import argparse
import json
import pathlib
import resource
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
DISKS, CHAIN = ROOT / "systems/impacts/bouncing_disks_5.json", ROOT / "systems/impacts/chain_on_floor_3.json"
FAMILY = ROOT / "tests/regression/families/any_chain_3.json"
READ = "import h5py, sys\nfor path in sys.argv[1:]:\n    with h5py.File(path) as f: f['x'][...], f['v'][...]"
PAPER = ["--protocol", "paper", "--bound", "off"]


def middle(value):
    """A family's system with each distribution at its middle."""
    if isinstance(value, list):
        return [middle(one) for one in value]
    if not isinstance(value, dict):
        return value
    if set(value) == {"uniform"}:
        return (value["uniform"]["low"] + value["uniform"]["high"]) / 2
    if set(value) == {"normal"}:
        return value["normal"]["mean"]
    return {key: one if key == "initial_conditions" else middle(one) for key, one in value.items()}


def out_of_reach(chain):
    """The system of a chain with its floor so low that nothing hits it, and the same without contacts."""
    system = json.loads(chain.read_text())
    for contact in system["contacts"]:
        contact["point"] = [0, -2]
    return {"watched": {**system, "name": "watched"},
            "free": {**{key: value for key, value in system.items() if key != "contacts"}, "name": "free"}}


def processor_seconds(command):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([str(word) for word in command], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime


class Commands:
    def __init__(self, programs, scratch):
        self.programs, self.scratch = pathlib.Path(programs), pathlib.Path(scratch)

    def generate(self, system, train, *flags, test=0):
        return [self.programs / "cchnn-gen", "generate", system, "--train", train, "--valid", 0, "--test", test, "--threads", 1,
                "--force", "-o", self.scratch, *flags]

    def all(self, fixed, test, submission):
        gen, score = self.programs / "cchnn-gen", self.programs / "cchnn-eval"
        return {
            "list": [gen, "list"],
            "ten": self.generate("chain_pendulum_3", 10),
            "start": self.generate("chain_pendulum_3", 1, *PAPER),
            "family": self.generate(FAMILY, 2000, *PAPER),
            "fixed": self.generate(fixed, 2000, *PAPER),
            "paper": self.generate("chain_pendulum_3", 9600, *PAPER),
            **{f"{name} {bound}": self.generate(name, 900, "--refine", "off", "--bound", bound)
               for name in ("chain_pendulum_3", "gyroscope", "magnet_pendulum") for bound in ("on", "off")},
            **{name: self.generate(fixed.with_name(name + ".json"), 2000, "--bound", "off") for name in ("watched", "free")},
            "disks": self.generate(DISKS, 100),
            "score": [score, "score", test, submission, "--threads", 1],
        }


def windows_a_second(test):
    sys.path.insert(0, str(ROOT / "apps/python"))
    import cchnn
    windows = cchnn.Dataset(test).windows(10)
    numbers = [(k * 7919) % len(windows) for k in range(20000)]
    began = time.process_time()
    for k in numbers:
        windows[k]
    return len(numbers) / (time.process_time() - began)


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("bin", nargs="+")
    parser.add_argument("--repeats", type=int, default=5)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        scratch = pathlib.Path(scratch)
        fixed, submission = scratch / "fixed.json", scratch / "submission.h5"
        fixed.write_text(json.dumps({**middle(json.loads(FAMILY.read_text())), "name": "fixed"}))
        for name, system in out_of_reach(CHAIN).items():
            (scratch / (name + ".json")).write_text(json.dumps(system))
        test = scratch / "scored/chain_pendulum_3/test.h5"
        first = Commands(asked.bin[0], scratch / "scored")
        processor_seconds(first.generate("chain_pendulum_3", 10, test=4500))
        processor_seconds([first.programs / "cchnn-gen", "rollout", "chain_pendulum_3", "--from", test, "--epsilon", "1e-4",
                           "--rtol", "1e-7", "-o", submission])
        read = [sys.executable, "-c", READ]
        least = {}
        for _ in range(asked.repeats):
            for k, programs in enumerate(asked.bin):
                for name, command in Commands(programs, scratch / "out").all(fixed, test, submission).items():
                    least[k, name] = min(least.get((k, name), 1e9), processor_seconds(command))
            for name, command in (("read", [*read, test, submission]), ("nothing read", read)):
                least[0, name] = min(least.get((0, name), 1e9), processor_seconds(command))
        for k, programs in enumerate(asked.bin):
            of = lambda name: least[k, name]
            print(programs, {name: round(s, 4) for (at, name), s in least.items() if at == k})
            print(f"list {of('list'):.3f} s, ten trajectories {of('ten'):.3f} s")
            print(f"family / fixed {(of('family') - of('start')) / (of('fixed') - of('start')):.2f}, with the start "
                  f"{of('family') / of('fixed'):.2f}")
            for name in ("chain_pendulum_3", "gyroscope", "magnet_pendulum"):
                print(f"bounds on / off, {name} {(of(name + ' on') - of('start')) / (of(name + ' off') - of('start')):.2f}")
            print(f"contacts between impacts / without {(of('watched') - of('start')) / (of('free') - of('start')):.2f}")
            print(f"five disks, 100 trajectories with bounds {of('disks'):.2f} s")
            print(f"score / read {of('score') / (least[0, 'read'] - least[0, 'nothing read']):.1f}")
        print(f"windows[k] a second {windows_a_second(test):.0f}")


if __name__ == "__main__":
    main()
