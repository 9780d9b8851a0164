#include "coordinates/body_tree.hpp"

#include <algorithm>
#include <numeric>
#include <stdexcept>

#include "core/to_size.hpp"
#include "elements/parts/reading/body_coordinates.hpp"
#include "graph/groups.hpp"
#include "numbers/vector3.hpp"

namespace cchnn {
namespace {

// The constraints between two bodies. Forces do not shape the tree, nor do constraints to the world, such as planes.
std::vector<TermCoupling> couplings_between(const BodyGraph& graph) {
    std::vector<TermCoupling> couplings = graph.couplings();
    std::erase_if(couplings, [](const TermCoupling& coupling) {
        return coupling.list != FileList::constraints || !coupling.a || !coupling.b;
    });
    return couplings;
}

// first_obstacle() has reported the constraints that a tree does not support, so none of them arrives here.
Branch::Hold branch_hold(const Coupling& coupling) {
    if (coupling.slide_axis) return Branch::Hold::slide;
    switch (coupling.relation) {
        case Coupling::Relation::distance: return Branch::Hold::link;
        case Coupling::Relation::coincident: return Branch::Hold::joint;
        case Coupling::Relation::none:
        case Coupling::Relation::force:
        case Coupling::Relation::environment: break;
    }
    throw std::logic_error("a constraint between two bodies that trees of bodies do not support");
}

// Why some constraint has no generalised coordinates; "" if all have. Of several kinds the last one is named.
std::string no_coordinates(const BodyGraph& graph) {
    std::string why;
    const char* of = nullptr;
    for (const TermCoupling& coupling : graph.couplings())
        if (coupling.list == FileList::constraints && !coupling.no_coordinates.empty() && coupling.type != of) {
            why = coupling.no_coordinates;
            of = coupling.type;
        }
    return why;
}

// The frame of a hinge or weld in the coordinates of one body. Where the constraint gives no direction across the axis,
// axis_frame() chooses one in space; in the plane it is the axis after a quarter turn, and across_2 points out of the
// plane.
AxisFrame frame(int dimension, const Point* axis, const Point* across, const Body& body) {
    AxisFrame made = axis_frame(body_coordinates(*axis, body));
    if (!across && dimension == 3) return made;
    made.across_1 = {-made.axis[1], made.axis[0], 0};
    if (across) {
        const std::vector<double> entries = body_coordinates(*across, body);
        made.across_1 = {};
        std::copy_n(entries.begin(), std::min<std::size_t>(3, entries.size()), made.across_1.begin());
    }
    made.across_2 = cross(made.axis, made.across_1);
    return made;
}

// The branch that a coupling makes for the body at `here`, which has to be coupling.a or coupling.b itself: ends are
// compared by address.
Branch branch(const BodyGraph& graph, const Coupling& coupling, const Point& here) {
    const bool from_a = &here == coupling.b;
    const Point& there = from_a ? *coupling.a : *coupling.b;
    const auto body = [&](const Point& point) -> const Body& { return graph.bodies()[index(point.body)]; };
    Branch made;
    made.hold = branch_hold(coupling);
    made.body = here.body;
    made.parent = there.body;
    made.on_parent = there;
    made.on_body = here;
    made.length = coupling.length;
    if (coupling.slide_axis) {
        made.slide_axis_in_parent = from_a;
        made.slide_axis = body_coordinates(*coupling.slide_axis, body(from_a ? there : here));
    }
    if (!coupling.axis_a) return made;
    const int d = graph.dimension();
    made.turn = coupling.across_a || d == 2 ? Branch::Turn::fixed : Branch::Turn::hinge;
    made.frame_in_parent = frame(d, from_a ? coupling.axis_a : coupling.axis_b,
                                 from_a ? coupling.across_a : coupling.across_b, body(there));
    made.frame_in_body = frame(d, from_a ? coupling.axis_b : coupling.axis_a,
                               from_a ? coupling.across_b : coupling.across_a, body(here));
    return made;
}

// Makes the tree of a graph by breadth-first search, first from the ground, then from one free body of each group that
// is left; or finds the first reason why there is none.
class TreeMaker {
  public:
    explicit TreeMaker(const BodyGraph& graph) : graph_(graph), couplings_(couplings_between(graph)) {}

    BodyTree make() {
        tree_.why_none = first_obstacle();
        if (tree_.why_none.empty()) grow();
        if (!tree_.why_none.empty()) tree_.branches.clear();
        return std::move(tree_);
    }

  private:
    const Body& body(const Point& point) const { return graph_.bodies()[index(point.body)]; }
    bool is_ground(std::size_t i) const { return graph_.bodies()[i].node_count == 0; }

    // The reasons that do not depend on where the search begins.
    std::string first_obstacle() const {
        if (graph_.dimension() == 1)
            for (const Body& body : graph_.bodies())
                if (body.node_count > 1)
                    return "in one dimension '" + body.id + "' has a side it points to, not an angle";
        const std::string why = no_coordinates(graph_);
        if (!why.empty()) return why;
        for (const TermCoupling& coupling : couplings_)
            if (graph_.dimension() == 1 && coupling.relation == Coupling::Relation::distance)
                return "in one dimension " + *coupling.name + " leaves a side, not an angle";
        return first_loop();
    }

    // Ends that are connected already close a loop; all Origins are connected from the start.
    std::string first_loop() const {
        const std::size_t count = graph_.bodies().size();
        Groups groups(count);
        std::size_t ground = count;
        for (std::size_t i = 0; i < count; ++i)
            if (is_ground(i)) {
                ground = std::min(ground, i);
                groups.join(i, ground);
            }
        for (const TermCoupling& coupling : couplings_)
            if (!groups.join(index(coupling.a->body), index(coupling.b->body)))
                return *coupling.name + " closes a loop";
        return "";
    }

    void grow() {
        reached_.assign(graph_.bodies().size(), false);
        touching_.assign(graph_.bodies().size(), {});
        for (const TermCoupling& coupling : couplings_)
            for (const Point* end : {coupling.a, coupling.b}) touching_[index(end->body)].push_back(&coupling);
        std::vector<std::size_t> ground;
        for (std::size_t i = 0; i < reached_.size(); ++i)
            if (is_ground(i)) {
                ground.push_back(i);
                reached_[i] = true;
            }
        add_connected(std::move(ground));
        for (const std::size_t i : leaders()) {
            if (reached_[i]) continue;
            Branch free;
            free.body = BodyIndex{static_cast<int>(i)};
            tree_.branches.push_back(free);
            reached_[i] = true;
            add_connected({i});
        }
    }

    // The order in which bodies are tried as the free body of their group: most nodes first, then the order of the
    // file.
    std::vector<std::size_t> leaders() const {
        std::vector<std::size_t> order(reached_.size());
        std::iota(order.begin(), order.end(), std::size_t{0});
        std::ranges::stable_sort(order, [&](std::size_t a, std::size_t b) {
            return graph_.bodies()[a].node_count > graph_.bodies()[b].node_count;
        });
        return order;
    }

    // Hangs all bodies that are connected to those in `open` on the neighbour that reaches them first.
    void add_connected(std::vector<std::size_t> open) {
        for (std::size_t k = 0; k < open.size(); ++k)
            for (const TermCoupling* coupling : touching_[open[k]]) {
                const bool from_a = to_size(index(coupling->a->body)) == open[k];
                const Point& here = from_a ? *coupling->b : *coupling->a;
                const std::size_t next = index(here.body);
                if (reached_[next]) continue;
                reached_[next] = true;
                tree_.branches.push_back(held(*coupling, here));
                open.push_back(next);
            }
    }

    // A hinge angle is counted from a direction of the parent across the axis. A rod along the axis has none.
    Branch held(const TermCoupling& coupling, const Point& here) {
        Branch made = branch(graph_, coupling, here);
        const Body &there = body(made.on_parent), &turned = body(here);
        if (made.turn == Branch::Turn::hinge && there.node_count == 2 && turned.node_count > 2)
            tree_.why_none = *coupling.name + " turns '" + turned.id + "' about '" + there.id +
                             "', an Obj1D, which has no direction across its axis to count from";
        return made;
    }

    const BodyGraph& graph_;
    const std::vector<TermCoupling> couplings_;
    std::vector<bool> reached_;
    std::vector<std::vector<const TermCoupling*>> touching_;
    BodyTree tree_;
};

}  // namespace

BodyTree body_tree(const BodyGraph& graph) { return TreeMaker(graph).make(); }

std::optional<Branch> rail_or_weld(const BodyGraph& graph, BodyIndex from, BodyIndex body) {
    for (const TermCoupling& coupling : graph.couplings()) {
        const bool held = coupling.list == FileList::constraints && coupling.no_coordinates.empty() &&
                          (coupling.slide_axis || coupling.axis_a);
        if (!held || !coupling.b) continue;
        if (coupling.a->body == from && coupling.b->body == body) return branch(graph, coupling, *coupling.b);
        if (coupling.b->body == from && coupling.a->body == body) return branch(graph, coupling, *coupling.a);
    }
    return std::nullopt;
}

}  // namespace cchnn
