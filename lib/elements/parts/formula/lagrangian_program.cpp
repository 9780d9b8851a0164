#include "elements/parts/formula/lagrangian_program.hpp"

#include <algorithm>
#include <utility>

#include "core/to_size.hpp"
#include "elements/parts/formula/derivative_rules.hpp"
#include "elements/parts/formula/formula.hpp"
#include "elements/parts/formula/time_formula.hpp"

namespace cchnn {
namespace {

using Op = FormulaStep::Op;
constexpr int zero_step = no_step, one_step = -2;  // in place of steps, so that no step multiplies by them

// Adds derivatives to formulas as further steps of theirs.
class Differentiation {
  public:
    explicit Differentiation(Formulas& formulas) : formulas_(formulas) {}

    // The derivative of a step whose variables change at these rates: steps, or `zero_step` or `one_step`.
    int along(int step, std::vector<int> rates) {
        of_variables_ = std::move(rates);
        known_.clear();
        return rate(step);
    }
    // The partial derivative with respect to one variable.
    int by(int step, int variable) {
        std::vector<int> rates(formulas_.variables().size(), zero_step);
        rates[to_size(variable)] = one_step;
        return along(step, std::move(rates));
    }
    // The same step with 0 for some variables.
    int where_zero(int step, const std::vector<bool>& vanish) {
        known_.clear();
        return replaced(step, vanish);
    }

    int sum(int a, int b) { return a == zero_step ? b : b == zero_step ? a : put(Op::add, a, b); }
    int difference(int a, int b) { return b == zero_step ? a : a == zero_step ? negative(b) : put(Op::subtract, a, b); }
    int product(int a, int b) {
        if (a == zero_step || b == zero_step) return zero_step;
        return a == one_step ? b : b == one_step ? a : put(Op::multiply, a, b);
    }
    int variable(int i) { return formulas_.step({Op::parameter, -1, -1, 0.0, i}); }
    // A step also for what is 0 or 1.
    int written(int step) { return step == zero_step ? constant(0) : step == one_step ? constant(1) : step; }

    // For derivative_of_step().
    static constexpr int none = zero_step;
    int rate_of(const FormulaStep& parameter) const { return of_variables_[to_size(parameter.exponent)]; }
    int function(Op op, int a) { return put(op, a); }
    int constant(int value) { return formulas_.step({Op::constant, -1, -1, static_cast<double>(value), 0}); }
    int negative(int a) { return a == zero_step ? zero_step : put(Op::negate, a); }
    int quotient(int a, int b) { return a == zero_step ? zero_step : put(Op::divide, a, b); }
    int power(int a, int exponent) { return exponent == 1 ? a : put(Op::power, a, -1, exponent); }
    int rate(int i) {
        if (const auto found = known_.find(i); found != known_.end()) return found->second;
        const int made = derivative_of_step(*this, i, FormulaStep(formulas_.steps()[to_size(i)]));
        known_[i] = made;
        return made;
    }

  private:
    int put(Op op, int a, int b = -1, int exponent = 0) {
        return formulas_.step({op, written(a), b == -1 ? -1 : written(b), 0.0, exponent});
    }
    int replaced(int i, const std::vector<bool>& vanish) {
        if (const auto found = known_.find(i); found != known_.end()) return found->second;
        const FormulaStep step = formulas_.steps()[to_size(i)];
        const bool has_operands = step.op != Op::constant && step.op != Op::parameter;
        const int a = has_operands ? replaced(step.a, vanish) : no_step;
        const int b = has_operands && step.b >= 0 ? replaced(step.b, vanish) : no_step;
        return known_[i] = replaced(i, step, a, b, vanish);
    }
    int replaced(int i, const FormulaStep& step, int a, int b, const std::vector<bool>& vanish) {
        switch (step.op) {
            case Op::constant: return i;
            case Op::parameter: return vanish[to_size(step.exponent)] ? zero_step : i;
            case Op::add: return sum(a, b);
            case Op::subtract: return difference(a, b);
            case Op::multiply: return product(a, b);
            case Op::divide: return quotient(a, b);
            case Op::negate: return negative(a);
            case Op::power:
                if (a == zero_step && step.exponent > 0) return zero_step;
                return put(Op::power, a, -1, step.exponent);
            case Op::sin:
            case Op::cos:
            case Op::exp:
            case Op::sqrt:
            case Op::tanh:
            case Op::log: return put(step.op, a);
        }
        return zero_step;
    }

    Formulas& formulas_;
    std::vector<int> of_variables_;
    std::map<int, int> known_;
};

// Which steps these results need.
std::vector<bool> needed_by(const std::vector<int*>& results, const std::vector<FormulaStep>& steps) {
    std::vector<bool> needed(steps.size(), false);
    for (const int* step : results)
        if (*step >= 0) needed[to_size(*step)] = true;
    for (std::size_t i = steps.size(); i-- > 0;) {
        if (!needed[i] || steps[i].op == Op::constant) continue;  // constants name the steps that they follow from
        if (steps[i].a >= 0) needed[to_size(steps[i].a)] = true;
        if (steps[i].b >= 0) needed[to_size(steps[i].b)] = true;
    }
    return needed;
}

// Keeps the steps that the results need, first those of the equations of motion, then those of U, in their order.
void prune(const std::vector<FormulaStep>& steps, LagrangianProgram& made) {
    std::vector<int*> results{&made.loss, &made.power};
    for (int& step : made.mass) results.push_back(&step);
    for (int& step : made.push) results.push_back(&step);
    const std::vector<bool> of_motion = needed_by(results, steps);
    results.push_back(&made.potential);
    const std::vector<bool> of_energy = needed_by(results, steps);
    for (int& step : made.mass_at_start) results.push_back(&step);
    for (int& step : made.push_at_start) results.push_back(&step);
    const std::vector<bool> all = needed_by(results, steps);
    std::vector<int> place(steps.size(), -1);
    const auto keep = [&](std::size_t i) {
        FormulaStep step = steps[i];
        if (step.op == Op::constant) step.a = step.b = -1;
        if (step.a >= 0) step.a = place[to_size(step.a)];
        if (step.b >= 0) step.b = place[to_size(step.b)];
        place[i] = count_of(made.formula.steps);
        made.formula.steps.push_back(step);
    };
    for (std::size_t i = 0; i < steps.size(); ++i)
        if (of_motion[i]) keep(i);
    made.steps_of_motion = count_of(made.formula.steps);
    for (std::size_t i = 0; i < steps.size(); ++i)
        if (of_energy[i] && !of_motion[i]) keep(i);
    for (std::size_t i = 0; i < steps.size(); ++i)
        if (all[i] && !of_energy[i]) keep(i);
    for (int* step : results)
        if (*step >= 0) *step = place[to_size(*step)];
}

}  // namespace

LagrangianProgram lagrangian_program(const LagrangianTexts& texts) {
    const int n = count_of(texts.coordinates);
    std::vector<std::string> names = texts.coordinates;
    names.insert(names.end(), texts.rates.begin(), texts.rates.end());
    names.insert(names.end(), texts.inputs.begin(), texts.inputs.end());
    Formulas formulas(names, texts.constants);
    for (const std::string* text : {&texts.kinetic, &texts.potential, &texts.dissipation})
        formulas.add(text->empty() ? "0" : *text);
    for (const std::string& text : texts.forces) formulas.add(text);
    Differentiation d(formulas);
    const int kinetic = formulas.result(0), potential = formulas.result(1), dissipation = formulas.result(2);

    std::vector<bool> rates_vanish(names.size(), false);
    std::vector<int> along_motion(names.size(), no_step);
    for (int i = 0; i < n; ++i) {
        rates_vanish[to_size(n + i)] = true;
        along_motion[to_size(i)] = d.variable(n + i);
    }
    const auto time = std::find(texts.inputs.begin(), texts.inputs.end(), time_name);
    const int t = 2 * n + static_cast<int>(time - texts.inputs.begin());
    const bool has_time = time != texts.inputs.end();
    std::vector<bool> at_start(names.size(), false);
    if (has_time) at_start[to_size(t)] = true;
    LagrangianProgram made;
    made.coordinates = n;
    made.inputs = count_of(texts.inputs);
    made.mass.assign(to_size(n) * to_size(n), no_step);
    made.mass_at_start = made.mass;
    const int at_rest = d.where_zero(kinetic, rates_vanish);
    made.potential = d.written(d.difference(potential, at_rest));
    int loss = no_step, power = no_step;
    for (int i = 0; i < n; ++i) {
        const int momentum = d.by(kinetic, n + i), drag = d.by(dissipation, n + i);
        int push = d.difference(d.by(kinetic, i), d.by(potential, i));
        if (momentum >= 0) {
            push = d.difference(push, d.along(momentum, along_motion));
            for (int j = 0; j <= i; ++j) {
                const int entry = d.by(momentum, n + j);
                const auto at = to_size(i * n + j);
                made.mass[at] = entry == no_step ? no_step : d.written(entry);
                made.mass_at_start[at] = made.mass[at];
                if (!has_time || entry < 0) continue;
                const int first = d.where_zero(entry, at_start);
                made.mass_at_start[at] = first == no_step ? no_step : d.written(first);
                made.inertia_moves = made.inertia_moves || d.by(entry, t) != no_step;
            }
        }
        const int first = has_time && push >= 0 ? d.where_zero(push, at_start) : push;
        made.push_at_start.push_back(d.written(first));
        if (has_time) {
            int change = no_step;  // of what L does, since t = 0
            if (push >= 0 && d.by(push, t) != no_step) change = d.difference(push, first);
            const int pulled = momentum >= 0 ? d.by(momentum, t) : no_step;
            push = d.difference(push, pulled);
            power = d.sum(power, d.product(d.variable(n + i), d.difference(change, pulled)));
        }
        const bool is_forced = !texts.forces.empty() && texts.forces[to_size(i)] != "0";
        const int force = is_forced ? formulas.result(3 + i) : no_step;
        made.push.push_back(d.written(d.sum(d.difference(push, drag), force)));
        loss = d.sum(loss, d.product(d.variable(n + i), drag));
        power = d.sum(power, d.product(d.variable(n + i), force));
    }
    if (loss != no_step) made.loss = d.written(loss);
    if (power != no_step && !made.inertia_moves) made.power = d.written(power);
    prune(formulas.steps(), made);
    return made;
}

}  // namespace cchnn
