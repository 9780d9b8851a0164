#include "dataset/documents/suite_lock.hpp"

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

Json part_json(const SuitePart& part) {
    Json json = Json::object();
    for (const SuitePart::File& file : part.files)
        json[file.split] = {{"truth_digest", file.truth_digest}, {"content_digest", file.content_digest}};
    return json;
}

}  // namespace

std::string suite_lock_json(const SuiteLock& lock) {
    Json json = document_head("cchnn suite lock", suite_format_version);
    json["most"] = lock.most;
    json["suite"] = Json::parse(lock.suite_json);
    json["parts"] = Json::object();
    for (const SuitePart& part : lock.parts) json["parts"][part.path] = part_json(part);
    return json_document(json);
}

// Throws SpecError for a document that does not satisfy schemas/suite_lock.schema.json.
SuiteLock read_suite_lock(const std::filesystem::path& path) {
    const Json document = parse_by_schema(read_file(path, "a suite.lock.json"), path.string(), "suite_lock");
    SuiteLock lock{document.at("suite").dump(2), document.at("most"), {}, document.at("tool_version")};
    for (const auto& [name, files] : document.at("parts").items()) {
        lock.parts.push_back({name, {}});
        for (const auto& [split, digests] : files.items())
            lock.parts.back().files.push_back({split, digests.at("truth_digest"), digests.at("content_digest")});
    }
    return lock;
}

bool is_suite_lock(const std::filesystem::path& path) {
    return std::filesystem::is_regular_file(path) && has_format(read_file(path, "a suite"), "cchnn suite lock");
}

}  // namespace cchnn
