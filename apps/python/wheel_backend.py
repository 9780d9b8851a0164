"""Builds the Python package with the standard library alone, so that `pip install ./apps/python` needs no network (PEP 517, 660).

The wheel remembers the clone that it was built in, whose programs it runs. apps/package/wheel.py, whose wheels carry programs,
writes them with the same functions."""
from __future__ import annotations

import ast
import base64
import hashlib
import os
import re
import sys
import tarfile
import time
import zipfile
from pathlib import Path
from typing import Any, Mapping, Optional

HERE = Path(__file__).resolve().parent
CLONE = "cchnn/clone.txt"  # where find_program of the package looks last
BUILD = "apps/quickstart.sh"
EARLIEST = 315532800  # s, 1980: a ZIP knows no earlier time
Settings = Optional[Mapping[str, Any]]


def project() -> dict[str, Any]:
    """[project] of pyproject.toml, by a reader of the few forms in it: Python 3.9 and 3.10 have none for TOML."""
    found: dict[str, Any] = {"optional-dependencies": {}}
    section = ""
    for line in (HERE / "pyproject.toml").read_text("utf-8").splitlines():
        if line.startswith("["):
            section = line.strip("[]")
        elif "=" in line and section in ("project", "project.optional-dependencies"):
            key, value = line.split(" = ", 1)
            (found if section == "project" else found["optional-dependencies"])[key] = ast.literal_eval(value)
    return found


def version() -> str:
    return str(re.findall(r'__version__ = "(.*)"', (HERE / "cchnn/version.py").read_text("utf-8"))[0])


def metadata() -> str:
    """Without h5py: pip does not see the one that Debian packages, and would not install the wheel beside it."""
    facts = project()
    extras = facts["optional-dependencies"]
    return "\n".join([
        "Metadata-Version: 2.1", f"Name: {facts['name']}", f"Version: {version()}", f"Summary: {facts['description']}",
        f"Requires-Python: {facts['requires-python']}", *(f"Requires-Dist: {name}" for name in facts["dependencies"] if name != "h5py"),
        *(f"Provides-Extra: {extra}" for extra in extras),
        *(f'Requires-Dist: {name}; extra == "{extra}"' for extra, names in extras.items() for name in names)]) + "\n"


class Wheel:
    """Writes a wheel. The same files make the same bytes; SOURCE_DATE_EPOCH is the time of its files."""

    def __init__(self, directory: Path, tag: str, is_pure: bool, of_version: str) -> None:
        self.name, self._tag, self._is_pure = f"cchnn-{of_version}", tag, is_pure
        self.file = directory / f"{self.name}-{tag}.whl"
        self._date = time.gmtime(max(int(os.environ.get("SOURCE_DATE_EPOCH", "0")), EARLIEST))[:6]
        self._record: list[str] = []

    def __enter__(self) -> Wheel:
        self._zip = zipfile.ZipFile(self.file, "w", zipfile.ZIP_DEFLATED, compresslevel=9)
        return self

    def add(self, place: str, content: bytes, mode: int = 0o644) -> None:
        entry = zipfile.ZipInfo(place, self._date)
        entry.compress_type = zipfile.ZIP_DEFLATED
        entry.external_attr = (0o100000 | mode) << 16
        self._zip.writestr(entry, content)
        digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
        self._record.append(f"{place},sha256={digest},{len(content)}")

    def _tags(self) -> list[str]:
        """One for each platform: the name of a wheel puts them together."""
        python, abi, platforms = self._tag.split("-")
        return [f"{python}-{abi}-{platform}" for platform in platforms.split(".")]

    def __exit__(self, kind: Any, *error: Any) -> None:
        if kind is None:
            info = f"{self.name}.dist-info"
            self.add(f"{info}/METADATA", metadata().replace(f"\nVersion: {version()}\n", f"\nVersion: {self.name[6:]}\n").encode())
            tags = "".join(f"Tag: {tag}\n" for tag in self._tags())
            self.add(f"{info}/WHEEL", f"Wheel-Version: 1.0\nGenerator: cchnn\nRoot-Is-Purelib: {str(self._is_pure).lower()}\n{tags}".encode())
            self._zip.writestr(zipfile.ZipInfo(f"{info}/RECORD", self._date), "\n".join([*self._record, f"{info}/RECORD,,"]) + "\n")
        self._zip.close()


def package_files() -> list[Path]:
    return [file for file in sorted((HERE / "cchnn").iterdir()) if file.suffix == ".py" or file.name in ("py.typed", "baselines.json")]


def build_wheel(wheel_directory: str, config_settings: Settings = None, metadata_directory: Optional[str] = None) -> str:
    with Wheel(Path(wheel_directory), "py3-none-any", True, version()) as wheel:
        for file in package_files():
            wheel.add(f"cchnn/{file.name}", file.read_bytes())
        _add_clone(wheel)
    return wheel.file.name


def build_editable(wheel_directory: str, config_settings: Settings = None, metadata_directory: Optional[str] = None) -> str:
    """The package stays in the clone, where it finds the programs of build/bin."""
    with Wheel(Path(wheel_directory), "py3-none-any", True, version()) as wheel:
        wheel.add("cchnn.pth", f"{HERE}\n".encode())
    return wheel.file.name


def build_sdist(sdist_directory: str, config_settings: Settings = None) -> str:
    name = f"cchnn-{version()}"
    with tarfile.open(Path(sdist_directory) / f"{name}.tar.gz", "w:gz", dereference=True) as archive:
        for file in [HERE / "pyproject.toml", Path(__file__).resolve(), *package_files()]:
            archive.add(file, f"{name}/{file.relative_to(HERE)}")
        (Path(sdist_directory) / "PKG-INFO").write_text(metadata(), "utf-8")
        archive.add(Path(sdist_directory) / "PKG-INFO", f"{name}/PKG-INFO")
    (Path(sdist_directory) / "PKG-INFO").unlink()
    return f"{name}.tar.gz"


def _add_clone(wheel: Wheel) -> None:
    root = HERE.parents[1]
    if not (root / BUILD).exists():
        return  # an archive of sources, without programs
    wheel.add(CLONE, f"{root}\n".encode())
    if not (root / "build/bin/cchnn-gen").exists():
        print(f"cchnn: the programs are not built; the package reads and writes files without them. Build them with {root / BUILD}",
              file=sys.stderr)
