#include "dataset/reader/stored_times.hpp"

#include <cmath>

#include "core/number_text.hpp"

namespace cchnn {

std::vector<double> read_times(const Hdf5File& file, std::vector<Problem>& problems) {
    if (!file.has("/t")) return {};
    const Shape shape = file.array("/t").shape;
    std::vector<double> times;
    file.read_doubles("/t", {0}, shape, times);
    for (std::size_t k = 0; k < times.size(); ++k) {
        const std::string entry = "t[" + std::to_string(k) + "] = " + number_text(times[k]);
        if (!std::isfinite(times[k])) problems.push_back({file.where("/t"), "must be finite, got " + entry});
        else if (k > 0 && !(times[k] > times[k - 1]))
            problems.push_back(
                {file.where("/t"), "must increase, got " + entry + " after " + number_text(times[k - 1])});
        else continue;
        break;  // the first one says enough
    }
    return times;
}

void check_grid(const Hdf5File& file, const TrajectoryFileInfo& info, std::vector<Problem>& problems) {
    const TimeGrid grid = info.description.times;
    const bool single = file.array("/t").element.bytes == 4;
    for (std::size_t k = 0; k < info.times.size(); ++k) {
        const double exact = grid.time(static_cast<int>(k));
        const double expected = single ? static_cast<double>(static_cast<float>(exact)) : exact;
        if (info.times[k] == expected) continue;
        problems.push_back(
            {file.where("/t"), "must be k dt with the file's dt = " + number_text(grid.dt) + " s, got t[" +
                                   std::to_string(k) + "] = " + number_text(info.times[k]) + ", expected " +
                                   number_text(expected) + "; the file was changed, fetch or generate it again"});
        return;
    }
}

}  // namespace cchnn
