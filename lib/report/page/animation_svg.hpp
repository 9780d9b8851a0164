#pragma once
// One animation as SVG that runs in a loop wherever SVG pictures move, without a script: for each of up to five models
// the true motion and its prediction, and below them their errors as they grow. Where nothing moves, in print or for
// readers who want pictures at rest, it shows the end.
//
// Of the first animated trajectory. Frames are evenly spaced, as many as fit into 500 kB; values of `d`, `cx` and `cy`
// are those of the frames in order, the last one several times.

#include <string>

#include "elements/parts/reading/units.hpp"
#include "score/scores.hpp"

namespace cchnn {

constexpr std::size_t most_animation_bytes = 500'000;

// Needs Scores::animated. Throws UsageError for a system so large that not even a few frames fit.
std::string animation_svg(const Scores& scores, const Units& units);

}  // namespace cchnn
