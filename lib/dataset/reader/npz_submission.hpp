#pragma once
// A submission as a NumPy archive: numpy.savez("mine.npz", x=x, v=v, model="my net", answers_truth=digest).
//
//   arrays  x, v, q, qdot, t           float64 or float32
//           parameters/bodies/1/mass   estimates (parameter_estimate.hpp)
//   texts   model, notes, answers_truth (answers_digest before 0.2.0), system; of a reference rollout protocol,
//           perturbation_normal, perturbation_length or start_spread with perturbation_seed, dropped_constraints, naive
//
// It is copied, in pieces, into an HDF5 file without a name in the directory for temporary files: whatever reads,
// checks and scores HDF5 does the same to it, and the digits are the same. The copy disappears with the returned
// object.

#include "files/hdf5_file.hpp"
#include "files/plausible_values.hpp"

namespace cchnn {

// Messages call it by the archive's name. Throws as NpzFile, with every problem; IoError when the copy does not fit.
// DataError, before anything is copied, for an array of more than `most_values` numbers: a small archive may inflate to
// a thousand times its size.
Hdf5File open_npz_submission(const std::filesystem::path& path, std::uint64_t most_values = any_number_of_values);

}  // namespace cchnn
