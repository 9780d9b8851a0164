"""Checks of arguments: DataError names the argument, its value, and what is expected."""
from __future__ import annotations

from typing import Any, Optional

from .errors import DataError


def whole_number(name: str, value: Any, of: str, least: int) -> int:
    try:
        number: Optional[int] = int(value)
    except (TypeError, ValueError, OverflowError):
        number = None
    if number is None or number != value:
        raise DataError(f"{name}: must be a whole number of {of}, got {value!r}")
    if number < least:
        raise DataError(f"{name}: {value}, expected at least {least}")
    return number


def plain_text(name: str, value: Any, longest: int) -> str:
    """Text that HDF5 can store as an attribute or a name, of at most `longest` bytes."""
    if not isinstance(value, str):
        raise DataError(f"{name}: must be a text, got {value!r}")
    try:
        size = len(value.encode())
    except UnicodeEncodeError as error:
        raise DataError(f"{name}: is not valid UTF-8: character {error.start} is half of a pair, "
                        f"{value[error.start]!r}") from None
    if "\0" in value:
        raise DataError(f"{name}: character {value.index(chr(0))} is a NUL, which would end the text in the file; "
                        "remove it")
    if size > longest:
        raise DataError(f"{name}: has {size} bytes, at most {longest} are allowed")
    return value
