#include "score/metrics/valid_time.hpp"

namespace cchnn {

ValidTime valid_time(const std::vector<double>& err, double dt, double threshold) {
    for (std::size_t k = 0; k < err.size(); ++k)
        if (err[k] > threshold) return {static_cast<double>(k) * dt, false};
    return {static_cast<double>(err.size() - 1) * dt, true};
}

}  // namespace cchnn
