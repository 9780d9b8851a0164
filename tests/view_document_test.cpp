#include <doctest/doctest.h>

#include <sstream>

#include "apps/program.hpp"
#include "places.hpp"

// schemas/view.md: its commands run in order, as they stand, on a small set.

using namespace cchnn_story_test;
using cchnn_program_test::Ran;

TEST_CASE("the commands of schemas/view.md work, and a view that was changed is noticed") {
    const Scratch scratch;
    const auto run = [&](const std::string& program, const std::string& arguments) {
        return cchnn_program_test::run_program(program, arguments, scratch.path());
    };
    REQUIRE(run("cchnn-gen", "generate chain_pendulum_3 -o data --train 6 --valid 2 --test 3 --bound off").code == 0);
    std::istringstream page(bytes_of(fs::path(cchnn_test::source_dir()) / "schemas/view.md"));
    int commands = 0;
    for (std::string line; std::getline(page, line);) {
        if (!line.starts_with("cchnn-")) continue;
        const std::size_t space = line.find(' ');
        const Ran ran = run(line.substr(0, space), line.substr(space + 1));
        CHECK_MESSAGE(ran.code == 0, line << "\n" << ran.out << ran.err);
        ++commands;
    }
    CHECK(commands == 3);
    for (const char* level : {"0.001", "0.01"})
        for (const char* file : {"train.h5", "valid.h5", "test.h5", "view.json"})
            CHECK(fs::exists(scratch / ("noisy_" + std::string(level)) / file));
    fs::copy_file(scratch / "noisy_0.001/test.h5", scratch / "noisy_0.01/test.h5",
                  fs::copy_options::overwrite_existing);
    const Ran changed = run("cchnn-gen", "verify noisy_0.01");
    CHECK(changed.code == 1);
    CHECK(contains_text(changed.out, "test.h5  content digest"));
    CHECK(run("cchnn-gen", "observe data/chain_pendulum_3 -o v --sweep noise=1").code == 2);
    CHECK(run("cchnn-gen", "observe data/chain_pendulum_3 -o v --camera 1,x").code == 2);
    CHECK(run("cchnn-gen", "observe data/chain_pendulum_3 -o v --noise 1 --noise-absolute 1").code == 2);
    CHECK(run("cchnn-gen", "observe nothing -o v").code == 4);
}
