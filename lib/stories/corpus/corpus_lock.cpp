#include "stories/corpus/corpus_lock.hpp"

#include <nlohmann/json.hpp>

#include "core/errors.hpp"
#include "core/paths/read_file.hpp"
#include "core/sha256.hpp"
#include "corpus/recipe.hpp"
#include "files/hdf5_file.hpp"
#include "spec/json/json_syntax.hpp"
#include "spec/json/readable_json.hpp"
#include "spec/json/schema_check.hpp"
#include "stories/corpus/corpus_file.hpp"
#include "stories/corpus/make_corpus.hpp"

namespace cchnn {
namespace {

using Json = nlohmann::ordered_json;

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

Json sides_json(const std::array<std::uint64_t, 3>& sides) {
    return {{"train", sides[0]}, {"valid", sides[1]}, {"test", sides[2]}};
}

// What the tables of a corpus, or of one shard, hold.
void add_counts(Json& info, const CorpusReport& counts) {
    info["graphs"] = counts.graphs;
    info["by_graph"] = sides_json(counts.sides);
    info["by_numbers"] = sides_json(counts.sides_by_numbers);
    info["with_dimension"] = {{"2", counts.in_a_plane}, {"3", counts.systems - counts.in_a_plane}};
    info["connected"] = counts.connected;
    info["with_free_fall"] = counts.free_falls;
    info["with_loop"] = counts.loops;
    info["with_joint"] = counts.joints;
    info["with_kind"] = counts.kinds;
    info["largest_error_bound"] = counts.largest_bound;
}

void add_recipe(Json& info, const Recipe& recipe) {
    info["recipe"] = recipe.name;
    info["title"] = recipe.title;
}

}  // namespace

std::string CorpusLock::common_digest() const {
    std::string all;
    for (const File& file : files) all += (all.empty() ? "" : "\n") + file.content_digest;
    return sha256_of_text(all);
}

std::string corpus_lock_json(const CorpusLock& lock) {
    Json json = document_head("cchnn corpus", 1);
    json["seed"] = lock.seed;
    json["systems"] = lock.systems;
    if (lock.select) json["select"] = *lock.select;
    json["digest"] = lock.digest;
    json["graphs"] = lock.graphs;
    json["recipe"] = Json::parse(lock.recipe_json);
    json["files"] = Json::array();
    for (const CorpusLock::File& file : lock.files)
        json["files"].push_back({{"file", file.file}, {"content_digest", file.content_digest}});
    return json_document(json);
}

// Files are named in their order, since they are joined to a directory.
CorpusLock read_corpus_lock(const std::filesystem::path& path) {
    const Json json = parse_by_schema(read_file(path, "a corpus.json"), path.string(), "corpus", bounds_of_reports);
    std::vector<Problem> problems;
    CorpusLock lock{json.at("recipe").dump(2), json.at("seed"), json.at("systems"), json.at("graphs"), {}, {},
                    json.at("digest")};
    if (json.contains("select")) lock.select = json.at("select").get<std::uint64_t>();
    for (const Json& file : json.at("files")) lock.files.push_back({file.at("file"), file.at("content_digest")});
    const std::uint64_t shards = shards_of(lock.systems);
    for (std::uint64_t i = 0; i < lock.files.size(); ++i)
        if (const std::string name = i == 0 ? "index.h5" : "shards/" + shard_name(i - 1); lock.files[i].file != name)
            problems.push_back({path.string() + "#/files/" + std::to_string(i) + "/file", "must be " + name});
    if (lock.files.size() != shards + 1)
        problems.push_back({path.string() + "#/files", "must be index.h5 and " + std::to_string(shards) +
                                                           " shards of 100 systems, got " +
                                                           std::to_string(lock.files.size())});
    if (!problems.empty()) throw SpecError(std::move(problems));
    return lock;
}

bool is_corpus_lock(const std::string& text) { return has_format(text, "cchnn corpus"); }

std::string corpus_info(const fs::path& lock_file) {
    const CorpusLock lock = read_corpus_lock(lock_file);
    const Recipe recipe = parse_recipe(lock.recipe_json, lock_file.string() + "#/recipe");
    Json info{{"path", lock_file.string()}, {"kind", "corpus"}};
    add_recipe(info, recipe);
    info["seed"] = lock.seed;
    info["systems"] = lock.systems;
    info["trajectories"] = recipe.trajectories;
    info["samples"] = recipe.samples;
    info["shards"] = lock.files.size() - 1;
    info["graphs"] = lock.graphs;
    if (const fs::path index = lock_file.parent_path() / "index.h5"; fs::exists(index)) {
        CorpusTables tables = read_tables(index);
        const CorpusReport counts = counted_rows(tables.index, lock.select);
        add_counts(info, counts);
        if (lock.select) info["selected"] = counts.selected;
    }
    info["digest"] = lock.digest;
    info["format_version"] = 1;
    const Json document = json_object_in(read_file(lock_file, "a corpus.json"));
    info["written_by_version"] = document.at("tool_version");
    return info.dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::string recipe_info(const fs::path& path, const std::string& text) {
    const Recipe recipe = parse_recipe(text, path.string());
    Json info{{"path", path.string()}, {"kind", "recipe"}};
    add_recipe(info, recipe);
    info["trajectories"] = recipe.trajectories;
    info["samples"] = recipe.samples;
    info["count"] = {recipe.fewest_bodies, recipe.most_bodies};
    for (const auto& [key, weights] : {std::pair{"bodies", &recipe.bodies},
                                       {"attach", &recipe.attach},
                                       {"couplings", &recipe.couplings},
                                       {"forces", &recipe.forces}})
        for (const auto& [name, weight] : *weights)
            if (weight > 0) info[key].push_back(name);
    info["format_version"] = 1;
    return info.dump(-1, ' ', false, Json::error_handler_t::replace);
}

bool is_corpus_file(const fs::path& path) { return kind_of(Hdf5File::open(path)).starts_with("corpus "); }

std::string corpus_file_info(const fs::path& path) {
    CorpusTables tables = read_tables(path);
    const CorpusReport counts = counted_rows(tables.index, {});
    Json info{{"path", path.string()}, {"kind", tables.kind}};
    add_recipe(info, parse_recipe(tables.recipe_json, path.string() + ":/recipe"));
    info["seed"] = tables.seed;
    info["systems"] = counts.systems;
    if (counts.systems > 0) info["numbers"] = {tables.index.rows.front().number, tables.index.rows.back().number};
    add_counts(info, counts);
    info["content_digest"] = tables.content_digest;
    info["written_by_version"] = tables.tool_version;
    return info.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace cchnn
