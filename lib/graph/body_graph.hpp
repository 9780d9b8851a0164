#pragma once
// SystemSpec with its names resolved: bodies own nodes, attachments are points, everything has an index.
//
//   node     a point of R^d that the state stores; all nodes stacked give x (n x d)
//   Obj0D    one node, the point mass itself;  Origin: no node, a fixed position
//   point    x_P = sum_i weight_i x_i + offset, an affine combination of nodes: (weights 1, offset 0) for a node,
//            (no weights, offset) for an Origin

#include <string>
#include <variant>
#include <vector>

#include "spec/system_spec.hpp"

namespace cchnn {

enum class BodyIndex : int {};
enum class NodeIndex : int {};

constexpr int index(BodyIndex b) { return static_cast<int>(b); }
constexpr int index(NodeIndex n) { return static_cast<int>(n); }

struct Body {
    std::string id;
    BodyType type;
    double mass;                   // kg
    int first_node;                // -1 for Origin
    int node_count;                // 0 for Origin
    std::vector<double> position;  // (d) m, Origin only
};

struct NodeWeight {
    NodeIndex node;
    double weight;
};
struct Point {
    BodyIndex body;
    std::vector<NodeWeight> weights;
    std::vector<double> offset;  // (d) m
};

struct Link {
    std::string name;  // "Link pivot-bob1", for messages and tables
    Point a, b;
    double length;  // m
};
struct Gravity {
    double g;
    std::vector<double> up;
};
struct Spring {
    std::string name;
    Point a, b;
    double stiffness, rest_length;
};

// Valid once made: every index in range, dimensions agree, no body without a node is attached to another such body.
class BodyGraph {
  public:
    // Throws SpecError when names do not resolve (which read_system has already checked for files).
    explicit BodyGraph(const SystemSpec& spec);

    int dimension() const { return dimension_; }
    int node_count() const { return node_count_; }
    const std::string& name() const { return name_; }
    const std::string& source() const { return source_; }
    const std::vector<Body>& bodies() const { return bodies_; }
    const std::vector<Link>& links() const { return links_; }
    const std::vector<Gravity>& gravities() const { return gravities_; }
    const std::vector<Spring>& springs() const { return springs_; }

    // Body by id; throws SpecError for an unknown one.
    const Body& body(const std::string& id) const;
    // Length of the Link between two bodies, if there is one.
    const Link* link_between(const std::string& a, const std::string& b) const;
    // Groups of bodies that no constraint or spring connects to an Origin: free on purpose, `show` says so.
    std::vector<std::vector<std::string>> free_groups() const;

  private:
    Point point_of(const std::string& id) const;

    std::string name_, source_;
    int dimension_;
    int node_count_ = 0;
    std::vector<Body> bodies_;
    std::vector<Link> links_;
    std::vector<Gravity> gravities_;
    std::vector<Spring> springs_;
};

}  // namespace cchnn
