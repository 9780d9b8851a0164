#include "dataset/documents/manifest.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>

#include "core/errors.hpp"
#include "core/sha256.hpp"
#include "core/version.hpp"
#include "dataset/documents/croissant.hpp"
#include "dataset/documents/dataset_card.hpp"
#include "dataset/reader/trajectory_file.hpp"
#include "files/atomic_file.hpp"
#include "spec/json/json_syntax.hpp"

namespace cchnn {
namespace {

using Json = nlohmann::ordered_json;

// What the manifest says of one split: sizes, outcomes and digests.
Json split_json(const SplitContent& s) {
    Json arrays = Json::object(), outcomes = Json::object();
    for (const auto& [path, digest] : s.array_digests) arrays[path] = digest;
    for (const auto& [name, count] : s.outcomes) outcomes[name] = count;
    Json json{{"file", s.file}, {"count", s.count}, {"steps", s.samples}, {"dt", s.dt}};
    if (s.chunk_length > 0) json["chunk_length"] = s.chunk_length;
    json["resampled"] = s.resampled;
    json["outcomes"] = outcomes;
    json["truth_digest"] = s.truth_digest;
    json["content_digest"] = s.content_digest;
    json["file_sha256"] = s.file_sha256;
    json["array_digests"] = arrays;
    return json;
}

std::string checksum_line(const std::string& sha256, const std::string& file) { return sha256 + "  " + file + "\n"; }

// The lines of SHA256SUMS, in the form that sha256sum -c reads.
std::string checksums(const ManifestContent& content, const std::vector<CompanionFile>& companions) {
    std::vector<std::pair<std::string, std::string>> files;
    for (const CompanionFile& file : companions) files.emplace_back(file.name, sha256_of_text(file.text));
    for (const SplitContent& s : content.splits) files.emplace_back(s.file, s.file_sha256);
    std::ranges::sort(files);
    std::string text;
    for (const auto& [file, sha256] : files) text += checksum_line(sha256, file);
    return text;
}

}  // namespace

const std::vector<std::string>& dataset_files() {
    static const std::vector<std::string> files{"train.h5",  "valid.h5",       "test.h5",   "manifest.json",
                                                "README.md", "croissant.json", "SHA256SUMS"};
    return files;
}

// Reads the whole file again, to compare its content with the digest stored in it.
SplitContent describe_split(const std::filesystem::path& path, std::uint64_t resampled) {
    const TrajectoryFile file(path, WrittenBy::this_command);
    const ContentDigest digest = file.digests();
    if (const std::string& stored = file.info().content_digest; digest.content != stored)
        throw DataError(
            path.string() + ":/@content_digest",
            "is " + stored + ", but the content has " + digest.content + "; the file was changed, generate it again");
    return describe_split(path, resampled, digest, file.outcome_counts());
}

// Takes digests and outcomes that the writer knows already, so that only the SHA-256 of the file needs to be
// read.
SplitContent describe_split(const std::filesystem::path& path, std::uint64_t resampled, const ContentDigest& content,
                            std::map<std::string, std::uint64_t> outcomes) {
    const TrajectoryFileInfo info = TrajectoryFile(path, WrittenBy::this_command).info();
    SplitContent split;
    split.split = info.description.split;
    split.file = path.filename().string();
    split.count = info.count;
    split.samples = info.samples;
    split.nodes = info.nodes;
    split.dimension = info.dimension;
    split.coordinates = info.coordinates;
    split.dt = info.description.times.dt;
    split.chunk_length = info.description.chunks ? info.description.chunk_length : 0;
    split.resampled = resampled;
    split.outcomes = std::move(outcomes);
    split.truth_digest = content.truth;
    split.content_digest = content.content;
    split.file_sha256 = sha256_of_file(path);
    split.file_bytes = std::filesystem::file_size(path);
    split.array_digests = content.arrays;
    return split;
}

// Options that were not used have no key.
std::string manifest_json(const ManifestContent& content) {
    Json splits = Json::object();
    for (const SplitContent& s : content.splits) splits[s.split] = split_json(s);
    Json json{
        {"format_version", dataset_format_version},
        {"tool_version", tool_version},
        {"system", {{"name", content.system_name}, {"sha256", sha256_of_text(content.system_json)}}},
        {"protocol", content.protocol_json.empty() ? Json() : Json::parse(content.protocol_json)},
        {"seed", content.seed},
        {"on_failure", content.draw_again ? "resample" : "fail"},
        {"lyapunov", content.lyapunov},
        {"command", content.command},
        {"splits", splits},
    };
    if (content.with.any()) json["with"] = names_of(content.with);
    if (!content.with.sensitive.empty()) json["sensitive"] = content.with.sensitive;
    if (content.compress) json["compress"] = *content.compress;
    if (content.states) json["states"] = {{"file", content.states->file}, {"sha256", content.states->sha256}};
    if (content.inputs) json["inputs"] = {{"file", content.inputs->file}, {"sha256", content.inputs->sha256}};
    if (!content.publication.empty()) json["publication"] = Json::parse(to_json(content.publication));
    return json.dump(2) + "\n";
}

// SHA256SUMS comes last, since it holds the digests of the others. The staged directory is synced as a whole.
void write_manifest(const std::filesystem::path& directory, const ManifestContent& content) {
    std::vector<CompanionFile> files{{"manifest.json", "application/json", manifest_json(content)},
                                     {"README.md", "text/markdown", dataset_card(content)}};
    files.push_back({"croissant.json", "application/ld+json", croissant_json(content, files)});
    for (const CompanionFile& file : files)
        write_file_atomically(directory / file.name, file.text, true, Sync::by_staged_directory);
    write_file_atomically(directory / "SHA256SUMS", checksums(content, files), true, Sync::by_staged_directory);
}

bool is_imported(const std::string& protocol_json) {
    const Json protocol = json_object_in(protocol_json);
    return protocol.contains("name") && protocol["name"] == "imported";
}

bool ManifestContent::imported() const { return is_imported(protocol_json); }

}  // namespace cchnn
