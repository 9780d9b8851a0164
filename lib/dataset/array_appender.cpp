#include "dataset/array_appender.hpp"

#include <algorithm>
#include <bit>

namespace cchnn {
namespace {

static_assert(std::endian::native == std::endian::little, "digests are of little-endian numbers");
constexpr std::uint64_t target_bytes = 192 << 10, most_bytes = 256 << 10;

}  // namespace

Shape chunk_shape(const Shape& shape, std::uint64_t element_bytes) {
    if (shape.empty() || byte_count(shape, 1) == 0) return {};
    Shape chunk = shape;
    const std::uint64_t row = byte_count(Shape(shape.begin() + 1, shape.end()), element_bytes);
    if (row <= most_bytes || shape.size() == 1) {
        chunk[0] = std::clamp<std::uint64_t>(target_bytes / row, 1, shape[0]);
    } else {
        chunk[0] = 1;
        chunk[1] = std::clamp<std::uint64_t>(target_bytes / (row / shape[1]), 1, shape[1]);
    }
    return chunk;
}

ArrayAppender::ArrayAppender(Hdf5File& file, std::string path, Shape shape, std::size_t element_bytes, ChunkCompressor* compressor)
    : file_(&file), compressor_(compressor), path_(std::move(path)), shape_(std::move(shape)), chunk_(chunk_shape(shape_, element_bytes)),
      element_bytes_(element_bytes), row_bytes_(byte_count(Shape(shape_.begin() + 1, shape_.end()), element_bytes)),
      chunk_rows_(chunk_.empty() ? 1 : chunk_[0]) {
    buffer_.reserve(chunk_rows_ * row_bytes_);
}

void ArrayAppender::append(const void* row) {
    const char* bytes = static_cast<const char*>(row);
    buffer_.insert(buffer_.end(), bytes, bytes + row_bytes_);
    if (buffered_rows() == chunk_rows_ || rows() == shape_[0]) flush();
}

void ArrayAppender::flush() {
    Shape start(shape_.size(), 0), count = shape_;
    start[0] = written_;
    count[0] = buffered_rows();
    hash_->add(buffer_.data(), buffer_.size());
    if (compressor_) compress();
    else file_->write(path_, start, count, buffer_.data());
    written_ += count[0];
    buffer_.clear();
}

// Several whole rows are one chunk, a long row is several.
void ArrayAppender::compress() {
    const std::size_t size = buffer_.size(), chunk_bytes = byte_count(chunk_, element_bytes_);
    const auto rows = std::make_shared<const std::vector<char>>(std::move(buffer_));
    ChunkPlace place{path_, Shape(shape_.size(), 0), chunk_bytes, element_bytes_};
    place.start[0] = written_;
    for (std::size_t first = 0; first < size; first += chunk_bytes) {
        compressor_->add(place, rows, first, std::min(chunk_bytes, size - first));
        if (shape_.size() > 1) place.start[1] += chunk_[1];
    }
    buffer_ = {};
    buffer_.reserve(chunk_rows_ * row_bytes_);
}

}  // namespace cchnn
