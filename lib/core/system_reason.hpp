#pragma once
// The operating system's message for an errno or std::error_code, with advice where the message alone does not help the
// user.

#include <string>
#include <system_error>

namespace cchnn {

std::string system_reason(int error);
inline std::string system_reason(const std::error_code& error) { return system_reason(error.value()); }

}  // namespace cchnn
