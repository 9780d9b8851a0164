#pragma once
// The one way in for JSON that a stranger may have written (system files, manifests, jobs, thresholds, protocols):
// syntax (RFC 8259), at most 32 levels, since whatever comes after recurses, and bounds on size, since whatever comes after
// takes its time for each value. Keys keep their order, so that messages and the stored text follow the file. Throws
// SpecError:
//   a.json: line 3, column 5: expected string literal        where the text stops being JSON
//   a.json#/bodies/1/mass: duplicate key 'mass'              every one of them; plain parsers silently keep the last
//   a.json#/bodies/1/mass: number 1e999 does not fit a double
//   a.json#/0/0/0 ...: nested more than 32 levels deep

#include <cstddef>
#include <nlohmann/json_fwd.hpp>
#include <string>

namespace cchnn {

struct JsonBounds {
    std::size_t bytes = 8 << 20, values = 100'000;  // whatever a file of this size says is told in two seconds
};
// Of what this program writes itself and stores by the value: reports, trajectories.
inline constexpr JsonBounds bounds_of_reports{64 << 20, 2'000'000};

nlohmann::ordered_json parse_json(const std::string& text, const std::string& source, JsonBounds bounds = {});

// The object that a text is, by the same rules; null for anything else, where nobody is to blame for it.
nlohmann::ordered_json json_object_in(const std::string& text);

}  // namespace cchnn
