#pragma once
// A compiled system in words and formulas, for a person: what `cchnn-gen show` prints.
//
//   bodies         kind, mass, second moments and moments of inertia, nodes, where a mesh came from
//   constraints    by kind: the formula, then each one with its points, numbers, rows; rank and degrees of freedom
//   forces         potentials and damping, each kind with its formula, and inputs
//   conserved      quantities, and what keeps the others from being so
//   varied         properties drawn for each trajectory, with their distributions
//   states         what is drawn from which distribution, in the order of drawing, or what is given
//
// What is said of constraints and forces, the kinds say themselves (elements/). Lists of more than a dozen are
// shortened in their middle.

#include <string>
#include <vector>

#include "elements/parts/reading/wording.hpp"
#include "graph/body_graph.hpp"
#include "mechanics/constrained_system.hpp"

namespace cchnn {

// In lines of at most `width`, where a word allows it.
std::string explain_system(const SystemSpec& spec, const BodyGraph& graph, const ConstrainedSystem& system,
                           std::size_t width = 102);

// Its parts, each a paragraph that begins with its heading.
std::string explain_bodies(const SystemSpec& spec, const BodyGraph& graph);
std::string explain_constraints(const SystemSpec& spec, const BodyGraph& graph, const ConstrainedSystem& system);
std::string explain_forces(const SystemSpec& spec, const BodyGraph& graph);
std::string explain_conserved(const SystemSpec& spec, const BodyGraph& graph, const ConstrainedSystem& system);
std::string explain_varied(const SystemSpec& spec);  // empty when nothing is
std::string explain_states(const SystemSpec& spec, const BodyGraph& graph);

// "U(-2, 2)", "N(0, 1)"
std::string text_of(const Distribution& distribution);

}  // namespace cchnn
