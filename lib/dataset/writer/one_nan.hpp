#pragma once
// NaN has many bit patterns; which one a computation gives depends on the machine. Files hold one, 0x7ff8000000000000.

#include <cmath>
#include <limits>
#include <vector>

namespace cchnn {

// `values` itself where it has no NaN; else a copy in `storage`.
inline const std::vector<double>& with_one_nan(const std::vector<double>& values, std::vector<double>& storage) {
    bool any = false;  // all are looked at: without a way out, several at once
    for (const double x : values) any |= std::isnan(x);
    if (!any) return values;
    storage = values;
    for (double& value : storage)
        if (std::isnan(value)) value = std::numeric_limits<double>::quiet_NaN();
    return storage;
}

}  // namespace cchnn
