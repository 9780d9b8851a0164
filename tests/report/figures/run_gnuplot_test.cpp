#include "report/figures/run_gnuplot.hpp"

#include <doctest/doctest.h>

#include <cstdlib>

#include "stories/story_fixture.hpp"

using namespace cchnn_test;

namespace {

// Where programs are looked for meanwhile.
struct OnlyFrom {
    std::string before = std::getenv("PATH");
    explicit OnlyFrom(const std::string& path) { setenv("PATH", path.c_str(), 1); }
    ~OnlyFrom() { setenv("PATH", before.c_str(), 1); }
};

}  // namespace

TEST_CASE("gnuplot runs where its script is, one that is not there is told apart from one that fails or is killed") {
    const ScratchDirectory scratch;
    fs::create_directories(scratch / "bin");
    fs::create_directories(scratch / "figures");
    write_text(scratch / "figures/here", "");
    const OnlyFrom path((scratch / "bin").string());
    CHECK(run_gnuplot(scratch / "figures", "a.gp") == "gnuplot was not found; install it and run: gnuplot a.gp");
    const auto with = [&](const std::string& body) {
        write_text(scratch / "bin/gnuplot", "#!/bin/sh\n" + body + "\n");
        fs::permissions(scratch / "bin/gnuplot", fs::perms::owner_all);
        return run_gnuplot(scratch / "figures", "a.gp");
    };
    CHECK(with("[ -e here ] && [ \"$*\" = a.gp ]") == "");
    CHECK(with("exit 1") == "gnuplot failed on a.gp");
    CHECK(with("kill -9 $$") == "gnuplot failed on a.gp");
    CHECK(run_gnuplot(scratch / "nowhere", "a.gp") == "gnuplot failed on a.gp");
}
