#!/usr/bin/env python3
"""How large the library is: files, and lines of code that are neither blank nor comment, of each room and of all.

  tests/structure/code_lines.py [COMMIT] [DIRECTORY]      of HEAD, of lib

Lines are those of C++ sources and headers as a commit has them, so that two commits can be compared.
"""
import collections
import subprocess
import sys


def git(*arguments):
    return subprocess.run(["git", *arguments], check=True, stdout=subprocess.PIPE).stdout


def code_lines(text):
    inside = False  # of /* */
    count = 0
    for line in text.splitlines():
        line = line.strip()
        if inside:
            inside = "*/" not in line
        elif line.startswith("/*"):
            inside = "*/" not in line
        elif line and not line.startswith("//"):
            count += 1
    return count


def main():
    commit, directory = (sys.argv[1:] + ["HEAD", "lib"][len(sys.argv) - 1 :])[:2]
    lines, files = collections.Counter(), collections.Counter()
    for path in git("ls-tree", "-r", "--name-only", commit, directory).decode().splitlines():
        if not path.endswith((".cpp", ".hpp")):
            continue
        room = "/".join(path.split("/")[: directory.count("/") + 2])
        for name in (room, "all"):
            lines[name] += code_lines(git("show", f"{commit}:{path}").decode())
            files[name] += 1
    for name in sorted(lines, key=lines.get):
        print(f"{lines[name]:7} lines {files[name]:5} files  {name}")


if __name__ == "__main__":
    main()
