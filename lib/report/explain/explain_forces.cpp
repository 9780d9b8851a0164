#include "core/items_of.hpp"
#include "report/explain/explain_system.hpp"

namespace cchnn {
namespace {

// What the kinds of a list say, in its order.
template <class Kinds>
std::string kinds_text(Kinds kinds, const std::vector<typename Kinds::Spec>& items, const BodyGraph& graph,
                       const Units& units) {
    std::string text;
    for_each_kind(kinds, [&]<class K>(KindTag<K>) {
        text += K::explain(items_of<typename K::Spec>(items), graph.terms<typename K::Term>(), graph.parts(), units);
    });
    return text;
}

}  // namespace

std::string explain_forces(const SystemSpec& spec, const BodyGraph& graph) {
    const std::string potentials = kinds_text(PotentialKinds{}, spec.potentials, graph, spec.units);
    const std::string damping = kinds_text(DampingKinds{}, spec.damping, graph, spec.units);
    return "\nPotentials, H = T + V(x)\n" + (potentials.empty() ? std::string("  none\n") : potentials) +
           (damping.empty() ? ""
                            : "\nDamping, force -dR/dv; energy is lost at the rate 2 R, datasets say how much: "
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
        text += system.dissipative() ? "  nothing; energy and what was lost to damping add up to a constant\n"
                                     : "  nothing\n";
    return text;
}

}  // namespace cchnn
