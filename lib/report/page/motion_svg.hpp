#pragma once
// A still of one or more motions as SVG: bodies by their shapes and names, trails of their tips, a scale bar
// and a key. Colours and fonts are those of html/figure.css. A body in space is drawn over what lies behind it;
// near lines are thick, far ones thin.

#include <string>
#include <vector>

#include "graph/body_surfaces.hpp"
#include "graph/contact_drawing.hpp"

namespace cchnn {

// One motion of a picture: bodies at frame `frame` of x (frames, n, d) in m, trails over all frames. States
// that are not finite are left out. The picture refers to x.
struct StillMotion {
    const std::vector<double>* x = nullptr;
    std::size_t frame = 0;
    std::string css_class;   // a colour, "c0"; "": each body and its trail has its own
    std::size_t style = 0;   // of the dash of its trails
    std::string label = {};  // in the key; "": none
};

// What a picture has besides its motions. `title` is for screen readers; `standalone`
// makes a file with its own style sheet.
struct StillPicture {
    std::string title;
    std::string length_unit = "m";
    bool named = true;                    // bodies by their names, where these have room
    std::vector<std::string> lines = {};  // of text below
    bool standalone = false;
    std::vector<BodySurface> surfaces = {};
    std::vector<DrawnImpact> impacts = {};  // as rings
    bool thumbnail = false;                 // small: bodies alone, without names and scale
};

// Draws the picture. The first motion decides how much of space is shown; `nodes` is n. Needs at least one
// motion.
std::string motion_svg(const Drawing& drawing, int dimension, int nodes, const std::vector<StillMotion>& motions,
                       const StillPicture& picture);

}  // namespace cchnn
