#include "report/page/drawn_bodies.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include "core/number_text.hpp"
#include "core/to_size.hpp"
#include "graph/contact_drawing.hpp"
#include "report/page/projection.hpp"
#include "report/page/svg_text.hpp"

namespace cchnn {
namespace {

using LineKind = Drawing::Line::Kind;
using SpotKind = Drawing::Spot::Kind;

constexpr std::size_t many_spots = 24, many_bodies = 6;
constexpr double usual_width = 480, least_detail = 0.35, row_shape = 6;  // width by height
// A motion that leads further away than this many times the size of the bodies at the shown frame is shown in
// part.
constexpr double most_room_beside = 2, far_away = 8, thumbnail_detail = 0.8;
constexpr double rail_length = 2000;  // pixels, beyond any picture

// A dashpot: a plate on a rod, within a cylinder that is open on the side of the rod.
std::vector<SymbolLine> piston() {
    return {{{0, 0}, {0.52, 0}},
            {{0.52, -3}, {0.52, 3}},
            {{0.4, -5}, {0.65, -5}, {0.65, 5}, {0.4, 5}},
            {{0.65, 0}, {1, 0}}};
}

// A zigzag of nine turns between two straight ends.
SymbolLine coils() {
    constexpr int turns = 9;
    SymbolLine points{{0, 0}, {0.1, 0}};
    for (int i = 1; i < 2 * turns; ++i) points.push_back({0.1 + 0.8 * i / (2.0 * turns), i % 2 ? 5.0 : -5.0});
    points.push_back({0.9, 0});
    points.push_back({1, 0});
    return points;
}

// A box, and the two edges of a rail that leave the picture on both sides.
std::vector<SymbolLine> sleeve_on_rail() {
    std::vector<SymbolLine> lines;
    for (const double side : {-2.5, 2.5}) {
        lines.push_back({{-rail_length, side}, {-13, side}});
        lines.push_back({{13, side}, {rail_length, side}});
    }
    lines.push_back({{-13, -7}, {13, -7}, {13, 7}, {-13, 7}, {-13, -7}});
    return lines;
}

std::string closed_path(const std::vector<SvgPoint>& points) {
    const std::string d = svg_polyline(points);
    return d.empty() ? "" : d + "Z";
}

std::string square(const SvgPoint& p, double half) {
    return closed_path({{p.across - half, p.down - half},
                        {p.across + half, p.down - half},
                        {p.across + half, p.down + half},
                        {p.across - half, p.down + half}});
}

}  // namespace

LineLook look_of(Drawing::Line::Kind kind) {
    switch (kind) {
        case LineKind::rod: return {"rod", true};
        case LineKind::rope: return {"rope", true};
        case LineKind::arm: return {"arm", false};
        case LineKind::outline: return {"outline", false};
        case LineKind::spring: return {"spring", true, {coils()}};
        case LineKind::dashpot: return {"dashpot", true, piston()};
        case LineKind::pin: return {"pin", true, {{{-9, 0}, {9, 0}}}};
        case LineKind::sleeve: return {"sleeve", true, sleeve_on_rail()};
    }
    return {};
}

const char* name_of(Drawing::Spot::Kind kind) {
    switch (kind) {
        case SpotKind::mass: return "mass";
        case SpotKind::joint: return "joint";
        case SpotKind::fixed: return "fixed";
        case SpotKind::magnet: return "magnet";
    }
    return "";
}

std::optional<std::size_t> body_of(const Drawing& drawing, const Drawing::Line& line) {
    return look_of(line.kind).joins ? std::nullopt : drawing.body_of(line.b);
}

std::optional<std::size_t> body_of(const Drawing& drawing, const Drawing::Spot& spot) {
    switch (spot.kind) {
        case SpotKind::mass:
        case SpotKind::fixed:
        case SpotKind::magnet: return drawing.body_of(spot.at);
        case SpotKind::joint: return std::nullopt;
    }
    return std::nullopt;
}

// Neighbours of many bodies share a colour; with few, each has its own.
std::size_t colour_of(const Drawing& drawing, std::size_t body) {
    const std::size_t bodies = drawing.first_nodes.size();
    return bodies > line_colours ? body * line_colours / bodies : body;
}

// The part of the plane that holds all points seen so far, in m.
struct BodyDrawer::Extent {
    double left = INFINITY, right = -INFINITY, low = INFINITY, high = -INFINITY;
    void see(const SvgPoint& p) {
        left = std::min(left, p.across);
        right = std::max(right, p.across);
        low = std::min(low, p.down);
        high = std::max(high, p.down);
    }
    double wide() const { return std::max(right - left, 1e-12); }
    double tall() const { return std::max(high - low, 1e-12); }
    bool is_empty() const { return !(left <= right); }
};

BodyDrawer::BodyDrawer(const Drawing& drawing, int dimension, int nodes, const std::vector<BodySurface>& surfaces,
                       const std::vector<double>& x, std::size_t shown, const PictureRoom& room)
    : drawing_(drawing),
      surfaces_(surfaces),
      dimension_(dimension),
      view_(dimension, drawing.up),
      size_(to_size(dimension) * nodes) {
    frame(x, shown, room);
}

// Sets scale and origin. The picture is as wide as it may be unless the motion is tall; its height follows from
// the motion, within the limits of the room.
void BodyDrawer::frame(const std::vector<double>& x, std::size_t shown, const PictureRoom& room) {
    const auto extent_of = [&](std::size_t first, std::size_t last) {
        Extent extent;
        for (std::size_t k = first; k < last; ++k) {
            const double* state = x.data() + k * size_;
            if (!is_finite(state, size_)) continue;
            const auto see = [&](const Point& point) { extent.see(view_.flat(point, state)); };
            for (const auto& line : drawing_.lines) {
                see(line.a);
                if (!Drawing::is_direction(line.kind)) see(line.b);
            }
            for (const auto& spot : drawing_.spots) see(spot.at);
            for (const Point& tip : drawing_.tips) see(tip);
            for (const auto& surface : surfaces_)
                for (const Point& corner : surface.corners) see(corner);
        }
        return extent;
    };
    Extent all = extent_of(0, x.size() / size_);
    for (const auto& curve : drawing_.curves)
        for (const std::vector<double>& end : curve)
            if (is_wall(curve) && !all.is_empty()) all.see(view_.flat(end));
    if (drawing_.tips.size() >= many_bodies || room.thumbnail)
        if (const Extent now = extent_of(shown, shown + 1); !now.is_empty()) {
            const double bodies = std::max(now.wide(), now.tall());
            const bool is_far = std::max(all.wide(), all.tall()) > far_away * bodies && bodies > 1e-9;
            const double beside = !room.thumbnail || is_far ? most_room_beside * bodies : INFINITY;
            all = {std::max(all.left, now.left - beside), std::min(all.right, now.right + beside),
                   std::max(all.low, now.low - beside), std::min(all.high, now.high + beside)};
        }
    if (all.is_empty()) all = {0, 0, 0, 0};
    const bool is_row = drawing_.tips.size() >= many_bodies && all.wide() > row_shape * all.tall();
    width_ = is_row && room.wide > 0 ? room.wide : room.width;
    scale_ = std::min((width_ - 2 * room.margin) / all.wide(), (room.most - 2 * room.margin) / all.tall());
    height_ = std::max(room.least, all.tall() * scale_ + 2 * room.margin);
    left_ = (all.left + all.right) / 2 - width_ / 2 / scale_;
    up_ = (all.low + all.high) / 2 + height_ / 2 / scale_;
    const double usual = room.thumbnail ? thumbnail_detail : room.width / usual_width;
    detail_ = std::clamp(drawing_.spots.size() > many_spots ? least_detail : usual, least_detail, 1.0);
}

// A bar of 1, 2 or 5 times a power of ten, at most a fifth of the picture wide.
std::string BodyDrawer::scale_bar(const std::string& unit) const {
    const double wanted = width_ / 5 / scale_, power = std::pow(10.0, std::floor(std::log10(wanted)));
    double length = power;
    for (const double factor : {2.0, 5.0})
        if (factor * power <= wanted) length = factor * power;
    const double right = width_ - 14, y = height_ - 10, left = right - length * scale_;
    return "<g class=\"scale\">" + svg_path("scale-bar", {{left, y - 4}, {left, y}, {right, y}, {right, y - 4}}) +
           svg_label("tick across", {(left + right) / 2, y - 6}, short_number(length) + " " + unit) + "</g>";
}

// From the plane of the picture in the system's length, where up counts positive, to pixels, where down does.
SvgPoint BodyDrawer::pixel(const SvgPoint& p) const { return {(p.across - left_) * scale_, (up_ - p.down) * scale_}; }

// With five pixels beyond each edge, so that lines do not end visibly.
bool BodyDrawer::is_inside(const SvgPoint& p) const {
    return p.across > -5 && p.across < width_ + 5 && p.down > -5 && p.down < height_ + 5;
}

// Cuts a path into the parts that are seen, each with one point beyond the edge. This keeps long trails out of
// the file.
std::vector<std::vector<SvgPoint>> BodyDrawer::inside(const std::vector<SvgPoint>& path) const {
    std::vector<std::vector<SvgPoint>> parts;
    std::vector<SvgPoint> part;
    const auto finish = [&] {
        if (std::ranges::any_of(part, [&](const SvgPoint& p) { return is_inside(p); })) parts.push_back(part);
        part.clear();
    };
    for (const SvgPoint& point : path) {
        if (!part.empty() && !is_inside(point) && !is_inside(part.back())) finish();
        part.push_back(point);
    }
    finish();
    return parts;
}

// A Track may go on for kilometres.
std::string BodyDrawer::curves() const {
    std::string text, walls;
    for (const auto& curve : drawing_.curves) {
        std::vector<SvgPoint> path;
        for (const std::vector<double>& point : curve) path.push_back(pixel(view_.flat(point)));
        for (const auto& part : inside(path)) {
            if (is_wall(curve)) walls += svg_polyline(part);
            else text += svg_path("track", part);
        }
    }
    return text + (walls.empty() ? "" : "<path class=\"wall\" d=\"" + walls + "\"/>");
}

// Bodies with outlines have convex shapes, so that the convex hull of the projected outline is the silhouette.
// Bodies of a mesh have surfaces, which need not be convex (projection.hpp).
std::vector<DrawnShape> BodyDrawer::shapes(const double* state) const {
    std::vector<DrawnShape> shapes;
    std::map<std::string, std::pair<std::optional<std::size_t>, std::vector<SvgPoint>>> corners;
    for (const Drawing::Line& line : drawing_.lines)
        if (line.kind == LineKind::outline) {
            auto& [body, points] = corners[line.label];
            body = drawing_.body_of(line.a);
            points.push_back(place(line.a, state));
            points.push_back(place(line.b, state));
        }
    for (const auto& [name, body] : corners)
        shapes.push_back({"shape", body.first, name, closed_path(convex_hull(body.second))});
    for (const BodySurface& surface : surfaces_) add_surface(surface, state, shapes);
    for (const Drawing::Line& line : drawing_.lines) {
        DrawnShape shape{look_of(line.kind).name, body_of(drawing_, line), line.label, line_path(line, state)};
        if (line.kind == LineKind::outline) shape.title.clear();          // its silhouette has the name
        shape.away = std::max(away(line.a, state), away(line.b, state));  // under the bodies that it joins
        shapes.push_back(std::move(shape));
    }
    for (const Drawing::Spot& spot : drawing_.spots) shapes.push_back(shape_of(spot, state));
    return shapes;
}

// The SVG path of a line with its ends where the state puts them. Pins and sleeves have a fixed size in pixels but a
// direction in space: they are drawn shorter as their direction turns away, by the length that is seen of one unit.
std::string BodyDrawer::line_path(const Drawing::Line& line, const double* state) const {
    const SvgPoint a = place(line.a, state), b = place(line.b, state);
    const LineLook look = look_of(line.kind);
    if (look.symbol.empty()) return svg_polyline({a, b});
    const double across = b.across - a.across, down = b.down - a.down, pixels = std::hypot(across, down),
                 length = std::max(pixels, 1e-9), visible = pixels / scale_;
    std::string d;
    for (const SymbolLine& drawn : look.symbol) {
        std::vector<SvgPoint> points;
        for (const auto& [along, side] : drawn) {
            const double sideways = side * detail_, unit = std::max(visible, 1e-9) * scale_,
                         part = Drawing::is_direction(line.kind) ? along * detail_ * visible / unit : along;
            points.push_back({a.across + part * across - sideways * down / length,
                              a.down + part * down + sideways * across / length});
        }
        const bool closed = drawn.front() == drawn.back();
        if (closed) points.pop_back();
        d += svg_polyline(points) + (closed ? "Z" : "");
    }
    return d;
}

// A mesh is drawn as its silhouette and the creases that are seen from here.
void BodyDrawer::add_surface(const BodySurface& surface, const double* state, std::vector<DrawnShape>& shapes) const {
    std::vector<SvgPoint> corners;
    for (const Point& corner : surface.corners) corners.push_back(place(corner, state));
    const SeenSurface visible = seen_surface(surface, corners);
    std::string silhouette, creases;
    for (const auto& loop : visible.loops) silhouette += closed_path(loop);
    for (const auto& crease : visible.creases) creases += svg_polyline(crease);
    const auto body = drawing_.body_of(surface.corners.front());
    double farthest = 0;  // of what belongs to no body, and so is behind all of them
    for (const Point& corner : surface.corners) farthest = std::max(farthest, body ? 0 : away(corner, state));
    shapes.push_back({"shape", body, surface.label, silhouette, {}, 0, farthest});
    shapes.push_back({"outline", body, silhouette.empty() ? surface.label : "", creases, {}, 0, farthest});
}

// Masses are discs whose radius grows with the mass (`size` is 0 to 1); joints belong to no single body.
DrawnShape BodyDrawer::shape_of(const Drawing::Spot& spot, const double* state) const {
    DrawnShape shape{name_of(spot.kind), body_of(drawing_, spot), spot.label};
    shape.at = place(spot.at, state);
    shape.away = away(spot.at, state);
    switch (spot.kind) {
        case SpotKind::mass: shape.radius = (3.5 + 5 * spot.size) * detail_; break;
        case SpotKind::joint: shape.radius = 3 * detail_; break;
        case SpotKind::fixed:
        case SpotKind::magnet: shape.d = square(shape.at, 4 * std::max(detail_, 0.6)); break;
    }
    return shape;
}

// All shapes of a body take the distance of its centre, so that a body is drawn as a whole before or behind
// another one. A system that is shallow for its width gets no classes of near and far.
std::vector<DrawnShape> BodyDrawer::shapes_by_depth(const double* state) const {
    std::vector<DrawnShape> all = shapes(state);
    if (!has_depth() || all.empty()) return all;
    std::map<std::size_t, double> centres;
    for (const DrawnShape& shape : all)
        if (shape.body && shape.css_class == "mass") centres[*shape.body] = shape.away;
    double nearest = INFINITY, farthest = -INFINITY;
    for (DrawnShape& shape : all) {
        if (shape.body && centres.contains(*shape.body)) shape.away = centres[*shape.body];
        nearest = std::min(nearest, shape.away);
        farthest = std::max(farthest, shape.away);
    }
    std::ranges::stable_sort(all, std::ranges::greater{}, &DrawnShape::away);
    if ((farthest - nearest) * scale_ < width_ / 10) return all;
    for (DrawnShape& shape : all) {
        const double part = (shape.away - nearest) / (farthest - nearest);
        if (part < 1.0 / 3) shape.css_class += " near";
        if (part > 2.0 / 3) shape.css_class += " far";
        shape.radius *= 1.2 - 0.4 * part;
    }
    return all;
}

bool is_finite(const double* state, std::size_t size) {
    return std::all_of(state, state + size, [](double value) { return std::isfinite(value); });
}

std::string svg_of(const DrawnShape& shape, const std::string& inside) {
    const std::string held = (shape.title.empty() ? "" : svg_title(shape.title)) + inside;
    const auto closed = [&](const std::string& tag, const std::string& attributes) {
        return "<" + tag + " class=\"" + shape.css_class + "\"" + attributes +
               (held.empty() ? "/>" : ">" + held + "</" + tag + ">");
    };
    if (shape.radius > 0)
        return closed("circle", " cx=\"" + svg_number(shape.at.across) + "\" cy=\"" + svg_number(shape.at.down) +
                                    "\" r=\"" + svg_number(shape.radius) + "\"");
    return shape.d.empty() ? "" : closed("path", " d=\"" + shape.d + "\"");
}

}  // namespace cchnn
