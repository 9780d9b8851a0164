#include "mechanics/solve_plan.hpp"

#include <algorithm>
#include <numeric>

#include "mechanics/constrained_system.hpp"
#include "core/to_size.hpp"

namespace cchnn {
namespace {

double plain_product(const Separation& a, const Separation& b) {
    double sum = 0;
    for (const NodeWeight& p : a.weights)
        for (const NodeWeight& q : b.weights)
            if (p.node == q.node) sum += p.weight * q.weight;
    return sum;
}

double mass_product(const Separation& a, const Separation& b, const NodeMatrix& inverse_mass) {
    double sum = 0;
    for (const NodeWeight& p : a.weights)
        for (const NodeWeight& entry : inverse_mass[to_size(index(p.node))])
            for (const NodeWeight& q : b.weights)
                if (q.node == entry.node) sum += p.weight * entry.weight * q.weight;
    return sum;
}

// Rows that a node of theirs couples through M^-1: only these can have an entry in G M^-1 G^T.
std::vector<std::vector<int>> coupled_rows(const std::vector<const Separation*>& rows,
                                           const NodeMatrix& inverse_mass) {
    const std::size_t nodes = inverse_mass.size();
    std::vector<std::vector<int>> rows_of_node(nodes);
    for (std::size_t k = 0; k < rows.size(); ++k)
        for (const NodeWeight& w : rows[k]->weights) rows_of_node[to_size(index(w.node))].push_back(static_cast<int>(k));
    std::vector<std::vector<int>> touching(nodes);  // rows of every node that M^-1 couples to this one
    for (std::size_t i = 0; i < nodes; ++i) {
        for (const NodeWeight& entry : inverse_mass[i]) {
            const auto& rows_there = rows_of_node[to_size(index(entry.node))];
            touching[i].insert(touching[i].end(), rows_there.begin(), rows_there.end());
        }
    }
    std::vector<std::vector<int>> adjacent(rows.size());
    for (std::size_t k = 0; k < rows.size(); ++k) {
        for (const NodeWeight& w : rows[k]->weights)
            for (int l : touching[to_size(index(w.node))])
                if (l != static_cast<int>(k)) adjacent[k].push_back(l);
        std::sort(adjacent[k].begin(), adjacent[k].end());
        adjacent[k].erase(std::unique(adjacent[k].begin(), adjacent[k].end()), adjacent[k].end());
    }
    return adjacent;
}

}  // namespace

void SeparationTable::add(const Separation& separation, int dimension) {
    SeparationTerms t;
    const auto& w = separation.weights;
    const bool moved = std::any_of(separation.offset.begin(), separation.offset.end(), [](double c) { return c != 0; });
    if (w.size() == 2 && w[0].weight == 1 && w[1].weight == -1 && !moved) {
        t.kind = SeparationTerms::Kind::nodes;
        t.a = index(w[0].node);
        t.b = index(w[1].node);
    } else if (w.size() == 1 && w[0].weight == 1) {
        t.kind = SeparationTerms::Kind::node_to_point;
        t.a = index(w[0].node);
    } else {
        t.begin = static_cast<int>(node.size());
        for (const NodeWeight& p : w) {
            node.push_back(index(p.node));
            weight.push_back(p.weight);
        }
        t.end = static_cast<int>(node.size());
    }
    terms.push_back(t);
    for (int k = 0; k < dimension; ++k) offset.push_back(separation.offset[to_size(k)]);
}

SolvePlan::SolvePlan(const std::vector<Separation>& all, const std::vector<ConstraintRow>& rows,
                     const std::vector<int>& chosen, const NodeMatrix& inverse_mass, int dimension, bool reorder) {
    std::vector<const Separation*> picked;
    for (int r : chosen) picked.push_back(&all[to_size(rows[to_size(r)].separation)]);
    const auto adjacent = coupled_rows(picked, inverse_mass);
    std::vector<int> order(chosen.size());
    std::iota(order.begin(), order.end(), 0);
    if (reorder) order = elimination_order(adjacent);

    pattern = LdltPattern(lower_rows(adjacent, order));
    for (std::size_t k = 0; k < order.size(); ++k) {
        const ConstraintRow& r = rows[to_size(chosen[to_size(order[k])])];
        row.push_back(chosen[to_size(order[k])]);
        separations.add(all[to_size(r.separation)], dimension);
        half_square.push_back(0.5 * r.length * r.length);
        for (int e = pattern.a_begin[k]; e < pattern.a_begin[k + 1]; ++e) {
            const Separation& other = *picked[to_size(order[to_size(pattern.a_columns[to_size(e)])])];
            mass_coupling.push_back(mass_product(*picked[to_size(order[k])], other, inverse_mass));
            plain_coupling.push_back(plain_product(*picked[to_size(order[k])], other));
        }
    }
}

}  // namespace cchnn
