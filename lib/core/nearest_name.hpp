#pragma once
// The valid name a user most likely meant, for "did you mean" in messages.

#include <string>
#include <string_view>
#include <vector>

namespace cchnn {

// Nearest of `names` in edit distance (insert, delete, replace, swap neighbours), if one letter is off, or at most a
// third of them; empty otherwise.
std::string nearest_name(std::string_view name, const std::vector<std::string>& names);

// ", did you mean 'x'?" or "; known: a, b, c" (at most 24 names), ready to append to a message.
std::string suggestion(std::string_view name, const std::vector<std::string>& names);

}  // namespace cchnn
