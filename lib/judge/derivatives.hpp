#pragma once
// How far stored derivatives of a motion are from the true ones, by differences of solutions of this solver. It shares
// neither dual numbers nor steps with the tangent flow that made them (schemas/dataset.md, Sensitivities).
//
//   (1)  D(h) = (z*(t; h) - z*(t; -h)) / 2h    the start moved by h along a column of the basis, or a number of the system
//                                              by h; then the start is moved onto the constraints as in verdict.hpp (1)
//   (2)  D(h), D(h/2), D(h/4), D(h/8) extrapolated in h^2; S* is the last, S** the last without D(h)
//   (3)  Err_k = |S_k - S*_k| / (|S_k| + |S*_k|) over all columns of the start; over each number theta of the system alone,
//        with |z_k| / |theta| added to both norms. The largest of these counts.
//   (4)  judged: S* and S** differ by at most a tenth of the bound, by the measure of (3). Solutions of every other h have
//        other steps and another tolerance. In 64 bits first, then in 113 bits those samples are compared again
//        that were not decided.
//
// h moves no sample by more than `reach` of the motion's size, by the stored derivatives. A sample whose bound is 1 is
// not compared.

#include <functional>

#include "judge/verdict.hpp"

namespace cchnn::judge {

// A number of the system that derivatives are by.
struct SensitiveNumber {
    double value = 0;
    std::function<Description(double)> system_at;
};

// The stored derivatives of one trajectory, up to its end or to where they end: T samples of 2 n d rows, row by row.
struct StoredDerivatives {
    std::vector<double> basis, start, parameters;  // (2 n d, k), (T, 2 n d, k), (T, 2 n d, P)
    std::vector<double> bound;                     // (T)
    std::vector<SensitiveNumber> numbers{};        // (P)
};

// Judges the derivatives of a stored trajectory. `errors` of the verdict are (3), NaN where they were not compared;
// `compared` counts them.
Verdict judge_derivatives(const Description& description, const Stored& stored, const StoredDerivatives& derivatives,
                          const Patience& patience);

}  // namespace cchnn::judge
