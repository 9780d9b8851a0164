#include "files/json_lines.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <cstring>
#include <fstream>
#include <iterator>
#include <stdexcept>

#include "core/paths/temporary_directory.hpp"

using namespace cchnn;

namespace {

template <class Number>
LineColumn column(const std::string& name, Element element, const Shape& shape, std::vector<Number> values) {
    const std::uint64_t width = values.size() / shape[0];
    return {name, element, shape, [values = std::move(values), width](std::uint64_t first, std::uint64_t count) {
                std::vector<char> bytes(count * width * sizeof(Number));
                std::memcpy(bytes.data(), values.data() + first * width, bytes.size());
                return bytes;
            }};
}

std::string written(const std::vector<LineColumn>& columns) {
    const TemporaryDirectory scratch("lines");
    write_json_lines(scratch.path() / "a.jsonl", columns, false);
    std::ifstream in(scratch.path() / "a.jsonl", std::ios::binary);
    return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

}  // namespace

TEST_CASE("json lines: a row a line, nested lists, digits that read back, null for what is not finite") {
    CHECK(written({column<std::int64_t>("i", int64, {2}, {7, -8}),
                   column<double>("x", float64, {2, 2, 1}, {0.1, 1e-300, NAN, 3}),
                   column<float>("f", {Element::Kind::floating, 4}, {2}, {0.1F, INFINITY}),
                   column<std::uint8_t>("u", uint8, {2, 1}, {0, 255})}) ==
          "{\"i\":7,\"x\":[[0.1],[1e-300]],\"f\":0.1,\"u\":[0]}\n"
          "{\"i\":-8,\"x\":[[null],[3.0]],\"f\":null,\"u\":[255]}\n");
}

TEST_CASE("json lines: a whole number of a column of others is written as such, that of a column of integers is not") {
    CHECK(written({column<double>("x", float64, {1, 5}, {0, -0.0, -2, 1e22, 1e5}),
                   column<float>("f", {Element::Kind::floating, 4}, {1}, {16777216}),
                   column<std::int64_t>("i", int64, {1}, {0})}) ==
          "{\"x\":[0.0,-0.0,-2.0,1e+22,1e+05],\"f\":16777216.0,\"i\":0}\n");
}

TEST_CASE("json lines: more rows than are held at once come in order") {
    std::vector<std::int64_t> numbers;
    std::string expected;
    for (std::int64_t i = 0; i < 150; ++i) {
        numbers.push_back(i);
        expected += "{\"i\":" + std::to_string(i) + "}\n";
    }
    CHECK(written({column("i", int64, {150}, numbers)}) == expected);
}

TEST_CASE("json lines: columns of unequal length are no rows") {
    CHECK_THROWS_AS(
        written({column<std::int64_t>("a", int64, {2}, {1, 2}), column<std::int64_t>("b", int64, {1}, {1})}),
        std::invalid_argument);
}
