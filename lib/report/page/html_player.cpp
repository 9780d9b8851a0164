#include "report/page/html_player.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <nlohmann/json.hpp>

#include "core/number_text.hpp"
#include "report/figures/figure_parts.hpp"
#include "report/page/html_parts.hpp"
#include "score/standings.hpp"

namespace cchnn {
namespace {

using PlainJson = nlohmann::json;

constexpr std::size_t fewest_frames = 30;

// NaN is written as null.
double rounded(double value) {
    if (!std::isfinite(value)) return std::nan("");
    return std::strtod(short_number(value, 5).c_str(), nullptr);
}

PlainJson numbers_of(const std::vector<double>& values, std::size_t size, std::size_t thinner) {
    PlainJson array = PlainJson::array();
    for (std::size_t at = 0; at + size <= values.size(); at += size * thinner)
        for (std::size_t i = 0; i < size; ++i) array.push_back(rounded(values[at + i]));
    return array;
}

PlainJson json_of(const Point& point) {
    PlainJson json = PlainJson::array({numbers_of(converted<double>(point.offset), 1, 1)});
    for (const NodeWeight& w : point.weights) json.push_back(index(w.node)), json.push_back(rounded(double(w.weight)));
    return json;
}

const char* name_of(Drawing::Line::Kind kind) {
    using Kind = Drawing::Line::Kind;
    switch (kind) {
        case Kind::rod: return "rod";
        case Kind::spring: return "spring";
        case Kind::arm: return "arm";
        case Kind::outline: return "outline";
        case Kind::dashpot: return "dashpot";
    }
    return "";
}

const char* name_of(Drawing::Spot::Kind kind) {
    using Kind = Drawing::Spot::Kind;
    return kind == Kind::mass ? "mass" : kind == Kind::joint ? "joint" : kind == Kind::fixed ? "fixed" : "magnet";
}

void add_drawing(const Drawing& drawing, PlainJson& json) {
    json["lines"] = json["spots"] = json["curves"] = PlainJson::array();
    for (const Drawing::Line& line : drawing.lines)
        json["lines"].push_back({name_of(line.kind), json_of(line.a), json_of(line.b)});
    for (const Drawing::Spot& spot : drawing.spots)
        json["spots"].push_back({name_of(spot.kind), json_of(spot.at), spot.label, rounded(spot.size)});
    for (const auto& curve : drawing.curves) {
        PlainJson points = PlainJson::array();
        for (const std::vector<double>& point : curve) points.push_back(numbers_of(point, 1, 1));
        json["curves"].push_back(points);
    }
}

// One of each model, as many as there are colours: models by rank before reference rollouts.
std::vector<std::size_t> drawn_submissions(const Scores& scores) {
    std::vector<std::size_t> models, references;
    for (const RankedModel& ranked : ranked_models(scores)) {
        const ModelScores& model = scores.models[ranked.model];
        (model.reference ? references : models).push_back(model.members.front());
    }
    models.insert(models.end(), references.begin(), references.end());
    models.resize(std::min(models.size(), line_colours));
    std::sort(models.begin(), models.end());
    return models;
}

// How the coordinates that may be spent are spent: every `thinner`-th frame of the first `submissions` predictions.
struct Plan {
    std::vector<std::size_t> submissions;
    std::size_t thinner = 1;
};

Plan plan_for(const Scores& scores, std::size_t numbers) {
    Plan plan{drawn_submissions(scores), 1};
    std::size_t frame = 0, frames = 0;
    for (const AnimatedTrajectory& trajectory : scores.animated) {
        frame = static_cast<std::size_t>(scores.truth.nodes * scores.truth.dimension);
        frames = std::max(frames, trajectory.x.front().size() / frame);
    }
    const auto cost = [&] {
        return scores.animated.size() * (1 + plan.submissions.size()) * (frames / plan.thinner) * frame;
    };
    while (cost() > numbers && frames / plan.thinner > 2 * fewest_frames) plan.thinner *= 2;
    while (cost() > numbers && plan.submissions.size() > 1) plan.submissions.pop_back();
    return plan;
}

PlainJson json_of(const AnimatedTrajectory& trajectory, std::size_t size, const Plan& plan) {
    PlainJson x = PlainJson::array({numbers_of(trajectory.x.front(), size, plan.thinner)}), err = PlainJson::array();
    for (std::size_t s : plan.submissions) {
        x.push_back(numbers_of(trajectory.x[s + 1], size, plan.thinner));
        err.push_back(numbers_of(trajectory.err[s], 1, plan.thinner));
    }
    return {{"name", "Trajectory " + std::to_string(trajectory.id) + ": " + trajectory.name},
            {"stride", static_cast<std::size_t>(trajectory.stride) * plan.thinner},
            {"x", x},
            {"err", err}};
}

}  // namespace

std::string player_json(const Scores& scores, std::size_t numbers) {
    const TruthInfo& truth = scores.truth;
    const Plan plan = plan_for(scores, numbers);
    PlainJson json{{"system", truth.system},  {"dimension", truth.dimension},
                   {"up", scores.drawing.up}, {"nodes", truth.nodes},
                   {"dt", truth.dt},          {"samples", truth.samples}};
    json["submissions"] = json["trajectories"] = PlainJson::array();
    for (std::size_t s : plan.submissions)
        json["submissions"].push_back(
            {{"label", printable(scores.submissions[s].label)}, {"colour", s % line_colours}});
    add_drawing(scores.drawing, json);
    for (const AnimatedTrajectory& trajectory : scores.animated)
        json["trajectories"].push_back(
            json_of(trajectory, static_cast<std::size_t>(truth.nodes * truth.dimension), plan));
    return json.dump(-1, ' ', false, PlainJson::error_handler_t::replace);
}

std::string player_html(const Scores& scores, std::size_t i) {
    std::string options;
    for (std::size_t t = 0; t < scores.animated.size(); ++t)
        options +=
            "<option value=\"" + std::to_string(t) + "\">" +
            html_escaped("Trajectory " + std::to_string(scores.animated[t].id) + ": " + scores.animated[t].name) +
            "</option>";
    return filled_template(
        "player.html",
        {{"number", std::to_string(i)},
         {"system", html_escaped(scores.truth.system)},
         {"hint", scores.truth.dimension == 3 ? "Drag the picture, or press the arrow keys on it, to turn it." : ""},
         {"trajectories", options}});
}

}  // namespace cchnn
