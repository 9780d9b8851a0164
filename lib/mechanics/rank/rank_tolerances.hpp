#pragma once
// Where a pivot of L D L^T counts as zero, and when rows are chosen again. All values are relative: a pivot of A =
// G M^-1 G^T divided by the diagonal entry of its row, the conditioning (1) of row_selection_monitor.hpp, or a residual
// divided by the scale of its row. They differ because the states and the orders of pivots do: exact or rounded, on the
// manifold or near it, in the order of the file or the largest first.

namespace cchnn::rank_tolerances {

// Rows in the order of the file, where no pivot is chosen. Rounding leaves 1e-16 to 1e-13 of a dependent row, and an
// independent one keeps more than 1e-6 at a random configuration.
inline constexpr double in_file_order = 1e-10;
// A configuration whose smallest pivot is below this may be near a fold: others take precedence.
inline constexpr double clear_of_folds = 1e-6;
// The largest pivots first, near the manifold. Rounding leaves at most 1e-14 of a dependent row. 1e-8 is an angle of
// 1e-4 between a row and the span of those before it; Gauss-Newton may start that far from the manifold without
// mistaking such a row for an independent one.
inline constexpr double on_manifold = 1e-8;
// A configuration that takes part in the choice of well-conditioned rows has no smaller pivot, except the first, which
// takes part in any case.
inline constexpr double clear_configuration = 1e-3;
// The choice itself stops where the best remaining row has no larger pivot; a set with such a pivot has lost rank.
inline constexpr double worth_choosing = 1e-10;
// Multipliers at a state of a motion, which satisfies the rows to rounding: above this, pivots of the independent rows
// carry significant digits. With all rows, of which some always depend on others, even 1e-13 may be rounding.
inline constexpr double of_multipliers = 1e-12, of_all_multipliers = 1e-10;
// Below this pivot of the chosen rows the multipliers depend on the choice rather than on the force.
inline constexpr double nearly_dependent = 1e-6;
// Conditioning below which normal equations, as of the projection of a state, lose six digits: other rows are chosen.
inline constexpr double six_digits_lost = 1e-3;
// A pivot of the chosen rows, at any state of a motion, below which all its digits are rounding.
inline constexpr double all_digits_lost = 1e-13;
// Relative residual up to which a row that is left out still holds: rows that are solved for are met to 1e-15, and the
// others as well as the pivots allow.
inline constexpr double residual_of_rows_left_out = 1e-9;

}  // namespace cchnn::rank_tolerances
