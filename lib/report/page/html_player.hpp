#pragma once
// The animation of a page: what it draws as JSON, for lib/report/page/html/scene.js and player.js. One object per system:
//
//   system, dimension, up (axis), nodes, dt (s), samples
//   submissions   [{label, colour}]     colour: number of a line colour
//   lines         [[kind, point, point]], spots [[kind, point, label, size]], curves [[[x, y, ..], ..]]   (graph/drawing.hpp)
//                 point: [offset (d), node, weight, node, weight, ...]
//   trajectories  [{name, stride, x: truth and predictions, each (frames n d), err: predictions, each (frames)}]
//
// Numbers have 5 digits; one that is not finite is null. Large systems have fewer frames, then fewer predictions.

#include <cstddef>
#include <string>

#include "score/scores.hpp"

namespace cchnn {

// `numbers`: about how many coordinates may be spent. Needs Scores::animated.
std::string player_json(const Scores& scores, std::size_t numbers);

// Its controls, for the i-th object of the page's data.
std::string player_html(const Scores& scores, std::size_t i);

}  // namespace cchnn
