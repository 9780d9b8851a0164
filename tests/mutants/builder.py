"""Compiles changed copies of a few files of the library with a few tests, in a directory of their own: the sources and the
build directory stay as they are. Where the build compiles the files of a room together, so does this."""
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


class Commands:
    """How a build directory compiles each source of the library: alone, or among others of its room."""

    ELSEWHERE = ("cchnn_kernels_x86-64.dir", "cchnn-read.dir")  # compile some of its sources again, for themselves

    def __init__(self, build):
        with open(os.path.join(build, "compile_commands.json")) as file:
            commands = [c for c in json.load(file) if not any(part in c["command"] for part in self.ELSEWHERE)]
        self.alone = {os.path.realpath(c["file"]): c for c in commands if "/Unity/" not in c["file"]}
        self.texts = [(c, open(c["file"]).read()) for c in commands if "/Unity/" in c["file"]]

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
    def __init__(self, build):
        self.build = os.path.abspath(build)
        self.commands = Commands(build)
        support = os.path.join(self.build, "tests", "CMakeFiles", "test_support.dir")
        self.support = [os.path.join(support, name) for name in ("main.cpp.o", "places.cpp.o")]
        self.libraries = self.linked_with()

    def linked_with(self):
        """What a test program is linked with, from ninja's own command."""
        done = subprocess.run(["ninja", "-C", self.build, "-t", "commands", "bin/tests_core"], capture_output=True, text=True)
        last = shlex.split(done.stdout.strip().splitlines()[-1].split("&&")[1])
        return [w for w in last if (w.startswith("-l") or w.endswith((".so", ".a"))) and "libcchnn" not in w]

    def compiled(self, sources, overlay, out=None):
        """Compiles what has `sources`, {real path: path}, in it, finding changed headers in `overlay` first; without `out`
        syntax alone."""
        command, text = self.commands.of(next(iter(sources)))
        for real, source in sources.items():
            text = text.replace(f'"{os.path.realpath(real)}"', f'"{source}"')
        words = shlex.split(command["command"])
        if os.path.basename(words[0]) == "ccache":
            words = words[1:]
        words = [w for w in words[:words.index("-o")] if w != "-Werror"]
        words = [words[0], "-I" + overlay] + words[1:] + ["-w", "-I" + LIB, "-x", "c++"]
        words += ["-c", "-", "-o", out] if out else ["-fsyntax-only", "-"]
        return subprocess.run(words, cwd=self.build, input=text, capture_output=True, text=True)

    def verdict(self, changes, expects, question, sources, tests):
        """None when the change is noticed, else what happened. `changes`: {path below lib: text}; `sources`: files below lib
        to compile anew; `tests`: files below tests; `expects`: "compiler" (which must name the question) or "test"."""
        with tempfile.TemporaryDirectory() as scratch:
            overlay = os.path.join(scratch, "overlay")
            for path, text in changes.items():
                where = os.path.join(overlay, path)
                room = os.path.dirname(path)
                if not os.path.isdir(os.path.dirname(where)):  # headers beside it are found beside it
                    shutil.copytree(os.path.join(LIB, room), os.path.join(overlay, room))
                with open(where, "w") as f:
                    f.write(text)
            placed = [(os.path.join(overlay, s) if s in changes else os.path.join(LIB, s), os.path.join(LIB, s)) for s in sources]
            placed += [(os.path.join(TESTS, t),) * 2 for t in tests]
            if expects == "compiler":
                return self.must_not_compile(placed[0] if sources else placed[-1], overlay, question)
            return self.must_fail(placed, changes, overlay, scratch)

    def object_of(self, source):
        """The object of an unchanged source, as the build directory has it."""
        command, _ = self.commands.of(source)
        words = shlex.split(command["command"])
        return os.path.join(self.build, words[words.index("-o") + 1])

    def must_not_compile(self, placed, overlay, question):
        source, real = placed
        done = self.compiled({real: source}, overlay)
        if done.returncode == 0:
            return "compiles"
        named = re.search(r"static assertion failed: %s:" % question, done.stderr)
        return None if named else "does not compile, but the question '%s' is not named" % question

    def must_fail(self, placed, changes, overlay, scratch):
        objects = []
        headers_changed = any(name.endswith(".hpp") for name in changes)
        together = {}  # object -> what is compiled into it
        for source, real in placed:
            together.setdefault(self.object_of(real), {})[real] = source
        for number, (made, sources) in enumerate(together.items()):
            if not headers_changed and all(source == real for real, source in sources.items()):
                objects.append(made)
                continue
            objects.append(os.path.join(scratch, "%d.o" % number))
            if self.compiled(sources, overlay, objects[-1]).returncode:
                return None  # noticed by the compiler
        program = os.path.join(scratch, "program")
        link = subprocess.run(["c++", "-o", program, *objects, *self.support, os.path.join(self.build, "libcchnn.a"),
                               *self.libraries], capture_output=True, text=True)
        if link.returncode:
            return "could not be linked: " + link.stderr[-300:]
        try:
            done = subprocess.run([program], capture_output=True, timeout=300)
            return None if done.returncode else "passes"
        except subprocess.TimeoutExpired:
            return None
