"""apps/python/first_model.ipynb runs from its first cell to its last in a kernel of its own, as nbconvert executes it."""
import json
import os
import shutil
import subprocess
import sys
import unittest

import small_data

NOTEBOOK = small_data.source / "apps/python/first_model.ipynb"


class Notebook(unittest.TestCase):
    def test_its_cells_run_in_order_and_print_the_score_of_the_page(self):
        home = small_data.root / "home"  # of what Jupyter keeps
        home.mkdir()
        shutil.copy(NOTEBOOK, small_data.root)  # a kernel works where the notebook lies
        environment = {**os.environ, "HOME": str(home), "PYTHONPATH": str(NOTEBOOK.parent), "OMP_NUM_THREADS": "1"}
        done = subprocess.run([sys.executable, "-m", "nbconvert", "--to", "notebook", "--execute", "--stdout",
                               small_data.root / NOTEBOOK.name], env=environment, capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stderr)
        cells = [cell for cell in json.loads(done.stdout)["cells"] if cell["cell_type"] == "code"]
        self.assertEqual([cell["execution_count"] for cell in cells], list(range(1, len(cells) + 1)))
        said = "".join(text for output in cells[-1]["outputs"] for text in output["text"])
        self.assertRegex(said, r"\brelative error 0\.0[345]\d, 95 % interval \[")  # 0.042, as readme_test.py says of the page
