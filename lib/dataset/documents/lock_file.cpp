#include "dataset/documents/lock_file.hpp"

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

#include "core/errors.hpp"
#include "core/paths/read_file.hpp"
#include "core/version.hpp"
#include "integrate/protocol/read_protocol.hpp"
#include "spec/json/json_syntax.hpp"
#include "spec/json/readable_json.hpp"
#include "spec/json/schema_check.hpp"

namespace cchnn {
namespace {

using Json = nlohmann::ordered_json;

// The entry of one split; digests that older manifests lack stay empty.
SplitContent read_split(const std::string& name, const Json& json) {
    SplitContent split;
    split.split = name;
    split.file = json.at("file");
    split.count = json.at("count");
    split.samples = json.at("steps");
    split.dt = json.at("dt");
    split.chunk_length = json.value("chunk_length", 0);
    split.resampled = json.at("resampled");
    for (const auto& [outcome, count] : json.at("outcomes").items()) split.outcomes[outcome] = count;
    split.truth_digest = json.value("truth_digest", "");
    split.content_digest = json.at("content_digest");
    split.file_sha256 = json.at("file_sha256");
    const Json arrays = json.value("array_digests", Json::object());
    for (const auto& [path, digest] : arrays.items()) split.array_digests.emplace_back(path, digest);
    return split;
}

// Reads a document that satisfies the schema, and checks what the schema cannot express: all sets of a dataset
// have the same times, and the numbers of the integration settings make sense. Collects all problems before it
// throws.
class Reader {
  public:
    Reader(const Json& document, const std::filesystem::path& path) : document_(document) { lock_.path = path; }

    // Checks everything that generate() will take from here, so that an edited lock fails before hours of work.
    LockFile read() {
        lock_.tool_version = document_.at("tool_version");
        lock_.system_name = document_.at("system").at("name");
        lock_.system_sha256 = document_.at("system").at("sha256");
        // Not by the schema: its validator counts in 64 bits with a sign.
        if (document_.at("seed").is_number_unsigned()) lock_.seed = document_.at("seed");
        else add("/seed", "must be >= 0, got " + document_.at("seed").dump());
        lock_.draw_again = document_.at("on_failure") == "resample";
        lock_.lyapunov = document_.at("lyapunov");
        for (const Json& name : document_.value("with", Json::array())) read_with(name);
        lock_.with.sensitive = document_.value("sensitive", std::vector<std::string>{});
        if (document_.contains("compress")) lock_.compress = document_.at("compress").get<int>();
        lock_.states = given_file("states");
        lock_.inputs = given_file("inputs");
        lock_.command = document_.at("command");
        if (document_.contains("publication")) lock_.publication = read_publication(document_.at("publication").dump());
        read_protocol(document_.at("protocol"));
        for (const char* name : {"train", "valid", "test"})
            if (document_.at("splits").contains(name)) add_split(name, document_.at("splits").at(name));
        if (!problems_.empty()) throw SpecError(std::move(problems_));
        return std::move(lock_);
    }

  private:
    void add(const std::string& pointer, const std::string& what) {
        problems_.push_back({lock_.path.string() + "#" + pointer, what});
    }

    std::optional<GivenFile> given_file(const char* what) const {
        if (!document_.contains(what)) return std::nullopt;
        return GivenFile{document_.at(what).at("file"), document_.at(what).at("sha256")};
    }

    // The schema knows the names.
    void read_with(const std::string& name) {
        const DerivedChoice choice = read_derived_choice(name, "with");
        lock_.with.acceleration |= choice.acceleration;
        lock_.with.momentum |= choice.momentum;
        lock_.with.multipliers |= choice.multipliers;
        lock_.with.sensitivities |= choice.sensitivities;
    }

    // Data that was imported has no settings of an integration. Lock files of older versions do not name
    // refinement, which was off then.
    void read_protocol(const Json& json) {
        lock_.protocol_json = json.dump(2);
        lock_.imported = json.at("name") == "imported";
        if (lock_.imported) return;
        if (!json.contains("error_bound")) add("/protocol", "key 'error_bound' is missing");
        const Json bound = json.value("error_bound", Json());
        lock_.bounded = bound != "off";
        if (bound.is_object()) read_refinement(bound.value("refine", Json("off")));  // older ones do not have it
        try {
            lock_.protocol = cchnn::read_protocol(lock_.protocol_json, lock_.path.string() + "#/protocol");
            for (const Problem& problem : lock_.protocol.check()) add("/protocol", problem.where + " " + problem.what);
        } catch (const DataError& error) {
            problems_.insert(problems_.end(), error.problems().begin(), error.problems().end());
        }
    }

    void read_refinement(const Json& json) {
        if (json == "off") return;
        const Json level = json.is_object() ? json.value("level", Json()) : Json();
        if (level.is_number() && level > 0 && level < 1) lock_.refine_level = level;
        else add("/protocol/error_bound/refine", "must be \"off\" or have a level between 0 and 1, got " + json.dump());
    }

    // The first split sets the times of the dataset; imported splits may each have their own.
    void add_split(const std::string& name, const Json& json) {
        const SplitContent split = read_split(name, json);
        const std::string pointer = "/splits/" + name;
        if (split.file != name + ".h5") add(pointer + "/file", "must be " + name + ".h5, got " + split.file);
        if (lock_.splits.empty()) lock_.times = {split.dt, split.samples};
        const bool same = split.dt == lock_.times.dt && split.samples == lock_.times.samples;
        if (!same && !lock_.imported) add(pointer, "has another dt or number of steps than the split before");
        if (split.chunk_length > 0) lock_.chunk_length = split.chunk_length;
        lock_.splits.push_back(split);
    }

    const Json& document_;
    LockFile lock_;
    std::vector<Problem> problems_;
};

// Without array digests in the lock file only the digest of the content is compared, which covers all arrays.
// If all arrays agree and the content does not, attributes differ.
void compare_split(const SplitContent& expected, const SplitContent& found,
                   std::vector<DigestDifference>& differences) {
    std::map<std::string, std::string> digests;
    if (!expected.array_digests.empty()) digests.insert(found.array_digests.begin(), found.array_digests.end());
    const std::size_t before = differences.size();
    for (const auto& [path, digest] : expected.array_digests) {
        const auto node = digests.extract(path);
        const std::string here = node.empty() ? "" : node.mapped();
        if (here != digest) differences.push_back({expected.split, path, digest, here});
    }
    for (const auto& [path, digest] : digests) differences.push_back({expected.split, path, "", digest});
    if (differences.size() == before && expected.content_digest != found.content_digest)
        differences.push_back(
            {expected.split, "", expected.content_digest, found.content_digest, !expected.array_digests.empty()});
}

Json part_json(const SuitePart& part) {
    Json json = Json::object();
    for (const SuitePart::File& file : part.files)
        json[file.split] = {{"truth_digest", file.truth_digest}, {"content_digest", file.content_digest}};
    return json;
}

}  // namespace

// The version is looked at first, so that a manifest of a newer program is reported as that, not as a list of
// problems.
LockFile read_lock_file(const std::filesystem::path& path) {
    const Json document = parse_json(read_file(path, "a manifest.json"), path.string());
    if (document.is_object() && document.contains("format_version") &&
        document["format_version"].is_number_unsigned() && document["format_version"] > dataset_format_version)
        throw SpecError(path.string() + "#/format_version",
                        "is " + document["format_version"].dump() + ", this program (" + tool_version +
                            ") reads up to " + std::to_string(dataset_format_version) + "; use a newer one");
    if (auto problems = schema_problems(document, path.string(), "manifest"); !problems.empty())
        throw SpecError(std::move(problems));
    return Reader(document, path).read();
}

// A split that `found` lacks counts as different; splits that only `found` has are not looked at.
std::vector<DigestDifference> compare_digests(const std::vector<SplitContent>& expected,
                                              const std::vector<SplitContent>& found) {
    std::vector<DigestDifference> differences;
    for (const SplitContent& split : expected) {
        const auto same = std::ranges::find_if(found, [&](const auto& s) { return s.split == split.split; });
        if (same != found.end()) compare_split(split, *same, differences);
        else differences.push_back({split.split, "", split.content_digest, ""});
    }
    return differences;
}

std::string to_text(const DigestDifference& d) {
    const auto digest = [](const std::string& text) { return text.empty() ? std::string("none") : text.substr(0, 12); };
    const std::string what = d.arrays_agree ? "all arrays agree, attributes do not: digest " : "digest ";
    return d.split + ".h5" + (d.array.empty() ? "" : ":" + d.array) + ": " + what + digest(d.found) + ", expected " +
           digest(d.expected);
}

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
