#pragma once
// Values of a system's inputs that are given, in place of drawn ones.

#include <cstdint>
#include <vector>

namespace cchnn {

struct GivenInputs {
    std::vector<double> u;   // (rows, samples, inputs)
    std::uint64_t rows = 0;  // 0: none are given
    bool shared = false;     // one row, for each trajectory

    // (samples, inputs), or nothing where none are given.
    std::vector<double> of(std::uint64_t row) const {
        if (rows == 0) return {};
        const auto width = static_cast<std::ptrdiff_t>(u.size() / rows);
        const auto own = u.begin() + static_cast<std::ptrdiff_t>(shared ? 0 : row) * width;
        return {own, own + width};
    }
};

}  // namespace cchnn
