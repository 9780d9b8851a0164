#pragma once
// Formulas of named numbers as a system file writes them, and what they become: a list of steps that are
// evaluated in order, each a function of earlier ones.
//
//   numbers, pi, variables, + - * / and brackets, ^ with a whole number from -1000 to 1000, sin cos exp sqrt tanh, log
//
// The curve of a Track has one variable, its parameter, and no log, for which cells of curves have no
// enclosure. A Potential has coordinates, distances and constants of its own (formula_gradient.hpp). Equal
// steps are taken only once, also across the formulas of one curve; constant parts are computed in 106 bits
// when the file is read. The same formula therefore gives the same bits on every machine.

#include <map>
#include <stdexcept>
#include <string>
#include <vector>

#include "core/to_size.hpp"
#include "elements/parts/formula/formula_step.hpp"
#include "numbers/jet.hpp"

namespace cchnn {

// A formula that cannot be read: "column 7: expected ')', got the end of the formula".
struct FormulaError : std::runtime_error {
    using std::runtime_error::runtime_error;
};

// One or several formulas of the same variables.
class Formulas {
  public:
    explicit Formulas(std::string parameter) : variables_{std::move(parameter)} {}
    explicit Formulas(std::vector<std::string> variables) : variables_(std::move(variables)) {}
    // With names that stand for numbers, and with log.
    Formulas(std::vector<std::string> variables, std::map<std::string, double> constants)
        : variables_(std::move(variables)), constants_(std::move(constants)), has_log_(true) {}

    // Reads one more formula. Throws FormulaError with the column of the mistake.
    void add(const std::string& text);

    int count() const { return count_of(results_); }
    const std::vector<FormulaStep>& steps() const { return steps_; }

    // Evaluates all formulas at the value q of the one variable, in any number type: a jet (numbers/jet.hpp)
    // gives derivatives, a series (numbers/taylor.hpp) enclosures. `work` has steps().size() entries; out(i,
    // value) is called for each formula i.
    template <class Number, class Out>
    void evaluate(const Number& q, Number* work, Out&& out) const {
        evaluate_at(&q, work, out);
    }
    // The same with a value for each variable.
    template <class Number, class Out>
    void evaluate_at(const Number* values, Number* work, Out&& out) const {
        for (std::size_t i = 0; i < steps_.size(); ++i) work[i] = apply(steps_[i], values, work);
        for (std::size_t i = 0; i < results_.size(); ++i) out(i, work[results_[i]]);
    }

    const std::vector<std::string>& variables() const { return variables_; }
    const std::map<std::string, double>& constants() const { return constants_; }
    bool has_log() const { return has_log_; }
    // The index of the step that is the value of formula i.
    int result(int i) const { return results_[i]; }
    // The index of a step: of an equal earlier one, or of a new one. For the parser.
    int step(const FormulaStep& step);

  private:
    template <class Number>
    static Number apply(const FormulaStep& s, const Number* values, const Number* work) {
        using Op = FormulaStep::Op;
        switch (s.op) {
            case Op::constant: return FromExact<Number>::of(s.value);
            case Op::parameter: return values[s.exponent];
            case Op::add: return work[s.a] + work[s.b];
            case Op::subtract: return work[s.a] - work[s.b];
            case Op::multiply: return work[s.a] * work[s.b];
            case Op::divide: return work[s.a] / work[s.b];
            case Op::negate: return -work[s.a];
            case Op::power: return integer_power(work[s.a], s.exponent);
            case Op::sin: return sine(work[s.a]);
            case Op::cos: return cosine(work[s.a]);
            case Op::exp: return exponential(work[s.a]);
            case Op::sqrt: return square_root(work[s.a]);
            case Op::tanh: return hyperbolic_tangent(work[s.a]);
            case Op::log:
                if constexpr (requires { work[s.a].second; }) return natural_logarithm(work[s.a]);  // of a jet
        }
        return {};
    }

    std::vector<std::string> variables_;
    std::map<std::string, double> constants_;
    bool has_log_ = false;
    std::vector<FormulaStep> steps_;
    std::vector<int> results_;
};

}  // namespace cchnn
