#pragma once
// Parameters that a submission claims to have estimated: arrays at /parameters + a JSON pointer into the
// system's file.
//
//   /parameters/bodies/1/mass   () or (1)   one number, from all trajectories
//                               (N)         one for each trajectory of the submission
//
// Files come from strangers, so at most 1000 estimates are read, with names of at most 200 bytes; numbers may
// have any width.

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

// Reads the estimates of a submission of `count` trajectories; none if /parameters is no group. Problems are
// added to `problems`.
std::vector<ParameterEstimate> read_estimates(const Hdf5File& file, std::uint64_t count,
                                              std::vector<Problem>& problems);

}  // namespace cchnn
