#pragma once
// Compares two spaces that rows span, each known only up to a basis: the rows that a submission has found, and the true ones.
// Rows are covectors in a basis that is orthonormal in the metric, so that products are plain sums.
//
//   (1)  The principal angles of the spaces F and S of dimensions f and s are min(f, s) in number, ascending. sin and cos of
//        each are |y - P y| and |P y|, P the projection onto S, y its principal vector in F: exact for small angles as well.
//   (2)  Modulo R, a space that is known without any discovery: S loses its part in R, and so do principal vectors of F.
//        Those within 5 degrees of R may be R with errors. They count if the space of their parts outside of R lies within
//        5 degrees of S, and are dropped together otherwise: exact rows near R are found, guesses next to R are not.
//   (3)  found: principal angles of F and S, modulo R, of 5 degrees or less; missed: s - found; invented: f - found
//   (4)  angle: the mean of max(f, s) angles, of which those without a partner are 90 degrees; 0 if f = s = 0
//
// No basis of F and no scale of a row changes a number. A row of zeros and one that depends on others add nothing.

#include <vector>

namespace cchnn {

using Row = std::vector<double>;
using Rows = std::vector<Row>;

// The angle that decides (3), in degrees, and the part of a row of length 1 that is new: of true rows, and of found ones,
// which may have been stored in float32 or follow from an iteration.
inline constexpr double found_within = 5, new_of_truth = 1e-6, new_of_found = 1e-4;

// (3) and (4) of one state, and sums of them.
struct SpanScores {
    double found = 0, missed = 0, invented = 0, angle = 0;
};

// An orthonormal basis of what rows span outside of `outside`, which is orthonormal: the row with the largest new part first,
// as long as that is above `least_new`.
Rows orthonormal(const Rows& rows, double least_new, const Rows& outside = {});

// `free` spans R, of (2).
SpanScores compare_spans(const Rows& free, const Rows& truth, const Rows& found);

// Those of a state at which something found is not finite: everything is missed, and all that was said is invented.
SpanScores worst_of_spans(const Rows& free, const Rows& truth, const Rows& found);

}  // namespace cchnn
