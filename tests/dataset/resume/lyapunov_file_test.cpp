#include "dataset/resume/lyapunov_file.hpp"

#include <doctest/doctest.h>

#include <limits>

#include "stories/story_fixture.hpp"

using namespace cchnn_test;

TEST_CASE("lyapunov file: the record comes back bit for bit, infinite intervals too, none is none") {
    const ScratchDirectory scratch;
    constexpr double infinity = std::numeric_limits<double>::infinity();
    for (const MeanInterval& interval : {MeanInterval{1.0 / 3, 0.1, 0.7}, MeanInterval{2e-17, -infinity, infinity}}) {
        write_lyapunov_file(scratch / "l.json", {interval, "{\"a\": 1}\n"});
        const auto back = read_lyapunov_file(scratch / "l.json");
        REQUIRE(back);
        CHECK(back->largest.mean == interval.mean);
        CHECK(back->largest.low == interval.low);
        CHECK(back->largest.high == interval.high);
        CHECK(back->json == "{\"a\": 1}\n");
    }
    CHECK_FALSE(read_lyapunov_file(scratch / "none.json"));
    for (const std::string& text : {std::string("{}"), std::string("[]"), std::string(200'000, '[')}) {
        write_text(scratch / "l.json", text);
        CHECK(complaint([&] { read_lyapunov_file(scratch / "l.json"); }).starts_with("invalid input: "));
    }
    write_text(scratch / "l.json", "{\"mean\": 1");
    CHECK(complaint([&] {
              read_lyapunov_file(scratch / "l.json");
          }).starts_with("invalid input: " + (scratch / "l.json").string()));
}
