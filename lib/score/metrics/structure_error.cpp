#include "score/metrics/structure_error.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include "core/to_size.hpp"
#include "mechanics/inertia_root.hpp"
#include "score/statistics/summary.hpp"

namespace cchnn {
namespace {

// Differences of the fourth order over this part of a typical length: both their errors are about 1e-12.
constexpr double step_of_differences = 1e-3;
constexpr double at_equilibrium = 1e-8;  // of s_v^2, the energy that motions of the test set have

bool is_finite(const Rows& rows) {
    return std::ranges::all_of(rows, [](const Row& row) {
        return std::ranges::all_of(row, [](double entry) { return std::isfinite(entry); });
    });
}

// M = L L^T of one state.
class MassMetric {
  public:
    MassMetric(const ConstrainedSystem& system, const double* x)
        : size_(to_size(system.state_size())), root_(inertia_root(system, {x, x + size_})) {}

    // s L^-1 a of the entries from `from` on.
    void lower(double s, std::size_t from, Row& a) const {
        for (std::size_t i = 0; i < size_; ++i) {
            double sum = s * a[from + i];
            for (std::size_t k = 0; k < i; ++k) sum -= root_[i * size_ + k] * a[from + k];
            a[from + i] = sum / root_[i * size_ + i];
        }
    }

    // M v = L (L^T v)
    Row momentum(const double* v) const {
        Row turned(size_), p(size_);
        for (std::size_t i = 0; i < size_; ++i)
            for (std::size_t k = 0; k <= i; ++k) turned[k] += root_[i * size_ + k] * v[i];
        for (std::size_t i = 0; i < size_; ++i)
            for (std::size_t k = 0; k <= i; ++k) p[i] += root_[i * size_ + k] * turned[k];
        return p;
    }

  private:
    std::size_t size_;
    std::vector<double> root_;  // (n d, n d), L
};

// The rows of one state of the truth, as they are compared.
class TrueStructure {
  public:
    TrueStructure(const ConstrainedSystem& system, const MassMetric& metric, const KineticSpread& spread,
                  const double* x, const double* v, const double* s)
        : system_(system), spread_(spread), size_(to_size(system.state_size())), x_(x), v_(v), s_(s), metric_(metric) {
        const std::size_t positions = to_size(system.position_row_count()), all = system.rows().size();
        const Rows slopes = slopes_along_x(all, [&](const double* at, double* out) { system_.phi_rate(at, v_, out); });
        const Rows rates =
            rows_of_rates(size_, all, [&](const double* u, double* out) { system_.phi_rate(x_, u, out); });
        for (std::size_t c = 0; c < all; ++c) {
            if (!is_finite({rates[c], slopes[c]})) continue;
            const bool rigid = system.rows()[c].name.starts_with("rigidity ");
            (rigid ? rigidity : c < positions ? on_positions : on_velocities).push_back(lowered(rates[c]));
            if (c < positions) normals.push_back(lowered_state(joined(rates[c], Row(size_))));
            normals.push_back(lowered_state(joined(slopes[c], rates[c])));
        }
        for (const ConservedQuantity& quantity : system.conserved()) add_gradient(quantity);
    }

    Rows rigidity, on_positions, on_velocities, normals, gradients;

    // (1) and (3) of rows that are found. Their largest entries become 1 first: products of others might overflow.
    Rows compared(Rows rows, bool of_states) const {
        for (Row& row : rows) {
            double largest = 0;
            for (const double entry : row) largest = std::max(largest, std::fabs(entry));
            if (largest > 0)
                for (double& entry : row) entry /= largest;
            row = of_states ? lowered_state(std::move(row)) : lowered(std::move(row));
        }
        return rows;
    }

  private:
    Row lowered(Row a) const {
        metric_.lower(1, 0, a);
        return a;
    }
    Row lowered_state(Row a) const {
        metric_.lower(spread_.position, 0, a);
        metric_.lower(spread_.velocity, size_, a);
        return a;
    }
    static Row joined(Row a, const Row& b) {
        a.insert(a.end(), b.begin(), b.end());
        return a;
    }

    // d f_c/dx of functions of positions.
    template <class Function>
    Rows slopes_along_x(std::size_t count, const Function& function) const {
        const double step = step_of_differences * system_.length_scale();
        Rows slopes(count, Row(size_));
        Row at(x_, x_ + size_), values(count);
        for (std::size_t j = 0; j < size_; ++j) {
            for (const auto& [way, weight] : {std::pair{-2, 1.0}, {-1, -8.0}, {1, 8.0}, {2, -1.0}}) {
                at[j] = x_[j] + way * step;
                function(at.data(), values.data());
                for (std::size_t c = 0; c < count; ++c) slopes[c][j] += weight / (12 * step) * values[c];
            }
            at[j] = x_[j];
        }
        return slopes;
    }

    void add_gradient(const ConservedQuantity& quantity) {
        const bool energy = quantity.kind == ConservedQuantity::Kind::energy;
        Row gradient = slopes_along_x(1, [&](const double* at, double* out) {
                           *out = system_.conserved_value(quantity, at, v_, s_);
                       }).front();
        Row by_velocities = energy ? metric_.momentum(v_) : Row(size_);
        for (std::size_t j = 0; !energy && j < size_; ++j) {
            Row unit(size_);
            unit[j] = 1;
            by_velocities[j] = system_.conserved_value(quantity, x_, unit.data(), s_);
        }
        gradient = lowered_state(joined(std::move(gradient), by_velocities));
        double square = 0;
        for (const double entry : gradient) square += entry * entry;
        const double least = energy ? at_equilibrium * spread_.velocity * spread_.velocity : 0;
        if (std::sqrt(square) > least) gradients.push_back(std::move(gradient));
    }

    const ConstrainedSystem& system_;
    const KineticSpread& spread_;
    std::size_t size_;
    const double *x_, *v_, *s_;
    const MassMetric& metric_;
};

// Collects the samples of one trajectory.
class Collected {
  public:
    void add(const SpanScores& scores) { all_.push_back(scores); }
    StructureScores::Of of() const {
        StructureScores::Of of;
        std::vector<double> angles;
        for (const SpanScores& one : all_) {
            angles.push_back(one.angle);
            of.found += one.found;
            of.missed += one.missed;
            of.invented += one.invented;
        }
        for (double* const sum : {&of.found, &of.missed, &of.invented}) *sum /= static_cast<double>(all_.size());
        std::ranges::sort(angles);
        of.angle = percentile(angles, 0.5);
        of.angle_95 = percentile(angles, 0.95);
        return of;
    }

  private:
    std::vector<SpanScores> all_;
};

// (4) of one space, of all states together.
class Cost {
  public:
    // `left`: its directions that are no true ones, c - s.
    void add(const SpanScores& one, double left) {
        const double true_ones = one.found + one.missed;
        if (left <= 1) return;
        shown_ = true;
        if (true_ones + one.invented == 0) return;
        angle_ += one.angle;
        across_ += 90 * (left - 1) / (true_ones + left - 1);
    }
    bool shown() const { return shown_; }
    bool counts() const { return across_ > 0; }
    double error() const { return std::min(1.0, angle_ / across_); }

  private:
    bool shown_ = false;
    double angle_ = 0, across_ = 0;  // sums of angle and angle_0
};
double error_of(const Cost& one, const Cost& other) {
    if (one.counts() && other.counts()) return (one.error() + other.error()) / 2;
    if (one.counts() || other.counts()) return (one.counts() ? one : other).error();
    return one.shown() || other.shown() ? 0 : 1;
}

Rows together(Rows a, const Rows& b) {
    a.insert(a.end(), b.begin(), b.end());
    return a;
}

}  // namespace

Rows rows_of_rates(std::size_t size, std::size_t count,
                   const std::function<void(const double* v, double* out)>& rates) {
    Rows rows(count, Row(size));
    Row v(size), at_rest(count), out(count);
    rates(v.data(), at_rest.data());
    for (std::size_t j = 0; j < size; ++j) {
        v[j] = 1;
        rates(v.data(), out.data());
        v[j] = 0;
        for (std::size_t c = 0; c < count; ++c) rows[c][j] = out[c] - at_rest[c];
    }
    return rows;
}

StructureScores structure_scores(const ConstrainedSystem& system, const KineticSpread& spread, int samples,
                                 bool include_t0, TrajectoryView truth,
                                 const std::function<FoundRows(std::size_t)>& found) {
    const std::size_t size = to_size(system.state_size()), parameters = system.parameter_count();
    Collected constraints, holonomic, invariants;
    Cost of_constraints, of_invariants;
    std::optional<MassMetric> metric;
    for (std::size_t k = include_t0 ? 0 : 1; k < to_size(samples); ++k) {
        const double* const s = truth.parameters ? truth.parameters + k * parameters : nullptr;
        if (!metric || system.lagrangian()) metric.emplace(system, truth.x + k * size);
        const TrueStructure of_truth(system, *metric, spread, truth.x + k * size, truth.v + k * size, s);
        const FoundRows said = found(k);
        const auto compare = [&](const Rows& free, const Rows& true_rows, const Rows& rows, bool of_states) {
            if (!is_finite(rows)) return worst_of_spans(free, true_rows, rows);
            return compare_spans(free, true_rows, of_truth.compared(rows, of_states));
        };
        const SpanScores of_rows = compare(of_truth.rigidity, together(of_truth.on_positions, of_truth.on_velocities),
                                           together(said.constraints, said.holonomic), false),
                         of_gradients = compare(of_truth.normals, of_truth.gradients, said.invariants, true);
        constraints.add(of_rows);
        holonomic.add(compare(of_truth.rigidity, of_truth.on_positions, said.holonomic, false));
        invariants.add(of_gradients);
        of_constraints.add(of_rows, system.degrees_of_freedom());
        of_invariants.add(of_gradients, system.tangent_dimension() - of_gradients.found - of_gradients.missed);
    }
    return {constraints.of(), holonomic.of(), invariants.of(), error_of(of_constraints, of_invariants)};
}

}  // namespace cchnn
