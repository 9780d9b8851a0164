#pragma once
// The spread of a test set that is one trajectory of `samples` states.

#include "score/statistics/coordinate_spread.hpp"

namespace cchnn_test {

inline cchnn::CoordinateSpread spread_of_one(int samples, const std::vector<double>& x, const std::vector<double>& v) {
    const std::size_t size = x.size() / static_cast<std::size_t>(samples);
    cchnn::SpreadTally tally(size);
    for (std::size_t at = 0; at < x.size(); at += size) tally.add(&x[at], &v[at]);
    return tally.finish(1);
}

}  // namespace cchnn_test
