"""apps/python/README.md: its scripts run as they stand, in a directory of their own; its links lead to files."""
import json
import os
import pathlib
import re
import subprocess
import sys
import unittest

import small_data

PAGE = small_data.source / "apps/python/README.md"
SCRIPTS = re.findall(r"```python\n(.*?)```", PAGE.read_text(), re.S)


def run(script):
    environment = {**os.environ, "PYTHONPATH": str(PAGE.parent), "OMP_NUM_THREADS": "1", "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run([sys.executable, "-c", script], cwd=small_data.root, env=environment, capture_output=True, text=True)
    return done.returncode, done.stdout, done.stderr


class Readme(unittest.TestCase):
    def test_the_first_script_trains_a_model_that_predicts_something(self):
        self.assertLessEqual(len(SCRIPTS[0].splitlines()), 40)
        code, out, errors = run(SCRIPTS[0])
        self.assertEqual(code, 0, errors)
        error = float(re.fullmatch(r"relative error (\S+), 95 % interval \[.*\]\n", out).group(1))
        self.assertLess(error, 0.06)  # 0.042; the interval that the scores have is [0.036, 0.049]

        self.if_torch_is_there_the_second_script_goes_on(error)

    def if_torch_is_there_the_second_script_goes_on(self, error):
        if run("import torch")[0] != 0:
            print("skipped: the script with PyTorch, torch is not there")
            return
        code, out, errors = run(SCRIPTS[1])
        self.assertEqual(code, 0, errors)
        network, features = map(float, re.fullmatch(r"\[(\S+), (\S+)\]\n", out).groups())
        self.assertLess(network, 0.6)
        self.assertAlmostEqual(features, error, delta=5e-4)  # which is printed with three digits

    def test_links_lead_to_files(self):
        links = re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", PAGE.read_text())
        self.assertGreater(len(links), 2)
        for link in links:
            self.assertTrue((PAGE.parent / link).exists(), link)

    def test_the_table_of_baselines_has_the_scores_that_are_kept(self):
        results = PAGE.parent / "baselines/results"
        rows = json.loads((results / "scores.json").read_text())["scores"]
        self.assertGreaterEqual(len(rows), 10)
        for place in (PAGE, results / "table.md"):
            lines = place.read_text().splitlines()
            for row in rows:
                errors, energies = [line for line in lines if re.match(rf"\| {row['system']} \| [1-9-]+ \| ", line)]
                self.assertIn(f" {row['geometric_mean']:.2e} (", errors)
                for run in row["training"]:
                    for line in (errors, energies):
                        self.assertIn(f"{run['hidden']}, {run['epochs']}", line)
                at_end = row["energy_error_at_end"]
                self.assertIn("not finite" if at_end is None else f" {at_end:.1e} |", energies)

    def test_the_first_page_says_what_its_scores_cost(self):
        said = " ".join((small_data.source / "README.md").read_text().split())
        rows = json.loads((PAGE.parent / "baselines/results/scores.json").read_text())["scores"]
        of = {row["model"]: row for row in rows if row["system"] == "chain_pendulum_3"}
        run, errors = of["CHNN"]["training"][0], [of[model]["geometric_mean"] for model in ("CHNN", "NeuralODE")]
        published = [of[model]["published"]["geometric_mean"] for model in ("CHNN", "NeuralODE")]
        wanted = (f"of width {run['hidden']}, trained here for {run['epochs']} epochs, scores {errors[0] * 1e3:.1f}e-3 on this "
                  f"system, a neural ODE {errors[1]:.2f}; published, of width 256 after 2000 epochs, {published[0] * 1e4:.1f}e-4 and "
                  f"{published[1]:.2f}")
        self.assertIn(wanted, said)

    def test_the_numbers_of_training_trajectories_have_the_scores_that_are_kept(self):
        results = PAGE.parent / "baselines/results"
        rows = json.loads((results / "efficiency.json").read_text())["scores"]
        self.assertGreaterEqual(len(rows), 9)
        for place in (PAGE, results / "efficiency.md"):
            lines = place.read_text().splitlines()
            for row in rows:
                line = next(line for line in lines if line.startswith(f"| {row['trajectories']} | "))
                self.assertIn(f" {row['geometric_mean']:.2e} (", line)

    def test_names_of_the_reference_exist(self):
        import cchnn
        classes = {"data": cchnn.Dataset, "windows": cchnn.Windows, "mine": cchnn.Submission, "cchnn": cchnn}
        names = re.findall(r"`(data|windows|mine|cchnn)\.(\w+)", PAGE.read_text())
        self.assertGreater(len(names), 15)
        for owner, name in names:
            self.assertTrue(hasattr(classes[owner], name), f"{owner}.{name}")
