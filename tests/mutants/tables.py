#!/usr/bin/env python3
"""Does a half-wired method or metric stay unnoticed? For each row of their tables (lib/integrate/methods.cpp,
lib/score/metrics/metrics.cpp) and each question the answer is removed (it must not compile, and the compiler must name the
question) or made another row's, or trivial (a generic test must fail). Exit code 1 when a mutant survives.

  tests/mutants/tables.py BUILD [--only REGEX] [--jobs N]     BUILD: a build directory with its tests built

Only the file of the table is compiled, into a directory of its own, once a change; drivers of methods once, and the program is
told whose driver a method takes. The sources stay as they are.
"""
import argparse
import concurrent.futures
import os
import re
import sys
import tempfile

sys.dont_write_bytecode = True  # nothing beside the sources
from builder import LIB, TESTS, Alone, Builder, listed, not_named, verdict_of  # noqa: E402

TABLES = {
    "methods": ("integrate/methods.cpp", ["integrate/methods_test.cpp", "integrate/steppers/fixed_step_driver_test.cpp"]),
    "metrics": ("score/metrics/metrics.cpp", ["report/each_metric_test.cpp", "score/metrics/metrics_test.cpp"]),
}
# Answers that say nothing, beside those of other rows.
TRIVIAL = {
    "value": "[](const Metric&, const Curves&) -> TrajectoryValue { return 0.0; }",
    "subjects": "[](const MetricSetting&) { return Subjects(); }",
}
# Questions of which any other answer would do: only one that a neighbour has is wrong. Question -> what neighbours share.
APART_WITHIN = {"heading": "family"}
# Numbers that are tuned: any but 0 gives a right motion, and regression data have the bits of this one.
TUNED = {"fold_steps"}
# What rows say that have nothing of the kind: an answer left out says the same.
NOTHING = {"0", "{}"}
DRIVERS = "integrate/steppers/drivers.cpp"
TAKEN = "drivers.at(static_cast<std::size_t>(protocol.method))"  # where it chooses
NUMBERS = "CCHNN_DRIVER_OF"  # of the environment: a method, and the one whose driver it takes


def split(row):
    """[(start, end)] of the answers of a row: between commas that stand in no text and in no brackets but those of the row."""
    spans, depth, start = [], 0, 0
    for token in re.finditer(r'"(?:[^"\\]|\\.)*"|->|[<({\[]|[>)}\]]|,', row):
        if token.group() in "<({[":
            depth += 1
        elif token.group() in ">)}]":
            depth -= 1
        elif token.group() == "," and depth == 0:
            spans.append((start, token.start()))
            start = token.end()
    return spans + [(start, len(row))]


def rows_of(text):
    """[{question: (start, end, answer, made)}] of the rows of a table: made(other) is the text of another answer, and made("") that
    of none. Rows name their questions, or answer those of the comment above the table, in its order."""
    rows = []
    for row in re.finditer(r"^    \{\n(.*?)^    \},\n", text, re.M | re.S):
        answers = {}
        for answer in re.finditer(r"^        \.(\w+) =\s(.*?),\n(?=        \.|\Z)", row.group(1), re.M | re.S):
            at, question = row.start(1), answer.group(1)
            answers[question] = (at + answer.start(), at + answer.end(), answer.group(2),
                                 lambda other, question=question: other and f"        .{question} = {other},\n")
        rows.append(answers)
    if rows:
        return rows
    questions = re.search(r"^// The answers of a row in the order of \w+: (.*)\.\n(?=constexpr)", text, re.M).group(1).split(", ")
    for row in re.finditer(r"^    \{(\w+::.*?)\},\n(?=    \{\w+::|\}\};)", text, re.M | re.S):
        spans = split(row.group(1))
        if len(spans) != len(questions):
            sys.exit(f"not {len(questions)} answers: {row.group(1)}")
        rows.append({question: (row.start(1) + start, row.start(1) + end, row.group(1)[start:end].strip(),
                                lambda other: f" {other or '{}'}") for question, (start, end) in zip(questions, spans)})
    return rows


def others(rows, at, question):
    """Answers that this row might have by mistake: that of the next row with another one."""
    answer, shared = rows[at][question][2], APART_WITHIN.get(question)
    for other in rows[at + 1:] + rows[:at]:
        if question in TUNED and "0" not in (other[question][2], answer):
            continue
        if other[question][2] != answer and (not shared or other[shared][2] == rows[at][shared][2]):
            yield "another row's", other[question][2]
            break
    if question in TRIVIAL:
        yield "trivial", TRIVIAL[question]


def mutants(table):
    """(what, question, expects, text of the file)"""
    with open(os.path.join(LIB, TABLES[table][0])) as file:
        text = file.read()
    rows = rows_of(text)
    for at, row in enumerate(rows):
        first = next(iter(row))
        name = row[first][2].split("::")[-1]
        for question, (start, end, answer, made) in row.items():
            if not (question == first and at == 0) and answer not in NOTHING:
                yield f"{table}, {name}: {question} is gone", question, "compiler", text[:start] + made("") + text[end:]
            for kind, other in others(rows, at, question):
                yield f"{table}, {name}: {question} is {kind}", question, "test", text[:start] + made(other) + text[end:]


def try_table(builder, table, only, jobs):
    work = [m for m in mutants(table) if re.search(only, m[0])]
    if not work:
        return
    alone = Alone(builder, *TABLES[table])

    def verdict(numbered):
        number, (_, question, expects, text) = numbered
        if expects == "compiler":
            return not_named(alone.compiled(text), question)
        made = os.path.join(builder.scratch, f"{table}{number}.o")
        if alone.compiled(text, made).returncode:
            return None  # noticed by the compiler
        program = alone.linked(made)
        found = verdict_of(program, TABLES[table][1])
        os.remove(program)
        return found

    unchanged = open(alone.source).read()
    if verdict((-1, (None, None, "test", unchanged))) != "passes":
        sys.exit(f"{TABLES[table][1]} fail where nothing is changed")
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        yield from zip((m[0] for m in work), pool.map(verdict, enumerate(work)))


def try_drivers(builder, only, jobs):
    """Each method with the driver of each other one that has another."""
    source = os.path.join(LIB, DRIVERS)
    with open(source) as file:
        text = file.read()
    rows = re.findall(r"^    \{Method::(\w+), (.*)\},\n", text, re.M)
    work = [(f"methods, {method}: driver is that of {other}", f"{at} {from_}") for at, (method, own) in enumerate(rows)
            for from_, (other, its) in enumerate(rows) if own != its and its not in [d for _, d in rows[:from_]]]
    work = [w for w in work if re.search(only, w[0])]
    if not work:
        return
    if text.count(TAKEN) != 1 or text.count("using Run =") != 1:
        sys.exit(f"{DRIVERS}: '{TAKEN}' is no longer where a driver is chosen")
    chosen = f"""std::size_t driver_of(std::size_t method) {{
    std::size_t at = 0, other = 0;
    const char* const said = std::getenv("{NUMBERS}");
    return said && std::sscanf(said, "%zu %zu", &at, &other) == 2 && method == at ? other : method;
}}
using Run ="""
    text = text.replace(TAKEN, "drivers.at(driver_of(static_cast<std::size_t>(protocol.method)))").replace("using Run =", chosen)
    changes = {DRIVERS: "#include <cstdio>\n#include <cstdlib>\n" + text}
    program = builder.linked(builder.objects(changes, [source, *(os.path.join(TESTS, t) for t in TABLES["methods"][1])], jobs))
    tests = TABLES["methods"][1]
    if verdict_of(program, tests) != "passes":
        sys.exit(f"{TABLES['methods'][1]} fail where nothing is changed")
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        yield from zip((w[0] for w in work), pool.map(lambda w: verdict_of(program, tests, **{NUMBERS: w[1]}), work))


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("build")
    options.add_argument("--only", default="")
    options.add_argument("--jobs", type=int, default=os.cpu_count())
    chosen = options.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        builder = Builder(chosen.build, scratch)

        def all_verdicts():
            for table in TABLES:
                yield from try_table(builder, table, chosen.only, chosen.jobs)
            yield from try_drivers(builder, chosen.only, chosen.jobs)

        return listed(all_verdicts())


if __name__ == "__main__":
    sys.exit(main())
