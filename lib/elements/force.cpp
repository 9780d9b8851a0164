#include "elements/force.hpp"

#include "core/to_size.hpp"
#include "elements/parts/reading/wording.hpp"

namespace cchnn {

void ForceKind::check(const Spec& force, const std::string& pointer, Checking& checking) {
    checking.check_input(pointer, force.input);
}

// The force on a point is spread to the nodes by the weights of the point, which is the transpose of how the
// point follows them.
void ForceKind::add_constant_force(const Term& term, const Bodies&, std::vector<Exact>& force) {
    const std::size_t d = term.force.size();
    for (const NodeWeight& node : term.on.weights)
        for (std::size_t k = 0; k < d; ++k) force[index(node.node) * d + k] += node.weight * term.force[k];
}

// A driven force depends on time, so that energy is not conserved. Whether driven forces cancel is not examined:
// each breaks translation along its own axes.
void ForceKind::breaks(const Term& term, Symmetry& symmetry) {
    if (term.input.empty()) return symmetry.forces.push_back(term.force);
    symmetry.energy = false;
    for (std::size_t k = 0; k < term.force.size(); ++k)
        symmetry.coordinates[k] = symmetry.coordinates[k] || term.force[k] != 0;
}

std::string ForceKind::line(const Term& force, const Bodies& bodies, const Units& u) {
    const std::string formula = force.input.empty() ? "V = -F . x" : "F times " + force.input;
    return "Force, " + formula + ": F = " + tuple_text(force.force) + " " + force_unit(u) + " on " +
           point_text(bodies, force.on);
}

}  // namespace cchnn
