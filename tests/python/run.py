"""Runs the tests of one file with the package of this clone and the programs of a build directory.

  run.py FILE BIN      exit code 77, with a word why, where numpy and h5py are not there, or torch for torch*_test.py, or nbconvert
                       and ipykernel for notebook_test.py, or matplotlib for plots_test.py
"""
import importlib
import os
import pathlib
import sys
import unittest

NEEDED = {"torch": ["torch"], "notebook": ["nbconvert", "ipykernel"], "plots": ["matplotlib"]}  # by the first word of a file's name
here = pathlib.Path(__file__).resolve().parent


def missing(modules):
    for module in modules:
        try:
            importlib.import_module(module)
        except ImportError:
            return module
    return None


if __name__ == "__main__":
    name = sys.argv[1]
    absent = missing(["numpy", "h5py", *NEEDED.get(name.split("_")[0], [])])
    if absent:
        print(f"skipped: {sys.executable} cannot import {absent}")
        sys.exit(77)
    os.environ["CCHNN_BIN"] = sys.argv[2]
    sys.path[:0] = [str(here), str(here.parents[1] / "apps/python")]
    result = unittest.TextTestRunner(verbosity=2).run(unittest.defaultTestLoader.loadTestsFromName(name[:-3]))
    for test, why in result.skipped:
        print(f"skipped: {test}: {why}")
    sys.exit(not result.wasSuccessful() or result.testsRun == 0)
