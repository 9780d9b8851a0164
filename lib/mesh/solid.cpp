#include "mesh/solid.hpp"

#include <algorithm>
#include <cmath>

#include "core/number_text.hpp"
#include "mesh/closed_surface.hpp"
#include "mesh/surface_mesh.hpp"

namespace cchnn {
namespace {

struct Box {
    Vector3 middle, size;
};
Box box_around(const SurfaceMesh& mesh) {
    Vector3 low = mesh.vertices.front(), high = low;
    for (const Vector3& x : mesh.vertices)
        for (std::size_t k = 0; k < 3; ++k) {
            low[k] = std::min(low[k], x[k]);
            high[k] = std::max(high[k], x[k]);
        }
    return {{(low[0] + high[0]) / 2, (low[1] + high[1]) / 2, (low[2] + high[2]) / 2}, minus(high, low)};
}

// (1) to (3), each without its constant factor.
struct Sums {
    double volume = 0;
    Vector3 first{};
    std::array<Vector3, 3> second{};

    void add(const Vector3& a, const Vector3& b, const Vector3& c) {
        const double d = dot(a, cross(b, c));
        volume += d;
        for (std::size_t i = 0; i < 3; ++i) {
            const double s = a[i] + b[i] + c[i];
            first[i] += d * s;
            for (std::size_t j = i; j < 3; ++j)
                second[i][j] += d * (s * (a[j] + b[j] + c[j]) + a[i] * a[j] + b[i] * b[j] + c[i] * c[j]);
        }
    }
};

std::array<Vector3, 3> covariance(const Sums& sums, const Vector3& mean) {
    std::array<Vector3, 3> s{};
    for (std::size_t i = 0; i < 3; ++i)
        for (std::size_t j = i; j < 3; ++j)
            s[i][j] = s[j][i] = sums.second[i][j] / (20 * sums.volume) - mean[i] * mean[j];
    return s;
}

void refuse(const SurfaceMesh& mesh, const std::string& what) { throw SpecError(mesh.file, what); }

}  // namespace

Solid solid_inside(const SurfaceMesh& mesh) {
    if (auto problems = closed_surface_problems(mesh); !problems.empty()) throw SpecError(std::move(problems));
    const Box box = box_around(mesh);
    const Vector3 o = box.middle;
    Sums sums;
    for (const SurfaceMesh::Face& face : mesh.faces)
        for (const FaceTriangle& t : face_triangles(mesh, face)) sums.add(minus(t.a, o), minus(t.b, o), minus(t.c, o));

    const double volume = sums.volume / 6;
    const double diagonal = std::sqrt(dot(box.size, box.size));
    const double none = 1e-15 * diagonal * diagonal * diagonal;  // what rounding leaves of a flat surface
    if (volume < -none)
        refuse(mesh, "its volume is " + short_number(volume) +
                         ": the faces look inwards; reverse the order of the corners of every face");
    Vector3 mean{};
    for (std::size_t k = 0; k < 3; ++k) {
        mean[k] = sums.first[k] / (4 * sums.volume);
        if (std::fabs(mean[k]) < 1e-15 * diagonal) mean[k] = 0;  // what rounding leaves of a symmetric body
    }
    const PrincipalAxes principal = principal_axes(covariance(sums, mean));
    for (const double moment : principal.moments)
        if (!(volume > none) || !(moment > 0)) refuse(mesh, "encloses no volume; a body without thickness is an Obj2D");
    return {volume, {o[0] + mean[0], o[1] + mean[1], o[2] + mean[2]}, principal.moments, principal.axes};
}

}  // namespace cchnn
