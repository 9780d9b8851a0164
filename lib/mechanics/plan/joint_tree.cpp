#include "mechanics/plan/joint_tree.hpp"

#include <algorithm>
#include <optional>

#include "core/to_size.hpp"
#include "elements/parts/axis_frame.hpp"
#include "elements/parts/reading/body_coordinates.hpp"
#include "graph/body_graph.hpp"

namespace cchnn {
namespace {

constexpr int on_ground = -1;

// One constraint between two bodies as a joint: the point of each, and which directions coincide.
struct Ends {
    const Point *here, *there, *axis_here, *axis_there, *across_here, *across_there;
};

// Along the axes of its body, or in space of an Origin.
void set_coordinates(const BodyGraph& graph, const Point& point, Exact (&to)[most_tips]) {
    const Body& body = graph.bodies()[index(point.body)];
    if (body.node_count == 0) std::copy(point.offset.begin(), point.offset.end(), to);
    for (const NodeWeight& w : point.weights)
        if (const int tip = index(w.node) - body.first_node; tip > 0) to[tip - 1] = w.weight;
}
void set_across(const BodyGraph& graph, const Point& axis, const Point* across, Exact (&to)[most_tips]) {
    if (across) return set_coordinates(graph, *across, to);
    const auto frame = exact_axis_frame(body_coordinates(axis, graph.bodies()[index(axis.body)]));
    std::copy(frame.across_1.begin(), frame.across_1.end(), to);
}

// Grows the trees from the ground and from free bodies along joints. It gives up, with an empty tree, at whatever joint
// coordinates cannot express: other constraints, loops, or too many joints on one path.
class JointTreeMaker {
  public:
    explicit JointTreeMaker(const BodyGraph& graph) : graph_(graph), place_(graph.bodies().size(), unplaced) {
        for (const TermCoupling& coupling : graph.couplings())
            if (coupling.list == FileList::constraints) couplings_.push_back(coupling);
    }

    std::vector<JointBodyOf<Exact>> make(int freedom) {
        if (!takes_all()) return {};
        for (std::size_t b = 0; b < place_.size(); ++b)
            if (body(b).node_count == 0) place_[b] = on_ground;
        for (std::size_t b = 0; b < place_.size(); ++b)
            if (place_[b] == on_ground) spread(b);
        for (const int nodes : {4, 3})
            for (std::size_t b = 0; b < place_.size(); ++b)
                if (place_[b] == unplaced && body(b).node_count == nodes) {
                    add(b, on_ground, JointType::free);
                    spread(b);
                }
        // With loops, or constraints that the joints of the tree do not express, there are fewer degrees of freedom.
        int velocities = 0;
        std::vector<int> on_path;
        for (const JointBodyOf<Exact>& one : tree_) {
            velocities += velocities_of(one.move);
            on_path.push_back((one.parent < 0 ? 0 : on_path[one.parent]) +
                              (one.move == JointType::free ? 0 : velocities_of(one.move)));
            if (on_path.back() > most_on_path) return {};
        }
        const bool thin = std::any_of(tree_.begin(), tree_.end(), [](const JointBodyOf<Exact>& one) {
            const bool turns_freely = one.move == JointType::free || one.move == JointType::spherical;
            return turns_freely && one.first >= 0 && is_thin(one.mass, one.moment, one.own);
        });
        return velocities == freedom && !thin ? std::move(tree_) : std::vector<JointBodyOf<Exact>>{};
    }

  private:
    static constexpr int unplaced = -2;
    // The most joint velocities on one path from the root, without those of a free body. Rounding errors in H grow with
    // them: with 12, the default tolerances take four times as many steps as with nodes.
    static constexpr int most_on_path = 6;

    const Body& body(std::size_t b) const { return graph_.bodies()[b]; }

    bool takes_all() const {
        return std::all_of(graph_.bodies().begin(), graph_.bodies().end(),
                           [](const Body& one) { return one.node_count == 0 || one.node_count > 2; }) &&
               std::all_of(couplings_.begin(), couplings_.end(), [](const TermCoupling& coupling) {
                   return coupling.b && (coupling.slide_axis || coupling.relation == Coupling::Relation::coincident);
               });
    }

    // Appends all bodies that constraints connect to `root`, a body or an Origin, breadth-first.
    void spread(std::size_t root) {
        std::vector<std::size_t> open{root};
        for (std::size_t k = 0; k < open.size(); ++k)
            for (const TermCoupling& coupling : couplings_)
                for (const bool from_a : {true, false}) {
                    const auto there = to_size(index((from_a ? coupling.a : coupling.b)->body));
                    const auto here = to_size(index((from_a ? coupling.b : coupling.a)->body));
                    if (there != open[k] || place_[here] != unplaced) continue;
                    hang(coupling, from_a, here, place_[there]);
                    open.push_back(here);
                }
    }
    void hang(const TermCoupling& coupling, bool from_a, std::size_t here, int parent) {
        const auto ordered = [&](const Point* a, const Point* b) { return from_a ? std::pair(b, a) : std::pair(a, b); };
        const auto [own, at_parent] = ordered(coupling.a, coupling.b);
        const auto [axis, axis_there] = ordered(coupling.axis_a, coupling.axis_b);
        const auto [across, across_there] = ordered(coupling.across_a, coupling.across_b);
        const auto [perpendicular, perpendicular_there] = ordered(coupling.perpendicular_a, coupling.perpendicular_b);
        const JointType rotation = across                  ? JointType::fixed
                                   : axis || perpendicular ? JointType::revolute
                                                           : JointType::spherical;
        const bool two = perpendicular || (coupling.slide_axis && rotation == JointType::revolute);
        if (two) {
            JointBodyOf<Exact>& between = tree_.emplace_back();
            between.parent = parent;
            between.move = perpendicular ? JointType::revolute : JointType::prismatic;
            set_coordinates(graph_, *at_parent, between.at_parent);
            set_coordinates(graph_, perpendicular ? *perpendicular_there : *axis_there, between.axis_at_parent);
            set_across(graph_, perpendicular ? *perpendicular_there : *axis_there, nullptr, between.across_at_parent);
            between.axis[2] = between.across[0] = 1.0;
            parent = count_of(tree_) - 1;
        }
        JointBodyOf<Exact>& to = add(here, parent, coupling.slide_axis && !two ? JointType::prismatic : rotation);
        set_coordinates(graph_, *own, to.own);
        if (!two) set_coordinates(graph_, *at_parent, to.at_parent);
        if (rotation == JointType::spherical) return;
        set_coordinates(graph_, perpendicular ? *perpendicular : *axis, to.axis);
        set_across(graph_, perpendicular ? *perpendicular : *axis, across, to.across);
        if (perpendicular) {
            to.axis_at_parent[0] = to.across_at_parent[2] = 1.0;
        } else if (two) {
            to.axis_at_parent[2] = to.across_at_parent[0] = 1.0;
        } else {
            set_coordinates(graph_, *axis_there, to.axis_at_parent);
            set_across(graph_, *axis_there, across_there, to.across_at_parent);
        }
    }
    JointBodyOf<Exact>& add(std::size_t b, int parent, JointType move) {
        const Body& from = body(b);
        place_[b] = count_of(tree_);
        JointBodyOf<Exact>& to = tree_.emplace_back();
        to.parent = parent;
        to.first = from.first_node;
        to.tips = from.node_count - 1;
        to.move = move;
        to.mass = from.mass;
        for (std::size_t i = 0; i < to_size(to.tips); ++i)
            to.moment[i] = Exact(from.mass) * from.exact_second_moments[i];
        return to;
    }

    const BodyGraph& graph_;
    std::vector<TermCoupling> couplings_;
    std::vector<int> place_;  // of each body of the graph, in the tree
    std::vector<JointBodyOf<Exact>> tree_;
};

}  // namespace

std::vector<JointBodyOf<Exact>> joint_tree(const BodyGraph& graph, int freedom, const Exact* constant_forces) {
    if (graph.dimension() != 3) return {};
    std::vector<JointBodyOf<Exact>> tree = JointTreeMaker(graph).make(freedom);
    for (JointBodyOf<Exact>& body : tree) {
        if (body.first < 0 || !constant_forces) continue;
        const Exact* const tips = constant_forces + (body.first + 1) * 3;
        body.only_weight = std::all_of(tips, tips + body.tips * 3, [](const Exact& c) { return c == 0.0; });
    }
    return tree;
}

}  // namespace cchnn
