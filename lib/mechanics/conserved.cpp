#include "mechanics/conserved.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>

#include "core/to_size.hpp"
#include "graph/body_graph.hpp"

namespace cchnn {
namespace {

using Kind = ConservedQuantity::Kind;
constexpr const char* axis_names[] = {"x", "y", "z"};

// An axis fixed in space permits rotation about itself only, and so does a constant force.
bool axes_allow(const std::vector<std::vector<double>>& axes, int k) {
    return std::all_of(axes.begin(), axes.end(), [&](const std::vector<double>& direction) {
        for (int j = 0; j < std::ssize(direction); ++j)
            if (j != k && direction[j] != 0) return false;
        return true;
    });
}

// Whether component k of all constant forces together vanishes.
bool forces_cancel(const std::vector<std::vector<double>>& forces, int k) {
    double sum = 0;
    for (const std::vector<double>& force : forces) sum += force[k];
    return sum == 0;
}

// Lines and planes of space that something slides along allow translations along axis k.
bool slides(const Symmetry& symmetry, int k) {
    return axes_allow(symmetry.rails, k) &&
           std::all_of(symmetry.normals.begin(), symmetry.normals.end(),
                       [&](const std::vector<double>& normal) { return normal[k] == 0; });
}

// All points agree in every component but `free_axis`.
bool on_one_line(const std::vector<std::vector<double>>& points, int free_axis) {
    for (const auto& p : points)
        for (int k = 0; k < count_of(p); ++k)
            if (k != free_axis && p[k] != points.front()[k]) return false;
    return true;
}

std::size_t at(int k) { return k; }

// Points that the axis of a rotational symmetry must contain.
std::vector<std::vector<double>> fixed_places(const Symmetry& symmetry) {
    std::vector<std::vector<double>> places = symmetry.held;
    places.insert(places.end(), symmetry.on_axis.begin(), symmetry.on_axis.end());
    return places;
}

// Whether the system is invariant under translations along axis k.
bool moves_along(const Symmetry& symmetry, int k) {
    return symmetry.held.empty() && slides(symmetry, k) && axes_allow(symmetry.magnetic, k) &&
           !symmetry.coordinates[at(k)] && symmetry.field[at(k)] == 0 && forces_cancel(symmetry.forces, k);
}

// Whether the system is invariant under rotations about axis k of space, which in a plane is orthogonal to it.
bool turns_about(const Symmetry& symmetry, int k) {
    const int d = count_of(symmetry.field);
    for (int j = 0; j < d; ++j)
        if (j != k && (symmetry.field[at(j)] != 0 || symmetry.coordinates[at(j)])) return false;
    return symmetry.turns && symmetry.magnetic.empty() && on_one_line(fixed_places(symmetry), k) &&
           axes_allow(symmetry.rails, k) && axes_allow(symmetry.axes, k) && axes_allow(symmetry.forces, k);
}

// Impulses between bodies conserve momenta. Those of a plane are along its normal, and leave no axis.
void break_by(const Contact& contact, Symmetry& symmetry) {
    if (contact.restitution < 1) symmetry.energy = false;
    if (contact.shape == ContactShape::angle) {
        symmetry.turn(*contact.stop.angle);
    } else if (contact.shape == ContactShape::slide) {
        contact.stop.slide.breaks(symmetry);
    } else if (contact.shape == ContactShape::plane) {
        symmetry.normals.push_back(contact.normal);
        symmetry.turns = false;
    } else if (contact.shape == ContactShape::formula) {
        break_by(contact.gap, symmetry);
    } else {
        symmetry.hold(contact.a);
        symmetry.hold(contact.b);
    }
}

}  // namespace

std::vector<ConservedQuantity> conserved_quantities(const BodyGraph& graph) {
    const int d = graph.dimension();
    Symmetry symmetry = symmetry_of(graph.terms(), graph.dimension());
    for (const Contact& contact : graph.contacts()) break_by(contact, symmetry);
    const std::vector<std::vector<double>> places = fixed_places(symmetry);
    const std::vector<double> centre = places.empty() ? std::vector<double>(at(d), 0.0) : places.front();

    std::vector<ConservedQuantity> all;
    if (!graph.base_moves().empty()) return all;
    if (symmetry.energy) all.push_back({Kind::energy, 0, {}, "energy"});
    if (!symmetry.space) return all;
    for (int k = 0; k < d; ++k)
        if (moves_along(symmetry, k))
            all.push_back({Kind::linear_momentum, k, {}, std::string("linear_momentum_") + axis_names[k]});
    for (int k = d == 2 ? 2 : 0; d >= 2 && k < 3; ++k)
        if (turns_about(symmetry, k))
            all.push_back({Kind::angular_momentum, k, centre, std::string("angular_momentum_") + axis_names[k]});
    return all;
}

std::vector<ConservedQuantity> conserved_by_both(const std::vector<ConservedQuantity>& all, const BodyGraph& another) {
    std::vector<ConservedQuantity> both;
    const std::vector<ConservedQuantity> others = conserved_quantities(another);
    std::copy_if(all.begin(), all.end(), std::back_inserter(both), [&](const ConservedQuantity& one) {
        return std::any_of(others.begin(), others.end(), [&](const ConservedQuantity& other) {
            return one.name == other.name && one.centre == other.centre;
        });
    });
    return both;
}

}  // namespace cchnn
