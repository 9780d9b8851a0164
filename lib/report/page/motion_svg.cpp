#include "report/page/motion_svg.hpp"

#include <algorithm>
#include <cmath>
#include <set>

#include "core/counted.hpp"
#include "core/version.hpp"
#include "report/page/drawn_bodies.hpp"
#include "report/page/html_parts.hpp"
#include "report/page/svg_text.hpp"

namespace cchnn {
namespace {

using SpotKind = Drawing::Spot::Kind;

constexpr double ring_radius = 4;  // pixels
constexpr std::size_t most_in_trail = 400, most_in_trails = 8000;
constexpr double letter_width = 8.6, line_height = 17, wide_picture = 800,
                 most_covered = 0.4;  // of the place of a name: lines beneath it

// A rectangle of the picture in pixels.
struct Box {
    double left, right, top, bottom;
    double area() const { return (right - left) * (bottom - top); }
    double overlap(const Box& other) const {
        return std::max(0.0, std::min(other.right, right) - std::max(other.left, left)) *
               std::max(0.0, std::min(other.bottom, bottom) - std::max(other.top, top));
    }
};

// What already covers the picture: spots and names as boxes, lines as small boxes along them. Names of bodies
// are placed by it.
struct Taken {
    std::vector<Box> solid, lines;
    static double sum(const std::vector<Box>& boxes, const Box& box) {
        double sum = 0;
        for (const Box& other : boxes) sum += box.overlap(other);
        return sum;
    }
};

// Draws one still. Names of classes of colours that occur are collected, since a file of its own holds only
// these.
class StillDrawer {
  public:
    StillDrawer(const Drawing& drawing, int dimension, int nodes, const std::vector<StillMotion>& motions,
                const StillPicture& picture)
        : drawing_(drawing),
          bodies_(drawing, dimension, nodes, picture.surfaces, *motions.front().x, motions.front().frame,
                  picture.thumbnail
                      ? PictureRoom{.width = 240, .margin = 14, .least = 100, .most = 170, .thumbnail = true}
                      : PictureRoom{.wide = picture.standalone ? wide_picture : 0}),
          picture_(picture) {}

    // Paints from behind: curves, trails, bodies, names; below the picture stand the keys of motions and lines
    // of text.
    std::string draw(const std::vector<StillMotion>& motions) {
        std::string text = bodies_.curves();
        for (const StillMotion& motion : motions) text += trails(motion);
        for (const StillMotion& motion : motions) text += bodies(motion);
        text += rings();
        if (picture_.named && !picture_.thumbnail) text += names(motions.front());
        if (!picture_.thumbnail) text += bodies_.scale_bar(picture_.length_unit);
        double below = bodies_.height() + 14;
        for (const StillMotion& motion : motions) text += key(motion, below);
        for (const std::string& line : picture_.lines) {
            text += svg_label("line-below", {12, below}, line) + "\n";
            below += line_height;
        }
        return svg(text, below);
    }

  private:
    std::size_t frames(const StillMotion& m) const { return m.x->size() / bodies_.size(); }
    const double* state(const StillMotion& m, std::size_t frame) const { return m.x->data() + frame * bodies_.size(); }
    // The state of the still; null if it is not finite.
    const double* shown_state(const StillMotion& m) const {
        const double* x = state(m, m.frame);
        return is_finite(x, bodies_.size()) ? x : nullptr;
    }

    // The class of the motion's colour, or of the body's if the motion has none; then "truth" for what joins bodies.
    std::string colour(const StillMotion& motion, std::optional<std::size_t> body) {
        const std::string own = motion.css_class.empty() ? (body ? bodies_.colour(*body) : "truth") : motion.css_class;
        colours_.insert(own);
        return own;
    }

    // The path of each tip in parts: near, far, and interrupted where a state is not finite. Long motions are
    // thinned.
    std::string trails(const StillMotion& motion) {
        const std::size_t most =
            std::clamp<std::size_t>(most_in_trails / std::max<std::size_t>(drawing_.tips.size(), 1), 60, most_in_trail);
        std::string text;
        for (const Point& tip : drawing_.tips) {
            std::string near, far;
            std::vector<SvgPoint> part;
            bool is_far = false;
            const auto finish = [&] {
                for (const auto& visible : bodies_.inside(part)) (is_far ? far : near) += svg_polyline(visible);
                part.clear();
            };
            const double middle = middle_of(tip, motion);
            for (std::size_t k = 0; k < frames(motion); k += frames(motion) / most + 1) {
                if (!is_finite(state(motion, k), bodies_.size())) {
                    finish();
                    continue;
                }
                part.push_back(bodies_.place(tip, state(motion, k)));
                if (const bool behind = bodies_.away(tip, state(motion, k)) > middle; behind != is_far) {
                    const SvgPoint here = part.back();
                    finish();
                    is_far = behind;
                    part.push_back(here);
                }
            }
            finish();
            const std::string style = "\"" + series_dash(motion.style) + "/>";
            if (!near.empty()) near = "<path class=\"trail\" d=\"" + near + style;
            if (!far.empty()) far = "<path class=\"trail far\" d=\"" + far + style;
            text += group(colour(motion, drawing_.body_of(tip)), far + near);
        }
        return text;
    }

    // The middle distance of a path from the viewer: parts of the trail beyond it are drawn as far. In the
    // plane nothing is far.
    double middle_of(const Point& tip, const StillMotion& motion) const {
        if (!bodies_.has_depth()) return INFINITY;
        double nearest = INFINITY, farthest = -INFINITY;
        for (std::size_t k = 0; k < frames(motion); ++k) {
            if (!is_finite(state(motion, k), bodies_.size())) continue;
            const double away = bodies_.away(tip, state(motion, k));
            nearest = std::min(nearest, away);
            farthest = std::max(farthest, away);
        }
        return (nearest + farthest) / 2;
    }

    // Neighbouring shapes of one colour share a group. In space a rod has a halo in the colour of the ground,
    // so that one sees which of two crossing rods is in front.
    std::string bodies(const StillMotion& motion) {
        const double* x = shown_state(motion);
        if (!x) return "";
        std::string text, shapes, last;
        for (const DrawnShape& shape : bodies_.shapes_by_depth(x)) {
            const std::string own = colour(motion, shape.body);
            if (own != last) {
                text += group(last, shapes);
                shapes.clear();
                last = own;
            }
            if (bodies_.has_depth() && shape.css_class.starts_with("rod"))
                shapes += "<path class=\"halo\" d=\"" + shape.d + "\"/>";
            shapes += svg_of(shape);
        }
        return text + group(last, shapes);
    }

    // One at each impact.
    std::string rings() const {
        std::string text;
        for (const DrawnImpact& impact : picture_.impacts) {
            const SvgPoint at = bodies_.place(fixed_point(impact.place), nullptr);
            text += "<circle class=\"impact\" cx=\"" + svg_number(at.across) + "\" cy=\"" + svg_number(at.down) +
                    "\" r=\"" + svg_number(ring_radius) + "\"/>";
        }
        return text;
    }

    // Names beside their bodies. Of eight places around a body each name takes the one where it covers the
    // least; if even that one is covered too much, the name is left out.
    std::string names(const StillMotion& motion) const {
        const double* x = shown_state(motion);
        if (!x) return "";
        Taken taken = taken_by(x);
        const auto cost = [&](const Box& box) {
            const bool outside =
                box.left < 2 || box.right > bodies_.width() - 2 || box.top < 2 || box.bottom > bodies_.height();
            return (outside ? 1e6 : 0) + 10 * Taken::sum(taken.solid, box) + Taken::sum(taken.lines, box);
        };
        std::string text;
        for (const Drawing::Spot& spot : drawing_.spots) {
            if (spot.kind == SpotKind::joint) continue;
            const SvgPoint p = bodies_.place(spot.at, x);
            const double w = letter_width * to_double(spot.label.size());
            struct Place {
                Box box;
                const char* side;  // where the text is held: "", "up" at its end, "across" in its middle
                double anchor;
            };
            std::vector<Place> places;
            for (const double down : {0.0, -16.0, 16.0}) {
                const double top = p.down + down - 8, bottom = p.down + down + 6, right = p.across + 11,
                             left = p.across - 11;
                places.push_back({{right, right + w, top, bottom}, "", right});
                places.push_back({{left - w, left, top, bottom}, " up", left});
                if (down != 0)
                    places.push_back({{p.across - w / 2, p.across + w / 2, top, bottom}, " across", p.across});
            }
            const Place best = *std::ranges::min_element(
                places, [&](const Place& a, const Place& b) { return cost(a.box) < cost(b.box); });
            if (cost(best.box) > most_covered * best.box.area()) continue;
            taken.solid.push_back(best.box);
            text += svg_label(std::string("body-name") + best.side, {best.anchor, best.box.bottom - 2}, spot.label);
        }
        return text;
    }

    // The boxes of all spots, and of pieces of five pixels along all lines and rails, which cross the whole picture.
    Taken taken_by(const double* nodes) const {
        Taken taken;
        for (const Drawing::Spot& spot : drawing_.spots) {
            const SvgPoint p = bodies_.place(spot.at, nodes);
            const double half = 2 + 5 * bodies_.detail();
            taken.solid.push_back({p.across - half, p.across + half, p.down - half, p.down + half});
        }
        constexpr double step = 5;
        for (const Drawing::Line& line : drawing_.lines) {
            const bool rail = line.kind == Drawing::Line::Kind::sleeve;
            if (Drawing::is_direction(line.kind) && !rail) continue;
            const SvgPoint a = bodies_.place(line.a, nodes), b = bodies_.place(line.b, nodes);
            const double length = std::hypot(b.across - a.across, b.down - a.down);
            if (!(length > 0)) continue;
            const double reach = rail ? bodies_.width() + bodies_.height() : 0;
            for (double part = step / 2 - reach; part < length + reach && taken.lines.size() < 20000; part += step) {
                const double x = a.across + part / length * (b.across - a.across),
                             y = a.down + part / length * (b.down - a.down);
                taken.lines.push_back({x - step / 2, x + step / 2, y - step / 2, y + step / 2});
            }
        }
        return taken;
    }

    // The line of the legend for one motion; moves `below` down by its height.
    static std::string key(const StillMotion& motion, double& below) {
        if (motion.label.empty()) return "";
        const std::string text =
            "<g class=\"key " + motion.css_class + "\">" +
            svg_path("trail", {{12, below - 4}, {42, below - 4}}, false, series_dash(motion.style)) +
            svg_label("name", {50, below}, motion.label) + "</g>\n";
        below += line_height;
        return text;
    }

    static std::string group(const std::string& css_class, const std::string& shapes) {
        return shapes.empty() ? "" : "<g class=\"motion " + css_class + "\">" + shapes + "</g>\n";
    }

    // In a page the style sheet of the page counts; a file of its own contains what it needs.
    std::string svg(const std::string& shapes, double below) const {
        const double height = below > bodies_.height() + 14 ? below : bodies_.height();
        const std::string box = "viewBox=\"0 0 " + svg_number(bodies_.width()) + " " + svg_number(height) + "\"",
                          open = "<svg class=\"figure still" + std::string(bodies_.detail() < 0.7 ? " fine" : "") +
                                 "\" " + box + " role=\"img\" aria-label=\"" + html_escaped(picture_.title).text() +
                                 "\"";
        if (!picture_.standalone) return open + ">\n" + shapes + "</svg>\n";
        return open + " xmlns=\"http://www.w3.org/2000/svg\" width=\"" + svg_number(bodies_.width()) + "\" height=\"" +
               svg_number(height) + "\">\n<desc>Drawn by cchnn-gen " + tool_version + "</desc>\n<style>\n" +
               plain_style(colours_) + "</style>\n<rect class=\"ground\" width=\"100%\" height=\"100%\"/>\n" + shapes +
               "</svg>\n";
    }

    const Drawing& drawing_;
    BodyDrawer bodies_;
    const StillPicture& picture_;
    std::set<std::string> colours_;  // that are in use
};

}  // namespace

std::string motion_svg(const Drawing& drawing, int dimension, int nodes, const std::vector<StillMotion>& motions,
                       const StillPicture& picture) {
    return StillDrawer(drawing, dimension, nodes, motions, picture).draw(motions);
}

}  // namespace cchnn
