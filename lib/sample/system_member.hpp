#pragma once
// One member of a family of systems: what a file with varied properties (varied_properties.hpp) means for one
// trajectory. Values depend on (system, seed, split, trajectory, attempt) alone, like states.

#include <memory>
#include <vector>

#include "sample/sampler.hpp"

namespace cchnn {

// Spec, graph, system and sampler with the varied properties at `values`. The parts refer to each other: not copied.
struct SystemMember {
    // `like` is the compiled nominal system of the same file. Throws SpecError.
    SystemMember(const SystemSpec& nominal, const ConstrainedSystem& like, std::vector<double> varied_values);
    SystemMember(const SystemMember&) = delete;
    SystemMember& operator=(const SystemMember&) = delete;

    std::vector<double> values;
    SystemSpec spec;
    BodyGraph graph;
    ConstrainedSystem system;
    Sampler sampler;
};

// Values of every varied property, drawn in the order of the file. One that a file could not state as a number (a mass
// below zero, from the tail of a normal distribution) is drawn again together with the others, in key.attempt + 1.
// Throws NumericalError after 100 attempts.
std::vector<double> draw_varied(const SystemSpec& spec, SampleKey& key);

}  // namespace cchnn
