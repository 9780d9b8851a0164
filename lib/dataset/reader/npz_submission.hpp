#pragma once
// Opens a submission in the form of a NumPy archive: numpy.savez("mine.npz", x=x, v=v, model="my net",
// answers_truth=digest).
//
//   arrays  x, v, q, qdot, t           float64 or float32; of imports u, and p for v or qdot
//           parameters/bodies/1/mass   estimates (parameter_estimate.hpp)
//   numbers context, rollout_seconds
//   texts   model, notes, answers_truth (answers_digest before 0.2.0), system, rollout_hardware; of a reference rollout
//           protocol, perturbation_normal, perturbation_length or start_spread with perturbation_seed,
//           dropped_constraints, naive
//
// The archive is copied, block by block, into an unnamed temporary HDF5 file. All code that reads, checks and
// scores HDF5 then applies unchanged, and gives the same digits. The copy disappears with the returned object.

#include "files/hdf5_file.hpp"
#include "files/plausible_values.hpp"

namespace cchnn {

// Imports read more: the inputs of a driven system, and momenta. In a submission, `u` is an array that nobody asked for.
enum class ReadFor { scoring, importing };

// Messages use the name of the archive. Throws what NpzFile throws, with all problems; IoError if the copy does
// not fit on the disk; DataError, before the array is copied, for one of more than `most_values` numbers
// (more for an ensemble), because a small archive may inflate to a thousand times its size.
Hdf5File open_npz_submission(const std::filesystem::path& path, std::uint64_t most_values = any_number_of_values,
                             ReadFor purpose = ReadFor::scoring);

}  // namespace cchnn
