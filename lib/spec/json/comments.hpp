#pragma once
// Comments, which JSON has not and a system file does not need: it has a 'description'.
//   a.json#/bodies/0/"//": a comment is no key here; ...

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "core/errors.hpp"

namespace cchnn {

// Of keys such as "//", "#", "_comment": each is a problem, and is taken out of the document.
std::vector<Problem> refused_comments(nlohmann::ordered_json& document, const std::string& source);

// Whether a text that stops being JSON before `byte` does so at "//", "/*" or "#".
bool is_comment_at(const std::string& text, std::size_t byte);
extern const char* const where_comments_go;

}  // namespace cchnn
