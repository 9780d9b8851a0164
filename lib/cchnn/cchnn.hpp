#pragma once
/// @file
/// The public interface of the library, for other programs to include.
///
///     cchnn::System system("chain_pendulum_3");
///     cchnn::State start = system.initial_state(0, cchnn::Split::test, 0);
///     cchnn::Motion motion = system.motion(start);
///
/// n nodes in d dimensions; x, v, p are (n, d), row-major, node by node: x[i * d + k] is component k of node i. Point
/// masses are one node, rigid bodies their centre of mass and the tips of their axes. C rows of constraints. Units are
/// SI unless the system's file declares others.
///
/// Whatever arithmetic the calling thread has set (a rounding mode, flush-to-zero), results are those of IEEE 754
/// arithmetic, round to nearest, bit for bit, and the thread's setting is afterwards as it was, after an exception as
/// well. Every const function may be called by several threads at once.
///
/// Errors are those of cchnn/core/errors.hpp; each holds every problem that was found. UsageError: an argument out of
/// range or of another shape, by its name. What else a function throws stands beside it.

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/errors.hpp"
#include "core/split.hpp"

namespace cchnn {

/// Version of the library, "0.3.0".
std::string version();

/// Names of the systems that the library brings along, sorted: "chain_pendulum_3", ...
std::vector<std::string> built_in_systems();

/// Where a motion is at one time.
struct State {
    std::vector<double> x;  ///< (n, d) positions, m
    std::vector<double> v;  ///< (n, d) velocities, m/s
    /// Parameter of each point on a curve, then each counted angle in rad; empty: those of the nearest points of the
    /// curves, and angles as motions start with them: within half a turn of where a TorsionSpring rests, of 0 for a
    /// Torque.
    std::vector<double> track{};
};

/// dz/dt of z = (x, p), with the forces of the constraints in it.
struct VectorField {
    std::vector<double> dx;  ///< (n, d) dx/dt, m/s
    std::vector<double> dp;  ///< (n, d) dp/dt, N
};

/// A number of the system that is drawn anew for each trajectory.
struct DrawnParameter {
    std::string name;     ///< "bob1 mass"; no two have the same
    std::string pointer;  ///< where it stands in the system's file, RFC 6901: "/bodies/1/mass"
    std::string unit;     ///< "kg"
    double value;         ///< as the member of a family has it; of a family the middle of its distribution
};

/// How a motion is integrated, and when it is looked at.
struct MotionOptions {
    std::optional<double> dt{};        ///< s, > 0; default: the system's own
    std::optional<int> samples{};      ///< at t = k dt, k = 0 .. samples-1; at least 2; default: the system's own
    std::string protocol = "default";  ///< "default", "paper", a method ("rattle4"), or JSON as a dataset stores it
    bool error_bound = true;           ///< by other solutions; with "default" the motion is integrated again in
                                       ///< 106 bits where the bound passes 1e-9 before its end
};

/// Samples of a motion, T of them. After its end x, v, energy and error_bound are NaN.
struct Motion {
    std::vector<double> t;            ///< (T) s
    std::vector<double> x;            ///< (T, n, d) m
    std::vector<double> v;            ///< (T, n, d) m/s
    std::vector<double> energy;       ///< (T) H, J
    std::vector<double> error_bound;  ///< (T) |z - z_true| / (|z| + |z_true|) is at most this, z = (x, v); or empty
    bool completed = true;            ///< false: it ended at a singularity, for example; see `end`, `end_time`
    std::string end;                  ///< "completed", "step size underflow", ...
    double end_time = 0;              ///< s
};

/// What a dataset is to hold, and where.
struct DatasetOptions {
    std::string directory;      ///< DIR; must be given
    std::uint64_t train = 800;  ///< trajectories
    std::uint64_t valid = 100;  ///< trajectories
    std::uint64_t test = 100;   ///< trajectories
    std::uint64_t seed = 0;     ///< of every random number
    int threads = 1;            ///< 1 .. 1024; no digest depends on it
    bool overwrite = false;     ///< replaces a dataset that is there
};

/// A dataset that stands on the disk.
struct WrittenDataset {
    std::string directory;                             ///< DIR/NAME
    std::map<std::string, std::string> digests;        ///< "test.h5" -> its content digest, 64 hex digits
    std::map<std::string, std::string> truth_digests;  ///< "test.h5" -> its truth digest: what submissions answer
};

/// A mechanical system, compiled; constant, and cheap to copy: copies share it.
class System {
  public:
    /// A built-in name ("chain_pendulum_3") or the path of a JSON file (with a '/', or ending in ".json").
    /// @throws UsageError a name that is not built in
    /// @throws SpecError every mistake in the file, by JSON pointer; constraints that cannot hold together
    /// @throws IoError a file that cannot be read
    explicit System(const std::string& name_or_path);

    /// A system from JSON text in the format of schemas/system.md; `source` is what messages call it.
    /// @throws SpecError as above
    static System from_json(const std::string& text, const std::string& source = "JSON");

    System(const System&) = default;             ///< shares the other one's parts
    System& operator=(const System&) = default;  ///< shares the other one's parts
    ~System();                                   ///< the last copy frees them

    const std::string& name() const;  ///< as its file says
    const std::string& json() const;  ///< its file, as a dataset stores it
    int node_count() const;           ///< n
    int dimension() const;            ///< d: 1, 2 or 3
    int degrees_of_freedom() const;   ///< independent velocities

    /// (n) "bob1"; of a rigid body "plank", its centre, then "plank axis 1", ...
    std::vector<std::string> node_names() const;
    /// (C) names of the rows of constraints: "Link hook-bob1", "Joint pivot-top, x".
    std::vector<std::string> constraint_names() const;

    std::vector<double> mass_matrix() const;          ///< (n, n) M, kg: p = M v, acting on nodes and not on axes
    std::vector<double> inverse_mass_matrix() const;  ///< (n, n) 1/kg

    /// (n, d) p = M v, kg m/s.
    std::vector<double> momenta(const std::vector<double>& v) const;
    /// (n, d) v = M^-1 p, m/s.
    std::vector<double> velocities(const std::vector<double>& p) const;

    /// H = v^T M v / 2 + V(x), J. Angles that are counted over turns (TorsionSpring, Torque) are those of State::track
    /// when it is empty.
    /// @throws UsageError an Origin of the system moves, so that x means something only at a time
    double energy(const std::vector<double>& x, const std::vector<double>& v) const;
    /// V(x), J, likewise.
    /// @throws UsageError as energy()
    double potential_energy(const std::vector<double>& x) const;
    /// (n, d) -dV/dx - dR/dv, N: every force except those of the constraints.
    /// @throws UsageError the system is driven by inputs
    std::vector<double> forces(const std::vector<double>& x, const std::vector<double>& v) const;

    /// (C) Phi(x): |r|^2 - l^2 of a link, m^2; otherwise m; 0 for rows on velocities alone (rolling).
    /// @throws UsageError as energy()
    std::vector<double> phi(const std::vector<double>& x) const;
    /// (C) dPhi/dt = (dPhi/dx) v, m^2/s or m/s; of rows on velocities alone the row itself.
    /// @throws UsageError as energy()
    std::vector<double> phi_rate(const std::vector<double>& x, const std::vector<double>& v) const;

    /// dx/dt and dp/dt of the constrained system (paper, eq. 6), off the constraints as well.
    /// @throws UsageError the system is driven by inputs
    VectorField vector_field(const std::vector<double>& x, const std::vector<double>& p) const;
    /// (n, d) dv/dt, m/s^2, of a state that meets the constraints.
    /// @throws UsageError as vector_field()
    std::vector<double> acceleration(const std::vector<double>& x, const std::vector<double>& v) const;

    /// The state that trajectory i of a split starts from, drawn as the system's file says and put onto the
    /// constraints; it depends on i and the seed, and not on the number of trajectories.
    /// @throws UsageError the file gives fewer states than i; the system is a family (see member())
    /// @throws NumericalError no state that was drawn can be put onto the constraints
    State initial_state(std::uint64_t seed, Split split, std::uint64_t i) const;
    /// The state that meets the constraints, next to a given one: Newton's method.
    /// @throws NumericalError it does not converge
    State projected(const State& state) const;

    /// The motion from a state that meets the constraints. From initial_state(seed, split, i) it is trajectory i of the
    /// dataset, bit for bit, where that one did not have to be drawn again.
    /// @throws DataError a protocol in JSON that is none; a system that is driven, whose inputs a State does not have
    /// @throws UsageError a protocol unknown here, or that does not fit the system
    Motion motion(const State& start, const MotionOptions& options = {}) const;

    /// What a family draws anew for each trajectory; empty: it is one system.
    std::vector<DrawnParameter> varied() const;
    /// The member of a family that trajectory i of a split is a motion of; of one system, that system.
    /// @throws NumericalError no number that was drawn is in range
    System member(std::uint64_t seed, Split split, std::uint64_t i) const;

    /// Writes DIR/NAME/{train,valid,test}.h5 with manifest and card, as `cchnn-gen generate` does: the same digests.
    /// @throws IoError something is there already, or the disk is full
    /// @throws NumericalError a trajectory cannot be integrated, 100 times drawn
    WrittenDataset write_dataset(const DatasetOptions& options) const;

  private:
    struct Parts;
    explicit System(std::shared_ptr<const Parts> parts);
    std::shared_ptr<const Parts> parts_;
};

/// One metric over all trajectories of a test set; schemas/metrics.md defines each.
struct MetricValue {
    std::string key;                         ///< "relative_error", "valid_time_0.1", ...
    std::string title;                       ///< in words
    std::string unit;                        ///< "1", "s", "m^2", ...
    bool larger_is_better = false;           ///< of valid times, and of how much is found
    double mean = 0;                         ///< over trajectories; infinity is the worst value
    std::optional<double> low{};             ///< 95 % interval of the mean, where its tail allows one
    std::optional<double> high{};            ///< its other end
    double geometric_mean = 0;               ///< exp(mean log): the headline, except of valid times and ensembles
    std::optional<double> geometric_low{};   ///< 95 % interval of it, of five trajectories or more
    std::optional<double> geometric_high{};  ///< its other end
    double median = 0;                       ///< over trajectories
};

/// What a model's predictions are worth.
struct Score {
    std::string model;                   ///< as the submission says
    std::string signature;               ///< every choice that moves a number: compare scores of equal signatures alone
    std::uint64_t trajectories = 0;      ///< of the test set
    std::uint64_t diverged = 0;          ///< of them, with a prediction that is not finite
    std::vector<std::string> remarks{};  ///< what a reader has to know
    std::vector<MetricValue> metrics{};  ///< relative_error first
    std::string report;                  ///< all of it and more, JSON as schemas/report.schema.json says

    /// The metric of a key. @throws UsageError there is none; the message names the nearest
    const MetricValue& metric(const std::string& key) const;
};

/// How to score.
struct ScoreOptions {
    std::string preset = "paper";     ///< or "published": the recipe of the published tables
    int threads = 1;                  ///< no digit depends on it
    std::uint32_t resamples = 10000;  ///< sign flips of p-values; 0: no intervals
};

/// Scores a submission (HDF5 or .npz, schemas/submission.md) against a test set, as `cchnn-eval score` does.
/// @throws DataError every reason why the pair cannot be scored
/// @throws IoError a file that cannot be read
Score score(const std::string& test_file, const std::string& submission_file, const ScoreOptions& options = {});

}  // namespace cchnn
