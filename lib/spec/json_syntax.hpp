#pragma once
// First pass over a system's text: JSON syntax (RFC 8259). Keys keep their order, so that messages and the stored text
// follow the file. Throws SpecError:
//   a.json: line 3, column 5: expected string literal        where the text stops being JSON
//   a.json#/bodies/1/mass: duplicate key 'mass'              every one of them; plain parsers silently keep the last
//   a.json#/bodies/1/mass: number 1e999 does not fit a double

#include <nlohmann/json_fwd.hpp>
#include <string>

namespace cchnn {

nlohmann::ordered_json parse_json(const std::string& text, const std::string& source);

}  // namespace cchnn
