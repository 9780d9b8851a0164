#pragma once
// What is attached to bodies: constraints, potentials, damping. Parts of graph_problems (meaning_check.hpp).

#include "spec/body_table.hpp"

namespace cchnn {

void check_constraints(const SystemSpec& spec, const BodyTable& bodies, Findings& findings);
void check_potentials(const SystemSpec& spec, const BodyTable& bodies, Findings& findings);
void check_rolling(const std::string& pointer, const RollingSpec& rolling, int dimension, const BodyTable& bodies,
                   Findings& findings);
void check_track(const std::string& pointer, const TrackSpec& track, int dimension, const BodyTable& bodies,
                 Findings& findings);
// An end at `pointer` that is a body that moves, or a point of one.
bool check_moving_end(const std::string& pointer, const PointSpec& end, const BodyTable& bodies, Findings& findings);
void check_damping(const SystemSpec& spec, const BodyTable& bodies, Findings& findings);

// The two ends of a Link, Joint or Spring at pointer/between: bodies that exist, are different and not both fixed, and
// points that have one coordinate for each axis of their body. `article_kind`: "a Link". True when both bodies exist.
bool check_between(const std::string& pointer, const PointSpec& a, const PointSpec& b, const std::string& article_kind,
                   const BodyTable& bodies, Findings& findings);

}  // namespace cchnn
