#include "report/page/chart.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <stdexcept>

using namespace cchnn;

namespace {

std::string labels(const ChartScale& scale) {
    std::string text;
    for (const ChartTick& tick : scale.ticks()) text += (text.empty() ? "" : " ") + tick.label;
    return text;
}

}  // namespace

TEST_CASE("ticks of an axis are round numbers with labels that say them") {
    CHECK(labels({false, 0, 2.97, 60, 460}) == "0 1 2");
    CHECK(labels({false, 0, 1, 230, 10}) == "0 0.2 0.4 0.6 0.8 1");
    CHECK(labels({false, 0, 20, 0, 1}) == "0 5 10 15 20");
    CHECK(labels({false, -1, 1, 0, 1}) == "-1 -0.5 0 0.5 1");
    CHECK(labels({false, 0, 35, 0, 1}) == "0 10 20 30");
    CHECK(labels({true, 1e-7, 1, 0, 1}) == "10⁻⁷ 10⁻⁵ 10⁻³ 0.1");
    CHECK(labels({true, 1.5e-12, 8e-12, 0, 1}) == "2·10⁻¹² 5·10⁻¹²");
    CHECK(labels({true, 0.02, 2000, 0, 1}) == "0.1 1 10 100 1000");
}

TEST_CASE("a value has its pixel, what lies outside the nearest end") {
    const ChartScale down(true, 1e-6, 1e-2, 230, 10);
    CHECK(down.pixel(1e-4) == doctest::Approx(120));
    CHECK(down.pixel(0) == 230);
    CHECK(down.pixel(INFINITY) == 10);
    CHECK(ChartScale(false, 0, 2, 0, 100).pixel(0.5) == doctest::Approx(25));
    CHECK_THROWS_AS(ChartScale(true, 0, 1, 0, 1), std::logic_error);
    CHECK_THROWS_AS(ChartScale(false, 1, 1, 0, 1), std::logic_error);
}

TEST_CASE("an axis around values has room for all that can be shown, and half a decade where they are the same") {
    const ChartScale scale = ChartScale::around({1e-3, 0, NAN, INFINITY, 1e-5}, 0, 100);
    CHECK(scale.low() < 1e-5);
    CHECK(scale.low() > 5e-6);
    CHECK(scale.high() > 1e-3);
    const ChartScale same = ChartScale::around({1e-16, 1e-16}, 0, 100);
    CHECK(std::log10(same.high() / same.low()) == doctest::Approx(0.5));
    CHECK(same.pixel(1e-16) == doctest::Approx(50));
    CHECK(ChartScale::around({0, 0}, 0, 100).low() == 1e-17);
}
