#include "stories/generate/generate.hpp"

#include <doctest/doctest.h>

#include <nlohmann/json.hpp>
#include <stdexcept>

#include "contains_text.hpp"
#include "files/hdf5_file.hpp"
#include "stories/story_fixture.hpp"

using namespace cchnn_test;

namespace {

nlohmann::json manifest_in(const fs::path& directory) {
    return nlohmann::json::parse(bytes_of(directory / "manifest.json"));
}

const std::vector<std::string> all_files{"README.md", "SHA256SUMS", "croissant.json", "manifest.json",
                                         "test.h5",   "train.h5",   "valid.h5"};

}  // namespace

TEST_CASE("generate: the same bytes of every file for 1, 2 and 5 threads, and again") {
    const ScratchDirectory scratch;
    const SystemSpec spec = load_system("chain_pendulum_2");
    std::vector<std::map<std::string, std::string>> made;
    for (int threads : {1, 2, 5, 1}) {
        GenerateOptions options = small(scratch / std::to_string(made.size()), 100, 10, 30);
        options.threads = threads;
        options.bound = true;
        generate(spec, options);
        made.push_back(content_of(options.directory));
    }
    CHECK(made[0].size() == 8);  // seven files and their directory
    for (std::size_t i = 1; i < made.size(); ++i) {
        for (const auto& file : made[0]) {
            CAPTURE(file.first);
            CHECK((made[i].at(file.first) == file.second));
        }
        CHECK(made[i].size() == made[0].size());
    }
}

TEST_CASE("generate: the first 100 of 800 training trajectories are those of 100") {
    const ScratchDirectory scratch;
    const SystemSpec spec = load_system("chain_pendulum_2");
    generate(spec, small(scratch / "many", 800, 0, 0));
    generate(spec, small(scratch / "few", 100, 0, 0));
    const Arrays many = arrays_of(scratch / "many/chain_pendulum_2/train.h5", 0, 100);
    const Arrays few = arrays_of(scratch / "few/chain_pendulum_2/train.h5", 0, 100);
    CHECK(few.x.size() == 100 * 11 * 4);
    CHECK((many.x == few.x));
    CHECK((many.v == few.v));
}

TEST_CASE("generate: seeds and splits hold different trajectories") {
    const ScratchDirectory scratch;
    const SystemSpec spec = load_system("chain_pendulum_1");
    GenerateOptions options = small(scratch / "a", 5, 5, 5);
    generate(spec, options);
    options.directory = scratch / "b";
    options.seed = 1;
    generate(spec, options);
    std::vector<std::vector<double>> seen;
    for (const char* run : {"a", "b"})
        for (const char* split : {"train", "valid", "test"})
            for (std::uint64_t i = 0; i < 5; ++i)
                seen.push_back(arrays_of(scratch / (std::string(run) + "/chain_pendulum_1/" + split + ".h5"), i, 1).x);
    for (std::size_t i = 0; i < seen.size(); ++i)
        for (std::size_t j = 0; j < i; ++j) CHECK((seen[i] != seen[j]));
}

TEST_CASE("generate: a count of 0 leaves its file out, also of an earlier dataset") {
    const ScratchDirectory scratch;
    const SystemSpec spec = load_system("chain_pendulum_1");
    GenerateOptions options = small(scratch.path(), 0, 0, 3);
    const GenerateReport report = generate(spec, options);
    CHECK(names_in(report.directory) ==
          std::vector<std::string>{"README.md", "SHA256SUMS", "croissant.json", "manifest.json", "test.h5"});
    CHECK(report.splits.size() == 1);
    options.count = {2, 2, 2};
    options.overwrite = true;
    generate(spec, options);
    CHECK(names_in(report.directory) == all_files);
    options.count = {2, 0, 0};
    generate(spec, options);
    CHECK(names_in(report.directory) ==
          std::vector<std::string>{"README.md", "SHA256SUMS", "croissant.json", "manifest.json", "train.h5"});
}

TEST_CASE("generate: no trajectories at all is a mistake") {
    const ScratchDirectory scratch;
    const std::string text =
        complaint([&] { generate(load_system("chain_pendulum_1"), small(scratch.path(), 0, 0, 0)); });
    CHECK(text == "usage: --train, --valid, --test: are all 0; ask for at least one trajectory");
    CHECK(names_in(scratch.path()).empty());
}

TEST_CASE("generate: given states go to the test set, all of them unless asked otherwise") {
    const ScratchDirectory scratch;
    GenerateOptions options;
    options.directory = scratch / "one";
    const SystemSpec one = parse_system(thrown_ball(one_throw), "ball.json");
    CHECK(generate(one, options).splits.front().count == 1);
    CHECK(names_in(scratch / "one/thrown") ==
          std::vector<std::string>{"README.md", "SHA256SUMS", "croissant.json", "manifest.json", "test.h5"});

    options.directory = scratch / "list";
    const SystemSpec list = parse_system(thrown_ball(three_throws), "ball.json");
    CHECK(generate(list, options).splits.front().count == 3);
    const Arrays a = arrays_of(scratch / "list/thrown/test.h5", 1, 1);
    CHECK(a.x.size() == 9 * 3);
    for (std::size_t k = 0; k < 9; ++k) {  // a throw on the Moon, at exactly k dt
        const double t = 0.02 * static_cast<double>(k);
        CHECK(a.x[3 * k] == doctest::Approx(t).epsilon(1e-14));
        CHECK(a.x[3 * k + 2] == doctest::Approx(2 + 0.5 * t - 0.81 * t * t).epsilon(1e-14));
    }
    options.directory = scratch / "two";
    options.count[2] = 2;
    CHECK(generate(list, options).splits.front().count == 2);
    options.directory = scratch / "four";
    options.count[2] = 4;
    CHECK(complaint([&] { generate(list, options); }) ==
          "usage: ball.json#/initial_conditions: has 3 states, asked for trajectory 3; ask for fewer trajectories, or "
          "give more states, or 'bodies' that start at random (schemas/system/initial_conditions.md, cchnn-gen convert "
          "--random-starts)");
    CHECK(!std::filesystem::exists(scratch / "four"));
}

TEST_CASE("generate: trajectories that cannot be integrated are drawn again and counted") {
    const ScratchDirectory scratch;
    const SystemSpec spec = parse_system(colliding_pair(R"({"uniform": {"low": 0, "high": 10}})"), "pair.json");
    GenerateOptions options = of_collisions(scratch.path());
    options.threads = 2;
    const GenerateReport report = generate(spec, options);
    const SplitReport& split = report.splits.front();
    std::uint64_t attempts = 0;
    for (const auto& [reason, times] : split.failures) attempts += times;
    MESSAGE(split.redrawn << " of 40 drawn again, " << attempts << " attempts failed");
    CHECK(split.redrawn > 0);
    CHECK(split.redrawn < 40);
    CHECK(attempts >= split.redrawn);
    const auto manifest = manifest_in(report.directory);
    CHECK(manifest["splits"]["train"]["resampled"] == split.redrawn);
    CHECK(manifest["splits"]["train"]["outcomes"]["completed"] == 40);
    for (double x : arrays_of(split.file, 0, 40).x) CHECK(std::isfinite(x));

    // The same on one thread, whoever drew again in which block.
    GenerateOptions alone = options;
    alone.directory = scratch / "alone";
    alone.threads = 1;
    CHECK(generate(spec, alone).splits.front().content_digest == split.content_digest);
}

TEST_CASE("generate: with --on-failure fail the first failure is named and nothing is left") {
    const ScratchDirectory scratch;
    const SystemSpec spec = parse_system(colliding_pair(R"({"uniform": {"low": 0, "high": 10}})"), "pair.json");
    GenerateOptions options = of_collisions(scratch.path());
    options.on_failure = OnFailure::fail;
    const std::string text = complaint([&] { generate(spec, options); });
    CAPTURE(text);
    CHECK(text.starts_with("numerical: colliding_pair train trajectory "));
    CHECK(contains_text(text, "step size underflow at t = "));
    CHECK(text.ends_with(
        "loosen --rtol or raise --max-steps, change its initial conditions, or draw failed ones again with "
        "--on-failure resample"));
    CHECK(names_in(scratch.path()).empty());
}

TEST_CASE("generate: a system that always fails is given up after 101 draws, a given state after one") {
    const ScratchDirectory scratch;
    GenerateOptions options = small(scratch.path(), 1, 0, 0);
    options.protocol = default_protocol();
    options.protocol.max_steps = 1;
    options.dt = 0.5;
    CHECK(complaint([&] { generate(load_system("chain_pendulum_1"), options); })
              .starts_with("numerical: chain_pendulum_1 train trajectory 0 (drawn 101 times): too many steps between "
                           "two output times at t = "));
    options.count = {0, 0, 1};
    options.protocol = default_protocol();
    const std::string given = R"({"state": {"position": {"a": [0, 0], "b": [0, 0]}}})";
    std::string json = colliding_pair("0");
    const std::size_t begin = json.find(R"({"bodies": {"a")"), end = json.find(R"("sampling")");
    json.replace(begin, end - begin, given + ",");
    CHECK(complaint([&] { generate(parse_system(json, "pair.json"), options); }) ==
          "numerical: colliding_pair test trajectory 0: state or force not finite at t = 0 s; use potentials that "
          "are finite there or change its initial conditions");
    CHECK(names_in(scratch.path()).empty());
}

TEST_CASE("generate: an existing dataset is refused by name, and replaced when asked, a user's files untouched") {
    const ScratchDirectory scratch;
    const SystemSpec spec = load_system("chain_pendulum_1");
    GenerateOptions options = small(scratch.path());
    const fs::path made = generate(spec, options).directory;
    write_text(made / "notes.txt", "mine");
    const auto before = content_of(scratch.path());

    options.seed = 9;
    std::string expected = "io: ";
    for (const char* file :
         {"train.h5", "valid.h5", "test.h5", "manifest.json", "README.md", "croissant.json", "SHA256SUMS"})
        expected += (made / file).string() + ": exists already; give --force to replace it" +
                    (std::string(file) == "SHA256SUMS" ? "" : "\n");
    CHECK(complaint([&] { generate(spec, options); }) == expected);
    CHECK((content_of(scratch.path()) == before));

    options.overwrite = true;
    generate(spec, options);
    const auto after = content_of(scratch.path());
    CHECK(after.at("chain_pendulum_1/notes.txt") == "mine");
    CHECK(after.size() == before.size());
    for (const char* file : {"train.h5", "valid.h5", "test.h5", "manifest.json", "SHA256SUMS"})
        CHECK(
            (after.at(std::string("chain_pendulum_1/") + file) != before.at(std::string("chain_pendulum_1/") + file)));
}

TEST_CASE("generate: a failure under way leaves an earlier dataset as it was, and finished blocks beside it") {
    const ScratchDirectory scratch;
    const SystemSpec spec = load_system("chain_pendulum_1");
    GenerateOptions options = small(scratch.path(), 30, 10, 10);
    generate(spec, options);
    const auto before = content_of(scratch.path());
    for (std::uint64_t stop_at : {1U, 31U, 50U}) {
        GenerateOptions again = options;
        again.overwrite = true;
        again.seed = 3;
        again.progress = [&](std::uint64_t done, std::uint64_t) {
            if (done >= stop_at) throw std::runtime_error("stop");
        };
        CHECK_THROWS_WITH(generate(spec, again), "stop");
        const fs::path unfinished = scratch / ".chain_pendulum_1.unfinished";
        for (const std::string& name : names_in(unfinished))
            CHECK((name.ends_with(".journal") || name == "job.json" || name == "lock" || name == "replaces"));
        fs::remove_all(unfinished);
        CHECK((content_of(scratch.path()) == before));
        again.directory = scratch / "new";
        CHECK_THROWS_WITH(generate(spec, again), "stop");
        CHECK(names_in(scratch / "new") == std::vector<std::string>{".chain_pendulum_1.unfinished"});
        fs::remove_all(scratch / "new");
    }
}

TEST_CASE("generate: refined trajectories are counted, marked in the file, and the same in blocks of any size") {
    const ScratchDirectory scratch;
    const SystemSpec spec = load_system("magnet_pendulum");
    std::vector<std::map<std::string, std::string>> made;
    for (int threads : {1, 3}) {
        GenerateOptions options = small(scratch / std::to_string(threads), 40, 0, 6);
        options.protocol = default_protocol();
        options.bound = true;
        options.samples = 60;
        options.threads = threads;
        const GenerateReport report = generate(spec, options);
        const Hdf5File file = Hdf5File::open(report.directory / "train.h5");
        std::vector<double> refined(40), bound(40 * 60);
        file.read_doubles("/refined", {0}, {40}, refined.data());
        file.read_doubles("/error_bound", {0, 0}, {40, 60}, bound.data());
        std::uint64_t count = 0;
        for (std::size_t i = 0; i < 40; ++i) {
            count += refined[i] == 1;
            CHECK(bound[60 * i + 59] <= 1e-9);
        }
        CHECK(count == report.splits[0].refined);
        CHECK(count > 0);
        CHECK(count < 40);
        made.push_back(content_of(options.directory));
    }
    CHECK((made[0] == made[1]));
}

TEST_CASE("generate: progress counts up over the whole system") {
    const ScratchDirectory scratch;
    GenerateOptions options = small(scratch.path(), 100, 10, 20);
    std::vector<std::uint64_t> seen;
    options.progress = [&](std::uint64_t done, std::uint64_t total) {
        CHECK(total == 130);
        seen.push_back(done);
    };
    generate(load_system("chain_pendulum_1"), options);
    CHECK(std::is_sorted(seen.begin(), seen.end()));
    CHECK(seen.back() == 130);
}

TEST_CASE("generate: the manifest's command makes the same dataset, checksums agree") {
    const ScratchDirectory scratch;
    GenerateOptions options = small(scratch.path());
    options.protocol.rtol = 1e-6;
    options.protocol.name = "custom";
    const GenerateReport report = generate(load_system("chain_pendulum_1"), options);
    CHECK(manifest_in(report.directory)["command"] ==
          "cchnn-gen generate chain_pendulum_1 -o DIR --train 20 --valid 4 --test 6 --steps 11 --dt 0.03 --chunk 5 "
          "--seed 0 "
          "--protocol paper --rtol 1e-06 --atol 1e-09 --max-steps 100000 --projection on --bound off");
    const std::string check = "cd '" + report.directory.string() + "' && sha256sum --status -c SHA256SUMS";
    CHECK(std::system(check.c_str()) == 0);
}

TEST_CASE("generate: every violated rule of the options is told at once") {
    GenerateOptions options;
    options.dt = -1;
    options.samples = 1;
    options.chunk_length = 0;
    options.threads = 0;
    options.protocol.rtol = 0;
    options.protocol.atol = -1;
    options.protocol.max_steps = 0;
    CHECK(complaint([&] { generate(load_system("chain_pendulum_1"), options); }) ==
          "usage: --output: name a directory to write to\n"
          "--dt: must be > 0 s, got -1\n"
          "--steps: must be at least 2, got 1\n"
          "--chunk: must be at least 1, got 0\n"
          "--threads: must be 1 .. 1024, got 0\n"
          "--rtol: must be between 1e-15 and 1, got 0.0\n"
          "--atol: must be > 0, got -1.0\n"
          "--max-steps: must be at least 1, got 0");
}

TEST_CASE("generate: a training chunk longer than a trajectory is refused before any work") {
    const ScratchDirectory scratch;
    GenerateOptions options = small(scratch.path());
    options.chunk_length = 12;
    const std::string text = complaint([&] { generate(load_system("chain_pendulum_1"), options); });
    CAPTURE(text);
    CHECK(text.starts_with("usage: "));
    CHECK(contains_text(text, "12"));
    CHECK(names_in(scratch.path()).empty());
}
