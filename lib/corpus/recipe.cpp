#include "corpus/recipe.hpp"

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "core/embedded_files.hpp"
#include "core/errors.hpp"
#include "core/nearest_name.hpp"
#include "core/number_text.hpp"
#include "core/option.hpp"
#include "core/paths/read_file.hpp"
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
        check(recipe);
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

    static double sum(const Weights& weights, const std::vector<std::string>& of) {
        double sum = 0;
        for (const std::string& name : of) sum += weight_of(weights, name);
        return sum;
    }

    // What no system can be drawn from: each would end as "nothing could be drawn" after many attempts.
    void check(const Recipe& recipe) {
        if (sum(recipe.dimensions, dimension_names) <= 0) add("/dimension", "needs a weight > 0");
        if (sum(recipe.bodies, body_names) <= 0) add("/bodies", "needs a weight > 0");
        else if (weight_of(recipe.dimensions, "2") > 0 && sum(recipe.bodies, {"Obj0D", "Obj1D", "Obj2D"}) <= 0)
            add("/bodies",
                "has no body for 2 dimensions, which allow Obj0D, Obj1D and Obj2D; give one a weight, or take "
                "2 out of dimension");
        if (recipe.attach.empty() || sum(recipe.attach, attach_names) <= 0) add("/attach", "needs a weight > 0");
        const auto refuse = [&](const std::string& key, const Weights& weights, const std::vector<std::string>& names,
                                const std::string& why) {
            for (const std::string& name : names)
                if (weight_of(weights, name) > 0) add("/" + key + "/" + name, why);
        };
        if (weight_of(recipe.dimensions, "3") <= 0) {
            const std::string why = "exists in 3 dimensions alone, and dimension has no weight for 3";
            refuse("attach", recipe.attach, {"Joint+Axis", "Universal", "Planar", "Screw", "Rolling"}, why);
            refuse("forces", recipe.forces, {"Dipole"}, why);
        }
        const auto has_body = [&](const std::vector<std::string>& types) { return sum(recipe.bodies, types) > 0; };
        const bool only_points = !has_body({"Obj1D", "Obj2D", "Obj3D"});
        if (only_points && sum(recipe.attach, {"Link", "Slider", "Planar", "Spring", "Track", "none"}) <= 0)
            add("/attach", "joins extended bodies alone, and bodies has a weight for Obj0D alone; add Link or Spring");
        if (!has_body({"Obj0D"})) {
            refuse("attach", recipe.attach, {"Planar"}, "holds an Obj0D alone, and bodies has no weight for Obj0D");
            refuse("forces", recipe.forces, {"Dipole"}, "acts on an Obj0D alone, and bodies has no weight for Obj0D");
        }
        if (!has_body({"Obj3D"}))
            refuse("attach", recipe.attach, {"Universal", "Rolling"},
                   "holds an Obj3D alone, and bodies has no weight for Obj3D");
        const std::vector<std::string> about_hinges{"Torque", "TorsionSpring", "TorsionDamper", "Gear", "Rack"};
        const bool no_hinge = sum(recipe.attach, {"Joint", "Joint+Axis", "Screw"}) <= 0;
        if (only_points || no_hinge) {
            const std::string why = only_points
                                        ? "turns extended bodies, and bodies has a weight for Obj0D alone"
                                        : "acts about a Joint, Joint+Axis or Screw, and attach has no weight for one";
            refuse("forces", recipe.forces, about_hinges, why);
            refuse("couplings", recipe.couplings, about_hinges, why);
        }
        if (weight_of(recipe.attach, "Slider") <= 0)
            refuse("couplings", recipe.couplings, {"Rack"}, "moves a Slider, and attach has no weight for Slider");
        for (const auto& [key, probabilities] :
             {std::pair{"/couplings/", &recipe.couplings}, {"/forces/", &recipe.forces}})
            for (const auto& [name, probability] : *probabilities)
                if (probability > 1) add(key + name, "is a probability, at most 1, got " + number_text(probability));
        if (recipe.most_bodies < 2)
            refuse("forces", recipe.forces, {"Newtonian"}, "acts between bodies, and count allows one alone");
    }

    const Json& json_;
    std::string source_;
    std::vector<Problem> problems_;
};

bool is_path(const std::string& name) { return name.find('/') != std::string::npos || name.ends_with(".json"); }

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
    const Json json = parse_json(text, source);
    if (!json.is_object() || json.value("format", Json()) != "cchnn recipe")
        throw SpecError(source + "#/format",
                        std::string("must be \"cchnn recipe\"") +
                            (json.contains("initial_conditions") ? ", and this file is a system" : ""));
    if (auto problems = schema_problems(json, source, "recipe"); !problems.empty())
        throw SpecError(std::move(problems));
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
    const Json json = json_object_in(read_named_file(name, "a recipe or a system, a JSON file"));
    return json.is_object() && json.value("format", Json()) == "cchnn recipe";
}

}  // namespace cchnn
