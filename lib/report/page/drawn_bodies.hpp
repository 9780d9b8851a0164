#pragma once
// The bodies of a system at one state, as shapes in pixels. Stills (motion_svg.hpp) draw them once, an
// animation (animation_svg.hpp) once for each frame. html/scene.js draws the same in a browser.

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "graph/body_surfaces.hpp"
#include "report/page/projection.hpp"
#include "report/page/svg_text.hpp"

namespace cchnn {

// A line of a symbol: places along a line of the drawing, and pixels to its side.
using SymbolLine = std::vector<std::pair<double, double>>;

// How lines of a kind are drawn. Stills, animations and the page's script all draw from this table.
struct LineLook {
    const char* name = "";  // in the style sheet
    bool joins = false;     // bodies, so that it has the colour of none
    // Drawn in place of a line from end to end, if there are any. A place is a part of the way from end to end, or for
    // a direction (Drawing::is_direction()) a number of pixels, if none of it turns away.
    std::vector<SymbolLine> symbol = {};
};
LineLook look_of(Drawing::Line::Kind kind);
// The name of a kind of spots in the style sheet.
const char* name_of(Drawing::Spot::Kind kind);
// The body whose colour a line or spot has.
std::optional<std::size_t> body_of(const Drawing& drawing, const Drawing::Line& line);
std::optional<std::size_t> body_of(const Drawing& drawing, const Drawing::Spot& spot);
// The number of the colour of a body. If there are more bodies than colours, neighbours share one.
std::size_t colour_of(const Drawing& drawing, std::size_t body);

// One shape: a disc if `radius` is positive, else the path `d`. An empty path is a surface of which nothing is
// visible. `body` decides the colour; a shape that joins bodies or is fixed belongs to none. `away` is the
// distance from the viewer in m, by which shapes in space are ordered; all shapes of a body have the same.
struct DrawnShape {
    std::string css_class;  // "rod"
    std::optional<std::size_t> body;
    std::string title;
    std::string d = {};
    SvgPoint at = {};  // the centre of a disc
    double radius = 0;
    double away = 0;
};

// The room of a picture, in pixels. `least` and `most` are limits of its height. `wide` is the width for a long
// row of bodies; with 0 such a row has the usual width. A thumbnail shows bodies, not all of a long way.
struct PictureRoom {
    double width = 480, margin = 34, least = 150, most = 400, wide = 0;
    bool thumbnail = false;
};

// Chooses the part of space that a picture shows, and draws states into it. It refers to the drawing and the
// surfaces, which must outlive it.
class BodyDrawer {
  public:
    // Frames the true motion `x`, of shape (frames, n, d) in m with n = `nodes`, so that all of it is seen. If
    // many bodies wander far apart, the picture shows what lies around them at frame `shown`.
    BodyDrawer(const Drawing& drawing, int dimension, int nodes, const std::vector<BodySurface>& surfaces,
               const std::vector<double>& x, std::size_t shown, const PictureRoom& room);

    // The shapes at a state (n, d), in an order that is the same for all states: frames of an animation
    // correspond shape by shape.
    std::vector<DrawnShape> shapes(const double* state) const;
    // The shapes with far ones first, for a still. In space the near and the far third have a further class,
    // which makes their lines thick or thin. In the plane this is shapes().
    std::vector<DrawnShape> shapes_by_depth(const double* state) const;
    // The walls of contacts, and the curves of Track points; each part of a curve that lies within the picture is one path.
    std::string curves() const;

    SvgPoint pixel(const SvgPoint& metres) const;
    SvgPoint place(const Point& point, const double* state) const { return pixel(view_.flat(point, state)); }
    double away(const Point& point, const double* state) const { return view_.away(point, state); }
    // A bar of 1, 2 or 5 times a power of ten, at most a fifth of the width, with its length in `unit`.
    std::string scale_bar(const std::string& unit) const;
    // The parts of a path that lie within the picture, each with one point before and after.
    std::vector<std::vector<SvgPoint>> inside(const std::vector<SvgPoint>& path) const;
    bool has_depth() const { return dimension_ == 3; }

    std::size_t size() const { return size_; }  // n d
    double width() const { return width_; }
    double height() const { return height_; }
    // A factor of radii and line widths: 1, or less if bodies are many or the picture is small.
    double detail() const { return detail_; }
    // The class of a body's colour, "b3".
    std::string colour(std::size_t body) const { return body_colour(colour_of(drawing_, body)); }

  private:
    struct Extent;
    void frame(const std::vector<double>& x, std::size_t shown, const PictureRoom& room);
    bool is_inside(const SvgPoint& p) const;
    void add_surface(const BodySurface& surface, const double* state, std::vector<DrawnShape>& shapes) const;
    std::string line_path(const Drawing::Line& line, const double* state) const;
    DrawnShape shape_of(const Drawing::Spot& spot, const double* state) const;

    const Drawing& drawing_;
    const std::vector<BodySurface>& surfaces_;
    int dimension_;
    Projection view_;
    std::size_t size_;
    double scale_ = 1, left_ = 0, up_ = 0, width_ = 0, height_ = 0, detail_ = 1;
};

bool is_finite(const double* state, std::size_t size);

// A shape as <path> or <circle> with `inside` as its content; "" for a path without points.
std::string svg_of(const DrawnShape& shape, const std::string& inside = "");

}  // namespace cchnn
