#pragma once
// Closed surface of triangles -> mass distribution of the uniform solid inside. Each triangle (a, b, c),
// counter-clockwise seen from outside, spans a signed tetrahedron with a fixed point o; polynomials over it are exact
// (a, b, c from o):
//
//   (1)  V = sum D/6                     D = a . (b x c)                                        [m^3]
//   (2)  integral of x   = sum D/24 s    s = a + b + c                                          [m^4]
//   (3)  integral of x x^T = sum D/120 (s s^T + a a^T + b b^T + c c^T)                          [m^5]
//   (4)  S = (3)/V - ((2)/V) ((2)/V)^T   covariance of the mass, not moments of inertia         [m^2]
//
// o is the middle of the bounding box, so that a mesh far from its origin loses no digits. Principal axes and second
// moments are those of (4), see principal_axes.hpp. Only + - * / sqrt, in the order of the file.

#include <array>

#include "mesh/principal_axes.hpp"
#include "mesh/surface_mesh.hpp"
#include "numbers/vector3.hpp"

namespace cchnn {

struct Solid {
    double volume;                         // m^3
    Vector3 centre_of_mass;                // m, in the mesh's coordinates
    std::array<double, 3> second_moments;  // m^2, mean square of each principal coordinate
    std::array<Vector3, 3> axes;           // principal axes in the mesh's
};

// Throws SpecError: a surface that is not closed, has faces of no area, looks inwards (negative volume), or bounds
// none.
Solid solid_inside(const SurfaceMesh& mesh);

// The frame of a body that is made of a mesh: principal axes as rows, and the centre of mass, after scale.
struct MeshFrame {
    double scale;
    Vector3 centre;
    std::array<Vector3, 3> axes;

    Vector3 direction(const Vector3& u) const { return {dot(axes[0], u), dot(axes[1], u), dot(axes[2], u)}; }
    Vector3 point(const Vector3& c) const {
        return direction(minus({scale * c[0], scale * c[1], scale * c[2]}, centre));
    }
};

}  // namespace cchnn
