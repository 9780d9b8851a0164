// Where unfinished work grows there may be somebody else's files, or a link to them: nothing of theirs is lost.

#include <doctest/doctest.h>

#include "stories/exchange/import_arrays.hpp"
#include "stories/generate/merge.hpp"
#include "stories/story_fixture.hpp"

using namespace cchnn_test;

namespace {

struct Case {
    const char* what;
    fs::path place;  // where the work would grow
    GenerateOptions options;
};

// A dataset and a shard, each as it is asked for anew, to go on with, and in place of what is there.
std::vector<Case> cases(const fs::path& output) {
    std::vector<Case> all;
    for (const bool resume : {false, true})
        for (const bool overwrite : {false, true}) {
            if (resume && overwrite) continue;  // not to be combined
            GenerateOptions options = small(output);
            options.resume = resume;
            options.overwrite = overwrite;
            all.push_back({"dataset", output / ".chain_pendulum_1.unfinished", options});
            options.shard = Shard{1, 2};
            all.push_back({"shard", output / "chain_pendulum_1.shards/shard-1-of-2", options});
        }
    return all;
}

void put(const fs::path& file, const std::string& text) {
    fs::create_directories(file.parent_path());
    write_text(file, text);
}

}  // namespace

TEST_CASE("generate: a directory of somebody else's where its work would grow is refused, and nothing is touched") {
    const SystemSpec spec = load_system("chain_pendulum_1");
    for (const Case& one : cases("out")) {
        CAPTURE(one.what);
        const ScratchDirectory scratch;
        GenerateOptions options = one.options;
        options.directory = scratch / "out";
        put(scratch / one.place.string() / "thesis/chapter.tex", "years of work");
        const auto before = content_of(scratch.path());
        const std::string text = complaint([&] { generate(spec, options); });
        CHECK(text.starts_with("io: " + (scratch / one.place.string()).string() +
                               ": holds 'thesis' but no job.json of this program"));
        CHECK((content_of(scratch.path()) == before));
    }
}

TEST_CASE("generate: a symbolic link where its work would grow is refused, even to work of its own") {
    const SystemSpec spec = load_system("chain_pendulum_1");
    const ScratchDirectory work;
    GenerateOptions begun = small(work.path());
    begun.shard = Shard{2, 2};
    generate(spec, begun);
    const fs::path own = work / "chain_pendulum_1.shards/shard-2-of-2";
    fs::remove(own / "finished.json");
    write_text(own / "notes.txt", "mine");
    const auto before = content_of(own);
    for (const Case& one : cases("out")) {
        CAPTURE(one.what);
        const ScratchDirectory scratch;
        GenerateOptions options = one.options;
        options.directory = scratch / "out";
        const fs::path place = scratch / one.place.string();
        fs::create_directories(place.parent_path());
        fs::create_directory_symlink(own, place);
        CHECK(complaint([&] {
                  generate(spec, options);
              }).starts_with("io: " + place.string() + ": is a symbolic link, whose target is never cleared"));
        CHECK((content_of(own) == before));
        CHECK(fs::is_symlink(place));
    }
}

TEST_CASE("generate: a directory of shards that is a symbolic link is refused, and what it leads to is left alone") {
    for (const bool overwrite : {false, true}) {
        const ScratchDirectory scratch;
        GenerateOptions options = small(scratch / "out");
        options.shard = Shard{1, 2};
        options.overwrite = overwrite;
        fs::create_directories(scratch / "far/shard-1-of-2");
        fs::create_directories(scratch / "out");
        const fs::path shards = scratch / "out/chain_pendulum_1.shards";
        fs::create_directory_symlink(scratch / "far", shards);
        CHECK(complaint([&] {
                  generate(load_system("chain_pendulum_1"), options);
              }).starts_with("io: " + shards.string() + ": is a symbolic link, whose target is never cleared"));
        CHECK(names_in(scratch / "far") == std::vector<std::string>{"shard-1-of-2"});
        CHECK(names_in(scratch / "far/shard-1-of-2").empty());
    }
}

TEST_CASE("merge: --remove-shards does not follow a link to all shards, without it they are read") {
    const ScratchDirectory scratch;
    GenerateOptions options = small(scratch / "parts");
    for (std::uint64_t k : {1U, 2U}) {
        options.shard = Shard{k, 2};
        generate(load_system("chain_pendulum_1"), options);
    }
    const fs::path shards = scratch / "parts/chain_pendulum_1.shards";
    fs::rename(shards, scratch / "far");
    fs::create_directory_symlink(scratch / "far", shards);
    const auto before = content_of(scratch / "far");
    MergeOptions merging;
    merging.directories = {scratch / "parts"};
    merging.output = scratch / "out";
    merging.remove_shards = true;
    CHECK(contains_text(complaint([&] { merge(merging); }),
                        shards.string() + ": is a symbolic link, which --remove-shards does not follow"));
    CHECK((content_of(scratch / "far") == before));
    merging.remove_shards = false;
    CHECK(merge(merging).size() == 1);
}

TEST_CASE("generate: a journal that is a link is not written through") {
    const ScratchDirectory scratch;
    const SystemSpec spec = load_system("chain_pendulum_1");
    GenerateOptions options = small(scratch / "out");
    options.shard = Shard{1, 2};
    generate(spec, options);
    const fs::path shard = scratch / "out/chain_pendulum_1.shards/shard-1-of-2";
    fs::remove(shard / "finished.json");
    write_text(scratch / "thesis.tex", "years of work");
    fs::remove(shard / "train.journal");
    fs::create_symlink(scratch / "thesis.tex", shard / "train.journal");
    options.resume = true;
    CHECK(complaint([&] { generate(spec, options); }).starts_with("io: " + (shard / "train.journal").string()));
    CHECK(bytes_of(scratch / "thesis.tex") == "years of work");
}

TEST_CASE("import: a directory of somebody else's, or a link, where its files would grow is refused") {
    const ScratchDirectory scratch;
    GenerateOptions made = small(scratch / "data", 0, 0, 4);
    generate(load_system("chain_pendulum_1"), made);
    ImportOptions options;
    options.directory = scratch / "out";
    options.arrays[2] = scratch / "data/chain_pendulum_1/test.h5";
    options.tolerance = 0.01;
    options.overwrite = true;
    const fs::path place = scratch / "out/.chain_pendulum_1.importing";
    put(place / "thesis.tex", "years of work");
    const auto before = content_of(scratch / "out");
    CHECK(contains_text(complaint([&] { import_arrays(load_system("chain_pendulum_1"), options); }),
                        "holds 'thesis.tex' but no job.json of this program"));
    CHECK((content_of(scratch / "out") == before));
    fs::rename(place, scratch / "elsewhere");
    fs::create_directory_symlink(scratch / "elsewhere", place);
    CHECK(contains_text(complaint([&] { import_arrays(load_system("chain_pendulum_1"), options); }),
                        "is a symbolic link"));
    CHECK(names_in(scratch / "elsewhere") == std::vector<std::string>{"thesis.tex"});
    fs::remove(place);
    import_arrays(load_system("chain_pendulum_1"), options);
    CHECK(names_in(scratch / "out") == std::vector<std::string>{"chain_pendulum_1"});
    // What a killed import leaves is cleared by the next one.
    put(place / "files/test.h5", "half");
    put(place / "job.json",
        R"({"tool_version": "0.1.0", "system": {"name": "a", "sha256": ")" + std::string(64, '0') + "\"}}");
    import_arrays(load_system("chain_pendulum_1"), options);
    CHECK(names_in(scratch / "out") == std::vector<std::string>{"chain_pendulum_1"});
}

TEST_CASE("import: the arrays that it reads are never replaced by the dataset that it writes") {
    const ScratchDirectory scratch;
    generate(load_system("chain_pendulum_1"), small(scratch / "data", 0, 0, 4));
    const auto before = content_of(scratch / "data");
    ImportOptions options;
    options.directory = scratch / "data";
    options.arrays[2] = scratch / "data/chain_pendulum_1/test.h5";
    options.tolerance = 0.01;
    options.overwrite = true;
    CHECK(contains_text(complaint([&] { import_arrays(load_system("chain_pendulum_1"), options); }),
                        "which is never overwritten"));
    CHECK((content_of(scratch / "data") == before));
}

TEST_CASE("merge: --remove-shards does not follow a link, and says so before the work") {
    const ScratchDirectory scratch;
    GenerateOptions options = small(scratch / "parts");
    for (std::uint64_t k : {1U, 2U}) {
        options.shard = Shard{k, 2};
        generate(load_system("chain_pendulum_1"), options);
    }
    const fs::path shards = scratch / "parts/chain_pendulum_1.shards";
    fs::rename(shards / "shard-2-of-2", scratch / "far");
    fs::create_directory_symlink(scratch / "far", shards / "shard-2-of-2");
    const auto before = content_of(scratch / "far");
    MergeOptions merging;
    merging.directories = {scratch / "parts"};
    merging.output = scratch / "out";
    merging.remove_shards = true;
    CHECK(
        contains_text(complaint([&] { merge(merging); }), "is a symbolic link, which --remove-shards does not follow"));
    CHECK_FALSE(fs::exists(scratch / "out"));
    CHECK((content_of(scratch / "far") == before));
    merging.remove_shards = false;
    CHECK(merge(merging).size() == 1);
}
