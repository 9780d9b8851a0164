#pragma once
// Inputs of a user's own, recorded or computed elsewhere.

#include <filesystem>
#include <string>
#include <vector>

#include "integrate/trajectory.hpp"
#include "mechanics/constrained_system.hpp"
#include "sample/given_inputs.hpp"

namespace cchnn {

struct InputsFile {
    GivenInputs given;
    std::string sha256;  // of the arrays of held inputs, with their names and shapes
};

// An HDF5 file or an .npz with an array for each held input, named by its id, of shape (N, samples), or (samples),
// shared by all trajectories; or with one array u of (N, samples, inputs), as datasets have it. Later samples than
// those requested are left out. Inputs that are formulas of t have the values of their formulas.
// Throws UsageError for a system without held inputs, DataError with every problem: arrays that are missing, too short,
// of another shape, not finite, or of no input.
InputsFile read_inputs_file(const std::filesystem::path& path, const ConstrainedSystem& system, TimeGrid times);

}  // namespace cchnn
