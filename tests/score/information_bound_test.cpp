#include "score/information_bound.hpp"

#include <doctest/doctest.h>

#include <cmath>

#include "sample/random_stream.hpp"

using namespace cchnn;

namespace {

using Column = std::vector<double>;

// y = a + b t at t = 0, 0.1, ... of unit noise.
struct Line {
    explicit Line(int count) : one(static_cast<std::size_t>(count), 1.0) {
        for (int i = 0; i < count; ++i) time.push_back(0.1 * i);
    }
    // Textbook: var b = 1 / sum (t - mean)^2, var a = sum t^2 / (n sum (t - mean)^2).
    double squares_about_mean() const {
        double mean = 0, squares = 0;
        for (const double t : time) mean += t / static_cast<double>(time.size());
        for (const double t : time) squares += (t - mean) * (t - mean);
        return squares;
    }
    double squares() const {
        double sum = 0;
        for (const double t : time) sum += t * t;
        return sum;
    }
    Column one, time;
};

constexpr double rounding = 1e-12;  // of sums of a hundred terms

}  // namespace

TEST_CASE("bounds of a straight line are those of linear regression") {
    const Line line(100);
    InformationBound both(2);
    both.add({line.one, line.time}, {}, 10.0);
    const auto found = both.deviations();
    REQUIRE((found[0] && found[1]));
    const double about = line.squares_about_mean();
    CHECK(*found[1] == doctest::Approx(1 / std::sqrt(about)).epsilon(rounding));
    CHECK(*found[0] == doctest::Approx(std::sqrt(line.squares() / (100 * about))).epsilon(rounding));

    InformationBound slope(1);
    slope.add({line.time}, {line.one}, 10.0);  // the other one as a nuisance: the same
    CHECK(*slope.deviations()[0] == doctest::Approx(*found[1]).epsilon(rounding));
    InformationBound known(1);
    known.add({line.time}, {}, 10.0);
    CHECK(*known.deviations()[0] == doctest::Approx(1 / std::sqrt(line.squares())).epsilon(rounding));
}

TEST_CASE("independent data with nuisances of their own add their information") {
    const Line line(50);
    InformationBound slope(1);
    for (int i = 0; i < 4; ++i) slope.add({line.time}, {line.one}, 10.0);
    CHECK(*slope.deviations()[0] == doctest::Approx(1 / std::sqrt(4 * line.squares_about_mean())).epsilon(rounding));
}

TEST_CASE("nuisances that overlap take out what they span, and no more") {
    const Line line(100);
    Column square, both;
    for (const double t : line.time) {
        square.push_back(t * t);
        both.push_back(1 + t * t);
    }
    InformationBound apart(1), overlapping(1), thrice(1);
    apart.add({line.time}, {line.one, square}, 10.0);
    overlapping.add({line.time}, {line.one, both}, 10.0);
    thrice.add({line.time}, {line.one, both, square}, 10.0);
    REQUIRE((apart.deviations()[0] && overlapping.deviations()[0] && thrice.deviations()[0]));
    CHECK(*overlapping.deviations()[0] == doctest::Approx(*apart.deviations()[0]).epsilon(rounding));
    CHECK(*thrice.deviations()[0] == doctest::Approx(*apart.deviations()[0]).epsilon(rounding));
}

TEST_CASE("what only a product tells is not identifiable, and leaves the bound of the others") {
    const Line line(100);
    Column twice = line.time, other;
    for (double& t : twice) t *= -2;
    for (const double t : line.time) other.push_back(t * t);
    InformationBound product(3);
    product.add({line.time, twice, line.one}, {}, 10.0);
    const auto found = product.deviations();
    CHECK_FALSE(found[0]);
    CHECK_FALSE(found[1]);
    InformationBound plain(2);
    plain.add({line.time, line.one}, {}, 10.0);
    REQUIRE(found[2]);
    CHECK(*found[2] == doctest::Approx(*plain.deviations()[1]).epsilon(1e-9));  // a column that is there twice
}

TEST_CASE("a parameter that changes nothing but rounding, or only what a nuisance does, is not identifiable") {
    const Line line(100);
    RandomStream random(1, 2, 3, 4);
    Column rounded;
    for (std::size_t i = 0; i < 100; ++i) rounded.push_back(1e-14 * random.normal());
    InformationBound bound(3);
    Column nearly = line.one;
    for (std::size_t i = 0; i < 100; ++i) nearly[i] += rounded[i];
    bound.add({rounded, nearly, line.time}, {line.one}, 10.0);
    const auto found = bound.deviations();
    CHECK_FALSE(found[0]);
    CHECK_FALSE(found[1]);
    REQUIRE(found[2]);  // and noise of the others takes nothing away from it
    CHECK(*found[2] == doctest::Approx(1 / std::sqrt(line.squares_about_mean())).epsilon(1e-12));
}

TEST_CASE("bounds go with the unit of the data: what is small is small beside y alone") {
    const Line line(100);
    for (const double unit : {1e-20, 1e20}) {
        CAPTURE(unit);
        Column time = line.time, one = line.one;
        for (std::size_t i = 0; i < 100; ++i) {
            time[i] *= unit;
            one[i] *= unit;
        }
        InformationBound slope(1);
        slope.add({time}, {one}, 10.0 * unit);
        REQUIRE(slope.deviations()[0]);
        CHECK(*slope.deviations()[0] * unit ==
              doctest::Approx(1 / std::sqrt(line.squares_about_mean())).epsilon(rounding));
    }
}
