#pragma once
// What `cchnn-gen info` says of files (stories/exchange/file_info.hpp), for people and for machines.

#include <string>
#include <vector>

namespace cchnn {

// "PATH: KIND", and a line for each fact. `info` is the JSON that file_info() gives.
std::string file_info_text(const std::string& info, std::size_t width);

// schemas/file_info.schema.json
std::string file_info_json(const std::vector<std::string>& files);

}  // namespace cchnn
