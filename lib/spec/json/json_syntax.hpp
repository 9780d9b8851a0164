#pragma once
// Parses all untrusted JSON (system files, manifests, jobs, thresholds, integration settings): syntax by RFC 8259,
// at most 32 levels, because later passes recurse, and limits on size, because later passes take time for each
// value. Keys keep their order, so that messages and the stored text follow the file. Throws SpecError:
//   a.json: line 3, column 5: expected string literal        where the text stops being JSON
//   a.json#/bodies/1/mass: duplicate key 'mass'              up to 200 of them; plain parsers silently keep the last
//   a.json#/bodies/1/mass: number 1e999 does not fit a double
//   a.json#/0/0/0 ...: nested more than 32 levels deep

#include <cstddef>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "core/errors.hpp"

namespace cchnn {

// Comments, which JSON does not have; a system file has a 'description' for remarks.
//   a.json#/bodies/0/"//": a comment is no key here; ...

// Reports keys such as "//", "#" and "_comment", and removes them from the document, so that later passes do
// not report them again as unknown keys.
std::vector<Problem> refused_comments(nlohmann::ordered_json& document, const std::string& source);

// Whether a text stops being JSON at "//", "/*" or "#" just before `byte`.
bool is_comment_at(const std::string& text, std::size_t byte);
extern const char* const where_comments_go;

// Limits of size. With these, any document is checked and reported in two seconds.
struct JsonBounds {
    std::size_t bytes = 8 << 20, values = 100'000;
};
// Limits for a system file, also with its repeats written out: lattices of 10,000 particles. Twenty seconds and 2 GB.
inline constexpr JsonBounds bounds_of_systems{64 << 20, 1'000'000};
// Limits for documents that this program writes itself with many values: reports, trajectories.
inline constexpr JsonBounds bounds_of_reports{64 << 20, 2'000'000};

nlohmann::ordered_json parse_json(const std::string& text, const std::string& source, JsonBounds bounds = {});

// The object that a text contains, by the same rules; null for any other text. For texts whose form is not the
// user's fault.
nlohmann::ordered_json json_object_in(const std::string& text);
// Whether a text is such an object, and its "format" is this one.
bool has_format(const std::string& text, const std::string& format);

}  // namespace cchnn
