#include "integrate/ordered_blocks.hpp"

#include <unistd.h>

#include <algorithm>
#include <string>

#include "core/errors.hpp"
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
    const std::uint64_t bytes = 2 * sizeof(double) * to_size(samples) * state_size;
    const std::uint64_t share = trajectories / (4 * static_cast<std::uint64_t>(threads));
    const std::uint64_t wanted = std::min({most, most_bytes / std::max<std::uint64_t>(bytes, 1), share});
    return std::max(wanted, least);
}

void require_memory_for_block(const std::string& flag, std::uint64_t trajectories, int threads, int samples,
                              int state_size) {
    const std::uint64_t together = std::min(trajectories, block_size(trajectories, threads, samples, state_size));
    const double needed =
        2.0 * sizeof(double) * static_cast<double>(together) * static_cast<double>(samples) * state_size;
    const double there = static_cast<double>(::sysconf(_SC_PHYS_PAGES)) * static_cast<double>(::sysconf(_SC_PAGE_SIZE));
    if (there <= 0 || needed <= there) return;
    const auto gigabytes = [](double bytes) { return std::to_string(static_cast<std::uint64_t>(bytes / 1e9)) + " GB"; };
    throw UsageError(flag, std::to_string(samples) + " samples of " + std::to_string(together) +
                               " trajectories that are integrated together take " + gigabytes(needed) +
                               " of memory, this machine has " + gigabytes(there) + "; ask for fewer samples");
}

}  // namespace cchnn
