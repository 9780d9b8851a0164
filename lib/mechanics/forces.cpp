#include "mechanics/forces.hpp"

#include "core/to_size.hpp"

namespace cchnn {

Forces::Forces(const BodyGraph& graph) : constant(to_size(graph.node_count() * graph.dimension()), 0.0) {
    const int d = graph.dimension();
    for_each_term(AllKinds{}, [&]<class K>(KindTag<K>) {
        for (const auto& term : graph.terms<typename K::Term>()) {
            if constexpr (HasConstantForce<K>) K::add_constant_force(term, graph.parts(), constant);
            if constexpr (HasForces<K>) std::get<typename K::Forces>(varying).add(term, d);
            if constexpr (HasDissipation<K>) std::get<typename K::Dissipation>(dissipation).add(term, d);
        }
    });
}

}  // namespace cchnn
