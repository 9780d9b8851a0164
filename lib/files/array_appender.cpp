#include "files/array_appender.hpp"

#include <algorithm>
#include <bit>
#include <utility>

#include "files/checked_chunk.hpp"

namespace cchnn {
namespace {

static_assert(std::endian::native == std::endian::little, "digests are of little-endian numbers");
constexpr std::uint64_t most_bytes = 256 << 10;

// The number of rows of a chunk, at most `most`, and more than half of them: chunks then reach least beyond the last row.
std::uint64_t rows_of_chunk(std::uint64_t most, std::uint64_t rows) {
    most = std::clamp<std::uint64_t>(most, 1, rows);
    std::uint64_t best = most;
    const auto beyond = [&](std::uint64_t chunk) { return (chunk - rows % chunk) % chunk; };
    for (std::uint64_t chunk = most; chunk > most / 2; --chunk)
        if (beyond(chunk) < beyond(best)) best = chunk;
    return best;
}

}  // namespace

Shape chunk_shape(const Shape& shape, std::uint64_t element_bytes, std::uint64_t target_bytes) {
    if (shape.empty() || byte_count(shape, 1) == 0) return {};
    Shape chunk = shape;
    const std::uint64_t row = bytes_of_row(shape, element_bytes);
    if (row <= most_bytes || shape.size() == 1) {
        chunk[0] = rows_of_chunk(target_bytes / row, shape[0]);
    } else {
        chunk[0] = 1;
        chunk[1] = rows_of_chunk(target_bytes / (row / shape[1]), shape[1]);
    }
    return chunk;
}

ArrayAppender::ArrayAppender(ChunkQueue& queue, std::string path, Shape shape, std::size_t element_bytes)
    : queue_(&queue),
      path_(std::move(path)),
      shape_(std::move(shape)),
      chunk_(chunk_shape(shape_, element_bytes)),
      element_bytes_(element_bytes),
      row_bytes_(bytes_of_row(shape_, element_bytes)) {}

// Rows until the present chunk is full or the array ends. The caller gives append() at most as many.
std::uint64_t ArrayAppender::room() const {
    const std::uint64_t left = shape_[0] - written_ - buffered_;
    return chunk_.empty() ? left : std::min(left, chunk_[0] - buffered_);
}

// The last chunk of an array is flushed when its last row is there, also if it is not full.
void ArrayAppender::append(const char* rows, std::uint64_t count) {
    if (chunk_.empty()) return;  // rows of no bytes
    if (buffer_->empty()) buffer_->reserve(chunk_[0] * row_bytes_ + checksum_bytes);
    buffer_->insert(buffer_->end(), rows, rows + count * row_bytes_);
    buffered_ += count;
    if (buffered_ == chunk_[0] || written_ + buffered_ == shape_[0]) flush();
}

// Whole rows are buffered up to one chunk. A row that is longer than a chunk is cut here into several.
void ArrayAppender::flush() {
    Chunk chunk;
    chunk.path = path_;
    chunk.element_bytes = element_bytes_;
    chunk.hash = hash_.get();
    chunk.bytes = byte_count(chunk_, element_bytes_);
    chunk.start = Shape(shape_.size(), 0);
    chunk.start[0] = written_;
    const std::size_t all = buffer_->size();
    chunk.rows = buffer_;
    for (; chunk.first < all; chunk.first += chunk.bytes) {
        chunk.size = std::min(chunk.bytes, all - chunk.first);
        chunk.number = chunks_++;
        queue_->add(chunk);
        if (shape_.size() > 1) chunk.start[1] += chunk_[1];
    }
    if (queue_->has_threads()) buffer_ = std::make_shared<std::vector<char>>();  // they have the other one still
    else buffer_->clear();
    written_ += std::exchange(buffered_, 0);
}

}  // namespace cchnn
