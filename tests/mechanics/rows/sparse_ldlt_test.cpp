#include "mechanics/rows/sparse_ldlt.hpp"

#include <doctest/doctest.h>

#include <Eigen/Dense>
#include <algorithm>
#include <numeric>
#include <random>
#include <set>

using namespace cchnn;

namespace {

using Graph = std::vector<std::vector<int>>;

Graph from_edges(int n, const std::vector<std::pair<int, int>>& edges) {
    std::vector<std::set<int>> sets(static_cast<std::size_t>(n));
    for (const auto& [a, b] : edges) {
        sets[static_cast<std::size_t>(a)].insert(b);
        sets[static_cast<std::size_t>(b)].insert(a);
    }
    Graph graph;
    for (const auto& s : sets) graph.emplace_back(s.begin(), s.end());
    return graph;
}
Graph chain(int n) {
    std::vector<std::pair<int, int>> edges;
    for (int i = 1; i < n; ++i) edges.push_back({i - 1, i});
    return from_edges(n, edges);
}
Graph tree(int n, std::mt19937& random) {
    std::vector<int> label(static_cast<std::size_t>(n));
    std::iota(label.begin(), label.end(), 0);
    std::shuffle(label.begin(), label.end(), random);
    std::vector<std::pair<int, int>> edges;
    for (int i = 1; i < n; ++i)
        edges.push_back({label[static_cast<std::size_t>(i)], label[random() % static_cast<unsigned>(i)]});
    return from_edges(n, edges);
}
Graph arrow(int n) {  // the hub first: the worst order
    std::vector<std::pair<int, int>> edges;
    for (int i = 1; i < n; ++i) edges.push_back({0, i});
    return from_edges(n, edges);
}
Graph random_graph(int n, unsigned percent, std::mt19937& random) {
    std::vector<std::pair<int, int>> edges;
    for (int i = 0; i < n; ++i)
        for (int j = 0; j < i; ++j)
            if (random() % 100 < percent) edges.push_back({i, j});
    return from_edges(n, edges);
}

std::vector<int> given_order(int n) {
    std::vector<int> order(static_cast<std::size_t>(n));
    std::iota(order.begin(), order.end(), 0);
    return order;
}
int edge_count(const Graph& graph) {
    std::size_t ends = 0;
    for (const auto& row : graph) ends += row.size();
    return static_cast<int>(ends / 2);
}

// A positive definite matrix with this pattern, and its entries in the pattern's order.
struct Matrix {
    Eigen::MatrixXd dense;
    std::vector<double> entries;
};
Matrix fill_in(const LdltPattern& pattern, std::mt19937& random) {
    std::uniform_real_distribution<double> uniform(-1, 1);
    const int n = pattern.size();
    Matrix m{Eigen::MatrixXd::Zero(n, n), {}};
    for (int k = 0; k < n; ++k)
        for (int e = pattern.a_begin[static_cast<std::size_t>(k)]; e < pattern.a_begin[static_cast<std::size_t>(k) + 1];
             ++e) {
            const int j = pattern.a_columns[static_cast<std::size_t>(e)];
            if (j != k) m.dense(k, j) = m.dense(j, k) = uniform(random);
        }
    for (int k = 0; k < n; ++k) m.dense(k, k) = 0.1 + m.dense.row(k).cwiseAbs().sum();  // dominant diagonal
    for (int k = 0; k < n; ++k)
        for (int e = pattern.a_begin[static_cast<std::size_t>(k)]; e < pattern.a_begin[static_cast<std::size_t>(k) + 1];
             ++e)
            m.entries.push_back(m.dense(k, pattern.a_columns[static_cast<std::size_t>(e)]));
    return m;
}

std::vector<Graph> examples(std::mt19937& random) {
    std::vector<Graph> all{chain(1), chain(2), chain(30), arrow(12), random_graph(10, 100, random)};
    for (int n = 2; n < 10; ++n) all.push_back(random_graph(n, 100, random));  // full matrices have sweeps of their own
    for (int i = 0; i < 10; ++i) all.push_back(tree(25, random));
    for (unsigned percent = 5; percent <= 60; percent += 5) all.push_back(random_graph(20, percent, random));
    return all;
}

TEST_CASE("solutions agree with Eigen's dense L D L^T on chains, trees, arrows, random and full patterns") {
    std::mt19937 random(7);
    for (const Graph& graph : examples(random))
        for (const bool reordered : {false, true}) {
            const int n = static_cast<int>(graph.size());
            const LdltPattern pattern(lower_rows(graph, reordered ? elimination_order(graph) : given_order(n)));
            REQUIRE(pattern.size() == n);
            const Matrix m = fill_in(pattern, random);
            const Eigen::VectorXd b = Eigen::VectorXd::Random(n);
            const Eigen::VectorXd expected = m.dense.ldlt().solve(b);
            Ldlt<double> ldlt(pattern);
            for (int again = 0; again < 2; ++again) {  // the second factorisation reuses the workspace
                ldlt.factor(m.entries.data());
                Eigen::VectorXd x = b;
                ldlt.solve(x.data());
                // Diagonally dominant: condition below 1e3, times a rounding for each of 30 rows.
                CHECK((x - expected).cwiseAbs().maxCoeff() <= 1e-12 * (1 + expected.cwiseAbs().maxCoeff()));
            }
        }
}

TEST_CASE("pivots are those of the dense factorisation, and the caller decides what their inverse is") {
    std::mt19937 random(8);
    const Graph graph = random_graph(8, 40, random);
    const LdltPattern pattern(lower_rows(graph, given_order(8)));
    const Matrix m = fill_in(pattern, random);
    Eigen::MatrixXd rest = m.dense;
    std::vector<double> seen;
    Ldlt<double> ldlt(pattern);
    ldlt.factor(m.entries.data(), [&](int k, double d) {
        CHECK(k == static_cast<int>(seen.size()));
        seen.push_back(d);
        return 1 / d;
    });
    for (int k = 0; k < 8; ++k) {  // Gauss elimination
        CHECK(seen[static_cast<std::size_t>(k)] == doctest::Approx(rest(k, k)).epsilon(1e-13));
        for (int i = k + 1; i < 8; ++i) rest.row(i) -= rest(i, k) / rest(k, k) * rest.row(k);
    }
}

TEST_CASE("a chain, a tree in any numbering and an arrow factor without fill") {
    std::mt19937 random(9);
    for (const int n : {1, 2, 50})
        CHECK(LdltPattern(lower_rows(chain(n), elimination_order(chain(n)))).fill() == n - 1);
    for (int trial = 0; trial < 30; ++trial) {
        const Graph graph = tree(40, random);
        CHECK(LdltPattern(lower_rows(graph, elimination_order(graph))).fill() == 39);
    }
    CHECK(LdltPattern(lower_rows(arrow(20), given_order(20))).fill() == 20 * 19 / 2);  // hub first fills everything
    CHECK(LdltPattern(lower_rows(arrow(20), elimination_order(arrow(20)))).fill() == 19);
}

// Entries of L below the diagonal by symbolic elimination on sets.
int fill_by_elimination(const Graph& graph, const std::vector<int>& order) {
    std::vector<std::set<int>> neighbours;
    for (const auto& row : graph) neighbours.emplace_back(row.begin(), row.end());
    int fill = 0;
    for (int i : order) {
        const std::set<int> here = neighbours[static_cast<std::size_t>(i)];
        fill += static_cast<int>(here.size());
        for (int a : here) {
            neighbours[static_cast<std::size_t>(a)].insert(here.begin(), here.end());
            neighbours[static_cast<std::size_t>(a)].erase(a);
            neighbours[static_cast<std::size_t>(a)].erase(i);
        }
    }
    return fill;
}

TEST_CASE("the elimination order is a permutation and never adds fill to the given one") {
    std::mt19937 random(10);
    for (const Graph& graph : examples(random)) {
        const int n = static_cast<int>(graph.size());
        std::vector<int> order = elimination_order(graph);
        const int given = LdltPattern(lower_rows(graph, given_order(n))).fill();
        const int chosen = LdltPattern(lower_rows(graph, order)).fill();
        CHECK(given == fill_by_elimination(graph, given_order(n)));
        CHECK(chosen == fill_by_elimination(graph, order));
        CHECK(chosen <= given);
        CHECK(chosen >= edge_count(graph));
        std::sort(order.begin(), order.end());
        CHECK(order == given_order(n));
    }
    CHECK(elimination_order({}).empty());
    CHECK(LdltPattern(Graph{}).size() == 0);
}

TEST_CASE("a matrix in lanes gives every lane the bits of double") {
    std::mt19937 random(11);
    const Graph graph = random_graph(12, 30, random);
    const LdltPattern pattern(lower_rows(graph, elimination_order(graph)));
    std::vector<Matrix> matrices;
    for (int l = 0; l < lane_width; ++l) matrices.push_back(fill_in(pattern, random));
    matrices[3].entries.assign(matrices[3].entries.size(), 0.0);  // a lane that divides by zero
    std::vector<Lanes> a(matrices[0].entries.size(), Lanes(0.0)), b(12, Lanes(1.0));
    for (std::size_t e = 0; e < a.size(); ++e)
        for (int l = 0; l < lane_width; ++l) set_lane(a[e], l, matrices[static_cast<std::size_t>(l)].entries[e]);
    Ldlt<Lanes> lanes(pattern);
    lanes.factor(a.data());
    lanes.solve(b.data());
    for (int l = 0; l < lane_width; ++l) {
        if (l == 3) continue;
        Ldlt<double> alone(pattern);
        std::vector<double> x(12, 1.0);
        alone.factor(matrices[static_cast<std::size_t>(l)].entries.data());
        alone.solve(x.data());
        for (std::size_t i = 0; i < 12; ++i) CHECK(lane(b[i], l) == x[i]);
    }
}

}  // namespace

TEST_CASE("a pattern knows its own rows in any order, and no others") {
    const std::vector<std::vector<int>> rows{{}, {0}, {0, 1}, {1}};
    const LdltPattern pattern(rows);
    CHECK(pattern.is_of(rows));
    CHECK(pattern.is_of({{}, {0}, {1, 0}, {1}}));
    CHECK_FALSE(pattern.is_of({{}, {0}, {0, 1}}));
    CHECK_FALSE(pattern.is_of({{}, {0}, {0, 1}, {2}}));
    CHECK_FALSE(pattern.is_of({{}, {0}, {0, 1}, {1, 2}}));
    CHECK_FALSE(pattern.is_of({{}, {0}, {0}, {0, 1}}));
}
