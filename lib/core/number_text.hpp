#pragma once

#include <string>

namespace cchnn {

// Shortest text that reads back as the same double.
std::string number_text(double number);

}  // namespace cchnn
