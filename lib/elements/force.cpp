#include "elements/force.hpp"

#include "core/to_size.hpp"
#include "elements/parts/reading/wording.hpp"

namespace cchnn {

void ForceKind::add_constant_force(const Term& term, const Bodies&, std::vector<Exact>& force) {
    const std::size_t d = term.force.size();
    for (const NodeWeight& node : term.on.weights)
        for (std::size_t k = 0; k < d; ++k) force[to_size(index(node.node)) * d + k] += node.weight * term.force[k];
}

std::string ForceKind::line(const Term& force, const Bodies& bodies, const Units& u) {
    return "Force, V = -F . x: F = " + tuple_text(force.force) + " " + force_unit(u) + " on " +
           point_text(bodies, force.on);
}

}  // namespace cchnn
