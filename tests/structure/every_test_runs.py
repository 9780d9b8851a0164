#!/usr/bin/env python3
"""Every test case of the programs is run by ctest, once and by its whole name.

  tests/structure/every_test_runs.py ctest build

ctest is told of test cases in a CMake list, where a semicolon in a name makes two of it. A program that is asked for a test
case that it does not have runs none and ends well, so that what was cut would never run, and never fail.
"""
import collections
import json
import os
import subprocess
import sys


def ask(*command):
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout


def main():
    ctest, build = sys.argv[1:]
    known = collections.defaultdict(collections.Counter)
    for test in json.loads(ask(ctest, "--test-dir", build, "--show-only=json-v1"))["tests"]:
        program, *arguments = test.get("command") or [""]
        for argument in arguments:
            if os.path.basename(program).startswith("tests_") and argument.startswith("--test-case="):
                known[program][argument.removeprefix("--test-case=").replace("\\,", ",")] += 1
    wrong = [] if known else [f"{build}: ctest knows no test case of any program; build the tests first"]
    for program, names in known.items():
        listed = ask(program, "--list-test-cases").splitlines()
        has = collections.Counter(line for line in listed if not line.startswith("[doctest]") and line.strip("="))
        for name in (has - names) + (names - has):
            wrong.append(f"{os.path.basename(program)}: \"{name}\" is in the program {has[name]} times, in ctest {names[name]}")
    print("\n".join(wrong) or f"{sum(sum(names.values()) for names in known.values())} test cases, each run once")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
