#include "without_memory.hpp"

#include <gmp.h>
#include <unistd.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
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

// Called by std::terminate. Libraries allocate memory to destroy trees without recursion, where nothing may be thrown;
// and if there is too little memory for an exception, C++ ends a program without one.
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

// Ends the program if a small request fails. A large one may come from a size that a damaged file declares: there the
// caller gets the null pointer and refuses the file.
void* asked_for(void* memory, std::size_t bytes) {
    constexpr std::size_t small = 1 << 20;
    if (!memory && bytes > 0 && bytes < small) say_so_and_end();
    return memory;
}

// GMP, in which MPFR computes, takes small numbers of bytes, and aborts where it gets none. Its manual allows no
// exception.
void* gmp_allocate(std::size_t bytes) { return asked_for(std::malloc(bytes), bytes); }
void* gmp_reallocate(void* old, std::size_t, std::size_t bytes) { return asked_for(std::realloc(old, bytes), bytes); }
void gmp_free(void* memory, std::size_t) { std::free(memory); }

// Before other constructors, which take memory too.
[[gnu::constructor(101)]] void end_so() {
    std::set_terminate(end);
    mp_set_memory_functions(gmp_allocate, gmp_reallocate, gmp_free);
}

}  // namespace
}  // namespace cchnn

// HDF5, which is linked into the programs (lib/flags.cmake), does not check every allocation: H5Acreate2 crashed at
// some limits. The linker redirects its calls to these functions (--wrap, apps/CMakeLists.txt). Operator new throws as
// before, in a static program too, where its malloc() is redirected with all others.
#ifdef CCHNN_STATIC
extern "C" void* __real_malloc(std::size_t bytes);
void* operator new(std::size_t bytes) {
    if (void* const memory = __real_malloc(std::max<std::size_t>(bytes, 1))) return memory;
    throw std::bad_alloc();
}
#endif
extern "C" {
void* __real_malloc(std::size_t bytes);
void* __real_calloc(std::size_t count, std::size_t bytes);
void* __real_realloc(void* old, std::size_t bytes);
char* __real_strdup(const char* text);
void* __wrap_malloc(std::size_t bytes) { return cchnn::asked_for(__real_malloc(bytes), bytes); }
void* __wrap_calloc(std::size_t count, std::size_t bytes) {
    const std::size_t all = bytes > 0 && count > SIZE_MAX / bytes ? SIZE_MAX : count * bytes;
    return cchnn::asked_for(__real_calloc(count, bytes), all);
}
void* __wrap_realloc(void* old, std::size_t bytes) { return cchnn::asked_for(__real_realloc(old, bytes), bytes); }
char* __wrap_strdup(const char* text) { return static_cast<char*>(cchnn::asked_for(__real_strdup(text), 1)); }
}
