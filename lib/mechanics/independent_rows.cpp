#include "mechanics/independent_rows.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <numeric>
#include <optional>
#include <random>

#include "core/errors.hpp"
#include "mechanics/row_values.hpp"
#include "core/to_size.hpp"

namespace cchnn {
namespace {

// A pivot below this share of its diagonal is zero: rounding leaves 1e-16 ... 1e-13 of a dependent row, and an
// independent one at a random configuration keeps more than 1e-6.
constexpr double vanishing_pivot = 1e-10;
// Relative to length^2 / 2; Newton stops at rounding, a few 1e-16.
constexpr double met = 1e-12;
constexpr int configurations = 3, starts = 30, newton_steps = 200;

// std::mt19937_64 is fixed by the standard; its distributions are not, so one is written out.
class Guess {
  public:
    double symmetric() { return 2 * (static_cast<double>(engine_() >> 11) * 0x1p-53) - 1; }
    // A random direction: no row of a graph is aligned with another by chance.
    std::vector<double> direction(int d) {
        std::vector<double> u(to_size(d));
        double square = 0;
        do {
            square = 0;
            for (double& c : u) c = symmetric(), square += c * c;
        } while (square > 1 || square < 1e-4);
        for (double& c : u) c /= std::sqrt(square);
        return u;
    }

  private:
    std::mt19937_64 engine_{20200613};
};

// The node that a point is, -1 for a point that is not one node alone.
int node_of(const Point& p) { return p.weights.size() == 1 ? index(p.weights[0].node) : -1; }

// Every node at a link's length from one that is already placed, breadth first; others anywhere.
std::vector<double> start_along_links(const ConstrainedSystem& system, const BodyGraph& graph, Guess& guess) {
    const int d = system.dimension();
    std::vector<double> x(to_size(system.state_size()));
    for (double& c : x) c = 2 * system.length_scale() * guess.symmetric();
    std::vector<char> placed(to_size(system.node_count()), 0);
    std::vector<int> reached;
    std::vector<std::vector<const Link*>> links_at(to_size(system.node_count()));
    const auto place = [&](const Point& from, const Point& to, double length) {
        const int node = node_of(to);
        if (node < 0 || placed[to_size(node)]) return;
        const auto u = guess.direction(d);
        for (int k = 0; k < d; ++k) {
            const double base = from.weights.empty() ? from.offset[to_size(k)] : x[to_size(node_of(from) * d + k)];
            x[to_size(node * d + k)] = base + length * u[to_size(k)];
        }
        placed[to_size(node)] = 1;
        reached.push_back(node);
    };
    for (const Link& link : graph.links()) {
        for (const Point* end : {&link.a, &link.b})
            if (node_of(*end) >= 0) links_at[to_size(node_of(*end))].push_back(&link);
        if (link.a.weights.empty()) place(link.a, link.b, link.length);
        if (link.b.weights.empty()) place(link.b, link.a, link.length);
    }
    std::size_t done = 0;
    for (int root = -1; root < system.node_count(); ++root) {
        if (root >= 0 && placed[to_size(root)]) continue;
        if (root >= 0) placed[to_size(root)] = 1, reached.push_back(root);  // a group no Origin holds starts anywhere
        for (; done < reached.size(); ++done) {
            const int from = reached[done];
            for (const Link* link : links_at[to_size(from)])
                node_of(link->a) == from ? place(link->a, link->b, link->length)
                                         : place(link->b, link->a, link->length);
        }
    }
    return x;
}

// Newton in the mass metric, A damped by `damping` of its diagonal so that dependent rows do no harm.
// Returns the largest |Phi| / length^2 that is left.
double newton(const ConstrainedSystem& system, const SolvePlan& plan, std::vector<double>& x, double damping) {
    RowValues<double> rows(system, plan);
    Ldlt<double> ldlt(plan.pattern);
    double worst = 0;
    for (int step = 0; step < newton_steps; ++step) {
        rows.read_positions(x.data());
        auto residual = rows.half_phi();
        worst = 0;
        for (std::size_t k = 0; k < residual.size(); ++k)
            worst = std::max(worst, std::fabs(residual[k]) / plan.half_square[k]);
        if (!(worst > met)) break;
        auto a = rows.matrix(plan.mass_coupling);
        for (std::size_t k = 0; k < residual.size(); ++k) a[to_size(plan.pattern.a_begin[k + 1] - 1)] *= 1 + damping;
        ldlt.factor(a.data());
        ldlt.solve(residual.data());
        std::vector<double> move(x.size(), 0.0);
        rows.add_gradient(residual.data(), move.data());
        rows.multiply_inverse_mass(move.data());
        for (std::size_t i = 0; i < x.size(); ++i)
            x[i] -= std::clamp(move[i], -system.length_scale(), system.length_scale());
    }
    return worst;
}

std::optional<std::vector<double>> feasible(const ConstrainedSystem& system, const BodyGraph& graph,
                                            const SolvePlan& plan, Guess& guess, std::vector<double>& nearest) {
    double best = INFINITY;
    for (int start = 0; start < starts; ++start) {
        std::vector<double> x = start_along_links(system, graph, guess);
        const double left = newton(system, plan, x, 1e-9);
        if (left <= met) return x;
        if (left < best) best = left, nearest = x;
    }
    return std::nullopt;
}

[[noreturn]] void refuse_unmet(const ConstrainedSystem& system, const BodyGraph& graph, const std::vector<double>& x) {
    std::vector<double> off(system.rows().size());
    system.distance_errors(x.data(), off.data());
    std::size_t worst = 0;
    for (std::size_t c = 0; c < off.size(); ++c)
        if (std::fabs(off[c]) / system.rows()[c].length > std::fabs(off[worst]) / system.rows()[worst].length) worst = c;
    const ConstraintRow& row = system.rows()[worst];
    char text[200];
    std::snprintf(text, sizeof text,
                  "cannot be met together with the other constraints: length is %.6g m, the closest found is %.6g m; "
                  "check the lengths around its loop",
                  row.length, row.length + off[worst]);
    throw SpecError(graph.source() + "#/constraints", row.name + " " + text);
}

// Rows whose pivot vanishes at x, in the order of the file.
std::vector<char> dependent_at(const ConstrainedSystem& system, const SolvePlan& in_order, const std::vector<double>& x,
                               double vanishing) {
    RowValues<double> rows(system, in_order);
    rows.read_positions(x.data());
    const auto a = rows.matrix(in_order.mass_coupling);
    std::vector<char> dependent(in_order.row.size(), 0);
    Ldlt<double> ldlt(in_order.pattern);
    ldlt.factor(a.data(), [&](int k, double d) {
        const double diagonal = a[to_size(in_order.pattern.a_begin[to_size(k + 1)] - 1)];
        dependent[to_size(k)] = !(d > vanishing * diagonal);
        return dependent[to_size(k)] ? 0.0 : 1 / d;  // a zero pivot's row is a combination of others: leave it out
    });
    return dependent;
}

Problem undetermined(const BodyGraph& graph, const ConstraintRow& row) {
    return {graph.source() + "#/constraints",
            row.name + " meets the other constraints only in a position where it depends on them "
                       "(a stretched or folded loop): the motion is not determined; change a length"};
}

// Where rows only just meet, Newton creeps: its matrix vanishes together with Phi, and the damping stops it early.
// What is left there is far below any length that a file could mean.
void refuse_touching(const ConstrainedSystem& system, const BodyGraph& graph, const SolvePlan& in_order,
                     const std::vector<double>& nearest) {
    constexpr double touching = 1e-6;
    std::vector<double> off(system.rows().size());
    system.distance_errors(nearest.data(), off.data());
    for (std::size_t c = 0; c < off.size(); ++c)
        if (!(std::fabs(off[c]) <= touching * system.rows()[c].length)) return;
    const auto dependent = dependent_at(system, in_order, nearest, touching);
    std::vector<Problem> problems;
    for (std::size_t k = 0; k < dependent.size(); ++k)
        if (dependent[k]) problems.push_back(undetermined(graph, system.rows()[to_size(in_order.row[k])]));
    if (!problems.empty()) throw SpecError(std::move(problems));
}

// A row left out must follow from the rest: still met after a move along the manifold of the kept ones.
void check_implied(const ConstrainedSystem& system, const BodyGraph& graph, const std::vector<int>& kept,
                   const std::vector<double>& x, Guess& guess) {
    const SolvePlan plan(system.separations(), system.rows(), kept, system.inverse_masses(), system.dimension(), true);
    std::vector<double> moved = x;
    for (double& c : moved) c += 0.05 * system.length_scale() * guess.symmetric();
    if (newton(system, plan, moved, 0) > met) return;  // says nothing about the row
    std::vector<double> off(system.rows().size());
    system.phi(moved.data(), off.data());
    std::vector<Problem> problems;
    for (std::size_t c = 0; c < off.size(); ++c) {
        const ConstraintRow& row = system.rows()[c];
        // 1e-9: the kept rows are met to 1e-12, and a row that follows from them is a smooth function of theirs.
        if (std::fabs(off[c]) > 1e-9 * row.length * row.length)
            problems.push_back(undetermined(graph, row));
    }
    if (!problems.empty()) throw SpecError(std::move(problems));
}

}  // namespace

std::vector<int> independent_rows(const ConstrainedSystem& system, const BodyGraph& graph) {
    std::vector<int> all(system.rows().size());
    std::iota(all.begin(), all.end(), 0);
    if (all.empty()) return all;
    const auto plan_of = [&](bool reorder) {
        return SolvePlan(system.separations(), system.rows(), all, system.inverse_masses(), system.dimension(), reorder);
    };
    const SolvePlan sparse = plan_of(true), in_order = plan_of(false);

    Guess guess;
    std::vector<char> dependent(all.size(), 1);
    std::vector<double> x, nearest;
    for (int c = 0; c < configurations; ++c) {
        const auto found = feasible(system, graph, sparse, guess, nearest);
        if (!found) {
            refuse_touching(system, graph, in_order, nearest);
            refuse_unmet(system, graph, nearest);
        }
        x = *found;
        const auto here = dependent_at(system, in_order, x, vanishing_pivot);
        for (std::size_t k = 0; k < dependent.size(); ++k) dependent[k] = dependent[k] && here[k];
    }
    std::vector<int> kept;
    for (int k : all)
        if (!dependent[to_size(k)]) kept.push_back(k);
    if (kept.size() < all.size()) check_implied(system, graph, kept, x, guess);
    return kept;
}

}  // namespace cchnn
