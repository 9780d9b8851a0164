#include "report/explain/explain_system.hpp"

namespace cchnn {

std::string explain_forces(const SystemSpec& spec, const BodyGraph& graph) {
    const std::string potentials =
        explain(FileList::potentials, spec.potentials, graph.terms(), graph.parts(), spec.units);
    const std::string damping = explain(FileList::damping, spec.damping, graph.terms(), graph.parts(), spec.units);
    const bool gyroscopic = !types_that(Energy::does_no_work, graph.terms()).empty();
    return std::string("\nPotentials, H = T + V(x)") +
           (gyroscopic ? "; forces that do no work have no share in it, and p = M v is not the canonical momentum"
                       : "") +
           "\n" + (potentials.empty() ? std::string("  none\n") : potentials) +
           (damping.empty() ? ""
                            : "\nDamping, force -dR/dv; energy is lost at the rate 2 R, datasets have the amount: "
                              "/dissipated\n" +
                                  damping);
}

std::string explain_conserved(const SystemSpec& spec, const BodyGraph&, const ConstrainedSystem& system) {
    std::string text = "\nConserved\n";
    for (const ConservedQuantity& q : system.conserved()) {
        const bool angular = q.kind == ConservedQuantity::Kind::angular_momentum;
        text += "  " + q.name + (angular ? " about " + tuple_text(q.centre) + " " + spec.units.length : "") + "\n";
    }
    if (system.conserved().empty())
        text +=
            system.dissipative() ? "  nothing; energy plus the energy lost to damping is constant\n" : "  nothing\n";
    return text;
}

}  // namespace cchnn
