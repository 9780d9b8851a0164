#!/usr/bin/env python3
"""What a build from nothing costs: CPU seconds (user and system) of every compiler call, and their sum.

  tests/bench/build_time.py                        this tree as it is
  tests/bench/build_time.py v0.1 HEAD              commits, one after the other
  tests/bench/build_time.py . -- -DCCHNN_SANITIZE=ON    with options of CMake

Without a compiler cache, in a directory that is removed afterwards. CPU seconds grow by a third or more when others use
the machine: compare numbers of one run, on a machine that is idle.
"""
import argparse
import os
import pathlib
import resource
import subprocess
import sys
import tempfile

LOG = "CCHNN_BUILD_TIME_LOG"  # set: this script is the compiler's launcher


def launch(command):
    status = subprocess.call(command)
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    target = command[command.index("-o") + 1] if "-o" in command else ""
    with open(os.environ[LOG], "a") as log:
        log.write(f"{used.ru_utime + used.ru_stime:.3f} {used.ru_maxrss} {target}\n")
    return status


def source_tree(name, root, directory):
    if os.path.isdir(name):
        return os.path.abspath(name)
    tree = directory / "source"
    tree.mkdir()
    archive = subprocess.run(["git", "-C", root, "archive", name], check=True, stdout=subprocess.PIPE).stdout
    subprocess.run(["tar", "-x", "-C", tree], check=True, input=archive)
    return str(tree)


def measure(name, options):
    root = pathlib.Path(__file__).resolve().parents[2]
    with tempfile.TemporaryDirectory(prefix="cchnn_build_time_") as temporary:
        directory = pathlib.Path(temporary)
        tree, build, log = source_tree(name, root, directory), directory / "build", directory / "log"
        quiet = {"check": True, "stdout": subprocess.DEVNULL}
        subprocess.run(["cmake", "-S", tree, "-B", build, "-G", "Ninja", "-DCCHNN_TESTS=OFF",
                        f"-DCMAKE_CXX_COMPILER_LAUNCHER={sys.executable};{os.path.abspath(__file__)}", *options.cmake],
                       **quiet)
        subprocess.run(["cmake", "--build", build, "-j", str(options.jobs), "--target", *options.target],
                       env={**os.environ, LOG: str(log), "CCACHE_DISABLE": "1"}, **quiet)
        rows = [line.split(maxsplit=2) for line in log.read_text().splitlines()]
    return sorted(((float(row[0]), int(row[1]) / 1024, row[2].strip() if len(row) > 2 else "") for row in rows),
                  reverse=True)


def main():
    if os.environ.get(LOG):
        return launch(sys.argv[1:])
    own, cmake = sys.argv[1:], []
    if "--" in own:
        own, cmake = own[:own.index("--")], own[own.index("--") + 1:]
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("source", nargs="*", help="directories or commits [this tree]")
    parser.add_argument("--jobs", type=int, default=1, help="compilers at a time [1, which disturbs the least]")
    parser.add_argument("--top", type=int, default=10, help="objects to list [10]")
    parser.add_argument("--target", nargs="+", default=["cchnn-gen", "cchnn-eval"])
    options = parser.parse_args(own)
    options.cmake = cmake
    for name in options.source or [str(pathlib.Path(__file__).resolve().parents[2])]:
        rows = measure(name, options)
        print(f"{name}: {len(rows)} objects, {sum(row[0] for row in rows):.0f} CPU seconds, "
              f"at most {max(row[1] for row in rows):.0f} MiB", flush=True)
        for seconds, memory, target in rows[:options.top]:
            print(f"  {seconds:6.1f} s  {memory:6.0f} MiB  {target.replace('CMakeFiles/', '')}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
