#pragma once
// How many trajectories, for a reader: "1 trajectory", "100 trajectories".

#include <cstdint>
#include <string>

namespace cchnn {

inline std::string trajectories_text(std::uint64_t count) {
    return std::to_string(count) + (count == 1 ? " trajectory" : " trajectories");
}

}  // namespace cchnn
