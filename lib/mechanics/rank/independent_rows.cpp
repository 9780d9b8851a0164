#include "mechanics/rank/independent_rows.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>

#include "core/errors.hpp"
#include "core/number_text.hpp"
#include "elements/lagrangian.hpp"
#include "graph/body_graph.hpp"
#include "graph/large_lengths.hpp"
#include "mechanics/plan/constraint_rows.hpp"
#include "mechanics/plan/rigid_bodies.hpp"
#include "mechanics/rank/onto_manifold.hpp"
#include "mechanics/rank/random_configuration.hpp"
#include "mechanics/rank/rank_tolerances.hpp"
#include "mechanics/rank/well_conditioned_rows.hpp"

namespace cchnn {
namespace {

constexpr double work_to_choose = 1e8;  // multiplications, for one elimination at each configuration
constexpr int configurations = 3, starts = 30, strides = 3;
constexpr double newton_damping = 1e-9;   // of diagonals of A, which keeps A regular where rows are dependent
constexpr double within_assembly = 1e-3;  // of a typical length: moves of nodes that stay in one assembly mode
constexpr double step_beside = 0.02;      // of a typical length: same assembly mode, far enough from a fold
constexpr double far_apart = 1e6;         // masses whose ratio hides rows from elimination and damping in their metric

// The bodies with masses in whose metric rows are as independent as their gradients. The rank of G M^-1 G^T is that of
// G for every M, but a body that is 1e-9 times as heavy as its neighbour leaves a pivot of 1e-9, and so does a thin one:
// each has 1 kg here, and the largest extent of itself and its attachments in each direction.
std::vector<Body> alike(std::vector<Body> bodies, const std::vector<SolverRow>& rows) {
    std::vector<double> extent(bodies.size(), 0.0);  // m^2
    for (const SolverRow& row : rows)
        for (std::size_t b = 0; b < bodies.size(); ++b) {
            double all = 0, square = 0;
            for (const NodeWeight& entry : row.a.weights) {
                const int tip = index(entry.node) - bodies[b].first_node;
                if (tip < 0 || tip >= bodies[b].node_count) continue;
                all += double(entry.weight);
                if (tip > 0) square += double(entry.weight) * double(entry.weight);
            }
            if (std::fabs(all) > 0.5) extent[b] = std::max(extent[b], square);  // a point, no direction
        }
    for (std::size_t b = 0; b < bodies.size(); ++b) {
        double largest = extent[b];
        for (const Exact& moment : bodies[b].exact_second_moments) largest = std::max(largest, double(moment));
        bodies[b].mass = 1;
        for (Exact& moment : bodies[b].exact_second_moments) moment = largest;
    }
    return bodies;
}

// Whether entries of the diagonal of M^-1 differ by more than far_apart.
bool are_far_apart(const NodeMasses& masses) {
    double least = INFINITY, most = 0;
    for (std::size_t i = 0; i < masses.inverse().size(); ++i)
        for (const NodeWeight& entry : masses.inverse()[i])
            if (to_size(index(entry.node)) == i) {
                least = std::min(least, double(entry.weight));
                most = std::max(most, double(entry.weight));
            }
    return most > far_apart * least;
}

// Finds which rows are independent, at a given state or at configurations on the manifold. Owns the plan of the paper's
// position-level rows. Rows that it leaves out count as implied only after a check around the configuration.
class Analysis {
  public:
    Analysis(const ConstraintManifold& manifold, const BodyGraph& graph, const DrawPositions& drawn)
        : manifold_(manifold),
          graph_(graph),
          paper_(as_solver_rows(manifold.rows, graph.dimension())),
          drawn_(drawn),
          random_(graph, manifold.length_scale),
          feasible_(plan(paper_, on_positions(paper_, all(paper_)), true)),
          masses_alike_(converted<NodeMasses>(NodeMassesOf<Exact>(alike(graph.bodies(), paper_)))),
          alike_{manifold.dimension, manifold.rows, manifold.tracks, masses_alike_, manifold.length_scale} {}

    // The rows at a state that the file gives; nothing if it is too far from the manifold.
    std::optional<IndependentRows> find_at(std::vector<double> x, const std::vector<SolverRow>& rows) {
        const std::vector<double> given = x;
        Nearest nearest;
        if (!brought_onto(x, nearest) || !near(x, given)) {
            x = given;
            PivotedLdlt ldlt;
            if (gauss_newton_onto(plan(paper_, on_positions(paper_, all(paper_)), false), x, ldlt) > met ||
                !near(x, given))
                return std::nullopt;
        }
        IndependentRows result = rows_at(rows, x);
        require_shapes(result.chosen);
        if (result.chosen.size() < rows.size()) {
            check_around(rows, result, x);
            choose_well(rows, x, result);
        }
        require_gradients(x);
        return result;
    }

    IndependentRows find(const std::vector<SolverRow>& rows) {
        Best best;
        Nearest nearest;
        judge_where_motions_start(rows, best, nearest);
        const double share = best.x.empty() ? 0.05 : within_assembly;
        if (best.x.empty()) judge_anywhere(rows, best, nearest);
        require_shapes(best.rows.chosen);
        require_gradients(best.x);
        if (best.rows.chosen.size() < rows.size()) {
            check_implied(rows, best.rows.chosen, best.x, share);
            choose_well(rows, best.x, best.rows);
        }
        return best.rows;
    }

  private:
    // The configuration of largest rank so far; those far from a fold take precedence.
    struct Best {
        IndependentRows rows;
        std::vector<double> x;
        bool clear = false;
    };
    // Updates `best` with x. False if all rows are independent there, far from a fold: no other x can add anything.
    bool judge(const std::vector<SolverRow>& rows, const std::vector<double>& x, Best& best) {
        double smallest_pivot = 1;
        IndependentRows there = rows_at(rows, x, &smallest_pivot);
        const bool clear = smallest_pivot > rank_tolerances::clear_of_folds;
        const bool larger = there.chosen.size() > best.rows.chosen.size();
        if (best.x.empty() || (clear == best.clear ? larger : clear)) best = {std::move(there), x, clear};
        return !best.clear || best.rows.chosen.size() < rows.size();
    }
    IndependentRows rows_at(const std::vector<SolverRow>& rows, const std::vector<double>& x,
                            double* smallest_pivot = nullptr) {
        IndependentRows result;
        for (char d : dependent_rows(paper_, all(paper_), x)) result.paper_independent.push_back(!d);
        const std::vector<char> dependent =
            dependent_rows(rows, positions_first(rows), x, rank_tolerances::in_file_order, smallest_pivot);
        for (int k : all(rows))
            if (!dependent[k]) result.chosen.push_back(k);
        result.x = x;
        return result;
    }
    // Whether each entry of x is within a tenth of a typical length of the given state, as after rounding in a file.
    bool near(const std::vector<double>& x, const std::vector<double>& given) const {
        for (std::size_t i = 0; i < x.size(); ++i)
            if (!(std::fabs(x[i] - given[i]) <= 0.1 * manifold_.length_scale)) return false;
        return true;
    }

    // Replaces the chosen rows by as many that stay well conditioned along a path on the manifold from x.
    void choose_well(const std::vector<SolverRow>& rows, const std::vector<double>& x, IndependentRows& result) {
        const double n = static_cast<double>(rows.size());
        const int points = static_cast<int>(std::min(work_to_choose / (n * n * n), 40.0));
        if (points == 0) return;  // from 465 rows on one elimination exceeds work_to_choose
        const std::vector<int> order = positions_first(rows);
        const Matrices matrices = matrices_along_path(plan(rows, order, false), x, points, result.chosen.size());
        std::vector<int> given;  // places in `order`
        for (int k = 0; k < std::ssize(order); ++k)
            if (std::binary_search(result.chosen.begin(), result.chosen.end(), order[k])) given.push_back(k);
        const std::vector<int> chosen = well_conditioned_by_level(
            matrices, order.size(), on_positions(rows, order).size(), given, rigidity_row_count(graph_));
        result.chosen.clear();
        for (const int k : chosen) result.chosen.push_back(order[k]);
        std::sort(result.chosen.begin(), result.chosen.end());
    }
    // A = G M^-1 G^T of all rows at x, and at the other points of a random path from there where their rank is `rank`.
    using Matrices = std::vector<std::vector<double>>;
    Matrices matrices_along_path(const SolvePlan& solver, std::vector<double> x, int points, std::size_t rank) {
        const double stride = 0.15 * manifold_.length_scale;
        const SolvePlan on_manifold = plan(paper_, on_positions(paper_, all(paper_)), false);
        Matrices matrices;
        std::vector<double> way(x.size());
        for (double& entry : way) entry = random_.symmetric();
        for (int point = 0; point < points; ++point) {
            std::vector<double> here = matrix_at(solver, x);
            PivotedLdlt all_of_them;  // near a fold every choice is ill-conditioned
            all_of_them.factor(here, solver.row.size(), rank_tolerances::on_manifold);
            if (point == 0 ||
                (all_of_them.rank() == rank && all_of_them.smallest_pivot() > rank_tolerances::clear_configuration))
                matrices.push_back(std::move(here));
            std::vector<double> next = x;
            const double length = norm_of(way);
            for (std::size_t i = 0; i < x.size(); ++i) next[i] += stride * way[i] / length;
            PivotedLdlt ldlt;
            if (gauss_newton_onto(on_manifold, next, ldlt) > met) break;
            for (std::size_t i = 0; i < x.size(); ++i) way[i] = next[i] - x[i];
            x = std::move(next);
            if (!(norm_of(way) > 1e-3 * stride)) break;  // nothing can move there
        }
        return matrices;
    }
    static double norm_of(const std::vector<double>& numbers) {
        return std::sqrt(std::inner_product(numbers.begin(), numbers.end(), numbers.begin(), 0.0));
    }

    // Rejects a state whose rank is smaller than that next to it.
    void check_around(const std::vector<SolverRow>& rows, const IndependentRows& here, const std::vector<double>& x) {
        const SolvePlan on_manifold = plan(paper_, on_positions(paper_, all(paper_)), false);
        for (int c = 0; c < configurations; ++c) {
            std::vector<double> next = x;
            move_along(feasible_, next, step_beside);
            PivotedLdlt ldlt;
            if (gauss_newton_onto(on_manifold, next, ldlt) > met) continue;
            const std::vector<char> dependent = dependent_rows(rows, positions_first(rows), next);
            if (std::count(dependent.begin(), dependent.end(), 0) > std::ssize(here.chosen)) refuse_start(here);
        }
        check_implied(rows, here.chosen, x, within_assembly);
    }
    [[noreturn]] void refuse_start(const IndependentRows& here) const {
        std::vector<Problem> problems;
        for (std::size_t k = 0; k < paper_.size(); ++k)
            if (!here.paper_independent[k] && paper_[k].name.find(" axis, ") == std::string::npos)
                problems.push_back(
                    {graph_.source() + "#/initial_conditions",
                     paper_[k].name +
                         " depends on the other constraints in the given state, but not in nearby states (a stretched "
                         "or folded loop): the motion from there is not determined; give a nearby state"});
        throw SpecError(std::move(problems));
    }
    // Rows of rigid bodies come first, so that no other constraint can displace them. Among themselves they depend on
    // each other through rounding only.
    void require_shapes(const std::vector<int>& chosen) const {
        const int shapes = rigidity_row_count(graph_);
        for (int k = 0; k < shapes; ++k)
            if (!std::binary_search(chosen.begin(), chosen.end(), k))
                throw SpecError(graph_.source() + "#/bodies",
                                paper_[k].name +
                                    ", which keeps the shape of a body, cannot be distinguished from rounding errors "
                                    "of the other constraints: a mass, a second moment or a point is more than 1e10 "
                                    "times as large as another; check their units");
    }
    // dphi of an equation of the file at x; empty where phi is no number.
    std::vector<double> slopes_of(const ConstraintRow& row, const std::vector<double>& x) const {
        const RowReader at{x.data(), manifold_.dimension, manifold_.tracks, nullptr};
        std::vector<double> variables;
        const auto put = [&](const Separation& point) {
            const Vector3 place = at.value(point);
            variables.insert(variables.end(), place.begin(), place.begin() + manifold_.dimension);
        };
        put(row.separation);
        for (const Separation& point : row.axes) put(point);
        const std::size_t coordinates = variables.size();
        variables.resize(2 * coordinates + 1);  // at rest at t = 0
        std::vector<double> gradient(variables.size(), 0.0), values(row.equation->rate.steps.size()), back(values);
        const double phi =
            add_equation_row(*row.equation, variables.data(), gradient.data(), values.data(), back.data());
        gradient.resize(coordinates);
        const bool finite = std::isfinite(phi) && std::isfinite(norm_of(gradient));
        return finite ? gradient : std::vector<double>();
    }
    bool is_lagrangian() const { return !graph_.terms<Lagrangian>().empty(); }
    std::string place_of_constraints() const {
        return graph_.source() + (is_lagrangian() ? "#/lagrangian/constraints" : "#/constraints");
    }
    // Rejects an equation that is no number at x, a division by 0 for example.
    void require_finite(const std::vector<double>& x) const {
        for (const ConstraintRow& row : manifold_.rows)
            if (row.kind == ConstraintRow::Kind::formula && slopes_of(row, x).empty())
                throw SpecError(place_of_constraints(),
                                row.name +
                                    ": its equation or its gradient is not finite where motions start; look for "
                                    "a division by 0, a logarithm below 0, or numbers beyond 1e150");
    }
    // Rejects an equation whose gradient grows from nothing beside where it holds, as that of a square: there it has no
    // direction in which it could push. A square is met to 1e-12 of a typical length. Within `beside` of it, the slope of
    // a surface changes by no factor of 100. Each entry is compared with itself: coordinates of a Lagrangian may differ
    // in units, and so do their slopes.
    void require_gradients(const std::vector<double>& x) {
        require_finite(x);
        constexpr double beside = 1e-6, vanishing = 0.01;
        for (const ConstraintRow& row : manifold_.rows) {
            if (row.kind != ConstraintRow::Kind::formula) continue;
            std::vector<double> moved = x;
            for (double& entry : moved) entry += beside * manifold_.length_scale * random_.symmetric();
            const std::vector<double> here = slopes_of(row, x), there = slopes_of(row, moved);
            bool vanishes = !there.empty();
            for (std::size_t i = 0; i < there.size(); ++i)
                vanishes = vanishes && std::fabs(here[i]) <= vanishing * std::fabs(there[i]);
            if (!vanishes) continue;
            throw SpecError(place_of_constraints(),
                            row.name +
                                ": the gradient of its equation vanishes where the equation holds, so that it "
                                "has no direction there; write x - y in place of (x - y)^2");
        }
    }
    static std::vector<int> all(const std::vector<SolverRow>& rows) {
        std::vector<int> indices(rows.size());
        std::iota(indices.begin(), indices.end(), 0);
        return indices;
    }
    // Velocity-level rows do not determine where a configuration is.
    static std::vector<int> on_positions(const std::vector<SolverRow>& rows, std::vector<int> indices) {
        std::erase_if(indices, [&](int k) { return !rows[k].on_positions(); });
        return indices;
    }
    // Position-level rows come first: a velocity-level row may follow from them and is then dropped, never the other
    // way round. Rows that only their rates keep would drift.
    static std::vector<int> positions_first(const std::vector<SolverRow>& rows) {
        std::vector<int> order = all(rows);
        std::stable_partition(order.begin(), order.end(), [&](int k) { return rows[k].on_positions(); });
        return order;
    }
    SolvePlan plan(const std::vector<SolverRow>& rows, const std::vector<int>& chosen, bool reorder) const {
        return plan_in(manifold_, rows, chosen, reorder);
    }
    static SolvePlan plan_in(const ConstraintManifold& metric, const std::vector<SolverRow>& rows,
                             const std::vector<int>& chosen, bool reorder) {
        return converted<SolvePlan>(solve_plan(rows, chosen, metric.masses.inverse(), metric.dimension, reorder));
    }
    // Calls a template with the dimension as a constant.
    template <class Of>
    auto in_dimension(const Of& of) const {
        switch (manifold_.dimension) {
            case 1: return of(std::integral_constant<int, 1>());
            case 2: return of(std::integral_constant<int, 2>());
            default: return of(std::integral_constant<int, 3>());
        }
    }
    double newton_onto(const SolvePlan& rows, std::vector<double>& x, double damped, double most = INFINITY) const {
        return in_dimension([&](auto d) { return newton<d()>(manifold_, rows, x, damped, most); });
    }
    double gauss_newton_onto(const SolvePlan& rows, std::vector<double>& x, PivotedLdlt& ldlt) const {
        return in_dimension([&](auto d) { return gauss_newton<d()>(manifold_, rows, x, ldlt); });
    }
    std::vector<double> matrix_at(const SolvePlan& rows, const std::vector<double>& x) const {
        return in_dimension([&](auto d) { return matrix_of<d()>(manifold_, rows, x); });
    }
    // The dependent ones of the rows in this order: in the metric of the masses, unless that of alike bodies shows that
    // only unequal masses make some of them look so.
    std::vector<char> dependent_rows(const std::vector<SolverRow>& rows, const std::vector<int>& order,
                                     const std::vector<double>& x, double vanishing = rank_tolerances::in_file_order,
                                     double* smallest_other = nullptr) const {
        const auto dependent_in = [&](const ConstraintManifold& metric) {
            const SolvePlan in_order = plan_in(metric, rows, order, false);
            return in_dimension([&](auto d) { return dependent_by_pivots<d()>(metric, in_order, x, vanishing); });
        };
        const auto count = [](const VanishingPivots& at) {
            return std::count(at.dependent.begin(), at.dependent.end(), 1);
        };
        VanishingPivots at = dependent_in(manifold_);
        if (count(at) > 0)
            if (VanishingPivots in_alike = dependent_in(alike_); count(in_alike) < count(at)) at = std::move(in_alike);
        if (smallest_other) *smallest_other = at.smallest_other;
        std::vector<char> dependent(at.dependent.size());
        for (std::size_t k = 0; k < dependent.size(); ++k) dependent[order[k]] = at.dependent[k];
        return dependent;
    }

    // The closest that the search for a feasible configuration has come.
    struct Nearest {
        double left = INFINITY;
        std::vector<double> x;
    };
    bool brought_onto(std::vector<double>& x, Nearest& nearest, double most = INFINITY) const {
        std::vector<double> start = x;
        const double left = newton_onto(feasible_, x, newton_damping, most);
        // A search that leaves all numbers has residuals that are none, which look as if they were met.
        if (!std::all_of(x.begin(), x.end(), [](double entry) { return std::isfinite(entry); })) {
            if (nearest.x.empty()) nearest.x = std::move(start);
            return false;
        }
        if (left <= met) return true;
        if (are_far_apart(manifold_.masses)) {  // the damping exceeds what light bodies add to A
            const SolvePlan rows = plan_in(alike_, paper_, on_positions(paper_, all(paper_)), true);
            const double left_alike =
                in_dimension([&](auto d) { return newton<d()>(alike_, rows, start, newton_damping, most); });
            if (left_alike <= met) x = std::move(start);
            if (left_alike <= met) return true;
        }
        if (left < nearest.left || nearest.x.empty()) nearest = {left, x};
        return false;
    }

    // Each start and two points near it: a drawn state may be folded, or symmetric, or the same in every draw.
    void judge_where_motions_start(const std::vector<SolverRow>& rows, Best& best, Nearest& nearest) {
        int found = 0;
        for (int start = 0; drawn_ && start < starts && found < configurations; ++start) {
            std::vector<double> x = drawn_(next_drawn_++);
            if (x.empty()) return;
            if (start == 0) require_finite(x);
            bool on_manifold = false;
            for (int stride = 0; stride < strides; ++stride) {  // one stride from a fold may end near it
                if (stride > 0 && on_manifold) move_along(feasible_, x, step_beside);
                else if (stride > 0) move_freely(x);
                on_manifold = brought_onto(x, nearest);
                if (on_manifold && !judge(rows, x, best)) return;
            }
            found += on_manifold;
        }
    }
    // Throws when no configuration is found.
    void judge_anywhere(const std::vector<SolverRow>& rows, Best& best, Nearest& nearest) {
        int found = 0;
        for (int start = 0; start < starts && found < configurations; ++start) {
            std::vector<double> x = random_.draw();
            if (!brought_onto(x, nearest)) continue;
            if (!judge(rows, x, best)) return;
            ++found;
        }
        if (found > 0) return;
        const std::optional<std::vector<double>> x = configuration_by_short_steps(nearest);
        if (!x) {
            reject_singular_position(nearest.x);
            refuse(nearest.x);
        }
        judge(rows, *x, best);
    }
    // In a random direction along the manifold of `rows`, so that no node moves by more than `share` of a typical
    // length along an axis.
    void move_along(const SolvePlan& rows, std::vector<double>& x, double share) {
        std::vector<double> way(x.size());
        for (double& entry : way) entry = random_.symmetric();
        way = in_dimension([&](auto d) { return along_manifold<d()>(manifold_, rows, x, way, newton_damping); });
        double longest = 0;
        for (const double entry : way) longest = std::max(longest, std::fabs(entry));
        if (!(longest > 1e-6)) return;  // rounding: nothing moves
        for (std::size_t i = 0; i < x.size(); ++i) x[i] += share * manifold_.length_scale / longest * way[i];
    }
    void move_freely(std::vector<double>& x) {
        for (double& entry : x) entry += step_beside * manifold_.length_scale * random_.symmetric();
    }
    // Where constraints hold only at a few angles of many turns, full Newton steps jump between them.
    std::optional<std::vector<double>> configuration_by_short_steps(Nearest& nearest) {
        constexpr double most = 0.1;  // of a typical length
        for (int start = 0; start < starts / 3; ++start) {
            std::vector<double> x;
            if (drawn_ && start % 2 == 0) x = drawn_(next_drawn_++);
            if (x.empty()) x = random_.draw();
            else move_freely(x);
            if (brought_onto(x, nearest, most * manifold_.length_scale)) return x;
        }
        return std::nullopt;
    }

    Problem undetermined(const std::string& name) const {
        const char* const text =
            " is compatible with the other constraints only in a position where it depends on "
            "them (a stretched or folded loop): the motion is not determined; change a length";
        return {place_of_constraints(), name + text + large_lengths_hint(graph_)};
    }

    // Where rows are compatible in one position alone, their gradients depend on each other there: A is singular,
    // Newton converges linearly, and its damping stops it early. What remains there is far below any length that a file
    // could mean.
    void reject_singular_position(const std::vector<double>& nearest) const {
        constexpr double touching = 1e-6;
        std::vector<double> off(manifold_.rows.size());
        manifold_.position_errors(nearest.data(), off.data());
        for (std::size_t c = 0; c < off.size(); ++c)
            if (!(relative_violation(manifold_.rows[c], off[c], manifold_.length_scale) <= touching)) return;
        const auto dependent = dependent_rows(paper_, all(paper_), nearest, touching);
        std::vector<Problem> problems;
        for (std::size_t k = 0; k < dependent.size(); ++k)
            if (dependent[k]) problems.push_back(undetermined(paper_[k].name));
        if (!problems.empty()) throw SpecError(std::move(problems));
    }

    // Throws with the name of the most violated constraint of the file, at a state where all bodies keep their shapes.
    [[noreturn]] void refuse(std::vector<double> x) const {
        in_dimension([&](auto d) { relax<d()>(manifold_, feasible_, x); });
        std::vector<int> shapes(rigidity_row_count(graph_));
        std::iota(shapes.begin(), shapes.end(), 0);
        newton_onto(plan(paper_, shapes, true), x, 0);
        std::vector<double> off(manifold_.rows.size());
        manifold_.position_errors(x.data(), off.data());
        std::size_t worst = shapes.size();
        const auto violation = [&](std::size_t c) {
            return relative_violation(manifold_.rows[c], off[c], manifold_.length_scale);
        };
        for (std::size_t c = worst; c < off.size(); ++c)
            if (violation(c) > violation(worst)) worst = c;
        const ConstraintRow& row = manifold_.rows[worst];
        if (!(violation(worst) > met))
            throw SpecError(place_of_constraints(),
                            "can be met, but no exact configuration was found: lengths or moments of bodies are too "
                            "different in size; give a state, or bring them closer together" +
                                large_lengths_hint(graph_));
        const bool has_length = row.kind == ConstraintRow::Kind::distance || row.kind == ConstraintRow::Kind::rope;
        const auto [asked, found] = different_texts(row.length, row.length + off[worst]);
        const std::string text =
            has_length
                ? "length is " + asked + " m, the closest found is " + found + " m; check the lengths around its loop"
                : "the closest found is off by " + short_number(off[worst]) +
                      (row.equation && row.up.empty()
                           ? (is_lagrangian() ? "" : " m") + std::string("; check its equation")
                           : "; check points and axes around its loop");
        throw SpecError(place_of_constraints(), row.name + " cannot be met together with the other constraints: " +
                                                    text + large_lengths_hint(graph_));
    }

    // A row left out must follow from the rest: it must still hold after a move along the manifold of the kept rows.
    void check_implied(const std::vector<SolverRow>& rows, const std::vector<int>& kept, const std::vector<double>& x,
                       double share) {
        std::vector<double> moved = x;
        const SolvePlan kept_rows = plan(rows, on_positions(rows, kept), true);
        move_along(kept_rows, moved, share);
        if (newton_onto(kept_rows, moved, 0) > met) return;  // inconclusive
        std::vector<double> off(manifold_.rows.size());
        manifold_.position_errors(moved.data(), off.data());
        std::vector<Problem> problems;
        for (std::size_t c = 0; c < off.size(); ++c) {
            // 1e-9: the kept rows are met to 1e-12, and a row that follows from them is a smooth function of theirs.
            if (relative_violation(manifold_.rows[c], off[c], manifold_.length_scale) > 1e-9)
                problems.push_back(undetermined(manifold_.rows[c].name));
        }
        if (!problems.empty()) throw SpecError(std::move(problems));
    }

    const ConstraintManifold& manifold_;
    const BodyGraph& graph_;
    const std::vector<SolverRow> paper_;
    const DrawPositions& drawn_;
    std::uint32_t next_drawn_ = 0;
    RandomConfiguration random_;
    const SolvePlan feasible_;
    const NodeMasses masses_alike_;
    const ConstraintManifold alike_;  // of bodies that are alike
};

}  // namespace

IndependentRows independent_rows(const ConstraintManifold& manifold, const std::vector<SolverRow>& rows,
                                 const BodyGraph& graph, const std::vector<double>& given, const DrawPositions& drawn) {
    if (rows.empty()) return {};
    Analysis analysis(manifold, graph, drawn);
    if (!given.empty())
        if (std::optional<IndependentRows> there = analysis.find_at(given, rows)) return *std::move(there);
    return analysis.find(rows);
}

}  // namespace cchnn
