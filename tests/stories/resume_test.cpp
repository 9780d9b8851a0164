// generate(): stopped anywhere and gone on with, the files are those of a run that was never stopped.

#include <doctest/doctest.h>

#include <stdexcept>

#include "contains_text.hpp"
#include "dataset/changed_number.hpp"
#include "stories/story_fixture.hpp"

using namespace cchnn_test;

namespace {

// Stops a run once so many trajectories are done; true when it was stopped.
bool stopped_at(const SystemSpec& spec, GenerateOptions options, std::uint64_t stop_at) {
    options.progress = [&](std::uint64_t done, std::uint64_t) {
        if (done >= stop_at) throw std::runtime_error("stop");
    };
    try {
        generate(spec, options);
    } catch (const std::runtime_error& error) {
        REQUIRE(std::string(error.what()) == "stop");
        return true;
    }
    return false;
}

std::map<std::string, std::string> made_at_once(const ScratchDirectory& scratch, const SystemSpec& spec,
                                                GenerateOptions options) {
    options.directory = scratch / "whole";
    generate(spec, options);
    return content_of(scratch / "whole");
}

}  // namespace

TEST_CASE("resume: stopped in every split, with other numbers of threads, the bytes are those of one run") {
    const ScratchDirectory scratch;
    const SystemSpec spec = load_system("chain_pendulum_2");
    const auto whole = made_at_once(scratch, spec, small(scratch / "a", 200, 20, 50));
    GenerateOptions options = small(scratch / "parts", 200, 20, 50);
    int threads = 1;
    for (std::uint64_t stop_at : {1U, 60U, 199U, 200U, 201U, 219U, 230U, 270U}) {
        options.threads = threads;
        threads = threads % 3 + 1;
        CHECK(stopped_at(spec, options, stop_at));
        CHECK(names_in(scratch / "parts") == std::vector<std::string>{".chain_pendulum_2.unfinished"});
        options.resume = true;
    }
    const GenerateReport report = generate(spec, options);
    CHECK(report.resumed == 270);
    CHECK((content_of(scratch / "parts") == whole));
    CHECK(generate(spec, options).finished_before);
}

TEST_CASE("resume: failures that were drawn again before the stop are counted after it") {
    const ScratchDirectory scratch;
    const SystemSpec spec = parse_system(colliding_pair(R"({"uniform": {"low": 0, "high": 10}})"), "pair.json");
    GenerateOptions options = of_collisions(scratch / "whole");
    const GenerateReport whole = generate(spec, options);
    options.directory = scratch / "parts";
    CHECK(stopped_at(spec, options, 20));
    options.resume = true;
    const GenerateReport parts = generate(spec, options);
    CHECK(parts.resumed >= 20);
    CHECK(parts.resumed < 40);
    CHECK(parts.splits.front().failures == whole.splits.front().failures);
    CHECK(parts.splits.front().redrawn == whole.splits.front().redrawn);
    CHECK(parts.splits.front().worst_energy_drift == whole.splits.front().worst_energy_drift);
    CHECK((content_of(scratch / "parts") == content_of(scratch / "whole")));
}

TEST_CASE("resume: damage inside a journal costs the blocks behind it, no more, and no bit") {
    const ScratchDirectory scratch;
    const SystemSpec spec = load_system("chain_pendulum_1");
    const auto whole = made_at_once(scratch, spec, small(scratch / "a", 100, 0, 10));
    GenerateOptions options = small(scratch / "parts", 100, 0, 10);
    CHECK(stopped_at(spec, options, 60));
    const fs::path journal = scratch / "parts/.chain_pendulum_1.unfinished/train.journal";
    std::string bytes = bytes_of(journal);
    bytes[bytes.size() / 2] = static_cast<char>(bytes[bytes.size() / 2] + 1);
    write_text(journal, bytes);
    options.resume = true;
    generate(spec, options);
    CHECK((content_of(scratch / "parts") == whole));
}

TEST_CASE("resume: a run that replaces a dataset goes on as one, and leaves the old one until the end") {
    const ScratchDirectory scratch;
    const SystemSpec spec = load_system("chain_pendulum_1");
    GenerateOptions options = small(scratch / "a", 30, 5, 5);
    generate(spec, options);
    const auto old = content_of(scratch / "a/chain_pendulum_1");
    options.overwrite = true;
    options.seed = 5;
    CHECK(stopped_at(spec, options, 33));
    CHECK((content_of(scratch / "a/chain_pendulum_1") == old));
    options.overwrite = false;
    // Not that the old one is in the way: --force would discard what is finished of the new one.
    CHECK(complaint([&] { generate(spec, options); }).find("finished trajectories of an interrupted run; --resume") !=
          std::string::npos);
    options.resume = true;
    generate(spec, options);
    options.resume = false;
    CHECK((content_of(scratch / "a") == made_at_once(scratch, spec, options)));
}

// A kill between the renaming of the directory and the removal of its journals.
TEST_CASE("resume: work that lies beside its own finished dataset is finished once more") {
    const ScratchDirectory scratch;
    const SystemSpec spec = load_system("chain_pendulum_1");
    GenerateOptions options = small(scratch / "a", 30, 5, 5);
    CHECK(stopped_at(spec, options, 40));
    fs::rename(scratch / "a/.chain_pendulum_1.unfinished", scratch / "kept");
    generate(spec, options);
    const auto whole = content_of(scratch / "a");
    fs::rename(scratch / "kept", scratch / "a/.chain_pendulum_1.unfinished");
    fs::remove(scratch / "a/chain_pendulum_1/SHA256SUMS");
    options.resume = true;
    const std::string text = complaint([&] { generate(spec, options); });
    CAPTURE(text);  // a directory without SHA256SUMS is not the finished dataset
    CHECK(contains_text(text, "exists already; give --force to replace it"));
    write_text(scratch / "a/chain_pendulum_1/SHA256SUMS", "");
    generate(spec, options);
    CHECK((content_of(scratch / "a") == whole));
}

TEST_CASE("resume: a finished dataset with a file that was changed is an error that names it, and --force mends it") {
    const ScratchDirectory scratch;
    const SystemSpec spec = load_system("chain_pendulum_1");
    GenerateOptions options = small(scratch / "a", 6, 2, 2);
    options.resume = true;
    generate(spec, options);
    const fs::path made = scratch / "a/chain_pendulum_1";
    const auto whole = content_of(made);
    const auto refused = [&](const std::string& file) {
        const std::string text = complaint([&] { generate(spec, options); });
        CAPTURE(text);
        return text.starts_with("invalid input: " + (made / file).string() + ": ") && contains_text(text, "--force");
    };
    cchnn_test::set_number(made / "valid.h5", "/x", {1, 3, 0, 0}, 0.5);
    CHECK(refused("valid.h5"));
    write_text(made / "valid.h5", whole.at("valid.h5"));
    CHECK(generate(spec, options).finished_before);
    write_text(made / "test.h5", "");
    CHECK(refused("test.h5"));
    write_text(made / "SHA256SUMS", "");
    CHECK(refused("SHA256SUMS"));
    CHECK(bytes_of(made / "test.h5") == "");
    options.resume = false;
    options.overwrite = true;
    generate(spec, options);
    CHECK((content_of(made) == whole));
}

TEST_CASE("resume: a trajectory that cannot be integrated leaves nothing, since it would fail again") {
    const ScratchDirectory scratch;
    GenerateOptions options = of_collisions(scratch.path());
    options.count = {40, 0, 0};
    options.on_failure = OnFailure::fail;
    options.resume = true;
    const SystemSpec spec = parse_system(colliding_pair(R"({"uniform": {"low": 0, "high": 4.2}})"), "pair.json");
    CHECK(complaint([&] { generate(spec, options); }).starts_with("numerical: "));
    CHECK(names_in(scratch.path()).empty());
}

TEST_CASE("resume: the Lyapunov exponent is found once") {
    const ScratchDirectory scratch;
    const SystemSpec spec = load_system("chain_pendulum_2");
    GenerateOptions options = small(scratch / "whole", 8, 0, 2);
    options.lyapunov = true;
    options.threads = 2;
    generate(spec, options);
    options.directory = scratch / "parts";
    CHECK(stopped_at(spec, options, 8));
    CHECK(fs::exists(scratch / "parts/.chain_pendulum_2.unfinished/lyapunov.json"));
    options.resume = true;
    std::uint64_t calls_before_work = 0;
    options.progress = [&](std::uint64_t done, std::uint64_t) { calls_before_work += done == 0; };
    generate(spec, options);
    CHECK(calls_before_work == 0);
    CHECK((content_of(scratch / "parts") == content_of(scratch / "whole")));
}
