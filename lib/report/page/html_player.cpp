#include "report/page/html_player.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <nlohmann/json.hpp>

#include "core/counted.hpp"
#include "core/number_text.hpp"
#include "core/to_size.hpp"
#include "report/page/drawn_bodies.hpp"
#include "report/page/score_charts.hpp"
#include "report/page/svg_text.hpp"
#include "score/standings.hpp"

namespace cchnn {
namespace {

using PlainJson = nlohmann::json;

constexpr std::size_t least_frames_played = 30;

// Five digits keep the page small and are more than a screen shows. NaN becomes null in JSON.
double rounded(double value) {
    if (!std::isfinite(value)) return std::nan("");
    return std::strtod(short_number(value, 5).c_str(), nullptr);
}

// Every `thinner`-th block of `size` values, one after the other.
PlainJson numbers_of(const std::vector<double>& values, std::size_t size, std::size_t thinner) {
    PlainJson array = PlainJson::array();
    for (std::size_t begin = 0; begin + size <= values.size(); begin += size * thinner)
        for (std::size_t i = 0; i < size; ++i) array.push_back(rounded(values[begin + i]));
    return array;
}

// A point as its constant offset, then pairs of node and weight: the player adds them up for each frame.
PlainJson json_of(const Point& point) {
    PlainJson json = PlainJson::array({numbers_of(converted<double>(point.offset), 1, 1)});
    for (const NodeWeight& w : point.weights) {
        json.push_back(index(w.node));
        json.push_back(rounded(double(w.weight)));
    }
    return json;
}

// The number of a body's colour; null for a point or line that belongs to none.
PlainJson json_of(const Drawing& drawing, std::optional<std::size_t> body) {
    return body ? PlainJson(colour_of(drawing, *body)) : PlainJson(nullptr);
}

// Corners, faces as indices of corners, creases with the two faces that meet there, and the colour.
PlainJson json_of(const Drawing& drawing, const BodySurface& surface) {
    PlainJson corners = PlainJson::array(), creases = PlainJson::array();
    for (const Point& corner : surface.corners) corners.push_back(json_of(corner));
    for (const DrawnSurface::Crease& crease : surface.creases)
        creases.push_back({crease.a, crease.b, crease.left, crease.right});
    return {corners, surface.faces, creases, json_of(drawing, drawing.body_of(surface.corners.front()))};
}

// The drawing of a system, in the short form that html/scene.js reads: lists instead of objects with names.
void add_drawing(const Drawing& drawing, PlainJson& json) {
    json["symbols"] = PlainJson::object();
    json["lines"] = json["spots"] = json["curves"] = json["tips"] = PlainJson::array();
    for (const Drawing::Line& line : drawing.lines) {
        const LineLook look = look_of(line.kind);
        json["lines"].push_back(
            {look.name, json_of(line.a), json_of(line.b), line.label, json_of(drawing, body_of(drawing, line))});
        if (!look.symbol.empty())
            json["symbols"][look.name] = {{"direction", Drawing::is_direction(line.kind)}, {"lines", look.symbol}};
    }
    for (const Point& tip : drawing.tips)
        json["tips"].push_back({json_of(tip), json_of(drawing, drawing.body_of(tip))});
    for (const Drawing::Spot& spot : drawing.spots)
        json["spots"].push_back({name_of(spot.kind), json_of(spot.at), spot.label, rounded(spot.size),
                                 json_of(drawing, body_of(drawing, spot))});
    for (const auto& curve : drawing.curves) {
        PlainJson points = PlainJson::array();
        for (const std::vector<double>& point : curve) points.push_back(numbers_of(point, 1, 1));
        json["curves"].push_back(points);
    }
}

// How the permitted number of coordinates is used: every `thinner`-th frame of these submissions.
struct Plan {
    std::vector<std::size_t> submissions;
    std::size_t thinner = 1;
};

// Halves the frames as long as the data does not fit and more than sixty frames are left, then drops
// submissions from the end.
Plan plan_for(const Scores& scores, std::size_t numbers) {
    Plan plan{drawn_submissions(scores), 1};
    std::size_t frame = 0, frames = 0;
    for (const AnimatedTrajectory& trajectory : scores.animated) {
        frame = scores.drawing.nodes * scores.drawing.dimension;
        frames = std::max(frames, trajectory.x.front().size() / frame);
    }
    const auto cost = [&] {
        return scores.animated.size() * (1 + plan.submissions.size()) * (frames / plan.thinner) * frame;
    };
    while (cost() > numbers && frames / plan.thinner > 2 * least_frames_played) plan.thinner *= 2;
    while (cost() > numbers && plan.submissions.size() > 1) plan.submissions.pop_back();
    return plan;
}

// Predictions are stored as differences from the truth, which have few digits where they are small.
std::vector<double> difference(const std::vector<double>& a, const std::vector<double>& b) {
    std::vector<double> off(a.size());
    for (std::size_t i = 0; i < a.size(); ++i) off[i] = a[i] - b[i];
    return off;
}

// `stride` is the number of samples from one kept frame to the next.
PlainJson json_of(const AnimatedTrajectory& trajectory, std::size_t size, const Plan& plan, double dt) {
    const std::size_t stride = to_size(trajectory.stride) * plan.thinner;
    PlainJson impacts = PlainJson::array();
    for (const DrawnImpact& impact : trajectory.impacts)
        impacts.push_back({rounded(impact.time / (dt * to_double(stride))), numbers_of(impact.place, 1, 1)});
    const std::vector<double>& truth = trajectory.x.front();
    PlainJson off = PlainJson::array(), err = PlainJson::array();
    for (std::size_t s : plan.submissions) {
        off.push_back(numbers_of(difference(trajectory.x[s + 1], truth), size, plan.thinner));
        err.push_back(numbers_of(trajectory.err[s], 1, plan.thinner));
    }
    return {{"name", "Trajectory " + std::to_string(trajectory.id) + ": " + trajectory.name},
            {"stride", stride},
            {"truth", numbers_of(truth, size, plan.thinner)},
            {"off", off},
            {"err", err},
            {"impacts", impacts}};
}

// What the player needs of the system before any motion.
PlainJson head_of(const PlayedSystem& system, const Drawing& drawing) {
    PlainJson json{{"system", system.name},
                   {"dimension", system.dimension},
                   {"up", drawing.up},
                   {"nodes", system.nodes},
                   {"yaw", Projection::first_yaw},
                   {"pitch", Projection::first_pitch},
                   {"dt", system.dt},
                   {"samples", system.samples},
                   {"time", system.units.time},
                   {"length", system.units.length}};
    json["submissions"] = json["trajectories"] = json["surfaces"] = PlainJson::array();
    for (const BodySurface& surface : system.surfaces) json["surfaces"].push_back(json_of(drawing, surface));
    add_drawing(drawing, json);
    return json;
}

std::string text_of(const PlainJson& json) { return json.dump(-1, ' ', false, PlainJson::error_handler_t::replace); }

// The player's HTML, a template with its places filled; the script finds the data by the number.
Html controls(const std::string& system, int dimension, std::size_t i, const Html& heading, const Html& trajectories,
              const Html& what) {
    return filled_template(
        "player.html",
        {{"number", html_escaped(std::to_string(i))},
         {"heading", heading},
         {"system", html_escaped(system)},
         {"what", what},
         {"hint", "Space plays, + and - zoom, 0 shows all" +
                      (dimension == 3 ? Html("; drag the picture, or press the arrow keys on it, to turn it.") : ".")},
         {"trajectories", trajectories}});
}

}  // namespace

// Of each method the first file; ranked models go before others, as far as there are colours. The result is in
// the order of the submissions.
std::vector<std::size_t> drawn_submissions(const Scores& scores) {
    std::vector<std::size_t> models, beside;
    for (const RankedModel& ranked : ranked_models(scores)) {
        const ModelScores& model = scores.models[ranked.model];
        (model.ranked() ? models : beside).push_back(model.members.front());
    }
    models.insert(models.end(), beside.begin(), beside.end());
    models.resize(std::min(models.size(), line_colours));
    std::ranges::sort(models);
    return models;
}

// A single motion without predictions, for pages that describe a system.
std::string player_json(const PlayedSystem& system, const Drawing& drawing, const AnimatedTrajectory& motion) {
    PlainJson json = head_of(system, drawing);
    json["trajectories"].push_back(json_of(motion, system.nodes * system.dimension, {}, system.dt));
    return text_of(json);
}

std::string player_json(const Scores& scores, const Units& units, std::size_t numbers) {
    const TruthInfo& truth = scores.truth;
    const Plan plan = plan_for(scores, numbers);
    PlainJson json = head_of(
        {truth.system, scores.drawing.dimension, scores.drawing.nodes, truth.samples, truth.dt, units}, scores.drawing);
    for (std::size_t s : plan.submissions)
        json["submissions"].push_back({{"label", printable(scores.submissions[s].label)},
                                       {"colour", s % line_colours},
                                       {"reference", is_reference(scores, s)}});
    for (const AnimatedTrajectory& trajectory : scores.animated)
        json["trajectories"].push_back(
            json_of(trajectory, scores.drawing.nodes * scores.drawing.dimension, plan, truth.dt));
    return text_of(json);
}

Html player_html(const Scores& scores, std::size_t i, const Html& heading) {
    Html options;
    for (std::size_t t = 0; t < scores.animated.size(); ++t)
        options +=
            "<option value=\"" + html_escaped(std::to_string(t)) + "\">" +
            html_escaped("Trajectory " + std::to_string(scores.animated[t].id) + ": " + scores.animated[t].name) +
            "</option>";
    return controls(scores.truth.system, scores.drawing.dimension, i, heading, options, "reference and predictions");
}

Html player_html(const PlayedSystem& system, std::size_t i, const Html& heading) {
    return controls(system.name, system.dimension, i, heading, "", "the true motion");
}

}  // namespace cchnn
