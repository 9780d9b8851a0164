#pragma once
// Why the operating system refused, from errno or a std::error_code: its own words, and what to do where those say too
// little.

#include <string>
#include <system_error>

namespace cchnn {

std::string system_reason(int error);
inline std::string system_reason(const std::error_code& error) { return system_reason(error.value()); }

}  // namespace cchnn
