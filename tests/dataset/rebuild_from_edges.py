"""V, the kinetic energy and Phi of a dataset's system from /system/bodies and /system/edges alone, by the formulas of
schemas/system/, against the energies that the file stores, its states, and the rows of /system/constraints.

  rebuild_from_edges.py FILE...      prints a line a file; exit code 1 and what differs when something does
"""
import json
import sys

import h5py
import numpy as np


def texts(array):
    return list(array.asstr()[:])


class System:
    """Of one trajectory: numbers that are drawn come from its row of /parameters."""

    def __init__(self, f, trajectory=None):
        row = f["parameters"][trajectory] if trajectory is not None and "parameters" in f else None

        def drawn(values, columns):
            values = np.array(values, float)
            if row is not None:
                there = np.asarray(columns) >= 0
                values[there] = row[np.asarray(columns)[there]]
            return values

        b, e, n = f["system/bodies"], f["system/edges"], f["system/edges/numbers"]
        varied = "parameters" in f
        self.type, self.first = texts(b["type"]), b["first_node"][:]
        self.mass = drawn(b["mass"][:], b["varied_mass"][:] if varied else [])
        self.moments = drawn(b["second_moments"][:], b["varied_second_moments"][:] if varied else [])
        value, name = drawn(n["value"][:], n["varied"][:] if varied else []), texts(n["name"])
        self.edges = []
        columns = {p: i for i, p in enumerate(texts(f["system/parameters/pointer"]))} if varied else {}
        pointers, self.json = texts(e["pointer"]), json.loads(f["system/json"].asstr()[()])
        for k, kind in enumerate(texts(e["kind"])):
            mine = slice(e["first_number"][k], e["first_number"][k] + e["number_count"][k])
            edge = dict(zip(name[mine], value[mine]), kind=kind)
            for key in ("body_a", "body_b", "point_a", "point_b", "first_row", "row_count"):
                edge[key] = e[key][k]
            edge["pointer"] = pointers[k]
            for end, key in enumerate(("point_a", "point_b")):  # drawn ones by their place in the file
                places = [f"{pointers[k]}/between/{end}/point/{j}" for j in range(len(edge[key]))]
                edge[key] = drawn(edge[key], [columns.get(place, -1) for place in places])
            edge["track"] = e["track"][k] if "track" in e else -1
            edge["velocity_rows"] = e["velocity_row_count"][k] if "velocity_row_count" in e else 0
            self.edges.append(edge)
        self.d = f["x"].shape[3]
        self.moved = np.zeros(self.d)  # how far Origins are from their positions
        if "system/tracks" in f:
            self.curves = [json.loads(text) for text in texts(f["system/tracks/curve"])]

    def axes(self, body):
        return 0 if self.type[body] == "Origin" else int(self.type[body][3])

    def point(self, x, body, coordinates):
        if self.type[body] == "Origin":
            return np.array(coordinates, float) + self.moved
        c = self.first[body]
        return x[c] + sum(coordinates[i] * (x[c + 1 + i] - x[c]) for i in range(self.axes(body)))

    def move(self, f, i, k):
        """To sample k of trajectory i."""
        ids = texts(f["system/inputs/id"]) if "system/inputs" in f else []
        moves = next((body["moves"] for body in self.json["bodies"] if "moves" in body), [])
        for move in moves:
            self.moved = self.moved + np.array(move["along"], float) * f["u"][i, k, ids.index(move["input"])]

    def rate(self, v, body, coordinates):
        return np.zeros(self.d) if self.type[body] == "Origin" else self.point(v, body, coordinates)

    def turning(self, x, v, body):
        """Angular velocity, about z in a plane."""
        if self.type[body] == "Origin":
            return np.zeros(3)
        c = self.first[body]
        e, w = [np.pad(y[c + 1:c + 3] - y[c], ((0, 0), (0, 3 - self.d))) for y in (x, v)]
        if self.d == 2:
            return np.cross(e[0], w[0])
        third, third_rate = np.cross(e[0], e[1]), np.cross(w[0], e[1]) + np.cross(e[0], w[1])
        return (np.cross(e[0], w[0]) + np.cross(e[1], w[1]) + np.cross(third, third_rate)) / 2

    def direction(self, x, body, edge, name):
        u = [edge[f"{name}_{i}"] for i in range(1, 4) if f"{name}_{i}" in edge]
        if self.type[body] == "Origin":
            return np.array(u)
        c = self.first[body]
        return sum(u[i] * (x[c + 1 + i] - x[c]) for i in range(len(u)))

    def vector(self, edge, name):
        return np.array([edge[name + "_" + axis] for axis in "xyz"[:self.d]])

    def lagrangian(self, key, q, w):
        """T, V or R of the system's Lagrangian; nothing for other systems."""
        edge = next((e for e in self.edges if e["kind"] == "Lagrangian"), None)
        if edge is None:
            return None
        item = self.json["potentials"][0]
        known = dict(sin=np.sin, cos=np.cos, exp=np.exp, sqrt=np.sqrt, tanh=np.tanh, log=np.log, pi=np.pi)
        known.update({name: edge[name] for name in item.get("constants", {})})
        for name, place, rate in zip(item["coordinates"], q[:, 0], w[:, 0]):
            known.update({name: place, name + "d": rate})
        return float(eval(item.get(key, "0").replace("^", "**"), {}, known))

    def kinetic(self, x, v):
        if (forward := self.lagrangian("kinetic", x, v)) is not None:  # the part of degree 2 in the rates
            return (forward + self.lagrangian("kinetic", x, -v)) / 2 - self.lagrangian("kinetic", x, 0 * v)
        total = 0
        for body, kind in enumerate(self.type):
            if kind != "Origin":
                c = self.first[body]
                spread = sum(self.moments[body][i] * ((v[c + 1 + i] - v[c])**2).sum() for i in range(self.axes(body)))
                total += 0.5 * self.mass[body] * ((v[c]**2).sum() + spread)
        return total

    def terms(self, x, turned=None):
        """Summands of V; turned: counted angles, of which the geometry is that of x."""
        if (potential := self.lagrangian("potential", x, 0 * x)) is not None:
            yield potential
            yield -self.lagrangian("kinetic", x, 0 * x)
        written = {}  # points of each Potential
        counted = [e for kind in ("TorsionSpring", "Torque") for e in self.edges if e["kind"] == kind]
        for e in self.edges:
            if "input" in e and e["kind"] in ("Force", "Torque"):  # no V
                continue
            a = self.point(x, e["body_a"], e["point_a"])
            if e["kind"] == "Gravity":
                yield self.mass[e["body_a"]] * e["g"] * self.vector(e, "up") @ a
                continue
            if e["kind"] in ("TorsionSpring", "Torque"):
                theta = self.angle(x, e, turned[counted.index(e)])
                yield 0.5 * e["stiffness"] * (theta - e["rest_angle"])**2 if "stiffness" in e else -e["torque"] * theta
                continue
            if e["kind"] == "Force":
                yield -self.vector(e, "force") @ a
                continue
            if e["kind"] == "Potential":
                written.setdefault(e["pointer"], []).append((e, a))
                continue
            if e["kind"] == "RotatingFrame":
                c, rate = self.first[e["body_a"]], np.array([e["rate_x"], e["rate_y"], e["rate_z"]])
                for i in range(self.axes(e["body_a"]) + 1):
                    r = np.append(x[c + i] - x[c] if i else x[c], np.zeros(3 - self.d))
                    share = self.moments[e["body_a"]][i - 1] if i else 1
                    yield -0.5 * self.mass[e["body_a"]] * share * (np.cross(rate, r)**2).sum()
                continue
            if e["kind"] not in ("Spring", "Newtonian", "Dipole"):
                continue
            b = self.point(x, e["body_b"], e["point_b"])
            if e["kind"] == "Spring":
                yield 0.5 * e["stiffness"] * (np.linalg.norm(a - b) - e["rest_length"])**2
            elif e["kind"] == "Newtonian":
                yield (-e["gravitational_constant"] * self.mass[e["body_a"]] * self.mass[e["body_b"]] /
                       np.linalg.norm(a - b))
            else:
                m0 = e["moment"] * (a - b) / np.linalg.norm(a - b)
                r, m = a - self.vector(e, "magnet_position"), self.vector(e, "magnet_moment")
                field = e["mu0"] / (4 * np.pi * np.linalg.norm(r)**5) * (3 * r * (r @ m) - (r @ r) * m)
                yield -m0 @ field
        for pointer, ends in written.items():
            yield self.formula(pointer, "energy", ends[0][0], [a for _, a in ends])

    def formula(self, pointer, key, edge, points, rates=()):
        """Of an item with points, constants and a formula."""
        item = self.json[pointer.split("/")[1]][int(pointer.split("/")[2])]
        known = dict(sin=np.sin, cos=np.cos, exp=np.exp, log=np.log, sqrt=np.sqrt, tanh=np.tanh, pi=np.pi)
        known.update((name, edge[name]) for name in item.get("constants", {}))
        for prefix, vectors in (("", points), ("v", rates)):
            for i, vector in enumerate(vectors):
                for axis, entry in zip("xyz", vector):
                    known[f"{prefix}{axis}{i + 1}"] = entry
                    known.setdefault(prefix + axis, entry)
        for i, name in enumerate(item.get("names", [])):  # of coordinates in one dimension
            known[name] = points[i][0]
            if len(rates):
                known[name + "d"] = rates[i][0]
        for i, a in enumerate(points):
            for j, b in enumerate(points[i + 1:], i + 1):
                known[f"r{i + 1}{j + 1}"] = np.linalg.norm(a - b)
                known.setdefault("r", known["r12"])
        return eval(item[key].replace("^", "**"), {}, known)

    def equation(self, e, x, v=None):
        """phi/|dphi| of a Constraint, or (a . v)/|a| of a VelocityConstraint, whose first edge is e."""
        ends = [other for other in self.edges if other["pointer"] == e["pointer"]]
        points = np.array([self.point(x, end["body_a"], end["point_a"]) for end in ends])
        moves = [self.type[end["body_a"]] != "Origin" for end in ends]
        gradient = 0
        for i in np.flatnonzero(moves):
            for k in range(self.d):
                unit = np.zeros_like(points)
                unit[i, k] = 1
                if v is None:  # differences of order 6, in long double
                    at = lambda step: self.formula(e["pointer"], "equation", e, points.astype(np.longdouble) + step * unit)
                    h = np.longdouble(1e-3)
                    odd = [at(m * h) - at(-m * h) for m in (1, 2, 3)]
                    slope = (45 * odd[0] - 9 * odd[1] + odd[2]) / (60 * h)
                else:
                    slope = self.formula(e["pointer"], "equation", e, points, unit)
                gradient += slope**2
        rates = () if v is None else [self.rate(v, end["body_a"], end["point_a"]) for end in ends]
        return float(self.formula(e["pointer"], "equation", e, points, rates) / np.sqrt(gradient))

    def angle(self, x, e, turned):
        """From the directions of its two bodies; how many turns, its counted angle says."""
        def across(body, axis):
            if self.d == 2:
                m = [1, 0][:max(self.axes(body), 1) if self.type[body] != "Origin" else 2]
            else:
                axis = np.append(axis, np.zeros(3 - len(axis)))
                j = (int(np.argmax(np.abs(axis))) + 1) % 3
                m = np.eye(3)[j] - axis[j] * axis
                m = m / np.linalg.norm(m)
            return self.turned_direction(x, body, np.array(m, float))
        axis = {s: np.array([e[f"axis_{s}_{i}"] for i in (1, 2, 3) if f"axis_{s}_{i}" in e]) for s in "ab"}
        a, b = (across(e["body_" + s], axis[s]) for s in "ab")
        if self.d == 2:
            sine = a[0] * b[1] - a[1] * b[0]
        else:
            sine = self.turned_direction(x, e["body_a"], axis["a"]) @ np.cross(a, b)
        theta = np.arctan2(sine, a @ b)
        return theta + 2 * np.pi * np.round((turned - theta) / (2 * np.pi))

    def turned_direction(self, x, body, entries):
        if self.type[body] == "Origin":
            return entries
        c = self.first[body]
        axes = [x[c + i + 1] - x[c] for i in range(self.axes(body))]
        if len(axes) == 2 and self.d == 3:
            axes.append(np.cross(*axes))
        return sum(u * axis for u, axis in zip(entries, axes))

    def rows(self, e, x, s):
        """The rows of Phi of one edge, as the paper has them; of a Track the distance from the curve."""
        body = e["body_a"]
        a, c = self.point(x, body, e["point_a"]), self.first[body]
        if e["kind"] == "Rigid":
            return [((x[c + i] - x[c + j])**2).sum() - (1 if j == 0 else 2)
                    for i in range(1, self.axes(body) + 1) for j in range(i)]
        if e["kind"] == "Link":
            return [((a - self.point(x, e["body_b"], e["point_b"]))**2).sum() - e["length"]**2]
        if e["kind"] in ("Joint", "Joint+Axis"):
            rows = list(a - self.point(x, e["body_b"], e["point_b"]))
            if e["kind"] == "Joint+Axis":
                rows += list(self.direction(x, body, e, "axis_a") - self.direction(x, e["body_b"], e, "axis_b"))
            return rows
        if e["kind"] in ("Weld", "Slider", "Universal", "Planar", "Parallel"):
            return self.pair_rows(e, x, a)
        if e["kind"] == "Rope":
            points = [a]
            for i in range(1, len(e)):
                if f"via_{i}_body" in e:
                    via = int(e[f"via_{i}_body"])
                    points.append(self.point(x, via, [e[f"via_{i}_{k}"] for k in range(1, 4) if f"via_{i}_{k}" in e]))
            points.append(self.point(x, e["body_b"], e["point_b"]))
            return [sum(np.linalg.norm(p - q) for p, q in zip(points, points[1:])) - e["length"]]
        if e["kind"] == "Gear":
            second = {name.removeprefix("second_"): value for name, value in e.items() if name.startswith("second_")}
            second.update(body_a=int(second["body_a"]), body_b=int(second["body_b"]))
            p, q = (int(e[name]) // np.gcd(int(e["teeth_1"]), int(e["teeth_2"])) for name in ("teeth_1", "teeth_2"))
            off = self.angle(x, e, 0) + q / p * self.angle(x, second, 0) - e["phase"]
            return [off - 2 * np.pi / p * np.round(off * p / (2 * np.pi))]
        if e["kind"] == "Screw":
            ends = [self.point(x, e[f"body_{s}"], e[f"point_{s}"]) for s in "ab"]
            along = self.turned_direction(x, body, np.array([e[f"axis_a_{k}"] for k in (1, 2, 3)]))
            off = along @ (ends[1] - ends[0]) - e["lead"] / (2 * np.pi) * (self.angle(x, e, 0) - e["phase"])
            return [off - e["lead"] * np.round(off / e["lead"])] + self.pair_rows(dict(e, kind="Slider"), x, a)
        if e["kind"] == "Rack":
            ends = [self.point(x, int(e[f"slide_body_{s}"]), [e[f"slide_point_{s}_{k}"] for k in (1, 2, 3)
                                                             if f"slide_point_{s}_{k}" in e]) for s in "ab"]
            along = self.turned_direction(x, int(e["slide_body_a"]), np.array([e[f"along_{k}"] for k in (1, 2, 3)
                                                                              if f"along_{k}" in e]))
            off = along @ (ends[1] - ends[0]) - e["radius"] * (self.angle(x, e, 0) - e["phase"])
            return [off - 2 * np.pi * e["radius"] * np.round(off / (2 * np.pi * e["radius"]))]
        if e["kind"] == "SlideGear":
            numbers = lambda name: [e[f"{name}_{k}"] for k in (1, 2, 3) if f"{name}_{k}" in e]
            way = lambda a, p_a, b, p_b, along: (self.turned_direction(x, a, np.array(along)) @
                                                 (self.point(x, b, p_b) - self.point(x, a, p_a)))
            second = way(int(e["second_body_a"]), numbers("second_point_a"), int(e["second_body_b"]),
                         numbers("second_point_b"), numbers("second_along"))
            first = way(body, e["point_a"], e["body_b"], e["point_b"], numbers("along"))
            return [second - e["ratio"] * first - e["offset"]]
        if e["kind"] == "Constraint":
            return [self.equation(e, x)] if self.leads(e) else []
        if e["kind"] == "Rolling":
            up = self.vector(e, "up")
            if self.leans(e):
                lean = np.linalg.norm(self.in_rim(e, x))
                return [(up @ a - e["height"] - e["radius"] * lean) / np.sqrt(2)]
            rows = [up @ a - e["height"] - e["radius"]]
            if "axle_1" in e:
                rows.append(up @ self.direction(x, body, e, "axle"))
            elif self.type[body] == "Obj2D":
                rows.append(up @ np.cross(x[c + 1] - x[c], x[c + 2] - x[c]))
            return rows
        if e["kind"] == "Track":
            curve = self.curves[e["track"]]
            known = dict(sin=np.sin, cos=np.cos, exp=np.exp, sqrt=np.sqrt, tanh=np.tanh, pi=np.pi)
            known[curve["parameter"]] = s[e["track"]]
            at = [eval(curve[axis].replace("^", "**"), {}, known) for axis in "xyz"[:self.d]]
            return [np.linalg.norm(a - at)] * (self.d - 1)
        return []

    def pair_rows(self, e, x, a):
        """Of what holds two bodies by points and directions."""
        body, other = e["body_a"], e["body_b"]
        between = self.point(x, other, e["point_b"]) - a
        rows, u = list(-between), self.direction(x, body, e, "axis_a")
        if e["kind"] == "Universal":
            return rows + [u @ self.direction(x, other, e, "axis_b")]
        if e["kind"] == "Parallel":
            rows = []
        elif e["kind"] == "Planar":
            rows = [u @ between]
        elif e["kind"] == "Slider" and self.d == 2:
            rows = [u[0] * between[1] - u[1] * between[0]]
        elif e["kind"] == "Slider":
            # of numbers along the axes of the body, so that the direction is one of the body off Phi = 0 as well
            flat = [np.array([e[f"{name}_{i}"] for i in (1, 2, 3)]) for name in ("axis_a", "across_a")]
            third = {f"third_{i + 1}": c for i, c in enumerate(np.cross(*flat))}
            rows = [self.direction(x, body, e, "across_a") @ between, self.direction(x, body, third, "third") @ between]
        if "axis_b_1" in e:
            rows += list(u - self.direction(x, other, e, "axis_b"))
        if "across_b_1" in e:
            rows += list(self.direction(x, body, e, "across_a") - self.direction(x, other, e, "across_b"))
        return rows

    def leads(self, e):
        """Whether it is the first edge of its item, which has the row of an equation."""
        return next(other for other in self.edges if other["pointer"] == e["pointer"]) is e

    def leans(self, e):
        return e.get("upright", 1) == 0

    def heights(self, e, x):
        """up . e_i of the axes of a body that rolls."""
        c = self.first[e["body_a"]]
        return np.array([self.vector(e, "up") @ (x[c + i] - x[c]) for i in range(1, self.axes(e["body_a"]) + 1)])

    def in_rim(self, e, x):
        """The same without its share along the axle of a wheel."""
        heights = self.heights(e, x)
        if "axle_1" not in e:
            return heights
        axle = np.array([e[f"axle_{i}"] for i in (1, 2, 3)])
        return heights - (heights @ axle) * axle

    def slip(self, e, x, v):
        """Along the plane, of the point that touches it."""
        body, up = e["body_a"], self.vector(e, "up")
        c = self.first[body]
        heights = self.heights(e, x)
        if self.leans(e):
            heights = self.in_rim(e, x) / np.linalg.norm(self.in_rim(e, x))
        velocity = v[c] - e["radius"] * sum(heights[i - 1] * (v[c + i] - v[c]) for i in range(1, self.axes(body) + 1))
        return velocity - (up @ velocity) * up

    def loss(self, x, v):
        """Energy lost to damping a second."""
        if (twice := self.lagrangian("dissipation", x, v)) is not None:  # w . dR/dw of a quadratic R
            return 2 * twice
        total = 0
        for e in self.edges:
            if e["kind"] == "Damping":
                at, rate = x[self.first[e["body_a"]]], v[self.first[e["body_a"]]]
                if e["body_b"] >= 0:
                    r = at - e["point_b"]
                    along = (r @ rate) / (r @ r)
                    total += e["coefficient"] * ((rate - along * r)**2).sum() / (r @ r)
                else:
                    total += e["coefficient"] * (rate**2).sum()
            elif e["kind"] == "TorsionDamper":
                relative = self.turning(x, v, e["body_a"]) - self.turning(x, v, e["body_b"])
                total += e["coefficient"] * relative @ relative
            elif e["kind"] == "Drag":
                total += e["coefficient"] * np.linalg.norm(self.rate(v, e["body_a"], e["point_a"]))**3
            elif e["kind"] == "Dashpot":
                r = self.point(x, e["body_a"], e["point_a"]) - self.point(x, e["body_b"], e["point_b"])
                w = self.rate(v, e["body_a"], e["point_a"]) - self.rate(v, e["body_b"], e["point_b"])
                total += e["coefficient"] * (r @ w)**2 / (r @ r)
        return total


def constraint_rows(f, x):
    """Of kinds distance and component, as schemas/dataset.md has them; NaN of others."""
    c = f["system/constraints"]
    r = np.einsum("cn,nd->cd", c["weights"][:], x) + c["offset"][:]
    phi = np.full(len(r), np.nan)
    for k, kind in enumerate(texts(c["kind"])):
        if kind == "distance":
            phi[k] = (r[k]**2).sum() - c["length"][k]**2
        elif kind == "component":
            phi[k] = r[k, c["component"][k]]
        elif kind == "linear":
            phi[k] = r[k] @ c["normal"][k]
    return phi


def check(filename):
    wrong, compared = [], 0

    def expect(what, off, allowed):
        nonlocal compared
        compared += 1
        if not off <= allowed:
            wrong.append(f"{filename}: {what} is off by {off:.3g}, {allowed:.3g} is allowed")

    with h5py.File(filename) as f:
        owner = np.full(len(f["system/constraints/kind"]), -1)
        random = np.random.default_rng(3)
        for i in range(f["x"].shape[0]):
            system = System(f, i)
            turned = f["counted_angle"][i] if "counted_angle" in f else None
            s = f["track_parameter"][i] if "track_parameter" in f else [None] * f["x"].shape[1]
            for k in range(f["x"].shape[1]):
                x, v = f["x"][i, k], f["v"][i, k]
                system.moved = np.zeros(system.d)
                system.move(f, i, k)
                terms = list(system.terms(x, None if turned is None else turned[k]))
                kinetic = system.kinetic(x, v)
                scale = kinetic + sum(map(abs, terms))
                # Sums of a few products in doubles, in another order than the program's.
                expect(f"energy[{i}, {k}]", abs(kinetic + sum(terms) - f["energy"][i, k]), 1e-13 * scale + 1e-300)
                for e in system.edges:
                    rows = system.rows(e, x, s[k])
                    if len(rows) != e["row_count"]:
                        wrong.append(f"{filename}: {e['kind']} has {e['row_count']} rows, {len(rows)} by its formula")
                    for row in rows:
                        expect(f"Phi[{i}, {k}] of {e['kind']}", abs(row), 1e-9)
                    if e["velocity_rows"]:
                        slip = system.slip(e, x, v) if e["kind"] == "Rolling" else system.equation(e, x, v)
                        expect(f"slip[{i}, {k}]", np.abs(slip).max(), 1e-9)
            if "dissipated" in f:  # by Simpson's rule: an error of the order of dt^4
                rates = [system.loss(f["x"][i, k], f["v"][i, k]) for k in range(f["x"].shape[1] // 2 * 2 - 1)]
                dt = f.attrs["dt"]
                lost = dt / 3 * (rates[0] + rates[-1] + 4 * sum(rates[1:-1:2]) + 2 * sum(rates[2:-1:2]))
                expect(f"dissipated[{i}]", abs(lost / f["dissipated"][i, len(rates) - 1] - 1), 1e-3)
        # Away from Phi = 0, where a row that is mistaken for another one shows.
        nominal = System(f)
        x = f["x"][0, 0] + random.normal(0, 0.3, f["x"].shape[2:])
        expected = constraint_rows(f, x)
        for number, e in enumerate(nominal.edges):
            mine = range(e["first_row"], e["first_row"] + e["row_count"])
            owner[list(mine)] = number
            if e["kind"] == "Track":
                continue
            for k, row in zip(mine, nominal.rows(e, x, None)):
                if not np.isnan(expected[k]):
                    expect(f"row {k} of Phi, {e['kind']}", abs(row - expected[k]), 1e-12 * (1 + abs(row)))
        if "first_velocity_row" in f["system/edges"]:
            t = f["system/edges"]
            for number in range(len(nominal.edges)):
                first = t["first_velocity_row"][number]
                owner[first:first + t["velocity_row_count"][number]] = number
        if not (owner >= 0).all() or not np.array_equal(owner, f["system/constraints/edge"][:]):
            wrong.append(f"{filename}: rows of Phi and edges do not belong to each other: {owner}")
        kinds = sorted(set(texts(f["system/edges/kind"])))
    print(f"{compared} numbers, {' '.join(kinds)}")
    return wrong


if __name__ == "__main__":
    mistakes = [line for name in sys.argv[1:] for line in check(name)]
    if mistakes:
        print("\n".join(mistakes[:20]))
    sys.exit(bool(mistakes))
