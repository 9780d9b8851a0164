#include "mechanics/conserved.hpp"

#include <algorithm>
#include <cmath>

namespace cchnn {
namespace {

using Kind = ConservedQuantity::Kind;
constexpr const char* axis_names[] = {"x", "y", "z"};

// Positions of the Origins that a link or spring is attached to.
std::vector<std::vector<double>> held_points(const BodyGraph& graph) {
    std::vector<std::vector<double>> points;
    const auto add = [&](const Point& p) {
        if (p.weights.empty()) points.push_back(p.offset);
    };
    for (const Link& link : graph.links()) add(link.a), add(link.b);
    for (const Spring& spring : graph.springs()) add(spring.a), add(spring.b);
    for (const Attraction& pair : graph.attractions()) add(pair.a), add(pair.b);
    for (const Joint& joint : graph.joints()) add(joint.a), add(joint.b);
    return points;
}

// An axis that an Origin holds allows rotation about itself alone.
bool axes_allow(const BodyGraph& graph, int k) {
    const auto allows = [&](const Point& direction) {
        for (int j = 0; j < graph.dimension(); ++j)
            if (j != k && direction.weights.empty() && direction.offset[static_cast<std::size_t>(j)] != 0) return false;
        return true;
    };
    return std::all_of(graph.joints().begin(), graph.joints().end(), [&](const Joint& joint) {
        return !joint.axis || (allows(joint.axis->axis_a) && allows(joint.axis->axis_b));
    });
}

// Total gravity, g up, summed over the potentials.
std::vector<double> gravity(const BodyGraph& graph) {
    std::vector<double> sum(static_cast<std::size_t>(graph.dimension()), 0.0);
    for (const Gravity& g : graph.gravities())
        for (std::size_t k = 0; k < sum.size(); ++k) sum[k] += g.g * g.up[k];
    return sum;
}

// All points agree in every component but `free_axis`.
bool on_one_line(const std::vector<std::vector<double>>& points, int free_axis) {
    for (const auto& p : points)
        for (int k = 0; k < static_cast<int>(p.size()); ++k)
            if (k != free_axis && p[static_cast<std::size_t>(k)] != points.front()[static_cast<std::size_t>(k)])
                return false;
    return true;
}

}  // namespace

std::vector<ConservedQuantity> conserved_quantities(const BodyGraph& graph) {
    const int d = graph.dimension();
    const auto held = held_points(graph);
    const auto g = gravity(graph);
    const bool weightless = std::all_of(g.begin(), g.end(), [](double c) { return c == 0; });
    std::vector<double> centre(static_cast<std::size_t>(d), 0.0);
    if (!held.empty()) centre = held.front();

    if (!graph.dampings().empty()) return {};
    std::vector<ConservedQuantity> all{{Kind::energy, 0, {}, "energy"}};
    if (!graph.dipoles().empty()) return all;       // fixed magnets break every symmetry
    if (!graph.track_points().empty()) return all;  // so do curves
    if (!graph.rollings().empty()) return all;      // the plane pushes sideways, off the centre of mass
    for (int k = 0; k < d; ++k)
        if (held.empty() && g[static_cast<std::size_t>(k)] == 0)
            all.push_back({Kind::linear_momentum, k, {}, std::string("linear_momentum_") + axis_names[k]});
    if (d == 2 && weightless && on_one_line(held, -1))
        all.push_back({Kind::angular_momentum, 2, centre, "angular_momentum_z"});
    for (int k = 0; d == 3 && k < 3; ++k) {
        bool along = true;
        for (int j = 0; j < 3; ++j) along = along && (j == k || g[static_cast<std::size_t>(j)] == 0);
        if (along && on_one_line(held, k) && axes_allow(graph, k))
            all.push_back({Kind::angular_momentum, k, centre, std::string("angular_momentum_") + axis_names[k]});
    }
    return all;
}

}  // namespace cchnn
