#pragma once
// Energy and force of elements/formula_potential.hpp for kernels: one table with all terms of a system, by the
// equations there.

#include "elements/formula_potential.hpp"
#include "elements/parts/centres.hpp"
#include "elements/parts/formula/formula_step.hpp"
#include "elements/parts/separation_table.hpp"

namespace cchnn {

// A formula and the range of its variables in the table. TabledVariable is one of them: its number among the
// variables of the formula, and its axis, or a distance.
template <class C>
struct TabledFormula {
    FormulaProgramOf<C> formula;
    std::size_t first, end;

    static constexpr auto members = std::tuple(&TabledFormula::formula, &TabledFormula::first, &TabledFormula::end);
};
struct TabledVariable {
    int number, axis;  // axis < 0: a distance
};

template <class C>
class FormulaForces {
  public:
    static constexpr std::size_t most_variables = 32;

    void add(const FormulaPotential& potential, int dimension) {
        if (!potential.formula) return;
        potentials_.push_back({converted<FormulaProgramOf<C>>(*potential.formula), variables_.size(),
                               variables_.size() + potential.used.size()});
        for (std::size_t m = 0; m < potential.used.size(); ++m) {
            const FormulaVariable& used = potential.used[m];
            const Point& point = potential.points[used.point];
            variables_.push_back({potential.number[m], used.other < 0 ? used.axis : -1});
            add_separation(
                table_, used.other < 0 ? separation_of(point) : signed_difference(point, potential.points[used.other]),
                dimension);
        }
    }
    bool empty() const { return potentials_.empty(); }

    template <class Real>
    void add_energy(const Real* x, int dimension, Real& sum) const {
        for (const TabledFormula<C>& potential : potentials_) {
            if (dimension == 1) sum += energy<1>(potential, x);
            else if (dimension == 2) sum += energy<2>(potential, x);
            else sum += energy<3>(potential, x);
        }
    }
    template <int D, class Real>
    void add_force(const Real* x, Real* f) const {
        for (const TabledFormula<C>& potential : potentials_) add_force_of<D>(potential, x, f);
    }
    // Each distance that a formula uses. What a formula makes of coordinates is not known here.
    template <int D, class Real, class Seen>
    void show_centres(const Real* x, const Real* x_new, Seen& seen) const {
        for (std::size_t m = 0; m < variables_.size(); ++m)
            if (variables_[m].axis < 0) show_centre<D>(table_, m, x, x_new, Real(1.0), seen);
    }

  private:
    // The variables u of a formula, and the separation r of each.
    template <int D, class Real>
    void read(const TabledFormula<C>& potential, const Real* x, Real* u, Real* r) const {
        for (std::size_t m = potential.first; m < potential.end; ++m, r += D) {
            gather<D>(table_, m, x, &table_.offset[m * D], r);
            u[variables_[m].number] = variables_[m].axis < 0 ? square_root(dot<D>(r, r)) : r[variables_[m].axis];
        }
    }
    template <int D, class Real>
    Real energy(const TabledFormula<C>& potential, const Real* x) const {
        Real u[most_variables], r[most_variables * D];
        read<D>(potential, x, u, r);
        return formula_value(potential.formula, u);
    }
    // Not inlined, so that kernels of systems without formulas keep their size and speed.
    template <int D, class Real>
    [[gnu::noinline]] void add_force_of(const TabledFormula<C>& potential, const Real* x, Real* f) const {
        Real u[most_variables], r[most_variables * D], gradient[most_variables];
        read<D>(potential, x, u, r);
        for (std::size_t m = potential.first; m < potential.end; ++m) gradient[variables_[m].number] = Real(0.0);
        add_formula_gradient(potential.formula, u, gradient);
        const Real* along = r;
        for (std::size_t m = potential.first; m < potential.end; ++m, along += D) {
            const TabledVariable& variable = variables_[m];
            const Real pull = -gradient[variable.number];
            Real force[D];
            for (int j = 0; j < D; ++j)
                force[j] = variable.axis < 0 ? Real(pull * (along[j] / (u[variable.number] + Real(smallest_divisor))))
                                             : (j == variable.axis ? pull : Real(0.0));
            scatter<D>(table_, m, force, f);
        }
    }

    // Less than a rounding unit beside any length. At r = 0 a finite dV/dr then gives no force, and an infinite one NaN.
    static constexpr double smallest_divisor = std::numeric_limits<double>::min();

    std::vector<TabledFormula<C>> potentials_;
    std::vector<TabledVariable> variables_;
    SeparationTableOf<C> table_;  // one a variable

  public:
    static constexpr auto members =
        std::tuple(&FormulaForces::potentials_, &FormulaForces::variables_, &FormulaForces::table_);
};

}  // namespace cchnn
