#include "corpus/recipe.hpp"

#include <algorithm>
#include <filesystem>
#include <functional>
#include <map>
#include <nlohmann/json.hpp>

#include "core/embedded_files.hpp"
#include "core/errors.hpp"
#include "core/nearest_name.hpp"
#include "core/number_text.hpp"
#include "core/option.hpp"
#include "core/paths/read_file.hpp"
#include "corpus/draw_system.hpp"
#include "spec/json/json_syntax.hpp"
#include "spec/json/schema_check.hpp"

namespace cchnn {
namespace {

using Json = nlohmann::ordered_json;

const std::string folder = "systems/recipes/";

// Fixed orders: a draw does not depend on the order of keys in a file.
const std::vector<std::string> dimension_names{"2", "3"};
const std::vector<std::string> body_names{"Obj0D", "Obj1D", "Obj2D", "Obj3D"};
// In the order of Attachment.
const std::vector<std::string> attach_names{"Link",   "Joint", "Joint+Axis", "Slider",  "Universal", "Planar",
                                            "Spring", "Weld",  "Screw",      "Rolling", "Track",     "none"};
const std::vector<std::string> coupling_names{"Rope", "Gear", "Rack"};
const std::vector<std::string> force_names{"Gravity",       "Newtonian", "Spring",        "Potential", "MagneticField",
                                           "Force",         "Torque",    "TorsionSpring", "Damping",   "Dashpot",
                                           "TorsionDamper", "Dipole",    "RotatingFrame", "Drag"};

// Reads a recipe that the schema has accepted. Weights of names keep the order of the lists above, on which draws
// depend.
class RecipeReader {
  public:
    RecipeReader(const Json& json, std::string source) : json_(json), source_(std::move(source)) {}

    Recipe read() {
        Recipe recipe;
        recipe.name = json_.at("name");
        recipe.title = json_.at("title");
        recipe.description = json_.value("description", "");
        recipe.trajectories = json_.value("trajectories", recipe.trajectories);
        recipe.samples = json_.value("samples", recipe.samples);
        recipe.samples_per_period = range("samples_per_period", recipe.samples_per_period);
        recipe.dimensions = weights("dimension", dimension_names);
        recipe.bodies = weights("bodies", body_names);
        recipe.attach = weights("attach", attach_names);
        recipe.couplings = weights("couplings", coupling_names);
        recipe.forces = weights("forces", force_names);
        const NumberRange count = range("count", {1, 6});
        recipe.fewest_bodies = static_cast<int>(count.low);
        recipe.most_bodies = static_cast<int>(count.high);
        recipe.anchored = json_.value("anchored", recipe.anchored);
        const NumberRange parts = range("parts", {1, 1});
        recipe.fewest_parts = static_cast<int>(parts.low);
        recipe.most_parts = static_cast<int>(parts.high);
        recipe.free_fall = json_.value("free_fall", recipe.free_fall);
        if (json_.contains("loops")) {
            recipe.loops = json_.at("loops").value("share", 0.0);
            recipe.most_loops = json_.at("loops").value("most", recipe.most_loops);
        }
        recipe.mass = range("mass", recipe.mass);
        recipe.length = range("length", recipe.length);
        recipe.stiffness = range("stiffness", recipe.stiffness);
        recipe.damping = range("damping", recipe.damping);
        recipe.energy = range("energy", recipe.energy);
        recipe.spread = range("spread", recipe.spread);
        recipe.most_evaluations = json_.value("most_evaluations", recipe.most_evaluations);
        recipe.lyapunov = json_.value("lyapunov", recipe.lyapunov);
        if (problems_.empty())
            for (const Problem& one : impossible_parts(recipe)) add(one.where, one.what);
        if (!problems_.empty()) throw SpecError(std::move(problems_));
        return recipe;
    }

  private:
    void add(const std::string& pointer, const std::string& what) {
        problems_.push_back({source_ + "#" + pointer, what});
    }

    NumberRange range(const std::string& key, NumberRange range) {
        if (!json_.contains(key)) return range;
        range = {json_.at(key).at(0), json_.at(key).at(1)};
        if (range.low > range.high)
            add("/" + key, "must be [low, high] with low <= high, got [" + number_text(range.low) + ", " +
                               number_text(range.high) + "]");
        return range;
    }

    Weights weights(const std::string& key, const std::vector<std::string>& names) {
        Weights all;
        if (!json_.contains(key)) return all;
        const Json& object = json_.at(key);
        for (const std::string& name : names)
            if (object.contains(name)) all.emplace_back(name, object.at(name));
        return all;
    }

    const Json& json_;
    std::string source_;
    std::vector<Problem> problems_;
};

bool is_path(const std::string& name) { return name.find('/') != std::string::npos || name.ends_with(".json"); }

const std::string hinge = "a Joint in 2 dimensions, or a Joint+Axis or a Screw in 3",
                  two_ends = "two bodies, or a body and an Origin", untied = "two bodies that nothing joins yet",
                  turning = "3 dimensions, and an Obj2D or Obj3D on an Origin or an Obj3D";

// What a kind of `attach` needs, in the words of messages.
const std::map<std::string, std::string> needs_of_attach{
    {"Link", two_ends},
    {"Joint", "an Obj1D, Obj2D or Obj3D, and a body or an Origin that holds it"},
    {"Joint+Axis", turning},
    {"Slider", "an Origin or an Obj2D as its guide in 2 dimensions; in 3, an Obj0D on an Origin or an Obj3D"},
    {"Universal", "3 dimensions, and an Obj3D on an Origin or another Obj3D"},
    {"Planar", "3 dimensions, and an Obj0D on an Origin or an Obj3D"},
    {"Spring", two_ends},
    {"Weld", "a second body, not an Obj0D, on an Obj2D in 2 dimensions or on an Obj3D in 3"},
    {"Screw", turning},
    {"Rolling", "3 dimensions, and an Obj3D beside an Origin or another body"},
    {"Track", two_ends}};

// Looks for what a recipe asks for and can never get, before the first draw: collects a problem for each, with the
// pointer of the key that asks for it.
class PartsCheck {
  public:
    explicit PartsCheck(const Recipe& recipe) : recipe_(recipe), anchored_(recipe.anchored > 0) {
        for (const auto& [name, weight] : recipe.dimensions)
            if (weight > 0) dimensions_.push_back(name == "2" ? 2 : 3);
        for (const auto& [name, weight] : recipe.bodies)
            if (weight > 0) bodies_.push_back(PlacedBody{"", name[3] - '0'});
        if (anchored_) ends_ += 1 + (recipe.loops > 0 ? recipe.most_loops : 0);
    }

    std::vector<Problem> run() {
        require_weights();
        if (problems_.empty()) require_places();
        if (problems_.empty()) require_parts();
        if (problems_.empty()) require_motion();
        require_budget();
        return std::move(problems_);
    }

  private:
    void require(bool holds, const std::string& pointer, const std::string& what) {
        if (!holds) problems_.push_back({pointer, what});
    }
    static bool is_drawn(const Weights& weights, const std::string& name) { return weight_of(weights, name) > 0; }

    void require_weights() {
        const bool attaches =
            std::any_of(recipe_.attach.begin(), recipe_.attach.end(), [](const auto& one) { return one.second > 0; });
        require(!dimensions_.empty(), "/dimension", "needs a weight > 0");
        require(!bodies_.empty(), "/bodies", "needs a weight > 0");
        require(attaches, "/attach", "needs a weight > 0");
        require(bodies_.empty() || std::ranges::count(dimensions_, 2) == 0 || bodies_.front().axes < 3, "/bodies",
                "has no body for 2 dimensions, which allow Obj0D, Obj1D and Obj2D; give one a weight, or take "
                "2 out of dimension");
    }

    // --- what can be where

    // Whether a kind of `attach` can hold a body to an Origin, or to one that moves.
    bool fits_on(const std::string& kind, int dimension, bool on_origin) const {
        const auto on = [&](const PlacedBody& parent) {
            return std::any_of(bodies_.begin(), bodies_.end(), [&](const PlacedBody& body) {
                return body.axes <= dimension && fits(attachment_named(kind), parent, body, dimension);
            });
        };
        if (!is_drawn(recipe_.attach, kind)) return false;
        if (on_origin) return anchored_ && on(PlacedBody{"", 0, true});
        return recipe_.most_bodies > 1 && std::any_of(bodies_.begin(), bodies_.end(), [&](const PlacedBody& parent) {
                   return parent.axes <= dimension && on(parent);
               });
    }
    bool attaches(const std::string& kind, int dimension) const {
        return fits_on(kind, dimension, true) || fits_on(kind, dimension, false);
    }
    bool somewhere(const std::function<bool(int)>& holds) const {
        return std::any_of(dimensions_.begin(), dimensions_.end(), holds);
    }
    bool attaches(const std::string& kind) const {
        return somewhere([&](int d) { return attaches(kind, d); });
    }
    bool has_hinge(int dimension) const {
        return dimension == 2 ? attaches("Joint", 2) : attaches("Joint+Axis", 3) || attaches("Screw", 3);
    }
    // Two bodies are joined where one is attached to the other; these three leave them apart.
    bool has_untied() const {
        return ends_ > 2 || (ends_ > 1 && (attaches("none") || attaches("Rolling") || attaches("Track")));
    }

    // Couplings and forces that some systems have no place for: what each needs, and whether a system has it. The
    // others act on any body.
    struct Need {
        std::string kind, text;
        bool is_met;
    };
    std::vector<Need> needs() const {
        const bool two_bodies = recipe_.most_bodies > 1, hinges = somewhere([&](int d) { return has_hinge(d); });
        const bool slide_and_hinge = somewhere([&](int d) { return has_hinge(d) && attaches("Slider", d); });
        const bool bob_and_pivot = anchored_ && std::ranges::count(dimensions_, 3) > 0 && bodies_.front().axes == 0;
        return {{"Rope", "three bodies; Origins count too", ends_ > 2},
                {"Gear", "two hinges, each " + hinge, hinges && two_bodies},
                {"Rack", "a Slider and, in the same dimension, " + hinge, slide_and_hinge && two_bodies},
                {"Newtonian", "two bodies that move", two_bodies},
                {"Spring", untied, has_untied()},
                {"Potential", two_ends, ends_ > 1},
                {"Torque", hinge, hinges},
                {"TorsionSpring", hinge, hinges},
                {"Dashpot", two_ends, ends_ > 1},
                {"TorsionDamper", hinge, hinges},
                {"Dipole", "3 dimensions, an Obj0D and an Origin", bob_and_pivot}};
    }

    void require_places() {
        const auto impossible = [](const std::string& needed) {
            return "is in no system of this recipe; it needs " + needed;
        };
        for (const auto& [kind, text] : needs_of_attach)
            require(!is_drawn(recipe_.attach, kind) || attaches(kind), "/attach/" + kind, impossible(text));
        for (const Need& need : needs())
            for (const auto& [list, shares] :
                 {std::pair{"/couplings/", &recipe_.couplings}, {"/forces/", &recipe_.forces}})
                require(need.is_met || !is_drawn(*shares, need.kind), list + need.kind, impossible(need.text));
        require(recipe_.loops <= 0 || has_untied(), "/loops",
                "closes none in any system of this recipe; it needs " + untied);
        if (!problems_.empty()) return;
        for (const int dimension : dimensions_)
            require(has_beginning(dimension), "/attach",
                    std::string("holds no body to ") + (anchored_ ? "an Origin" : "the first one") + " in " +
                        std::to_string(dimension) + " dimensions, so that no system begins; add Link or Spring" +
                        (dimensions_.size() > 1 ? ", or take " + std::to_string(dimension) + " out of dimension" : ""));
    }
    // Without an Origin, the first body is free. What holds one body holds all that follow.
    bool has_beginning(int dimension) const {
        const auto any_fits = [&](bool on_origin) {
            return std::any_of(recipe_.attach.begin(), recipe_.attach.end(),
                               [&](const auto& one) { return fits_on(one.first, dimension, on_origin); });
        };
        return any_fits(true) || (recipe_.anchored < 1 && (recipe_.fewest_bodies == 1 || any_fits(false)));
    }

    // A part has a body, and what stays apart needs a force or a coupling that joins it.
    void require_parts() {
        require(recipe_.fewest_parts <= recipe_.most_bodies, "/parts/0",
                "must be at most " + std::to_string(recipe_.most_bodies) + ", the largest number of bodies, got " +
                    std::to_string(recipe_.fewest_parts));
        const bool joins_later = recipe_.loops > 0 || !recipe_.couplings.empty() ||
                                 std::ranges::any_of(std::vector{"Newtonian", "Spring", "Potential", "Dashpot"},
                                                     [&](const char* kind) { return is_drawn(recipe_.forces, kind); });
        const auto joins = [&](int dimension) {
            return std::ranges::any_of(recipe_.attach, [&](const auto& one) {
                return !holds_to_space(attachment_named(one.first)) && fits_on(one.first, dimension, false);
            });
        };
        for (const int dimension : dimensions_)
            require(recipe_.fewest_bodies <= recipe_.most_parts || joins_later || joins(dimension), "/parts",
                    "is at most " + std::to_string(recipe_.most_parts) + ", and nothing joins two bodies in " +
                        std::to_string(dimension) + " dimensions; add Link or Spring to attach, or allow " +
                        std::to_string(recipe_.fewest_bodies) + " parts");
    }

    // What never moves, or moves evenly, has no time scale.
    void require_motion() {
        const auto any_drawn = [&](const std::vector<std::string>& kinds) {
            return std::any_of(kinds.begin(), kinds.end(),
                               [&](const std::string& kind) { return is_drawn(recipe_.forces, kind); });
        };
        const bool no_force =
            std::none_of(recipe_.forces.begin(), recipe_.forces.end(), [](const auto& one) { return one.second > 0; });
        require(recipe_.energy.high > 0 || !no_force || attaches("Spring"), "/energy",
                "is 0 and no force is drawn, so that nothing moves; raise it, or add a force such as Gravity");
        const bool held = std::any_of(recipe_.attach.begin(), recipe_.attach.end(),
                                      [&](const auto& one) { return one.first != "none" && attaches(one.first); });
        require(held || bodies_.back().axes > 0 ||
                    any_drawn({"Newtonian", "Spring", "Potential", "MagneticField", "Damping", "Dashpot", "Dipole",
                               "RotatingFrame", "Drag"}),
                "/forces",
                "gives no time scale to points that nothing holds; add a force that depends on the state, such as "
                "Spring or MagneticField, or a kind of attach");
    }

    void require_budget() {
        const std::uint64_t least = static_cast<std::uint64_t>(recipe_.samples - 1) * evaluations_of_step;
        require(recipe_.most_evaluations >= least, "/most_evaluations",
                "must be at least " + std::to_string(least) + " for " + std::to_string(recipe_.samples) +
                    " samples, one step of " + std::to_string(evaluations_of_step) +
                    " evaluations to each, and better ten times that; got " + std::to_string(recipe_.most_evaluations));
        constexpr std::uint64_t most = 10'000'000;
        const std::uint64_t samples = recipe_.trajectories * static_cast<std::uint64_t>(recipe_.samples);
        require(samples <= most, "/samples",
                "gives, times 'trajectories', " + std::to_string(samples) + " samples of a system, at most " +
                    std::to_string(most) + " are allowed");
    }

    const Recipe& recipe_;
    const bool anchored_;
    int ends_ = recipe_.most_bodies;  // bodies and Origins of the largest system
    std::vector<int> dimensions_{};
    std::vector<PlacedBody> bodies_{};  // in the order of their axes
    std::vector<Problem> problems_{};
};

}  // namespace

double weight_of(const Weights& weights, const std::string& name) {
    for (const auto& [key, weight] : weights)
        if (key == name) return weight;
    return 0;
}

Attachment attachment_named(const std::string& name) {
    const auto found = std::find(attach_names.begin(), attach_names.end(), name);
    return static_cast<Attachment>(found - attach_names.begin());
}

std::vector<std::string> builtin_recipe_names() {
    std::vector<std::string> names;
    for (const auto& [file, text] : embedded_files())
        if (file.starts_with(folder)) names.push_back(std::filesystem::path(file).stem());
    return names;
}

Recipe load_recipe(const std::string& name) {
    if (is_path(name)) return parse_recipe(read_named_file(name, "a recipe, a JSON file"), name);
    const auto found = embedded_files().find(folder + name + ".json");
    if (found == embedded_files().end())
        throw UsageError("", "unknown recipe '" + name + "'" + suggestion(name, builtin_recipe_names()) +
                                 " (a file of your own is named with a '/' or ends in .json)");
    return parse_recipe(found->second, "built-in:" + name);
}

Recipe parse_recipe(const std::string& text, const std::string& source) {
    const Json json = parse_by_schema(text, source, "recipe");
    Recipe recipe = RecipeReader(json, source).read();
    recipe.json = json.dump(2);
    return recipe;
}

Recipe with_lyapunov(const Recipe& recipe, std::uint64_t trajectories) {
    constexpr std::uint64_t most = 1000;
    if (trajectories < 1 || trajectories > most)
        throw UsageError(option("lyapunov"), "must be 1 to 1000 trajectories, got " + std::to_string(trajectories));
    Json json = Json::parse(recipe.json);
    json["lyapunov"] = trajectories;
    return parse_recipe(json.dump(), recipe.name);
}

bool is_recipe(const std::string& name) {
    if (!is_path(name)) return embedded_files().contains(folder + name + ".json");
    return has_format(read_named_file(name, "a recipe or a system, a JSON file"), "cchnn recipe");
}

std::vector<Problem> impossible_parts(const Recipe& recipe) { return PartsCheck(recipe).run(); }

}  // namespace cchnn
