"""Complete files or none: written under an unpredictable name in the same directory, and renamed at the end."""
from __future__ import annotations

import contextlib
import os
import secrets
from pathlib import Path
from typing import Iterator

from .errors import DataError


@contextlib.contextmanager
def new_file(path: Path) -> Iterator[Path]:
    """An empty file to write, which replaces `path` at the end, and is removed if an exception is raised. Until then `path`
    stays unchanged. A symbolic link itself is replaced, not its target."""
    if not path.parent.is_dir():
        raise DataError(f"{path}: {path.parent} is not a directory; make it first")
    unfinished = path.parent / f".cchnn-{secrets.token_hex(16)}.part"
    # O_EXCL follows no link and takes no file that is there. Permissions are those that the umask leaves, mkstemp's are not.
    try:
        descriptor = os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o666)
    except OSError as error:
        raise OSError(error.errno, f"cannot be created: {error.strerror}", str(path)) from None
    try:
        try:
            yield unfinished
            os.fsync(descriptor)  # what other descriptors have written too
        finally:
            os.close(descriptor)
        os.replace(unfinished, path)
        _sync_directory(path.parent)
    finally:
        unfinished.unlink(missing_ok=True)


def write_text(path: Path, text: str) -> None:
    with new_file(path) as unfinished:
        unfinished.write_text(text, encoding="utf-8")


def _sync_directory(directory: Path) -> None:
    """So that the new name outlasts a power cut."""
    descriptor = os.open(directory, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
