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
import tempfile
import warnings
from pathlib import Path
from typing import TYPE_CHECKING, Any, Iterator, Protocol, Sequence, Union

from .errors import DataError, ProgramError
from .options import GenerateOptions, ScoreOptions, require_known, shows
from .terminal import REDRAW, StatusLine

if TYPE_CHECKING:
    from typing_extensions import Unpack

Argument = Union[str, Path]

ON_OR_OFF = ("bound", "projection", "refine")  # True and False are words there; refine=True is its default

_SECONDS_TO_STOP = 5  # a program that is asked to stop takes two at most


def find_program(name: str) -> str:
    """Path of cchnn-gen or cchnn-eval: in $CCHNN_BIN if that is set; else on the PATH; else beside this package, in the
    build/bin of the clone that it lies in or was installed from, or in an installation's bin. Raises FileNotFoundError if none is found."""
    chosen = os.environ.get("CCHNN_BIN")
    above = Path(__file__).resolve().parents  # cchnn, python, apps of a clone; cchnn, dist-packages, python3, lib
    clone = Path(__file__).with_name("clone.txt")  # of a package that pip installed from a clone
    if clone.exists():
        beside = Path(clone.read_text("utf-8").strip()) / "build/bin"
    else:
        beside = above[3] / "build/bin" if above[1].name == "python" else above[4] / "bin"
    found = shutil.which(name, path=chosen) if chosen else shutil.which(name) or shutil.which(name, path=str(beside))
    if found is None:
        places = f"in {chosen}, which CCHNN_BIN names" if chosen else f"on the PATH, nor in {beside}"
        raise FileNotFoundError(f"{name}: is not {places}; run apps/quickstart.sh in a clone, which builds it, or name its directory "
                                "in CCHNN_BIN")
    return found


class _Display:
    """Shows a program's progress in a terminal or a notebook, and collects its other messages."""

    def __init__(self) -> None:
        self._status = StatusLine()
        self.shown = self._status.shown
        self._decode = codecs.getincrementaldecoder("utf-8")("replace").decode
        self._unread = ""
        self._said: list[str] = []

    def read(self, data: bytes) -> None:
        """Reads the next part of standard error. Complete lines are messages, an incomplete one is progress."""
        *passed, self._unread = (self._unread + self._decode(data)).split(REDRAW)
        self._said += [text for text in passed if "\n" in text]
        if passed or self._status.line:
            self._status.draw("" if "\n" in self._unread else self._unread.split("\r")[0])

    def messages(self) -> str:
        """All messages of the ended program, without progress."""
        rest = "" if self._unread == self._status.line else self._unread
        self._status.draw("")
        return "".join([*self._said, rest])


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
        if key in ON_OR_OFF and isinstance(value, bool):
            value = "off" if not value else None if key == "refine" else "on"
        for item in value if isinstance(value, (list, tuple)) else [value]:
            if item is not False and item is not None:
                words += [flag] if item is True else [flag, str(item)]
    return words


# A command line within a message keeps its options: it is there to be copied into a shell.
_COMMAND_OR_OPTION = re.compile(r"cchnn-(?:gen|eval) [^;\n]*|(?<![\w-])(?P<quote>'?)--(?P<name>[a-z][a-z0-9-]*)(?P=quote)")


def in_keywords(message: str) -> str:
    """A message of a program with its options as words_of() takes them: --bootstrap-seed is 'bootstrap_seed'."""
    def spelled(found: re.Match[str]) -> str:
        if not found["name"]:
            return found[0]
        name = found["name"].replace("-", "_")
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


@shows(GenerateOptions)
def generate(system: Argument, output: Argument, **options: Unpack[GenerateOptions]) -> Path:
    """Writes train, valid and test sets of a built-in system, or of a JSON file, and returns their directory; for a
    group of systems, such as "all", the directory that contains them."""
    require_known("generate", dict(options), GenerateOptions)
    return generate_holding((), system, output, **options)


def generate_holding(descriptors: Sequence[int], system: Argument, output: Argument, **options: Any) -> Path:
    file = options.pop("json", "-")
    text = run_holding(descriptors, "cchnn-gen", "generate", system, "-o", output, json=file, **options)
    systems = json.loads(text if file == "-" else Path(file).read_text("utf-8"))["systems"]
    return Path(systems[0]["directory"] if len(systems) == 1 else output)


class HasPath(Protocol):
    """A dataset or a view, whose file a program may be given."""

    path: Path


class HasTest(Protocol):
    """What cchnn.load returns."""

    @property
    def test(self) -> HasPath: ...


class CanWrite(Protocol):
    """A submission."""

    def write(self, path: Union[str, Path]) -> Path: ...


@shows(ScoreOptions)
def score(test: Union[Argument, HasPath, HasTest], *submissions: Union[Argument, CanWrite, Sequence[Union[Argument, CanWrite]]],
          **options: Unpack[ScoreOptions]) -> dict[str, Any]:
    """The scores of submissions, of their files, or of a list of them, for a test set: a Dataset, its file, or what cchnn.load
    returned. Returns the report of cchnn-eval score (schemas/report.md).

    report["submissions"][0]["metrics"]["relative_error"]["geometric_mean"] is the first one's error."""
    require_known("score", dict(options), ScoreOptions)
    if not submissions:
        raise TypeError("score() needs a submission after the test set: score(test, mine), or the file of one")
    of_splits = getattr(test, "test", test)
    file = getattr(of_splits, "path", of_splits)
    if not isinstance(file, (str, Path)):
        raise TypeError(f"score(): the test set is a {type(test).__name__}, expected a cchnn.Dataset or the file of a test set")
    each = list(_one_by_one(submissions))
    with tempfile.TemporaryDirectory(prefix="cchnn-score-") as place:
        files = [_file_of(one, Path(place) / f"submission_{k}.h5") for k, one in enumerate(each)]
        given: dict[str, Any] = {"json": "-", **options}
        try:
            text = run("cchnn-eval", "score", file, *files, **given)
        except ProgramError as error:
            said = str(error)
            for one, written in zip(each, files):
                said = said.replace(str(written), f"submission {one.model!r}" if hasattr(one, "model") else str(written))
            raise ProgramError(said, error.exit_code) from None
        report = dict(json.loads(text if given["json"] == "-" else Path(given["json"]).read_text("utf-8")))
    if report["truth"]["split"] == "train":
        warnings.warn(f"{file}: is a training set, so that scores say how well a model knows what it was shown; score(data.test, ...)",
                      stacklevel=2)
    return report


def _one_by_one(submissions: Sequence[Any]) -> Iterator[Any]:
    """Lists and tuples of submissions are taken apart; a pair of arrays is none."""
    for one in submissions:
        is_several = isinstance(one, (list, tuple)) and all(isinstance(each, (str, Path)) or hasattr(each, "write") for each in one)
        yield from one if is_several else [one]


def _file_of(submission: Union[Argument, CanWrite], place: Path) -> Argument:
    if isinstance(submission, (str, Path)):
        return submission
    if callable(getattr(submission, "write", None)):
        try:
            return submission.write(place)
        except DataError as error:
            raise DataError(str(error).replace(str(place), f"submission {getattr(submission, 'model', '')!r}")) from None
    advice = "the test set comes first, score(test, mine)" if hasattr(submission, "truth_digest") else (
        "put arrays into one: cchnn.Submission(test, model=\"name\").assign(x=x, v=v)")
    raise TypeError(f"score(): a submission is a {type(submission).__name__}, expected a cchnn.Submission or its file; {advice}")
