#include "dataset/resume/journal.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <xxhash.h>

#include <bit>
#include <cerrno>
#include <cstddef>
#include <cstring>
#include <memory>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string_view>
#include <type_traits>
#include <vector>

#include "core/errors.hpp"
#include "core/option.hpp"
#include "core/to_size.hpp"
#include "dataset/dataset_layout.hpp"
#include "integrate/trajectory_arrays.hpp"
#include "spec/json/json_syntax.hpp"

namespace cchnn {
namespace {

static_assert(std::endian::native == std::endian::little, "journals are little-endian, written as memory holds them");

constexpr std::string_view title = "cchnn journal 2\n", any_title = "cchnn journal ";

// XXH3 with 64 bits; owns its state.
class Checksum {
  public:
    Checksum() : state_(XXH3_createState(), XXH3_freeState) {
        if (!state_ || XXH3_64bits_reset(state_.get()) == XXH_ERROR)
            throw std::runtime_error("libxxhash does not give XXH3");
    }
    void add(const void* data, std::size_t size) { XXH3_64bits_update(state_.get(), data, size); }
    std::uint64_t value() const { return XXH3_64bits_digest(state_.get()); }

  private:
    std::unique_ptr<XXH3_state_t, decltype(&XXH3_freeState)> state_;
};

std::uint64_t checksum_of(const BlockHead& head) { return XXH3_64bits(&head, offsetof(BlockHead, head_checksum)); }

constexpr std::size_t outcome_bytes = 9 * 8;

// The members of an outcome, for reading and writing alike; all but `last` and `contact`, which are for what ends a command.
template <class AnyOutcome, class Do>
void each_member(AnyOutcome& outcome, const Do& apply) {
    static_assert(sizeof(Outcome) == 64 + sizeof(std::vector<double>) + sizeof(double),
                  "a new member goes here, and into outcome_bytes");
    apply(outcome.reason);
    apply(outcome.samples);
    apply(outcome.time);
    apply(outcome.accepted);
    apply(outcome.rejected);
    apply(outcome.refined);
    apply(outcome.passed_at);
    apply(outcome.unexplained_at);
    apply(outcome.unexplained_energy);
}

// Eight bytes for each member, so that nothing depends on the width of int and no byte is left undefined.
template <class Member>
using Stored = std::conditional_t<std::is_floating_point_v<Member>, double, std::int64_t>;

std::string stored_bytes(const std::vector<Outcome>& outcomes) {
    std::string bytes;
    bytes.reserve(outcomes.size() * outcome_bytes);
    for (const Outcome& outcome : outcomes)
        each_member(outcome, [&](const auto& member) {
            const auto stored = static_cast<Stored<std::decay_t<decltype(member)>>>(member);
            bytes.append(reinterpret_cast<const char*>(&stored), sizeof stored);
        });
    return bytes;
}

// False if an ending is none that a trajectory of so many samples can have: a correct checksum does not prove who wrote
// a block.
bool take_outcomes(const std::string& bytes, int samples, std::vector<Outcome>& outcomes) {
    const char* next = bytes.data();
    for (Outcome& outcome : outcomes) {
        each_member(outcome, [&](auto& member) {
            Stored<std::decay_t<decltype(member)>> stored;
            std::memcpy(&stored, next, sizeof stored);
            member = static_cast<std::decay_t<decltype(member)>>(stored);
            next += sizeof stored;
        });
        if (outcome_name(outcome.reason).empty() || outcome.samples < 0 || outcome.samples > samples) return false;
    }
    return true;
}

bool take_failures(const std::string& text, DrawnBatch& block) {
    const nlohmann::ordered_json failures = json_object_in(text);
    for (const auto& [reason, times] : failures.items()) {
        if (!times.is_number_unsigned()) return false;
        block.failures[reason] = times;
    }
    return failures.is_object();
}

// False at the end of the file.
bool read_at(int fd, void* data, std::size_t size, std::uint64_t offset, const std::filesystem::path& path) {
    char* bytes = static_cast<char*>(data);
    for (std::size_t done = 0; done < size;) {
        const ssize_t n = ::pread(fd, bytes + done, size - done, offset + done);
        if (n < 0 && errno == EINTR) continue;
        if (n < 0) fail_with_errno(path, "cannot be read");
        if (n == 0) return false;
        done += n;
    }
    return true;
}

// A file that does not exist gives an invalid descriptor, which counts as an empty journal; O_NONBLOCK keeps a
// named pipe from blocking.
Descriptor open_to_read(const std::filesystem::path& path) {
    const int fd = ::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    if (fd < 0 && errno != ENOENT) fail_with_errno(path, "cannot be opened");
    return Descriptor(fd);
}

std::uint64_t size_of(int fd, const std::filesystem::path& path) {
    struct stat status;
    if (::fstat(fd, &status) != 0) fail_with_errno(path, "cannot be read");
    return status.st_size;
}

// What another version has written is work of hours, which only the user may discard.
bool has_title(int fd, const std::filesystem::path& path) {
    std::string found(title.size(), '\0');
    if (fd < 0 || !read_at(fd, found.data(), found.size(), 0, path)) return false;
    if (found != title && found.starts_with(any_title))
        throw IoError(path.string(),
                      "has the format of another version of this program: finish it with that version, "
                      "or give " +
                          option("overwrite") + " to discard it");
    return found == title;
}

// Whether an undamaged head stands at `offset`, and its block ends within the file.
bool read_head(int fd, BlockHead& head, std::uint64_t offset, std::uint64_t size, const std::filesystem::path& path) {
    if (size - offset < sizeof head || !read_at(fd, &head, sizeof head, offset, path)) return false;
    const std::uint64_t rest = size - offset - sizeof head;
    return head.head_checksum == checksum_of(head) && head.count > 0 && head.count <= rest / outcome_bytes &&
           head.failures_bytes <= rest && head.array_bytes <= rest &&
           head.count * outcome_bytes + head.failures_bytes + head.array_bytes <= rest;
}

std::uint64_t block_bytes(const BlockHead& head) {
    return sizeof head + head.count * outcome_bytes + head.failures_bytes + head.array_bytes;
}

std::size_t array_bytes(const TrajectoryBatch& batch) {
    std::size_t bytes = 0;
    for (const TrajectoryArray& array : kept_arrays) bytes += (batch.*array.values).size() * sizeof(double);
    return bytes;
}

}  // namespace

std::optional<DrawnBatch> read_block(const BlockHead& head, const TrajectoryBatch& one,
                                     const std::function<bool(void*, std::size_t)>& read) {
    DrawnBatch block;
    TrajectoryBatch& batch = block.batch;
    batch.first = head.first;
    batch.count = static_cast<int>(head.count);
    batch.samples = one.samples;
    batch.nodes = one.nodes;
    batch.dimension = one.dimension;
    batch.outcomes.resize(head.count);
    block.redrawn = head.redrawn;
    Checksum checksum;
    const auto take = [&](auto& values) {
        const std::size_t size = values.size() * sizeof values[0];
        if (!read(values.data(), size)) return false;
        checksum.add(values.data(), size);
        return true;
    };
    std::string outcomes(head.count * outcome_bytes, '\0'), failures(head.failures_bytes, '\0');
    if (!take(outcomes) || !take(failures)) return std::nullopt;
    for (const TrajectoryArray& array : kept_arrays) {
        std::vector<double>& values = batch.*array.values;
        values.resize((one.*array.values).size() * head.count);
        if (!take(values)) return std::nullopt;
    }
    if (checksum.value() != head.content_checksum) return std::nullopt;
    if (!take_outcomes(outcomes, one.samples, batch.outcomes) || !take_failures(failures, block)) return std::nullopt;
    return block;
}

JournalReader::JournalReader(const std::filesystem::path& path, std::uint64_t first, std::uint64_t end,
                             TrajectoryBatch one)
    : path_(path), fd_(open_to_read(path)), next_(first), end_(end), one_(std::move(one)) {
    if (!has_title(fd_, path_)) return;
    size_ = size_of(fd_, path_);
    good_bytes_ = title.size();
}

std::optional<DrawnBatch> JournalReader::next() {
    BlockHead head;
    if (good_bytes_ == 0 || !read_head(fd_, head, good_bytes_, size_, path_) || head.first != next_)
        return std::nullopt;
    const std::string remedy = "; it is not the journal of this job, remove it";
    if (head.array_bytes != head.count * array_bytes(one_))
        throw DataError(path_.string(), "has arrays of other shapes than the job" + remedy);
    if (head.count > end_ - next_) throw DataError(path_.string(), "has more trajectories than the job" + remedy);
    std::uint64_t position = good_bytes_ + sizeof head;
    std::optional<DrawnBatch> block = read_block(head, one_, [&](void* data, std::size_t size) {
        position += size;
        return read_at(fd_, data, size, position - size, path_);
    });
    if (!block) return block;
    next_ += head.count;
    good_bytes_ = position;
    return block;
}

std::uint64_t trajectories_in_journal(const std::filesystem::path& path) {
    const Descriptor fd = open_to_read(path);
    if (!has_title(fd, path)) return 0;
    std::uint64_t found = 0;
    BlockHead head;
    for (std::uint64_t at = title.size(), size = size_of(fd, path); read_head(fd, head, at, size, path);
         at += block_bytes(head))
        found += head.count;
    return found;
}

JournalWriter::JournalWriter(const std::filesystem::path& path, std::uint64_t good_bytes)
    : path_(path), fd_(::open(path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_NOFOLLOW | O_CLOEXEC, 0666)) {
    if (fd_ < 0) fail_with_errno(path_, "cannot be opened");
    // Only where there is something to cut: some file systems write a file that was cut to nothing to the disk when it
    // is closed, and a journal is removed soon after.
    if (size_of(fd_, path_) != good_bytes && ::ftruncate(fd_, good_bytes) != 0)
        fail_with_errno(path_, "cannot be cut to length");
    if (good_bytes == 0) write_all(fd_, title.data(), title.size(), path_);
}

void JournalWriter::append(const DrawnBatch& block) {
    const std::string outcomes = stored_bytes(block.batch.outcomes), failures = nlohmann::json(block.failures).dump();
    BlockHead head{block.batch.first, block.batch.outcomes.size(), block.redrawn, failures.size(),
                   array_bytes(block.batch)};
    std::vector<std::string_view> parts{{reinterpret_cast<const char*>(&head), sizeof head}, outcomes, failures};
    for (const TrajectoryArray& array : kept_arrays) {
        const std::vector<double>& values = block.batch.*array.values;
        parts.emplace_back(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(double));
    }
    Checksum checksum;
    for (std::size_t i = 1; i < parts.size(); ++i) checksum.add(parts[i].data(), parts[i].size());
    head.content_checksum = checksum.value();
    head.head_checksum = checksum_of(head);
    for (const std::string_view part : parts) write_all(fd_, part.data(), part.size(), path_);
}

}  // namespace cchnn
