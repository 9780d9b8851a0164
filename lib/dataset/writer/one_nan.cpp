#include "dataset/writer/one_nan.hpp"

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

namespace cchnn {
namespace {

// Whether any number is NaN, which has a larger magnitude than infinity as a bit pattern. Integers without an
// early exit let the compiler test several numbers at once.
bool any_nan(const std::vector<double>& values) {
    constexpr std::uint64_t infinity = 0x7ff0000000000000, magnitude = 0x7fffffffffffffff;
    std::uint64_t beyond = 0;
    for (const double x : values) beyond |= infinity - (std::bit_cast<std::uint64_t>(x) & magnitude);
    return beyond >> 63 != 0;
}

}  // namespace

const std::vector<double>& with_one_nan(const std::vector<double>& values, std::vector<double>& storage) {
    if (!any_nan(values)) return values;
    storage = values;
    for (double& value : storage)
        if (std::isnan(value)) value = std::numeric_limits<double>::quiet_NaN();
    return storage;
}

}  // namespace cchnn
