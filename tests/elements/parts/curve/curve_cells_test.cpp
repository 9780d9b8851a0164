#include "elements/parts/curve/curve_cells.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <map>
#include <random>

#include "elements/parts/curve/curve.hpp"

using namespace cchnn;

namespace {

const CurveSpec circle{"s", {"cos(s)", "sin(s)", ""}, {0, 6.25}};
const CurveSpec parabola{"s", {"s - 7", "0.3*s^2", ""}, {-5, 11}};
const CurveSpec bump{"s", {"s", "1e-4*exp(-((s - 1)/1e-3)^2)", ""}, {-3, 3}};
const CurveSpec kink{"s", {"s", "sqrt(s^2)", ""}, {-1, 2}};
const CurveSpec bump_on_circle{
    "s", {"(1 + 1e-3*exp(-1e4*(1 - cos(s - 1))))*cos(s)", "sin(s)", ""}, {0, 6.283185307179586}};

double width(const std::vector<double>& borders, std::size_t i) { return borders[i] - borders[i - 1]; }

// On (-1, 1), where exp and tanh of the first two underflow to numbers without a slope, and far from there.
TEST_CASE("a curve with a narrow feature is no polynomial, wherever the feature lies") {
    const std::map<std::string, double> centres{{"0.1*tanh((s - 1.2345)*10000)", 1.2345},
                                                {"0.1*exp(-((s - 1.2345)/1e-3)^2)", 1.2345},
                                                {"sqrt((s - 9)^2 + 1e-8)", 9},
                                                {"1e-9/((s - 9)^2 + 1e-8)", 9}};
    for (const auto& known : centres) {
        const std::string& height = known.first;
        const double centre = known.second;
        const Curve curve(CurveSpec{"s", {"s", height, ""}, {-6, 6}});
        CAPTURE(height);
        CHECK_FALSE(curve.cells().none());
        CellReach reach(curve.cells());
        CHECK(reach(centre - 1, centre + 1) < 1.1);  // not past it
        CHECK(reach(centre - 1e-5, centre + 1) < 0.06);
        CHECK(reach(centre + 1e-5, centre - 1) < 0.06);
    }
}

TEST_CASE("a polynomial of a low degree is told by its operations: powers, products, and what is divided by a number") {
    const auto none = [](const char* height) {
        return Curve(CurveSpec{"s", {"s", height, ""}, {-6, 6}}).cells().none();
    };
    CHECK(none("(s/3 - exp(2))^15"));
    CHECK(none("sqrt(2)*s - (s + 1)*(s - 1)/tanh(3)"));
    CHECK_FALSE(none("s^16"));
    CHECK_FALSE(none("(s^4 + 1)^4"));
    CHECK_FALSE(none("s^-1 + 9"));
    CHECK_FALSE(none("1/(s + 9)"));
    CHECK_FALSE(none("sqrt(s^2)"));
}

TEST_CASE("a polynomial bounds no step, however far") {
    const Curve curve(parabola);
    CHECK(curve.cells().none());
    CellReach reach(curve.cells());
    CHECK(reach(0, 1e9) == 1e9);
}

// |C^(16)|/16! h^16 <= 1e-16 size is h <= 0.71 by the derivatives themselves, which are 1 at most: of the halves of the
// range 6.25/16 is the largest below it.
TEST_CASE("a circle has even cells, as long as its derivatives allow") {
    const Curve curve(circle);
    CHECK_FALSE(curve.cells().none());
    const auto& cells = curve.cells().stretch(0);
    REQUIRE(cells.borders.size() == 9);
    for (std::size_t i = 1; i < 9; ++i) CHECK(cells.borders[i] == 6.25 * static_cast<double>(i) / 8);
    CHECK(cells.all_resolved);
}

// h_n = f_n w^n of the bump exp(-u^2): (n + 1) h_(n+1) = -2 u h_n - 2 h_(n-1), |h_16| <= 2.5e-5.
TEST_CASE("cells are as small as a bump where it is, and large elsewhere") {
    const Curve curve(bump);
    const auto& borders = curve.cells().stretch(0).borders;
    CHECK(borders.size() < 100);
    double smallest = INFINITY, largest = 0;
    for (std::size_t i = 1; i < borders.size(); ++i) {
        const double middle = 0.5 * (borders[i] + borders[i - 1]);
        if (std::fabs(middle - 1) < 1e-3) CHECK(width(borders, i) < 1e-3);
        smallest = std::min(smallest, width(borders, i));
        largest = std::max(largest, width(borders, i));
        // (2) by samples of the recursion, for cells that are small for its sake.
        if (width(borders, i) > 1e-3) continue;
        for (int k = 0; k <= 20; ++k) {
            const double u = (borders[i - 1] + width(borders, i) * k / 20 - 1) / 1e-3;
            double before = 0, now = 1e-4 * std::exp(-u * u);
            for (int n = 0; n < 16; ++n) {
                const double next = (-2 * u * now - 2 * before) / (n + 1);
                before = now;
                now = next;
            }
            CHECK(std::fabs(now) * std::pow(0.5 * width(borders, i) / 1e-3, 16) <= 1.001e-16 * 6);  // size: 6 m
        }
    }
    CHECK(smallest > 1e-4);  // a tenth of the bump: enclosures are not much wider than what they enclose
    CHECK(largest > 1);
}

TEST_CASE("at a kink the smallest cells remain, and they are few") {
    const Curve curve(kink);
    const auto& cells = curve.cells().stretch(0);
    CHECK(cells.all_resolved);
    CHECK(cells.borders.size() < 500);
    for (std::size_t i = 1; i < cells.borders.size(); ++i) {
        const double far = std::max(std::fabs(cells.borders[i]), std::fabs(cells.borders[i - 1]));
        if (cells.borders[i - 1] <= 0 && cells.borders[i] >= 0) CHECK(width(cells.borders, i) == 3 * 0x1p-40);
        else CHECK(width(cells.borders, i) <= far);
    }
}

TEST_CASE("a curve has cells beyond its range too: a bump is there on every lap") {
    const Curve curve(bump_on_circle);
    const auto smallest = [&](long k) {
        const auto& borders = curve.cells().stretch(k).borders;
        double least = INFINITY;
        for (std::size_t i = 1; i < borders.size(); ++i) least = std::min(least, width(borders, i));
        return least;
    };
    CHECK(smallest(0) < 0.01);
    for (const long k : {-3L, 1L, 40L}) CHECK(smallest(k) == doctest::Approx(smallest(0)).epsilon(1e-6));
    CHECK(curve.cells().stretch(0).borders.back() == curve.cells().stretch(1).borders.front());
    CHECK(curve.cells().stretch(-1).borders.back() == curve.cells().stretch(0).borders.front());
    CellReach reach(curve.cells());
    for (const long lap : {-3L, 0L, 1L, 40L}) {
        const double at = 1 + static_cast<double>(lap) * 6.283185307179586;
        CHECK(reach(at - 0.3, at + 0.3) < 0.31);
        CHECK(reach(at + 0.3, at - 0.3) < 0.31);
        CHECK(reach(at, at + 0.3) < 0.03);
    }
}

// (4) word by word: no cell that is touched is less than half as long; and as far as that goes, but for the last cell.
TEST_CASE("a step reaches as far as its cells allow and no further, either way") {
    const Curve curve(bump);
    std::mt19937_64 random(3);
    const auto uniform = [&] { return static_cast<double>(random() >> 11) * 0x1p-53; };
    CellReach reach(curve.cells());
    const auto& borders = curve.cells().stretch(0).borders;
    for (int i = 0; i < 2000; ++i) {
        const double from = i % 2 ? 6 * uniform() - 3 : 1 + 0.02 * (uniform() - 0.5), to = 6 * uniform() - 3;
        const double way = std::fabs(to - from), r = reach(from, to);
        CHECK(r > 0);
        CHECK(r <= way);
        const auto allowed = [&](double length) {
            const double end = to > from ? from + length : from - length;
            for (std::size_t k = 1; k < borders.size(); ++k)
                if (borders[k] > std::min(from, end) && borders[k - 1] < std::max(from, end) &&
                    length > 2 * width(borders, k))
                    return false;
            return true;
        };
        CHECK(allowed(r * (1 - 1e-9)));
        if (r < way) CHECK_FALSE(allowed(std::min(way, r * (1 + 1e-9) + 1e-12)));
    }
    CHECK(reach(0.5, 0.5) == 0);
    CHECK(reach(-1e12, 1) > 1e12);  // beyond a million ranges nothing is known
    CHECK(std::isnan(reach(NAN, 1)));
}

TEST_CASE("the cell of a place is the one between the borders around it, the first and the last too") {
    const Curve curve(bump);
    CellReach reach(curve.cells());
    const auto& borders = curve.cells().stretch(0).borders;
    REQUIRE(borders.size() > 3);
    for (std::size_t i = 1; i < borders.size(); ++i) {
        CAPTURE(i);
        const CellReach::Cell cell = reach.cell(0.5 * (borders[i - 1] + borders[i]));
        CHECK(cell.low == borders[i - 1]);
        CHECK(cell.high == borders[i]);
    }
    CHECK(std::isnan(reach.cell(NAN).low));
}

TEST_CASE("more cells than are kept are told, not left out") {
    const CurveSpec spec{"s", {"s", "sin(1000000*s)", ""}, {-1, 1}};
    const Curve curve(spec);
    const auto& cells = curve.cells().stretch(0);
    CHECK_FALSE(cells.all_resolved);
    CHECK(cells.borders.size() <= CurveCells::most_cells + 1);
    CHECK(cells.borders.back() == 1);
}

}  // namespace
