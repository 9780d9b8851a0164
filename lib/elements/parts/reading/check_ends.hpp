#pragma once
// Checks of the points of bodies to which something is attached, as a file gives them: do they exist, and can
// they be joined?

#include <string>

#include "elements/parts/reading/body_table.hpp"

namespace cchnn {

// The end at `pointer` must be a body that moves, or a point of one.
bool check_moving_end(const std::string& pointer, const PointSpec& end, const BodyTable& bodies, Findings& findings);

// The end may be an Origin too.
bool check_known_end(const std::string& pointer, const PointSpec& end, const BodyTable& bodies, Findings& findings);

// The two ends of a Link, Joint or Spring at pointer/between: bodies that exist, that differ and are not both
// fixed, and points with one coordinate for each axis of their body. `article_kind` is how messages call the
// item, "a Link". Returns whether both bodies exist.
bool check_between(const std::string& pointer, const PointSpec& a, const PointSpec& b, const std::string& article_kind,
                   const BodyTable& bodies, Findings& findings);

}  // namespace cchnn
