#pragma once
// Reads the text that to_json(Protocol) writes: the same protocol with every bit of its tolerances.

#include <string>

#include "integrate/protocol/protocol.hpp"

namespace cchnn {

// `source` names the text in messages. Throws DataError for a text that to_json(Protocol) could not have written, or
// that names a method which this version does not have.
Protocol read_protocol(const std::string& json, const std::string& source);

}  // namespace cchnn
