#pragma once
// The animation of a page: what it draws as JSON, for lib/report/page/html/scene.js and player.js. One object per
// system:
//
//   system, dimension, up (axis), nodes, dt, samples, length, time (units)
//   submissions   [{label, colour}]     colour: number of a line colour
//   yaw, pitch    with which the animation begins, those of stills (projection.hpp), rad
//   lines         [[kind, point, point, label, colour]], spots [[kind, point, label, size, colour]],
//                 tips [[point, colour]], curves [[[x, y, ..], ..]]   (elements/parts/drawing.hpp)
//                 point: [offset (d), node, weight, node, weight, ...]; colour: of a body; null if it belongs to none
//   symbols       {kind of lines: {direction, lines: [[[along, to the side], ..]]}}   (drawn_bodies.hpp)
//   surfaces      [[[point], [[corner, ..]], [[corner, corner, face, face]], colour]]: corners, faces, creases
//                 (graph/body_surfaces.hpp)
//   trajectories  [{name, stride, truth (frames n d), off: predictions - truth, each (frames n d), err: each (frames),
//                 impacts: [[frame, place (d)]]}]     frame: not whole
//
// Numbers have 5 digits; one that is not finite is null. Differences, so that small ones can be looked at magnified.
// Large systems have fewer frames, then fewer predictions.

#include <cstddef>
#include <string>
#include <vector>

#include "elements/parts/reading/units.hpp"
#include "graph/body_surfaces.hpp"
#include "report/page/html_parts.hpp"
#include "score/scores.hpp"

namespace cchnn {

// A system whose motion is shown without predictions, for pages about systems (html_system.cpp).
struct PlayedSystem {
    std::string name;
    int dimension = 0, nodes = 0, samples = 0;
    double dt = 0;
    Units units;
    std::vector<BodySurface> surfaces = {};
};
std::string player_json(const PlayedSystem& system, const Drawing& drawing, const AnimatedTrajectory& motion);

// The animation of scores. `numbers` is about how many coordinates the page may hold: large systems get fewer
// frames, then fewer predictions. Needs Scores::animated.
std::string player_json(const Scores& scores, const Units& units, std::size_t numbers);

// The controls, for the i-th object in the data of the page.
Html player_html(const Scores& scores, std::size_t i, const Html& heading);
Html player_html(const PlayedSystem& system, std::size_t i, const Html& heading);

// The submissions that an animation shows: the first of each model, at most as many as there are colours.
// Models come by rank, before reference rollouts and naive forecasts, if there are too many.
std::vector<std::size_t> drawn_submissions(const Scores& scores);

}  // namespace cchnn
