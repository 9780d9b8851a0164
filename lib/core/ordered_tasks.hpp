#pragma once
// Tasks done by threads, results handed back in the order in which the tasks were given. Whoever gives them decides how
// many may wait, and so how much memory they take.

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <future>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

namespace cchnn {

template <class Result>
class OrderedTasks {
  public:
    explicit OrderedTasks(int threads) {
        try {
            for (int t = 0; t < threads; ++t) workers_.emplace_back([this](std::stop_token stop) { work(stop); });
        } catch (const std::system_error&) {  // fewer threads do the work; without any it is done where it is added
        }
    }
    // Waits for tasks that are begun; drops the others.
    ~OrderedTasks() {
        const std::lock_guard lock(mutex_);
        tasks_.clear();
    }
    OrderedTasks(const OrderedTasks&) = delete;
    OrderedTasks& operator=(const OrderedTasks&) = delete;

    // Tasks begin in the order of add().
    template <class Task>
    void add(Task&& task) {
        std::packaged_task<Result()> packaged(std::forward<Task>(task));
        results_.push_back(packaged.get_future());
        if (workers_.empty()) return packaged();
        const std::lock_guard lock(mutex_);
        tasks_.push_back(std::move(packaged));
        added_.notify_one();
    }
    // Tasks whose results were not handed back yet.
    std::size_t waiting() const { return results_.size(); }
    // The result of the oldest of them, once it is there; throws what the task has thrown.
    Result next() {
        std::future<Result> oldest = std::move(results_.front());
        results_.pop_front();
        return oldest.get();
    }

  private:
    void work(std::stop_token stop) {
        while (true) {
            std::unique_lock lock(mutex_);
            if (!added_.wait(lock, stop, [&] { return !tasks_.empty(); })) return;
            std::packaged_task<Result()> task = std::move(tasks_.front());
            tasks_.pop_front();
            lock.unlock();
            task();
        }
    }

    std::deque<std::future<Result>> results_;  // of the caller's thread
    std::mutex mutex_;
    std::condition_variable_any added_;
    std::deque<std::packaged_task<Result()>> tasks_;
    std::vector<std::jthread> workers_;  // last: they end before what they use
};

}  // namespace cchnn
