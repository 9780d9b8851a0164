"""The programs, run from Python: their options as keywords, their errors as ProgramError with their own text, in which options
are spelled as keywords too."""
from __future__ import annotations

import codecs
import json
import keyword
import os
import re
import selectors
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any, Protocol, Sequence, Union

from .errors import ProgramError

Argument = Union[str, Path]

_REDRAW = "\r\x1b[K"  # before each line of progress, and before what follows the last one
_SECONDS_TO_STOP = 5  # a program that is asked to stop takes two at most


def find_program(name: str) -> str:
    """Path of cchnn-gen or cchnn-eval: in $CCHNN_BIN if that is set; else on the PATH; else beside this package, in a clone's
    build/bin or an installation's bin. Raises FileNotFoundError if none is found."""
    chosen = os.environ.get("CCHNN_BIN")
    above = Path(__file__).resolve().parents  # cchnn, python, apps of a clone; cchnn, dist-packages, python3, lib
    beside = above[3] / "build/bin" if above[1].name == "python" else above[4] / "bin"
    found = shutil.which(name, path=chosen) if chosen else shutil.which(name) or shutil.which(name, path=str(beside))
    if found is None:
        places = f"in {chosen}, which CCHNN_BIN names" if chosen else f"on the PATH, nor in {beside}"
        raise FileNotFoundError(f"{name}: is not {places}; build it (README.md), and name its directory in CCHNN_BIN")
    return found


class _Display:
    """Shows a program's progress in a terminal or a notebook, and collects its other messages."""

    def __init__(self) -> None:
        self._notebook = type(sys.stderr).__module__.startswith("ipykernel")
        self.shown = self._notebook or (sys.stderr is not None and sys.stderr.isatty())
        self._decode = codecs.getincrementaldecoder("utf-8")("replace").decode
        self._unread = self._line = ""
        self._said: list[str] = []

    def read(self, data: bytes) -> None:
        """Reads the next part of standard error. Complete lines are messages, an incomplete one is progress."""
        *passed, self._unread = (self._unread + self._decode(data)).split(_REDRAW)
        self._said += [text for text in passed if "\n" in text]
        if passed or self._line:
            self._draw("" if "\n" in self._unread else self._unread.split("\r")[0])

    def messages(self) -> str:
        """All messages of the ended program, without progress."""
        rest = "" if self._unread == self._line else self._unread
        self._draw("")
        return "".join([*self._said, rest])

    def _draw(self, line: str) -> None:
        if not self.shown or line == self._line:
            return
        # Notebooks go back to the beginning of a line, and clear nothing of it.
        sys.stderr.write(f"\r{line.ljust(len(self._line))}\r{line}" if self._notebook else _REDRAW + line)
        sys.stderr.flush()
        self._line = line


def _output_of(process: subprocess.Popen[bytes], display: _Display) -> str:
    """Standard output of the process, read together with its standard error."""
    assert process.stdout is not None and process.stderr is not None
    output = bytearray()
    with selectors.DefaultSelector() as selector:
        selector.register(process.stdout, selectors.EVENT_READ, output.extend)
        selector.register(process.stderr, selectors.EVENT_READ, display.read)
        while selector.get_map():
            for ready, _ in selector.select():
                data = os.read(ready.fd, 1 << 16)
                if data:
                    ready.data(data)
                else:
                    selector.unregister(ready.fileobj)
    process.wait()
    return output.decode("utf-8", "replace")


def _stop(process: subprocess.Popen[bytes]) -> None:
    """Stops the process, and waits until it has kept finished work and removed incomplete files."""
    process.terminate()
    try:
        process.wait(_SECONDS_TO_STOP)
    except subprocess.TimeoutExpired:
        process.kill()


def words_of(options: dict[str, Any]) -> list[str]:
    """Options of Python as those of a command line."""
    words = []
    for key, value in options.items():
        flag = "--" + key.rstrip("_").replace("_", "-")
        for item in value if isinstance(value, (list, tuple)) else [value]:
            if item is not False and item is not None:
                words += [flag] if item is True else [flag, str(item)]
    return words


# A command line within a message keeps its options: it is there to be copied into a shell.
_COMMAND_OR_OPTION = re.compile(r"cchnn-(?:gen|eval) [^;\n]*|(?<![\w-])--([a-z][a-z0-9-]*)")


def in_keywords(message: str) -> str:
    """A message of a program with its options as words_of() takes them: --bootstrap-seed is 'bootstrap_seed'."""
    def spelled(found: re.Match[str]) -> str:
        if not found[1]:
            return found[0]
        name = found[1].replace("-", "_")
        return f"'{name}_'" if keyword.iskeyword(name) else f"'{name}'"
    return _COMMAND_OR_OPTION.sub(spelled, message)


def run(program: str, *arguments: Argument, **options: Any) -> str:
    """Runs a program and returns its standard output. Options are written as in Python: train=64 is --train 64,
    bootstrap_seed=1 is --bootstrap-seed 1, force=True is --force; a list repeats an option. A keyword of Python takes an
    underscore: with_="acceleration" is --with acceleration.

    Progress is shown in a terminal or a notebook. The program ends when Python ends."""
    return run_holding((), program, *arguments, **options)


def run_holding(descriptors: Sequence[int], program: str, *arguments: Argument, **options: Any) -> str:
    """run() of a program that shares open files of this process, and with them their locks: these hold until both have
    ended."""
    command = [find_program(program), *map(str, arguments), *words_of(options)]
    display = _Display()
    environment = {**os.environ, "CCHNN_PARENT": str(os.getpid())}
    if display.shown:
        environment["CCHNN_PROGRESS"] = str(shutil.get_terminal_size().columns)
    with subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          env=environment, pass_fds=descriptors) as process:
        try:
            output = _output_of(process, display)
        except BaseException:  # KeyboardInterrupt, or what a signal handler of the caller raises
            _stop(process)
            raise
        finally:
            messages = display.messages()
    if process.returncode != 0:
        raise ProgramError(in_keywords(messages.strip()) or f"{program}: ended with exit code {process.returncode}",
                           process.returncode)
    if display.shown:
        sys.stderr.write(messages)
    return output


def generate(system: Argument, output: Argument, **options: Any) -> Path:
    """Writes train, valid and test sets of a built-in system, or of a JSON file, and returns their directory; for a
    group of systems, such as "all", the directory that contains them."""
    return generate_holding((), system, output, **options)


def generate_holding(descriptors: Sequence[int], system: Argument, output: Argument, **options: Any) -> Path:
    file = options.pop("json", "-")
    text = run_holding(descriptors, "cchnn-gen", "generate", system, "-o", output, json=file, **options)
    systems = json.loads(text if file == "-" else Path(file).read_text("utf-8"))["systems"]
    return Path(systems[0]["directory"] if len(systems) == 1 else output)


class HasPath(Protocol):
    """A dataset or a view, whose file a program may be given."""

    path: Path


def score(test: Union[Argument, HasPath], *submissions: Argument, **options: Any) -> dict[str, Any]:
    """The scores of submissions for a test set, a Dataset or its file: the report of cchnn-eval score (schemas/report.md).

    report["submissions"][0]["metrics"]["relative_error"]["geometric_mean"] is the first one's error."""
    file = test if isinstance(test, (str, Path)) else test.path
    return dict(json.loads(run("cchnn-eval", "score", file, *submissions, json="-", **options)))
