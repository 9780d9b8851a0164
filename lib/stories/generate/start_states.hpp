#pragma once
// Initial states of a user's own: read from a file, checked against the constraints, projected onto them.
//
//   .npz, HDF5 -> (x, v) or (q, qdot), one state a trajectory -> within 1 % of Phi = 0 and dPhi/dt = 0 -> projected

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "dataset/reader/states_file.hpp"
#include "model/compiled_system.hpp"

namespace cchnn {

struct StartStates {
    std::vector<InitialState> states;
    std::string sha256;  // of what was read, before projection: shape (N, n, d), then x, v, and s where it is there
};

// Throws IoError, DataError: shapes, numbers that are not finite, states that are off a constraint by more than 1 % of
// its length, or of the state's largest speed, or that cannot be projected; up to ten of them, with their numbers.
StartStates read_start_states(const CompiledSystem& compiled, const std::filesystem::path& path,
                              StartsAt starts = StartsAt::first);

// The same 1 % for positions alone: `first` is the number of the first state in the file.
void check_on_manifold(const ConstrainedSystem& system, const std::vector<InitialState>& states,
                       const std::filesystem::path& path, std::uint64_t first);

// At a crossing of a curve the parameter says which branch a point is on; one that says another place, by more than 1 %
// of a length of the system, is a mistake. `where` is the array, for the message.
void check_parameters(const CompiledSystem& compiled, const InitialState& state, const std::string& where,
                      std::uint64_t trajectory);

}  // namespace cchnn
