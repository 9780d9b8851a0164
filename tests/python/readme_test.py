"""apps/python/README.md: its scripts run as they stand, in a directory of their own; its links lead to files."""
import contextlib
import io
import json
import os
import pathlib
import re
import subprocess
import sys
import unittest

import numpy as np

import cchnn
import small_data

PAGE = small_data.source / "apps/python/README.md"
RESULTS = PAGE.parent / "baselines/README.md"
SCRIPTS = {section.split("\n", 1)[0]: re.search(r"```python\n(.*?)```", section, re.S)[1]
           for section in PAGE.read_text().split("\n## ") if "```python\n" in section}
FIRST = SCRIPTS["A model in 40 lines"]


def short(number):
    """3.5e-3"""
    return f"{number:.1e}".replace("e-0", "e-")


def run(script):
    environment = {**os.environ, "PYTHONPATH": str(PAGE.parent), "OMP_NUM_THREADS": "1", "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run([sys.executable, "-c", script], cwd=small_data.root, env=environment, capture_output=True, text=True)
    return done.returncode, done.stdout, done.stderr


class Readme(unittest.TestCase):
    def test_the_first_script_trains_a_model_that_predicts_something(self):
        self.assertLessEqual(len(FIRST.splitlines()), 40)
        code, out, errors = run(FIRST)
        self.assertEqual(code, 0, errors)
        error = float(re.fullmatch(r"relative error (\S+), 95 % interval \[.*\]\n", out).group(1))
        self.assertLess(error, 0.06)  # 0.042; the interval that the scores have is [0.036, 0.049]

        self.if_torch_is_there_the_second_script_goes_on(error)

    def if_torch_is_there_the_second_script_goes_on(self, error):
        if run("import torch")[0] != 0:
            print("skipped: the script with PyTorch, torch is not there")
            return
        code, out, errors = run(SCRIPTS["With PyTorch"])
        self.assertEqual(code, 0, errors)
        network, features = map(float, re.fullmatch(r"\[(\S+), (\S+)\]\n", out).groups())
        self.assertLess(network, 0.6)
        self.assertAlmostEqual(features, error, delta=5e-4)  # which is printed with three digits

    def test_the_notebook_has_the_first_script_and_its_text(self):
        made = subprocess.run([sys.executable, PAGE.with_name("notebook.py")], capture_output=True, text=True, check=True).stdout
        self.assertEqual(made, PAGE.with_name("first_model.ipynb").read_text("utf-8"), "python3 apps/python/notebook.py makes it again")
        script = "\n\n".join("".join(cell["source"]) for cell in json.loads(made)["cells"] if cell["cell_type"] == "code")
        self.assertEqual(script + "\n", FIRST)

    def test_the_script_with_a_benchmark_shows_naive_forecasts_with_the_model(self):
        code, out, errors = run(SCRIPTS["A model in one call"])
        self.assertEqual(code, 0, errors)
        for name in ("Average", "persistence", "constant-velocity", "mean", "parrot", "linear", "true equations", "CHNN"):
            self.assertRegex(out, rf"(?m)^chain_pendulum_2  {name} ")
        self.assertIn("Average: no better than persistence on chain_pendulum_2.", out)

    def test_the_script_with_a_context_scores_the_last_state_kept(self):
        code, out, errors = run(SCRIPTS["Forecasts from a context"])
        self.assertEqual(code, 0, errors)
        seconds, mase = map(float, out.split()[-2:])
        self.assertTrue(0 < seconds < 3 and mase > 1, out)

    def test_the_script_that_looks_around_shows_systems_sets_and_a_trajectory(self):
        code, out, errors = run(SCRIPTS["Look around"])
        self.assertEqual(code, 0, errors)
        for line in ("chain_pendulum_2 ", "  times         100 samples, dt = 0.03 s", "cchnn.Trajectory 3 of chain_pendulum_2, train: "):
            self.assertRegex(out, f"(?m)^{re.escape(line)}")
        self.assertTrue(out.endswith(" (100, 2, 2)\n"))

    def test_the_script_with_a_suite_scores_every_answer(self):
        code, out, errors = run(SCRIPTS["Suites"])
        self.assertEqual(code, 0, errors)
        self.assertTrue(0.4 < float(out) < 0.8, out)

    def test_the_script_with_graphs_sees_springs(self):
        code, out, errors = run(SCRIPTS["Graphs of many systems"])
        self.assertEqual(code, 0, errors)
        self.assertEqual(out, "True (6,)\n")

    def test_links_lead_to_files(self):
        for page in (PAGE, RESULTS):
            links = re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", page.read_text())
            self.assertGreater(len(links), 2)
            for link in links:
                self.assertTrue((page.parent / link).exists(), link)

    def test_the_table_of_baselines_has_the_scores_that_are_kept(self):
        results = PAGE.parent / "baselines/results"
        rows = json.loads((results / "scores.json").read_text())["scores"]
        self.assertGreaterEqual(len(rows), 10)
        for place in (RESULTS, results / "table.md"):
            lines = place.read_text().splitlines()
            for row in rows:
                errors, energies = [line for line in lines if re.match(rf"\| {row['system']} \| [1-9-]+ \| ", line)]
                self.assertIn(f" {row['geometric_mean']:.2e} " + ("(" if "published" in row else "|"), errors)
                for run in row["training"]:
                    for line in (errors, energies):
                        self.assertIn(f"{run['hidden']}, {run['epochs']}", line)
                at_end = row["energy_error_at_end"]
                self.assertIn("not finite" if at_end is None else f" {at_end:.1e} |", energies)

    def test_the_tables_of_suites_have_the_scores_that_are_kept(self):
        page = RESULTS.read_text()

        def mean(rows, key):
            values = [float("inf") if isinstance(row[key], str) else row[key] for row in rows]
            return "infinite" if float("inf") in values else f"{np.exp(np.mean(np.log(values))):.1e}" if values else ""
        forecast, uncertain = (json.loads((PAGE.parent / f"baselines/results/{name}.json").read_text()) for name in ("forecast", "uncertain"))
        self.assertGreater(min(len(forecast["standings"]), len(uncertain["standings"])), 10)
        for standing in forecast["standings"]:
            own = [row for row in forecast["scores"] if row["model"] == standing["model"] and row["split"] != "lengths"]
            cells = [mean([row for row in own if ("noisy" in row["task"]) == noisy and (row["split"] == "in") == inside], "error")
                     for noisy in (False, True) for inside in (True, False)]
            self.assertIn(f"| {standing['model']} | {' | '.join(cells)} |\n", page)
        for standing in uncertain["standings"]:
            own = [row for row in uncertain["scores"] if row["model"] == standing["model"]]
            cells = [mean([row for row in own if row["training"] == training and (row["split"] == "in") == inside], "fair_crps")
                     for training, inside in (("full", True), ("full", False), ("noise_0.01", True), ("noise_0.1", True))]
            rank = "naive" if standing["naive"] else f"{standing['rank']:g}"
            self.assertIn(f"| {standing['model']} | {rank} | {' | '.join(cells)} |\n", page)

    def test_the_first_page_has_scores_of_baselines_with_their_budgets_and_of_what_stands_beside_them(self):
        page = (small_data.source / "README.md").read_text()
        lines = page.splitlines()
        names = [name.strip() for name in next(line for line in lines if line.startswith("| | CHNN |")).split("|")[2:-1]]
        table = {line.split("|")[1].strip(): dict(zip(names, map(str.strip, line.split("|")[2:-1])))
                 for line in lines if re.match(r"\| (trained here|published) \|", line)}
        rows = {row["model"].replace("NeuralODE", "neural ODE"): row
                for row in json.loads((PAGE.parent / "baselines/results/scores.json").read_text())["scores"]
                if row["system"] == "chain_pendulum_3"}
        budgets = {f"width {run['hidden']}, {run['epochs']} epochs, {len(row['training'])} seed{'s' * (len(row['training']) > 1)}"
                   for row in rows.values() for run in row["training"]}
        self.assertEqual((len(rows), len(budgets)), (5, 1))
        self.assertIn(f"Networks have the paper's budget, {budgets.pop()};", page.replace("\n", " "))
        here, published = table["trained here"], table["published"]
        for model, row in rows.items():
            self.assertEqual((here[model], published[model]), (short(row["geometric_mean"]), short(row["published"]["geometric_mean"])))
        with contextlib.redirect_stderr(io.StringIO()):
            report = cchnn.benchmark(lambda x, v: 0 * x, cchnn.load("chain_pendulum_3", cache=small_data.root / "cache"),
                                     output=small_data.root / "benchmark", name="straight")
        found = {score.model: short(score.relative_error) for score in report.scores}
        self.assertEqual([here[name] for name in ("linear map", "persistence", "true equations, dopri5")],
                         [found[name] for name in ("linear", "persistence", "true equations")])

    def test_the_numbers_of_training_trajectories_have_the_scores_that_are_kept(self):
        results = PAGE.parent / "baselines/results"
        rows = json.loads((results / "efficiency.json").read_text())["scores"]
        self.assertGreaterEqual(len(rows), 9)
        for place in (RESULTS, results / "efficiency.md"):
            lines = place.read_text().splitlines()
            for row in rows:
                line = next(line for line in lines if line.startswith(f"| {row['trajectories']} | "))
                self.assertIn(f" {row['geometric_mean']:.2e} (", line)

    def test_names_of_the_reference_exist(self):
        classes = {"data": cchnn.Dataset, "windows": cchnn.Windows, "mine": cchnn.Submission, "cchnn": cchnn, "suite": cchnn.Suite,
                   "part": cchnn.Part, "one": cchnn.Trajectory}
        names = re.findall(r"`(data|windows|mine|cchnn|suite|part|one)\.(\w+)", PAGE.read_text())
        self.assertGreater(len(names), 15)
        for owner, name in names:
            self.assertTrue(hasattr(classes[owner], name), f"{owner}.{name}")
