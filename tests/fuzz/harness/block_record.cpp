// A record of a journal, without its checksum, which no mutation would survive.
#include "dataset/resume/block_record.hpp"

#include <cstring>

#include "harness.hpp"

FUZZ_ONE(text) {
    cchnn::BlockHead head;
    if (text.size() < sizeof head) return;
    std::memcpy(&head, text.data(), sizeof head);
    if (head.fixed_bytes > text.size() || head.array_bytes > text.size()) return;
    std::size_t at = sizeof head;
    expecting_errors([&] {
        cchnn::read_block(head, [&](void* out, std::size_t n) {
            if (n > text.size() - at) return false;
            if (n > 0) std::memcpy(out, text.data() + at, n);
            at += n;
            return true;
        });
    });
}
