#include "elements/parts/bodies.hpp"

#include "core/errors.hpp"
#include "core/nearest_name.hpp"
#include "core/to_size.hpp"

namespace cchnn {
namespace {

int nodes_of(BodyType type) { return type == BodyType::origin ? 0 : axis_count(type) + 1; }

// The weights of x_0 + sum_i c_i (x_i - x_0) for total 1, which is a point, or of sum_i c_i (x_i - x_0) for
// total 0, which is a direction. Weights of 0 are left out.
std::vector<NodeWeight> node_weights(const Body& body, double total, const std::vector<Exact>& coordinates) {
    std::vector<NodeWeight> weights;
    Exact centre = total;
    for (std::size_t i = 0; i < coordinates.size(); ++i) {
        centre -= coordinates[i];
        if (!(coordinates[i] == 0.0))
            weights.push_back({NodeIndex{body.first_node + static_cast<int>(i) + 1}, coordinates[i]});
    }
    if (!(centre == 0.0)) weights.insert(weights.begin(), {NodeIndex{body.first_node}, centre});
    return weights;
}

}  // namespace

Bodies::Bodies(const std::vector<BodySpec>& specs, int dimension, std::string source)
    : source_(std::move(source)), dimension_(dimension) {
    for (const BodySpec& body : specs) {
        const int count = nodes_of(body.type);
        bodies_.push_back({body.id, body.type, body.mass, body.second_moments, count > 0 ? node_count_ : -1, count,
                           body.position, exact_second_moments(body)});
        places_.emplace(body.id, count_of(bodies_) - 1);
        node_count_ += count;
    }
}

std::optional<BodyIndex> Bodies::find(const std::string& id) const {
    const auto found = places_.find(id);
    if (found == places_.end()) return std::nullopt;
    return BodyIndex{found->second};
}

const Body& Bodies::named(const std::string& id) const {
    if (const auto found = find(id)) return at(*found);
    std::vector<std::string> ids;
    for (const Body& body : bodies_) ids.push_back(body.id);
    throw SpecError(source_, "unknown body '" + id + "'" + suggestion(id, ids));
}

Point Bodies::point(const PointSpec& point) const {
    const Body& body = named(point.body);
    if (body.type == BodyType::origin) return {index_of(body), {}, {body.position.begin(), body.position.end()}};
    return {index_of(body), node_weights(body, 1.0, {point.point.begin(), point.point.end()}), zeros()};
}

Point Bodies::direction(const Body& body, const std::array<Exact, 3>& axis) const {
    if (body.type == BodyType::origin) return {index_of(body), {}, {axis.begin(), axis.begin() + dimension_}};
    return {index_of(body), node_weights(body, 0.0, {axis.begin(), axis.begin() + axis_count(body.type)}), zeros()};
}

std::vector<Point> Bodies::axes(const Body& body) const {
    std::vector<Point> all;
    for (std::size_t k = 0; k < to_size(axis_count(body.type)); ++k) {
        std::array<Exact, 3> axis{};
        axis[k] = 1.0;
        all.push_back(direction(body, axis));
    }
    return all;
}

std::string Bodies::owner(NodeIndex node) const {
    for (const Body& body : bodies_)
        if (body.first_node == index(node)) return body.id;
    return "node " + std::to_string(index(node));
}

std::string name_of(const std::string& kind, const PointSpec& a, const PointSpec& b) {
    return kind + " " + a.body + "-" + b.body;
}

}  // namespace cchnn
