"""Writes the Python wheel of an installation of static programs: python3 wheel.py TREE VERSION ARCH DIRECTORY.

The programs become the wheel's scripts and the package becomes its module; all else goes below the prefix, where the programs
find it beside their bin. The same tree makes the same bytes; SOURCE_DATE_EPOCH is the time of its files."""
import os
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "python"))
from wheel_backend import Wheel  # noqa: E402

# The oldest systems that pip has names for: the programs ask for no C library at all.
TAG = "py3-none-manylinux_2_17_{0}.manylinux2014_{0}"
MODULE = "lib/python3/dist-packages/"


def place_of(path: str, data: str) -> str:
    """Where a file of the tree goes in the wheel."""
    if path.startswith(MODULE):
        return path.removeprefix(MODULE)
    return f"{data}/scripts/{path[4:]}" if path.startswith("bin/") else f"{data}/data/{path}"


def main(tree: Path, version: str, arch: str, directory: Path) -> None:
    with Wheel(directory, TAG.format(arch), False, version) as wheel:
        for path in sorted(path for path in tree.rglob("*") if path.is_file()):
            mode = 0o755 if os.access(path, os.X_OK) else 0o644
            wheel.add(place_of(str(path.relative_to(tree)), f"{wheel.name}.data"), path.read_bytes(), mode)


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2], sys.argv[3], Path(sys.argv[4]))
