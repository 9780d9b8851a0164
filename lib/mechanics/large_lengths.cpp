#include "mechanics/large_lengths.hpp"

#include <algorithm>

#include "core/number_text.hpp"
#include "graph/body_graph.hpp"

namespace cchnn {

std::string large_lengths_remark(const BodyGraph& graph, double length_scale) {
    constexpr double large = 100;  // a pendulum of one plane body then takes 4 times the steps
    const bool has_axes =
        std::any_of(graph.bodies().begin(), graph.bodies().end(), [](const Body& body) { return body.node_count > 1; });
    if (!has_axes || length_scale <= large) return "";
    return "lengths are of about " + short_number(length_scale, 3) +
           " units of length, but bodies have their axes' ends at 1, so that rounding shortens steps and moves points; "
           "take a larger unit of length";
}

std::string large_lengths_hint(const BodyGraph& graph, double length_scale) {
    const std::string remark = large_lengths_remark(graph, length_scale);
    return remark.empty() ? "" : "; or " + remark;
}

}  // namespace cchnn
