#include <algorithm>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "core/errors.hpp"
#include "core/number_text.hpp"
#include "dataset/content_digest.hpp"
#include "files/hdf5_file.hpp"
#include "stories/corpus/corpus_file.hpp"

namespace cchnn {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t digits_of_id = 64;

// All numbers of a column. A file may say any shape: memory is asked for only up to a column of some million systems.
std::vector<double> doubles(const Hdf5File& file, const std::string& path) {
    constexpr std::uint64_t most_bytes = std::uint64_t{1} << 30;
    const Shape shape = file.array(path).shape;
    if (byte_count(shape, sizeof(double)) > most_bytes)
        throw DataError(file.where(path), "has more numbers than a column of a corpus, 2^27");
    std::vector<double> values(byte_count(shape, 1));
    file.read_doubles(path, Shape(shape.size(), 0), shape, values.data());
    return values;
}

bool is_of_job(const Hdf5File& file, const CorpusJob& job, std::uint64_t first) {
    if (!file.has("/recipe") || !file.has("/part_graphs") || !file.has("/system") || !file.has_attribute("/", "seed"))
        return false;
    if (file.read_texts("/recipe") != std::vector<std::string>{job.recipe_json}) return false;
    if (number_attribute(file, "seed") != job.seed) return false;
    const std::vector<std::int64_t> numbers = whole_numbers(file, "/system");
    return !numbers.empty() && numbers.front() == static_cast<std::int64_t>(first);
}

std::vector<CorpusRow> rows_in(const Hdf5File& file) {
    std::vector<CorpusRow> rows;
    const auto number = whole_numbers(file, "/system"), attempt = whole_numbers(file, "/attempt");
    const auto graph = file.read_texts("/graph"), numbers = file.read_texts("/numbers"),
               redrawn = file.read_texts("/redrawn"), conserved = file.read_texts("/labels/conserved");
    const auto dt = doubles(file, "/dt"), bound = doubles(file, "/largest_bound"), rate = doubles(file, "/labels/rate"),
               stiffness = doubles(file, "/labels/stiffness"), evaluations = doubles(file, "/labels/evaluations");
    const auto dimension = whole_numbers(file, "/labels/dimension"), bodies = whole_numbers(file, "/labels/bodies"),
               nodes = whole_numbers(file, "/labels/nodes"), freedom = whole_numbers(file, "/labels/freedom"),
               loops = whole_numbers(file, "/labels/closes_loops"), joints = whole_numbers(file, "/labels/has_joint"),
               kinds = whole_numbers(file, "/labels/kinds");
    // An earlier version did not look for parts.
    const bool has_parts = file.has("/part_graphs");
    const auto parts = file.read_texts(has_parts ? "/part_graphs" : "/graph");
    const auto free_fall =
        has_parts ? whole_numbers(file, "/labels/free_fall") : std::vector<std::int64_t>(number.size());
    const bool has_exponents = file.has("/labels/lyapunov");
    std::vector<double> exponent, low, high;
    if (has_exponents) {
        exponent = doubles(file, "/labels/lyapunov");
        low = doubles(file, "/labels/lyapunov_low");
        high = doubles(file, "/labels/lyapunov_high");
    }
    const std::vector<std::string> types = file.read_texts("/kinds");
    for (std::size_t i = 0; i < number.size(); ++i) {
        CorpusRow row;
        row.number = static_cast<std::uint64_t>(number[i]);
        row.attempt = static_cast<std::uint64_t>(attempt[i]);
        row.graph = graph.at(i);
        row.numbers = numbers.at(i);
        SystemLabels& l = row.labels;
        const auto small = [i](const std::vector<std::int64_t>& v) {
            if (v.at(i) > std::numeric_limits<int>::max()) throw std::out_of_range("a label");
            return static_cast<int>(v.at(i));
        };
        l.dimension = small(dimension);
        l.bodies = small(bodies);
        l.nodes = small(nodes);
        l.freedom = small(freedom);
        l.closes_loops = small(loops) != 0;
        l.has_joint = small(joints) != 0;
        for (std::size_t k = 0; k < parts.at(i).size(); k += digits_of_id + 1)  // and a comma
            l.parts.ids.push_back(parts[i].substr(k, digits_of_id));
        l.parts.free_fall = small(free_fall) != 0;
        l.rate = rate.at(i);
        l.stiffness = stiffness.at(i);
        l.evaluations = evaluations.at(i);
        if (has_exponents) l.lyapunov = MeanInterval{exponent.at(i), low.at(i), high.at(i)};
        if (!conserved.at(i).empty()) l.conserved = {conserved.at(i)};
        for (std::size_t k = 0; k < types.size(); ++k)
            if (const std::int64_t number_of = kinds.at(i * types.size() + k); number_of > 0)
                l.kinds[types[k]] = static_cast<int>(number_of);
        row.dt = dt.at(i);
        row.error_bound = bound.at(i);
        const Json reasons = Json::parse(redrawn.at(i));
        for (const auto& [reason, times] : reasons.items()) row.redrawn[reason] = times;
        rows.push_back(std::move(row));
    }
    return rows;
}

// The rows of an opened file. Throws DataError for columns that are no table of a corpus.
std::vector<CorpusRow> checked_rows(const Hdf5File& file, const char* advice) {
    try {
        return rows_in(file);
    } catch (const nlohmann::json::exception&) {
    } catch (const std::out_of_range&) {  // columns of different lengths, or labels that no system has
    }
    throw DataError(file.path().string(), std::string("does not have the tables of a corpus") + advice);
}

// The part of an array that belongs to one system of the file.
std::vector<double> part_of(const Hdf5File& file, const std::string& path, std::uint64_t row) {
    Shape start = file.array(path).shape, count = start;
    if (start.empty() || row >= start[0]) throw DataError(file.where(path), "has no row " + std::to_string(row));
    std::fill(start.begin(), start.end(), 0);
    start[0] = row;
    count[0] = 1;
    std::vector<double> values(byte_count(count, 1));
    file.read_doubles(path, start, count, values.data());
    return values;
}

}  // namespace

std::vector<std::int64_t> whole_numbers(const Hdf5File& file, const std::string& path) {
    constexpr double most = 0x1p53;  // up to here doubles are exact
    std::vector<std::int64_t> whole;
    for (const double value : doubles(file, path)) {
        if (!(value >= 0 && value <= most) || value != std::floor(value))
            throw DataError(file.where(path),
                            "holds " + number_text(value) + ", which is not a whole number of 0 .. 2^53");
        whole.push_back(static_cast<std::int64_t>(value));
    }
    return whole;
}

std::string text_attribute(const Hdf5File& file, const std::string& name) {
    const std::vector<AttributeInfo> all = file.attributes("/");
    for (const AttributeInfo& one : all)
        if (one.name == name && is_text(one.element)) {
            const std::vector<char> bytes = file.attribute_bytes("/", one);
            const std::vector<std::string> texts = split_texts(bytes);
            if (!texts.empty()) return texts.front();
        }
    return "";
}

std::uint64_t number_attribute(const Hdf5File& file, const std::string& name) {
    std::uint64_t value = 0;
    for (const AttributeInfo& one : file.attributes("/"))
        if (one.name == name && !is_text(one.element)) {
            const std::vector<char> bytes = file.attribute_bytes("/", one);
            std::copy(bytes.begin(), bytes.begin() + std::min<std::ptrdiff_t>(8, std::ssize(bytes)),
                      reinterpret_cast<char*>(&value));
        }
    return value;
}

StoredSystems stored_systems(const std::filesystem::path& path, const CorpusJob& job, std::uint64_t first) {
    const Hdf5File file = Hdf5File::open(path);
    if (!is_of_job(file, job, first))
        throw DataError(path.string(),
                        "holds systems of another recipe, seed, number or version; give another directory, or "
                        "remove it");
    const std::string digest = digest_content(file).content;
    if (digest != text_attribute(file, "content_digest"))
        throw DataError(path.string(),
                        "differs from its content_digest; remove it, and the same command makes it again");
    return {checked_rows(file, "; remove it, and the same command makes it again"), digest};
}

std::string kind_of(const Hdf5File& file) { return text_attribute(file, "kind"); }

CorpusTables read_tables(const std::filesystem::path& path) {
    const Hdf5File file = Hdf5File::open(path);
    CorpusTables tables;
    tables.kind = kind_of(file);
    tables.tool_version = text_attribute(file, "tool_version");
    tables.content_digest = text_attribute(file, "content_digest");
    tables.seed = number_attribute(file, "seed");
    const std::vector<std::string> recipes = file.read_texts("/recipe");
    tables.recipe_json = recipes.empty() ? "" : recipes.front();
    tables.index.rows = checked_rows(file, "");
    return tables;
}

StoredStates stored_states(const Hdf5File& file, std::uint64_t row) {
    StoredStates states;
    const std::vector<std::string> texts = file.read_texts("/json");
    const std::vector<std::int64_t> offsets = whole_numbers(file, "/offsets");
    if (row >= texts.size() || row + 1 >= offsets.size() || offsets[row] < 0 || offsets[row + 1] < offsets[row])
        throw DataError(file.path().string(), "has no states of row " + std::to_string(row));
    states.json = texts[row];
    const auto begin = static_cast<std::uint64_t>(offsets[row]),
               size = static_cast<std::uint64_t>(offsets[row + 1]) - begin;
    for (const auto& [name, values] : {std::pair{"/x", &states.x}, {"/v", &states.v}}) {
        const Shape all = file.array(name).shape;
        if (all.size() != 1 || begin + size > all[0])
            throw DataError(file.where(name), "ends before the states of row " + std::to_string(row));
        values->resize(size);
        file.read_doubles(name, {begin}, {size}, values->data());
    }
    states.energy = part_of(file, "/energy", row);
    states.error_bound = part_of(file, "/error_bound", row);
    states.valid_until = part_of(file, "/valid_until", row);
    if (file.has("/labels/lyapunov"))
        for (const char* name : {"/labels/lyapunov", "/labels/lyapunov_low", "/labels/lyapunov_high"})
            states.lyapunov.push_back(part_of(file, name, row).front());
    return states;
}

}  // namespace cchnn
