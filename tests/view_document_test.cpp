#include <doctest/doctest.h>

#include <cstdlib>
#include <nlohmann/json.hpp>
#include <sstream>

#include "apps/program.hpp"
#include "places.hpp"
#include "spec/json/schema_check.hpp"

// schemas/view.md: its commands run in order, as they stand, on a small set. So do those of schemas/metrics.md on
// estimated parameters.

using namespace cchnn_test;
using cchnn_test::Ran;

TEST_CASE("the commands of schemas/view.md work, and a view that was changed is noticed") {
    const ScratchDirectory scratch;
    const auto run = [&](const std::string& program, const std::string& arguments) {
        return cchnn_test::run_program(program, arguments, scratch.path());
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
    CHECK(commands == 5);
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

TEST_CASE("the commands of schemas/metrics.md on estimated parameters work, and tell the bound") {
    const ScratchDirectory scratch;
    const auto run = [&](const std::string& program, const std::string& arguments) {
        return cchnn_test::run_program(program, arguments, scratch.path());
    };
    REQUIRE(run("cchnn-gen", "generate chain_pendulum_3 -o data --train 6 --valid 2 --test 3 --bound off").code == 0);
    std::istringstream page(bytes_of(fs::path(cchnn_test::source_dir()) / "schemas/metrics.md"));
    bool inside = false;
    Ran last;
    int commands = 0;
    for (std::string line; std::getline(page, line);) {
        if (line.starts_with("## ")) inside = line == "## 5. Estimated parameters";
        const std::size_t space = line.find(' ');
        if (inside && line.starts_with("python3 "))  // Debian's, which has h5py; another one may be in front of it
            REQUIRE(std::system(("cd '" + scratch.path().string() + "' && /usr/bin/" + line).c_str()) == 0);
        if (!inside || !line.starts_with("cchnn-")) continue;
        last = run(line.substr(0, space), line.substr(space + 1));
        CHECK_MESSAGE(last.code == 0, line << "\n" << last.out << last.err);
        ++commands;
    }
    CHECK(commands == 3);
    CHECK(contains_text(last.out, "/bodies/1/mass"));
    CHECK(contains_text(last.out, "bound, start estimated"));
    const std::string score = "score data/chain_pendulum_3/test.h5 found.h5 ";
    CHECK(run("cchnn-eval", score + "--observed seen/train.h5 --noise 0.1").code == 2);
    CHECK(run("cchnn-eval", score + "--noise -1").code == 2);
    CHECK(run("cchnn-eval", score + "--at seen/test.h5 --html page.html").code == 2);
    CHECK(run("cchnn-eval", score + "--noise 0.01 --json scores.json").code == 0);
    const auto json = nlohmann::ordered_json::parse(bytes_of(scratch / "scores.json"));
    CHECK(cchnn::schema_problems(json, "", "report").empty());
    CHECK(json.at("observed") == "noise 0.01 on every entry of the test set");
    REQUIRE(run("cchnn-eval", "template data/chain_pendulum_3/test.h5 -o none.h5").code == 0);
    const Ran none = run("cchnn-eval", "score data/chain_pendulum_3/test.h5 none.h5 --noise 0.01");
    CHECK(none.code == 2);
    CHECK(contains_text(none.err, "--noise: needs estimated parameters, but no submission has any"));
}
