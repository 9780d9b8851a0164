#pragma once
// Writes JSON as a person would: whatever fits on one line is on one line, so that a body, a constraint or an
// initial pose is a row.
//
//   "bodies": [
//     {"id": "pivot", "type": "Origin", "position": [0, 0]},
//     {"id": "bob1", "type": "Obj0D", "mass": 1}
//   ],
//
// Lists of objects at the top level have one row for each object that fits into a line. Numbers are the shortest text
// that reads back as the same double.

#include <nlohmann/json_fwd.hpp>
#include <string>

namespace cchnn {

std::string readable_json(const nlohmann::ordered_json& document);  // without a newline at the end
std::string readable_json(const std::string& text);                 // of a text that is JSON

// The beginning of a document for programs: its format, the version of the format, and the version of the
// program that wrote it.
nlohmann::ordered_json document_head(const std::string& format, int format_version);

// For programs: one value on each line, and a newline at the end. Names from untrusted files need not be UTF-8;
// invalid bytes become U+FFFD.
std::string json_document(const nlohmann::ordered_json& document);
// The same on one line, without a newline at its end.
std::string json_line(const nlohmann::ordered_json& document);

}  // namespace cchnn
