#pragma once
// Initial states given by a user: read from a file, checked against the constraints, and projected onto them.
//
//   .npz, HDF5 -> (x, v) or (q, qdot), one state a trajectory -> within 1 % of Phi = 0 and dPhi/dt = 0 -> projected
//
// A file in float32, or one with a few printed digits, violates the constraints by rounding; projection removes
// that. A violation of more than 1 % is taken for a mistake, because projection would then change the motion
// that was meant. Observations with noise are further off, and are projected if the user says so.
//
// generate() and rollout() read such files with --states. The digest identifies states whatever the format of
// their file.

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "dataset/reader/states_file.hpp"
#include "model/compiled_system.hpp"

namespace cchnn {

// The projected states of a file, with the digest that manifests and lock files name.
struct StartStates {
    std::vector<InitialState> states;
    std::string sha256;  // before projection: shape (N, n, d), x, v, and s if present
};

// Throws IoError, DataError: wrong shapes, non-finite numbers, states that violate a constraint by more than 1 % of its
// length or of the state's largest speed, unless `any_distance`, or that cannot be projected; up to ten of them with
// their numbers.
StartStates read_start_states(const CompiledSystem& compiled, const std::filesystem::path& path,
                              StartsAt starts = StartsAt::first, bool any_distance = false);

// The same check for positions alone. `first` is the number of the first state in the file.
void check_on_manifold(const ConstrainedSystem& system, const std::vector<InitialState>& states,
                       const std::filesystem::path& path, std::uint64_t first);

// Checks given parameters against positions. A curve parameter matters at crossings of a curve; one that is off by more
// than 1 % of a length of the system is an error, as is a wrong counted angle. `where` names the array in messages.
void check_parameters(const CompiledSystem& compiled, const InitialState& state, const std::string& where,
                      std::uint64_t trajectory);

}  // namespace cchnn
