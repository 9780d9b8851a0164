#include "dataset/dataset_writer.hpp"

#include <map>
#include <stdexcept>

#include "core/errors.hpp"
#include "core/version.hpp"
#include "dataset/array_appender.hpp"
#include "dataset/atomic_file.hpp"
#include "dataset/constraint_table.hpp"
#include "dataset/coordinate_table.hpp"
#include "dataset/dataset_layout.hpp"
#include "dataset/hdf5_file.hpp"
#include "dataset/one_nan.hpp"
#include "dataset/parameter_table.hpp"
#include "dataset/training_chunk.hpp"

namespace cchnn {
namespace {

constexpr std::size_t longest_attribute = 32 << 10;  // bytes; HDF5 refuses attributes of 64 KiB

using Lengths = std::map<std::string, std::uint64_t>;  // axis -> length

void require(bool holds, const std::string& rule) {
    if (!holds) throw std::invalid_argument("dataset writer: " + rule);
}

void check(const DatasetDescription& d, const ConstrainedSystem& system) {
    require(d.kind == "dataset" || d.kind == "submission", "kind must be dataset or submission, got '" + d.kind + "'");
    require(d.times.samples >= 1, "needs at least one sample");
    require(d.kind == "submission" || !d.system_json.empty(), "a dataset needs the JSON of its system");
    require(d.system_json.empty() || d.nodes.size() == static_cast<std::size_t>(system.node_count()),
            "needs one label a node");
    if (d.notes.size() > longest_attribute || d.model.size() > longest_attribute)
        throw UsageError("", "model name and notes may have 32 KiB each, got " + std::to_string(d.model.size()) + " and " +
                                 std::to_string(d.notes.size()) + " bytes");
    if (d.chunks) check_chunks(d.split, d.times.samples, d.chunk_length);
}

Lengths lengths_of(const DatasetDescription& d, const ConstrainedSystem& system) {
    const auto length = [](auto n) { return static_cast<std::uint64_t>(n); };
    return {{"trajectory", d.count},
            {"t", length(d.times.samples)},
            {"node", length(system.node_count())},
            {"axis", length(system.dimension())},
            {"sample", length(d.chunk_length)},
            {"node_column", length(system.node_count())},
            {"constraint", length(system.rows().size())},
            {"track", length(system.tracks().size())},
            {"coordinate", length(d.coordinates.size())},
            {"parameter", length(d.varied.size())}};
}

std::vector<std::int64_t> count_up(std::uint64_t n) {
    std::vector<std::int64_t> numbers(n);
    for (std::uint64_t i = 0; i < n; ++i) numbers[i] = static_cast<std::int64_t>(i);
    return numbers;
}

}  // namespace

struct DatasetWriter::State {
    State(const std::filesystem::path& path, DatasetDescription d, const ConstrainedSystem& system, bool overwrite)
        : description(std::move(d)), lengths(lengths_of(description, system)), pending(path, overwrite),
          file(Hdf5File::create(pending.temporary_path(), path)), holonomic(system.holonomic()) {
        write_root_attributes(system);
        if (description.chunks) file.make_group("/chunks");
        if (!description.system_json.empty())
            for (const char* group : {"/system", "/system/nodes", "/system/constraints"}) file.make_group(group);
        if (!description.system_json.empty() && lengths.at("track") > 0) file.make_group("/system/tracks");
        if (present(array_layout("/system/coordinates/body"))) file.make_group("/system/coordinates");
        if (varies()) file.make_group("/system/parameters");
        write_known_arrays();
        if (!description.system_json.empty()) write_system(system);
        for (const ArrayLayout& layout : array_layouts())
            if (present(layout) && grows(layout)) open_appender(layout);
        name_axes();
    }

    bool varies() const { return description.kind == "dataset" && !description.varied.empty(); }

    bool present(const ArrayLayout& layout) const {
        switch (layout.presence) {
            case Presence::always: return !in_coordinates() || (layout.path != "/x" && layout.path != "/v");
            case Presence::dataset: return description.kind == "dataset";
            case Presence::dissipative: return description.kind == "dataset" && description.dissipative;
            case Presence::bounded: return description.kind == "dataset" && description.bounded;
            case Presence::varied: return varies();
            case Presence::chunks: return description.chunks;
            case Presence::tracks:
                return lengths.at("track") > 0 &&
                       (grows(layout) ? description.kind == "dataset" : !description.system_json.empty());
            case Presence::rolling: return !description.system_json.empty() && !holonomic;
            case Presence::coordinates: return !description.coordinates.empty();
            case Presence::chunk_coordinates: return description.chunks && !description.coordinates.empty();
            case Presence::coordinate_table: return !description.system_json.empty() && !description.coordinates.empty();
            case Presence::lyapunov: return !description.system_json.empty() && description.lyapunov.has_value();
            default:
                return !description.system_json.empty() &&
                       (layout.path != "/system/protocol" || !description.protocol_json.empty());
        }
    }
    // A submission in q, qdot instead of x, v.
    bool in_coordinates() const { return description.kind == "submission" && !description.coordinates.empty(); }
    static bool grows(const ArrayLayout& layout) { return !layout.axes.empty() && layout.axes[0] == "trajectory"; }

    Shape shape_of(const ArrayLayout& layout) const {
        Shape shape;
        for (const std::string& axis : layout.axes) shape.push_back(lengths.at(axis));
        return shape;
    }

    void write_root_attributes(const ConstrainedSystem& system) {
        const auto set = [&](const char* name, const AttributeValue& value) { file.set_attribute("/", name, value); };
        set("format_version", std::int64_t{dataset_format_version});
        set("tool_version", tool_version);
        set("kind", description.kind);
        set("system", system.name());
        set("split", description.split);
        set("seed", description.seed);
        set("dt", description.times.dt);
        set("score_from_index", std::int64_t{1});
        if (description.chunks) set("chunk_length", std::int64_t{description.chunk_length});
        if (!description.coordinates.empty()) set("generalised_coordinates", "in /q and /qdot");
        if (!description.why_no_coordinates.empty()) set("generalised_coordinates", "none: " + description.why_no_coordinates);
        if (description.kind != "submission") return;
        set("answers_digest", description.answers_digest);
        set("model", description.model);
        set("notes", description.notes);
    }

    void describe(const ArrayLayout& layout) {
        file.set_attribute(layout.path, "long_name", layout.long_name);
        const bool mixed = layout.unit.starts_with("rad");
        const std::string unit = mixed ? coordinate_units(layout.unit, description.coordinates) : layout.unit;
        if (!unit.empty()) file.set_attribute(layout.path, "units", unit_in(unit, description.units));
    }

    void open_appender(const ArrayLayout& layout) {
        const Shape shape = shape_of(layout);
        file.make_array(layout.path, layout.element, shape, chunk_shape(shape, layout.element.bytes));
        describe(layout);
        appenders.emplace(layout.path, ArrayAppender(file, layout.path, shape, layout.element.bytes));
        if (layout.path == "/valid_until") file.set_attribute(layout.path, "level", description.bound_level);
        if (layout.path == "/outcome") file.set_attribute(layout.path, "codes", outcome_codes());
    }

    template <class T>
    void write_array(const std::string& path, const std::vector<T>& values) {
        const ArrayLayout& layout = array_layout(path);
        const Shape shape = shape_of(layout);
        file.make_array(path, layout.element, shape, chunk_shape(shape, layout.element.bytes));
        if (!values.empty()) file.write(path, Shape(shape.size(), 0), shape, values.data());
        describe(layout);
    }
    void write_texts(const std::string& path, const std::vector<std::string>& texts) {
        file.write_texts(path, texts);
        describe(array_layout(path));
    }
    void write_text(const std::string& path, const std::string& text) {
        file.write_text(path, text);
        describe(array_layout(path));
    }

    void write_number(const std::string& path, double value) {
        file.make_array(path, array_layout(path).element, {}, {});
        file.write(path, {}, {}, &value);
        describe(array_layout(path));
    }

    void write_known_arrays() {
        std::vector<double> times;
        for (int k = 0; k < description.times.samples; ++k) times.push_back(description.times.time(k));
        write_array("/t", times);
        write_array("/node", count_up(lengths.at("node")));
        std::vector<std::string> axes{"x", "y", "z"};
        axes.resize(lengths.at("axis"));
        write_texts("/axis", axes);
        if (!description.coordinates.empty()) write_array("/coordinate", count_up(lengths.at("coordinate")));
        if (description.chunks) write_array("/chunks/sample", count_up(lengths.at("sample")));
    }

    void write_system(const ConstrainedSystem& system) {
        write_text("/system/json", description.system_json);
        if (!description.protocol_json.empty()) write_text("/system/protocol", description.protocol_json);
        if (description.lyapunov) write_lyapunov(*description.lyapunov);
        write_array("/system/node_column", count_up(lengths.at("node")));
        write_array("/system/mass_matrix", system.mass_matrix());
        write_array("/system/inverse_mass_matrix", system.inverse_mass_matrix());
        std::vector<std::string> bodies;
        std::vector<std::int64_t> indices;
        for (const NodeLabel& label : description.nodes) {
            bodies.push_back(label.body);
            indices.push_back(label.index_in_body);
        }
        write_texts("/system/nodes/body", bodies);
        write_array("/system/nodes/index_in_body", indices);
        write_constraints(system);
        for (const auto& [path, texts] : coordinate_columns(description.coordinates, description.units))
            if (present(array_layout(path))) write_texts(path, texts);
        if (!varies()) return;
        write_array("/system/parameters/parameter", count_up(description.varied.size()));
        for (const auto& [path, texts] : parameter_columns(description.varied, description.units)) write_texts(path, texts);
    }

    void write_lyapunov(const LyapunovRecord& record) {
        write_number("/system/lyapunov_exponent", record.largest.mean);
        write_number("/system/lyapunov_low", record.largest.low);
        write_number("/system/lyapunov_high", record.largest.high);
        write_text("/system/lyapunov", record.json);
    }

    void write_constraints(const ConstrainedSystem& system) {
        const ConstraintTable table = constraint_table(system);
        const std::string group = "/system/constraints/";
        write_array(group + "constraint", count_up(table.kind.size()));
        write_texts(group + "kind", table.kind);
        write_texts(group + "name", table.name);
        write_array(group + "weights", table.weights);
        write_array(group + "offset", table.offset);
        write_array(group + "length", table.length);
        write_array(group + "component", table.component);
        write_array(group + "independent", table.independent);
        if (!system.tracks().empty()) write_tracks(system, table);
        if (holonomic) return;
        write_array(group + "normal", table.normal);
        write_array(group + "up", table.up);
        write_array(group + "radius", table.radius);
        write_text("/system/dynamics", "nonholonomic: rows of kind rolling are on velocities alone; energy is conserved, but "
                                       "the flow is not that of a Hamiltonian");
    }

    void write_tracks(const ConstrainedSystem& system, const ConstraintTable& table) {
        std::vector<std::string> names, curves;
        for (const SystemTrack& track : system.tracks()) {
            names.push_back(track.name);
            curves.push_back(curve_json(track.search->curve().spec()));
        }
        write_array("/system/constraints/track", table.track);
        write_array("/system/tracks/track", count_up(lengths.at("track")));
        write_texts("/system/tracks/name", names);
        write_texts("/system/tracks/curve", curves);
    }

    void name_axes() {
        for (const AxisLayout& axis : axis_layouts())
            if (present(array_layout(axis.scale))) file.make_scale(axis.scale, axis.name);
        for (const ArrayLayout& layout : array_layouts()) {
            if (!present(layout)) continue;
            for (unsigned i = 0; i < layout.axes.size(); ++i)
                if (scale_of(layout.axes[i]) != layout.path)
                    file.attach_scale(layout.path, i, scale_of(layout.axes[i]), layout.axes[i]);
        }
    }

    void put(const std::string& path, const void* row) { appenders.at(path).append(row); }

    void check_batch(const TrajectoryBatch& batch) const {
        const auto n = static_cast<std::size_t>(batch.count), samples = static_cast<std::size_t>(batch.samples);
        const std::size_t state = lengths.at("node") * lengths.at("axis");
        require(batch.first == appended, "batch starts at " + std::to_string(batch.first) + ", expected " + std::to_string(appended));
        require(batch.count >= 0 && n <= description.count - appended, "more trajectories than announced");
        require(batch.samples == description.times.samples, "batch has other times than the file");
        const std::size_t m = description.coordinates.size();
        require(m == 0 || (batch.q.size() == n * samples * m && batch.qdot.size() == batch.q.size()), "q, qdot have another shape than the file");
        if (in_coordinates()) return;
        require(batch.x.size() == n * samples * state && batch.v.size() == batch.x.size(), "x, v have another shape than the file");
        if (description.kind == "submission") return;
        require(batch.energy.size() == n * samples && batch.outcomes.size() == n, "energy or outcomes are missing");
        require(batch.track_parameter.size() == n * samples * lengths.at("track"), "parameters of curves are missing");
        require(!description.bounded || (batch.error_bound.size() == n * samples && batch.valid_until.size() == n),
                "error bounds are missing");
        require(batch.parameters.size() == n * description.varied.size(), "values of the varied properties are missing");
        require(!description.dissipative || batch.dissipated.size() == n * samples, "dissipated energy is missing");
    }

    void append_trajectory(std::size_t i, const double* x, const double* v, const TrajectoryBatch& batch, const double* energy) {
        const auto number = static_cast<std::int64_t>(appended);
        put("/trajectory", &number);
        append_coordinates(i);
        if (!in_coordinates()) put("/x", x), put("/v", v);
        if (description.kind == "dataset") append_outcome(batch.outcomes[i], energy);
        if (description.dissipative && description.kind == "dataset")
            put("/dissipated", rows.dissipated + i * static_cast<std::size_t>(batch.samples));
        if (description.kind == "dataset" && lengths.at("track") > 0)
            put("/track_parameter", rows.track + i * static_cast<std::size_t>(batch.samples) * lengths.at("track"));
        if (present(array_layout("/error_bound"))) {
            put("/error_bound", rows.bound + i * static_cast<std::size_t>(batch.samples));
            put("/valid_until", rows.valid + i);
            const auto refined = static_cast<std::uint8_t>(batch.outcomes[i].refined);
            put("/refined", &refined);
        }
        if (varies()) put("/parameters", batch.parameters.data() + i * description.varied.size());
        if (description.chunks) append_chunk(x, v);
        ++appended;
    }

    void append_coordinates(std::size_t i) {
        const std::size_t m = description.coordinates.size(), row = i * static_cast<std::size_t>(description.times.samples) * m;
        if (m == 0) return;
        put("/q", rows.q + row);
        put("/qdot", rows.qdot + row);
        if (!description.chunks) return;
        const auto start = static_cast<std::size_t>(start_of_chunk());
        put("/chunks/q", rows.q + row + start * m);
        put("/chunks/qdot", rows.qdot + row + start * m);
    }

    int start_of_chunk() const {
        return chunk_start(description.seed, description.split, appended, description.times.samples, description.chunk_length);
    }

    void append_outcome(const Outcome& outcome, const double* energy) {
        const auto code = static_cast<std::int32_t>(outcome.reason);
        const std::int64_t accepted = outcome.accepted, rejected = outcome.rejected;
        put("/energy", energy);
        put("/outcome", &code);
        put("/end_time", &outcome.time);
        put("/steps_accepted", &accepted);
        put("/steps_rejected", &rejected);
    }

    void append_chunk(const double* x, const double* v) {
        const std::size_t state = lengths.at("node") * lengths.at("axis");
        const int start = start_of_chunk();
        const auto number = std::int64_t{start};
        std::vector<double> times;
        for (int k = 0; k < description.chunk_length; ++k) times.push_back(description.times.time(start + k));
        put("/chunks/start", &number);
        put("/chunks/t", times.data());
        put("/chunks/x", x + static_cast<std::size_t>(start) * state);
        put("/chunks/v", v + static_cast<std::size_t>(start) * state);
    }

    DatasetDescription description;
    Lengths lengths;
    PendingFile pending;  // before file: outlives it
    Hdf5File file;
    bool holonomic;
    std::map<std::string, ArrayAppender> appenders;
    std::uint64_t appended = 0;
    ContentDigest content;
    struct {
        const double *q, *qdot, *dissipated, *bound, *valid, *track;
    } rows{};  // of the batch
    std::vector<double> x_storage, v_storage, q_storage, qdot_storage, energy_storage, dissipated_storage, bound_storage, valid_storage, track_storage;
};

DatasetWriter::DatasetWriter(const std::filesystem::path& path, const DatasetDescription& description,
                             const ConstrainedSystem& system, bool overwrite) {
    check(description, system);
    state_ = std::make_unique<State>(path, description, system, overwrite);
}

DatasetWriter::~DatasetWriter() = default;

void DatasetWriter::append(const TrajectoryBatch& batch) {
    State& s = *state_;
    s.check_batch(batch);
    const std::vector<double>& x = with_one_nan(batch.x, s.x_storage);
    const std::vector<double>& v = with_one_nan(batch.v, s.v_storage);
    const std::vector<double>& energy = with_one_nan(batch.energy, s.energy_storage);
    s.rows.track = with_one_nan(batch.track_parameter, s.track_storage).data();
    s.rows.dissipated = with_one_nan(batch.dissipated, s.dissipated_storage).data();
    s.rows.bound = with_one_nan(batch.error_bound, s.bound_storage).data();
    s.rows.valid = with_one_nan(batch.valid_until, s.valid_storage).data();
    s.rows.q = with_one_nan(batch.q, s.q_storage).data();
    s.rows.qdot = with_one_nan(batch.qdot, s.qdot_storage).data();
    const std::size_t samples = static_cast<std::size_t>(batch.samples);
    const std::size_t row = samples * s.lengths.at("node") * s.lengths.at("axis");
    const auto at = [](const std::vector<double>& values, std::size_t first) {
        return values.empty() ? nullptr : values.data() + first;
    };
    for (std::size_t i = 0; i < static_cast<std::size_t>(batch.count); ++i)
        s.append_trajectory(i, at(x, i * row), at(v, i * row), batch, at(energy, i * samples));
}

std::string DatasetWriter::finish() {
    State& s = *state_;
    require(s.appended == s.description.count, "only " + std::to_string(s.appended) + " of " +
                                                   std::to_string(s.description.count) + " trajectories were appended");
    std::map<std::string, std::string> digests;
    for (auto& [path, appender] : s.appenders) digests.emplace(path, appender.digest());
    s.content = digest_content(s.file, digests);
    s.file.set_attribute("/", "content_digest", s.content.content);
    s.file.close();
    s.pending.commit();
    return s.content.content;
}

const ContentDigest& DatasetWriter::content() const { return state_->content; }

}  // namespace cchnn
