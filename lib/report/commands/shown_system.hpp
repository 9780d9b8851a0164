#pragma once
// What `show` prints of a system, as JSON for machines: its --facts (schemas/commands.md).

#include <string>

#include "model/compiled_system.hpp"

namespace cchnn {

std::string shown_system_json(const CompiledSystem& compiled);

}  // namespace cchnn
