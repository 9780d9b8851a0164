#include "files/numpy/npy_array.hpp"

#include <doctest/doctest.h>

#include <stdexcept>

using namespace cchnn;

TEST_CASE("npy array: types are NumPy's, and a text has none") {
    CHECK(npy_type(float64) == "<f8");
    CHECK(npy_type({Element::Kind::floating, 4}) == "<f4");
    CHECK(npy_type(int32) == "<i4");
    CHECK(npy_type(uint8) == "|u1");
    CHECK_THROWS_AS(npy_type(utf8), std::invalid_argument);
}

TEST_CASE("npy array: numbers begin at a multiple of 64 bytes") {
    for (const Shape& shape : {Shape{}, Shape{7}, Shape{800, 100, 2, 2}, Shape{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}}) {
        const std::string header = npy_header_text("<f8", shape);
        CHECK(header.size() % 64 == 0);
        CHECK(header.back() == '\n');
    }
    CHECK(npy_header_text("<f8", {7}).substr(10, 57) == "{'descr': '<f8', 'fortran_order': False, 'shape': (7,), }");
}

TEST_CASE("npy array: texts are UTF-32, all as long as the longest") {
    const NpyTexts coded = npy_texts({"a", "\xC3\xA4z"});
    CHECK(coded.type == "<U2");
    CHECK(coded.bytes_each == 8);
    CHECK(std::string(coded.bytes.begin(), coded.bytes.end()) == std::string("a\0\0\0\0\0\0\0\xE4\0\0\0z\0\0\0", 16));
    const NpyTexts damaged = npy_texts({"\xC3z", "\xF0\x9F\x98\x80"});  // a letter that ends too early, U+1F600
    CHECK(damaged.type == "<U2");
    CHECK(std::string(damaged.bytes.begin(), damaged.bytes.end()) ==
          std::string("\xC3\0\0\0z\0\0\0\0\xF6\x01\0\0\0\0\0", 16));
}
