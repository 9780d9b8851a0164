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
#include "corpus/possible_parts.hpp"
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

}  // namespace cchnn
