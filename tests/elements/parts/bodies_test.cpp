#include "elements/parts/bodies.hpp"

#include <doctest/doctest.h>

using namespace cchnn;

namespace {

TEST_CASE("points and directions have as many entries as the plane or space, of an Origin too") {
    for (const int dimension : {2, 3}) {
        const auto d = static_cast<std::size_t>(dimension);
        const Bodies bodies(
            {{"o", BodyType::origin, 0, std::vector<double>(d, 0.0), {}}, {"rod", BodyType::obj1d, 1, {}, {0.1}}},
            dimension, "program");
        for (const Body& body : bodies.all()) {
            CHECK(bodies.direction(body, {1.0, 0.0, 0.0}).offset.size() == d);
            CHECK(bodies.centre(body).offset.size() == d);
        }
    }
}

}  // namespace
