#include "integrate/trajectory.hpp"

#include <algorithm>
#include <stdexcept>

#include "core/to_size.hpp"
#include "integrate/trajectory_arrays.hpp"

namespace cchnn {

// What was drawn stays as the target has it: a family gets its numbers before or after its solutions are copied.
void copy_trajectory(const TrajectoryBatch& source, int from, TrajectoryBatch& target, int to) {
    for (const TrajectoryArray& array : trajectory_arrays) {
        const std::vector<double>& values = source.*array.values;
        if (values.empty() || array.from == TrajectoryArray::From::draw) continue;
        const std::size_t width = values.size() / source.outcomes.size();
        std::vector<double>& all = target.*array.values;
        if (all.size() != width * target.outcomes.size())
            throw std::logic_error(std::string(array.path) + " has other lengths in the batch that is copied to");
        std::copy_n(values.begin() + static_cast<long>(to_size(from) * width), width,
                    all.begin() + static_cast<long>(to_size(to) * width));
    }
    target.outcomes[to] = source.outcomes[from];
}

}  // namespace cchnn
