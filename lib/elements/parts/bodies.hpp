#pragma once
// The bodies of a system with their nodes numbered in the order of the file, and points and directions of them
// as combinations of nodes. graph/body_graph.hpp owns one for each compiled system; kinds get it when they
// resolve names.

#include <array>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "elements/parts/point.hpp"

namespace cchnn {

class Bodies {
  public:
    // `source` is where the bodies come from, for messages.
    Bodies(const std::vector<BodySpec>& specs, int dimension, std::string source);

    int dimension() const { return dimension_; }
    int node_count() const { return node_count_; }
    const std::vector<Body>& all() const { return bodies_; }
    const Body& at(BodyIndex i) const { return bodies_[index(i)]; }
    // The body with this id; throws SpecError, with the nearest known id, if there is none.
    const Body& named(const std::string& id) const;
    // The same without an error.
    std::optional<BodyIndex> find(const std::string& id) const;
    BodyIndex index_of(const Body& body) const { return BodyIndex{static_cast<int>(&body - bodies_.data())}; }

    Point point(const PointSpec& point) const;
    Point centre(const Body& body) const { return point({body.id, {}}); }
    // A direction fixed to the body, given along its principal axes; for an Origin along the axes of space.
    Point direction(const Body& body, const std::array<Exact, 3>& axis) const;
    // Its principal axes e_1, e_2, ... as directions.
    std::vector<Point> axes(const Body& body) const;
    // The id of the body whose centre of mass is this node.
    std::string owner(NodeIndex node) const;

  private:
    std::vector<Exact> zeros() const { return std::vector<Exact>(dimension_, 0.0); }

    std::string source_;
    int dimension_, node_count_ = 0;
    std::vector<Body> bodies_;
    std::unordered_map<std::string, int> places_;  // of ids in bodies_
};

// The name of a term: "Link pivot-bob1". BodyGraph adds " (2)" if a second term would have the same name.
std::string name_of(const std::string& kind, const PointSpec& a, const PointSpec& b);

}  // namespace cchnn
