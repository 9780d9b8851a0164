#include "dataset/chunk_compressor.hpp"

#include "dataset/deflated_chunk.hpp"

namespace cchnn {

ChunkCompressor::ChunkCompressor(Hdf5File& file, int level, int threads)
    : file_(&file), level_(level), most_waiting_(2 * static_cast<std::size_t>(threads)), tasks_(threads) {}

void ChunkCompressor::add(ChunkPlace place, std::shared_ptr<const std::vector<char>> rows, std::size_t first, std::size_t size) {
    while (tasks_.waiting() >= most_waiting_) write_oldest();
    tasks_.add([place = std::move(place), rows = std::move(rows), first, size, level = level_]() -> Packed {
        return {place, deflated_chunk(rows->data() + first, size, place.bytes, place.element_bytes, level)};
    });
}

void ChunkCompressor::finish() {
    while (tasks_.waiting() > 0) write_oldest();
}

void ChunkCompressor::write_oldest() {
    const Packed packed = tasks_.next();
    file_->write_chunk(packed.place.path, packed.place.start, packed.bytes);
}

}  // namespace cchnn
