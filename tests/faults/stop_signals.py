#!/usr/bin/env python3
"""Sends SIGINT, SIGTERM and SIGHUP to each long command at several moments, and looks at how it ends.

    tests/faults/stop_signals.py build/bin/cchnn-gen build/bin/cchnn-eval

A command ends within two seconds of its own with 130, 143 or 129, says in one line what is left, and leaves no file: generate leaves
its journal, and goes on to the bytes of a run that nobody disturbed. Exit code 0 when all of them do.
"""
import argparse
import glob
import json
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time

SIGNALS = {signal.SIGINT: 130, signal.SIGTERM: 143, signal.SIGHUP: 129}
MOMENTS = [0.0, 0.15, 0.6]  # seconds after the program began to listen
# What a program may take after a signal, not counting the time in which it is ready and gets no processor because other
# programs have them. Its timer ends it after two seconds of wall time, which do count that: a program that the timer ended
# before it had STARVED seconds of its own is tried again.
LIMIT, STARVED, TRIES = 2, 1.5, 10
ENDED_BY_TIMER = "stopped at once"
ANEW = "every file is complete; rerun the same command"

# Work for half a minute and more, on one thread; {} is the directory of inputs.
BIG = "{}/data/chain_pendulum_2"
COMMANDS = {
    "generate": ("gen", "generate chain_pendulum_5 -o out --train 1000000", r"(\d+ finished trajectories are|the exponent is) kept in "
                 r"out/\.chain_pendulum_5\.unfinished; rerun the same command with --resume|"
                 r"no block was finished; rerun the same command with --resume"),
    "generate, refined": ("gen", "generate magnet_pendulum -o out --refine 1e-16", "NAME"),
    "generate, symplectic": ("gen", "generate chain_pendulum_5 -o out --steps 100000 --integrator rattle8", "NAME"),
    "generate, exponent": ("gen", "generate chain_pendulum_5 -o out --lyapunov --train 100000", "NAME"),
    "generate, large steps": ("gen", "generate {}/chain.json -o out --refine 1e-16", "NAME"),
    "generate, shard": ("gen", "generate chain_pendulum_5 -o out --train 1000000 --shard 1/2", "NAME"),
    "merge": ("gen", "merge {}/shards -o out", ANEW),
    "audit": ("gen", BIG.join(["audit ", " --sample 10000 --budget 600"]),
              "the report has what was decided until then; a new run starts again|" + ANEW),
    "audit, large steps": ("gen", "audit {}/chain --budget 600",
                           "the report has what was decided until then; a new run starts again|" + ANEW),
    "verify": ("gen", "verify " + BIG + " --sample 100000", ANEW),
    # ANEW: before the work
    "verify, lock file": ("gen", "verify {}/large.json", f"nothing is kept; rerun the same command|{ANEW}"),
    "rollout": ("gen", "rollout chain_pendulum_2 --from " + BIG + "/test.h5 --steps 100000 -o out.h5", ANEW),
    "rollout, archive": ("gen", "rollout chain_pendulum_2 --from " + BIG + "/test.h5 --steps 1000 -o out.npz", ANEW),
    "lyapunov": ("gen", "lyapunov chain_pendulum_5 --time 1000000", ANEW),
    "lyapunov, spectrum": ("gen", "lyapunov chain_pendulum_5 --time 1000000 --spectrum", ANEW),
    "export": ("gen", "export " + BIG + " -o out", ANEW),
    "import": ("gen", "import chain_pendulum_2 --test {}/a.npz -o out", ANEW),
    "observe": ("gen", "observe " + BIG + " -o out --noise 0.1 --dropout 0.1", ANEW),
    "suite": ("gen", "suite mechanisms -o out",
              "finished parts and blocks are kept; rerun the same command to resume|" + ANEW),
    "corpus": ("gen", "corpus -o out --systems 100000", "finished shards are kept; rerun the same command to resume|" + ANEW),
    "seal": ("gen", "challenge seal {}/prior.json -o out", "nothing is kept; rerun the same command|" + ANEW),
    "check": ("gen", "check" + 2000 * " {}/chain.json", ANEW),
    "score": ("eval", "score " + BIG + "/test.h5 {}/a.npz {}/a.h5 --bootstrap 1000000 --json out.json", ANEW),
    "score, pictures": ("eval", "score {}/small.h5 {}/s.h5 --bootstrap 0 --html out.html --figures out", ANEW),
    "gate": ("eval", "gate " + BIG + "/test.h5 {}/a.h5 --max diverged=0 --bootstrap 1000000 --json out.json", ANEW),
    "compare": ("eval", "compare " + BIG + "/test.h5:{}/a.h5 --bootstrap 1000000 --html out.html", ANEW),
    "diff": ("eval", "diff " + BIG + "/test.h5 {}/again.h5 --json out.json", ANEW),
    "template": ("eval", "template " + BIG + "/test.h5 -o out.h5", ANEW),
    "check of submissions": ("eval", "check " + BIG + "/test.h5" + 100 * " {}/a.h5", ANEW),
}


def listens(pid):
    """Does the process catch SIGTERM yet?"""
    try:
        with open(f"/proc/{pid}/status") as status:
            caught = next(line for line in status if line.startswith("SigCgt"))
    except (OSError, StopIteration):
        return False
    return int(caught.split()[1], 16) >> (signal.SIGTERM - 1) & 1


def delay_of(pid):
    """Seconds that the threads of a process were ready and had no processor; 0 where the kernel does not count them."""
    nanoseconds = 0
    for path in glob.glob(f"/proc/{pid}/task/*/schedstat"):
        try:
            with open(path) as file:
                nanoseconds += int(file.read().split()[1])
        except (OSError, IndexError, ValueError):
            pass
    return nanoseconds * 1e-9


def own_seconds_to_end(process, begin, delay):
    """Seconds from `begin` until a process ended, without those in which it was kept waiting; and what it said."""
    last = delay
    while True:
        try:
            out, err = process.communicate(timeout=0.02)
            break
        except subprocess.TimeoutExpired:
            last = max(last, delay_of(process.pid))
    return max(0.0, time.monotonic() - begin - (last - delay)), (out or b"").decode(), err.decode()


def hear_all():
    for number in SIGNALS:
        signal.signal(number, signal.SIG_DFL)  # whoever runs this in the background may ignore SIGINT


def left_in(directory):
    return sorted(os.path.relpath(os.path.join(at, name), directory) for at, directories, files in os.walk(directory)
                  for name in files + directories)


class Inputs:
    def __init__(self, gen, directory):
        self.gen, self.directory = gen, directory
        small = "--valid 0 --train 0 --protocol paper --steps 100 --bound off"
        self.run(f"generate chain_pendulum_2 -o data {small} --test 20000")
        for shard in (1, 2):
            self.run(f"generate chain_pendulum_2 -o shards {small} --test 20000 --shard {shard}/2")
        self.run("rollout chain_pendulum_2 --from data/chain_pendulum_2/test.h5 --protocol paper -o a.h5")
        self.run("rollout chain_pendulum_2 --from data/chain_pendulum_2/test.h5 --protocol paper -o a.npz")
        shutil.copy(os.path.join(directory, "data/chain_pendulum_2/test.h5"), os.path.join(directory, "again.h5"))
        self.run(f"generate chain_pendulum_1 -o data {small} --test 20")
        shutil.copy(os.path.join(directory, "data/chain_pendulum_1/test.h5"), os.path.join(directory, "small.h5"))
        self.run("rollout chain_pendulum_1 --from small.h5 -o s.h5")
        with open(os.path.join(directory, "chain.json"), "wb") as chain:
            chain.write(subprocess.run([gen, *"graph chain --links 300".split()], check=True, capture_output=True).stdout)
        self.run("generate chain.json -o chain --train 0 --valid 0 --test 2 --steps 3 --bound off")
        for name, count in (("prior", 1000000), ("quick", 4000)):
            with open(os.path.join(directory, name + ".json"), "w") as prior:
                json.dump({"format": "cchnn prior", "format_version": 1, "name": "hidden", "title": "Hidden", "train": count,
                           "test": count // 4, "system": "chain_pendulum_2",
                           "hidden": {"/bodies/1/mass": {"uniform": {"low": 0.5, "high": 2}}}}, prior)
        self.run("generate chain_pendulum_5 -o lock --train 1 --valid 0 --test 0")
        with open(os.path.join(directory, "lock/chain_pendulum_5/manifest.json")) as lock:
            text = lock.read()
        with open(os.path.join(directory, "large.json"), "w") as lock:
            lock.write(re.sub(r'"count": 1\b', '"count": 1000000', text))

    def run(self, arguments):
        subprocess.run([self.gen, *arguments.split()], check=True, stdout=subprocess.DEVNULL, cwd=self.directory)


class Stops:
    def __init__(self, options, scratch):
        self.programs = {"gen": options.gen, "eval": options.eval}
        self.inputs = os.path.join(scratch, "inputs")
        self.work, self.temporary = os.path.join(scratch, "work"), os.path.join(scratch, "temporary")
        self.failures, self.slowest = [], ("", 0.0)
        os.mkdir(self.inputs)
        Inputs(options.gen, self.inputs)

    def start(self, program, arguments, prepare=hear_all):
        for directory in (self.work, self.temporary):
            shutil.rmtree(directory, ignore_errors=True)
            os.mkdir(directory)
        threads = [] if arguments.split()[0] in ("check", "diff", "template", "export", "import", "observe") else ["--threads", "1"]
        return subprocess.Popen([self.programs[program], *arguments.replace("{}", self.inputs).split(), *threads],
                                cwd=self.work, stdout=subprocess.PIPE, stderr=subprocess.PIPE, preexec_fn=prepare,
                                env={**os.environ, "TMPDIR": self.temporary})

    def stopped(self, process, number, moment):
        """Seconds of its own until it ended, its exit code and what it said."""
        while process.poll() is None and not listens(process.pid):
            time.sleep(0.001)
        time.sleep(moment)
        begin, delay = time.monotonic(), delay_of(process.pid)
        process.send_signal(number)
        seconds, out, err = own_seconds_to_end(process, begin, delay)
        return seconds, process.returncode, out, err

    def fail(self, case, what):
        self.failures.append(f"{case}: {what}")
        print("FAILED", self.failures[-1], flush=True)

    def one(self, name, number, moment):
        """False when the command had ended before the signal."""
        program, arguments, left = COMMANDS[name]
        case = f"{name}, {signal.Signals(number).name} after {moment:.2f} s"
        for _ in range(TRIES):
            seconds, code, out, err = self.stopped(self.start(program, arguments), number, moment)
            if ENDED_BY_TIMER not in err or seconds > STARVED:
                break
        if code == 0:
            return False
        if seconds > self.slowest[1]:
            self.slowest = (case, seconds)
        if seconds > LIMIT or ENDED_BY_TIMER in err:
            self.fail(case, f"took {seconds:.2f} s: {err}")
        if code != SIGNALS[number]:
            self.fail(case, f"exit code {code}: {err}")
        sentence = COMMANDS["generate"][2].replace("5", r"\d").replace("chain", r"\w+") if left == "NAME" else left
        sentence = re.sub(r"out/\S+unfinished", r"out/\\S+", sentence)
        if not re.fullmatch(f"(audit .*\n|Warning: .*\n)*cchnn-{program}: stopped by {signal.Signals(number).name}; ({sentence})\n", err):
            self.fail(case, f"says {err!r}")
        if "audit" in name and "the report" in err and "not decided" not in out:
            self.fail(case, f"reports {out!r}")
        self.check_left(case, "kept in" in err, code)
        return True

    def check_left(self, case, journal, code):
        finished = r"out\.json|out\.html|out/.*\.(csv|svg|pdf)"  # reports and pictures before the one that was not
        kept = r"out/.*/(job\.json|lock|lyapunov\.json|\w+\.journal)" if journal else finished
        if case.startswith(("suite", "corpus")):  # finished parts, and the journals of one on its way
            kept = r"out/.*"
        for path in left_in(self.work):
            whole = os.path.join(self.work, path)
            if not os.path.isdir(whole) and not re.fullmatch(kept, path):
                self.fail(case, f"left {path}")
            if path == "out.json":
                with open(whole) as file:
                    said = json.load(file)
                if said["exit_code"] != code or said["verdict"] != "stopped":
                    self.fail(case, f"left {said}")
            if path.endswith((".html", ".svg")):
                with open(whole) as file:
                    if not file.read().rstrip().endswith(("</html>", "</svg>")):
                        self.fail(case, f"left half of {path}")
        if left_in(self.temporary):
            self.fail(case, f"left {left_in(self.temporary)} in TMPDIR")

    def resumed(self, moments):
        """Signals of all kinds, --resume after each, and the bytes of a run that nobody disturbed."""
        job = "generate magnet_pendulum -o out --train 100 --valid 8 --test 8 --refine 1e-16"
        process = self.start("gen", job)
        process.communicate()
        whole = self.content()
        process = self.start("gen", job)
        for moment, number in zip(moments, list(SIGNALS) * len(moments)):
            _, code, _, err = self.stopped(process, number, moment)
            if code not in (0, SIGNALS[number]):
                self.fail("resume", f"exit code {code}: {err}")
            process = subprocess.Popen([self.programs["gen"], *job.split(), "--threads", "1", "--resume"], cwd=self.work,
                                       stdout=subprocess.PIPE, stderr=subprocess.PIPE, preexec_fn=hear_all)
        process.communicate()
        if process.returncode != 0 or self.content() != whole or not whole:
            self.fail("resume", "the files are not those of an undisturbed run")

    def sealed(self, moments):
        """Signals of all kinds to `challenge seal` at fractions of its time: a round and its secret, or nothing; then to
        `challenge reveal`, which goes on with the same command until it is done."""
        process, begin = self.start("gen", "challenge seal {}/quick.json -o out"), time.monotonic()
        process.communicate()
        whole = time.monotonic() - begin
        for moment, number in zip(moments, list(SIGNALS) * len(moments)):
            _, code, _, err = self.stopped(self.start("gen", "challenge seal {}/quick.json -o out"), number, moment * whole)
            files = ["out", "out.secret.json", "out/round.json", "out/starts.npz", "out/train.npz"]
            if left_in(self.work) != (files if code == 0 else []) or left_in(self.temporary) or "kept in" in err:
                self.fail(f"seal, {signal.Signals(number).name} at {moment:.2f}", f"{code}, {err!r} left {left_in(self.work)}")
        self.start("gen", "challenge seal {}/quick.json -o out").communicate()
        codes = []
        for moment, number in list(zip(moments, list(SIGNALS) * len(moments))) + [(9, signal.SIGINT)]:
            process = subprocess.Popen([self.programs["gen"], *"challenge reveal out --threads 1".split()], cwd=self.work,
                                       stdout=subprocess.PIPE, stderr=subprocess.PIPE, preexec_fn=hear_all)
            if moment == 9:
                process.communicate()
            else:
                _, _, _, err = self.stopped(process, number, moment * whole)
                if "--resume" in err or "--force" in err:
                    self.fail("reveal", err)
            codes.append(process.returncode)
        hidden = [path for path in left_in(self.work) if "/." in path]
        if codes[-1] != 0 or not set(codes[:-1]) <= {0, *SIGNALS.values()} or set(codes) == {0} or hidden:
            self.fail("reveal", f"exit codes {codes}, left {hidden}")

    def content(self):
        found = {}
        for path in left_in(self.work):
            if os.path.isfile(os.path.join(self.work, path)):
                with open(os.path.join(self.work, path), "rb") as file:
                    found[path] = file.read()
        return found

    def ignored(self):
        """nohup: SIGHUP is ignored at the start, and stays so."""
        def ignore():
            hear_all()
            signal.signal(signal.SIGHUP, signal.SIG_IGN)
        process = self.start("gen", COMMANDS["lyapunov"][1], ignore)
        while not listens(process.pid):
            time.sleep(0.001)
        process.send_signal(signal.SIGHUP)
        time.sleep(0.3)
        if process.poll() is not None:
            self.fail("SIGHUP, ignored", f"ended with {process.returncode}")
        process.kill()
        process.communicate()

    def waiting(self, arguments, signals, **pipes):
        """Seconds of its own until a program that waits for another one had ended, its exit code and what it said."""
        process = subprocess.Popen([self.programs["gen"], *arguments.split()], cwd=self.inputs, stderr=subprocess.PIPE,
                                   preexec_fn=hear_all, **pipes)
        while not listens(process.pid):
            time.sleep(0.001)
        time.sleep(0.5)
        begin, delay = time.monotonic(), delay_of(process.pid)
        process.send_signal(signal.SIGINT)
        if signals == 2:
            time.sleep(0.4)
            process.send_signal(signal.SIGINT)
            begin += max(0.0, time.monotonic() - begin - 0.4)  # this program may be kept waiting as well
        seconds, _, err = own_seconds_to_end(process, begin, delay)
        return seconds, process.returncode, err

    def second(self):
        """Who waits for a pipe that nobody writes to ends at the first signal. Who writes to one that nobody reads cannot
        look: the second signal ends it, and the timer."""
        reading, writing = os.pipe()
        seconds, code, err = self.waiting("check /dev/fd/0", 1, stdin=reading, stdout=subprocess.DEVNULL)
        if code != 130 or "stopped by SIGINT" not in err or seconds > STARVED:
            self.fail("reading", f"{code} after {seconds:.2f} s: {err!r}")
        for signals in (2, 1):  # more bytes than a pipe holds
            seconds, code, err = self.waiting("graph chain --links 3000", signals, stdout=writing)
            if code != 130 or ENDED_BY_TIMER not in err or (signals == 2 and seconds > STARVED):
                self.fail(f"{signals} signals", f"{code} after {seconds:.2f} s: {err!r}")
        os.close(reading), os.close(writing)

    def run(self, names, moments):
        for name in names:
            numbers = random.sample(list(SIGNALS), len(SIGNALS))
            if not any([self.one(name, number, moment) for number, moment in zip(numbers * len(moments), moments)]):
                self.fail(name, "was never stopped: too little work")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("gen", type=os.path.abspath)
    parser.add_argument("eval", type=os.path.abspath)
    parser.add_argument("--moments", type=float, nargs="+", default=MOMENTS)
    parser.add_argument("--only", nargs="+", default=list(COMMANDS), help="commands by name")
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    random.seed(options.seed)
    in_memory = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None  # a slow disk is waited for in no program's power
    with tempfile.TemporaryDirectory(prefix="cchnn-stops-", dir=in_memory) as scratch:
        stops = Stops(options, scratch)
        stops.run(options.only, options.moments)
        stops.resumed([0.0, 0.3, 0.6, 1.2])
        stops.sealed([0.05, 0.4, 0.7, 0.8, 0.85, 0.9, 0.95, 1.0])
        stops.ignored()
        stops.second()
        if stops.failures:
            sys.exit(f"{len(stops.failures)} failures")
        print(f"{len(options.only)} commands, each stopped at up to {len(options.moments)} moments; the slowest took "
              f"{stops.slowest[1]:.2f} s: {stops.slowest[0]}")


if __name__ == "__main__":
    main()
