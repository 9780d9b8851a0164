#pragma once
// Compares the arrays of a dataset's file other than x and v with values computed from x and v by the functions that
// the writer uses, or checks the rules that they obey:
//
//   q, qdot                          computed from x, v
//   acceleration .. multipliers      computed from x, v, s (closed forms: tests/physics/)
//   sensitivity                      computed from x, v, s at t = 0 (closed forms: tests/independent/)
//   chunks/start, t, x, v, q, qdot   from (seed, split, i), t, x, ... (tests/independent/draws_test.py)
//   trajectory, chunks/sample        0, 1, 2, ...
//   error_bound                      in [0, 1], never decreases
//   valid_until                      (3) of integrate/error_bound.hpp, from the bounds
//   outcome, end_time                from where numbers end and from t
//   steps_*                          at least 0
//   refined                          0 or 1
//   track_parameter                  C(s) is as near to the point as the curve comes
//   counted_angle                    that of x plus whole turns
//   dissipated                       0 at t = 0, never less than before
//   work                             0 at t = 0
//   u                                formulas of t, at the samples
//
// Numbers agree that differ by 1e-9 of the largest of their trajectory, q and qdot by 1e-12: another version of the
// program may round in another way. A counted angle may differ by 1e-9 (1 + |angle|), a distance from a curve by 1e-8 of a length of the
// system, an end time by 1e-9 of the last time. Windows, times and whole numbers agree exactly.

#include <string>
#include <vector>

#include "dataset/reader/trajectory_file.hpp"
#include "model/compiled_system.hpp"

namespace cchnn {

struct ClaimsFound {
    std::vector<std::string> compared;  // "/q"
    std::vector<std::string> wrong;     // of each array the first: "/q of trajectory 3, [5, 0]: is 1, expected 2 ..."
};

// `imported`: the dissipated energy was computed as the decrease of the energy, so it may decrease. Throws DataError,
// IoError.
ClaimsFound check_claims(const TrajectoryFile& file, const CompiledSystem& compiled, bool imported, int threads);

}  // namespace cchnn
