#pragma once
// A compiled system in words and formulas, for a person. `cchnn-gen show` prints it, and the pages of systems
// (page/html_system.cpp) show its parts.
//
//   size           dimension, moving bodies, nodes, entries of x and v, degrees of freedom
//   bodies         kind, mass, second moments and moments of inertia, nodes, the mesh that they come from
//   constraints    by kind: the formula, then each one with its points, numbers and rows; rank, degrees of freedom
//   forces         potentials and damping, each kind with its formula, and inputs
//   mass matrix    itself, or its shape if it is large
//   conserved      the conserved quantities, and what keeps energy from being one
//   varied         properties drawn for each trajectory, with their distributions
//   states         what is drawn from which distribution, in the order of drawing, or that states are given
//   sampling       number of samples, their interval, the time of the last one
//
// The texts and formulas of constraints and forces come from the kinds themselves (elements/), so that a new
// kind is explained without a change here. A list of more than a dozen lines is shortened in its middle. Units
// are those of the system.

#include <string>
#include <vector>

#include "elements/parts/reading/wording.hpp"
#include "graph/body_graph.hpp"
#include "mechanics/constrained_system.hpp"

namespace cchnn {

// All parts, in lines of at most `width` characters; a single word that is longer stays whole.
std::string explain_system(const SystemSpec& spec, const BodyGraph& graph, const ConstrainedSystem& system,
                           std::size_t width = 102);

// The parts: each a paragraph with its heading, lines not yet broken.
std::string explain_bodies(const SystemSpec& spec, const BodyGraph& graph);
std::string explain_constraints(const SystemSpec& spec, const BodyGraph& graph, const ConstrainedSystem& system);
std::string explain_forces(const SystemSpec& spec, const BodyGraph& graph);
std::string explain_conserved(const SystemSpec& spec, const BodyGraph& graph, const ConstrainedSystem& system);
std::string explain_varied(const SystemSpec& spec);  // empty when nothing is
std::string explain_states(const SystemSpec& spec, const BodyGraph& graph);

// A distribution in short: "U(-2, 2)" is uniform, "N(0, 1)" is normal with mean and standard deviation.
std::string text_of(const Distribution& distribution);

}  // namespace cchnn
