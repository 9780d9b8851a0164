#include "report/page/animation_svg.hpp"

#include <algorithm>
#include <cmath>
#include <set>

#include "core/counted.hpp"
#include "core/errors.hpp"
#include "core/joined.hpp"
#include "core/number_text.hpp"
#include "core/option.hpp"
#include "core/to_size.hpp"
#include "core/version.hpp"
#include "report/page/chart.hpp"
#include "report/page/drawn_bodies.hpp"
#include "report/page/html_parts.hpp"
#include "report/page/html_player.hpp"
#include "report/page/svg_text.hpp"

namespace cchnn {
namespace {

constexpr std::size_t most_models = 5, fewest_frames = 12;
constexpr double picture_width = 800, gap = 8, head_height = 26, name_height = 24, plot_height = 150, letter_width = 8,
                 key_gap = 60, least_seconds = 6, most_seconds = 12, most_pixels = 20 * picture_width;
constexpr double rest = 0.15;                        // of the motion: how long its end stays
constexpr double trail_share = 0.25;                 // of the trajectory
constexpr double flash_share = 0.05;                 // of the motion: how long a flash lasts
constexpr double flash_radius = 9, tick_length = 7;  // pixels
constexpr double first_share = 0.04;  // of the trajectory: its first frame, after which predictions differ

const char* const moving_style =
    ".figure .resting { display: none; }\n"
    "@media (prefers-reduced-motion: reduce) { .figure .resting { display: inline; } .figure .moving { display: none; "
    "} "
    ".figure .grown { clip-path: none; } }\n"
    ".figure .trail { stroke-linecap: butt; }\n"  // a dash of no length is no dot
    ".figure .rest .rod { stroke-width: 2; }\n";

// Turns the frames of a motion into the values of animated attributes over one loop: the motion first, then its
// end at rest for a while. All attributes share the duration, so that they move together.
class Loop {
  public:
    Loop(std::size_t frames, double seconds) : resting_(1 + static_cast<std::size_t>(rest * to_double(frames))) {
        const double moving = to_double(frames - 1);
        share_ = moving / (moving + to_double(resting_));
        timing_ = "\" dur=\"" + svg_number(std::clamp(seconds, least_seconds, most_seconds) / share_) +
                  "s\" repeatCount=\"indefinite\"";
    }

    // An <animate> element with one value for each frame; "" if all values are the same. With `jumps` nothing
    // is interpolated between two values, as for shapes that change their kind.
    std::string animate(const std::string& attribute, std::vector<std::string> values, bool jumps = false) const {
        if (std::set<std::string>(values.begin(), values.end()).size() < 2) return "";
        values.insert(values.end(), resting_ - jumps, values.back());  // a jump lasts as long as a way between two
        return "<animate attributeName=\"" + attribute + timing_ + (jumps ? " calcMode=\"discrete\"" : "") +
               " values=\"" + joined(values, ";") + "\"/>";
    }
    // Shows something that is otherwise transparent, from a part of the motion on.
    std::string flash(double part) const {
        const double from = part * share_, to = std::min(1.0, from + flash_share * share_);
        return "<animate attributeName=\"opacity" + timing_ + " keyTimes=\"0;" + short_number(from, 6) + ";" +
               short_number(from, 6) + ";" + short_number(to, 6) + ";1\" values=\"0;0;1;0;0\"/>";
    }
    // Moves a number evenly from one value to another during the motion, and keeps it there during the rest.
    std::string sweep(const std::string& attribute, double from, double to) const {
        return "<animate attributeName=\"" + attribute + timing_ + " keyTimes=\"0;" + short_number(share_, 6) +
               ";1\" values=\"" + svg_number(from) + ";" + svg_number(to) + ";" + svg_number(to) + "\"/>";
    }

  private:
    std::size_t resting_;
    double share_;  // of the loop: the motion
    std::string timing_;
};

// "M1 2L3 4" -> "ML". SVG can interpolate between two paths only if they have the same commands in the same
// order.
std::string letters_of(const std::string& d) {
    std::string letters;
    std::ranges::copy_if(d, std::back_inserter(letters), [](char c) { return c >= 'A' && c <= 'Z'; });
    return letters;
}

// Draws all frames of one trajectory as one SVG text. It refers to the scores, which must outlive it.
class AnimationDrawer {
  public:
    AnimationDrawer(const Scores& scores, const Units& units)
        : scores_(scores), units_(units), shown_(scores.animated.front()), models_(drawn_submissions(scores)) {
        models_.resize(std::min(models_.size(), most_models));
    }

    // The whole picture with every `thinner`-th of the animated samples; the caller tries larger values until
    // the text fits.
    std::string draw(std::size_t thinner) const {
        const std::vector<std::size_t> indices = kept_frames(thinner);
        const Loop loop(indices.size(), end_time(indices));
        const BodyDrawer bodies = drawer(near_states(drawer(shown_.x.front())));
        std::set<std::string> colours{"truth"};
        for (std::size_t i = 0; i < models_.size(); ++i) colours.insert(series_colour(i));
        std::string text = keys() + panel(bodies, indices, loop);
        const double below = head_height + name_height + bodies.height() + gap;
        const Chart chart = error_chart(indices);
        const double height = below + chart_frame(chart).bottom + 44;
        text += chart_svg(chart, {" y=\"" + svg_number(below) + "\" width=\"" + svg_number(picture_width) +
                                      "\" height=\"" + svg_number(height - below) + "\"",
                                  " class=\"grown\" clip-path=\"url(#grown)\"", over(chart, indices, loop)});
        return framed(text, height, colours);
    }

    std::size_t frames() const { return shown_.x.front().size() / size(); }

  private:
    std::size_t size() const { return to_size(scores_.drawing.nodes) * scores_.drawing.dimension; }

    std::vector<std::size_t> kept_frames(std::size_t thinner) const {
        std::vector<std::size_t> indices;
        const auto first = static_cast<std::size_t>(std::lround(first_share * to_double(frames() - 1)));
        for (std::size_t k = first; k < frames(); k += thinner) indices.push_back(k);
        return indices;
    }
    // In the unit of the system's time, from the start of the motion.
    double time(std::size_t frame) const { return scores_.truth.dt * shown_.stride * to_double(frame); }
    double end_time(const std::vector<std::size_t>& indices) const { return time(indices.back()); }

    // It fits the states that it is given.
    BodyDrawer drawer(const std::vector<double>& x) const {
        return {scores_.drawing, scores_.drawing.dimension, scores_.drawing.nodes, surfaces_, x, 0, room()};
    }

    // The states that decide how much of space is shown: the true motion, and those states of the first model that lie
    // within half a picture of it. A prediction that flies away does not shrink everything else.
    std::vector<double> near_states(const BodyDrawer& of_truth) const {
        std::vector<double> x = shown_.x.front();
        for (std::size_t k = 0; k < frames(); ++k) {
            const double* state = shown_.x[models_.front() + 1].data() + k * size();
            if (is_near(of_truth, state, of_truth.width() / 2)) x.insert(x.end(), state, state + size());
        }
        return x;
    }

    static PictureRoom room() { return {.width = picture_width - 2 * gap, .margin = 24, .least = 160, .most = 360}; }

    // The names of the reference and of the model in colour; others have theirs at their curves.
    std::string keys() const {
        const double y = head_height + name_height - 9;
        double across = gap;
        std::string text;
        const auto add = [&](const std::string& css_class, const std::string& name) {
            text += "<g class=\"key " + css_class + "\">" + svg_path("line", {{across, y}, {across + 24, y}}) +
                    svg_label("name", {across + 31, y + 4}, name) + "</g>\n";
            across += letter_width * to_double(name.size()) + key_gap;
        };
        add("c0", first_letters(printable(scores_.submissions[models_.front()].label), 40));
        add("truth", "reference");
        if (models_.size() > 1) add("c1", counted(models_.size() - 1, "other model"));
        return text;
    }

    // All motions in one picture: the true one wide and grey, other models in thin grey, and over them the first one in
    // colour.
    std::string panel(const BodyDrawer& bodies, const std::vector<std::size_t>& indices, const Loop& loop) const {
        const auto motions = [&](const Loop* moving) {
            std::string text = motion("truth", bodies, shown_.x.front(), indices, moving, true);
            for (std::size_t i = models_.size(); i-- > 0;)
                text += motion(series_colour(i) + (i > 0 ? " rest" : ""), bodies, shown_.x[models_[i] + 1], indices,
                               moving, i == 0);
            return text;
        };
        return "<svg class=\"figure\" x=\"" + svg_number(gap) + "\" y=\"" + svg_number(head_height + name_height) +
               "\" width=\"" + svg_number(bodies.width()) + "\" height=\"" + svg_number(bodies.height()) + "\">\n" +
               bodies.curves() + "<g class=\"moving\">\n" + motions(&loop) + flashes(bodies, indices, loop) +
               "</g><g class=\"resting\">\n" + motions(nullptr) + "</g>\n" + bodies.scale_bar(units_.length) +
               "</svg>\n";
    }

    // A ring at each impact of the reference.
    std::string flashes(const BodyDrawer& bodies, const std::vector<std::size_t>& indices, const Loop& loop) const {
        const double first = time(indices.front()), last = end_time(indices);
        std::string text;
        for (const DrawnImpact& impact : shown_.impacts) {
            if (impact.time < first || impact.time > last) continue;
            const SvgPoint at = bodies.place(fixed_point(impact.place), nullptr);
            text += "<circle class=\"flash\" opacity=\"0\" cx=\"" + svg_number(at.across) + "\" cy=\"" +
                    svg_number(at.down) + "\" r=\"" + svg_number(flash_radius) + "\">" +
                    loop.flash((impact.time - first) / (last - first)) + "</circle>\n";
        }
        return text;
    }

    // Whether a state lies at most so many pixels outside the panel. A prediction need not be finite, and may
    // be light years away.
    bool is_near(const BodyDrawer& bodies, const double* state, double pixels) const {
        if (!is_finite(state, size())) return false;
        return std::ranges::all_of(scores_.drawing.tips, [&](const Point& tip) {
            const SvgPoint p = bodies.place(tip, state);
            return p.across > -pixels && p.across < bodies.width() + pixels && p.down > -pixels &&
                   p.down < bodies.height() + pixels;
        });
    }

    // One motion. As soon as it is far from the picture, or not finite, it is hidden for the rest of the loop.
    // Without `moving` only its end is drawn.
    std::string motion(const std::string& css_class, const BodyDrawer& bodies, const std::vector<double>& x,
                       const std::vector<std::size_t>& indices, const Loop* moving, bool trails) const {
        std::vector<const double*> states;
        for (const std::size_t frame : indices) {
            const double* state = x.data() + frame * size();
            if (!is_near(bodies, state, most_pixels)) break;
            states.push_back(state);
        }
        if (states.empty()) return "";
        const std::size_t visible = states.size();
        states.resize(indices.size(), states.back());
        std::string text = "<g class=\"motion " + css_class + "\"";
        if (!moving && visible < indices.size()) return "";
        text += ">";
        if (moving && visible < indices.size()) {
            std::vector<std::string> shown(indices.size(), "inline");
            std::fill(shown.begin() + visible, shown.end(), "none");
            text += moving->animate("display", shown, true);
        }
        for (const Point& tip : scores_.drawing.tips) text += trails ? trail(tip, bodies, states, moving) : "";
        return text + shapes(bodies, states, moving) + "</g>\n";
    }

    // The way of a tip during the last quarter of the trajectory: the whole path is drawn once, and a dash as
    // long as that way runs along it.
    static std::string trail(const Point& tip, const BodyDrawer& bodies, const std::vector<const double*>& states,
                             const Loop* moving) {
        std::vector<SvgPoint> path;
        std::vector<double> passed;
        for (const double* state : states) {
            path.push_back(bodies.place(tip, state));
            const SvgPoint &point = path.back(), &last = path.size() > 1 ? path[path.size() - 2] : point;
            passed.push_back((passed.empty() ? 0 : passed.back()) +
                             std::hypot(point.across - last.across, point.down - last.down));
        }
        const std::size_t window = static_cast<std::size_t>(std::ceil(trail_share * to_double(states.size())));
        const auto dash = [&](std::size_t k) {
            const double begin = k > window ? passed[k - window] : 0;
            return "0 " + svg_number(begin) + " " + svg_number(passed[k] - begin) + " " +
                   svg_number(passed.back() + 10);
        };
        std::vector<std::string> dashes;
        for (std::size_t k = 0; k < states.size(); ++k) dashes.push_back(dash(k));
        const std::string d = svg_polyline(path);
        if (d.empty()) return "";
        return "<path class=\"trail\" d=\"" + d + "\" stroke-dasharray=\"" + dashes.back() + "\">" +
               (moving ? moving->animate("stroke-dasharray", dashes) : "") + "</path>\n";
    }

    // Every shape of the bodies with its values over the frames: discs move by their centre, paths by their
    // points.
    static std::string shapes(const BodyDrawer& bodies, const std::vector<const double*>& states, const Loop* moving) {
        std::vector<std::vector<DrawnShape>> frames;
        for (const double* state : states) frames.push_back(bodies.shapes(state));
        std::string text;
        for (std::size_t i = 0; i < frames.back().size(); ++i) {
            DrawnShape last = frames.back()[i];
            last.title.clear();
            const auto values = [&](const auto& value) {
                std::vector<std::string> all;
                for (const auto& frame : frames) all.push_back(value(frame[i]));
                return all;
            };
            std::string inside;
            if (moving && last.radius > 0)
                inside = moving->animate("cx", values([](const DrawnShape& s) { return svg_number(s.at.across); })) +
                         moving->animate("cy", values([](const DrawnShape& s) { return svg_number(s.at.down); }));
            else if (moving) {
                const std::vector<std::string> paths = values([](const DrawnShape& s) { return s.d; });
                const bool jumps = std::ranges::any_of(
                    paths, [&](const std::string& d) { return letters_of(d) != letters_of(paths.front()); });
                inside = moving->animate("d", paths, jumps);
            }
            text += svg_of(last, inside);
        }
        return text;
    }

    // The errors of the models over the time of the kept frames. It grows with the motion (over()).
    Chart error_chart(const std::vector<std::size_t>& indices) const {
        Chart chart;
        chart.id = "error";
        chart.title = "Relative error over time";
        chart.across = "time (" + units_.time + ")";
        chart.up = "relative error Err";
        chart.across_end = end_time(indices);
        chart.width = picture_width;
        chart.height = plot_height;
        for (std::size_t i = 0; i < models_.size(); ++i) {
            const std::size_t s = models_[i];
            ChartSeries series{printable(scores_.submissions[s].label), i};
            for (std::size_t k = 1; k <= indices.back(); ++k)  // at 0 there is rounding
            {
                series.add(time(k), shown_.err[s][k]);
            }
            chart.series.push_back(std::move(series));
        }
        return chart;
    }

    // What is drawn over the chart: a tick at each impact, the window through which the curves appear, and a mark at the end
    // of each curve.
    std::string over(const Chart& chart, const std::vector<std::size_t>& indices, const Loop& loop) const {
        const ChartFrame f = chart_frame(chart);
        const double start = f.across.pixel(time(indices.front()));
        std::string text = "<clipPath id=\"grown\"><rect x=\"" + svg_number(f.left) + "\" y=\"0\" width=\"" +
                           svg_number(f.right + 6 - f.left) + "\" height=\"" + svg_number(f.bottom + 6) + "\">" +
                           loop.sweep("width", start - f.left, f.right - f.left) + "</rect></clipPath>\n";
        for (const DrawnImpact& impact : shown_.impacts) {
            if (impact.time > chart.across_end) continue;
            const double at = f.across.pixel(impact.time);
            text += svg_path("impact-tick", {{at, f.bottom}, {at, f.bottom - tick_length}});
        }
        text += "<g class=\"moving\">";
        for (std::size_t i = 0; i < models_.size(); ++i) {
            std::vector<std::string> heights;
            double height = f.bottom;
            for (const std::size_t k : indices) {
                if (const double err = shown_.err[models_[i]][k]; k > 0 && err > 0 && std::isfinite(err))
                    height = f.up.pixel(err);
                heights.push_back(svg_number(height));
            }
            text += "<g class=\"" + series_colour(i) + "\"><circle class=\"mark\" cx=\"" + svg_number(f.right) +
                    "\" cy=\"" + heights.back() + "\" r=\"4.5\">" + loop.sweep("cx", start, f.right) +
                    loop.animate("cy", heights) + "</circle></g>\n";
        }
        return text + "</g>\n";
    }

    // Adds what a file of its own needs: title, description, the style with only those colours that occur, and
    // a ground.
    std::string framed(const std::string& drawn, double height, const std::set<std::string>& colours) const {
        const std::string title = scores_.truth.system + ": reference and predictions of trajectory " +
                                  std::to_string(shown_.id) + ", " + shown_.name;
        return "<svg class=\"figure\" viewBox=\"0 0 " + svg_number(picture_width) + " " + svg_number(height) +
               "\" role=\"img\" aria-label=\"" + html_escaped(title).text() +
               "\" xmlns=\"http://www.w3.org/2000/svg\" width=\"" + svg_number(picture_width) + "\" height=\"" +
               svg_number(height) + "\">\n<desc>Drawn by cchnn-eval " + tool_version + "</desc>\n<style>\n" +
               plain_style(colours) + moving_style +
               "</style>\n<rect class=\"ground\" width=\"100%\" height=\"100%\"/>\n" +
               svg_label("line-below", {gap, 18}, title) + "\n" + drawn + "</svg>\n";
    }

    const Scores& scores_;
    const Units& units_;
    const AnimatedTrajectory& shown_;
    std::vector<std::size_t> models_;  // submissions
    std::vector<BodySurface> surfaces_ = {};
};

}  // namespace

// The first try has all frames. If the text is too long, the next try has fewer by about the factor by which it
// is too long.
std::string animation_svg(const Scores& scores, const Units& units) {
    const AnimationDrawer drawer(scores, units);
    for (std::size_t thinner = 1; thinner == 1 || drawer.frames() / thinner >= fewest_frames;) {
        const std::string text = drawer.draw(thinner);
        if (text.size() <= most_animation_bytes) return text;
        thinner = std::max(thinner + 1, thinner * text.size() / most_animation_bytes);
    }
    throw UsageError(option("animation"), "is possible for small systems: " + scores.truth.system +
                                              " does not fit into 500 kB; give fewer submissions, or use " +
                                              option("html"));
}

}  // namespace cchnn
