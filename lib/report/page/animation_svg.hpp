#pragma once
// One animation as SVG that runs in a loop wherever SVG pictures move (SMIL animation), without a script: the true
// motion and the predictions of up to five models, the first one in colour, and below them their errors as they grow.
// `cchnn-eval score --animation` writes it, for pages and talks that cannot run the script of html_player.hpp.
// Where nothing moves, in print or for readers who ask for less motion, it shows the end.
//
// It shows the first animated trajectory. Frames are evenly spaced, as many as fit into 500 kB; the animated
// attributes `d`, `cx` and `cy` list one value for each frame, and the last value several times.

#include <string>

#include "elements/parts/reading/units.hpp"
#include "score/scores.hpp"

namespace cchnn {

constexpr std::size_t most_animation_bytes = 500'000;

// Needs Scores::animated. Throws UsageError for a system so large that not even twelve frames fit.
std::string animation_svg(const Scores& scores, const Units& units);

}  // namespace cchnn
