// Submissions in generalised coordinates (submission.hpp, trajectory_file.hpp): read as the x, v they stand for.

#include <doctest/doctest.h>

#include "files/hdf5_file.hpp"
#include "integrate/batch_coordinates.hpp"
#include "score/rollout_fixture.hpp"
#include "score/submission/submission.hpp"
#include "stories/evaluate/evaluate.hpp"

using namespace cchnn;
using namespace cchnn_test;

namespace {

constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

GeneralisedCoordinates coordinates_of_test(const RolloutFiles& files) {
    return coordinates_of(TrajectoryFile(files.test()));
}

// The truth, edited, in q and qdot.
std::filesystem::path submit_q(
    const RolloutFiles& files, const std::string& name, const RolloutFiles::EditBatch& edit,
    const RolloutFiles::EditBatch& edit_q = [](TrajectoryBatch&) {}) {
    const GeneralisedCoordinates coordinates = coordinates_of_test(files);
    return files.submit(
        name,
        [&](TrajectoryBatch& b) {
            edit(b);
            add_coordinates(coordinates, 0.03, b);
            edit_q(b);
        },
        [&](DatasetDescription& d) { d.coordinates = coordinates.table(); });
}
std::string problems(const RolloutFiles& files, const std::filesystem::path& submission) {
    const TrajectoryFile truth(files.test());
    return to_text(check_submission(truth, TrajectoryFile(submission, coordinates_of(truth))).problems);
}

// A file of arrays alone, of shapes given.
void write_arrays(const std::filesystem::path& path, const std::vector<std::pair<std::string, Shape>>& arrays,
                  Element element = float64) {
    Hdf5File file = Hdf5File::create(path, path);
    for (const auto& [name, shape] : arrays) {
        file.make_array(name, element, shape, {});
        const std::vector<double> zeros(byte_count(shape, 1), 0.0);
        file.write(name, Shape(shape.size(), 0), shape, zeros.data());
    }
    file.close();
}

template <class Call>
std::string thrown(const Call& call) {
    try {
        call();
    } catch (const Error& error) {
        return to_text(error.problems());
    }
    return "";
}

}  // namespace

TEST_CASE("a submission in q and qdot scores as the same one in x and v, for every tree") {
    for (const std::string name :
         {"chain_pendulum_3", "satellite", "gyroscope", "hinged_arm_3", "beam_chain_3", "spring_pendulum"}) {
        CAPTURE(name);
        const RolloutFiles files(name, 4, 15);
        // Off by 1e-4 in the second half of the coordinates, so that errors are far above rounding.
        const GeneralisedCoordinates c = coordinates_of_test(files);
        const auto bend = [&](TrajectoryBatch& b) {
            add_coordinates(c, 0.03, b);
            const auto m = static_cast<std::size_t>(c.count()), state = static_cast<std::size_t>(b.nodes * b.dimension);
            for (std::size_t k = 0; k < b.q.size() / m; ++k) {
                if (k % 15 == 0) continue;
                for (std::size_t j = 0; j < m; ++j) {
                    b.q[k * m + j] += 1e-4;
                    b.qdot[k * m + j] -= 1e-4;
                }
                c.to_cartesian(&b.q[k * m], &b.qdot[k * m], &b.x[k * state], &b.v[k * state]);
            }
        };
        const auto in_x = files.submit("in_x.h5", [&](TrajectoryBatch& b) { bend(b); });
        const auto in_q = files.submit("in_q.h5", bend, [&](DatasetDescription& d) { d.coordinates = c.table(); });
        ScoringOptions options;
        options.choices.resamples = 50;
        const Scores scores = evaluate({files.test(), {in_x, in_q}, options});
        const auto &a = scores.submissions[0], &b = scores.submissions[1];
        CHECK(b.remarks.front() == "in q and qdot, scored as x and v");
        // Sample 0 has gone through angles and back: rounding there may keep the two from being one number for number.
        REQUIRE(b.copies_of.size() == 1);
        CHECK(b.copies_of[0].submission == 0);
        CHECK(a.metrics[0].summary.mean > 1e-6);
        for (std::size_t i = 0; i < a.relative_error.size(); ++i)
            CHECK(a.relative_error[i] == b.relative_error[i]);  // the same x, v bit by bit
        // Drifts count sample 0 as well, which has gone through angles and back in one of the two: rounding of 1e-16 in
        // errors of 1e-5.
        for (std::size_t m = 0; m < a.metrics.size(); ++m)
            CHECK(a.metrics[m].summary.mean == doctest::Approx(b.metrics[m].summary.mean).epsilon(1e-9));
    }
}

TEST_CASE("the truth in q and qdot scores at rounding, any number of turns away") {
    const RolloutFiles files("chain_pendulum_2");
    const auto path = submit_q(
        files, "turned.h5", [](TrajectoryBatch&) {},
        [](TrajectoryBatch& b) {
            for (std::size_t i = 0; i < b.q.size(); ++i) b.q[i] += static_cast<double>(i % 3) * 2 * 3.141592653589793;
        });
    ScoringOptions options;
    options.choices.resamples = 50;
    const Scores scores = evaluate({files.test(), {path}, options});
    CHECK(scores.submissions[0].metrics[0].summary.mean < 3e-15);  // roundings of angles up to 15 rad
    CHECK(scores.submissions[0].metrics[0].summary.mean > 0);
}

TEST_CASE("shapes of q are compared with what the test set asks for, and a missing qdot is named") {
    const RolloutFiles files;
    const TrajectoryFile truth(files.test());
    const auto at = [&](const char* name) { return files / name; };
    write_arrays(at("long.h5"), {{"/q", {6, 22, 2}}, {"/qdot", {6, 22, 2}}});
    CHECK(problems(files, at("long.h5")).starts_with(at("long.h5").string() + ":/q: shape is (6, 22, 2), expected "));
    write_arrays(at("wide.h5"), {{"/q", {6, 21, 5}}, {"/qdot", {6, 21, 5}}});
    CHECK(problems(files, at("wide.h5")) ==
          at("wide.h5").string() +
              ":/q: shape is (6, 21, 5), expected (6, 21, 2) from test.h5: trajectory, time, coordinate");
    write_arrays(at("half.h5"), {{"/q", {6, 21, 2}}});
    CHECK(thrown([&] { TrajectoryFile(at("half.h5"), coordinates_of(truth)); }) ==
          at("half.h5").string() + ":/qdot: is missing; available: /q");
    write_arrays(at("rates.h5"), {{"/qdot", {6, 21, 2}}});
    CHECK(thrown([&] { TrajectoryFile{at("rates.h5")}; }).starts_with(at("rates.h5").string() + ":/q: is missing"));
    write_arrays(at("differ.h5"), {{"/q", {6, 21, 2}}, {"/qdot", {6, 21, 3}}});
    CHECK(thrown([&] { TrajectoryFile{at("differ.h5")}; }) ==
          at("differ.h5").string() + ":/qdot: shape is (6, 21, 3), expected (6, 21, 2), (trajectory, t, coordinate)");
    write_arrays(at("flat.h5"), {{"/q", {6, 21}}, {"/qdot", {6, 21}}});
    CHECK(thrown([&] {
              TrajectoryFile{at("flat.h5")};
          }).starts_with(at("flat.h5").string() + ":/q: shape is (6, 21), expected (trajectory, t, coordinate)"));
    write_arrays(at("empty.h5"), {{"/q", {6, 21, 0}}, {"/qdot", {6, 21, 0}}});
    CHECK(thrown([&] { TrajectoryFile{at("empty.h5")}; }) ==
          at("empty.h5").string() + ":/q: shape is (6, 21, 0), without a sample or a coordinate");
    write_arrays(at("whole.h5"), {{"/q", {6, 21, 2}}, {"/qdot", {6, 21, 2}}}, int64);
    CHECK(thrown([&] {
              TrajectoryFile{at("whole.h5")};
          }).starts_with(at("whole.h5").string() + ":/q: has type int64, expected float64 or float32"));
    write_arrays(at("mixed.h5"), {{"/q", {6, 21, 2}}, {"/qdot", {6, 21, 2}}, {"/x", {6, 21, 2, 2}}});
    CHECK(thrown([&] { TrajectoryFile{at("mixed.h5")}; }).starts_with(at("mixed.h5").string() + ":/v: is missing"));
}

TEST_CASE("a system with a closed loop cannot be answered in q, and the reason is given") {
    const RolloutFiles files("dzhanibekov_cross", 1, 8);
    write_arrays(files / "q.h5", {{"/q", {1, 8, 3}}, {"/qdot", {1, 8, 3}}});
    CHECK(problems(files, files / "q.h5") == (files / "q.h5").string() +
                                                 ":/q: dzhanibekov_cross has no generalised coordinates: "
                                                 "Link end1-end2 closes a loop; give /x and /v");
}

TEST_CASE("initial states in q are compared as states, and told as q") {
    const RolloutFiles files;
    CHECK(problems(files, submit_q(files, "same.h5", [](TrajectoryBatch&) {})) == "");
    const auto rounded = submit_q(
        files, "rounded.h5", [](TrajectoryBatch&) {},
        [](TrajectoryBatch& b) {
            for (double& value : b.q) value = static_cast<float>(value);
        });
    CHECK(problems(files, rounded) == "");
    const auto moved = submit_q(
        files, "moved.h5", [](TrajectoryBatch&) {}, [](TrajectoryBatch& b) { b.q[0] += 0.1; });
    CHECK(problems(files, moved)
              .find(":/q: initial states of 1 of 6 trajectories differs by more than 0.0001 from test.h5 (ids 0;") !=
          std::string::npos);
}

TEST_CASE("q that is not finite, or beyond all measure, is the worst value and not an error") {
    const RolloutFiles files;
    const auto path = submit_q(
        files, "wild.h5", [](TrajectoryBatch&) {},
        [](TrajectoryBatch& b) {
            const std::size_t per = 21 * 2;
            b.q[1 * per + 2 * 5] = not_a_number;
            b.qdot[2 * per + 2 * 7 + 1] = std::numeric_limits<double>::infinity();
            b.q[3 * per + 2 * 9] = 1e308;
            b.qdot[3 * per + 2 * 9] = -1e300;
        });
    CHECK(problems(files, path) == "");
    const TrajectoryFile file(path, coordinates_of_test(files));
    const NotFinite bad = count_not_finite(file, 10);
    CHECK(bad.ids == std::vector<std::uint64_t>{1, 2});
    ScoringOptions options;
    options.choices.resamples = 50;
    const Scores scores = evaluate({files.test(), {path}, options});
    CHECK(scores.submissions[0].diverged.trajectories == 3);  // and a velocity of 1e300
    for (double error : scores.submissions[0].relative_error) CHECK(std::isfinite(error));
}

TEST_CASE("a file in q cannot stand where x and v are needed") {
    const RolloutFiles files;
    const auto path = submit_q(files, "q.h5", [](TrajectoryBatch&) {});
    std::vector<double> x, v;
    CHECK(thrown([&] { TrajectoryFile(path).read(0, 1, x, v); }) ==
          path.string() + ":/q: is given instead of /x and /v, which this command needs");
    const GeneralisedCoordinates other(BodyGraph(load_system("chain_pendulum_3")));
    CHECK(thrown([&] { TrajectoryFile(path, other).read(0, 1, x, v); }) ==
          path.string() + ":/q: has 2 coordinates, expected 3");
}

TEST_CASE("of a submission with both pairs x and v are scored, and a remark says so") {
    const RolloutFiles files;
    const auto path = files.submit("both.h5", [](TrajectoryBatch&) {});
    {
        std::vector<double> x, v;
        TrajectoryFile(path).read(0, 6, x, v);
        Hdf5File file = Hdf5File::create(files / "pair.h5", files / "pair.h5");
        const Shape shape{6, 21, 2, 2}, q{6, 21, 2};
        const std::vector<double> zeros(6 * 21 * 2, 0.0);
        for (const auto& [name, values] : {std::pair{"/x", &x}, std::pair{"/v", &v}}) {
            file.make_array(name, float64, shape, {});
            file.write(name, {0, 0, 0, 0}, shape, values->data());
        }
        for (const char* name : {"/q", "/qdot"}) {
            file.make_array(name, float64, q, {});
            file.write(name, {0, 0, 0}, q, zeros.data());
        }
        file.close();
    }
    const TrajectoryFile truth(files.test());
    const SubmissionCheck check = check_submission(truth, TrajectoryFile(files / "pair.h5", coordinates_of(truth)));
    CHECK(to_text(check.problems) == "");
    CHECK(check.remarks ==
          std::vector<std::string>{"does not name its test set", "has x, v and q, qdot: x and v are scored"});
}
