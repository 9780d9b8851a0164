#include "score/naive/naive_forecast.hpp"

#include <doctest/doctest.h>

#include <array>
#include <cmath>

#include "stories/story_fixture.hpp"

using namespace cchnn_test;

namespace {

// Two balls on a line, free of forces: x(t) = x_0 + t v_0. Training trajectories are states that a test wrote.
struct TwoBalls {
    ScratchDirectory scratch;

    static std::string system(const std::string& states) {
        return R"({"name": "balls", "dimension": 1, "bodies": [{"id": "a", "type": "Obj0D", "mass": 1},
            {"id": "b", "type": "Obj0D", "mass": 1}],
            "initial_conditions": {"states": [)" +
               states + R"(]}, "sampling": {"dt": 0.5, "steps": 3}})";
    }
    static std::string state(double a, double b, double va, double vb) {
        const auto text = [](double value) { return std::to_string(value); };
        return R"({"position": {"a": [)" + text(a) + R"(], "b": [)" + text(b) + R"(]}, "velocity": {"a": [)" +
               text(va) + R"(], "b": [)" + text(vb) + "]}}";
    }
    fs::path file(const std::string& name, const std::string& states, std::uint64_t count, int samples = 3) const {
        GenerateOptions options;
        options.directory = scratch / name;
        options.count = {0, 0, count};
        options.samples = samples;
        write_text(scratch / (name + ".json"), system(states));
        return generate(load_system((scratch / (name + ".json")).string()), options).splits.front().file;
    }
    fs::path train() const { return file("train", state(0, 4, 2, 0) + "," + state(10, 4, 0, -2), 2); }

    NaiveStates from(Naive kind, const NaiveStates& given, const fs::path& train, int samples = 3) const {
        const TrajectoryFileInfo info = TrajectoryFile(train).info();
        return NaiveForecast(kind, info, {0.5, samples}, nullptr, train).from(given, 2);
    }
    std::string refused(Naive kind, const fs::path& train, TimeGrid times) const {
        TrajectoryFileInfo test = TrajectoryFile(train).info();
        return complaint([&] { NaiveForecast(kind, test, times, nullptr, train); });
    }
};

// Integrated motions are off by a rounding.
void check_near(const std::vector<double>& found, const std::vector<double>& expected) {
    REQUIRE(found.size() == expected.size());
    for (std::size_t k = 0; k < expected.size(); ++k) CHECK(std::abs(found[k] - expected[k]) < 1e-12);
}

const NaiveStates given{0, 1, {9, 5}, {0, -1}};  // one state

}  // namespace

TEST_CASE("naive forecasts of two free balls, by hand") {
    const TwoBalls balls;
    const fs::path train = balls.train();
    const NaiveStates kept = balls.from(Naive::persistence, given, train);
    CHECK(kept.positions == std::vector<double>{9, 5, 9, 5, 9, 5});
    CHECK(kept.rates == std::vector<double>{0, -1, 0, -1, 0, -1});
    const NaiveStates straight = balls.from(Naive::constant_velocity, given, train);
    CHECK(straight.positions == std::vector<double>{9, 5, 9, 4.5, 9, 4});
    CHECK(straight.rates == kept.rates);
    // Positions of the training set: a 0, 1, 2 and 10, 10, 10; b 4, 4, 4 and 4, 3, 2. Velocities 2, 0 and 0, -2.
    const NaiveStates mean = balls.from(Naive::mean, given, train);
    const std::vector<double> means{9, 5, 5.5, 3.5, 5.5, 3.5};
    for (std::size_t k = 0; k < means.size(); ++k) CHECK(mean.positions[k] == doctest::Approx(means[k]).epsilon(1e-14));
    for (std::size_t k = 2; k < 6; ++k) CHECK(mean.rates[k] == doctest::Approx(k % 2 == 0 ? 1 : -1).epsilon(1e-14));
    // The second trajectory starts nearest, and goes on from its own start.
    const NaiveStates parrot = balls.from(Naive::parrot, given, train);
    check_near(parrot.positions, {9, 5, 10, 3, 10, 2});
    check_near(parrot.rates, {0, -1, 0, -2, 0, -2});
}

TEST_CASE("a linear map of enough trajectories knows a motion without forces") {
    const TwoBalls balls;
    std::string states;
    for (const auto& [a, b, va, vb] : {std::array{0., 4., 2., 0.},
                                       {1., 3., 1., 1.},
                                       {5., 2., -1., 3.},
                                       {2., 7., 0., -1.},
                                       {3., 3., 2., 2.},
                                       {8., 1., -2., 0.5}})
        states += (states.empty() ? "" : ",") + TwoBalls::state(a, b, va, vb);
    const NaiveStates linear = balls.from(Naive::linear, given, balls.file("many", states, 6));
    const std::vector<double> expected{9, 5, 9, 4.5, 9, 4};
    for (std::size_t k = 0; k < expected.size(); ++k)
        CHECK(linear.positions[k] == doctest::Approx(expected[k]).epsilon(1e-12));
}

TEST_CASE("the nearest window of longer training trajectories may begin at any sample that leaves enough of them") {
    const TwoBalls balls;
    // The ball passes 0, 1, 2, 3, 4: windows of 3 samples start at 0, 1 and 2.
    const fs::path train = balls.file("long", TwoBalls::state(0, 4, 2, 0), 1, 5);
    const NaiveStates parrot = balls.from(Naive::parrot, {0, 1, {1.4, 4}, {2, 0}}, train);
    check_near(parrot.positions, {1.4, 4, 2, 4, 3, 4});
}

TEST_CASE("a training set that does not fit is refused with what differs") {
    const TwoBalls balls;
    const fs::path train = balls.train();
    CHECK(contains_text(balls.refused(Naive::parrot, train, {0.5, 4}),
                        "has trajectories of 3 samples, but parrot needs 4"));
    CHECK(contains_text(balls.refused(Naive::linear, train, {0.25, 3}),
                        "has a sample every 0.5 s, but the forecast has one every 0.25 s; linear needs the same"));
    CHECK(balls.refused(Naive::mean, train, {0.25, 9}) == "");
    GenerateOptions options = small(balls.scratch / "other", 0, 0, 1);
    const fs::path other = generate(load_system("chain_pendulum_1"), options).splits.front().file;
    TrajectoryFileInfo test = TrajectoryFile(train).info();
    const auto refused = [&](const fs::path& file) {
        return complaint([&] { NaiveForecast(Naive::mean, test, {0.5, 3}, nullptr, file); });
    };
    CHECK(contains_text(refused(other), "holds 1 node in 2 dimensions, but the test set has 2 nodes in 1 dimension"));
    test.description.nodes[0].body = "c";
    CHECK(contains_text(refused(train), "is of balls, whose bodies are not those of balls"));
}
