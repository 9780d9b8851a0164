#!/usr/bin/env python3
"""Damaged files in great number, through the programs as strangers would hand them in.

    tests/fuzz/mutated_files.py build/bin/cchnn-gen build/bin/cchnn-eval --hdf5 20000 --npz 2000 --systems 20000 --directories 20000 --jobs 4

Sources are a submission (written by cchnn and by h5py), a dataset and states to import, an archive of NumPy, the built-in
systems, and one file of a directory: a suite, a board, a sealed and a revealed round, shards, a view, a dataset's lock. Each mutation is a few bytes set, numbers replaced by extreme ones, pieces copied, left out or cut off; what it is
follows from its number and --seed alone. A program must end with exit code 0, 1 or 3 (2 is a report of the gate's limits, 4
and 5 are no answer to a damaged file), with at most 40 times the processor time of scoring the unharmed submission and 512 MB of
memory, those of its reader process included. Files that break this are kept in --keep.
"""
import argparse
import collections
import concurrent.futures
import os
import random
import resource
import shutil
import struct
import subprocess
import sys
import tempfile
import threading
import time

from directories import Directories

# Times the processor time of scoring: its reader gets one second more (schemas/security.md), and that is some 25 of them.
COST, MEGABYTES, PATIENCE = 40, 512, 600
ALLOWED = (0, 1, 3)
EXTREME = [0, 1, 2, 3, 7, 8, 255, 2**15, 2**16 - 1, 2**31 - 1, 2**31, 2**32 - 1, 2**32, 2**62, 2**63 - 1, 2**63, 2**64 - 1]
TOKENS = [b"[", b"{", b"[" * 40, b'{"a":' * 40, b"-1", b"1e308", b"1e-308", b"1e999", b"NaN", b"null", b'""', b"\\u0000", b"0",
          b"99999999999999999999", b"true", b"[]", b"{}", b",", b'"', b"\xff", b"q^", b"^-2147483648", b"sin(", b"((((((((", b"-"]


def mutated_binary(data, draw):
    """Mostly where the structures are: at the beginning, and at the end of what is small."""
    data = bytearray(data)
    for _ in range(draw.choice([1, 1, 1, 2, 3, 8])):
        at = min(int(len(data) * draw.random() ** draw.choice([1, 2, 4])), len(data) - 1)
        kind = draw.randrange(7)
        if kind == 0:
            data[at] ^= 1 << draw.randrange(8)
        elif kind == 1:
            data[at] = draw.choice([0, 1, 0x7F, 0x80, 0xFF, draw.randrange(256)])
        elif kind == 2:
            size = draw.choice([2, 4, 8])
            number = draw.choice(EXTREME + [len(data), len(data) - at, at])
            data[at:at + size] = struct.pack("<Q", number & (2**64 - 1))[:size]
        elif kind == 3:
            source, size = draw.randrange(len(data)), draw.choice([1, 4, 8, 16, 64, 512])
            data[at:at + size] = data[source:source + size]
        elif kind == 4 and draw.random() < 0.2:
            del data[at:]
        elif kind == 5 and draw.random() < 0.3:
            del data[at:at + draw.choice([1, 4, 8, 64])]
        else:
            size = draw.choice([1, 2, 4, 8])
            data[at:at + size] = draw.randbytes(len(data[at:at + size]))
        if not data:
            return bytes(b"\0")
    return bytes(data)


def mutated_text(data, draw):
    data = bytearray(data)
    for _ in range(draw.choice([1, 1, 2, 3, 8])):
        at, kind = draw.randrange(len(data) + 1), draw.randrange(6)
        if kind == 0:
            data[at:at] = draw.choice(TOKENS)
        elif kind == 1:
            data[at:at + draw.choice([1, 2, 5, 20])] = b""
        elif kind == 2:
            source, size = draw.randrange(len(data) + 1), draw.choice([4, 16, 64, 256])
            data[at:at] = data[source:source + size]
        elif kind == 3:
            numbers = [i for i, byte in enumerate(data) if 48 <= byte <= 57]
            if numbers:
                digit = draw.choice(numbers)
                data[digit:digit + 1] = draw.choice([b"0", b"-1", b"1e300", b"1e-300", b"9999999", b"0.5", str(draw.randrange(99)).encode()])
        elif kind == 4 and data and at < len(data):
            data[at] = draw.randrange(256)
        else:
            names = bytes(data).split(b'"')[1::2]
            if names:
                one, other = draw.choice(names), draw.choice(names)
                data = bytearray(bytes(data).replace(b'"' + one + b'"', b'"' + other + b'"', 1))
        if not data:
            return b"{"
    return bytes(data)


class Sources:
    """What is mutated, and which commands are given it; {} is the mutated file, @ an unharmed one."""

    def __init__(self, gen, evaluate, place):
        self.gen, self.evaluate, self.place = gen, evaluate, place
        self.make("generate chain_pendulum_2 -o data --train 4 --valid 0 --test 4 --steps 20 --threads 1")
        shutil.move(os.path.join(place, "data/chain_pendulum_2/test.h5"), os.path.join(place, "test.h5"))
        self.make("rollout chain_pendulum_2 --from test.h5 --epsilon 1e-5 --threads 1 -o a.h5")
        self.make("rollout chain_pendulum_2 --from test.h5 --epsilon 1e-5 --threads 1 -o a.npz")
        self.make("generate chain_pendulum_2 -o deflated --train 0 --valid 0 --test 4 --steps 20 --threads 1 --compress 4")
        shutil.move(os.path.join(place, "deflated/chain_pendulum_2/test.h5"), os.path.join(place, "deflated.h5"))
        self.by_h5py()
        imports = ["gen", "import", "chain_pendulum_2", "--test", "{}", "-o", "out", "--force"]
        check, diff = ["eval", "check", "@test.h5", "{}"], ["eval", "diff", "@a.h5", "{}"]
        score = ["eval", "score", "@test.h5", "{}", "--bootstrap", "0", "--threads", "1"]
        info, rollout = ["gen", "info", "{}"], ["gen", "rollout", "chain_pendulum_2", "--from", "{}", "--steps", "2", "--threads", "1",
                                                "-o", "out.h5", "--force"]
        truth = ["eval", "check", "{}", "@a.h5"]
        export = ["gen", "export", "{}", "-o", "out.npz", "--force"]
        self.hdf5 = [("a.h5", [check, score, diff]), ("by_h5py.h5", [check, imports, score]), ("test.h5", [truth, info, export]),
                     ("deflated.h5", [truth, imports, rollout, info])]
        self.npz = [("a.npz", [check, imports, rollout, ["eval", "diff", "@a.npz", "{}"]])]
        self.systems = []
        names = subprocess.run([gen, "list"], capture_output=True, text=True, check=True).stdout.split("\n")
        root = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../systems")
        for name in sorted(os.listdir(root)):
            if name.endswith(".json") and os.path.getsize(os.path.join(root, name)) < 6000:
                shutil.copy(os.path.join(root, name), place)
                self.systems.append((name, [["gen", "check", "{}"], ["gen", "check", "{}"], ["gen", "show", "{}"]]))
        if not self.systems or not names:
            sys.exit("no systems to mutate")

    def make(self, arguments):
        subprocess.run([self.gen, *arguments.split()], check=True, stdout=subprocess.DEVNULL, cwd=self.place)

    def by_h5py(self):
        script = ("import h5py\nwith h5py.File('a.h5') as f, h5py.File('by_h5py.h5', 'w') as g:\n"
                  " for n in ('x', 'v', 't'): g.create_dataset(n, data=f[n][:], **({} if n == 't' else dict(chunks=True, compression='gzip')))\n"
                  " g.attrs['model'] = 'a net'\n g.create_group('more').attrs['notes'] = ['a', 'b']\n")
        subprocess.run(["/usr/bin/python3", "-c", script], check=True, cwd=self.place)


class Fuzz:
    def __init__(self, options, place):
        self.options, self.place = options, place
        self.sources = Sources(options.gen, options.eval, place)
        self.directories = Directories(self.sources)
        self.programs = {"gen": options.gen, "eval": options.eval}
        self.lock, self.codes, self.found = threading.Lock(), collections.Counter(), []
        self.worst = {"seconds": 0.0, "megabytes": 0.0}
        self.unharmed = min(self.seconds_of_scoring() for _ in range(3))  # other programs share caches

    def seconds_of_scoring(self):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run([self.options.eval, *"score test.h5 a.h5 --bootstrap 0 --threads 1".split()], check=True, cwd=self.place,
                       stdout=subprocess.DEVNULL)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime

    def one(self, kind, number):
        draw = random.Random(f"{self.options.seed}/{kind}/{number}")
        work = tempfile.mkdtemp(dir=self.place)
        try:
            changed, (program, *arguments) = (self.in_directory if kind == "directories" else self.alone)(kind, number, draw, work)
            arguments = [os.path.join(self.place, a[1:]) if a[0] == "@" else a for a in arguments]
            self.judge(kind, number, changed, [self.programs[program], *arguments], work)
        finally:
            shutil.rmtree(work, ignore_errors=True)

    def alone(self, kind, number, draw, work):
        name, commands = draw.choice(getattr(self.sources, kind))
        changed = os.path.join(work, f"{number}{os.path.splitext(name)[1]}")
        shutil.copy(os.path.join(self.place, name), changed)
        self.mutate(changed, kind == "systems", draw)
        return changed, [changed if a == "{}" else a for a in draw.choice(commands)]

    def in_directory(self, kind, number, draw, work):
        name, files, commands = draw.choice(self.directories.kinds)
        copy = os.path.join(work, name)
        shutil.copytree(os.path.join(self.directories.place, name), copy)
        changed = os.path.join(copy, draw.choice(files))
        self.mutate(changed, changed.endswith(".json"), draw)
        return changed, [a.replace("{}", copy) for a in draw.choice(commands)]

    @staticmethod
    def mutate(path, is_text, draw):
        with open(path, "rb") as file:
            data = file.read()
        with open(path, "wb") as file:
            file.write((mutated_text if is_text else mutated_binary)(data, draw))

    def judge(self, kind, number, mutated, command, work):
        with open(os.path.join(work, "said"), "w+b") as said:
            process = subprocess.Popen(command, cwd=work, stdout=subprocess.DEVNULL, stderr=said, stdin=subprocess.DEVNULL)
            timer = threading.Timer(PATIENCE, process.kill)
            timer.start()
            _, status, usage = os.wait4(process.pid, 0)
            timer.cancel()
            process.returncode = code = os.waitstatus_to_exitcode(status)
            said.seek(0)
            text = said.read(2000).decode(errors="replace")
        seconds, megabytes = usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024
        wrong = []
        if code not in ALLOWED or "internal error" in text or "malformed answer" in text or "system call" in text:
            wrong.append(f"exit code {code}")
        if seconds > COST * self.unharmed:
            wrong.append(f"{seconds:.1f} s, an unharmed one {self.unharmed:.2f} s")
        if megabytes > MEGABYTES:
            wrong.append(f"{megabytes:.0f} MB")
        with self.lock:
            self.codes[f"{kind}: {code}"] += 1
            if "reader ended by signal" in text:
                self.codes[f"{kind}: reader ended by a signal"] += 1
            if "of processor time" in text:
                self.codes[f"{kind}: reader took too long"] += 1
            self.worst = {"seconds": max(self.worst["seconds"], seconds), "megabytes": max(self.worst["megabytes"], megabytes)}
            if wrong:
                self.found.append((kind, number))
                print(f"FAILED {kind} {number}: {', '.join(wrong)}: {' '.join(command[:3])} ...: {text.strip()[-160:]!r}", flush=True)
                if self.options.keep:
                    os.makedirs(self.options.keep, exist_ok=True)
                    shutil.copy(mutated, os.path.join(self.options.keep, f"{kind}-{self.options.seed}-{os.path.basename(mutated)}"))

    def run(self):
        begin, tasks = time.monotonic(), []
        with concurrent.futures.ThreadPoolExecutor(self.options.jobs) as pool:
            for kind in ("hdf5", "npz", "systems", "directories"):
                count = getattr(self.options, kind)
                tasks += [pool.submit(self.guarded, kind, number, begin) for number in range(self.options.first, self.options.first + count)]
            done = sum(task.result() for task in tasks)
        print(f"{done} mutations in {time.monotonic() - begin:.0f} s; at most {self.worst['seconds']:.2f} s and "
              f"{self.worst['megabytes']:.0f} MB; " + ", ".join(f"{name} x {n}" for name, n in sorted(self.codes.items())))
        if self.found:
            sys.exit(f"{len(self.found)} failures")

    def guarded(self, kind, number, begin):
        if time.monotonic() - begin > self.options.seconds:
            return 0
        self.one(kind, number)
        return 1


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("gen", type=os.path.abspath)
    parser.add_argument("eval", type=os.path.abspath)
    for kind, count in (("hdf5", 60), ("npz", 20), ("systems", 60), ("directories", 60)):
        parser.add_argument(f"--{kind}", type=int, default=count, help=f"how many mutations, {count} where nothing is said")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--first", type=int, default=0, help="number of the first mutation")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--seconds", type=float, default=float("inf"), help="no new mutation begins after these")
    parser.add_argument("--keep", type=os.path.abspath, help="a directory for files that break a rule")
    options = parser.parse_args()
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    in_memory = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
    with tempfile.TemporaryDirectory(prefix="cchnn-fuzz-", dir=in_memory) as place:
        Fuzz(options, place).run()


if __name__ == "__main__":
    main()
