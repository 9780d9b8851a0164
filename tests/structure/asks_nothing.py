#!/usr/bin/env python3
"""Static programs ask nothing of the system: no dynamic linker (PT_INTERP), no shared library (DT_NEEDED), no compiled file that is
not a static program.

    asks_nothing.py DYNAMIC [FILE ...]     FILE is a program, a wheel, or a pattern of them; without one that exists: skipped (77)

DYNAMIC is a program that asks for shared libraries: were it found in order, nothing else could be found out of order."""
import glob
import re
import struct
import sys
import zipfile

PT_DYNAMIC, PT_INTERP, DT_NEEDED, ET_DYN = 2, 3, 1, 3


def complaints(elf):
    """Of a 64-bit little-endian ELF file."""
    kind, = struct.unpack_from("<H", elf, 16)
    start, = struct.unpack_from("<Q", elf, 32)
    size, count = struct.unpack_from("<HH", elf, 54)
    found = [] if kind == ET_DYN else ["is no static-pie program: it lies at fixed addresses"]
    for i in range(count):
        segment, _, offset, _, _, length = struct.unpack_from("<IIQQQQ", elf, start + i * size)
        if segment == PT_INTERP:
            found.append("asks for the dynamic linker " + elf[offset:offset + length - 1].decode())
        if segment == PT_DYNAMIC:
            needed = sum(struct.unpack_from("<Q", elf, at)[0] == DT_NEEDED for at in range(offset, offset + length, 16))
            found += [f"asks for {needed} shared libraries"] * (needed > 0)
    return found


def compiled_files(path):
    """(name, content) of the ELF files in a wheel, or the one that a program is."""
    if not path.endswith(".whl"):
        with open(path, "rb") as program:
            yield path, program.read()
        return
    with zipfile.ZipFile(path) as wheel:
        for name in wheel.namelist():
            content = wheel.read(name)
            if content.startswith(b"\x7fELF"):
                yield f"{path}:{name}", content


def main(dynamic, *patterns):
    if len(complaints(next(compiled_files(dynamic))[1])) < 2:
        return f"{dynamic}: asks for a linker and libraries, and that is not seen"
    files = [file for pattern in patterns for file in glob.glob(pattern)]
    if not files:
        print("skipped: no package is built (apps/package.sh)")
        return 77
    found = []
    for file in files:
        programs = list(compiled_files(file))
        if file.endswith(".whl"):
            names = {name.rsplit("/", 1)[-1] for name, _ in programs}
            found += [f"{file}: has the compiled files {sorted(names)}"] * (names != {"cchnn-gen", "cchnn-eval", "cchnn-read"})
            found += [f"{file}: its name is not that of static programs"] * (not re.search(r"-manylinux_2_17_(\w+)\.manylinux2014_\1\.whl$", file))
        found += [f"{name}: {complaint}" for name, content in programs for complaint in complaints(content)]
        print(f"{file}: {len(programs)} programs")
    return "\n".join(found) or 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
