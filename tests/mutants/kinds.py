#!/usr/bin/env python3
"""Does a half-wired kind stay unnoticed? For each kind of lib/elements and each question of element.hpp the answer is
removed (it must not compile, and the compiler must name the question) or made trivial (tests/elements/kinds_test.cpp must
fail). Exit code 1 when a mutant survives.

  tests/mutants/kinds.py BUILD [--only REGEX] [--jobs N]     BUILD: a build directory with its tests built

Only the files of the kind and the test are compiled, into a directory of their own; the sources stay as they are.
"""
import argparse
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
ELEMENTS = os.path.join(ROOT, "lib", "elements")
TEST = os.path.join(ROOT, "tests", "elements", "kinds_test.cpp")

# question -> names of the members that answer it
QUESTIONS = {
    "written": ["read"], "meaning": ["check"], "resolved": ["resolve"], "ties": ["tie"],
    "physics": ["paper_rows", "solver_rows", "add_constant_force", "add_force", "add_energy", "subtract_gradient"], "breaks": ["breaks"],
    "drawn": ["varied"], "looks": ["draw"], "reads": ["explain", "ends"], "size": ["add_lengths"],
}
# Files of the library that ask a question of headers: compiled anew with the changed one.
ASKED_BY = {"breaks": ["mechanics/conserved.cpp"], "ties": ["graph/body_graph.cpp"]}
# What a trivial answer says; a type that is not here is returned empty.
TRIVIAL = {"void": "", "Real": "return Real(0.0);", "auto": ""}


def body_of(text, name):
    """(start, end, return type) of the body of each definition of `name` in `text`."""
    bodies = []
    pattern = re.compile(r"^[ \t]*(?:static )?([\w:<>, ]+?)\s+(?:\w+::)?" + name + r"\(([^;{}]*?)\)(?: const)? \{", re.M)
    for found in pattern.finditer(text):
        depth, at = 1, found.end()
        while depth:
            depth += {"{": 1, "}": -1}.get(text[at], 0)
            at += 1
        bodies.append((found.end(), at - 1, found.group(1).split()[-1]))
    return bodies


def kinds():
    names = re.findall(r"(\w+)Kind\b", open(os.path.join(ELEMENTS, "kinds.hpp")).read())
    return [name for name in dict.fromkeys(names) if name]


def file_of(kind):
    """The header whose struct the kind is."""
    for name in sorted(os.listdir(ELEMENTS)):
        if name.endswith(".hpp") and re.search(r"struct %sKind\b" % kind, open(os.path.join(ELEMENTS, name)).read()):
            return name[:-4]
    return None


def mutants(stem):
    """(what, question, expects, {file: text}) of the kinds in one pair of files."""
    files = {ext: open(os.path.join(ELEMENTS, stem + ext)).read() for ext in (".hpp", ".cpp")}
    for question, members in QUESTIONS.items():
        for member in members:
            header = re.sub(r"\b%s\(" % member, member + "_is_gone(", files[".hpp"])
            if header != files[".hpp"]:
                yield f"{stem}: {member}() is gone", question, "compiler", {".hpp": header}
            for ext, text in files.items():
                changed = text
                for start, end, kind in reversed(body_of(text, member)):
                    trivial = TRIVIAL.get(kind, "return {};")
                    if text[start:end].strip() in ("", trivial, "return {};"):
                        continue
                    changed = changed[:start] + trivial + changed[end:]
                if changed != text and member not in ("read", "check"):
                    yield f"{stem}: {member}() is trivial", question, "test", {ext: changed}


class Builder:
    def __init__(self, build):
        self.build = os.path.abspath(build)
        self.commands = {os.path.realpath(c["file"]): c for c in json.load(open(os.path.join(build, "compile_commands.json")))}
        if os.path.realpath(os.path.join(ELEMENTS, "spring.cpp")) not in self.commands:
            sys.exit(f"{build} compiles several files as one; configure it with -DCCHNN_UNITY=OFF")
        self.tests = [os.path.join(r, f) for r, _, fs in os.walk(os.path.join(self.build, "tests")) for f in fs
                      if f.endswith(("main.cpp.o", "places.cpp.o"))]

    def compiled(self, source, real, overlay, out, only_syntax=False):
        """Compiles `source` as `real` is, finding changed headers in `overlay` first."""
        words = shlex.split(self.commands[os.path.realpath(real)]["command"])
        if os.path.basename(words[0]) == "ccache":
            words = words[1:]
        words = [w for w in words[:words.index("-o")] if w not in ("-Werror",)]
        words += ["-w", "-I" + overlay, "-I" + os.path.join(ROOT, "lib")]
        words = [words[0], "-I" + overlay] + words[1:]
        words += ["-fsyntax-only", source] if only_syntax else ["-c", source, "-o", out]
        return subprocess.run(words, cwd=self.build, capture_output=True, text=True)

    def try_one(self, stem, what, question, expects, changes):
        with tempfile.TemporaryDirectory() as scratch:
            overlay = os.path.join(scratch, "overlay")
            shutil.copytree(ELEMENTS, os.path.join(overlay, "elements"))
            for ext, text in changes.items():
                with open(os.path.join(overlay, "elements", stem + ext), "w") as f:
                    f.write(text)
            if expects == "compiler":
                done = self.compiled(TEST, TEST, overlay, "", only_syntax=True)
                if done.returncode == 0:
                    return "compiles"
                return None if re.search(r"static assertion failed: %s:" % question, done.stderr) else \
                    "does not compile, but the question '%s' is not named" % question
            objects = []
            changed = os.path.join(overlay, "elements", stem + ".cpp")
            asking = [os.path.join(ROOT, "lib", name) for name in ASKED_BY.get(question, [])]
            for source, real in ((TEST, TEST), (changed, os.path.join(ELEMENTS, stem + ".cpp")),
                                 *((name, name) for name in asking)):
                objects.append(os.path.join(scratch, os.path.basename(source) + ".o"))
                done = self.compiled(source, real, overlay, objects[-1])
                if done.returncode:
                    return None  # noticed by the compiler
            program = os.path.join(scratch, "kinds_test")
            link = subprocess.run(["c++", "-o", program, *objects, *self.tests, os.path.join(self.build, "libcchnn.a"),
                                   *self.libraries()], capture_output=True, text=True)
            if link.returncode:
                return "could not be linked: " + link.stderr[-300:]
            try:
                return None if subprocess.run([program], capture_output=True, timeout=120).returncode else "passes"
            except subprocess.TimeoutExpired:
                return None

    def libraries(self):
        """What the test program is linked with, from ninja's own command."""
        done = subprocess.run(["ninja", "-C", self.build, "-t", "commands", "bin/cchnn_tests"], capture_output=True, text=True)
        last = shlex.split(done.stdout.strip().splitlines()[-1].split("&&")[1])
        kept = []
        for word in last:
            if word.startswith("-l") or word.endswith((".so", ".a")):
                if "libcchnn" not in word:
                    kept.append(word)
        return kept


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("build")
    options.add_argument("--only", default="")
    options.add_argument("--jobs", type=int, default=os.cpu_count())
    chosen = options.parse_args()
    builder = Builder(chosen.build)
    stems = list(dict.fromkeys(filter(None, (file_of(kind) for kind in kinds()))))
    work = [(stem, *m) for stem in stems for m in mutants(stem) if re.search(chosen.only, m[0])]
    survivors = 0
    with concurrent.futures.ThreadPoolExecutor(chosen.jobs) as pool:
        for (stem, what, *_), verdict in zip(work, pool.map(lambda m: builder.try_one(*m), work)):
            print(("SURVIVES  " if verdict else "noticed   ") + what + (": " + verdict if verdict else ""), flush=True)
            survivors += bool(verdict)
    print(f"{len(work) - survivors} of {len(work)} mutants were noticed")
    return 1 if survivors or not work else 0


if __name__ == "__main__":
    sys.exit(main())
