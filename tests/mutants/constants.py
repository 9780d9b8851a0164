#!/usr/bin/env python3
"""Is a constant of the engine that is off by 1e-12 noticed by cchnn-gen audit?

    tests/mutants/constants.py build

Each change is made in a copy of a file of the library, compiled as the build directory compiles them, and linked to a
cchnn-gen of its own, which generates a small set with --refine 1e-16: its bounds are far below 1e-12. The program as it is
audits that set. The motion must be found beyond its bounds wherever it depends on the constant, and must not where it does
not: masses that are all greater by the same part fall as before, and the audit fails by the stored mass matrix alone. Exit code 0 when it is so. Takes some minutes.
"""
import argparse
import json
import os
import re
import shlex
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True  # nothing beside the sources
from builder import ROOT, Commands  # noqa: E402

MORE = "(1 + 1e-12)"
MASS = ("lib/mechanics/plan/node_masses.cpp", "const Exact mass = body.mass,", f"const Exact mass = body.mass * {MORE},")
BODIES = ("lib/elements/parts/bodies.cpp", "body.type, body.mass,", f"body.type, body.mass * {MORE},")

# What is changed, the changes (file, text, other text), the system, and whether its motion is another one then.
CONSTANTS = [
    ("nothing", [], "chain_pendulum_2", False),
    ("masses, but not weights", [MASS], "chain_pendulum_2", True),
    ("masses and weights alike", [BODIES], "chain_pendulum_2", False),
    ("g", [("lib/elements/gravity.cpp", "* gravity.g *", f"* (gravity.g * {MORE}) *")], "chain_pendulum_2", True),
    ("sign of gravity", [("lib/elements/gravity.cpp", "-= Exact(body.mass)", "+= Exact(body.mass)")], "chain_pendulum_2", True),
    ("lengths", [("lib/elements/link.cpp", "Exact(link.length) * link.length", f"Exact(link.length) * (link.length * {MORE})")],
     "chain_pendulum_2", True),
    ("second moments", [("lib/mechanics/plan/node_masses.cpp", "const Exact moment = mass * lambda[i - 1];",
                         f"const Exact moment = mass * (lambda[i - 1] * {MORE});")], "gyroscope", True),
    ("moment of a magnet", [("lib/elements/dipole.cpp", "dipole.moment, dipole.mu0", f"dipole.moment * {MORE}, dipole.mu0")],
     "magnet_pendulum", True),
    ("stiffness of springs", [("lib/elements/terms.cpp", "else list.push_back(term_by_fields<K>(*spec, bodies));",
                               "else list.push_back(term_by_fields<K>(*spec, bodies)); "
                               f"if constexpr (std::is_same_v<K, SpringKind>) list.back().stiffness *= {MORE};")],
     "coupled_pendulum_3", True),
]


class Build:
    """The build directory, with programs that differ in a file."""

    def __init__(self, directory):
        self.directory = os.path.abspath(directory)
        self.commands = Commands(self.directory)
        done = subprocess.run(["ninja", "-C", self.directory, "-t", "commands", "bin/cchnn-gen"], capture_output=True,
                              text=True, check=True)
        self.link = shlex.split(done.stdout.strip().splitlines()[-1].split("&&")[1])

    def program(self, changes, scratch):
        """A cchnn-gen with these changes."""
        objects = []
        for number, (path, old, new) in enumerate(changes):
            source = os.path.join(ROOT, path)
            with open(source) as file:
                text = file.read()
            if text.count(old) != 1:
                sys.exit(f"{path}: holds '{old}' {text.count(old)} times, expected once")
            copy, unity, out = (os.path.join(scratch, f"{number}{name}") for name in (".cpp", ".unity.cpp", ".o"))
            command, compiled = self.commands.of(source)
            with open(copy, "w") as file:
                file.write(text.replace(old, new))
            with open(unity, "w") as file:
                file.write(compiled.replace(f'"{os.path.realpath(source)}"', f'"{copy}"'))
            words = shlex.split(command["command"])
            words = words[words[0].endswith("ccache"):words.index("-o")]
            subprocess.run([*words, "-w", "-o", out, "-c", unity], cwd=command["directory"], check=True)
            objects.append(out)
        program = os.path.join(scratch, "cchnn-gen")
        words = list(self.link)
        words[words.index("-o") + 1] = program
        at = next(i for i, word in enumerate(words) if word.endswith("libcchnn.a"))
        subprocess.run([*words[:at], *objects, *words[at:]], cwd=self.directory, check=True)
        return program


def share_within(build, program, system, scratch):
    """Of a set that `program` makes: the share of samples within their bounds, and how many trajectories were judged."""
    subprocess.run([program, "generate", system, "-o", scratch, "--train", "0", "--valid", "0", "--test", "2", "--steps", "41",
                    "--refine", "1e-16", "--force"], check=True, stdout=subprocess.DEVNULL)
    done = subprocess.run([os.path.join(build.directory, "bin", "cchnn-gen"), "audit", os.path.join(scratch, system), "--budget",
                           "600", "--json", "-"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    found = json.loads(done.stdout)
    report = found["systems"][0] if "systems" in found else found
    return done.returncode, report["share"], report["judged"]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build")
    parser.add_argument("--only", help="a regular expression of constants")
    options = parser.parse_args()
    build, failures = Build(options.build), 0
    for name, changes, system, other_motion in CONSTANTS:
        if options.only and not re.search(options.only, name):
            continue
        with tempfile.TemporaryDirectory(prefix="cchnn-constants-") as scratch:
            code, share, judged = share_within(build, build.program(changes, scratch), system, scratch)
        noticed = share < 0.999
        right = judged == 2 and noticed == other_motion and (not other_motion or code == 1)
        failures += not right
        print(f"{'' if right else 'WRONG  '}{name}, {system}: {100 * share:.1f} % of the samples within their bounds, audit "
              f"ends with {code}", flush=True)
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
