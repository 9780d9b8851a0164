"""Datasets that are generated once and then read from the user's cache."""
from __future__ import annotations

import contextlib
import fcntl
import hashlib
import json
import os
import shutil
import tempfile
import time
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Iterator, Mapping, Optional, Union

from .dataset import SPLITS, Dataset
from .describe import Text
from .errors import DataError, ProgramError
from .names import ARRAYS, no_attribute
from .options import DataOptions, require_known, shows
from .programs import Argument, generate_holding, run, words_of
from .terminal import say

if TYPE_CHECKING:
    from typing_extensions import Unpack

# Options of cchnn-gen generate that change no byte of the data, and those that only make sense in a directory of one's own.
WITHOUT_EFFECT = ("threads", "quiet", "patience", "require_jail")
OF_DIRECTORIES = ("output", "force", "resume", "shard", "json", "lock")
SECONDS_BETWEEN_LOOKS = 0.1  # at a lock that another process holds


@dataclass(frozen=True, repr=False)
class Splits:
    """The datasets of a directory that cchnn-gen generate wrote, as attributes or by name, `splits["train"]`.
    `train, valid, test = splits` works too."""

    directory: Path

    def __post_init__(self) -> None:
        object.__setattr__(self, "directory", Path(self.directory))

    @cached_property
    def train(self) -> Dataset:
        return Dataset(self.directory, "train")

    @cached_property
    def valid(self) -> Dataset:
        return Dataset(self.directory, "valid")

    @cached_property
    def test(self) -> Dataset:
        return Dataset(self.directory, "test")

    @property
    def val(self) -> Dataset:
        """The validation set, `valid`"""
        return self.valid

    def __iter__(self) -> Iterator[Dataset]:
        return iter((self.train, self.valid, self.test))

    def __len__(self) -> int:
        return len(SPLITS)

    def __getitem__(self, split: str) -> Dataset:
        names = {**{name: name for name in SPLITS}, "val": "valid", "validation": "valid"}
        if not isinstance(split, str):
            raise TypeError(f"data[{split!r}]: data has three sets; data.train[0] is a trajectory, and torch's loader is "
                            "DataLoader(data.train, 32)")
        if split not in names:
            raise KeyError(f"{split!r}: expected {', '.join(map(repr, SPLITS))}; what else there is belongs to a set, data.train.seed")
        return getattr(self, names[split])  # type: ignore[no-any-return]

    def keys(self) -> tuple[str, ...]:
        """So that dict(splits) has the three sets by name"""
        return SPLITS

    if not TYPE_CHECKING:
        def __getattr__(self, name: str) -> Any:
            of_a_set = {one: f"write data.train.{one}" for one in ("attrs", "seed", "system", "physics", "windows", *ARRAYS.values())}
            raise no_attribute(self, name, {**of_a_set, "dev": "write data.valid", "validation": "write data.valid",
                                            "splits": "write data.train, data.valid, data.test or data['train']"})

    def __repr__(self) -> str:
        sets = [self[name] for name in SPLITS if (self.directory / f"{name}.h5").exists()]
        names = sets[0].system_name if sets else "no set"
        return f"cchnn.Splits({str(self.directory)!r}): {names}, {', '.join(f'{one.split} {len(one)}' for one in sets)}"

    def describe(self) -> Text:
        """What each set has, in a few lines."""
        return Text("\n".join(self[name].describe() for name in SPLITS if (self.directory / f"{name}.h5").exists()))


def cache_directory() -> Path:
    """$CCHNN_CACHE, else cchnn in $XDG_CACHE_HOME, else ~/.cache/cchnn."""
    chosen = os.environ.get("CCHNN_CACHE")
    if chosen:
        return Path(chosen)
    home = os.environ.get("XDG_CACHE_HOME", "")
    # The XDG specification has relative paths ignored.
    return (Path(home) if os.path.isabs(home) else Path.home() / ".cache") / "cchnn"


@shows(DataOptions)
def load(system: Union[Argument, Mapping[str, Any]], *, cache: Optional[Union[str, Path]] = None,
         **options: Unpack[DataOptions]) -> Splits:
    """Train, valid and test sets of a built-in system (cchnn.systems() names them), of a JSON file, or of an object with its
    content: generated at the first call, then read from the cache. Options are those of cchnn-gen generate, such as train=1000,
    seed=7, with_="acceleration"; sizes are 800, 100 and 100 trajectories.

    The directory is named by a key of the system's file, the options, the content of files that options name, and the
    version of the program. Several processes may ask at once: one generates, the others wait. What a killed process had
    finished is resumed."""
    given: dict[str, Any] = dict(options)
    for name in OF_DIRECTORIES:
        if name in given:
            raise DataError(f"{name}: is an option of cchnn.generate, which writes into a directory of yours; the cache "
                            "of cchnn.load takes options that make the data")
    require_known("load", given, DataOptions)
    if isinstance(system, Mapping):
        with tempfile.TemporaryDirectory(prefix="cchnn-system-") as place_of_file:
            file = Path(place_of_file) / "system.json"
            file.write_text(json.dumps(system), "utf-8")
            return load(file, cache=cache, **options)
    if str(system).endswith(".h5"):
        raise DataError(f"{system}: load takes a system and makes its data; cchnn.Dataset({str(system)!r}) reads a file of a "
                        "dataset, cchnn.Splits(directory) its train, valid and test sets")
    system_file = json.loads(run("cchnn-gen", "show", system, json="-"))
    name = str(system_file["name"])
    place = Path(cache) if cache is not None else cache_directory()
    directory = place.resolve() / f"{name}-{_key(system_file, given)}"
    try:
        if not directory.is_dir():
            place.mkdir(parents=True, exist_ok=True)
            _generate_once(system, name, directory, given)
        _require_unchanged(directory)
    except OSError as error:
        raise DataError(f"{error.filename or directory}: the cache cannot be used ({error.strerror}); " + _ways_out(place)) from None
    except ProgramError as error:
        if error.exit_code != _INPUT_OUTPUT:
            raise
        raise DataError(f"{error}\n{place}: the cache cannot be used; {_ways_out(place)}") from None
    return Splits(directory)


_INPUT_OUTPUT = 4  # an exit code of the programs
_unchanged: set[Path] = set()  # compared by this process


def _ways_out(place: Path) -> str:
    return f"remove what is in the way or no longer needed in {place}, or name another directory by cache= or CCHNN_CACHE"


def _require_unchanged(directory: Path) -> None:
    """Compares the files with the digests that were written with them, once a process."""
    if directory in _unchanged:
        return
    again = f"remove the directory {directory}, and load generates the data again"
    try:
        sums = [line.split("  ", 1) for line in (directory / "SHA256SUMS").read_text(encoding="utf-8").splitlines()]
    except (OSError, UnicodeDecodeError):
        raise DataError(f"{directory / 'SHA256SUMS'}: cannot be read, so this is not a dataset of load; {again}") from None
    for line in sums:
        file = directory / line[-1]
        try:
            found = _digest(file)
        except DataError as error:
            raise DataError(f"{error}; {again}") from None
        if len(line) != 2 or found != line[0]:
            raise DataError(f"{file}: has changed since it was written, its SHA-256 is {found[:12]}; {again}")
    _unchanged.add(directory)


def _key(system_file: dict[str, Any], options: dict[str, Any]) -> str:
    """Of everything that makes the data: the same key, the same bytes. A file counts by its content, not by its path."""
    kept = {name: value for name, value in sorted(options.items()) if name not in WITHOUT_EFFECT}
    states = kept.pop("states", None)
    digest = _digest(Path(states)) if states else ""  # the digest of a mesh is in the system's file
    if kept.get("inputs"):
        kept["inputs"] = _digest(Path(kept["inputs"]))
    # Threads and the instruction set of this processor change no bit.
    program = [line for line in run("cchnn-gen", "--version").splitlines() if not line.startswith("kernels")]
    parts = [system_file, words_of(kept), digest, program]
    return hashlib.sha256(json.dumps(parts, sort_keys=True).encode()).hexdigest()[:16]


def _digest(file: Path) -> str:
    try:
        digest = hashlib.sha256()
        with open(file, "rb") as opened:
            while piece := opened.read(1 << 22):
                digest.update(piece)
        return digest.hexdigest()
    except OSError as error:
        raise DataError(f"{file}: cannot be read ({error.strerror})") from None


def _generate_once(system: Argument, name: str, directory: Path, options: dict[str, Any]) -> None:
    unfinished = directory.with_name(f".{directory.name}.unfinished")
    with _locked(directory.with_name(f".{directory.name}.lock"), name) as lock:
        if directory.is_dir():
            return  # by the process that held the lock before
        # What a killed process left is resumed: `unfinished` has the key of the same data.
        # The program shares the lock, since it may outlive a killed Python by the moment that it needs to end.
        made = generate_holding((lock,), system, unfinished, resume=True, **options)
        os.rename(made, directory)
        shutil.rmtree(unfinished)
    say(f"{name} lies in {directory}")


@contextlib.contextmanager
def _locked(path: Path, name: str) -> Iterator[int]:
    """Held by one process at a time; the kernel frees it when that process ends, however it ends."""
    with open(path, "w", encoding="utf-8") as file:
        said = False
        while True:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
                break
            except BlockingIOError:
                if not said:
                    say(f"another process generates {name}; waiting for it")
                said = True
                time.sleep(SECONDS_BETWEEN_LOOKS)
        yield file.fileno()
