#include "core/printable.hpp"
#include "elements/parts/formula/number_formula.hpp"
#include "report/explain/explain_system.hpp"

namespace cchnn {

namespace {

std::string samples_text(int every) {
    return every == 1 ? "at each sample" : "once in " + std::to_string(every) + " samples";
}

// An input's signal in words; one function for each alternative of InputSpec::signal.
struct SignalText {
    bool linear;
    std::string held() const { return linear ? "linear between them" : "held until the next"; }
    std::string operator()(const FormulaSignal& signal) const { return signal.text; }
    std::string operator()(const SampledSignal& signal) const {
        return signal.formula->text() + " at each sample, " + held();
    }
    std::string operator()(const SteppedSignal& signal) const {
        return text_of(signal.value) + ", drawn " + samples_text(signal.every) +
               (linear ? " and held up to the one before; linear between samples" : " and held");
    }
    std::string operator()(const WanderingSignal& signal) const {
        return "Ornstein-Uhlenbeck process, mean " + short_number(signal.mean) + ", standard deviation " +
               short_number(signal.std) + ", correlation time " + short_number(signal.time) + " s, at each sample, " +
               held();
    }
};

std::string explain_inputs(const SystemSpec& spec) {
    if (spec.inputs.empty()) return "";
    std::string text = "\nInputs, whose work /work datasets have beside their values /u\n";
    for (const InputSpec& input : spec.inputs)
        text += "  " + input.id + (input.unit == "1" ? "" : " [" + printable(input.unit) + "]") + " = " +
                std::visit(SignalText{input.linear}, input.signal) + "\n";
    for (const auto& [id, moves] : spec.moves)
        for (const MoveSpec& move : moves)
            text += "  " + id + " moves by " + move.input + " times " + tuple_text(move.along) + " " +
                    spec.units.length + "\n";
    return text;
}

}  // namespace

// The kinds of potentials and damping explain their entries themselves; here are the headings, and what forces
// mean for energy and momentum.
std::string explain_forces(const SystemSpec& spec, const BodyGraph& graph) {
    const std::string potentials =
        explain(FileList::potentials, spec.potentials, graph.terms(), graph.parts(), spec.units);
    const std::string damping = explain(FileList::damping, spec.damping, graph.terms(), graph.parts(), spec.units);
    const bool gyroscopic = !types_that(Energy::does_no_work, graph.terms()).empty();
    return std::string("\nPotentials, H = T + V(x)") +
           (gyroscopic ? "; forces that do no work have no share in it, and p = M v is not the canonical momentum"
                       : "") +
           "\n" + (potentials.empty() ? std::string("  none\n") : potentials) +
           (damping.empty()
                ? ""
                : "\nDamping, force -dR/dv; energy is lost at the rate v . dR/dv, datasets have the amount: "
                  "/dissipated\n" +
                      damping) +
           explain_inputs(spec);
}

// If energy is not conserved, the line says where it goes: with damping or inputs, datasets store the lost
// energy and the work.
std::string explain_conserved(const SystemSpec& spec, const BodyGraph&, const ConstrainedSystem& system) {
    std::string text = "\nConserved\n";
    for (const ConservedQuantity& q : system.conserved()) {
        const bool angular = q.kind == ConservedQuantity::Kind::angular_momentum;
        text += "  " + q.name + (angular ? " about " + tuple_text(q.centre) + " " + spec.units.length : "") + "\n";
    }
    if (system.conserved().empty())
        text += system.driven() ? "  nothing; energy changes by the work of the inputs and what is lost to damping\n"
                : system.dissipative() ? "  nothing; energy plus the energy lost to damping is constant\n"
                                       : "  nothing\n";
    return text;
}

}  // namespace cchnn
