"""The programs from Python: options as keywords, reports as dictionaries, errors with the program's own text."""
import ast
import io
import json
import os
import pathlib
import signal
import subprocess
import sys
import time
import unittest
from unittest import mock

import cchnn
import small_data
from cchnn import programs
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
        same = cchnn.score(cchnn.Dataset(test), rollout, bootstrap=0, preset="published", group=True)
        self.assertEqual(same["submissions"], report["submissions"])

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


class Places(unittest.TestCase):
    """generate returns where its data are, whatever names the system."""

    tiny = dict(train=1, valid=0, test=0, steps=9, bound="off", refine="off", lyapunov=False)

    def test_a_file_of_any_name_is_called_as_it_says(self):
        text = json.dumps({**small_data.test("chain_pendulum_1").system, "name": "own_pendulum"})
        for name in ("no_ending", "own.json"):
            (small_data.root / name).write_text(text)
            place = cchnn.generate(small_data.root / name, small_data.root / "of_files", force=True, **self.tiny)
            self.assertEqual(place, small_data.root / "of_files/own_pendulum")
            self.assertTrue((place / "train.h5").exists())

    def test_of_a_group_it_is_the_directory_of_all(self):
        place = cchnn.generate("peers", small_data.root / "group", **self.tiny)
        self.assertEqual(place, small_data.root / "group")
        self.assertGreater(len(list(place.glob("*/train.h5"))), 3)

    def test_a_report_may_be_written_besides(self):
        report = small_data.root / "report.json"
        place = cchnn.generate("chain_pendulum_1", small_data.root / "reported", json=report, **self.tiny)
        self.assertEqual(place, small_data.root / "reported/chain_pendulum_1")
        self.assertEqual(json.loads(report.read_text())["verdict"], "done")


class Terminal(io.StringIO):
    def isatty(self):
        return True


# As long as nobody ends it.
ENDLESS = dict(train=10**9, valid=0, test=0, threads=1, force=True)


class Progress(unittest.TestCase):
    def shown_on(self, stderr, **options):
        with mock.patch.object(sys, "stderr", stderr):
            cchnn.generate("chain_pendulum_5", small_data.root / "progress", force=True, threads=1, train=6000, valid=0,
                           test=0, bound="off", lyapunov=False, **options)
        return stderr.getvalue()

    def test_a_terminal_shows_it_and_is_left_clean(self):
        shown = self.shown_on(Terminal())
        # Which work is at hand when a line is due depends on the machine.
        self.assertRegex(shown, r"\r\x1b\[Kchain_pendulum_5  .*(drawing|integrating|sampling|writing)")
        self.assertTrue(shown.endswith("\r\x1b[K"), repr(shown[-80:]))
        self.assertEqual(self.shown_on(Terminal(), quiet=True), "")
        self.assertEqual(self.shown_on(io.StringIO()), "")

    def test_a_notebook_gets_lines_that_cover_the_last_one(self):
        stream = type("OutStream", (io.StringIO,), {"__module__": "ipykernel.iostream"})()
        lines = self.shown_on(stream).split("\r")
        self.assertGreater(len(lines), 2)
        self.assertTrue(any("chain_pendulum_5" in line for line in lines))
        self.assertNotIn("\x1b", "".join(lines))
        self.assertEqual(lines[-1], "")
        self.assertEqual(len(lines[-2]), len(lines[-3]))  # blanks over all of the last line

    def test_an_error_is_the_programs_text_beside_it(self):
        with mock.patch.object(sys, "stderr", Terminal()) as stderr:
            with self.assertRaises(cchnn.ProgramError) as caught:
                cchnn.generate("chain_pendulum_1", small_data.root / "failing", states="nowhere.json")
            self.assertRegex(str(caught.exception), "^cchnn-gen: .*nowhere.json")
            self.assertNotIn("\r", str(caught.exception))
            self.assertNotIn("cchnn-gen: ", stderr.getvalue())

    def test_messages_and_lines_of_progress_are_told_apart_wherever_the_pipe_cuts_them(self):
        said = "a: hint\n\r\x1b[Kwork 1/2\r\x1b[Kwork 2/2 \u00e9\r\x1b[Ka: wrong\na: more\n".encode()
        for size in range(1, len(said) + 1):
            for stderr in (Terminal(), io.StringIO()):
                with mock.patch.object(sys, "stderr", stderr):
                    display = programs._Display()
                    for begin in range(0, len(said), size):
                        display.read(said[begin:begin + size])
                    self.assertEqual(display.messages(), "a: hint\na: wrong\na: more\n")
                self.assertNotIn("wrong\n", stderr.getvalue())


def children_of(pid):
    """Processes that run cchnn-gen."""
    found = []
    for place in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            name, rest = (place / "stat").read_text().split("(", 1)[1].rsplit(") ", 1)
            if name == "cchnn-gen" and int(rest.split()[1]) == pid:
                found.append(int(place.name))
        except (OSError, IndexError):
            pass
    return found


def wait_for(what):
    """A machine may be slow; a test that hangs ends."""
    end = time.monotonic() + 120
    while not what():
        if time.monotonic() > end:
            raise AssertionError("it did not happen in two minutes")
        time.sleep(0.05)


def is_gone(pid):
    try:
        return (pathlib.Path("/proc") / str(pid) / "stat").read_text().rsplit(") ", 1)[1][0] == "Z"
    except OSError:
        return True


class Ending(unittest.TestCase):
    """Python that ends takes the program with it."""

    def ended_by(self, number, program):
        script = f"import sys, signal, threading\nsys.path.insert(0, {str(small_data.source / 'apps/python')!r})\n" \
                 f"import cchnn\n" \
                 f"def work(): cchnn.generate('chain_pendulum_5', {str(small_data.root / 'endless')!r}, **{ENDLESS!r})\n"
        python = subprocess.Popen([sys.executable, "-c", script + program], stdout=subprocess.PIPE,
                                  stderr=subprocess.PIPE, text=True)
        try:
            wait_for(lambda: children_of(python.pid) or python.poll() is not None)
            children = children_of(python.pid)
            self.assertEqual(len(children), 1, "" if python.poll() is None else python.stderr.read())
            python.send_signal(number)
            wait_for(lambda: is_gone(children[0]))
            output, errors = python.communicate(timeout=120)
        finally:
            python.kill()
        return python.returncode, output, errors

    def test_by_signals_that_it_does_not_hear_of(self):
        for number in (signal.SIGTERM, signal.SIGKILL, signal.SIGHUP):
            with self.subTest(number.name):
                self.assertEqual(self.ended_by(number, "work()")[0], -number)

    def test_out_of_a_thread(self):
        code, _, _ = self.ended_by(signal.SIGTERM, "thread = threading.Thread(target=work)\nthread.start()\nthread.join()")
        self.assertEqual(code, -signal.SIGTERM)

    def test_by_an_interrupt_and_by_what_a_handler_raises_and_the_program_ends_first(self):
        code, _, errors = self.ended_by(signal.SIGINT, "work()")
        self.assertEqual(code, -signal.SIGINT)
        self.assertIn("KeyboardInterrupt", errors)
        handler = "signal.signal(signal.SIGTERM, lambda *_: sys.exit(7))\n"
        code, output, _ = self.ended_by(signal.SIGTERM, handler + "try: work()\nfinally: print('tidied up')")
        self.assertEqual((code, output), (7, "tidied up\n"))

    def test_a_program_started_by_a_script_goes_on(self):
        script = small_data.root / "bin"
        script.mkdir(exist_ok=True)
        (script / "cchnn-gen").write_text(f"#!/bin/bash\n{find_program('cchnn-gen')} \"$@\"\nexit $?\n")
        (script / "cchnn-gen").chmod(0o755)
        with mock.patch.dict(os.environ, {"CCHNN_BIN": str(script)}):
            self.assertIn(cchnn.__version__, cchnn.run("cchnn-gen", "--version"))


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
