#include "core/system_reason.hpp"

#include <cerrno>
#include <cstring>

namespace cchnn {

std::string system_reason(int error) {
    const std::string reason = std::strerror(error);
    if (error == EMFILE) return reason + ": this process has no file descriptors left; raise its limit with ulimit -n";
    if (error == ENFILE) return reason + ": this machine has no file descriptors left";
    return reason;
}

}  // namespace cchnn
