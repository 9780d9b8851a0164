#include "cchnn/cchnn.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <cstring>
#include <thread>

#include "contains_text.hpp"
#include "core/version.hpp"
#include "dataset/reader/trajectory_file.hpp"
#include "integrate/protocol/protocol.hpp"
#include "numbers/host_arithmetic.hpp"
#include "places.hpp"
#include "score/rollout_fixture.hpp"
#include "spec/read_system.hpp"
#include "stories/evaluate/evaluate.hpp"
#include "stories/story_fixture.hpp"

using namespace cchnn;
using namespace cchnn_test;

namespace {

using Numbers = std::vector<double>;

bool same_bits(const Numbers& a, const Numbers& b) {
    return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(double)) == 0;
}

// A pendulum of 2 kg on a rod of 0.5 m.
const std::string pendulum = R"({"name": "pendulum", "dimension": 2,
  "bodies": [{"id": "hook", "type": "Origin"}, {"id": "bob", "type": "Obj0D", "mass": 2}],
  "constraints": [{"type": "Link", "between": ["hook", "bob"], "length": 0.5}],
  "potentials": [{"type": "Gravity", "g": 10}],
  "initial_conditions": {"bodies": {"bob": {"from": "hook", "angle": {"normal": {"mean": 0, "std": 1}}}}}})";

TEST_CASE("a pendulum seen through the door is the pendulum of the textbook") {
    const System system = System::from_json(pendulum);
    CHECK(system.name() == "pendulum");
    CHECK(system.node_count() == 1);
    CHECK(system.dimension() == 2);
    CHECK(system.degrees_of_freedom() == 1);
    CHECK(system.node_names() == std::vector<std::string>{"bob"});
    CHECK(system.constraint_names() == std::vector<std::string>{"Link hook-bob"});
    CHECK(system.mass_matrix() == Numbers{2});
    CHECK(system.inverse_mass_matrix() == Numbers{0.5});
    const Numbers level{0.5, 0}, falling{0, -3};  // the rod level, 3 m/s downwards
    CHECK(system.momenta(falling) == Numbers{0, -6});
    CHECK(system.velocities({0, -6}) == falling);
    CHECK(system.energy(level, falling) == 9);  // 1/2 2 3^2 + 2 10 0
    CHECK(system.potential_energy({0, -0.5}) == -10);
    CHECK(system.forces(level, falling) == Numbers{0, -20});
    CHECK(system.phi({1, 0}) == Numbers{0.75});            // 1^2 - 0.5^2
    CHECK(system.phi_rate({1, 0}, {3, 0}) == Numbers{6});  // 2 r.v
    // Gravity along the circle, v^2 / l towards the hook.
    const Numbers a = system.acceleration(level, falling);
    CHECK(a[0] == doctest::Approx(-18).epsilon(1e-15));
    CHECK(a[1] == doctest::Approx(-10).epsilon(1e-15));
    const VectorField field = system.vector_field(level, {0, -6});
    CHECK(field.dx[1] == doctest::Approx(-3).epsilon(1e-15));
    CHECK(field.dp[0] == doctest::Approx(-36).epsilon(1e-15));
}

TEST_CASE("a motion through the door is the dataset's trajectory, bit for bit") {
    for (const std::string name : {"chain_pendulum_2", "roller_coaster", "damped_pendulum"}) {
        CAPTURE(name);
        const cchnn_test::ScratchDirectory scratch;
        const System system(name);
        const WrittenDataset written = system.write_dataset({scratch.path().string(), 0, 0, 3, 5});
        const TrajectoryFile file(written.directory + "/test.h5");
        CHECK(written.digests == std::map<std::string, std::string>{{"test.h5", file.info().content_digest}});
        CHECK(written.truth_digests == std::map<std::string, std::string>{{"test.h5", file.info().truth_digest}});
        for (std::uint64_t i = 0; i < 3; ++i) {
            const Motion motion = system.motion(system.initial_state(5, Split::test, i));
            Numbers x, v, energy, bound;
            file.read(i, 1, x, v);
            energy = file.rows("/energy", i, 1);
            bound = file.rows("/error_bound", i, 1);
            CHECK(same_bits(motion.x, x));
            CHECK(same_bits(motion.v, v));
            CHECK(same_bits(motion.energy, energy));
            CHECK(same_bits(motion.error_bound, bound));
            CHECK(motion.completed);
            CHECK(motion.end == "completed");
            CHECK(motion.end_time == motion.t.back());
        }
    }
}

TEST_CASE("a family has members, each with a state of its own, its nominal system has none") {
    const cchnn_test::ScratchDirectory scratch;
    const System family(cchnn_test::source_dir() + "/tests/regression/families/any_chain_3.json");
    REQUIRE(family.varied().size() == 6);
    const DrawnParameter first = family.varied()[0];
    CHECK(first.pointer.starts_with("/"));
    CHECK(family.member(0, Split::test, 0).varied()[0].pointer == first.pointer);
    CHECK(family.member(0, Split::test, 0).varied()[0].value != first.value);
    CHECK_THROWS_WITH_AS((void)family.initial_state(0, Split::test, 0), doctest::Contains("is a family"), UsageError);
    const WrittenDataset written = family.write_dataset({scratch.path().string(), 0, 0, 2});
    const TrajectoryFile file(written.directory + "/test.h5");
    Numbers x, v;
    for (std::uint64_t i = 0; i < 2; ++i) {
        const System member = family.member(0, Split::test, i);
        CHECK(member.mass_matrix() != family.mass_matrix());
        file.read(i, 1, x, v);
        CHECK(same_bits(member.motion(member.initial_state(0, Split::test, i)).x, x));
        CHECK_THROWS_AS((void)member.write_dataset({scratch.path().string()}), UsageError);
    }
    CHECK(System("chain_pendulum_2").member(0, Split::test, 0).name() == "chain_pendulum_2");
}

TEST_CASE("times, methods and protocols are the caller's choice") {
    const System system("chain_pendulum_2");
    const State start = system.initial_state(0, Split::test, 0);
    const Motion few = system.motion(start, {0.1, 4, "default", false});
    CHECK(few.t == Numbers{0, 0.1, 0.2, 3 * 0.1});
    CHECK(few.x.size() == 4 * 2 * 2);
    CHECK(few.error_bound.empty());
    const Motion finer = system.motion(start, {0.05, 7, "default", false});
    for (std::size_t k = 0; k < 4; ++k)  // the same motion; both are within 1e-12 of the true one
        CHECK(few.x[k * 4] == doctest::Approx(finer.x[2 * k * 4]).epsilon(1e-11));
    CHECK(system.motion(start, {{}, 5, "rattle4", false}).x != system.motion(start, {{}, 5, "default", false}).x);
    CHECK(same_bits(system.motion(start, {{}, 5, to_json(paper_protocol()), false}).x,
                    system.motion(start, {{}, 5, "paper", false}).x));
}

// Steps of rattle4 as `cchnn-gen generate --help` lists them, tolerances of verner87 those of the default protocol.
TEST_CASE("a method by its name takes the steps or tolerances it has elsewhere") {
    const System system("chain_pendulum_2");
    const State start = system.initial_state(0, Split::test, 0);
    const auto x = [&](const std::string& protocol) { return system.motion(start, {{}, 5, protocol, false}).x; };
    CHECK(same_bits(x("rattle4"), x(R"({"name": "mine", "method": "rattle4", "substeps": 50})")));
    CHECK(same_bits(x("verner87"), x("default")));
}

TEST_CASE("what is wrong with an argument is told by its name") {
    const System system("chain_pendulum_2");
    CHECK_THROWS_WITH_AS(System("chain_pendulm_2"), doctest::Contains("did you mean 'chain_pendulum_2'?"), UsageError);
    CHECK_THROWS_AS(System("./nowhere.json"), IoError);
    CHECK_THROWS_WITH_AS(System::from_json("{", "mine"), doctest::Contains("mine"), SpecError);
    CHECK_THROWS_WITH_AS((void)system.energy({1, 2}, {1, 2, 3, 4}), "x: must be 2 nodes times 2 = 4 numbers, got 2",
                         UsageError);
    CHECK_THROWS_WITH_AS((void)system.vector_field({1, 2, 3, 4}, {}), "p: must be 2 nodes times 2 = 4 numbers, got 0",
                         UsageError);
    const State start = system.initial_state(0, Split::test, 0);
    CHECK_THROWS_WITH_AS((void)system.motion(start, {-1.0, 1}),
                         "dt: must be > 0 s, got -1.000000\nsamples: must be at least 2, got 1", UsageError);
    CHECK_THROWS_WITH_AS((void)system.motion(start, {{}, {}, "ratle4"}),
                         "protocol: unknown 'ratle4', did you mean 'rattle4'?", UsageError);
    CHECK_THROWS_AS((void)system.motion(start, {{}, {}, "{}"}), DataError);
    CHECK_THROWS_AS((void)System("damped_pendulum")
                        .motion(System("damped_pendulum").initial_state(0, Split::test, 0), {{}, {}, "rattle4"}),
                    UsageError);
    CHECK_THROWS_WITH_AS((void)system.motion({start.x, start.v, {0.5}}), "track: must be empty or 0 numbers, got 1",
                         UsageError);
    CHECK_THROWS_WITH_AS((void)system.write_dataset({}), doctest::Contains("directory"), UsageError);
}

TEST_CASE("a state off the constraints is projected onto them") {
    const System system = System::from_json(pendulum);
    const State state = system.projected({{0.51, 0}, {0.1, -3}});
    CHECK(std::fabs(system.phi(state.x)[0]) < 1e-15);
    CHECK(std::fabs(system.phi_rate(state.x, state.v)[0]) < 1e-14);
    CHECK_THROWS_AS((void)system.projected({{NAN, 0}, {0, 0}}), NumericalError);
}

TEST_CASE("a score through the door is that of the evaluation") {
    const cchnn_test::RolloutFiles files;
    const auto submission = files.submit(
        "mine.h5",
        [](TrajectoryBatch& batch) {
            for (double& x : batch.x) x *= 1 + 1e-6;
        },
        [](DatasetDescription& d) { d.model = "mine"; });
    const Score score = cchnn::score(files.test().string(), submission.string());
    const Scores all = evaluate({files.test(), {submission}, {}});
    CHECK(score.model == "mine");
    CHECK(score.signature == all.signature);
    CHECK(score.trajectories == 6);
    CHECK(score.diverged == 0);
    REQUIRE(score.metrics.size() == all.submissions[0].metrics.size());
    const MetricValue& error = score.metric("relative_error");
    CHECK(error.mean == all.submissions[0].metrics[0].summary.mean);
    CHECK(error.geometric_low.value() < error.geometric_mean);
    CHECK(error.geometric_high.value() > error.geometric_mean);
    CHECK(score.metric("valid_time_0.1").larger_is_better);
    CHECK(contains_text(score.report, "\"verdict\": \"scored\""));
    CHECK_THROWS_WITH_AS((void)score.metric("relativ_error"),
                         "metric: unknown 'relativ_error', did you mean 'relative_error'?", UsageError);
    CHECK_THROWS_AS((void)cchnn::score(files.test().string(), "nowhere.h5"), IoError);
    CHECK_THROWS_AS((void)cchnn::score(files.test().string(), submission.string(), {"papr"}), UsageError);
    CHECK_THROWS_AS((void)cchnn::score(files.test().string(), submission.string(), {"paper", 0}), UsageError);
}

// Everything that calculates, as bits.
Numbers through_the_door(const std::string& test, const std::string& submission,
                         const std::filesystem::path& directory) {
    Numbers all;
    const auto add = [&](const Numbers& more) { all.insert(all.end(), more.begin(), more.end()); };
    const System pendulums("chain_pendulum_2"), oscillator("harmonic_oscillator"), chain("coupled_pendulum_3");
    const State start = chain.initial_state(0, Split::test, 3);
    add(start.x);
    add(start.v);
    add(chain.projected({start.x, start.v}).x);
    const Numbers p = chain.momenta(start.v);
    add(p);
    add(chain.velocities(p));
    add({chain.energy(start.x, start.v), chain.potential_energy(start.x)});
    add(chain.forces(start.x, start.v));
    add(chain.phi(start.x));
    add(chain.phi_rate(start.x, start.v));
    const VectorField field = chain.vector_field(start.x, p);
    add(field.dx);
    add(field.dp);
    add(chain.acceleration(start.x, start.v));
    // A square below 2.2e-308, which a host that flushes loses.
    const Numbers at(static_cast<std::size_t>(oscillator.node_count() * oscillator.dimension()), 1e-160);
    add({oscillator.energy(at, at)});
    const Motion motion = pendulums.motion(pendulums.initial_state(0, Split::test, 0));
    add(motion.x);
    add(motion.v);
    add(motion.error_bound);
    const WrittenDataset written = pendulums.write_dataset({directory.string(), 4, 0, 0, 0, 3, true});
    for (const char c : written.digests.at("train.h5")) all.push_back(c);
    for (const MetricValue& metric : score(test, submission, {"paper", 3}).metrics)
        add({metric.mean, metric.geometric_low.value_or(0), metric.geometric_high.value_or(0), metric.geometric_mean,
             metric.median});
    return all;
}

TEST_CASE("a host that rounds upwards and flushes small numbers gets the same bits, and keeps its arithmetic") {
    const cchnn_test::ScratchDirectory scratch;
    const cchnn_test::RolloutFiles files;
    const std::string submission = files.submit("mine.h5", [](TrajectoryBatch& batch) { batch.x[5] += 1e-3; }).string();
    const Numbers normal = through_the_door(files.test().string(), submission, scratch / "a");
    const HostArithmetic host;
    const Numbers hosted = through_the_door(files.test().string(), submission, scratch / "a");
    CHECK(arithmetic_of_thread() == host.mode);
    REQUIRE(normal.size() == hosted.size());
    for (std::size_t i = 0; i < normal.size(); ++i)
        if (!same_bits({normal[i]}, {hosted[i]})) FAIL("number ", i, " of ", normal.size(), " differs");
}

TEST_CASE("a host keeps its arithmetic when the library throws") {
    const System system("chain_pendulum_2");
    const HostArithmetic host;
    CHECK_THROWS_AS(System("nothing_of_that_name"), UsageError);
    CHECK(arithmetic_of_thread() == host.mode);
    CHECK_THROWS_AS((void)system.energy({}, {}), UsageError);
    CHECK(arithmetic_of_thread() == host.mode);
    CHECK_THROWS_AS((void)score("nowhere.h5", "nowhere.h5"), IoError);
    CHECK(arithmetic_of_thread() == host.mode);
}

TEST_CASE("several threads may ask one system at once") {
    const System system("chain_pendulum_3");
    const auto ask = [](const System& of) {
        Numbers all;
        for (std::uint64_t i = 0; i < 5; ++i) {
            const State start = of.initial_state(1, Split::train, i);
            for (const Numbers& more : {of.acceleration(start.x, start.v), of.motion(start, {{}, 10}).x})
                all.insert(all.end(), more.begin(), more.end());
        }
        return all;
    };
    const Numbers alone = ask(system);
    std::vector<Numbers> found(4);
    {
        std::vector<std::jthread> threads;
        for (Numbers& mine : found) threads.emplace_back([&mine, &ask, copy = system] { mine = ask(copy); });
    }
    for (const Numbers& mine : found) CHECK(same_bits(mine, alone));
}

TEST_CASE("the door tells its version and the built-in systems") {
    CHECK(version() == tool_version);
    CHECK(built_in_systems() == builtin_system_names());
}

}  // namespace
