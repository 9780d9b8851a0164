"""Writes the Python wheel of an installation that carries its libraries: python3 wheel.py TREE VERSION DIRECTORY.

The programs become the wheel's scripts and the package becomes its module; all else goes below the prefix, where the programs
find it beside their bin. The same tree makes the same bytes; SOURCE_DATE_EPOCH is the time of its files."""
import base64
import hashlib
import os
import sys
import time
import tomllib
import zipfile
from pathlib import Path

TAG = "py3-none-manylinux_2_36_x86_64"  # glibc 2.36 is that of Debian 12, which builds the programs
MODULE = "lib/python3/dist-packages/"


def place_of(path: str, data: str) -> str:
    """Where a file of the tree goes in the wheel."""
    if path.startswith(MODULE):
        return path.removeprefix(MODULE)
    return f"{data}/scripts/{path[4:]}" if path.startswith("bin/") else f"{data}/data/{path}"


def metadata_of(project: dict, version: str) -> str:
    """Without h5py: pip does not see the one that Debian packages, and would not install the wheel beside it."""
    extras = project["optional-dependencies"]
    return "\n".join([
        "Metadata-Version: 2.1", f"Name: {project['name']}", f"Version: {version}", f"Summary: {project['description']}",
        f"Requires-Python: {project['requires-python']}", *(f"Requires-Dist: {name}" for name in project["dependencies"] if name != "h5py"),
        *(f"Provides-Extra: {extra}" for extra in extras),
        *(f'Requires-Dist: {name}; extra == "{extra}"' for extra, names in extras.items() for name in names)]) + "\n"


def main(tree: Path, version: str, directory: Path) -> None:
    name = f"cchnn-{version}"
    project = tomllib.loads((Path(__file__).parents[1] / "python/pyproject.toml").read_text("utf-8"))["project"]
    date = time.gmtime(max(int(os.environ.get("SOURCE_DATE_EPOCH", "0")), 315532800))[:6]  # a ZIP knows none before 1980
    record = []
    with zipfile.ZipFile(directory / f"{name}-{TAG}.whl", "w", zipfile.ZIP_DEFLATED, compresslevel=9) as wheel:
        def add(place: str, content: bytes, mode: int = 0o644) -> None:
            entry = zipfile.ZipInfo(place, date)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = (0o100000 | mode) << 16
            wheel.writestr(entry, content)
            digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
            record.append(f"{place},sha256={digest},{len(content)}")

        for path in sorted(path for path in tree.rglob("*") if path.is_file()):
            mode = 0o755 if os.access(path, os.X_OK) else 0o644
            add(place_of(str(path.relative_to(tree)), f"{name}.data"), path.read_bytes(), mode)
        info = f"{name}.dist-info"
        add(f"{info}/METADATA", metadata_of(project, version).encode())
        add(f"{info}/WHEEL", f"Wheel-Version: 1.0\nGenerator: cchnn\nRoot-Is-Purelib: false\nTag: {TAG}\n".encode())
        wheel.writestr(zipfile.ZipInfo(f"{info}/RECORD", date), "\n".join([*record, f"{info}/RECORD,,"]) + "\n")


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2], Path(sys.argv[3]))
