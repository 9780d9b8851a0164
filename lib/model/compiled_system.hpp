#pragma once
// SystemSpec -> everything that is computed from it once, in one object: bodies with their names resolved, their
// mechanics, the sampler of initial states, generalised coordinates. Of the members of a family trajectory_source.cpp
// makes only what it needs, without this object.
//
//   systems/x.json --spec--> SystemSpec --model--> CompiledSystem (const: graph, system, sampler, coordinates)
//
// Constant once made and shared by threads. The parts refer to each other, so it stays where it was made: hold it as a
// local variable, or by a shared_ptr that whoever uses a part holds as well.

#include <vector>

#include "coordinates/generalised_coordinates.hpp"
#include "sample/sampler.hpp"

namespace cchnn {

struct CompiledSystem {
    // Throws SpecError: names that do not resolve, constraints that cannot hold together, declared quantities that are
    // not conserved, given states that are none of this system's.
    explicit CompiledSystem(SystemSpec of);

    // A member of a family, which is what a file with varied properties (spec/varied_properties.hpp) means for one
    // trajectory: `nominal` with these properties at `values`; `like` is the nominal system compiled. Throws SpecError.
    // A member whose coordinates are not needed is made without them, in a tenth less time.
    enum class Angles { wanted, not_wanted };
    CompiledSystem(const SystemSpec& nominal, const ConstrainedSystem& like, std::vector<double> values,
                   Angles angles = Angles::wanted);

    CompiledSystem(const CompiledSystem&) = delete;
    CompiledSystem& operator=(const CompiledSystem&) = delete;

    const std::vector<double> values;  // of a member; else empty
    const SystemSpec spec;
    const BodyGraph graph;
    const ConstrainedSystem system;
    const Sampler sampler;
    const GeneralisedCoordinates coordinates;  // if none exist or are wanted: coordinates.why_none()
};

}  // namespace cchnn
