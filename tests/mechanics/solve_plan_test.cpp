#include "mechanics/solve_plan.hpp"

#include <doctest/doctest.h>

#include <algorithm>

#include "mechanics/dense_equations.hpp"
#include "mechanics/example_systems.hpp"
#include "mechanics/row_values.hpp"

namespace cchnn::test {
namespace {

using Vector = std::vector<double>;

DenseMatrix from_pattern(const LdltPattern& pattern, const Vector& entries) {
    DenseMatrix full = DenseMatrix::Zero(pattern.size(), pattern.size());
    for (int k = 0; k < pattern.size(); ++k)
        for (int e = pattern.a_begin[static_cast<std::size_t>(k)]; e < pattern.a_begin[static_cast<std::size_t>(k) + 1]; ++e) {
            const int j = pattern.a_columns[static_cast<std::size_t>(e)];
            full(k, j) = full(j, k) = entries[static_cast<std::size_t>(e)];
        }
    return full;
}

// Rows of the plan keep half of the paper's Phi, hence the factors 1/2 and 1/4.
TEST_CASE("planned rows give G M^-1 G^T, G G^T, Phi and its rate as typed out densely, on every system") {
    for (const auto& s : every_system()) {
        CAPTURE(s->spec.name);
        const SolvePlan& plan = s->system.plan();
        if (plan.row.empty()) continue;
        const DenseEquations paper(s->graph, plan.row);
        InitialState state = s->state(2);
        for (double& c : state.x) c += 0.01 * std::sin(1e3 * c);  // off the manifold
        RowValues<double> rows(s->system, plan);
        rows.read_positions(state.x.data());
        rows.read_velocities(state.v.data());
        const DenseMatrix g = paper.gradient(dense(state.x));
        const auto close = [](const auto& a, const auto& b) {  // a few roundings of sums of products below 100
            return static_cast<double>((a - b).cwiseAbs().maxCoeff()) <= 1e-13;
        };
        CHECK(close(from_pattern(plan.pattern, rows.matrix(plan.mass_coupling)), DenseMatrix(g * paper.inverse_mass * g.transpose() / 4)));
        CHECK(close(from_pattern(plan.pattern, rows.matrix(plan.plain_coupling)), DenseMatrix(g * g.transpose() / 4)));
        CHECK(close(dense(rows.half_phi()), DenseVector(paper.phi(dense(state.x)) / 2)));
        CHECK(close(dense(rows.rate()), DenseVector(g * dense(state.v) / 2)));

        Vector lambda, force(state.x.size(), 0.0), rate_force(force);
        for (std::size_t k = 0; k < plan.row.size(); ++k) lambda.push_back(std::cos(static_cast<double>(k)));
        rows.add_gradient(lambda.data(), force.data());
        CHECK(close(dense(force), DenseVector(g.transpose() * dense(lambda) / 2)));
        // W^T lambda is G^T lambda at r(v): the gradient at v less the one at 0, which is the offsets' part.
        rows.add_rate_gradient(lambda.data(), rate_force.data());
        const DenseMatrix w = paper.gradient(dense(state.v)) - paper.gradient(DenseVector::Zero(paper.size()));
        CHECK(close(dense(rate_force), DenseVector(w.transpose() * dense(lambda) / 2)));
        rows.multiply_inverse_mass(force.data());
        CHECK(close(dense(force), DenseVector(paper.inverse_mass * g.transpose() * dense(lambda) / 2)));
    }
}

TEST_CASE("trees and chains are planned without fill, whatever the order of the file") {
    for (SystemSpec spec : {tree_3d(), load_system("chain_pendulum_5")}) {
        for (const bool reversed : {false, true}) {
            if (reversed) std::reverse(spec.constraints.begin(), spec.constraints.end());
            const CompiledSystem s(spec);
            const LdltPattern& p = s.system.plan().pattern;
            CHECK(p.fill() == static_cast<int>(p.a_columns.size()) - p.size());
        }
    }
}

// The general kind is what attachments to several nodes need; a moved pair and a single weight of 2 use it here.
TEST_CASE("a separation is gathered and scattered the same, whichever way it is stored") {
    const std::vector<Separation> separations{{{{NodeIndex{2}, 1}, {NodeIndex{0}, -1}}, {0, 0}},
                                              {{{NodeIndex{1}, 1}}, {0.5, -2}},
                                              {{{NodeIndex{2}, 1}, {NodeIndex{0}, -1}}, {0.25, 0}},
                                              {{{NodeIndex{0}, 2}}, {1, 1}},
                                              {{{NodeIndex{0}, 0.5}, {NodeIndex{1}, 0.25}, {NodeIndex{2}, -1}}, {3, 4}}};
    SeparationTable table;
    for (const Separation& s : separations) table.add(s, 2);
    using Kind = SeparationTerms::Kind;
    const Kind kinds[] = {Kind::nodes, Kind::node_to_point, Kind::general, Kind::general, Kind::general};
    const Vector x{1, 2, 3, 5, 7, 11}, along{10, 100};
    for (std::size_t k = 0; k < separations.size(); ++k) {
        CAPTURE(k);
        CHECK(table.terms[k].kind == kinds[k]);
        for (const bool with_offset : {true, false}) {
            double r[2], expected[2] = {0, 0};
            gather<2>(table, k, x.data(), with_offset ? &table.offset[2 * k] : nullptr, r);
            for (std::size_t j = 0; j < 2; ++j) {
                if (with_offset) expected[j] = separations[k].offset[j];
                for (const NodeWeight& w : separations[k].weights)
                    expected[j] += w.weight * x[static_cast<std::size_t>(2 * index(w.node)) + j];
                CHECK(r[j] == expected[j]);
            }
        }
        Vector nodes(6, 1.0), expected(6, 1.0);
        scatter<2>(table, k, along.data(), nodes.data());
        for (const NodeWeight& w : separations[k].weights)
            for (std::size_t j = 0; j < 2; ++j) expected[static_cast<std::size_t>(2 * index(w.node)) + j] += w.weight * along[j];
        CHECK(nodes == expected);
    }
}

}  // namespace
}  // namespace cchnn::test
