#include "stories/exchange/document_info.hpp"

#include <algorithm>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>

#include "core/errors.hpp"
#include "core/paths/read_file.hpp"
#include "core/sha256.hpp"
#include "core/stop.hpp"
#include "dataset/documents/challenge_round.hpp"
#include "dataset/documents/lock_file.hpp"
#include "files/hdf5_file.hpp"
#include "files/numpy/npy_header.hpp"
#include "files/numpy/npz_file.hpp"
#include "spec/challenge_prior.hpp"
#include "spec/json/json_syntax.hpp"
#include "spec/json/readable_json.hpp"
#include "spec/json/schema_check.hpp"
#include "spec/suite_spec.hpp"

namespace cchnn {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

// The facts of a suite that its file and its lock have in common.
void add_suite(Json& info, const SuiteSpec& suite) {
    info["suite"] = suite.name;
    info["title"] = suite.title;
    info["seed"] = suite.seed;
    info["sizes"] = {{"train", suite.train}, {"valid", suite.valid}, {"test", suite.test}};
    for (const SuiteTask& task : suite.tasks) {
        Json& said = info["tasks"][task.name];
        for (const SuiteSplit& split : task.splits) said["splits"].push_back(split.name);
        if (!task.training_sizes.empty()) said["training_sizes"] = task.training_sizes;
        if (!task.noise.empty()) said["noise"] = task.noise;
    }
}

void suite(Json& info, const fs::path& path, const std::string& text) {
    add_suite(info, parse_suite(text, path.string()));
}

void suite_lock(Json& info, const fs::path& path, const std::string&) {
    const SuiteLock lock = read_suite_lock(path);
    add_suite(info, parse_suite(lock.suite_json, path.string()));
    if (lock.most > 0) info["most"] = lock.most;
    for (const SuitePart& part : lock.parts)
        for (const SuitePart::File& file : part.files)
            info["files"][part.path + "/" + file.split] = {{"truth_digest", file.truth_digest},
                                                           {"content_digest", file.content_digest}};
}

// The facts of a prior. It names the pointers to hidden values; only the secret has the values.
void add_prior(Json& info, const ChallengePrior& prior) {
    info["system"] = prior.name;
    info["title"] = prior.title;
    info["sizes"] = {{"train", prior.train}, {"test", prior.test}};
    for (const HiddenValue& value : prior.hidden) info["hidden"].push_back(value.pointer);
}

void prior(Json& info, const fs::path& path, const std::string& text) {
    add_prior(info, parse_prior(text, path.string()));
}

void round(Json& info, const fs::path& path, const std::string& text) {
    const ChallengeRound said = read_round(path);
    add_prior(info, parse_prior(said.prior_json, path.string()));
    for (const auto& [file, digest] : said.files) info["files"][file] = {{"sha256", digest}};
    info["commitment"] = said.commitment;
    info["sha256"] = sha256_of_text(text);  // what verify --sealed takes
}

// Shows digests and the commitment, and never the hidden values.
void secret(Json& info, const fs::path& path, const std::string& text) {
    const ChallengeSecret said = read_secret(path);
    info["files"] = {{"train", {{"truth_digest", said.train_digest}}}, {"test", {{"truth_digest", said.test_digest}}}};
    info["commitment"] = sha256_of_text(text);
}

// For documents of a board, which only their schema defines.
Json checked(const fs::path& path, const std::string& text, const char* schema) {
    return parse_by_schema(text, path.string(), schema, bounds_of_reports);
}

void board(Json& info, const fs::path& path, const std::string& text) {
    const Json said = checked(path, text, "board");
    for (const char* key : {"title", "preset", "systems"})
        if (said.contains(key)) info[key] = said[key];
}

void board_entry(Json& info, const fs::path& path, const std::string& text) {
    const Json said = checked(path, text, "board_entry");
    for (const char* key : {"model", "date", "knows", "seeds", "reference", "notes"})
        if (said.contains(key)) info[key] = said[key];
    for (const auto& [system, answers] : said["answers"].items()) info["systems"].push_back(system);
}

void board_lock(Json& info, const fs::path& path, const std::string& text) {
    info["files"] = checked(path, text, "board_lock")["systems"];
}

void environments(Json& info, const fs::path& path, const std::string& text) {
    const Json said = checked(path, text, "environments");
    info["system"] = said["family"].value("name", "");
    info["seed"] = said["seed"];
    for (const Json& parameter : said["parameters"]) info["parameters"].push_back(parameter["name"]);
    for (const Json& one : said["environments"])
        info["files"][one["directory"].get<std::string>()] = {
            {"values", one["values"]}, {"train", one["train"]}, {"test", one["test"]}};
}

// A kind of document by the text of its "format"; `add` reads it as the program would, so that a damaged
// document is an error here too, and adds its facts.
struct Kind {
    const char* name;
    void (*add)(Json&, const fs::path&, const std::string&);
};

const std::map<std::string, Kind> kinds{{"cchnn suite", {"suite", suite}},
                                        {"cchnn suite lock", {"suite lock", suite_lock}},
                                        {"cchnn prior", {"prior", prior}},
                                        {"cchnn round", {"round", round}},
                                        {"cchnn round secret", {"secret", secret}},
                                        {"cchnn board", {"board", board}},
                                        {"cchnn board entry", {"board entry", board_entry}},
                                        {"cchnn board lock", {"board lock", board_lock}},
                                        {"cchnn environments", {"environments", environments}}};

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

// The arrays whose shapes are reported, which also distinguish one layout from another.
constexpr const char* described_arrays[] = {"x", "v", "q", "qdot", "t"};

// The shapes (rows, samples, ...) of those described arrays that a source has.
using Shapes = std::vector<std::pair<std::string, Shape>>;

// A two-axis array of times has one row for each trajectory or window; in the layout `arrays` times have one
// axis.
Json facts(const fs::path& path, const Shapes& shapes, bool windows) {
    Json info{{"path", path.string()}, {"kind", "export"}, {"layout", "arrays"}};
    for (const auto& [name, shape] : shapes) {
        if (name == "t" && shape.size() == 2) info["layout"] = windows ? "chunks" : "rows";
        if (name == "t" || shape.size() < 2) continue;
        info[windows ? "windows" : "trajectories"] = shape[0];
        info["samples"] = shape[1];
        info["shapes"][name] = shape;
    }
    return info;
}

// Nothing if the array is damaged or has elements of another type.
std::optional<Shape> shape_in(const NpzFile& file, const std::string& name) {
    try {
        return NpzArrayReader(file, name).shape();
    } catch (const DataError&) {
        return std::nullopt;
    }
}

// Nothing if the archive is no export. A submission has neither a content digest nor a system of its own.
Json archive(const fs::path& path) {
    const NpzFile file(path);
    if (!file.has("content_digest") || !file.has("t")) return {};
    if (shape_in(file, "t").value_or(Shape{}).size() != 2 && !file.has("system/json")) return {};
    Shapes shapes;
    for (const char* name : described_arrays)
        if (const std::optional<Shape> shape = file.has(name) ? shape_in(file, name) : std::nullopt)
            shapes.emplace_back(name, *shape);
    Json info = facts(path, shapes, file.has("start"));
    for (const char* digest : {"truth_digest", "content_digest"})
        if (file.has(digest)) info[digest] = file.read_text(digest);
    return info;
}

// The attribute "exported_from" tells an export from a dataset.
Json hdf5(const fs::path& path) {
    const Hdf5File file = Hdf5File::open(path);
    for (const AttributeInfo& one : file.attributes("/")) {
        if (one.name != "exported_from" || !is_text(one.element) || byte_count(one.shape, 1) != 1) continue;
        Shapes shapes;
        for (const std::string name : described_arrays)
            if (file.has("/" + name)) shapes.emplace_back(name, file.array("/" + name).shape);
        Json info = facts(path, shapes, file.has("/start"));
        info["content_digest"] = split_texts(file.attribute_bytes("/", one)).front();
        return info;
    }
    return {};
}

// The shape of nested JSON lists, by their first entries.
Shape nested(const Json& value) {
    Shape shape;
    for (const Json* at = &value; at->is_array(); at = &at->front()) {
        shape.push_back(at->size());
        if (at->empty()) break;
    }
    return shape;
}

// Counts lines and parses only the first. The last line may lack its newline.
Json lines(const fs::path& path) {
    std::ifstream in(path, std::ios::binary);
    std::string first;
    std::uint64_t count = 0;
    char last = '\n';
    for (std::vector<char> piece(1 << 20); in;) {
        throw_if_stopped();
        in.read(piece.data(), static_cast<std::streamsize>(piece.size()));
        const std::string_view got(piece.data(), in.gcount());
        if (count == 0) first += got.substr(0, got.find('\n'));
        if (first.size() > most_text_bytes) throw IoError(path.string(), "has a first line of more than 64 MiB");
        count += static_cast<std::uint64_t>(std::ranges::count(got, '\n'));
        if (!got.empty()) last = got.back();
    }
    count += last != '\n';
    const Json row = parse_json(first, path.string(), bounds_of_reports);
    if (!row.is_object() || !row.contains("trajectory") || !row.contains("t")) return {};
    Shapes shapes;
    for (const char* name : described_arrays)
        if (row.contains(name)) {
            shapes.emplace_back(name, nested(row[name]));
            shapes.back().second.insert(shapes.back().second.begin(), count);
        }
    return facts(path, shapes, row.contains("start"));
}

std::optional<Shape> shape_of_npy(const fs::path& path) {
    if (!fs::is_regular_file(path)) return std::nullopt;
    std::ifstream in(path, std::ios::binary);
    const auto read = [&](char* out, std::size_t bytes) {
        return static_cast<bool>(in.read(out, static_cast<std::streamsize>(bytes)));
    };
    return read_npy_header(read, path.string()).shape;
}

Json npy_directory(const fs::path& path) {
    if (!fs::exists(path / "content_digest.npy") || !fs::exists(path / "t.npy")) return {};
    Shapes shapes;
    for (const std::string name : described_arrays)
        if (const std::optional<Shape> shape = shape_of_npy(path / (name + ".npy"))) shapes.emplace_back(name, *shape);
    return facts(path, shapes, fs::exists(path / "start.npy"));
}

Json one(const fs::path& path) {
    if (fs::is_directory(path)) return npy_directory(path);
    if (!fs::is_regular_file(path)) return {};
    const std::string extension = path.extension().string();
    return extension == ".npz"     ? archive(path)
           : extension == ".h5"    ? hdf5(path)
           : extension == ".jsonl" ? lines(path)
                                   : Json();
}

// The sets in a directory, each of which is a file or a directory of .npy files.
Json sets_in(const fs::path& directory) {
    Json info{{"path", directory.string()}, {"kind", "export"}};
    for (const std::string split : {"train", "valid", "test"})
        for (const char* extension : {"", ".npz", ".h5", ".jsonl"}) {
            const fs::path file = directory / (split + extension);
            if (!fs::exists(file)) continue;
            Json set = one(file);
            if (set.is_null()) continue;
            set.erase("path");
            set.erase("kind");
            info["files"][file.filename().string()] = std::move(set);
        }
    return info.contains("files") ? info : Json();
}

// A card is recognised by what Croissant requires of it: "conformsTo" and a name.
Json croissant(const fs::path& path) {
    const Json card = json_object_in(read_file(path, "a card"));
    const auto text = [](const Json& in, const char* key) { return in.value(key, Json()).is_string(); };
    if (!card.is_object() || !card.contains("conformsTo") || !text(card, "name")) return {};
    Json info{{"path", path.string()}, {"kind", "croissant"}, {"system", card["name"]}};
    if (text(card, "alternateName")) info["title"] = card["alternateName"];
    if (text(card, "license")) info["license"] = card["license"];
    if (card.contains("distribution") && card["distribution"].is_array())
        for (const Json& file : card["distribution"])
            if (file.is_object() && text(file, "name") && text(file, "sha256"))
                info["files"][file["name"].get<std::string>()] = {{"sha256", file["sha256"]}};
    return info;
}

}  // namespace

// The facts of a document as JSON; "" if it is none of this program, so that the caller may look for another
// meaning. Reports of commands are described by their verdict.
std::string document_info(const fs::path& path, const std::string& text) {
    const Json json = json_object_in(text);
    if (!json.is_object() || !json.contains("format") || !json["format"].is_string()) return "";
    const std::string format = json["format"];
    Json info{{"path", path.string()}};
    if (const auto known = kinds.find(format); known != kinds.end()) {
        info["kind"] = known->second.name;
        known->second.add(info, path, text);
    } else if (format.starts_with("cchnn-") && json.contains("verdict")) {
        info["kind"] = "result";
        info["of"] = format;
        for (const char* key : {"verdict", "exit_code"}) info[key] = json.value(key, Json());
    } else {
        return "";
    }
    for (const auto& [theirs, ours] :
         {std::pair{"format_version", "format_version"}, {"tool_version", "written_by_version"}})
        if (json.contains(theirs)) info[ours] = json[theirs];
    return json_line(info);
}

std::string export_info(const fs::path& path) {
    Json info = path.filename() == "croissant.json" && fs::is_regular_file(path) ? croissant(path) : one(path);
    if (info.is_null() && fs::is_directory(path)) info = sets_in(path);
    return info.is_null() ? "" : json_line(info);
}

}  // namespace cchnn
