#include "elements/parts/reading/body_coordinates.hpp"

#include "core/to_size.hpp"

namespace cchnn {

std::vector<double> body_coordinates(const Point& point, const Body& body) {
    if (body.node_count == 0) return converted<double>(point.offset);
    std::vector<double> c(body.node_count - 1, 0.0);
    for (const NodeWeight& w : point.weights)
        if (const int i = index(w.node) - body.first_node; i > 0) c[i - 1] = double(w.weight);
    return c;
}

}  // namespace cchnn
