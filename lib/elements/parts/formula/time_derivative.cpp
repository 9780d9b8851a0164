#include "elements/parts/formula/time_derivative.hpp"

#include <cstddef>
#include <utility>
#include <vector>

#include "core/to_size.hpp"
#include "elements/parts/formula/formula_gradient.hpp"
#include "numbers/double_double.hpp"

namespace cchnn {
namespace {

using Op = FormulaStep::Op;
constexpr int zero = -1;  // in place of a step

// Appends the derivative of every step to a copy of all steps: that of a variable is 1, or with coordinates the velocity
// of the same number.
class Derivative {
  public:
    explicit Derivative(const FormulaProgram& formula, int coordinates = 0)
        : count_(count_of(formula.steps)), coordinates_(coordinates) {
        made_.steps = formula.steps;
        for (int i = 0; i < count_; ++i) rates_.push_back(rate_of(i));
        const int rate = rates_[formula.result];
        made_.result = rate == zero ? constant(0) : rate;
    }
    FormulaProgram take() { return std::move(made_); }

  private:
    int rate_of(int i) {
        const FormulaStep step = made_.steps[i];
        const int a = step.a, b = step.b;
        switch (step.op) {
            case Op::constant: return zero;
            case Op::parameter:
                return coordinates_ == 0 ? constant(1)
                                         : put({Op::parameter, -1, -1, 0.0, step.exponent + coordinates_});
            case Op::add: return sum(rate(a), rate(b));
            case Op::subtract: return difference(rate(a), rate(b));
            case Op::multiply: {
                const int left = product(rate(a), b);
                return sum(left, a == b ? left : product(a, rate(b)));
            }
            case Op::divide: return quotient(difference(rate(a), product(i, rate(b))), b);
            case Op::negate: return negative(rate(a));
            case Op::power:
                if (step.exponent == 0) return zero;
                return product(product(constant(step.exponent), power(a, step.exponent - 1)), rate(a));
            case Op::sin: return product(rate(a), one(Op::cos, a));
            case Op::cos: return negative(product(rate(a), one(Op::sin, a)));
            case Op::exp: return product(rate(a), i);
            case Op::sqrt: return quotient(rate(a), product(constant(2), i));
            case Op::tanh: return product(rate(a), product(difference(constant(1), i), sum(constant(1), i)));
            case Op::log: return quotient(rate(a), a);
        }
        return zero;
    }

    int rate(int step) const { return step < 0 ? zero : rates_[step]; }
    int put(const FormulaStep& step) {
        made_.steps.push_back(step);
        return count_of(made_.steps) - 1;
    }
    int one(Op op, int a) { return put({op, a}); }
    int constant(int value) { return put({Op::constant, -1, -1, static_cast<double>(value)}); }
    int power(int a, int exponent) { return exponent == 1 ? a : put({Op::power, a, -1, 0.0, exponent}); }
    int sum(int a, int b) { return a == zero ? b : b == zero ? a : put({Op::add, a, b}); }
    int difference(int a, int b) { return b == zero ? a : a == zero ? negative(b) : put({Op::subtract, a, b}); }
    int product(int a, int b) { return a == zero || b == zero ? zero : put({Op::multiply, a, b}); }
    int quotient(int a, int b) { return a == zero ? zero : put({Op::divide, a, b}); }
    int negative(int a) { return a == zero ? zero : one(Op::negate, a); }

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
