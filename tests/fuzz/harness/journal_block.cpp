// A block of a journal, of at most four trajectories. Its checksum is that of the mutated bytes, which no mutation would
// survive otherwise.
#include <xxhash.h>

#include <cstring>

#include "dataset/resume/journal.hpp"
#include "harness.hpp"

FUZZ_ONE(text) {
    cchnn::BlockHead head;
    if (text.size() < sizeof head) return;
    std::memcpy(&head, text.data(), sizeof head);
    head.count = 1 + head.count % 4;
    if (head.failures_bytes > text.size()) return;
    std::size_t at = sizeof head;
    head.content_checksum = XXH3_64bits(text.data() + at, text.size() - at);
    cchnn::TrajectoryBatch one;
    one.samples = 2;
    one.nodes = one.dimension = 1;
    one.x = one.v = one.energy = {0, 0};
    expecting_errors([&] {
        cchnn::read_block(head, one, [&](void* out, std::size_t n) {
            if (n > text.size() - at) return false;
            if (n > 0) std::memcpy(out, text.data() + at, n);
            at += n;
            return true;
        });
    });
}
