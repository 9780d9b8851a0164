#include "spec/system_name.hpp"

#include <algorithm>

namespace cchnn {

bool is_system_name(std::string_view text) {
    const auto allowed = [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_'; };
    return !text.empty() && text.size() <= 64 && std::ranges::all_of(text, allowed);
}

}  // namespace cchnn
