#include "dataset/resume/journal.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <string_view>

#include "core/errors.hpp"
#include "core/to_size.hpp"
#include "dataset/resume/block_record.hpp"
#include "integrate/trajectory_arrays.hpp"
#include "sample/placement.hpp"

namespace cchnn {
namespace {

constexpr std::string_view title = "cchnn journal 1\n";

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

bool has_title(int fd, const std::filesystem::path& path) {
    std::array<char, title.size()> found;
    return read_at(fd, found.data(), found.size(), 0, path) && std::string_view(found.data(), found.size()) == title;
}

// Reads a head and checks that it is plausible: it continues at trajectory `first` and ends within the file.
bool read_head(int fd, BlockHead& head, std::uint64_t offset, std::uint64_t size, std::optional<std::uint64_t> first,
               const std::filesystem::path& path) {
    if (size - offset < sizeof head || !read_at(fd, &head, sizeof head, offset, path)) return false;
    const std::uint64_t room = size - offset - sizeof head;
    const bool in_order = head.magic == block_magic && head.first == first.value_or(head.first);
    return (in_order || head.magic == refined_magic) && head.count > 0 && head.fixed_bytes <= room &&
           head.array_bytes <= room - head.fixed_bytes;
}

// Whether trajectories of one batch have the same arrays as those of the other, so that one can be copied into
// the other.
bool alike(const TrajectoryBatch& a, const TrajectoryBatch& b) {
    return a.samples == b.samples && a.nodes == b.nodes && a.dimension == b.dimension &&
           std::all_of(kept_arrays.begin(), kept_arrays.end(), [&](const TrajectoryArray& array) {
               return !array.solved() ||
                      (a.*array.values).size() * b.outcomes.size() == (b.*array.values).size() * a.outcomes.size();
           });
}

// Removes trajectory i of a block from those that await refinement; false if it is none of them.
bool take_off(DrawnBatch& block, int i) {
    if (!block.awaiting) return false;
    const std::vector<int>& waiting = block.awaiting->trajectories;
    const auto found = std::find(waiting.begin(), waiting.end(), i);
    if (found == waiting.end()) return false;
    auto rest = std::make_shared<AwaitingRefinement>(*block.awaiting);
    rest->states.erase(rest->states.begin() + (found - waiting.begin()));
    rest->trajectories.erase(rest->trajectories.begin() + (found - waiting.begin()));
    block.awaiting = rest->trajectories.empty() ? nullptr : rest;
    return true;
}

}  // namespace

JournalReader::JournalReader(const std::filesystem::path& path, std::uint64_t first)
    : path_(path), fd_(open_to_read(path)), next_(first), behind_read_(first) {
    if (fd_ < 0 || !has_title(fd_, path_)) return;
    size_ = size_of(fd_, path_);
    good_bytes_ = title.size();
}

// Blocks come in order. One with trajectories that await refinement is held back until their records are read.
std::optional<DrawnBatch> JournalReader::next() {
    while (read_.empty() || read_.front().awaiting)
        if (!read_record()) return std::nullopt;
    DrawnBatch block = std::move(read_.front());
    read_.pop_front();
    next_ += block.batch.count;
    return block;
}

// Reads one record, a block or refined trajectories; false at the end of the good part.
bool JournalReader::read_record() {
    BlockHead head;
    if (good_bytes_ == 0 || !read_head(fd_, head, good_bytes_, size_, behind_read_, path_)) return false;
    std::uint64_t position = good_bytes_ + sizeof head;
    const auto read = [&](void* data, std::size_t size) {
        const bool there = read_at(fd_, data, size, position, path_);
        position += size;
        return there;
    };
    std::optional<DrawnBatch> block = read_block(head, read);
    if (!block || (head.magic == refined_magic && !put_in(*block))) return false;
    good_bytes_ = position;
    if (head.magic == refined_magic) return true;
    behind_read_ += head.count;
    read_.push_back(std::move(*block));
    return true;
}

// Copies refined trajectories into their blocks; false if one of them does not await refinement.
bool JournalReader::put_in(const DrawnBatch& refined) {
    for (std::size_t k = 0; k < refined.awaiting->trajectories.size(); ++k) {
        const std::uint64_t number = refined.batch.first + refined.awaiting->trajectories[k];
        const auto of = [&](const DrawnBatch& block) {
            return number - block.batch.first < to_size(block.batch.count);  // below first: huge
        };
        const auto block = std::find_if(read_.begin(), read_.end(), of);
        if (block == read_.end() || !alike(refined.batch, block->batch)) return false;
        const int i = static_cast<int>(number - block->batch.first);
        if (!take_off(*block, i)) return false;
        copy_trajectory(refined.batch, static_cast<int>(k), block->batch, i);
    }
    return true;
}

// Counts by the heads of records alone, without reading arrays: it is for messages.
std::uint64_t trajectories_in_journal(const std::filesystem::path& path) {
    const Descriptor fd = open_to_read(path);
    if (fd < 0 || !has_title(fd, path)) return 0;
    const std::uint64_t size = size_of(fd, path);
    std::uint64_t found = 0;
    std::optional<std::uint64_t> next;
    BlockHead head;
    for (std::uint64_t position = title.size(); read_head(fd, head, position, size, next, path);) {
        position += sizeof head + head.fixed_bytes + head.array_bytes;
        if (head.magic == refined_magic) continue;
        found += head.count;
        next = head.first + head.count;
    }
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

void JournalWriter::append(const DrawnBatch& block) { append(BlockRecord(block)); }

void JournalWriter::append_refined(const std::vector<std::uint64_t>& numbers, TrajectoryBatch&& batch) {
    auto which = std::make_shared<AwaitingRefinement>();
    for (const std::uint64_t number : numbers)
        which->trajectories.push_back(static_cast<int>(number - numbers.front()));
    DrawnBatch refined;
    refined.batch = std::move(batch);
    refined.batch.first = numbers.front();
    refined.awaiting = std::move(which);
    append(BlockRecord(refined, refined_magic));
}

// Records are not synced one by one: after a crash of the machine the reader stops at the first record whose
// checksum is wrong.
void JournalWriter::append(const BlockRecord& record) {
    for (const auto& [data, size] : record.pieces()) write_all(fd_, data, size, path_);
}

}  // namespace cchnn
