#include "stories/exchange/file_info.hpp"

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>

#include "core/errors.hpp"
#include "core/paths/read_file.hpp"
#include "dataset/documents/lock_file.hpp"
#include "dataset/reader/trajectory_file.hpp"
#include "dataset/reader/view_file.hpp"
#include "dataset/resume/job.hpp"
#include "dataset/view_description.hpp"
#include "files/hdf5_file.hpp"
#include "model/compiled_system.hpp"
#include "spec/json/json_syntax.hpp"
#include "spec/json/readable_json.hpp"
#include "spec/read_system.hpp"
#include "stories/corpus/corpus_lock.hpp"
#include "stories/exchange/document_info.hpp"

namespace cchnn {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

Json shape(std::initializer_list<std::uint64_t> lengths) { return Json(std::vector<std::uint64_t>(lengths)); }

// Leaves out keys of empty texts.
void add_text(Json& info, const char* key, const std::string& text) {
    if (!text.empty()) info[key] = text;
}

// The settings of the integration as the file has them; left out if they are no JSON object.
void add_protocol(Json& info, const std::string& json) {
    const Json protocol = json_object_in(json);
    if (!protocol.is_null()) info["protocol"] = protocol;
}

// Counts and shapes. Of an ensemble the members are on the second axis.
void add_arrays(Json& info, const TrajectoryFileInfo& file) {
    const std::uint64_t samples = file.samples;
    const auto size = [](int length) { return static_cast<std::uint64_t>(length); };
    info["trajectories"] = file.count;
    info["samples"] = samples;
    if (file.description.times.dt > 0) info["dt"] = file.description.times.dt;
    const auto add_shape = [&](const char* arrays, Shape of_one) {
        if (file.members > 0) of_one.insert(of_one.begin() + 1, size(file.members));
        info["shapes"][arrays] = of_one;
    };
    if (!file.in_coordinates) add_shape("x, v", {file.count, samples, size(file.nodes), size(file.dimension)});
    if (file.coordinates > 0) add_shape("q, qdot", {file.count, samples, size(file.coordinates)});
}

// The version of the program that wrote an HDF5 file; "" if another program did.
std::string tool_version_in(const fs::path& path) {
    if (path.extension() == ".npz") return "";
    const Hdf5File file = Hdf5File::open(path);
    for (const AttributeInfo& one : file.attributes("/"))
        if (one.name == "tool_version" && is_text(one.element) && byte_count(one.shape, 1) == 1)
            return split_texts(file.attribute_bytes("/", one)).front();
    return "";
}

// A dataset or submission. Opening it checks it, so a damaged file is an error here too.
Json trajectories(const fs::path& path) {
    const TrajectoryFile file(path);
    const TrajectoryFileInfo& said = file.info();
    const DatasetDescription& d = said.description;
    Json info{{"path", path.string()}, {"kind", d.kind}};
    add_text(info, "system", said.system_name);
    add_text(info, "split", d.split);
    add_arrays(info, said);
    add_text(info, "model", d.model);
    add_text(info, "notes", d.notes);
    if (d.context > 1) info["context"] = d.context;
    if (said.members > 0) info["members"] = said.members;
    if (d.start_spread) info["start_spread"] = *d.start_spread;
    if (d.rollout_time) {
        info["rollout_seconds"] = d.rollout_time->seconds;
        add_text(info, "rollout_hardware", d.rollout_time->hardware);
    }
    if (d.kind == "dataset") {
        info["seed"] = d.seed;
        info["error_bounds"] = d.bounded;
    }
    add_protocol(info, d.protocol_json);
    add_text(info, "truth_digest", said.truth_digest);
    add_text(info, "answers_truth", d.answers_truth);
    add_text(info, "content_digest", said.content_digest);
    info["format_version"] = said.format_version;
    add_text(info, "written_by_version", tool_version_in(path));
    return info;
}

// One file of a view, with what it hides (its recipe).
Json view_file(const fs::path& path) {
    const ViewFile file(path);
    const ViewDescription& said = file.info();
    const auto size = [](int length) { return static_cast<std::uint64_t>(length); };
    Json info{{"path", path.string()}, {"kind", "view"}, {"system", said.system}, {"split", said.split}};
    info["trajectories"] = said.count;
    info["samples"] = said.samples;
    info["truth_samples"] = said.truth_samples;
    info["shapes"][said.recipe.velocities ? "x, v" : "x"] =
        shape({said.count, size(said.samples), size(said.nodes), size(said.axes)});
    info["recipe"] = Json::parse(recipe_json(said.recipe));
    info["truth_digest"] = said.truth_digest;
    add_text(info, "content_digest", said.content_digest);
    return info;
}

Json view_lock(const fs::path& path) {
    const ViewLock lock = read_view_lock(path);
    Json info{{"path", path.string()},
              {"kind", "view"},
              {"system", lock.system},
              {"recipe", Json::parse(recipe_json(lock.recipe))}};
    for (const ViewSplit& split : lock.splits)
        info["files"][split.split] = {{"file", split.file},
                                      {"trajectories", split.count},
                                      {"samples", split.samples},
                                      {"truth_digest", split.truth_digest},
                                      {"content_digest", split.content_digest}};
    info["command"] = lock.command;
    info["written_by_version"] = lock.tool_version;
    return info;
}

Json split_of(const SplitContent& split) {
    Json info{{"file", split.file}, {"trajectories", split.count}, {"samples", split.samples}};
    add_text(info, "truth_digest", split.truth_digest);
    info["content_digest"] = split.content_digest;
    return info;
}

// The manifest.json of a dataset, which speaks for all files beside it.
Json manifest(const fs::path& path) {
    const LockFile lock = read_lock_file(path);
    Json info{{"path", path.string()}, {"kind", "manifest"}, {"system", lock.system_name}};
    info["dt"] = lock.times.dt;
    for (const SplitContent& split : lock.splits) info["splits"][split.split] = split_of(split);
    info["seed"] = lock.seed;
    info["imported"] = lock.imported;
    add_protocol(info, lock.protocol_json);
    info["command"] = lock.command;
    if (!lock.publication.creators.empty()) info["creators"] = lock.publication.creators;
    add_text(info, "license", lock.publication.license);
    info["system_sha256"] = lock.system_sha256;
    info["written_by_version"] = lock.tool_version;
    return info;
}

// The job.json of a shard, or of an unfinished run.
Json shard(const fs::path& path, const Json& job) {
    Json info{{"path", path.string()},
              {"kind", job.contains("shard") ? "shard" : "unfinished run"},
              {"system", job["system"]["name"]}};
    for (const char* key : {"shard", "train", "valid", "test", "steps", "dt", "seed", "protocol"})
        if (job.contains(key)) info[key] = job[key];
    info["finished"] = fs::exists(path.parent_path() / "finished.json");
    info["system_sha256"] = job["system"]["sha256"];
    info["written_by_version"] = job["tool_version"];
    return info;
}

Json system_file(const fs::path& path) {
    // Again by its name, since meshes lie beside it; a name without a '/' may be that of a built-in system.
    const CompiledSystem compiled(load_system(path.has_parent_path() ? path.string() : "./" + path.string()));
    const SystemSpec& spec = compiled.spec;
    Json info{{"path", path.string()}, {"kind", "system"}, {"system", spec.name}};
    add_text(info, "title", spec.title);
    info["dimension"] = spec.dimension;
    info["bodies"] =
        std::ranges::count_if(spec.bodies, [](const BodySpec& body) { return body.type != BodyType::origin; });
    info["degrees_of_freedom"] = compiled.system.degrees_of_freedom();
    info["dt"] = spec.sampling.dt;
    info["samples"] = spec.sampling.steps;
    return info;
}

// A JSON document by what it contains: its format, or the members that only a manifest, a job or a system has.
Json document(const fs::path& path) {
    const std::string text = read_file(path, "a file of this program");
    if (const std::size_t begin = text.find_first_not_of(" \t\r\n");
        begin == std::string::npos || (text[begin] != '{' && text[begin] != '['))
        throw DataError(path.string(), "is neither an HDF5 file, a NumPy archive (.npz) nor a JSON document");
    const Json json = parse_json(text, path.string(), bounds_of_reports);
    if (is_view_lock(text)) return view_lock(path);
    if (is_corpus_lock(text)) return Json::parse(corpus_info(path));
    if (has_format(text, "cchnn recipe")) return Json::parse(recipe_info(path, text));
    if (const std::string info = document_info(path, text); !info.empty()) return Json::parse(info);
    if (json.is_object() && json.contains("splits")) return manifest(path);
    if (is_job(text)) return shard(path, json);
    if (json.is_object() && json.contains("bodies")) return system_file(path);
    throw DataError(path.string(),
                    "is JSON, but neither a document of this program (\"format\"), nor a manifest (\"splits\"), nor "
                    "the job.json of a shard, nor a system (\"bodies\")");
}

// Whether a file is read as trajectories. The signature of HDF5 decides as well as the name, so that a damaged
// .h5 file is reported as one.
bool holds_arrays(const fs::path& path) {
    std::string begin(8, ' ');
    std::ifstream(path, std::ios::binary).read(begin.data(), static_cast<std::streamsize>(begin.size()));
    return begin == "\x89HDF\r\n\x1a\n" || path.extension() == ".npz" || path.extension() == ".h5";
}

// Describes a directory by the one document that speaks for all of it, or by the export that it contains.
std::string directory_info(const fs::path& directory) {
    std::string all;
    for (const char* name : {"manifest.json", "job.json", "view.json", "suite.lock.json", "corpus.json",
                             "environments.json", "board.json", "entry.json", "round.json"}) {
        if (fs::exists(directory / name)) return document(directory / name).dump();
        all += std::string(name) + ", ";
    }
    if (std::string info = export_info(directory); !info.empty()) return info;
    throw IoError(directory.string(), "is a directory, but has neither " + all + "nor the files of an export");
}

}  // namespace

// The order matters: exports first, since they are archives and HDF5 files too; then views, other files of
// trajectories, and documents.
std::string file_info(const fs::path& path) {
    if (fs::is_directory(path)) return directory_info(path);
    if (std::string info = export_info(path); !info.empty()) return info;
    const bool arrays = fs::is_regular_file(path) && holds_arrays(path);
    const bool hdf5 = arrays && path.extension() != ".npz";
    if (hdf5 && is_corpus_file(path)) return corpus_file_info(path);
    const Json info = hdf5 && is_view(path) ? view_file(path) : arrays ? trajectories(path) : document(path);
    return json_line(info);
}

}  // namespace cchnn
