"""A test set and a submission to it, and what follows from their states: energy, momenta, rows of Phi.

Written from schemas/dataset.md alone, in NumPy and h5py; nothing of the library or of the Python package is used.
"""
import dataclasses
import json

import h5py
import numpy as np


class TestSet:
    def __init__(self, path):
        with h5py.File(path) as f:
            self.t, self.x, self.v = f["t"][:], f["x"][:], f["v"][:]
            self.bound = f["error_bound"][:] if "error_bound" in f else None
            self.energy = f["energy"][:]
            self.system = json.loads("".join(np.atleast_1d(f["system/json"].asstr()[()])))
            self.parameters = f["parameters"][:] if "parameters" in f else None
            self.bodies = {name: _values(item) for name, item in f["system/bodies"].items()}
            self.edges = {name: _values(f["system/edges"][name]) for name in f["system/edges"] if name != "numbers"}
            self.numbers = {name: _values(item) for name, item in f["system/edges/numbers"].items()}
            self.constraints = {name: _values(item) for name, item in f["system/constraints"].items()}
            if "weights" in f["system"]:  # more than 256 nodes
                entries = {name: item[:] for name, item in f["system/weights"].items()}
                weights = np.zeros((len(self.constraints["length"]), self.x.shape[2]))
                np.add.at(weights, (entries["constraint"], entries["node"]), entries["weight"])
                self.constraints["weights"] = weights
            self.truth_digest = f.attrs["truth_digest"]

    def _drawn(self, table, name, varied, trajectory):
        """A column of a table, with what is drawn for this trajectory in place of the middle."""
        values = table[name].copy()
        if varied in table:
            columns = table[varied]
            values[columns >= 0] = self.parameters[trajectory, columns[columns >= 0]]
        return values

    def of(self, trajectory):
        """The system as it is in this trajectory."""
        masses = self._drawn(self.bodies, "mass", "varied_mass", trajectory)
        moments = self._drawn(self.bodies, "second_moments", "varied_second_moments", trajectory)
        numbers = self._drawn(self.numbers, "value", "varied", trajectory)
        first, count = self.edges["first_number"], self.edges["number_count"]
        edges = [dict(kind=self.edges["kind"][k], a=self.edges["body_a"][k], b=self.edges["body_b"][k],
                      point_a=self.edges["point_a"][k], point_b=self.edges["point_b"][k],
                      first_row=self.edges["first_row"][k], row_count=self.edges["row_count"][k],
                      **dict(zip(self.numbers["name"][first[k]:first[k] + count[k]], numbers[first[k]:first[k] + count[k]])))
                 for k in range(len(first))]
        return Mechanics(self.bodies, masses, moments, edges, self.constraints, self.x.shape[2])


def _values(item):
    return item.asstr()[:] if h5py.check_string_dtype(item.dtype) else item[:]


@dataclasses.dataclass
class Scales:
    """What a motion is measured against (schemas/metrics.md, "A reference that stands still")."""
    kinetic: float
    speed: float
    momentum: float
    at_rest: bool


class Mechanics:
    """Energy, momenta and constraints of one trajectory's system; x and v are (T, n, d)."""

    def __init__(self, bodies, masses, moments, edges, constraints, nodes):
        self.masses, self.edges, self.constraints = masses, edges, constraints
        self.first, self.count, self.position = bodies["first_node"], bodies["node_count"], bodies["position"]
        fixed = self.position[self.first < 0]
        self.centre = fixed[0] if len(fixed) else np.zeros(self.position.shape[1])
        self.mass_matrix = np.zeros((nodes, nodes))
        for body, (node, n) in enumerate(zip(self.first, self.count)):
            if node < 0:
                continue
            self.mass_matrix[node, node] = masses[body] * (1 + moments[body, :n - 1].sum())
            for i in range(1, n):
                m = masses[body] * moments[body, i - 1]
                self.mass_matrix[node + i, node + i] = m
                self.mass_matrix[node, node + i] = self.mass_matrix[node + i, node] = -m
        self.lengths = constraints["length"].copy()
        for edge in edges:
            if edge["kind"] == "Link":
                self.lengths[edge["first_row"]] = edge["length"]
        self.squares = self.lengths**2
        rigid = constraints["kind"] == "distance"
        for edge in edges:
            rigid[edge["first_row"]:edge["first_row"] + edge["row_count"]] &= edge["kind"] == "Rigid"
        self.squares[rigid] = np.round(self.squares[rigid])  # 1 and 2, where sqrt(2) is rounded

        self.length = self._typical_length()

    def _typical_length(self):
        """Mean of the lengths of Links, the rest lengths of Springs that have one, and 1 for each extended body; else 1."""
        lengths = [e["length"] for e in self.edges if e["kind"] == "Link"]
        lengths += [e["rest_length"] for e in self.edges if e["kind"] == "Spring" and e["rest_length"] > 0]
        lengths += [1.0 for n in self.count if n > 1]
        return sum(lengths) / len(lengths) if lengths else 1.0

    def scales(self, v, span):
        u, mass = self.length / span, self.masses[self.first >= 0].sum()
        kinetic, speed = self.kinetic(v).max(), np.sqrt((v**2).sum(2)).max()
        at_rest = kinetic <= 1e-12 * mass * u**2 / 2
        return Scales(mass * u**2 / 2, u, mass * u, True) if at_rest else Scales(kinetic, speed, mass * u, False)

    def momenta(self, v):
        return np.einsum("mn,tnd->tmd", self.mass_matrix, v)

    def kinetic(self, v):
        return 0.5 * (v * self.momenta(v)).sum((1, 2))

    def _point(self, x, body, c):
        node = self.first[body]
        if node < 0:
            return np.broadcast_to(c, x[:, 0].shape)
        return x[:, node] + sum(c[i] * (x[:, node + 1 + i] - x[:, node]) for i in range(self.count[body] - 1))

    def _potential_of(self, edge, x):
        a = self._point(x, edge["a"], edge["point_a"])
        if edge["kind"] == "Gravity":
            up = np.array([edge["up_" + axis] for axis in "xyz"[:x.shape[2]]])
            return self.masses[edge["a"]] * edge["g"] * (a @ up)
        if edge["kind"] == "Spring":
            b = self._point(x, edge["b"], edge["point_b"])
            return edge["stiffness"] / 2 * (np.linalg.norm(a - b, axis=1) - edge["rest_length"])**2
        return np.zeros(len(x))

    def potentials(self, x):
        """Of each edge, (edges, T); those of kinds that the tests do not use would be zero, and H not the stored one."""
        return np.array([self._potential_of(edge, x) for edge in self.edges])

    def energy(self, x, v):
        return self.kinetic(v) + self.potentials(x).sum(0)

    def _rows(self, x, v):
        weights, offset = self.constraints["weights"], self.constraints["offset"]
        return np.einsum("cn,tnd->tcd", weights, x) + offset, np.einsum("cn,tnd->tcd", weights, v)

    def phi(self, x, v):
        """Phi, dPhi/dt and by how much each distance is off, (T, rows) each."""
        r, s = self._rows(x, v)
        phi, rate = (r**2).sum(-1) - self.squares, 2 * (r * s).sum(-1)
        k = np.flatnonzero(self.constraints["component"] >= 0)
        axis = self.constraints["component"][k]
        phi[:, k], rate[:, k] = r[:, k, axis], s[:, k, axis]
        off = np.sqrt((r**2).sum(-1)) - self.lengths
        off[:, k] = r[:, k, axis]
        return phi, rate, off


def read_submission(path, shape):
    """x and v of the shape of the test set, NaN where the submission has none; and its model."""
    if str(path).endswith(".npz"):
        arrays = np.load(path)
        x, v, model = arrays["x"], arrays["v"], str(arrays["model"])
    else:
        with h5py.File(path) as f:
            x, v, model = f["x"][:], f["v"][:], f.attrs.get("model", "")
    whole = [np.full(shape, np.nan), np.full(shape, np.nan)]
    for full, part in zip(whole, (x, v)):
        full[:part.shape[0], :part.shape[1]] = part
    return whole[0], whole[1], model
