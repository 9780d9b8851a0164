#include "elements/parts/formula/time_derivative.hpp"

#include <cstddef>
#include <utility>
#include <vector>

#include "core/to_size.hpp"
#include "elements/parts/formula/derivative_rules.hpp"
#include "elements/parts/formula/formula_gradient.hpp"
#include "numbers/double_double.hpp"

namespace cchnn {
namespace {

using Op = FormulaStep::Op;

// Appends the derivative of every step to a copy of all steps: that of a variable is 1, or with coordinates the velocity
// of the same number. The time, behind coordinates and velocities, has the rate 1.
class Derivative {
  public:
    explicit Derivative(const FormulaProgram& formula, int coordinates = 0)
        : count_(count_of(formula.steps)), coordinates_(coordinates) {
        made_.steps = formula.steps;
        for (int i = 0; i < count_; ++i)
            rates_.push_back(derivative_of_step(*this, i, FormulaStep(made_.steps[to_size(i)])));
        const int rate = rates_[formula.result];
        made_.result = rate == none ? constant(0) : rate;
    }
    FormulaProgram take() { return std::move(made_); }

    static constexpr int none = -1;  // in place of a step
    int rate_of(const FormulaStep& parameter) {
        const bool is_time = coordinates_ == 0 || parameter.exponent == 2 * coordinates_;
        return is_time ? constant(1) : put({Op::parameter, -1, -1, 0.0, parameter.exponent + coordinates_});
    }
    int rate(int step) const { return step < 0 ? none : rates_[step]; }
    int function(Op op, int a) { return put({op, a}); }
    int constant(int value) { return put({Op::constant, -1, -1, static_cast<double>(value)}); }
    int power(int a, int exponent) { return exponent == 1 ? a : put({Op::power, a, -1, 0.0, exponent}); }
    int sum(int a, int b) { return a == none ? b : b == none ? a : put({Op::add, a, b}); }
    int difference(int a, int b) { return b == none ? a : a == none ? negative(b) : put({Op::subtract, a, b}); }
    int product(int a, int b) { return a == none || b == none ? none : put({Op::multiply, a, b}); }
    int quotient(int a, int b) { return a == none ? none : put({Op::divide, a, b}); }
    int negative(int a) { return a == none ? none : function(Op::negate, a); }

  private:
    int put(const FormulaStep& step) {
        made_.steps.push_back(step);
        return count_of(made_.steps) - 1;
    }

    const int count_, coordinates_;
    FormulaProgram made_;
    std::vector<int> rates_;  // of each step: the step that is its derivative
};

}  // namespace

FormulaProgram time_derivative(const FormulaProgram& formula) { return Derivative(formula).take(); }

FormulaProgram rate_along(const FormulaProgram& phi, int coordinates) { return Derivative(phi, coordinates).take(); }

Exact exact_value(const FormulaProgram& formula, double t) {
    const DoubleDouble at = t, value = formula_value(formula, &at);
    return {value.high, value.low};
}

}  // namespace cchnn
