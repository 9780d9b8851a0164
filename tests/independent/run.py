"""Runs the tests of one file with the programs of a build directory.

  run.py FILE BIN      exit code 77, with a word why, where numpy and h5py are not there
"""
import os
import sys
import unittest

try:
    import h5py  # noqa: F401
    import numpy  # noqa: F401
except ImportError as error:
    print(f"skipped: {error}")
    sys.exit(77)

if __name__ == "__main__":
    os.environ["CCHNN_BIN"] = sys.argv[2]
    result = unittest.TextTestRunner(verbosity=2).run(unittest.defaultTestLoader.loadTestsFromName(sys.argv[1][:-3]))
    sys.exit(not result.wasSuccessful() or result.testsRun == 0)
