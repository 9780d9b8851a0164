#include "stories/corpus/corpus_file.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <variant>

#include "core/errors.hpp"
#include "core/overloaded.hpp"
#include "core/sha256.hpp"
#include "core/to_size.hpp"
#include "core/version.hpp"
#include "dataset/content_digest.hpp"
#include "files/atomic_file.hpp"
#include "files/hdf5_file.hpp"

namespace cchnn {
namespace {

// A list of integers, flags, numbers or texts.
using TableColumn =
    std::variant<std::vector<std::int64_t>, std::vector<std::uint8_t>, std::vector<double>, std::vector<std::string>>;

using Json = nlohmann::ordered_json;

constexpr std::int64_t corpus_format_version = 1;

std::vector<std::int64_t> whole(const std::vector<std::uint64_t>& numbers) { return {numbers.begin(), numbers.end()}; }

std::string joined(const std::vector<std::string>& texts) {
    std::string all;
    for (const std::string& text : texts) all += (all.empty() ? "" : ",") + text;
    return all;
}

// Writes one table of a corpus, a column for each property, into a file that appears under its name when it is
// complete.
class TableFile {
  public:
    TableFile(const std::filesystem::path& path, const char* kind, const CorpusJob& job, bool overwrite)
        : pending_(path, overwrite), file_(Hdf5File::create(pending_.temporary_path(), path)) {
        file_.set_attribute("/", "kind", std::string(kind));
        file_.set_attribute("/", "format_version", corpus_format_version);
        file_.set_attribute("/", "tool_version", std::string(tool_version));
        file_.set_attribute("/", "seed", job.seed);
        file_.write_text("/recipe", job.recipe_json);
        file_.make_group("/labels");
    }

    template <class Row, class Get>
    void column(const std::string& path, const std::vector<Row>& rows, const std::string& long_name, const Get& get) {
        std::vector<decltype(get(rows.front()))> values;
        for (const Row& row : rows) values.push_back(get(row));
        add(path, std::move(values), long_name);
    }
    void add(const std::string& path, const TableColumn& column, const std::string& long_name) {
        const auto numbers = [&](Element element, const auto& values) {
            array(path, element, {values.size()}, values.data());
        };
        std::visit(Overloaded{[&](const std::vector<std::int64_t>& v) { numbers(int64, v); },
                              [&](const std::vector<std::uint8_t>& v) { numbers(uint8, v); },
                              [&](const std::vector<double>& v) { numbers(float64, v); },
                              [&](const std::vector<std::string>& v) { file_.write_texts(path, v); }},
                   column);
        file_.set_attribute(path, "long_name", long_name);
    }
    void array(const std::string& path, Element element, const Shape& shape, const void* values) {
        file_.make_array(path, element, shape, {});
        if (byte_count(shape, 1) > 0) file_.write(path, Shape(shape.size(), 0), shape, values);
    }
    // An array that is stored contiguously and written part after part.
    void parts(const std::string& path, std::uint64_t whole, const std::string& unit, const std::string& long_name) {
        file_.make_array(path, float64, {whole}, {});
        file_.set_attribute(path, "units", unit);
        file_.set_attribute(path, "long_name", long_name);
    }
    void part(const std::string& path, std::uint64_t start, const std::vector<double>& values) {
        file_.write(path, {start}, {values.size()}, values.data());
    }

    void labels(const std::vector<CorpusRow>& rows) {
        const auto number = [](auto n) { return static_cast<std::int64_t>(n); };
        column("/system", rows, "number of the system", [&](const CorpusRow& r) { return number(r.number); });
        column("/attempt", rows, "attempts that gave no system before it",
               [&](const CorpusRow& r) { return number(r.attempt); });
        column("/graph", rows, "canonical id of the graph", [](const CorpusRow& r) { return r.graph; });
        column("/part_graphs", rows, "canonical ids of its independent parts, with commas between",
               [](const CorpusRow& r) { return joined(r.labels.parts.ids); });
        column("/numbers", rows, "SHA-256 of the system file", [](const CorpusRow& r) { return r.numbers; });
        column("/dt", rows, "time between samples", [](const CorpusRow& r) { return r.dt; });
        column("/largest_bound", rows, "largest error bound of its trajectories",
               [](const CorpusRow& r) { return r.error_bound; });
        column("/redrawn", rows, "why earlier attempts gave no system, JSON: reason -> attempts",
               [](const CorpusRow& r) { return Json(r.redrawn).dump(); });
        const auto label = [&](const char* name, const char* text, const auto& get) {
            column(std::string("/labels/") + name, rows, text, [&](const CorpusRow& r) { return get(r.labels); });
        };
        using Labels = SystemLabels;
        label("dimension", "dimension of space", [&](const Labels& l) { return number(l.dimension); });
        label("bodies", "bodies that move", [&](const Labels& l) { return number(l.bodies); });
        label("nodes", "nodes of the state", [&](const Labels& l) { return number(l.nodes); });
        label("freedom", "degrees of freedom", [&](const Labels& l) { return number(l.freedom); });
        label("closes_loops", "1 where bodies form a closed loop",
              [](const Labels& l) { return static_cast<std::uint8_t>(l.closes_loops); });
        label("has_joint", "1 where a joint or rail holds a body",
              [](const Labels& l) { return static_cast<std::uint8_t>(l.has_joint); });
        label("parts", "independent parts", [&](const Labels& l) { return number(l.parts.ids.size()); });
        label("free_fall", "1 where gravity acts on a part that nothing holds",
              [](const Labels& l) { return static_cast<std::uint8_t>(l.parts.free_fall); });
        label("rate", "highest rate of the linearised system", [](const Labels& l) { return l.rate; });
        label("stiffness", "that rate over the rate of free motion", [](const Labels& l) { return l.stiffness; });
        label("evaluations", "evaluations of the field, mean of a trajectory",
              [](const Labels& l) { return l.evaluations; });
        const bool has_exponents = !rows.empty() && rows.front().labels.lyapunov;
        if (has_exponents) {
            label("lyapunov", "largest Lyapunov exponent, 1/s", [](const Labels& l) { return l.lyapunov->mean; });
            label("lyapunov_low", "lower end of its 95 % interval", [](const Labels& l) { return l.lyapunov->low; });
            label("lyapunov_high", "upper end of its 95 % interval", [](const Labels& l) { return l.lyapunov->high; });
        }
        label("conserved", "conserved quantities, with commas between",
              [](const Labels& l) { return joined(l.conserved); });
        add("/kinds", drawn_kinds(), "types that /labels/kinds counts");
        std::vector<std::int64_t> counts;
        for (const CorpusRow& row : rows)
            for (const std::string& kind : drawn_kinds())
                counts.push_back(row.labels.kinds.contains(kind) ? row.labels.kinds.at(kind) : 0);
        array("/labels/kinds", int64, {rows.size(), drawn_kinds().size()}, counts.data());
    }

    std::string finish() {
        const std::string digest = digest_content(file_).content;
        file_.set_attribute("/", "content_digest", digest);
        file_.close();
        pending_.commit();
        return digest;
    }

  private:
    PendingFile pending_;
    Hdf5File file_;
};

}  // namespace

std::string shard_name(std::uint64_t shard) {
    const std::string digits = std::to_string(shard), zeros = "00000";
    return "shard-" + (digits.size() < zeros.size() ? zeros.substr(digits.size()) : "") + digits + ".h5";
}

std::uint64_t shards_of(std::uint64_t systems) { return (systems + systems_of_a_shard - 1) / systems_of_a_shard; }

CorpusRow row_of(const DrawnSystem& system) {
    CorpusRow row;
    row.number = system.number;
    row.attempt = system.attempt;
    row.graph = system.graph;
    row.numbers = sha256_of_text(system.json);
    row.labels = system.labels;
    row.dt = system.times.dt;
    for (const double bound : system.batch.error_bound) row.error_bound = std::max(row.error_bound, bound);
    row.redrawn = system.redrawn;
    return row;
}

std::string write_systems(const std::filesystem::path& path, const std::vector<DrawnSystem>& systems,
                          const CorpusJob& job, bool overwrite) {
    TableFile file(path, "corpus shard", job, overwrite);
    std::vector<CorpusRow> rows;
    std::vector<std::uint64_t> offsets{0}, shapes;
    std::vector<double> energy, bounds, valid;
    std::vector<std::string> texts;
    for (const DrawnSystem& system : systems) {
        rows.push_back(row_of(system));
        texts.push_back(system.json);
        const TrajectoryBatch& batch = system.batch;
        for (const int size : {batch.count, batch.samples, batch.nodes, batch.dimension}) shapes.push_back(size);
        offsets.push_back(offsets.back() + batch.x.size());
        energy.insert(energy.end(), batch.energy.begin(), batch.energy.end());
        bounds.insert(bounds.end(), batch.error_bound.begin(), batch.error_bound.end());
        valid.insert(valid.end(), batch.valid_until.begin(), batch.valid_until.end());
    }
    file.labels(rows);
    file.add("/json", texts, "the system file");
    file.add("/offsets", whole(offsets), "where the states of a system begin in x and v");
    const std::uint64_t count = systems.size();
    file.array("/shapes", int64, {count, 4}, shapes.data());
    file.array("/energy", float64, {count, job.trajectories, job.samples}, energy.data());
    file.array("/error_bound", float64, {count, job.trajectories, job.samples}, bounds.data());
    file.array("/valid_until", float64, {count, job.trajectories}, valid.data());
    file.parts("/x", offsets.back(), "m", "positions, of each system (trajectory, sample, node, axis)");
    file.parts("/v", offsets.back(), "m/s", "velocities, the same");
    for (std::size_t i = 0; i < systems.size(); ++i) {
        file.part("/x", offsets[i], systems[i].batch.x);
        file.part("/v", offsets[i], systems[i].batch.v);
    }
    return file.finish();
}

std::string write_index(const std::filesystem::path& path, const CorpusIndex& index, const CorpusJob& job) {
    TableFile file(path, "corpus index", job, true);
    file.labels(index.rows);
    file.column("/shard", index.rows, "number of the shard",
                [](const CorpusRow& r) { return static_cast<std::int64_t>(r.file); });
    file.column("/row", index.rows, "row in the shard",
                [](const CorpusRow& r) { return static_cast<std::int64_t>(r.row); });
    file.column("/side_by_graph", index.rows, "0 train, 1 valid, 2 test: equal parts on one side; 3 parts of several",
                [](const CorpusRow& r) { return static_cast<std::uint8_t>(side_of_parts(r.labels.parts.ids)); });
    file.column("/side_by_numbers", index.rows, "0 train, 1 valid, 2 test: equal graphs on several sides",
                [](const CorpusRow& r) { return static_cast<std::uint8_t>(side_of(r.numbers)); });
    file.add("/copy", whole(index.copy), "how many systems before it have the same graph");
    file.add("/selected", index.selected, "1 where copy is below what was asked for");
    return file.finish();
}

}  // namespace cchnn
