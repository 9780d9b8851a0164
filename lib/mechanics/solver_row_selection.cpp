#include "mechanics/row_selection_monitor.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/to_size.hpp"
#include "mechanics/constrained_system.hpp"
#include "mechanics/rank/onto_manifold.hpp"
#include "mechanics/rank/rank_tolerances.hpp"
#include "mechanics/rank/rows_at_state.hpp"
#include "mechanics/rows/row_values.hpp"
#include "mechanics/rows/sparse_ldlt.hpp"

namespace cchnn {
namespace {

// The determinant of a positive definite matrix, by elimination.
double determinant(std::vector<double> a, std::size_t n) {
    double product = 1;
    for (std::size_t k = 0; k < n; ++k) {
        product *= a[k * n + k];
        for (std::size_t i = k + 1; i < n; ++i) {
            const double multiplier = a[i * n + k] / a[k * n + k];
            for (std::size_t j = k; j < n; ++j) a[i * n + j] -= multiplier * a[k * n + j];
        }
    }
    return product;
}

double dot(const std::vector<double>& a, const std::vector<double>& b) {
    return std::inner_product(a.begin(), a.end(), b.begin(), 0.0);
}

// The monitor of row_selection_monitor.hpp: owns all solver rows and their plan. It makes systems, which own the
// interface, so that it has a file of its own.
class SolverRowSelection final : public RowSelectionMonitor {
  public:
    SolverRowSelection(const NodeMatrix& inverse_mass, int dimension, std::vector<SolverRow> rows)
        : rows_(std::move(rows)), all_(plan_of_all(inverse_mass, dimension)) {}

    double conditioning(const ConstrainedSystem& system, const double* x, const double* s) const override {
        if (system.dimension() == 1) return conditioning_in<1>(system, x, s);
        return system.dimension() == 2 ? conditioning_in<2>(system, x, s) : conditioning_in<3>(system, x, s);
    }

    // Makes a new system with the rows of rows_at_state(); this costs a dense factorisation and happens rarely.
    std::shared_ptr<const ConstrainedSystem> reselected(const ConstrainedSystem& system, const double* x,
                                                        const double* s) const override {
        std::vector<double> matrix;
        if (system.dimension() == 1) read_matrix<1>(x, s, matrix);
        else if (system.dimension() == 2) read_matrix<2>(x, s, matrix);
        else read_matrix<3>(x, s, matrix);
        std::vector<char> on_positions;
        for (const SolverRow& row : rows_) on_positions.push_back(row.on_positions());
        const std::vector<int> chosen = rows_at_state(matrix, on_positions, system.independent_count());
        if (chosen.empty()) return nullptr;
        return std::make_shared<const ConstrainedSystem>(system, rows_, chosen);
    }

  private:
    SolvePlan plan_of_all(const NodeMatrix& inverse_mass, int dimension) const {
        std::vector<int> all(rows_.size());
        std::iota(all.begin(), all.end(), 0);
        return converted<SolvePlan>(solve_plan(rows_, all, inverse_mass, dimension, false));
    }

    // (1), with C from the normal equations A_S C^T = A_S,out: the coupling of the rows left out to the rows S. The
    // factors of A_S also show whether S has full rank. 0 where a row is violated or S is dependent.
    template <int D>
    double conditioning_in(const ConstrainedSystem& system, const double* x, const double* s) const {
        RowValues<double, D> every(all_);
        every.read_tracks(s);
        every.read_positions(x);
        if (!(worst_residual(every) <= rank_tolerances::residual_of_rows_left_out)) return 0;
        const SolvePlan& plan = system.plan();
        RowValues<double, D> rows(plan);
        rows.read_tracks(s);
        rows.read_positions(x);
        std::vector<double> a(plan.pattern.a_columns.size()), of_all(all_.pattern.a_columns.size());
        rows.inverse_constraint_inertia(a.data());
        every.inverse_constraint_inertia(of_all.data());
        Ldlt<double> ldlt(plan.pattern);
        bool independent = true;
        ldlt.factor(a.data(), [&](int k, double pivot) {
            independent = independent && pivot > rank_tolerances::all_digits_lost * a[plan.pattern.a_begin[k + 1] - 1];
            return 1 / pivot;
        });
        if (!independent) return 0;
        const double conditioning = 1 / std::sqrt(gram_determinant(combinations(plan, ldlt, of_all)));
        return conditioning > 0 ? conditioning : 0;
    }

    using Matrix = std::vector<std::vector<double>>;
    // C of (1), one row for each row left out, in units of the rows' sizes. `every`: A of all rows.
    Matrix combinations(const SolvePlan& plan, const Ldlt<double>& ldlt, const std::vector<double>& every) const {
        const auto size = [&](std::size_t row) { return std::sqrt(every[to_size(all_.pattern.a_begin[row + 1]) - 1]); };
        std::vector<int> place(rows_.size(), -1);
        for (std::size_t k = 0; k < plan.row.size(); ++k) place[plan.row[k]] = static_cast<int>(k);
        std::vector<std::size_t> out;
        for (std::size_t r = 0; r < place.size(); ++r)
            if (place[r] < 0) out.push_back(r);
        Matrix c(out.size(), std::vector<double>(plan.row.size(), 0.0));
        for (std::size_t k = 0; k < place.size(); ++k)
            for (int e = all_.pattern.a_begin[k]; e < all_.pattern.a_begin[k + 1]; ++e) {
                const std::size_t l = all_.pattern.a_columns[e];
                if ((place[k] < 0) == (place[l] < 0)) continue;
                const std::size_t left_out = place[k] < 0 ? k : l, kept = place[k] < 0 ? l : k;
                const auto at = std::lower_bound(out.begin(), out.end(), left_out) - out.begin();
                c[at][place[kept]] = every[e];
            }
        for (std::size_t i = 0; i < out.size(); ++i) {
            ldlt.solve(c[i].data());
            for (std::size_t k = 0; k < plan.row.size(); ++k) c[i][k] *= size(plan.row[k]) / size(out[i]);
        }
        return c;
    }
    // det(1 + C C^T)
    static double gram_determinant(const Matrix& c) {
        std::vector<double> gram(c.size() * c.size());
        for (std::size_t i = 0; i < c.size(); ++i)
            for (std::size_t j = 0; j < c.size(); ++j) gram[i * c.size() + j] = dot(c[i], c[j]) + (i == j ? 1 : 0);
        return determinant(std::move(gram), c.size());
    }

    // The largest residual over all rows, relative to the size of each; NaN counts as the largest.
    template <class Rows>
    double worst_residual(const Rows& rows) const {
        std::vector<double> residual(all_.row.size());
        rows.residual(residual.data());
        double worst = 0;
        for (std::size_t k = 0; k < residual.size(); ++k) {
            const double off = std::fabs(residual[k]) / all_.scale[k];
            worst = off <= worst ? worst : off;  // NaN is worst
        }
        return worst;
    }

    // The full matrix A of all rows at one state, for rows_at_state().
    template <int D>
    void read_matrix(const double* x, const double* s, std::vector<double>& matrix) const {
        RowValues<double, D> rows(all_);
        rows.read_tracks(s);
        rows.read_positions(x);
        full_matrix(all_, rows, matrix);
    }

    const std::vector<SolverRow> rows_;
    const SolvePlan all_;
};

}  // namespace

std::shared_ptr<const RowSelectionMonitor> row_selection_monitor(const NodeMatrix& inverse_mass, int dimension,
                                                                 std::vector<SolverRow> rows) {
    constexpr std::size_t most_rows = 1000;
    if (rows.size() > most_rows) return nullptr;
    return std::make_shared<const SolverRowSelection>(inverse_mass, dimension, std::move(rows));
}

}  // namespace cchnn
