#include "core/at_work.hpp"

#include <algorithm>
#include <array>
#include <atomic>

namespace cchnn {
namespace {

// What is going on of one kind of work. Threads count it up while another one reads it for the progress line.
struct Kind {
    const char* name;
    std::atomic<int> workers;
    std::atomic<std::uint64_t> done, parts;
};

// In the order of Work.
std::array<Kind, 13> kinds{{{"systems", 0, 0, 0},
                            {"submissions", 0, 0, 0},
                            {"reading", 0, 0, 0},
                            {"sampling", 0, 0, 0},
                            {"integrating", 0, 0, 0},
                            {"bounds", 0, 0, 0},
                            {"refining", 0, 0, 0},
                            {"scoring", 0, 0, 0},
                            {"looking for copies", 0, 0, 0},
                            {"comparing", 0, 0, 0},
                            {"start errors", 0, 0, 0},
                            {"bounds of parameters", 0, 0, 0},
                            {"writing", 0, 0, 0}}};
static_assert(static_cast<std::size_t>(Work::writing) + 1 == kinds.size());

Kind& kind_of(Work work) { return kinds[static_cast<std::size_t>(work)]; }

// The number of AtWork without parts in this thread; work inside them is not shown.
thread_local int plain_work = 0;

}  // namespace

AtWork::AtWork(Work work, std::uint64_t parts) : work_(work), parts_(parts), told_(plain_work == 0) {
    if (parts == 0) ++plain_work;
    if (!told_) return;
    kind_of(work).parts += parts;
    ++kind_of(work).workers;
}

AtWork::~AtWork() {
    if (parts_ == 0) --plain_work;
    if (!told_) return;
    --kind_of(work_).workers;
    kind_of(work_).parts -= parts_;
    kind_of(work_).done -= done_;
}

void AtWork::add(std::uint64_t parts) {
    done_ += parts;
    if (told_) kind_of(work_).done += parts;
}

std::string work_going_on() {
    std::string text;
    for (const Kind& kind : kinds) {
        if (kind.workers <= 0) continue;
        text += (text.empty() ? "" : ", ") + std::string(kind.name);
        const std::uint64_t parts = kind.parts, done = std::min(kind.done.load(), parts);
        if (&kind < &kinds[2]) text += " " + std::to_string(done) + "/" + std::to_string(parts);
        else if (parts > 0) text += " " + std::to_string(100 * done / parts) + " %";
    }
    return text;
}

}  // namespace cchnn
