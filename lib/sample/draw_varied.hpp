#pragma once
// Draws the numbers of one member of a family of systems: the varied properties of a file (varied_properties.hpp) for
// one trajectory. They depend on (system, seed, split, trajectory, attempt) alone, as initial states do.
// trajectory_source.cpp calls it.

#include <vector>

#include "sample/sampler.hpp"

namespace cchnn {

// The values of all varied properties in the order of the file. If one is outside its range (a mass below zero, from
// the tail of a normal distribution), all are drawn again with key.attempt + 1. Throws NumericalError after 100
// attempts, UsageError if the file lists no value for the trajectory.
std::vector<double> draw_varied(const SystemSpec& spec, SampleKey& key);

}  // namespace cchnn
