#pragma once
// The curve of a Track, ready to be evaluated: C(s), C'(s), C''(s) with s its parameter. Made when a Track is checked,
// and when a system is compiled; shared by all points on the curve, and constant, so that threads share it.

#include <memory>
#include <vector>

#include "elements/parts/curve/curve_point.hpp"
#include "elements/parts/curve/curve_spec.hpp"
#include "elements/parts/formula/formula.hpp"

namespace cchnn {

class CurveCells;

class Curve {
  public:
    // Expects formulas that the checks have accepted; throws FormulaError otherwise.
    explicit Curve(const CurveSpec& spec);
    ~Curve();
    Curve(const Curve&) = delete;
    Curve& operator=(const Curve&) = delete;

    const CurveSpec& spec() const { return spec_; }
    int dimension() const { return formulas_.count(); }
    double low() const { return low_; }
    double high() const { return high_; }
    const Formulas& formulas() const { return formulas_; }
    std::size_t steps() const { return formulas_.steps().size(); }
    // How far a step may go along the curve (curve_cells.hpp).
    const CurveCells& cells() const { return *cells_; }

    // C, C' and C'' at s, of d numbers each, in any number type by jets; `work` has steps() entries.
    template <class Real>
    void evaluate(const Real& s, Jet<Real>* work, Real* position, Real* first, Real* second) const {
        formulas_.evaluate(Jet<Real>{s, Real(1.0), Real(0.0)}, work, [&](std::size_t i, const Jet<Real>& c) {
            position[i] = c.value;
            first[i] = c.first;
            second[i] = c.second;
        });
    }

  private:
    CurveSpec spec_;
    Formulas formulas_;
    double low_, high_;
    std::unique_ptr<const CurveCells> cells_;
};

}  // namespace cchnn
