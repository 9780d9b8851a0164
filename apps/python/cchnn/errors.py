"""Errors that say where, what, the value and what to do."""
from __future__ import annotations


class DataError(ValueError):
    """A file, or an array handed in, is not what it has to be."""


class ProgramError(RuntimeError):
    """cchnn-gen or cchnn-eval ended with another exit code than 0; the message is the program's own text."""

    def __init__(self, message: str, exit_code: int) -> None:
        super().__init__(message)
        self.exit_code = exit_code
