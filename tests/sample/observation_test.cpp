#include "sample/observation.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "contains_text.hpp"
#include "core/errors.hpp"

using namespace cchnn;
using cchnn_test::contains_text;

namespace {

constexpr int samples = 50, nodes = 3, dimension = 3;

// (T, n, d) that moves: node a at sample k on axis i.
std::vector<double> motion(double phase) {
    std::vector<double> x;
    for (int k = 0; k < samples; ++k)
        for (int node = 0; node < nodes; ++node)
            for (int i = 0; i < dimension; ++i) x.push_back(node + std::sin(0.3 * k + phase + i));
    return x;
}
const std::vector<double> x = motion(0), v = motion(1);

Observer observer(const ObservationRecipe& recipe, const std::vector<int>& seen = {0, 1, 2},
                  Split split = Split::train) {
    Observer made(recipe, split, samples, nodes, dimension, seen);
    made.add_to_spread(x.data(), v.data());
    return made;
}
ObservedTrajectory seen(const ObservationRecipe& recipe, std::uint64_t trajectory = 0) {
    return observer(recipe).observe(trajectory, x.data(), v.data());
}

ObservationRecipe with_noise(double level, std::uint64_t seed = 0) {
    ObservationRecipe recipe;
    recipe.noise = level;
    recipe.seed = seed;
    return recipe;
}

double rms(const std::vector<double>& a, const std::vector<double>& b) {
    double squares = 0;
    for (std::size_t i = 0; i < a.size(); ++i) squares += (a[i] - b[i]) * (a[i] - b[i]);
    return std::sqrt(squares / static_cast<double>(a.size()));
}

}  // namespace

TEST_CASE("a recipe that asks for nothing sees the truth, bit for bit") {
    const ObservedTrajectory all = seen({});
    CHECK(all.x == x);
    CHECK(all.v == v);
    CHECK(all.samples.size() == samples);
    CHECK(all.observed == std::vector<std::uint8_t>(samples * nodes, 1));
}

TEST_CASE("noise has the size that was asked for, and levels of one seed are multiples of one another") {
    const double spread = observer({}).spread_x();
    CHECK(spread == doctest::Approx(std::sqrt(0.5)).epsilon(0.05));  // of a sine, over some periods
    const ObservedTrajectory little = seen(with_noise(1e-3)), much = seen(with_noise(1e-2));
    // 450 numbers: their root mean square is known to 3.3 %, one sigma.
    CHECK(rms(much.x, x) == doctest::Approx(1e-2 * spread).epsilon(0.15));
    for (std::size_t i = 0; i < x.size(); ++i)
        CHECK(much.x[i] - x[i] == doctest::Approx(10 * (little.x[i] - x[i])).epsilon(1e-9));
    ObservationRecipe absolute;
    absolute.noise_absolute = 0.25;
    CHECK(rms(seen(absolute).v, v) == doctest::Approx(0.25).epsilon(0.15));
    CHECK(seen(with_noise(1e-2, 1)).x != much.x);
    CHECK(seen(with_noise(1e-2), 1).x != much.x);
    CHECK(observer(with_noise(1e-2), {0, 1, 2}, Split::test).observe(0, x.data(), v.data()).x != much.x);
}

TEST_CASE("the spread is that of the numbers seen about their means over a trajectory, by hand") {
    Observer observer({}, Split::train, 3, 2, 2, {1});
    // Node 1 goes (0, 0), (1, 2), (2, 4), and elsewhere the same again; node 0 is not seen.
    const std::vector<double> here{9, 9, 0, 0, -9, 9, 1, 2, 9, -9, 2, 4};
    std::vector<double> elsewhere = here, twice = here;
    for (double& c : elsewhere) c += 100;
    for (double& c : twice) c *= 2;
    observer.add_to_spread(here.data(), here.data());
    observer.add_to_spread(elsewhere.data(), twice.data());
    CHECK(observer.spread_x() == doctest::Approx(std::sqrt((10 + 10) / 12.0)).epsilon(1e-14));
    CHECK(observer.spread_v() == doctest::Approx(std::sqrt((10 + 40) / 12.0)).epsilon(1e-14));
}

TEST_CASE("what is hidden changes nothing of what is seen") {
    ObservationRecipe recipe = with_noise(0.1);
    recipe.dropout = 0.3;
    const ObservedTrajectory all = seen(recipe);
    Observer part_of(recipe, Split::train, samples, nodes, dimension, {0, 2});
    part_of.add_to_spread(x.data(), v.data());
    recipe.noise = 0.1 * observer(recipe).spread_x() / part_of.spread_x();  // nodes spread by other lengths
    Observer same(recipe, Split::train, samples, nodes, dimension, {0, 2});
    same.add_to_spread(x.data(), v.data());
    const ObservedTrajectory part = same.observe(0, x.data(), v.data());
    for (std::size_t k = 0; k < samples; ++k) {
        CHECK(part.observed[2 * k + 1] == all.observed[3 * k + 2]);
        if (!part.observed[2 * k + 1]) continue;
        CHECK(part.x[(2 * k + 1) * 3] == doctest::Approx(all.x[(3 * k + 2) * 3]).epsilon(1e-12));
    }
}

TEST_CASE("lost nodes are NaN, never at the start, as many as asked for, and more loss is more of the same") {
    ObservationRecipe recipe;
    recipe.dropout = 0.2;
    std::size_t lost = 0;
    for (std::uint64_t trajectory = 0; trajectory < 20; ++trajectory) {
        recipe.dropout = 0.2;
        const ObservedTrajectory some = seen(recipe, trajectory);
        recipe.dropout = 0.6;
        const ObservedTrajectory fewer = seen(recipe, trajectory);
        for (std::size_t i = 0; i < some.observed.size(); ++i) {
            CHECK(std::isnan(some.x[3 * i]) == !some.observed[i]);
            CHECK(std::isnan(some.v[3 * i + 2]) == !some.observed[i]);
            if (fewer.observed[i]) CHECK(some.observed[i]);
            if (i < nodes) CHECK(fewer.observed[i]);
            lost += !some.observed[i];
        }
    }
    CHECK(static_cast<double>(lost) == doctest::Approx(0.2 * 20 * 49 * 3).epsilon(0.12));  // sigma: 3.7 %
}

TEST_CASE("of irregular times the start is always one, they differ between trajectories, and fewer are some of more") {
    ObservationRecipe recipe;
    recipe.times = 0.5;
    const ObservedTrajectory half = seen(recipe, 3), other = seen(recipe, 4);
    recipe.times = 0.2;
    const ObservedTrajectory fifth = seen(recipe, 3);
    CHECK(half.samples.size() == 25);
    CHECK(fifth.samples.size() == 10);
    CHECK(half.samples.front() == 0);
    CHECK(half.samples != other.samples);
    CHECK(std::set<std::int64_t>(half.samples.begin(), half.samples.end()).size() == 25);
    CHECK(std::is_sorted(half.samples.begin(), half.samples.end()));
    for (const std::int64_t k : fifth.samples) CHECK(std::count(half.samples.begin(), half.samples.end(), k) == 1);
    for (std::size_t k = 0; k < 25; ++k) CHECK(half.x[9 * k] == x[9 * static_cast<std::size_t>(half.samples[k])]);
    recipe.times = 1e-9;
    CHECK(seen(recipe).samples.size() == 2);
}

TEST_CASE("a camera leaves two coordinates across its direction of sight") {
    const auto along_y = camera_axes({0, 2, 0}, 3);
    CHECK(along_y[0] == std::vector<double>{1, 0, 0});
    CHECK(along_y[1] == std::vector<double>{0, 0, 1});
    const auto slant = camera_axes({1, 1, -0.5}, 3);
    for (const auto& axis : slant) {
        CHECK(axis[0] + axis[1] - 0.5 * axis[2] == doctest::Approx(0).epsilon(1e-15));
        CHECK(axis[0] * axis[0] + axis[1] * axis[1] + axis[2] * axis[2] == doctest::Approx(1).epsilon(1e-15));
    }
    CHECK(camera_axes({0, 0, 1}, 3)[0] != camera_axes({0, 0, -1}, 3)[0]);
    CHECK(camera_axes({1, 0}, 2) == std::vector<std::vector<double>>{{0, 1}});
    ObservationRecipe recipe;
    recipe.camera = {0, 1, 0};
    const ObservedTrajectory film = seen(recipe);
    REQUIRE(film.x.size() == 2 * samples * nodes);
    CHECK(film.x[0] == x[0]);
    CHECK(film.x[1] == x[2]);
    CHECK_THROWS_WITH_AS(camera_axes({1, 0}, 3), doctest::Contains("must be 3 numbers"), UsageError);
    CHECK_THROWS_WITH_AS(camera_axes({0, 0, 0}, 3), doctest::Contains("neither 0"), UsageError);
    CHECK_THROWS_WITH_AS(camera_axes({1}, 1), doctest::Contains("needs two axes"), UsageError);
}

TEST_CASE("a recipe that makes no sense is refused with every reason") {
    ObservationRecipe recipe;
    recipe.noise = -1;
    recipe.noise_absolute = 1;
    recipe.dropout = 1;
    recipe.times = 0;
    recipe.camera = {NAN, 0};
    const std::string text = to_text(recipe.check());
    for (const char* flag : {"--noise: must be >= 0, got -1", "--noise-absolute: cannot",
                             "--dropout: must be >= 0 and < 1", "--times: must be > 0", "--camera: must be finite"})
        CHECK_MESSAGE(contains_text(text, flag), flag << " in " << text);
    CHECK(ObservationRecipe{}.check().empty());
}
