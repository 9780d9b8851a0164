#pragma once
// The numbers of one member of a family of systems: what a file with varied properties (varied_properties.hpp) draws
// for one trajectory. They depend on (system, seed, split, trajectory, attempt) alone, like states.

#include <vector>

#include "sample/sampler.hpp"

namespace cchnn {

// Values of every varied property, drawn in the order of the file. One that a file could not state as a number (a mass
// below zero, from the tail of a normal distribution) is drawn again together with the others, in key.attempt + 1.
// Throws NumericalError after 100 attempts.
std::vector<double> draw_varied(const SystemSpec& spec, SampleKey& key);

}  // namespace cchnn
