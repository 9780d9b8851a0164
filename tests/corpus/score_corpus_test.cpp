#include "stories/corpus/score_corpus.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "core/errors.hpp"
#include "dataset/changed_number.hpp"
#include "files/hdf5_file.hpp"
#include "report/tables/corpus_report.hpp"
#include "scratch_directory.hpp"
#include "stories/corpus/corpus_file.hpp"
#include "stories/corpus/corpus_lock.hpp"
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

TEST_CASE("an unfilled template has the error 1 on every system of its side, and naive forecasts have their own") {
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
    for (const double error : mine.errors) CHECK(error == 1);
    CHECK(group_of(mine, "side", "test").error == 1);
    CHECK_FALSE(group_of(mine, "side", "test").ci95);  // all the same
    CHECK(group_of(mine, "side", "test").failed.failed == scores.systems.size());
    CHECK(scores.entries[2].model == "persistence");
    for (const double error : scores.entries[2].errors) CHECK((error > 0.01 && error < 1));
    CHECK(corpus_scores_text(scores, 120).find("mine") != std::string::npos);
}

TEST_CASE("with a context, given samples are in the template and do not count, and a parrot is scored") {
    const ScratchDirectory scratch;
    make_springs(scratch / "c");
    const fs::path file = scratch / "a.h5";
    write_corpus_template({scratch / "c", file, 2, "mine", "", false, 12});
    CHECK_THROWS_WITH_AS(score_corpus({scratch / "c", {file}, 1}),
                         doctest::Contains("made from a context of 12 samples; score it with --context 12"), DataError);
    for (const int context : {0, 20}) CHECK_THROWS_AS(score_corpus({scratch / "c", {file}, 1, context}), UsageError);
    const CorpusScores scores = score_corpus({scratch / "c", {file}, 1, 12});
    REQUIRE(scores.entries.size() == 4);
    CHECK(scores.entries[0].not_finite == 2 * scores.systems.size());
    CHECK(scores.entries[3].model == "parrot");
    for (const double error : scores.entries[3].errors) CHECK((error > 1e-3 && error < 1));
    set_number(file, "/x", {0}, 1e3);  // of a given sample
    CHECK(score_corpus({scratch / "c", {file}, 1, 12}).entries[0].errors == scores.entries[0].errors);
    CHECK(score_corpus({scratch / "c", {file}, 1, 19}).entries.size() == 4);
    CHECK(corpus_scores_text(scores, 120).find("Samples 0 .. 11 are given") != std::string::npos);
}

TEST_CASE("a submission to another side leaves out the test side, and the true states have the least error") {
    const ScratchDirectory scratch;
    make_springs(scratch / "c");
    write_corpus_template({scratch / "c", scratch / "a.h5", 0, "mine", "", false});
    const Hdf5File shard = Hdf5File::open(scratch / "c/shards/shard-00000.h5");
    std::vector<double> x, v;
    std::vector<std::int64_t> numbers;
    for (const std::int64_t number : whole_numbers(Hdf5File::open(scratch / "a.h5"), "/system")) {
        const StoredStates states = stored_states(shard, static_cast<std::uint64_t>(number));
        numbers.insert(numbers.begin(), number);
        x.insert(x.begin(), states.x.begin(), states.x.end());  // systems in the reverse order
        v.insert(v.begin(), states.v.begin(), states.v.end());
    }
    const auto write = [&](const char* name, const std::vector<std::int64_t>& systems, int version) {
        Hdf5File file = Hdf5File::create(scratch / name, scratch / name);
        file.set_attribute("/", "kind", std::string("corpus submission"));
        file.set_attribute("/", "format_version", std::int64_t{version});
        file.set_attribute("/", "answers_corpus", read_corpus_lock(scratch / "c/corpus.json").digest);
        file.make_array("/system", int64, {systems.size()}, {});
        file.write("/system", {0}, {systems.size()}, systems.data());
        for (const auto& [array, values] : {std::pair{"/x", &x}, {"/v", &v}}) {
            file.make_array(array, float64, {values->size()}, {});
            file.write(array, {0}, {values->size()}, values->data());
        }
        file.close();
    };
    write("true.h5", numbers, 1);
    const CorpusScores scores = score_corpus({scratch / "c", {scratch / "true.h5"}, 2});
    const CorpusEntry& mine = scores.entries[0];
    CHECK(mine.model == "true");
    CHECK(mine.missing == scores.systems.size() - numbers.size());
    for (std::size_t i = 0; i < scores.systems.size(); ++i) {
        CAPTURE(scores.systems[i]);
        CHECK(mine.errors[i] == doctest::Approx(scores.sides[i] == 0 ? 1e-6 : 1).epsilon(1e-12));  // exp and log round
    }
    {
        const fs::path stored = scratch / "c/shards/shard-00000.h5";
        fs::copy_file(stored, scratch / "kept.h5");
        set_number(stored, "/x", {0}, 1);
        CHECK_THROWS_WITH_AS(score_corpus({scratch / "c", {scratch / "true.h5"}, 1}),
                             doctest::Contains("shard-00000.h5: has another content than corpus.json states"),
                             DataError);
        fs::copy_file(scratch / "kept.h5", stored, fs::copy_options::overwrite_existing);
    }
    write("version.h5", numbers, 2);
    write("short.h5", {numbers.begin(), numbers.end() - 1}, 1);
    auto twice = numbers;
    twice.back() = twice.front();
    write("twice.h5", twice, 1);
    twice.back() = 40;
    write("unknown.h5", twice, 1);
    for (const char* name : {"version.h5", "short.h5", "twice.h5", "unknown.h5", "c/index.h5"}) {
        CAPTURE(name);
        CHECK_THROWS_AS(score_corpus({scratch / "c", {scratch / name}, 1}), DataError);
    }
}
