#include "dataset/trajectory_file.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "core/errors.hpp"
#include "dataset/content_digest.hpp"
#include "dataset/dataset_layout.hpp"
#include "dataset/file_header.hpp"
#include "dataset/hdf5_safety.hpp"
#include "dataset/layout_check.hpp"

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
        const std::string entry = "t[" + std::to_string(k) + "] = " + std::to_string(times[k]);
        if (!std::isfinite(times[k])) problems.push_back({file.where("/t"), "must be finite, got " + entry});
        else if (k > 0 && !(times[k] > times[k - 1]))
            problems.push_back({file.where("/t"), "must increase, got " + entry + " after " + std::to_string(times[k - 1])});
        else continue;
        break;  // the first one says enough
    }
    return times;
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

// What is left of the description once header and shapes are known to be right.
void read_contents(const Hdf5File& file, TrajectoryFileInfo& info, std::vector<Problem>& problems) {
    const Shape shape = file.array("/x").shape;
    info.count = info.description.count = shape[0];
    info.samples = static_cast<int>(shape[1]);
    info.nodes = static_cast<int>(shape[2]);
    info.dimension = static_cast<int>(shape[3]);
    info.times = read_times(file, problems);
    info.description.times.samples = info.samples;
    if (info.description.times.dt == 0 && info.times.size() > 1) info.description.times.dt = info.times[1] - info.times[0];
    info.description.system_json = read_text(file, "/system/json");
    info.description.protocol_json = read_text(file, "/system/protocol");
    info.description.nodes = read_node_labels(file, info.nodes);
    info.description.bounded = file.has("/error_bound");
    info.description.chunks = file.has("/chunks/x");
    if (info.description.chunks) info.description.chunk_length = static_cast<int>(file.array("/chunks/x").shape[1]);
}

}  // namespace

struct TrajectoryFile::State {
    Hdf5File file;
    TrajectoryFileInfo info;

    explicit State(const std::filesystem::path& path) : file(Hdf5File::open(path)) {
        throw_if_any(find_unsafe_content(file));
        std::vector<Problem> problems;
        info = read_header(file, problems);
        check_layout(file, info.description.kind == "dataset", problems);
        throw_if_any(problems);
        read_contents(file, info, problems);
        throw_if_any(problems);
    }

    void require_range(std::uint64_t first, std::uint64_t count) const {
        if (first > info.count || count > info.count - first)
            throw std::invalid_argument("trajectories " + std::to_string(first) + " to " + std::to_string(first + count) +
                                        " of " + std::to_string(info.count) + " in " + file.path().string());
    }

    void read_samples(const std::string& array, std::uint64_t first, std::uint64_t count, int samples, std::vector<double>& out) const {
        require_range(first, count);
        const Shape shape{count, static_cast<std::uint64_t>(samples), static_cast<std::uint64_t>(info.nodes),
                          static_cast<std::uint64_t>(info.dimension)};
        out.resize(byte_count(shape, 1));
        if (!out.empty()) file.read_doubles(array, {first, 0, 0, 0}, shape, out.data());
    }

    // Of an array (N, T).
    void read_rows(const std::string& array, std::uint64_t first, std::uint64_t count, std::vector<double>& out) const {
        require_range(first, count);
        const Shape shape{count, static_cast<std::uint64_t>(info.samples)};
        out.resize(byte_count(shape, 1));
        if (!out.empty()) file.read_doubles(array, {first, 0}, shape, out.data());
    }
};

TrajectoryFile::TrajectoryFile(const std::filesystem::path& path) : state_(std::make_unique<State>(path)) {}
TrajectoryFile::~TrajectoryFile() = default;
TrajectoryFile::TrajectoryFile(TrajectoryFile&&) noexcept = default;
TrajectoryFile& TrajectoryFile::operator=(TrajectoryFile&&) noexcept = default;

const std::filesystem::path& TrajectoryFile::path() const { return state_->file.path(); }
const TrajectoryFileInfo& TrajectoryFile::info() const { return state_->info; }

void TrajectoryFile::read(std::uint64_t first, std::uint64_t count, std::vector<double>& x, std::vector<double>& v) const {
    state_->read_samples("/x", first, count, state_->info.samples, x);
    state_->read_samples("/v", first, count, state_->info.samples, v);
}

void TrajectoryFile::read_initial(std::uint64_t first, std::uint64_t count, std::vector<double>& x, std::vector<double>& v) const {
    state_->read_samples("/x", first, count, 1, x);
    state_->read_samples("/v", first, count, 1, v);
}

void TrajectoryFile::read_energy(std::uint64_t first, std::uint64_t count, std::vector<double>& energy) const {
    state_->read_rows("/energy", first, count, energy);
}

void TrajectoryFile::read_error_bound(std::uint64_t first, std::uint64_t count, std::vector<double>& bound) const {
    state_->read_rows("/error_bound", first, count, bound);
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

}  // namespace cchnn
