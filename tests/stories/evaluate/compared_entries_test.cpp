#include "stories/evaluate/compared_entries.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <set>

#include "contains_text.hpp"
#include "score/rollout_fixture.hpp"
#include "stories/evaluate/compare.hpp"

using namespace cchnn;
using namespace cchnn_test;

namespace {

namespace fs = std::filesystem;

// Predictions of models by their names, in directories of their own: DIR/chain_pendulum_2/FILE.
struct Handed {
    RolloutFiles files{"chain_pendulum_2", 6, 6};
    int made = 0;

    fs::path put(const std::string& directory, const std::string& file, const std::string& model, double error) {
        const fs::path to = files / (directory + "/chain_pendulum_2/" + file);
        fs::create_directories(to.parent_path());
        const double own = error * (1 + 0.3 * ++made);
        fs::rename(files.submit(
                       "new.h5",
                       [&](TrajectoryBatch& b) {
                           for (std::size_t i = 0; i < b.v.size(); ++i)
                               if (i % 24 >= 4) b.v[i] += own * std::sin(made + 1.7 * static_cast<double>(i));
                       },
                       [&](DatasetDescription& d) { d.model = model; }),
                   to);
        return to;
    }

    Comparison of(const std::vector<std::string>& directories, const std::vector<EntryGroup>& groups = {}) {
        fs::create_directories(files / "data/chain_pendulum_2");
        fs::copy_file(files.test(), files / "data/chain_pendulum_2/test.h5", fs::copy_options::overwrite_existing);
        CompareRequest request;
        request.options.choices.resamples = 0;
        request.groups = groups;
        std::vector<fs::path> paths;
        for (const std::string& directory : directories) paths.push_back(files / directory);
        find_systems(files / "data", paths, {}, request);
        return compare(request);
    }
};

// "net: 3, other: 1": entries and how many seeds each has.
std::string entries(const Comparison& comparison) {
    std::string text;
    for (const ModelScores& model : comparison.systems.front().models)
        text += (text.empty() ? "" : ", ") + model.label + ": " + std::to_string(model.members.size());
    return text;
}
double error_of(const Comparison& comparison, const std::string& entry) {
    for (const Standing& standing : comparison.standings)
        if (standing.model == entry) return standing.error;
    return NAN;
}

}  // namespace

TEST_CASE("a directory whose files all name one model is one method, and a stranger's file with its name is another") {
    Handed handed;
    for (const char* seed : {"net0.h5", "net1.h5", "net2.h5"}) handed.put("mine", seed, "net", 1e-3);
    const Comparison alone = handed.of({"mine"});
    CHECK(entries(alone) == "net: 3");
    handed.put("theirs", "spoiler.h5", "net", 0.3);
    const Comparison beside = handed.of({"mine", "theirs"});
    CHECK(entries(beside) == "net (mine): 3, net (theirs): 1");
    CHECK(error_of(beside, "net (mine)") == error_of(alone, "net"));
}

TEST_CASE("in a directory of several models each file is an entry of its own, told by its name, and a remark says so") {
    Handed handed;
    handed.put("all", "a0.h5", "net", 1e-3);
    handed.put("all", "a1.h5", "net", 1e-3);
    handed.put("all", "b.h5", "other", 1e-2);
    const Comparison found = handed.of({"all"});
    CHECK(entries(found) == "net (a0): 1, net (a1): 1, other: 1");
    REQUIRE(found.remarks.size() == 1);
    CHECK(contains_text(found.remarks[0], "all has several models, and more than one file of net"));
}

TEST_CASE("--group names the training seeds of a method, whatever their files say") {
    Handed handed;
    const fs::path a = handed.put("all", "a.h5", "net", 1e-3), b = handed.put("all", "b.h5", "other", 1e-3),
                   c = handed.put("all", "c.h5", "mine", 1e-2);
    CHECK(entries(handed.of({"all"}, {{"mine", {a, b}}})) == "mine: 2, mine (all): 1");
    CHECK_THROWS_WITH_AS(handed.of({"all"}, {{"mine", {a, "d.h5"}}}),
                         doctest::Contains("'d.h5' of mine is not among the files that are compared"), UsageError);
    CHECK_THROWS_WITH_AS(handed.of({"all"}, {{"mine", {a, b}}, {"yours", {b}}}),
                         doctest::Contains("is in mine and in yours; a file is a training seed of one method"),
                         UsageError);
    std::vector<EntryGroup> groups;
    std::vector<Problem> problems;
    for (const char* text : {"net=a.h5,b.h5", "net=c.h5", "net", "=a.h5", "net="}) parse_group(text, groups, problems);
    REQUIRE(groups.size() == 1);
    CHECK(groups[0].name == "net");
    CHECK(groups[0].files == std::vector<fs::path>{"a.h5", "b.h5"});
    CHECK(problems.size() == 4);
}

namespace {

// compared_entries() of pairs over two systems, of which the names alone count: "net, other / net" by system.
std::string named(const std::vector<std::pair<std::size_t, fs::path>>& pairs,
                  const std::vector<EntryGroup>& groups = {}) {
    std::vector<CompareSystem> systems(2);
    for (const auto& [system, file] : pairs) systems[system].submissions.push_back(file);
    std::vector<std::string> remarks;
    std::string text;
    for (const auto& names : compared_entries(systems, groups, remarks)) {
        text += text.empty() ? "" : " / ";
        for (std::size_t i = 0; i < names.size(); ++i) text += (i ? ", " : "") + names[i].model;
    }
    return text;
}

}  // namespace

TEST_CASE("a stranger's file in pairs becomes no training seed of the model that it names, and takes no file of it") {
    Handed handed;
    const fs::path one = handed.put("a", "net.h5", "net", 1e-3), two = handed.put("b", "net.h5", "net", 1e-3),
                   other = handed.put("c", "mine.h5", "mine", 1e-2), evil = handed.put("evil", "net.h5", "net", 0.3),
                   spoiler = handed.put("evil", "spoiler.h5", "net", 0.3),
                   named_apart = handed.put("d", "net_two.h5", "net", 1e-3);
    CHECK(named({{0, one}, {0, other}, {1, two}, {1, other}}) == "net, mine / net, mine");
    CHECK(named({{0, one}, {1, named_apart}}) == "net / net");  // one a system, whatever it is called
    // Its name tells it apart where files have the same in every system; where it does not, somebody has to say it.
    CHECK(named({{0, one}, {0, spoiler}, {1, two}}) == "net, net (spoiler) / net");
    const char* unknown =
        "which of them belong together over systems is unknown; name the files of each entry with --group";
    for (const auto& pairs : std::vector<std::vector<std::pair<std::size_t, fs::path>>>{
             {{0, one}, {0, evil}, {1, two}}, {{0, one}, {0, spoiler}, {1, named_apart}}})
        CHECK_THROWS_WITH_AS(named(pairs), doctest::Contains(unknown), UsageError);
    CHECK(named({{0, one}, {0, evil}, {1, two}}, {{"net", {one, two}}}).starts_with("net, net ("));
    // Over one system each file is an entry of its own.
    const std::string alone = named({{0, one}, {0, evil}});
    CHECK(contains_text(alone, "/a/"));
    CHECK(contains_text(alone, "/evil/"));
}

TEST_CASE("a model that is called like another entry with its place is an entry of its own") {
    Handed handed;
    const fs::path a = handed.put("x", "a.h5", "net", 1e-3), b = handed.put("y", "b.h5", "net", 1e-3),
                   c = handed.put("z", "c.h5", "net (a)", 0.3);
    const fs::path d = handed.put("w", "d.h5", "net (a) (" + a.string() + ")", 0.3);
    std::vector<std::string> remarks;
    const auto names = compared_entries({{"t", {a, b, c, d}}}, {}, remarks);
    std::set<std::string> distinct;
    for (const SubmissionName& one : names[0]) distinct.insert(one.model);
    CHECK(distinct.size() == 4);
}

TEST_CASE("a reference rollout among the seeds of a method is an entry of its own") {
    Handed handed;
    handed.put("mine", "net0.h5", "net", 1e-3);
    handed.put("mine", "net1.h5", "net", 1e-3);
    fs::rename(handed.files.submit_perturbed("reference.h5", 1e-6),
               handed.files / "mine/chain_pendulum_2/reference.h5");
    CHECK(entries(handed.of({"mine"})) == "net: 2, reference: 1");
}
