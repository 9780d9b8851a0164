#pragma once
// A formula, read once into the order of a stack machine and then evaluated in any number type, so that duals
// give derivatives and intervals give enclosures. Formulas are in the curve of a Track (one parameter), a Potential, a
// Constraint and a VelocityConstraint (variables and constants), a MagneticField (coordinates), an input (t), and in
// numbers and draws. The grammar is that of schemas/system.md: numbers, pi, names, + - * / ^, brackets, and sin, cos,
// exp, sqrt, tanh, log.
//
//   sum     = product {(+|-) product}        product = factor {(*|/) factor}
//   factor  = (+|-) factor | power           power   = atom [deg] [^ whole number]       so -s^2 = -(s^2)

#include <map>
#include <string>
#include <vector>

#include "judge/numbers/dual.hpp"

namespace cchnn::judge {

class Formula {
  public:
    // Throws DataError, with `where` as its place, if the text is no formula or names something unknown.
    Formula(const std::string& text, const std::string& parameter, const std::string& where)
        : Formula(text, std::vector<std::string>{parameter}, {}, where) {}
    Formula(const std::string& text, const std::vector<std::string>& variables,
            const std::map<std::string, double>& constants, const std::string& where);

    template <class T>
    T operator()(const T& parameter) const {
        return at(&parameter);
    }
    // The value at these variables, one number each in the order of the constructor.
    template <class T>
    T at(const T* variables) const;

  private:
    enum class Op {
        number,
        pi,
        parameter,
        negate,
        add,
        subtract,
        multiply,
        divide,
        power,
        sin,
        cos,
        exp,
        sqrt,
        tanh,
        log
    };
    // One operation of the stack machine: pushes a number or variable, or replaces the top one or two by its result.
    struct Step {
        Op op;
        double number = 0;
        int exponent = 0;  // power; parameter: which variable
    };
    class Reader;
    template <class T>
    static void apply(const Step& step, std::vector<T>& stack);

    std::vector<Step> steps_;
};

// A formula of one point may write x1 for x (and vx1 for vx, `with_rates`), and one of two points r12 for r: the short
// names, which its variables have.
std::string with_short_names(std::string formula, std::size_t count, bool with_rates);

template <class T>
void Formula::apply(const Step& step, std::vector<T>& stack) {
    T b = stack.back();
    const auto put = [&](const T& value) { stack.back() = value; };
    if (step.op == Op::negate) return put(-b);
    if (step.op == Op::power) return put(power(b, step.exponent));
    if (step.op == Op::sin) return put(sin(b));
    if (step.op == Op::cos) return put(cos(b));
    if (step.op == Op::exp) return put(exp(b));
    if (step.op == Op::sqrt) return put(sqrt(b));
    if (step.op == Op::tanh) return put(tanh(b));
    if (step.op == Op::log) return put(log(b));
    stack.pop_back();
    const T a = stack.back();
    if (step.op == Op::add) return put(a + b);
    if (step.op == Op::subtract) return put(a - b);
    if (step.op == Op::multiply) return put(a * b);
    put(a / b);
}

template <class T>
T Formula::at(const T* variables) const {
    std::vector<T> stack;
    stack.reserve(steps_.size());
    for (const Step& step : steps_) {
        if (step.op == Op::number) stack.push_back(T(Base<T>(step.number)));
        else if (step.op == Op::pi) stack.push_back(T(pi<Base<T>>()));
        else if (step.op == Op::parameter) stack.push_back(variables[step.exponent]);
        else apply(step, stack);
    }
    return stack.back();
}

}  // namespace cchnn::judge
