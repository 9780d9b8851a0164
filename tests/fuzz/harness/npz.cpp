// An archive of NumPy, as the reader process reads it, and its first numbers.
#include <algorithm>

#include "files/numpy/npz_reading.hpp"
#include "harness.hpp"

FUZZ_ONE(text) {
    const MemoryFile file(text);
    expecting_errors([&] {
        const auto archive = cchnn::read_npz_here(file.descriptor(), text.size(), "f.npz");
        for (const std::string& name : archive->names())
            expecting_errors([&] {
                const cchnn::NpyHeader header = archive->open_entry(name, false);
                archive->next_bytes(std::min<std::uint64_t>(1000, cchnn::byte_count(header.shape, 1)));
            });
    });
}
