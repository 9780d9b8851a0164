#pragma once
// A body at its place, from which a drawn system takes lengths and points.

#include <array>
#include <cmath>
#include <string>
#include <vector>

namespace cchnn {

using Place = std::array<double, 3>;  // m; z is 0 in a plane

inline Place sum(const Place& a, const Place& b, double factor = 1) {
    return {a[0] + factor * b[0], a[1] + factor * b[1], a[2] + factor * b[2]};
}
inline double dot(const Place& a, const Place& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }
inline double length(const Place& a) { return std::sqrt(dot(a, a)); }
inline Place unit(const Place& a) {
    const double l = length(a);
    return {a[0] / l, a[1] / l, a[2] / l};
}

struct PlacedBody {
    std::string id;
    int axes = 0;  // k of ObjkD
    bool origin = false;
    bool pinned = false;           // its end at -1 coincides with an Origin: nothing that is held there feels the body
    double mass = 0, half = 0;     // kg; half its length along axis 1, m
    Place centre{};                // of mass
    std::array<Place, 3> axis{};   // principal axes in space; those of space for an Origin
    std::vector<double> angles{};  // of its initial pose: a; z, p; or phi, theta, psi

    // A point at `along` times its half length on axis 1.
    Place point(double along) const { return axes > 0 ? sum(centre, axis[0], along * half) : centre; }
    // A direction of space along its principal axes, as a file writes it: k numbers; d for an Origin.
    std::vector<double> seen(const Place& direction, int dimension) const {
        std::vector<double> parts;
        for (int i = 0; i < (origin ? dimension : axes); ++i) parts.push_back(dot(direction, axis[i]));
        return parts;
    }
};

}  // namespace cchnn
