#pragma once
// A long text in a message: a stranger's number may have ten million digits.

#include <cstddef>
#include <string>

namespace cchnn {

// The text, or its beginning and how long it is: "0.0000... (10000000 bytes)". Letters of UTF-8 are not cut.
std::string shortened(std::string text, std::size_t most = 60);

}  // namespace cchnn
