#pragma once
// Places within a JSON document as JSON pointers (RFC 6901): "/bodies/2/mass".

#include <cstddef>
#include <string>
#include <string_view>

namespace cchnn {

// parent + "/" + key, with '~' and '/' inside the key written as "~0" and "~1".
inline std::string child(const std::string& parent, std::string_view key) {
    std::string pointer = parent + "/";
    for (const char c : key) pointer += c == '~' ? "~0" : c == '/' ? "~1" : std::string(1, c);
    return pointer;
}
inline std::string child(const std::string& parent, std::size_t i) { return parent + "/" + std::to_string(i); }

}  // namespace cchnn
