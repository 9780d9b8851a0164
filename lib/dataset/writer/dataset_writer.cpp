#include "dataset/writer/dataset_writer.hpp"

#include <algorithm>
#include <deque>
#include <optional>
#include <stdexcept>
#include <string>

#include "core/errors.hpp"
#include "core/option.hpp"
#include "core/overloaded.hpp"
#include "core/sha256.hpp"
#include "core/to_size.hpp"
#include "core/version.hpp"
#include "dataset/dataset_description.hpp"
#include "dataset/dataset_layout.hpp"
#include "dataset/truth_digest.hpp"
#include "dataset/writer/growing_arrays.hpp"
#include "dataset/writer/one_nan.hpp"
#include "dataset/writer/planned_arrays.hpp"
#include "dataset/writer/system_columns.hpp"
#include "dataset/writer/training_chunk.hpp"
#include "files/deflated_chunks.hpp"
#include "files/hdf5_file.hpp"
#include "integrate/derivatives/stored_sensitivities.hpp"
#include "integrate/impacts/contact_gaps.hpp"
#include "integrate/trajectory_arrays.hpp"
#include "mechanics/constrained_system.hpp"
#include "mechanics/singular_places.hpp"

namespace cchnn {

// How many coordinates a Lagrangian has, and how many of them are angles.
struct LagrangianCoordinates {
    std::size_t all, angles;
};

namespace {

// Rules for writing a file of trajectories: mistakes of a caller, and descriptions that cannot be stored.

// Throws std::invalid_argument, "dataset writer: <rule>".
void require(bool holds, const std::string& rule) {
    if (!holds) throw std::invalid_argument("dataset writer: " + rule);
}

// Checks a description. Mistakes of the program throw std::invalid_argument; a model name or notes that are too
// long are the user's, and throw UsageError.
void check(const DatasetDescription& d, const ConstrainedSystem& system) {
    // Bytes. HDF5 allows no attribute of 64 KiB, and readers no name that fills rows of tables.
    constexpr std::size_t longest_name = 1000, longest_notes = 32 << 10;
    require(d.kind == "dataset" || d.kind == "submission", "kind must be dataset or submission, got '" + d.kind + "'");
    require(d.times.samples >= 1, "needs at least one sample");
    require(d.kind == "submission" || !d.system_json.empty(), "a dataset needs the JSON of its system");
    require(d.members == 0 || (d.kind == "submission" && d.members > 0 && d.members <= most_members && !d.bounded),
            "only a submission without error bounds has members, at most " + std::to_string(most_members));
    require(d.deflate >= 0 && d.deflate <= 9, "level of deflate must be 0 .. 9, got " + std::to_string(d.deflate));
    require(d.system_json.empty() || d.nodes.size() == to_size(system.node_count()), "needs one label a node");
    if (d.model.size() > longest_name || d.notes.size() > longest_notes)
        throw UsageError("", "a model name may have 1000 bytes and notes 32 KiB, got " +
                                 std::to_string(d.model.size()) + " and " + std::to_string(d.notes.size()) + " bytes");
    if (d.chunks) check_chunks(d.split, d.times.samples, d.chunk_length);
}

// The attributes of a file's root group: which program, system and split it is of, and of a submission how it was made
// (schemas/dataset.md).

void write_rollout_time(Hdf5File& file, const RolloutTime& time) {
    file.set_attribute("/", "rollout_seconds", time.seconds);
    if (!time.hardware.empty()) file.set_attribute("/", "rollout_hardware", time.hardware);
}

void write_root_attributes(Hdf5File& file, const DatasetDescription& description, const std::string& system) {
    const auto set = [&](const char* name, const AttributeValue& value) { file.set_attribute("/", name, value); };
    set("format_version", std::int64_t{dataset_format_version});
    set("tool_version", tool_version);
    set("kind", description.kind);
    set("system", system);
    set("split", description.split);
    set("seed", description.seed);
    set("dt", description.times.dt);
    set("score_from_index", std::int64_t{1});
    if (description.chunks) set("chunk_length", std::int64_t{description.chunk_length});
    if (!description.coordinates.empty()) set("generalised_coordinates", "in /q and /qdot");
    if (!description.why_no_coordinates.empty())
        set("generalised_coordinates", "none: " + description.why_no_coordinates);
    if (description.kind != "submission") return;
    set("answers_truth", description.answers_truth);
    set("model", description.model);
    set("notes", description.notes);
    if (description.perturbation_normal) set("perturbation_normal", *description.perturbation_normal);
    if (description.perturbation_length) set("perturbation_length", *description.perturbation_length);
    if (description.start_spread) set("start_spread", *description.start_spread);
    if (!description.dropped_constraints.empty()) set("dropped_constraints", description.dropped_constraints);
    if (!description.naive.empty()) set("naive", description.naive);
    if (description.context > 1) set("context", std::int64_t{description.context});
    if (description.rollout_time) write_rollout_time(file, *description.rollout_time);
}

// Of the tables of systems with many nodes, in which few numbers and texts repeat: more takes longer for nothing.
constexpr int deflate_of_tables = 4;

// What the layout says of positions of nodes is said of coordinates here, for a system that is given by its Lagrangian.
ArrayLayout of_coordinates(ArrayLayout layout) {
    struct Row {
        const char *path, *unit, *long_name;
    };
    constexpr Row rows[] = {{"/x", "rad, m", "coordinates q of the Lagrangian"},
                            {"/v", "rad/s, m/s", "rates of the coordinates, dq/dt"},
                            {"/acceleration", "rad/s^2, m/s^2", "accelerations of the coordinates, d2q/dt2"},
                            {"/energy", "J", "energy dq/dt . dL/d(dq/dt) - L"}};
    for (const Row& row : rows)
        if (layout.path == row.path) {
            layout.unit = row.unit;
            layout.long_name = row.long_name;
        }
    return layout;
}

std::optional<LagrangianCoordinates> coordinates_of(const ConstrainedSystem& system) {
    if (!system.lagrangian()) return {};
    return LagrangianCoordinates{to_size(system.state_size()), system.angle_coordinates().size()};
}

// Of two units, that of angles and that of lengths, those that such coordinates have.
std::string units_of(const std::string& both, const LagrangianCoordinates& count) {
    const std::size_t comma = both.find(", ");
    if (comma == std::string::npos || (count.angles > 0 && count.angles < count.all)) return both;
    return count.angles > 0 ? both.substr(0, comma) : both.substr(comma + 2);
}

}  // namespace

// The unfinished file. The constructor writes everything that does not depend on trajectories and opens all
// others.
struct DatasetWriter::State {
    State(const std::filesystem::path& path, DatasetDescription d, const ConstrainedSystem& system, bool overwrite,
          int threads)
        : description(std::move(d)),
          planned(description, system),
          lagrangian(coordinates_of(system)),
          may_be_singular(has_singular_places(system)),
          may_touch(has_contacts(system)),
          pending(path, overwrite),
          file(Hdf5File::create(pending.temporary_path(), path)),
          arrays(file, description.deflate, threads) {
        write_root_attributes(file, description, system.name());
        make_groups();
        write_known_arrays();
        if (!description.system_json.empty())
            each_system_column(description, system, [&](const std::string& place, const Column& column) {
                if (planned.present(array_layout(place))) write_column(place, column);
            });
        for (const ArrayLayout& layout : array_layouts())
            if (planned.present(layout) && PlannedArrays::grows(layout)) open_growing(layout);
        name_axes();
        description.graph.edges = {};  // hundreds of bytes for each of half a million pairs of bodies, written by now
    }

    // Units in the system's own; of coordinates the unit follows from what the coordinates are.
    void describe(const ArrayLayout& of_nodes) {
        const ArrayLayout layout = lagrangian ? of_coordinates(of_nodes) : of_nodes;
        file.set_attribute(layout.path, "long_name", layout.long_name);
        const bool mixed = layout.unit.find(", ") != std::string::npos;
        const std::string unit = lagrangian ? units_of(layout.unit, *lagrangian)
                                 : mixed    ? coordinate_units(layout.unit, description.coordinates)
                                            : layout.unit;
        if (!unit.empty()) file.set_attribute(layout.path, "units", unit_in(unit, description.units));
    }

    // Creates an array with one row for each trajectory at its final shape, to be filled by append().
    void open_growing(const ArrayLayout& layout) {
        const Shape shape = planned.shape_of(layout);
        file.make_array(layout.path, layout.element, shape, chunk_shape(shape, layout.element.bytes),
                        description.deflate);
        describe(layout);
        arrays.open(layout.path, shape, layout.element.bytes);
        if (layout.path == "/valid_until") file.set_attribute(layout.path, "level", description.bound_level);
        if (layout.path == "/dissipated" && may_touch)
            file.set_attribute(layout.path, "long_name", "energy lost to impacts and damping since t = 0");
        if (layout.path == "/outcome")
            file.set_attribute(layout.path, "codes", outcome_codes(may_be_singular, may_touch));
    }

    // In this order, those that have an array.
    void make_groups() {
        for (const std::string group :
             {"/chunks", "/events", "/sensitivity", "/system", "/system/nodes", "/system/constraints", "/system/tracks",
              "/system/masses", "/system/weights", "/system/counted_angles", "/system/inputs", "/system/coordinates",
              "/system/parameters", "/system/bodies", "/system/edges", "/system/edges/numbers"})
            if (std::ranges::any_of(array_layouts(), [&](const ArrayLayout& layout) {
                    return layout.path.starts_with(group + "/") && planned.present(layout);
                }))
                file.make_group(group);
    }

    // The digest of a table that is deflated is computed here, so that finish() need not inflate it.
    void write_column(const std::string& path, const Column& column) {
        const ArrayLayout& layout = array_layout(path);
        const bool of_large = planned.sparse() && path.starts_with("/system/");
        const int deflate = planned.sparse() ? deflate_of_tables : 0;
        std::visit(Overloaded{[&](const std::vector<std::string>& texts) {
                                  if (!of_large) return file.write_texts(path, texts);
                                  file.write_deflated_texts(path, texts, deflate);
                                  std::vector<char> bytes;
                                  for (const std::string& text : texts) append_text(bytes, text.data(), text.size());
                                  table_digests[path] = sha256_of_text({bytes.data(), bytes.size()});
                              },
                              [&](const std::string& text) { file.write_text(path, text); },
                              [&](double number) {
                                  file.make_array(path, layout.element, {}, {});
                                  file.write(path, {}, {}, &number);
                              },
                              [&](const auto& entries) {
                                  const Shape shape = planned.shape_of(layout);
                                  const std::size_t bytes = layout.element.bytes;
                                  file.make_array(path, layout.element, shape,
                                                  deflate ? chunk_shape(shape, bytes, bytes_of_deflated_chunks)
                                                          : chunk_shape(shape, bytes),
                                                  deflate);
                                  if (!entries.empty()) file.write(path, Shape(shape.size(), 0), shape, entries.data());
                                  if (deflate)
                                      table_digests[path] = sha256_of_text(
                                          {reinterpret_cast<const char*>(entries.data()), entries.size() * bytes});
                              }},
                   column);
        describe(layout);
    }

    void write_known_arrays() {
        std::vector<double> times;
        for (int k = 0; k < description.times.samples; ++k) times.push_back(description.times.time(k));
        write_column("/t", times);
        write_column("/node", count_up(planned.length("node")));
        std::vector<std::string> axes{"x", "y", "z"};
        axes.resize(planned.length("axis"));
        write_column("/axis", axes);
        for (const std::string axis : {"coordinate", "impact", "sample", "state", "direction", "coordinate_state",
                                       "coordinate_start", "sensitive"})
            if (const std::string& scale = scale_of(axis); planned.present(array_layout(scale)))
                write_column(scale, count_up(planned.length(axis)));
        if (planned.present(array_layout("/sensitivity/pointer")))
            write_column("/sensitivity/pointer", sensitive_pointers(description.varied, description.with));
    }

    // HDF5 dimension scales name the axes, as netCDF and xarray read them.
    void name_axes() {
        for (const AxisLayout& axis : axis_layouts())
            if (planned.present(array_layout(axis.scale))) file.make_scale(axis.scale, axis.name);
        for (const ArrayLayout& layout : array_layouts()) {
            if (!planned.present(layout)) continue;
            const std::vector<std::string> axes = planned.axes_of(layout);
            for (unsigned i = 0; i < axes.size(); ++i)
                if (axes[i] != "member" && scale_of(axes[i]) != layout.path)
                    file.attach_scale(layout.path, i, scale_of(axes[i]), axes[i]);
        }
    }

    // A batch with another shape than announced is an error of the caller; nothing of it is written then.
    void check_batch(const TrajectoryBatch& batch) const {
        const std::size_t n = batch.count;
        require(batch.first == appended,
                "batch starts at " + std::to_string(batch.first) + ", expected " + std::to_string(appended));
        require(batch.count >= 0 && n % members() == 0, "a batch holds all members of a trajectory");
        require(n / members() <= description.count - appended, "more trajectories than announced");
        require(batch.samples == description.times.samples, "batch has other times than the file");
        require(batch.outcomes.size() == n || (description.kind == "submission" && !description.bounded),
                "outcomes are missing");
        for (const TrajectoryArray& array : trajectory_arrays) {
            const ArrayLayout& layout = array_layout(array.path);
            if (!planned.present(layout)) continue;
            std::size_t size = n;  // with all members
            for (std::size_t axis = 1; axis < layout.axes.size(); ++axis) size *= planned.length(layout.axes[axis]);
            require((batch.*array.values).size() == size,
                    std::string(array.path + 1) + " has another shape than the file");
        }
    }

    void append(const TrajectoryBatch& batch, const DerivedArrays& derived) {
        const std::size_t n = to_size(batch.count) / members();
        if (n == 0) return;
        numbers.clear();
        for (std::size_t i = 0; i < n; ++i) numbers.push_back(appended + i);
        arrays.put("/trajectory", numbers.data());
        for (const TrajectoryArray& array : trajectory_arrays)
            if (planned.present(array_layout(array.path))) arrays.put(array.path, one_nan(batch.*array.values)->data());
        put_outcomes(batch);
        for (const auto& [path, values] : derived_rows(derived))
            if (planned.present(array_layout(path))) arrays.put(path, one_nan(*values)->data());
        if (description.chunks) put_pieces(batch, n);
        arrays.append(n);
        appended += n;
        copies.clear();
    }

    std::size_t members() const { return description.members > 0 ? to_size(description.members) : 1; }

    // One number of each outcome, for those arrays that the file has.
    void put_outcomes(const TrajectoryBatch& batch) {
        const auto put = [&](const char* path, auto& column, const auto& number_of) {
            if (!arrays.has(path)) return;
            column.clear();
            for (const Outcome& outcome : batch.outcomes) column.push_back(number_of(outcome));
            arrays.put(path, column.data());
        };
        put("/outcome", codes, [](const Outcome& o) { return static_cast<std::int32_t>(o.reason); });
        put("/end_time", end_times, [](const Outcome& o) { return o.time; });
        put("/steps_accepted", accepted, [](const Outcome& o) { return o.accepted; });
        put("/steps_rejected", rejected, [](const Outcome& o) { return o.rejected; });
        put("/refined", refined, [](const Outcome& o) { return static_cast<std::uint8_t>(o.refined); });
    }

    // The training windows that are drawn for the trajectories of this batch.
    void put_pieces(const TrajectoryBatch& batch, std::size_t n) {
        starts.clear();
        std::vector<double>& times = copies.emplace_back();
        for (std::size_t i = 0; i < n; ++i) {
            starts.push_back(chunk_start(description.seed, description.split, appended + i, description.times.samples,
                                         description.chunk_length));
            for (int k = 0; k < description.chunk_length; ++k)
                times.push_back(description.times.time(static_cast<int>(starts.back()) + k));
        }
        arrays.put("/chunks/start", starts.data());
        arrays.put("/chunks/t", times.data());
        for (const TrajectoryArray& array : trajectory_arrays)
            if (const std::string path = std::string("/chunks") + array.path; arrays.has(path))
                arrays.put(path, copies
                                     .emplace_back(drawn_pieces(*one_nan(batch.*array.values), starts,
                                                                description.times.samples, description.chunk_length))
                                     .data());
    }

    // The values themselves if they contain no NaN, else a copy that lives until the batch is appended.
    const std::vector<double>* one_nan(const std::vector<double>& values) {
        std::vector<double> copy;
        if (&with_one_nan(values, copy) == &values) return &values;
        return &copies.emplace_back(std::move(copy));
    }

    DatasetDescription description;
    PlannedArrays planned;
    std::optional<LagrangianCoordinates> lagrangian;  // nothing where bodies are given
    bool may_be_singular, may_touch;
    PendingFile pending;  // before file: outlives it
    Hdf5File file;
    GrowingArrays arrays;
    std::uint64_t appended = 0;
    ContentDigest content;
    std::map<std::string, std::string> table_digests;
    std::vector<std::int64_t> numbers, starts, accepted, rejected;  // of the batch
    std::vector<std::int32_t> codes;
    std::vector<std::uint8_t> refined;
    std::vector<double> end_times;
    std::deque<std::vector<double>> copies;
};

DatasetWriter::DatasetWriter(const std::filesystem::path& path, DatasetDescription description,
                             const ConstrainedSystem& system, bool overwrite, int threads) {
    check(description, system);
    state_ = std::make_unique<State>(path, std::move(description), system, overwrite, threads);
}

DatasetWriter::~DatasetWriter() = default;

void DatasetWriter::append(const TrajectoryBatch& batch, const DerivedArrays& derived) {
    state_->check_batch(batch);
    require(fits(derived, state_->planned, batch.count),
            "arrays of " + option("with") + " have another shape than the file");
    state_->append(batch, derived);
}

void DatasetWriter::set_rollout_time(const RolloutTime& time) { write_rollout_time(state_->file, time); }

// Digests of rows were computed while they were written, so only the arrays without rows are read. The truth digest
// comes first: the content digest covers it.
std::string DatasetWriter::finish(Sync sync) {
    State& s = *state_;
    require(s.appended == s.description.count, "only " + std::to_string(s.appended) + " of " +
                                                   std::to_string(s.description.count) + " trajectories were appended");
    std::map<std::string, std::string> digests = s.arrays.finish();
    digests.merge(s.table_digests);
    if (s.description.kind == "dataset") s.file.set_attribute("/", "truth_digest", truth_digest(s.file, digests));
    s.content = digest_content(s.file, digests);
    if (!s.description.to_fill) s.file.set_attribute("/", "content_digest", s.content.content);
    s.file.close();
    s.pending.commit(sync);
    return s.content.content;
}

const ContentDigest& DatasetWriter::content() const { return state_->content; }

}  // namespace cchnn
