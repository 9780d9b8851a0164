#include "graph/body_graph.hpp"

#include <algorithm>
#include <map>
#include <numeric>

#include "core/errors.hpp"
#include "core/nearest_name.hpp"
#include "spec/meaning_check.hpp"

namespace cchnn {
namespace {

int nodes_of(BodyType type) { return type == BodyType::origin ? 0 : axis_count(type) + 1; }

// Sets of bodies that grow together (union-find).
class Groups {
  public:
    explicit Groups(std::size_t count) : parent_(count) { std::iota(parent_.begin(), parent_.end(), 0); }
    std::size_t root(std::size_t i) const {
        while (parent_[i] != i) i = parent_[i];
        return i;
    }
    void join(const Point& a, const Point& b) { parent_[root(at(a))] = root(at(b)); }

  private:
    static std::size_t at(const Point& point) { return static_cast<std::size_t>(index(point.body)); }
    std::vector<std::size_t> parent_;
};

// Weights of x_0 + sum_i c_i (x_i - x_0) for total 1, of sum_i c_i (x_i - x_0) for total 0; a weight of 0 is left out.
std::vector<NodeWeight> node_weights(const Body& body, double total, const std::vector<double>& coordinates) {
    std::vector<NodeWeight> weights;
    double centre = total;
    for (std::size_t i = 0; i < coordinates.size(); ++i) {
        centre -= coordinates[i];
        if (coordinates[i] != 0)
            weights.push_back({NodeIndex{body.first_node + static_cast<int>(i) + 1}, coordinates[i]});
    }
    if (centre != 0) weights.insert(weights.begin(), {NodeIndex{body.first_node}, centre});
    return weights;
}

// Whether the directions across the axis of a Joint+Axis lie on its first body: an Origin before an Obj3D.
bool carries_across(const Body& first, const Body& second) {
    return first.type == BodyType::origin || (first.type == BodyType::obj3d && second.type != BodyType::origin);
}

// The Link or Joint that joins two bodies, whichever of them comes first.
template <class Attachment>
const Attachment* find_between(const std::vector<Attachment>& all, const std::vector<Body>& bodies,
                               const std::string& a, const std::string& b) {
    const auto at_id = [&](const std::string& id) {
        const auto found = std::find_if(bodies.begin(), bodies.end(), [&](const Body& body) { return body.id == id; });
        return BodyIndex{static_cast<int>(found - bodies.begin())};
    };
    const BodyIndex first = at_id(a), second = at_id(b);
    const auto joins = [&](const Attachment& at) {
        return (at.a.body == first && at.b.body == second) || (at.a.body == second && at.b.body == first);
    };
    const auto found = std::find_if(all.begin(), all.end(), joins);
    return found == all.end() ? nullptr : &*found;
}

// "Link pivot-bob1"; "Link pivot-bob1 (2)" when that name is taken, because two plates may have more links than one.
template <class Attachment>
std::string new_name(const std::string& kind, const PointSpec& a, const PointSpec& b,
                     const std::vector<Attachment>& all) {
    const std::string plain = kind + " " + a.body + "-" + b.body;
    const auto taken = [&](const std::string& name) {
        return std::any_of(all.begin(), all.end(), [&](const Attachment& at) { return at.name == name; });
    };
    std::string name = plain;
    for (int i = 2; taken(name); ++i) name = plain + " (" + std::to_string(i) + ")";
    return name;
}

}  // namespace

BodyGraph::BodyGraph(const SystemSpec& spec) : name_(spec.name), source_(spec.source), dimension_(spec.dimension) {
    if (auto problems = graph_problems(spec); !problems.empty()) throw SpecError(std::move(problems));
    for (const BodySpec& body : spec.bodies) {
        const int count = nodes_of(body.type);
        bodies_.push_back(
            {body.id, body.type, body.mass, body.second_moments, count > 0 ? node_count_ : -1, count, body.position});
        node_count_ += count;
    }
    for (const ConstraintSpec& constraint : spec.constraints) add(constraint);
    for (const PotentialSpec& potential : spec.potentials) add(potential);
    for (const DampingSpec& damping : spec.damping) {
        std::optional<std::vector<double>> pivot;
        if (damping.pivot) pivot = body(*damping.pivot).position;
        dampings_.push_back({NodeIndex{body(damping.body).first_node}, std::move(pivot), damping.coefficient});
    }
}

void BodyGraph::add(const ConstraintSpec& constraint) {
    if (const auto* link = std::get_if<LinkSpec>(&constraint))
        links_.push_back(
            {new_name("Link", link->a, link->b, links_), point_of(link->a), point_of(link->b), link->length});
    if (const auto* joint = std::get_if<JointSpec>(&constraint)) joints_.push_back(joint_of(*joint));
    if (const auto* joint = std::get_if<JointAxisSpec>(&constraint)) joints_.push_back(joint_of(*joint));
    if (const auto* rolling = std::get_if<RollingSpec>(&constraint)) rollings_.push_back(rolling_of(*rolling));
    if (const auto* track = std::get_if<TrackSpec>(&constraint)) add(*track);
}

void BodyGraph::add(const TrackSpec& track) {
    const auto curve = std::make_shared<const Curve>(track.curve);
    for (const PointSpec& point : track.points) {
        const std::string name = "Track " + point.body;
        const auto same = std::count_if(track_points_.begin(), track_points_.end(), [&](const TrackPoint& other) {
            return other.name == name || other.name.starts_with(name + " (");
        });
        track_points_.push_back({same ? name + " (" + std::to_string(same + 1) + ")" : name, point_of(point), curve});
    }
}

void BodyGraph::add(const PotentialSpec& potential) {
    if (const auto* gravity = std::get_if<GravitySpec>(&potential)) gravities_.push_back({gravity->g, gravity->up});
    if (const auto* spring = std::get_if<SpringSpec>(&potential))
        springs_.push_back({new_name("Spring", spring->a, spring->b, springs_), point_of(spring->a),
                            point_of(spring->b), spring->stiffness, spring->rest_length});
    if (const auto* newtonian = std::get_if<NewtonianSpec>(&potential)) add_attractions(*newtonian);
    if (const auto* dipole = std::get_if<DipoleSpec>(&potential))
        dipoles_.push_back({NodeIndex{body(dipole->body).first_node}, body(dipole->pivot).position, dipole->moment,
                            dipole->mu0, dipole->magnets});
}

void BodyGraph::add_attractions(const NewtonianSpec& newtonian) {
    for (std::size_t i = 0; i < newtonian.bodies.size(); ++i)
        for (std::size_t j = i + 1; j < newtonian.bodies.size(); ++j) {
            const Body &a = body(newtonian.bodies[i]), &b = body(newtonian.bodies[j]);
            if (a.type == BodyType::origin && b.type == BodyType::origin) continue;
            attractions_.push_back(
                {point_of({a.id, {}}), point_of({b.id, {}}), newtonian.gravitational_constant * a.mass * b.mass});
        }
}

Joint BodyGraph::joint_of(const JointSpec& joint) const {
    return {new_name("Joint", joint.a, joint.b, joints_), point_of(joint.a), point_of(joint.b), {}};
}
Joint BodyGraph::joint_of(const JointAxisSpec& joint) const {
    const Body &a = body(joint.a.body), &b = body(joint.b.body);
    const AxisFrame on_a = axis_frame(joint.axis_a), on_b = axis_frame(joint.axis_b);
    const bool across_on_a = carries_across(a, b);
    const Body& carrier = across_on_a ? a : b;
    const AxisFrame& frame = across_on_a ? on_a : on_b;
    JointAxis axis{direction_of(a, on_a.axis),
                   direction_of(b, on_b.axis),
                   {direction_of(carrier, frame.across_1), direction_of(carrier, frame.across_2)},
                   across_on_a};
    return {new_name("Joint+Axis", joint.a, joint.b, joints_), point_of(joint.a), point_of(joint.b), std::move(axis)};
}

Rolling BodyGraph::rolling_of(const RollingSpec& spec) const {
    const Body& body = this->body(spec.body);
    const AxisFrame plane = axis_frame(spec.up);
    Rolling rolling{"Rolling " + body.id,
                    index_of(body),
                    point_of({body.id, {}}),
                    {},
                    {},
                    spec.radius,
                    spec.height,
                    {spec.up[0], spec.up[1], spec.up[2]},
                    plane.across_1,
                    plane.across_2};
    for (std::size_t i = 0; i < static_cast<std::size_t>(axis_count(body.type)); ++i) {
        std::array<double, 3> axis{};
        axis[i] = 1;
        rolling.axes.push_back(direction_of(body, axis));
    }
    if (!spec.axle.empty()) rolling.axle = direction_of(body, {spec.axle[0], spec.axle[1], spec.axle[2]});
    return rolling;
}

int BodyGraph::track_point_of(const std::string& id) const {
    for (std::size_t i = 0; i < track_points_.size(); ++i)
        if (bodies_[static_cast<std::size_t>(index(track_points_[i].point.body))].id == id) return static_cast<int>(i);
    return -1;
}

const Rolling* BodyGraph::rolling_of(const std::string& id) const {
    for (const Rolling& rolling : rollings_)
        if (bodies_[static_cast<std::size_t>(index(rolling.body))].id == id) return &rolling;
    return nullptr;
}

const Body& BodyGraph::body(const std::string& id) const {
    for (const Body& body : bodies_)
        if (body.id == id) return body;
    std::vector<std::string> ids;
    for (const Body& body : bodies_) ids.push_back(body.id);
    throw SpecError(source_, "unknown body '" + id + "'" + suggestion(id, ids));
}

const Link* BodyGraph::link_between(const std::string& a, const std::string& b) const {
    return find_between(links_, bodies_, a, b);
}
const Joint* BodyGraph::joint_between(const std::string& a, const std::string& b) const {
    return find_between(joints_, bodies_, a, b);
}

std::vector<std::vector<std::string>> BodyGraph::free_groups() const {
    Groups groups(bodies_.size());
    for (const Link& link : links_) groups.join(link.a, link.b);
    for (const Joint& joint : joints_) groups.join(joint.a, joint.b);
    for (const Attraction& attraction : attractions_) groups.join(attraction.a, attraction.b);
    for (const Spring& spring : springs_) groups.join(spring.a, spring.b);

    std::vector<bool> held(bodies_.size(), false);
    for (std::size_t i = 0; i < bodies_.size(); ++i)
        if (bodies_[i].type == BodyType::origin) held[groups.root(i)] = true;
    for (const Rolling& rolling : rollings_) held[groups.root(static_cast<std::size_t>(index(rolling.body)))] = true;

    for (const TrackPoint& track : track_points_)
        held[groups.root(static_cast<std::size_t>(index(track.point.body)))] = true;

    std::vector<std::vector<std::string>> free;
    std::map<std::size_t, std::size_t> place;  // root -> index in `free`, groups in the order of their first body
    for (std::size_t i = 0; i < bodies_.size(); ++i) {
        const std::size_t root = groups.root(i);
        if (held[root]) continue;
        const auto [entry, is_new] = place.try_emplace(root, free.size());
        if (is_new) free.emplace_back();
        free[entry->second].push_back(bodies_[i].id);
    }
    return free;
}

Point BodyGraph::point_of(const PointSpec& point) const {
    const Body& body = this->body(point.body);
    if (body.type == BodyType::origin) return {index_of(body), {}, body.position};
    return {index_of(body), node_weights(body, 1.0, point.point), zeros()};
}

Point BodyGraph::direction_of(const Body& body, const std::array<double, 3>& axis) const {
    if (body.type == BodyType::origin) return {index_of(body), {}, {axis.begin(), axis.end()}};
    return {index_of(body), node_weights(body, 0.0, {axis.begin(), axis.begin() + axis_count(body.type)}), zeros()};
}

std::vector<double> BodyGraph::zeros() const { return std::vector<double>(static_cast<std::size_t>(dimension_), 0.0); }

}  // namespace cchnn
