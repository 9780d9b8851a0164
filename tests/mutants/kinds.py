#!/usr/bin/env python3
"""Does a half-wired kind stay unnoticed? For each kind of lib/elements and each question of element.hpp the answer is
removed (it must not compile, and the compiler must name the question) or made trivial (tests/elements/kinds_test.cpp must
fail). Exit code 1 when a mutant survives.

  tests/mutants/kinds.py BUILD [--only REGEX] [--jobs N]     BUILD: a build directory with its tests built

Only the files of the kind and the test are compiled, into a directory of their own; the sources stay as they are.
"""
import argparse
import concurrent.futures
import os
import re
import sys

sys.dont_write_bytecode = True  # nothing beside the sources
from builder import LIB, Builder  # noqa: E402

ELEMENTS = os.path.join(LIB, "elements")
TEST = "elements/kinds_test.cpp"

# question -> names of the members that answer it
QUESTIONS = {
    "written": ["read"], "meaning": ["check"], "resolved": ["resolve"], "ties": ["tie"],
    "graph": ["edges"],
    "physics": ["paper_rows", "solver_rows", "add_constant_force", "add_force", "add_energy", "subtract_gradient", "angles",
                "each_torque", "hinges"],
    "narrow": ["show_centres", "cells"], "breaks": ["breaks"],
    "drawn": ["varied"], "looks": ["draw"], "reads": ["explain", "ends"], "size": ["add_lengths"],
}
# question -> answers that are a word
WORDS = {"physics": ["TakesPaperRows"], "narrow": ["NothingNarrow"], "reads": ["formula"], "written": ["type", "list"]}
# A kind may do without: where it has the member, a test must miss it.
MAY_LACK = ["hinges"]
# Files of the library that ask a question of headers: compiled anew with the changed one.
ASKED_BY = {"physics": ["mechanics/forces.cpp"], "breaks": ["mechanics/conserved.cpp"], "ties": ["graph/body_graph.cpp"]}
# What a trivial answer says; a type that is not here is returned empty.
TRIVIAL = {"void": "", "Real": "return Real(0.0);", "auto": ""}


def body_of(text, name):
    """(start, end, return type) of the body of each definition of `name` in `text`."""
    bodies = []
    pattern = re.compile(r"^[ \t]*(?:static )?([\w:<>,* ]+?)\s+(?:\w+::)?" + name + r"\(([^;{}]*?)\)(?: const)? \{", re.M)
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
    for question, words in WORDS.items():
        for word in words:
            header = re.sub(r"(\busing |\bstatic constexpr [\w* ]+? ?\*?)%s = " % word, r"\1%s_is_gone = " % word, files[".hpp"])
            if header != files[".hpp"]:
                yield f"{stem}: {word} is gone", question, "compiler", {".hpp": header}
    for question, members in QUESTIONS.items():
        for member in members:
            header = re.sub(r"\b%s\(" % member, member + "_is_gone(", files[".hpp"])
            if header != files[".hpp"] and member not in MAY_LACK:
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


def try_one(builder, stem, what, question, expects, changes):
    changes = {"elements/" + stem + ext: text for ext, text in changes.items()}
    if expects == "compiler":
        return builder.verdict(changes, expects, question, [], [TEST])
    return builder.verdict(changes, expects, question, ["elements/" + stem + ".cpp", *ASKED_BY.get(question, [])], [TEST])


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
        for (stem, what, *_), verdict in zip(work, pool.map(lambda m: try_one(builder, *m), work)):
            print(("SURVIVES  " if verdict else "noticed   ") + what + (": " + verdict if verdict else ""), flush=True)
            survivors += bool(verdict)
    print(f"{len(work) - survivors} of {len(work)} mutants were noticed")
    return 1 if survivors or not work else 0


if __name__ == "__main__":
    sys.exit(main())
