#pragma once
// The alphabet of names of systems. A name becomes that of a directory, so it is checked wherever one is read: in
// system files by schemas/system.schema.json, in everything else that strangers hand in by this.

#include <string_view>

namespace cchnn {

// 1 to 64 lower-case letters, digits and '_'.
bool is_system_name(std::string_view text);

}  // namespace cchnn
