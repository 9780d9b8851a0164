#pragma once
// The points of bodies that something is attached to, as a file gives them: do they exist, and can they be joined?

#include <string>

#include "elements/parts/reading/body_table.hpp"

namespace cchnn {

// An end at `pointer` that is a body that moves, or a point of one.
bool check_moving_end(const std::string& pointer, const PointSpec& end, const BodyTable& bodies, Findings& findings);

// Or an Origin.
bool check_known_end(const std::string& pointer, const PointSpec& end, const BodyTable& bodies, Findings& findings);

// The two ends of a Link, Joint or Spring at pointer/between: bodies that exist, are different and not both fixed, and
// points that have one coordinate for each axis of their body. `article_kind`: "a Link". True when both bodies exist.
bool check_between(const std::string& pointer, const PointSpec& a, const PointSpec& b, const std::string& article_kind,
                   const BodyTable& bodies, Findings& findings);

}  // namespace cchnn
