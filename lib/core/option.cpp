#include "core/option.hpp"

#include <algorithm>
#include <atomic>

namespace cchnn {
namespace {

std::atomic<bool> as_typed = false;

}  // namespace

void spell_options_as_typed() { as_typed = true; }

std::string option(std::string_view name) {
    if (as_typed) return "--" + std::string(name == "overwrite" ? "force" : name);
    std::string member(name);
    std::ranges::replace(member, '-', '_');
    return "'" + member + "'";
}

}  // namespace cchnn
