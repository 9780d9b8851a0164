#pragma once
// How many, for a reader: "1 trajectory", "100 trajectories"; and for a formula.

#include <concepts>
#include <cstdint>
#include <string>

namespace cchnn {

// The word for a number of things, in the singular or the plural: one_or_many(1, "is", "are").
inline const char* one_or_many(std::uint64_t count, const char* one, const char* many) {
    return count == 1 ? one : many;
}

inline std::string counted(std::uint64_t count, const char* one, const char* many) {
    return std::to_string(count) + " " + one_or_many(count, one, many);
}

// "1 system", "2 systems".
inline std::string counted(std::uint64_t count, const std::string& one) {
    return std::to_string(count) + " " + one + (count == 1 ? "" : "s");
}

// A count or an index as a number of a formula: exact, as far as anything can be counted (2^53).
template <std::unsigned_integral Count>
constexpr double to_double(Count count) {
    return static_cast<double>(count);
}

inline std::string trajectories_text(std::uint64_t count) { return counted(count, "trajectory", "trajectories"); }

}  // namespace cchnn
