#pragma once
// The forces of elements/magnetic_field.hpp for kernels: one table with all terms of a system, by the equations
// there.

#include "elements/magnetic_field.hpp"
#include "elements/parts/formula/formula_step.hpp"
#include "elements/tables/term_table.hpp"

namespace cchnn {

// The terms with formulas: charges, and a place and one or three formulas of each.
template <class C>
class ChargesInFormulas {
  public:
    bool empty() const { return charges_.empty(); }
    void add(const ChargeInField& one, int dimension) {
        charges_.push_back(one.charge);
        std::vector<FormulaProgramOf<C>>& formulas = formulas_.emplace_back();
        for (const std::shared_ptr<const FormulaProgram>& formula : one.formulas) formulas.push_back(*formula);
        add_separation(places_, separation_of(one.on), dimension);
    }

    // Calls action(k, formula, q) with the value of each formula of term k, for the step limit
    // (integrate/steppers/formula_sight.hpp).
    template <int D, class Real, class Action>
    void each_formula(const Real* x, Action&& action) const {
        Real r[D];
        for (std::size_t k = 0; k < charges_.size(); ++k) {
            gather<D>(places_, k, x, &places_.offset[k * D], r);
            for (const FormulaProgramOf<C>& formula : formulas_[k]) action(k, formula_value(formula, r), charges_[k]);
        }
    }
    // The speed of the charge of term k.
    template <int D, class Real>
    Real speed(std::size_t k, const Real* v) const {
        Real w[D];
        gather<D>(places_, k, v, nullptr, w);
        return square_root(dot<D>(w, w));
    }

    template <int D, class Real>
    [[gnu::noinline]] void add_force(const Real* x, const Real* v, Real* f) const {
        Real r[D], w[D], force[D];
        for (std::size_t k = 0; k < charges_.size(); ++k) {
            gather<D>(places_, k, x, &places_.offset[k * D], r);
            gather<D>(places_, k, v, nullptr, w);
            if constexpr (D == 2) {  // (1)
                const Real strength = charges_[k] * formula_value(formulas_[k][0], r);
                force[0] = strength * w[1];
                force[1] = -(strength * w[0]);
            } else {  // (3)
                Real slope[3][3];
                for (std::size_t j = 0; j < 3; ++j) {
                    for (Real& entry : slope[j]) entry = Real(0.0);
                    add_formula_gradient(formulas_[k][j], r, slope[j]);
                }
                for (int i = 0; i < 3; ++i) {
                    force[i] = Real(0.0);
                    for (int j = 0; j < 3; ++j)
                        if (j != i) force[i] += w[j] * (slope[j][i] - slope[i][j]);
                    force[i] = charges_[k] * force[i];
                }
            }
            scatter<D>(places_, k, force, f);
        }
    }

  private:
    std::vector<C> charges_;
    std::vector<std::vector<FormulaProgramOf<C>>> formulas_;
    SeparationTableOf<C> places_;

  public:
    static constexpr auto members =
        std::tuple(&ChargesInFormulas::charges_, &ChargesInFormulas::formulas_, &ChargesInFormulas::places_);
};

template <class C>
class MagneticForces : public TermTable<C, 3> {
  public:
    bool empty() const { return TermTable<C, 3>::empty() && in_formulas_.empty(); }
    const ChargesInFormulas<C>& in_formulas() const { return in_formulas_; }
    // Numbers of a term in a uniform field: q B.
    void add(const ChargeInField& one, int dimension) {
        if (!one.formulas.empty()) return in_formulas_.add(one, dimension);
        const Exact q = one.charge;
        this->add_at({q * one.field[0], q * one.field[1], q * one.field[2]}, separation_of(one.on), dimension);
    }

    // (1), whose v is linear in the velocities of nodes.
    template <int D, class Real>
    void add_force(const Real* x, const Real* v, Real* f) const {
        Real w[3], force[3];
        for (std::size_t k = 0; D > 1 && k < this->count(); ++k) {
            const C* const b = this->numbers(k);
            gather<D>(this->places(), k, v, nullptr, w);
            if (D == 2) w[2] = Real(0.0);
            for (int i = 0; i < D; ++i) force[i] = b[(i + 2) % 3] * w[(i + 1) % 3] - b[(i + 1) % 3] * w[(i + 2) % 3];
            scatter<D>(this->places(), k, force, f);
        }
        if constexpr (D > 1)
            if (!in_formulas_.empty()) in_formulas_.template add_force<D>(x, v, f);
    }

  private:
    ChargesInFormulas<C> in_formulas_;

  public:
    static constexpr auto members = std::tuple_cat(TermTable<C, 3>::members, std::tuple(&MagneticForces::in_formulas_));
};

}  // namespace cchnn
