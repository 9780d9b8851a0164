#include "stories/corpus/score_corpus.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "core/errors.hpp"
#include "files/hdf5_file.hpp"
#include "report/tables/corpus_report.hpp"
#include "scratch_directory.hpp"
#include "stories/corpus/make_corpus.hpp"

using namespace cchnn;
using namespace cchnn_test;

namespace {

namespace fs = std::filesystem;

// Of 40 systems of points on springs.
void make_springs(const fs::path& directory) {
    nlohmann::json json = nlohmann::json::parse(load_recipe("springs").json);
    json["trajectories"] = 2;
    json["samples"] = 20;
    CorpusOptions options;
    options.directory = directory;
    options.systems = 40;
    options.threads = 2;
    make_corpus(parse_recipe(json.dump(), "springs"), options);
}

const CorpusGroup& group_of(const CorpusEntry& entry, const std::string& by, const std::string& value) {
    return *std::find_if(entry.groups.begin(), entry.groups.end(),
                         [&](const CorpusGroup& group) { return group.by == by && group.value == value; });
}

}  // namespace

TEST_CASE("an unfilled template has the error 1 on every system, and forecasts beside it have their own") {
    const ScratchDirectory scratch;
    make_springs(scratch / "c");
    const auto [trajectories, samples] = write_corpus_template({scratch / "c", scratch / "a.h5", 2, "mine", "", false});
    CHECK(samples == 20);
    const CorpusScores scores = score_corpus({scratch / "c", {scratch / "a.h5"}, 2});
    REQUIRE(scores.entries.size() == 3);
    CHECK(trajectories == 2 * scores.systems.size());
    const CorpusEntry& mine = scores.entries[0];
    CHECK(mine.model == "mine");
    CHECK(mine.missing == 0);
    CHECK(mine.not_finite == trajectories);
    for (const double error : mine.kinetic) CHECK(error == 1);
    CHECK(group_of(mine, "side", "test").kinetic == 1);
    CHECK_FALSE(group_of(mine, "side", "test").kinetic_ci95);  // all the same
    CHECK(group_of(mine, "side", "test").failed.failed == scores.systems.size());
    CHECK(scores.entries[2].model == "persistence");
    for (const double error : scores.entries[2].kinetic) CHECK((error > 0.01 && error < 1));
    CHECK(corpus_scores_text(scores, 120).find("mine") != std::string::npos);
    CHECK_THROWS_AS(score_corpus({scratch / "c", {scratch / "c/index.h5"}, 1}), DataError);
    make_springs(scratch / "other");
    CHECK(score_corpus({scratch / "other", {scratch / "a.h5"}, 1}).systems == scores.systems);  // of the same digest
}
