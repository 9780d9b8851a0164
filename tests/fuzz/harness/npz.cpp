// An archive of NumPy, as the reader process reads it, and its first numbers.
#include <algorithm>

#include "files/array_reading.hpp"
#include "harness.hpp"

FUZZ_ONE(text) {
    const MemoryFile file(text);
    expecting_errors([&] {
        const auto archive = cchnn::read_npz_here(file.descriptor(), text.size(), "f.npz");
        for (const cchnn::Object& object : archive->objects())
            expecting_errors([&] {
                const std::uint64_t count = std::min<std::uint64_t>(1000, cchnn::byte_count(object.array.shape, 1));
                cchnn::read_values(*archive, {object, nullptr, cchnn::Part::Form::values, {0}, {count}}, "f.npz");
            });
    });
}
