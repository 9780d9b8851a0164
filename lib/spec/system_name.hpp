#pragma once
// The alphabet of system names. A name becomes the name of a directory, so it is checked wherever one is read:
// in system files by schemas/system.schema.json, in all other untrusted files by this function.

#include <string_view>

namespace cchnn {

// 1 to 64 lower-case letters, digits and '_'.
bool is_system_name(std::string_view text);

}  // namespace cchnn
