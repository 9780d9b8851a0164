#include "mechanics/conserved.hpp"

#include <algorithm>
#include <cmath>

namespace cchnn {
namespace {

using Kind = ConservedQuantity::Kind;
constexpr const char* axis_names[] = {"x", "y", "z"};

Symmetry symmetry_of(const BodyGraph& graph) {
    Symmetry symmetry{.field = std::vector<double>(static_cast<std::size_t>(graph.dimension()), 0.0)};
    for_each_term(AllKinds{}, [&]<class K>(KindTag<K>) {
        for (const auto& term : graph.terms<typename K::Term>()) K::breaks(term, symmetry);
    });
    return symmetry;
}

// An axis that an Origin holds allows rotation about itself alone.
bool axes_allow(const std::vector<std::vector<double>>& axes, int k) {
    return std::all_of(axes.begin(), axes.end(), [&](const std::vector<double>& direction) {
        for (int j = 0; j < std::ssize(direction); ++j)
            if (j != k && direction[static_cast<std::size_t>(j)] != 0) return false;
        return true;
    });
}

// Lines and planes of space that something slides along allow translations along axis k.
bool slides(const Symmetry& symmetry, int k) {
    return axes_allow(symmetry.rails, k) &&
           std::all_of(symmetry.normals.begin(), symmetry.normals.end(),
                       [&](const std::vector<double>& normal) { return normal[static_cast<std::size_t>(k)] == 0; });
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
    const Symmetry symmetry = symmetry_of(graph);
    const auto &held = symmetry.held, &axes = symmetry.axes;
    auto on_axis = held;
    on_axis.insert(on_axis.end(), symmetry.on_axis.begin(), symmetry.on_axis.end());
    const std::vector<double>& g = symmetry.field;
    const bool weightless = std::all_of(g.begin(), g.end(), [](double c) { return c == 0; });
    std::vector<double> centre(static_cast<std::size_t>(d), 0.0);
    if (!on_axis.empty()) centre = on_axis.front();

    if (!symmetry.energy) return {};
    std::vector<ConservedQuantity> all{{Kind::energy, 0, {}, "energy"}};
    if (!symmetry.space) return all;
    for (int k = 0; k < d; ++k)
        if (held.empty() && slides(symmetry, k) && g[static_cast<std::size_t>(k)] == 0)
            all.push_back({Kind::linear_momentum, k, {}, std::string("linear_momentum_") + axis_names[k]});
    if (d == 2 && symmetry.turns && weightless && on_one_line(on_axis, -1))
        all.push_back({Kind::angular_momentum, 2, centre, "angular_momentum_z"});
    for (int k = 0; d == 3 && symmetry.turns && k < 3; ++k) {
        bool along = true;
        for (int j = 0; j < 3; ++j) along = along && (j == k || g[static_cast<std::size_t>(j)] == 0);
        if (along && on_one_line(on_axis, k) && axes_allow(axes, k))
            all.push_back({Kind::angular_momentum, k, centre, std::string("angular_momentum_") + axis_names[k]});
    }
    return all;
}

}  // namespace cchnn
