"""The equations of motion of chains of point masses on rods, from the tables of their datasets."""
import numpy as np


def rate_of(data):
    """M dv/dt = F - J^T lambda, where the second derivative of each |r|^2 - l^2 is 0."""
    weight = np.zeros(data.shape[2:])
    for edge in data.edges:
        if edge.kind == "Gravity":
            body = data.bodies[edge.body_a]
            weight[body.nodes[0], 1] -= body.mass * edge.numbers["g"]
    weights, inverse = data.constraints.weights, data.inverse_mass_matrix

    def rate(x, v):
        jacobian = data.physics.phi_jacobian(x)  # (B, C, n, d)
        bend = 2 * (np.einsum("cn,bnd->bcd", weights, v)**2).sum(-1)
        through = np.einsum("bcnd,nm->bcmd", jacobian, inverse)
        matrix = np.einsum("bcmd,bemd->bce", through, jacobian)
        pull = np.linalg.solve(matrix, (through * weight).sum((-1, -2)) + bend)
        return np.einsum("nm,bmd->bnd", inverse, weight - np.einsum("bc,bcnd->bnd", pull, jacobian))
    return rate
