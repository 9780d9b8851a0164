#!/usr/bin/env python3
"""Kills cchnn-gen at random moments, goes on with --resume, and compares every byte with a run that nobody disturbed.

    tests/faults/kill_and_resume.py build/bin/cchnn-gen --kills 1000 --seed 7

A round is one dataset: whole, in two shards and a merge, or in place of an older dataset (--force), with any number of
threads; its processes are killed (SIGKILL, some SIGINT or SIGTERM) until one ends by itself. After each kill a file under
a final name must be one of the old dataset or of the finished new one. Exit code 0 when all rounds end in the same bytes.
"""
import argparse
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time

SYSTEM = "chain_pendulum_2"
# Of which a quarter is recomputed in double-double arithmetic: kills meet blocks that wait for it, too.
JOB = ["generate", SYSTEM, "--train", "150", "--valid", "20", "--test", "30", "--steps", "60", "--refine", "1e-12"]


def content(directory):
    """Path -> bytes of every file below, hidden ones too."""
    found = {}
    for at, _, names in os.walk(directory):
        for name in names:
            path = os.path.join(at, name)
            with open(path, "rb") as file:
                found[os.path.relpath(path, directory)] = file.read()
    return found


class Rounds:
    def __init__(self, program, scratch, generator, wanted):
        self.program, self.scratch, self.random, self.wanted = program, scratch, generator, wanted
        self.kills, self.rounds, self.longest = 0, 0, 0
        begin = time.monotonic()
        self.reference = self.undisturbed("reference", [])
        self.duration = time.monotonic() - begin
        self.old = self.undisturbed("old", ["--seed", "1"])

    def undisturbed(self, name, more):
        directory = os.path.join(self.scratch, name)
        subprocess.run([self.program, *JOB, *more, "-o", directory], check=True, stdout=subprocess.DEVNULL)
        return content(os.path.join(directory, SYSTEM))

    def killed(self, arguments):
        """Runs the program; True when it was killed before its end."""
        process = subprocess.Popen([self.program, *arguments], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        number = self.random.choice([signal.SIGKILL] * 4 + [signal.SIGINT, signal.SIGTERM])
        time.sleep(self.random.uniform(0, 1.1 * self.duration))
        process.send_signal(number)
        message = process.communicate()[1].decode()
        code = process.returncode
        if code == 0:
            return False
        stopped_by_word = code == 128 + number and "stopped by" in message and number != signal.SIGKILL
        if code != -number and not stopped_by_word:
            sys.exit(f"{' '.join(arguments)}: exit code {code}: {message}")
        self.kills += 1
        return True

    def until_done(self, arguments, directory, allowed):
        """Kills and repeats until the program ends by itself; after 40 kills it is left alone."""
        killed_in_a_row = 0
        while killed_in_a_row < 40 and self.killed(arguments):
            killed_in_a_row += 1
            self.check_final_files(directory, allowed)
        if killed_in_a_row == 40:
            subprocess.run([self.program, *arguments], check=True, stdout=subprocess.DEVNULL)
        self.longest = max(self.longest, killed_in_a_row)

    def check_final_files(self, directory, allowed):
        final = os.path.join(directory, SYSTEM)
        for name, data in content(final).items() if os.path.isdir(final) else ():
            if not any(data == files.get(name) for files in allowed):
                sys.exit(f"{final}/{name} is half-written after a kill")

    def one_round(self):
        directory = os.path.join(self.scratch, "round")
        shutil.rmtree(directory, ignore_errors=True)
        threads = ["--threads", str(self.random.randint(1, 3))]
        job = [*JOB, *threads, "-o", directory]
        kind = self.random.choice(["whole", "whole", "shards", "replace"])
        if kind == "whole":
            self.until_done(job + ["--resume"], directory, [self.reference])
        elif kind == "replace":
            shutil.copytree(os.path.join(self.scratch, "old"), directory)
            self.begin_replacing(job, directory)
            self.until_done(job + ["--resume"], directory, [self.old, self.reference])
        else:
            for k in (2, 1):
                shard = job + ["--shard", f"{k}/2", "--resume"]
                self.until_done(shard, directory, [])
            merge = ["merge", directory]
            self.until_done(merge, directory, [self.reference])
            shutil.rmtree(os.path.join(directory, SYSTEM + ".shards"))
        if content(directory) != {os.path.join(SYSTEM, name): data for name, data in self.reference.items()}:
            sys.exit(f"round {self.rounds} ({kind}): files differ from those of an undisturbed run: {sorted(content(directory))}")
        self.rounds += 1

    def begin_replacing(self, job, directory):
        """A run with --force, killed once a block is in its journal: earlier there is nothing to go on with."""
        journal = os.path.join(directory, f".{SYSTEM}.unfinished", "train.journal")
        process = subprocess.Popen([self.program, *job, "--force"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        while process.poll() is None and not (os.path.exists(journal) and os.path.getsize(journal) > 1000):
            time.sleep(0.0005)
        process.kill()
        self.kills += process.wait() != 0
        self.check_final_files(directory, [self.old, self.reference])

    def run(self):
        while self.kills < self.wanted:
            self.one_round()
        print(f"{self.kills} kills in {self.rounds} rounds, up to {self.longest} of one run: the same bytes each time")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", type=os.path.abspath)
    parser.add_argument("--kills", type=int, default=15)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    in_memory = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None  # kills meet the work, not the waiting for a disk
    with tempfile.TemporaryDirectory(prefix="cchnn-kills-", dir=in_memory) as scratch:
        Rounds(options.program, scratch, random.Random(options.seed), options.kills).run()


if __name__ == "__main__":
    main()
