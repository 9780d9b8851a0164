"""Small datasets, made once for the tests of a file and removed at its end."""
import atexit
import functools
import pathlib
import shutil
import tempfile

import cchnn

root = pathlib.Path(tempfile.mkdtemp(prefix="cchnn_python_"))
atexit.register(shutil.rmtree, root, ignore_errors=True)
source = pathlib.Path(__file__).resolve().parents[2]


@functools.lru_cache(maxsize=None)
def directory(system, **options):
    """Of train.h5 (100 trajectories: three HDF5 chunks of chain_pendulum_3), and test.h5 (6)."""
    arguments = dict(train=100, valid=0, test=6, bound="off", refine="off", threads=1, force=True)
    arguments.update(options)
    place = root / ("-".join(f"{key}_{value}" for key, value in sorted(options.items())) or "plain")
    return cchnn.generate(system, place, **arguments)


def train(system="chain_pendulum_3", **options):
    return cchnn.Dataset(directory(system, **options), "train")


def test(system="chain_pendulum_3", **options):
    return cchnn.Dataset(directory(system, **options), "test")


def systems():
    """Every built-in system: the list has a line of headings, and each group a name with a colon."""
    lines = cchnn.run("cchnn-gen", "list").splitlines()[1:]
    return [line.split()[0] for line in lines if line.strip() and not line.split()[0].endswith(":")]
