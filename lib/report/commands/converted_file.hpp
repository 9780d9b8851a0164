#pragma once
// The system file that convert wrote, as an item of its JSON (command_report.hpp).

#include <string>

#include "stories/exchange/convert.hpp"

namespace cchnn {

// `written` is the path of the system file, or "" if the conversion was refused since the model has parts that
// the file would lack and the caller did not accept.
std::string converted_json(const ConvertOptions& options, const Conversion& conversion, const std::string& written);

}  // namespace cchnn
