"""The graph of a system holds all of it: what changes an acceleration changes the graph, for an example of each kind."""
import copy
import json
import pathlib
import re
import tempfile
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
    starts = {one["id"]: {"position": [0.3 * k - 0.4, 0.7, 0.2 * k][:dimension],
                          **({"euler_zxz": [0.3, 0.9, -0.4]} if one["type"] == "Obj3D" else {})}
              for k, one in enumerate(bodies) if one["type"] != "Origin"}
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


def drops(system):
    """The system without one key of an item, for each key, and with the first and the last number of each item nudged."""
    for part in PARTS[1:]:
        for k, item in enumerate(system.get(part, [])):
            for key in item:
                if key != "type":
                    less = copy.deepcopy(system)
                    del less[part][k][key]
                    yield (part, k, key), less
            paths = numbers_in(item, (part, k))
            yield from [(path, nudged(system, path)) for path in paths[:1] + paths[-1:]]


class AsThePrograms(unittest.TestCase):
    def accelerations(self, system):
        """At the same two states for systems of one size; None of files that the program refuses."""
        try:
            with cchnn.System(system) as one:
                x, v = np.random.default_rng(1).normal(size=(2, 2, *one.shape))
                beside = {name: np.zeros(one.info[name + "s"]) for name in ("track_parameter", "counted_angle") if one.info[name + "s"]}
                return one.acceleration(x, v, **beside), one.info["system"]
        except (cchnn.ProgramError, cchnn.DataError):
            return None

    def test_what_changes_accelerations_changes_the_graph(self):
        changed = set()
        for kind, system in ONE_OF_EACH.items():
            before, written_out = self.accelerations(system)
            graph = cchnn.graph_of(system)
            self.assertTrue(same(graph, cchnn.graph_of(written_out)), kind)
            for what, other in drops(system):
                after = self.accelerations(other)
                if after is not None and not np.array_equal(before, after[0]):
                    changed.add(kind)
                    self.assertFalse(same(graph, cchnn.graph_of(after[1])), (kind, what))
        # Lengths and offsets have no part in accelerations, and axes that are nudged are no unit vectors, which is refused.
        self.assertGreater(len(changed), 25, set(KINDS) - changed)

    def test_edges_and_numbers_are_those_of_a_dataset(self):
        with tempfile.TemporaryDirectory() as scratch:
            for system in (
                    points(potentials=[item for kind in ("Gravity", "Newtonian", "Dipole") for item in ONE_OF_EACH[kind]["potentials"]],
                           damping=ONE_OF_EACH["Damping"]["damping"], constraints=ONE_OF_EACH["Link"]["constraints"]),
                    hinged(potentials=[item for kind in ("Spring", "Force", "TorsionSpring", "Torque", "MagneticField")
                                       for item in ONE_OF_EACH[kind]["potentials"]],
                           damping=[item for kind in ("Drag", "Dashpot", "TorsionDamper") for item in ONE_OF_EACH[kind]["damping"]])):
                file = pathlib.Path(scratch) / "one_kind.json"
                file.write_text(json.dumps({**system, "sampling": {"dt": 0.01, "steps": 3}}))
                data = cchnn.Dataset(cchnn.generate(file, scratch, train=0, valid=0, test=1, bound="off", refine="off", force=True), "test")
                self.compare(data)

    def compare(self, data):
        graph = cchnn.graph_of(data.system)
        anchors = [body.number for body in data.bodies if body.is_anchor]
        node = {body.number: body.nodes[0] if body.nodes else data.x.shape[2] + anchors.index(body.number) for body in data.bodies}
        rows = [dict(zip(cchnn.EDGE_COLUMNS, row)) for row in graph.edge_attr]
        for edge in data.edges:
            if edge.kind in ("Gravity", "Rigid"):
                continue
            b = edge.body_b if edge.body_b >= 0 else edge.body_a
            own = [row for row, ends in zip(rows, graph.edge_index.T) if row[edge.kind] and tuple(ends) == (node[edge.body_a], node[b])]
            wanted = dict(edge.numbers)
            for name, body, point in (("a", edge.body_a, edge.point_a), ("b", edge.body_b, edge.point_b)):
                if body >= 0 and not data.bodies[body].is_anchor:
                    wanted.update({f"point_{name}_{axis}": entry for axis, entry in enumerate(point, 1)})
            self.assertLessEqual(set(wanted), set(cchnn.EDGE_COLUMNS))
            self.assertTrue(any(all(row[name] == value for name, value in wanted.items()) for row in own), (edge, own))
        for body in data.bodies:
            row = dict(zip(cchnn.NODE_COLUMNS, graph.nodes[node[body.number]]))
            self.assertEqual((row[body.type], row["mass"]), (1, body.mass))
            self.assertEqual([row[f"second_moments_{axis}"] for axis in (1, 2, 3)][:len(body.nodes)],
                             body.second_moments.tolist()[:len(body.nodes)])


class Page(unittest.TestCase):
    def test_the_columns_are_those_of_the_page_in_its_order(self):
        """Names of the tables are found one after the other among the columns, and a row without dots has all from first to last."""
        page = (source / "schemas/corpus.md").read_text().split("\n## Graphs\n")[1].split("\n## ")[0]
        tables = [re.findall(r"^\| (`.*?) \| ", table, re.M) for table in re.split(r"^\|(?:---\|)+$", page, flags=re.M)[1:]]
        for columns, rows in zip((cchnn.NODE_COLUMNS, cchnn.EDGE_COLUMNS, cchnn.GRAPH_COLUMNS), tables):
            place = -1
            for row in rows:
                names, begin = re.findall("`([^`]+)`", row.split("; the same")[0]), place + 1
                for name in names:
                    self.assertGreater(columns.index(name), place, name)
                    place = columns.index(name)
                if "..." not in row:
                    self.assertEqual(list(columns[begin:place + 1]), names)
                self.assertEqual(columns[begin], names[0])
                while place + 1 < len(columns) and "..." in row and self.goes_on(columns[place + 1], row):
                    place += 1
            self.assertEqual(place, len(columns) - 1)
        for columns in (cchnn.NODE_COLUMNS, cchnn.EDGE_COLUMNS, cchnn.GRAPH_COLUMNS):
            self.assertEqual(len(columns), len(set(columns)))
            self.assertIn(str(len(columns)), page)
        self.assertIn(f"`cchnn.GRAPH_VERSION` is {cchnn.GRAPH_VERSION} ", page)

    @staticmethod
    def goes_on(column, row):
        """Whether the dots of a row mean this column: the same name along another axis, or of another end."""
        stems = {re.sub(r"_(a|b|[xyz]|\d|sin)(?=_|$)", "", name) for name in re.findall("`([^`]+)`", row)}
        return re.sub(r"_(a|b|[xyz]|\d|sin)(?=_|$)", "", column) in stems


class Formulas(unittest.TestCase):
    def row(self, energy, points_of=("a", "o"), **constants):
        graph = cchnn.graph_of(points(potentials=[{"type": "Potential", "points": list(points_of), "constants": constants, "energy": energy}]))
        rows = [{name: value for name, value in zip(cchnn.EDGE_COLUMNS, row) if value} for row in graph.edge_attr]
        return [{name: value for name, value in row.items() if name not in ("Potential", "place_a", "place_b")} for row in rows], graph

    def test_polynomials_are_coefficients(self):
        rows, graph = self.row("q/r - k*(r - 2)^2/2", q=-3, k=4)
        self.assertEqual(rows, [{"r^-1": -3, "r^2": -2, "r^1": 8, "constant": -8}] * 2)
        self.assertEqual(graph.not_expressible, ())
        rows, graph = self.row("4*e*((s/r)^12 - (s/r)^6)", e=2, s=1)
        self.assertEqual(rows, [{"r^-12": 8, "r^-6": -8}] * 2)
        rows, _ = self.row("-x^2 + sqrt(4)*x1*y*z - pi*y^-1*y^2", ["a"])
        self.assertEqual(rows, [{"x^2": -1, "x y z": 2, "y": -np.pi}])
        rows, _ = self.row("lambda*r13 + z2", ["a", "b", "o"], **{"lambda": 5})
        self.assertEqual(rows, [{}, {"r^1": 5}, {}, {}, {"r^1": 5}, {}, {"z": 1}])

    def test_others_have_a_number_and_are_named(self):
        for text in ("sin(r)", "cos(r)", "r^5", "x1*x2", "1/(1 + r)", "x^4", "(r + 1)^1000"):
            rows, graph = self.row(text)
            self.assertEqual(graph.not_expressible, ("/potentials/0/energy",), text)
            self.assertEqual([set(row) for row in rows], [{"formula"}] * 2)
        self.assertNotEqual(self.row("sin(k*r)", k=1)[0], self.row("sin(k*r)", k=1.01)[0])

    def test_curves_of_recipes_and_polynomials_are_coefficients(self):
        curve = {"parameter": "s", "x": "s", "y": "1 - s^2/2", "z": "0", "range": [-1, 1]}
        graph = cchnn.graph_of(points(constraints=[{"type": "Track", "points": ["a"], "curve": curve}]))
        row = {name: value for name, value in zip(cchnn.EDGE_COLUMNS, graph.edge_attr[0]) if value}
        self.assertEqual(row, {"Track": 1, "curve_x_1": 1, "curve_y_0": 1, "curve_y_2": -0.5})
        curve.update(x="0.5 + 0.3*s - 0.4*sin(s/1.6)", y="2*s + sin(s/1.6)")
        graph = cchnn.graph_of(points(constraints=[{"type": "Track", "points": ["a"], "curve": curve}]))
        row = {name: value for name, value in zip(cchnn.EDGE_COLUMNS, graph.edge_attr[0]) if value}
        self.assertEqual(row, {"Track": 1, "curve_x_0": 0.5, "curve_x_1": 0.3, "curve_x_sin": -0.4, "curve_y_1": 2, "curve_y_sin": 1,
                               "curve_rate": 1 / 1.6})
        for other in ({"x": "cos(s)"}, {"x": "sin(2*s)"}, {"x": "sin(s/1.6)^2"}, {"x": "s^4"}, {"x": "s*sin(s/1.6)"}, {"x": "1/s"}):
            graph = cchnn.graph_of(points(constraints=[{"type": "Track", "points": ["a"], "curve": {**curve, **other}}]))
            self.assertEqual(graph.not_expressible, ("/constraints/0/curve",), other)


class Others(unittest.TestCase):
    def test_inputs_and_moving_origins_are_in_the_graph(self):
        system = points(potentials=[{"type": "Force", "on": "a", "force": [1, 0, 0], "input": "push"}])
        system["inputs"] = [{"id": "push", "formula": "sin(t)"}, {"id": "shake", "formula": "cos(t)"}]
        system["bodies"][0]["moves"] = [{"along": [0, 0.2, 0], "input": "shake"}]
        graph = cchnn.graph_of(system)
        self.assertEqual(set(graph.not_expressible), {"/inputs/0/formula", "/inputs/1/formula"})
        for change in (lambda s: s["bodies"][0]["moves"][0].update(along=[0, 0.3, 0]), lambda s: s["bodies"][0].pop("moves"),
                       lambda s: s["inputs"][0].update(formula="sin(2*t)"), lambda s: s["potentials"][0].update(input="shake"),
                       lambda s: s["potentials"][0].pop("input")):
            other = copy.deepcopy(system)
            change(other)
            self.assertFalse(same(graph, cchnn.graph_of(other)))

    def test_moments_of_inertia_are_second_moments(self):
        inertia = example([{"id": "a", "type": "Obj3D", "mass": 2, "inertia": [3, 4, 5]}])
        row = dict(zip(cchnn.NODE_COLUMNS, cchnn.graph_of(inertia).nodes[0]))
        self.assertEqual([row[f"second_moments_{axis}"] for axis in (1, 2, 3)], [1.5, 1, 0.5])

    def test_what_is_not_written_out_is_an_error_that_says_what_to_do(self):
        repeated = points(constraints=[{"repeat": {"i": [1, 2]}, "type": "Link", "between": ["o", "a"], "length": 1}])
        drawn = points(constraints=[{"type": "Link", "between": ["o", "a"], "length": {"uniform": {"low": 1, "high": 2}}}])
        for system, said in ((repeated, "/constraints/0/repeat: is not written out; take the system of a dataset"),
                             (drawn, "/constraints/0/length: {'uniform': .*} is not a number; a graph has the numbers of one trajectory")):
            with self.assertRaisesRegex(cchnn.DataError, said):
                cchnn.graph_of(system)

    def test_a_built_in_system_is_written_out_by_the_program(self):
        graph = cchnn.graph_of("chain_pendulum_2")
        self.assertEqual(len(graph.nodes), 3)
        self.assertEqual([cchnn.EDGE_KINDS[kind] for kind in graph.edge_kind], ["Link"] * 4)
        self.assertEqual(dict(zip(cchnn.GRAPH_COLUMNS, graph.u))["gravity_y"], -9.81)


if __name__ == "__main__":
    unittest.main()
