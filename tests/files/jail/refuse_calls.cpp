// Runs a program in a container that refuses what a reader process needs: `refuse_calls seccomp|limits PROGRAM ARGUMENT
// ...`

#include <seccomp.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace {

bool refuse(scmp_filter_ctx list, int call, unsigned argument, scmp_compare compare, scmp_datum_t value) {
    const scmp_arg_cmp which{argument, compare, value, 0};
    return seccomp_rule_add(list, SCMP_ACT_ERRNO(EPERM), call, 1, which) == 0;
}

}  // namespace

int main(int argc, char** argv) {
    if (argc < 3) return 2;
    const scmp_filter_ctx list = seccomp_init(SCMP_ACT_ALLOW);
    bool good = list != nullptr;
    if (std::strcmp(argv[1], "seccomp") == 0) {
        good = good && seccomp_rule_add(list, SCMP_ACT_ERRNO(EPERM), SCMP_SYS(seccomp), 0) == 0;
        good = good && refuse(list, SCMP_SYS(prctl), 0, SCMP_CMP_EQ, 22);  // PR_SET_SECCOMP
    } else {
        good = good && refuse(list, SCMP_SYS(prlimit64), 2, SCMP_CMP_NE, 0);  // a new limit
        good = good && seccomp_rule_add(list, SCMP_ACT_ERRNO(EPERM), SCMP_SYS(setrlimit), 0) == 0;
    }
    if (!good || seccomp_load(list) != 0) return 77;
    ::execv(argv[2], argv + 2);
    return 2;
}
