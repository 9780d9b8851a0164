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

ArrayAppender::ArrayAppender(Hdf5File& file, std::string path, Shape shape, std::size_t element_bytes)
    : file_(&file), path_(std::move(path)), shape_(std::move(shape)),
      row_bytes_(byte_count(Shape(shape_.begin() + 1, shape_.end()), element_bytes)),
      chunk_rows_(byte_count(shape_, 1) == 0 ? 1 : chunk_shape(shape_, element_bytes)[0]) {
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
    file_->write(path_, start, count, buffer_.data());
    hash_->add(buffer_.data(), buffer_.size());
    written_ += count[0];
    buffer_.clear();
}

}  // namespace cchnn
