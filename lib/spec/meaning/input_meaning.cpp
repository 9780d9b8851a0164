#include <set>

#include "elements/parts/formula/number_formula.hpp"
#include "elements/parts/formula/time_formula.hpp"
#include "spec/meaning/meaning_check.hpp"
#include "spec/meaning/placement_meaning.hpp"

namespace cchnn {
namespace {

struct SignalCheck {
    const SystemSpec& spec;
    const std::string& pointer;
    Findings& findings;

    void operator()(const FormulaSignal& signal) {
        try {
            time_formula(signal.text);
        } catch (const NumberFormulaError& error) {
            findings.add(child(pointer, "formula"), error.what());
        }
    }
    void operator()(const SampledSignal& signal) {
        std::vector<std::string> known{"t"};
        for (const NamedDraw& draw : spec.draws) known.push_back(draw.name);
        try {
            NumberFormula(signal.formula->text(), known);
        } catch (const NumberFormulaError& error) {
            findings.add(child(pointer, "samples"), error.what());
        }
    }
    void operator()(const SteppedSignal& signal) {
        check_distribution(child(child(pointer, "steps"), "value"), signal.value, findings);
    }
    void operator()(const WanderingSignal& signal) {
        const std::string process = child(pointer, "ornstein_uhlenbeck");
        findings.check_finite(child(process, "mean"), signal.mean);
        findings.check_not_negative(child(process, "std"), signal.std, "");
        findings.check_positive(child(process, "time"), signal.time, " s");
    }
};

}  // namespace

std::vector<Problem> input_problems(const SystemSpec& spec) {
    Findings findings{spec.source, spec.units == Units{}};
    std::set<std::string> ids;
    for (std::size_t i = 0; i < spec.inputs.size(); ++i) {
        const InputSpec& input = spec.inputs[i];
        const std::string pointer = child("/inputs", i);
        if (!ids.insert(input.id).second)
            findings.add(child(pointer, "id"), "'" + input.id + "' is already the id of another input");
        const auto* const formula = std::get_if<FormulaSignal>(&input.signal);
        if (input.id == time_name && (!formula || formula->text != time_name))
            findings.add(child(pointer, "id"), "'t' is the time: rename this input, or give it the formula \"t\"");
        std::visit(SignalCheck{spec, pointer, findings}, input.signal);
    }
    return std::move(findings.problems);
}

}  // namespace cchnn
