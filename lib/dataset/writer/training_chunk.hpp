#pragma once
// Training windows of the paper (section 7): a trajectory of T samples is cut into floor(T/L) windows of L
// samples that do not overlap, and one of them is drawn at random.
//
//   start = L RandomStream(seed, a, b, c).below(floor(T/L)),
//   a = split | 0x100 (the sampler has split | attempt << 16), b and c the low and high 32 bits of the trajectory

#include <cstdint>
#include <string>
#include <vector>

namespace cchnn {

// Throws UsageError if a window is longer than a trajectory or has no sample, std::invalid_argument for an
// unknown split.
void check_chunks(const std::string& split, int samples, int chunk_length);

// The index of the first sample of the drawn window.
int chunk_start(std::uint64_t seed, const std::string& split, std::uint64_t trajectory, int samples, int chunk_length);

// Cuts the drawn windows out of an array with a row (T, ...) for each trajectory; returns rows (L, ...).
std::vector<double> drawn_pieces(const std::vector<double>& rows, const std::vector<std::int64_t>& starts, int samples,
                                 int chunk_length);

}  // namespace cchnn
