#!/usr/bin/env python3
"""Which changes of the code does no test notice? Tries small random ones, one at a time, and lists those that pass every test.

  tests/mutants/random_changes.py --seed 1 --count 40 --room score,report --results build/changes.jsonl [--jobs N]

A change is one line of lib/ROOM: a comparison, a sign, a constant, a condition, a statement that is gone. It is made in a copy
of the checkout (below --scratch; ccache serves what is the same), the tests of its file run first, then those of its room, of
the program they are in, then all others, until the first failure. What became of it goes to a line of --results; changes that
are there already are not tried again, so a run that was ended goes on. Change number i of a seed is the same whatever --count
is, as long as the code is. A copy is built whole, which takes its time; with --here the checkout itself is changed, and as it
was after each change: for a clone of its own, built already, that is used for nothing else meanwhile.

  does not compile   not counted
  equivalent         the programs are the same, byte for byte: not counted
  noticed            by the test that is named, or by running out of time
  unnoticed          every test passes: a test is missing, or the change makes no difference worth one; tests in Python,
                     which ctest runs as well, are not tried
"""
import argparse
import fnmatch
import hashlib
import json
import os
import queue
import random
import re
import shutil
import signal
import subprocess
import sys
import threading
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

SWAPS = [(" < ", " <= "), (" <= ", " < "), (" > ", " >= "), (" >= ", " > "), (" == ", " != "), (" != ", " == "),
         (" + ", " - "), (" - ", " + "), (" * ", " / "), (" / ", " * "), (" += ", " -= "), (" -= ", " += "),
         (" && ", " || "), (" || ", " && "), ("std::min(", "std::max("), ("std::max(", "std::min(")]
WORDS = [("true", "false"), ("false", "true")]
STATEMENT = re.compile(r"^\s*(?:[\w\]\[().>*-]+ (?:=|\+=|-=|\*=|/=) .+|[\w.>:-]+\(.*\));$")
DECLARATION = re.compile(r"^\s*(?:const |auto |static |return |using |throw |double |int |bool |std::size_t |std::string )")
NUMBER = re.compile(r"(?<![\w.\"'])(\d+\.\d*(?:e[+-]?\d+)?|\d+e[+-]?\d+|\d+)(?![\w.'])")
TIMED = re.compile(r'<TestCase name="[^"]*" filename="([^"]*)"[^>]*[^/>]>.*?<OverallResultsAsserts [^>]*duration="([^"]*)"', re.S)


def code_of(line):
    """The line with comments and strings blanked out, as long as before."""
    out, at, inside = [], 0, ""
    while at < len(line):
        if not inside and line.startswith("//", at):
            return "".join(out) + " " * (len(line) - at)
        c = line[at]
        if inside:
            if c == "\\" and at + 1 < len(line):
                out.append("  ")
                at += 2
                continue
            if c == inside:
                inside = ""
            out.append(" ")
        elif c == '"' or (c == "'" and not (at and line[at - 1].isalnum())):
            inside = c
            out.append(" ")
        else:
            out.append(c)
        at += 1
    return "".join(out)


def other_number(text):
    if re.fullmatch(r"\d+", text):
        return str(int(text) + 1)
    return repr(float(text) * 1.01 if float(text) else 0.01)


def changes_of(line):
    """[(what, line after it)]"""
    code, found = code_of(line), []
    if code.lstrip().startswith(("#", "static_assert", "namespace", "template", "using", "class", "struct", "}")):
        return found
    for old, new in SWAPS:
        if old in (" + ", " += ") and '"' in line:
            continue  # texts are joined, and never subtracted
        for at in [m.start() for m in re.finditer(re.escape(old), code)]:
            found.append((old.strip() + " -> " + new.strip(), line[:at] + new + line[at + len(old):]))
    for old, new in WORDS:
        for m in re.finditer(r"\b%s\b" % old, code):
            found.append((old + " -> " + new, line[:m.start()] + new + line[m.end():]))
    for m in NUMBER.finditer(code):
        new = other_number(m.group(1))
        found.append((m.group(1) + " -> " + new, line[:m.start()] + new + line[m.end():]))
    for m in re.finditer(r"!(?=[\w(:])", code):
        found.append(("! is gone", line[:m.start()] + line[m.end():]))
    condition = re.search(r"\b(?:if|while) \((.*)\)(?: \{| continue;| break;| return\b.*;| \S.*;)?$", code)
    if condition and condition.group(1).count("(") == condition.group(1).count(")") and ";" not in condition.group(1):
        a, b = condition.span(1)
        found.append(("condition negated", line[:a] + "!(" + line[a:b] + ")" + line[b:]))
    if STATEMENT.match(code.rstrip()) and not DECLARATION.match(code):
        found.append(("statement is gone", re.match(r"\s*", line).group() + "{}"))
    return found


def lines_with_changes(rooms, endings):
    found = []
    for room in rooms:
        for directory, _, names in sorted(os.walk(os.path.join(ROOT, "lib", room))):
            for name in sorted(n for n in names if n.endswith(endings)):
                path = os.path.relpath(os.path.join(directory, name), ROOT)
                for number, line in enumerate(open(os.path.join(ROOT, path)).read().split("\n")):
                    changes = changes_of(line)
                    if changes:
                        found.append((path, number, changes))
    return found


def change_number(i, seed, lines):
    chance = random.Random(f"{seed}:{i}")
    path, number, changes = chance.choice(lines)
    what, after = chance.choice(changes)
    return {"seed": seed, "index": i, "file": path, "line": number + 1, "what": what, "after": after.strip()}, after


def programs():
    """{program: [rooms]} of tests/CMakeLists.txt."""
    text = open(os.path.join(ROOT, "tests", "CMakeLists.txt")).read()
    return {m.group(1): m.group(2).split() for m in re.finditer(r"set\((tests_\w+) ([^)]*)\)", text)}


class Worker:
    seconds, measuring = {}, threading.Lock()

    def __init__(self, number, chosen):
        self.home = ROOT if chosen.here else os.path.join(chosen.scratch, f"worker_{number}")
        self.build = os.path.join(self.home, "build")
        self.quick, self.skip, self.scratch = chosen.quick, chosen.skip, chosen.scratch
        self.programs = programs()
        self.log = os.path.join(chosen.scratch, f"worker_{number}.log")
        self.temporary = os.path.join(self.scratch, f"worker_{number}.tmp")  # tests know their files by name
        os.makedirs(self.temporary, exist_ok=True)
        if not chosen.here:
            self.copy_and_configure()
        if not self.built(list(self.programs)):
            sys.exit(f"{self.home} does not build as it is: {self.log}")
        self.digests = {p: self.digest(p) for p in self.programs}
        for program in {p for room in chosen.room.split(",") for p in self.order(room)[:1 if self.quick else None]}:
            self.measure(program)  # now: later a change is built in

    def run(self, words):
        # Programs say their commit, and whether it was changed: without one the same code makes the same bytes.
        without_commit = dict(os.environ, GIT_DIR=os.devnull)
        with open(self.log, "a") as log, subprocess.Popen(words, cwd=self.home, stdout=log, stderr=log, env=without_commit) as process:
            try:
                return process.wait()
            except BaseException:
                process.terminate()  # and its compilers, before what they read is as it was
                raise

    def copy_and_configure(self):
        if not os.path.isdir(os.path.join(self.home, ".git")):  # some tests clone what they are in
            subprocess.run(["git", "clone", "--quiet", ROOT, self.home], check=True)
        tracked = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
        for path in filter(None, tracked.split("\0")):
            source, target = os.path.join(ROOT, path), os.path.join(self.home, path)
            if not os.path.exists(source):
                continue
            if os.path.exists(target) and open(source, "rb").read() == open(target, "rb").read():
                continue
            os.makedirs(os.path.dirname(target), exist_ok=True)
            shutil.copy(source, target)
        if self.run(["cmake", "-S", ".", "-B", "build", "-G", "Ninja", "-DCMAKE_CXX_COMPILER_LAUNCHER=ccache", "-DCCHNN_WERROR=ON"]):
            sys.exit("the copy could not be configured: " + self.log)

    def built(self, targets):
        return self.run(["ninja", "-C", "build", "-j", "2", *targets]) == 0

    def digest(self, program):
        """Of a program of tests and of all that tests run."""
        said = hashlib.sha256()
        for name in sorted(os.listdir(os.path.join(self.build, "bin"))):
            if name == program or not name.startswith("tests_"):
                said.update(open(os.path.join(self.build, "bin", name), "rb").read())
        return said.hexdigest()

    def steps(self, path):
        """[(program, [options of doctest])]: the tests of a file, of its room, of their program, then of all others."""
        room, stem = path.split("/")[1], os.path.splitext(path)[0][len("lib/"):]
        own = f"*tests/{stem}_test.cpp"
        steps = []
        for program in self.order(room)[:1 if self.quick else None]:
            if room not in self.programs[program]:
                steps.append((program, [[]]))
                continue
            of_file = [["-sf=" + own]] if os.path.exists(os.path.join(self.home, own[1:])) else []
            of_room = [[f"-sf=*tests/{room}/*", "-sfe=" + own]]
            steps.append((program, of_file + of_room + ([] if self.quick else [[f"-sfe=*tests/{room}/*"]])))
        return steps

    def measure(self, program):
        """The seconds of each file of tests, of the program as it is: one run, by whichever worker comes first; kept for the
        next run of this script, for as long as the program is the same."""
        kept = os.path.join(self.scratch, "seconds.json")
        with Worker.measuring:
            if program in Worker.seconds:
                return
            known = json.load(open(kept)) if os.path.exists(kept) else {}
            if known.get(program, {}).get("digest") != self.digests[program]:
                done = self.run_tests(program, ["-r=xml", "-d=1"], 3000)
                if done.returncode:
                    print(f"{program} fails as it is", file=sys.stderr, flush=True)
                    os._exit(1)  # of all threads
                seconds = {}
                for m in TIMED.finditer(done.stdout.decode(errors="replace")):
                    seconds[m.group(1)] = seconds.get(m.group(1), 0) + float(m.group(2))
                known[program] = {"digest": self.digests[program], "seconds": seconds}
                with open(kept, "w") as f:
                    json.dump(known, f)
            Worker.seconds[program] = known[program]["seconds"]

    def limit(self, program, options):
        """How long these tests may run: many times what they take as they are, as the machine may be busier later."""
        def of(kind, path):
            return [fnmatch.fnmatch(path, o.split("=")[1]) for o in options if o.startswith(kind + "=")]
        return max(60, 6 * sum(s for path, s in Worker.seconds[program].items() if all(of("-sf", path)) and not any(of("-sfe", path))))

    def order(self, room):
        """The program of the room first; those that run whole programs last."""
        return sorted(self.programs, key=lambda p: (room not in self.programs[p], p == "tests_apps", p))

    def run_tests(self, program, options, limit):
        return subprocess.run([os.path.join(self.build, "bin", program), "-nc", "-tce=" + self.skip, *options], cwd=self.home,
                              stdin=subprocess.DEVNULL, capture_output=True, timeout=limit, env=dict(os.environ, TMPDIR=self.temporary))

    def failing(self, program, options, limit):
        """(whether a test failed, which)"""
        try:
            done = self.run_tests(program, ["-aa=1", *options], limit)
        except subprocess.TimeoutExpired:
            return True, f"{program}: out of time"
        if done.returncode == 0:
            return False, ""
        before_error = re.split(r"\bERROR: ", done.stdout.decode(errors="replace"), maxsplit=1)[0]
        cases = re.findall(r"TEST CASE:\s+(.*)", before_error)  # a message of an earlier one names it as well
        return True, f"{program}: " + (cases[-1].strip() if cases else f"ends with {done.returncode}")

    def fate(self, change, after):
        steps = self.steps(change["file"])
        path = os.path.join(self.home, change["file"])
        original = open(path).read()
        lines = original.split("\n")
        change["before"] = lines[change["line"] - 1].strip()
        lines[change["line"] - 1] = after
        try:
            with open(path, "w") as f:
                f.write("\n".join(lines))
            return self.judged(steps)
        finally:
            with open(path, "w") as f:
                f.write(original)

    def judged(self, steps):
        same = True
        for program, narrow in steps:
            if not self.built([program]):
                return "does not compile", ""
            if self.digest(program) == self.digests[program]:
                continue  # nothing of the change is in it
            same = False
            for options in narrow:
                failed, by = self.failing(program, options, self.limit(program, options))
                if failed:
                    return "noticed", by
        return ("equivalent" if same else "unnoticed"), ""


def earlier(path):
    if not os.path.exists(path):
        return []
    return [json.loads(line) for line in open(path) if line.strip()]


def told(results):
    counts = {}
    for r in results:
        counts[r["fate"]] = counts.get(r["fate"], 0) + 1
    for r in results:
        if r["fate"] == "unnoticed":
            print(f"{r['file']}:{r['line']}: {r['what']}\n    {r['before']}\n    {r['after']}")
    judged = counts.get("noticed", 0) + counts.get("unnoticed", 0)
    print(", ".join(f"{n} {fate}" for fate, n in sorted(counts.items())))
    if judged:
        print(f"{counts.get('unnoticed', 0)} of {judged} changes went unnoticed, {100 * counts.get('unnoticed', 0) / judged:.1f} %")


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--seed", type=int, default=0)
    options.add_argument("--count", type=int, default=20)
    options.add_argument("--room", default="score,report,integrate")
    options.add_argument("--jobs", type=int, default=1)
    options.add_argument("--results", required=True)
    options.add_argument("--scratch", default=os.path.join(ROOT, "build-changes"))
    options.add_argument("--here", action="store_true", help="change this checkout and build in its build/: with one job, and nobody else at work in it")
    options.add_argument("--no-headers", action="store_true", help="change .cpp files alone: a header is compiled into many")
    options.add_argument("--quick", action="store_true", help="only the tests of the room: more changes an hour, some of them noticed elsewhere")
    options.add_argument("--skip", default="*in a browser*", help="tests that are left out, as doctest's -tce; default: those with a browser")
    options.add_argument("--only-list", action="store_true", help="say what is in --results")
    chosen = options.parse_args()
    chosen.scratch = os.path.abspath(chosen.scratch)
    if chosen.here and chosen.jobs != 1:
        options.error("--here is one checkout: --jobs 1")
    done = earlier(chosen.results)
    if not chosen.only_list:
        known = {(r["seed"], r["file"], r["line"], r["what"], r["after"]) for r in done}
        lines = lines_with_changes(chosen.room.split(","), (".cpp",) if chosen.no_headers else (".cpp", ".hpp"))
        waiting, lock = queue.Queue(), threading.Lock()
        for i in range(chosen.count):
            change, after = change_number(i, chosen.seed, lines)
            if (chosen.seed, change["file"], change["line"], change["what"], change["after"]) not in known:
                waiting.put((change, after))

        def work(worker):
            while True:
                try:
                    change, after = waiting.get_nowait()
                except queue.Empty:
                    return
                start = time.time()
                change["fate"], change["by"] = worker.fate(change, after)
                change["seconds"] = round(time.time() - start)
                with lock, open(chosen.results, "a") as f:
                    f.write(json.dumps(change) + "\n")
                    done.append(change)
                print(f"{change['fate']:16s} {change['file']}:{change['line']} {change['what']} {change['by']}", flush=True)

        workers = [Worker(number, chosen) for number in range(min(chosen.jobs, waiting.qsize()))]
        if chosen.here:  # not in a thread: a signal that ends this script takes the change back
            signal.signal(signal.SIGTERM, lambda *_: sys.exit("ended"))
            while workers:
                work(workers.pop())
        threads = [threading.Thread(target=work, args=(worker,)) for worker in workers]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    told(done)
    return 0


if __name__ == "__main__":
    sys.exit(main())
