#include "files/chunk_queue.hpp"

#include <zlib.h>
#include <cstddef>
#include <stdexcept>
#include <string>
#include <vector>

#include "core/to_size.hpp"
#include "files/checked_chunk.hpp"

namespace cchnn {
namespace {

// Compresses a chunk as HDF5's filters shuffle and deflate would, by zlib directly, so that several threads can
// do it.

std::vector<char> shuffled(const char* values, std::size_t size, std::size_t chunk_bytes, std::size_t element_bytes) {
    std::vector<char> bytes(chunk_bytes);
    const std::size_t all = chunk_bytes / element_bytes, given = size / element_bytes;
    for (std::size_t byte = 0; byte < element_bytes; ++byte) {
        char* out = bytes.data() + byte * all;
        for (std::size_t i = 0; i < given; ++i) out[i] = values[i * element_bytes + byte];
    }
    return bytes;
}

// Compresses `size` bytes of elements, padded with zeros to `chunk_bytes`. Shuffle places byte k of all
// elements together; then follows a zlib stream of level 1 .. 9, which ends in a checksum (Adler-32). The
// stream is used even where it is longer than the chunk, because nothing else protects the values. Level 1 only
// looks for runs of one byte (Z_RLE): other repetitions are rare in shuffled numbers, and looking for them
// takes three times as long.
std::vector<char> deflated_chunk(const char* values, std::size_t size, std::size_t chunk_bytes,
                                 std::size_t element_bytes, int level) {
    std::vector<char> in = shuffled(values, size, chunk_bytes, element_bytes);
    z_stream stream{};
    if (deflateInit2(&stream, level, Z_DEFLATED, MAX_WBITS, MAX_MEM_LEVEL - 1,
                     level == 1 ? Z_RLE : Z_DEFAULT_STRATEGY) != Z_OK)
        throw std::runtime_error("zlib does not give deflate at level " + std::to_string(level));
    std::vector<char> out(deflateBound(&stream, in.size()));
    stream.next_in = reinterpret_cast<Bytef*>(in.data());
    stream.avail_in = static_cast<uInt>(in.size());
    stream.next_out = reinterpret_cast<Bytef*>(out.data());
    stream.avail_out = static_cast<uInt>(out.size());
    const int status = deflate(&stream, Z_FINISH);
    out.resize(stream.total_out);
    deflateEnd(&stream);
    if (status != Z_STREAM_END) throw std::runtime_error("zlib fails in deflate: " + std::to_string(status));
    return out;
}

}  // namespace

void ArrayHash::add(std::uint64_t piece, const void* data, std::size_t size) {
    std::unique_lock lock(mutex_);
    turn_.wait(lock, [&] { return next_ == piece; });
    struct EndOfTurn {  // also if the hash throws, so that no thread waits for ever
        ArrayHash& hash;
        ~EndOfTurn() {
            ++hash.next_;
            hash.turn_.notify_all();
        }
    } end{*this};
    hash_.add(data, size);
}

ChunkQueue::ChunkQueue(Hdf5File& file, int deflate, int threads)
    : file_(&file), deflate_(deflate), most_waiting_(2 * to_size(threads)) {
    if (deflate > 0 || threads > 1) tasks_.emplace(threads);
}

ChunkQueue::Filtered ChunkQueue::filtered(Chunk& c, int level) {
    const char* values = c.rows->data() + c.first;
    c.hash->add(c.number, values, c.size);
    if (level > 0) return {c.path, c.start, deflated_chunk(values, c.size, c.bytes, c.element_bytes, level)};
    const bool all = c.size == c.rows->size();  // then no other chunk shares them
    return {c.path, c.start, checked_chunk(all ? std::move(*c.rows) : std::vector(values, values + c.size), c.bytes)};
}

void ChunkQueue::write(const Filtered& chunk) { file_->write_chunk(chunk.path, chunk.start, chunk.bytes); }

void ChunkQueue::add(Chunk chunk) {
    if (!tasks_) return write(filtered(chunk, deflate_));
    while (tasks_->waiting() >= most_waiting_) write(tasks_->next());
    tasks_->add([c = std::move(chunk), level = deflate_]() mutable { return filtered(c, level); });
}

void ChunkQueue::finish() {
    while (tasks_ && tasks_->waiting() > 0) write(tasks_->next());
}

}  // namespace cchnn
