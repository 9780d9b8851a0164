#include "report/page/motion_svg.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "core/number_text.hpp"
#include "core/to_size.hpp"
#include "core/version.hpp"
#include "report/page/html_parts.hpp"
#include "report/page/plain_style.hpp"
#include "report/page/projection.hpp"
#include "report/page/seen_surface.hpp"
#include "report/page/svg_text.hpp"

namespace cchnn {
namespace {

using LineKind = Drawing::Line::Kind;
using SpotKind = Drawing::Spot::Kind;

constexpr std::size_t most_in_trail = 400;
constexpr double picture_width = 480, margin = 34, least_height = 150, most_height = 400, letter_width = 7.2,
                 line_height = 17;

// Metres -> pixels.
struct Window {
    double scale, left, up, height;  // left: across of the left edge; up: of the upper one
    SvgPoint pixel(const SvgPoint& p) const { return {(p.across - left) * scale, (up - p.down) * scale}; }
};

bool is_finite(const double* state, std::size_t size) {
    return std::all_of(state, state + size, [](double value) { return std::isfinite(value); });
}

class StillDrawer {
  public:
    StillDrawer(const Drawing& drawing, int dimension, int nodes, const StillPicture& picture)
        : drawing_(drawing),
          view_(dimension, drawing.up),
          size_(to_size(dimension) * to_size(nodes)),
          picture_(picture) {}

    std::string draw(const std::vector<StillMotion>& motions) {
        window_ = window_for(motions.front());
        std::string text = curves();
        for (const StillMotion& motion : motions) text += group(motion, trails(motion));
        for (const StillMotion& motion : motions) text += group(motion, bodies(motion));
        if (picture_.named) text += names(motions.front());
        text += scale_bar();
        double below = window_.height + 14;
        for (const StillMotion& motion : motions) text += key(motion, below);
        for (const std::string& line : picture_.lines) {
            text += svg_label("line-below", {12, below}, line) + "\n";
            below += line_height;
        }
        return svg(text, below, motions);
    }

  private:
    std::size_t frames(const StillMotion& m) const { return m.x->size() / size_; }
    const double* state(const StillMotion& m, std::size_t frame) const { return m.x->data() + frame * size_; }

    Window window_for(const StillMotion& motion) const {
        double left = INFINITY, right = -INFINITY, low = INFINITY, high = -INFINITY;
        const auto see = [&](const Point& point, const double* at) {
            const SvgPoint p = view_.flat(point, at);
            left = std::min(left, p.across), right = std::max(right, p.across);
            low = std::min(low, p.down), high = std::max(high, p.down);
        };
        for (std::size_t k = 0; k < frames(motion); ++k) {
            const double* at = state(motion, k);
            if (!is_finite(at, size_)) continue;
            for (const auto& line : drawing_.lines) see(line.a, at), see(line.b, at);
            for (const auto& spot : drawing_.spots) see(spot.at, at);
            for (const Point& tip : drawing_.tips) see(tip, at);
            for (const auto& surface : picture_.surfaces)
                for (const Point& corner : surface.corners) see(corner, at);
        }
        if (!(left <= right)) left = right = low = high = 0;
        const double wide = std::max(right - left, 1e-12), tall = std::max(high - low, 1e-12);
        const double scale = std::min((picture_width - 2 * margin) / wide, (most_height - 2 * margin) / tall);
        const double height = std::max(least_height, tall * scale + 2 * margin);
        return {scale, (left + right) / 2 - picture_width / 2 / scale, (low + high) / 2 + height / 2 / scale, height};
    }

    SvgPoint place(const Point& point, const double* at) const { return window_.pixel(view_.flat(point, at)); }
    bool is_inside(const SvgPoint& p) const {
        return p.across > -5 && p.across < picture_width + 5 && p.down > -5 && p.down < window_.height + 5;
    }

    // What lies in the window: a Track may go on for kilometres.
    std::string curves() const {
        std::string text;
        for (const auto& curve : drawing_.curves) {
            std::vector<SvgPoint> part;
            for (const std::vector<double>& point : curve) {
                const SvgPoint here = window_.pixel(view_.flat(point));
                if (part.size() > 1 && !is_inside(here) && !is_inside(part.back()))
                    text += svg_path("track", part), part.clear();
                if (part.size() == 1 && !is_inside(here) && !is_inside(part.back())) part.clear();
                part.push_back(here);
            }
            if (std::any_of(part.begin(), part.end(), [&](const SvgPoint& p) { return is_inside(p); }))
                text += svg_path("track", part);
        }
        return text;
    }

    std::string trails(const StillMotion& motion) const {
        std::string d;
        for (const Point& tip : drawing_.tips) {
            std::vector<SvgPoint> part;
            for (std::size_t k = 0; k < frames(motion); k += frames(motion) / most_in_trail + 1) {
                if (is_finite(state(motion, k), size_)) part.push_back(place(tip, state(motion, k)));
                else d += svg_polyline(part), part.clear();
            }
            d += svg_polyline(part);
        }
        return d.empty() ? "" : "<path class=\"trail\" d=\"" + d + "\"" + series_dash(motion.style) + "/>";
    }

    std::string bodies(const StillMotion& motion) const {
        const double* at = state(motion, motion.frame);
        if (!is_finite(at, size_)) return "";
        std::string text = shapes(at);
        for (const Drawing::Line& line : drawing_.lines) text += line_of(line, at);
        for (const Drawing::Spot& spot : drawing_.spots) text += spot_of(spot, at);
        return text;
    }

    // Bodies have convex shapes: what their outlines surround is their silhouette.
    std::string shapes(const double* at) const {
        std::map<std::string, std::vector<SvgPoint>> corners;
        for (const Drawing::Line& line : drawing_.lines)
            if (line.kind == LineKind::outline)
                corners[line.label].push_back(place(line.a, at)), corners[line.label].push_back(place(line.b, at));
        std::string text;
        for (const auto& [body, points] : corners) text += svg_path("shape", convex_hull(points), true);
        for (const BodySurface& surface : picture_.surfaces) text += surface_of(surface, at);
        return text;
    }

    std::string surface_of(const BodySurface& surface, const double* at) const {
        std::vector<SvgPoint> corners;
        for (const Point& corner : surface.corners) corners.push_back(place(corner, at));
        const SeenSurface seen = seen_surface(surface, corners);
        std::string silhouette, creases;
        for (const auto& loop : seen.loops) silhouette += svg_polyline(loop) + "Z";
        for (const auto& crease : seen.creases) creases += svg_polyline(crease);
        return svg_drawn("shape", silhouette) + svg_drawn("outline", creases);
    }

    std::string line_of(const Drawing::Line& line, const double* at) const {
        const SvgPoint a = place(line.a, at), b = place(line.b, at);
        switch (line.kind) {
            case LineKind::rod: return named(svg_path("rod", {a, b}), line.label);
            case LineKind::dashpot: return named(piston(a, b), line.label);
            case LineKind::spring: return named(svg_path("spring", coils(a, b)), line.label);
            case LineKind::arm: return svg_path("arm", {a, b});
            case LineKind::outline: return svg_path("outline", {a, b});
        }
        return "";
    }

    static std::string named(const std::string& shape, const std::string& name) {
        return name.empty() ? shape : "<g>" + svg_title(name) + shape + "</g>";
    }

    // A plate on a rod, within a cylinder that is open towards it.
    static std::string piston(SvgPoint a, SvgPoint b) {
        const double across = b.across - a.across, down = b.down - a.down,
                     length = std::max(std::hypot(across, down), 1e-9);
        const auto at = [&](double part, double off) {
            return SvgPoint{a.across + part * across - off * down / length,
                            a.down + part * down + off * across / length};
        };
        return svg_path("arm", {a, at(0.52, 0)}) + svg_path("arm", {at(0.52, -3), at(0.52, 3)}) +
               svg_path("arm", {at(0.4, -5), at(0.65, -5), at(0.65, 5), at(0.4, 5)}) +
               svg_path("arm", {at(0.65, 0), b});
    }

    static std::vector<SvgPoint> coils(SvgPoint a, SvgPoint b) {
        constexpr int turns = 9;
        const double across = b.across - a.across, down = b.down - a.down,
                     length = std::max(std::hypot(across, down), 1e-9);
        std::vector<SvgPoint> points{a};
        for (int i = 1; i < 2 * turns; ++i) {
            const double part = 0.1 + 0.8 * i / (2.0 * turns), side = (i % 2 ? 5 : -5) / length;
            points.push_back({a.across + part * across - side * down, a.down + part * down + side * across});
        }
        points.push_back(b);
        return points;
    }

    std::string spot_of(const Drawing::Spot& spot, const double* at) const {
        const SvgPoint p = place(spot.at, at);
        const std::string where = "\" cx=\"" + svg_number(p.across) + "\" cy=\"" + svg_number(p.down) + "\" r=\"";
        switch (spot.kind) {
            case SpotKind::mass:
                return named("<circle class=\"mass" + where + svg_number(3.5 + 5 * spot.size) + "\"/>", spot.label);
            case SpotKind::joint: return named("<circle class=\"joint" + where + "3\"/>", spot.label);
            case SpotKind::fixed: return square("fixed", p, spot.label);
            case SpotKind::magnet: return square("magnet", p, spot.label);
        }
        return "";
    }
    std::string square(const char* css_class, const SvgPoint& p, const std::string& label) const {
        return named(svg_path(css_class,
                              {{p.across - 4, p.down - 4},
                               {p.across + 4, p.down - 4},
                               {p.across + 4, p.down + 4},
                               {p.across - 4, p.down + 4}},
                              true),
                     label);
    }

    // Beside each body, on the side where it covers least of the others.
    std::string names(const StillMotion& motion) const {
        const double* at = state(motion, motion.frame);
        if (!is_finite(at, size_)) return "";
        struct Box {
            double left, right, top, bottom;
        };
        std::vector<Box> taken;
        for (const Drawing::Spot& spot : drawing_.spots) {
            const SvgPoint p = place(spot.at, at);
            taken.push_back({p.across - 7, p.across + 7, p.down - 7, p.down + 7});
        }
        const auto overlap = [&](const Box& box) {
            double sum =
                box.left < 2 || box.right > picture_width - 2 || box.top < 2 || box.bottom > window_.height ? 1000 : 0;
            for (const Box& t : taken)
                sum += std::max(0.0, std::min(t.right, box.right) - std::max(t.left, box.left)) *
                       std::max(0.0, std::min(t.bottom, box.bottom) - std::max(t.top, box.top));
            return sum;
        };
        std::string text;
        for (const Drawing::Spot& spot : drawing_.spots) {
            if (spot.kind == SpotKind::joint) continue;
            const SvgPoint p = place(spot.at, at);
            const double w = letter_width * static_cast<double>(spot.label.size());
            std::vector<Box> boxes;
            for (const double down : {0.0, -16.0, 16.0})
                for (const double side : {11.0, -11.0 - w, -w / 2})
                    if (down != 0 || side != -w / 2)
                        boxes.push_back({p.across + side, p.across + side + w, p.down + down - 8, p.down + down + 6});
            const Box best = *std::min_element(boxes.begin(), boxes.end(),
                                               [&](const Box& a, const Box& b) { return overlap(a) < overlap(b); });
            taken.push_back(best);
            text += svg_label("body-name", {best.left, best.bottom - 2}, spot.label);
        }
        return text;
    }

    // 1, 2 or 5 times a power of ten, about a fifth of the picture.
    std::string scale_bar() const {
        const double wanted = picture_width / 5 / window_.scale, power = std::pow(10.0, std::floor(std::log10(wanted)));
        double length = power;
        for (const double factor : {2.0, 5.0})
            if (factor * power <= wanted) length = factor * power;
        const double right = picture_width - 14, y = window_.height - 10, left = right - length * window_.scale;
        return "<g class=\"scale\">" + svg_path("scale-bar", {{left, y - 4}, {left, y}, {right, y}, {right, y - 4}}) +
               svg_label("tick across", {(left + right) / 2, y - 6},
                         short_number(length) + " " + picture_.length_unit) +
               "</g>";
    }

    static std::string key(const StillMotion& motion, double& below) {
        if (motion.label.empty()) return "";
        const std::string text =
            "<g class=\"key " + motion.css_class + "\">" +
            svg_path("trail", {{12, below - 4}, {42, below - 4}}, false, series_dash(motion.style)) +
            svg_label("name", {50, below}, motion.label) + "</g>\n";
        below += line_height;
        return text;
    }

    static std::string group(const StillMotion& motion, const std::string& shapes) {
        return "<g class=\"motion " + motion.css_class + "\">" + shapes + "</g>\n";
    }

    std::string svg(const std::string& shapes, double below, const std::vector<StillMotion>& motions) const {
        const double height = below > window_.height + 14 ? below : window_.height;
        const std::string box = "viewBox=\"0 0 " + svg_number(picture_width) + " " + svg_number(height) + "\"";
        const std::string open =
            "<svg class=\"figure still\" " + box + " role=\"img\" aria-label=\"" + html_escaped(picture_.title) + "\"";
        if (!picture_.standalone) return open + ">\n" + shapes + "</svg>\n";
        std::set<std::string> series;
        for (const StillMotion& motion : motions) series.insert(motion.css_class);
        return open + " xmlns=\"http://www.w3.org/2000/svg\" width=\"" + svg_number(picture_width) + "\" height=\"" +
               svg_number(height) + "\">\n<desc>Drawn by cchnn-gen " + tool_version + "</desc>\n<style>\n" +
               plain_style(series) + "</style>\n<rect class=\"ground\" width=\"100%\" height=\"100%\"/>\n" + shapes +
               "</svg>\n";
    }

    const Drawing& drawing_;
    Projection view_;
    std::size_t size_;
    const StillPicture& picture_;
    Window window_{1, 0, 0, least_height};
};

}  // namespace

std::string motion_svg(const Drawing& drawing, int dimension, int nodes, const std::vector<StillMotion>& motions,
                       const StillPicture& picture) {
    return StillDrawer(drawing, dimension, nodes, picture).draw(motions);
}

}  // namespace cchnn
