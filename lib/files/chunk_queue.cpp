#include "files/chunk_queue.hpp"

#include "files/deflated_chunk.hpp"

namespace cchnn {

void ArrayHash::add(std::uint64_t piece, const void* data, std::size_t size) {
    std::unique_lock lock(mutex_);
    turn_.wait(lock, [&] { return next_ == piece; });
    struct EndOfTurn {  // where the hash throws, too: nobody is to wait for ever
        ArrayHash& hash;
        ~EndOfTurn() {
            ++hash.next_;
            hash.turn_.notify_all();
        }
    } end{*this};
    hash_.add(data, size);
}

ChunkQueue::ChunkQueue(Hdf5File& file, int deflate, int threads)
    : file_(&file), deflate_(deflate), most_waiting_(2 * static_cast<std::size_t>(threads)) {
    if (deflate > 0 || threads > 1) tasks_.emplace(threads);
}

void ChunkQueue::add(Chunk chunk) {
    const auto hash = [](const Chunk& c) { c.hash->add(c.number, c.rows->data() + c.first, c.size); };
    if (!compresses()) file_->write(chunk.path, chunk.start, chunk.count, chunk.rows->data() + chunk.first);
    if (!tasks_) return hash(chunk);
    while (tasks_->waiting() >= most_waiting_) finish_oldest();
    tasks_->add([hash, c = std::move(chunk), level = deflate_]() -> Deflated {
        hash(c);
        if (level == 0) return {};
        return {c.path, c.start, deflated_chunk(c.rows->data() + c.first, c.size, c.bytes, c.element_bytes, level)};
    });
}

void ChunkQueue::finish() {
    while (tasks_ && tasks_->waiting() > 0) finish_oldest();
}

void ChunkQueue::finish_oldest() {
    const Deflated oldest = tasks_->next();
    if (compresses()) file_->write_chunk(oldest.path, oldest.start, oldest.bytes);
}

}  // namespace cchnn
