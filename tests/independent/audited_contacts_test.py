"""Audits of systems with contacts (schemas/system/contacts.md): the examples of that page, published tasks and closed contacts lie
within their bounds, and a wrong state behind an impact, a wrong restitution and a wrong loss of energy are found."""
import json
import os
import pathlib
import re
import shutil
import subprocess
import unittest

import h5py

import small_data

ROOT = pathlib.Path(__file__).resolve().parents[2]
BALL = {
    "dimension": 2, "bodies": [{"id": "ball", "type": "Obj0D", "mass": 0.1}], "potentials": [{"type": "Gravity"}],
    "contacts": [{"type": "Contact", "shape": "plane", "on": "ball", "point": [0, 0], "normal": [0, 1],
                  "restitution": {"uniform": {"low": 0.3, "high": 0.8}}}],
    "initial_conditions": {"bodies": {"ball": {"position": [0, {"uniform": {"low": 0.1, "high": 0.3}}], "velocity": [0.5, 0]}}},
    "sampling": {"dt": 0.02, "steps": 100}}
ROPE = BALL | {
    "bodies": [{"id": "hook", "type": "Origin"}] + BALL["bodies"],
    "contacts": [{"type": "Contact", "shape": "within", "between": ["ball", "hook"], "distance": 1, "restitution": 0.5}]}
# A block on two feet close to its centre: where one foot hits the floor, the other one would have to pull, and lifts off.
BLOCK = BALL | {
    "bodies": [{"id": "block", "type": "Obj1D", "mass": 1, "second_moments": ["1/12"]}],
    "contacts": [{"type": "Contact", "shape": "plane", "on": {"body": "block", "point": [foot]}, "point": [0, 0], "normal": [0, 1],
                  "restitution": 0} for foot in (-0.2, 0.2)],
    "initial_conditions": {"bodies": {"block": {"position": [0, 0.3], "angle": {"uniform": {"low": 0.2, "high": 0.6}}}}}}
# Two masses on rods whose lower end comes to rest on a floor: an inertia with four entries, and in coordinates with constraints.
LEG_IN_ANGLES = {
    "lagrangian": {"coordinates": {"a": {"angle": True}, "b": {"angle": True}}, "constants": {"g": 9.81},
                   "kinetic": "ad^2 + bd^2/2 + ad*bd*cos(a - b)", "potential": "-g*(2*cos(a) + cos(b))",
                   "contacts": [{"gap": "1.9 - cos(a) - cos(b)", "restitution": 0.4}]},
    "initial_conditions": {"a": {"uniform": {"low": 0.6, "high": 0.9}}, "b": 0.5}, "sampling": {"dt": 0.02, "steps": 100}}
LEG_IN_PLACES = LEG_IN_ANGLES | {
    "lagrangian": {"coordinates": {"x": {}, "y": {}, "u": {}, "v": {}}, "constants": {"g": 9.81},
                   "kinetic": "(xd^2 + yd^2 + ud^2 + vd^2)/2", "potential": "g*(y + v)",
                   "constraints": ["x^2 + y^2 - 1", "(u-x)^2 + (v-y)^2 - 1"],
                   "contacts": [{"gap": "v + 1.9", "restitution": 0.4}]},
    "draws": {"A": {"uniform": {"low": 0.6, "high": 0.9}}},
    "initial_conditions": {"x": "sin(A)", "y": "-cos(A)", "u": "sin(A) + sin(0.5)", "v": "-cos(A) - cos(0.5)"}}


def audited(directory, *options):
    command = [os.path.join(os.environ["CCHNN_BIN"], "cchnn-gen"), "audit", directory, "--budget", "200", "--json", "-", "-q", *options]
    done = subprocess.run(list(map(str, command)), capture_output=True, text=True)  # exit code 1 where something is found
    report = json.loads(done.stdout)
    return report["systems"][0] if report["systems"] else report["problems"]


class AuditedContacts(unittest.TestCase):
    def made(self, path, count, *options):
        place = small_data.root / "audited_contacts"
        small_data.run("cchnn-gen", "generate", path, "-o", place, "--train", 0, "--valid", 0, "--test", count, "--force", *options)
        return place / path.stem

    def own(self, name, system, count, *options):
        path = small_data.root / (name + ".json")
        path.write_text(json.dumps({"name": name} | system))
        return self.made(path, count, *options)

    def assert_within(self, report, count):
        self.assertEqual(report["verdict"], "passed")
        self.assertEqual((report["judged"], report["wholly_within"]), (count, count))
        self.assertLess(report["error_over_bound"]["max"], 1)

    def test_examples_of_the_page_lie_within_their_bounds(self):
        examples = re.findall("```json\n(.*?)```", (ROOT / "schemas/system/contacts.md").read_text(), re.DOTALL)
        self.assertGreater(len(examples), 8)
        for example in map(json.loads, examples):
            with self.subTest(example["name"]):
                self.assert_within(audited(self.own(example["name"], example, 4)), 4)

    def test_published_tasks_lie_within_their_bounds(self):
        files = sorted((ROOT / "systems/impacts").glob("*.json"))
        self.assertGreaterEqual(len(files), 8)
        for path in files:
            with self.subTest(path.stem):
                self.assert_within(audited(self.made(path, 4), "--sample", 4), 4)

    def test_contacts_that_close_and_open_lie_within_their_bounds(self):
        for name, system in (("ball_that_rests", BALL), ("slack_rope", ROPE), ("block_on_feet", BLOCK),
                             ("leg_in_angles", LEG_IN_ANGLES), ("leg_in_places", LEG_IN_PLACES)):
            with self.subTest(name):
                place = self.own(name, system, 6)
                self.assert_within(audited(place), 6)
                self.assert_within(audited(place, "--intervals", 20), 120)

    def test_the_unit_of_a_formula_does_not_matter(self):
        for name, unit in (("gap_in_micrometres", 1e6), ("gap_in_megametres", 1e-6)):
            with self.subTest(name):
                gap = {"type": "Contact", "shape": "formula", "points": ["ball"], "gap": f"{unit}*y", "restitution": 0.5}
                self.assert_within(audited(self.own(name, BALL | {"contacts": [gap]}, 4)), 4)

    def test_derivatives_are_compared_up_to_where_a_contact_stays_closed(self):
        place = self.own("ball_with_derivatives", BALL, 6, "--with", "sensitivities")
        report = audited(place)["derivatives"]
        self.assertEqual((report["judged"], report["share"]), (2, 1))
        self.assertLess(report["samples"], 2 * 99)

    def test_what_is_wrong_behind_an_impact_is_found(self):
        place = self.own("ball_to_be_changed", BALL, 4)
        report = audited(place)
        self.assert_within(report, 4)
        passes = report["work_off"]

        def changed(name, change):
            copy = small_data.root / name
            shutil.copytree(place, copy)
            with h5py.File(copy / "test.h5", "r+") as file:
                change(file)
            return audited(copy)

        def state(file):
            file["v"][2, 60, 0, 0] += 1e-6
        found = changed("changed_state", state)
        self.assertEqual((found["verdict"], found["judged"], found["wholly_within"], found["within"]), ("failed", 4, 3, 4 * 99 - 1))

        def restitution(file):
            self.assertEqual(file["system/parameters/pointer"][0], b"/contacts/0/restitution")
            file["parameters"][1, 0] *= 1 + 1e-9
        found = changed("changed_restitution", restitution)
        self.assertEqual((found["verdict"], found["judged"], found["wholly_within"]), ("failed", 4, 3))

        def loss(file):
            file["dissipated"][:, 50:] *= 1 + 1e-6
        found = changed("changed_loss", loss)
        self.assertEqual(found["wholly_within"], 4)
        self.assertGreater(found["work_off"], 1e4 * passes)
        self.assertEqual(found["verdict"], "failed")


if __name__ == "__main__":
    unittest.main()
