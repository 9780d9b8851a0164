#pragma once
// Rows of a system in which every constraint keeps the distance of two nodes, or of a node and a fixed point: pendulums,
// chains, trusses, free rigid bodies. The same numbers as RowValues (row_values.hpp 1-6) with one separation a row, so
// there is nothing to look up:
//
//   (1)  r_k = x_a - x_b or x_a + offset,  s_k = v_a - v_b or v_a            g_k = r_k, h_k = s_k
//
// Loops keep their pointers in local variables: a store of Lanes may alias anything, members included.

#include <algorithm>
#include <vector>

#include "core/to_size.hpp"
#include "mechanics/row_values.hpp"
#include "mechanics/solve_plan.hpp"

namespace cchnn {

template <class Real, int D>
class DistanceRows {
  public:
    static bool fits(const SolvePlan& plan) {
        const auto& terms = plan.separations.terms;
        return std::all_of(plan.kind.begin(), plan.kind.end(), [](auto k) { return k == SolverRow::Kind::distance; }) &&
               std::none_of(terms.begin(), terms.end(),
                            [](const SeparationTerms& t) { return t.kind == SeparationTerms::Kind::general; });
    }

    explicit DistanceRows(const SolvePlan& plan)
        : plan_(plan), r_(to_size(plan.size()) * D, Real(0.0)), s_(r_) {
        for (int k = 0; k < plan.size(); ++k) {
            const SeparationTerms& t = plan.separations.terms[to_size(k)];
            if (t.kind == SeparationTerms::Kind::nodes)
                pairs_.push_back({k * D, t.a * D, t.b * D});
            else
                fixed_.push_back({k * D, t.a * D, 0});
        }
        for (std::size_t e = 0; e + 1 < plan.coupling_begin.size(); ++e) {
            const auto begin = to_size(plan.coupling_begin[e]);
            const bool empty = begin == to_size(plan.coupling_begin[e + 1]);
            const CouplingTerm c = empty ? CouplingTerm{} : plan.coupling[begin];
            products_.push_back({c.slot_t * D, c.slot_u * D, c.mass});
        }
    }

    void read_positions(const Real* x) {
        Real* const r = r_.data();
        const double* const offset = plan_.separations.offset.data();
        each(pairs_, [=](Row k) {
            for (int j = 0; j < D; ++j) r[k.row + j] = x[k.a + j] - x[k.b + j];
        });
        each(fixed_, [=](Row k) {
            for (int j = 0; j < D; ++j) r[k.row + j] = x[k.a + j] + offset[k.row + j];
        });
    }
    void read_velocities(const Real* v) {
        Real* const s = s_.data();
        each(pairs_, [=](Row k) {
            for (int j = 0; j < D; ++j) s[k.row + j] = v[k.a + j] - v[k.b + j];
        });
        each(fixed_, [=](Row k) {
            for (int j = 0; j < D; ++j) s[k.row + j] = v[k.a + j];
        });
    }

    void residual(Real* out) const {
        const Real* const r = r_.data();
        const double* const target = plan_.target.data();
        const int n = plan_.size();
        for (int k = 0; k < n; ++k) out[k] = 0.5 * dot<D>(r + k * D, r + k * D) - target[k];
    }
    void rate(Real* out) const {
        const Real *const r = r_.data(), *const s = s_.data();
        const int n = plan_.size();
        for (int k = 0; k < n; ++k) out[k] = dot<D>(r + k * D, s + k * D);
    }
    void mass_matrix(Real* out) const {
        const Real* const r = r_.data();
        const Product* const product = products_.data();
        const std::size_t n = products_.size();
        for (std::size_t e = 0; e < n; ++e) out[e] = product[e].mass * dot<D>(r + product[e].t, r + product[e].u);
    }

    // Node forces, (n, D), added to what is there.
    void add_gradient(const Real* lambda, Real* nodes) const { add(lambda, r_.data(), nodes); }
    void add_rate_gradient(const Real* lambda, Real* nodes) const { add(lambda, s_.data(), nodes); }

    void acceleration(const Real* u, const Real* a, Real* out) const {
        const Real *const r = r_.data(), *const s = s_.data();
        each(pairs_, [=](Row k) {
            Real sum = s[k.row] * (u[k.a] - u[k.b]) + r[k.row] * (a[k.a] - a[k.b]);
            for (int j = 1; j < D; ++j)
                sum += s[k.row + j] * (u[k.a + j] - u[k.b + j]) + r[k.row + j] * (a[k.a + j] - a[k.b + j]);
            out[k.row / D] = sum;
        });
        each(fixed_, [=](Row k) {
            out[k.row / D] = dot<D>(s + k.row, u + k.a) + dot<D>(r + k.row, a + k.a);
        });
    }

  private:
    // Of one row: where its vector and its nodes begin.
    struct Row {
        int row, a, b;
    };
    struct Product {
        int t, u;
        double mass;
    };

    template <class Action>
    static void each(const std::vector<Row>& rows, Action&& action) {
        const Row* const begin = rows.data();
        const std::size_t n = rows.size();
        for (std::size_t i = 0; i < n; ++i) action(begin[i]);
    }
    void add(const Real* lambda, const Real* vectors, Real* nodes) const {
        each(pairs_, [=](Row k) {
            for (int j = 0; j < D; ++j) {
                const Real force = lambda[k.row / D] * vectors[k.row + j];
                nodes[k.a + j] += force;
                nodes[k.b + j] -= force;
            }
        });
        each(fixed_, [=](Row k) {
            for (int j = 0; j < D; ++j) nodes[k.a + j] += lambda[k.row / D] * vectors[k.row + j];
        });
    }

    const SolvePlan& plan_;
    std::vector<Row> pairs_, fixed_;
    std::vector<Product> products_;
    std::vector<Real> r_, s_;
};

}  // namespace cchnn
