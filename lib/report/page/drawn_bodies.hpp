#pragma once
// The bodies of a system at one state, as shapes in pixels: stills draw them once, an animation once for each frame.

#include <optional>
#include <string>
#include <vector>

#include "graph/body_surfaces.hpp"
#include "report/page/projection.hpp"
#include "report/page/svg_text.hpp"

namespace cchnn {

struct DrawnShape {
    std::string css_class;            // "rod"
    std::optional<std::size_t> body;  // whose colour it has; none: it joins bodies, or is fixed
    std::string title;
    std::string d = {};  // of a path; "": a disc, or nothing of a surface is seen
    SvgPoint at = {};    // of a disc
    double radius = 0;
    double away = 0;  // from who looks, m; bodies in space have one for all their shapes
};

// What a picture has room for, in pixels: `least` and `most` are heights, `wide` is the width for a long row of bodies,
// 0: as for all.
struct PictureRoom {
    double width = 480, margin = 34, least = 150, most = 400, wide = 0;
};

class BodyDrawer {
  public:
    // `nodes`: n. Frames the true motion x (frames, n, d), as its bodies stand at frame `shown`.
    BodyDrawer(const Drawing& drawing, int dimension, int nodes, const std::vector<BodySurface>& surfaces,
               const std::vector<double>& x, std::size_t shown, const PictureRoom& room);

    // In one order for all states.
    std::vector<DrawnShape> shapes(const double* state) const;
    // The far ones first; in space far and near ones have a class more, so that lines are thin and thick.
    std::vector<DrawnShape> shapes_by_depth(const double* state) const;
    // Tracks, as one path for each part of them that is inside.
    std::string curves() const;

    SvgPoint pixel(const SvgPoint& metres) const;
    SvgPoint place(const Point& point, const double* state) const { return pixel(view_.flat(point, state)); }
    double away(const Point& point, const double* state) const { return view_.away(point, state); }
    // 1, 2 or 5 times a power of ten, about a fifth of the picture.
    std::string scale_bar(const std::string& unit) const;
    // The parts of a path that are inside.
    std::vector<std::vector<SvgPoint>> inside(const std::vector<SvgPoint>& path) const;
    bool has_depth() const { return dimension_ == 3; }

    std::size_t size() const { return size_; }  // n d
    double width() const { return width_; }
    double height() const { return height_; }
    // 1, less where bodies are small or stand close: of radii and widths.
    double detail() const { return detail_; }
    // The class of the colour of a body: "c3". Where bodies are more than colours, neighbours share one.
    std::string colour(std::size_t body) const;

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

// <path> or <circle> with what stands inside; nothing for a path without points.
std::string svg_of(const DrawnShape& shape, const std::string& inside = "");

}  // namespace cchnn
