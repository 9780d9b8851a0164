"""apps/python/system.md: its scripts run as they stand and print what is true; names of its table exist."""
import os
import re
import subprocess
import sys
import tempfile
import unittest

import cchnn
from small_data import source

PAGE = source / "apps/python/system.md"
SCRIPTS = {section.split("\n", 1)[0]: re.search(r"```python\n(.*?)```", section, re.S)[1]
           for section in re.split(r"\n## |^# ", PAGE.read_text("utf-8")) if "```python\n" in section}


def run(title):
    environment = {**os.environ, "PYTHONPATH": str(PAGE.parent), "OMP_NUM_THREADS": "1", "PYTHONDONTWRITEBYTECODE": "1"}
    with tempfile.TemporaryDirectory() as place:
        done = subprocess.run([sys.executable, "-c", SCRIPTS[title]], cwd=place, env=environment, capture_output=True, text=True)
    return done.returncode, done.stdout, done.stderr


class Page(unittest.TestCase):
    def prints(self, title, expected):
        code, out, errors = run(title)
        self.assertEqual((code, errors), (0, ""))
        self.assertRegex(out, f"^{expected}\n$")

    def test_the_first_script_has_a_batch_and_two_trajectories(self):
        self.prints("The true system in a call", re.escape("(1000, 3, 2) ()\n(2, 100, 3, 2) True"))

    def test_the_loop_holds_the_pole(self):
        # a uniform pole of half length l: rate^2 = (M + m) g / (l (4/3 (M + m) - m)), Barto, Sutton and Anderson (1983)
        rate = (0.6 * 9.8 / (0.5 * (4 / 3 * 0.6 - 0.1))) ** 0.5
        self.prints("A control loop", f"unstable at {rate:.3f} 1/s\nafter 6 s it is off by less than 0.01: True")

    def test_the_regression_finds_gravity_over_length_alone(self):
        code, out, errors = run("Regression against true accelerations")
        self.assertEqual((code, errors), (0, ""))
        self.assertRegex(out, r"^\{'sin q': -\d+(\.\d+)?\}\n$")
        with cchnn.System("chain_pendulum_1") as system:
            g = next(one["value"] for one in system.info["numbers"] if one["pointer"].endswith("/g"))
            length = next(one["value"] for one in system.info["numbers"] if one["pointer"].endswith("/length"))
        self.assertAlmostEqual(float(out.split(": ")[1].rstrip("}\n")), -g / length, places=6)

    def test_shooting_finds_the_parameter(self):
        self.prints("Shooting for a parameter", re.escape("9.81"))

    def test_gauss_newton_by_jacobians_finds_the_parameter_and_the_start(self):
        self.prints("Derivatives of motions", re.escape("9.81"))

    def test_if_torch_is_there_gradients_pass(self):
        if subprocess.run([sys.executable, "-c", "import torch"], capture_output=True).returncode != 0:
            self.skipTest("torch is not there")
        self.prints("Gradients in PyTorch", re.escape("True\ntorch.Size([4, 2, 2]) True"))
        self.prints("A hybrid model", "the friction is learnt: True")

    def test_names_of_the_table_exist(self):
        rows = [line for line in PAGE.read_text("utf-8").splitlines() if line.startswith("| `system.")]
        names = [name for line in rows for name in re.findall(r"`(?:system)?\.(\w+)", line.split(" | ")[0])]
        self.assertGreater(len(names), 12)
        for name in names:
            self.assertTrue(hasattr(cchnn.System, name), name)
