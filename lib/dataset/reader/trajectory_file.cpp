#include "dataset/reader/trajectory_file.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <stdexcept>

#include "core/errors.hpp"
#include "core/number_text.hpp"
#include "core/to_size.hpp"
#include "dataset/content_digest.hpp"
#include "dataset/dataset_layout.hpp"
#include "dataset/reader/file_header.hpp"
#include "dataset/reader/layout_check.hpp"
#include "dataset/reader/npz_submission.hpp"
#include "dataset/truth_digest.hpp"
#include "files/hdf5_safety.hpp"

namespace cchnn {
namespace {

void throw_if_any(std::vector<Problem> problems) {
    if (!problems.empty()) throw DataError(std::move(problems));
}

std::vector<double> read_times(const Hdf5File& file, std::vector<Problem>& problems) {
    if (!file.has("/t")) return {};
    const Shape shape = file.array("/t").shape;
    std::vector<double> times(byte_count(shape, 1));
    if (!times.empty()) file.read_doubles("/t", {0}, shape, times.data());
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

// The samples of a dataset are at k dt, as its writer rounds that; whoever reads float32 rounds once more. Both are read,
// dt by metrics and t by whoever plots, and they may not say two things.
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

std::vector<NodeLabel> read_node_labels(const Hdf5File& file, int nodes) {
    if (!file.has("/system/nodes/body") || !file.has("/system/nodes/index_in_body")) return {};
    const auto n = static_cast<std::uint64_t>(nodes);
    const std::vector<std::string> bodies = file.read_texts("/system/nodes/body");
    std::vector<double> indices(n);
    file.read_doubles("/system/nodes/index_in_body", {0}, {n}, indices.data());
    std::vector<NodeLabel> labels;
    for (std::size_t i = 0; i < n; ++i) labels.push_back({bodies.at(i), static_cast<int>(indices[i])});
    return labels;
}

std::string read_text(const Hdf5File& file, const std::string& path) {
    if (!file.has(path)) return "";
    const std::vector<std::string> texts = file.read_texts(path);
    return texts.empty() ? "" : texts.front();
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

// What is left of the description once header and shapes are known to be right.
void read_contents(const Hdf5File& file, TrajectoryFileInfo& info, std::vector<Problem>& problems) {
    info.in_coordinates = !file.has("/x");
    const Shape shape = file.array(info.in_coordinates ? "/q" : "/x").shape;
    info.count = info.description.count = shape[0];
    info.samples = static_cast<int>(shape[1]);
    if (!info.in_coordinates) {
        info.nodes = static_cast<int>(shape[2]);
        info.dimension = static_cast<int>(shape[3]);
    }
    if (file.has("/q")) info.coordinates = static_cast<int>(file.array("/q").shape[2]);
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

// Of an array of a submission: what is a little too large is told by its shape, and not like this.
std::uint64_t plausible_values(const TrajectoryFileInfo& truth) {
    const Shape shape{truth.count, static_cast<std::uint64_t>(truth.samples), static_cast<std::uint64_t>(truth.nodes),
                      static_cast<std::uint64_t>(truth.dimension)};
    constexpr std::uint64_t spare = 1 << 20, times = 4;
    const std::uint64_t expected = byte_count(shape, times);
    return expected > any_number_of_values - spare ? any_number_of_values : expected + spare;
}

}  // namespace

struct TrajectoryFile::State {
    Hdf5File file;
    TrajectoryFileInfo info;
    std::optional<GeneralisedCoordinates> coordinates;  // of a submission that has no x, v

    explicit State(const std::filesystem::path& path, std::uint64_t most_values = any_number_of_values)
        : file(path.extension() == ".npz" ? open_npz_submission(path, most_values) : Hdf5File::open(path)) {
        if (path.extension() != ".npz")
            throw_if_any(find_unsafe_content(file, most_values));  // that one is a copy of ours
        understand();
    }
    explicit State(Hdf5File own) : file(std::move(own)) { understand(); }

    void understand() {
        std::vector<Problem> problems;
        info = read_header(file, problems);
        check_layout(file, info.description.kind == "dataset", problems);
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

    // The first `samples` samples of an array whose first axes are trajectory and t.
    void read_samples(const std::string& array, std::uint64_t first, std::uint64_t count, int samples,
                      std::vector<double>& out) const {
        require_range(first, count);
        const auto size = [](int n) { return static_cast<std::uint64_t>(n); };
        Shape shape{count, size(samples)};
        for (const int length :
             array.starts_with("/q") ? std::vector{info.coordinates} : std::vector{info.nodes, info.dimension})
            shape.push_back(size(length));
        Shape start(shape.size(), 0);
        start[0] = first;
        out.resize(byte_count(shape, 1));
        if (!out.empty()) file.read_doubles(array, start, shape, out.data());
    }

    void read_states(std::uint64_t first, std::uint64_t count, int samples, std::vector<double>& x,
                     std::vector<double>& v) const {
        read_samples(info.in_coordinates ? "/q" : "/x", first, count, samples, x);
        read_samples(info.in_coordinates ? "/qdot" : "/v", first, count, samples, v);
        if (info.in_coordinates) convert(x, v);
    }

    // q, qdot -> x, v in place.
    void convert(std::vector<double>& q, std::vector<double>& qdot) const {
        if (!coordinates) throw DataError(file.where("/q"), "is given instead of /x and /v, which this command needs");
        if (coordinates->count() != info.coordinates)
            throw DataError(file.where("/q"), "has " + std::to_string(info.coordinates) + " coordinates, expected " +
                                                  std::to_string(coordinates->count()));
        const std::size_t m = static_cast<std::size_t>(info.coordinates), count = q.size() / m;
        const std::size_t state = static_cast<std::size_t>(info.nodes) * static_cast<std::size_t>(info.dimension);
        std::vector<double> x(count * state), v(count * state);
        for (std::size_t i = 0; i < count; ++i)
            coordinates->to_cartesian(&q[i * m], &qdot[i * m], &x[i * state], &v[i * state]);
        q = std::move(x);
        qdot = std::move(v);
    }

    // Of an array (N, T).
    void read_rows(const std::string& array, std::uint64_t first, std::uint64_t count, std::vector<double>& out) const {
        require_range(first, count);
        const Shape shape{count, static_cast<std::uint64_t>(info.samples)};
        out.resize(byte_count(shape, 1));
        if (!out.empty()) file.read_doubles(array, {first, 0}, shape, out.data());
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
    state_->read_samples("/q", first, count, state_->info.samples, q);
    state_->read_samples("/qdot", first, count, state_->info.samples, qdot);
}

void TrajectoryFile::read_energy(std::uint64_t first, std::uint64_t count, std::vector<double>& energy) const {
    state_->read_rows("/energy", first, count, energy);
}

void TrajectoryFile::read_losses(std::uint64_t first, std::uint64_t count, std::vector<double>& lost) const {
    lost.clear();
    if (state_->file.has("/dissipated")) state_->read_rows("/dissipated", first, count, lost);
    if (!state_->file.has("/work")) return;
    std::vector<double> work;
    state_->read_rows("/work", first, count, work);
    lost.resize(work.size());
    for (std::size_t k = 0; k < work.size(); ++k) lost[k] -= work[k];
}

void TrajectoryFile::read_inputs(std::uint64_t first, std::uint64_t count, std::vector<double>& u) const {
    state_->require_range(first, count);
    u.clear();
    if (!state_->file.has("/u")) return;
    const Shape stored = state_->file.array("/u").shape, shape{count, stored[1], stored[2]};
    u.resize(byte_count(shape, 1));
    if (!u.empty()) state_->file.read_doubles("/u", {first, 0, 0}, shape, u.data());
}

void TrajectoryFile::read_error_bound(std::uint64_t first, std::uint64_t count, std::vector<double>& bound) const {
    state_->read_rows("/error_bound", first, count, bound);
}

void TrajectoryFile::read_parameters(std::uint64_t first, std::uint64_t count, std::vector<double>& values) const {
    state_->require_range(first, count);
    values.clear();
    if (!state_->file.has("/parameters") || !info().estimates.empty()) return;
    const Shape shape{count, state_->file.array("/parameters").shape[1]};
    values.resize(byte_count(shape, 1));
    if (!values.empty()) state_->file.read_doubles("/parameters", {first, 0}, shape, values.data());
}

void TrajectoryFile::read_state_parameters(std::uint64_t first, std::uint64_t count, int samples,
                                           std::vector<double>& parameters) const {
    state_->require_range(first, count);
    const std::size_t states = byte_count({count, static_cast<std::uint64_t>(samples)}, 1),
                      width = to_size(info().tracks + info().angles);
    parameters.assign(states * width, 0.0);
    std::size_t offset = 0;
    for (const char* path : {"/track_parameter", "/counted_angle"}) {
        if (parameters.empty() || !state_->file.has(path)) continue;
        const std::size_t own = state_->file.array(path).shape[2];
        std::vector<double> values(states * own);
        if (!values.empty())
            state_->file.read_doubles(path, {first, 0, 0}, {count, static_cast<std::uint64_t>(samples), own},
                                      values.data());
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
ContentDigest TrajectoryFile::digests() const { return digest_content(state_->file); }

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
