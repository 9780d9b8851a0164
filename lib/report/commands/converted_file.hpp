#pragma once
// The system file that convert wrote, as an item of its JSON (command_report.hpp).

#include <string>

#include "stories/exchange/convert.hpp"

namespace cchnn {

// `written`: the file, or "" where what the system would lack was not accepted.
std::string converted_json(const ConvertOptions& options, const Conversion& conversion, const std::string& written);

}  // namespace cchnn
