"""pip install ./apps/python: the backend in the tree needs nothing but Python, and the package finds the programs of its clone."""
import os
import pathlib
import subprocess
import sys
import tarfile
import unittest
import zipfile
from unittest import mock

import small_data

SOURCE = small_data.source / "apps/python"
sys.path.append(str(SOURCE))
import wheel_backend  # noqa: E402


def place(name):
    made = small_data.root / name
    made.mkdir(exist_ok=True)
    return made


class Backend(unittest.TestCase):
    def test_it_reads_the_project_as_a_reader_of_toml_does(self):
        try:
            import tomllib
        except ImportError:
            self.skipTest("tomllib is in Python 3.11")
        whole = tomllib.loads((SOURCE / "pyproject.toml").read_text("utf-8"))
        self.assertEqual(wheel_backend.project(), whole["project"])
        self.assertEqual(whole["build-system"], {"requires": [], "build-backend": "wheel_backend", "backend-path": ["."]})

    def test_the_citation_names_the_version(self):
        lines = (small_data.source / ".github/CITATION.cff").read_text("utf-8").splitlines()
        self.assertIn(f"version: {wheel_backend.version()}", lines)

    def test_a_wheel_has_the_package_and_what_pip_needs(self):
        first, second = (place(name) / wheel_backend.build_wheel(str(place(name))) for name in ("first", "second"))
        self.assertEqual(first.read_bytes(), second.read_bytes())
        with zipfile.ZipFile(first) as wheel:
            names = wheel.namelist()
            for name in ("__init__.py", "options.py", "py.typed", "baselines.json"):
                self.assertEqual(wheel.read(f"cchnn/{name}"), (SOURCE / "cchnn" / name).read_bytes())
            self.assertEqual(wheel.read("cchnn/clone.txt").decode(), f"{small_data.source}\n")
            metadata = wheel.read(next(name for name in names if name.endswith("METADATA"))).decode()
            record = wheel.read(next(name for name in names if name.endswith("RECORD"))).decode().splitlines()
        self.assertEqual([line.split(",")[0] for line in record], names)
        for line in ("Name: cchnn", f"Version: {wheel_backend.version()}", "Requires-Dist: numpy", 'Requires-Dist: torch; extra == "torch"'):
            self.assertIn(f"\n{line}\n", f"\n{metadata}")
        self.assertNotIn("h5py", metadata)

    def test_the_package_of_a_wheel_runs_the_programs_of_its_clone_or_says_how_to_build_them(self):
        at = place("installed")
        clone = place("clone")
        with zipfile.ZipFile(at / wheel_backend.build_wheel(str(at))) as wheel:
            wheel.extractall(at)
        (at / "cchnn/clone.txt").write_text(f"{clone}\n")
        environment = {**os.environ, "PYTHONPATH": str(at), "PATH": "", "CCHNN_BIN": "", "PYTHONDONTWRITEBYTECODE": "1"}

        def call(code):
            done = subprocess.run([sys.executable, "-c", f"import cchnn\n{code}"], env=environment, capture_output=True, text=True)
            return done.stdout + done.stderr
        self.assertIn(f"cchnn-gen: is not on the PATH, nor in {clone}/build/bin; run apps/quickstart.sh in a clone",
                      call("cchnn.systems()"))
        (clone / "build").mkdir()
        os.symlink(os.environ["CCHNN_BIN"], clone / "build/bin")
        self.assertIn("True", call("print('kepler' in cchnn.systems())"))

    def test_sources_and_editable_installations(self):
        at = place("others")
        with tarfile.open(at / wheel_backend.build_sdist(str(at))) as archive:
            names = archive.getnames()
        for name in ("pyproject.toml", "wheel_backend.py", "PKG-INFO", "cchnn/__init__.py", "cchnn/baselines.json"):
            self.assertIn(f"cchnn-{wheel_backend.version()}/{name}", names)
        with zipfile.ZipFile(at / wheel_backend.build_editable(str(at))) as wheel:
            self.assertEqual(wheel.read("cchnn.pth").decode(), f"{SOURCE}\n")

    def test_sources_without_a_clone_make_a_wheel_without_its_place(self):
        at = place("alone")
        with mock.patch.object(wheel_backend, "BUILD", "apps/nothing.sh"):
            with zipfile.ZipFile(at / wheel_backend.build_wheel(str(at))) as wheel:
                self.assertNotIn("cchnn/clone.txt", wheel.namelist())

    def test_pip_installs_it_without_a_network(self):
        env = small_data.root / "env"
        if subprocess.run([sys.executable, "-m", "venv", "--system-site-packages", env], capture_output=True).returncode != 0:
            self.skipTest("venv is not there (Debian: python3-venv)")
        done = subprocess.run([env / "bin/pip", "install", "--no-index", "--no-cache-dir", "--disable-pip-version-check", SOURCE],
                              capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        said = subprocess.run([env / "bin/python", "-c", "import cchnn; print(cchnn.__file__)"], capture_output=True, text=True,
                              cwd=small_data.root).stdout
        self.assertTrue(pathlib.Path(said.strip()).is_relative_to(env), said)
