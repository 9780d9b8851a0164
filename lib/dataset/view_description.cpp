#include "dataset/view_description.hpp"

#include <nlohmann/json.hpp>

#include "core/errors.hpp"
#include "core/paths/read_file.hpp"
#include "core/version.hpp"
#include "spec/json/json_syntax.hpp"
#include "spec/json/readable_json.hpp"
#include "spec/json/schema_check.hpp"

namespace cchnn {
namespace {

using Json = nlohmann::ordered_json;

// All settings, also those with default values: a view must be made again equally by versions with other
// defaults.
Json json_of(const ObservationRecipe& recipe) {
    return {{"noise", recipe.noise},     {"noise_absolute", recipe.noise_absolute},
            {"dropout", recipe.dropout}, {"times", recipe.times},
            {"hide", recipe.hide},       {"velocities", recipe.velocities},
            {"camera", recipe.camera},   {"float32", recipe.float32},
            {"seed", recipe.seed}};
}

Json file_json(const ViewSplit& split) {
    return {{"file", split.file},
            {"truth_digest", split.truth_digest},
            {"trajectories", split.count},
            {"samples", split.samples},
            {"content_digest", split.content_digest}};
}

ViewSplit read_file_entry(const std::string& name, const Json& json) {
    return {name,
            json.at("file"),
            json.at("truth_digest"),
            json.at("content_digest"),
            json.at("trajectories"),
            json.at("samples")};
}

}  // namespace

std::string recipe_json(const ObservationRecipe& recipe) { return json_of(recipe).dump(); }

// The text has satisfied its schema. Values that make no sense together are collected as problems.
ObservationRecipe read_recipe(const std::string& text, std::vector<Problem>& problems) {
    const Json json = Json::parse(text);
    ObservationRecipe recipe;
    recipe.noise = json.at("noise");
    recipe.noise_absolute = json.at("noise_absolute");
    recipe.dropout = json.at("dropout");
    recipe.times = json.at("times");
    recipe.hide = json.at("hide").get<std::vector<std::string>>();
    recipe.velocities = json.at("velocities");
    recipe.float32 = json.at("float32");
    recipe.camera = json.at("camera").get<std::vector<double>>();
    if (json.at("seed").is_number_unsigned()) recipe.seed = json.at("seed");
    else problems.push_back({"seed", "must be >= 0, got " + json.at("seed").dump()});
    for (const Problem& problem : recipe.check()) problems.push_back(problem);
    return recipe;
}

// The array /view of a file of a view (schemas/view.md). Counts and nodes are left out: they follow from the
// arrays.
std::string view_header_json(const ViewDescription& d) {
    return Json{{"format", "cchnn view file"},
                {"format_version", view_format_version},
                {"system", d.system},
                {"split", d.split},
                {"truth_digest", d.truth_digest},
                {"truth_samples", d.truth_samples},
                {"spread_x", d.spread_x},
                {"spread_v", d.spread_v},
                {"recipe", json_of(d.recipe)}}
               .dump(1) +
           "\n";
}

// Throws SpecError for a document that does not satisfy the schema view_file.
ViewDescription read_view_header(const std::string& text, const std::string& source) {
    const Json json = parse_by_schema(text, source, "view_file");
    ViewDescription d;
    d.system = json.at("system");
    d.split = json.at("split");
    d.truth_digest = json.at("truth_digest");
    d.truth_samples = json.at("truth_samples");
    d.spread_x = json.at("spread_x");
    d.spread_v = json.at("spread_v");
    std::vector<Problem> problems;
    d.recipe = read_recipe(json.at("recipe").dump(), problems);
    for (Problem& problem : problems) problem.where = source + "#/recipe/" + problem.where;
    if (!problems.empty()) throw SpecError(std::move(problems));
    return d;
}

std::string view_lock_json(const ViewLock& lock) {
    Json json = document_head("cchnn view", view_format_version);
    json["command"] = lock.command;
    json["system"] = lock.system;
    json["recipe"] = Json::parse(recipe_json(lock.recipe));
    for (const ViewSplit& split : lock.splits) json["files"][split.split] = file_json(split);
    return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

// The names of files are checked although they follow from the split, because they are joined to a directory.
ViewLock read_view_lock(const std::filesystem::path& path) {
    const Json document = parse_by_schema(read_file(path, "a view.json"), path.string(), "view");
    ViewLock lock;
    lock.tool_version = document.at("tool_version");
    lock.command = document.at("command");
    lock.system = document.at("system");
    std::vector<Problem> problems;
    lock.recipe = read_recipe(document.at("recipe").dump(), problems);
    for (Problem& problem : problems) problem.where = "recipe/" + problem.where;
    for (const char* name : {"train", "valid", "test"}) {
        if (!document.at("files").contains(name)) continue;
        lock.splits.push_back(read_file_entry(name, document.at("files").at(name)));
        if (lock.splits.back().file != std::string(name) + ".h5")
            problems.push_back({"files/" + std::string(name) + "/file", "must be " + std::string(name) + ".h5"});
    }
    for (Problem& problem : problems) problem.where = path.string() + "#/" + problem.where;
    if (!problems.empty()) throw SpecError(std::move(problems));
    return lock;
}

bool is_view_lock(const std::string& text) { return has_format(text, "cchnn view"); }

}  // namespace cchnn
