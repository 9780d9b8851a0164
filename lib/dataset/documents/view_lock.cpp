#include "dataset/documents/view_lock.hpp"

#include <nlohmann/json.hpp>

#include "core/errors.hpp"
#include "core/paths/read_file.hpp"
#include "core/version.hpp"
#include "dataset/view_json.hpp"
#include "spec/json/json_syntax.hpp"
#include "spec/json/readable_json.hpp"
#include "spec/json/schema_check.hpp"

namespace cchnn {
namespace {

using Json = nlohmann::ordered_json;

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
