#include <doctest/doctest.h>

#include "contains_text.hpp"
#include "dataset/forged_file.hpp"
#include "report/commands/made_files.hpp"
#include "stories/benchmark/evaluate_suite.hpp"
#include "stories/benchmark/make_suite.hpp"
#include "stories/benchmark/observe.hpp"
#include "stories/evaluate/rollout.hpp"
#include "stories/story_fixture.hpp"

using namespace cchnn_test;

namespace {

SuiteSpec two_tasks(const std::string& more = "") {
    return parse_suite(R"({"format": "cchnn suite", "format_version": 1, "name": "two", "title": "Two tasks",
      "train": 6, "valid": 2, "test": 8, "tasks": [
      {"name": "a", "system": "chain_pendulum_1", "training_sizes": [3], "noise": [0.01, 0.1],
       "splits": [{"name": "fast", "change": {"/initial_conditions/noise/velocity_factor": 6}}]},
      {"name": "b", "system": "chain_pendulum_2", "splits": [{"name": "long", "steps": 120}]})" +
                           more + "]}",
                       "two");
}

void answer(const fs::path& suite, const fs::path& place, const std::string& part, double epsilon,
            const std::string& model, std::uint64_t seed = 0) {
    RolloutOptions options;
    options.test_set = suite / part / "test.h5";
    options.output = place / (model + std::to_string(seed) + ".h5");
    fs::create_directories(place);
    options.epsilon = epsilon;
    options.seed = seed;
    options.model = model;
    rollout(parse_system(TrajectoryFile(options.test_set).info().description.system_json, "test"), options);
}

}  // namespace

TEST_CASE("a suite in shards and after an interruption is the same files as at once, and its lock says so") {
    const ScratchDirectory scratch;
    const SuiteSpec suite = two_tasks();
    const SuiteReport once = make_suite(suite, {scratch / "once"});
    CHECK(once.parts.size() == 7);
    CHECK(once.made == 7);
    SuiteOptions second{scratch / "parts"};
    second.shard = Shard{2, 2};
    const SuiteReport shard = make_suite(suite, second);
    CHECK(shard.parts.size() == 2);
    CHECK(!fs::exists(scratch / "parts/suite.lock.json"));
    const SuiteReport rest = make_suite(suite, {scratch / "parts"});
    CHECK(rest.made == 5);
    CHECK(bytes_of(scratch / "parts/suite.lock.json") == bytes_of(scratch / "once/suite.lock.json"));
    fs::remove_all(scratch / "parts/a/in");
    fs::remove(scratch / "parts/a/noise_0.1/view.json");
    CHECK(make_suite(suite, {scratch / "parts"}).made == 2);
    CHECK(content_of(scratch / "parts") == content_of(scratch / "once"));
    const SuiteLock lock = read_suite_lock(scratch / "once/suite.lock.json");
    CHECK(suite_differences(lock, rest.parts).empty());
    std::vector<SuitePart> other = rest.parts;
    other[0].files[0].content_digest[0] ^= 1;
    CHECK(suite_differences(lock, other).size() == 1);
    other[0].files[0].content_digest[0] ^= 1;
    other[0].files[0].truth_digest[0] ^= 1;
    REQUIRE(suite_differences(lock, other).size() == 1);
    CHECK(contains_text(suite_differences(lock, other)[0], "truth digest"));
    CHECK(suite_differences(lock, shard.parts).size() == 7);  // files of task a

    // Where digests differ, the version of the lock file says what to do.
    SuiteLock older = lock;
    older.tool_version = "0.2.0";
    CHECK(suite_differences(older, rest.parts).empty());
    const std::vector<std::string> advice = suite_differences(older, other);
    REQUIRE(advice.size() == 2);
    CHECK(contains_text(advice[1], "the lock file is of 0.2.0: make the suite with that version"));
}

TEST_CASE("a naive forecast of each split of a suite is made again from the training set of its task") {
    const ScratchDirectory scratch;
    make_suite(two_tasks(), {scratch / "s"});
    for (const std::string split : {"in", "fast"}) {
        answer(scratch / "s", scratch / "net/a/full" / split, "a/" + split, 1e-2, "net");
        RolloutOptions naive;
        naive.test_set = scratch / "s/a" / split / "test.h5";
        naive.train = scratch / "s/a/in/train.h5";
        naive.naive = Naive::mean;
        naive.output = scratch / "net/a/full" / split / "mean.h5";
        rollout(parse_system(TrajectoryFile(naive.test_set).info().description.system_json, "test"), naive);
    }
    const SuiteScores scores = evaluate_suite({scratch / "s", {scratch / "net"}, {}});
    std::size_t listed = 0;
    for (const SuiteError& error : scores.tasks.front().errors) listed += error.naive == "mean";
    CHECK(listed == 2);
    CHECK(scores.standings.models.size() == 2);
}

TEST_CASE(
    "a task with a context is scored from there, and its naive forecasts are made again from the view of its noise") {
    const ScratchDirectory scratch;
    const SuiteSpec suite = parse_suite(R"({"format": "cchnn suite", "format_version": 1, "name": "one", "title": "One",
      "train": 2, "valid": 0, "test": 6, "tasks": [{"name": "a", "system": "chain_pendulum_1", "steps": 30, "context": 10,
      "context_noise": 0.1, "splits": [{"name": "fast", "change": {"/initial_conditions/noise/velocity_factor": 6}}]}]})",
                                        "one");
    const fs::path place = scratch / "s";
    make_suite(suite, {place});
    CHECK(make_suite(suite, {place}).made == 0);
    for (const std::string split : {"in", "fast"}) {
        answer(place, scratch / "subs/a/full" / split, "a/" + split, 1e-2, "net");
        RolloutOptions naive;
        naive.test_set = place / "a" / split / "test.h5";
        naive.view = place / "a" / ("context_" + split) / "test.h5";
        naive.naive = Naive::parrot;
        naive.context = 10;
        naive.output = scratch / "subs/a/full" / split / "parrot.h5";
        rollout(load_system("chain_pendulum_1"), naive);  // of the test set's own system
        naive.view.clear();
        naive.output = scratch / "subs/a/full" / split / "clean.h5";
        naive.model = "clean";
        rollout(load_system("chain_pendulum_1"), naive);
    }
    SuiteRequest request{place, {scratch / "subs"}, {}};
    const SuiteScores scores = evaluate_suite(request);
    for (const SuiteError& error : scores.tasks.front().errors)
        CHECK(error.naive == (error.model == "parrot" ? "parrot" : ""));  // what saw no noise is not that forecast
    for (const std::string& signature : scores.tasks.front().signatures)
        CHECK(contains_text(signature, "|context:10|view:"));
    request.options.choices.context = 10;
    CHECK(evaluate_suite(request).tasks.front().signatures == scores.tasks.front().signatures);
    request.options.choices.context = 5;
    CHECK(contains_text(complaint([&] { evaluate_suite(request); }), "is 10 for the task a of this suite, got 5"));
    fs::remove_all(place / "a/context_in");
    ObserveOptions other{place / "a/in/test.h5", place / "a/context_in", {}};
    other.recipe.noise = 0.2;
    observe(other);
    request.options.choices.context = 1;
    CHECK(contains_text(complaint([&] { evaluate_suite(request); }), "is not the view that suite.lock.json names"));
}

TEST_CASE("training sets are nested, noise is of the training set, and a changed split has its own system") {
    const ScratchDirectory scratch;
    make_suite(two_tasks(), {scratch / "s"});
    const Arrays all = arrays_of(scratch / "s/a/in/train.h5", 0, 3),
                 three = arrays_of(scratch / "s/a/size_3/train.h5", 0, 3);
    CHECK(all.x == three.x);
    CHECK(TrajectoryFile(scratch / "s/b/long/test.h5").info().samples == 120);
    CHECK(TrajectoryFile(scratch / "s/a/fast/test.h5").info().system_name == "a_fast");
    CHECK(!fs::exists(scratch / "s/a/fast/train.h5"));
}

TEST_CASE("what is in the way of a suite is refused and stays as it is") {
    const ScratchDirectory scratch;
    make_suite(two_tasks(), {scratch / "s"});
    const auto before = content_of(scratch / "s");
    SuiteOptions fewer{scratch / "s"};
    fewer.most = 2;
    CHECK(contains_text(complaint([&] { make_suite(two_tasks(), fewer); }), "is another dataset of this suite"));
    CHECK(content_of(scratch / "s") == before);
    fs::create_directories(scratch / "t/a/in");
    write_text(scratch / "t/a/in/mine.txt", "mine");
    CHECK(contains_text(complaint([&] { make_suite(two_tasks(), {scratch / "t"}); }), "is no dataset of this suite"));
    CHECK(bytes_of(scratch / "t/a/in/mine.txt") == "mine");
}

TEST_CASE("files of a kept part that were changed or are gone are errors that name them, and nothing is made") {
    const ScratchDirectory scratch;
    const fs::path suite = scratch / "s";
    make_suite(two_tasks(), {suite});
    const auto before = content_of(suite);
    const auto refused = [&](const std::string& file, const std::string& why) {
        const std::string text = complaint([&] { make_suite(two_tasks(), {suite}); });
        CAPTURE(text);
        CHECK(text.starts_with("invalid input: " + (suite / file).string() + ": " + why));
        CHECK(contains_text(text, "remove " + (suite / file).parent_path().string()));
        write_text(suite / file, before.at(file));
        CHECK(make_suite(two_tasks(), {suite}).made == 0);
    };
    cchnn_test::set_number(suite / "a/fast/test.h5", "/x", {0, 5, 0, 0}, 0.25);
    refused("a/fast/test.h5", "has the digest ");
    cchnn_test::set_number(suite / "a/noise_0.01/train.h5", "/x", {0, 3, 0, 0}, 0.5);
    refused("a/noise_0.01/train.h5", "has the digest ");
    fs::remove(suite / "a/in/valid.h5");
    refused("a/in/valid.h5", "is missing");
    fs::remove(suite / "a/noise_0.1/train.h5");
    refused("a/noise_0.1/train.h5", "is missing");
}

TEST_CASE(
    "a part with other integration settings, bounds, dt or contents, or a view by another recipe, is not the suite's") {
    const ScratchDirectory scratch;
    const SuiteSpec suite = two_tasks();
    GenerateOptions options;
    options.count = {6, 2, 8};
    const auto refused = [&](const GenerateOptions& made, const std::string& flags) {
        fs::remove_all(scratch / "s");
        GenerateOptions there = made;
        there.directory = scratch / "made";
        there.overwrite = true;
        const fs::path part = generate(load_system("chain_pendulum_1"), there).directory;
        fs::create_directories(scratch / "s/a");
        fs::rename(part, scratch / "s/a/in");
        const std::string text = complaint([&] { make_suite(suite, {scratch / "s"}); });
        CAPTURE(text);
        CHECK(text.ends_with(
            "is another dataset of this suite; move it away, or give another directory; differs from the suite: " +
            flags));
    };
    GenerateOptions other = options;
    other.protocol = paper_protocol();
    refused(other, "--refine, --protocol");
    other = options;
    other.bound = false;
    refused(other, "--bound, --refine");
    other = options;
    other.dt = 0.05;
    refused(other, "--dt");
    other = options;
    other.with.momentum = true;
    refused(other, "--with");
    fs::remove_all(scratch / "s");
    make_suite(suite, {scratch / "s"});
    ObserveOptions seen{scratch / "s/a/in/train.h5", scratch / "s/a/noise_0.01", {}};
    seen.recipe.noise = 0.01;
    seen.recipe.dropout = 0.5;
    seen.overwrite = true;
    observe(seen);
    CHECK(contains_text(complaint([&] { make_suite(suite, {scratch / "s"}); }), "is another view of this suite"));
}

TEST_CASE("curves over the training size of a suite that was cut stand at the sizes that its sets have") {
    const ScratchDirectory scratch;
    const fs::path suite = scratch / "s", subs = scratch / "subs";
    SuiteOptions options;
    options.directory = suite;
    options.most = 4;
    make_suite(two_tasks(), options);
    answer(suite, subs / "a/full/in", "a/in", 1e-4, "net");
    answer(suite, subs / "a/size_3/in", "a/in", 1e-2, "net");
    const SuiteRequest request{suite, {subs}, {}};
    const SuiteScores scores = evaluate_suite(request);
    REQUIRE(scores.tasks[0].by_size.size() == 2);
    CHECK(scores.tasks[0].by_size[0].at == 3);
    CHECK(scores.tasks[0].by_size[1].at == 4);
}

TEST_CASE("generalisation is the error on a split over that on in, by model, with seeds, curves and means over tasks") {
    const ScratchDirectory scratch;
    const fs::path suite = scratch / "s", subs = scratch / "subs";
    make_suite(two_tasks(), {suite});
    for (const std::uint64_t seed : {0u, 1u, 2u}) {
        answer(suite, subs / "a/full/in", "a/in", 1e-4, "net", seed);
        answer(suite, subs / "a/full/fast", "a/fast", 1e-2, "net", seed);
    }
    answer(suite, subs / "a/size_3/in", "a/in", 1e-2, "net");
    answer(suite, subs / "a/noise_0.1/in", "a/in", 1e-1, "net");
    answer(suite, subs / "b/full/in", "b/in", 1e-4, "net");
    answer(suite, subs / "b/full/long", "b/long", 1e-4, "net");
    SuiteRequest request{suite, {subs}, {}};
    const SuiteScores scores = evaluate_suite(request);
    REQUIRE(scores.tasks.size() == 2);
    REQUIRE(scores.tasks[0].errors.size() == 2);
    const SuiteError& fast = scores.tasks[0].errors[1];
    CHECK(fast.split == "fast");
    CHECK(fast.seeds == 3);
    REQUIRE(fast.over_in);
    CHECK(fast.over_in->ratio == doctest::Approx(fast.error / scores.tasks[0].errors[0].error).epsilon(1e-9));
    CHECK(fast.over_in->ratio > 10);  // a hundred times the epsilon, divided by larger velocities
    CHECK(fast.over_in->ci95);
    CHECK(!scores.tasks[0].errors[0].over_in);
    REQUIRE(scores.tasks[0].by_size.size() == 2);
    CHECK(scores.tasks[0].by_size[0].at == 3);
    CHECK(scores.tasks[0].by_size[1].at == 6);
    CHECK(scores.tasks[0].by_size[0].error > 10 * scores.tasks[0].by_size[1].error);
    REQUIRE(scores.tasks[0].by_noise.size() == 2);
    CHECK(scores.tasks[0].by_noise[0].at == 0);
    CHECK(scores.means.size() == 2);
    CHECK(scores.tasks[1].errors.size() == 2);
}

TEST_CASE("a suite whose noisy views alone are answered has their curve, and no errors to rank") {
    const ScratchDirectory scratch;
    const fs::path suite = scratch / "s", subs = scratch / "subs";
    make_suite(two_tasks(), {suite});
    answer(suite, subs / "a/noise_0.1/in", "a/in", 1e-1, "net");
    const SuiteScores scores = evaluate_suite({suite, {subs}, {}});
    CHECK(scores.tasks[0].errors.empty());
    CHECK(scores.standings.models.empty());
    REQUIRE(scores.tasks[0].by_noise.size() == 1);
    CHECK(scores.tasks[0].by_noise[0].at == 0.1);
    CHECK(scores.tasks[0].by_noise[0].error > 0);
}

TEST_CASE("a stranger's file in another directory is no training seed of the model that it names in a suite") {
    const ScratchDirectory scratch;
    const fs::path suite = scratch / "s", mine = scratch / "mine", evil = scratch / "evil";
    make_suite(two_tasks(), {suite});
    for (const char* split : {"in", "long"}) {
        const std::string part = std::string("b/") + split, place = std::string("b/full/") + split;
        answer(suite, mine / place, part, 1e-4, "net");
        answer(suite, evil / place, part, 0.3, "net");
    }
    const SuiteScores alone = evaluate_suite({suite, {mine}, {}}), beside = evaluate_suite({suite, {mine, evil}, {}});
    REQUIRE(beside.standings.models.size() == 2);
    for (const SuiteStanding& one : beside.standings.models)
        if (contains_text(one.out.model, "(mine)")) CHECK(one.out.error == alone.standings.models.at(0).out.error);
    for (const SuiteError& error : beside.tasks[1].errors) CHECK(error.seeds == 1);
}

TEST_CASE("an entry.json beside submissions to a suite says what the training of its model took, and of no other") {
    const ScratchDirectory scratch;
    const fs::path suite = scratch / "s", mine = scratch / "mine", other = scratch / "other";
    make_suite(two_tasks(), {suite});
    for (const char* split : {"in", "long"})
        for (const fs::path& place : {mine, other})
            answer(suite, place / "b/full" / split, std::string("b/") + split, 1e-4, "net");
    const auto declare = [&](const std::string& model, const std::string& compute) {
        write_text(mine / "entry.json", R"({"format": "cchnn board entry", "format_version": 1, "model": ")" + model +
                                            R"(", "date": "2026-01-01", "seeds": 1, "knows": {"graph": true,
                                            "parameters": false, "true_constraints": false, "extra_data": false},
                                            "compute": )" +
                                            compute + "}");
        return evaluate_suite({suite, {mine, other}, {}});
    };
    for (const SuiteStanding& one : declare("net", R"({"hours": 2.5, "device": "one A100"})").standings.models) {
        const bool own = contains_text(one.out.model, "(mine)");
        CHECK(one.compute.declared() == own);
        if (own) CHECK(one.compute.hours == 2.5);
    }
    const SuiteScores unnamed = declare("no such", R"({"parameters": 12})");
    CHECK(contains_text(unnamed.remarks.back() + unnamed.remarks.front(), "which no submission there names"));
    CHECK(contains_text(complaint([&] { declare("net", R"({"hours": -1})"); }), "entry.json#/compute/hours"));
}

TEST_CASE("submissions in a place that the suite does not have, and test sets that were changed, are refused") {
    const ScratchDirectory scratch;
    const fs::path suite = scratch / "s", subs = scratch / "subs";
    make_suite(two_tasks(), {suite});
    CHECK(contains_text(complaint([&] { evaluate_suite({suite, {subs}, {}}); }), "does not exist; give a directory"));
    fs::create_directories(subs / "a/full/in");
    CHECK(contains_text(complaint([&] { evaluate_suite({suite, {subs}, {}}); }), "no submission was found"));
    answer(suite, subs / "a/full/in", "a/in", 1e-4, "net");
    fs::create_directories(subs / "a/size_4/in");
    CHECK(contains_text(complaint([&] { evaluate_suite({suite, {subs}, {}}); }), "did you mean 'size_3'"));
    fs::remove_all(subs / "a/size_4");
    CHECK(complaint([&] { evaluate_suite({suite, {subs}, {}}); }) == "");
    const fs::path test_set = suite / "a/in/test.h5", kept = scratch / "kept.h5";
    fs::copy_file(test_set, kept);
    cchnn_test::set_number(test_set, "/energy", {0, 0}, 7);  // no part of the truth
    cchnn_test::seal(test_set);
    CHECK(contains_text(complaint([&] {
                            evaluate_suite({suite, {subs}, {}});
                        }),
                        "has the reference solution that suite.lock.json names, but other content differs"));
    fs::copy_file(kept, test_set, fs::copy_options::overwrite_existing);
    std::string lock = bytes_of(suite / "suite.lock.json");
    const std::size_t at = lock.find("\"truth_digest\": \"", lock.find("\"test\": {")) + 17;
    lock[at] = lock[at] == '0' ? '1' : '0';
    write_text(suite / "suite.lock.json", lock);
    CHECK(contains_text(complaint([&] {
                            evaluate_suite({suite, {subs}, {}});
                        }),
                        "is not the test set that suite.lock.json"));
    write_text(suite / "suite.lock.json", "{\"format\": \"cchnn suite lock\"}");
    CHECK(contains_text(complaint([&] { evaluate_suite({suite, {subs}, {}}); }), "invalid input"));
}

TEST_CASE(
    "a suite that is ended tells of every part whether it was made, kept, begun or not reached, and how far all are") {
    const ScratchDirectory scratch;
    const SuiteSpec suite = two_tasks();
    make_suite(suite, {scratch / "s"});
    fs::remove_all(scratch / "s/a/fast");
    std::vector<SuiteProgress> told;
    SuiteOptions options{scratch / "s"};
    options.progress = [&](const SuiteProgress& at) { told.push_back(at); };
    SuiteReport report;
    make_suite(suite, options, report);
    CHECK(report.planned.size() == 7);
    CHECK(report.made == 1);
    CHECK(told.front().number == 1);
    CHECK(told.back().number == 7);
    CHECK(told.back().of == 7);
    CHECK(told.back().of_all > 0);
    CHECK(told.back().done_of_all == told.back().of_all);  // the one part that was not there
    fs::remove_all(scratch / "s/a/fast");
    options.progress = [&](const SuiteProgress& at) {
        if (at.part == "a/fast" && at.done > 0) throw IoError("disk", "full");
    };
    CHECK_THROWS_AS(make_suite(suite, options, report), IoError);
    CHECK(!report.complete);
    const std::vector<std::string> items = suite_parts_json(report, options.directory);
    REQUIRE(items.size() == 7);
    const auto state = [&](std::size_t i, const char* name) {
        return contains_text(items[i], std::string("\"state\":\"") + name);
    };
    CHECK(report.planned[1] == "a/fast");
    CHECK(state(0, "finished before"));
    CHECK(state(1, "unfinished"));
    for (std::size_t i = 2; i < items.size(); ++i) CHECK(state(i, "not reached"));
}
