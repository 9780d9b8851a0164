#pragma once
// What both programs do around their work: every exception becomes lines "program: where: what" on stderr, one per
// problem, and an exit code of lib/core/errors.hpp. SIGINT, SIGTERM and SIGHUP end the work (core/stop.hpp) with one
// such line and the exit code 128 + the signal's number. Nothing escapes from main.
//
//   int main(int argc, char** argv) {
//       return cchnn::run_program("cchnn-gen", [&] { return run(parse(argc, argv)); }, [](const cchnn::End&) {});
//   }

#include <malloc.h>
#include <sys/resource.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <functional>
#include <iostream>
#include <limits>
#include <new>
#include <string>
#include <system_error>
#include <vector>

#include "core/errors.hpp"
#include "core/option.hpp"
#include "core/printable.hpp"
#include "core/stop.hpp"
#include "files/jail/jail_state.hpp"
#include "numbers/standard_arithmetic.hpp"
#include "tell.hpp"
#include "without_memory.hpp"

namespace cchnn {

// Memory that a block of trajectories frees stays with the process: page faults of fresh memory would be a quarter of
// the time.
inline void keep_memory() {
    mallopt(M_MMAP_THRESHOLD, 32 << 20);  // bytes, the most that glibc takes
    mallopt(M_TRIM_THRESHOLD, std::numeric_limits<int>::max());
    // With little address space, what glibc reserves for each thread could be just what the program lacks.
    rlimit space{};
    if (getrlimit(RLIMIT_AS, &space) == 0 && space.rlim_cur < 4ULL << 30) mallopt(M_ARENA_MAX, 1);
}

// Results that were printed but did not arrive (disk full, closed pipe) are an I/O error, not a success.
inline void check_standard_output() {
    std::cout.flush();
    if (!std::cout || std::fflush(stdout) != 0 || std::ferror(stdout))
        throw IoError("standard output", "cannot be written; is the disk full or the reader gone?");
}

inline constexpr std::size_t most_reported = 200;  // more are not corrected in one go

// One line per problem, each with the program's name, so that lines of several programs can be told apart.
inline void print_problems(const char* program, const std::vector<Problem>& problems) {
    const std::size_t shown = std::min(problems.size(), most_reported);
    const std::string name = std::string(program) + ": ";
    for (std::size_t i = 0; i < shown; ++i) complain(name + printable(to_text({problems[i]})) + "\n");
    if (shown < problems.size())
        complain(name + "and " + std::to_string(problems.size() - shown) + " more problems; fix these first\n");
}

// How a program ends, and what it says of it.
struct End {
    int code = 0;
    std::vector<Problem> problems;
};

// Of the exception that is being handled.
inline End end_of_exception() {
    try {
        throw;
    } catch (const Error& error) {
        return {static_cast<int>(error.exit_code()), error.problems()};
    } catch (const Stopped& stopped) {
        return {stopped.exit_code(), {{"", stopped.sentence()}}};
    } catch (const std::bad_alloc&) {
        return {static_cast<int>(ExitCode::io), {{"", without_memory}}};
    } catch (const std::system_error& error) {  // a directory that went, a thread that did not start
        return {static_cast<int>(ExitCode::io), {{"", std::string("the operating system reports: ") + error.what()}}};
    } catch (const std::exception& error) {
        return {static_cast<int>(ExitCode::numerical),
                {{"", std::string("internal error, please report it: ") + error.what()}}};
    }
}

inline void warn_of_open_jail(const char* program) {
    if (const std::string warning = open_jail_warning(); !warning.empty())
        complain(std::string("Warning: ") + program + ": " + warning + "\n");
}

// `on_failure` is called with a failure after it was printed, and throws nothing.
inline int run_program(const char* program, const std::function<ExitCode()>& body,
                       const std::function<void(const End&)>& on_failure) {
    const StandardArithmetic arithmetic;  // a library linked with -ffast-math sets another one before main
    spell_options_as_typed();
    install_stop_handlers();
    try {
        const ExitCode code = body();
        check_standard_output();
        warn_of_open_jail(program);
        return static_cast<int>(code);
    } catch (...) {
        const End end = end_of_exception();
        print_problems(program, end.problems);
        warn_of_open_jail(program);
        on_failure(end);
        return end.code;
    }
}

}  // namespace cchnn
