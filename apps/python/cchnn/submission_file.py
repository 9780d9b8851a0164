"""Files of submissions (schemas/submission.md): HDF5, or a NumPy archive if the name ends in .npz."""
from __future__ import annotations

import contextlib
import zipfile
from pathlib import Path
from typing import Collection, Mapping, Union

import h5py
import numpy as np

from .array_types import Floats
from .checks import plain_text
from .errors import DataError
from .new_file import new_file

# The programs refuse these names too (lib/dataset/writer/submission_writer.cpp; a test compares).
FORMATS_OF_OTHERS = (".json", ".csv", ".tsv", ".txt", ".md", ".html", ".npy", ".mat", ".pkl", ".pt", ".pth", ".zip", ".svg", ".png",
                     ".xml", ".yaml")


LONGEST_POINTER, MOST_ESTIMATES = 200, 1000  # as cchnn-eval takes them


def refuse_pointer(pointer: str, others: Collection[str]) -> None:
    """Rejects names that cannot be an array below /parameters beside the existing ones."""
    parts = plain_text("pointer", pointer, LONGEST_POINTER).split("/")
    # Parts are names in HDF5, where nothing, "." and ".." mean something else.
    if parts[0] or len(parts) < 2 or any(not part or part.startswith(".") for part in parts[1:]):
        raise DataError(f"{pointer!r}: is not a pointer to a number of the system, such as /bodies/1/mass")
    for other in others:
        if f"{other}/".startswith(f"{pointer}/") != f"{pointer}/".startswith(f"{other}/"):
            raise DataError(f"{pointer}: overlaps with {other}, which is estimated too; a parameter is a single "
                            "number of the system, such as /bodies/1/mass")
    if len(others) == MOST_ESTIMATES and pointer not in others:
        raise DataError(f"{pointer}: would be estimate {MOST_ESTIMATES + 1}, at most {MOST_ESTIMATES} are allowed")


def write_submission_file(path: Path, arrays: Mapping[str, Floats], facts: Mapping[str, Union[str, float]]) -> None:
    """Arrays by their names in the file, and attributes; replaces only submissions."""
    _refuse_format(path)
    _refuse_to_replace(path)
    with new_file(path) as unfinished:
        if path.suffix == ".npz":
            texts_and_numbers = {name: np.asarray(fact if isinstance(fact, str) else float(fact)) for name, fact in facts.items() if fact != ""}
            with open(unfinished, "wb") as archive:
                np.savez(archive, **arrays, **texts_and_numbers)
            return
        with h5py.File(unfinished, "w") as f:
            for name, array in arrays.items():
                f[name] = array
            f.attrs.update(kind="submission", **facts)


def _refuse_format(path: Path) -> None:
    suffix = path.suffix.lower()
    if suffix in FORMATS_OF_OTHERS or (suffix == ".npz" and path.suffix != suffix):
        raise DataError(f"{path}: must end in .h5 (HDF5) or .npz (NumPy)")


def _refuse_to_replace(path: Path) -> None:
    if not path.exists() and not path.is_symlink():
        return
    kind = _kind_of(path) if path.is_file() else "another file"  # a pipe would be waited for
    if kind != "submission":
        raise DataError(f"{path}: is {'a dataset' if kind == 'dataset' else kind}; only submissions are replaced")


def _kind_of(path: Path) -> str:
    """Kind of a file, from its content, not its name."""
    with contextlib.suppress(OSError), h5py.File(path, "r") as f:
        return str(f.attrs.get("kind", "submission" if "x" in f or "q" in f else "another file"))
    with contextlib.suppress(OSError, zipfile.BadZipFile), zipfile.ZipFile(path) as archive:
        # Archives of data have x and v as well, and answer nothing.
        if {"answers_truth.npy", "answers_digest.npy"} & set(archive.namelist()):
            return "submission"
    return "another file"
