#!/usr/bin/env python3
"""Does a half-wired kind stay unnoticed? For each kind of lib/elements and each question of element.hpp the answer is
removed (it must not compile, and the compiler must name the question) or made trivial (tests/elements/kinds*_test.cpp must
fail and name the kind). Exit code 1 when a mutant survives.

  tests/mutants/kinds.py BUILD [--only REGEX] [--jobs N]     BUILD: a build directory with its tests built

What is removed is tried in all kinds at once, a member a kind; where a base of the kind then answers, a test must fail, too.
The trivial answers are compiled once, each chosen by a number in the environment, and so are the files that ask; the kernels
are those of the build. The sources stay as they are.
"""
import argparse
import concurrent.futures
import os
import re
import sys
import tempfile

sys.dont_write_bytecode = True  # nothing beside the sources
from builder import LIB, TESTS, Builder, listed, not_named, verdict_of  # noqa: E402

ELEMENTS = os.path.join(LIB, "elements")
TESTED_BY = ["elements/kinds_test.cpp", "elements/kinds_conserved_test.cpp"]

# question -> names of the members that answer it
QUESTIONS = {
    "meaning": ["check"], "resolved": ["resolve"], "couplings": ["coupling"],
    "energy": [], "graph": ["edges"],
    "physics": ["paper_rows", "solver_rows", "add_constant_force", "add_force", "add_energy", "subtract_gradient", "angles",
                "each_torque", "hinges"],
    "narrow": ["show_centres", "show_reversals", "cells"], "breaks": ["breaks"],
    "looks": ["draw"], "reads": ["explain", "line", "ends"], "size": ["add_lengths"],
}
# question -> answers that are a word
WORDS = {"energy": ["energy"], "physics": ["TakesPaperRows"], "narrow": ["NothingNarrow"], "reads": ["formula"],
         "written": ["type", "fields"]}
# A kind may do without, or has the answer of its base (kind_bases.hpp): where it has one of its own, a test must miss it.
MAY_LACK = ["hinges", "check", "resolve", "edges", "draw", "breaks", "add_lengths"]
# Files of the library that ask questions of headers: compiled anew with the changed ones.
ASKING = ["elements/items.cpp", "elements/terms.cpp", "mechanics/force_tables.cpp", "mechanics/conserved.cpp", "graph/body_graph.cpp"]
# What a trivial answer says; a type that is not here is returned empty.
TRIVIAL = {"void": "return;", "Real": "return Real(0.0);"}
SAYS_NOTHING = ("", "return {};", "return Real(0.0);")
NUMBER = "CCHNN_TRIVIAL_ANSWER"  # of the environment: which trivial answer is given


def body_of(text, name):
    """(start, end, return type) of the body of each definition of `name` in `text`."""
    bodies = []
    pattern = re.compile(r"^[ \t]*(?:static )?([\w:<>,* ]+?)\s+(?:[\w<>]+::)?" + name + r"\(([^;{}]*?)\)(?: const)? \{", re.M)
    for found in pattern.finditer(text):
        depth, at = 1, found.end()
        while depth:
            depth += {"{": 1, "}": -1}.get(text[at], 0)
            at += 1
        bodies.append((found.end(), at - 1, found.group(1).split()[-1]))
    return bodies


def kinds():
    lists = (open(os.path.join(ELEMENTS, name)).read() for name in ("constraint_kinds.hpp", "force_kinds.hpp"))
    names = [name for text in lists for name in re.findall(r"(\w+)Kind\b", text)]
    if not names:
        sys.exit("kinds.py: no list of kinds is where this looks for it")
    return list(dict.fromkeys(names))


def file_of(kind):
    """The header whose struct the kind is."""
    for name in sorted(os.listdir(ELEMENTS)):
        if name.endswith(".hpp") and re.search(r"struct %sKind\b" % kind, open(os.path.join(ELEMENTS, name)).read()):
            return name[:-4]
    return None


def text_of(stem, ext):
    with open(os.path.join(ELEMENTS, stem + ext)) as file:
        return file.read()


def removed(stem):
    """(what, question, changed header) of the kinds in one pair of files."""
    text = text_of(stem, ".hpp")
    for question, words in WORDS.items():
        for word in words:
            header = re.sub(r"(\busing |\bstatic constexpr [\w* ]+? ?\*?)%s =" % word, r"\1%s_is_gone =" % word, text)
            if header != text:
                yield f"{stem}: {word} is gone", question, header
    for question, members in QUESTIONS.items():
        for member in members:
            header = re.sub(r"\b%s\(" % member, member + "_is_gone(", text)
            if header != text and member not in MAY_LACK:
                yield f"{stem}: {member}() is gone", question, header


def trivial(stem, ext, only, first):
    """The text of a file in which each answer may be a trivial one, and what they are, numbered from `first`."""
    text, places, names = text_of(stem, ext), [], []
    for members in QUESTIONS.values():
        for member in members:
            bodies = [b for b in body_of(text, member) if text[b[0]:b[1]].strip() not in SAYS_NOTHING]
            for count, (start, _, kind) in enumerate(bodies, 1):
                name = f"{stem}{ext}: {member}(){f' ({count} of {len(bodies)})' if len(bodies) > 1 else ''} is trivial"
                if re.search(only, name):
                    places.append((start, TRIVIAL.get(kind, "return {};"), name))
    for start, answer, name in sorted(places, reverse=True):
        text = f"{text[:start]} if (trivial_answer == {first + len(names)}) {{ {answer} }} {text[start:]}"
        names.append(name)
    return "extern const int trivial_answer;\n" + text, names


def renamed_as(header, stem):
    """The source of a kind whose changed header has members with another name."""
    text = text_of(stem, ".cpp")
    own = "|".join(re.findall(r"\bstruct (\w+Kind)\b", header))
    for name in re.findall(r"\b(\w+)_is_gone\(", header):
        text = re.sub(r"\b(%s)::%s\(" % (own, name), r"\1::%s_is_gone(" % name, text)
    return text


def types_of(stem):
    return re.findall(r'\btype = "(.+?)";', text_of(stem, ".hpp"))


def asked(stems):
    """Sources that are compiled anew: the kinds, the files that ask them, the tests."""
    kinds_and_askers = [f"elements/{stem}.cpp" for stem in stems] + ASKING
    return [os.path.join(LIB, s) for s in kinds_and_askers] + [os.path.join(TESTS, test) for test in TESTED_BY]


def try_removed(builder, stems, only, jobs):
    work = {stem: [m for m in removed(stem) if re.search(only, m[0])] for stem in stems}
    inherited = {stem: [] for stem in stems}  # (what, changed header): a base of the kind answers in its place

    def errors(changes):
        asks = '#include "elements/kinds.hpp"\n#include "elements/tables/tables.hpp"\nconstexpr cchnn::AllKinds all{};\n'
        return builder.compiled(os.path.join(TESTS, TESTED_BY[0]), asks, "-I" + builder.overlay(changes))

    def together(at):
        """The at-th of each file; one that the compiler does not name among the others is tried by itself."""
        tried = [(stem, *all_of[at]) for stem, all_of in work.items() if at < len(all_of)]
        kind, named = None, set()
        for line in errors({f"elements/{stem}.hpp": header for stem, _, _, header in tried}).stderr.splitlines():
            if found := re.search(r"(?:answers_all|tables_answer)\(\) \[with K = (?:cchnn::)?(\w+)Kind\]", line):
                kind = found.group(1)
            elif found := re.search(r"static assertion failed: (\w+):", line):
                named.add((file_of(kind), found.group(1)))
        for stem, what, question, header in tried:
            done = None if (stem, question) in named else errors({f"elements/{stem}.hpp": header})
            if done and done.returncode == 0:
                inherited[stem].append((what + ", its base answers", header))
            else:
                yield what, done and not_named(done, question)

    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        for verdicts in pool.map(lambda at: list(together(at)), range(max(map(len, work.values()), default=0))):
            yield from verdicts
    yield from try_inherited(builder, stems, inherited, jobs)


def try_inherited(builder, stems, inherited, jobs):
    """What compiles without a kind's own answer has that of its base, which the tests must miss. One at a time: a test program
    that one of them ends says nothing of the others."""
    for stem, answers in inherited.items():
        for what, header in answers:
            changes = {f"elements/{stem}.hpp": header, f"elements/{stem}.cpp": renamed_as(header, stem)}
            program = builder.linked(builder.objects(changes, asked(stems), jobs))
            yield what, verdict_of(program, TESTED_BY, types_of(stem))


def try_trivial(builder, stems, only, jobs):
    changes, names, types = {}, ["nothing is trivial"], [()]
    for stem in stems:
        for ext in (".hpp", ".cpp"):
            changes[f"elements/{stem}{ext}"], more = trivial(stem, ext, only, len(names))
            names += more
            types += [types_of(stem)] * len(more)
    if len(names) == 1:
        return
    switch = os.path.join(builder.scratch, "switch.o")
    sources = asked(stems)
    said = "#include <cstdlib>\nextern const int trivial_answer;\n"
    said += f'const int trivial_answer = std::getenv("{NUMBER}") ? std::atoi(std::getenv("{NUMBER}")) : 0;\n'
    if (done := builder.compiled(sources[0], said, out=switch)).returncode:
        sys.exit(done.stderr)
    program = builder.linked([*builder.objects(changes, sources, jobs), switch])
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        verdicts = list(pool.map(lambda n: verdict_of(program, TESTED_BY, types[n], **{NUMBER: str(n)}), range(len(names))))
    if verdicts[0] != "passes":
        sys.exit(f"{TESTED_BY} fail where nothing is changed")
    yield from zip(names[1:], verdicts[1:])


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("build")
    options.add_argument("--only", default="")
    options.add_argument("--jobs", type=int, default=os.cpu_count())
    chosen = options.parse_args()
    stems = list(dict.fromkeys(filter(None, (file_of(kind) for kind in kinds()))))
    with tempfile.TemporaryDirectory() as scratch:
        builder = Builder(chosen.build, scratch)
        verdicts = (v for tried in (try_removed, try_trivial) for v in tried(builder, stems, chosen.only, chosen.jobs))
        return listed(verdicts)


if __name__ == "__main__":
    sys.exit(main())
