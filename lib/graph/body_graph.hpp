#pragma once
// SystemSpec with its names resolved: bodies own nodes, attachments are points, everything has an index.
//
//   node     a point of R^d that the state stores; all nodes stacked give x (n x d)
//   ObjkD    k+1 nodes: node 0 the centre of mass, node i the tip of the i-th principal axis, x_cm + R e_i
//   Origin   no node, a fixed position
//   point    x_P = sum_i weight_i x_i + offset, an affine combination of nodes: ctilde = (1 - sum c, c) for coordinates
//   c
//            of a body (physics: X ctilde), (no weights, offset) for an Origin
//   direction  the same with utilde = (-sum u, u): weights add up to 0; a fixed vector (offset) for an Origin

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "spec/curve.hpp"
#include "spec/system_spec.hpp"

namespace cchnn {

enum class BodyIndex : int {};
enum class NodeIndex : int {};

constexpr int index(BodyIndex b) { return static_cast<int>(b); }
constexpr int index(NodeIndex n) { return static_cast<int>(n); }

struct Body {
    std::string id;
    BodyType type;
    double mass;                         // kg
    std::vector<double> second_moments;  // (k) m^2
    int first_node;                      // -1 for Origin
    int node_count;                      // k + 1; 0 for Origin
    std::vector<double> position;        // (d) m, Origin only
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
// Two points coincide; with an axis, two directions as well.
struct JointAxis {
    Point axis_a, axis_b;  // directions of unit length that coincide
    // Two directions across the axis, on the body that can carry them, right-handed with it: (across[0], across[1],
    // axis). axis . across = 0 on the other body's axis are the independent rows (the paper's three have rank two).
    std::vector<Point> across;
    bool across_on_a;  // whose directions `across` are
};
struct Joint {
    std::string name;  // "Joint pivot-top", "Joint+Axis arm1-arm2"; a second one of a pair ends in " (2)"
    Point a, b;
    std::optional<JointAxis> axis;
};
// A body that rolls on the plane up . x = height, in 3 dimensions. No point of it slips:
//   v_centre - radius sum_i (up . r_i) dr_i/dt = 0,  r_i its principal axes (two of a disk: it is upright)
struct Rolling {
    std::string name;  // "Rolling disk"
    BodyIndex body;
    Point centre;
    std::vector<Point> axes;    // directions r_i, 2 or 3
    std::optional<Point> axle;  // direction that stays level, of a wheel
    double radius, height;      // m
    std::array<double, 3> up;
    std::array<double, 3> across_1, across_2;  // unit vectors of the plane
    bool is_disk() const { return axes.size() == 2; }
};
// A point that stays on a curve; points of one Track share it.
struct TrackPoint {
    std::string name;  // "Track cart1", "Track bogie (2)"
    Point point;
    std::shared_ptr<const Curve> curve;
};
// One pair of Newtonian: V = -strength / |x_a - x_b|.
struct Attraction {
    Point a, b;
    double strength;  // G m_a m_b
};
struct Dipole {
    NodeIndex node;
    std::vector<double> pivot;  // (3)
    double moment, mu0;
    std::vector<DipoleSpec::Magnet> magnets;
};
struct Damping {
    NodeIndex node;  // centre of mass
    std::optional<std::vector<double>> pivot;
    double coefficient;
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

// (across_1, across_2, axis): orthonormal, right-handed, in the coordinates of `axis` (1 to 3 entries, filled up with
// zeros). The same bits everywhere: + - * / and sqrt only.
//   j = the largest entry of axis by magnitude, the first of equals
//   across_1 = e_{j+1} made orthogonal to axis, of unit length;  across_2 = axis x across_1
// so axis e_3 has (e_1, e_2), axis e_1 has (e_2, e_3), axis e_2 has (e_3, e_1).
struct AxisFrame {
    std::array<double, 3> across_1, across_2, axis;
};
AxisFrame axis_frame(const std::vector<double>& axis);

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
    const std::vector<Joint>& joints() const { return joints_; }
    const std::vector<Rolling>& rollings() const { return rollings_; }
    const std::vector<TrackPoint>& track_points() const { return track_points_; }
    const std::vector<Attraction>& attractions() const { return attractions_; }
    const std::vector<Dipole>& dipoles() const { return dipoles_; }
    const std::vector<Damping>& dampings() const { return dampings_; }
    const std::vector<Gravity>& gravities() const { return gravities_; }
    const std::vector<Spring>& springs() const { return springs_; }

    // Body by id; throws SpecError for an unknown one.
    const Body& body(const std::string& id) const;
    // Length of the Link between two bodies, if there is one.
    const Link* link_between(const std::string& a, const std::string& b) const;
    // The Joint, with or without axis, between two bodies, if there is one.
    const Joint* joint_between(const std::string& a, const std::string& b) const;
    // How a body rolls, if it does.
    const Rolling* rolling_of(const std::string& id) const;
    // Place in track_points() of the first point of a body that is on a Track; -1: none.
    int track_point_of(const std::string& id) const;
    // Groups of bodies that no constraint, spring or attraction connects to an Origin and that no plane or Track holds:
    // free on purpose, `show` says so.
    std::vector<std::vector<std::string>> free_groups() const;

  private:
    Point point_of(const PointSpec& point) const;
    Point direction_of(const Body& body, const std::array<double, 3>& axis) const;
    std::vector<double> zeros() const;
    Joint joint_of(const JointSpec& joint) const;
    Joint joint_of(const JointAxisSpec& joint) const;
    Rolling rolling_of(const RollingSpec& rolling) const;
    void add(const ConstraintSpec& constraint);
    void add(const TrackSpec& track);
    void add(const PotentialSpec& potential);
    void add_attractions(const NewtonianSpec& newtonian);
    BodyIndex index_of(const Body& body) const { return BodyIndex{static_cast<int>(&body - bodies_.data())}; }

    std::string name_, source_;
    int dimension_;
    int node_count_ = 0;
    std::vector<Body> bodies_;
    std::vector<Link> links_;
    std::vector<Joint> joints_;
    std::vector<Rolling> rollings_;
    std::vector<TrackPoint> track_points_;
    std::vector<Attraction> attractions_;
    std::vector<Dipole> dipoles_;
    std::vector<Damping> dampings_;
    std::vector<Gravity> gravities_;
    std::vector<Spring> springs_;
};

}  // namespace cchnn
