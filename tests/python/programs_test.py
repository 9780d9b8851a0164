"""The programs from Python: options as keywords, reports as dictionaries, errors with the program's own text."""
import ast
import os
import pathlib
import unittest
from unittest import mock

import cchnn
import small_data
from cchnn.programs import find_program


class Programs(unittest.TestCase):
    def test_a_report_is_a_dictionary(self):
        test = small_data.test().path
        rollout = small_data.root / "rollout.h5"
        cchnn.run("cchnn-gen", "rollout", "chain_pendulum_3", output=rollout, epsilon=1e-5, force=True, **{"from": test})
        report = cchnn.score(test, rollout, bootstrap=0, preset="published", group=True)
        self.assertEqual(report["verdict"], "scored")
        self.assertEqual(report["choices"]["preset"], "published")
        self.assertEqual(len(report["submissions"]), 1)

    def test_options_are_keywords(self):
        place = cchnn.generate("chain_pendulum_1", small_data.root / "options", train=0, valid=0, test=3, steps=7,
                               projection="off", lyapunov=False, creator=["A", "B"])
        data = cchnn.Dataset(place, "test")
        self.assertEqual(data.x.shape, (3, 7, 1, 2))
        self.assertIn("--creator A --creator B", (place / "manifest.json").read_text())

    def test_an_error_is_the_programs_own_text(self):
        with self.assertRaises(cchnn.ProgramError) as caught:
            cchnn.generate("chain_pendulun_3", small_data.root)
        self.assertIn("chain_pendulum_3", str(caught.exception))
        self.assertNotEqual(caught.exception.exit_code, 0)
        with self.assertRaisesRegex(cchnn.ProgramError, "--sead"):
            cchnn.generate("chain_pendulum_3", small_data.root, sead=3)

    def test_programs_are_found_beside_the_package_and_where_a_variable_says(self):
        chosen = os.environ["CCHNN_BIN"]
        self.assertEqual(find_program("cchnn-gen"), os.path.join(chosen, "cchnn-gen"))
        with mock.patch.dict(os.environ, {"CCHNN_BIN": str(small_data.root)}):
            with self.assertRaisesRegex(FileNotFoundError, "which CCHNN_BIN names"):
                find_program("cchnn-gen")
        with mock.patch.dict(os.environ, {"CCHNN_BIN": "", "PATH": chosen}):
            self.assertEqual(find_program("cchnn-eval"), os.path.join(chosen, "cchnn-eval"))
        with mock.patch.dict(os.environ, {"CCHNN_BIN": "", "PATH": ""}):
            with self.assertRaisesRegex(FileNotFoundError, "cchnn-other: is not on the PATH, nor in .*build/bin"):
                find_program("cchnn-other")


class Package(unittest.TestCase):
    def test_its_version_is_that_of_the_programs(self):
        self.assertIn(cchnn.__version__, cchnn.run("cchnn-eval", "--version"))

    def test_it_is_typed(self):
        package = pathlib.Path(cchnn.__file__).parent
        self.assertTrue((package / "py.typed").exists())
        functions = 0
        for file in package.glob("*.py"):
            for node in ast.walk(ast.parse(file.read_text())):
                if isinstance(node, ast.FunctionDef):
                    functions += 1
                    arguments = node.args.posonlyargs + node.args.args + node.args.kwonlyargs
                    untyped = [a.arg for a in arguments if a.annotation is None and a.arg != "self"]
                    self.assertTrue(node.returns is not None and not untyped, f"{file.name}: {node.name} {untyped}")
        self.assertGreater(functions, 50)

    def test_what_it_offers_is_documented(self):
        for name in cchnn.__all__:
            self.assertTrue(name == "__version__" or getattr(cchnn, name).__doc__, f"{name} has no docstring")
