"""Errors that say where, what, the value and what to do."""
from __future__ import annotations


class DataError(ValueError):
    """A file or an array is invalid."""


class ProgramError(RuntimeError):
    """cchnn-gen or cchnn-eval failed; the message is the program's own text, exit_code its exit code."""

    def __init__(self, message: str, exit_code: int) -> None:
        super().__init__(message)
        self.exit_code = exit_code
