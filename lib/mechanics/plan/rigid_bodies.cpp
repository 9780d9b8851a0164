#include "mechanics/plan/rigid_bodies.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include "core/to_size.hpp"
#include "graph/body_graph.hpp"

namespace cchnn {
namespace {

// A body whose nodes enter a term, with the weights w_t of the term on its tips.
struct Touch {
    int body, at;  // at: index of its first beta
    Exact of[most_tips];
};

// For each node its body and tip number; -1 for nodes that are no tips.
using TipOfNode = std::vector<std::pair<int, int>>;

// The bodies that a term touches: its weights, summed for each body and tip.
std::vector<Touch> touches(const SolvePlanOf<Exact>& plan, int term, const TipOfNode& tip_of) {
    std::vector<Touch> found;
    const auto add = [&](int node, const Exact& weight) {
        const auto [body, tip] = tip_of[node];
        if (body < 0) return;
        auto touch = std::find_if(found.begin(), found.end(), [b = body](const Touch& t) { return t.body == b; });
        if (touch == found.end()) touch = found.insert(found.end(), Touch{body, 0, {}});
        touch->of[tip] += weight;
    };
    const SeparationTable& table = plan.separations;
    const SeparationTerms& t = table.terms[term];
    if (t.kind == SeparationTerms::Kind::general)
        for (int e = t.begin; e < t.end; ++e) add(table.node[e], table.weight[e]);
    else add(t.a, 1.0);
    if (t.kind == SeparationTerms::Kind::nodes) add(t.b, -1.0);
    return found;
}

// The constants of one body: m lambda_i, their inverses, and w_ij of (2).
RigidBodyOf<Exact> rigid_body(const Body& body) {
    RigidBodyOf<Exact> rigid;
    rigid.first = body.first_node;
    rigid.tips = body.node_count - 1;
    rigid.inverse_mass = Exact(1.0) / body.mass;
    const std::vector<Exact>& lambda = body.exact_second_moments;
    for (std::size_t i = 0; i < lambda.size(); ++i) {
        rigid.moment[i] = Exact(body.mass) * lambda[i];
        rigid.inverse_moment[i] = 1.0 / rigid.moment[i];
        for (std::size_t j = 0; j < lambda.size(); ++j) rigid.share[i][j] = lambda[j] / (lambda[i] + lambda[j]);
    }
    return rigid;
}

// (5)
RigidCouplingOf<Exact> coupling(const RigidBodyOf<Exact>& body, const Touch& t, const Touch& u) {
    RigidCouplingOf<Exact> c(t.at, u.at, body.tips);
    for (int p = 0; p < body.tips; ++p) {
        for (int q = 0; q < body.tips; ++q) c.weight[p][q] = u.of[p] * t.of[q] / (body.moment[p] + body.moment[q]);
        for (int i = 0; i < body.tips; ++i)
            c.weight[p][p] += t.of[i] * u.of[i] * body.share[i][p] * body.inverse_moment[i];
    }
    return c;
}

// The constants of (4), (5) for each pair of terms of coupled rows.
void add_couplings(RigidPlanOf<Exact>& plan) {
    const SolvePlanOf<Exact>& rows = plan.rows;
    const std::vector<RigidBodyOf<Exact>>& bodies = plan.bodies;
    TipOfNode tip_of(plan.point_masses.size(), {-1, -1});
    for (std::size_t b = 0; b < bodies.size(); ++b)
        for (int i = 0; i < bodies[b].tips; ++i) tip_of[bodies[b].first + 1 + i] = {static_cast<int>(b), i};
    std::vector<std::vector<Touch>> of_term;
    // Each body that a term touches gets a place for the projection of the term on its tips, which all couplings of
    // this term on that body share.
    for (int t = 0; t < rows.term_count(); ++t) {
        of_term.push_back(touches(rows, t, tip_of));
        for (Touch& touch : of_term.back()) {
            touch.at = plan.projected;
            plan.projections.push_back({rows.slot[t], touch.body, plan.projected});
            plan.projected += bodies[touch.body].tips;
        }
    }
    const auto add_pair = [&](int t, int u) {
        for (const Touch& one : of_term[t])
            for (const Touch& other : of_term[u])
                if (one.body == other.body) plan.couplings.push_back(coupling(bodies[one.body], one, other));
    };
    for (int k = 0; k < rows.size(); ++k)
        for (int e = rows.pattern.a_begin[k]; e < rows.pattern.a_begin[to_size(k) + 1]; ++e) {
            const int l = rows.pattern.a_columns[e];
            for (int t = rows.term_begin[k]; t < rows.term_begin[to_size(k) + 1]; ++t)
                for (int u = rows.term_begin[l]; u < rows.term_begin[to_size(l) + 1]; ++u) add_pair(t, u);
            plan.coupling_begin.push_back(count_of(plan.couplings));
        }
}

}  // namespace

bool is_thin(const Exact& mass, const Exact (&moment)[most_tips], const Exact (&point)[most_tips]) {
    constexpr double thin = 1e-6;
    double all = 0, largest = 0, square = 0;
    for (int k = 0; k < most_tips; ++k) {
        all += double(moment[k]);
        largest = std::max(largest, double(moment[k]));
        square += double(point[k] * point[k]);
    }
    return all - largest < thin * (all + double(mass) * square);
}

int rigidity_row_count(const BodyGraph& graph) {
    int count = 0;
    for (const Body& body : graph.bodies()) count += body.node_count * (body.node_count - 1) / 2;
    return count;
}

// The rows of rigidity come first among all rows, and closed formulas solve them body by body; the plan of the solver
// is made of the others alone.
RigidPlanOf<Exact> rigid_plan(const BodyGraph& graph, const std::vector<SolverRow>& all, const std::vector<int>& chosen,
                              const NodeMatrix& inverse_mass) {
    RigidPlanOf<Exact> plan;
    plan.point_masses.assign(inverse_mass.size(), 0.0);
    for (const Body& body : graph.bodies()) {
        if (body.node_count == 1) plan.point_masses[body.first_node] = Exact(1.0) / body.mass;
        if (body.node_count < 2) continue;
        plan.bodies.push_back(rigid_body(body));
    }
    if (plan.bodies.empty()) return plan;
    const int rigidity = rigidity_row_count(graph);
    std::vector<int> others;
    std::copy_if(chosen.begin(), chosen.end(), std::back_inserter(others), [&](int k) { return k >= rigidity; });
    plan.rows = solve_plan(all, others, inverse_mass, graph.dimension(), true);
    add_couplings(plan);
    return plan;
}

}  // namespace cchnn
