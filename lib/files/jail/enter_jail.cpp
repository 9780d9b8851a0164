#include "files/jail/enter_jail.hpp"

#include <seccomp.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <vector>

#include "core/sanitized.hpp"

namespace cchnn {
namespace {

// False if the kernel denies it. An older limit that is lower stays.
bool limit(int resource, rlim_t most) {
    rlimit now{};
    if (::getrlimit(static_cast<__rlimit_resource_t>(resource), &now) != 0) return false;
    now.rlim_max = std::min({now.rlim_cur, now.rlim_max, most});
    now.rlim_cur = now.rlim_max;
    return ::setrlimit(static_cast<__rlimit_resource_t>(resource), &now) == 0;
}

bool is_granted(int resource, rlim_t wanted) {
    rlimit now{};
    return ::getrlimit(static_cast<__rlimit_resource_t>(resource), &now) == 0 && wanted <= now.rlim_cur;
}

std::uint64_t mapped_bytes() {
    unsigned long pages = 0;
    if (FILE* file = std::fopen("/proc/self/statm", "r")) {
        if (std::fscanf(file, "%lu", &pages) != 1) pages = 0;
        std::fclose(file);
    }
    return std::uint64_t{pages} * ::sysconf(_SC_PAGESIZE);
}

// What may be called, with any arguments or with some.
class AllowedCalls {
  public:
    AllowedCalls() : list_(seccomp_init(SCMP_ACT_KILL_PROCESS)) {}
    ~AllowedCalls() { seccomp_release(list_); }
    AllowedCalls(const AllowedCalls&) = delete;
    AllowedCalls& operator=(const AllowedCalls&) = delete;

    template <class... Comparison>
    void add(int call, Comparison... comparison) {
        good_ =
            good_ && list_ && seccomp_rule_add(list_, SCMP_ACT_ALLOW, call, sizeof...(comparison), comparison...) == 0;
    }
    bool load() { return good_ && seccomp_load(list_) == 0; }

  private:
    scmp_filter_ctx list_;
    bool good_ = true;
};

// An argument of a call; the macros of libseccomp are those of C.
scmp_arg_cmp argument(unsigned number, scmp_compare compare, scmp_datum_t a, scmp_datum_t b = 0) {
    return {number, compare, a, b};
}

bool filter_calls() {
    AllowedCalls calls;
    calls.add(SCMP_SYS(pread64), argument(0, SCMP_CMP_EQ, file_descriptor));
    calls.add(SCMP_SYS(read), argument(0, SCMP_CMP_EQ, socket_descriptor));
    calls.add(SCMP_SYS(write), argument(0, SCMP_CMP_EQ, socket_descriptor));
    // Memory that is not shared, not of a file and not to be executed.
    calls.add(SCMP_SYS(mmap), argument(2, SCMP_CMP_MASKED_EQ, PROT_EXEC, 0),
              argument(3, SCMP_CMP_MASKED_EQ, MAP_ANONYMOUS | MAP_SHARED, MAP_ANONYMOUS));
    for (const int call : {SCMP_SYS(brk), SCMP_SYS(munmap), SCMP_SYS(mremap), SCMP_SYS(futex), SCMP_SYS(clock_gettime),
                           SCMP_SYS(gettimeofday), SCMP_SYS(time), SCMP_SYS(exit), SCMP_SYS(exit_group)})
        calls.add(call);
    // What allocators of memory advise; other advice poisons pages, or cuts holes into files.
    for (const int advised : {MADV_DONTNEED, MADV_FREE, MADV_HUGEPAGE})
        calls.add(SCMP_SYS(madvise), argument(2, SCMP_CMP_EQ, static_cast<scmp_datum_t>(advised)));
    // HDF5 sleeps for a nanosecond before it looks at a wrong checksum again.
    for (const int call : {SCMP_SYS(clock_nanosleep), SCMP_SYS(nanosleep)}) calls.add(call);
    // abort(): ends this process, and no other. What glibc says before goes to /dev/null.
    calls.add(SCMP_SYS(writev), argument(0, SCMP_CMP_EQ, 2));
    for (const int call : {SCMP_SYS(rt_sigprocmask), SCMP_SYS(getpid), SCMP_SYS(gettid)}) calls.add(call);
    calls.add(SCMP_SYS(tgkill), argument(0, SCMP_CMP_EQ, static_cast<scmp_datum_t>(::getpid())));
    return calls.load();
}

}  // namespace

void end_with(pid_t parent) {
    if (parent == 0) return;
    ::prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
    if (::getppid() != parent) ::_exit(0);  // it has ended already
}

Jail enter_jail(std::uint64_t memory, std::uint64_t seconds) {
    Jail jail;
    jail.is_sanitized = sanitized;
    std::vector<bool> taken;
    for (const int nothing_of : {RLIMIT_CORE, RLIMIT_FSIZE, RLIMIT_NPROC}) taken.push_back(limit(nothing_of, 0));
    taken.push_back(limit(RLIMIT_CPU, seconds));
    const rlim_t addresses = mapped_bytes() + memory;
    jail.is_short_of_memory = !sanitized && !is_granted(RLIMIT_AS, addresses);
    if (!sanitized) taken.push_back(limit(RLIMIT_AS, addresses));
    // Of new ones: those that are open stay. Sanitizers ask by a pipe whether memory can be read.
    if (!sanitized) taken.push_back(limit(RLIMIT_NOFILE, 0));
    taken.push_back(::prctl(PR_SET_DUMPABLE, 0, 0, 0, 0) == 0);
    taken.push_back(::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0);
    jail.is_limited = std::ranges::find(taken, false) == taken.end();
    jail.is_filtered = !sanitized && filter_calls();
    return jail;
}

}  // namespace cchnn
