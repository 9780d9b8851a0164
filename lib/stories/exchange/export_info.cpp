#include "stories/exchange/export_info.hpp"

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>
#include <optional>

#include "core/errors.hpp"
#include "core/paths/read_file.hpp"
#include "core/stop.hpp"
#include "files/hdf5_file.hpp"
#include "files/numpy/npz_file.hpp"
#include "spec/json/json_syntax.hpp"
#include "spec/json/readable_json.hpp"

namespace cchnn {
namespace {

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
        count += static_cast<std::uint64_t>(std::count(got.begin(), got.end(), '\n'));
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

std::string export_info(const fs::path& path) {
    Json info = path.filename() == "croissant.json" && fs::is_regular_file(path) ? croissant(path) : one(path);
    if (info.is_null() && fs::is_directory(path)) info = sets_in(path);
    return info.is_null() ? "" : json_line(info);
}

}  // namespace cchnn
