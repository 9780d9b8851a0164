#include "without_memory.hpp"

#include <unistd.h>

#include <cstdlib>
#include <exception>
#include <new>

#include "core/errors.hpp"

namespace cchnn {
namespace {

[[noreturn]] void say_so_and_end() {
    [[maybe_unused]] auto written = ::write(STDERR_FILENO, without_memory, sizeof without_memory - 1);
    written = ::write(STDERR_FILENO, "\n", 1);
    ::_exit(static_cast<int>(ExitCode::io));
}

// Libraries destroy trees without recursion, for which they take memory, where nothing may be thrown. And where there is
// too little for an exception, C++ ends a program without one.
[[noreturn]] void end() {
    try {
        if (const auto thrown = std::current_exception()) std::rethrow_exception(thrown);
        if (void* const some = std::malloc(1 << 16)) std::free(some);
        else say_so_and_end();
    } catch (const std::bad_alloc&) {
        say_so_and_end();
    } catch (...) {
    }
    std::abort();
}

// Before other constructors, which take memory too.
[[gnu::constructor(101)]] void end_so() { std::set_terminate(end); }

}  // namespace
}  // namespace cchnn
