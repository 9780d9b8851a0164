#include "graph/large_lengths.hpp"

#include <algorithm>
#include <cmath>

#include "core/number_text.hpp"
#include "graph/body_graph.hpp"

namespace cchnn {
namespace {

// The largest coordinate of a point: in the axes of its body, and in space if it is fixed there.
double largest_coordinate(const Point& point, const std::vector<Body>& bodies) {
    double largest = 0;
    for (const Exact& c : point.offset) largest = std::max(largest, std::fabs(static_cast<double>(c)));
    for (const NodeWeight& one : point.weights)
        if (index(one.node) !=
            bodies[index(point.body)].first_node)  // the ends of axes have the coordinates as weights
            largest = std::max(largest, std::fabs(static_cast<double>(one.weight)));
    return largest;
}

}  // namespace

std::string large_lengths_remark(const BodyGraph& graph) {
    constexpr double large = 100;  // a pendulum of one plane body then takes 4 times the steps
    const std::vector<Body>& bodies = graph.bodies();
    if (std::ranges::none_of(bodies, [](const Body& body) { return body.node_count > 1; })) return "";
    double largest = 0;
    for (const Coupling& coupling : graph.couplings())
        for (const Point* point : {coupling.a, coupling.b})
            if (point) largest = std::max(largest, largest_coordinate(*point, bodies));
    if (largest <= large) return "";
    return "attachments are up to " + short_number(largest) +
           " units of length from the centre of their body or from the origin, but the axes of a body are 1 unit long: "
           "rounding turns bodies and shortens steps; choose a larger unit of length";
}

std::string large_lengths_hint(const BodyGraph& graph) {
    const std::string remark = large_lengths_remark(graph);
    return remark.empty() ? "" : "; " + remark;
}

}  // namespace cchnn
