#include "core/system_reason.hpp"

#include <cerrno>
#include <cstring>

namespace cchnn {

std::string system_reason(int error) {
    const std::string reason = std::strerror(error);
    if (error == EMFILE)
        return reason + ": this process may hold no more file descriptors; ulimit -n says how many and allows more";
    if (error == ENFILE) return reason + ": this machine has no file descriptors left";
    return reason;
}

}  // namespace cchnn
