#pragma once
// A curve of a Track, ready to be evaluated: C(s), C'(s), C''(s), s its parameter.

#include <vector>

#include "elements/parts/curve_spec.hpp"
#include "elements/parts/formula.hpp"

namespace cchnn {

class Curve {
  public:
    // Formulas that read_system has checked; throws FormulaError otherwise.
    explicit Curve(const CurveSpec& spec)
        : spec_(spec), formulas_(spec.parameter), low_(spec.range.at(0)), high_(spec.range.at(1)) {
        for (const std::string& text : spec.formulas)
            if (!text.empty()) formulas_.add(text);
    }

    const CurveSpec& spec() const { return spec_; }
    int dimension() const { return formulas_.count(); }
    double low() const { return low_; }
    double high() const { return high_; }
    std::size_t steps() const { return formulas_.steps().size(); }

    // (d) numbers each; `work` has steps() entries.
    template <class Real>
    void evaluate(const Real& s, Jet<Real>* work, Real* position, Real* first, Real* second) const {
        formulas_.evaluate(s, work, [&](std::size_t i, const Jet<Real>& c) {
            position[i] = c.value;
            first[i] = c.first;
            second[i] = c.second;
        });
    }

  private:
    CurveSpec spec_;
    Formulas formulas_;
    double low_, high_;
};

// One point of a curve, in double.
struct CurvePoint {
    double position[3] = {}, first[3] = {}, second[3] = {};  // C, C', C''; zeros beyond d
    CurvePoint(const Curve& curve, double s);
};

}  // namespace cchnn
