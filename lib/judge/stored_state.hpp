#pragma once
// What judges of states and of derivatives ask about stored samples.

#include <string>
#include <vector>

#include "judge/motion.hpp"

namespace cchnn::judge {

// One stored trajectory as a dataset has it, up to its end: T samples of (n, d) numbers, row by row, in the
// units of the file.
struct Stored {
    std::vector<double> times, x, v;
    std::vector<double> bound;                 // (T), or empty: the dataset has none
    std::vector<double> tracks;                // parameters of curves at the first sample
    std::vector<double> energy;                // (T), or empty
    std::vector<double> angles{};              // (T, A) counted over turns
    std::vector<double> inputs{};              // (T, inputs)
    std::vector<double> work{}, dissipated{};  // (T), or empty, J
};

// The Euclidean norm, by hypot: the squares of decayed numbers underflow.
double norm(const double* values, std::size_t count);
bool all_finite(const double* values, std::size_t count);
// Whether the stored state at sample k has no NaN and no infinity; `width` numbers are its positions, as many its
// velocities.
bool finite_at(const Stored& stored, std::size_t k, std::size_t width);
// Why no motion is followed from the first stored state; "" if one is.
std::string no_start(const Stored& stored, std::size_t width, std::size_t angles);
// x, v, parameters of curves and counted angles of the first sample.
std::vector<double> first_state(const Stored& stored, std::size_t width, std::size_t angles);

// The sizes by which errors of the first samples are measured. Everything may be at rest at 0 and about to move, so that
// a size is at least what the motion covers in the first interval. Where everything is almost at rest, velocities are
// rounding, and no tolerance would reach it: their size is at least 1e-3 of that of the positions over this interval.
SizesInTime sizes_in_time(const Stored& stored, std::size_t width, std::size_t samples);

// Processor time of this thread.
double thread_seconds();

}  // namespace cchnn::judge
