#pragma once
// Two numbers that are computed side by side, such as those of two samples or of two curves: a vector of GCC and Clang,
// which every processor has. Each of the two has the bits that it has alone.

#include <cstddef>
#include <cstdint>

namespace cchnn {

typedef double NumberPair [[gnu::vector_size(16)]];

inline NumberPair magnitude(NumberPair value) {
    typedef std::int64_t Bits [[gnu::vector_size(16)]];
    return reinterpret_cast<NumberPair>(reinterpret_cast<Bits>(value) & INT64_MAX);
}
// NaN does not count, as in std::max(most, value).
inline NumberPair larger(NumberPair most, NumberPair value) { return most < value ? value : most; }

// Numbers of two rows.
struct TwoRows {
    const double *first, *second;
    NumberPair operator[](std::size_t i) const { return NumberPair{first[i], second[i]}; }
};

}  // namespace cchnn
