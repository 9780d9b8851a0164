#include "elements/parts/edge.hpp"

namespace cchnn {
namespace {

struct End {
    int body;
    std::vector<double> point;
};
End end_of(const PointSpec& end, const Bodies& bodies) {
    const Body& body = bodies.named(end.body);
    return {index(bodies.index_of(body)), body.type == BodyType::origin ? body.position : end.point};
}

}  // namespace

Edge edge_of(const PointSpec& a, const Bodies& bodies) {
    End end = end_of(a, bodies);
    return {end.body, -1, std::move(end.point), {}};
}

Edge edge_between(const PointSpec& a, const PointSpec& b, const Bodies& bodies) {
    Edge edge = edge_of(a, bodies);
    End end = end_of(b, bodies);
    edge.body_b = end.body;
    edge.point_b = std::move(end.point);
    return edge;
}

void add_entries(Edge& edge, const std::string& name, const std::vector<double>& entries, const std::string& unit,
                 bool along_axes_of_space) {
    for (std::size_t i = 0; i < entries.size(); ++i) {
        const std::string which = along_axes_of_space ? std::string(1, "xyz"[i]) : std::to_string(i + 1);
        edge.numbers.push_back({name + "_" + which, entries[i], unit});
    }
}

}  // namespace cchnn
