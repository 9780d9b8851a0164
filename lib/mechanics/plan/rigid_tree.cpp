#include "mechanics/plan/rigid_tree.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "core/to_size.hpp"
#include "graph/body_graph.hpp"
#include "numbers/exact_functions.hpp"

namespace cchnn {
namespace {

constexpr int ground = -1;

// The part of a separation that belongs to one body: the sum of its weights, and its weights on the tips.
struct Share {
    int body = ground;
    Exact total = 0.0;
    Exact tips[most_tips] = {};
};

bool nearly(const Exact& a, double b) { return absolute(a - b) < 1e-14; }  // weights are sums of a few numbers near 1
bool no_offset(const std::vector<Exact>& offset) {
    return std::all_of(offset.begin(), offset.end(), [](const Exact& c) { return c == 0.0; });
}
bool same_separation(const Separation& a, const Separation& b) {
    const auto equal = [](const NodeWeight& p, const NodeWeight& q) {
        return p.node == q.node && p.weight == q.weight;
    };
    return std::equal(a.weights.begin(), a.weights.end(), b.weights.begin(), b.weights.end(), equal) &&
           std::equal(a.offset.begin(), a.offset.end(), b.offset.begin(), b.offset.end());
}

// A direction fixed in a body, as weights on its tips, or one fixed in space.
struct TipDirection {
    int body = ground;
    Exact weight[most_tips] = {};
};
// A point joint P_a = P_b with its d rows; b may be the ground.
struct PointJoint {
    Share a, b;
    std::vector<int> rows;
};
// A row that fixes the angle between a direction of a and one of b: c . p = target. Two of them make a hinge.
struct TurnRow {
    int row;
    TipDirection a, b;
    Exact target;
};

// Collects point joints and hinge rows, then grows the tree from its roots. It owns what it finds; rigid_tree() takes
// it over.
class TreeFinder {
  public:
    TreeFinder(const BodyGraph& graph, const std::vector<SolverRow>& rows, const std::vector<int>& chosen)
        : graph_(graph), rows_(rows), chosen_(chosen), dimension_(graph.dimension()) {
        for (const Body& body : graph.bodies())
            for (int i = 0; i < body.node_count; ++i)
                body_of_.push_back(static_cast<int>(&body - graph.bodies().data()));
        find_points();
        find_turns();
        grow();
    }
    std::vector<TreeBodyOf<Exact>> bodies;
    std::vector<int> used;  // rows that the tree satisfies

  private:
    std::vector<Share> shares(const Separation& separation) const;
    std::optional<PointJoint> point_joint(const Separation& separation) const;
    std::optional<TipDirection> direction(const Separation& separation) const;
    std::optional<TurnRow> turn_row(int k) const;
    void find_points();
    void find_turns();
    void grow();
    void grow_from(int root, int root_place);
    void hang(const PointJoint& joint, int child, int parent_place);
    void add_turns(TreeBodyOf<Exact>& body, int child, int parent);
    TreeBodyOf<Exact>& add(int body);
    const Body& body(int b) const { return graph_.bodies()[b]; }
    int tips(int b) const { return b == ground ? dimension_ : body(b).node_count - 1; }

    const BodyGraph& graph_;
    const std::vector<SolverRow>& rows_;
    const std::vector<int>& chosen_;
    const int dimension_;
    std::vector<int> body_of_;  // of each node
    std::vector<PointJoint> points_;
    std::vector<std::vector<int>> points_of_;  // joints of the ground, then of each body
    std::vector<TurnRow> turns_;
    std::vector<char> placed_;  // of each body of the graph
    int places_[3] = {};        // bodies so far of each part
};

// Sums the weights of a separation for each body that it touches.
std::vector<Share> TreeFinder::shares(const Separation& separation) const {
    std::vector<Share> found;
    for (const NodeWeight& w : separation.weights) {
        const int b = body_of_[index(w.node)];
        auto share = std::find_if(found.begin(), found.end(), [&](const Share& s) { return s.body == b; });
        if (share == found.end()) share = found.insert(found.end(), Share{b, 0.0, {}});
        share->total += w.weight;
        const int tip = index(w.node) - body(b).first_node;
        if (tip > 0) share->tips[tip - 1] += w.weight;
    }
    return found;
}

// Recognises a separation as the difference of two points, whatever its sign.
std::optional<PointJoint> TreeFinder::point_joint(const Separation& separation) const {
    std::vector<Share> of = shares(separation);
    for (Share& share : of) {
        if (!nearly(absolute(share.total), 1)) return std::nullopt;
        if (share.total < 0.0)
            for (Exact& c : share.tips) c = -c;
    }
    if (of.size() == 2 && nearly(of[0].total + of[1].total, 0) && no_offset(separation.offset))
        return PointJoint{of[0], of[1], {}};
    if (of.size() != 1) return std::nullopt;
    Share fixed;
    for (std::size_t k = 0; k < separation.offset.size(); ++k)
        fixed.tips[k] = of[0].total < 0.0 ? separation.offset[k] : -separation.offset[k];
    return PointJoint{of[0], fixed, {}};
}

// A point joint is d consecutive rows that fix the d components of one separation, which is a difference of two points.
void TreeFinder::find_points() {
    const auto component = [&](int k) {
        const SolverRow& row = rows_[k];
        if (row.kind != SolverRow::Kind::linear || !row.axes.empty() || !(row.target == 0.0) || !(row.scale == 1.0))
            return -1;
        const auto one = std::find(row.normal.begin(), row.normal.end(), Exact(1.0));
        const auto zeros = std::count(row.normal.begin(), row.normal.end(), Exact(0.0));
        return one != row.normal.end() && zeros == dimension_ - 1 ? static_cast<int>(one - row.normal.begin()) : -1;
    };
    for (std::size_t i = 0; i + to_size(dimension_) <= chosen_.size(); ++i) {
        std::vector<int> together;
        for (int axis = 0; axis < dimension_; ++axis) {
            const int k = chosen_[i + axis];
            if (component(k) == axis && same_separation(rows_[k].a, rows_[chosen_[i]].a)) together.push_back(k);
        }
        if (std::ssize(together) != dimension_) continue;
        std::optional<PointJoint> joint = point_joint(rows_[chosen_[i]].a);
        if (!joint) continue;
        joint->rows = together;
        points_.push_back(*joint);
    }
}

// A separation is a body direction if it touches one body and its weights sum to zero.
std::optional<TipDirection> TreeFinder::direction(const Separation& separation) const {
    const std::vector<Share> of = shares(separation);
    if (of.size() != 1 || !nearly(of[0].total, 0) || tips(of[0].body) < 2 || !no_offset(separation.offset))
        return std::nullopt;
    TipDirection found{of[0].body, {}};
    std::copy_n(of[0].tips, most_tips, found.weight);
    return found;
}

// A hinge row: a product of directions of two bodies, or of one direction with a constant vector.
std::optional<TurnRow> TreeFinder::turn_row(int k) const {
    const SolverRow& row = rows_[k];
    if (!row.axes.empty() || !(row.scale == 1.0)) return std::nullopt;
    const std::optional<TipDirection> a = direction(row.a);
    if (row.kind == SolverRow::Kind::linear && a) {
        TipDirection fixed;
        std::copy(row.normal.begin(), row.normal.end(), fixed.weight);
        return TurnRow{k, *a, fixed, row.target};
    }
    if (row.kind != SolverRow::Kind::perpendicular) return std::nullopt;
    const std::optional<TipDirection> b = direction(row.b);
    if (!a || !b || a->body == b->body) return std::nullopt;
    return TurnRow{k, *a, *b, row.target};
}

void TreeFinder::find_turns() {
    if (dimension_ != 3) return;
    for (int k : chosen_)
        if (const std::optional<TurnRow> row = turn_row(k)) turns_.push_back(*row);
}

// Appends a body to the tree, without a joint yet, with the constants of its inertia.
TreeBodyOf<Exact>& TreeFinder::add(int b) {
    const Body& from = body(b);
    TreeBodyOf<Exact>& to = bodies.emplace_back();
    placed_[b] = 1;
    to.first = from.first_node;
    to.tips = tips(b);
    to.mass = from.mass;
    to.inverse_mass = Exact(1.0) / from.mass;
    to.part = to.tips == 0 ? TreePart::point : dimension_ == 3 && to.tips == 1 ? TreePart::rod : TreePart::solid;
    to.place = places_[static_cast<int>(to.part)]++;
    for (std::size_t i = 0; i < to_size(to.tips); ++i) {
        to.moment[i] = Exact(from.mass) * from.exact_second_moments[i];
        to.inverse_moment[i] = 1.0 / to.moment[i];
    }
    return to;
}

// The first two rows between directions of both bodies make a hinge. A single one remains a row outside the tree.
void TreeFinder::add_turns(TreeBodyOf<Exact>& to, int child, int parent) {
    std::vector<const TurnRow*> of;
    for (const TurnRow& row : turns_)
        if ((row.a.body == child && row.b.body == parent) || (row.a.body == parent && row.b.body == child))
            of.push_back(&row);
    if (of.size() < 2) return;
    to.joint = TreeJoint::hinge;
    for (std::size_t i = 0; i < 2; ++i) {
        const bool along = of[i]->a.body == child;
        std::copy_n((along ? of[i]->a : of[i]->b).weight, most_tips, to.hinge_direction[i]);
        std::copy_n((along ? of[i]->b : of[i]->a).weight, most_tips, to.hinge_direction_at_parent[i]);
        to.target[i] = of[i]->target;
        used.push_back(of[i]->row);
    }
}

// Appends the body `child` with its joint to the body at `parent_place`. Hinge rows between the two make it a hinge.
void TreeFinder::hang(const PointJoint& joint, int child, int parent_place) {
    const bool first = joint.a.body == child;
    TreeBodyOf<Exact>& to = add(child);
    to.parent = parent_place;
    to.joint = TreeJoint::point;
    std::copy_n((first ? joint.a : joint.b).tips, most_tips, to.own);
    std::copy_n((first ? joint.b : joint.a).tips, most_tips, to.at_parent);
    used.insert(used.end(), joint.rows.begin(), joint.rows.end());
    add_turns(to, child, (first ? joint.b : joint.a).body);
}

// Adds the bodies that hang from `root`, breadth-first. Point masses never hang; they are roots.
void TreeFinder::grow_from(int root, int root_place) {
    std::vector<std::pair<int, int>> grown{{root, root_place}};
    for (std::size_t i = 0; i < grown.size(); ++i) {
        const auto [parent, place] = grown[i];
        const auto first = bodies.size();
        for (int j : points_of_[parent + 1]) {
            const PointJoint& joint = points_[j];
            const int child = joint.a.body == parent ? joint.b.body : joint.a.body;
            if (child == ground || placed_[child] || tips(child) == 0) continue;
            grown.emplace_back(child, count_of(bodies));
            hang(joint, child, place);
        }
        if (place == ground) continue;
        bodies[place].first_child = static_cast<int>(first);
        bodies[place].children = static_cast<int>(bodies.size() - first);
    }
}

// Roots: the ground first, then point masses, then floating bodies.
void TreeFinder::grow() {
    const int count = count_of(graph_.bodies());
    placed_.assign(count, 0);
    points_of_.resize(to_size(count) + 1);
    for (std::size_t j = 0; j < points_.size(); ++j)
        for (int b : {points_[j].a.body, points_[j].b.body}) points_of_[b + 1].push_back(static_cast<int>(j));
    grow_from(ground, ground);
    for (const bool points : {true, false})
        for (int b = 0; b < count; ++b)
            if (!placed_[b] && body(b).node_count > 0 && (tips(b) == 0) == points) {
                const int place = count_of(bodies);
                add(b);
                grow_from(b, place);
            }
}

LdltPattern full_pattern(int size) {
    std::vector<std::vector<int>> lower(size);
    for (int k = 0; k < size; ++k)
        for (int j = 0; j < k; ++j) lower[k].push_back(j);
    return LdltPattern(lower);
}

}  // namespace

// Rows that the tree does not satisfy are solved for outside it, if they are few and position-level and none belongs
// to a curve.
RigidTreeOf<Exact> rigid_tree(const BodyGraph& graph, const std::vector<SolverRow>& rows,
                              const std::vector<int>& chosen, const NodeMatrix& inverse_mass) {
    if (graph.dimension() == 1) return {};
    int rigidity = 0;  // rows of it are the first ones
    for (const Body& body : graph.bodies()) rigidity += body.node_count * (body.node_count - 1) / 2;
    std::vector<int> others;
    std::copy_if(chosen.begin(), chosen.end(), std::back_inserter(others), [&](int k) { return k >= rigidity; });
    TreeFinder found(graph, rows, others);
    std::sort(found.used.begin(), found.used.end());
    std::erase_if(others, [&](int k) { return std::binary_search(found.used.begin(), found.used.end(), k); });
    const bool unfit = std::any_of(others.begin(), others.end(), [&](int k) {
        return !rows[k].on_positions() || rows[k].kind == SolverRow::Kind::track;
    });
    if (found.used.empty() || std::ssize(others) > most_off_tree_rows || unfit) return {};
    RigidTreeOf<Exact> tree;
    tree.bodies = std::move(found.bodies);
    tree.off_tree = solve_plan(rows, others, inverse_mass, graph.dimension(), false);
    tree.pattern = full_pattern(tree.off_tree.size());
    return tree;
}

}  // namespace cchnn
