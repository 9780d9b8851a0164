#include "integrate/ordered_blocks.hpp"

#include <algorithm>
#include <condition_variable>
#include <exception>
#include <map>
#include <mutex>
#include <thread>
#include <variant>
#include <vector>

#include "core/to_size.hpp"

namespace cchnn {
namespace {

using Result = std::variant<DrawnBatch, std::exception_ptr>;

// What the threads share: the next block to make, the finished ones, and when to stop.
class Queue {
  public:
    Queue(std::uint64_t count, int threads) : count_(count), most_ahead_(2 * static_cast<std::uint64_t>(threads)) {}

    // The next block for a worker; count() when there is none. Waits while too many finished blocks are waiting.
    std::uint64_t take() {
        std::unique_lock lock(mutex_);
        changed_.wait(lock, [&] { return stopped_ || next_ >= count_ || next_ < consumed_ + most_ahead_; });
        return stopped_ || next_ >= count_ ? count_ : next_++;
    }
    void put(std::uint64_t block, Result result) {
        const std::lock_guard lock(mutex_);
        finished_.emplace(block, std::move(result));
        changed_.notify_all();
    }
    Result wait_for(std::uint64_t block) {
        std::unique_lock lock(mutex_);
        changed_.wait(lock, [&] { return finished_.count(block) > 0; });
        Result result = std::move(finished_.at(block));
        finished_.erase(block);
        consumed_ = block + 1;
        changed_.notify_all();
        return result;
    }
    void stop() {
        const std::lock_guard lock(mutex_);
        stopped_ = true;
        changed_.notify_all();
    }
    std::uint64_t count() const { return count_; }

  private:
    const std::uint64_t count_, most_ahead_;
    std::uint64_t next_ = 0, consumed_ = 0;
    bool stopped_ = false;
    std::map<std::uint64_t, Result> finished_;
    std::mutex mutex_;
    std::condition_variable changed_;
};

void work(Queue& queue, const std::function<DrawnBatch(std::uint64_t)>& make) {
    for (std::uint64_t block = queue.take(); block < queue.count(); block = queue.take()) {
        try {
            queue.put(block, make(block));
        } catch (...) {
            queue.put(block, std::current_exception());
        }
    }
}

}  // namespace

void ordered_blocks(std::uint64_t count, int threads, const std::function<DrawnBatch(std::uint64_t)>& make,
                    const std::function<void(DrawnBatch&&)>& consume) {
    Queue queue(count, threads);
    std::vector<std::thread> workers;
    struct Join {
        Queue& queue;
        std::vector<std::thread>& workers;
        ~Join() {
            queue.stop();
            for (std::thread& worker : workers) worker.join();
        }
    } join{queue, workers};
    for (int t = 0; t < threads; ++t) workers.emplace_back([&] { work(queue, make); });
    for (std::uint64_t block = 0; block < count; ++block) {
        Result result = queue.wait_for(block);
        if (auto* failure = std::get_if<std::exception_ptr>(&result)) std::rethrow_exception(*failure);
        consume(std::get<DrawnBatch>(std::move(result)));
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
