#pragma once
// Reads the text that to_json(Protocol) writes: the fields in it, with every bit of the tolerances.

#include <string>

#include "integrate/protocol/protocol.hpp"

namespace cchnn {

// `source` names the text in messages. Throws DataError for a text that is no JSON, lacks a key, has a value of the
// wrong type, or names a method that users of this version cannot choose. Protocol::check() checks the values.
Protocol read_protocol(const std::string& json, const std::string& source);

}  // namespace cchnn
