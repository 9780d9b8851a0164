#include "dataset/reader/stored_bounds.hpp"

#include <algorithm>
#include <cstdint>

#include "core/errors.hpp"
#include "core/number_text.hpp"
#include "core/to_size.hpp"
#include "dataset/reader/trajectory_file.hpp"

namespace cchnn {

std::string why_impossible(const double* bound, int samples, bool with_impacts) {
    double last = 0;
    for (int k = 0; k < samples; ++k) {
        const auto here = [&] { return "t[" + std::to_string(k) + "] = " + number_text(bound[k]); };
        if (!(bound[k] >= 0 && bound[k] <= 1)) return here() + ", expected a number from 0 to 1";
        if (bound[k] < last) return here() + " after " + number_text(last) + ", a bound never decreases";
        if (!with_impacts || bound[k] < 1) last = bound[k];
    }
    return "";
}

void require_possible_bounds(const TrajectoryFile& file) {
    if (!file.info().description.bounded) return;
    const std::uint64_t all = file.info().count;
    const std::uint64_t block = std::max<std::uint64_t>(1, (1 << 20) / to_size(file.info().samples));
    std::vector<double> bounds;
    for (std::uint64_t first = 0; first < all; first += block) {
        const std::uint64_t count = std::min(block, all - first);
        bounds = file.rows("/error_bound", first, count);
        const bool with_impacts = !file.rows("/events/count", first, count).empty();
        for (std::uint64_t i = 0; i < count; ++i) {
            const std::string wrong =
                why_impossible(&bounds[i * to_size(file.info().samples)], file.info().samples, with_impacts);
            if (!wrong.empty())
                throw DataError(file.path().string() + ":/error_bound",
                                "is not an error bound in trajectory " + std::to_string(first + i) + ": " + wrong +
                                    "; the file was changed or damaged, fetch or generate it again");
        }
    }
}

}  // namespace cchnn
