"""apps/engineers.md and apps/gate.md: their files, commands and scripts work in an empty directory, in their order, and print what
is shown. The action of .github makes the gate of these files, step by step. Two pages beside them begin in the root of a clone."""
import os
import pathlib
import re
import subprocess
import sys
import unittest

import small_data

APPS = small_data.source / "apps"
ACTION = small_data.source / ".github/actions/gate/action.yml"
ENVIRONMENT = {**os.environ, "PATH": f"{os.environ['CCHNN_BIN']}:{os.environ['PATH']}", "PYTHONPATH": str(APPS / "python"),
               "PYTHONDONTWRITEBYTECODE": "1"}


def blocks_of(page):
    return re.findall(r"(?m)^```(\w+)\n(.*?)^```$", (APPS / page).resolve().read_text("utf-8"), re.S)


def run(command, directory, **more):
    done = subprocess.run(command, cwd=directory, env={**ENVIRONMENT, **more}, capture_output=True, text=True)
    return done.returncode, done.stdout, done.stderr


class Pages(unittest.TestCase):
    def walk(self, page):
        directory = small_data.root / page
        directory.mkdir(exist_ok=True)
        last = ""
        for kind, text in blocks_of(page):
            if kind in ("xml", "json"):
                name = re.search(r'name(?:=|": )"(\w+)"', text)[1]
                (directory / f"{name}.{'urdf' if kind == 'xml' else 'json'}").write_text(text)
            elif kind == "text":
                self.assertEqual(last, text)
            elif kind in ("sh", "python"):
                command = ["bash", "-e", "-c", text] if kind == "sh" else [sys.executable, "-c", text]
                code, last, errors = run(command, directory)
                self.assertEqual(code, 0, text + last + errors)
        return directory

    def test_from_a_model_and_a_sketch_to_training_sets(self):
        directory = self.walk("engineers.md")
        for name in ("arm.html", "press.html", "data/arm/train.h5", "data/press/test.h5"):
            self.assertTrue((directory / name).exists(), name)

    def test_gates_on_ones_own_machine_and_by_the_action(self):
        directory = self.walk("gate.md")
        self.assertIn("<testsuite", (directory / "gate.xml").read_text())
        _, text = next(block for block in blocks_of("gate.md") if block[0] == "python")
        self.assertIn("def test_the_surrogate_is_good_enough", text)
        self.assertEqual(run([sys.executable, "-c", text + "\ntest_the_surrogate_is_good_enough()"], directory)[0], 0)
        self.step_by_step(directory)

    def test_files_of_a_clone_make_the_data_of_these_pages(self):
        directory = small_data.root / "clone"
        directory.mkdir()
        (directory / "systems").symlink_to(small_data.source / "systems")
        for page, made in (("../schemas/published_contacts.md", "sampled_100.h5"), ("checked.md", "jansen.svg")):
            for kind, text in blocks_of(page):
                if kind == "sh":
                    code, out, errors = run(["bash", "-e", "-c", text], directory)
                    self.assertEqual(code, 0, text + out + errors)
            self.assertTrue((directory / made).exists(), page)

    def step_by_step(self, directory):
        """As GitHub runs a composite action: its script, with the inputs in the environment."""
        script = re.search(r"(?ms)^      run: \|\n(.*?)^(?=\S|    - )", ACTION.read_text() + "x")[1]
        names = re.findall(r"(?m)^        ([A-Z_]+): \$\{\{ inputs\.([a-z-]+) \}\}$", ACTION.read_text())
        self.assertEqual({name for _, name in names}, set(re.findall(r"(?m)^  ([a-z-]+):\n    description:", ACTION.read_text())))
        inputs = dict.fromkeys((variable for variable, _ in names), "")
        for limits, baseline, expected, verdict in (("relative_error=0.05 diverged=0", "", 0, "Passed: 2 limits"),
                                                    ("relative_error=1e-9", "", 1, "Failed: 1 of 1"),
                                                    ("", "old.npz", 0, "Passed: 1 limit"), ("", "", 2, "give limits or a baseline")):
            summary = directory / "summary.md"
            summary.unlink(missing_ok=True)
            given = {**inputs, "TEST": "data/chain_pendulum_2/test.h5", "SUBMISSIONS": "new.npz", "LIMITS": limits, "BASELINE": baseline,
                     "WORSE_BY": "50%", "GITHUB_STEP_SUMMARY": str(summary)}
            code, out, errors = run(["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", script], directory, **given)
            self.assertEqual(code, expected, out + errors)
            self.assertIn(verdict, (summary.read_text() if summary.exists() else "") + out + errors)
        code, _, errors = run(["/bin/bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", script], directory, **{**given, "PATH": "/bin"})
        self.assertEqual(code, 2)
        self.assertIn("cchnn-eval is not on the PATH; install the wheel first", errors)
