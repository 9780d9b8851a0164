#pragma once
// What files are (stories/exchange/file_info.hpp), for people and for machines.

#include <string>
#include <vector>

namespace cchnn {

// `info` is what file_info() gives. "PATH: KIND", and a line for each fact.
std::string file_info_text(const std::string& info, std::size_t width);

// schemas/file_info.schema.json
std::string file_info_json(const std::vector<std::string>& files);

}  // namespace cchnn
