#pragma once
// Reads the text that to_json(Protocol) writes: the same protocol with every bit of its tolerances.

#include <string>

#include "integrate/protocol/protocol.hpp"

namespace cchnn {

// `source` is what messages call the text. Throws DataError for a text that is none, or that says a method unknown
// here.
Protocol read_protocol(const std::string& json, const std::string& source);

}  // namespace cchnn
