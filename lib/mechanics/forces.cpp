#include "mechanics/forces.hpp"

#include "core/to_size.hpp"

namespace cchnn {

ForcesOf<Exact> forces_of(const BodyGraph& graph) {
    ForcesOf<Exact> forces;
    forces.constant.assign(to_size(graph.node_count() * graph.dimension()), 0.0);
    const int d = graph.dimension();
    for_each_term(AllKinds{}, [&]<class K>(KindTag<K>) {
        for (const auto& term : graph.terms<typename K::Term>()) {
            if constexpr (HasConstantForce<K>) K::add_constant_force(term, graph.parts(), forces.constant);
            if constexpr (HasForces<K>) std::get<typename K::template Forces<Exact>>(forces.varying).add(term, d);
            if constexpr (HasDissipation<K>)
                std::get<typename K::template Dissipation<Exact>>(forces.dissipation).add(term, d);
        }
    });
    return forces;
}

}  // namespace cchnn
