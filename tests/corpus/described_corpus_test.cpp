#include "stories/exchange/described_corpus.hpp"

#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

#include "core/errors.hpp"
#include "dataset/changed_number.hpp"
#include "files/hdf5_file.hpp"
#include "model/compiled_system.hpp"
#include "scratch_directory.hpp"
#include "stories/corpus/make_corpus.hpp"

using namespace cchnn;
using namespace cchnn_test;

TEST_CASE("systems that a page shows are spread evenly over a corpus, each with its first stored trajectory") {
    const ScratchDirectory scratch;
    nlohmann::json json = nlohmann::json::parse(load_recipe("springs").json);
    json["trajectories"] = 3;
    json["samples"] = 12;
    CorpusOptions options;
    options.directory = scratch / "c";
    options.systems = 103;
    options.threads = 2;
    make_corpus(parse_recipe(json.dump(), "springs"), options);
    const DescribedCorpus corpus = described_corpus(scratch / "c", 4);
    CHECK(corpus.title == "4 of 103 systems of the recipe springs, seed 0");
    REQUIRE(corpus.systems.size() == 4);
    for (const std::size_t i : {0u, 1u, 2u, 3u}) {
        const std::size_t number = i * 103 / 4;
        const DescribedSystem& one = corpus.systems[i];
        CHECK(one.compiled->spec.name == "springs_0000" + std::string(number < 10 ? "0" : "") + std::to_string(number));
        const Hdf5File shard = Hdf5File::open(scratch / "c/shards/shard-00000.h5");
        double begin = 0, dt = 0;
        shard.read_doubles("/offsets", {number}, {1}, &begin);
        shard.read_doubles("/dt", {number}, {1}, &dt);
        CHECK(one.dt == dt);
        CHECK(one.samples == 12);
        std::vector<double> x;
        shard.read_doubles("/x", {static_cast<std::uint64_t>(begin)}, {one.x.size()}, x);
        CHECK(one.x.size() == 12 * static_cast<std::size_t>(one.drawing.nodes * one.drawing.dimension));
        CHECK(one.x == x);
    }
    CHECK(described_corpus(scratch / "c/corpus.json", 200).systems.size() == 103);  // the last shard too
    set_number(scratch / "c/shards/shard-00001.h5", "/offsets", {1}, 7);
    CHECK_THROWS_WITH_AS(described_corpus(scratch / "c", 103), doctest::Contains("has another size for system 100"),
                         DataError);
}
