#pragma once
// A formula: of one parameter, as the curve of a Track writes it, or of the variables and constants of a Potential:
// numbers, pi, names, + - * / ^, brackets, and sin, cos, exp, sqrt, tanh, log. Read once into the order of a stack
// machine, then evaluated with any number type.
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
    // Throws DataError, naming `where`, for what is no formula.
    Formula(const std::string& text, const std::string& parameter, const std::string& where)
        : Formula(text, std::vector<std::string>{parameter}, {}, where) {}
    Formula(const std::string& text, const std::vector<std::string>& variables,
            const std::map<std::string, double>& constants, const std::string& where);

    template <class T>
    T operator()(const T& parameter) const {
        return at(&parameter);
    }
    // One value a variable.
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

// The formula of a Potential with the variables of `count` points: "x1" of a single point is x, "r12" of two is r.
std::string with_short_names(std::string formula, std::size_t count);

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
