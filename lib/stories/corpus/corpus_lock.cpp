#include "stories/corpus/corpus_lock.hpp"

#include <nlohmann/json.hpp>

#include "core/errors.hpp"
#include "core/paths/read_file.hpp"
#include "core/sha256.hpp"
#include "spec/json/json_syntax.hpp"
#include "spec/json/readable_json.hpp"
#include "spec/json/schema_check.hpp"
#include "stories/corpus/corpus_file.hpp"

namespace cchnn {
namespace {

using Json = nlohmann::ordered_json;

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

}  // namespace cchnn
