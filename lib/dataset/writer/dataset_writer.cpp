#include "dataset/writer/dataset_writer.hpp"

#include <deque>
#include <stdexcept>

#include "core/errors.hpp"
#include "core/option.hpp"
#include "core/overloaded.hpp"
#include "core/to_size.hpp"
#include "dataset/dataset_layout.hpp"
#include "dataset/truth_digest.hpp"
#include "dataset/writer/angle_table.hpp"
#include "dataset/writer/column.hpp"
#include "dataset/writer/constraint_table.hpp"
#include "dataset/writer/coordinate_table.hpp"
#include "dataset/writer/derived_rows.hpp"
#include "dataset/writer/graph_columns.hpp"
#include "dataset/writer/growing_arrays.hpp"
#include "dataset/writer/input_table.hpp"
#include "dataset/writer/one_nan.hpp"
#include "dataset/writer/parameter_table.hpp"
#include "dataset/writer/planned_arrays.hpp"
#include "dataset/writer/root_attributes.hpp"
#include "dataset/writer/training_chunk.hpp"
#include "dataset/writer/writer_rules.hpp"
#include "elements/parts/curve/curve_spec.hpp"
#include "files/hdf5_file.hpp"
#include "integrate/trajectory_arrays.hpp"

namespace cchnn {

// The unfinished file. The constructor writes everything that does not depend on trajectories and opens all
// others.
struct DatasetWriter::State {
    State(const std::filesystem::path& path, DatasetDescription d, const ConstrainedSystem& system, bool overwrite,
          int threads)
        : description(std::move(d)),
          planned(description, system),
          pending(path, overwrite),
          file(Hdf5File::create(pending.temporary_path(), path)),
          arrays(file, description.deflate, threads) {
        write_root_attributes(file, description, system.name());
        if (description.chunks) file.make_group("/chunks");
        if (!description.system_json.empty())
            for (const char* group : {"/system", "/system/nodes", "/system/constraints"}) file.make_group(group);
        if (!description.system_json.empty() && planned.length("track") > 0) file.make_group("/system/tracks");
        if (planned.present(array_layout("/system/counted_angles/name"))) file.make_group("/system/counted_angles");
        if (planned.present(array_layout("/system/inputs/id"))) file.make_group("/system/inputs");
        if (planned.present(array_layout("/system/coordinates/body"))) file.make_group("/system/coordinates");
        if (planned.varies()) file.make_group("/system/parameters");
        if (planned.present(array_layout("/system/edges/edge")))
            for (const char* group : {"/system/bodies", "/system/edges", "/system/edges/numbers"})
                file.make_group(group);
        write_known_arrays();
        if (!description.system_json.empty()) write_system(system);
        for (const ArrayLayout& layout : array_layouts())
            if (planned.present(layout) && PlannedArrays::grows(layout)) open_growing(layout);
        name_axes();
    }

    // Units in the system's own; of coordinates the unit follows from what the coordinates are.
    void describe(const ArrayLayout& layout) {
        file.set_attribute(layout.path, "long_name", layout.long_name);
        const bool mixed = layout.unit.find(", ") != std::string::npos;
        const std::string unit = mixed ? coordinate_units(layout.unit, description.coordinates) : layout.unit;
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
        if (layout.path == "/outcome") file.set_attribute(layout.path, "codes", outcome_codes());
    }

    template <class T>
    void write_array(const std::string& path, const std::vector<T>& values) {
        const ArrayLayout& layout = array_layout(path);
        const Shape shape = planned.shape_of(layout);
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
        write_array("/node", count_up(planned.length("node")));
        std::vector<std::string> axes{"x", "y", "z"};
        axes.resize(planned.length("axis"));
        write_texts("/axis", axes);
        if (!description.coordinates.empty()) write_array("/coordinate", count_up(planned.length("coordinate")));
        if (description.chunks) write_array("/chunks/sample", count_up(planned.length("sample")));
    }

    void write_system(const ConstrainedSystem& system) {
        write_text("/system/json", description.system_json);
        if (!description.protocol_json.empty()) write_text("/system/protocol", description.protocol_json);
        if (description.lyapunov) write_lyapunov(*description.lyapunov);
        write_array("/system/node_column", count_up(planned.length("node")));
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
        write_columns(coordinate_columns(description.coordinates, description.units));
        write_columns(input_columns(system.inputs()));
        write_columns(graph_columns(description, system.dimension(), system.rows().size()));
        if (!planned.varies()) return;
        write_array("/system/parameters/parameter", count_up(description.varied.size()));
        for (const auto& [path, texts] : parameter_columns(description.varied, description.units))
            write_texts(path, texts);
    }

    void write_columns(const std::vector<std::pair<std::string, Column>>& columns) {
        for (const auto& [path, column] : columns)
            if (planned.present(array_layout(path)))
                std::visit(
                    Overloaded{[&, &path = path](const std::vector<std::string>& texts) { write_texts(path, texts); },
                               [&, &path = path](const auto& entries) { write_array(path, entries); }},
                    column);
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
        if (!system.angles().empty()) write_angles(AngleTable(system));
        if (!system.holonomic()) {
            write_array(group + "normal", table.normal);
            write_array(group + "up", table.up);
            write_array(group + "radius", table.radius);
        }
        if (planned.present(array_layout("/system/dynamics"))) write_text("/system/dynamics", dynamics_of(system));
    }

    void write_tracks(const ConstrainedSystem& system, const ConstraintTable& table) {
        std::vector<std::string> names, curves;
        for (const SystemTrack& track : system.tracks()) {
            names.push_back(track.name);
            curves.push_back(curve_json(spec_of(track.search->curve())));
        }
        write_array("/system/constraints/track", table.track);
        write_array("/system/tracks/track", count_up(planned.length("track")));
        write_texts("/system/tracks/name", names);
        write_texts("/system/tracks/curve", curves);
    }

    void write_angles(const AngleTable& angles) {
        write_array("/system/counted_angles/counted_angle", count_up(angles.name.size()));
        write_texts("/system/counted_angles/name", angles.name);
        write_array("/system/counted_angles/body_a", angles.body_a);
        write_array("/system/counted_angles/body_b", angles.body_b);
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
        if (description.kind == "dataset") put_outcomes(batch);
        if (description.bounded) put_refined(batch);
        for (const auto& [path, values] : derived_rows(derived))
            if (planned.present(array_layout(path))) arrays.put(path, one_nan(*values)->data());
        if (description.chunks) put_pieces(batch, n);
        arrays.append(n);
        appended += n;
        copies.clear();
    }

    std::size_t members() const { return description.members > 0 ? to_size(description.members) : 1; }

    void put_outcomes(const TrajectoryBatch& batch) {
        codes.clear();
        end_times.clear();
        accepted.clear();
        rejected.clear();
        for (const Outcome& outcome : batch.outcomes) {
            codes.push_back(static_cast<std::int32_t>(outcome.reason));
            end_times.push_back(outcome.time);
            accepted.push_back(outcome.accepted);
            rejected.push_back(outcome.rejected);
        }
        arrays.put("/outcome", codes.data());
        arrays.put("/end_time", end_times.data());
        arrays.put("/steps_accepted", accepted.data());
        arrays.put("/steps_rejected", rejected.data());
    }

    void put_refined(const TrajectoryBatch& batch) {
        refined.clear();
        for (const Outcome& outcome : batch.outcomes) refined.push_back(static_cast<std::uint8_t>(outcome.refined));
        arrays.put("/refined", refined.data());
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
    PendingFile pending;  // before file: outlives it
    Hdf5File file;
    GrowingArrays arrays;
    std::uint64_t appended = 0;
    ContentDigest content;
    std::vector<std::int64_t> numbers, starts, accepted, rejected;  // of the batch
    std::vector<std::int32_t> codes;
    std::vector<std::uint8_t> refined;
    std::vector<double> end_times;
    std::deque<std::vector<double>> copies;
};

DatasetWriter::DatasetWriter(const std::filesystem::path& path, const DatasetDescription& description,
                             const ConstrainedSystem& system, bool overwrite, int threads) {
    check(description, system);
    state_ = std::make_unique<State>(path, description, system, overwrite, threads);
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
    if (s.description.kind == "dataset") s.file.set_attribute("/", "truth_digest", truth_digest(s.file, digests));
    s.content = digest_content(s.file, digests);
    if (!s.description.to_fill) s.file.set_attribute("/", "content_digest", s.content.content);
    s.file.close();
    s.pending.commit(sync);
    return s.content.content;
}

const ContentDigest& DatasetWriter::content() const { return state_->content; }

}  // namespace cchnn
