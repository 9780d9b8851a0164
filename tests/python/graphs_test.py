"""The graph of a system holds all of it: what changes an acceleration changes the graph, for an example of each kind."""
import copy
import json
import re
import unittest

import numpy as np

import cchnn
from small_data import source

EXAMPLES = (source / "tests/elements/example_of_each_kind.hpp").read_text()
SYSTEM = json.loads((source / "schemas/system.schema.json").read_text())
KINDS = [kind for part in ("constraint", "potential", "damping") for kind in SYSTEM["definitions"][part]["properties"]["type"]["enum"]]
SOLID = {"type": "Obj3D", "mass": 1.5, "second_moments": [0.2, 0.3, 0.5]}
AXIS = [[0.6, 0, 0.8], [0, 1, 0]]
POINT = [0.1, 0.4, -0.3]


def example(bodies, dimension=3, **items):
    starts = {one["id"]: {"position": [0.3 * k - 0.4, 0.7, 0.2 * k][:dimension]} for k, one in enumerate(bodies) if one["type"] != "Origin"}
    return {"name": "one_kind", "dimension": dimension, "bodies": copy.deepcopy(bodies), **copy.deepcopy(items),
            "initial_conditions": {"bodies": starts}}


def points(**items):
    return example([{"id": "o", "type": "Origin", "position": [0.3, -0.2, 0.1], "mass": 2}, {"id": "a", "type": "Obj0D", "mass": 1.5},
                    {"id": "b", "type": "Obj0D", "mass": 0.7}], **items)


def solids(**items):
    return example([{"id": "o", "type": "Origin", "position": [0.3, -0.2, 0.1]}, {"id": "a", **SOLID},
                    {"id": "b", "type": "Obj3D", "mass": 0.7, "second_moments": [0.1, 0.2, 0.15]},
                    {"id": "c", "type": "Obj3D", "mass": 0.9, "second_moments": [0.3, 0.2, 0.25]}], **items)


def held(kind, **more):
    return solids(constraints=[{"type": kind, "between": ["o", {"body": "a", "point": POINT}], **more}])


def hinged(**items):
    hinge = {"type": "Joint+Axis", "between": ["o", {"body": "a", "point": POINT}], "axis": AXIS}
    return solids(constraints=[hinge, *items.pop("constraints", [])], **items)


WHEEL = {"bodies": ["o", "a"], "axis": AXIS}
SLIDE = {"between": [{"body": "a", "point": [0.5, 0, 0]}, {"body": "c", "point": [0, 0.2, 0.1]}], "along": [0, 0.6, 0.8]}
ONE_OF_EACH = {
    "Link": points(constraints=[{"type": "Link", "between": ["o", "a"], "length": 0.9}]),
    "Joint": held("Joint"),
    "Joint+Axis": held("Joint+Axis", axis=AXIS),
    "Rolling": solids(constraints=[{"type": "Rolling", "body": "a", "radius": 0.7, "up": [0, 0.6, 0.8], "height": 0.1}]),
    "Track": points(constraints=[{"type": "Track", "points": ["a"], "curve": {
        "parameter": "u", "x": "cos(u)", "y": "2*sin(u)", "z": "u/3", "range": [-9, 9]}}]),
    "Weld": held("Weld", axis=AXIS, across=[[0, 1, 0], [0.6, 0, 0.8]]),
    "Slider": held("Slider", axis=AXIS, across=[[0, 1, 0], [0.6, 0, 0.8]]),
    "Universal": held("Universal", axis=AXIS),
    "Planar": held("Planar", axis=AXIS),
    "Parallel": solids(constraints=[{"type": "Parallel", "between": ["a", "b"], "axis": AXIS}]),
    "Rope": solids(constraints=[{"type": "Rope", "points": ["a", "o", {"body": "b", "point": POINT}, "c"], "length": 4}]),
    "Gear": hinged(constraints=[{"type": "Joint+Axis", "between": ["o", "b"], "axis": AXIS},
                                {"type": "Gear", "first": WHEEL, "second": {"bodies": ["o", "b"], "axis": AXIS}, "teeth": [20, -30], "phase": 0.3}]),
    "Rack": hinged(constraints=[{"type": "Rack", "wheel": WHEEL, "slide": SLIDE, "radius": 0.4, "phase": 0.3}]),
    "Screw": held("Screw", axis=AXIS, lead=1.5, phase=0.2),
    "SlideGear": solids(constraints=[{"type": "SlideGear", "first": {"between": ["o", {"body": "a", "point": POINT}], "along": [0.6, 0, 0.8]},
                                      "second": SLIDE, "ratio": -0.7, "offset": 0.3}]),
    "Constraint": points(constraints=[{"type": "Constraint", "points": ["a"], "constants": {"k": 0.5}, "equation": "z - k*x^2 - sin(2*y)/4"}]),
    "VelocityConstraint": points(constraints=[{"type": "VelocityConstraint", "points": ["a"], "constants": {"k": 0.7},
                                               "equation": "vz - k*y1*vx + 0.3*x*vy1"}]),
    "Gravity": points(potentials=[{"type": "Gravity", "g": 2, "up": [0, 0.6, 0.8]}]),
    "Spring": solids(potentials=[{"type": "Spring", "between": ["o", {"body": "a", "point": POINT}], "stiffness": 3, "rest_length": 0.4}]),
    "Newtonian": points(potentials=[{"type": "Newtonian", "gravitational_constant": 0.8, "bodies": ["o", "a", "b"]}]),
    "Dipole": points(potentials=[{"type": "Dipole", "body": "a", "pivot": "o", "moment": 0.5, "mu0": 1,
                                  "magnets": [{"position": [0.4, 0.9, -1], "moment": [0.1, 0.7, 0.4]}, {"position": [0, 1, 1], "moment": [1, 0, 0.2]}]}]),
    "Force": solids(potentials=[{"type": "Force", "on": {"body": "a", "point": POINT}, "force": [0.4, 0, -0.9]}]),
    "Potential": solids(potentials=[{"type": "Potential", "points": [{"body": "a", "point": POINT}, "b", "o"], "constants": {"k": 0.7},
                                     "energy": "k/r12 + 0.3*(r13 - 1.2)^2 - 0.4*x1^2*y1 + 0.2*z2"}]),
    "TorsionSpring": hinged(potentials=[{"type": "TorsionSpring", **WHEEL, "stiffness": 0.8, "rest_angle": 7}]),
    "Torque": hinged(potentials=[{"type": "Torque", **WHEEL, "torque": 0.9}]),
    "MagneticField": solids(potentials=[{"type": "MagneticField", "on": {"body": "a", "point": POINT}, "charge": 1.7, "field": [0.4, 0, 2.5]}]),
    "RotatingFrame": solids(potentials=[{"type": "RotatingFrame", "rate": [0.4, -0.2, 0.9]}]),
    "Lagrangian": example([{"id": "a", "type": "Obj0D", "mass": 1}, {"id": "b", "type": "Obj0D", "mass": 1}], 1, potentials=[
        {"type": "Lagrangian", "coordinates": ["a", "b"], "angles": ["b"], "constants": {"k": 1.5},
         "kinetic": "(ad^2 + a^2*bd^2)/2 + 0.1*ad*bd*a", "potential": "k*(a - 1.2)^2 + 0.4*cos(b)"}]),
    "Damping": points(damping=[{"type": "Damping", "body": "a", "coefficient": 0.4}, {"type": "Damping", "body": "b", "coefficient": 0.3, "about": "o"}]),
    "Drag": solids(damping=[{"type": "Drag", "on": {"body": "a", "point": POINT}, "coefficient": 0.4}]),
    "Dashpot": solids(damping=[{"type": "Dashpot", "between": ["o", {"body": "a", "point": POINT}], "coefficient": 0.8}]),
    "TorsionDamper": solids(damping=[{"type": "TorsionDamper", "bodies": ["a", "b"], "coefficient": 0.1}]),
}
PARTS = ("bodies", "constraints", "potentials", "damping")


def same(a, b):
    """Whether no array of a graph, and none of its positions of Origins, differs."""
    arrays = ("nodes", "origins", "edge_index", "edge_attr", "u")
    return all(np.array_equal(getattr(a, name), getattr(b, name)) for name in arrays)


def numbers_in(value, path=()):
    """Paths to all numbers below a value, and to those in the texts of formulas."""
    if isinstance(value, dict):
        return [one for key, part in value.items() if key not in ("id", "type") for one in numbers_in(part, (*path, key))]
    if isinstance(value, list):
        return [one for k, part in enumerate(value) for one in numbers_in(part, (*path, k))]
    if isinstance(value, str):
        return [(*path, found.span()) for found in re.finditer(r"(?<![\w.^])\d+(\.\d+)?", value)]
    return [] if isinstance(value, bool) else [path]


def nudged(system, path):
    """The system with this number 1 % larger, or 0.01 where it is 0; whole numbers by 1."""
    system = copy.deepcopy(system)
    place = system
    text = isinstance(path[-1], tuple)
    for key in path[:-2] if text else path[:-1]:
        place = place[key]
    key, value = (path[-2], None) if text else (path[-1], place[path[-1]])
    if text:
        begin, end = path[-1]
        whole = place[key]
        place[key] = whole[:begin] + repr(float(whole[begin:end]) * 1.01) + whole[end:]
    elif "teeth" in path:
        place[key] = value + 1
    else:
        place[key] = value * 1.01 or 0.01
    return system


class EachKind(unittest.TestCase):
    def test_the_examples_are_of_all_kinds(self):
        self.assertEqual(set(ONE_OF_EACH), set(KINDS))
        self.assertEqual(set(re.findall(r'^        \{"([A-Z][\w+]*)",', EXAMPLES, re.M)), set(KINDS))
        self.assertEqual({*cchnn.EDGE_KINDS, "Gravity", "RotatingFrame"} - {"Rigid", "Moves"}, set(KINDS))

    def test_each_number_changes_the_graph(self):
        """Also those of which no acceleration depends, so that no program needs to say which do."""
        for kind, system in ONE_OF_EACH.items():
            graph = cchnn.graph_of(system)
            for path in [one for part in PARTS for one in numbers_in(system.get(part, []), (part,))]:
                if path[-2:] == ("curve", "range") or "range" in path:
                    continue  # where the nearest point is looked for; it moves nothing
                with self.subTest(kind, path=path):
                    self.assertFalse(same(graph, cchnn.graph_of(nudged(system, path))))

    def test_each_item_and_its_kind_and_each_flag_change_the_graph(self):
        flags = [("Rolling", {"upright": False}), ("Slider", {"turn": True}), ("Force", {"frame": "body"})]
        for kind, system in ONE_OF_EACH.items():
            graph = cchnn.graph_of(system)
            for part in PARTS[1:]:
                for k in range(len(system.get(part, []))):
                    less = copy.deepcopy(system)
                    del less[part][k]
                    self.assertFalse(same(graph, cchnn.graph_of(less)), (kind, part, k))
        for kind, flag in flags:
            other = copy.deepcopy(ONE_OF_EACH[kind])
            for part in PARTS[1:]:
                for item in other.get(part, []):
                    item.update(flag if item["type"] == kind else {})
            self.assertFalse(same(cchnn.graph_of(ONE_OF_EACH[kind]), cchnn.graph_of(other)), flag)
        graphs = [cchnn.graph_of(held(kind, axis=AXIS)) for kind in ("Joint+Axis", "Weld", "Slider", "Universal", "Planar", "Parallel")]
        self.assertFalse(any(same(a, b) for k, a in enumerate(graphs) for b in graphs[:k]))

    def test_the_order_of_the_ends_of_an_item_changes_the_graph_where_it_matters(self):
        for kind, key in (("TorsionSpring", "bodies"), ("Torque", "bodies"), ("Rope", "points"), ("Slider", "between")):
            other = copy.deepcopy(ONE_OF_EACH[kind])
            for part in PARTS[1:]:
                for item in other.get(part, []):
                    if item["type"] == kind:
                        item[key] = item[key][1:] + item[key][:1]
            self.assertFalse(same(cchnn.graph_of(ONE_OF_EACH[kind]), cchnn.graph_of(other)), kind)

    def test_a_turned_and_a_shifted_system_have_other_graphs(self):
        turn = np.array([[0, -1, 0], [1, 0, 0], [0, 0, 1]])
        for kind in ("Gravity", "Force", "MagneticField", "RotatingFrame", "Dipole", "Spring"):
            system, origin = copy.deepcopy(ONE_OF_EACH[kind]), ONE_OF_EACH[kind]["bodies"][0]["position"]
            for item in system["potentials"]:
                for key in ("up", "force", "field", "rate"):
                    if key in item:
                        item[key] = (turn @ item[key]).tolist()
                for magnet in item.get("magnets", []):
                    magnet.update(position=(turn @ magnet["position"]).tolist(), moment=(turn @ magnet["moment"]).tolist())
            system["bodies"][0]["position"] = (turn @ origin).tolist()
            graph = cchnn.graph_of(system)
            self.assertFalse(same(cchnn.graph_of(ONE_OF_EACH[kind]), graph), kind)
            system["bodies"][0]["position"][0] += 1
            self.assertFalse(same(cchnn.graph_of(system), graph), kind)


class AsThePrograms(unittest.TestCase):
    def accelerations(self, system, x, v, beside):
        with cchnn.System(system) as held:
            return held.acceleration(x, v, **beside)

    def test_what_changes_accelerations_changes_the_graph(self):
        """Examples of C++ as the program writes them out; of each kind the first and the last number of its item, nudged."""
        bodies = {"Force": points(potentials=ONE_OF_EACH["Gravity"]["potentials"] + [{"type": "Force", "on": "a", "force": [0.4, 0, -0.9]}]),
                  "Damping": ONE_OF_EACH["Damping"], "Dipole": ONE_OF_EACH["Dipole"], "Potential": ONE_OF_EACH["Potential"],
                  "Newtonian": ONE_OF_EACH["Newtonian"], "MagneticField": ONE_OF_EACH["MagneticField"]}
        random = np.random.default_rng(1)
        for kind, system in bodies.items():
            with cchnn.System(system) as one:
                x, v = random.normal(size=(2, *one.shape))
                before, graph = one.acceleration(x, v), cchnn.graph_of(one)
            part = next(part for part in ("damping", "potentials") if part in system)
            for path in numbers_in(system[part], (part,))[::4]:
                other = nudged(system, path)
                with self.subTest(kind, path=path), cchnn.System(other) as one:
                    if not np.array_equal(before, one.acceleration(x, v)):
                        self.assertFalse(same(graph, cchnn.graph_of(one)))


if __name__ == "__main__":
    unittest.main()
