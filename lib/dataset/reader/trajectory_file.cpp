#include "dataset/reader/trajectory_file.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>
#include <stdexcept>
#include <vector>

#include "core/counted.hpp"
#include "core/errors.hpp"
#include "core/number_text.hpp"
#include "core/to_size.hpp"
#include "dataset/content_digest.hpp"
#include "dataset/dataset_layout.hpp"
#include "dataset/reader/ensemble_shape.hpp"
#include "dataset/reader/file_header.hpp"
#include "dataset/reader/layout_check.hpp"
#include "dataset/reader/momenta.hpp"
#include "dataset/reader/npz_submission.hpp"
#include "dataset/truth_digest.hpp"
#include "files/hdf5_file.hpp"
#include "files/hdf5_safety.hpp"

namespace cchnn {
namespace {

// Reads the sample times of a file, /t.

// The times [s]; empty if the file has none. A problem is added unless they are finite and increase.
std::vector<double> read_times(const Hdf5File& file, std::vector<Problem>& problems) {
    if (!file.has("/t")) return {};
    const Shape shape = file.array("/t").shape;
    std::vector<double> times;
    file.read_doubles("/t", {0}, shape, times);
    for (std::size_t k = 0; k < times.size(); ++k) {
        const std::string entry = "t[" + std::to_string(k) + "] = " + number_text(times[k]);
        if (!std::isfinite(times[k])) problems.push_back({file.where("/t"), "must be finite, got " + entry});
        else if (k > 0 && !(times[k] > times[k - 1]))
            problems.push_back(
                {file.where("/t"), "must increase, got " + entry + " after " + number_text(times[k - 1])});
        else continue;
        break;  // the first one says enough
    }
    return times;
}

// Checks that the samples of a dataset are at k dt, rounded as the writer rounds; in float32 once more. Metrics
// use dt and plots use t, so the two must agree.
void check_grid(const Hdf5File& file, const TrajectoryFileInfo& info, std::vector<Problem>& problems) {
    const TimeGrid grid = info.description.times;
    const bool single = file.array("/t").element.bytes == 4;
    for (std::size_t k = 0; k < info.times.size(); ++k) {
        const double exact = grid.time(static_cast<int>(k));
        const double expected = single ? static_cast<double>(static_cast<float>(exact)) : exact;
        if (info.times[k] == expected) continue;
        problems.push_back(
            {file.where("/t"), "must be k dt with the file's dt = " + number_text(grid.dt) + " s, got t[" +
                                   std::to_string(k) + "] = " + number_text(info.times[k]) + ", expected " +
                                   number_text(expected) + "; the file was changed, fetch or generate it again"});
        return;
    }
}

void throw_if_any(std::vector<Problem> problems) {
    if (!problems.empty()) throw DataError(std::move(problems));
}

std::vector<NodeLabel> read_node_labels(const Hdf5File& file, int nodes) {
    if (!file.has("/system/nodes/body") || !file.has("/system/nodes/index_in_body")) return {};
    const std::vector<std::string> bodies = file.read_texts("/system/nodes/body");
    std::vector<double> indices;
    file.read_doubles("/system/nodes/index_in_body", {0}, {to_size(nodes)}, indices);
    std::vector<NodeLabel> labels;
    for (std::size_t i = 0; i < indices.size(); ++i) labels.push_back({bodies.at(i), static_cast<int>(indices[i])});
    return labels;
}

std::string read_text(const Hdf5File& file, const std::string& path) {
    if (!file.has(path)) return "";
    const std::vector<std::string> texts = file.read_texts(path);  // the JSON of a large system is in parts
    return std::accumulate(texts.begin(), texts.end(), std::string());
}

std::optional<LyapunovRecord> read_lyapunov(const Hdf5File& file) {
    LyapunovRecord record{{}, read_text(file, "/system/lyapunov")};
    const std::pair<const char*, double*> numbers[] = {{"/system/lyapunov_exponent", &record.largest.mean},
                                                       {"/system/lyapunov_low", &record.largest.low},
                                                       {"/system/lyapunov_high", &record.largest.high}};
    for (const auto& [path, number] : numbers) {
        if (!file.has(path)) return std::nullopt;
        file.read_doubles(path, {}, {}, number);
    }
    return record;
}

// Reads the rest of the description, once header and shapes are known to be valid.
void read_contents(const Hdf5File& file, TrajectoryFileInfo& info, std::vector<Problem>& problems) {
    info.in_coordinates = !file.has("/x");
    const std::string states = info.in_coordinates ? "q" : "x";
    Shape shape = file.array("/" + states).shape;
    if (const Shape chunk = file.array("/" + states).chunk; !chunk.empty()) info.stored_together = chunk[0];
    info.members = info.description.members = static_cast<int>(members_of(states, shape));
    if (info.members > 0) shape.erase(shape.begin() + 1);
    info.count = info.description.count = shape[0];
    info.samples = static_cast<int>(shape[1]);
    if (!info.in_coordinates) {
        info.nodes = static_cast<int>(shape[2]);
        info.dimension = static_cast<int>(shape[3]);
    }
    if (file.has("/q")) info.coordinates = static_cast<int>(file.array("/q").shape.back());
    if (file.has("/track_parameter")) info.tracks = static_cast<int>(file.array("/track_parameter").shape[2]);
    if (file.has("/u")) info.inputs = static_cast<int>(file.array("/u").shape[2]);
    if (file.has("/counted_angle")) info.angles = static_cast<int>(file.array("/counted_angle").shape[2]);
    info.times = read_times(file, problems);
    info.description.times.samples = info.samples;
    if (info.description.kind == "dataset" && problems.empty()) check_grid(file, info, problems);
    if (info.description.times.dt == 0 && info.times.size() > 1)
        info.description.times.dt = info.times[1] - info.times[0];
    info.description.system_json = read_text(file, "/system/json");
    info.description.protocol_json = read_text(file, "/system/protocol");
    info.description.lyapunov = read_lyapunov(file);
    info.description.nodes = read_node_labels(file, info.nodes);
    info.description.bounded = file.has("/error_bound");
    if (info.description.kind == "submission") info.estimates = read_estimates(file, info.count, problems);
    info.description.chunks = file.has("/chunks/x");
    if (info.description.chunks) info.description.chunk_length = static_cast<int>(file.array("/chunks/x").shape[1]);
}

// The number of values above which an array of a submission is rejected unread: four times the test set and a
// margin. Smaller mistakes are reported by their shape.
std::uint64_t plausible_values(const TrajectoryFileInfo& truth) {
    const Shape shape{truth.count, to_size(truth.samples), to_size(truth.nodes), to_size(truth.dimension)};
    constexpr std::uint64_t spare = 1 << 20, times = 4;
    const std::uint64_t expected = byte_count(shape, times);
    return expected > any_number_of_values - spare ? any_number_of_values : expected + spare;
}

}  // namespace

struct TrajectoryFile::State {
    Hdf5File file;
    TrajectoryFileInfo info;
    std::optional<GeneralisedCoordinates> coordinates;  // of a submission that has no x, v
    const ConstrainedSystem* by_masses = nullptr;       // of a file with momenta in place of velocities

    explicit State(const std::filesystem::path& path, std::uint64_t most_values = any_number_of_values,
                   ReadFor purpose = ReadFor::scoring)
        : file(path.extension() == ".npz" ? open_npz_submission(path, most_values, purpose) : Hdf5File::open(path)) {
        if (path.extension() != ".npz")  // that one is a copy of ours
            throw_if_any(find_unsafe_content(file, plausible_values(most_values, members(), file.file_bytes())));
        understand(purpose);
    }
    explicit State(Hdf5File own) : file(std::move(own)) { understand(ReadFor::scoring); }

    // The number of members by the shapes of arrays, needed before the file is checked.
    std::uint64_t members() const {
        std::uint64_t most = 0;
        for (const Entry& entry : file.entries())
            if (entry.kind == Entry::Kind::array)
                most = std::max(most, members_of(entry.path.substr(1), file.array(entry.path).shape));
        return most;
    }

    void understand(ReadFor purpose) {
        std::vector<Problem> problems;
        info = read_header(file, problems);
        check_layout(file, info.description.kind == "dataset", purpose, problems);
        throw_if_any(problems);
        read_contents(file, info, problems);
        throw_if_any(problems);
    }

    void read_with(const GeneralisedCoordinates& given) {
        if (!info.in_coordinates) return;
        coordinates = given;
        info.nodes = given.node_count();
        info.dimension = given.dimension();
    }

    void require_range(std::uint64_t first, std::uint64_t count) const {
        if (first > info.count || count > info.count - first)
            throw std::invalid_argument("trajectories " + std::to_string(first) + " to " +
                                        std::to_string(first + count) + " of " + std::to_string(info.count) + " in " +
                                        file.path().string());
    }

    // A range of samples and of members; members count only in an ensemble.
    struct Window {
        int sample, samples;
        int member, members;
    };
    Window of_all_members(int sample, int samples) const { return {sample, samples, 0, info.members}; }

    // Reads from an array whose first axes are trajectory and t, or trajectory, member and t.
    void read_samples(const std::string& array, std::uint64_t first, std::uint64_t count, Window window,
                      std::vector<double>& out) const {
        require_range(first, count);
        Shape shape{count}, start{first};
        if (info.members > 0) {
            shape.push_back(window.members);
            start.push_back(window.member);
        }
        shape.push_back(window.samples);
        start.push_back(window.sample);
        const bool of_coordinates = array.starts_with("/q") || (array == "/p" && info.in_coordinates);
        for (const int length :
             of_coordinates ? std::vector{info.coordinates} : std::vector{info.nodes, info.dimension})
            shape.push_back(length);
        start.resize(shape.size(), 0);
        file.read_doubles(array, start, shape, out);
    }

    void read_window(std::uint64_t first, std::uint64_t count, Window window, std::vector<double>& x,
                     std::vector<double>& v) const {
        read_samples(info.in_coordinates ? "/q" : "/x", first, count, window, x);
        const char* const velocities = info.in_coordinates ? "/qdot" : "/v";
        read_samples(by_masses ? "/p" : velocities, first, count, window, v);
        if (by_masses && !info.in_coordinates) to_velocities(*by_masses, v);
        if (info.in_coordinates) convert(x, v);
    }

    void read_states(std::uint64_t first, std::uint64_t count, int samples, std::vector<double>& x,
                     std::vector<double>& v) const {
        if (info.members == 0) return read_window(first, count, of_all_members(0, samples), x, v);
        require_range(first, count);
        x.clear();
        v.clear();
        for (std::uint64_t i = 0; i < count; ++i) append_mean(first + i, samples, x, v);
    }

    int samples_at_once() const {
        constexpr std::uint64_t numbers = 1 << 20;
        const std::uint64_t sample = to_size(std::max(1, info.members)) *
                                     std::max(to_size(info.nodes * info.dimension), to_size(info.coordinates));
        return static_cast<int>(
            std::clamp<std::uint64_t>(numbers / std::max<std::uint64_t>(sample, 1), 1, std::max(1, info.samples)));
    }

    // The mean over members of the first samples of a trajectory.
    void append_mean(std::uint64_t trajectory, int samples, std::vector<double>& x, std::vector<double>& v) const {
        std::vector<double> all_x, all_v;
        const int most = samples_at_once();
        for (int k = 0; k < samples; k += most) {
            read_window(trajectory, 1, of_all_members(k, std::min(most, samples - k)), all_x, all_v);
            append_mean(all_x, x);
            append_mean(all_v, v);
        }
    }
    void append_mean(const std::vector<double>& all, std::vector<double>& mean) const {
        const std::size_t members = info.members, size = all.size() / members, begin = mean.size();
        mean.resize(begin + size, 0.0);
        for (std::size_t m = 0; m < members; ++m)
            for (std::size_t i = 0; i < size; ++i) mean[begin + i] += all[m * size + i];
        for (std::size_t i = 0; i < size; ++i) mean[begin + i] /= to_double(members);
    }

    // Converts q, qdot to x, v in place.
    void convert(std::vector<double>& q, std::vector<double>& qdot) const {
        if (!coordinates) throw DataError(file.where("/q"), "is given instead of /x and /v, which this command needs");
        if (coordinates->count() != info.coordinates)
            throw DataError(file.where("/q"), "has " + std::to_string(info.coordinates) + " coordinates, expected " +
                                                  std::to_string(coordinates->count()));
        const std::size_t m = info.coordinates, count = q.size() / m;
        const std::size_t state = to_size(info.nodes) * info.dimension;
        std::vector<double> x(count * state), v(count * state);
        if (by_masses)
            for (std::size_t i = 0; i < count; ++i) to_rates(*by_masses, *coordinates, &q[i * m], &qdot[i * m]);
        for (std::size_t i = 0; i < count; ++i)
            coordinates->to_cartesian(&q[i * m], &qdot[i * m], &x[i * state], &v[i * state]);
        q = std::move(x);
        qdot = std::move(v);
    }
};

TrajectoryFile::TrajectoryFile(const std::filesystem::path& path, WrittenBy writer)
    : state_(writer == WrittenBy::this_command ? std::make_unique<State>(Hdf5File::open_own(path))
                                               : std::make_unique<State>(path)) {}
TrajectoryFile::TrajectoryFile(const std::filesystem::path& path, const GeneralisedCoordinates& coordinates)
    : TrajectoryFile(path) {
    state_->read_with(coordinates);
}
TrajectoryFile::TrajectoryFile(const std::filesystem::path& path, const GeneralisedCoordinates& coordinates,
                               const TrajectoryFileInfo& truth)
    : state_(std::make_unique<State>(path, plausible_values(truth))) {
    state_->read_with(coordinates);
}
TrajectoryFile::TrajectoryFile(const std::filesystem::path& path, const GeneralisedCoordinates& coordinates,
                               const ConstrainedSystem& system)
    : state_(std::make_unique<State>(path, any_number_of_values, ReadFor::importing)) {
    if (has_momenta_alone(state_->file)) state_->by_masses = &system;
    state_->read_with(coordinates);
}
TrajectoryFile::~TrajectoryFile() = default;
TrajectoryFile::TrajectoryFile(TrajectoryFile&&) noexcept = default;
TrajectoryFile& TrajectoryFile::operator=(TrajectoryFile&&) noexcept = default;

const std::filesystem::path& TrajectoryFile::path() const { return state_->file.path(); }
const TrajectoryFileInfo& TrajectoryFile::info() const { return state_->info; }

void TrajectoryFile::read(std::uint64_t first, std::uint64_t count, std::vector<double>& x,
                          std::vector<double>& v) const {
    state_->read_states(first, count, state_->info.samples, x, v);
}

void TrajectoryFile::read_initial(std::uint64_t first, std::uint64_t count, std::vector<double>& x,
                                  std::vector<double>& v) const {
    read_first(first, count, 1, x, v);
}

void TrajectoryFile::read_first(std::uint64_t first, std::uint64_t count, int samples, std::vector<double>& x,
                                std::vector<double>& v) const {
    state_->read_states(first, count, samples, x, v);
}

void TrajectoryFile::read_coordinates(std::uint64_t first, std::uint64_t count, std::vector<double>& q,
                                      std::vector<double>& qdot) const {
    const State::Window all = state_->of_all_members(0, state_->info.samples);
    state_->read_samples("/q", first, count, all, q);
    state_->read_samples("/qdot", first, count, all, qdot);
}

int TrajectoryFile::samples_at_once() const { return state_->samples_at_once(); }

void TrajectoryFile::read_members(std::uint64_t trajectory, int first, int samples, std::vector<double>& x,
                                  std::vector<double>& v) const {
    state_->read_window(trajectory, 1, state_->of_all_members(first, samples), x, v);
}

void TrajectoryFile::read_member(std::uint64_t trajectory, int member, std::vector<double>& x,
                                 std::vector<double>& v) const {
    state_->read_window(trajectory, 1, {0, state_->info.samples, member, 1}, x, v);
}

std::vector<double> TrajectoryFile::rows(const std::string& array, std::uint64_t first, std::uint64_t count) const {
    state_->require_range(first, count);
    std::vector<double> values;
    if (!state_->file.has(array)) return values;
    Shape shape = state_->file.array(array).shape, start(shape.size(), 0);
    start.at(0) = first;
    shape.at(0) = count;
    state_->file.read_doubles(array, start, shape, values);
    return values;
}

std::vector<std::uint64_t> TrajectoryFile::shape(const std::string& array) const {
    return state_->file.has(array) ? state_->file.array(array).shape : Shape{};
}

std::vector<std::string> TrajectoryFile::texts(const std::string& array) const {
    if (!state_->file.has(array)) return {};
    const Element element = state_->file.array(array).element;
    if (!is_text(element))
        throw DataError(state_->file.where(array), "has type " + to_text(element) + ", expected text");
    return state_->file.read_texts(array);
}

std::vector<std::string> TrajectoryFile::paths_in(const std::string& group) const {
    std::vector<std::string> paths;
    for (const Entry& entry : state_->file.entries())
        if (entry.path.starts_with(group + "/")) paths.push_back(entry.path);
    return paths;
}

void TrajectoryFile::read_losses(std::uint64_t first, std::uint64_t count, std::vector<double>& lost) const {
    lost = rows("/dissipated", first, count);
    const std::vector<double> work = rows("/work", first, count);
    if (lost.empty()) lost.resize(work.size());
    for (std::size_t k = 0; k < work.size(); ++k) lost[k] -= work[k];
}

void TrajectoryFile::read_state_parameters(std::uint64_t first, std::uint64_t count, int samples,
                                           std::vector<double>& parameters) const {
    state_->require_range(first, count);
    const std::size_t states = byte_count({count, to_size(samples)}, 1), width = to_size(info().tracks + info().angles);
    parameters.assign(states * width, 0.0);
    std::size_t offset = 0;
    for (const char* path : {"/track_parameter", "/counted_angle"}) {
        if (parameters.empty() || !state_->file.has(path)) continue;
        const std::size_t own = state_->file.array(path).shape[2];
        std::vector<double> values;
        state_->file.read_doubles(path, {first, 0, 0}, {count, to_size(samples), own}, values);
        for (std::size_t k = 0; k < states; ++k)
            for (std::size_t i = 0; i < own; ++i) parameters[k * width + offset + i] = values[k * own + i];
        offset += own;
    }
}

std::string TrajectoryFile::truth_digest() const {
    return info().truth_digest.empty() ? cchnn::truth_digest(state_->file) : info().truth_digest;
}
std::string TrajectoryFile::checked_truth_digest() const {
    const std::string found = cchnn::truth_digest(state_->file), &stored = info().truth_digest;
    if (!stored.empty() && found != stored)
        throw DataError(path().string(), "reference solution differs from its digest " + stored.substr(0, 12) +
                                             "; the file was changed or damaged, fetch or generate it again");
    return found;
}
std::string TrajectoryFile::content_digest() const { return digests().content; }
ContentDigest TrajectoryFile::digests(const std::map<std::string, std::string>& known) const {
    return digest_content(state_->file, known);
}
bool TrajectoryFile::reads_as_stored() const {
    const auto in_doubles = [&](const char* path) { return state_->file.array(path).element == float64; };
    return !info().in_coordinates && info().members == 0 && in_doubles("/x") && in_doubles("/v");
}

std::map<std::string, std::uint64_t> TrajectoryFile::outcome_counts() const {
    std::map<std::string, std::uint64_t> counts;
    if (!state_->file.has("/outcome")) return counts;
    constexpr std::uint64_t block = 1 << 16;
    std::vector<double> codes(block);
    for (std::uint64_t first = 0; first < state_->info.count; first += block) {
        const std::uint64_t n = std::min(block, state_->info.count - first);
        state_->file.read_doubles("/outcome", {first}, {n}, codes.data());
        for (std::uint64_t i = 0; i < n; ++i) {
            const std::string name = outcome_name(static_cast<EndReason>(static_cast<int>(codes[i])));
            ++counts[name.empty() ? "code " + std::to_string(static_cast<int>(codes[i])) : name];
        }
    }
    return counts;
}

std::vector<bool> TrajectoryFile::read_completed(std::uint64_t first, std::uint64_t count) const {
    std::vector<double> codes(count, static_cast<double>(EndReason::completed));
    if (state_->file.has("/outcome")) state_->file.read_doubles("/outcome", {first}, {count}, codes.data());
    std::vector<bool> completed;
    for (double code : codes) completed.push_back(code == static_cast<double>(EndReason::completed));
    return completed;
}

}  // namespace cchnn
