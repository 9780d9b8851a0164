#include "mechanics/plan/chains.hpp"

#include <algorithm>

#include "core/to_size.hpp"

namespace cchnn {
namespace {

// The planned rows of each node: `hook_of` the one to a fixed point, `links_of` those to other nodes.
struct Joins {
    std::vector<int> hook_of;                // node -> planned row, -1: none
    std::vector<std::vector<int>> links_of;  // node -> planned rows to other nodes
    bool distances_only = true;

    Joins(const SolvePlanOf<Exact>& plan, std::size_t nodes) : hook_of(nodes, -1), links_of(nodes) {
        for (int k = 0; k < plan.size(); ++k) {
            const SeparationTerms& t = plan.separations.terms[plan.term_begin[k]];
            distances_only = distances_only && plan.kind[k] == SolverRow::Kind::distance;
            if (t.kind == SeparationTerms::Kind::nodes) {
                links_of[t.a].push_back(k);
                links_of[t.b].push_back(k);
            } else if (t.kind == SeparationTerms::Kind::node_to_point && hook_of[t.a] < 0) {
                hook_of[t.a] = k;
            } else {
                distances_only = false;
            }
        }
    }
};

// The constants of the row between `node` and what it hangs from; append_chain() adds what depends on the point before.
ChainLinkOf<Exact> link_of(const SolvePlanOf<Exact>& plan, const NodeMassesOf<Exact>& masses, int row, int node) {
    ChainLinkOf<Exact> link;
    link.node = node;
    link.inverse_mass = 1.0 / masses.body_mass()[node];
    link.own = link.inverse_mass;
    link.target = plan.target[row];
    link.scale = plan.scale[row];
    return link;
}

// Appends the links of the chain that hangs from `first_node`, following the rows from node to node.
void append_chain(const SolvePlanOf<Exact>& plan, const NodeMassesOf<Exact>& masses, std::size_t d, const Joins& joins,
                  int first_node, std::vector<ChainLinkOf<Exact>>& links) {
    int row = joins.hook_of[first_node], node = first_node;
    ChainLinkOf<Exact> link = link_of(plan, masses, row, node);
    link.first = true;
    const std::size_t term = plan.term_begin[row];
    for (std::size_t j = 0; j < d; ++j) link.hook[j] = -plan.separations.offset[term * d + j];
    links.push_back(link);
    while (true) {
        const auto& onward = joins.links_of[node];
        const auto next = std::find_if(onward.begin(), onward.end(), [&](int k) { return k != row; });
        if (next == onward.end()) break;
        row = *next;
        const SeparationTerms& t = plan.separations.terms[plan.term_begin[row]];
        const Exact before = link.inverse_mass;
        node = t.a == node ? t.b : t.a;
        link = link_of(plan, masses, row, node);
        link.own += before;
        link.coupling = -before;
        links.push_back(link);
    }
    links.back().last = true;
}

}  // namespace

std::vector<ChainLinkOf<Exact>> chain_links(const SolvePlanOf<Exact>& plan, const NodeMassesOf<Exact>& masses,
                                            int dimension) {
    const std::size_t nodes = masses.body_mass().size();
    const Joins joins(plan, nodes);
    if (!joins.distances_only || to_size(plan.size()) != nodes || !masses.points_only()) return {};
    for (std::size_t i = 0; i < nodes; ++i)
        if (joins.links_of[i].size() + (joins.hook_of[i] >= 0) > 2) return {};
    std::vector<ChainLinkOf<Exact>> links;
    for (std::size_t i = 0; i < nodes; ++i)
        if (joins.hook_of[i] >= 0) append_chain(plan, masses, dimension, joins, static_cast<int>(i), links);
    // Each point must have found its row. The counts differ where a chain ends at a second hook, or a ring of points
    // hangs from none.
    return links.size() == nodes ? links : std::vector<ChainLinkOf<Exact>>{};
}

}  // namespace cchnn
