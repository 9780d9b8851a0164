// The header of an array of NumPy, of numbers or of texts.
#include "files/numpy/npy_header.hpp"

#include <cstring>

#include "harness.hpp"

FUZZ_ONE(text) {
    std::size_t at = 0;
    const auto read = [&](char* out, std::size_t n) {
        if (n > text.size() - at) return false;
        std::memcpy(out, text.data() + at, n);
        at += n;
        return true;
    };
    expecting_errors([&] { cchnn::read_npy_header(read, "f.npy"); });
}
