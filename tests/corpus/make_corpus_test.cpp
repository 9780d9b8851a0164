#include <doctest/doctest.h>
#include <hdf5.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <limits>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "contains_text.hpp"
#include "core/errors.hpp"
#include "files/hdf5_file.hpp"
#include "scratch_directory.hpp"
#include "stories/corpus/make_corpus.hpp"
#include "stories/corpus/stream.hpp"
#include "stories/corpus/verify_corpus.hpp"
#include "stories/exchange/file_info.hpp"

using namespace cchnn;
using namespace cchnn_test;

namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

std::string content_of(const fs::path& path) {
    std::ifstream in(path, std::ios::binary);
    std::ostringstream text;
    text << in.rdbuf();
    return text.str();
}

Recipe small_recipe(const std::string& name = "default") {
    Recipe recipe = load_recipe(name);
    recipe.trajectories = 2;
    recipe.samples = 20;
    recipe.json = recipe.json + "\n";
    return recipe;
}

// A recipe as a file has it, which a corpus states in the same words.
Recipe read_recipe_of(const fs::path& directory) {
    std::ofstream(directory / "small.json")
        << R"({"format": "cchnn recipe", "format_version": 1, "name": "small", "title": "Small",
               "dimension": {"2": 1, "3": 1}, "count": [1, 3], "bodies": {"Obj0D": 1}, "attach": {"Link": 1, "Spring": 1},
               "forces": {"Gravity": 1}, "trajectories": 2, "samples": 20})";
    return load_recipe((directory / "small.json").string());
}

CorpusReport made(const Recipe& recipe, const fs::path& directory, std::uint64_t systems, int threads = 2) {
    CorpusOptions options;
    options.directory = directory;
    options.systems = systems;
    options.threads = threads;
    return make_corpus(recipe, options);
}

std::vector<double> numbers(const Hdf5File& file, const std::string& path, std::uint64_t first, std::uint64_t count) {
    std::vector<double> values(count);
    file.read_doubles(path, {first}, {count}, values.data());
    return values;
}

}  // namespace

TEST_CASE("a corpus is the same for any number of threads, is resumed, and grows") {
    const ScratchDirectory scratch;
    const Recipe recipe = small_recipe();
    const CorpusReport first = made(recipe, scratch / "a", 104, 1);
    CHECK(first.systems == 104);
    CHECK(first.made == 104);
    CHECK(first.complete);
    CHECK(first.sides[0] + first.sides[1] + first.sides[2] == 104);
    CHECK(made(recipe, scratch / "b", 104, 2).digest == first.digest);
    CHECK(content_of(scratch / "a/shards/shard-00001.h5") == content_of(scratch / "b/shards/shard-00001.h5"));
    fs::remove(scratch / "b/shards/shard-00001.h5");
    const CorpusReport resumed = made(recipe, scratch / "b", 104);
    CHECK(resumed.made == 4);
    CHECK(resumed.digest == first.digest);
    CHECK(resumed.graphs == first.graphs);
    CHECK(resumed.redrawn == first.redrawn);
    CHECK(resumed.kinds == first.kinds);
    const CorpusReport grown = made(recipe, scratch / "b", 106);
    CHECK(grown.made == 6);
    CHECK(grown.systems == 106);
    CHECK_THROWS_AS(made(recipe, scratch / "b", 3), UsageError);
    Recipe other = recipe;
    other.json += " ";
    CHECK_THROWS_AS(made(other, scratch / "b", 106), DataError);
}

TEST_CASE("one system alone equals that of the whole, and parts make the same files") {
    const ScratchDirectory scratch;
    const Recipe recipe = small_recipe("pendulums");
    made(recipe, scratch / "whole", 103);
    CorpusOptions options;
    options.directory = scratch / "one";
    options.only = 101;
    options.threads = 1;
    const CorpusReport one = make_corpus(recipe, options);
    CHECK(one.systems == 1);
    CHECK_FALSE(one.complete);
    const Hdf5File alone = Hdf5File::open(scratch / "one/pendulums_000101.h5"),
                   whole = Hdf5File::open(scratch / "whole/shards/shard-00001.h5");
    CHECK(alone.read_texts("/json").at(0) == whole.read_texts("/json").at(1));
    const std::vector<double> offsets = numbers(whole, "/offsets", 1, 2);
    const auto begin = static_cast<std::uint64_t>(offsets[0]), size = static_cast<std::uint64_t>(offsets[1]) - begin;
    CHECK(size == alone.array("/x").shape.at(0));
    CHECK(numbers(alone, "/x", 0, size) == numbers(whole, "/x", begin, size));
    options.only.reset();
    options.directory = scratch / "parts";
    options.systems = 103;
    options.of = 2;
    std::uint64_t told = 0;  // the time left follows from it
    options.progress = [&](std::uint64_t, std::uint64_t total) { told = total; };
    for (options.part = 1; options.part <= 2; ++options.part) {
        const CorpusReport part = make_corpus(recipe, options);
        CHECK_FALSE(part.complete);
        CHECK(part.made == (options.part == 1 ? 100 : 3));
        CHECK(told == part.made);
    }
    const CorpusReport joined = made(recipe, scratch / "parts", 103);
    CHECK(joined.made == 0);
    CHECK(content_of(scratch / "parts/index.h5") == content_of(scratch / "whole/index.h5"));
}

TEST_CASE("the split by graph keeps equal graphs on one side, and select thins their copies") {
    const ScratchDirectory scratch;
    CorpusOptions options;
    options.directory = scratch / "c";
    options.systems = 60;
    options.select = 1;
    options.threads = 2;
    Recipe recipe = small_recipe("pendulums");
    recipe.most_bodies = 2;
    const CorpusReport report = make_corpus(recipe, options);
    CHECK(report.graphs < 60);
    CHECK(report.selected == report.graphs);
    const Hdf5File index = Hdf5File::open(scratch / "c/index.h5");
    const std::vector<std::string> graphs = index.read_texts("/graph");
    const std::vector<double> by_graph = numbers(index, "/side_by_graph", 0, 60),
                              by_numbers = numbers(index, "/side_by_numbers", 0, 60),
                              selected = numbers(index, "/selected", 0, 60);
    std::set<std::pair<std::string, double>> sides, number_sides;
    std::set<std::string> chosen;
    for (std::size_t i = 0; i < 60; ++i) {
        sides.insert({graphs[i], by_graph[i]});
        number_sides.insert({graphs[i], by_numbers[i]});
        if (selected[i] == 1) CHECK(chosen.insert(graphs[i]).second);
    }
    CHECK(sides.size() == report.graphs);
    CHECK(number_sides.size() > report.graphs);
}

TEST_CASE("no part of a system of one side is one of another side, and systems with parts of several are on none") {
    const ScratchDirectory scratch;
    Recipe recipe = small_recipe("pendulums");
    recipe.most_parts = 6;
    const CorpusReport report = made(recipe, scratch / "c", 90);
    CHECK(report.connected > 20);
    CHECK(report.connected < 70);
    CHECK(report.free_falls == 0);
    const Hdf5File index = Hdf5File::open(scratch / "c/index.h5");
    const std::vector<std::string> parts = index.read_texts("/part_graphs");
    const std::vector<double> sides = numbers(index, "/side_by_graph", 0, 90);
    std::map<double, std::set<std::string>> of_side;
    for (std::size_t i = 0; i < parts.size(); ++i)
        for (std::size_t k = 0; k < parts[i].size(); k += 65) of_side[sides[i]].insert(parts[i].substr(k, 64));
    CHECK(of_side.size() == 4);
    for (const std::string& part : of_side[2]) CHECK_FALSE(of_side[0].contains(part));
    CHECK(report.sides[0] + report.sides[1] + report.sides[2] ==
          90 - static_cast<std::uint64_t>(std::count(sides.begin(), sides.end(), 3)));
}

TEST_CASE("frames of a stream hold the numbers of a corpus, and a reader that is gone ends it") {
    StreamOptions options;
    options.source = "springs";
    options.threads = 2;
    std::vector<std::string> frames;
    stream(options, [&](const std::string& frame) {
        frames.push_back(frame);
        return frames.size() < 3;
    });
    REQUIRE(frames.size() == 3);
    std::uint64_t length = 0;
    for (int i = 7; i >= 0; --i)
        length = length << 8 | static_cast<unsigned char>(frames[2][static_cast<std::size_t>(i)]);
    const Json head = Json::parse(frames[2].substr(8, length));
    CHECK(head["frame"] == 2);
    CHECK(head["system"]["name"] == "springs_000002");
    CHECK(head["arrays"][0]["name"] == "x");
    CHECK(frames[2].size() == 8 + length + head["bytes"].get<std::uint64_t>());
    const ScratchDirectory scratch;
    CorpusOptions one;
    one.directory = scratch / "one";
    one.only = 2;
    make_corpus(load_recipe("springs"), one);
    const Hdf5File file = Hdf5File::open(scratch / "one/springs_000002.h5");
    const std::uint64_t size = file.array("/x").shape.at(0);
    const std::vector<double> x = numbers(file, "/x", 0, size);
    CHECK(frames[2].substr(8 + length, 8 * size) == std::string(reinterpret_cast<const char*>(x.data()), 8 * size));
}

TEST_CASE("one system that is there is kept, of what a killed run left the rest is made, and another one is refused") {
    const ScratchDirectory scratch;
    const Recipe springs = load_recipe("springs");
    CorpusOptions one;
    one.directory = scratch / "one";
    one.only = 2;
    CHECK(make_corpus(springs, one).made == 1);
    const auto both = [&] {
        std::map<std::string, std::string> files;
        for (const fs::directory_entry& entry : fs::directory_iterator(one.directory))
            files[entry.path().filename()] = content_of(entry.path());
        return files;
    };
    const auto whole = both();
    CHECK(whole.size() == 2);
    CHECK(make_corpus(springs, one).made == 0);
    for (const auto& entry : whole) {
        const std::string file = entry.first;
        CAPTURE(file);
        std::filesystem::remove(one.directory / file);
        make_corpus(springs, one);
        CHECK((both() == whole));
    }
    one.seed = 1;
    CHECK_THROWS_WITH_AS(make_corpus(springs, one),
                         doctest::Contains("springs_000002.json: exists already; give --force"), IoError);
    one.seed = 0;
    std::ofstream(one.directory / "springs_000002.h5") << "mine";
    CHECK_THROWS_AS(make_corpus(springs, one), Error);
    one.overwrite = true;
    make_corpus(springs, one);
    CHECK((both() == whole));
}

TEST_CASE("a stream has at least one frame, and its trajectories have numbers below 2^63") {
    StreamOptions options;
    options.source = "chain_pendulum_1";
    const auto said = [&] {
        try {
            stream(options, [](const std::string&) { return true; });
        } catch (const UsageError& error) {
            return to_text(error.problems());
        }
        return std::string("accepted");
    };
    options.frames = 0;
    CHECK(said() == "--frames: must be at least 1, got 0; leave it out for a stream without end");
    options.frames = std::nullopt;
    options.block = 1;
    for (const std::uint64_t first : {std::numeric_limits<std::uint64_t>::max(), std::uint64_t{1} << 63}) {
        options.first = first;
        CHECK(said() == "--first: must be below 9223372036854775808, got " + std::to_string(first) +
                            "; trajectories have numbers below 2^63");
    }
    options.block = 64;
    options.first = std::uint64_t{1} << 58;  // times 64 is 2^64, which is 0 in 64 bits
    CHECK(said().starts_with("--first: must be below 144115188075855872, got "));
    options.first = (std::uint64_t{1} << 57) - 1;
    options.frames = 2;
    CHECK(said() == "--frames: must be at most 1 from --first 144115188075855871 on, got 2");
    options.frames = 1;
    CHECK(said() == "accepted");
}

TEST_CASE("info says what a corpus, its files and its recipe hold") {
    const ScratchDirectory scratch;
    const CorpusReport report = made(read_recipe_of(scratch.path()), scratch / "c", 103);
    const Json all = Json::parse(file_info(scratch / "c"));
    CHECK(all["kind"] == "corpus");
    CHECK(all["recipe"] == "small");
    CHECK(all["systems"] == 103);
    CHECK(all["shards"] == 2);
    CHECK(all["graphs"] == report.graphs);
    CHECK(all["with_kind"] == Json(report.kinds));
    CHECK(all["by_graph"]["train"] == report.sides[0]);
    CHECK(all["by_numbers"]["test"] == report.sides_by_numbers[2]);
    CHECK(all["with_dimension"]["2"].get<int>() + all["with_dimension"]["3"].get<int>() == 103);
    CHECK(all["digest"] == report.digest);
    const Json shard = Json::parse(file_info(scratch / "c/shards/shard-00001.h5"));
    CHECK(shard["kind"] == "corpus shard");
    CHECK(shard["numbers"] == Json({100, 102}));
    CHECK(Json::parse(file_info(scratch / "c/index.h5"))["kind"] == "corpus index");
    CHECK(Json::parse(file_info(scratch / "small.json"))["forces"] == Json({"Gravity"}));
}

TEST_CASE("verify of a corpus passes, and finds a changed number, a missing shard, another index and another seed") {
    const ScratchDirectory scratch;
    const fs::path corpus = scratch / "c";
    made(read_recipe_of(scratch.path()), corpus, 103);
    CHECK(is_corpus_target(corpus));
    CHECK(is_corpus_target(corpus / "corpus.json"));
    CHECK_FALSE(is_corpus_target(corpus / "shards"));
    VerifyCorpusOptions options;
    options.sample = 200;  // all of them
    CHECK(verify_corpus(corpus, options).passed());
    const auto failing = [&] {
        std::set<std::string> found;
        for (const VerifiedItem& item : verify_corpus(corpus, options).items)
            if (!item.passed) found.insert(item.what);
        return found;
    };
    const std::string lock = content_of(corpus / "corpus.json");
    const auto write = [](const fs::path& path, const std::string& text) {
        std::ofstream(path, std::ios::binary) << text;
    };
    const std::string seed = "\"seed\": 0";
    std::string other = lock;
    write(corpus / "corpus.json", other.replace(other.find(seed), seed.size(), "\"seed\": 1"));
    CHECK(failing() == std::set<std::string>{"tables"});
    write(corpus / "corpus.json", lock);
    const fs::path shard = corpus / "shards/shard-00001.h5";
    const std::string bytes = content_of(shard);
    std::string changed = bytes;
    changed[changed.size() - 20] ^= 1;  // of v, which is written last
    write(shard, changed);
    CHECK(failing() == std::set<std::string>{"content digest", "content digests"});
    fs::remove(shard);
    CHECK(failing() == std::set<std::string>{"content digest", "content digests"});
    write(shard, bytes);
    CHECK(failing().empty());
    // A number that nobody drew, with digests that are right.
    const Recipe recipe = load_recipe((scratch / "small.json").string());
    std::vector<DrawnSystem> systems;
    for (const std::uint64_t number : {100, 101, 102}) systems.push_back(drawn_system(recipe, 0, number));
    systems[1].batch.x[5] += 1e-12;
    write_systems(shard, systems, {recipe.json, 0, recipe.trajectories, static_cast<std::uint64_t>(recipe.samples)},
                  true);
    CHECK(made(recipe, corpus, 103).made == 0);
    CHECK(failing() == std::set<std::string>{"systems drawn again"});
    CHECK(verify_corpus(corpus, options).items.back().detail == "differ: system 101 in x");
}

TEST_CASE("a column of a corpus that holds no whole numbers, or more than fit into memory, is refused at its place") {
    const ScratchDirectory scratch;
    made(read_recipe_of(scratch.path()), scratch / "c", 3);
    const fs::path index = scratch / "c/index.h5";
    const std::string bytes = content_of(index);
    const auto refusal = [&](hid_t type, hsize_t rows, const double* values) {
        std::ofstream(index, std::ios::binary) << bytes;
        const hid_t file = H5Fopen(index.c_str(), H5F_ACC_RDWR, H5P_DEFAULT);
        H5Ldelete(file, "system", H5P_DEFAULT);
        const hsize_t chunk = 3;
        const hid_t space = H5Screate_simple(1, &rows, nullptr), list = H5Pcreate(H5P_DATASET_CREATE);
        H5Pset_chunk(list, 1, &chunk);
        const hid_t array = H5Dcreate2(file, "system", type, space, H5P_DEFAULT, list, H5P_DEFAULT);
        if (values != nullptr) H5Dwrite(array, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, values);
        H5Dclose(array);
        H5Pclose(list);
        H5Sclose(space);
        H5Fclose(file);
        try {
            file_info(scratch / "c");
        } catch (const DataError& error) {
            return std::string(error.what());
        }
        return std::string();
    };
    const double not_a_number[] = {0, NAN, 2}, below[] = {0, -1, 2}, between[] = {0, 0.5, 2},
                 infinite[] = {0, 1e300, 2};
    for (const double* values : {not_a_number, below, between, infinite})
        CHECK(contains_text(refusal(H5T_NATIVE_DOUBLE, 3, values), "index.h5:/system: holds "));
    const std::string huge = refusal(H5T_NATIVE_DOUBLE, 1'000'000'000'000, nullptr);
    CHECK(contains_text(huge, "index.h5:/system: has more numbers than a column of a corpus"));
}

TEST_CASE("labels of Lyapunov exponents are kept, counted and verified") {
    const ScratchDirectory scratch;
    const Recipe plain = read_recipe_of(scratch.path()), recipe = with_lyapunov(plain, 2);
    const fs::path corpus = scratch / "c";
    const CorpusReport report = made(recipe, corpus, 3);
    REQUIRE(report.chaotic);
    CHECK(*report.chaotic <= 3);
    CHECK_FALSE(made(plain, scratch / "plain", 3).chaotic);
    CHECK(made(recipe, corpus, 3).made == 0);
    CHECK_THROWS_AS(made(plain, corpus, 3), DataError);  // of another recipe
    VerifyCorpusOptions options;
    CHECK(verify_corpus(corpus, options).passed());
    std::vector<DrawnSystem> systems;
    for (const std::uint64_t number : {0, 1, 2}) systems.push_back(drawn_system(recipe, 0, number));
    systems[1].labels.lyapunov->high += 1e-9;
    write_systems(corpus / "shards/shard-00000.h5", systems,
                  {recipe.json, 0, recipe.trajectories, static_cast<std::uint64_t>(recipe.samples)}, true);
    made(recipe, corpus, 3);
    CHECK(verify_corpus(corpus, options).items.back().detail == "differ: system 1 in labels/lyapunov");
}

TEST_CASE("a corpus is not made where other files are, and nothing there is touched") {
    const ScratchDirectory scratch;
    const Recipe recipe = small_recipe("springs");
    const auto put = [&](const std::string& file) {
        fs::create_directories((scratch / file).parent_path());
        std::ofstream(scratch / file) << "years of work";
    };
    for (const std::string file : {"a/thesis.tex", "b/shards/notes.txt", "c/corpus.json"}) {
        CAPTURE(file);
        put(file);
        CHECK_THROWS_AS(made(recipe, scratch / file.substr(0, 1), 2), IoError);
        CHECK(content_of(scratch / file) == "years of work");
        CHECK_FALSE(fs::exists(scratch / file.substr(0, 1) / "index.h5"));
    }
    put("d/.shard-00000.h5.123");  // of a run that was killed
    CHECK(made(recipe, scratch / "d", 2).complete);
}
