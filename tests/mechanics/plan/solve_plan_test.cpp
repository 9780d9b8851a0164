#include "mechanics/plan/solve_plan.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <boost/multiprecision/cpp_bin_float.hpp>

#include "core/to_size.hpp"
#include "mechanics/dense_equations.hpp"
#include "mechanics/example_systems.hpp"
#include "mechanics/rows/row_values.hpp"

using namespace cchnn;
using namespace cchnn_test;

namespace {

using Vector = std::vector<double>;

DenseMatrix from_pattern(const LdltPattern& pattern, const Vector& entries) {
    DenseMatrix full = DenseMatrix::Zero(pattern.size(), pattern.size());
    for (int k = 0; k < pattern.size(); ++k)
        for (int e = pattern.a_begin[static_cast<std::size_t>(k)]; e < pattern.a_begin[static_cast<std::size_t>(k) + 1];
             ++e) {
            const int j = pattern.a_columns[static_cast<std::size_t>(e)];
            full(k, j) = full(j, k) = entries[static_cast<std::size_t>(e)];
        }
    return full;
}

// A few roundings of sums of products, relative to the largest: 1/(m lambda) of a slender body is some 1e3. `parts` is
// how large the terms of a difference are.
template <class A, class B>
bool close(const A& a, const B& b, double parts = 1) {
    return static_cast<double>((a - b).cwiseAbs().maxCoeff()) <=
           1e-14 * (parts + static_cast<double>(b.cwiseAbs().maxCoeff()));
}

template <int D>
void compare_with_dense(const ExampleSystem& s) {
    const SolvePlan& plan = s.system.plan();
    const DenseEquations typed(s.graph, plan.row, RowSet::solver);
    InitialState state = s.state(2);
    for (double& c : state.x) c += 0.01 * std::sin(1e3 * c);  // off the manifold
    RowValues<double, D> rows(plan);
    rows.read_positions(state.x.data());
    rows.read_velocities(state.v.data());
    const DenseMatrix g = typed.gradient(dense(state.x));
    Vector entries(plan.coupling_begin.size() - 1), values(plan.row.size());
    rows.inverse_constraint_inertia(entries.data());
    CHECK(close(from_pattern(plan.pattern, entries), DenseMatrix(g * typed.inverse_mass * g.transpose())));
    rows.residual(values.data());
    const double largest = static_cast<double>(dense(state.x).cwiseAbs().maxCoeff());
    CHECK(close(dense(values), DenseVector(typed.phi(dense(state.x))), 1 + largest * largest));
    rows.rate(values.data());
    CHECK(close(dense(values), DenseVector(g * dense(state.v))));

    const DenseMatrix w = rate_gradient(typed, dense(state.v));
    for (const bool row_rate : {false, true})
        for (const bool column_rate : {false, true}) {
            if (row_rate != column_rate) continue;  // not symmetric: below, entry by entry
            for (std::size_t e = 0; e < entries.size(); ++e) entries[e] = rows.plain_entry(e, row_rate, column_rate);
            const DenseMatrix& both = row_rate ? w : g;
            CHECK(close(from_pattern(plan.pattern, entries), DenseMatrix(both * both.transpose())));
        }
    const DenseMatrix mixed = w * g.transpose();
    for (int k = 0; k < plan.size(); ++k)
        for (int e = plan.pattern.a_begin[to_size(k)]; e < plan.pattern.a_begin[to_size(k + 1)]; ++e) {
            const int j = plan.pattern.a_columns[to_size(e)];
            const double scale = 1 + static_cast<double>(mixed.cwiseAbs().maxCoeff());
            CHECK(std::fabs(rows.plain_entry(to_size(e), true, false) - static_cast<double>(mixed(k, j))) <=
                  1e-14 * scale);
            CHECK(std::fabs(rows.plain_entry(to_size(e), false, true) - static_cast<double>(mixed(j, k))) <=
                  1e-14 * scale);
        }

    Vector lambda, force(state.x.size(), 0.0), rate_force(force), moved(force);
    for (std::size_t k = 0; k < plan.row.size(); ++k) lambda.push_back(std::cos(static_cast<double>(k)));
    rows.add_gradient(lambda.data(), force.data());
    CHECK(close(dense(force), DenseVector(g.transpose() * dense(lambda))));
    rows.add_rate_gradient(lambda.data(), rate_force.data());
    CHECK(close(dense(rate_force), DenseVector(w.transpose() * dense(lambda))));
    s.system.masses().multiply_inverse<D>(force.data(), moved.data());
    CHECK(close(dense(moved), DenseVector(typed.inverse_mass * g.transpose() * dense(lambda))));
    rows.constraint_acceleration(state.v.data(), moved.data(), values.data());
    CHECK(close(dense(values), DenseVector(w * dense(state.v) + g * dense(moved))));
}

TEST_CASE("planned rows give G M^-1 G^T, G G^T, their values and rates as typed out densely, on every system") {
    for (const auto& s : every_system()) {
        CAPTURE(s->spec.name);
        if (s->system.plan().row.empty()) continue;
        if (s->system.dimension() == 1) compare_with_dense<1>(*s);
        if (s->system.dimension() == 2) compare_with_dense<2>(*s);
        if (s->system.dimension() == 3) compare_with_dense<3>(*s);
    }
}

TEST_CASE("trees and chains are planned without fill, whatever the order of the file") {
    for (SystemSpec spec : {tree_3d(), load_system("chain_pendulum_5")}) {
        for (const bool reversed : {false, true}) {
            if (reversed) std::reverse(spec.constraints.begin(), spec.constraints.end());
            const ExampleSystem s(spec);
            const LdltPattern& p = s.system.plan().pattern;
            CHECK(p.fill() == static_cast<int>(p.a_columns.size()) - p.size());
        }
    }
}

// The general kind is what attachments to several nodes need; a moved pair and a single weight of 2 use it here.
TEST_CASE("a separation is gathered and scattered the same, whichever way it is stored") {
    const std::vector<Separation> separations{
        {{{NodeIndex{2}, 1}, {NodeIndex{0}, -1}}, {0, 0}},
        {{{NodeIndex{1}, 1}}, {0.5, -2}},
        {{{NodeIndex{2}, 1}, {NodeIndex{0}, -1}}, {0.25, 0}},
        {{{NodeIndex{0}, 2}}, {1, 1}},
        {{{NodeIndex{0}, 0.5}, {NodeIndex{1}, 0.25}, {NodeIndex{2}, -1}}, {3, 4}}};
    SeparationTable exact;
    for (const Separation& s : separations) add_separation(exact, s, 2);
    const auto table = converted<SeparationTableOf<double>>(exact);
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
                if (with_offset) expected[j] = double(separations[k].offset[j]);
                for (const NodeWeight& w : separations[k].weights)
                    expected[j] += double(w.weight) * x[static_cast<std::size_t>(2 * index(w.node)) + j];
                CHECK(r[j] == expected[j]);
            }
        }
        Vector nodes(6, 1.0), expected(6, 1.0);
        scatter<2>(table, k, along.data(), nodes.data());
        for (const NodeWeight& w : separations[k].weights)
            for (std::size_t j = 0; j < 2; ++j)
                expected[static_cast<std::size_t>(2 * index(w.node)) + j] += double(w.weight) * along[j];
        CHECK(nodes == expected);
    }
}

}  // namespace

// A double has 53 bits of them, and a refined motion would have the error that grows from 1e-17 rad.
TEST_CASE("phases of gears, racks and screws are planned in 106 bits") {
    const ExampleSystem s(parse_system(R"json({"name": "phases", "dimension": 2,
      "bodies": [{"id": "wall", "type": "Origin"}, {"id": "axle", "type": "Origin", "position": [1, 0]},
                 {"id": "pinion", "type": "Obj2D", "mass": 1, "second_moments": [0.1, 0.1]},
                 {"id": "wheel", "type": "Obj2D", "mass": 1, "second_moments": [0.1, 0.1]},
                 {"id": "bar", "type": "Obj0D", "mass": 1}],
      "constraints": [{"type": "Joint", "between": ["wall", "pinion"]}, {"type": "Joint", "between": ["axle", "wheel"]},
                      {"type": "Gear", "first": {"bodies": ["wall", "pinion"]}, "second": {"bodies": ["axle", "wheel"]},
                       "teeth": [35, 13], "phase": 0.1},
                      {"type": "Rack", "wheel": {"bodies": ["wall", "pinion"]},
                       "slide": {"between": ["wall", "bar"], "along": [1, 0]}, "radius": 0.3, "phase": 0.7}],
      "initial_conditions": {"bodies": {"pinion": {"position": [0, 0], "angle": 0.4}, "wheel": {"position": [1, 0], "angle": 0.2},
                                        "bar": {"position": [-0.2, 0.3]}}}})json",
                                       "phases.json"));
    using Wide = boost::multiprecision::cpp_bin_float_100;
    const auto off = [](const Exact& a, const Wide& b) {
        return std::fabs(static_cast<double>(Wide(a.high) + a.low - b));
    };
    const auto& plan = s.system.exact_constants().plan;
    REQUIRE(plan.gears.size() == 1);
    CHECK(off(plan.gears[0].cosine, cos(35 * Wide(0.1))) < 0x1p-100);
    CHECK(off(plan.gears[0].sine, sin(35 * Wide(0.1))) < 0x1p-100);
    REQUIRE(plan.racks.size() == 1);
    CHECK(off(plan.racks[0].cosine, cos(Wide(0.7))) < 0x1p-100);
    CHECK(off(plan.racks[0].sine, sin(Wide(0.7))) < 0x1p-100);
}
