#!/usr/bin/env python3
"""Every long command under every fault that a machine may have: exit code, message, nothing half-written, the same bytes
in the end.

    tests/faults/fault_matrix.py build/bin/cchnn-gen build/bin/cchnn-eval

A command either succeeds with the bytes of an undisturbed run, or ends with exit code 4 and a message, and then every file
under a final name is complete or missing. Afterwards the same command (generate: with --resume) gives the same bytes. Faults
that need root are left out, with a line, for others. Signals that a program hears are the subject of stop_signals.py.
"""
import argparse
import json
import os
import random
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time

NOBODY = 65534
LIMIT = 120  # seconds of a run; none takes more than a few
DATA = "{}/data/chain_pendulum_2"
JOB = "generate chain_pendulum_2 --train 60 --valid 4 --test 6 --steps 60 --threads 2"
COMMANDS = {
    "generate": ("gen", JOB + " -o out"),
    "merge": ("gen", "merge {}/shards -o out"),
    "audit": ("gen", "audit " + DATA + " --sample 2 --threads 2 --json out.json"),
    "verify": ("gen", "verify " + DATA + " --sample 2"),
    "export": ("gen", "export " + DATA + " -o out"),
    "score": ("eval", "score " + DATA + "/test.h5 {}/a.npz {}/a.h5 --threads 2 --json out.json --html out.html"),
    "compare": ("eval", "compare " + DATA + "/test.h5:{}/a.h5 --threads 2 --html out.html --csv out.csv"),
}
NEEDS_TMPDIR = ("score", "verify")  # verify writes tables of a file anew, to compare them
# Files of others are read in a process of its own, and not at all where the system starts none.
READS_FILES = ("audit", "verify", "export", "score", "compare")
# What the loader ends with when a library does not fit into memory: its own message, or a fault in a constructor.
LOADER_GIVES_UP = (127, 255, -signal.SIGSEGV)


def content(directory):
    """Path -> bytes of every file that has a final name."""
    found = {}
    for at, directories, names in os.walk(directory):
        directories[:] = [name for name in directories if not name.startswith(".")]
        for name in names:
            if not name.startswith("."):
                with open(os.path.join(at, name), "rb") as file:
                    found[os.path.relpath(os.path.join(at, name), directory)] = file.read()
    return found


def is_failure(report):
    try:
        return bool(json.loads(report)["problems"])
    except (KeyError, ValueError):
        return False


def mounted(directory, options):
    os.makedirs(directory, exist_ok=True)
    command = ["mount", "-t", "tmpfs", "-o", options, "tmpfs", directory]
    return os.geteuid() == 0 and subprocess.run(command, stderr=subprocess.DEVNULL).returncode == 0


class Matrix:
    def __init__(self, options, scratch):
        self.programs = {"gen": options.gen, "eval": options.eval}
        self.inputs, self.scratch = os.path.join(scratch, "inputs"), scratch
        self.failures, self.cases, self.left_out = [], 0, set()
        os.mkdir(self.inputs)
        os.chmod(scratch, 0o755)
        for more in (" -o data", " -o shards --shard 1/2", " -o shards --shard 2/2"):
            self.prepare(JOB + more)
        for name in ("a.h5", "a.npz"):
            self.prepare(f"rollout chain_pendulum_2 --from data/chain_pendulum_2/test.h5 --integrator rattle2 -o {name}")
        self.references = {name: self.reference(name) for name in options.only}

    def prepare(self, arguments):
        subprocess.run([self.programs["gen"], *arguments.split()], check=True, stdout=subprocess.DEVNULL, cwd=self.inputs)

    def arguments(self, name):
        program, text = COMMANDS[name]
        return [self.programs[program], *text.replace("{}", self.inputs).split()]

    def fresh(self):
        work = tempfile.mkdtemp(dir=self.scratch)
        os.chmod(work, 0o777)
        return work

    def run(self, name, work, more=(), **options):
        """Exit code and what it said. `options` are those of Popen."""
        options = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **options}
        process = subprocess.Popen([*self.arguments(name), *more], cwd=work, **options)
        try:
            out, err = process.communicate(timeout=LIMIT)
        except subprocess.TimeoutExpired:
            process.kill()
            process.communicate()
            return "no end", ""
        return process.returncode, (err or b"").decode(errors="replace")

    def reference(self, name):
        """Files of an undisturbed run: those whose bytes two of them agree on, and the names of the others."""
        first, second = self.fresh(), self.fresh()
        for work in (first, second):
            code, said = self.run(name, work)
            if code != 0:
                sys.exit(f"{name} fails without any fault: {code}: {said}")
        one, other = content(first), content(second)
        return {path: text if other[path] == text else None for path, text in one.items()}

    def fail(self, case, what):
        self.failures.append(case)
        print(f"FAILED {case}: {what}", flush=True)

    def complete(self, case, name, work, all_of_them):
        """Files under final names are those of the undisturbed run."""
        found, wanted = content(work), self.references[name]
        for path, text in found.items():
            if path.startswith("out/chain_pendulum_2.shards"):
                continue
            if path not in wanted:
                self.fail(case, f"left {path}")
            elif path.endswith(".json") and not all_of_them and is_failure(text):
                pass  # whoever reads the report learns that there is none
            elif wanted[path] is not None and wanted[path] != text:
                self.fail(case, f"{path} has {len(text)} bytes, which are not those of an undisturbed run")
            elif wanted[path] is None and not text.rstrip().endswith((b"}", b"</html>")):
                self.fail(case, f"{path} is half-written")
        if all_of_them and set(found) != set(wanted):
            self.fail(case, f"is without {sorted(set(wanted) - set(found))}")

    def judge(self, fault, name, work, ended, message="", again=True, allowed=(0, 4)):
        """One cell. `message` is a part of what is said with exit code 4."""
        self.cases += 1
        case, (code, said) = f"{name}, {fault}", ended
        if code not in allowed:
            self.fail(case, f"exit code {code}: {said[:400]}")
        if "internal error" in said:
            self.fail(case, f"says {said[:400]}")
        if code == 4 and message not in said:
            self.fail(case, f"says nothing of '{message}': {said[:400]}")
        self.complete(case, name, work, code == 0)
        if again and code != 0:
            more = ["--resume"] if name == "generate" else []
            code, said = self.run(name, work, more)
            if code == 4 and "--force" in said:  # some files have their names already
                code, said = self.run(name, work, [*more, "--force"])
            if code != 0:
                self.fail(case, f"cannot be run again: {code}: {said[:400]}")
            self.complete(case + ", again", name, work, True)
        shutil.rmtree(work, ignore_errors=True)

    def killed(self, name):
        begin, work = time.monotonic(), self.fresh()
        self.run(name, work)
        duration = time.monotonic() - begin
        for _ in range(3):
            work = self.fresh()
            process = subprocess.Popen(self.arguments(name), cwd=work, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
            time.sleep(random.uniform(0, duration))
            process.kill()
            said = process.communicate()[1].decode()
            self.judge("kill -9", name, work, (process.returncode, said), allowed=(0, -signal.SIGKILL))

    def closed_streams(self, name):
        for stream in ((1,), (0, 1), (0, 1, 2)):
            work = self.fresh()
            ended = self.run(name, work, stdout=None, preexec_fn=lambda closed=stream: [os.close(fd) for fd in closed])
            self.judge(f"closed {stream}", name, work, ended, "standard output" if 2 not in stream else "", allowed=(4,))

    def full_output(self, name):
        work = self.fresh()
        with open("/dev/full", "wb") as full:
            self.judge("full standard output", name, work, self.run(name, work, stdout=full), "standard output", allowed=(4,))

    def no_temporary_place(self, name):
        work = self.fresh()
        ended = self.run(name, work, env={**os.environ, "TMPDIR": "/nowhere"})
        self.judge("no TMPDIR", name, work, ended, "/nowhere: is not a directory", allowed=(4,) if name in NEEDS_TMPDIR else (0,))

    def little_memory(self, name):
        for megabytes in (2000, 300, 150, 100, 60, 40):
            def limit(size=megabytes << 20):
                resource.setrlimit(resource.RLIMIT_AS, (size, size))
            work = self.fresh()
            code, said = self.run(name, work, preexec_fn=limit)
            if self.cannot_load(name, limit) and code in LOADER_GIVES_UP and not content(work):
                continue
            self.judge(f"{megabytes} MB", name, work, (code, said))

    def cannot_load(self, name, limit):
        """Do the program and its libraries fit at all? Nobody of ours speaks before main."""
        return subprocess.run([self.arguments(name)[0], "--help"], preexec_fn=limit, stdout=subprocess.DEVNULL,
                              stderr=subprocess.DEVNULL).returncode in LOADER_GIVES_UP

    def few_descriptors(self, name):
        for count in (4, 5, 6, 8, 12):
            def limit(most=count):
                resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
            work = self.fresh()
            code, said = self.run(name, work, preexec_fn=limit)
            if code != 127:
                self.judge(f"{count} descriptors", name, work, (code, said))

    def no_threads(self, name):
        if os.geteuid() != 0:
            return self.left_out.add("no threads")
        def limit():
            resource.setrlimit(resource.RLIMIT_NPROC, (1, 1))
            os.setuid(NOBODY)
        work = self.fresh()
        self.judge("no threads, no processes", name, work, self.run(name, work, preexec_fn=limit), "cchnn-read: cannot be started",
                   allowed=(4,) if name in READS_FILES else (0,))

    def read_only(self, name):
        work = os.path.join(self.scratch, "small")
        if not mounted(work, "ro,size=64k"):
            return self.left_out.add("read-only directory")
        try:
            writes = bool(self.references[name])
            self.judge("read-only", name, work, self.run(name, work), "Read-only file system", again=False,
                       allowed=(4,) if writes else (0,))
        finally:
            subprocess.run(["umount", work], check=False)

    def full_disk(self, name):
        work = os.path.join(self.scratch, "small")
        if not self.references[name]:
            return None
        for kilobytes in (4, 12, 40):
            if not mounted(work, f"size={kilobytes}k"):
                return self.left_out.add("full disk")
            try:
                ended = self.run(name, work)
                self.judge(f"{kilobytes} KiB of disk", name, work, ended, "No space left on device", again=False)
            finally:
                subprocess.run(["umount", work], check=False)

    def two_at_once(self, name):
        work = self.fresh()
        both = [subprocess.Popen(self.arguments(name), cwd=work, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
                for _ in range(2)]
        ended = [(process.communicate()[1].decode(), process.returncode) for process in both]
        codes = sorted(code for _, code in ended)
        self.cases += 1
        if codes not in ([0, 0], [0, 4]):
            self.fail(f"{name}, two at once", f"exit codes {codes}: {ended}")
        self.complete(f"{name}, two at once", name, work, True)

    def all(self, names):
        faults = [self.killed, self.closed_streams, self.full_output, self.no_temporary_place, self.little_memory,
                  self.few_descriptors, self.no_threads, self.read_only, self.full_disk, self.two_at_once]
        for name in names:
            for fault in faults:
                fault(name)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("gen", type=os.path.abspath)
    parser.add_argument("eval", type=os.path.abspath)
    parser.add_argument("--only", nargs="+", default=list(COMMANDS), help="commands by name")
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    random.seed(options.seed)
    in_memory = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
    with tempfile.TemporaryDirectory(prefix="cchnn-faults-", dir=in_memory) as scratch:
        matrix = Matrix(options, scratch)
        matrix.all(options.only)
        for fault in sorted(matrix.left_out):
            print(f"left out: {fault} (needs root)")
        if matrix.failures:
            sys.exit(f"{len(matrix.failures)} failures in {matrix.cases} cases")
        print(f"{matrix.cases} cases of {len(options.only)} commands")


if __name__ == "__main__":
    main()
