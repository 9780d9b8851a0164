#pragma once
// What a dataset's file holds beside x and v, made again from them by what the writer makes it with, number for number:
//
//   q, qdot                       from x, v                             the judge has no coordinates; q -> x, v is cchnn-eval's
//   acceleration .. multipliers   from x, v, s                          tests/physics/ has closed forms
//   chunks/start, t, x, v, q, qdot   from (seed, split, i), t, x, ...   tests/independent/draws_test.py
//   trajectory, chunks/sample     0, 1, 2, ...
//   error_bound, valid_until      (3) of integrate/error_bound.hpp from the bounds; these are in [0, 1] and never decrease
//   outcome, end_time, steps_*    from where numbers end and from t
//   refined                       0, or 1 where the protocol refines
//   track_parameter               C(s) is where the point is            counted_angle   that of x, but for whole turns
//   dissipated                    0 at t = 0 and never less than before
//   work                          0 at t = 0                         u               formulas of t, at the samples
//
// Numbers agree that differ by 1e-9 of the largest of their trajectory: another version of the program may round in
// another way. Windows, times and whole numbers agree exactly.

#include <string>
#include <vector>

#include "dataset/reader/trajectory_file.hpp"
#include "model/compiled_system.hpp"

namespace cchnn {

struct ClaimsFound {
    std::vector<std::string> compared;  // "/q"
    std::vector<std::string> wrong;     // of each array the first: "/q of trajectory 3, [5, 0]: is 1, expected 2 ..."
};

// `imported`: the energies that were lost are what the energies lack, and may be less than before. Throws DataError,
// IoError.
ClaimsFound check_claims(const TrajectoryFile& file, const CompiledSystem& compiled, bool imported, int threads);

}  // namespace cchnn
