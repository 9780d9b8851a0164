#pragma once
// What a dataset or submission file says about itself, apart from its trajectories. A story fills a description
// and gives it to the writer; a reader returns the one that it finds in a file.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "coordinates/generalised_coordinates.hpp"
#include "graph/body_graph.hpp"
#include "integrate/derived_choice.hpp"
#include "integrate/trajectory.hpp"
#include "lyapunov/mean_interval.hpp"
#include "spec/system_spec.hpp"

namespace cchnn {

// The graph of a system in the form of a dataset, /system/bodies and /system/edges (schemas/dataset.md): every
// body, and every constraint, potential and damping with the bodies that it joins, its numbers, and its scalar
// constraints. It is derived from the answers of the kinds (elements/element.hpp), so a new kind needs no code
// here.

// One edge of the graph. `kind` is the type in the system file, or "Rigid" for a body that keeps its shape;
// `pointer` is the place of the item in /system/json.
struct EdgeRow {
    std::string kind, pointer;
    Edge edge;
    int first_row = -1, row_count = 0;                    // of /system/constraints
    int first_velocity_row = -1, velocity_row_count = 0;  // rows on velocities alone
    int track = -1;                                       // point on a curve
};
struct SystemGraph {
    std::vector<Body> bodies;  // in the order of the file; empty: not known
    std::vector<EdgeRow> edges;
};

SystemGraph system_graph(const SystemSpec& spec, const BodyGraph& graph);

// The body that a node belongs to, and its number within the body: 0 is the centre of mass, and 1, 2, ... are the
// ends of as many axes as the body has (none for a point).
struct NodeLabel {
    std::string body;
    int index_in_body = 0;
    bool operator==(const NodeLabel&) const = default;
};
// The labels of all nodes in the order of x.
std::vector<NodeLabel> node_labels(const BodyGraph& graph);

// The largest Lyapunov exponent [1/s] with its 95 % interval, and how it was found (lyapunov/lyapunov.hpp) as
// JSON.
struct LyapunovRecord {
    MeanInterval largest;
    std::string json;
};

// The time that a submission states for its trajectories [s]: all of them one after another on one core, from
// initial states to x and v; and the hardware.
struct RolloutTime {
    double seconds = 0;
    std::string hardware;  // "" when not said
};

constexpr int most_members = 1000;  // of an ensemble

// Lengths of axes are N trajectories, T samples, n nodes, d dimensions, m coordinates, M members of an
// ensemble.
struct DatasetDescription {
    std::string kind;   // "dataset" or "submission"
    std::string split;  // "train", "valid", "test"; "" for a submission from given states
    std::uint64_t seed = 0;
    std::uint64_t count = 0;  // N, all of them will be appended
    TimeGrid times;
    std::string system_json;             // SystemSpec::json; "": no /system at all (submissions)
    Units units;                         // of every number in the file
    std::vector<VariedProperty> varied;  // then datasets also hold their values, one row a trajectory
    bool dissipative = false;            // then batches and datasets also say how much energy was lost
    std::vector<NodeLabel> nodes;        // node_labels(graph), n of them; written with /system
    SystemGraph graph;                   // system_graph(); written with /system where it has bodies. Not read back
    // Generalised coordinates (table()): a dataset holds q, qdot beside x, v; a submission in their place.
    std::vector<Coordinate> coordinates;
    std::string why_no_coordinates;  // of a dataset that has none; "": no reason is stored
    std::string protocol_json;       // to_json(Protocol); "" when not ours (a model's submission)
    bool bounded = false;            // batches have error bounds and valid_until; not with coordinates alone
    double bound_level = 0;          // of valid_until; not read back
    std::optional<LyapunovRecord> lyapunov = std::nullopt;  // datasets, on request
    DerivedChoice with = {};  // datasets: arrays that are appended beside the batches. Not read back
    bool chunks = false;      // train: also /chunks, windows of chunk_length samples, one per trajectory
    int chunk_length = 5;     // L; trajectories are cut into floor(T/L) windows
    int deflate = 0;          // level of compression, 1 .. 9, of what grows by trajectory; 0: none. Not read back
    // Submissions only:
    bool to_fill = false;  // others will write into it: no content digest, which would not be that of what they write
    // Of an ensemble: x and v, or q and qdot, have M members of each trajectory; 0: they have no such axis.
    int members = 0;
    std::string model;  // name of the model
    std::string notes;
    std::string answers_truth;  // truth digest of the test set that this answers; "" if none
    // How far starts were moved: N(0, .) in every entry of x and v, or a length in (x, v). Neither in files of before
    // 0.2.0, whose model name says "start off by" a length.
    std::optional<double> perturbation_normal = std::nullopt, perturbation_length = std::nullopt;
    // Of an ensemble that rollout made: N(0, .) in every entry, of the observed start and of each member about it.
    std::optional<double> start_spread = std::nullopt;
    std::string dropped_constraints = {};  // of a rollout without some of them: their names, a line each
    std::string naive = {};                // of a naive forecast: its name; "" of others. A label, which scoring checks
    int context = 1;                       // samples of the test set that it was made from
    std::optional<RolloutTime> rollout_time = std::nullopt;
    std::string answers_content;  // its content digest, in submissions of before 0.2.0; not written
};

}  // namespace cchnn
