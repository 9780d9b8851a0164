#include "score/submission/submission.hpp"

#include <doctest/doctest.h>
#include <hdf5.h>

#include <cmath>

#include "contains_text.hpp"
#include "dataset/content_digest.hpp"
#include "files/hdf5_file.hpp"
#include "score/rollout_fixture.hpp"
#include "stories/evaluate/evaluate.hpp"

using namespace cchnn;
using namespace cchnn_test;

namespace {

constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

std::string problems(const RolloutFiles& files, const std::filesystem::path& submission) {
    return to_text(check_submission(TrajectoryFile(files.test()), TrajectoryFile(submission)).problems);
}

}  // namespace

TEST_CASE("the truth itself is a valid submission without remarks") {
    const RolloutFiles files;
    const auto path = files.submit("same.h5", [](TrajectoryBatch&) {});
    const SubmissionCheck check = check_submission(TrajectoryFile(files.test()), TrajectoryFile(path));
    CHECK(to_text(check.problems) == "");
    CHECK(check.remarks.empty());
}

TEST_CASE("fewer trajectories and a shorter horizon are scored with a remark each") {
    const RolloutFiles files;
    const auto less = files.submit("less.h5", [](TrajectoryBatch& b) { cut(b, 5, 10); });
    const SubmissionCheck check = check_submission(TrajectoryFile(files.test()), TrajectoryFile(less));
    CHECK(to_text(check.problems) == "");
    CHECK(check.remarks ==
          std::vector<std::string>{"holds 5 of 6 trajectories; missing ones count as the worst value",
                                   "holds 10 of 21 samples of each trajectory; missing ones count as the worst value"});
}

TEST_CASE("more trajectories or samples than the test set has are refused with both shapes") {
    const RolloutFiles files("chain_pendulum_2", 5, 20), more("chain_pendulum_2", 6, 21);
    const auto path = more.submit(
        "more.h5", [](TrajectoryBatch&) {}, [&](DatasetDescription& d) { d.answers_truth = files.digest(); });
    CHECK(problems(files, path) == path.string() + ":/x: shape is (6, 21, 2, 2), expected (5, 20, 2, 2) from test.h5");
}

TEST_CASE(
    "an ensemble of other nodes is refused with the shape that it should have, and a context of all samples too") {
    const RolloutFiles files("chain_pendulum_2", 3, 20), more("chain_pendulum_3", 3, 20);
    const auto path = more.submit(
        "ensemble.h5", [](TrajectoryBatch&) {},
        [&](DatasetDescription& d) {
            d.answers_truth = files.digest();
            d.count = 1;
            d.members = 3;
        });
    CHECK(problems(files, path)
              .ends_with(path.string() + ":/x: shape is (1, 3, 20, 3, 2), expected (3, 3, 20, 2, 2) from test.h5"));
    const auto all = files.submit(
        "all.h5", [](TrajectoryBatch&) {}, [](DatasetDescription& d) { d.context = 20; });
    CHECK(problems(files, all) ==
          all.string() + ":/@context: is 20 samples, but test.h5 has 20; at least one has to be left to predict");
}

TEST_CASE("a submission to another test set is refused, and every other problem is named in the same pass") {
    const RolloutFiles files;
    const auto path = files.submit(
        "other.h5", [](TrajectoryBatch& b) { entry(b.x, b, 3, 0) += 0.5; },
        [](DatasetDescription& d) {
            d.answers_truth = std::string(64, 'b');
            d.times.dt = 0.05;
        });
    const std::string text = problems(files, path);
    CHECK(text.find(path.string() + ": was made for the test set with truth digest bbbbbbbbbbbb, but test.h5 has " +
                    files.digest().substr(0, 12) + "; score it against the test set it was made for") !=
          std::string::npos);
    CHECK(contains_text(text, ":/t: time 1 is 0.05 s, expected 0.03 s from test.h5"));
    CHECK(
        text.find(
            ":/x: initial states of 1 of 6 trajectories differs by more than 0.0001 from test.h5 (ids 3; by up to ") !=
        std::string::npos);
    CHECK(contains_text(text, "sample 0 is given and has to be copied"));
}

TEST_CASE(
    "initial states that are compared while a submission is scored have the problem and the remark of the check") {
    const RolloutFiles files;
    const auto moved_by = [&](double relative) {
        return files.submit("moved" + std::to_string(relative) + ".h5", [&](TrajectoryBatch& b) {
            for (const int i : {1, 4, 5}) entry(b.x, b, i, 0) *= 1 + relative;
        });
    };
    const TrajectoryFile truth(files.test());
    for (const std::uint64_t block : {1, 4, 6}) {
        ScoringOptions options;
        options.choices.resamples = 0;
        options.block = block;
        const auto computed = moved_by(2e-5), elsewhere = moved_by(1e-3);
        const std::string remark = check_submission(truth, TrajectoryFile(computed)).remarks.at(0);
        CHECK(evaluate({files.test(), {computed}, options}).submissions[0].remarks.at(0) == remark);
        const std::string problem = to_text(check_submission(truth, TrajectoryFile(elsewhere)).problems);
        CHECK(contains_text(problem, "initial states of 3 of 6 trajectories differ by more than 0.0001"));
        try {
            evaluate({files.test(), {elsewhere}, options});
            FAIL("was scored");
        } catch (const DataError& error) {
            CHECK(to_text(error.problems()) == problem);
        }
    }
}

TEST_CASE("initial velocities that are off are told as such where positions are right") {
    const RolloutFiles files;
    const auto path = files.submit(
        "v.h5", [](TrajectoryBatch& b) { entry(b.v, b, 3, 0) += 0.5; }, [](DatasetDescription&) {});
    CHECK(contains_text(problems(files, path), ":/v: initial states of 1 of 6 trajectories differs"));
}

TEST_CASE("a submission that does not say what it answers is scored with a remark") {
    const RolloutFiles files;
    const auto path = files.submit(
        "silent.h5", [](TrajectoryBatch&) {}, [](DatasetDescription& d) { d.answers_truth = ""; });
    const SubmissionCheck check = check_submission(TrajectoryFile(files.test()), TrajectoryFile(path));
    CHECK(check.problems.empty());
    CHECK(check.remarks == std::vector<std::string>{"does not name its test set"});
}

TEST_CASE(
    "a submission of before 0.2.0 names the content of its test set: that file takes it, another one says what to do") {
    const RolloutFiles files;
    const auto submit = [&](const std::string& content) {
        const auto path = files.submit(
            "old.h5", [](TrajectoryBatch&) {}, [](DatasetDescription& d) { d.answers_truth = ""; });
        const hid_t file = H5Fopen(path.c_str(), H5F_ACC_RDWR, H5P_DEFAULT), type = H5Tcopy(H5T_C_S1),
                    space = H5Screate(H5S_SCALAR);
        H5Tset_size(type, content.size());
        const hid_t attribute = H5Acreate2(file, "answers_digest", type, space, H5P_DEFAULT, H5P_DEFAULT);
        H5Awrite(attribute, type, content.data());
        H5Aclose(attribute);
        H5Sclose(space);
        H5Tclose(type);
        H5Fclose(file);
        return path;
    };
    const TrajectoryFile truth(files.test());
    const SubmissionCheck check = check_submission(truth, TrajectoryFile(submit(truth.info().content_digest)));
    CHECK(check.problems.empty());
    REQUIRE(check.remarks.size() == 1);
    CHECK(check.remarks[0].starts_with("names its test set by answers_digest, of the whole file;"));
    const std::string refused = problems(files, submit(std::string(64, 'b')));
    CHECK(contains_text(refused, "content digest bbbbbbbbbbbb (answers_digest), but test.h5 has " +
                                     truth.info().content_digest.substr(0, 12)));
    CHECK(contains_text(refused, "set answers_truth = " + truth.truth_digest()));
}

// Additions change the content and not the truth.
TEST_CASE("a submission answers every file of the same truth, whatever stands beside it") {
    const RolloutFiles files;
    const auto path = files.submit("mine.h5", [](TrajectoryBatch&) {});
    const auto copy = files.test().parent_path() / "richer.h5";
    {
        const Hdf5File from = Hdf5File::open(files.test());
        std::filesystem::copy_file(files.test(), copy);
        const hid_t file = H5Fopen(copy.c_str(), H5F_ACC_RDWR, H5P_DEFAULT);
        H5Gclose(H5Gcreate2(file, "/later", H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT));
        H5Fclose(file);
    }
    const TrajectoryFile richer(copy);
    CHECK(richer.content_digest() != TrajectoryFile(files.test()).content_digest());
    CHECK(richer.digests().truth == TrajectoryFile(files.test()).truth_digest());
    CHECK(to_text(check_submission(richer, TrajectoryFile(path)).problems) == "");
}

TEST_CASE("predictions from the second sample on are told what is missing, shifted or few ones are not") {
    const RolloutFiles files;
    const std::string advice =
        "has to be copied: there are 20 samples, one fewer than in test.h5; put the given state "
        "before the predictions";
    const auto after_start = files.submit("after.h5", [](TrajectoryBatch& b) {
        for (std::vector<double>* values : {&b.x, &b.v})
            values->erase(values->begin(), values->begin() + b.nodes * b.dimension);
        cut(b, 6, 20);
    });
    CHECK(contains_text(problems(files, after_start), advice));
    const auto one_off = files.submit("one.h5", [](TrajectoryBatch& b) {
        cut(b, 6, 20);
        entry(b.x, b, 3, 0) += 0.5;
    });
    CHECK(contains_text(problems(files, one_off), "(ids 3;"));
    CHECK_FALSE(contains_text(problems(files, one_off), "put the given state"));
}

TEST_CASE("initial states rounded to float32 are equal") {
    const RolloutFiles files;
    const auto path = files.submit("rounded.h5", [](TrajectoryBatch& b) {
        for (double& value : b.x) value = static_cast<float>(value);
        for (double& value : b.v) value = static_cast<float>(value);
    });
    CHECK(problems(files, path) == "");
}

TEST_CASE("a start that was computed in float32 and not copied is taken up to 1e-4, with a remark") {
    const RolloutFiles files;
    const auto moved_by = [&](double relative) {
        return files.submit("moved.h5", [&](TrajectoryBatch& b) {
            for (int i : {1, 4}) {
                double largest = 0;
                for (int node = 0; node < b.nodes; ++node)
                    for (int axis = 0; axis < b.dimension; ++axis)
                        largest = std::max(largest, std::fabs(entry(b.v, b, i, 0, node, axis)));
                entry(b.v, b, i, 0) += relative * largest;
            }
        });
    };
    const auto check = [&](double relative) {
        return check_submission(TrajectoryFile(files.test()), TrajectoryFile(moved_by(relative)));
    };
    CHECK(check(0.9e-6).remarks.empty());
    for (double relative : {1.3e-6, 0.99e-4}) {
        const SubmissionCheck taken = check(relative);
        CHECK(to_text(taken.problems) == "");
        REQUIRE(taken.remarks.size() == 1);
        CHECK(taken.remarks[0].starts_with(
            "initial states of 2 of 6 trajectories differ by more than 1e-06 from test.h5 (ids 1, 4; by up to "));
        CHECK(taken.remarks[0].ends_with(
            "of their largest entry): accepted, since rounding is up to 0.0001; where t = 0 counts "
            "(--include-t0, --preset published) it is scored as an error"));
    }
    const SubmissionCheck refused = check(1.01e-4);
    REQUIRE(refused.problems.size() == 1);
    CHECK(refused.problems[0].what.ends_with("sample 0 is given and has to be copied"));
}

TEST_CASE("a given state that is not finite is no given state: the file is refused, whatever counts") {
    const RolloutFiles files;
    const double infinity = std::numeric_limits<double>::infinity();
    for (const double lost : {std::nan(""), infinity, -infinity})
        for (const bool of_v : {false, true}) {
            const auto path =
                files.submit("lost.h5", [&](TrajectoryBatch& b) { entry(of_v ? b.v : b.x, b, 3, 0) = lost; });
            const SubmissionCheck found = check_submission(TrajectoryFile(files.test()), TrajectoryFile(path));
            REQUIRE(found.problems.size() == 1);
            CHECK(found.problems[0].where.ends_with(of_v ? ":/v" : ":/x"));
            CHECK(found.problems[0].what.find("initial states of 1 of 6 trajectories differs by more than") == 0);
            CHECK(contains_text(found.problems[0].what, "(ids 3; some are not finite)"));
            CHECK_THROWS_AS(evaluate({files.test(), {path}, {}}), DataError);
        }
}

TEST_CASE("where t = 0 counts, the error of a computed start is scored") {
    const RolloutFiles files;
    const auto copied = files.submit("copied.h5", [](TrajectoryBatch&) {});
    const auto moved = files.submit("moved.h5", [](TrajectoryBatch& b) {
        for (int i = 0; i < b.count; ++i) entry(b.x, b, i, 0) *= 1 + 2e-5;
    });
    ScoringOptions options;
    options.choices.resamples = 0;
    const auto score = [&](bool include) {
        options.choices.include_t0 = include;
        return evaluate({files.test(), {copied, moved}, options}).submissions;
    };
    const auto without = score(false), with = score(true);
    CHECK(without[0].relative_error == without[1].relative_error);
    CHECK(with[1].relative_error[0] > with[0].relative_error[0]);
    CHECK(with[1].remarks.size() == 1 + with[0].remarks.size());
}

TEST_CASE("a start from rest is measured against a speed that is not zero") {
    const RolloutFiles files("chain_pendulum_2", 3, 11, true);
    const double span = 0.03 * 10;
    const auto nudged = [&](double speed) {
        const auto path = files.submit("nudged.h5", [&](TrajectoryBatch& b) { entry(b.v, b, 0, 0) = speed; });
        return check_submission(TrajectoryFile(files.test()), TrajectoryFile(path));
    };
    double length = 0;
    files.submit("look.h5", [&](TrajectoryBatch& b) {
        for (int k = 0; k < b.nodes * b.dimension; ++k)
            length = std::max(length, std::fabs(b.x[static_cast<std::size_t>(k)]));
    });
    CHECK(nudged(0.9e-6 * length / span).remarks.empty());
    const SubmissionCheck taken = nudged(2e-5 * length / span);
    CHECK(to_text(taken.problems) == "");
    REQUIRE(taken.remarks.size() == 1);
    CHECK(contains_text(taken.remarks[0],
                        "(ids 0; by up to 2e-05 of their largest entry, or where those are all zero, of position / "
                        "time span or velocity * time span)"));
    CHECK(problems(files, files.submit("far.h5", [](TrajectoryBatch& b) { entry(b.v, b, 0, 0) = 0.1; })).find("inf") ==
          std::string::npos);
}

TEST_CASE("a perturbed reference rollout may start elsewhere, and says so") {
    const RolloutFiles files;
    const auto path = files.submit_perturbed("perturbed.h5", 1e-3);
    const SubmissionCheck check = check_submission(TrajectoryFile(files.test()), TrajectoryFile(path));
    CHECK(to_text(check.problems) == "");
    REQUIRE(check.remarks.size() == 1);
    CHECK(check.remarks[0].find("reference rollout, initial conditions perturbed by the length 0.001: initial states "
                                "of 6 of 6 trajectories differ by more than 1e-06 from test.h5") == 0);
}

TEST_CASE(
    "trajectories of a reference rollout that start elsewhere are told in order, those that are only rounded too") {
    const RolloutFiles files;
    const auto path = files.submit(
        "moved.h5",
        [](TrajectoryBatch& b) {
            for (const int i : {0, 5}) entry(b.x, b, i, 0) += 0.1;
            entry(b.x, b, 3, 0) *= 1 + 2e-5;  // as rounding is
        },
        [&](DatasetDescription& d) {
            const TrajectoryFile test(files.test());
            d.system_json = test.info().description.system_json;
            d.nodes = test.info().description.nodes;
            d.protocol_json = to_json(default_protocol());
        });
    const SubmissionCheck check = check_submission(TrajectoryFile(files.test()), TrajectoryFile(path));
    REQUIRE(check.remarks.size() == 1);
    CHECK(check.remarks[0].find(
              "initial states of 3 of 6 trajectories differ by more than 1e-06 from test.h5 (ids 0, 3, 5;") !=
          std::string::npos);
}

TEST_CASE("values that are not finite are counted with their trajectories") {
    const RolloutFiles files;
    const auto path = files.submit("nan.h5", [](TrajectoryBatch& b) {
        entry(b.x, b, 2, 5) = not_a_number;
        entry(b.v, b, 2, 5) = std::numeric_limits<double>::infinity();
        entry(b.v, b, 4, 20) = not_a_number;
    });
    const NotFinite bad = count_not_finite(TrajectoryFile(path), 1);
    CHECK(bad.values == 3);
    CHECK(bad.trajectories == 2);
    CHECK(list_ids(bad.ids, bad.trajectories) == "2, ...");
    CHECK(problems(files, path) == "");
}

TEST_CASE("a submission in the place of a test set is refused") {
    const RolloutFiles files;
    const auto path = files.submit("same.h5", [](TrajectoryBatch&) {});
    CHECK_THROWS_WITH_AS(
        check_truth(TrajectoryFile(path)),
        (path.string() + ": is a submission, expected a test set; give the test set first, then submissions").c_str(),
        DataError);
    CHECK_NOTHROW(check_truth(TrajectoryFile(files.test())));
}

TEST_CASE("a text in /system/protocol makes a stranger's file no reference rollout") {
    const RolloutFiles files;
    const auto stranger = files.submit(
        "stranger.h5", [](TrajectoryBatch&) {},
        [&](DatasetDescription& d) {
            const SystemSpec spec = load_system("chain_pendulum_2");
            d.system_json = spec.json;
            d.nodes = node_labels(BodyGraph(spec));
            d.protocol_json = "{\"method\": \"by hand\"}";
        });
    const TrajectoryFile truth(files.test()), file(stranger), own(files.submit_perturbed("own.h5", 1e-3));
    CHECK(!is_reference(file));
    CHECK(is_reference(own));
    const auto remarks = check_submission(truth, file).remarks;
    CHECK(std::any_of(remarks.begin(), remarks.end(), [](const std::string& remark) {
        return remark.find("does not describe integration settings of this program") != std::string::npos;
    }));
}
