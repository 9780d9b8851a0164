#pragma once
// Parameters that a submission says it has estimated: arrays at /parameters + a JSON pointer into the system's file.
//
//   /parameters/bodies/1/mass   () or (1)   one number, from all trajectories
//                               (N)         one for each trajectory of the submission
//
// Files come from strangers: at most 1000 of them, numbers of any width, names no longer than 200 bytes.

#include <cstdint>
#include <string>
#include <vector>

#include "core/errors.hpp"

namespace cchnn {

class Hdf5File;

struct ParameterEstimate {
    std::string pointer;  // "/bodies/1/mass"
    bool per_trajectory = false;
    std::vector<double> values;  // 1 or N, not always finite
};

// Of a submission of `count` trajectories; none where /parameters is no group. What is wrong goes to `problems`.
std::vector<ParameterEstimate> read_estimates(const Hdf5File& file, std::uint64_t count,
                                              std::vector<Problem>& problems);

}  // namespace cchnn
