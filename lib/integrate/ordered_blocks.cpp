#include "integrate/ordered_blocks.hpp"

#include <algorithm>

#include "core/ordered_tasks.hpp"
#include "core/stop.hpp"
#include "core/to_size.hpp"

namespace cchnn {

void ordered_blocks(std::uint64_t count, int threads, const std::function<DrawnBatch(std::uint64_t)>& make,
                    const std::function<void(DrawnBatch&&)>& consume) {
    OrderedTasks<DrawnBatch> tasks(threads);
    const std::uint64_t most_ahead = 2 * static_cast<std::uint64_t>(threads);
    std::uint64_t next = 0;
    for (std::uint64_t block = 0; block < count; ++block) {
        throw_if_stopped();
        for (; next < count && next < block + most_ahead; ++next) tasks.add([&make, next] { return make(next); });
        consume(tasks.next());
    }
}

std::uint64_t block_size(std::uint64_t trajectories, int threads, int samples, int state_size) {
    constexpr std::uint64_t least = 8, most = 512, most_bytes = 16u << 20;
    const std::uint64_t bytes = 2 * sizeof(double) * to_size(samples) * to_size(state_size);
    const std::uint64_t share = trajectories / (4 * static_cast<std::uint64_t>(threads));
    const std::uint64_t wanted = std::min({most, most_bytes / std::max<std::uint64_t>(bytes, 1), share});
    return std::max(wanted, least);
}

}  // namespace cchnn
