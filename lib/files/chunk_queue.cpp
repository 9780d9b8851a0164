#include "files/chunk_queue.hpp"

#include "core/to_size.hpp"
#include "files/checked_chunk.hpp"
#include "files/deflated_chunk.hpp"

namespace cchnn {

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
