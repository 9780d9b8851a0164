#pragma once
// Comments, which JSON does not have; a system file has a 'description' for remarks.
//   a.json#/bodies/0/"//": a comment is no key here; ...

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "core/errors.hpp"

namespace cchnn {

// Reports keys such as "//", "#" and "_comment", and removes them from the document, so that later passes do
// not report them again as unknown keys.
std::vector<Problem> refused_comments(nlohmann::ordered_json& document, const std::string& source);

// Whether a text stops being JSON at "//", "/*" or "#" just before `byte`.
bool is_comment_at(const std::string& text, std::size_t byte);
extern const char* const where_comments_go;

}  // namespace cchnn
