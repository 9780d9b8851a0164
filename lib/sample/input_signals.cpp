#include "sample/input_signals.hpp"

#include <cmath>

#include "core/to_size.hpp"
#include "elements/parts/formula/number_formula.hpp"
#include "elements/parts/formula/time_formula.hpp"
#include "sample/shared_draws.hpp"

namespace cchnn {
namespace {

// Separates the random streams from those of states, shared draws and varied properties (shared_draws.cpp).
constexpr std::uint32_t input_stream = 0xc0;

// a of (1), by the exponential of formulas, which has the same bits on every machine; std::exp has not.
double decay(double dt, double time) { return NumberFormula("exp(-x)", {"x"}).value({{"x", dt / time}}); }

void append_values(const FormulaProgram& formula, double dt, int samples, std::vector<double>& values) {
    for (int k = 0; k < samples; ++k) {
        const double t = k * dt;
        values.push_back(formula_value(formula, &t));
    }
}

// Appends the values of one input.
struct SignalValues {
    const NumberSource& source;
    double dt;
    int samples;
    std::vector<double>& values;

    void operator()(const FormulaSignal& signal) { append_values(*time_formula(signal.text), dt, samples, values); }
    void operator()(const SampledSignal& signal) {
        NamedNumbers named = source.named;
        for (int k = 0; k < samples; ++k) {
            named["t"] = k * dt;
            values.push_back(signal.formula->value(named));
        }
    }
    void operator()(const SteppedSignal& signal) {
        for (int k = 0; k < samples; ++k)
            values.push_back(k % signal.every == 0 ? draw(signal.value, source) : values.back());
    }
    void operator()(const WanderingSignal& signal) {  // (1)
        const double a = decay(dt, signal.time), push = signal.std * std::sqrt(1 - a * a);
        double off = signal.std * source.random.normal();
        for (int k = 0; k < samples; ++k) {
            values.push_back(signal.mean + off);
            off = a * off + push * source.random.normal();
        }
    }
};

// Puts the values of input i of `count` into rows of all inputs.
void put_column(const std::vector<double>& values, std::size_t i, std::size_t count, std::vector<double>& rows) {
    for (std::size_t k = 0; k < values.size(); ++k) rows[k * count + i] = values[k];
}

}  // namespace

std::vector<double> input_samples(const SystemSpec& spec, const SampleKey& key, double dt, int samples) {
    const std::size_t count = spec.inputs.size();
    std::vector<double> rows(count * samples);
    if (count == 0) return rows;
    const NamedNumbers named = shared_draws(spec, key);
    for (std::size_t i = 0; i < count; ++i) {
        RandomStream random = named_stream(key, input_stream, spec.inputs[i].id);
        std::vector<double> values;
        std::visit(SignalValues{{random, named, key.trajectory}, dt, samples, values}, spec.inputs[i].signal);
        put_column(values, i, count, rows);
    }
    return rows;
}

std::vector<double> formula_samples(const std::vector<Input>& inputs, double dt, int samples) {
    std::vector<double> rows(inputs.size() * to_size(samples), NAN);
    for (std::size_t i = 0; i < inputs.size(); ++i) {
        std::vector<double> values;
        if (inputs[i].formula) append_values(*inputs[i].formula, dt, samples, values);
        put_column(values, i, inputs.size(), rows);
    }
    return rows;
}

}  // namespace cchnn
