"""Compiles changed copies of a few files of the library with a few tests, in a directory of their own: the sources and the
build directory stay as they are. Where the build compiles the files of a room together, so does this."""
import concurrent.futures
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
LIB = os.path.join(ROOT, "lib")
TESTS = os.path.join(ROOT, "tests")


def absolute(text):
    """A file of the build that includes sources by their path from the root, with their paths on this machine. Headers keep
    theirs, which are found below lib or in the overlay."""
    return re.sub(r'^#include "(.*\.cpp)"$', lambda found: f'#include "{os.path.realpath(os.path.join(ROOT, found[1]))}"', text, flags=re.M)


class Commands:
    """How a build directory compiles each source of the library: alone, or among others of its room."""

    ELSEWHERE = ("cchnn_kernels_x86-64.dir", "cchnn-read.dir")  # compile some of its sources again, for themselves

    def __init__(self, build):
        with open(os.path.join(build, "compile_commands.json")) as file:
            commands = [c for c in json.load(file) if not any(part in c["command"] for part in self.ELSEWHERE)]
        self.alone = {os.path.realpath(c["file"]): c for c in commands if "/together/" not in c["file"]}
        self.texts = [(c, absolute(open(c["file"]).read())) for c in commands if "/together/" in c["file"]]

    def of(self, source):
        """(command, text that it compiles, in which the source is included by its path)"""
        source = os.path.realpath(source)
        if source in self.alone:
            return self.alone[source], f'#include "{source}"\n'
        for command, text in self.texts:
            if f'"{source}"' in text:
                return command, text
        sys.exit(f"no command of the build compiles {source}")


class Builder:
    def __init__(self, build, scratch):
        self.build, self.scratch = os.path.abspath(build), scratch
        self.commands = Commands(build)
        self.support, self.libraries = self.linked_with()

    def linked_with(self):
        """What a test program is linked with, from ninja's own command: objects of the tests' support, and libraries."""
        done = subprocess.run(["ninja", "-C", self.build, "-t", "commands", "bin/tests_core"], capture_output=True, text=True)
        words = shlex.split(done.stdout.strip().splitlines()[-1].split("&&")[1])
        support = [w for w in words if w.endswith(".o") and "/test_support.dir/" in w]
        return support, [w for w in words if w.startswith("-l") or w.endswith((".so", ".a"))]

    def compiled(self, like, text, *more, out=None):
        """Compiles `text` with the flags of the source `like`, and `more` of them; without `out` syntax alone;
        for an `out` that ends in .gch the header beside it."""
        words = shlex.split(self.commands.of(like)[0]["command"])
        words = words[os.path.basename(words[0]) == "ccache":]
        words = [w for w in words[:words.index("-o")] if w != "-Werror"]
        header = out is not None and out.endswith(".gch")
        words = [words[0], *more, *words[1:], "-w", "-I" + LIB, "-x", "c++-header" if header else "c++"]
        words += ["-c", out[:-len(".gch")] if header else "-", "-o", out] if out else ["-fsyntax-only", "-"]
        return subprocess.run(words, cwd=self.build, input=text, capture_output=True, text=True)

    def overlay(self, changes):
        """A directory in which changed copies, {path below lib: text}, are found before the files of the library."""
        made = tempfile.mkdtemp(dir=self.scratch)
        for path, text in changes.items():
            room = os.path.dirname(path)
            if not os.path.isdir(os.path.join(made, room)):  # headers beside it are found beside it
                shutil.copytree(os.path.join(LIB, room), os.path.join(made, room))
            with open(os.path.join(made, path), "w") as file:
                file.write(text)
        return made

    def object_of(self, source):
        """The object of an unchanged source, as the build directory has it."""
        command, _ = self.commands.of(source)
        words = shlex.split(command["command"])
        return os.path.join(self.build, words[words.index("-o") + 1])

    def objects(self, changes, sources, jobs):
        """Objects of `sources`, and of all that the build compiles with them, against changed copies."""
        overlay = self.overlay(changes)
        texts = {}  # object of the build -> a source of it, what is compiled
        for source in sources:
            made = self.object_of(source)
            like, text = texts.get(made, (source, self.commands.of(source)[1]))
            changed = os.path.join(overlay, os.path.relpath(source, LIB))
            real = os.path.realpath(source)
            texts[made] = (like, text.replace(f'"{real}"', f'"{changed if os.path.exists(changed) else real}"'))
        work = [(like, text, os.path.join(self.scratch, f"{n}.o")) for n, (like, text) in enumerate(texts.values())]
        with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
            for done in pool.map(lambda w: self.compiled(w[0], w[1], "-I" + overlay, out=w[2]), work):
                if done.returncode:
                    sys.exit(done.stderr)
        return [out for _, _, out in work]

    def linked(self, objects, name="program"):
        program = os.path.join(self.scratch, name)
        link = subprocess.run(["c++", "-o", program, *objects, *self.support, *self.libraries],
                              cwd=self.build, capture_output=True, text=True)
        if link.returncode:
            sys.exit(link.stderr)
        return program


class Alone:
    """One source of the library compiled by itself again and again: what it includes is read once, and what the build compiles
    with it is compiled once without it."""

    def __init__(self, builder, path, tests):
        self.builder, self.source = builder, os.path.join(LIB, path)
        stem = path.replace("/", "_")
        with open(self.source) as file:
            includes = re.findall(r"^#include .*$", file.read(), re.M)
        self.head = os.path.join(builder.scratch, stem + ".hpp")
        with open(self.head, "w") as file:
            file.write("#pragma once\n" + "\n".join(includes) + "\n")
        self.must(builder.compiled(self.source, "", out=self.head + ".gch"))
        self.others = os.path.join(builder.scratch, stem + ".others.o")
        text = builder.commands.of(self.source)[1].replace(f'#include "{os.path.realpath(self.source)}"', "")
        self.must(builder.compiled(self.source, text, out=self.others))
        self.tests = sorted({builder.object_of(os.path.join(TESTS, test)) for test in tests})

    @staticmethod
    def must(done):
        if done.returncode:
            sys.exit(done.stderr)

    def compiled(self, text, out=None):
        return self.builder.compiled(self.source, text, "-include", self.head, out=out)

    def linked(self, made):
        return self.builder.linked([made, self.others, *self.tests], os.path.basename(made) + ".program")


def verdict_of(program, tests, names=(), **environment):
    """None when the tests of a program that the files `tests` have fail and say one of `names` (if any is given), else what
    happened. The build may compile them together with other files, whose tests are not asked."""
    files = "--source-file=" + ",".join("*" + test for test in tests)
    try:
        done = subprocess.run([program, files], capture_output=True, timeout=300, env={**os.environ, **environment})
    except subprocess.TimeoutExpired as slow:
        said = slow.stdout or b""
    else:
        if not done.returncode:
            return "passes"
        said = done.stdout
    said = said.decode(errors="replace")
    named = any(re.search(r"(?<![\w+])%s(?![\w+])" % re.escape(name), said) for name in names)
    return None if not names or named else "fails, and names none of " + ", ".join(names)


def not_named(done, question):
    """None when the compiler names the question, else what happened."""
    if done.returncode == 0:
        return "compiles"
    named = re.search(r"static assertion failed: %s:" % question, done.stderr)
    return None if named else "does not compile, but the question '%s' is not named" % question


def listed(verdicts):
    """Says what became of each change, (what, verdict); the exit code."""
    count = survivors = 0
    for what, verdict in verdicts:
        print(("SURVIVES  " if verdict else "noticed   ") + what + (": " + verdict if verdict else ""), flush=True)
        count += 1
        survivors += bool(verdict)
    print(f"{count - survivors} of {count} mutants were noticed")
    return 1 if survivors or not count else 0
