#!/usr/bin/env python3
"""Does a half-wired method or metric stay unnoticed? For each row of their tables (lib/integrate/methods.cpp,
lib/score/metrics/metrics.cpp) and each question the answer is removed (it must not compile, and the compiler must name the
question) or made another row's, or trivial (a generic test must fail). Exit code 1 when a mutant survives.

  tests/mutants/tables.py BUILD [--only REGEX] [--jobs N]     BUILD: a build directory with its tests built

Only the file of the table and the tests are compiled, into a directory of their own; the sources stay as they are.
"""
import argparse
import concurrent.futures
import os
import re
import sys

sys.dont_write_bytecode = True  # nothing beside the sources
from builder import LIB, Builder  # noqa: E402

TABLES = {
    "methods": ("integrate/methods.cpp", ["integrate/methods_test.cpp"]),
    "metrics": ("score/metrics/metrics.cpp", ["report/each_metric_test.cpp", "score/metrics/metrics_test.cpp"]),
}
# Answers that say nothing, beside those of other rows.
TRIVIAL = {
    "value": "[](const Metric&, const Curves&) -> TrajectoryValue { return 0.0; }",
    "subjects": "[](const MetricSetting&) { return Subjects(); }",
}
# Questions of which any other answer would do: only one that a neighbour has is wrong. Question -> what neighbours share.
APART_WITHIN = {"heading": "family"}
DRIVERS = "integrate/steppers/drivers.cpp"


def rows_of(text):
    """[(start, end, {question: (start, end, answer)})] of the rows of a table, written with the names of the questions."""
    rows = []
    for row in re.finditer(r"^    \{\n(.*?)^    \},\n", text, re.M | re.S):
        answers = {}
        for answer in re.finditer(r"^        \.(\w+) = (.*?),\n(?=        \.|\Z)", row.group(1), re.M | re.S):
            at = row.start(1)
            answers[answer.group(1)] = (at + answer.start(), at + answer.end(), answer.group(2))
        rows.append(answers)
    return rows


def others(rows, at, question):
    """Answers that this row might have by mistake: that of the next row with another one."""
    answer, shared = rows[at][question][2], APART_WITHIN.get(question)
    for other in rows[at + 1:] + rows[:at]:
        if other[question][2] != answer and (not shared or other[shared][2] == rows[at][shared][2]):
            yield "another row's", other[question][2]
            break
    if question in TRIVIAL:
        yield "trivial", TRIVIAL[question]


def mutants(table):
    """(what, question, expects, {file: text}, sources, tests)"""
    path, tests = TABLES[table]
    text = open(os.path.join(LIB, path)).read()
    rows = rows_of(text)
    for at, row in enumerate(rows):
        first = next(iter(row))
        name = row[first][2].split("::")[-1]
        for question, (start, end, answer) in row.items():
            # Nothing is what some rows say: the first of an enumeration, and no steps.
            if not (question == first and at == 0) and answer != "0":
                yield f"{table}, {name}: {question} is gone", question, "compiler", {path: text[:start] + text[end:]}, [path], []
            for kind, other in others(rows, at, question):
                changed = text[:start] + f"        .{question} = {other},\n" + text[end:]
                yield f"{table}, {name}: {question} is {kind}", question, "test", {path: changed}, [path], tests
    if table == "methods":
        yield from driver_mutants(tests)


def driver_mutants(tests):
    text = open(os.path.join(LIB, DRIVERS)).read()
    rows = list(re.finditer(r"^    \{Method::(\w+), (.*)\},\n", text, re.M))
    for at, row in enumerate(rows):
        other = next(r.group(2) for r in rows[at + 1:] + rows[:at] if r.group(2) != row.group(2))
        yield (f"methods, {row.group(1)}: driver is another row's", "driver", "test",
               {DRIVERS: text[:row.start(2)] + other + text[row.end(2):]}, [DRIVERS], tests)


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("build")
    options.add_argument("--only", default="")
    options.add_argument("--jobs", type=int, default=os.cpu_count())
    chosen = options.parse_args()
    builder = Builder(chosen.build)
    work = [m for table in TABLES for m in mutants(table) if re.search(chosen.only, m[0])]
    survivors = 0
    with concurrent.futures.ThreadPoolExecutor(chosen.jobs) as pool:
        verdicts = pool.map(lambda m: builder.verdict(m[3], m[2], m[1], m[4], m[5]), work)
        for (what, *_), verdict in zip(work, verdicts):
            print(("SURVIVES  " if verdict else "noticed   ") + what + (": " + verdict if verdict else ""), flush=True)
            survivors += bool(verdict)
    print(f"{len(work) - survivors} of {len(work)} mutants were noticed")
    return 1 if survivors or not work else 0


if __name__ == "__main__":
    sys.exit(main())
