#pragma once
// JSON as a person writes it: what fits on one line stands on one line, so a body, a constraint or a placement is a
// row.
//
//   "bodies": [
//     {"id": "pivot", "type": "Origin", "position": [0, 0]},
//     {"id": "bob1", "type": "Obj0D", "mass": 1}
//   ],
//
// Lists of objects at the top are always a row each. Numbers are the shortest text that reads back as the same double.

#include <nlohmann/json_fwd.hpp>
#include <string>

namespace cchnn {

std::string readable_json(const nlohmann::ordered_json& document);  // without a newline at the end
std::string readable_json(const std::string& text);                 // of a text that is JSON

// What a document that programs read begins with: its format, its version, and the version of the program that wrote it.
nlohmann::ordered_json document_head(const std::string& format, int format_version);

// For programs: a value a line, and a newline at the end. Names come from strangers and need not be UTF-8: what is not
// becomes U+FFFD.
std::string json_document(const nlohmann::ordered_json& document);

}  // namespace cchnn
